"""Before the deadline a page is the same whatever hidden tests said; open tests are shown as ever."""

from dataclasses import replace

import pytest

from nbjudge.course import hidden_tests
from nbjudge.course.release import Release
from nbjudge.grading import archive
from nbjudge.marks import CellMarks, Marks, NotebookMarks
from nbjudge.pages import publish
from nbjudge.pages.before_deadline import SENTENCE
from nbjudge.records import CellRecord, Record
from nbjudge.reports import MIME
from tests.nbjudge.courses import squares
from tests.nbjudge.grading_course import grade, opened, with_golden

HIDDEN_ERROR = {
    "output_type": "error",
    "ename": "AssertionError",
    "evalue": "the square of minus three",
    "traceback": ["----> 3 assert square(-3) == 9, 'the square of minus three'"],
}
OPEN_ERROR = {
    "output_type": "error",
    "ename": "AssertionError",
    "evalue": "the square of 2 is 4",
    "traceback": ["----> 1 assert square(2) == 4, 'the square of 2 is 4'"],
}


def report(points: float, hidden: bool) -> dict:
    family = {"name": "unseen" if hidden else "by hand", "points": points, "total": 2.0, "hidden": hidden}
    said = {"format": 1, "exercise": "a.b", "points": points, "total": 2.0, "findings": []}
    data = {MIME: {**said, "families": [family]}, "text/plain": f"{points} points"}
    return {"output_type": "display_data", "data": data, "metadata": {}}


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Release, Record, Marks]:
    course = opened(squares.COURSE.write(tmp_path_factory.mktemp("course")))
    marks = grade(course)["amy"].marks
    record = archive.load(course.own / "records" / "ps1" / "amy.json")
    assert record
    return with_golden(course), record, marks


def with_test(graded: tuple[Release, Record, Marks], score: float, **said: object) -> tuple[Record, Marks]:
    """The record and marks with another outcome of the test that has a hidden line."""
    _, record, marks = graded

    def changed(cell: CellRecord) -> CellRecord:
        return replace(cell, auto_score=score, **said) if cell.id == "test-square" else cell

    (notebook,) = record.notebooks
    cells = {**marks["squares"].cells, "test-square": CellMarks(score, 2.0)}
    total = sum(cell.score or 0.0 for cell in cells.values())
    told = {"squares": NotebookMarks(total, marks["squares"].max_score, 0.0, cells)}
    return replace(record, notebooks=(replace(notebook, cells=tuple(map(changed, notebook.cells))),)), told


def shown(
    graded: tuple[Release, Record, Marks], record: Record, marks: Marks, only_open: bool
) -> list[bytes]:
    files = publish.made(graded[0], record, marks, {}, False, only_open)
    return [files["squares.html"], files["squares.json"]]


def test_a_page_by_hand(graded):
    """Of seven points two are those of the test with a hidden line; a person has five to give."""
    html, _ = shown(graded, *graded[1:], only_open=True)
    text = html.decode()
    assert "<strong>5</strong> of 5 points so far; 12 in all" in text
    assert "1 test has a hidden part" in text
    assert SENTENCE in text
    assert "<strong>7</strong> of 12 points" in shown(graded, *graded[1:], only_open=False)[0].decode()


def test_where_every_test_has_a_hidden_part_no_zero_is_said(graded, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(hidden_tests, "lines", lambda source: {1})
    text = shown(graded, *graded[1:], only_open=True)[0].decode()
    assert "The points, 12 at most, are given after the deadline." in text
    assert "3 tests have a hidden part" in text
    assert "<strong>0</strong>" not in text


@pytest.mark.parametrize(("points", "said"), [(2.0, "right so far"), (1.0, "not right yet")])
def test_a_list_of_tests_says_how_the_visible_part_did(graded, points: float, said: str):
    """The student's own notebook says the same: these inputs are in it."""
    made = with_test(graded, 2.0, outputs=(report(points, False), report(2.0, True)), before_hidden=1)
    text = shown(graded, *made, only_open=True)[0].decode()
    assert text.count(f'<span class="tag">{said}</span>') == 1


OUTCOMES = {
    "hidden failed": {
        "score": 0.0, "outputs": (HIDDEN_ERROR,), "before_hidden": 0, "status": "error",
        "lost": "A hidden test did not pass.", "reason": "the square of minus three",
    },
    "half of it": {"score": 1.0, "lost": "Part of what is tested here is right."},
    "a check, hidden right": {
        "score": 2.0, "outputs": (report(2.0, False), report(2.0, True)), "before_hidden": 1,
    },
    "a check, hidden wrong": {
        "score": 0.5, "outputs": (report(2.0, False), report(0.5, True)), "before_hidden": 1,
        "lost": "What your notebook shows is right; lost, on inputs that are not shown: unseen",
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("one", "other"),
    [("hidden failed", "half of it"), ("a check, hidden right", "a check, hidden wrong")],
)
def test_a_page_is_the_same_whatever_hidden_tests_said(graded, one: str, other: str):
    made = [with_test(graded, **OUTCOMES[name]) for name in (one, other)]
    early = [shown(graded, *each, only_open=True) for each in made]
    assert early[0] == early[1]
    late = [shown(graded, *each, only_open=False) for each in made]
    assert late[0] != late[1]


def test_a_test_that_failed_in_an_open_line_is_shown_with_its_points(graded):
    """Whoever runs the open line at home sees the same."""
    made = with_test(
        graded, 0.0, outputs=(OPEN_ERROR,), status="error", lost="The test failed: the square of 2 is 4."
    )
    assert shown(graded, *made, only_open=True) == shown(graded, *made, only_open=False)


def test_the_staffs_notebook_holds_everything(graded):
    made = with_test(graded, **OUTCOMES["hidden failed"])
    early, late = (publish.made(graded[0], *made, {}, False, only_open) for only_open in (True, False))
    assert early["squares.ipynb"] == late["squares.ipynb"]
