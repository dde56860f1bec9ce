"""Time from the command to the first result: ``python -m benchmarks.grading.first 01_knn``.

`nbjudge grade UNIT --student X --force`, from its start to its end, for one submission of each kind: right,
wrong, half-done, untouched. The course has been graded before, as when a student has asked for another look.
With `--beside CHECKOUT` another state of the grader takes turns with this one, round by round.
"""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median

from benchmarks.grading.spent import Spent, spend
from benchmarks.grading.unit_class import KINDS, OURS, ROOT, lay_out, name_of


def grade(root: Path, code: Path, unit: str, *more: str) -> Spent:
    """Grade with the code of a checkout, on this Python."""
    start = f"import sys; sys.path.insert(0, {str(code)!r}); from nbjudge.commands.cli import main; main()"
    return spend(root, Path(sys.executable).name, "-c", start, "grade", unit, *more)


def courses(folder: Path, unit: str, checkouts: list[Path]) -> dict[Path, Path]:
    """Make a course for each checkout, with one student of each kind, and grade it once."""
    made, _ = lay_out(folder, unit, len(KINDS), untagged=False)
    found = {}
    for number, code in enumerate(checkouts):
        root = Path(shutil.copytree(made, folder / f"course-{number}"))
        (root / "nbgrader_config.py").write_text(OURS.format(project=str(ROOT), root=str(root)))
        grade(root, code, unit)
        found[code] = root
    return found


def main() -> None:
    """Measure in turns, and print medians and the range."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("unit")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--beside", type=Path, action="append", default=[], metavar="CHECKOUT")
    asked = parser.parse_args()
    checkouts = [ROOT, *(path.resolve() for path in asked.beside)]
    taken: dict[tuple[str, Path], list[Spent]] = {(kind, code): [] for kind in KINDS for code in checkouts}
    with tempfile.TemporaryDirectory(prefix="first-") as scratch:
        roots = courses(Path(scratch), asked.unit, checkouts)
        for _ in range(asked.rounds):
            for (kind, code), spent in taken.items():
                student = name_of(KINDS.index(kind))
                spent.append(grade(roots[code], code, asked.unit, "--student", student, "--force"))
    for (kind, code), spent in taken.items():
        wall = sorted(one.wall for one in spent)
        processor = median(one.processor for one in spent)
        name = "" if len(checkouts) == 1 else f" {code}"
        print(
            f"{kind:9}{name}  {median(wall):.2f} s ({wall[0]:.2f} to {wall[-1]:.2f}), "
            f"processor {processor:.2f} s"
        )


if __name__ == "__main__":
    main()
