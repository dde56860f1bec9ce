"""How far apart two observations are that are no vectors: sequences, sets, rows of mixed kinds.

All but ``gower`` take whatever can be compared with ==.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from mlcore._checks import IntArray, missing, number, numbers, one_of, same_length, shown


def hamming(a: Sequence[object], b: Sequence[object]) -> int:
    """Return Σ_t 1(a_t ≠ b_t): in how many places two sequences of one length differ.

    A count, not the share that scikit-learn calls by this name.

    Parameters
    ----------
    a, b : sequence
        Two sequences of one length: strings, lists, tuples, arrays.

    Returns
    -------
    int
        The number of places.

    Examples
    --------
    >>> hamming("karolin", "kathrin")
    3
    """
    first, second = _sequence(a, "a"), _sequence(b, "b")
    if len(first) != len(second):
        raise ValueError(
            f"The Hamming distance needs sequences of one length; a has {len(first)}, b has {len(second)}. "
            "The edit distance compares any lengths."
        )
    return sum(bool(x != y) for x, y in zip(first, second, strict=True))


def edit_distance(a: Sequence[object], b: Sequence[object]) -> int:
    """Return the least number of insertions, deletions and substitutions that turn a into b (Levenshtein).

    With D[s, t] the distance of the first s elements of a and the first t of b,

        D[s, t] = min(D[s−1, t] + 1, D[s, t−1] + 1, D[s−1, t−1] + 1(a_s ≠ b_t)),   D[s, 0] = s,   D[0, t] = t.

    Time O(len(a) · len(b)); memory O(the shorter of the two), for only one row of D is kept.

    Parameters
    ----------
    a, b : sequence
        Two sequences of any lengths: strings, lists, tuples, arrays.

    Returns
    -------
    int
        The number of edits.

    Examples
    --------
    >>> edit_distance("kitten", "sitting")
    3
    """
    shorter, longer = sorted((_sequence(a, "a"), _sequence(b, "b")), key=len)
    if len(shorter) < 32:  # below this the array operations cost more than they save
        return _edit_by_cell(shorter, longer)
    try:
        codes = {element: code for code, element in enumerate(dict.fromkeys([*shorter, *longer]))}
    except TypeError:  # elements without a hash can still be compared
        return _edit_by_cell(shorter, longer)
    return _edit_by_row(np.array([codes[x] for x in shorter]), np.array([codes[x] for x in longer]))


def _edit_by_cell(shorter: Sequence[object], longer: Sequence[object]) -> int:
    """Fill D row by row, one cell after the other: the recurrence as it stands."""
    row = list(range(len(shorter) + 1))
    for s, element in enumerate(longer, start=1):
        above, row = row, [s]
        for t, other in enumerate(shorter, start=1):
            changed = above[t - 1] + bool(element != other)
            row.append(min(above[t] + 1, row[t - 1] + 1, changed))
    return row[-1]


def _edit_by_row(shorter: IntArray, longer: IntArray) -> int:
    """Fill D one whole row at a time."""
    columns = np.arange(len(shorter) + 1)
    row = columns.copy()
    for s, element in enumerate(longer, start=1):
        reached = np.minimum(row[1:] + 1, row[:-1] + (shorter != element))
        # subtle: insertions walk right at cost 1 a step, D[s, t] = min_{r ≤ t} (reached_r + t − r). With
        # t taken out this is a running minimum.
        row = np.minimum.accumulate(np.concatenate(([s], reached)) - columns) + columns
    return int(row[-1])


def _sequence(values: object, name: str) -> Sequence[Any]:
    """Return an ordered collection as something that zip and len understand."""
    if isinstance(values, (str, bytes, list, tuple)):
        return values
    if hasattr(values, "__array__") and np.asarray(values).ndim == 1:
        elements: list[Any] = np.asarray(values).tolist()
        return elements
    if isinstance(values, Sequence):
        return list(values)
    raise TypeError(
        f"{name} must be a sequence (string, list, tuple, array of one dimension); got {shown(values)}."
    )


def jaccard_distance(A: Iterable[object], B: Iterable[object]) -> float:
    """Return 1 − #(A ∩ B) / #(A ∪ B) for two sets; two empty sets are at distance 0.

    Whatever else is given counts as the set of its elements, a string as the set of its letters; an array of
    booleans stands for the set of places where it is true.

    Parameters
    ----------
    A, B : iterable
        Two sets.

    Returns
    -------
    float
        The distance, between 0 and 1.

    Examples
    --------
    >>> jaccard_distance({1, 2, 3}, {2, 3, 4})
    0.5
    """
    first, second = _set(A, "A"), _set(B, "B")
    union = len(first | second)
    return (union - len(first & second)) / union if union else 0.0


def _set(values: Iterable[object], name: str) -> set[Any]:
    if isinstance(values, np.ndarray):
        values = numbers(values, name).nonzero()[0].tolist() if values.dtype == bool else values.tolist()
    try:
        return set(values)
    except TypeError:
        raise TypeError(f"{name} must be a set, or hold elements of one; got {shown(values)}.") from None


def gower(a: Sequence[object], b: Sequence[object], ranges: Sequence[object], kinds: Sequence[str]) -> float:
    """Return Gower's distance of two mixed rows: the mean over features of

        δ_j = |a_j − b_j| / range_j   for kinds[j] = "numeric" (0 where the range is 0),
        δ_j = 1(a_j ≠ b_j)            for kinds[j] = "categorical" (its range is not looked at).

    A feature that is missing (None or NaN) in either row is left out of the mean. The ranges are those of the
    training data, so a query beyond them can be more than 1 away.

    Parameters
    ----------
    a, b : sequence of length d
        Two rows of numbers and categories.
    ranges : sequence of length d
        The range of each numeric feature, greatest less smallest value in the training data.
    kinds : sequence of length d
        ``"numeric"`` or ``"categorical"`` for each feature.

    Returns
    -------
    float
        The distance.

    Examples
    --------
    >>> gower([20, "red"], [30, "blue"], ranges=[40, None], kinds=["numeric", "categorical"])
    0.625
    """
    a, b = _sequence(a, "a"), _sequence(b, "b")
    ranges, kinds = _sequence(ranges, "ranges"), _sequence(kinds, "kinds")
    same_length(a=a, b=b, ranges=ranges, kinds=kinds)
    deltas = [
        _gower_delta(x, y, width, kind)
        for x, y, width, kind in zip(a, b, ranges, kinds, strict=True)
        if not missing(x) and not missing(y)
    ]
    if not deltas:
        raise ValueError(
            "a and b must share a feature that is missing in neither, for there is nothing to compare."
        )
    return math.fsum(deltas) / len(deltas)


def _gower_delta(x: object, y: object, width: object, kind: str) -> float:
    one_of(kind, ("numeric", "categorical"), "kinds")
    if kind == "categorical":
        return float(x != y)
    width = number(width, "ranges", low=0)
    gap = abs(number(x, "a") - number(y, "b"))
    return gap / width if width else 0.0
