"""The floor of a grader: the same cells and tests in a copy of a warm plain process, with no protection.

``python -m benchmarks.grading.floor COURSE ASSIGNMENT`` prints the processor seconds of a submission, in
the mean: no sandbox, no judge, no gradebook, no page; but a copy for each, or one submission would find what
another left. Cells that no mark depends on are left out, as the grader leaves them out.
"""

import contextlib
import io
import os
import resource
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


def run(task: NotebookTask, seed: str) -> None:
    """Run the cells of a notebook one after the other, whatever they raise."""
    os.environ |= {"NBJUDGE": "1", "NBJUDGE_SEED": seed}
    cells = [cell for cell in task.cells if cell.kind != "text" and cell.id not in task.left_out]
    names: dict[str, object] = {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings(action="ignore"):
        for cell in cells:
            with contextlib.suppress(Exception):
                exec(compile(cell.source, cell.id, "exec"), names)


def run_in_a_copy(task: NotebookTask) -> float:
    """Do so in a copy of this process; give the processor seconds of both."""
    started = time.process_time() + _of_copies()
    pid = os.fork()
    if pid == 0:
        run(task, task.seed)
        os._exit(0)
    os.waitpid(pid, 0)
    return time.process_time() + _of_copies() - started


def _of_copies() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


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
    print(mean(map(run_in_a_copy, tasks)))  # as what a grader takes is divided by their number


if __name__ == "__main__":
    main()
