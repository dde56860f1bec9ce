"""From distances to neighbours: the numbers of the k nearest rows."""

import numpy as np

from mlcore.exercises.mistakes import mistakes_in
from selfcheck.compare import exact
from selfcheck.exercise import Case, Exercise, Family, wrong


def nearest(dists, k):
    """Return the numbers of the k smallest distances; of equal ones the earlier first."""
    if not 1 <= k <= len(dists):
        raise ValueError(f"k must lie between 1 and {len(dists)}; got {k}.")
    return np.argsort(np.asarray(dists, dtype=float), kind="stable")[:k]


@wrong("1.7-M1, E15")
def one_too_many(dists, k):
    """Count what you return for k = 1. When does your loop stop: at k, or after k?"""
    nearest(dists, k)
    return np.argsort(np.asarray(dists, dtype=float), kind="stable")[: k + 1]


@wrong("1.7-M1, E15")
def the_loop_runs_once_more(dists, k):
    """Is there anybody left to take when k = n? Look at the condition of your loop: < or <=?"""
    if k >= len(dists):
        raise ValueError("nobody is left")
    return one_too_many.answer(dists, k)


@wrong("1.7-M2")
def farthest_first(dists, k):
    """Does a near point have a small distance, or a large one?"""
    return nearest(-np.asarray(dists, dtype=float), k)


@wrong("1.7-M2")
def from_the_other_end(dists, k):
    """You sorted, and took from one end. Do small distances stand there, or large ones?"""
    nearest(dists, k)
    return np.argsort(np.asarray(dists, dtype=float), kind="stable")[::-1][:k]


@wrong("1.7-M3")
def distances_for_numbers(dists, k):
    """Could you look up a label with what you return? Is it a number of a row?"""
    return np.asarray(dists, dtype=float)[nearest(dists, k)]


@wrong("1.7-M4")
def without_the_nearest(dists, k):
    """Is the query itself among the training data? If not, whom do you leave out?"""
    nearest(dists, k)
    return np.argsort(np.asarray(dists, dtype=float), kind="stable")[1 : k + 1]


@wrong("1.7-M5")
def later_row_on_ties(dists, k):
    """Two rows are equally near: which does the contract want first? Which does your sort give?"""
    nearest(dists, k)
    return sorted(range(len(dists)), key=lambda i: (dists[i], -i))[:k]


@wrong("1.7-M6, knn-k-beyond-n")
def silently_fewer(dists, k):
    """Ask for one neighbour more than there are: what should an honest function do?"""
    return np.argsort(np.asarray(dists, dtype=float), kind="stable")[:k]


@wrong()
def in_the_order_of_the_rows(dists, k):
    """You found the right rows. Does the nearest come first?"""
    return np.sort(nearest(dists, k))


@wrong("knn-argpartition-at-n")
def fails_when_all_are_asked(dists, k):
    """k = n is allowed: everybody is a neighbour. Does your function still answer, the nearest first?"""
    if k < 1:
        raise ValueError("k")
    return np.argpartition(np.asarray(dists, dtype=float), k)[:k]


@wrong()
def sort_without_order_of_ties(dists, k):
    """Is the sort that you use stable: does it leave equal values in their order? What does kind= say?"""
    nearest(dists, k)
    return np.argsort(np.asarray(dists, dtype=float))[:k]


@wrong()
def looks_up_the_first_equal(dists, k):
    """You look for the row of each distance: what if two rows have the same one?"""
    nearest(dists, k)
    return [list(dists).index(s) for s in sorted(dists)[:k]]


@wrong("knn-k-beyond-n")
def zero_neighbours(dists, k):
    """What is the smallest number of neighbours that can vote?"""
    if k > len(dists):
        raise ValueError("k")
    return np.argsort(np.asarray(dists, dtype=float), kind="stable")[:k]


def _checked(dists, k: int):
    if not 1 <= k <= len(dists):
        raise ValueError("k is from 1 to the number of distances.")
    return np.asarray(dists, dtype=float)


