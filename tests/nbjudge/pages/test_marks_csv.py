"""Marks as comma-separated values: figures stay figures, and no name becomes a formula."""

import csv
import io

import pytest

from nbjudge.marks import CellMarks, ClassMarks, NotebookMarks
from nbjudge.pages.marks_csv import COLUMNS, to_csv


def rows(student: str, *notebooks: NotebookMarks) -> list[list[str]]:
    marks = {str(number): notebook for number, notebook in enumerate(notebooks)}
    return [*csv.reader(io.StringIO(to_csv(ClassMarks("", {"ps1": {student: marks}}))))]


def test_a_submission_is_a_line_whatever_its_notebooks():
    cells = {"why": CellMarks(0.0, 1.0, by_hand=True)}
    made = rows("amy", NotebookMarks(1.5, 3.0, late_penalty=0.5, cells=cells), NotebookMarks(0.1 + 0.2, 1.0))
    assert made == [[*COLUMNS], ["ps1", "amy", "2.3", "0.5", "1.8", "4", "1"]]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\n", "\N{FULLWIDTH EQUALS SIGN}"])
def test_no_name_becomes_a_formula(start: str):
    assert rows(f"{start}HYPERLINK(1,2)")[1][1] == f"'{start}HYPERLINK(1,2)"


@pytest.mark.parametrize("name", ["amy\r=1+1", "\r=1+1", "amy\r\n=1+1"])
def test_no_name_begins_a_line_of_its_own(name: str):
    """A program that takes a carriage return for the end of a line finds none outside of quotes."""
    made = to_csv(ClassMarks("", {"ps1": {name: {"p": NotebookMarks(1.0, 1.0)}}}))
    assert "\r" not in made
    assert len(rows(name)) == 2


def test_other_names_stay_as_they_are():
    for name in ("amy", 'o\'neill, "jo"', "a=b", "Zoë"):
        assert rows(name)[1][1] == name
