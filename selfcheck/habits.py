"""When no known mistake and no relation fits: what do the cases that fail have in common?

    breaks        the trials that failed -> a sentence, if the function breaks off in all of them
    habit         the trials that failed, and how many passed -> a sentence, or nothing
    other_order   the trials that failed -> a sentence, if only the order is wrong
    not_infinite  the trials that failed -> a sentence, if only infinities are missing

Said only if it holds for every case that fails: then the values are right wherever it does not.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from selfcheck.again import one_after_the_other
from selfcheck.blunders import question
from selfcheck.compare import close
from selfcheck.exercise import plainly
from selfcheck.relations import relation
from selfcheck.trial import Trial, results_of

SAME = close()
TINY = 1e-200  # shares below this have lost their digits
LEAST = 3  # results, and entries of one of them, that make it more than chance
ENTRIES = "Your result has now too few entries, now too many. Which of the inputs decides how many there are?"


def plain(failing: Sequence[Trial]) -> list[Trial]:
    """Return the trials of plain calls; those that ask for a sum or the like follow from them."""
    asked = [trial for trial in failing if trial.case.ask in (plainly, one_after_the_other)]
    return asked if sum(trial.case.ask is plainly for trial in asked) >= LEAST else [*failing]


def habit(failing: Sequence[Trial], passed: int) -> str:
    """Return what all failing cases have in common."""
    failing = plain(failing)
    for said in (
        _refusals,
        _writes,
        _missing,
        _one_of_several,
        _one_row_for_all,
        _proportional,
        _even,
        _stretched,
        _exchanged,
        _parts,
        _no_label,
        _other_container,
        _not_numbers,
        _almost,
        _shape,
        _cut_short,
        _left_over,
        _breaks_elsewhere,
    ):
        try:
            sentence = said(failing, passed)
        except Exception:  # ragged lists, text, a class of the student's own: nothing to say
            sentence = ""
        if sentence:
            return sentence
    return ""


def _refusals(failing: Sequence[Trial], passed: int) -> str:
    """Inputs that the task wants refused, with an error of its own."""
    if not all(trial.expected.status == "error" for trial in failing) or not passed:
        return ""
    wanted = " or ".join(sorted({type(trial.expected.error).__name__ for trial in failing}))
    if all(trial.got is not None and trial.got.status == "value" for trial in failing):
        return f"All that is missing is a {wanted}. Which inputs does the task refuse, and where do you look?"
    return f"All that is wrong is the kind of error: the task asks for a {wanted} (raise {wanted})."


def breaks(failing: Sequence[Trial], passed: int) -> str:
    """Values that are right, and inputs on which the function breaks off."""
    got = [trial.got for trial in failing if trial.got is not None]
    if not passed or len(got) < len(failing) or any(one.status != "error" for one in got):
        return ""
    if any(isinstance(one.error, NotImplementedError) for one in got):
        return ""
    return "Your values are right wherever your function gives one."


def _writes(failing: Sequence[Trial], passed: int) -> str:
    """Arguments that come back changed."""
    if all(
        trial.got is not None
        and trial.got.status == trial.expected.status == "value"
        and trial.got.changed
        and not trial.expected.changed
        and (trial.case.compare or SAME)(trial.expected.value, trial.got.value) is None
        for trial in failing
    ):
        return "Your values are right, but your function writes into what it was given. Where could it copy?"
    return ""


def _missing(failing: Sequence[Trial], passed: int) -> str:
    """Results that are right as far as they go, and lack some of their parts, or some keys of a part."""
    pairs = [pair for trial in failing for pair in results_of(trial) if _names(pair[0])]
    missing: dict[Any, str] = {}
    for expected, got in pairs:
        parts = got if isinstance(got, Mapping) else dict(enumerate(_several(got)))
        for name in _names(expected):
            if name not in parts:
                missing[name] = _part(name)
            elif SAME(expected[name], parts[name]) is not None:
                key = _missing_key(expected[name], parts[name])
                if key is None:
                    return ""
                missing.setdefault(name, f"keys of {_part(name)}, such as {key!r},")
    if 2 * len(pairs) <= len(failing) or not missing or len(missing) == len(_names(pairs[0][0])):
        return ""
    which = sorted(missing.values(), key=lambda part: (part[:4] == "keys", part))
    plural = len(which) > 1 or which[0].startswith("keys")
    is_or_are = "are" if plural else "is"
    named = " and ".join([", ".join(which[:-1]), which[-1]] if len(which) > 1 else which)
    return f"What you return is right as far as it goes; {named} {is_or_are} missing."


def _one_of_several(failing: Sequence[Trial], passed: int) -> str:
    """One of the results that are asked for, in place of all of them."""
    pairs = _values(failing)
    for name in _names(pairs[0][0]) if pairs else ():
        if all(name in _names(expected) and SAME(expected[name], got) is None for expected, got in pairs):
            return f"You return {_part(name)} alone, and it is right. What else does the task ask for?"
    return ""


def _one_row_for_all(failing: Sequence[Trial], passed: int) -> str:
    """Rows that are one list under several numbers, as `[[0] * K] * K` makes them."""
    tables = [trial.got.value for trial in failing if trial.got is not None and trial.case.ask is plainly]
    tables = [table for table in tables if isinstance(table, list) and len(table) > 1]
    if not tables or not all(isinstance(table[0], list) for table in tables):
        return ""
    if not all(row is table[0] for table in tables for row in table):
        return ""
    return (
        "The rows of your table are one and the same list: what you write into one of them stands in all. "
        "How did you make them?"
    )


def _missing_key(expected: object, got: object) -> Any:
    """Return a key that a dict lacks whose other values are right; None if it is otherwise."""
    if not isinstance(expected, Mapping) or not isinstance(got, Mapping) or not set(got) < set(expected):
        return None
    right = SAME({key: expected[key] for key in got}, got) is None
    return next(key for key in expected if key not in got) if right else None


def _several(got: object) -> Any:
    """Return the parts of what came back; a single result, where several are asked for, is the first."""
    return got if isinstance(got, (tuple, list)) else (got,)


def _proportional(failing: Sequence[Trial], passed: int) -> str:
    """Rows of numbers that are the right ones times a number, each row times another one."""
    factors: list[float] = []
    for e, g in _numbers(failing):
        if not e.ndim or not (np.isfinite(e).all() and np.isfinite(g).all()):
            return ""
        for right, row in zip(e.reshape(-1, e.shape[-1]), g.reshape(-1, e.shape[-1]), strict=True):
            factor = row.sum() / right.sum() if right.sum() else 0.0
            if factor <= 0 or not np.allclose(right * factor, row, rtol=1e-9, atol=1e-12):
                return ""
            factors += [factor] if np.count_nonzero(right) > 1 else []
    if len(factors) < LEAST or np.allclose(factors, 1):
        return ""
    return (
        "Your numbers stand in the right proportion to one another, and only their size is wrong. By what do "
        "you divide, and what should they sum to?"
    )


def _even(failing: Sequence[Trial], passed: int) -> str:
    """Shares that are all equal wherever they are wrong, as of products that became 0."""
    wrong = 0
    for e, g in _numbers(failing):
        if e.ndim < 1 or not np.allclose(g.sum(-1), 1):
            return ""
        for right, row in zip(e.reshape(-1, e.shape[-1]), g.reshape(-1, e.shape[-1]), strict=True):
            if np.allclose(right, row, rtol=1e-9):
                continue
            if row.size < 2 or np.ptp(row) > TINY:
                return ""
            wrong += 1
    if wrong < LEAST - 1:
        return ""
    return (
        "Wherever your shares are wrong they are all equal. What has become of your products there, before "
        "you divide by their sum?"
    )


def _stretched(failing: Sequence[Trial], passed: int) -> str:
    """Shares whose logarithms are the right ones times a number: powers of another base than e."""
    slopes: list[float] = []
    for e, g in _numbers(failing):
        if e.ndim < 1 or not (np.allclose(e.sum(-1), 1) and np.allclose(g.sum(-1), 1)):
            return ""
        for right, row in zip(e.reshape(-1, e.shape[-1]), g.reshape(-1, e.shape[-1]), strict=True):
            known = (right > TINY) & (row > TINY)
            one, other = np.log(right[known]), np.log(row[known])
            if known.sum() > 1 and np.ptp(one) > 0:
                slopes.append(np.ptp(other) / np.ptp(one))
                if not np.allclose(other - other[0], slopes[-1] * (one - one[0]), rtol=1e-7, atol=1e-9):
                    return ""
    if len(slopes) < LEAST or not np.allclose(slopes, slopes[0], rtol=1e-6) or np.isclose(slopes[0], 1):
        return ""
    for base in (2, 10):
        if np.isclose(slopes[0], np.log(base), rtol=1e-6):
            return f"You take powers of {base}. Which base do these logarithms have?"
    return (
        f"Each ratio of two of your shares is the right ratio to the power {slopes[0]:.4g}. By what are the "
        "logarithms multiplied before they become shares?"
    )


def _exchanged(failing: Sequence[Trial], passed: int) -> str:
    """Two of several results that stand in each other's places."""
    pairs = [(e, g) for e, g in _values(failing) if _names(e) and set(_names(e)) <= set(_names(g))]
    names = _names(pairs[0][0]) if pairs else []
    if 2 * len(pairs) <= len(failing) or len(pairs) < 2:
        return ""
    for one, other in combinations(names, 2):
        crossed = [SAME(e[one], g[other]) is None and SAME(e[other], g[one]) is None for e, g in pairs]
        apart = [SAME(e[one], e[other]) is not None for e, _ in pairs]
        if all(crossed) and sum(apart) > 1:
            return f"You exchange {_part(one)} and {_part(other)}. What does the task call by each name?"
    return ""


