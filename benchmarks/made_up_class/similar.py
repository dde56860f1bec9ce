"""`python -m benchmarks.made_up_class.similar FOLDER`: who copied from whom, found by us and by copydetect.

Both read the same answers of one class that was made up, in one run; its key says who copied. Pairs who only
talked to each other count neither way. Precision and recall are those of what each shows by itself; the
average precision tells of the order alone, whatever is shown: 1 if all copies come first.

    FOLDER              a class of this course, made by `selfcheck simulate`; examples/class if none is named
    --copydetect PATH   the Python with copydetect; .venv-copydetect/bin/python, which `make` builds
    --write             keep the figures in results.json
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.made_up_class.key import Rates, key_of
from nbjudge.pages.similar.agreement import Answer, Task, compared, pairs
from selfcheck.authoring.simulation.papers import Paper

ROOT = Path(__file__).parents[2]
RESULTS = Path(__file__).with_name("results.json")
Two = frozenset[str]
# What copydetect is asked, in its own environment: similarity of every pair, the larger of both directions.
ASK = """
import json, sys
from copydetect import CopyDetector
work, given = sys.argv[1:]
detector = CopyDetector(
    test_dirs=[work], boilerplate_dirs=[given], extensions=["py"], autoopen=False, silent=True
)
detector.run()
names = [str(name).rsplit("/", 1)[-1].removesuffix(".py") for name in detector.test_files]
matrix = detector.similarity_matrix
print(json.dumps([[names[i], names[j], float(max(matrix[i, j]))]
                  for i in range(len(names)) for j in range(len(names)) if i < j]))
"""
SHOWN = 0.33  # from where on copydetect shows a pair


@dataclass(frozen=True)
class Found:
    """How well one tool found who copied."""

    shown: Rates
    average_precision: float
    seconds: float

    def __str__(self) -> str:
        """Say it in one line."""
        return f"{self.shown}; average precision {self.average_precision:.3f}; {self.seconds:.1f} s"


def work_of(folder: Path, key: Mapping[str, Any]) -> tuple[list[Answer], list[Task]]:
    """Read what everybody handed in, task by task; nothing of what the key says of it."""
    answers, tasks = list[Answer](), list[Task]()
    notebooks = dict.fromkeys(name for said in key["students"].values() for name in said["units"])
    for notebook in notebooks:
        released = Paper.read(ROOT / "notebooks" / notebook / f"{notebook}.ipynb")
        solved = Paper.read(ROOT / "solutions" / notebook / f"{notebook}.ipynb")
        around = tuple(
            cell["source"]
            for cell in released.cells
            if cell["cell_type"] == "code" and cell["source"] not in released.stubs.values()
        )
        for task, stub in released.stubs.items():
            tasks.append(Task(f"{notebook}/{task}", (stub, solved.stubs[task], *around)))
        for student, said in key["students"].items():
            paper = Paper.read(folder / "submitted" / student / notebook / said["units"][notebook]["file"])
            answers += [
                Answer(student, f"{notebook}/{task}", text)
                for task, text in paper.stubs.items()
                if text != released.stubs[task]
            ]
    return answers, tasks


def by_copydetect(python: Path, answers: Iterable[Answer], tasks: Iterable[Task]) -> dict[Two, float]:
    """Let copydetect compare the same answers, with the same given texts as boilerplate."""
    with tempfile.TemporaryDirectory() as root:
        work, given = Path(root) / "work", Path(root) / "given"
        work.mkdir()
        given.mkdir()
        texts: dict[str, list[str]] = {}
        for answer in answers:
            texts.setdefault(answer.student, []).append(answer.source)
        for student, own in texts.items():
            (work / f"{student}.py").write_text("\n\n\n".join(own), encoding="utf-8")
        everything = dict.fromkeys(text for task in tasks for text in task.given)
        (given / "given.py").write_text("\n\n\n".join(everything), encoding="utf-8")
        asked = [str(python), "-c", ASK, str(work), str(given)]
        said = subprocess.run(asked, cwd=root, capture_output=True, text=True, check=True).stdout
    return {frozenset((one, other)): value for one, other, value in json.loads(said.splitlines()[-1])}


def measured(
    values: Mapping[Two, float], shown: Iterable[Two], key: Mapping[str, Any], seconds: float
) -> Found:
    """Hold pairs, with how far they agree, against who copied."""
    students = key["students"].items()
    copies = {frozenset((name, said["copies_from"])) for name, said in students if said["copies_from"]}
    talked = {frozenset((name, other)) for name, said in students for other in said["talks_to"]}
    named = set(shown) - talked
    rates = Rates(len(named & copies), len(named - copies), len(copies - named))
    order = sorted((pair for pair in values if pair not in talked), key=lambda pair: -values[pair])
    places = [place for place, pair in enumerate(order, 1) if pair in copies]
    precise = [(number + 1) / place for number, place in enumerate(places)]
    return Found(rates, sum(precise) / len(copies) if copies else 1.0, seconds)


def compare(folder: Path, python: Path) -> dict[str, Found]:
    """Let both look at one class."""
    key = key_of(folder)
    answers, tasks = work_of(folder, key)
    start = time.process_time()
    values = {frozenset(pair.students): pair.weight for pair in compared(answers, tasks)}
    shown = [frozenset(pair.students) for pair in pairs(answers, tasks)]
    ours = measured(values, shown, key, (time.process_time() - start) / 2)
    start = time.perf_counter()
    theirs = by_copydetect(python, answers, tasks)
    seconds = time.perf_counter() - start
    peer = measured(theirs, [pair for pair, value in theirs.items() if value >= SHOWN], key, seconds)
    return {"nbjudge similar": ours, "copydetect": peer}


def main() -> None:
    """Print how both did."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "examples" / "class")
    parser.add_argument("--copydetect", type=Path, default=ROOT / ".venv-copydetect" / "bin" / "python")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    if not asked.copydetect.exists():
        sys.exit(f"There is no copydetect at {asked.copydetect}: make .venv-copydetect/.ready")
    key = key_of(asked.folder)
    units = list(dict.fromkeys(name for said in key["students"].values() for name in said["units"]))
    found = compare(asked.folder, asked.copydetect)
    print(f"{len(key['students'])} students, {', '.join(units)}; seed {key['seed']}")
    for name, result in found.items():
        print(f"{name:16} {result}")
    if asked.write:
        kept = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else []
        row = {"students": len(key["students"]), "units": units, "seed": key["seed"]}
        kept = [old for old in kept if {name: old[name] for name in row} != row]
        kept.append(row | {name: asdict(result) for name, result in found.items()})
        RESULTS.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
