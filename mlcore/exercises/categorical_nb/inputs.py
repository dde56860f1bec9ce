"""The tables that the tasks of this unit are tried on, and the shape of a model."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mlcore.datasets import load_play_tennis, load_ten_by_two

Model = dict[str, Any]
Data = tuple[NDArray[Any], NDArray[Any], tuple[int, ...]]  # X, y, n_values

_TENNIS = load_play_tennis(codes=True)
TENNIS: Data = (_TENNIS.X, _TENNIS.y, (3, 3, 2, 2))
# Sunny, cool, high, strong: the query that the lectures work out.
QUERY = np.array([[0, 2, 0, 1]])
ALL_DAYS = np.array(list(np.ndindex(3, 3, 2, 2)))  # (36, 4)

_TEN = load_ten_by_two()
TEN_BY_TWO: Data = (_TEN.X, _TEN.y, (2, 2))
ALL_BITS = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])

# Three classes, first seen out of order and of unequal size; the middle value of one feature and the last
# value of the other never occur.
THREE: Data = (
    np.array([[0, 1], [2, 0], [0, 0], [2, 2], [2, 1], [2, 0], [0, 1], [0, 2], [0, 1]]),
    np.array(["s", "a", "s", "m", "s", "a", "s", "m", "s"]),
    (3, 4),
)
ALL_OF_THREE = np.array(list(np.ndindex(3, 4)))  # (12, 2)
# Labels that are no indices, in two kinds of numbers.
NEGATIVE: Data = (np.array([[0], [1], [1], [1], [0]]), np.array([1, -1, 1, 1, 1]), (2,))
SEVENS: Data = (np.array([[1, 0], [0, 0], [1, 2], [1, 1]]), np.array([7, 3, 7, 7]), (2, 3))


def random_data(rng: np.random.Generator, n: int, n_values: tuple[int, ...], labels: tuple[Any, ...]) -> Data:
    """Return examples in which every class occurs, in random order."""
    X = np.column_stack([rng.integers(0, V, n) for V in n_values])
    y = np.array([*labels, *rng.choice(labels, n - len(labels), p=rng.dirichlet([2.0] * len(labels)))])
    return X, rng.permutation(y), n_values


def random_model(rng: np.random.Generator, n_values: tuple[int, ...], labels: tuple[Any, ...]) -> Model:
    """Return a model that nobody learnt: random priors and tables, no zeros."""
    K = len(labels)
    return model_of(
        labels, rng.dirichlet([2.0] * K), [rng.dirichlet(np.full(V, 2.0), size=K) for V in n_values]
    )


def model_of(classes, prior, tables) -> Model:
    """Return what prediction needs of a model; a table that is given for several features is one array."""
    made = {id(table): np.array(table, dtype=float) for table in tables}
    return {
        "classes": np.array(classes),
        "prior": np.array(prior, dtype=float),
        "tables": [made[id(table)] for table in tables],
    }


# A skewed prior against evidence that is four times as probable in the rare class.
SKEWED = model_of(["common", "rare"], [0.9, 0.1], [[[0.8, 0.2], [0.2, 0.8]]])
# Three classes, two features; zeros in the tables, but never in every class at once, and no ties.
# Class "s" would win the query [1, 1] but for its zero.
WITH_ZEROS = model_of(
    ["a", "m", "s"],
    [0.3125, 0.125, 0.5625],
    [
        [[0.5, 0.25, 0.25], [0.0, 0.5, 0.5], [0.75, 0.25, 0.0]],
        [[0.5, 0.25, 0.125, 0.125], [0.25, 0.25, 0.25, 0.25], [1.0, 0.0, 0.0, 0.0]],
    ],
)
NO_ZEROS = model_of(
    ["a", "m", "s"],
    [0.25, 0.125, 0.625],
    [
        [[0.5, 0.25, 0.25], [0.125, 0.5, 0.375], [0.625, 0.25, 0.125]],
        [[0.5, 0.25, 0.125, 0.125], [0.25, 0.25, 0.25, 0.25], [0.625, 0.125, 0.125, 0.125]],
    ],
)


def long_model(d: int) -> Model:
    """Return a model of two classes and d features of ten values each: products of d factors underflow."""
    first = np.full((2, 10), 0.1)
    first[1, 0], first[1, 1] = 0.11, 0.09
    return model_of([0, 1], [0.75, 0.25], [first] * d)
