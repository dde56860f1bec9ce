"""Conditional independence in a joint table: the assumption that makes naive Bayes naive."""

import itertools
from typing import Any

import numpy as np

from mlcore.exercises.bayes_rule.event_prob import event_prob
from mlcore.exercises.bayes_rule.inputs import COINS, WEALTH, Joint
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong

# Two pixels and whether they are equal: independent, until one knows the class.
PIXELS: Joint = {(0, 0, "A"): 0.25, (1, 1, "A"): 0.25, (0, 1, "B"): 0.25, (1, 0, "B"): 0.25}


def from_conditionals(p_c: dict[Any, float], tables: dict[Any, list[list[float]]]) -> Joint:
    """Return the table over (a, b, c) with P(a, b, c) = P(c) P(a, b | c)."""
    return {
        (a, b, c): p_c[c] * p
        for c, table in tables.items()
        for a, row in enumerate(table)
        for b, p in enumerate(row)
    }


def product(p: list[float], q: list[float]) -> list[list[float]]:
    """Return the table P(a, b) of independent a and b."""
    return [[u * v for v in q] for u in p]


DEPENDENT = [[0.375, 0.125], [0.125, 0.375]]
# Independent, but in floating point P(a, b | c) and P(a | c) P(b | c) differ in their last digits.
TENTHS = from_conditionals(
    {"c": 0.3, "d": 0.7}, {"c": product([0.1, 0.9], [0.7, 0.3]), "d": product([0.6, 0.4], [0.2, 0.8])}
)
ONLY_FIRST = from_conditionals({"c": 0.5, "d": 0.5}, {"c": product([0.25, 0.75], [0.5, 0.5]), "d": DEPENDENT})
ONLY_SECOND = from_conditionals(
    {"c": 0.25, "d": 0.75}, {"c": DEPENDENT, "d": product([0.5, 0.5], [0.25, 0.75])}
)
# The first cell agrees, P(0, 0) = 1/4 = 1/2 · 1/2; the others do not. Three values are needed for that.
FIRST_CELL_AGREES = from_conditionals({"c": 1.0}, {"c": [[0.25, 0.25, 0.0], [0.25, 0.0, 0.25]]})
SLIGHTLY = from_conditionals(
    {"c": 0.125, "d": 0.875}, {"c": [[0.28, 0.22], [0.22, 0.28]], "d": product([0.5, 0.5], [0.5, 0.5])}
)
# Only the pair (0, 0), which the table leaves out, misses by more than 1/20: 0 is less than 1/4 · 1/4.
BY_A_HAIR = {(a, b, "c"): 0.25 + (1e-7 if a == b else -1e-7) for a in (0, 1) for b in (0, 1)}
PAIR_LEFT_OUT = {(a, b, "c"): 0.125 for a in range(3) for b in range(3) if (a, b) != (0, 0)}
# A class that never occurs: nothing can be said about it, and nothing needs to be.
WITH_EMPTY_CLASS = {
    **from_conditionals({"c": 1.0}, {"c": product([0.25, 0.75], [0.5, 0.5])}),
    (0, 0, "d"): 0.0,
}


def cond_independent(joint: Joint, a: int, b: int, c: int, tol: float = 1e-9) -> bool:
    """Say whether |P(a, b | c) − P(a | c) P(b | c)| ≤ tol for all values, in every class of positive P(c)."""
    differences = _differences(joint, a, b, c)
    return all(abs(difference) <= tol for difference in differences.values())


def _values(joint: Joint, position: int) -> list[Any]:
    """Return the values at a position, in the order of the table."""
    return list(dict.fromkeys(row[position] for row in joint))


def _differences(joint: Joint, a: int, b: int, c: int) -> dict[tuple[Any, Any, Any], float]:
    """Return P(a, b | c) − P(a | c) P(b | c) for all values, where P(c) > 0."""
    gaps = {}
    for w in _values(joint, c):
        p_c = event_prob(joint, {c: w})
        if p_c == 0:
            continue
        for u, v in itertools.product(_values(joint, a), _values(joint, b)):
            both = event_prob(joint, {a: u, b: v, c: w}) / p_c
            each = event_prob(joint, {a: u, c: w}) / p_c * event_prob(joint, {b: v, c: w}) / p_c
            gaps[u, v, w] = both - each
    return gaps


