"""How many test cells of other courses run unchanged: ``python -m benchmarks.compatibility FOLDER``.

The folder holds notebooks of nbgrader with their solutions, at any depth, and the files that they need beside
them. Each notebook is run three or four times, every time in the sandbox:

    one process   all cells in one process, as nbgrader runs them: which test cells pass at all?
    record        the tests in the judge, which notes where the solution gives objects
    judge         the same with that record, as submissions are graded: this is what counts
    in-student    what is left, once more with this tag

Only the test cells that pass in one process count; the others lack a solution, data or a library.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import nbformat

from nbjudge.execution.executor import Executor
from nbjudge.tasks import IN_STUDENT, Cell, CellResult, NotebookResult, NotebookTask

MOST_BESIDE = 30 << 20  # bytes of files beside a notebook
_ADDRESS = re.compile(r"0x[0-9a-f]+")


def main() -> None:
    """Run all notebooks, print a line for each, then the figure, then what is left."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compatibility", description=__doc__)
    parser.add_argument("folder", type=Path, help="a course, or a folder of courses")
    parser.add_argument("--only", default="", help="part of the path of the notebooks to run")
    arguments = parser.parse_args()
    count: Counter[str] = Counter()
    left: list[str] = []
    with Executor() as executor:
        print(f"protection: {executor.level.name.lower()}\n\n  pass  judge  notebook", flush=True)
        for path in notebooks(arguments.folder, arguments.only):
            name = path.relative_to(arguments.folder)
            found = examine(executor, task_of(path))
            count.update(verdict for verdict, _ in found.values())
            passed = sum(verdict == "judge" for verdict, _ in found.values())
            if found:
                print(f"{len(found):6}{passed:7}  {name}", flush=True)
            left += [
                f"{name}, {cell}: {verdict}; {why}"
                for cell, (verdict, why) in found.items()
                if verdict != "judge"
            ]
    total = count.total()
    if not total:
        sys.exit(f"No test cell in {arguments.folder} passes in one process: are the solutions there?")
    print(f"\n{total} test cells pass in one process; {count['judge']} of them in the judge", end="")
    print(f" ({count['judge'] / total:.1%}), {count[IN_STUDENT]} more with the tag {IN_STUDENT}.")
    print("\n".join(left))


def notebooks(folder: Path, only: str) -> Iterator[Path]:
    """Find notebooks with test cells, but no copies that Jupyter keeps."""
    for path in sorted(folder.rglob("*.ipynb")):
        if path.is_file() and ".ipynb_checkpoints" not in path.parts and only in str(path):
            try:
                cells = cells_of(path)
            except (ValueError, AttributeError, nbformat.validator.NotebookValidationError) as problem:
                print(f"{path} cannot be read: {problem}", file=sys.stderr)
                continue
            if any(cell.kind == "test" and cell.source.strip() for cell in cells):
                yield path


def cells_of(path: Path) -> tuple[Cell, ...]:
    """Read a notebook's cells, as they are to be graded."""
    made: list[Cell] = []
    for number, cell in enumerate(nbformat.read(path, as_version=4).cells):
        marks = cell.metadata.get("nbgrader", {})
        if cell.cell_type != "code":
            continue
        kind = "answer" if marks.get("solution") else "test" if marks.get("grade") else "given"
        name = f"{marks.get('grade_id') or 'cell'} ({number})"  # the number: copied cells share an id
        reference = cell.source if kind == "answer" else ""
        points = float(marks.get("points") or 0)
        made.append(Cell(name, kind, cell.source, points, tags=tags_of(cell), reference=reference))
    return tuple(made)


def tags_of(cell: Mapping[str, Mapping[str, list[str]]]) -> tuple[str, ...]:
    return tuple(cell["metadata"].get("tags", ()))


def task_of(path: Path) -> NotebookTask:
    """Make the task of a notebook, with the files beside it."""
    files, size = {}, 0
    for beside in sorted(path.parent.rglob("*")):
        if beside.is_file() and beside.suffix != ".ipynb":
            size += beside.stat().st_size
            if size <= MOST_BESIDE:
                files[str(beside.relative_to(path.parent))] = beside.read_bytes()
    return NotebookTask(path.stem, cells_of(path), files=files, course_files=files)


def examine(executor: Executor, task: NotebookTask) -> dict[str, tuple[str, str]]:
    """Return for each test cell that passes in one process what else passes it, and why not the judge."""
    plain = tuple(replace(cell, kind="extra") for cell in task.cells)
    tests = {cell.id for cell in task.cells if cell.kind == "test" and cell.source.strip()}
    expected = tests & passing(executor.run(replace(task, cells=plain, golden=frozenset())))
    if not expected:
        return {}
    first = executor.run(task)
    second = executor.run(replace(task, golden=first.places))
    judged = passing(first) & passing(second)
    left = expected - judged
    tagged = passing(executor.run(with_tag(task, left))) if left else set()
    why = {cell.id: reason(cell) for result in (second, first) for cell in result.cells if cell.id in left}
    return {
        cell: ("judge", "")
        if cell in judged
        else (IN_STUDENT if cell in tagged else "no tag helps", why[cell])
        for cell in (cell.id for cell in task.cells if cell.id in expected)
    }


def with_tag(task: NotebookTask, wanted: set[str]) -> NotebookTask:
    cells = [replace(cell, tags=(IN_STUDENT,)) if cell.id in wanted else cell for cell in task.cells]
    return replace(task, cells=tuple(cells))


def passing(result: NotebookResult) -> set[str]:
    return {cell.id for cell in result.cells if cell.status == "ok" and not (cell.reason and not cell.score)}


def reason(cell: CellResult) -> str:
    errors = [output for output in cell.outputs if output.get("output_type") == "error"]
    said = "".join(f" {error['ename']}: {error['evalue']}" for error in errors)
    return _ADDRESS.sub("0x…", f"{cell.reason}{said}")[:200]


if __name__ == "__main__":
    main()
