"""Time the grader on the course's real units beside its peers: ``python -m benchmarks.grading.units``.

    stock             nbgrader autograde, then nbgrader generate_feedback
    otter, each       otter run, one submission after the other
    otter, together   what runs in a container of otter grade, in two processes, without containers
    ours              nbjudge grade, sandbox on: gradebook, autograded notebooks and feedback pages included
    floor             the same cells and tests in a copy of one warm plain process, without protection

The same class each time, in turns, start-up included: of four submissions one is right, one wrong, one
half-done, one untouched. Peers may get the first part of the class, for what they take grows with it. Each
unit is graded as students get it, tagged with what need not be run for the marks, and untagged. What earns
other points than with us is told. Processor time is that of all processes.
"""

import argparse
import json
import os
import platform
import tempfile
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.grading import floor, otter_units, scores, unit_class, units_table
from benchmarks.grading.spent import Spent, spend
from benchmarks.grading.unit_class import KINDS, ROOT, name_of
from benchmarks.grading.units_table import EDITIONS
from nbjudge.execution.executor import Executor

KEPT = Path(__file__).with_suffix(".json")
GUIDE = ROOT / "docs" / "grading.md"
AT_ONCE = 2  # of otter's processes, and of our workers where there are several


class Class:
    """A unit's class in front of every grader."""

    def __init__(self, folder: Path, unit: str, edition: str, asked: argparse.Namespace) -> None:
        """Lay it out, check our course, and make otter's assignment where otter is."""
        self.unit, self.students = unit, asked.students
        self.parts = {"stock": asked.stock_students, "otter": asked.otter_students}
        untagged = edition == "untagged"
        self.ours, self.stock = unit_class.lay_out(
            folder, unit, asked.students, untagged, self.parts["stock"]
        )
        self.doctor = spend(self.ours, "nbjudge", "doctor", ".", "--assignment", unit)
        self.otter = None
        if otter_units.OTTER.exists() and self.parts["otter"]:
            self.otter = otter_units.Assignment(folder / "otter", unit)
            handed_in = enumerate(unit_class.submissions(unit, self.parts["otter"], untagged))
            self.in_otter = [self.otter.hand_in(name_of(student), made) for student, made in handed_in]
        self.points: dict[str, scores.Points] = {}

    def round(self) -> dict[str, list[Spent]]:
        """Let every grader grade it once; give what each step of theirs takes."""
        taken = {}
        if self.parts["stock"]:
            taken["stock"] = self._by_stock()
            self.points["stock"] = scores.in_gradebook(self.stock, self.unit)
        if self.otter is not None:
            each, self.points["otter, each"] = self.otter.one_by_one(self.in_otter)
            together, self.points["otter, together"] = self.otter.together(self.in_otter, AT_ONCE)
            taken |= {"otter, each": [each], "otter, together": [together]}
        for workers in (1, AT_ONCE):
            name = f"ours, {workers} worker{'s' if workers > 1 else ''}"
            taken[name] = [self._by_ours("--workers", workers)]
            self.points[name] = scores.in_gradebook(self.ours, self.unit)
        return taken

    def alone(self) -> dict[str, list[Spent]]:
        """Let stock and ours grade one right submission: mostly what it takes to start."""
        one = ("--student", name_of(0))
        by_stock = {"stock": self._by_stock(*one)} if self.parts["stock"] else {}
        return by_stock | {"ours": [self._by_ours(*one)]}

    def _by_stock(self, *more: str) -> list[Spent]:
        """Grade, then write the pages."""
        return [
            spend(self.stock, "nbgrader", step, self.unit, "--force", "--quiet", *more)
            for step in ("autograde", "generate_feedback")
        ]

    def _by_ours(self, *more: object) -> Spent:
        return spend(self.ours, "nbjudge", "grade", self.unit, "--force", *more)

    def graded_by(self, name: str) -> int:
        """Return how many submissions a grader gets."""
        return int(self.parts.get(name.partition(",")[0], self.students))

    def differences(self) -> dict[str, dict[str, Any]]:
        """Compare what peers gave with what we gave, for each submission that both have graded."""
        ours = self.points[f"ours, {AT_ONCE} workers"]
        return {
            name: {"compared": len(points), "unequal": scores.differences(ours, points)}
            for name, points in self.points.items()
            if points is not ours
        }


