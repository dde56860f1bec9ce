"""The distance between rows of mixed kinds, numbers beside words: an optional task."""

import numpy as np

from mlcore import distances
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Case, Exercise, Family, wrong


def _deltas(a, b, ranges, kinds):
    return [
        (abs(s - t) / width if width else 0.0) if kind == "numeric" else float(s != t)
        for s, t, width, kind in zip(a, b, ranges, kinds, strict=True)
    ]


@wrong()
def ranges_ignored(a, b, ranges, kinds):
    """Ten years apart and another colour: may 10 and 1 be added as they are?"""
    return sum(_deltas(a, b, [1 if width else 0 for width in ranges], kinds)) / len(kinds)


@wrong()
def sum_of_the_features(a, b, ranges, kinds):
    """Can the distance of two rows inside the ranges exceed 1? How many features do you average over?"""
    return sum(_deltas(a, b, ranges, kinds))


@wrong()
def numbers_only(a, b, ranges, kinds):
    """Do red and blue differ? By how much, in your function?"""
    numeric = [d for d, kind in zip(_deltas(a, b, ranges, kinds), kinds, strict=True) if kind == "numeric"]
    return sum(numeric) / len(kinds)


@wrong()
def matches_counted(a, b, ranges, kinds):
    """How far is a row from itself? Does an equal colour add 1, or 0?"""
    deltas = _deltas(a, b, ranges, kinds)
    return sum(1 - d if kind == "categorical" else d for d, kind in zip(deltas, kinds, strict=True)) / len(
        kinds
    )


@wrong()
def divided_by_the_numeric_ones(a, b, ranges, kinds):
    """By how many features do you divide: by all of them, or by those that are numbers?"""
    return sum(_deltas(a, b, ranges, kinds)) / max(list(kinds).count("numeric"), 1)


@wrong()
def root_of_squares(a, b, ranges, kinds):
    """Gower takes the plain mean of the features' distances. Do you square anything?"""
    return float(np.sqrt(np.mean(np.square(_deltas(a, b, ranges, kinds)))))


@wrong()
def zero_range_fails(a, b, ranges, kinds):
    """All training rows have the same value there: its range is 0. What does the contract say?"""
    deltas = [
        abs(s - t) / width if kind == "numeric" else float(s != t)
        for s, t, width, kind in zip(a, b, ranges, kinds, strict=True)
    ]
    return sum(deltas) / len(deltas)


def _gower_numpy(a, b, ranges, kinds):
    return np.mean(_deltas(a, b, ranges, kinds))


def _gower_loop(a, b, ranges, kinds):
    total = 0.0
    for j in range(len(a)):
        if kinds[j] == "categorical":
            total += 0 if a[j] == b[j] else 1
        elif ranges[j] != 0:
            total += max(a[j] - b[j], b[j] - a[j]) / ranges[j]
    return total / len(a)


def _gower_running_mean(a, b, ranges, kinds):
    mean = 0.0
    for number, delta in enumerate(_deltas(a, b, ranges, kinds), start=1):
        mean += (delta - mean) / number
    return mean


def _random_rows(rng):
    for number in range(3):
        rows = [
            [
                round(float(rng.uniform(0, 40)), 1),
                str(rng.choice(["red", "blue"])),
                round(float(rng.uniform(0, 3)), 2),
            ]
            for _ in range(2)
        ]
        yield Case(f"draw {number + 1}", (*rows, [40, None, 3], ["numeric", "categorical", "numeric"]))


EXERCISE = Exercise(
    name="gower",
    contract="gower(a, b, ranges, kinds) -> float",
    reference=distances.gower,
    families=(
        Family(
            "age and colour",
            "example",
            0.25,
            (
                Case(
                    "ten of forty years, another colour",
                    ([20, "red"], [30, "blue"], [40, None], ["numeric", "categorical"]),
                ),
                Case("the same colour", ([20, "red"], [30, "red"], [40, None], ["numeric", "categorical"])),
            ),
            "Write down one number between 0 and 1 for each feature. What is their mean?",
        ),
        Family(
            "one kind only, and a range of 0",
            "trap",
            0.5,
            (
                Case("numbers only", ([1.0, 5.0], [2.0, 1.0], [2.0, 8.0], ["numeric", "numeric"])),
                Case("words only", (["a", "b", "c"], ["a", "c", "c"], [None] * 3, ["categorical"] * 3)),
                Case(
                    "a range of 0",
                    ([3, 1, "x"], [3, 2, "x"], [0, 4, None], ["numeric", "numeric", "categorical"]),
                ),
            ),
            "Which feature adds the first number that differs from your calculation by hand?",
        ),
        Family("drawn at random", "random", 0.25, _random_rows),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_gower_numpy, _gower_loop, _gower_running_mean),
    read="9 · Anything that has a distance",
    concepts=("dist-combine",),
)
