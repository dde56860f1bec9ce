"""Learn a Bernoulli model. θ_{c,j} = (n_{c,j} + α) / (n_c + 2α), and the prior is n_c / n."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from mlcore.exercises.bernoulli_nb import inputs
from mlcore.exercises.mistakes import for_unit, mistakes_in
from mlcore.exercises.naive_bayes import learn as shared
from mlcore.exercises.naive_bayes.theta_model import MODEL_KEYS, Model, parts
from selfcheck.compare import close
from selfcheck.exercise import Case, Exercise, Family, wrong

Formula = Callable[[Any, int, int, int, int, float], Any]


def learn(X, y, alpha: float = 1) -> Model:
    """Return the classes, their prior, and θ (K, d): the smoothed share of the examples with each feature."""
    X, y = np.asarray(X), np.asarray(y)
    classes = np.unique(y)
    member = (y == classes[:, None]).astype(float)  # (K, n)
    n_c = member.sum(axis=1)  # (K,)
    theta = (member @ X + alpha) / (n_c[:, None] + 2 * alpha)  # (K, d)
    return {"classes": classes, "prior": n_c / len(y), "theta": theta}


def _with_table(X, y, alpha: float, formula: Formula) -> Model:
    """Return a model whose table comes from another formula of: counts, n_c, n, d, K, α."""
    X, y = np.asarray(X), np.asarray(y)
    classes = np.unique(y)
    table = [
        formula(X[y == c].sum(axis=0), int((y == c).sum()), len(y), X.shape[1], len(classes), alpha)
        for c in classes
    ]
    return {
        "classes": classes,
        "prior": np.array([np.mean(y == c) for c in classes]),
        "theta": np.array(table),
    }


@wrong("3.2-M1")
def alpha_times_the_features_below(X, y, alpha: float = 1) -> Model:
    """How many values does one feature have? With counts 0 for "there" and 0 for "not there", which share
    should smoothing give, and which does yours?"""
    return _with_table(X, y, alpha, lambda count, n_c, n, d, K, a: (count + a) / (n_c + a * d))


@wrong("3.2-M2")
def alpha_once_below(X, y, alpha: float = 1) -> Model:
    """Compute the share of examples *without* the feature in the same way. Do the two shares sum to 1?"""
    return _with_table(X, y, alpha, lambda count, n_c, n, d, K, a: (count + a) / (n_c + a))


@wrong("3.2-M3")
def alpha_above_only(X, y, alpha: float = 1) -> Model:
    """A feature that all examples of a class have: is its θ still at most 1? What else grows when you
    pretend to have seen more examples?"""
    return _with_table(X, y, alpha, lambda count, n_c, n, d, K, a: (count + a) / n_c)


@wrong("3.2-M4")
def share_of_all_ones(X, y, alpha: float = 1) -> Model:
    """Add up one row of your θ. Must the features of one class sum to 1, if an example may have them all?"""
    return _with_table(X, y, alpha, lambda count, n_c, n, d, K, a: (count + a) / (count.sum() + a * d))


@wrong("3.2-M5")
def share_of_all_examples(X, y, alpha: float = 1) -> Model:
    """θ is a probability *given the class*: which examples do you count in the denominator, those of the
    class or all?"""
    return _with_table(X, y, alpha, lambda count, n_c, n, d, K, a: (count + a) / (n + 2 * a))


@wrong("3.2-M6")
def alpha_times_the_classes_below(X, y, alpha: float = 1) -> Model:
    """Does the number of *classes* say how many values a feature has? Try it with three classes: what do
    the shares of "there" and "not there" sum to?"""
    return _with_table(X, y, alpha, lambda count, n_c, n, d, K, a: (count + a) / (n_c + a * K))


@wrong("3.2-M7")
def class_given_the_feature(X, y, alpha: float = 1) -> Model:
    """Say your number in words: is it "how much of the spam has the word" or "how much of what has the word
    is spam"?"""
    everywhere = np.asarray(X).sum(axis=0)
    return _with_table(
        X, y, alpha, lambda count, n_c, n, d, K, a: (count + a) / np.maximum(everywhere + K * a, 1e-300)
    )


