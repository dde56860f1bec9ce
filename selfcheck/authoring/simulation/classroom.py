"""A whole class: its submissions as files, and the sealed key that says what each of them deserves.

    simulate  units, their releases, how many, a seed -> Classroom
    write     a Classroom -> submitted/STUDENT/NOTEBOOK/..., and key.json beside submitted/

The key is made of what was drawn and of the proof, never of a grader's results, so that these can be held
against it. The same seed gives the same bytes.
"""

import importlib
import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from selfcheck.authoring.simulation.cheating import CHEATS, Target
from selfcheck.authoring.simulation.papers import Paper, example_in
from selfcheck.authoring.simulation.people import Person, people
from selfcheck.authoring.simulation.work import Draft, Work, own_choices
from selfcheck.exercise import Unit

FORMAT = 1
KEY, SUBMITTED = "key.json", "submitted"
DEADLINE = datetime(2025, 11, 3, 18, tzinfo=UTC)
RENAMED = ("{0} (1)", "{0}-final", "{0}_v2", "Untitled", "Copy of {0}")
WORDS = (
    "I think it is because the numbers are different.",
    "See the lecture, it is the same there.",
    "The first one changes and the second stays as it is, so the answer changes too.",
    "We did not have time for this one.",
    "It depends on the data. If there is more of one class then the other one loses.",
    "No, because then it would not be 1 any more if you add everything up.",
    "I would say yes. I tried it with three examples and it was always like this.",
    "Because we divide by it. If it gets larger the result gets smaller.",
    "In theory both are the same, in practice you never have enough data for the second.",
    "$p(x)$ does not matter here since it is in both, so you only compare the tops.",
    "not sure, maybe because of rounding?",
    "You would need to count it again for the other group and I think they are not alike.",
)


@dataclass(frozen=True)
class Sealed:
    """What the key says of one student's answer to one task."""

    answer: str  # right, misconception, untouched, or a trouble: half, slip, endless, ...
    points: float
    of: float
    misconception: str = ""
    alike: tuple[str, ...] = ()  # misconceptions that no input tells from it
    copied_from: str = ""
    shared_with: tuple[str, ...] = ()
    cheat: str = ""


@dataclass(frozen=True)
class KeyEntry:
    """What the key says of one student's notebook."""

    file: str
    submitted: str
    late: bool
    tasks: Mapping[str, Sealed]


@dataclass(frozen=True)
class Classroom:
    """The files by their paths below the folder of the class, and the key."""

    files: Mapping[str, bytes]
    key: Mapping[str, Any]


def simulate(package: str, names: Sequence[str], releases: Path, count: int, seed: int) -> Classroom:
    """Make up a class of so many students for units of a package, whose releases lie in a folder."""
    rng = np.random.default_rng(seed)
    everybody = people(count, rng)
    files: dict[str, bytes] = {}
    students: dict[str, dict[str, Any]] = {
        person.name: {
            "oddity": person.oddity,
            "copies_from": person.copies_from,
            "talks_to": person.talks_to,
            "units": {},
        }
        for person in everybody
    }
    units: Mapping[str, Unit] = importlib.import_module(package).UNITS
    for unit in map(units.__getitem__, names):
        work = Work(package, unit, releases, everybody, seed)
        for person in everybody:
            handed, made = _handed_in(work, person, own_choices(seed, unit.name, person.name, "paper"))
            files.update({f"{SUBMITTED}/{person.name}/{unit.notebook}/{name}": made[name] for name in made})
            students[person.name]["units"][unit.notebook] = asdict(handed)
    key = {"format": FORMAT, "seed": seed, "deadline": DEADLINE.isoformat(), "students": students}
    return Classroom(files, key)


