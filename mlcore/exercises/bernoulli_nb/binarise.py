"""From counts to "is it there?". What is strictly above the threshold is 1, the rest is 0."""

from collections.abc import Iterable

import numpy as np

from mlcore.exercises.mistakes import mistakes_in
from selfcheck.compare import Difference, exact
from selfcheck.exercise import Case, Exercise, Family, wrong

COUNTS = np.array([[2, 0, 1], [0, 1, 3]])
SHADES = np.array([[0.0, 7.5, 7.6], [16.0, 7.4, -1.0]])


def binarise(X, threshold: float = 0):
    """Return 1 where X is strictly above the threshold, 0 elsewhere."""
    return (np.asarray(X) > threshold).astype(int)


def zeros_and_ones(expected, got) -> Difference | None:
    """Compare exactly; a truth value is as good as 0 or 1 here."""
    kind = getattr(np.asarray(got), "dtype", None) if isinstance(got, (list, tuple, np.ndarray)) else None
    return exact()(expected, np.asarray(got).astype(int) if kind == np.bool_ else got)


def _random(rng: np.random.Generator) -> Iterable[Case]:
    for t in (0, 2, 3):
        yield Case(f"counts, threshold {t}", (rng.integers(0, 6, size=(3, 4)), t))


@wrong("3.1-M1")
def the_threshold_itself_counts(X, threshold: float = 0):
    """Which of your answers changes if a value lies exactly at the threshold? Is 0 strictly above 0?"""
    return (np.asarray(X) >= threshold).astype(int)


@wrong("3.1-M2")
def keeps_the_counts(X, threshold: float = 0):
    """How many different values may your result hold? Does a word that occurs three times have a 3 in it?"""
    return np.where(np.asarray(X) > threshold, X, 0)


@wrong("3.1-M3")
def inverted(X, threshold: float = 0):
    """What does a 1 mean in your result: that the word is there, or that it is missing?"""
    return (np.asarray(X) <= threshold).astype(int)


@wrong("3.1-M4")
def threshold_ignored(X, threshold: float = 0):
    """Call your function twice, with threshold 0 and with threshold 100. What should change?"""
    return (np.asarray(X) > 0).astype(int)


@wrong()
def half_is_the_default(X, threshold: float = 0.5):
    """Which threshold holds if none is given? Is 0.25 above it?"""
    return (np.asarray(X) > threshold).astype(int)


@wrong("overwritten in place")
def second_step_undoes_the_first(X, threshold: float = 0):
    """When you write the second kind of value, can your comparison still see the old numbers,
    or does it meet the ones that you have just written?"""
    result = np.array(X)
    result[result > threshold] = 1
    result[result <= threshold] = 0
    return result


@wrong("rounding")
def share_of_the_largest(X, threshold: float = 0):
    """Is a value between 0 and 1 an answer to "is it there?"?"""
    return np.asarray(X) / np.max(X)


@wrong()
def above_the_mean(X, threshold: float = 0):
    """The threshold comes in from outside. Where does the mean of the array come from?"""
    return (np.asarray(X) > np.mean(X)).astype(int)


@wrong()
def whatever_is_not_the_threshold(X, threshold: float = 0):
    """A number below the threshold is different from it, too. Is it above?"""
    return (np.asarray(X) != threshold).astype(int)


@wrong()
def sizes_compared(X, threshold: float = 0):
    """Is -5 above 0?"""
    return (np.abs(X) > threshold).astype(int)


def _by_loops(X, threshold: float = 0):
    return [_by_loops(row, threshold) if np.ndim(row) else int(row > threshold) for row in X]


def _with_where(X, threshold: float = 0):
    return np.where(np.asarray(X) <= threshold, 0, 1)


def _as_truth_values(X, threshold: float = 0):
    return np.asarray(X) > threshold


def _as_floats(X, threshold: float = 0):
    return np.heaviside(np.asarray(X, dtype=float) - threshold, 0.0)


EXERCISE = Exercise(
    name="binarise",
    contract="binarise(X, threshold=0) -> array of 0 and 1, in the shape of X",
    reference=binarise,
    families=(
        Family(
            "two short texts, as counts",
            "example",
            0.5,
            (Case("two texts", (COUNTS,)),),
            "Take one count of each kind, 0, 1 and 2: what should become of it?",
        ),
        Family(
            "other thresholds",
            "trap",
            1,
            (
                Case("threshold 1", (COUNTS, 1)),
                Case("shades of grey, by name", (SHADES,), {"threshold": 7.5}),
                Case("a threshold below zero", (SHADES, -2)),
                Case("numbers below zero", (-COUNTS,)),
                Case("shares, and no threshold given", (np.array([[0.25, 0.0], [-0.25, 0.75]]),)),
                Case("a single row", (COUNTS[0], 1)),
                Case("at the threshold, and just above it", (np.array([0.1, 0.1 + 1e-9]), 0.1)),
            ),
            "Does your function use the threshold that it is given?",
        ),
        Family("other tables", "random", 0.5, _random, "Try a table of your own with one row."),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_by_loops, _with_where, _as_truth_values, _as_floats),
    compare=zeros_and_ones,
    read='1 · From "how often" to "whether"',
    concepts=("bern-sets-of-words", "frame-supervised"),
)
