"""The names that Canvas, Moodle and Brightspace give the files of a download: whose a file is, and which.

    Canvas       smithjohn_LATE_1234_56789_knn-1.ipynb           number of the student, then of the file
    Moodle       Smith John_1234_assignsubmission_file_/knn.ipynb         a folder each, or all in the name
    Brightspace  1234-5678 - John Smith - Sep 24, 2024 926 PM/knn.ipynb   a folder each, or all in the name

An LMS puts its own part before what a student chose. It is read from the front, so that no name of a file
makes it another student's; where that part itself can be read in two ways, the file must be one that the
course has released, and if that does not decide it, nobody guesses.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

CANVAS, MOODLE, BRIGHTSPACE = "Canvas", "Moodle", "Brightspace"
NOTEBOOK = ".ipynb"

_CANVAS_ANONYMOUS = re.compile(
    r"(?P<before>(?:LATE_)?anon_(?P<number>[A-Za-z0-9]+)_(?P<attachment>\d+)_)(?P<file>.+)"
)
_MOODLE = re.compile(
    r"(?P<before>(?P<name>[^_]*)_(?P<number>\d+)_assign(?:submission|feedback)_file_?)(?P<file>.*)", re.DOTALL
)
_BRIGHTSPACE = re.compile(
    r"(?P<before>(?P<number>\d+)-\d+ - (?:(?P<login>[^ ]*\d[^ ]*) - )?(?P<name>.+?) - "
    r"(?P<moment>[^-]*\b\d{4},? \d{1,2}:?\d{2}(?: ?[AaPp][Mm])?)(?: - )?)(?P<file>.*)"
)
_DATES = ("%b %d, %Y", "%B %d, %Y", "%d %b, %Y", "%d %B, %Y", "%d %B %Y")
_CLOCK = re.compile(r"(?P<date>.*?),? (?P<hour>\d{1,2}?):?(?P<minute>\d{2})(?: ?(?P<half>[AaPp])[Mm])?")


@dataclass(frozen=True)
class Handed:
    """One file of a download."""

    place: str  # its path in the download
    lms: str
    number: str  # of the student, as the LMS counts
    name: str  # of the student, as the LMS writes it; empty where it is kept back
    file: str  # as the student called it
    before: str  # what the LMS put before that: where an upload has the same, it finds the student
    attachment: int = 0  # of the file, as Canvas counts: the newer the higher
    moment: datetime | None = None  # when it was handed in, in the time of whoever downloads

    @property
    def age(self) -> tuple[datetime, int]:
        """By which the newer of two files comes last."""
        return self.moment or datetime.min, self.attachment


Reader = Callable[[str, str, str, Sequence[str]], Handed | None]


def read(places: Iterable[str], released: Sequence[str] = ()) -> tuple[list[Handed], list[str]]:
    """Read the paths of a download; the LMS is the one that most of them speak of. What is unread is named.

    `released` names the notebooks of the assignment: they decide where a name can be read in two ways.

    >>> read(["smithjohn_LATE_12_345_knn-1.ipynb"], ["knn"])[0][0].file
    'knn.ipynb'
    """
    every = [place for place in places if not _is_rubbish(place)]
    by_lms = {
        lms: {place: found for place in every if (found := _first(reader, place, released))}
        for lms, reader in _READERS.items()
    }
    lms = max(by_lms, key=lambda name: len(by_lms[name]))
    return list(by_lms[lms].values()), [place for place in every if place not in by_lms[lms]]


def _is_rubbish(place: str) -> bool:
    """Whether a path is what systems leave in archives, not what anybody handed in."""
    return any(part.startswith((".", "__MACOSX")) for part in place.split("/")) or place.endswith("/")


def _first(reader: Reader, place: str, released: Sequence[str]) -> Handed | None:
    """Read the foremost part of a path that speaks of a student: what lies deeper is the student's own."""
    parts = place.split("/")
    for at, part in enumerate(parts):
        rest = "/".join(parts[at + 1 :])
        if found := reader(place, part, rest, released):
            return found
    return None


def _canvas(place: str, part: str, rest: str, released: Sequence[str]) -> Handed | None:
    if match := _CANVAS_ANONYMOUS.fullmatch(part):
        readings = [(match["before"], "", match["number"], match["attachment"], match["file"])]
    else:
        readings = list(_canvas_readings(part))
    if len(readings) > 1:
        readings = [one for one in readings if _notebook(one[-1], released)]
    if len(readings) != 1:
        return None
    before, name, number, attachment, file = readings[0]
    own = rest.rsplit("/", 1)[-1] if rest else _notebook(file, released) or file
    return Handed(place, CANVAS, number, name, own, before, int(attachment))


