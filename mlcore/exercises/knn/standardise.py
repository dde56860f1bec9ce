"""Features on one scale: standardising with the statistics of the training data."""

import numpy as np

from mlcore import distances
from mlcore.exercises.knn.inputs import FIVE_QUERIES, POINTS, QUERIES
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.compare import close
from selfcheck.exercise import Case, Exercise, Family, wrong


def _table(values):
    return np.asarray(values, dtype=float)


def _divided(X, Q, mean, spread):
    return (_table(Q) - mean) / np.where(spread > 0, spread, 1.0)


@wrong("1.14-M1, U16")
def statistics_of_the_queries(X_train, Q):
    """One query comes alone: what is its own mean? Whose mean does the contract name?"""
    Q = _table(Q)
    return _divided(X_train, Q, Q.mean(axis=0), Q.std(axis=0))


@wrong("1.14-M2, scale-fitted-on-all")
def statistics_of_both(X_train, Q):
    """Would a query be scaled differently if another query came with it? Should it?"""
    both = np.vstack([_table(X_train), _table(Q)])
    return _divided(X_train, Q, both.mean(axis=0), both.std(axis=0))


@wrong("1.14-M3")
def divided_by_the_largest(X_train, Q):
    """What is the mean of the training data after your scaling? And their standard deviation?"""
    largest = np.abs(_table(X_train)).max(axis=0)
    return _table(Q) / np.where(largest > 0, largest, 1.0)


@wrong("1.14-M4")
def constant_column_fails(X_train, Q):
    """A feature that never changes: what is its standard deviation, and may you divide by it?"""
    X = _table(X_train)
    with np.errstate(divide="ignore", invalid="ignore"):
        return (_table(Q) - X.mean(axis=0)) / X.std(axis=0)


@wrong("1.14-M5")
def one_mean_for_all_columns(X_train, Q):
    """How many means do you have: one for each feature? Along which axis did you average?"""
    X = _table(X_train)
    return _divided(X, Q, X.mean(), X.std())


@wrong("1.14-M6")
def divided_by_the_variance(X_train, Q):
    """In which unit is the variance of a length in metres: metres, or square metres?"""
    X = _table(X_train)
    return _divided(X, Q, X.mean(axis=0), X.var(axis=0))


@wrong()
def one_less_below(X_train, Q):
    """Does this course divide the variance by n or by n - 1? What does NumPy do by default?"""
    X = _table(X_train)
    return _divided(X, Q, X.mean(axis=0), X.std(axis=0, ddof=1))


@wrong()
def a_little_added(X_train, Q):
    """The feature never changed in training, but this query differs there by 2. How large is your result?"""
    X = _table(X_train)
    return (_table(Q) - X.mean(axis=0)) / (X.std(axis=0) + 1e-8)


@wrong()
def only_centred(X_train, Q):
    """After your scaling, do metres and millimetres give the same numbers?"""
    return _table(Q) - _table(X_train).mean(axis=0)


@wrong()
def between_zero_and_one(X_train, Q):
    """Is the smallest value really 0 after standardising? What should be 0, and what 1?"""
    X = _table(X_train)
    return _divided(X, Q, X.min(axis=0), X.max(axis=0) - X.min(axis=0))


@wrong()
def constant_column_dropped_to_zero(X_train, Q):
    """The feature never changed in training, but this query differs there by 2. By what should you divide?"""
    X = _table(X_train)
    return np.where(X.std(axis=0) > 0, distances.standardise(X, Q), 0.0)


@wrong()
def each_row_by_itself(X_train, Q):
    """A column is a feature. Does axis=1 go down a column, or along a row?"""
    X = np.asarray(X_train, dtype=float)
    s = X.std(axis=1, keepdims=True)
    return (np.asarray(Q, dtype=float) - X.mean(axis=1, keepdims=True)) / np.where(s == 0, 1, s)


@wrong()
def not_centred(X_train, Q):
    """After scaling, what should the mean of the training rows be?"""
    s = np.asarray(X_train, dtype=float).std(axis=0)
    return np.asarray(Q, dtype=float) / np.where(s == 0, 1, s)


