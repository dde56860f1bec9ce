"""Right and wrong answers, counted: true and false positives, false and true negatives."""

from collections.abc import Iterator

import numpy as np

from mlcore.exercises.decisions.inputs import YHAT, Y
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.compare import exact
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


def confusion(y, yhat, positive) -> tuple[int, int, int, int]:
    """Return how many are true and false positives, false and true negatives."""
    is_positive, called = np.ravel(y) == positive, np.ravel(yhat) == positive
    return (
        int((is_positive & called).sum()), int((~is_positive & called).sum()),
        int((is_positive & ~called).sum()), int((~is_positive & ~called).sum()),
    )  # fmt: skip


@wrong("6.1-M1")
def misses_for_false_alarms(y, yhat, positive):
    """A false positive was called positive and is not. Did you compare with the truth, or with the
    prediction, first?"""
    tp, fp, fn, tn = confusion(y, yhat, positive)
    return tp, fn, fp, tn


@wrong("6.1-M2")
def positive_is_always_one(y, yhat, positive):
    """The third argument says which label is positive. Where do you use it?"""
    return confusion(y, yhat, 1)


@wrong("6.1-M3")
def negatives_first(y, yhat, positive):
    """In which order does the task ask for the four counts? Your first one counts the right negatives."""
    return confusion(y, yhat, positive)[::-1]


@wrong("6.1-M3")
def right_ones_first(y, yhat, positive):
    """In which order does the task ask for the four counts? True negatives come last."""
    tp, fp, fn, tn = confusion(y, yhat, positive)
    return tp, tn, fp, fn


@wrong("6.1-M3")
def misses_last(y, yhat, positive):
    """In which order does the task ask for the four counts? What comes third, and what last?"""
    tp, fp, fn, tn = confusion(y, yhat, positive)
    return tp, fp, tn, fn


@wrong("6.1-M4")
def shares_of_all(y, yhat, positive):
    """Are your four numbers whole? The task asks for counts, not shares."""
    counts = confusion(y, yhat, positive)
    return tuple(count / sum(counts) for count in counts)


@wrong("6.1-M4")
def shares_of_the_truth(y, yhat, positive):
    """Do you divide by the number of positives and negatives? Count first; rates come in the next task."""
    tp, fp, fn, tn = confusion(y, yhat, positive)
    positives, negatives = max(tp + fn, 1), max(fp + tn, 1)
    return tp / positives, fp / negatives, fn / positives, tn / negatives


@wrong()
def every_right_answer_is_a_true_positive(y, yhat, positive):
    """A right answer may be a true positive or a true negative. On what does that depend?"""
    tp, fp, fn, tn = confusion(y, yhat, positive)
    return tp + tn, fp, fn, tn


@wrong()
def calls_for_true_positives(y, yhat, positive):
    """Is everything that was called positive a true positive? How many of them are right?"""
    tp, fp, fn, tn = confusion(y, yhat, positive)
    return tp + fp, fp, fn, tn


@wrong()
def equal_labels_for_true_negatives(y, yhat, positive):
    """Do your four counts add up to the number of examples? Which of them is too large?"""
    tp, fp, fn, tn = confusion(y, yhat, positive)
    return tp, fp, fn, tn + tp


@wrong()
def negative_is_always_zero(y, yhat, positive):
    """Do your four counts add up to the number of examples when there are three labels? All labels but one
    are negative."""
    y, yhat = np.ravel(y), np.ravel(yhat)
    pairs = ((positive, positive), (0, positive), (positive, 0), (0, 0))
    return tuple(int(((y == truth) & (yhat == called)).sum()) for truth, called in pairs)


@wrong()
def truth_against_itself(y, yhat, positive):
    """Where does the prediction come into your counts? A classifier that is always right has your result."""
    return confusion(y, y, positive)


@wrong()
def every_pair_of_rows(y, yhat, positive):
    """If the predictions come as a column, which shape has `y == yhat`? Do your counts add up to n, or to
    n²?"""
    is_positive, called = np.asarray(y) == positive, np.asarray(yhat) == positive
    return (
        int((is_positive & called).sum()), int((~is_positive & called).sum()),
        int((is_positive & ~called).sum()), int((~is_positive & ~called).sum()),
    )  # fmt: skip


@wrong()
def order_of_the_library(y, yhat, positive):
    """Some libraries give tn first and tp last. In which order does the task ask for the four?"""
    tp, fp, fn, tn = confusion(y, yhat, positive)
    return tn, fp, fn, tp


