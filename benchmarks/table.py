"""The results as a table for people: one line a phase, ratios first."""

from typing import Any

from benchmarks.pairs import Ratio, told

HEAD = [
    "task",
    "data",
    "phase",
    "times as fast",
    "wanted",
    "ours",
    "scikit-learn",
    "peak memory, ours",
    "theirs",
]


def lines(results: dict[str, Any]) -> list[list[str]]:
    """Return the table's cells, row by row."""
    return [
        [
            row["name"],
            row["size"],
            phase,
            told(Ratio(*measured["ratio"])),
            f"{measured['target']:g}" if measured["target"] else "–",
            seconds(measured["time"]["mlcore"]),
            seconds(measured["time"]["scikit-learn"]),
            f"{measured['memory']['mlcore']:.0f} MB",
            f"{measured['memory']['scikit-learn']:.0f} MB",
        ]
        for row in results["rows"]
        for phase, measured in row["phases"].items()
    ]


def markdown(results: dict[str, Any]) -> str:
    """Return the table in Markdown."""
    cells = [HEAD, ["---"] * len(HEAD), *lines(results)]
    return "\n".join("| " + " | ".join(row) + " |" for row in cells)


def seconds(time: float) -> str:
    """Return a time with two or three figures.

    >>> seconds(0.01234), seconds(1.5)
    ('12.3 ms', '1.50 s')
    """
    return f"{time:.2f} s" if time >= 1 else f"{1000 * time:.3g} ms"


def put_into(text: str, table: str, name: str = "benchmarks") -> str:
    """Return a page with the table between the two markers of its name exchanged."""
    start, end = f"<!-- {name}: start -->", f"<!-- {name}: end -->"
    head, rest = text.split(start)
    _, tail = rest.split(end)
    return f"{head}{start}\n{table}\n{end}{tail}"
