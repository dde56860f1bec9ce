"""Leave examples of the frequent class out.

Right answers draw differently, so the cases ask for what all of them share.
"""

from typing import Any

import numpy as np

from mlcore.decisions import undersample
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


def _kept(n: int, fraction: float) -> int:
    return max(1, int(np.floor(fraction * n + 0.5)))


def _sample(rng, rows, fraction: float):
    return rng.choice(rows, size=_kept(len(rows), fraction), replace=False)


def _parts(y, majority) -> tuple[Any, Any]:
    is_majority = np.asarray(y) == majority
    return np.flatnonzero(is_majority), np.flatnonzero(~is_majority)


def _together(*parts):
    return np.sort(np.concatenate(parts))


@wrong("6.11-M1")
def minority_thinned(y, majority, fraction, rng):
    """Which class is thinned out: the one that is named, or the others?"""
    many, few = _parts(y, majority)
    return _together(many, _sample(rng, few, fraction))


@wrong("6.11-M2")
def everything_thinned(y, majority, fraction, rng):
    """How many of the rare examples do you keep? You need all of them."""
    many, few = _parts(y, majority)
    return _together(_sample(rng, many, fraction), _sample(rng, few, fraction))


@wrong("6.11-M2")
def drawn_from_all_rows(y, majority, fraction, rng):
    """Does your draw look at the labels at all? Count the rare examples that are left."""
    return np.sort(_sample(rng, np.arange(len(np.asarray(y))), fraction))


@wrong("6.11-M3")
def drawn_with_replacement(y, majority, fraction, rng):
    """Is every index at most once in your result? What does rng.choice do unless you tell it otherwise?"""
    many, few = _parts(y, majority)
    return _together(rng.choice(many, size=_kept(len(many), fraction)), few)


@wrong("6.11-M4")
def fraction_removed(y, majority, fraction, rng):
    """Is the fraction what you keep, or what you throw away?"""
    many, few = _parts(y, majority)
    thrown = set(_sample(rng, many, fraction).tolist())
    return _together([i for i in many.tolist() if i not in thrown], few).astype(int)


@wrong()
def majority_only(y, majority, fraction, rng):
    """Where are the examples of the other classes?"""
    return np.sort(_sample(rng, _parts(y, majority)[0], fraction))


@wrong()
def first_rows(y, majority, fraction, rng):
    """You keep the first examples of the class. What if the data are sorted by date? Where is the chance?"""
    many, few = _parts(y, majority)
    return _together(many[: _kept(len(many), fraction)], few)


@wrong()
def not_sorted(y, majority, fraction, rng):
    """In which order do your indices come? The task wants them sorted."""
    many, few = _parts(y, majority)
    return np.concatenate((_sample(rng, many, fraction), few))


@wrong()
def labels_for_indices(y, majority, fraction, rng):
    """Do you return labels or indices? With indices one can take the rows of X as well."""
    return np.asarray(y)[undersample(y, majority, fraction, rng)]


@wrong()
def mask_for_indices(y, majority, fraction, rng):
    """Do you return one truth value for each row? The task asks for indices."""
    return np.isin(np.arange(len(np.asarray(y))), undersample(y, majority, fraction, rng))


@wrong()
def places_within_the_class(y, majority, fraction, rng):
    """Is the number you draw a row of y, or a place in the list of the majority's rows?"""
    many, few = _parts(y, majority)
    return _together(_sample(rng, np.arange(len(many)), fraction), few)


@wrong()
def a_coin_for_each_row(y, majority, fraction, rng):
    """You toss a coin for each example. How many do you keep: always as many as asked for, or about as
    many?"""
    many, few = _parts(y, majority)
    return _together(many[rng.random(len(many)) < fraction], few)


@wrong()
def rounded_down(y, majority, fraction, rng):
    """What is 49.5, rounded? Does int() round?"""
    many, few = _parts(y, majority)
    return _together(rng.choice(many, size=max(1, int(fraction * len(many))), replace=False), few)


@wrong()
def none_is_possible(y, majority, fraction, rng):
    """If the fraction is tiny, how many are left of the class? A class without examples cannot be learnt."""
    many, few = _parts(y, majority)
    return _together(rng.choice(many, size=int(np.floor(fraction * len(many) + 0.5)), replace=False), few)


@wrong()
def as_many_as_the_others(y, majority, fraction, rng):
    """You balance the classes. Where do you use the fraction?"""
    many, few = _parts(y, majority)
    return _together(rng.choice(many, size=min(len(few), len(many)), replace=False), few)


@wrong()
def another_generator(y, majority, fraction, rng):
    """Two different generators come in: do two different samples come out? Where do your random numbers come
    from?"""
    return undersample(y, majority, fraction, np.random.default_rng(0))


@wrong()
def half_to_the_even_number(y, majority, fraction: float, rng: np.random.Generator):
    """What is round(2.5) in Python? The task wants a half to go upwards."""
    y = np.asarray(y)
    rows = np.flatnonzero(y == majority)
    size = max(1, round(fraction * len(rows)))
    return np.sort(np.r_[np.flatnonzero(y != majority), rng.choice(rows, size, replace=False)])