def measure(unit: str, edition: str, asked: argparse.Namespace) -> dict[str, Any]:
    """Grade a class of a unit in turns; give seconds of each run, as they were measured."""
    with tempfile.TemporaryDirectory(prefix="units-") as scratch:
        graded = Class(Path(scratch), unit, edition, asked)
        least = floor.seconds(graded.ours, unit)
        rounds, alone = [], []
        for _ in range(asked.rounds):
            rounds.append(graded.round())
            alone.append(graded.alone())
        return {
            "doctor": asdict(graded.doctor),
            "floor": least,
            "submissions": {name: graded.graded_by(name) for name in rounds[0]},
            "runs": {name: [[asdict(step) for step in one[name]] for one in rounds] for name in rounds[0]},
            "alone": {name: [[asdict(step) for step in one[name]] for one in alone] for name in alone[0]},
            "points": graded.differences(),
        }


def machine() -> dict[str, Any]:
    """Say where and with what it was measured."""
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    names = ("nbgrader", "nbclient", "ipykernel", "numpy", "scikit-learn", "matplotlib")
    return {
        "cores": len(os.sched_getaffinity(0)),
        "processor": models[0] if models else platform.processor(),
        "system": f"{platform.system()} {platform.release()}",
        "sandbox": Executor().protection.partition(":")[0],
        "versions": {"Python": platform.python_version(), **{name: version(name) for name in names}},
        "otter-grader": otter_units.installed(),
    }


def asked_for() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.grading.units", description=__doc__)
    parser.add_argument("units", nargs="*", help="all, if none is named")
    parser.add_argument("--students", type=int, default=24, help="submissions that we grade")
    parser.add_argument("--stock-students", type=int, metavar="N", help="the first N for stock nbgrader")
    parser.add_argument("--otter-students", type=int, metavar="N", default=4, help="the first N for otter")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--edition", choices=list(EDITIONS), help="both, if none is named")
    parser.add_argument("--write", action="store_true", help=f"write {KEPT.name} and the guide")
    asked = parser.parse_args()
    if asked.stock_students is None:
        asked.stock_students = asked.students
    for size in (asked.students, asked.stock_students, asked.otter_students):
        if size % len(KINDS) or size > asked.students:
            parser.error("a class is a multiple of four, and a peer gets no more than there are")
    if asked.write and asked.units:
        parser.error("what is written has all units")
    return asked


def main() -> None:
    """Measure, tell each unit as it is done, and keep an edition as soon as it is complete."""
    asked = asked_for()
    for edition in [asked.edition] if asked.edition else EDITIONS:
        found: dict[str, Any] = {"machine": machine(), "students": asked.students, "rounds": asked.rounds}
        for unit in asked.units or unit_class.units():
            measured = measure(unit, edition, asked)
            found.setdefault("units", {})[unit] = measured
            print(f"{edition} {unit}: {units_table.in_a_line(measured)}", flush=True)
        print("", units_table.markdown({edition: found}), "", sep="\n", flush=True)
        if asked.write:
            keep(edition, found)


def keep(edition: str, found: dict[str, Any]) -> None:
    """Write an edition's figures beside those of the other one, and both into the guide."""
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    kept[edition] = found
    KEPT.write_text(json.dumps(kept, indent=1) + "\n")
    GUIDE.write_text(units_table.put_into(GUIDE.read_text(), units_table.markdown(kept), "units"))


if __name__ == "__main__":
    main()
