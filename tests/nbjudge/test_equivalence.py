"""Honest work gets nbgrader's own scores, cell by cell; where it does not, the reason is written down."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from nbjudge.classroom import doctor, run
from nbjudge.course import course as courses
from nbjudge.course.course import Course
from nbjudge.grading.open_release import open_release
from tests.nbjudge.courses import arrays, shapes, squares
from tests.nbjudge.courses.building import Spec, filled, solved

nbgrader_api = pytest.importorskip("nbgrader.apps.api")
pytestmark = [
    pytest.mark.filterwarnings(
        "ignore::sqlalchemy.exc.SAWarning", "ignore::DeprecationWarning", "ignore::UserWarning"
    ),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::RuntimeWarning"),
]
ROWS = """
    select s.student_id, n2.name, b.name, g.auto_score, g.needs_manual_grade from grade g
    join base_cell b on b.id = g.cell_id
    join submitted_notebook n on n.id = g.notebook_id join notebook n2 on n2.id = n.notebook_id
    join submitted_assignment s on s.id = n.assignment_id
"""
COMMENTS = """
    select s.student_id, n2.name, b.name, c.auto_comment from comment c
    join base_cell b on b.id = c.cell_id
    join submitted_notebook n on n.id = c.notebook_id join notebook n2 on n2.id = n.notebook_id
    join submitted_assignment s on s.id = n.assignment_id
"""


def examples() -> Spec:
    """nbgrader's own example course, with a class."""
    import nbgrader

    place = Path(nbgrader.__file__).parent / "docs" / "source" / "user_guide" / "source" / "ps1"
    notebooks = {
        path.stem: json.loads(path.read_text(), object_hook=joined)["cells"] for path in place.glob("*.ipynb")
    }
    right = {name: solved(cells) for name, cells in notebooks.items()}
    reuse = "def sum_of_squares(n):\n    return n * (n + 1) * (2 * n + 1) // 6"
    off = "def squares(n):\n    if n < 1:\n        raise ValueError\n    return [i ** 2 for i in range(n)]"
    students = {
        "right": right,
        "nothing": {name: {} for name in notebooks},
        "reuse": {**right, "problem1": {**right["problem1"], "sum_of_squares": reuse}},
        "off": {**right, "problem1": {**right["problem1"], "squares": off}},
        "words": {"problem2": {**right["problem2"], "part-a": "Something."}},
    }
    return Spec(notebooks, students, {"jupyter.png": (place / "jupyter.png").read_bytes()})


def joined(entry: dict) -> dict:
    if isinstance(entry.get("source"), list):
        entry["source"] = "".join(entry["source"])
    return entry


def stock(root: Path, students: list[str]) -> None:
    """Grade a course with nbgrader as it is."""
    from traitlets.config import Config

    config = Config()
    config.CourseDirectory.root = str(root)
    config.CourseDirectory.course_id = "made"
    api = nbgrader_api.NbGraderAPI(config=config)
    assert api.generate_assignment("ps1")["success"]
    for student in students:
        made = api.autograde("ps1", student)
        if "Kernel died before replying" in (made["log"] or ""):  # two kernels had chosen the same port
            made = api.autograde("ps1", student, force=True)
        assert made["success"], made


def rows(root: Path, query: str = ROWS) -> dict[tuple[str, str, str], tuple[object, ...]]:
    with closing(sqlite3.connect(root / "gradebook.db")) as connection:
        return {tuple(row[:3]): tuple(row[3:]) for row in connection.execute(query)}


@pytest.fixture(scope="module")
def virtual_environment(monkeypatch_module):
    import sys

    monkeypatch_module.setenv("PATH", f"{Path(sys.executable).parent}:/usr/bin:/bin")


@pytest.fixture(scope="module")
def monkeypatch_module():
    with pytest.MonkeyPatch.context() as patch:
        yield patch


CASES = {"squares": squares, "arrays": arrays, "shapes": shapes}


@pytest.mark.parametrize("name", ["nbgrader's example", *CASES])
def test_scores_equal_those_of_nbgrader(name: str, tmp_path: Path, virtual_environment: None):
    spec = CASES[name].COURSE if name in CASES else examples()
    expected_differences = getattr(CASES.get(name), "DIFFERENCES", {})
    theirs = spec.write(tmp_path / "theirs")
    ours = Path(shutil.copytree(theirs, tmp_path / "ours"))
    stock(theirs, sorted(spec.students))
    course = courses.read(ours)
    graded = grade(course)
    assert not any(entry.error for entry in graded)
    differences = {
        (key[0], key[2]): (value, rows(ours)[key])
        for key, value in rows(theirs).items()
        if rows(ours)[key] != value
    }
    assert set(differences) == set(expected_differences), differences
    assert set(rows(ours)) == set(rows(theirs))
    said, told = rows(theirs, COMMENTS), rows(ours, COMMENTS)
    assert told.keys() == said.keys()
    assert [
        key for key in said if said[key] not in (told[key], (None,))
    ] == []  # ours may say why points are lost


def grade(course: Course) -> list[run.Graded]:
    release = open_release(course, "ps1")
    doctor.ensure(course, release)
    events = run.grade_all(course, release, course.submissions("ps1"), 2)
    return [event for event in events if isinstance(event, run.Graded)]


def test_nbgraders_tools_read_the_result(tmp_path: Path, virtual_environment: None):
    """The formgrader's queries and `nbgrader export` work on what the fast path wrote."""
    from nbgrader.plugins import CsvExportPlugin
    from traitlets.config import Config

    root = squares.COURSE.write(tmp_path / "course", "from nbjudge.drop_in import configure\nconfigure(c)\n")
    grade(courses.read(root))
    config = Config()
    config.CourseDirectory.root = str(root)
    api = nbgrader_api.NbGraderAPI(config=config)
    found = {entry["student"]: entry for entry in api.get_submissions("ps1")}
    assert found["amy"]["score"] == 7
    assert found["amy"]["autograded"]
    assert api.get_notebook_submissions("ps1", "squares")[0]["max_score"] == 12
    exporter = CsvExportPlugin(to=str(tmp_path / "grades.csv"), config=config)
    with api.gradebook as gradebook:
        exporter.export(gradebook)
    assert "amy" in (tmp_path / "grades.csv").read_text()
    assert filled(squares.CELLS, {})