def write(classroom: Classroom, folder: Path) -> None:
    """Write a class; what a former one left is replaced, what anybody else left is not touched."""
    submitted, key = folder / SUBMITTED, folder / KEY
    if submitted.exists() and not key.is_file():
        raise FileExistsError(f"{submitted} holds submissions that were not made up: choose another folder.")
    if submitted.exists():
        shutil.rmtree(submitted)
    folder.mkdir(parents=True, exist_ok=True)
    key.write_text(json.dumps(classroom.key, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    for name, content in classroom.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _handed_in(work: Work, person: Person, rng: np.random.Generator) -> tuple[KeyEntry, dict[str, bytes]]:
    """Give what the key says of somebody's notebook, and the files of it."""
    drafts = work.drafts[person.name]
    cheats = _cheats(drafts, rng) if person.oddity == "cheats" else {}
    paper = Paper(work.paper.content)
    for task, draft in drafts.items():
        if task in cheats:
            exercise = work.unit[task]
            target = Target(work.unit.name, task, exercise.points, exercise.reference.__module__)
            CHEATS[cheats[task]](paper, target, draft.text)
        elif draft.answer != "untouched":
            paper.write(task, draft.text)
    if person.oddity != "untouched":
        _in_words(paper, person, rng)
    name, others = _left_lying_about(work, paper, person, drafts, rng)
    submitted = DEADLINE + timedelta(minutes=int(rng.integers(-9000, -1)))
    if person.oddity == "late":
        submitted = DEADLINE + timedelta(minutes=int(rng.integers(2, 3000)))
    stamp = f"{submitted:%Y-%m-%d %H:%M:%S} UTC\n".encode()
    sealed = {task: _sealed(work, task, draft, cheats.get(task, "")) for task, draft in drafts.items()}
    files = {f"{name}.ipynb": paper.to_bytes(), "timestamp.txt": stamp, **others}
    return KeyEntry(f"{name}.ipynb", submitted.isoformat(), submitted > DEADLINE, sealed), files


def _sealed(work: Work, task: str, draft: Draft, cheat: str) -> Sealed:
    known = draft.idea.known if draft.idea and draft.answer == "misconception" else None
    return Sealed(
        answer=draft.answer,
        points=draft.points,
        of=work.unit[task].points,
        misconception=known.misconception if known else "",
        alike=known.alike if known else (),
        copied_from=draft.copied_from,
        shared_with=draft.shared_with,
        cheat=cheat,
    )


def _cheats(drafts: Mapping[str, Draft], rng: np.random.Generator) -> dict[str, str]:
    """Choose up to three tasks that somebody cannot do, and what is tried there instead."""
    weak = [task for task, draft in drafts.items() if draft.answer in ("misconception", "untouched", "half")]
    chosen = [weak[i] for i in rng.permutation(len(weak))[:3]]
    tricks = [list(CHEATS)[i] for i in rng.permutation(len(CHEATS))]
    return dict(zip(chosen, tricks, strict=False))


def _in_words(paper: Paper, person: Person, rng: np.random.Generator) -> None:
    for grade_id in paper.written:
        if rng.random() < 0.5 + 0.5 * person.reach:
            paper.write(grade_id, WORDS[int(rng.integers(len(WORDS)))])


def _left_lying_about(
    work: Work, paper: Paper, person: Person, drafts: Mapping[str, Draft], rng: np.random.Generator
) -> tuple[str, dict[str, bytes]]:
    """Leave what people leave: other names, copied cells, tries of their own, an older notebook."""
    name, others = work.unit.notebook, {}
    done = [task for task, draft in drafts.items() if draft.answer in ("right", "misconception")]
    some = [done[i] for i in rng.permutation(len(done))[:3]]
    match person.oddity:
        case "renamed":
            name = RENAMED[int(rng.integers(len(RENAMED)))].format(name)
        case "copied cell":
            for task in some:
                paper.copy_before(task, work.earlier_try(task, drafts[task], rng))
        case "scratch":
            for task in some:
                example = example_in(work.paper.stubs[task])
                paper.scratch_after(task, f"# try\nprint({example or task})")
        case "several attempts":
            older = Paper(paper.content)
            for task in some:
                older.write(task, work.earlier_try(task, drafts[task], rng))
            others[f"{name}-Copy1.ipynb"] = older.to_bytes()
    return name, others