def _loops(X_train, Q):
    columns = []
    for j in range(len(X_train[0])):
        column = [float(row[j]) for row in X_train]
        mean = sum(column) / len(column)
        variance = sum((value - mean) ** 2 for value in column) / len(column)
        columns.append([(float(q[j]) - mean) / (variance**0.5 if variance > 0 else 1.0) for q in Q])
    return [list(row) for row in zip(*columns, strict=True)]


def _arrays(X_train, Q):
    X = _table(X_train)
    spread = X.std(axis=0)
    spread[spread == 0] = 1.0
    return (_table(Q) - X.mean(axis=0)) / spread


def _moments(X_train, Q):
    X = _table(X_train)
    centred = X - X.mean(axis=0)
    variance = (centred**2).mean(axis=0)
    return np.divide(_table(Q) - X.mean(axis=0), np.sqrt(np.where(variance == 0, 1.0, variance)))


def _in_other_units(answer, X_train, Q):
    units = np.array([1000.0, 0.5])
    return answer(np.asarray(X_train) * units, np.asarray(Q) * units)


def _moments_after(answer, X_train):
    Z = np.asarray(answer(X_train, X_train))
    return [Z.mean(axis=0), Z.std(axis=0)]


def _random_tables(rng):
    for number in range(3):
        n, d = int(rng.integers(3, 7)), int(rng.integers(1, 4))
        scale = rng.choice([0.1, 1.0, 20.0], d)
        yield Case(
            f"draw {number + 1}",
            ((rng.normal(size=(n, d)) * scale).round(3), (rng.normal(size=(2, d)) * scale).round(3)),
        )


WHOLE = "Whole numbers come in, and fractions must go out. Which type has the array that you fill?"

EXERCISE = Exercise(
    name="standardise",
    contract="standardise(X_train, Q) -> array of Q's shape",
    reference=distances.standardise,
    families=(
        Family(
            "the five points",
            "example",
            0.5,
            (
                Case("two rows and a query", (np.array([[0.0], [2.0]]), np.array([[3.0]]))),
                Case("the five points, five queries", (POINTS, QUERIES)),
            ),
            "The first feature has mean 2.4 and standard deviation 0.86. Which numbers do you get?",
        ),
        Family(
            "whose mean?",
            "trap",
            0.5,
            (
                Case("one query alone", (POINTS, np.array([[1.0, 2.0]]))),
                Case("the training data themselves", (POINTS, POINTS)),
                Case(
                    "whole numbers",
                    (np.array([[0, 4], [2, 4], [7, 1]]), np.array([[3, 2], [1, 5]])),
                    question=WHOLE,
                ),
            ),
            "The query may come alone. Where do mean and standard deviation come from?",
        ),
        Family(
            "a feature that never changes",
            "trap",
            0.5,
            (
                Case(
                    "5, 5, 5, and a query with 7",
                    (np.array([[0.0, 5.0], [2.0, 5.0], [4.0, 5.0]]), np.array([[3.0, 7.0], [1.0, 5.0]])),
                ),
            ),
            "Its standard deviation is 0. The contract says what to divide by then.",
        ),
        Family(
            "units do not matter",
            "property",
            0.25,
            (
                Case(
                    "other units",
                    (POINTS, QUERIES),
                    ask=_in_other_units,
                    shown=f"X_train = points, {FIVE_QUERIES}; in both F1 * 1000 and F2 / 2",
                ),
                Case(
                    "means 0, deviations 1",
                    (POINTS,),
                    ask=_moments_after,
                    shown="Z = standardise(points, points); Z.mean(axis=0), Z.std(axis=0)",
                ),
            ),
            "Measure one feature in another unit: should anything change?",
        ),
        Family("drawn at random", "random", 0.25, _random_tables),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_loops, _arrays, _moments),
    compare=close(atol=1e-9),
    read="8 · Choosing k, and putting features on one scale",
    concepts=("dist-scaling",),
)