def _either_way(answer: Answer, joint: Joint) -> list[Any]:
    return [answer(joint, 0, 1, 2, 1e-9), answer(joint, 1, 0, 2, 1e-9)]


def _each_as_the_condition(answer: Answer, joint: Joint) -> list[Any]:
    return [answer(joint, 0, 1, 2, 1e-9), answer(joint, 0, 2, 1, 1e-9), answer(joint, 1, 2, 0, 1e-9)]


def _random_tables(rng: np.random.Generator) -> list[Case]:
    cases = []
    for dependent in rng.permutation([0, 0, 1, 1, 1]):
        p_c = dict(zip("xyz", rng.dirichlet([2, 2, 2]).tolist(), strict=True))
        tables = {
            c: product(rng.dirichlet([3, 3]).tolist(), rng.dirichlet([3, 3, 3]).tolist()) for c in "xyz"
        }
        if dependent:  # in one class, whichever it is, two cells gain what two others lose
            table = tables["xyz"[int(rng.integers(3))]]
            shift = 0.5 * min(table[0][1], table[1][2])
            table[0][1] -= shift
            table[0][2] += shift
            table[1][2] -= shift
            table[1][1] += shift
        cases.append(Case("any table", (from_conditionals(p_c, tables), 0, 1, 2, 1e-9)))
    return cases


@wrong("0.6-M1")
def marginal_independence(joint: Joint, a: int, b: int, c: int, tol: float = 1e-9) -> bool:
    """Look at two tosses of one unknown coin, then at two tosses of the fair one. Where does c enter your
    test?"""
    return all(
        abs(event_prob(joint, {a: u, b: v}) - event_prob(joint, {a: u}) * event_prob(joint, {b: v})) <= tol
        for u in _values(joint, a)
        for v in _values(joint, b)
    )


@wrong("0.6-M2")
def first_class_only(joint: Joint, a: int, b: int, c: int, tol: float = 1e-9) -> bool:
    """You have looked at one value of c. Is a return inside the loop the reason? What if the next one
    disagrees?"""
    differences = _differences(joint, a, b, c)
    first = next(w for _, _, w in differences)
    return all(abs(difference) <= tol for (_, _, w), difference in differences.items() if w == first)


@wrong("0.6-M3")
def exactly_equal_floats(joint: Joint, a: int, b: int, c: int, tol: float = 1e-9) -> bool:
    """Is 0.1 * 3 == 0.3 in Python? Which argument says how much two floats may differ here?"""
    return all(difference == 0 for difference in _differences(joint, a, b, c).values())


@wrong("0.6-M4")
def first_cell_only(joint: Joint, a: int, b: int, c: int, tol: float = 1e-9) -> bool:
    """One pair of values agrees. Must the equation hold for one pair, or for every pair of values of a and
    b?"""
    differences = _differences(joint, a, b, c)
    u, v, _ = next(iter(differences))
    return all(abs(differences[u, v, w]) <= tol for w in _values(joint, c) if (u, v, w) in differences)


@wrong("0.6-M4")
def returns_at_the_first_look(joint: Joint, a: int, b: int, c: int, tol: float = 1e-9) -> bool:
    """Your return stands inside all loops. When may you say False at once, and when may you say True?"""
    return abs(next(iter(_differences(joint, a, b, c).values()))) <= tol


@wrong("0.6-M5")
def class_probability_forgotten(joint: Joint, a: int, b: int, c: int, tol: float = 1e-9) -> bool:
    """You compare P(a, b, c) with P(a, c) P(b, c). What turns P(a, c) into P(a | c)? How often do you need
    it?"""
    return all(
        abs(
            event_prob(joint, {a: u, b: v, c: w})
            - event_prob(joint, {a: u, c: w}) * event_prob(joint, {b: v, c: w})
        )
        <= tol
        for u in _values(joint, a)
        for v in _values(joint, b)
        for w in _values(joint, c)
    )


@wrong("0.6")
def one_class_is_enough(joint: Joint, a: int, b: int, c: int, tol: float = 1e-9) -> bool:
    """Independent given c means: whichever value c has. Do you ask for every class, or for any?"""
    differences = _differences(joint, a, b, c)
    return any(
        all(abs(difference) <= tol for (_, _, w), difference in differences.items() if w == value)
        for value in _values(joint, c)
        if any(w == value for _, _, w in differences)
    )


