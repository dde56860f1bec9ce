"""Takes what students handed in out of nbgrader's exchange, as it comes: as `nbgrader collect --update` does.

The newest of each student comes into `submitted/`, beside its place and then into it, so that whoever looks
finds the old submission or the new one. Links are not followed, and a folder is taken only from whom it
belongs to.
Where the course has another exchange than nbgrader's folders (a service that is asked by HTTP, for one), its
own plug-in collects, into a folder of ours, for it may write a submission while somebody reads it.
"""

import copy
import glob
import logging
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from nbjudge.course.course import Course
from nbjudge.course.files import read_bytes, regular_files, write_bytes, write_text
from nbjudge.submission.handed_in import MOST_FILES, MOST_TOGETHER, TIMESTAMP
from nbjudge.submission.rebuild import moment_of, submitted_at

ROOT = "/usr/local/share/nbgrader/exchange"  # nbgrader's default


@dataclass(frozen=True)
class Collected:
    """What came of one folder of the exchange."""

    student: str
    problem: str = ""  # why it was left there


@dataclass(frozen=True)
class _Inbound:
    student: str
    moment: datetime
    folder: Path
    name: str  # of this one submission


def inbound_of(course: Course) -> Path | None:
    """Say where the exchange has what was handed in; None where the course has no exchange."""
    root = str(course.config.get("Exchange", {}).get("root", ROOT))
    folder = Path(root, course.course_id, "inbound")
    return folder if course.course_id and folder.is_dir() else None


def collect(course: Course, assignment: str) -> Iterator[Collected]:
    """Bring what is newer than in `submitted/`; what cannot be taken is said each time that it is seen."""
    newest: dict[str, _Inbound] = {}
    by_plugin = "collect" in course.config.get("ExchangeFactory", {})
    for one in _fetched(course, assignment) if by_plugin else _handed_in(course, assignment):
        if one.student not in newest or one.moment > newest[one.student].moment:
            newest[one.student] = one
    for student, one in sorted(newest.items()):
        place = course.folder("submitted", assignment, student)
        known, _ = submitted_at(place)
        taken = course.own / "collected" / assignment / f"{student}.txt"
        if (known is not None and known >= one.moment) or _said(taken) == one.name:
            continue
        problem = "" if by_plugin else _not_theirs(course, one)
        if problem:
            yield Collected(student, problem)
        else:
            _bring(one, place)
            write_text(taken, one.name, 0o600)
            yield Collected(student)


def _said(path: Path) -> str:
    try:
        return path.read_text()
    except (OSError, UnicodeError):
        return ""


def _fetched(course: Course, assignment: str) -> Iterator[_Inbound]:
    """Let the course's plug-in collect into our folder: by the times there it knows what it has already."""
    from nbgrader.auth import Authenticator  # all of nbgrader, which takes a second
    from nbgrader.coursedir import CourseDirectory
    from nbgrader.exchange import ExchangeFactory

    config = copy.deepcopy(course.config)
    beside = course.own / "exchange"
    config.CourseDirectory |= {
        "root": str(course.root),
        "submitted_directory": str(beside),
        "assignment_id": assignment,
    }
    log, said = logging.Logger("exchange"), _Errors()  # nothing of it comes on a terminal
    log.addHandler(said)
    where, who = CourseDirectory(config=config), Authenticator(config=config)
    try:
        plugin = ExchangeFactory(config=config).collect
        asked = plugin(coursedir=where, authenticator=who, config=config, log=log)
        asked.update = True
        asked.start()
    except Exception as error:  # of a plug-in, and of the network behind it
        reason = " ".join([*said.sentences, str(error) or type(error).__name__])
        raise OSError(f"The exchange could not be asked for {assignment}: {reason}") from error
    for folder in sorted(beside.glob(f"*/{glob.escape(assignment)}")):
        moment, _ = submitted_at(folder)
        if moment is not None and not folder.parent.name.startswith("."):
            yield _Inbound(folder.parent.name, moment, folder, f"{assignment}+{moment}")


class _Errors(logging.Handler):
    """Keeps what a plug-in says of errors, without its tracebacks."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.sentences: dict[str, None] = {}

    def emit(self, record: logging.LogRecord) -> None:
        self.sentences[record.getMessage().strip()[:300]] = None


def _handed_in(course: Course, assignment: str) -> Iterator[_Inbound]:
    inbound = inbound_of(course)
    return _inbound(inbound, assignment) if inbound is not None else iter(())


def _inbound(folder: Path, assignment: str) -> Iterator[_Inbound]:
    """Read the names: student, assignment and time, perhaps something that nobody can guess."""
    pattern = re.compile(rf"(.+)\+{re.escape(assignment)}\+(\d{{4}}-[^+]+)(\+[^+]*)?")
    with os.scandir(folder) as entries:
        for entry in entries:
            match = pattern.fullmatch(entry.name)
            if match is None or not entry.is_dir(follow_symlinks=False) or match[1].startswith("."):
                continue
            moment = moment_of(match[2])
            if moment is not None and (Path(entry.path) / TIMESTAMP).exists():  # written last: all is there
                yield _Inbound(match[1], moment, Path(entry.path), entry.name)


def _not_theirs(course: Course, one: _Inbound) -> str:
    """Say whose a folder is that names somebody else; nbgrader only warns."""
    if not course.config.get("ExchangeCollect", {}).get("check_owner", True):
        return ""
    import pwd

    try:
        owner = pwd.getpwuid(one.folder.stat().st_uid).pw_name
    except KeyError:
        owner = "nobody who is known here"
    if owner == one.student:
        return ""
    return f"{one.name} is left in the exchange: it belongs to {owner}."


def _bring(one: _Inbound, place: Path) -> None:
    """Copy a folder beside its place, then put it there."""
    beside, old = (place.with_name(f".{place.name}.{kind}") for kind in ("new", "old"))
    for left in (beside, old):
        shutil.rmtree(left, ignore_errors=True)
    room = MOST_TOGETHER
    for path in regular_files(one.folder, (), MOST_FILES):
        try:
            content = read_bytes(path, room)
        except OSError:
            continue  # too large, or gone
        room -= len(content)
        write_bytes(beside / path.relative_to(one.folder), content)
    if place.exists():
        os.replace(place, old)
    os.replace(beside, place)
    shutil.rmtree(old, ignore_errors=True)