def _canvas_readings(part: str) -> Iterator[tuple[str, str, str, str, str]]:
    """Go through the places at which two numbers may be the student's and the file's."""
    words = part.split("_")
    for at in range(1, len(words) - 2):
        if all(re.fullmatch(r"[1-9]\d*", word) for word in words[at : at + 2]):
            name = "_".join(words[: at - 1] if words[at - 1] == "LATE" else words[:at])
            yield "_".join(words[: at + 2]) + "_", name, words[at], words[at + 1], "_".join(words[at + 2 :])


def _notebook(file: str, released: Sequence[str]) -> str:
    """Name the released notebook that a file is: Canvas counts what is handed in again in its name."""
    stem = file.removesuffix(NOTEBOOK)
    first = re.sub(r"-\d+$", "", stem)
    return next((f"{name}{NOTEBOOK}" for name in (stem, first) if name in released), "")


def _moodle(place: str, part: str, rest: str, released: Sequence[str]) -> Handed | None:
    match = _MOODLE.fullmatch(part)
    if match is None or not (match["file"] or rest):
        return None
    before = f"{part}/" if rest and not match["file"] else match["before"]
    own = rest.rsplit("/", 1)[-1] or match["file"]
    return Handed(place, MOODLE, match["number"], match["name"], own, before)


def _brightspace(place: str, part: str, rest: str, released: Sequence[str]) -> Handed | None:
    match = _BRIGHTSPACE.fullmatch(part)
    if match is None or not (match["file"] or rest):
        return None
    before = f"{part}/" if rest and not match["file"] else match["before"]
    own = rest.rsplit("/", 1)[-1] or match["file"]
    moment = moment_of(match["moment"])
    return Handed(place, BRIGHTSPACE, match["number"], match["name"], own, before, moment=moment)


def moment_of(text: str) -> datetime | None:
    """Read when something was handed in, as Brightspace writes it; None in a language that is not known.

    >>> moment_of("Sep 24, 2024 101 PM")
    datetime.datetime(2024, 9, 24, 13, 1)
    """
    match = _CLOCK.fullmatch(text.strip())
    if match is None:
        return None
    hour = int(match["hour"])
    if match["half"]:
        hour = hour % 12 + (12 if match["half"] in "Pp" else 0)
    for form in _DATES:
        try:
            return datetime.strptime(match["date"], form).replace(hour=hour, minute=int(match["minute"]))
        except ValueError:
            continue
    return None


_READERS: Mapping[str, Reader] = {CANVAS: _canvas, MOODLE: _moodle, BRIGHTSPACE: _brightspace}


def student_of(handed: Handed, people: Mapping[str, Mapping[str, str]]) -> str:
    """Name the folder of a student, by the file of people; by the LMS's own number where that says nothing.

    A name counts only for people of whom no number is known, and for one of them: two who are called the
    same are told apart by their numbers, or not at all.
    """
    numbers = {who: _number(row, handed.lms) for who, row in people.items()}
    by_number = [who for who, number in numbers.items() if number == handed.number]
    called = [who for who, row in people.items() if handed.name and _name(row, handed.lms) == handed.name]
    if not by_number and len(called) == 1 and not numbers[called[0]]:
        return called[0]
    return by_number[0] if len(by_number) == 1 else handed.number


def _number(row: Mapping[str, str], lms: str) -> str:
    """Give the number by which an LMS means a person: in Moodle's worksheet "Participant 1234"."""
    column = {CANVAS: "ID", MOODLE: "Identifier", BRIGHTSPACE: "User ID"}[lms]
    match = re.search(r"\d+$", row.get(column, "").strip())
    return match[0] if match else ""


def _name(row: Mapping[str, str], lms: str) -> str:
    """Give the name that a person has in an LMS's downloads, without what it leaves out of names."""
    if lms == CANVAS:
        return re.sub(r"\W", "", row.get("Student", "")).lower()
    if lms == MOODLE:
        return re.sub(r'[/:*?"<>|\\]', "", row.get("Full name", "")).replace("_", " ").strip()
    return f"{row.get('First Name', '').strip()} {row.get('Last Name', '').strip()}".strip()


def newest(files: Iterable[Handed]) -> dict[str, Handed]:
    """Keep of each student's files of one name the one that was handed in last; by place."""
    kept: dict[tuple[str, str], Handed] = {}
    for one in files:
        key = (one.number, one.file)
        if key not in kept or kept[key].age <= one.age:
            kept[key] = one
    return {one.place: one for one in kept.values()}