@wrong("0.6")
def tolerance_ignored(joint: Joint, a: int, b: int, c: int, tol: float = 1e-9) -> bool:
    """Call your function with a tol of 0.1, then with 0. Does the answer ever change? Where do you use
    tol?"""
    return all(abs(difference) <= 1e-9 for difference in _differences(joint, a, b, c).values())


@wrong("0.6")
def differences_without_absolute_value(joint: Joint, a: int, b: int, c: int, tol: float = 1e-9) -> bool:
    """A difference of -0.25 is below every tolerance. Do you take its absolute value before you compare?"""
    return all(difference <= tol for difference in _differences(joint, a, b, c).values())


@wrong("0.6")
def rows_of_the_table_only(joint: Joint, a: int, b: int, c: int, tol: float = 1e-9) -> bool:
    """A pair that the table leaves out has probability 0. Is 0 always P(a | c) P(b | c)? Do you look at such
    pairs, too?"""
    rows = {(row[a], row[b], row[c]) for row in joint}
    return all(abs(gap) <= tol for place, gap in _differences(joint, a, b, c).items() if place in rows)


@wrong("0.6")
def differences_are_averaged(joint: Joint, a: int, b: int, c: int, tol: float = 1e-9) -> bool:
    """Over all values the differences sum to 0, whatever the table. Do you judge each one, or their sum?"""
    return abs(sum(_differences(joint, a, b, c).values())) <= tol


@wrong("0.6")
def answer_turned_round(joint: Joint, a: int, b: int, c: int, tol: float = 1e-9) -> bool:
    """For the two coins, given the coin, the tosses are independent. Do you return True for that, or
    False?"""
    return not cond_independent(joint, a, b, c, tol)


@wrong()
def multiplied_out(joint: Joint, a: int, b: int, c: int, tol: float = 1e-9) -> bool:
    """The tolerance is for conditional probabilities. How large is a gap times P(c) squared?"""
    values = [sorted({row[j] for row in joint}, key=str) for j in (a, b, c)]
    return all(
        abs(
            event_prob(joint, {a: x, b: y, c: z}) * event_prob(joint, {c: z})
            - event_prob(joint, {a: x, c: z}) * event_prob(joint, {b: y, c: z})
        )
        <= tol
        for x, y, z in itertools.product(*values)
    )


@wrong()
def given_the_first_variable(joint: Joint, a: int, b: int, c: int, tol: float = 1e-9) -> bool:
    """Which variable is known, and which two may then be independent?"""
    return cond_independent(joint, c, b, a, tol)


@wrong()
def found_rows_divided_by(joint: Joint, a: int, b: int, c: int, tol: float = 1e-9) -> bool:
    """You compare P(a | b, c) with P(a | c). Is that the gap that tol is for? What if P(b, c) is 0?"""
    return all(
        abs(
            event_prob(joint, {a: row[a], b: row[b], c: row[c]}) / event_prob(joint, {b: row[b], c: row[c]})
            - event_prob(joint, {a: row[a], c: row[c]}) / event_prob(joint, {c: row[c]})
        )
        <= tol
        for row in joint
    )


def _independent_by_loops(joint: Joint, a: int, b: int, c: int, tol: float = 1e-9) -> bool:
    for w in {row[c] for row in joint}:
        rows = {row: p for row, p in joint.items() if row[c] == w}
        p_c = sum(rows.values())
        if p_c == 0:
            continue
        for u in {row[a] for row in joint}:
            for v in {row[b] for row in joint}:
                p_u = sum(p for row, p in rows.items() if row[a] == u) / p_c
                p_v = sum(p for row, p in rows.items() if row[b] == v) / p_c
                p_uv = sum(p for row, p in rows.items() if row[a] == u and row[b] == v) / p_c
                if abs(p_uv - p_u * p_v) > tol:
                    return False
    return True


def _independent_by_arrays(joint: Joint, a: int, b: int, c: int, tol: float = 1e-9):
    names = [sorted({row[j] for row in joint}, key=str) for j in (a, b, c)]
    table = np.zeros([len(values) for values in names])
    for row, p in joint.items():
        table[tuple(values.index(row[j]) for values, j in zip(names, (a, b, c), strict=True))] += p
    table = table[:, :, table.sum(axis=(0, 1)) > 0]
    given = table / table.sum(axis=(0, 1))
    each = given.sum(axis=1)[:, None, :] * given.sum(axis=0)[None, :, :]
    return (np.abs(given - each) <= tol).all()