@wrong()
def a_coin_for_every_row(y, majority, fraction: float, rng: np.random.Generator):
    """If each row throws a coin, how many rows are left? The same number every time?"""
    y = np.asarray(y)
    return np.flatnonzero((y != majority) | (rng.random(len(y)) < fraction))


def _left(answer: Answer, y, majority, fraction: float) -> dict[Any, int]:
    """Return how many rows of each label are left."""
    rows = np.asarray(answer(y, majority, fraction, np.random.default_rng(3)))
    kept, count = np.unique(np.asarray(y)[rows], return_counts=True)
    return dict(zip(kept.tolist(), count.tolist(), strict=True))


def _distinct(answer: Answer, y, majority, fraction: float) -> dict[str, bool]:
    rows = np.asarray(answer(y, majority, fraction, np.random.default_rng(4)))
    return {
        "indices of rows": rows.dtype.kind in "iu",
        "sorted": bool((np.diff(rows.astype(int)) >= 0).all()),
        "no index twice": len(np.unique(rows)) == len(rows),
    }


def _by_chance(answer: Answer, y, majority, fraction: float) -> dict[str, bool]:
    """Say whether the sample is the same for equal seeds, for others, and whether it is the first rows."""
    one, same, other = (
        np.asarray(answer(y, majority, fraction, np.random.default_rng(seed))) for seed in (7, 7, 8)
    )
    first = np.asarray(first_rows.answer(y, majority, fraction, None))
    return {
        "same for the same seed": bool(np.array_equal(one, same)),
        "same for another seed": bool(np.array_equal(one, other)),
        "just the first rows": bool(np.array_equal(np.sort(one), first)),
    }


def _by_shuffling(y, majority, fraction: float, rng: np.random.Generator) -> list[int]:
    many, few = _parts(y, majority)
    return sorted(rng.permutation(many)[: _kept(len(many), fraction)].tolist() + few.tolist())


def _by_throwing_away(y, majority, fraction: float, rng: np.random.Generator):
    many, _ = _parts(y, majority)
    thrown = rng.choice(many, size=len(many) - _kept(len(many), fraction), replace=False)
    return np.setdiff1d(np.arange(len(np.asarray(y))), thrown)


def _by_random_keys(y, majority, fraction: float, rng: np.random.Generator):
    many, few = _parts(y, majority)
    lowest = np.argsort(rng.random(len(many)))[: _kept(len(many), fraction)]
    return tuple(sorted([*many[lowest], *few]))


SPAM = np.array(["spam"] * 990 + ["ham"] * 10)
MIXED = np.tile([0, 2, 1, 2, 2, 2, 2, 2], 10)  # 10 of class 0, 10 of class 1, 60 of class 2


def _rows_left(name: str, y, majority, fraction: float) -> Case:
    values, count = np.unique(y, return_counts=True)
    had = dict(zip(values.tolist(), count.tolist(), strict=True))
    call = (
        f"undersample(y, {majority!r}, {fraction:g}, rng): how many rows of each label are left? y has {had}"
    )
    return Case(name, (y, majority, fraction), ask=_left, shown=call)


EXERCISE = Exercise(
    name="undersample",
    contract="undersample(y, majority, fraction, rng) -> sorted indices",
    reference=undersample,
    read="9 · Rare classes",
    concepts=("ub-undersample",),
    families=(
        Family("990 spam, 10 ham, keep 5 %", "example", 0.5, (
            _rows_left("what is left", SPAM, "spam", 0.05),
        ), question="0.05 · 990 is 49.5, rounded to 50. And how many ham?"),
        Family("other classes, and all of them", "trap", 0.5, (
            _rows_left("three classes", MIXED, 2, 0.2),
            _rows_left("a fraction of 1", MIXED, 2, 1.0),
            _rows_left("a half goes upwards", MIXED, 1, 0.25),
            _rows_left("label 0", np.where(MIXED == 2, 0, 1), 0, 0.4),
            _rows_left("at least one is kept", MIXED, 2, 0.001),
        ), question="Which rows are always kept?"),
        Family("indices by chance", "property", 1, (
            Case("sorted and distinct", (MIXED, 2, 0.5), ask=_distinct,
                 shown="undersample(y, 2, 0.5, rng): what comes back? "
                       "y is [0, 2, 1, 2, 2, 2, 2, 2], ten times"),
            Case("drawn from rng", (MIXED, 2, 0.5), ask=_by_chance,
                 shown="undersample(y, 2, 0.5, rng) with the seeds 7, 7 and 8; "
                       "y is [0, 2, 1, 2, 2, 2, 2, 2], ten times"),
        ), question="Do all your random numbers come from rng, and is no row drawn twice?"),
    ),
    misconceptions=mistakes_in(globals()),
    right=(undersample, _by_shuffling, _by_throwing_away, _by_random_keys),
)  # fmt: skip
