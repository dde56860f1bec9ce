"""The distance between two sequences of any length: the fewest edits."""

from functools import cache

import numpy as np

from mlcore import distances
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.compare import exact
from selfcheck.exercise import Case, Exercise, Family, wrong


def _edit_table(a, b, substitution=1, match=0, border=1):
    """Fill the table of edit distances; the arguments are the prices."""
    row = [border * t for t in range(len(b) + 1)]
    for s, x in enumerate(a, start=1):
        above, row = row, [border * s]
        for t, y in enumerate(b, start=1):
            row.append(min(above[t] + 1, row[-1] + 1, above[t - 1] + (match if x == y else substitution)))
    return row[-1]


# Replacing a letter for 2 is never better than to drop it and insert the other, and never worse: the two
# mistakes below give one number for any two words.
@wrong("1.5-M1", equals=("no-substitution",))
def substitution_costs_two(a, b):
    """How many changes turn "cat" into "bat"? Is one of them enough?"""
    return _edit_table(a, b, substitution=2)


@wrong("1.5-M2")
def hamming_and_the_rest(a, b):
    """Drop the first letter of "abcd" and put it at the end: how many changes is that?"""
    return sum(s != t for s, t in zip(a, b, strict=False)) + abs(len(a) - len(b))


@wrong("1.5-M3")
def border_of_zeros(a, b):
    """How many changes turn "abc" into the empty word? What stands at the border of your table?"""
    return _edit_table(a, b, border=0)


@wrong()
def no_insertion(a, b):
    """Turn "ab" into "axb": which of the three changes is that, and where is it in your minimum?"""
    table = [[max(i, j) if 0 in (i, j) else 0 for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i, s in enumerate(a, 1):
        for j, t in enumerate(b, 1):
            table[i][j] = min(table[i - 1][j] + 1, table[i - 1][j - 1] + (s != t))
    return table[-1][-1]


@wrong("1.5-M4", equals=("substitution-costs-two",))
def no_substitution(a, b):
    """Which three changes are allowed? Which of them does your minimum leave out?"""
    return _edit_table(a, b, substitution=len(a) + len(b) + 2)


@wrong()
def equal_letters_cost_too(a, b):
    """You answer with the length of the longer word. How far is "cat" from "cat"?"""
    return _edit_table(a, b, match=1)


@wrong()
def replacing_is_free(a, b):
    """How many changes turn "cat" into "dog"? Does it cost nothing to replace a letter?"""
    return _edit_table(a, b, substitution=0)


@wrong()
def one_letter_of_the_table_missing(a, b):
    """Which cell of the table holds the answer? Its size is one more than each word's length."""
    return _edit_table(a[:-1], b[:-1])


@wrong()
def neighbours_exchanged_at_once(a, b):
    """Drop, insert, replace: is exchanging two letters one of the three?"""
    table = np.add.outer(np.arange(len(a) + 1), np.arange(len(b) + 1))
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            ways = [table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + (a[i - 1] != b[j - 1])]
            if min(i, j) > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                ways.append(table[i - 2, j - 2] + 1)
            table[i, j] = min(ways)
    return int(table[-1, -1])


def _edit_recursive(a, b):
    @cache
    def distance(s, t):
        if s == 0 or t == 0:
            return s + t
        changed = distance(s - 1, t - 1) + (a[s - 1] != b[t - 1])
        return min(distance(s - 1, t) + 1, distance(s, t - 1) + 1, changed)

    return distance(len(a), len(b))


def _edit_matrix(a, b):
    D = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for s in range(len(a) + 1):
        for t in range(len(b) + 1):
            if s == 0 or t == 0:
                D[s][t] = s + t
            elif a[s - 1] == b[t - 1]:
                D[s][t] = D[s - 1][t - 1]
            else:
                D[s][t] = 1 + min(D[s - 1][t], D[s][t - 1], D[s - 1][t - 1])
    return D[len(a)][len(b)]


def _random_spellings(rng):
    for number in range(4):
        words = ["".join(rng.choice(list("abc"), int(rng.integers(2, 7)))) for _ in range(2)]
        yield Case(f"draw {number + 1}", tuple(words))


def _there_and_back(answer, a, b):
    return [answer(a, b), answer(b, a), answer(a, a)]


EXERCISE = Exercise(
    name="edit_distance",
    contract="edit_distance(a, b) -> int",
    reference=distances.edit_distance,
    families=(
        Family(
            "words, by hand",
            "example",
            0.5,
            (
                Case("one letter replaced", ("cat", "bat")),
                Case("one letter more", ("cat", "cats")),
                Case("two replaced, one more", ("kitten", "sitting")),
            ),
            "Turn the first word into the second with a pencil. How few changes do you need?",
        ),
        Family(
            "empty, equal, shifted",
            "trap",
            0.75,
            (
                Case("one empty word", ("", "abc")),
                Case("two empty words", ("", "")),
                Case("equal words", ("banana", "banana")),
                Case("the first letter goes last", ("abcd", "bcda")),
                Case("a letter in front", ("at", "cat")),
                Case("two letters exchanged", ("form", "from")),
            ),
            "Fill the table for this pair by hand. Which cell of yours differs first?",
        ),
        Family(
            "what a distance must do",
            "property",
            0.25,
            (
                Case(
                    "there, back, and at home",
                    ("flaw", "lawn"),
                    ask=_there_and_back,
                    shown="edit_distance of (a, b), of (b, a), of (a, a); a = 'flaw', b = 'lawn'",
                ),
            ),
            "Every change can be undone at the same price. Are d(a, b) and d(b, a) equal?",
        ),
        Family("drawn at random", "random", 0.5, _random_spellings),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_edit_table, _edit_recursive, _edit_matrix),
    compare=exact(),
    read="9 · Anything that has a distance",
    concepts=("dist-edit",),
)
