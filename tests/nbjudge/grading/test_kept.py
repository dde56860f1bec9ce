"""What is kept of an assignment beside its records: the release, and which of its cells are left out."""

from dataclasses import replace
from pathlib import Path

import pytest

from nbjudge.course.course import Course
from nbjudge.grading import solution
from nbjudge.grading.left_out import left_out
from nbjudge.grading.open_release import open_release
from tests.nbjudge.courses import squares
from tests.nbjudge.grading_course import opened

SETTINGS = 'c.GenerateAssignment.preprocessors.insert(0, "nbjudge.drop_in.tags.TagIllustrations")\n'


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return opened(squares.COURSE.write_source(tmp_path, SETTINGS), leave_out_illustrations=True)


def test_a_release_is_made_once_although_nbgrader_writes_into_the_settings_it_is_given(course: Course):
    kept = course.own / "releases" / "ps1.json"
    open_release(course, "ps1")
    made = kept.stat().st_mtime_ns
    open_release(course, "ps1")
    open_release(opened(course.root), "ps1")
    assert kept.stat().st_mtime_ns == made


def test_which_cells_are_left_out_is_found_once_and_again_when_a_cell_has_changed(
    course: Course, monkeypatch: pytest.MonkeyPatch
):
    release = open_release(course, "ps1")
    asked = []

    def find(options: object, of: object) -> dict[str, frozenset[str]]:
        asked.append(of)
        return {"squares": frozenset({"given"})}

    monkeypatch.setattr(solution, "left_out", find)
    for _ in range(2):
        assert left_out(course, release) == {"squares": {"given"}}
    assert len(asked) == 1
    (notebook,) = release.notebooks
    cells = (replace(notebook.cells[0], source="# Other"), *notebook.cells[1:])
    left_out(course, replace(release, notebooks=(replace(notebook, cells=cells),)))
    assert len(asked) == 2
    (course.own / "left_out" / "ps1.json").write_text('{"key": 1')
    assert left_out(course, release) == {"squares": {"given"}}
    assert len(asked) == 3


def test_nothing_is_left_out_where_the_course_does_not_want_it(course: Course):
    plain = replace(course, options=replace(course.options, leave_out_illustrations=False))
    assert left_out(plain, open_release(plain, "ps1")) == {"squares": frozenset()}
    assert not (course.own / "left_out").exists()
