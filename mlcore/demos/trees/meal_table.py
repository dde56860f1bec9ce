"""Forty-eight meals, and who was sick after them: what a tree and naive Bayes read from one table.

Made for this course: milk makes sick without a lactase pill, egg does nothing, and a few are sick anyhow.
"""

from collections.abc import Iterable
from fractions import Fraction

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from mlcore._checks import IntArray

FOODS = ("milk", "egg", "lactase")
EACH = 6  # meals of each kind
SICK = {  # of the six, how many were sick
    (0, 0, 0): 0,
    (0, 0, 1): 1,
    (0, 1, 0): 1,
    (0, 1, 1): 0,
    (1, 0, 0): 5,
    (1, 0, 1): 1,
    (1, 1, 0): 5,
    (1, 1, 1): 1,
}
KINDS = np.array(list(SICK))  # (8, 3)
ASKED = (1, 0, 0)  # milk, nothing else
Meals = list[tuple[tuple[int, ...], int]]


def meals(bugs: int = 0) -> Meals:
    """Return every meal with 1 for sick; ``bugs`` more people ate nothing of it and were sick all the same.

    >>> len(meals()), sum(sick for _, sick in meals())
    (48, 14)
    """
    rows: Meals = [(kind, int(i < sick)) for kind, sick in SICK.items() for i in range(EACH)]
    return rows + [((0, 0, 0), 1)] * bugs


def arrays(rows: Meals) -> tuple[IntArray, IntArray]:
    """Return the meals as X (n, 3) and y (n,)."""
    return np.array([kind for kind, _ in rows]), np.array([sick for _, sick in rows])


def grow(rows: Meals) -> DecisionTreeClassifier:
    """Return a decision tree of at most three leaves."""
    tree: DecisionTreeClassifier = DecisionTreeClassifier(max_leaf_nodes=3, random_state=0).fit(*arrays(rows))
    return tree


def share(rows: Iterable[tuple[tuple[int, ...], int]]) -> Fraction:
    """Return the share of the sick.

    >>> share([((1, 0, 0), 1), ((0, 0, 0), 0)])
    Fraction(1, 2)
    """
    sick = [s for _, s in rows]
    return Fraction(sum(sick), len(sick))


def impurity(rows: Meals) -> Fraction:
    """Return Gini's impurity 2 p (1 − p): how often two people drawn at random differ."""
    p = share(rows)
    return 2 * p * (1 - p)


def impurity_after(rows: Meals, j: int) -> Fraction:
    """Return the mean impurity of the two groups that the question about food j makes.

    >>> [float(round(impurity_after(meals(), j), 4)) for j in range(3)]
    [0.3264, 0.4132, 0.3576]
    """
    groups = [[row for row in rows if row[0][j] == answer] for answer in (0, 1)]
    return sum((Fraction(len(group), len(rows)) * impurity(group) for group in groups), Fraction(0))


def gini_after(X: IntArray, y: IntArray, j: int) -> float:
    """Return Σ_v (n_v / n) · 2 p_v (1 − p_v), the impurity that asking for feature j leaves.

    >>> gini_after(np.array([[0], [0], [1], [1]]), np.array([0, 1, 1, 1]), 0)
    0.25
    """
    groups = [y[X[:, j] == answer] for answer in (0, 1)]
    return float(sum(2 * len(g) * g.mean() * (1 - g.mean()) for g in groups) / len(y))


def scores(rows: Meals, kind: tuple[int, ...]) -> tuple[Fraction, Fraction]:
    """Return π_c ∏_j P(x_j | c) for well and sick, counted without smoothing.

    >>> scores(meals(), (1, 0, 0))
    (Fraction(13, 272), Fraction(11, 112))
    """
    joint = []
    for c in (0, 1):
        group = [food for food, sick in rows if sick == c]
        score = Fraction(len(group), len(rows))
        for j, value in enumerate(kind):
            score *= Fraction(sum(food[j] == value for food in group), len(group))
        joint.append(score)
    return joint[0], joint[1]
