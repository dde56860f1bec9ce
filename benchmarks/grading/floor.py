"""The floor of a grader: the same cells and tests in one warm plain process, which protects from nothing.

``python -m benchmarks.grading.floor COURSE ASSIGNMENT`` prints the processor seconds of a submission, in
the mean: no sandbox, no second process, no gradebook, no page. Cells that no mark depends on are left out,
as the grader leaves them out.
"""

import contextlib
import io
import os
import subprocess
import sys
import time
import warnings
from pathlib import Path
from statistics import mean

from nbjudge.classroom import bundle
from nbjudge.course import course as courses
from nbjudge.grading.open_release import open_release
from nbjudge.grading.steps import work_of
from nbjudge.submission.rebuild import rebuild
from nbjudge.tasks import NotebookTask


def tasks_of(root: Path, assignment: str) -> list[NotebookTask]:
    """Give what is to be run of each submission."""
    course = courses.read(root)
    release = open_release(course, assignment)
    with bundle.unpacked(bundle.of(course, release, with_code=False)) as known:
        found = []
        for submission in course.submissions(assignment):
            work = work_of(course, release, submission)
            rebuilt, _ = rebuild(
                release, work.handed_in, known.terms, work.seeds, work.student,
                known.forced_data, known.course_data,
            )  # fmt: skip
            found += [task for notebook in rebuilt if (task := known.read(notebook).task) is not None]
        return found


def run(task: NotebookTask, seed: str) -> float:
    """Run the cells of a notebook one after the other, whatever they raise; give the processor seconds."""
    os.environ |= {"NBJUDGE": "1", "NBJUDGE_SEED": seed}
    cells = [cell for cell in task.cells if cell.kind != "text" and cell.id not in task.left_out]
    names: dict[str, object] = {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings(action="ignore"):
        started = time.process_time()
        for cell in cells:
            with contextlib.suppress(Exception):
                exec(compile(cell.source, cell.id, "exec"), names)
        return time.process_time() - started


def seconds(root: Path, assignment: str) -> float:
    """Give the processor seconds of a submission, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.grading.floor", str(root), assignment]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "MPLBACKEND": "agg"}
    done = subprocess.run(
        command, cwd=root, env=environment, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    return float(done.stdout)


def main() -> None:
    """Run the class once to be warm, then again, and print."""
    root, assignment = Path(sys.argv[1]), sys.argv[2]
    tasks = tasks_of(root, assignment)
    for task in tasks:
        run(task, f"{task.seed} to be warm")  # what is drawn for a student is drawn once, and counts
    print(mean(run(task, task.seed) for task in tasks))  # as what a grader takes is divided by their number


if __name__ == "__main__":
    main()
