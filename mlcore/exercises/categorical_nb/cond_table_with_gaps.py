"""Learning from examples with gaps: an unknown value is counted neither above nor below the line."""

from typing import Any

import numpy as np

from mlcore.exercises.categorical_nb.cond_table import Tables, cond_table, counts
from mlcore.exercises.categorical_nb.inputs import SEVENS, TENNIS, THREE, random_data
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong

# Five examples, two gaps. In class "a" the first feature is known twice, in class "b" the second one.
GAPS = (np.array([[0, 1], [-1, 1], [1, 0], [1, -1], [0, 1]]), np.array(["a", "a", "a", "b", "b"]), (2, 2))
# Values 0, 1, missing, 1: the shares are 1/3 and 2/3, not 1/4 and 2/4.
ONE_GAP = (np.array([[0], [1], [-1], [1]]), np.array([5, 5, 5, 5]), (2,))
# Class "b" has never shown the first feature at all.
UNKNOWN = (np.array([[0, 2], [1, 0], [-1, 1], [-1, 1]]), np.array(["a", "a", "b", "b"]), (2, 3))


def with_gaps(data, places: list[tuple[int, int]]):
    """Return data with -1 at some places."""
    X, y, n_values = data
    X = X.copy()
    for i, j in places:
        X[i, j] = -1
    return X, y, n_values


TENNIS_GAPS = with_gaps(TENNIS, [(0, 1), (3, 0), (5, 3), (5, 2), (11, 1), (13, 0)])
THREE_GAPS = with_gaps(THREE, [(0, 0), (4, 1), (6, 1), (8, 1)])


def cond_table_with_gaps(X, y, n_values, alpha: float) -> Tables:
    """Return θ_{c,v} = (n_{c,v} + α) / (n_{c,j} + α V); with nothing known and α = 0, 1 / V."""
    tables = []
    for n_cv in counts(X, y, n_values):  # -1 is none of the values 0 ... V-1 and counts nowhere
        V = n_cv.shape[1]
        known = n_cv.sum(axis=1, keepdims=True)
        below = known + alpha * V
        tables.append(np.where(below > 0, (n_cv + alpha) / np.where(below > 0, below, 1), 1 / V))
    return tables


def _without_gaps(answer: Answer, X, y, n_values):
    return answer(X, y, n_values, 0.5)


def _gap_alone(answer: Answer, X, y, n_values) -> list[Any]:
    """Return the result with a further example of the first class of which nothing is known, and without."""
    more = np.concatenate([X, np.full((1, X.shape[1]), -1)]), np.concatenate([y, y[:1]])
    return [answer(X, y, n_values, 1), answer(*more, n_values, 1)]


def _random_gaps(rng: np.random.Generator) -> list[Case]:
    cases = []
    for n, n_values, labels in ((10, (2, 3), (0, 1)), (16, (4, 2), ("c", "a", "b"))):
        X, y, _ = random_data(rng, n, n_values, labels)
        X[rng.random(X.shape) < 0.3] = -1
        X[0, 0] = -1
        cases.append(Case(f"{n} examples", (X, y, n_values, round(float(rng.uniform(0.2, 2)), 2))))
    return cases


def _ratio(above, below):
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(above, dtype=float) / below


@wrong("2.7-M1")
def divides_by_the_whole_class(X, y, n_values, alpha: float) -> Tables:
    """Take the values 0, 1, missing, 1. Do your shares sum to 1? In how many of the four is the feature
    known?"""
    n_c = np.unique(y, return_counts=True)[1][:, None]
    return [_ratio(n + alpha, n_c + alpha * n.shape[1]) for n in counts(X, y, n_values)]


@wrong("2.7-M2")
def gap_counts_as_the_last_value(X, y, n_values, alpha: float) -> Tables:
    """In Python the index -1 is the last place. Which value does your count give the gaps to?"""
    X = np.where(np.asarray(X) == -1, np.array(n_values) - 1, X)
    return cond_table(X, y, n_values, alpha)


