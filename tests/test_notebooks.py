"""What must hold of every built notebook: it is its source's, it was run from top to bottom, it is small."""

import ast
import itertools
import re
from pathlib import Path

import nbformat
import pytest

from mlcore import exercises
from mlcore.installed import needs
from selfcheck.authoring import build

ROOT = Path(__file__).parent.parent
DEMOS = sorted((ROOT / "solutions" / "demos").glob("*.py"))
UNITS = sorted((ROOT / "solutions").glob("*.py"))
SOURCES = [*DEMOS, *UNITS]
BUILT = ROOT / "notebooks" / "demos"
GIVEN = {
    "mlcore.datasets",
    "mlcore.exercises",
    "mlcore.installed",
    "mlcore.plotting",
}  # what given cells may take from the course


def built(source):
    return (BUILT if source in DEMOS else source.with_suffix("")) / f"{source.stem}.ipynb"


def code_cells(path):
    return [cell for cell in build.load(path).cells if cell.cell_type == "code"]


def test_each_source_has_its_notebook_and_each_notebook_its_source():
    notebooks = [*BUILT.glob("*.ipynb"), *(ROOT / "solutions").glob("*/*.ipynb")]
    assert sorted(notebooks) == sorted(map(built, SOURCES))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_it_is_built_from_the_present_text(source):
    """If this fails, run `make notebooks`."""
    found = nbformat.read(built(source), as_version=4)
    wanted = build.read(source)
    assert found.metadata == wanted.metadata
    kept = [(cell.id, cell.cell_type, cell.source, cell.metadata) for cell in found.cells]
    assert kept == [(cell.id, cell.cell_type, cell.source, cell.metadata) for cell in wanted.cells]


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_it_was_run_in_order_and_is_small(source):
    code = code_cells(built(source))
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    pictures = list(pictures_of(code))
    assert all(len(picture) <= 120_000 for picture in pictures)
    words = built(source).stat().st_size - sum(map(len, pictures))
    assert words <= (40_000 if source in DEMOS else 110_000)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_every_picture_that_it_draws_can_be_seen_without_running_it(source):
    for cell in code_cells(built(source)):
        for output in cell.outputs:
            if "<Figure size" in output.get("data", {}).get("text/plain", ""):
                assert "image/png" in output.data, cell.id


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_every_picture_has_words_of_its_own_for_those_who_do_not_see_it(source):
    """What it shows, in a sentence or two, and not its title; where nothing is drawn there are none."""
    texts = []
    for cell in code_cells(built(source)):
        drawn = any("image/png" in output.get("data", {}) for output in cell.outputs)
        assert drawn == ("alt" in cell.metadata), cell.source
        texts += [cell.metadata.alt] if drawn else []
    titles = {
        title for cell in code_cells(built(source)) for title in re.findall(r'title="([^"]+)"', cell.source)
    }
    assert len(set(texts)) == len(texts)
    for text in texts:
        assert 60 <= len(text) <= 320
        assert text.endswith(".")
        assert text.rstrip(".") not in titles
        assert not re.match(r"(?i)(a |the )?(picture|image|figure|plot|graph) (of|drawn|showing)", text)


@pytest.mark.parametrize("source", UNITS, ids=lambda path: path.stem)
def test_a_unit_begins_by_asking_whether_the_package_fits(source):
    first = code_cells(built(source))[0].source
    assert first.startswith("try:\n    from mlcore.installed import needs\nexcept ImportError:\n")
    exec(re.search(r"^needs\(.*\)$", first, re.MULTILINE)[0], {"needs": needs})  # of no version to come


def pictures_of(cells):
    for cell in cells:
        for output in cell.outputs:
            if "image/png" in output.get("data", {}):
                yield output.data["image/png"]


@pytest.mark.parametrize("source", UNITS, ids=lambda path: path.stem)
def test_every_check_of_the_solution_gives_full_marks(source):
    for cell in code_cells(built(source)):
        role = cell.metadata.get("nbgrader", {})
        if role.get("grade"):
            (output,) = cell.outputs
            assert float(output.data["text/plain"]) == role["points"], cell.id


