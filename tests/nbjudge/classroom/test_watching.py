"""A course that is watched: what arrives is graded as it comes, by workers that stay."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from nbjudge.classroom import arrivals, watching
from nbjudge.classroom.run import Graded
from nbjudge.classroom.watching import Resting, Stopped, Watch
from nbjudge.course.course import Course
from nbjudge.gradebook.tables import ASSIGNMENTS
from nbjudge.gradebook.writer import Writer
from tests.nbjudge.courses import squares
from tests.nbjudge.courses.building import filled, notebook, write
from tests.nbjudge.grading_course import opened, with_golden

WAIT = "import time\ntime.sleep(1.5)\n"


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Course:
    monkeypatch.setattr(arrivals, "LOOKING", 0.05)
    monkeypatch.setattr(watching, "LOOKING", 0.05)
    monkeypatch.setattr(watching, "TERMS", 0.0)
    monkeypatch.setattr(arrivals, "SHARE", 1.0)
    course = opened(squares.COURSE.write_source(tmp_path), watch_pause_seconds=0.0)
    course.secret()
    with_golden(course)
    return course


def submit(course: Course, student: str, answers: dict[str, str], assignment: str = "ps1") -> Path:
    cells = filled(squares.CELLS, answers)
    return write(course.root / "submitted" / student / assignment / "squares.ipynb", notebook(cells))


def until(watch: Watch, is_enough: Callable[[list[tuple[str, object]]], bool]) -> list[tuple[str, object]]:
    seen: list[tuple[str, object]] = []
    ends = time.monotonic() + 60
    for name, event in watch.events():
        if not isinstance(event, Resting):
            seen.append((name, event))
        if is_enough(seen):
            return seen
        assert time.monotonic() < ends, seen
    raise AssertionError


def results(seen: list[tuple[str, object]]) -> dict[str, Graded]:
    return {event.student: event for _, event in seen if isinstance(event, Graded)}


@pytest.fixture(autouse=True)
def _checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plain executor makes no golden record: the course's solution counts as checked."""
    monkeypatch.setattr(watching.doctor, "ensure", lambda course, release: None)


def test_what_arrives_is_graded_and_what_arrives_again_is_too(course: Course):
    with Watch(course, ["ps1"], workers=1) as watch:
        submit(course, "amy", squares.RIGHT)
        assert results(until(watch, lambda seen: "amy" in results(seen)))["amy"].score == 7
        workers = watch._desks["ps1"].open(1).backend._workers
        pids = [worker.process.process.pid for worker in workers.values()]
        submit(course, "ben", squares.HALF)
        submit(course, "amy", squares.WRONG)
        seen = until(watch, lambda seen: {"amy", "ben"} <= set(results(seen)))
        assert {name: one.score for name, one in results(seen).items()} == {"amy": 1.0, "ben": 3.0}
        assert pids == [worker.process.process.pid for worker in workers.values()]  # they were kept
    assert (course.root / "feedback" / "ben" / "ps1" / "squares.html").is_file()


def test_a_slow_submission_holds_up_nobody_while_there_is_a_free_worker(course: Course):
    with Watch(course, ["ps1"], workers=2) as watch:
        long = WAIT.replace("1.5", "6")
        submit(course, "slow", {**squares.RIGHT, "square": long + squares.RIGHT["square"]})

        def is_begun(seen: list) -> bool:
            if not (course.root / "submitted" / "quick").exists() and len(
                watch._desks["ps1"].arrivals._known
            ):
                submit(course, "quick", squares.RIGHT)
            return len(results(seen)) == 2

        assert list(results(until(watch, is_begun))) == ["quick", "slow"]


def test_assignments_take_turns(course: Course, monkeypatch: pytest.MonkeyPatch):
    """Whoever hands in ps1 without end does not keep ps2 waiting."""
    monkeypatch.setattr(watching, "TURN", 0.2)
    for name in ("ps2", "ps3"):
        write(course.root / "source" / name / "squares.ipynb", notebook(squares.CELLS))
        with_golden(course, name)
    with Watch(course, workers=1) as watch:
        for student in range(12):
            waiting = {**squares.RIGHT, "square": "WAIT = 'A MOMENT'\n" + squares.RIGHT["square"]}
            submit(
                course, f"s{student:02}", {**waiting, "total": "# WAIT A MOMENT\n" + squares.RIGHT["total"]}
            )
        submit(course, "amy", squares.RIGHT, "ps2")
        submit(course, "amy", squares.RIGHT, "ps3")
        seen = until(watch, lambda seen: sum(isinstance(event, Graded) for _, event in seen) == 14)
        order = [name for name, event in seen if isinstance(event, Graded)]
        assert order.index("ps2") < 8
        assert order.index("ps3") < 8
        assert sum(desk.is_warm for desk in watch._desks.values()) <= watching.MOST_WARM


