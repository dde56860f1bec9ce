"""Draws who imports from whom between the rooms of the three packages: docs/rooms.svg.

And counts the lines of the rooms and lists their modules, in CONTRIBUTING.md.

    .venv/bin/python tools/draw_rooms.py

Each box is a room with its lines of code. An arrow leads from a room to one that it imports from; it is faint
where a way over other rooms leads there as well. All arrows point down: import-linter holds the order.
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

    In the reference a module that lies alone is a room of its own.
    """
    if module in STARTS:
        return STARTS[module]
    package, *parts = module.split(".")
    is_room = parts and ((ROOT / package / parts[0]).is_dir() or (package == "mlcore" and parts[0][0] != "_"))
    return f"{package}.{parts[0]}" if is_room else package


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
    """Give each room its storey: one above the highest that it imports from; a cycle is refused."""
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

    for name in rooms:
        depth(name)
    return storeys


def positions(rooms: dict[str, Room], storeys: dict[str, int]) -> dict[str, tuple[float, float]]:
    """Lay the packages side by side, each with its storeys from the bottom up; a wide one takes two rows."""
    corners: dict[str, tuple[float, float]] = {}
    left = 0.0
    for package in PACKAGES:
        names = [name for name in rooms if rooms[name].package == package]
        levels = [sorted(name for name in names if storeys[name] == level) for level in range(len(names))]
        rows = [level[at : at + MOST] for level in levels for at in range(0, len(level), MOST)]
        widest = max(map(len, rows))
        for height, row in enumerate(rows):
            start = left + (widest - len(row)) * (WIDTH + GAP) / 2
            corners |= {name: (start + at * (WIDTH + GAP), height * 1.15) for at, name in enumerate(row)}
        left += widest * (WIDTH + GAP) + 3 * GAP
    return corners


def draw(rooms: dict[str, Room], edges: Edges) -> Figure:
    """Draw the rooms and their imports."""
    corners = positions(rooms, depths(rooms, edges))
    right = max(x for x, _ in corners.values()) + WIDTH
    top = max(y for _, y in corners.values()) + HEIGHT
    figure = Figure(figsize=(0.62 * right + 0.6, 0.62 * top + 0.9), facecolor="white", layout="constrained")
    axes = figure.add_subplot()
    axes.set(xlim=(-0.3, right + 0.3), ylim=(-0.3, top + 0.8))
    axes.set_axis_off()
    for one, other in sorted(edges):
        faint = any(_leads(edges, way, other) for start, way in edges if start == one and way != other)
        _arrow(axes, corners[one], corners[other], faint, rooms[one].package == rooms[other].package)
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


def _arrow(
    axes: Axes, start: tuple[float, float], end: tuple[float, float], faint: bool, inside: bool
) -> None:
    arrow = FancyArrowPatch(
        (start[0] + WIDTH / 2, start[1]),
        (end[0] + WIDTH / 2, end[1] + HEIGHT),
        arrowstyle="-|>",
        mutation_scale=7,
        linewidth=0.5 if faint else 1.1,
        color="#5b6b7d" if inside else "#b0562f",
        alpha=0.25 if faint else 0.9,
        connectionstyle="arc3,rad=0.06",
        zorder=1,
    )
    axes.add_patch(arrow)


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
