"""The table of each feature: how often does each value occur in each class?"""

from typing import Any

import numpy as np

from mlcore.exercises.categorical_nb.inputs import SEVENS, TEN_BY_TWO, TENNIS, THREE, random_data
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong

Tables = list[Any]


def cond_table(X, y, n_values, alpha: float) -> Tables:
    """Return for each feature θ_{c,v} = (n_{c,v} + α) / (n_c + α V), shape (K, V)."""
    tables = []
    for n_cv in counts(X, y, n_values):
        V = n_cv.shape[1]
        tables.append((n_cv + alpha) / (n_cv.sum(axis=1, keepdims=True) + alpha * V))
    return tables


def counts(X, y, n_values) -> Tables:
    """Return for each feature the counts n_{c,v}, shape (K, V)."""
    classes = np.unique(y)
    return [
        np.array([[np.sum((y == c) & (X[:, j] == v)) for v in range(V)] for c in classes])
        for j, V in enumerate(n_values)
    ]


def _ratio(above, below):
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(above, dtype=float) / below


def _in_another_order(answer: Answer, X, y, n_values) -> list[Any]:
    order = np.arange(len(y))[::-1]
    return [answer(X, y, n_values, 1), answer(X[order], y[order], n_values, 1)]


def _twice_the_data(answer: Answer, X, y, n_values) -> list[Any]:
    once = answer(X, y, n_values, 0)
    return [once, answer(np.concatenate([X, X]), np.concatenate([y, y]), n_values, 0)]


def _columns_exchanged(answer: Answer, X, y, n_values) -> list[Any]:
    tables = list(answer(X[:, ::-1], y, n_values[::-1], 0.5))
    return tables[::-1]


def _random_examples(rng: np.random.Generator) -> list[Case]:
    cases = []
    for n, n_values, labels in ((9, (2, 4), (0, 1)), (14, (3, 2, 5), ("c", "a", "b"))):
        X, y, _ = random_data(rng, n, n_values, labels)
        cases.append(Case(f"{n} examples", (X, y, n_values, round(float(rng.uniform(0.2, 2)), 2))))
    return cases


@wrong("2.2-M1")
def divides_by_all_examples(X, y, n_values, alpha: float) -> Tables:
    """Add up one row of your table. How many examples does the row of a class describe: all, or only its
    own?"""
    return [_ratio(n + alpha, len(y) + alpha * n.shape[1]) for n in counts(X, y, n_values)]


@wrong("2.2-M1")
def all_classes_sum_to_one_together(X, y, n_values, alpha: float) -> Tables:
    """Your whole table sums to 1: it is P(class, value). What does each ROW of P(value | class) sum to?"""
    return [_ratio(n + alpha, len(y) + alpha * n.size) for n in counts(X, y, n_values)]


@wrong()
def alpha_after_the_division(X, y, n_values, alpha: float) -> Tables:
    """Is a pseudo-count added to a count, or to a share? Add up one of your rows for alpha = 1."""
    n_c = np.unique(y, return_counts=True)[1][:, None]
    return [_ratio(n, n_c) + alpha for n in counts(X, y, n_values)]


@wrong("2.2")
def labels_used_as_indices(X, y, n_values, alpha: float) -> Tables:
    """You use a label as the index of a row. Is there a row number 7, or a row number "Yes"?"""
    tables = [np.full((len(set(np.asarray(y).tolist())), V), float(alpha)) for V in n_values]
    for x, label in zip(X, y, strict=True):
        for j, v in enumerate(x):
            tables[j][label, v] += 1
    return [_ratio(table, table.sum(axis=1, keepdims=True)) for table in tables]


@wrong("2.2-M2")
def divides_by_the_value(X, y, n_values, alpha: float) -> Tables:
    """Your columns sum to 1. Is it P(class | value) that the product needs, or P(value | class)?"""
    return [_ratio(n + alpha, (n + alpha).sum(axis=0)) for n in counts(X, y, n_values)]


@wrong("2.2-M3")
def alpha_above_the_line_only(X, y, n_values, alpha: float) -> Tables:
    """Each of the V values got alpha more. By how much did the total of the class grow? Do your rows sum
    to 1?"""
    return [_ratio(n + alpha, n.sum(axis=1, keepdims=True)) for n in counts(X, y, n_values)]


@wrong("2.2-M4")
def alpha_times_classes(X, y, n_values, alpha: float) -> Tables:
    """You add alpha for each CLASS below the line. What got alpha above it: the classes, or the values?"""
    return [_ratio(n + alpha, n.sum(axis=1, keepdims=True) + alpha * len(n)) for n in counts(X, y, n_values)]


@wrong("2.2-M5")
def alpha_once_below_the_line(X, y, n_values, alpha: float) -> Tables:
    """Each of the V values got alpha. How often does it belong below the line? Do your rows sum to 1?"""
    return [_ratio(n + alpha, n.sum(axis=1, keepdims=True) + alpha) for n in counts(X, y, n_values)]


