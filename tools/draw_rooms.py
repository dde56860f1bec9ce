"""Draws who imports from whom between the rooms of the three packages: docs/rooms.svg.

And counts the lines of the rooms and lists their modules, in CONTRIBUTING.md.

    .venv/bin/python tools/draw_rooms.py

Each box is a room with its lines of code; the reference's are put together by subject. An arrow leads from a
room to one that it imports from, unless a way over other rooms leads there as well. All arrows point down:
import-linter holds the order. The dotted line is no import: a check's result is read as JSON.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import grimp
import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("nbjudge", "selfcheck", "mlcore")
COLOURS = {"nbjudge": "#dbe7f5", "selfcheck": "#e3f1dc", "mlcore": "#f8ead2"}
STARTS = {"nbjudge.__main__": "nbjudge.commands", "selfcheck.__main__": "selfcheck.authoring"}
SUBJECTS = {  # of the reference; whatever is not named here is its basis
    "bayes_classifier": "Bayes classifiers",
    "boundary": "Bayes classifiers",
    "discriminant": "Bayes classifiers",
    "less_naive_bayes": "Bayes classifiers",
    "naive_bayes": "Bayes classifiers",
    "distances": "neighbours",
    "kernels": "neighbours",
    "neighbors": "neighbours",
    "estimation": "probability",
    "probability": "probability",
    "decisions": "evaluation",
    "evaluation": "evaluation",
    "selection": "evaluation",
    "datasets": "data and text",
    "text": "data and text",
    "plotting": "plotting",
    "demos": "demos",
    "exercises": "exercises",
}
BASES = {"mlcore": "basis", "nbjudge": "plain data", "selfcheck": "checks"}  # what lies in a package itself
WIDTH, HEIGHT, GAP = 1.7, 0.62, 0.35  # of a box, and between two
MOST = 5  # rooms in a row
Edges = Counter[tuple[str, str]]


@dataclass(frozen=True)
class Room:
    """A package's folder, or the modules that lie in the package itself."""

    name: str
    lines: int
    modules: int

    @property
    def package(self) -> str:
        """The package that it belongs to."""
        return self.name.partition(".")[0]

    @property
    def title(self) -> str:
        """The name without the package's."""
        return self.name.partition(".")[2] or BASES.get(self.name, self.name)


def room_of(module: str) -> str:
    """Give the room of a module: `nbjudge.judge` for `nbjudge.judge.shell`, `nbjudge` for `nbjudge.tasks`.

    In the reference it is the subject.
    """
    if module in STARTS:
        return STARTS[module]
    package, *parts = module.split(".")
    if package == "mlcore":
        return f"{package}.{SUBJECTS[parts[0]]}" if parts and parts[0] in SUBJECTS else package
    return f"{package}.{parts[0]}" if parts and (ROOT / package / parts[0]).is_dir() else package


def survey() -> tuple[dict[str, Room], Edges]:
    """Count the lines of each room, and the imports between them."""
    graph = grimp.build_graph(*PACKAGES)
    files: dict[str, list[Path]] = {}
    for module in graph.modules:
        path = ROOT.joinpath(*module.split("."))
        file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        files.setdefault(room_of(module), []).append(file)
    rooms = {
        name: Room(name, sum(len(path.read_bytes().splitlines()) for path in paths), len(paths))
        for name, paths in files.items()
    }
    edges: Edges = Counter()
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            if room_of(module) != room_of(imported):
                edges[room_of(module), room_of(imported)] += 1
    return rooms, edges


def depths(rooms: dict[str, Room], edges: Edges) -> dict[str, int]:
    """Give each room its storey, as high as those let it that import from it; a cycle is refused."""
    storeys: dict[str, int] = {}

    def depth(name: str, above: tuple[str, ...] = ()) -> int:
        if name in above:
            raise SystemExit(f"The rooms import each other in a circle: {' -> '.join((*above, name))}")
        if name not in storeys:
            below = [
                other for one, other in edges if one == name and rooms[other].package == rooms[name].package
            ]
            storeys[name] = 1 + max((depth(other, (*above, name)) for other in below), default=-1)
        return storeys[name]

    for name in sorted(rooms, key=depth, reverse=True):
        importing = [
            one for one, other in edges if other == name and rooms[one].package == rooms[name].package
        ]
        storeys[name] = min((storeys[one] - 1 for one in importing), default=storeys[name])
    return storeys


