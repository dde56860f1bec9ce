"""Learn a multinomial model. θ_{c,w} = (N_{c,w} + α) / (N_c + α D), and the prior is n_c / n."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from mlcore.exercises.mistakes import for_unit, mistakes_in
from mlcore.exercises.multinomial_nb import inputs
from mlcore.exercises.naive_bayes import learn as shared
from mlcore.exercises.naive_bayes.theta_model import MODEL_KEYS, Model
from selfcheck.compare import close
from selfcheck.exercise import Case, Exercise, Family, wrong

Formula = Callable[[Any, int, int, float], Any]  # of: the rows of a class (n_c, D), D, K, α


def learn(X, y, alpha: float = 1) -> Model:
    """Return the classes, their prior, and θ (K, D): the smoothed share of each word in the class's words."""
    X, y = np.asarray(X), np.asarray(y)
    classes = np.unique(y)
    member = (y == classes[:, None]).astype(float)  # (K, n)
    count = member @ X + alpha  # (K, D)
    return {
        "classes": classes,
        "prior": member.mean(axis=1),
        "theta": count / count.sum(axis=1, keepdims=True),
    }


def _with_table(X, y, alpha: float, formula: Formula) -> Model:
    """Return a model whose table comes from another formula."""
    X, y = np.asarray(X), np.asarray(y)
    classes = np.unique(y)
    table = np.array([formula(X[y == c], X.shape[1], len(classes), alpha) for c in classes])
    return {"classes": classes, "prior": np.array([np.mean(y == c) for c in classes]), "theta": table}


def _counts_over(below: Formula) -> Formula:
    """Return the formula (N_{c,w} + α) / below."""
    return lambda rows, D, K, a: (rows.sum(axis=0) + a) / below(rows, D, K, a)


@wrong("4.3-M1")
def divided_by_the_texts(X, y, alpha: float = 1) -> Model:
    """What do you count below the line: texts or words? A word that occurs three times in each text: is its
    share above 1?"""
    return _with_table(X, y, alpha, _counts_over(lambda rows, D, K, a: len(rows) + a * D))


@wrong("4.3-M2")
def two_alpha_below(X, y, alpha: float = 1) -> Model:
    """How many different words may come next in a text: two, or the whole vocabulary? Add up a row of θ."""
    return _with_table(X, y, alpha, _counts_over(lambda rows, D, K, a: rows.sum() + 2 * a))


@wrong("4.3-M3")
def alpha_once_below(X, y, alpha: float = 1) -> Model:
    """You add α to each of D counts. By how much does their sum grow?"""
    return _with_table(X, y, alpha, _counts_over(lambda rows, D, K, a: rows.sum() + a))


@wrong("4.3-M4")
def alpha_above_only(X, y, alpha: float = 1) -> Model:
    """Add up a row of your θ. What else must grow when every count does?"""
    return _with_table(X, y, alpha, _counts_over(lambda rows, D, K, a: rows.sum()))


@wrong("4.3-M5")
def texts_with_the_word(X, y, alpha: float = 1) -> Model:
    """Your numbers are shares of *texts* that have the word. Which model needs those, and which shares does
    this one need?"""
    return _with_table(X, y, alpha, lambda rows, D, K, a: ((rows > 0).sum(axis=0) + a) / (len(rows) + 2 * a))


@wrong("multi-repeats-ignored")
def repeats_ignored(X, y, alpha: float = 1) -> Model:
    """A text says "goal" forty times. How often does your count go up?"""
    return _with_table(
        X, y, alpha, lambda rows, D, K, a: ((rows > 0).sum(axis=0) + a) / ((rows > 0).sum() + a * D)
    )


@wrong("4.3-M6")
def class_given_the_word(X, y, alpha: float = 1) -> Model:
    """Which of your sums is 1: that of a row, or that of a column? Is it "of the words in this class" or "of
    the classes for this word"?"""
    everywhere = np.asarray(X).sum(axis=0)
    return _with_table(
        X, y, alpha, lambda rows, D, K, a: (rows.sum(axis=0) + a) / (everywhere + a * K + 1e-300)
    )


@wrong("4.3-M7")
def alpha_times_the_classes_below(X, y, alpha: float = 1) -> Model:
    """Does the number of *classes* say how many counts were raised by α?"""
    return _with_table(X, y, alpha, _counts_over(lambda rows, D, K, a: rows.sum() + a * K))


