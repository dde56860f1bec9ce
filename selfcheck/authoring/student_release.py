"""What students get: the built notebook without solutions and hidden tests, made by nbgrader's own steps.

    release  solutions/NN_unit/NN_unit.ipynb -> notebooks/NN_unit/NN_unit.ipynb, the same bytes on every run
    verify   nothing of a solution, hidden test or source is left; every check of the stub gives nothing

The gradebook of the course is not touched: nbgrader gets an empty one that is thrown away.
"""

import contextlib
import copy
import logging
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from nbclient import NotebookClient
from nbformat import NotebookNode
from nbgrader.apps import NbGraderAPI
from nbgrader.utils import determine_grade
from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader

from selfcheck.authoring import build
from selfcheck.authoring.roles import BEGIN_HIDDEN, BEGIN_SOLUTION, END_HIDDEN, END_SOLUTION

CONFIG = "nbgrader_config.py"
GOES_ON = "raises-exception"  # as JupyterLab calls a cell whose error does not stop the run
TELLING = 12  # characters of a line of a solution from which on it may not be anywhere in its released cell


def settings(course: Path) -> Config:
    """Read what the course sets for nbgrader's steps; its folders are not those of a release."""
    if not (course / CONFIG).is_file():
        return Config()
    config: Config = PyFileConfigLoader(CONFIG, path=str(course)).load_config()
    config.pop("CourseDirectory", None)
    return config


def release(solution: Path, folder: Path, course: Config | None = None, students: Path | None = None) -> Path:
    """Make the students' notebook of a built one in folder/NAME, with the files beside it.

    `course` is what the course sets for nbgrader's steps. `students` is the folder of which students get a
    copy, if it is another one.
    """
    name = solution.stem
    with tempfile.TemporaryDirectory() as root:
        source = Path(root) / "source" / name
        shutil.copytree(solution.parent, source, ignore=shutil.ignore_patterns(".*", "__pycache__", "*.py"))
        config = copy.deepcopy(course or Config())
        config.CourseDirectory.root = root
        config.CourseDirectory.db_url = f"sqlite:///{root}/gradebook.db"
        config.NbGraderAPI.logger = logging.getLogger("nbgrader")
        with _tools_of_this_python():
            made = NbGraderAPI(config=config).generate_assignment(name, force=True)
        if not made["success"]:
            raise ValueError(f"{name}: nbgrader made no release.\n{made.get('log')}\n{made.get('error')}")
        target = folder / name
        target.mkdir(parents=True, exist_ok=True)  # what else lies there may be somebody's work
        for file in sorted((Path(root) / "release" / name).iterdir()):
            if file.suffix != ".ipynb":
                shutil.copy(file, target)
        released = build.load(Path(root) / "release" / name / f"{name}.ipynb")
    _go_on_after_given_cells(released)
    _lead_from(released, solution.parent, students or folder)
    path = target / f"{name}.ipynb"
    path.write_text(build.text(build.clean(released)), encoding="utf-8")
    return path


def _go_on_after_given_cells(notebook: NotebookNode) -> None:
    """Let "Run all" go on where a given cell waits for a task not written yet, to the checks below it."""
    for cell in notebook.cells:
        if cell.cell_type == "code" and "nbgrader" not in cell.metadata:
            cell.metadata["tags"] = [*cell.metadata.get("tags", []), GOES_ON]


LINK = re.compile(r"(?<=\]\()([^)#\s:]+)")


def _lead_from(notebook: NotebookNode, solution: Path, folder: Path) -> None:
    """Let links that lead from the solution into the students' folder lead there from the release in it.

    A student has that folder alone, under any name; in the repository the solution lies outside of it.
    """

    def led(found: re.Match[str]) -> str:
        there = (solution / found[1]).resolve()
        if not there.is_relative_to(folder.resolve()):
            return found[1]
        return Path(os.path.relpath(there, folder.resolve() / solution.name)).as_posix()

    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = LINK.sub(led, cell.source)


@contextlib.contextmanager
def _tools_of_this_python() -> Iterator[None]:
    """Let nbgrader find alembic, which it looks for on the PATH, also where .venv is not activated."""
    before = os.environ.get("PATH", "")
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), before])
    try:
        yield
    finally:
        os.environ["PATH"] = before


def verify(released: Path, solution: Path) -> None:
    """Refuse a release that gives something away, or points for nothing."""
    found = [*leaks(released, solution), *gifts(released)]
    if found:
        raise ValueError(f"{released.stem} must not be released: " + "; ".join(found))


def leaks(released: Path, solution: Path) -> Iterator[str]:
    """Go through what a release would give away."""
    for file in released.parent.iterdir():
        if file.suffix == ".py" or file.is_dir():
            yield f"{file.name} lies beside the notebook"
    cells = {cell.id: cell for cell in build.load(released).cells}
    for cell in cells.values():
        for mark in (BEGIN_SOLUTION, END_SOLUTION, BEGIN_HIDDEN, END_HIDDEN, "hidden=True"):
            if mark in cell.source:
                yield f"{cell.id} holds {mark!r}"
        if cell.get("outputs"):
            yield f"{cell.id} has an output"
    for cell in build.load(solution).cells:
        for line in solution_lines(cell):
            if line in cells[cell.id].source:
                yield f"{cell.id} still has the line {line!r}"


def solution_lines(cell: NotebookNode) -> list[str]:
    """Return the lines that are only in the solution of a cell, without those that say nothing."""
    role = cell.metadata.get("nbgrader", {})
    if not role.get("solution"):
        return []
    if role["grade"]:
        return [line.strip() for line in cell.source.splitlines() if len(line.strip()) >= TELLING]
    lines, inside = [], False
    for line in map(str.strip, cell.source.splitlines()):
        inside = (inside or line == BEGIN_SOLUTION) and line != END_SOLUTION
        if inside and line != BEGIN_SOLUTION and len(line) >= TELLING:
            lines.append(line)
    return lines


def gifts(released: Path) -> Iterator[str]:
    """Run the untouched notebook, and go through the checks that give points nevertheless."""
    notebook = build.load(released)
    client = NotebookClient(
        notebook,
        timeout=120,
        kernel_name="python3",
        allow_errors=True,
        resources={"metadata": {"path": str(released.parent)}},
    )
    client.execute()
    for cell in notebook.cells:
        if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("grade"):
            points, _ = determine_grade(cell, logging.getLogger("nbgrader"))
            if points:
                yield f"{cell.id} gives {points:g} points for nothing"
