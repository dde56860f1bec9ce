"""Tables that pandas lines up by their labels: what has no partner becomes NaN, and sums leave NaN out.

`(f(t) - want).abs().sum() < 1e-9` is true of a table that shares no row with `want`, however wrong it is. No
kind of value tells that, only what the test does with it. So a row or column without a partner is a doubt
wherever that does not happen with the course's own solution: the cell is run once more, and there it is an
error.
Left out: what a test puts together by labels itself (`merge`, `concat`, `reindex`, `.loc`).
"""

import functools
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from nbjudge.judge import kinds

if TYPE_CHECKING:
    from nbjudge.judge.student import Student

_listening: list["Student"] = []  # the one whose test runs


def watch(student: "Student") -> None:
    """Let this conversation learn of it, until `rest`."""
    _listening[:] = [student]
    if "pandas" in sys.modules:
        _listen_to_pandas()


def rest() -> None:
    """Let nobody learn of it: what given cells line up is the course's own."""
    _listening.clear()


@functools.cache
def _listen_to_pandas() -> None:
    pandas, frame = sys.modules["pandas"], sys.modules["pandas.core.frame"]
    for kind in (pandas.DataFrame, pandas.Series):
        kind.align = _watched(kind.align)
    if hasattr(frame, "_reindex_for_setitem"):  # pandas' own, which another version may call otherwise
        vars(frame)["_reindex_for_setitem"] = _watched_column(frame._reindex_for_setitem)


def _watched(real: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(real)
    def align(self: object, other: object, *options: object, **more: object) -> Any:
        axis = options[1] if len(options) > 1 else more.get("axis")
        for mine, theirs in _labels(self, other, axis):
            _look(mine, theirs)
        return real(self, other, *options, **more)

    return align


def _watched_column(real: Callable[..., Any]) -> Callable[..., Any]:
    """Watch a column that is put into a table."""

    @functools.wraps(real)
    def reindexed(value: Any, table: Any) -> Any:
        index = getattr(table, "index", table)  # before pandas 3 it is given the table, since then its index
        if len(index):
            _look(index, value.index)
        return real(value, table)

    return reindexed


def _labels(one: Any, other: Any, axis: object) -> list[tuple[Any, Any]]:
    """Return the labels that are lined up with each other."""
    if one.ndim == other.ndim == 1:
        return [(one.index, other.index)]
    if one.ndim != other.ndim:
        table, column = (one, other) if one.ndim == 2 else (other, one)
        return [(table.columns if axis in (1, "columns") else table.index, column.index)]
    rows, columns = (one.index, other.index), (one.columns, other.columns)
    return [rows, columns] if axis is None else [columns if axis in (1, "columns") else rows]


def _look(mine: Any, theirs: Any) -> None:
    """Note labels without a partner; in the second run they are an error."""
    if not _listening or mine.equals(theirs):
        return
    if mine.isin(theirs).all() and theirs.isin(mine).all():
        return
    (student,) = _listening
    if kinds.Arrivals(student, f"{student.cell}:The code").in_doubt(kinds.ALIGNS):
        raise ValueError("tables with different labels cannot be lined up here")