def _independent_by_cond_prob(joint: Joint, a: int, b: int, c: int, tol: float = 1e-9) -> bool:
    def given(event: dict[int, Any], w) -> float:
        return event_prob(joint, {**event, c: w}) / event_prob(joint, {c: w})

    rows = [(row[a], row[b], row[c]) for row in joint if event_prob(joint, {c: row[c]}) > 0]
    triples = itertools.product({u for u, _, _ in rows}, {v for _, v, _ in rows}, {w for _, _, w in rows})
    return (
        max(abs(given({a: u, b: v}, w) - given({a: u}, w) * given({b: v}, w)) for u, v, w in triples) <= tol
    )


EXERCISE = Exercise(
    name="cond_independent",
    contract="cond_independent(joint, a, b, c, tol=1e-9) -> bool",
    reference=cond_independent,
    uses=("event_prob", "cond_prob"),
    families=(
        Family(
            "two coins, two pixels",
            "example",
            1,
            (
                Case(
                    "two tosses, given the coin",
                    (COINS, 1, 2, 0, 1e-9),
                    shown="cond_independent(coins, 1, 2, 0, 1e-9)",
                ),
                Case("two pixels, given whether they are equal", (PIXELS, 0, 1, 2, 1e-9)),
                Case(
                    "gender and wealth, given the hours",
                    (WEALTH, 0, 2, 1, 1e-9),
                    shown="cond_independent(wealth, 0, 2, 1, 1e-9)",
                ),
            ),
            "Keep the rows of one class, divide by their sum, and compare one cell with the product "
            "of its margins.",
        ),
        Family(
            "every class, every cell",
            "trap",
            1,
            (
                Case("independent in the first class only", (ONLY_FIRST, 0, 1, 2, 1e-9)),
                Case("independent in the second class only", (ONLY_SECOND, 0, 1, 2, 1e-9)),
                Case("the first cell agrees, others do not", (FIRST_CELL_AGREES, 0, 1, 2, 1e-9)),
                Case("a class that never occurs", (WITH_EMPTY_CLASS, 0, 1, 2, 1e-9)),
            ),
            "For which values of a, b and c must the equation hold? Do you get to see all of them?",
        ),
        Family(
            "floats and tolerances",
            "trap",
            0.5,
            (
                Case("probabilities in tenths", (TENTHS, 0, 1, 2, 1e-9)),
                Case("almost independent, and tol allows it", (SLIGHTLY, 0, 1, 2, 0.05)),
                Case("almost independent, and tol does not allow it", (SLIGHTLY, 0, 1, 2, 0.01)),
                Case("a pair that is left out misses by more than tol", (PAIR_LEFT_OUT, 0, 1, 2, 0.05)),
                Case("the same pair, as a row of 0", ({(0, 0, "c"): 0.0, **PAIR_LEFT_OUT}, 0, 1, 2, 0.05)),
                Case("far from independent, with a generous tol", (ONLY_FIRST, 0, 1, 2, 0.1)),
                Case("a difference of 1e-7, and no tol given", (BY_A_HAIR, 0, 1, 2)),
            ),
            "Which two numbers may differ by tol: joint probabilities, or those given c?",
        ),
        Family(
            "roles of the variables",
            "property",
            0.5,
            (
                Case(
                    "a and b may change places",
                    (COINS,),
                    ask=_either_way,
                    shown="cond_independent(coins, 0, 1, 2) and cond_independent(coins, 1, 0, 2)",
                ),
                Case(
                    "each variable of the two coins as the condition",
                    (COINS,),
                    ask=_each_as_the_condition,
                    shown="cond_independent of the two coins given position 2, given 1, given 0",
                ),
            ),
            "Which variable is known, and which two are compared?",
        ),
        Family("random tables", "random", 0.5, _random_tables),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_independent_by_loops, _independent_by_arrays, _independent_by_cond_prob),
    read="7 · What makes naive Bayes naive",
    concepts=("ind-conditional", "ex-two-coins", "ex-height-vocabulary", "nb-assumption", "nb-xor"),
)