@wrong("notation: θ of the other value")
def theta_of_the_absence(X, y, alpha: float = 1) -> Model:
    """A feature that every example of the class has: should its θ be large or small?"""
    return _with_table(X, y, alpha, lambda count, n_c, n, d, K, a: (n_c - count + a) / (n_c + 2 * a))


@wrong("1 hard-coded")
def always_one(X, y, alpha: float = 1) -> Model:
    """Call your function with alpha=0 and with alpha=100. Which of the two tables should be all near ½?"""
    return _with_table(X, y, alpha, lambda count, n_c, n, d, K, a: (count + 1) / (n_c + 2))


@wrong("5.7: smoothing forgotten")
def not_smoothed(X, y, alpha: float = 1) -> Model:
    """Where in your formula does alpha stand?"""
    return _with_table(X, y, alpha, lambda count, n_c, n, d, K, a: count / n_c)


@wrong("smooth-all-features")
def only_zeros_smoothed(X, y, alpha: float = 1) -> Model:
    """Are the pseudo-examples added to every feature, or only where a count is 0? Two words with counts 0
    and 1 should keep their order: do they?"""
    return _with_table(
        X,
        y,
        alpha,
        lambda count, n_c, n, d, K, a: np.where(count == 0, (count + a) / (n_c + 2 * a), count / n_c),
    )


@wrong("counts for a prior")
def counts_for_prior(X, y, alpha: float = 1) -> Model:
    """Do the numbers in your prior sum to 1?"""
    model = learn(X, y, alpha)
    return {**model, "prior": model["prior"] * len(y)}


@wrong("label-is-position")
def labels_are_positions(X, y, alpha: float = 1) -> Model:
    """What are the labels called in the case that fails? Does your code look for 0, 1, 2 instead?"""
    X, y = np.asarray(X), np.asarray(y)
    K = len(np.unique(y))
    n_c = np.array([int(np.sum([label == c for label in y.tolist()])) for c in range(K)])
    count = np.array([X[[label == c for label in y.tolist()]].sum(axis=0) for c in range(K)])
    theta = (count + alpha) / np.maximum(n_c[:, None] + 2 * alpha, 1e-300)
    return {"classes": np.arange(K), "prior": n_c / len(y), "theta": theta}


@wrong()
def divided_by_the_ones_of_the_class(X, y, alpha: float = 1):
    """Which share of the examples has the feature? Do you divide by examples, or by their ones?"""
    X, y, model = np.asarray(X), np.asarray(y), learn(X, y, alpha)
    rows = [(X[y == c].sum(axis=0) + alpha) / (X[y == c].sum() + 2 * alpha) for c in parts(model)[0]]
    return {**model, "theta": np.array(rows)}


@wrong()
def labels_zero_and_one(X, y, alpha: float = 1):
    """Your classes are 0 and 1. What if the labels are words, or three?"""
    X, y = np.asarray(X), np.asarray(y)
    rows = [(X[y == c].sum(axis=0) + alpha) / (np.sum(y == c) + 2 * alpha) for c in (0, 1)]
    share = np.mean(y == 1)
    return {"classes": np.array([0, 1]), "prior": np.array([1 - share, share]), "theta": np.array(rows)}


def _by_loops(X, y, alpha: float = 1) -> Model:
    classes = sorted(set(np.asarray(y).tolist()))
    theta = []
    for c in classes:
        rows = [row for row, label in zip(X, y, strict=True) if label == c]
        theta.append(
            [(sum(row[j] for row in rows) + alpha) / (len(rows) + 2 * alpha) for j in range(len(X[0]))]
        )
    return {"classes": classes, "prior": [list(y).count(c) / len(y) for c in classes], "theta": theta}


def _by_class(X, y, alpha: float = 1) -> Model:
    classes, n_c = np.unique(y, return_counts=True)
    theta = np.stack([(X[y == c].sum(axis=0) + alpha) / ((y == c).sum() + 2 * alpha) for c in classes])
    return {"classes": classes, "prior": n_c / n_c.sum(), "theta": theta, "alpha": alpha}


