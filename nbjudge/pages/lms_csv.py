"""Marks for the imports of Canvas and Moodle: the columns that they take, and whose they are.

Who a student is to the LMS says a file of people: a column `student` with the names of the folders, the
others named as the LMS names them. A score of which a part still waits for a person is left empty: both
take that as no mark, not as zero.
"""

from collections.abc import Mapping, Sequence

from nbjudge.marks import ClassMarks, Marks
from nbjudge.pages.figures import marked
from nbjudge.pages.marks_csv import as_table, as_text

CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
CANVAS_KEYS = CANVAS[1:4]
MOODLE_KEYS = ("Email address", "ID number", "Username")
POINTS_POSSIBLE = "    Points Possible"  # four spaces, as Canvas writes it


def canvas(marks: ClassMarks) -> str:
    """Write the table that Canvas's gradebook imports; a column finds its assignment by the title."""
    names = sorted(marks.assignments)
    most = [_most(marks.assignments[name]) for name in names]
    rows = [[*CANVAS, *names], [POINTS_POSSIBLE, *[""] * (len(CANVAS) - 1), *map(_number, most)]]
    for student, person in _people(marks, CANVAS_KEYS):
        rows.append([*(as_text(person.get(name, "")) for name in CANVAS), *_scores(marks, names, student)])
    return as_table(rows)


def moodle(marks: ClassMarks) -> str:
    """Write a table for Moodle's import of grades, where its teacher says which column is what."""
    names = sorted(marks.assignments)
    keys = [key for key in MOODLE_KEYS if any(key in person for person in marks.people.values())]
    rows = [[*keys, *names]]
    for student, person in _people(marks, MOODLE_KEYS):
        rows.append([*(as_text(person.get(key, "")) for key in keys), *_scores(marks, names, student)])
    return as_table(rows)


def _students(marks: ClassMarks) -> list[str]:
    return sorted({student for by_student in marks.assignments.values() for student in by_student})


def _people(marks: ClassMarks, keys: Sequence[str]) -> list[tuple[str, Mapping[str, str]]]:
    """Find who the students are; a LookupError names whom the LMS would not find, or take for another."""
    found = [(student, marks.people.get(student, {})) for student in _students(marks)]
    known: dict[tuple[str, str], str] = {}
    for student, person in found:
        given = [(key, value) for key in keys if (value := person.get(key, "").strip())]
        if not given:
            raise LookupError(
                f"{student} has none of {', '.join(keys)} in the file of people (--people): give one of them."
            )
        for one in given:
            if (other := known.setdefault(one, student)) != student:
                raise LookupError(
                    f"{other} and {student} have the same {one[0]} in the file of people, {one[1]!r}: "
                    "the LMS would take them for one."
                )
    return found


def _scores(marks: ClassMarks, names: Sequence[str], student: str) -> list[str]:
    return [_score(marks.assignments[name].get(student)) for name in names]


def _score(marks: Marks | None) -> str:
    """Write the score of an assignment; nothing where there is none, or a part of it waits for a person."""
    if marks is None:
        return ""
    cells = [cell for notebook in marks.values() for cell in notebook.cells.values() if cell.points]
    if any(marked(cell) is None for cell in cells):
        return ""
    return _number(sum(notebook.score for notebook in marks.values()))


def _most(by_student: Mapping[str, Marks]) -> float:
    return max((sum(one.max_score for one in marks.values()) for marks in by_student.values()), default=0.0)


def _number(value: float) -> str:
    return f"{value:.10g}"