def test_a_changed_test_is_used_from_the_next_turn_on(course: Course, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(watching, "TURN", 0.2)
    with Watch(course, ["ps1"], workers=1) as watch:
        submit(course, "amy", squares.RIGHT)
        until(watch, lambda seen: "amy" in results(seen))
        harder = [
            {**cell, "source": cell["source"].replace("285", "286")} if "285" in cell["source"] else cell
            for cell in squares.CELLS
        ]
        write(course.root / "source" / "ps1" / "squares.ipynb", notebook(harder))
        submit(course, "ben", squares.RIGHT)
        assert results(until(watch, lambda seen: "ben" in results(seen)))["ben"].score == 6


def test_a_course_that_cannot_be_graded_is_tried_again(course: Course, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(watching, "AGAIN", 0.1)
    source = course.root / "source" / "ps1" / "squares.ipynb"
    whole = source.read_text()
    with Watch(course, workers=1) as watch:
        source.write_text("half a file")
        submit(course, "amy", squares.RIGHT)
        seen = until(watch, lambda seen: any(isinstance(event, Stopped) for _, event in seen))
        assert results(seen) == {}
        source.write_text(whole)
        assert results(until(watch, lambda seen: "amy" in results(seen)))["amy"].score == 7


def page(course: Course, student: str) -> str:
    return (course.root / "feedback" / student / "ps1" / "squares.html").read_text()


def test_before_the_deadline_pages_say_nothing_of_hidden_tests(course: Course):
    """The hidden test is lost by `abs(x) * x`: until the deadline no page says so."""
    with Watch(course, ["ps1"], workers=1) as watch:
        set_due(course, datetime.now(UTC).replace(tzinfo=None) + timedelta(hours=1))
        half = {**squares.RIGHT, "square": squares.HALF["square"]}
        submit(course, "amy", squares.RIGHT)
        submit(course, "ben", half)
        submit(course, "cem", {**squares.RIGHT, "square": squares.WRONG["square"]})
        seen = until(watch, lambda seen: {"amy", "ben", "cem"} <= set(results(seen)))
        assert [results(seen)[name].score for name in ("amy", "ben")] == [7, 3]  # the gradebook has them
        early = {name: page(course, name) for name in ("amy", "ben", "cem")}
        for name in ("amy", "ben"):
            assert "1 test has a hidden part" in early[name]
            assert "A hidden test did not pass" not in early[name]
            assert "of 2" in early[name]
        set_due(course, datetime.now(UTC).replace(tzinfo=None) - timedelta(seconds=1))
        until(watch, lambda seen: {"amy", "ben", "cem"} <= set(results(seen)))
        assert "A hidden test did not pass" in page(course, "ben")
        assert "after the deadline" not in page(course, "amy") + page(course, "ben")


def set_due(course: Course, moment: datetime) -> None:
    with Writer(course) as gradebook:
        gradebook.patiently(
            lambda: gradebook.connection.execute(update(ASSIGNMENTS).values(duedate=moment)).rowcount
        )


def test_an_end_at_any_moment_loses_nothing_and_doubles_nothing(course: Course):
    """The watch is left after each of its events; the next one finds what it left."""
    for student, answers in squares.CLASS.items():
        submit(course, student, answers["squares"])
    graded: list[str] = []
    for _ in range(20):
        with Watch(course, ["ps1"], workers=1) as watch:
            for _, event in watch.events():
                if isinstance(event, Graded):
                    graded += [] if event.reused else [event.student]
                    break
        if len(set(graded)) == 4:
            break
    with Watch(course, ["ps1"], workers=1) as watch:
        seen = until(watch, lambda seen: len(results(seen)) == 4)
    assert {one.reused for one in results(seen).values()} == {True}
    assert {name: one.score for name, one in results(seen).items()} == {
        "amy": 7, "ben": 3, "cem": 1, "dan": 0,
    }  # fmt: skip
    with Writer(course) as gradebook:
        assert len(gradebook.all_marks("ps1")) == 4


def test_it_is_ended_at_any_moment_and_nothing_is_raised_where_a_signal_strikes(course: Course):
    with Watch(course, ["ps1"], workers=1) as watch:
        submit(course, "amy", squares.RIGHT)
        submit(course, "slow", {**squares.RIGHT, "square": WAIT + squares.RIGHT["square"]})
        seen = []
        for name, event in watch.events():
            seen.append((name, event))
            if results(seen):
                watch.end()
        assert list(results(seen)) == ["amy"]  # nobody waits for the other
    empty = Watch(course, ["ps1"])
    empty.end()
    assert list(empty.events()) == []