def _with_pseudo_examples(X, y, alpha: float = 1) -> Model:
    classes = np.unique(y)
    theta = []
    for c in classes:
        rows = X[y == c]
        values = np.vstack([rows, np.zeros_like(rows[:1]), np.ones_like(rows[:1])])
        theta.append(np.average(values, axis=0, weights=[1] * len(rows) + [alpha, alpha]))
    return {
        "classes": tuple(classes.tolist()),
        "prior": tuple(np.mean(y == c) for c in classes),
        "theta": theta,
    }


def _random(rng: np.random.Generator) -> Iterable[Case]:
    for K, d, alpha in ((2, 3, 1), (3, 4, 0.5), (4, 2, 2)):
        yield Case(f"{K} classes, {d} features, alpha = {alpha}", (*inputs.random_table(rng, K, d), alpha))


def _after_shuffling(answer, X, y, alpha: float):
    order = [5, 0, 6, 3, 1, 4, 2]
    return answer(X[order], y[order], alpha)


def _of_everything_twice(answer, X, y):
    return answer(np.vstack([X, X]), np.concatenate([y, y]), 0)


ONE_COLUMN, TEN_OF_TEN = np.array([[0]] * 10 + [[1]] * 3), np.array(["spam"] * 10 + ["ham"] * 3)
PRIOR, TABLE = close(dict_keys=("classes", "prior")), close(dict_keys=("theta",))

EXERCISE = Exercise(
    name="learn",
    contract="learn(X, y, alpha=1) -> dict with classes (K,), prior (K,), theta (K, d)",
    reference=learn,
    families=(
        Family(
            "three mails",
            "example",
            1.5,
            (Case("three mails", (inputs.MAILS, inputs.IS_SPAM)),),
            "Two of the three mails are spam, and both contain Vicodin. What is (2 + 1) / (2 + 2)?",
        ),
        Family(
            "classes and prior",
            "trap",
            1.5,
            (
                Case("three kinds of animal", (inputs.ANIMALS, inputs.KINDS, 1), compare=PRIOR),
                Case("labels 7 and -1", (inputs.TEN, np.where(inputs.TEN_LABELS, 7, -1), 1), compare=PRIOR),
            ),
            "How many of the examples belong to each class? Which label comes first in np.unique?",
        ),
        Family(
            "the table of θ",
            "trap",
            2,
            (
                Case("without smoothing", (inputs.TEN, inputs.TEN_LABELS, 0), compare=TABLE),
                Case("one pseudo-example each", (inputs.TEN, inputs.TEN_LABELS, 1), compare=TABLE),
                Case("a word that 10 spam mails lack", (ONE_COLUMN, TEN_OF_TEN, 1), compare=TABLE),
                Case("three classes, five features", (inputs.ANIMALS, inputs.KINDS, 0.5), compare=TABLE),
            ),
            "Take one class and one feature, and count with your finger. What is above the line, what below?",
        ),
        Family(
            "what must not matter",
            "property",
            0.5,
            (
                Case(
                    "the order of the examples",
                    (inputs.ANIMALS, inputs.KINDS, 1),
                    ask=_after_shuffling,
                    shown="learn(X, y, 1) with the rows in another order",
                ),
                Case(
                    "everything twice, without smoothing",
                    (inputs.TEN, inputs.TEN_LABELS),
                    ask=_of_everything_twice,
                    shown="learn(X twice, y twice, 0)",
                ),
            ),
            "If every example came twice, would any share change?",
        ),
        Family("other tables", "random", 1.5, _random, "Try a table with three classes and alpha = 1/2."),
    ),
    misconceptions=(*mistakes_in(globals()), *for_unit(learn, *mistakes_in(vars(shared)))),
    right=(_by_loops, _by_class, _with_pseudo_examples),
    compare=close(dict_keys=MODEL_KEYS),
    read="2 · Learning: which share of the class has it?",
    concepts=(
        "bern-mle",
        "mle-bernoulli-nb",
        "bern-smooth",
        "smooth-poisoning",
        "ex-spam-table",
        "bern-spam",
    ),
)