def _no_label(failing: Sequence[Trial], passed: int) -> str:
    """Numbers where a word is asked for."""
    pairs = [(np.ravel(np.asarray(e)), np.ravel(np.asarray(g))) for e, g in _values(failing)]
    words = [(e, g) for e, g in pairs if e.dtype.kind == "U"]
    if not words or any(g.dtype.kind not in "iuf" for _, g in words):
        return ""
    return "A label was asked for, and a number comes back. To which class does your number belong?"


def _other_container(failing: Sequence[Trial], passed: int) -> str:
    """A dict or a set where values are wanted in an order."""
    pairs = _values(failing)
    if not pairs or any(np.ndim(e) < 1 or not isinstance(g, (Mapping, set)) for e, g in pairs):
        return ""
    which = "dictionary" if all(isinstance(g, Mapping) for _, g in pairs) else "set"
    return f"You return a {which}. Which value should come first, and how does the reader of a {which} know?"


def _parts(failing: Sequence[Trial], passed: int) -> str:
    """Results of several parts, of which the same ones are always wrong."""
    pairs = [(expected, got) for expected, got in _values(failing) if _names(expected)]
    if len({trial.case.question for trial in failing}) == 1 and failing[0].case.question:
        return ""  # that question fits better
    wrong: set[Any] = set()
    for expected, got in pairs:
        names = _names(expected)
        if not set(names) <= set(_names(got)):
            return ""
        wrong |= {name for name in names if SAME(expected[name], got[name]) is not None}
    if 2 * len(pairs) <= len(failing) or not wrong or 2 * len(wrong) > len(_names(pairs[0][0])):
        return ""
    which = " and ".join(_part(name) for name in sorted(wrong, key=str))
    sentence = f"All is right but for {which}."
    if len(wrong) == 1:
        (name,) = wrong
        parts = [pair for e, g in pairs for pair in _inside(e[name], g[name])]
        said = relation(parts) or _one_for_several(parts) or _sum_of_parts(pairs, name) or _constant(parts)
        sentence += " " + said.replace("Your", "There, your", 1)
    return sentence.strip()


