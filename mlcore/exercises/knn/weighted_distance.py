"""How much each feature counts in a distance."""

import numpy as np

from mlcore import distances
from mlcore.exercises.knn.inputs import arrays
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Case, Exercise, Family, wrong


def _table(values):
    return np.asarray(values, dtype=float)


def _squares(a, b):
    return (_table(a) - _table(b)) ** 2


@wrong("1.17-M1, E81")
def without_the_root(a, b, z):
    """With all weights 1 this should be the Euclidean distance. What is it for (0, 0) and (3, 4)?"""
    return float(_table(z) @ _squares(a, b))


@wrong("1.17-M2, E81")
def one_weight_for_all(a, b, z):
    """Each feature has its own weight. Which index does z carry in your sum?"""
    return float(np.sqrt((z[-1] * _squares(a, b)).sum()))


@wrong("1.17-M3")
def weight_inside_the_square(a, b, z):
    """A weight of 1/4 on one feature: is the distance along it halved, or quartered, by the formula?"""
    return float(np.sqrt((_table(z) ** 2 * _squares(a, b)).sum()))


@wrong("1.17-M4")
def weights_scaled_to_one(a, b, z):
    """With all weights 1 this should be the Euclidean distance. Is it, if you divide by their sum?"""
    z = _table(z)
    return float(np.sqrt(z @ _squares(a, b) / z.sum())) if z.any() else 0.0


@wrong("1.17-M5")
def divided_by_the_weights(a, b, z):
    """A weight of 0 should make a feature not count. What does dividing by 0 do?"""
    with np.errstate(divide="ignore", invalid="ignore"):
        return float(np.sqrt((_squares(a, b) / _table(z)).sum()))


@wrong()
def weights_ignored(a, b, z):
    """Does z occur in your sum?"""
    return float(np.sqrt(_squares(a, b).sum()))


@wrong()
def weights_outside_the_root(a, b, z):
    """Is each feature's gap weighed before the squares are added, or after?"""
    return float(_table(z) @ np.abs(_table(a) - _table(b)))


@wrong()
def root_of_each_term(a, b, z):
    """One root of the sum, or a sum of roots: what is the distance from (0, 0) to (3, 4)?"""
    return np.sum(
        np.sqrt(np.asarray(z, dtype=float) * (np.asarray(a, dtype=float) - np.asarray(b, dtype=float)) ** 2)
    )


def _weighted_loop(a, b, z):
    return sum(float(w) * (float(s) - float(t)) ** 2 for s, t, w in zip(a, b, z, strict=True)) ** 0.5


def _weighted_norm(a, b, z):
    return np.linalg.norm(np.sqrt(_table(z)) * (_table(a) - _table(b)))


def _weighted_matrix(a, b, z):
    gaps = _table(a) - _table(b)
    return np.sqrt(gaps @ np.diag(_table(z)) @ gaps)


def _random_weights(rng):
    for number in range(4):
        d = int(rng.integers(2, 6))
        yield Case(
            f"draw {number + 1}",
            (rng.normal(size=d).round(3), rng.normal(size=d).round(3), rng.uniform(0.1, 3, d).round(2)),
        )


EXERCISE = Exercise(
    name="weighted_distance",
    contract="weighted_distance(a, b, z) -> float",
    reference=distances.weighted_distance,
    families=(
        Family(
            "one feature more, or less",
            "example",
            0.25,
            (
                Case(
                    "the third feature does not count",
                    arrays([0, 0, 0], [3, 4, 9], [1, 1, 0]),
                ),
                Case("all weights 1: Euclid", arrays([1, 3], [3.5, 1], [1, 1])),
            ),
            "Which two squares remain when the third weight is 0, and what is the root of their sum?",
        ),
        Family(
            "weights between",
            "trap",
            0.5,
            (
                Case("a quarter and four", arrays([0, 0], [4, 1], [0.25, 4])),
                Case("weights above 1", arrays([1, 2, 3], [2, 0, 5], [2, 3, 0.5])),
                Case("nothing counts", arrays([1, 2], [3, 4], [0, 0])),
            ),
            "Write the three products z times gap squared. Is the weight squared too?",
        ),
        Family("drawn at random", "random", 0.25, _random_weights),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_weighted_loop, _weighted_norm, _weighted_matrix),
    uses=("minkowski",),
    read="9 · Anything that has a distance",
    concepts=("dist-feature-weights", "pr-irrelevant"),
)
