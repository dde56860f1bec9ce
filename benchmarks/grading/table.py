"""The benchmark's results as text for people: in the terminal and in the guide."""

from collections.abc import Iterator
from statistics import median
from typing import Any

from benchmarks.grading.milliseconds import FLOOR
from benchmarks.pairs import ratio, told
from benchmarks.table import put_into

__all__ = ["markdown", "put_into", "report"]


def report(results: dict[str, Any]) -> str:
    """Return the results for the terminal."""
    lines = [f"{results['students']} submissions, {results['cores']} cores, {results['system']}"]
    for title, head, rows in _tables(results):
        widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
        lines += ["", title] + [
            "  ".join(
                [row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True))]
            )
            for row in (head, *rows)
        ]
    return "\n".join(lines)


def markdown(results: dict[str, Any]) -> str:
    """Return the results as Markdown."""
    parts = [
        f"{results['students']} submissions, {results['cores']} cores, {results['system']}; "
        f"{_runs(results['rounds'])}; start-up included."
    ]
    for title, head, rows in _tables(results):
        rule = ["---"] + ["--:"] * (len(head) - 1)
        parts.append(f"{title}:\n\n" + "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *rows)))
    return "\n\n".join(parts)


_NAMES = {"stock": "stock nbgrader", "otter": "otter-grader, `otter run`"}


def _runs(rounds: int) -> str:
    return (
        "one run of each"
        if rounds == 1
        else f"medians of {rounds} runs in turns, with the quartiles of their ratios"
    )


_Table = tuple[str, list[str], list[list[str]]]


def _tables(results: dict[str, Any]) -> Iterator[_Table]:
    classes = results["classes"]
    yield "Time per submission", ["", *classes], list(_times(classes))
    yield (
        "Processor time per submission, one worker",
        ["", *classes],
        list(_milliseconds(results["milliseconds"])),
    )
    yield "Other figures", ["what", "measured"], list(_others(results))


def _times(classes: dict[str, Any]) -> Iterator[list[str]]:
    for name in next(iter(classes.values())):
        cells = []
        for runs in classes.values():
            faster = f"; {told(ratio(runs[name], runs['stock']))} times as fast"
            cells.append(f"{_ms(1000 * median(runs[name]))}{'' if name == 'stock' else faster}")
        yield [_NAMES.get(name, name), *cells]


def _milliseconds(spent: dict[str, Any]) -> Iterator[list[str]]:
    first = next(iter(spent.values()))
    steps = sorted((name for name in first if name not in ("wall", FLOOR)), key=lambda name: -first[name])
    for step in steps:
        yield [step, *(_ms(times[step]) for times in spent.values())]
    yield ["all processor time", *(_ms(sum(times[step] for step in steps)) for times in spent.values())]
    if FLOOR in first:
        yield [FLOOR, *(_ms(times[FLOOR]) for times in spent.values())]
    yield ["time on the clock", *(_ms(times["wall"]) for times in spent.values())]


def _others(results: dict[str, Any]) -> Iterator[list[str]]:
    yield ["ten submissions from start to finish, two workers", f"{results['ten']:.2f} s"]
    for what, most in results["memory"].items():
        yield [f"all processes of a run on two workers, {what}, at most", f"{most:.0f} MB"]
    for students, row in results.get("growth", {}).items():
        each, peak = f"{1000 * row['seconds']:.1f} ms each", f"at most {row['peak_mb']:.0f} MB in one process"
        yield [f"{students} submissions, two workers", f"{each}, {peak}"]


def _ms(milliseconds: float) -> str:
    return f"{milliseconds:.3g} ms" if milliseconds < 1000 else f"{milliseconds:.0f} ms"
