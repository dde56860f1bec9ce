"""Marks are put into a graded notebook where nbgrader puts them, and the notebook itself stays as it is."""

import copy

from nbjudge.marks import CellMarks
from nbjudge.pages.publish import with_marks

CELL = {
    "cell_type": "code",
    "metadata": {"nbgrader": {"grade_id": "a", "points": 1}, "nbjudge": {"kind": "test"}},
}
TEXT = {"cell_type": "markdown", "metadata": {}}
MADE = {"cells": [CELL, TEXT], "metadata": {}}


def metadata(marks: dict[str, CellMarks]) -> dict:
    return with_marks(MADE, marks)["cells"][0]["metadata"]


def test_a_score_and_a_comment_reach_their_cell():
    made = metadata({"a": CellMarks(1.5, 2.0, True, "look")})
    assert made["nbgrader"] == {"grade_id": "a", "points": 2.0, "score": 1.5, "comment": "look"}
    assert made["nbjudge"] == {"kind": "test", "by_hand": True}


def test_a_cell_without_points_gets_its_comment_only():
    made = metadata({"a": CellMarks(comment="look")})
    assert made == {**CELL["metadata"], "nbgrader": {"grade_id": "a", "points": 1, "comment": "look"}}


def test_what_has_no_marks_stays():
    assert with_marks(MADE, {"b": CellMarks(1.0)}) == MADE


def test_the_notebook_itself_stays_as_it_is():
    before = copy.deepcopy(MADE)
    with_marks(MADE, {"a": CellMarks(1.5, 2.0, True, "look")})
    assert before == MADE