@wrong("2.2-M6")
def first_column_for_every_feature(X, y, n_values, alpha: float) -> Tables:
    """Is the column index in your count a j, or a 0? With the index of one slide every feature is the
    first."""
    same = np.repeat(np.asarray(X)[:, :1], len(n_values), axis=1)
    return cond_table(same, y, n_values, alpha)


@wrong("2.2-M7")
def table_as_wide_as_what_was_seen(X, y, n_values, alpha: float) -> Tables:
    """The last value of a feature never occurred in training. Is there a column for it when a query has
    it?"""
    return cond_table(X, y, [int(column.max()) + 1 for column in np.asarray(X).T], alpha)


@wrong("2.2-M7")
def columns_for_seen_values_only(X, y, n_values, alpha: float) -> Tables:
    """A value that never occurred has no column in your table, and all columns after it move up. What does
    n_values say?"""
    tables = []
    for j, column in enumerate(np.asarray(X).T):
        n = counts(X, y, n_values)[j][:, np.unique(column)]
        tables.append(_ratio(n + alpha, n.sum(axis=1, keepdims=True) + alpha * n.shape[1]))
    return tables


@wrong("2.2-M7")
def smooths_by_the_values_seen(X, y, n_values, alpha: float) -> Tables:
    """Below the line you count the values that occur in training. How many values got alpha above it?"""
    tables = []
    for j, n in enumerate(counts(X, y, n_values)):
        V = len(np.unique(np.asarray(X)[:, j]))
        tables.append(_ratio(n + alpha, n.sum(axis=1, keepdims=True) + alpha * V))
    return tables


@wrong("2.2-M8")
def smooths_by_the_values_of_the_class(X, y, n_values, alpha: float) -> Tables:
    """Below the line you count the values that the CLASS has shown. How many values got alpha above it?"""
    return [
        _ratio(n + alpha, n.sum(axis=1, keepdims=True) + alpha * (n > 0).sum(axis=1, keepdims=True))
        for n in counts(X, y, n_values)
    ]


@wrong("2.2-M9")
def one_hard_coded(X, y, n_values, alpha: float) -> Tables:
    """Try alpha = 0 and alpha = 1/2. Does your table change? Which number should stand where your 1
    stands?"""
    return cond_table(X, y, n_values, 1)


@wrong("2.2-M10")
def raw_counts(X, y, n_values, alpha: float) -> Tables:
    """Your table holds counts. By what must a row be divided to be a distribution?"""
    return [np.asarray(n + alpha, dtype=float) for n in counts(X, y, n_values)]


@wrong("2.2")
def alpha_ignored(X, y, n_values, alpha: float) -> Tables:
    """A value that a class never showed has probability 0 in your table, whatever alpha is. Where do you
    use it?"""
    return cond_table(X, y, n_values, 0)


@wrong("2.2")
def only_zeros_are_smoothed(X, y, n_values, alpha: float) -> Tables:
    """You help only the cells that are 0. The task gives alpha to EVERY value: why not only to those in
    need?"""
    tables = []
    for n in counts(X, y, n_values):
        smoothed = np.where(n == 0, alpha, n)
        tables.append(_ratio(smoothed, smoothed.sum(axis=1, keepdims=True)))
    return tables


@wrong("2.2")
def smoothed_twice(X, y, n_values, alpha: float) -> Tables:
    """Your total is the sum of counts that already hold alpha. Do you then add alpha V once more?"""
    return [
        _ratio(n + alpha, (n + alpha).sum(axis=1, keepdims=True) + alpha * n.shape[1])
        for n in counts(X, y, n_values)
    ]


@wrong("2.2")
def same_values_for_every_feature(X, y, n_values, alpha: float) -> Tables:
    """Wind has two values, outlook three. Does each feature of yours have its own number of them?"""
    V = n_values[0]
    return [_ratio(n + alpha, n.sum(axis=1, keepdims=True) + alpha * V) for n in counts(X, y, n_values)]


@wrong("2.2")
def transposed(X, y, n_values, alpha: float) -> Tables:
    """One row per class, one column per value: what is the shape of your table for three outlooks and two
    classes?"""
    return [table.T for table in cond_table(X, y, n_values, alpha)]


@wrong("2.2")
def classes_in_order_of_appearance(X, y, n_values, alpha: float) -> Tables:
    """Which class does the first row of your table belong to? The task wants the classes in sorted order."""
    order = np.unique(np.asarray(y), return_index=True)[1].argsort()
    return [table[order] for table in cond_table(X, y, n_values, alpha)]


def _sizes(y):
    return np.unique(np.asarray(y), return_counts=True)[1][:, None]


