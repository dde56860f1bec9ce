"""The distance between two sets."""

from mlcore import distances
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Case, Exercise, Family, wrong


@wrong("1.4-M1")
def jaccard_similarity(A, B):
    """How far is a set from itself? Is 1 a good answer?"""
    return 1 - distances.jaccard_distance(A, B)


@wrong("1.4-M2")
def both_sizes_below(A, B):
    """How many members does the union of {1, 2} and {2, 3} have: three, or four?"""
    total = len(A) + len(B)
    return 1 - len(A & B) / total if total else 0.0


@wrong("1.4-M3, E21")
def crash_on_two_empty_sets(A, B):
    """What is the union of two empty sets, and may you divide by its size?"""
    return 1 - len(A & B) / len(A | B)


@wrong("1.4-M4")
def number_in_one_only(A, B):
    """Two sets of a thousand that differ in one member, two sets of one: are they equally far apart?"""
    return float(len(A ^ B))


@wrong("1.4-M5")
def larger_size_below(A, B):
    """Which set do you divide by? Try two sets without a common member, and two that overlap a little."""
    return 1 - len(A & B) / max(len(A), len(B)) if A or B else 0.0


@wrong()
def smaller_size_below(A, B):
    """Is {1} the same as {1, 2, 3, 4}? What do you divide by?"""
    least = min(len(A), len(B))
    return 1 - len(A & B) / least if least else float(len(A) != len(B))


@wrong()
def two_empty_sets_are_far(A, B):
    """Two empty sets are equal. How far apart are equal things?"""
    return distances.jaccard_distance(A, B) if A or B else 1.0


@wrong()
def shared_members_count_twice(A, B):
    """Members in both, over members in either: does a shared member count once below, or twice?"""
    return 0 if not A and not B else 1 - 2 * len(A & B) / (len(A) + len(B))


@wrong()
def one_empty_set_is_near_all(A, B):
    """Two empty sets are equal. Is an empty set equal to one that is not?"""
    return 0 if not A or not B else 1 - len(A & B) / len(A | B)


def _jaccard_loop(A, B):
    common = sum(1 for member in A if member in B)
    either = len(A) + len(B) - common
    return 0 if either == 0 else (either - common) / either


def _jaccard_methods(A, B):
    union = A.union(B)
    return 1 - len(A.intersection(B)) / len(union) if union else 0.0


def _jaccard_one_only(A, B):
    return len(A ^ B) / max(1, len(A | B))


def _random_sets(rng):
    for number in range(4):
        sets = [set(rng.choice(8, size=int(rng.integers(1, 6)), replace=False).tolist()) for _ in range(2)]
        yield Case(f"draw {number + 1}", tuple(sets))


EXERCISE = Exercise(
    name="jaccard_distance",
    contract="jaccard_distance(A, B) -> float",
    reference=distances.jaccard_distance,
    families=(
        Family(
            "sets, by hand",
            "example",
            0.25,
            (
                Case("two of four members in common", ({1, 2, 3}, {2, 3, 4})),
                Case("one set inside the other", ({1}, {1, 2, 3, 4})),
                Case("words of two mails", ({"hello", "offer", "now"}, {"hello", "lecture"})),
            ),
            "List the members of both sets, then of either. Which count goes above the line, which below?",
        ),
        Family(
            "empty sets",
            "trap",
            0.5,
            (
                Case("two empty sets", (set(), set())),
                Case("one empty set", (set(), {1, 2})),
                Case("nothing in common", ({1, 2}, {3})),
                Case("the same set", ({"a", "b"}, {"b", "a"})),
            ),
            "Equal sets are at distance 0, sets that share nothing at 1. Which rule holds for empty ones?",
        ),
        Family("drawn at random", "random", 0.25, _random_sets),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_jaccard_loop, _jaccard_methods, _jaccard_one_only),
    read="9 · Anything that has a distance",
    concepts=("dist-jaccard",),
)
