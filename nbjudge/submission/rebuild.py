"""What was handed in -> the tasks that are to be run, one for each notebook of the release.

Notebooks are found by their names, else by the cells that they hold; what lies beside them goes along.
Nothing that a submission holds stops the others: every trouble becomes a note.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from nbjudge.course.files import read_bytes, together
from nbjudge.course.release import Release, ReleaseNotebook
from nbjudge.submission.align import Placed, align
from nbjudge.submission.handed_in import TIMESTAMP, File, HandedIn
from nbjudge.submission.notebook import SubmittedNotebook, Unreadable, read
from nbjudge.tasks import Limits, NotebookTask

NOT_HANDED_IN = "The notebook was not handed in."
_OFFSET = re.compile(r"[+-]\d\d:?\d\d|\S*[:.]\S*")  # a zone in numbers, or no zone but the time itself


@dataclass(frozen=True)
class Rebuilt:
    """One notebook of the release as this student filled it in; without a task, it was missing or
    unreadable."""

    name: str
    file: str
    placed: tuple[Placed, ...]
    task: NotebookTask | None
    problem: str = ""
    notes: tuple[str, ...] = ()

    @property
    def problem_is_unreadable(self) -> bool:
        """Whether something was handed in that could not be read: then a person should look."""
        return bool(self.problem) and self.problem != NOT_HANDED_IN


@dataclass(frozen=True)
class Terms:
    """What decides a task besides the release and the submission."""

    limits: Limits = field(default_factory=Limits)
    hide: tuple[str, ...] = ()
    golden: Mapping[str, frozenset[str]] | None = None  # by notebook; None: they are to be recorded


def rebuild(
    release: Release, handed_in: HandedIn, terms: Terms, seeds: Mapping[str, str], student: str,
    data: Mapping[str, bytes], course_data: Mapping[str, bytes],
) -> tuple[tuple[Rebuilt, ...], tuple[str, ...]]:  # fmt: skip
    """Give the notebooks of a submission in the release's order, and notes on all of it."""
    found, unreadable = _read_all(handed_in.notebooks)
    files = {file.name: file.content for file in handed_in.beside}
    matched, unmatched = match(release, found)
    strangers = [f"{path.name} belongs to no notebook of the assignment." for path in unmatched]
    rebuilt = []
    for own in release.notebooks:
        submitted = matched.get(own.name)
        if submitted is None:
            problem = unreadable.get(f"{own.name}.ipynb", NOT_HANDED_IN)
            rebuilt.append(Rebuilt(own.name, "", _nothing(own), None, problem))
            continue
        placed, told = align(own, submitted.cells)
        if submitted.path.stem != own.name:
            told = (f"{submitted.path.name} was read as {own.name}.ipynb, since it holds its cells.", *told)
        task = _task(own, placed, terms, seeds, student, together(files, data), course_data)
        rebuilt.append(Rebuilt(own.name, submitted.path.name, placed, task, notes=submitted.notes + told))
    told_already = {f"{entry.name}.ipynb" for entry in rebuilt if entry.problem}
    lost = [f"{name}: {why}" for name, why in unreadable.items() if name not in told_already]
    return tuple(rebuilt), (*handed_in.notes, *strangers, *lost)


def _task(
    own: ReleaseNotebook, placed: tuple[Placed, ...], terms: Terms, seeds: Mapping[str, str], student: str,
    files: Mapping[str, bytes], course_files: Mapping[str, bytes],
) -> NotebookTask:  # fmt: skip
    golden = None if terms.golden is None else terms.golden.get(own.name, frozenset())
    return NotebookTask(
        name=own.name,
        cells=tuple(entry.cell for entry in placed),
        files=files,
        course_files=course_files,
        golden=golden,
        limits=terms.limits,
        seed=seeds.get(own.name, ""),
        student_id=student,
        hide=terms.hide,
        kernel=str(own.kernelspec.get("name", "python3")),
    )


def _nothing(own: ReleaseNotebook) -> tuple[Placed, ...]:
    return align(own, ())[0]


def _read_all(files: Sequence[File]) -> tuple[list[SubmittedNotebook], dict[str, str]]:
    found, unreadable = [], {}
    for file in files:
        try:
            found.append(read(file))
        except Unreadable as trouble:
            unreadable[Path(file.name).name] = str(trouble)
    return found, unreadable


def match(
    release: Release, found: list[SubmittedNotebook]
) -> tuple[dict[str, SubmittedNotebook], list[Path]]:
    """Say which file is which notebook: by its name if it holds a cell of it, else by the most cells."""
    pairs = []
    for own in release.notebooks:
        for submitted in found:
            common = len(own.grade_ids & submitted.grade_ids)
            same = submitted.path.stem == own.name
            elsewhere = any(
                len(other.grade_ids & submitted.grade_ids) > common for other in release.notebooks
            )
            if common or same:
                pairs.append((not (same and not (elsewhere and not common)), -common, own.name, submitted))
    pairs.sort(key=lambda pair: (*pair[:3], pair[3].path.name))
    matched: dict[str, SubmittedNotebook] = {}
    taken: set[Path] = set()
    for _, _, name, submitted in pairs:
        if name not in matched and submitted.path not in taken:
            matched[name] = submitted
            taken.add(submitted.path)
    return matched, [submitted.path for submitted in found if submitted.path not in taken]


def submitted_at(folder: Path) -> tuple[datetime | None, str]:
    """Read when a submission was handed in, as nbgrader writes it; a time that makes no sense is a note."""
    try:
        text = read_bytes(folder / TIMESTAMP, 1000).decode("utf-8", "replace").strip()
    except FileNotFoundError:
        return None, ""
    except OSError as error:
        return (
            None,
            f"{TIMESTAMP} cannot be read ({error.strerror or error}): no time of submission is known.",
        )
    if not text:
        return None, f"{TIMESTAMP} is empty: no time of submission is known."
    moment = moment_of(text)
    if moment is None:
        return None, f"{TIMESTAMP} says {text[:40]!r}, which is not a time: no time of submission is known."
    now = datetime.now(UTC).replace(tzinfo=None)
    if not now - timedelta(days=3650) < moment < now + timedelta(days=2):
        return moment, f"{TIMESTAMP} says {moment:%Y-%m-%d %H:%M}: look when it was really handed in."
    return moment, ""


def moment_of(text: str) -> datetime | None:
    """Read a time as nbgrader does (`2015-02-02 15:58:23.948203 America/Los_Angeles`); give it in UTC."""
    from dateutil import parser, tz  # only where a time was written down: most submissions have none

    try:
        when, _, zone = text.rpartition(" ")
        if " " in when and not _OFFSET.fullmatch(zone):
            moment = parser.parse(f"{when} TZ", tzinfos={"TZ": tz.gettz(zone)})
        else:
            moment = parser.parse(text)
        known: datetime = moment.astimezone(UTC) if moment.tzinfo else moment
    except (ValueError, OverflowError, TypeError, AttributeError):
        return None
    return known.replace(tzinfo=None)
