"""Joint probability tables: a number for every combination of values, and all that can be read off.

A table is a dictionary from a combination to its probability; combinations that are left out have
probability 0. An event fixes the values at some positions of the combination:

    joint = {("F", "poor"): 0.30, ("F", "rich"): 0.04, ("M", "poor"): 0.46, ("M", "rich"): 0.20}
    event_prob(joint, {0: "M", 1: "poor"})     # P(M, poor)

Sums stay in the type of the table: a table of fractions gives fractions.
Left out on purpose: events that no conjunction describes ("or", "not"). Add or subtract what is here.
"""

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from numbers import Integral, Real
from typing import Any

from mlcore._checks import number, shown, whole

Combination = tuple[Any, ...]  # a value of each variable: words, numbers, truth values
Number = Any  # float, Fraction, or a number of a library's: a result is of the table's own type
Joint = Mapping[Combination, Number]
Event = Mapping[int, Hashable]
Positions = int | Sequence[int]

# A table copied from a page is rounded: eight rows of two decimals may miss 1 by 0.02 without a mistake.
ROUNDING = 0.025


def event_prob(joint: Joint, event: Event) -> Number:
    """Return P(event): the sum of the rows in which every named position has the named value.

    The empty event is certain. A value that no row has is an event of probability 0.

    Parameters
    ----------
    joint : mapping from tuple to number
        The joint table.
    event : mapping from int to value
        The value at each position that the event fixes.

    Returns
    -------
    number
        P(event), in the type of the table.

    Examples
    --------
    >>> coins = {("H", "H"): 0.5, ("H", "T"): 0.25, ("T", "H"): 0.25}
    >>> event_prob(coins, {0: "H"})
    0.75
    """
    _check_event(event, "event", _check_joint(joint))
    return _mass(joint, event)


def cond_prob(joint: Joint, event: Event, given: Event) -> Number:
    """Return P(event | given) = P(event, given) / P(given).

    An event that contradicts the condition has probability 0. An impossible condition is a ValueError:
    0 / 0 has no value.

    Parameters
    ----------
    joint : mapping from tuple to number
        The joint table.
    event : mapping from int to value
        The event whose probability is asked for.
    given : mapping from int to value
        The condition.

    Returns
    -------
    number
        P(event | given), in the type of the table.

    Examples
    --------
    >>> coins = {("H", "H"): 0.5, ("H", "T"): 0.25, ("T", "H"): 0.25}
    >>> cond_prob(coins, {0: "H"}, given={1: "T"})
    1.0
    """
    d = _check_joint(joint)
    _check_event(event, "event", d)
    _check_event(given, "given", d)
    p_given = _mass(joint, given)
    if p_given == 0:
        raise ValueError(f"given must be possible; P(given) is 0 for {shown(dict(given))}.")
    if any(j in given and given[j] != value for j, value in event.items()):
        return 0 * p_given  # 0 in the type of the table
    return _mass(joint, {**event, **given}) / p_given


def marginal(joint: Joint, variables: Positions) -> dict[Combination, Number]:
    """Return the table of some of the variables: the others are summed out.

    Parameters
    ----------
    joint : mapping from tuple to number
        The joint table.
    variables : int or sequence of int
        The positions to keep, in the order of the result.

    Returns
    -------
    dict from tuple to number
        The table of these variables.

    Examples
    --------
    >>> marginal({("H", "H"): 0.5, ("H", "T"): 0.25, ("T", "H"): 0.25}, 1)
    {('H',): 0.75, ('T',): 0.25}
    """
    return _sum_out(joint, _positions(variables, "variables", _check_joint(joint)))


def independent(joint: Joint, a: Positions, b: Positions, tol: float = 1e-9) -> bool:
    """Say whether P(a, b) = P(a) P(b) for all values, up to tol.

    Parameters
    ----------
    joint : mapping from tuple to number
        The joint table.
    a, b : int or sequence of int
        Positions in the combinations, or groups of them; they must not overlap.
    tol : float, default=1e-9
        The largest difference that counts as none.

    Returns
    -------
    bool
        Whether a and b are independent.

    Examples
    --------
    >>> independent({(0, 0): 0.25, (0, 1): 0.25, (1, 0): 0.25, (1, 1): 0.25}, 0, 1)
    True
    """
    return cond_independent(joint, a, b, (), tol)


def cond_independent(joint: Joint, a: Positions, b: Positions, c: Positions, tol: float = 1e-9) -> bool:
    """Say whether P(a, b | c) = P(a | c) P(b | c) for all values of positive P(c), up to tol.

    Neither kind of independence implies the other: two tosses of one unknown coin depend on each other, but
    not given the coin; two fair pixels do not, until one knows whether they are equal.

    Parameters
    ----------
    joint : mapping from tuple to number
        The joint table.
    a, b, c : int or sequence of int
        Positions in the combinations, or groups of them; they must not overlap.
    tol : float, default=1e-9
        The largest difference that counts as none.

    Returns
    -------
    bool
        Whether a and b are independent given c.

    Examples
    --------
    >>> pixels = {(0, 0, "same"): 0.25, (1, 1, "same"): 0.25, (0, 1, "differ"): 0.25, (1, 0, "differ"): 0.25}
    >>> independent(pixels, 0, 1), cond_independent(pixels, 0, 1, 2)
    (True, False)
    """
    d = _check_joint(joint)
    a, b, c = _positions(a, "a", d), _positions(b, "b", d), _positions(c, "c", d)
    if len({*a, *b, *c}) < len(a) + len(b) + len(c):
        raise ValueError(f"a, b and c must not share a position; got {a}, {b} and {c}.")
    tol = number(tol, "tol", low=0)
    p_c, p_ac, p_bc = _sum_out(joint, c), _sum_out(joint, (*a, *c)), _sum_out(joint, (*b, *c))
    p_abc = _sum_out(joint, (*a, *b, *c))
    return all(
        abs(p_abc.get((*u, *v, *w), 0) / p_c[w] - p_uw / p_c[w] * p_vw / p_c[w]) <= tol
        for (u, w), p_uw in _split(p_ac, len(a))
        for (v, w2), p_vw in _split(p_bc, len(b))
        if w == w2 and p_c[w] > 0
    )