def positions(rooms: dict[str, Room], edges: Edges) -> dict[str, tuple[float, float]]:
    """Lay the packages side by side, each with its storeys from the bottom up; a wide one takes two rows.

    In a row those come first that import from another package, for that lies to the left; in the middle of
    three or more stands the one above most others, so that their arrows go straight down.
    """
    storeys = depths(rooms, edges)
    outward = {one for one, other in edges if rooms[one].package != rooms[other].package}
    corners: dict[str, tuple[float, float]] = {}
    left = 0.0
    for package in PACKAGES:
        names = [name for name in rooms if rooms[name].package == package]
        names.sort(key=lambda name: (name not in outward, rooms[name].title))
        levels = [[name for name in names if storeys[name] == level] for level in range(len(names))]
        rows = [
            _centred(level[at : at + MOST], edges) for level in levels for at in range(0, len(level), MOST)
        ]
        widest = max(map(len, rows))
        for height, row in enumerate(rows):
            start = left + (widest - len(row)) * (WIDTH + GAP) / 2
            corners |= {name: (start + at * (WIDTH + GAP), height * 1.15) for at, name in enumerate(row)}
        left += widest * (WIDTH + GAP) + 3 * GAP
    return corners


def _centred(row: list[str], edges: Edges) -> list[str]:
    reached = {one: sum(_leads(edges, one, other) for _, other in edges) for one in row}
    tallest = max(row, key=lambda one: reached[one])
    if len(row) < 3:
        return row
    others = [one for one in row if one != tallest]
    return [*others[: len(row) // 2], tallest, *others[len(row) // 2 :]]


def draw(rooms: dict[str, Room], edges: Edges) -> Figure:
    """Draw the rooms and their imports."""
    corners = positions(rooms, edges)
    right = max(x for x, _ in corners.values()) + WIDTH
    top = max(y for _, y in corners.values()) + HEIGHT
    figure = Figure(figsize=(0.62 * right + 0.6, 0.62 * top + 0.9), facecolor="white", layout="constrained")
    axes = figure.add_subplot()
    axes.set(xlim=(-0.3, right + 0.3), ylim=(-0.3, top + 0.8))
    axes.set_axis_off()
    for one, other in sorted(edges):
        if not any(_leads(edges, way, other) for start, way in edges if start == one and way != other):
            _arrow(axes, corners[one], corners[other], rooms[one].package == rooms[other].package)
    _dotted(axes, corners["selfcheck"], corners["nbjudge"])
    for name, (x, y) in corners.items():
        _box(axes, rooms[name], x, y)
    for package in PACKAGES:
        boxes = [corner for name, corner in corners.items() if rooms[name].package == package]
        middle = (min(x for x, _ in boxes) + max(x for x, _ in boxes) + WIDTH) / 2
        axes.text(middle, max(y for _, y in boxes) + HEIGHT + 0.3, package, ha="center", fontsize=13)
    return figure


def _leads(edges: Edges, start: str, end: str) -> bool:
    """Whether imports lead from one room to another, over others or at once."""
    return start == end or any(_leads(edges, way, end) for one, way in edges if one == start)


def _arrow(axes: Axes, start: tuple[float, float], end: tuple[float, float], inside: bool) -> None:
    arrow = FancyArrowPatch(
        (start[0] + WIDTH / 2, start[1]),
        (end[0] + WIDTH / 2, end[1] + HEIGHT),
        arrowstyle="-|>",
        mutation_scale=7,
        linewidth=1.1,
        color="#5b6b7d" if inside else "#b0562f",
        zorder=1,
    )
    axes.add_patch(arrow)


def _dotted(axes: Axes, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Join the checks to the grader's plain data, where it reads what a check displays."""
    left, right, height = end[0] + WIDTH, start[0], start[1] + HEIGHT / 2
    axes.plot(
        [left, right], [height, end[1] + HEIGHT / 2], color="#5b6b7d", linewidth=1.1, linestyle=":", zorder=1
    )
    axes.text(
        (left + right) / 2, height + 0.08, "a result, as JSON", ha="center", fontsize=6.5, color="#33404d"
    )


def _box(axes: Axes, room: Room, x: float, y: float) -> None:
    style = FancyBboxPatch(
        (x, y),
        WIDTH,
        HEIGHT,
        boxstyle="round,pad=0.03,rounding_size=0.08",
        facecolor=COLOURS[room.package],
        edgecolor="#5b6b7d",
        zorder=2,
    )
    axes.add_patch(style)
    middle = x + WIDTH / 2
    size = 8.5 if len(room.title) < 13 else 7
    axes.text(middle, y + 0.4, room.title, ha="center", va="center", fontsize=size, weight="bold", zorder=3)
    lines = f"{room.modules} module{'s' if room.modules > 1 else ''}, {room.lines:,} lines"
    axes.text(middle, y + 0.16, lines, ha="center", va="center", fontsize=5.6, color="#33404d", zorder=3)


def lines_in(folder: Path) -> int:
    """Count the lines of Python in a folder."""
    return sum(len(path.read_bytes().splitlines()) for path in folder.rglob("*.py"))


def counted(page: str) -> str:
    """Give the page with the lines of each room in its tree as they are now."""
    package = ""

    def line(found: re.Match[str]) -> str:
        nonlocal package
        indent, name, gap = found.groups()
        package = package if indent else name
        folder = ROOT / package / name if indent else ROOT / name
        number = f"{lines_in(folder):,}"
        return f"{indent}{name}/{number:>{len(gap)}}  "

    return re.sub(r"^( *)(\w+)/( +[\d,]+)  ", line, page, flags=re.MULTILINE)


def modules_of(folder: Path) -> str:
    """Name the modules of a folder; those of a folder in it stand in brackets behind its name."""
    names = []
    for path in sorted(folder.iterdir()):
        if path.suffix == ".py" and not path.stem.startswith("__"):
            names.append(path.stem)
        elif (path / "__init__.py").exists():
            names.append(f"{path.name} ({modules_of(path)})" if modules_of(path) else path.name)
    return " ".join(names)


def listed() -> Iterator[str]:
    """List the modules room by room; what a unit of exercises has is named by its tasks."""
    for package in PACKAGES:
        folders = [path.parent for path in sorted((ROOT / package).glob("*/__init__.py"))]
        alone = (path.stem for path in sorted((ROOT / package).glob("*.py")) if path.stem[:2] != "__")
        yield f"{package}: {' '.join(alone)}"
        for folder in folders:
            if folder.name != "exercises":
                yield f"{package}/{folder.name}: {modules_of(folder)}"


def with_modules(page: str) -> str:
    """Give the page with the list of modules as they are now."""
    before, start, rest = page.partition("<!-- modules -->\n\n```\n")
    _, end, after = rest.partition("```")
    lines = (textwrap.fill(line, 110, subsequent_indent="  ", break_on_hyphens=False) for line in listed())
    return before + start + "\n".join(lines) + "\n" + end + after


def main() -> None:
    """Draw the picture; count the lines in CONTRIBUTING's tree, and list the modules below it."""
    mpl.rcParams["svg.hashsalt"] = "rooms"  # the same bytes on every run
    mpl.rcParams["svg.fonttype"] = "none"
    rooms, edges = survey()
    draw(rooms, edges).savefig(ROOT / "docs" / "rooms.svg", metadata={"Date": None})
    page = ROOT / "CONTRIBUTING.md"
    page.write_text(with_modules(counted(page.read_text(encoding="utf-8"))), encoding="utf-8")


if __name__ == "__main__":
    main()
