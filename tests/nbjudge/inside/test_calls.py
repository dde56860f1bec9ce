"""The student's side of a test cell, asked directly: what it answers, and what it tells of changes."""

import os
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest

from nbjudge.inside import calls, frames
from nbjudge.judge.places import Places
from nbjudge.judge.standins import link_of
from nbjudge.judge.student import Student

SOURCE = """
x = [1]
def square(v): return v * v
def fill(v): v.append(2)
def call(f, v): return f(v)
def say(): print("hello")
def bad(): raise ValueError("no", 3)
def end():
    import os
    os._exit(0)
class Thing:
    name = "a"
    def __init__(self): self.value = 1
    def count(self):
        self.value += 1
        return self.value
"""


@pytest.fixture
def student() -> Iterator[Student]:
    ours, theirs = socket.socketpair()
    pid = os.fork()
    if pid == 0:
        try:
            ours.close()
            names: dict[str, Any] = {}
            exec(SOURCE, names)
            calls.Session(theirs, names).serve()
        finally:
            os._exit(0)
    theirs.close()
    made = Student(ours, Places(), "t", time.monotonic() + 10)
    yield made
    ours.close()
    os.waitpid(pid, 0)


def call(student: Student, name: str, *arguments: Any) -> Any:
    return student.request("fetch", f"t:{name}", name=name)(*arguments)


def test_a_name_is_fetched(student: Student) -> None:
    assert student.request("fetch", "t:x", name="x") == [1]
    with pytest.raises(KeyError):
        student.request("fetch", "t:y", name="y")


def test_a_call_returns_a_value_and_tells_what_it_changed(student: Student) -> None:
    mine = [1]
    assert call(student, "square", 3) == 9
    assert not {place for place in student.places.met if "changes" in place}
    assert call(student, "fill", mine) is None
    assert mine == [1, 2]
    assert "t:fill()=changes 0" in student.places.met


def test_arguments_can_be_kept_from_changing(student: Student) -> None:
    mine = [1]
    student.places = Places(frozenset({"*=kinds", "t:fill"}))
    call(student, "fill", mine)
    assert (mine, student.changed) == ([1, 2], {"0"})
    student.strictly = True
    call(student, "fill", mine)
    assert mine == [1, 2]
    student.places = Places(frozenset({"*=kinds", "t:fill", "t:fill()=changes 0"}))
    call(student, "fill", mine)
    assert mine == [1, 2, 2]


def test_a_function_of_the_test_is_called_back(student: Student) -> None:
    assert call(student, "call", lambda v: v + 1, 3) == 4
    with pytest.raises(ZeroDivisionError):
        call(student, "call", lambda v: 1 / v, 0)


def test_what_is_printed_comes_with_the_answer(student: Student, capsys: pytest.CaptureFixture[str]) -> None:
    call(student, "say")
    assert capsys.readouterr().out == "hello\n"


def test_an_error_keeps_its_arguments_and_the_end_of_its_traceback(student: Student) -> None:
    with pytest.raises(ValueError, match="no") as raised:
        call(student, "bad")
    assert raised.value.args == ("no", 3)
    assert "ValueError" in raised.value.student_traceback  # type: ignore[attr-defined]
    assert "calls.py" not in raised.value.student_traceback  # type: ignore[attr-defined]


def test_objects_stay_and_are_asked(student: Student) -> None:
    thing = call(student, "Thing")
    assert thing.value == 1
    thing.value = [5]
    assert thing.value == [5]
    assert thing.name == "a"
    del thing.value
    assert not hasattr(thing, "value")


def test_a_method_is_one_object_however_often_it_is_asked_for(
    student: Student,
) -> None:
    one, other = call(student, "Thing"), call(student, "Thing")
    assert [one.count() for _ in range(5)] == [2, 3, 4, 5, 6]
    assert other.count() == 2
    most = max(link_of(method).number for method in (one.count, other.count))
    assert most < 8  # two objects, their methods, and what made them


def test_after_the_end_of_the_process_everything_fails_at_once(student: Student) -> None:
    square = student.request("fetch", "t:square", name="square")
    with pytest.raises(RuntimeError, match="ended"):
        call(student, "end")
    with pytest.raises(RuntimeError, match="ended"):
        square(3)


def test_after_a_time_out_everything_fails_at_once(student: Student) -> None:
    square = student.request("fetch", "t:square", name="square")
    student.deadline = time.monotonic() - 1
    for _ in range(2):
        with pytest.raises(TimeoutError):
            square(3)
    assert student.timed_out


def test_answers_to_other_questions_are_left_out_until_they_are_too_many() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        for _ in range(70):
            frames.send(theirs, {"nonce": "guessed", "value": True})
        asking = Student(ours, Places(), "t", time.monotonic() + 5)
        with pytest.raises(RuntimeError, match="nobody asked"):
            asking.request("fetch", "t:x", name="x")
