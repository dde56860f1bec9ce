"""A record's key changes with everything that can change a verdict, and with nothing else.

Each case copies the packages to a folder of its own, adds one line to one file there, and asks a fresh
process for the key.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from nbjudge.grading import unchanged

ROOT = Path(__file__).parents[3]
ASK = "from nbjudge.grading import unchanged; print(unchanged.environment({own!r})); print(unchanged.look())"
ROOMS = sorted(path.parent.name for path in (ROOT / "nbjudge").glob("*/__init__.py"))
SHOWS_OR_WRITES = {"pages", "gradebook", "classroom", "drop_in", "commands"}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("packages")
    for name in ("nbjudge", "selfcheck"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    return root


def keys(root: Path) -> list[str]:
    """Give the key of what runs and the key of what is shown, as a fresh process computes them."""
    code = f"import sys; sys.path.insert(0, {str(root)!r}); {ASK.format(own=[str(root / 'selfcheck')])}"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.split()


def changed_by_a_line_in(root: Path, file: Path) -> tuple[bool, bool]:
    """Say whether each of the two keys changes with one more line in a file; put the file back."""
    before, content = keys(root), file.read_bytes() if file.exists() else None
    file.write_bytes((content or b"") + b"\n# one more line\n")
    try:
        run, look = keys(root)
    finally:
        file.unlink() if content is None else file.write_bytes(content)
    return run != before[0], look != before[1]


@pytest.mark.parametrize("room", ROOMS)
def test_one_line_in_a_room_costs_a_rerun_where_the_room_can_change_a_verdict(copy: Path, room: str):
    last = sorted((copy / "nbjudge" / room).rglob("*.py"))[-1]
    run, look = changed_by_a_line_in(copy, last)
    assert run == (room not in SHOWS_OR_WRITES)
    assert look == (room in ("pages", "course"))


@pytest.mark.parametrize("name", ["tasks", "records", "marks"])
def test_one_line_in_the_plain_data_changes_both_keys(copy: Path, name: str):
    assert changed_by_a_line_in(copy, copy / "nbjudge" / f"{name}.py") == (True, True)


@pytest.mark.parametrize("name", ["trial", "compare", "attempt", "exercise", "check", "authoring/mutants"])
def test_one_line_in_the_exercise_kit_costs_a_rerun(copy: Path, name: str):
    assert changed_by_a_line_in(copy, copy / "selfcheck" / f"{name}.py") == (True, False)


def test_a_module_that_is_new_in_a_room_counts_from_its_first_line(copy: Path):
    assert changed_by_a_line_in(copy, copy / "nbjudge" / "judge" / "brand_new.py") == (True, False)


def test_data_of_the_course_s_package_count_too(tmp_path: Path):
    (tmp_path / "rows.csv").write_text("1,2\n")
    before = unchanged.environment([str(tmp_path)])
    (tmp_path / "rows.csv").write_text("1,3\n")
    assert unchanged.environment([str(tmp_path)]) != before


def test_what_is_graded_together_is_graded_by_the_same(tmp_path: Path):
    """A run looks once, but a worker, a copy of it, finds what has changed meanwhile."""
    (tmp_path / "checks.py").write_text("POINTS = 1\n")
    with unchanged.held():
        before = unchanged.environment([str(tmp_path)])
        (tmp_path / "checks.py").write_text("POINTS = 22\n")
        assert unchanged.environment([str(tmp_path)]) == before
        worker = os.fork()
        if worker == 0:
            os._exit(unchanged.environment([str(tmp_path)]) == before)
        assert os.waitpid(worker, 0)[1] == 0
    assert unchanged.environment([str(tmp_path)]) != before


def test_what_python_leaves_behind_does_not_count(tmp_path: Path):
    (tmp_path / "a.py").write_text("x = 1\n")
    before = unchanged.of_package(tmp_path)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "a.pyc").write_bytes(b"?")
    assert unchanged.of_package(tmp_path) == before


def test_what_an_import_adds_to_the_path_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """setuptools brings libraries of its own, and puts them on the path when nbgrader imports it."""
    before = unchanged.environment()
    (tmp_path / "wheel-1.0.dist-info").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    assert unchanged.environment() == before


def test_every_room_has_its_side():
    """A new room is a decision: can it change a verdict, or does it only show, write down or command?"""
    assert set(ROOMS) == set(unchanged.ROOMS_OF_A_VERDICT) | SHOWS_OR_WRITES