@pytest.mark.parametrize("source", UNITS, ids=lambda path: path.stem)
def test_every_exercise_of_the_unit_has_its_task_after_those_that_it_uses(source):
    (unit,) = [unit for unit in exercises.UNITS.values() if unit.notebook == source.stem]
    tasks = [cell.id.removeprefix("check-") for cell in code_cells(built(source)) if "check-" in cell.id]
    assert sorted(tasks) == sorted(exercise.name for exercise in unit.exercises)
    for task in tasks:
        assert all(tasks.index(used) < tasks.index(task) for used in unit[task].uses), task


@pytest.mark.parametrize("source", UNITS, ids=lambda path: path.stem)
def test_a_unit_is_worth_twenty_to_fifty_points_and_asks_in_words_too(source):
    roles = [cell.metadata.get("nbgrader", {}) for cell in build.load(built(source)).cells]
    assert 20 <= sum(role.get("points", 0) for role in roles) <= 50
    assert sum(role.get("cell_type") == "markdown" and role["grade"] for role in roles) >= 2


@pytest.mark.parametrize("source", UNITS, ids=lambda path: path.stem)
def test_a_unit_begins_with_what_is_written_how_long_it_takes_and_what_it_is_worth(source):
    (unit,) = [unit for unit in exercises.UNITS.values() if unit.notebook == source.stem]
    rows = re.findall(
        r"^\| \*\*([A-Z][a-z ]+)\*\*(?:, (\d+) to (\d+))? \| (\d+) \| ([\d.]+) \| (.*?) \|$",
        build.read(source).cells[0].source,
        re.MULTILINE,
    )
    assert rows[0][0] == "Core"
    assert rows[-1][0] == "In words"
    told = []
    for _, first, last, minutes, points, tasks in rows[:-1]:
        names = re.findall(r"`(\w+)` (\d+)", tasks)
        assert sum(int(each) for _, each in names) == int(minutes) <= 100
        assert sum(unit[name].points for name, _ in names) == float(points)
        assert all(int(first) <= int(unit[name].read.split()[0]) <= int(last) for name, _ in names)
        told += [name for name, _ in names]
    assert told == [exercise.name for exercise in unit.exercises]
    roles = [cell.metadata.get("nbgrader", {}) for cell in build.load(built(source)).cells]
    written = [role["points"] for role in roles if role.get("grade") and role["cell_type"] == "markdown"]
    assert float(rows[-1][-2]) == sum(written)


@pytest.mark.parametrize("source", UNITS, ids=lambda path: path.stem)
def test_given_cells_do_not_lead_to_the_answers(source):
    for cell in code_cells(built(source)):
        for node in ast.walk(ast.parse(cell.source)):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                assert not re.match(r"mlcore(\.|$)", name) or name in GIVEN, f"{cell.id} imports {name}"


@pytest.mark.parametrize("source", UNITS, ids=lambda path: path.stem)
def test_code_cells_are_short(source):
    for cell in code_cells(built(source)):
        if not cell.metadata.get("nbgrader", {}).get("solution"):
            assert len(cell.source.splitlines()) <= 22, f"{cell.id}: {cell.source[:60]!r}"


@pytest.mark.parametrize(
    "source", [*SOURCES, ROOT / "solutions/start/START_HERE.py"], ids=lambda path: path.stem
)
def test_the_rows_of_a_table_have_as_many_cells_as_its_head(source):
    for cell in build.read(source).cells:
        lines = cell.source.splitlines() if cell.cell_type == "markdown" else []
        for place, line in enumerate(lines):
            if re.fullmatch(r"\|(?:\s*:?-+:?\s*\|)+", line):
                below = itertools.takewhile(lambda row: row.startswith("|"), lines[place + 1 :])
                for row in (lines[place - 1], *below):
                    assert len(re.findall(r"(?<!\\)\|", row)) == line.count("|"), row
