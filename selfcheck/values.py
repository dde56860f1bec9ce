"""How a value looks in a panel: as code that can be copied, and as small tables with one place marked.

code   a value as a line of Python
table  a value as HTML: arrays and dicts as tables, all else as code; everything escaped and cut to size
steps  the path of a difference as the indices that lead there
"""

import ast
import html
from collections.abc import Mapping, Sequence, Set
from typing import Any

import numpy as np

MOST_CELLS = 12  # rows and columns of a table
MOST_TEXT = 300  # characters of a line of code
MOST_DEPTH = 4

PLACED = "padding:.1em .5em;text-align:right;white-space:nowrap"
CELL = f"{PLACED};border:1px solid rgba(128,128,128,.35);background:none"
MARKED = f"{PLACED};border:2px solid #d1495b;font-weight:bold;background:none"
LEFT = "text-align:left"  # what is of different widths: at the right it might be out of sight
ROW = '<tr style="background:none">'  # a page around us may stripe its tables: its stripes mean nothing here
# Not `anywhere`: in a narrow table that lets a number be cut between two digits.
MONO = "font-family:monospace;white-space:pre-wrap;overflow-wrap:break-word"


MANY = 40  # equal entries, of which their number says more than they themselves


def code(value: object, most: int = MOST_TEXT) -> str:
    """Return a value as a line of Python, cut where it gets too long.

    >>> code({"prior": np.array([0.5, 0.5]), (0, "x"): {2, 1}})
    "{'prior': np.array([0.5, 0.5]), (0, 'x'): {1, 2}}"
    >>> code(np.array(["a"] * 300))
    "np.full(300, 'a')"
    """
    text = _code(value, most, 0)
    return text if len(text) <= most else text[:most] + " ..."


def _code(value: object, left: int, depth: int) -> str:
    if depth > 20:
        return "..."
    if isinstance(value, np.ndarray) and value.ndim > 0:
        if value.size == 0:
            return f"np.zeros({value.shape}, dtype={value.dtype.name!r})"
        if (
            value.ndim == 1
            and value.size > MANY
            and value.dtype.kind in "iufbU"
            and (value == value[0]).all()
        ):
            dtype = (
                f", dtype={value.dtype.name!r}"
                if value.dtype.kind != "U" and value.dtype.itemsize < 8
                else ""
            )
            return f"np.full({value.size}, {_code(value[0].item(), left, depth + 1)}{dtype})"
        kept = value[: max(left, 8)]  # a longer text is cut anyway
        inner = _code(kept.tolist(), left, depth + 1)
        named = value.dtype.kind not in "iufbU" or value.dtype.itemsize < 8
        dtype = f", dtype={value.dtype.name!r}" if named and value.dtype.kind != "U" else ""
        return f"np.array({inner}{dtype})"
    if isinstance(value, (np.generic, np.ndarray)):
        return _code(value.item(), left, depth + 1)
    if isinstance(value, float) and not np.isfinite(value):
        return {"inf": "np.inf", "-inf": "-np.inf"}.get(str(value), "np.nan")
    if type(value) in (list, tuple, set, frozenset, dict):
        return _code_of_many(value, left, depth)
    if isinstance(value, np.random.Generator):
        return "rng"
    if callable(value):
        return str(getattr(value, "__name__", type(value).__name__))
    return _repr(value)


def _code_of_many(value: object, left: int, depth: int) -> str:
    if isinstance(value, dict):
        pairs = [
            f"{_code(key, left, depth + 1)}: {_code(inner, left, depth + 1)}"
            for key, inner in _first(value.items(), left)
        ]
        return "{" + ", ".join(pairs) + "}"
    parts = [_code(inner, left, depth + 1) for inner in _first(value, left)]
    if isinstance(value, list):
        return "[" + ", ".join(parts) + "]"
    if isinstance(value, tuple):
        return "(" + ", ".join(parts) + ("," if len(parts) == 1 else "") + ")"
    inside = "{" + ", ".join(sorted(parts)) + "}" if parts else "()"
    name = "" if isinstance(value, set) and parts else type(value).__name__
    return (f"{name}({inside})" if parts else f"{name}()") if name else inside


def _first(values: Any, most: int) -> list[Any]:
    return [value for _, value in zip(range(max(most, 8)), values, strict=False)]


def _repr(value: object) -> str:
    """Return the repr of a value, whose own __repr__ may fail."""
    try:
        return repr(value)
    except Exception:
        return f"<a {type(value).__name__} that cannot be printed>"