@wrong("4.3-M8")
def mean_of_the_shares(X, y, alpha: float = 1) -> Model:
    """Should a text of three words count as much as one of three hundred? Do you add the counts first, or
    the shares?"""

    def formula(rows, D: int, K: int, a: float):
        smoothed = rows + a
        return (smoothed / (smoothed.sum(axis=1, keepdims=True) + 1e-300)).mean(axis=0)

    return _with_table(X, y, alpha, formula)


@wrong("multi-smoothed-twice")
def smoothed_twice(X, y, alpha: float = 1) -> Model:
    """Is α already in the counts when you add them up? Then how often do you add α D below the line?"""
    return _with_table(X, y, alpha, _counts_over(lambda rows, D, K, a: (rows + 0.0).sum() + 2 * a * D))


@wrong("multi-vocabulary-of-class")
def vocabulary_of_the_class(X, y, alpha: float = 1) -> Model:
    """How many counts did you raise by α: those of all words, or of the words that the class has used?"""
    return _with_table(
        X, y, alpha, _counts_over(lambda rows, D, K, a: rows.sum() + a * (rows.sum(axis=0) > 0).sum())
    )


@wrong("all words below")
def share_of_all_words(X, y, alpha: float = 1) -> Model:
    """Below the line: the words of this class, or those of all texts?"""
    total = np.asarray(X).sum()
    return _with_table(X, y, alpha, _counts_over(lambda rows, D, K, a: total + a * D))


@wrong("smoothing in each text")
def smoothed_in_every_text(X, y, alpha: float = 1) -> Model:
    """Is α added once for each class, or once for each of its texts?"""
    return _with_table(
        X,
        y,
        alpha,
        lambda rows, D, K, a: (rows + a).sum(axis=0) / (rows.sum() + a * D * len(rows)),
    )


@wrong("1 hard-coded")
def always_one(X, y, alpha: float = 1) -> Model:
    """Call your function with alpha=0 and with alpha=100. Which of the two rows should be nearly even?"""
    return learn(X, y, 1)


@wrong("5.7: smoothing forgotten")
def not_smoothed(X, y, alpha: float = 1) -> Model:
    """Where in your formula does alpha stand?"""
    return learn(X, y, 0)


@wrong("4.4-M6")
def prior_from_the_words(X, y, alpha: float = 1) -> Model:
    """A class with few but long texts: is it frequent? Does the prior count texts or words?"""
    X, model = np.asarray(X), learn(X, y, alpha)
    amounts = np.array([X[np.asarray(y) == c].sum() for c in model["classes"]])
    return {**model, "prior": amounts / X.sum()}


@wrong()
def labels_zero_and_one(X, y, alpha: float = 1):
    """Your classes are 0 and 1. What if the labels are words, or three?"""
    X, y = np.asarray(X), np.asarray(y)
    counts = np.array([X[y == c].sum(axis=0) for c in (0, 1)]) + alpha
    prior = np.array([np.mean(y == c) for c in (0, 1)])
    return {"classes": np.array([0, 1]), "prior": prior, "theta": counts / counts.sum(axis=1, keepdims=True)}


@wrong()
def only_zeros_smoothed(X, y, alpha: float = 1):
    """A word that was seen once, and one that was never seen: do they get the same count? Who gets alpha?"""
    model = learn(X, y, alpha)
    X, y = np.asarray(X), np.asarray(y)
    counts = np.array([X[y == c].sum(axis=0) for c in model["classes"]])
    counts = np.where(counts == 0, alpha, counts)
    return {**model, "theta": counts / counts.sum(axis=1, keepdims=True)}


def _by_loops(X, y, alpha: float = 1) -> Model:
    classes = sorted(set(np.asarray(y).tolist()))
    prior, theta = [], []
    for c in classes:
        rows = [row for row, label in zip(X, y, strict=True) if label == c]
        counts = [sum(row[w] for row in rows) + alpha for w in range(len(X[0]))]
        prior.append(len(rows) / len(X))
        theta.append([count / sum(counts) for count in counts])
    return {"classes": classes, "prior": prior, "theta": theta}


def _word_by_word(X, y, alpha: float = 1) -> Model:
    classes, n_c = np.unique(y, return_counts=True)
    theta = []
    for c in classes:
        text = np.repeat(np.arange(X.shape[1]), X[y == c].sum(axis=0))  # the words of the class in a row
        N = np.bincount(text, minlength=X.shape[1])
        theta.append((N + alpha) / (len(text) + alpha * X.shape[1]))
    return {"classes": classes, "prior": n_c / n_c.sum(), "theta": np.array(theta), "alpha": alpha}