@wrong()
def alpha_for_the_values_of_all_features(X, y, n_values, alpha: float):
    """Among how many values does this one feature choose? Add up a row of your table."""
    below = _sizes(y) + alpha * sum(n_values)
    return [(table + alpha) / below for table in counts(X, y, n_values)]


@wrong()
def one_more_value_for_the_unknown(X, y, n_values, alpha: float):
    """All V values are in the table, seen or not. For which further value is the + 1 below? Add up a row."""
    tables = counts(X, y, n_values)
    return [(table + alpha) / (_sizes(y) + alpha * (table.shape[1] + 1)) for table in tables]


@wrong()
def repeated_pairs_count_once(X, y, n_values, alpha: float):
    """table[rows, columns] += 1: what does NumPy do if a pair occurs twice?"""
    tables = [np.minimum(table, 1) for table in counts(X, y, n_values)]
    return [(table + alpha) / (_sizes(y) + alpha * table.shape[1]) for table in tables]


@wrong()
def alpha_shared_among_the_values(X, y, n_values, alpha: float):
    """Does every value get alpha, or do all values together?"""
    return [(table + alpha / table.shape[1]) / (_sizes(y) + alpha) for table in counts(X, y, n_values)]


def _table_by_loops(X, y, n_values, alpha: float) -> Tables:
    labels = list(y)
    tables = []
    for j in range(len(n_values)):
        table = []
        for c in sorted(set(labels)):
            row = [alpha] * n_values[j]
            for i in range(len(labels)):
                if labels[i] == c:
                    row[X[i][j]] += 1
            table.append([count / sum(row) for count in row])
        tables.append(table)
    return tables


def _table_by_one_hot(X, y, n_values, alpha: float) -> Tables:
    member = (np.asarray(y)[:, None] == np.unique(y)).astype(float)  # (n, K)
    smoothed = [member.T @ np.eye(V)[np.asarray(X)[:, j]] + alpha for j, V in enumerate(n_values)]
    return [table / table.sum(axis=1, keepdims=True) for table in smoothed]


def _table_by_bincount(X, y, n_values, alpha: float):
    classes, codes = np.unique(y, return_inverse=True)
    tables = []
    for j, V in enumerate(n_values):
        n = np.bincount(codes * V + np.asarray(X)[:, j], minlength=len(classes) * V).reshape(-1, V)
        tables.append((n + alpha) / (np.bincount(codes)[:, None] + alpha * V))
    return tuple(tables)


EXERCISE = Exercise(
    name="cond_table",
    contract="cond_table(X, y, n_values, alpha) -> list of d tables, each of shape (K, V_j)",
    reference=cond_table,
    families=(
        Family(
            "play-tennis, and ten rows",
            "example",
            1,
            (
                Case("ten rows, no smoothing", (*TEN_BY_TWO, 0)),
                Case("play-tennis, no smoothing", (*TENNIS, 0)),
            ),
            "Keep the rows of one class and one feature. How often does each value occur, out of how many?",
        ),
        Family(
            "smoothing",
            "trap",
            1,
            (
                Case("ten rows, alpha 1", (*TEN_BY_TWO, 1)),
                Case("play-tennis, alpha 1", (*TENNIS, 1)),
                Case("play-tennis, alpha 1/2", (*TENNIS, 0.5)),
            ),
            "Add up each row of each table. What should the sums be?",
        ),
        Family(
            "values that never occur, labels that are no indices",
            "trap",
            1.5,
            (
                Case("three classes, values 1 and 3 never seen, alpha 1", (*THREE, 1)),
                Case("three classes, no smoothing", (*THREE, 0)),
                Case("labels 3 and 7, alpha 2", (*SEVENS, 2)),
            ),
            "n_values says how many values a feature has, seen or not. Is there a column for each?",
        ),
        Family(
            "what must not matter",
            "property",
            0.5,
            (
                Case(
                    "the order of the examples",
                    THREE,
                    ask=_in_another_order,
                    shown="cond_table(X, y, (3, 4), 1), then with the examples backwards",
                ),
                Case(
                    "every example twice, without smoothing",
                    THREE,
                    ask=_twice_the_data,
                    shown="cond_table(X, y, (3, 4), 0), then with every example twice",
                ),
                Case(
                    "the order of the features",
                    THREE,
                    ask=_columns_exchanged,
                    shown="cond_table with the columns backwards, its tables turned round again",
                ),
            ),
            "Which of these changes a count, and which a share?",
        ),
        Family("random examples", "random", 0.5, _random_examples),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_table_by_loops, _table_by_one_hot, _table_by_bincount),
    read="4 · Tables, and what to do about zeros",
    concepts=(
        "mle-conditional",
        "cat-learn",
        "smooth-additive",
        "smooth-all-features",
        "smooth-laplace",
        "zero-frequency",
        "smooth-more-data",
    ),
)
