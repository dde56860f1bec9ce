"""What holds of every backend: of the pool on this machine, of a cluster, and of the one in the guide."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from nbjudge import records
from nbjudge.classroom.backend import Backend, Unprotected
from nbjudge.classroom.backend import opened as opened_backend
from nbjudge.classroom.line import Asked, Line
from nbjudge.classroom.orders import Graded
from nbjudge.classroom.run import to_grade
from nbjudge.course.course import Course, CourseError, Submission
from tests.nbjudge.courses import squares
from tests.nbjudge.dask_cluster import DaskCluster
from tests.nbjudge.grading_course import grade, opened, with_golden

NAMES = ["local", "in-turn", "dask"]
STUDENTS = ["amy", "ben", "cem", "dan"]


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A scheduler and two workers, for all tests of this file."""
    dask = DaskCluster(tmp_path_factory.mktemp("dask"))
    dask.start_scheduler()
    for worker in ("one", "two"):
        dask.start_worker(worker)
    yield dask.address
    dask.close()


@pytest.fixture
def course(name: str, tmp_path: Path, cluster: str) -> Course:
    course = opened(squares.COURSE.write(tmp_path / "course"), backend=name, cluster=cluster)
    with_golden(course)
    course.secret()
    return course


def with_executor(course: Course, executor: str) -> Course:
    return replace(course, options=replace(course.options, executor=executor))


def asked(course: Course, student: str, force: bool = False) -> Asked[Submission]:
    submission = Submission(student, "ps1", course.folder("submitted", "ps1", student))
    return to_grade(course, with_golden(course), submission, force)


def hand_in(backend: Backend, course: Course) -> None:
    for student in STUDENTS:
        backend.submit(student, asked(course, student).make(), patience=60)


def test_every_order_has_one_answer(course: Course) -> None:
    with opened_backend(course, with_golden(course), 2) as backend:
        hand_in(backend, course)
        answers = {answer.key: answer for answer in backend.answers()}
    assert sorted(answers) == STUDENTS
    for student, answer in answers.items():
        assert answer.error == ""
        graded = Graded.of(answer.content)
        assert graded.record.student == records.from_bytes(graded.content).student == student


def test_more_may_be_handed_in_between_answers(course: Course) -> None:
    with opened_backend(course, with_golden(course), 1) as backend:
        hand_in(backend, course)
        keys = []
        for answer in backend.answers():
            keys.append(answer.key)
            if len(keys) == 1:
                backend.submit("again", asked(course, "amy", force=True).make(), patience=60)
    assert sorted(keys) == sorted([*STUDENTS, "again"])


def test_without_orders_there_are_no_answers(course: Course) -> None:
    with opened_backend(course, with_golden(course), 1) as backend:
        assert list(backend.answers()) == []


def test_a_line_makes_no_more_orders_than_there_is_room_for(course: Course) -> None:
    made: list[int] = []

    def order(number: int) -> bytes:
        made.append(number)
        return asked(course, STUDENTS[number]).make()

    with opened_backend(course, with_golden(course), 1) as backend:
        room = backend.room
        line = Line(backend, (Asked(n, lambda n=n: order(n), 60.0) for n in range(4)))
        ahead = [len(made) - done for done, _ in enumerate(line.answers())]
    assert sorted(made) == [0, 1, 2, 3]
    assert max(ahead) <= room + 1


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
    other = replace(course, options=replace(course.options, backend="cloud"))
    with pytest.raises(CourseError, match=r"no backend 'cloud'. Installed: dask, in-turn, local"):
        grade(other)


def test_all_backends_give_the_same_records_and_pages(tmp_path: Path, cluster: str) -> None:
    root = squares.COURSE.write(tmp_path / "course")
    written = []
    for name in NAMES:
        found = grade(opened(root, backend=name, cluster=cluster), force=True)
        files = {path: path.read_bytes() for path in root.rglob("*") if path.suffix in (".json", ".html")}
        written.append(([found[student].marks for student in STUDENTS], files))
        for folder in ("records", "published"):
            shutil.rmtree(root / ".nbjudge" / folder)
    first, *others = written
    assert len(first[1]) >= 12
    assert [other == first for other in others] == [True] * len(others)


def test_a_level_that_no_worker_has_ends_the_run(course: Course) -> None:
    with pytest.raises(Unprotected, match="Level 2 was asked for; this machine gives none"):
        grade(replace(course, options=replace(course.options, level="2")))


def test_a_level_that_is_none_is_named(course: Course) -> None:
    with pytest.raises(CourseError, match=r"no level 'high' of protection: 3, 3b, 2, 1\."):
        grade(replace(course, options=replace(course.options, level="high")))
