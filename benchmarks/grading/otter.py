"""The same task for otter-grader: the notebook in its markup, and `otter run` on one submission."""

import subprocess
import time
from pathlib import Path

import nbformat

from benchmarks.grading import course

NAMES = {"test-distances": "q1", "test-nearest": "q2", "test-predict": "q3", "test-many": "q4"}


def lay_out(root: Path, otter: Path, figure: bool) -> tuple[Path, Path]:
    """Return the autograder's archive and a right submission, both made by `otter assign`."""
    cells = [
        nbformat.v4.new_raw_cell("# ASSIGNMENT CONFIG\ngenerate: true\ninit_cell: true\nrun_tests: false")
    ]
    for cell in course.source(figure).cells:
        marks = cell.metadata.pop("nbgrader", {})
        if marks.get("grade") and cell.cell_type == "code":
            cells += _question(NAMES[marks["grade_id"]], marks["points"], cell.source)
        elif not marks.get("grade"):
            cell.source = cell.source.replace("### BEGIN SOLUTION", "# BEGIN SOLUTION").replace(
                "### END SOLUTION", "# END SOLUTION"
            )
            cells.append(cell)
    root.mkdir(parents=True)
    notebook = nbformat.v4.new_notebook(cells=cells, metadata=course.source(figure).metadata)
    nbformat.write(notebook, root / "knn.ipynb")
    _run([otter, "assign", "knn.ipynb", "dist"], root)
    return next((root / "dist" / "autograder").glob("*.zip")), root / "dist" / "autograder" / "knn.ipynb"


def _question(name: str, points: float, source: str) -> list[nbformat.NotebookNode]:
    test = "\n".join(line for line in source.splitlines() if not line.startswith("###"))
    if "assert" not in test:  # otter has no partial credit from a value: all or nothing
        test = test.replace("min(3, right // 12)", "assert right >= 0")
    raw = nbformat.v4.new_raw_cell
    return [
        raw(f"# BEGIN QUESTION\nname: {name}\npoints: {points:g}"),
        raw("# BEGIN SOLUTION"),
        nbformat.v4.new_code_cell("..."),
        raw("# END SOLUTION"),
        raw("# BEGIN TESTS"),
        nbformat.v4.new_code_cell(test),
        raw("# END TESTS"),
        raw("# END QUESTION"),
    ]


def seconds_per_submission(root: Path, otter: Path, figure: bool, runs: int) -> list[float]:
    """Return the times of `otter run` on one submission."""
    archive, submission = lay_out(root, otter, figure)
    results = root / "results"
    results.mkdir()
    taken = []
    for _ in range(runs):
        start = time.perf_counter()
        _run([otter, "run", "-a", archive, "-o", results, "--no-logo", submission], root)
        taken.append(time.perf_counter() - start)
    return taken


def _run(command: list[object], folder: Path) -> None:
    done = subprocess.run(
        [str(part) for part in command], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(
            f"{' '.join(map(str, command))} failed:\n{done.stdout[-2000:]}{done.stderr[-3000:]}"
        )
