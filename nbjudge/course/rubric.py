"""The rubric of an assignment: what earns points in an answer that a person marks.

    rubrics/ps1.toml     [why]
                         assumption = [1, "Says that the features are independent given the class."]
                         example = [2, "Gives an example in which they are not."]

Who marks writes into the comment which criteria an answer meets: `#assumption`, or `#none`. The points follow
from the file, so a change of it marks all these answers anew; a name that the file does not know is not
guessed, but the answer waits for a person. Two notebooks with one name of a cell are told apart by
`["notebook/why"]`.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from nbjudge.course.course import Course, CourseError
from nbjudge.course.release import Release

NONE = "none"  # said where an answer meets no criterion
_TAG = re.compile(r"(?<![\w#&/])#([A-Za-z][\w-]*)")


@dataclass(frozen=True)
class Criterion:
    """One thing that an answer may have; with less than zero points, one that it should not have."""

    name: str
    points: float
    text: str


@dataclass(frozen=True)
class Verdict:
    """What a comment says of an answer."""

    points: float
    unknown: tuple[str, ...] = ()  # names that are in no line of the rubric: then nothing follows


@dataclass(frozen=True)
class Rubric:
    """The criteria of an assignment's answers."""

    criteria: Mapping[str, Sequence[Criterion]] = field(default_factory=dict)  # by cell

    def of(self, notebook: str, cell: str) -> Sequence[Criterion]:
        """Give the criteria of an answer; nothing where it has none."""
        return self.criteria.get(f"{notebook}/{cell}", self.criteria.get(cell, ()))


def verdict(criteria: Sequence[Criterion], comment: str, most: float) -> Verdict | None:
    """Say what a comment makes of an answer; None where it names no criterion.

    >>> verdict([Criterion("a", 1, "."), Criterion("b", 2, ".")], "#a, but why?", 3)
    Verdict(points=1, unknown=())
    """
    named = set(_TAG.findall(comment)) if criteria else set()
    if not named:
        return None
    points = sum(one.points for one in criteria if one.name in named)
    unknown = named - {one.name for one in criteria} - {NONE}
    return Verdict(min(max(points, 0), most), tuple(sorted(unknown)))


def explained(criteria: Sequence[Criterion], comment: str) -> str:
    """Write a comment as the student reads it: what is met and what is not, then the rest of it."""
    if verdict(criteria, comment, 0) is None:
        return comment
    named = set(_TAG.findall(comment))
    known = {NONE, *(one.name for one in criteria)}
    lines = [
        f"- {'✓' if (one.name in named) == (one.points > 0) else '✗'} {one.text} ({_earned(one, named)})"
        for one in criteria
        if one.points > 0 or one.name in named
    ]
    rest = _TAG.sub(lambda match: "" if match[1] in known else match[0], comment).strip(" ,;\n")
    return "\n".join(lines) + (f"\n\n{rest}" if rest else "")


def _earned(one: Criterion, named: set[str]) -> str:
    earned = one.points if one.name in named else 0
    return f"{earned:g} / {one.points:g}" if one.points > 0 else f"{earned:g}"


def path_of(course: Course, assignment: str) -> Path:
    """Say where the rubric of an assignment would lie."""
    return course.root / course.options.rubric_directory / f"{assignment}.toml"


def read(course: Course, assignment: str) -> Rubric:
    """Read the rubric of an assignment; one without a line if there is no file."""
    path = path_of(course, assignment)
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Rubric()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CourseError(f"The rubric {path} cannot be read: {error}") from error
    return Rubric({cell: _criteria(path, cell, table) for cell, table in tables.items()})


def _criteria(path: Path, cell: str, table: object) -> list[Criterion]:
    made = []
    for name, said in table.items() if isinstance(table, dict) else [("", table)]:
        match said:
            case [int() | float() as points, str() as text] if _TAG.fullmatch(f"#{name}") and name != NONE:
                made.append(Criterion(name, points, text))
            case _:
                raise CourseError(
                    f"The rubric {path}, {cell}: a line names a criterion by a word, its points and its "
                    f'text, as in example = [2, "Gives an example."], not {name} = {said!r:.60}.'
                )
    return made


def check(course: Course, release: Release, rubric: Rubric) -> None:
    """Refuse a rubric of answers that nobody marks: a misspelt name would say nothing."""
    by_hand = {
        name
        for notebook in release.notebooks
        for cell in notebook.cells
        if cell.manual and cell.points
        for name in (cell.id, f"{notebook.name}/{cell.id}")
    }
    for name in rubric.criteria:
        if name not in by_hand:
            raise CourseError(
                f"The rubric {path_of(course, release.assignment)}: there is no answer {name!r} that a "
                f"person marks, only {_listed(by_hand)}."
            )


def _listed(names: set[str]) -> str:
    return ", ".join(sorted(name for name in names if "/" not in name)) or "none"
