"""What holds of every backend: of the pool on this machine, and of the one in the guide."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from nbjudge.classroom.backend import Backend, Setup, Unprotected, backend_for
from nbjudge.course.course import Course, CourseError
from tests.nbjudge.courses import squares
from tests.nbjudge.grading_course import grade, opened, with_golden

NAMES = ["local", "in-turn"]
STUDENTS = ["amy", "ben", "cem", "dan"]


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def course(name: str, tmp_path: Path) -> Course:
    course = opened(squares.COURSE.write(tmp_path / "course"), backend=name)
    with_golden(course)
    course.secret()
    return course


def with_executor(course: Course, executor: str) -> Course:
    return replace(course, options=replace(course.options, executor=executor))


def order(course: Course, student: str) -> dict[str, Any]:
    folder = course.folder("submitted", "ps1", student)
    return {"op": "grade", "student": student, "folder": str(folder)}


def add(backend: Backend, course: Course) -> None:
    for student in STUDENTS:
        backend.add(order(course, student), patience=60)


def test_every_order_has_one_answer_in_plain_data(course: Course) -> None:
    with backend_for(course, "ps1", 2) as backend:
        add(backend, course)
        answers = list(backend.answers())
    assert sorted(answer.order["student"] for answer in answers) == STUDENTS
    for answer in answers:
        assert answer.error == ""
        assert json.loads(json.dumps(answer.data))["record"]["student"] == answer.order["student"]


def test_orders_may_be_added_between_answers_to_be_done_first(course: Course) -> None:
    with backend_for(course, "ps1", 1) as backend:
        add(backend, course)
        students = []
        for answer in backend.answers():
            students.append(answer.order["student"])
            if len(students) == 1:
                backend.add({**order(course, "amy"), "force": True}, patience=60, first=True)
    assert sorted(students) == sorted([*STUDENTS, "amy"])
    assert students.index("amy", 1) <= 2  # one may have been handed out before


def test_without_orders_there_are_no_answers(course: Course) -> None:
    with backend_for(course, "ps1", 1) as backend:
        assert list(backend.answers()) == []


def test_what_fails_once_is_tried_again(course: Course, tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    seen.mkdir()
    (course.root / "source" / "ps1" / "where.txt").write_text(str(seen))
    results = grade(with_executor(course, "forgetful"), workers=2)
    assert [entry.error for entry in results.values()] == ["", "", "", ""]
    assert results["amy"].score == 7
    assert len(list(seen.iterdir())) == 4


def test_what_fails_again_is_given_up_with_a_reason_and_the_others_go_on(course: Course) -> None:
    results = grade(with_executor(course, "broken"), workers=2)
    assert {student for student, result in results.items() if result.error} == {"ben"}
    assert "ConnectionError: the server is gone" in results["ben"].error
    assert results["amy"].score == 7


def test_without_protection_nothing_is_run(course: Course) -> None:
    with pytest.raises(Unprotected, match="no protection"):
        grade(with_executor(course, "no-protection"))


def test_an_unknown_executor_is_named(course: Course) -> None:
    with pytest.raises(CourseError, match=r"no executor 'abacus'.*sandbox"):
        grade(with_executor(course, "abacus"))


def test_an_unknown_backend_is_named(course: Course) -> None:
    with pytest.raises(CourseError, match=r"no backend 'cloud'. Installed: in-turn, local"):
        backend_for(replace(course, options=replace(course.options, backend="cloud")), "ps1", 1)


def test_all_backends_give_the_same_results(tmp_path: Path) -> None:
    root = squares.COURSE.write(tmp_path / "course")
    local, other = (grade(opened(root, backend=name), force=True) for name in NAMES)
    assert [local[student].marks for student in STUDENTS] == [other[student].marks for student in STUDENTS]


def test_what_a_backend_is_told_is_plain_data(course: Course) -> None:
    setup = Setup.of(course, "ps1")
    assert Setup.from_json(json.loads(json.dumps(setup.to_json()))) == setup