@wrong("2.7-M3")
def gap_is_a_further_value(X, y, n_values, alpha: float) -> Tables:
    """Your tables have one column more than the feature has values. Is "unknown" a kind of weather?"""
    X = np.where(np.asarray(X) == -1, np.array(n_values), X)
    return cond_table(X, y, [V + 1 for V in n_values], alpha)


@wrong("2.7-M4")
def gap_filled_with_the_mode(X, y, n_values, alpha: float) -> Tables:
    """You fill the gaps with the commonest value. Does that value then look more certain than the data
    say?"""
    X = np.array(X)
    for j, V in enumerate(n_values):
        known = X[:, j][X[:, j] >= 0]
        X[X[:, j] < 0, j] = np.bincount(known, minlength=V).argmax()
    return cond_table(X, y, n_values, alpha)


@wrong("2.7-M4")
def gap_filled_with_the_mode_of_the_class(X, y, n_values, alpha: float) -> Tables:
    """You fill the gaps with what is commonest in the class. Does each gap then make the common value
    commoner?"""
    X = np.array(X)
    for j, V in enumerate(n_values):
        for c in np.unique(y):
            known = X[(y == c) & (X[:, j] >= 0), j]
            X[(y == c) & (X[:, j] < 0), j] = np.bincount(known, minlength=V).argmax()
    return cond_table(X, y, n_values, alpha)


@wrong("2.7-M5")
def incomplete_examples_dropped(X, y, n_values, alpha: float) -> Tables:
    """You leave out an example as soon as one feature is missing. What did its other features have to say?"""
    whole = (np.asarray(X) >= 0).all(axis=1)
    return cond_table(np.asarray(X)[whole], np.asarray(y)[whole], n_values, alpha)


@wrong("2.7-M5")
def incomplete_examples_dropped_and_classes_kept(X, y, n_values, alpha: float) -> Tables:
    """You leave out an example as soon as one feature is missing. What did its other features have to say?"""
    holes = (np.asarray(X) < 0).any(axis=1, keepdims=True)
    return cond_table_with_gaps(np.where(holes, -1, X), y, n_values, alpha)


@wrong("2.7")
def gap_counts_as_the_first_value(X, y, n_values, alpha: float) -> Tables:
    """You read a gap as the value 0. Was nothing seen, or the first value?"""
    return cond_table(np.maximum(X, 0), y, n_values, alpha)


@wrong("2.7")
def gap_counts_for_every_value(X, y, n_values, alpha: float) -> Tables:
    """You share a gap out among all values. Does that pull the shares towards 1/V, as a pseudo-count
    would?"""
    tables = []
    n_c = np.unique(y, return_counts=True)[1][:, None]
    for n in counts(X, y, n_values):
        V = n.shape[1]
        gaps = n_c - n.sum(axis=1, keepdims=True)
        tables.append(_ratio(n + gaps / V + alpha, n_c + alpha * V))
    return tables


@wrong("2.7")
def nothing_known_gives_nan(X, y, n_values, alpha: float) -> Tables:
    """A class of which a feature is never known, and no smoothing: 0 / 0. What does the task want there?"""
    return [
        _ratio(n + alpha, n.sum(axis=1, keepdims=True) + alpha * n.shape[1]) for n in counts(X, y, n_values)
    ]


@wrong("2.7")
def nothing_known_gives_zeros(X, y, n_values, alpha: float) -> Tables:
    """A class of which a feature is never known: does it then rule out every value? What does the task
    want?"""
    return [np.nan_to_num(table) for table in nothing_known_gives_nan.answer(X, y, n_values, alpha)]


def _sizes(y):
    return np.unique(np.asarray(y), return_counts=True)[1][:, None]


