"""`python -m benchmarks.made_up_class [FOLDER]` holds a graded class that was made up against its key.

With `--students`, the class is made up and graded first: `--students 120 --units all` is a whole course.
It prints how long the grading took, every score that is not what is deserved, how many mistakes were named
and how many rightly, and which of those who copied were paired; exit code 1 if a score is wrong.
"""

import argparse
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.made_up_class import key
from benchmarks.made_up_class.key import Answer
from benchmarks.made_up_class.similar import ROOT, measured, work_of
from nbjudge.pages.similar.agreement import compared, pairs

CLASS = ROOT / "examples" / "class"  # what `make grade` grades
BUILT = ROOT / "build" / "class"


def make(folder: Path, students: int, units: list[str], seed: int) -> None:
    """Make a class up, in a course folder of this course."""
    if folder.resolve().parent.parent != ROOT:
        sys.exit(
            f"{folder} has to lie two folders below {ROOT}, as its configuration finds the course there."
        )
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copy(CLASS / "nbgrader_config.py", folder)
    names = [] if units == ["all"] else units
    run("selfcheck", "simulate", *names, "--to", folder, "--students", students, "--seed", seed)


def grade(folder: Path, workers: int) -> None:
    """Grade it, and say how long that took."""
    started = time.monotonic()
    run("nbjudge", "grade", "--course", folder, "--workers", workers, "--json")
    seconds = time.monotonic() - started
    handed_in = sum(1 for path in (folder / "submitted").glob("*/*"))
    print(f"graded in {seconds:.0f} s: {handed_in} submissions, {seconds / handed_in:.1f} s each")


def run(module: str, *words: object) -> None:
    """Run a command of the project; its own results are not ours to print."""
    subprocess.run([sys.executable, "-m", module, *map(str, words)], check=True, stdout=subprocess.DEVNULL)


def held(folder: Path, answers: list[Answer]) -> bool:
    """Print how the results stand to the key; give whether every score is what is deserved."""
    wrong = list(key.not_exact(answers))
    students = {answer.student for answer in answers}
    print(f"{len(answers)} answers of {len(students)} students")
    print(f"scores that are what is deserved: {len(answers) - len(wrong)} of {len(answers)}")
    for sentence in wrong:
        print(f"  {sentence}")
    print(f"mistakes named:                 {key.named(answers)}")
    print(f"mistakes named with confidence: {key.named(answers, sure=True)}")
    cheated = [answer for answer in answers if answer.sealed["cheat"]]
    print(f"cheats that gained nothing: {sum(answer.exact for answer in cheated)} of {len(cheated)}")
    print(f"copies paired: {copies(folder)}")
    return not wrong


def copies(folder: Path) -> object:
    """Say how well those who copied were found."""
    sealed, started = key.key_of(folder), time.process_time()
    work, tasks = work_of(folder, sealed)
    values = {frozenset(pair.students): pair.weight for pair in compared(work, tasks)}
    shown = [frozenset(pair.students) for pair in pairs(work, tasks)]
    return measured(values, shown, sealed, time.process_time() - started)


def main() -> int:
    """Make, grade and hold against the key what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", help="the class; examples/class, or build/class")
    parser.add_argument("--students", type=int, help="make up so many, and grade them")
    parser.add_argument("--units", nargs="+", default=["all"], help="of these units; all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=0, help="at once; 0: one per core")
    asked = parser.parse_args()
    folder = asked.folder or (BUILT if asked.students else CLASS)
    try:
        if asked.students:
            make(folder, asked.students, asked.units, asked.seed)
            grade(folder, asked.workers)
        answers = key.read(folder)
    except (OSError, json.JSONDecodeError) as error:
        sys.exit(f"There is no graded class in {folder}: {error}. `make grade` makes one.")
    except subprocess.CalledProcessError as error:
        return error.returncode
    return int(not held(folder, answers))


if __name__ == "__main__":
    sys.exit(main())