def _with_a_pseudo_text(X, y, alpha: float = 1) -> Model:
    classes = np.unique(y)
    theta = []
    for c in classes:
        total = np.vstack([X[y == c], np.full((1, X.shape[1]), alpha)]).sum(axis=0)
        theta.append(tuple(total / total.sum()))
    return {
        "classes": tuple(classes.tolist()),
        "prior": tuple(np.mean(y == c) for c in classes),
        "theta": theta,
    }


def _random(rng: np.random.Generator) -> Iterable[Case]:
    for K, D, alpha in ((2, 4, 1), (3, 5, 0.5), (4, 3, 2)):
        yield Case(f"{K} classes, {D} words, alpha = {alpha}", (*inputs.random_counts(rng, K, D), alpha))


def _texts_joined(answer, X, y):
    """Two texts of class 0 glued together say the same about its words."""
    return answer(np.array([X[0] + X[1], *X[2:]]), y[1:], 1)


def _after_shuffling(answer, X, y, alpha: float):
    order = [5, 0, 6, 3, 7, 1, 4, 2]
    return answer(X[order], y[order], alpha)


PRIOR, TABLE = close(dict_keys=("classes", "prior")), close(dict_keys=("theta",))
COUNTS, LABELS, SUBJECT_COUNTS, SUBJECTS = (
    inputs.COUNTS,
    inputs.LABELS,
    inputs.SUBJECT_COUNTS,
    inputs.SUBJECTS,
)

BOOKS = np.array([[200, 3, 100], [150, 90, 0], [7, 255, 255]])
LARGE = "Some words occur hundreds of times. How large a number does your table hold?"

EXERCISE = Exercise(
    name="learn",
    contract="learn(X, y, alpha=1) -> dict with classes (K,), prior (K,), theta (K, D)",
    reference=learn,
    families=(
        Family(
            "five texts, four words",
            "example",
            1.5,
            (Case("five texts", (COUNTS, LABELS)),),
            "Class 0 has 8 words, 6 of them the first. What is (6 + 1) / (8 + 4)?",
        ),
        Family(
            "classes and prior",
            "trap",
            1,
            (
                Case("three subjects", (SUBJECT_COUNTS, SUBJECTS, 1), compare=PRIOR),
                Case("labels 7 and -1", (COUNTS, np.where(LABELS, -1, 7), 1), compare=PRIOR),
            ),
            "How many of the *texts* belong to each class?",
        ),
        Family(
            "the table of θ",
            "trap",
            2,
            (
                Case("little smoothing", (COUNTS, LABELS, 0.1), compare=TABLE),
                Case("no smoothing", (COUNTS, LABELS, 0), compare=TABLE),
                Case("three words", (COUNTS[:, :3], LABELS, 1), compare=TABLE),
                Case("books", (BOOKS, LABELS[:3], 1), compare=TABLE, question=LARGE),
                Case("three subjects, long and short texts", (SUBJECT_COUNTS, SUBJECTS, 0.5), compare=TABLE),
            ),
            "Add up each row of your table: every sum must be 1.",
        ),
        Family(
            "what must not matter",
            "property",
            0.5,
            (
                Case(
                    "the order of the texts",
                    (SUBJECT_COUNTS, SUBJECTS, 1),
                    ask=_after_shuffling,
                    shown="learn(X, y, 1) with the rows in another order",
                ),
                Case(
                    "two texts of a class glued together",
                    (COUNTS, LABELS),
                    ask=_texts_joined,
                    shown="learn(X with the first two rows added up, y[1:], 1)",
                    compare=TABLE,
                ),
            ),
            "Does the table depend on where one text ends and the next begins?",
        ),
        Family("other tables", "random", 1, _random, "Try a table with three classes and alpha = 1/2."),
    ),
    misconceptions=(*mistakes_in(globals()), *for_unit(learn, *mistakes_in(vars(shared)))),
    right=(_by_loops, _word_by_word, _with_a_pseudo_text),
    compare=close(dict_keys=MODEL_KEYS),
    read="3 · Learning: which share of the class's words?",
    concepts=(
        "mult-mle",
        "mle-multinomial-lagrange",
        "mult-smooth",
        "bow-mle",
        "text-rare-words",
    ),
)