def stale(failing: Sequence[Trial]) -> str:
    """Say so if some parts of the result came in under the same name, and all others are right."""
    failing = plain(failing)
    try:
        pairs = [(e, g) for e, g in _values(failing) if isinstance(e, Mapping) and set(e) == set(_names(g))]
        wrong = {name for e, g in pairs for name in _names(e) if SAME(e[name], g[name]) is not None}
        old = wrong and len(wrong) < len(pairs[0][0]) and all(_came_in(failing, name) for name in wrong)
    except Exception:  # whatever came back, it has no such parts
        return ""
    if not old:
        return ""
    which = " and ".join(_part(name) for name in sorted(wrong))
    return f"All is right but for {which}: that is still what came in. Which line brings it up to date?"


def _came_in(failing: Sequence[Trial], name: object) -> bool:
    """Return whether a part of the result is what an argument has under the same name."""
    plainly_asked = [t for t in failing if t.case.ask is plainly and t.got is not None]
    return bool(plainly_asked) and all(
        any(
            isinstance(given, Mapping) and name in given and SAME(given[name], t.got.value[name]) is None
            for given in t.case.arguments
        )
        for t in plainly_asked
        if t.got is not None
    )


def _inside(expected: object, got: object) -> list[tuple[Any, Any]]:
    """Return the entries of two lists of tables side by side; else the two as they are."""
    if isinstance(expected, list) and isinstance(got, (list, tuple)) and len(expected) == len(got):
        return list(zip(expected, got, strict=True))
    return [(expected, got)]