def joint_from_counts(counts: Mapping[Combination, Number]) -> dict[Combination, Number]:
    """Return the table of relative frequencies n_row / n.

    Parameters
    ----------
    counts : mapping from tuple to number
        How often each combination was seen.

    Returns
    -------
    dict from tuple to float
        The joint table.

    Examples
    --------
    >>> joint_from_counts({("sunny", "no"): 3, ("sunny", "yes"): 2})
    {('sunny', 'no'): 0.6, ('sunny', 'yes'): 0.4}
    """
    _check_rows(counts, "counts")
    n = sum(counts.values())
    if not n > 0:
        raise ValueError("counts must hold at least one example; they sum to 0.")
    return {row: count / n for row, count in counts.items()}


def joint_from_rows(rows: Iterable[Sequence[Hashable]]) -> dict[Combination, Number]:
    """Return the table of relative frequencies of the rows of a data set.

    Parameters
    ----------
    rows : iterable of sequences
        The examples, one combination each.

    Returns
    -------
    dict from tuple to float
        The joint table.

    Examples
    --------
    >>> joint_from_rows([("sunny", "no"), ("rain", "yes"), ("sunny", "no"), ("sunny", "yes")])
    {('sunny', 'no'): 0.5, ('rain', 'yes'): 0.25, ('sunny', 'yes'): 0.25}
    """
    return joint_from_counts(Counter(tuple(row) for row in rows))


def _mass(joint: Joint, event: Event) -> Number:
    """Return the sum of the rows in which the event holds."""
    return sum(p for row, p in joint.items() if all(row[j] == value for j, value in event.items()))


def _sum_out(joint: Joint, positions: Sequence[int]) -> dict[Combination, Number]:
    """Return the table over the given positions, in their order."""
    table: dict[Combination, Number] = {}
    for row, p in joint.items():
        key = tuple(row[j] for j in positions)
        table[key] = table.get(key, 0) + p
    return table


def _split(table: Joint, at: int) -> list[tuple[tuple[Combination, Combination], Number]]:
    """Return the entries with each combination cut in two."""
    return [((row[:at], row[at:]), p) for row, p in table.items()]


def _check_joint(joint: Joint) -> int:
    """Return the number of variables of a table, or raise unless it is a probability table."""
    d = _check_rows(joint, "joint")
    total = sum(joint.values())
    if abs(total - 1) > ROUNDING:
        raise ValueError(f"joint must sum to 1; it sums to {float(total):.12g} (see joint_from_counts).")
    return d


def _check_rows(table: Joint, name: str) -> int:
    """Return the length of the combinations, or raise unless all have one and no entry is negative."""
    if not isinstance(table, Mapping):
        raise TypeError(f"{name} must be a dictionary from combinations to numbers; got {shown(table)}.")
    if not table:
        raise ValueError(f"{name} must not be empty.")
    for row, p in table.items():
        if not isinstance(row, tuple):
            raise TypeError(f"{name} must have tuples as keys; got {shown(row)}.")
        if not isinstance(p, Real) or isinstance(p, bool):
            raise TypeError(f"{name} must hold numbers; got {shown(p)} for {shown(row)}.")
        if not 0 <= float(p) < math.inf:
            raise ValueError(
                f"{name} must hold finite numbers of at least 0; got {shown(p)} for {shown(row)}."
            )
    lengths = sorted({len(row) for row in table})
    if len(lengths) > 1:
        raise ValueError(f"{name} must have combinations of one length; got lengths {lengths}.")
    return lengths[0]


def _check_event(event: Event, name: str, d: int) -> None:
    """Raise unless the event maps positions of the table to values."""
    if not isinstance(event, Mapping):
        raise TypeError(f"{name} must be a dictionary from positions to values; got {shown(event)}.")
    for j, value in event.items():
        whole(j, f"a position in {name}", low=0, high=d - 1)
        if not isinstance(value, Hashable):
            raise TypeError(f"{name} must hold single values; got {shown(value)} at position {j}.")


def _positions(variables: Positions, name: str, d: int) -> tuple[int, ...]:
    """Return positions as a tuple without repetitions, or raise."""
    if isinstance(variables, Integral):
        variables = (int(variables),)
    if isinstance(variables, str) or not isinstance(variables, Iterable):
        raise TypeError(f"{name} must be a position or several; got {shown(variables)}.")
    positions = tuple(whole(j, f"a position in {name}", low=0, high=d - 1) for j in variables)
    if len(set(positions)) < len(positions):
        raise ValueError(f"{name} must not repeat a position; got {positions}.")
    return positions