@wrong()
def ranks_for_rows(dists, k: int):
    """One sort says which row comes first; sorting again says which place row 0 has. Which does the task ask
    for?"""
    order = np.argsort(_checked(dists, k), kind="stable")
    return np.argsort(order, kind="stable")[:k]


@wrong()
def one_row_for_each_distance(dists, k: int):
    """If the distance is the key of a dictionary, what happens to two rows that are equally near?"""
    where = {d: i for i, d in enumerate(_checked(dists, k).tolist())}
    return [where[d] for d in sorted(where)][:k]


@wrong()
def numbers_shift(dists, k: int):
    """You take the nearest out of the list. Which numbers do the rows after it have then?"""
    rest, rows = _checked(dists, k).tolist(), []
    for _ in range(k):
        rows.append(rest.index(min(rest)))
        rest.pop(rows[-1])
    return rows


def _loop(dists, k):
    if k < 1 or k > len(dists):
        raise ValueError("k")
    rows: list[int] = []
    rest = list(range(len(dists)))
    while len(rows) < k:
        best = min(rest, key=lambda i: dists[i])
        rest.remove(best)
        rows.append(best)
    return rows


def _pairs(dists, k):
    if k not in range(1, len(dists) + 1):
        raise ValueError(f"k = {k}")
    return tuple(i for _, i in sorted((s, i) for i, s in enumerate(dists))[:k])


def _lexsort(dists, k):
    n = len(dists)
    if not 0 < k <= n:
        raise ValueError("k must be between 1 and n")
    return np.lexsort((np.arange(n), dists))[:k]


def _random(rng):
    for number in range(4):
        n = int(rng.integers(3, 9))
        yield Case(f"draw {number + 1}", (rng.integers(0, 6, n) / 2.0, int(rng.integers(1, n + 1))))


IN_ORDER = "Half of six hundred rows: are they the right ones, and does the nearest come first?"

EXERCISE = Exercise(
    name="nearest",
    contract="nearest(dists, k) -> k numbers of rows, nearest first",
    reference=nearest,
    families=(
        Family(
            "four distances",
            "example",
            0.5,
            (
                Case("the two nearest", (np.array([5, 1, 3, 2]), 2)),
                Case("the nearest", (np.array([5, 1, 3, 2]), 1)),
                Case("an array", (np.array([2.5, 0.5, 4.0]), 2)),
            ),
            "Which distance is smallest, and what is its index, counted from 0?",
        ),
        Family(
            "ties, and everybody",
            "trap",
            0.5,
            (
                Case("a tie inside", (np.array([2.0, 1.0, 1.0, 3.0]), 3)),
                Case("a tie at the last place", (np.array([1.0, 2.0, 2.0, 2.0]), 2)),
                Case("all equal", (np.array([4, 4, 4]), 2)),
                Case("forty distances of three values", (np.tile([2.0, 1.0, 3.0, 1.0], 10), 30)),
                Case(
                    "six hundred distances, all different",
                    (np.arange(600) * 37 % 601 / 4, 300),
                    question=IN_ORDER,
                ),
                Case("k = n", (np.array([3.0, 1.0, 2.0]), 3)),
                Case("the query is a row itself", (np.array([0.0, 5.0, 2.0]), 1)),
            ),
            "Of equally near rows the earlier counts first. Does your way of sorting keep their order?",
        ),
        Family(
            "impossible k",
            "trap",
            0.5,
            (
                Case("k > n: a ValueError", (np.array([1.0, 2.0]), 3)),
                Case("k = 0: a ValueError", (np.array([1.0, 2.0]), 0)),
                Case("k < 0: a ValueError", (np.array([1.0, 2.0]), -1)),
            ),
            "Which k make sense for n distances? The contract wants a ValueError for all others.",
        ),
        Family("drawn at random", "random", 0.5, _random),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_loop, _pairs, _lexsort),
    compare=exact(),
    read="4 · Learn, find, ask",
    concepts=("knn-predict", "knn-ties", "hp-k"),
)
