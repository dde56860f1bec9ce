"""Canvas and Moodle get the columns that they import; odd names stay names, and nobody is guessed."""

import csv
import io

import pytest

from nbjudge.marks import CellMarks, ClassMarks, NotebookMarks
from nbjudge.pages import lms_csv


def marks(score: float, waits: bool = False) -> dict[str, NotebookMarks]:
    cells = {"a": CellMarks(score, 4.0), "b": CellMarks(0.0, 2.0, by_hand=waits)}
    return {"n": NotebookMarks(score, 6.0, 0.0, cells)}


CLASS = {"ps1": {"amy": marks(3.5), "ben": marks(1.0, waits=True)}, "ps2": {"amy": marks(4.0)}}
PEOPLE = {
    "amy": {
        "student": "amy",
        "Student": 'O\'Neil, "Amy"',
        "ID": "17",
        "Section": "A",
        "Email address": "a@x.cz",
    },
    "ben": {"student": "ben", "Student": "=1+1", "SIS Login ID": "ben", "Email address": "b@x.cz"},
}


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def test_canvas_gets_its_columns_and_the_points_possible():
    assert rows(lms_csv.canvas(ClassMarks("c", CLASS, PEOPLE))) == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "ps1", "ps2"],
        ["    Points Possible", "", "", "", "", "6", "6"],
        ['O\'Neil, "Amy"', "17", "", "", "A", "3.5", "4"],
        ["'=1+1", "", "", "ben", "", "", ""],
    ]


def test_moodle_gets_the_columns_by_which_it_finds_people():
    assert rows(lms_csv.moodle(ClassMarks("c", CLASS, PEOPLE))) == [
        ["Email address", "ps1", "ps2"],
        ["a@x.cz", "3.5", "4"],
        ["b@x.cz", "", ""],
    ]


@pytest.mark.parametrize("export", [lms_csv.canvas, lms_csv.moodle])
def test_who_is_not_in_the_file_is_named(export):
    with pytest.raises(LookupError, match="ben has none of"):
        export(ClassMarks("c", CLASS, {"amy": PEOPLE["amy"]}))


def test_two_students_of_one_name_are_two():
    people = {"amy": PEOPLE["amy"], "ben": PEOPLE["ben"] | {"Student": PEOPLE["amy"]["Student"], "ID": "18"}}
    _, _, *found = rows(lms_csv.canvas(ClassMarks("c", CLASS, people)))
    assert [row[:2] for row in found] == [['O\'Neil, "Amy"', "17"], ['O\'Neil, "Amy"', "18"]]


@pytest.mark.parametrize(("export", "key"), [(lms_csv.canvas, "ID"), (lms_csv.moodle, "Email address")])
def test_two_students_with_one_number_are_refused(export, key):
    people = {"amy": PEOPLE["amy"], "ben": PEOPLE["ben"] | {key: f" {PEOPLE['amy'][key]}"}}
    with pytest.raises(LookupError, match=f"amy and ben have the same {key}"):
        export(ClassMarks("c", CLASS, people))