def table(value: object, path: tuple[Any, ...] | None = None, exact: bool = False, depth: int = 0) -> str:
    """Return a value as HTML, the place at the path marked; `exact` gives numbers with all digits."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    if depth < MOST_DEPTH:
        if isinstance(value, Mapping) and value:
            return _table_of_dict(value, path, exact, depth)
        grid = _grid(value)
        if grid is not None:
            return _table_of_grid(grid, path, exact)
        if isinstance(value, (list, tuple)) and 0 < len(value) <= MOST_CELLS and _holds_tables(value):
            return _table_of_dict(dict(enumerate(value)), path, exact, depth)
    text = number(value, exact) if isinstance(value, (float, np.floating)) else code(value)
    weight = "font-weight:bold;" if path == () else ""
    return f'<span style="{weight}{MONO}">{html.escape(text)}</span>'


def _holds_tables(value: Sequence[object]) -> bool:
    return any(isinstance(inner, (np.ndarray, Mapping, list, tuple)) for inner in value)


def _grid(value: object) -> list[list[Any]] | None:
    """Return the rows of an array, or of nested lists that look like one."""
    if isinstance(value, np.ndarray):
        if value.ndim > 2 or value.size == 0:
            return None
        return [list(row) for row in np.atleast_2d(value)]
    if isinstance(value, (list, tuple)) and len(value) > 0:
        rows = [_is_row(row) for row in value]
        if all(rows):
            flat = not any(_is_row(inner) for row in value for inner in row)
            alike = len({len(row) for row in value}) == 1 and len(value[0]) > 0
            return [list(row) for row in value] if flat and alike else None
        if not any(rows) and not any(isinstance(inner, (Mapping, Set)) for inner in value):
            return [list(value)]
    return None


def _is_row(value: object) -> bool:
    return isinstance(value, (list, tuple)) or (isinstance(value, np.ndarray) and value.ndim > 0)


def _table_of_grid(grid: list[list[Any]], path: tuple[Any, ...] | None, exact: bool) -> str:
    one_row = len(grid) == 1
    marked = _flat(path)
    if one_row and marked is not None and len(marked) == 1:
        marked = (0, marked[0])
    rows, columns = _near(len(grid), marked, 0), _near(len(grid[0]), marked, 1)
    lines = []
    for i in rows:
        cells = []
        for j in columns:
            hit = marked is not None and marked == (i, j)[: len(marked)] and marked != ()
            text = "…" if i is None or j is None else number(grid[i][j], exact)
            cells.append(_td(html.escape(text), hit))
        lines.append(f"{ROW}{''.join(cells)}</tr>")
    return _table(lines, f"{len(grid)} by {len(grid[0])} values")


def _table_of_dict(value: Mapping[Any, Any], path: tuple[Any, ...] | None, exact: bool, depth: int) -> str:
    lines = []
    for place, (key, inner) in enumerate(value.items()):
        here = bool(path) and path is not None and _equal(path[0], key)
        if place >= MOST_CELLS and not here:
            continue
        name = html.escape(code(key, 60))
        below = path[1:] if path is not None and here else None
        inside = table(inner, below, exact, depth + 1)
        lines.append(f"{ROW}{_th(name)}{_td(inside, here and below == (), LEFT)}</tr>")
    if len(value) > len(lines):
        lines.append(f"{ROW}{_th('…')}{_td(f'{len(value) - len(lines)} more', False, LEFT)}</tr>")
    return _table(lines, f"{len(value)} entries, by name")


def _table(lines: list[str], about: str) -> str:
    style = "border-collapse:collapse;margin:.15em 0;font-family:monospace;white-space:nowrap"
    return f'<table aria-label="{about}" style="{style}">{"".join(lines)}</table>'


def _th(name: str) -> str:
    wraps = "white-space:normal"  # so that the value beside a long name stays in sight
    return f'<th scope="row" style="{CELL};{LEFT};{wraps};font-weight:normal">{name}</th>'


def _td(inside: str, marked: bool, more: str = "") -> str:
    """Return a cell; the one that is wrong is marked for eyes, and for who listens."""
    style = ";".join(part for part in (MARKED if marked else CELL, more) if part)
    return f'<td{" aria-current=true" if marked else ""} style="{style}">{inside}</td>'


def _near(number_of: int, marked: tuple[Any, ...] | None, axis: int) -> list[int | None]:
    """Return which rows (or columns) to show: the first ones, and the marked one; None stands for a gap."""
    if number_of <= MOST_CELLS:
        return list(range(number_of))
    shown: list[int | None] = [*range(MOST_CELLS - 2), None]
    place = marked[axis] if marked is not None and len(marked) > axis else 0
    if isinstance(place, int) and place >= MOST_CELLS - 2:
        shown.append(place)
    return shown


def _flat(path: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
    """Return [0][1] and [0, 1] alike."""
    if path is None:
        return None
    return tuple(i for step in path for i in (step if isinstance(step, tuple) else (step,)))


def _equal(one: object, other: object) -> bool:
    try:
        return bool(one == other)
    except Exception:
        return False


def number(value: object, exact: bool = False) -> str:
    """Return a number with at most seven digits unless all are wanted; other values as code.

    >>> number(2 / 3), number(2 / 3, exact=True), number(0.25), number(np.str_("yes"))
    ('0.6666667', '0.6666666666666666', '0.25', "'yes'")
    """
    value = value.item() if isinstance(value, np.generic) else value
    if not isinstance(value, float) or not np.isfinite(value) or exact:
        return code(value, 80)
    full = repr(value)
    return full if len(full) <= 10 else f"{value:.7g}"


def steps(path: str) -> tuple[Any, ...]:
    """Return the indices of a path.

    >>> steps("['prior'][0, 1]")
    ('prior', (0, 1))
    """
    found: list[Any] = []
    try:
        node: ast.AST = ast.parse(f"x{path}", mode="eval").body
        while isinstance(node, ast.Subscript):
            found.insert(0, ast.literal_eval(node.slice))
            node = node.value
    except (SyntaxError, ValueError):
        return ()
    return tuple(found)
