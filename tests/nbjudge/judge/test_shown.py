"""Functions of a test that the student's process has as well: called there, if that is the same."""

import sys
from pathlib import Path
from typing import Any

import pytest

from nbjudge.execution.executor import Executor
from nbjudge.judge.shown import Shown
from nbjudge.sandbox import launch
from nbjudge.tasks import Cell, NotebookTask

MODULE = """
import os
scale, calls = 2, []

def length(a, b):
    return float(sum((s - t) ** 2 for s, t in zip(a, b, strict=True)) ** 0.5)

def scaled(a): return scale * a
def counted(a): calls.append(a)
def written(a): a[0] = 1
def opened(a): return open(a)
def default(a, kept=[]): return kept
def place(a): return os.getpid()
def made():
    x = 2
    def inner(a): return x * a
    return inner
def shadowed(a): return abs(a)
abs = abs
"""


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    folder = tmp_path / "shown_by_course"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "ways.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(launch.PINNED, "PYTHONPATH", str(tmp_path))
    import shown_by_course.ways  # type: ignore[import-not-found]

    yield shown_by_course
    for name in ("shown_by_course", "shown_by_course.ways"):
        del sys.modules[name]


def test_a_function_of_its_arguments_alone_has_a_home(course: Any) -> None:
    folder = str(Path(course.__file__).parent)
    home = ["shown_by_course.ways", "length"]
    assert Shown((folder,)).home_of(course.ways.length) == home
    assert Shown((folder,), frozenset({"shown_by_course.other"})).home_of(course.ways.length) == home


@pytest.mark.parametrize(
    "name", ["scaled", "counted", "written", "opened", "default", "place", "made", "shadowed"]
)
def test_what_could_keep_or_notice_something_has_none(course: Any, name: str) -> None:
    assert Shown((str(Path(course.__file__).parent),)).home_of(getattr(course.ways, name)) is None


def test_what_students_are_not_shown_has_none(course: Any, tmp_path: Path) -> None:
    folder, length = str(Path(course.__file__).parent), course.ways.length
    assert Shown().home_of(length) is None
    assert Shown((f"{folder}/ways",)).home_of(length) is None
    for hidden in ("shown_by_course", "shown_by_course.ways"):
        assert Shown((folder,), frozenset({hidden})).home_of(length) is None
    assert Shown((folder,)).home_of(lambda a, b: 0) is None
    assert Shown((folder,)).home_of(abs) is None


ASKED = "def ask(way, a, b):\n    return [way(a, b), way.__module__, way]"
TEST = """
from shown_by_course.ways import length
far, place, way = ask(length, [0, 0], [3, 4])
assert far == 5.0 and way is length
assert place == {place!r}, place
"""


@pytest.mark.parametrize(
    ("hidden", "place"), [((), "shown_by_course.ways"), (("shown_by_course.ways",), "nbjudge.inside.calls")]
)
def test_it_is_called_where_the_student_s_code_is_and_comes_back_as_itself(
    course: Any, hidden: tuple[str, ...], place: str
) -> None:
    cells = (
        Cell("a", "answer", ASKED, reference=ASKED),
        Cell("t", "test", TEST.format(place=place), 2.0),
    )
    folder = Path(course.__file__).parent
    with Executor(unsafe=True, visible=[folder]) as executor:
        result = executor.run(NotebookTask("n", cells, hide=hidden))
    assert result.cells[1].score == 2.0, result.cells[1]