@wrong()
def gap_is_a_value_of_its_own(X, y, n_values, alpha: float):
    """Do the known values share the 1, or do they leave a part of it to the gap? Add up a row."""
    X, y = np.asarray(X), np.asarray(y)
    tables = []
    for j, V in enumerate(n_values):
        counts_of_c = np.array([[np.sum((X[:, j] == v) & (y == c)) for v in range(V)] for c in np.unique(y)])
        below = _sizes(y) + alpha * (V + 1)
        tables.append((counts_of_c + alpha) / below)
    return tables


def _gaps_by_loops(X, y, n_values, alpha: float) -> Tables:
    tables = []
    for j, V in enumerate(n_values):
        table = []
        for c in sorted(set(np.asarray(y).tolist())):
            row = [float(alpha)] * V
            for x, label in zip(X, y, strict=True):
                if label == c and x[j] != -1:
                    row[x[j]] += 1
            total = sum(row)
            table.append([n / total for n in row] if total else [1 / V] * V)
        tables.append(table)
    return tables


def _gaps_by_feature(X, y, n_values, alpha: float) -> Tables:
    classes = np.unique(y)
    tables = []
    for column, V in zip(np.asarray(X).T, n_values, strict=True):
        table = np.full((len(classes), V), 1 / V)
        for row, c in enumerate(classes):
            known = column[(np.asarray(y) == c) & (column >= 0)]
            n = np.bincount(known, minlength=V) + alpha
            if n.sum() > 0:
                table[row] = n / n.sum()
        tables.append(table)
    return tables


def _gaps_by_a_column_too_many(X, y, n_values, alpha: float) -> Tables:
    member = (np.asarray(y)[:, None] == np.unique(y)).astype(float)
    tables = []
    for j, V in enumerate(n_values):
        n = (member.T @ np.eye(V + 1)[np.asarray(X)[:, j]])[:, :V] + alpha  # -1 is the column that is cut off
        n[n.sum(axis=1) == 0] = 1
        tables.append(n / n.sum(axis=1, keepdims=True))
    return tables


EXERCISE = Exercise(
    name="cond_table_with_gaps",
    contract="cond_table_with_gaps(X, y, n_values, alpha) -> list of d tables, each of shape (K, V_j)",
    reference=cond_table_with_gaps,
    uses=("cond_table",),
    families=(
        Family(
            "five examples, two gaps",
            "example",
            0.5,
            (
                Case("0, 1, missing, 1", (*ONE_GAP, 0)),
                Case("two classes, two gaps", (*GAPS, 0)),
            ),
            "Take one class and one feature. In how many of its examples is the feature known?",
        ),
        Family(
            "smoothing, and more gaps",
            "trap",
            1,
            (
                Case("the same, alpha 1", (*GAPS, 1)),
                Case("play-tennis with six gaps", (*TENNIS_GAPS, 0.5)),
                Case("three classes with gaps", (*THREE_GAPS, 1)),
                Case(
                    "no gaps at all",
                    SEVENS,
                    ask=_without_gaps,
                    shown="cond_table_with_gaps(X, y, (2, 3), 0.5)",
                ),
            ),
            "Add up the rows of your tables. Does each gap vanish from both sides of the line?",
        ),
        Family(
            "nothing known",
            "trap",
            0.5,
            (
                Case("a feature that one class never shows, no smoothing", (*UNKNOWN, 0)),
                Case("the same, alpha 1", (*UNKNOWN, 1)),
            ),
            "What do you know about a feature of which you have seen nothing?",
        ),
        Family(
            "what must not matter",
            "property",
            0.5,
            (
                Case(
                    "a further example of which nothing is known",
                    THREE,
                    ask=_gap_alone,
                    shown="cond_table_with_gaps(X, y, (3, 4), 1), then with a further row of gaps",
                ),
            ),
            "What does an example without any known feature say about the features?",
        ),
        Family("random gaps", "random", 0.5, _random_gaps),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_gaps_by_loops, _gaps_by_feature, _gaps_by_a_column_too_many),
    read="7 · Gaps in the data",
    concepts=("nb-missing",),
)
