"""The distance between two sequences of one length: the places where they differ."""

from mlcore import distances
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.compare import exact
from selfcheck.exercise import Case, Exercise, Family, wrong


@wrong("1.3-M1, E20")
def cut_to_the_shorter(a, b):
    """Are "cat" and "cats" the same word? What does zip do with the last letter?"""
    return sum(s != t for s, t in zip(a, b, strict=False))


@wrong("1.3-M2")
def matches_for_differences(a, b):
    """How far is a word from itself? Do you count what is equal, or what differs?"""
    return len(a) - distances.hamming(a, b)


@wrong("1.3-M3")
def share_for_count(a, b):
    """Does the contract ask for a number of places, or for a share of them?"""
    return distances.hamming(a, b) / len(a) if len(a) else 0.0


@wrong("1.3-M4")
def letters_in_one_only(a, b):
    """Does the order of the letters matter? Try "ab" and "ba" on paper."""
    distances.hamming(a, b)
    return len(set(a) ^ set(b))


@wrong()
def missing_places_differ(a, b):
    """Is there a place in "cat" to compare the s of "cats" with? What does the contract say?"""
    return cut_to_the_shorter.answer(a, b) + abs(len(a) - len(b))


def _hamming_loop(a, b):
    if len(a) != len(b):
        raise ValueError("different lengths")
    count = 0
    for i in range(len(a)):
        if a[i] != b[i]:
            count += 1
    return count


def _hamming_zip(a, b):
    return sum(1 for s, t in zip(a, b, strict=True) if s != t)


def _hamming_equal(a, b):
    if len(a) != len(b):
        raise ValueError(f"lengths {len(a)} and {len(b)}")
    return len(a) - [s == t for s, t in zip(a, b, strict=False)].count(True)


def _random_words(rng):
    for number in range(4):
        n = int(rng.integers(3, 9))
        yield Case(
            f"draw {number + 1}", ("".join(rng.choice(list("ACGT"), n)), "".join(rng.choice(list("ACGT"), n)))
        )


EXERCISE = Exercise(
    name="hamming",
    contract="hamming(a, b) -> int",
    reference=distances.hamming,
    families=(
        Family(
            "words, by hand",
            "example",
            0.25,
            (
                Case("three places differ", ("karolin", "kathrin")),
                Case("the same letters, each elsewhere", ("abcd", "bcda")),
                Case("lists do as well", ([1, 2, 3], [1, 0, 3])),
            ),
            "Write one word under the other. In how many columns do the letters differ?",
        ),
        Family(
            "lengths",
            "trap",
            0.5,
            (
                Case("different lengths: a ValueError", ("cat", "cats")),
                Case("a word against no word: a ValueError", ("", "a")),
                Case("two empty words", ("", "")),
            ),
            "There is no place in the shorter word for the last letter. What should a function do then?",
        ),
        Family("drawn at random", "random", 0.25, _random_words),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_hamming_loop, _hamming_zip, _hamming_equal),
    compare=exact(),
    read="9 · Anything that has a distance",
    concepts=("dist-hamming",),
)
