"""What was measured on the real units as text for people: in the terminal and in the guide."""

from collections.abc import Iterator
from statistics import median
from typing import Any

from benchmarks.pairs import ratio, told
from benchmarks.table import put_into

__all__ = ["in_a_line", "markdown", "put_into"]

NAMES = {
    "stock": "stock nbgrader",
    "otter, each": "`otter run`, one by one",
    "otter, together": "otter in two processes",
}
EDITIONS = {
    "tagged": "The release as students get it, where stock nbgrader and otter leave out what we leave out",
    "untagged": "Without its tags, where stock nbgrader and otter run every cell",
}
BESIDES = "Besides, and how many submissions get the points in every test that ours on two workers gives"
_Rows = list[list[str]]


def in_a_line(measured: dict[str, Any]) -> str:
    """Return the time and the processor time of each grader, and how many points are equal."""
    times = []
    for name in measured["runs"]:
        wall, processor = (_seconds(_median(measured, name, what)) for what in ("wall", "processor"))
        times.append(f"{name} {wall} ({processor})")
    return "; ".join([*times, f"floor ({_seconds(measured['floor'])})", _equal(measured)])


def markdown(results: dict[str, Any]) -> str:
    """Return all of it in Markdown."""
    parts = []
    for edition, title in EDITIONS.items():
        if found := results.get(edition):
            units = found["units"]
            parts += [f"**{title}.** {_where(found)}", "Time per submission:", _table(_times(units))]
            parts += ["Processor time per submission, of all processes:", _table(_processor(units))]
            parts += [f"{BESIDES}:", _table(_others(units))]
    return "\n\n".join(parts)


def _where(found: dict[str, Any]) -> str:
    """Say what was measured, where and with what."""
    machine, students = found["machine"], found["students"]
    counts = next(iter(found["units"].values()))["submissions"]
    fewer = [f", {NAMES[name]} the first {n}" for name, n in counts.items() if name in NAMES and n < students]
    runs = "one run of each"
    if found["rounds"] > 1:
        runs = f"medians of {found['rounds']} runs in turns, with the quartiles of their ratios"
    versions = {**machine["versions"], "otter-grader": machine["otter-grader"] or "not installed"}
    return (
        f"{students} submissions of each unit{''.join(fewer)}; {runs}. {machine['cores']} cores "
        f"({machine['processor']}), {machine['system']}, sandbox level {machine['sandbox']}; "
        f"{', '.join(f'{name} {number}' for name, number in versions.items())}."
    )


def _times(units: dict[str, Any]) -> _Rows:
    """Give a row for each unit: with the ratio to stock, where it was measured."""
    names = list(next(iter(units.values()))["runs"])
    rows = [["unit", *(NAMES.get(name, name) for name in names)]]
    for unit, measured in units.items():
        cells = []
        for name in names:
            cell = _seconds(_median(measured, name, "wall"))
            if name != "stock" and "stock" in names:
                cell += (
                    f"; {told(ratio(each(measured, name, 'wall'), each(measured, 'stock', 'wall')))} times"
                )
            cells.append(cell)
        rows.append([unit, *cells])
    return rows


def _processor(units: dict[str, Any]) -> _Rows:
    """Give a row for each unit, and how far from the floor one worker is."""
    names = list(next(iter(units.values()))["runs"])
    rows = [["unit", *(NAMES.get(name, name) for name in names), "floor", "ours over the floor"]]
    for unit, measured in units.items():
        least = measured["floor"]
        cells = [_seconds(_median(measured, name, "processor")) for name in names]
        over = _median(measured, "ours, 1 worker", "processor") / least
        rows.append([unit, *cells, _seconds(least), f"{over:.1f} times"])
    return rows


def _others(units: dict[str, Any]) -> _Rows:
    head = [
        "unit",
        "doctor, once",
        "one right submission alone: stock",
        "ours",
        "stock's feedback, each",
        "points as ours",
    ]
    rows = [head]
    for unit, measured in units.items():
        alone = measured["alone"]
        stock, ours = (_alone(alone[name]) if name in alone else "–" for name in ("stock", "ours"))
        pages = _seconds(_feedback(measured)) if "stock" in measured["runs"] else "–"
        rows.append([unit, _seconds(measured["doctor"]["wall"]), stock, ours, pages, _equal(measured)])
    return rows


def each(measured: dict[str, Any], name: str, what: str) -> list[float]:
    """Return the seconds of a submission, in each round."""
    count = measured["submissions"][name]
    return [sum(step[what] for step in steps) / count for steps in measured["runs"][name]]


def _median(measured: dict[str, Any], name: str, what: str) -> float:
    return median(each(measured, name, what))


def _alone(rounds: list[list[dict[str, float]]]) -> str:
    return _seconds(median(sum(step["wall"] for step in steps) for steps in rounds))


def _feedback(measured: dict[str, Any]) -> float:
    """Return what the second of stock's two steps takes of a submission's time."""
    each = (steps[1]["wall"] for steps in measured["runs"]["stock"])
    return median(each) / measured["submissions"]["stock"]


def _equal(measured: dict[str, Any]) -> str:
    return "; ".join(_compared(measured["points"]))


def _compared(points: dict[str, Any]) -> Iterator[str]:
    for name, found in points.items():
        unequal = "".join(
            f" ({student}: {', '.join(tests)})" for student, tests in sorted(found["unequal"].items())
        )
        yield f"{name}: {found['compared'] - len(found['unequal'])} of {found['compared']}{unequal}"


def _table(rows: _Rows) -> str:
    rule = ["---"] + ["--:"] * (len(rows[0]) - 1)
    return "\n".join(f"| {' | '.join(row)} |" for row in (rows[0], rule, *rows[1:]))


def _seconds(seconds: float) -> str:
    """Return seconds with two digits after the point, or milliseconds where that says too little.

    >>> _seconds(12.345), _seconds(0.0234)
    ('12.35 s', '0.023 s')
    """
    return f"{seconds:.2f} s" if seconds >= 0.1 else f"{seconds:.3f} s"