@wrong()
def every_other_error_is_a_miss(y, yhat, positive):
    """Truth "cat", answer "dog", positive is "owl": is that a miss?"""
    tp, fp, fn, tn = confusion(y, yhat, positive)
    right = int(np.sum(np.asarray(y) == np.ravel(yhat))) - tp
    return tp, fp, fn + tn - right, right


@wrong()
def other_confusions_left_out(y, yhat, positive):
    """Do your four numbers sum to n? Truth "cat", answer "dog", positive is "owl": where does it belong?"""
    tp, fp, fn, _ = confusion(y, yhat, positive)
    return tp, fp, fn, int(np.sum(np.asarray(y) == np.ravel(yhat))) - tp


@wrong()
def labels_as_truth_values(y, yhat, positive):
    """Is every label but 0 positive? What does `if label` say of "no", or of -1?"""
    truth = [bool(label) for label in np.asarray(y).tolist()]
    called = [bool(label) for label in np.ravel(yhat).tolist()]
    return confusion(truth, called, True)


def _sum(answer: Answer, y, yhat, positive):
    return sum(int(count) for count in answer(y, yhat, positive))


def _draws(rng: np.random.Generator) -> Iterator[Case]:
    for i in range(3):
        labels = np.array(["ham", "spam"]) if i == 1 else np.array([0, 1, 2, 3])
        y, yhat = rng.choice(labels, 12), rng.choice(labels, 12)
        yhat = np.where(rng.random(12) < 0.4, y, yhat)
        yield Case(f"draw {i + 1}", (y, yhat, labels[i % 2]))


def _loop(y, yhat, positive) -> list[int]:
    tp = fp = fn = tn = 0
    for truth, called in zip(np.ravel(y), np.ravel(yhat), strict=True):
        if called == positive and truth == positive:
            tp += 1
        elif called == positive:
            fp += 1
        elif truth == positive:
            fn += 1
        else:
            tn += 1
    return [tp, fp, fn, tn]


def _by_subtraction(y, yhat, positive):
    is_positive, called = np.ravel(y) == positive, np.ravel(yhat) == positive
    tp = np.sum(is_positive * called)
    return np.array(
        [tp, called.sum() - tp, is_positive.sum() - tp, len(called) - called.sum() - is_positive.sum() + tp]
    )


def _by_bincount(y, yhat, positive):
    codes = 2 * (np.ravel(yhat) != positive) + (np.ravel(y) != positive)
    return tuple(np.bincount(codes, minlength=4))


EXERCISE = Exercise(
    name="confusion",
    contract="confusion(y, yhat, positive) -> (tp, fp, fn, tn)",
    reference=confusion,
    compare=exact(),
    read="1 · Four counts",
    concepts=("ev-confusion",),
    families=(
        Family("ten examples", "example", 1, (
            Case("positive is 1", (Y, YHAT, 1)),
        ), question="Go through the ten pairs with a pencil: which of the four is each of them?"),
        Family("the other label, words, three labels", "trap", 1, (
            Case("positive is 0", (np.array([0, 0, 0, 1, 1]), np.array([0, 1, 1, 0, 1]), 0)),
            Case("words",
                 (np.array(["spam", "ham", "ham", "spam"]), np.array(["ham", "spam", "spam", "spam"]),
                      "spam")),
            Case("three labels", (np.array([0, 1, 2, 2, 2, 0]), np.array([2, 1, 2, 1, 0, 1]), 2)),
        ), question="Which label is positive, and which labels are all negative?"),
        Family("nothing said, nothing there", "trap", 0.5, (
            Case("nothing is called positive", (np.array([1, 0, 1, 0, 0]), np.zeros(5, dtype=int), 1)),
            Case("nothing is positive", (np.zeros(4, dtype=int), np.array([1, 0, 0, 1]), 1)),
            Case("nothing is positive, and nothing called so", (np.zeros(3, int), np.zeros(3, int), 1),
                 question="The positive label occurs nowhere. What are the four counts then?"),
            Case("whole numbers and fractions", (np.array([1, 0, 1]), np.array([1.0, 1.0, 0.0]), 1),
                 question="Is the label 1.0 another label than 1? Do you compare labels, or their spelling?"),
            Case("predictions as a column", (Y[:5], YHAT[:5, None], 1)),
        ), question="What do the four counts add up to?"),
        Family("other labels", "random", 0.5, _draws),
    ),
    misconceptions=mistakes_in(globals()),
    right=(confusion, _loop, _by_subtraction, _by_bincount),
)  # fmt: skip
