"""A watch that is killed again and again while a class hands in: its memory, and whether anything is lost.

python -m benchmarks.grading.arrivals FOLDER --submissions 500 --kills 10

The small kNN course: all submissions arrive within so many seconds, every tenth student hands in twice,
and meanwhile `nbjudge watch` is killed (kill -9) at moments drawn from a seed and started again.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.grading import course as courses
from benchmarks.grading.large_class import SETTINGS, Machines, counted, told

PAUSE = 5.0  # seconds until somebody's next submission is graded
RESTING = 15.0  # seconds without a result after which all is done


def arriving(later: Path, submitted: Path, seconds: float) -> Iterator[int]:
    """Move one folder after the other to where it is handed in; say how many there are by now."""
    students = sorted(path.name for path in later.iterdir())
    for number, student in enumerate(students):
        shutil.move(later / student, submitted / student)
        if number % 10 == 9:
            again = submitted / students[number - 9] / courses.ASSIGNMENT / "knn.ipynb"
            again.write_bytes(again.read_bytes() + b"\n")
        time.sleep(seconds / len(students))
        yield number + 1


def watched(made: Machines, course: Path, asked: argparse.Namespace) -> Iterator[dict[str, object]]:
    """Kill and start the watch until all results are there; give its memory at each tenth."""
    luck = random.Random(asked.seed)
    kills = sorted(luck.sample(range(asked.submissions), asked.kills))
    come, there = arriving(course / "later", course / "submitted", asked.seconds), 0
    tenth, still, last = 1, time.monotonic(), 0
    made.start("watch")
    while there < asked.submissions or time.monotonic() < still + RESTING or last < asked.submissions:
        there = next(come, there)
        if there == asked.submissions:
            time.sleep(1.0)
        elif there % 10:
            continue
        lines = told(course)
        done = len({line["student"] for line in lines})
        if len(lines) != last:
            still, last = time.monotonic(), len(lines)
        if kills and done >= kills[0]:
            kills.pop(0)
            made.kill("watch")
            made.start("watch")
        if done >= tenth * asked.submissions // 10:
            tenth = done * 10 // asked.submissions + 1
            yield {"arrived": there, "results": done, **made.megabytes(), "kills to come": len(kills)}


def unchanged(course: Path) -> int:
    """Grade everybody once more; count those whose record is already that of what they handed in last."""
    nbjudge = Path(sys.executable).with_name("nbjudge")
    words = [nbjudge, "grade", courses.ASSIGNMENT, "-c", course, "--json"]
    said = json.loads(subprocess.run(words, check=True, capture_output=True).stdout)
    return sum(one["reused"] for one in said["assignments"][0]["submissions"])


def main() -> None:
    """Lay out, watch, count, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path, help="a new one")
    parser.add_argument("--submissions", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20.0, help="in which all arrive")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True)
    course = courses.lay_out(asked.folder.resolve() / "course", asked.submissions, figure=False)
    (course / "submitted").rename(course / "later")
    (course / "submitted").mkdir()
    with (course / "nbgrader_config.py").open("a") as config:
        config.write(SETTINGS + f"c.NbJudge.watch_pause_seconds = {PAUSE}\n")
    made, started = Machines(asked.folder.resolve()), time.monotonic()
    nbjudge = str(Path(sys.executable).with_name("nbjudge"))
    made.commands["watch"] = [nbjudge, "watch", courses.ASSIGNMENT, "-c", str(course)]
    try:
        for line in watched(made, course, asked):
            print(f"{time.monotonic() - started:.0f} s", json.dumps(line), flush=True)
    finally:
        made.kill("watch")
    print(f"{time.monotonic() - started:.0f} s", json.dumps(counted(course, asked.submissions)))
    print("pages:", len(list((course / "feedback").glob(f"*/{courses.ASSIGNMENT}/*.html"))))
    print("a grading of all finds unchanged:", unchanged(course))


if __name__ == "__main__":
    main()