def _one_for_several(pairs: Sequence[tuple[Any, Any]]) -> str:
    if all(np.ndim(e) and not np.ndim(g) for e, g in pairs):
        return "There stands a single thing, where a list of several is wanted."
    return ""


def _constant(pairs: Sequence[tuple[Any, Any]]) -> str:
    if any(np.ndim(e) or np.ndim(g) for e, g in pairs) or len({str(e) for e, _ in pairs}) < LEAST:
        return ""
    numbers = {float(g) for _, g in pairs}
    if len(numbers) > 1:
        return ""
    return f"Your value is {min(numbers):.6g} each time. Which entries should change it?"


def _sum_of_parts(pairs: Sequence[tuple[Any, Any]], name: object) -> str:
    """Say so if a number is what two of the results should be together."""
    others = _names(pairs[0][0])
    for one, other in combinations(others, 2):
        sums = [(e[one] + e[other], g[name]) for e, g in pairs if np.ndim(e[one]) == np.ndim(e[other]) == 0]
        enough = len(sums) == len(pairs) and len({str(g) for _, g in sums}) >= LEAST
        if enough and all(SAME(both, g) is None for both, g in sums):
            named = f"{_part(one)} and {_part(other)}".replace(" of the results and", " and")
            return f"It is what {named} should be together. Who is counted twice?"
    return ""


def _not_numbers(failing: Sequence[Trial], passed: int) -> str:
    """Values that are no numbers, where numbers are asked for."""
    pairs = _values(failing)
    for expected, got in pairs:
        e, g = np.asarray(expected), np.asarray(got)
        if e.dtype.kind not in "iuf" or g.dtype.kind != "f":
            return ""
        if e.shape != g.shape or np.isnan(e).any() or not np.isnan(g).any():
            return ""
        known = ~np.isnan(g)
        if SAME(e[known], g[known]) is not None:
            return ""
    if not pairs:
        return ""
    return (
        "Wherever your values are wrong they are nan: which step gives 0 / 0, inf / inf, 0 times infinity or "
        "inf - inf?"
    )


def not_infinite(failing: Sequence[Trial]) -> str:
    """Say so if values are finite where infinity is asked for; the others are right, or almost."""
    try:
        pairs = _numbers(plain(failing))
    except Exception:  # ragged lists, text: nothing to say
        return ""
    for e, g in pairs:
        known = np.isfinite(e)
        if known.all() or not np.isfinite(g).all() or not np.allclose(e[known], g[known], rtol=1e-4):
            return ""
    if not pairs:
        return ""
    return (
        "Where the task asks for an infinity your value is finite, and elsewhere it is right: do you add a "
        "small number, or leave something out, to avoid it?"
    )


def _almost(failing: Sequence[Trial], passed: int) -> str:
    """Values that are right but for a small share."""
    pairs = _numbers(failing)
    if not pairs or not all(np.allclose(e, g, rtol=1e-4, atol=1e-5) for e, g in pairs):
        return ""
    return (
        "Your values are almost right: do you round, add a small number somewhere, or compute with less than "
        "Python's full precision?"
    )


def _shape(failing: Sequence[Trial], passed: int) -> str:
    """Arrays of another shape, in every case that fails; no numbers, as the case shown may be smaller."""
    shapes = [(np.shape(expected), np.shape(got)) for expected, got in _values(failing)]
    if not shapes or any(not one or not other or one == other for one, other in shapes):
        return ""
    if all(one[1:] == other[1:] for one, other in shapes):
        missing = [other[0] < one[0] for one, other in shapes]
        if all(missing):
            return "Your result is too short. Which entry is missing?"
        return "Your result is too long. Which entry is one too many?" if not any(missing) else ENTRIES
    return "Your result has another shape than it should. Which axis should go, and which should stay?"


def _cut_short(failing: Sequence[Trial], passed: int) -> str:
    """Words that lack their ends."""
    pairs = [pair for e, g in _values(failing) for pair in zip(np.ravel(e), np.ravel(g), strict=True)]
    texts = [(e, g) for e, g in pairs if isinstance(e, str) and isinstance(g, str) and e != g]
    if not texts or not all(e.startswith(g) for e, g in texts):
        return ""
    return (
        "Your labels lack their ends. How many letters fit into the array that you fill? Look at its `dtype`."
    )


def _left_over(failing: Sequence[Trial], passed: int) -> str:
    """Numbers for each entry of an input, of which the first is always right and no later one is."""
    pairs = []
    for trial in failing:
        if trial.case.ask is not plainly:  # of several calls nobody knows which entry is whose
            continue
        sizes = [
            np.shape(value)[:1] for value in trial.case.arguments if not isinstance(value, (str, Mapping))
        ]
        for expected, got in results_of(trial):
            e, g = np.asarray(expected), np.asarray(got)
            if e.dtype.kind != "f" or e.shape != g.shape or not e.ndim or e.shape[:1] not in sizes:
                return ""
            pairs.append((e, g))
    if len(pairs) < LEAST or max(len(e) for e, _ in pairs) < LEAST:
        return ""
    for e, g in pairs:
        right = [SAME(one, other) is None for one, other in zip(e, g, strict=True)]
        if not right[0] or len(right) < 2 or any(right[1:]):
            return ""
    return (
        "The first entry of your result is right each time, and no later one is. What is left over from the "
        "first round of your loop when the second begins?"
    )


def _breaks_elsewhere(failing: Sequence[Trial], passed: int) -> str:
    """Another case than the one that is shown, in which the function breaks off."""
    broken = next((trial for trial in failing if trial.got is not None and trial.got.status == "error"), None)
    asked = question(broken) if broken is not None else ""
    return f"In another case, {broken.case.name}, it breaks off. {asked}" if broken and asked else ""


def _numbers(failing: Sequence[Trial]) -> list[tuple[Any, Any]]:
    """Return the pairs as arrays of numbers of the same shape; none if some are not."""
    pairs = [(np.asarray(e), np.asarray(g)) for e, g in map(_side_by_side, _values(failing))]
    fit = all(e.shape == g.shape and e.dtype.kind in "iuf" and g.dtype.kind in "iuf" for e, g in pairs)
    whole = all(e.dtype.kind in "iu" for e, _ in pairs)
    return pairs if fit and not whole else []


def _side_by_side(pair: tuple[object, object]) -> tuple[Any, Any]:
    """Return the values of two dicts of the same names as rows; anything else as it is."""
    expected, got = pair
    if isinstance(expected, Mapping) and isinstance(got, Mapping) and expected.keys() == got.keys():
        return list(expected.values()), [got[name] for name in expected]
    return pair


def other_order(failing: Sequence[Trial]) -> str:
    """Say so if all failing cases give the right members, which are all different, in another order."""
    pairs = _values(failing)
    try:
        same = [_same_members(expected, got) for expected, got in pairs]
        said = all(same) and any(len(set(map(str, np.asarray(one).tolist()))) == len(one) for one, _ in pairs)
    except Exception:  # whatever came back, it has no members
        said = False
    return (
        "You return the right ones, but in another order. Which order does the task ask for?" if said else ""
    )


def _same_members(expected: Any, got: Any) -> bool:
    if np.ndim(expected) not in (1, 2) or isinstance(got, (str, Mapping, set)):
        return False
    if np.shape(expected) != np.shape(got):
        return False
    one, other = np.asarray(expected).tolist(), np.asarray(got).tolist()
    return one != other and sorted(one) == sorted(other)


def _values(failing: Sequence[Trial]) -> list[tuple[Any, Any]]:
    """Return the pairs of expected and given values; none if some case did not come to a value."""
    pairs = [results_of(trial) for trial in failing]
    return [pair for some in pairs for pair in some] if all(pairs) else []


def _names(value: object) -> list[Any]:
    if isinstance(value, Mapping) and all(isinstance(name, str) for name in value):
        return list(value)
    return list(range(len(value))) if isinstance(value, tuple) else []


def _part(name: Any) -> str:
    return repr(name) if isinstance(name, str) else f"number {name + 1} of the results"
