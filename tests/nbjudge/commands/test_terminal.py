"""The command line where a terminal, a pipe or a folder is not what it could be."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from nbjudge.classroom.run import Graded
from nbjudge.commands import grade
from tests.nbjudge.courses import squares

ROOT = Path(__file__).parents[3]
SAID = "Interrupted. What was finished is kept; the next run does the rest."


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return squares.COURSE.write(tmp_path_factory.mktemp("course"))


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "nbjudge", *map(str, arguments)]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def on_a_terminal(*arguments: object, interrupt_at: str = "", **more: str) -> tuple[str, int]:
    """Run a command on a terminal; interrupt it by Ctrl-C as soon as it has shown a text."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(sys.executable, command(*arguments), environment(**more))
    shown, waiting = b"", interrupt_at.encode()
    end = time.monotonic() + 120
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                read = os.read(terminal, 65536)
            except OSError:  # the other end is closed
                break
            if not read:
                break
            shown += read
        if waiting and waiting in shown:
            os.write(terminal, b"\x03")
            waiting = b""
    else:
        os.kill(pid, signal.SIGKILL)
    os.close(terminal)
    return shown.decode(errors="replace"), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def test_whoever_has_read_enough_does_not_stop_the_grading(course: Path):
    """`nbjudge grade | head -1` is no failure, and what comes after the first lines is done as well."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        made = subprocess.run(
            command("grade", "--course", course),
            stdout=writer,
            stderr=subprocess.PIPE,
            env=environment(),
            timeout=120,
        )
    finally:
        os.close(writer)
    assert made.returncode == 0, made.stderr
    assert made.stderr == b""
    assert (course / "summary" / "ps1" / "report.html").is_file()


def test_a_terminal_that_cannot_go_back_gets_no_bar(course: Path):
    shown, code = on_a_terminal("grade", "ps1", "--course", course, "--student", "amy", TERM="dumb")
    assert code == 0
    assert "\x1b" not in shown
    assert shown.startswith("ps1: 1 submission in")


def test_ctrl_c_says_so_and_the_next_run_does_the_rest(course: Path):
    shown, code = on_a_terminal(
        "grade", "ps1", "--course", course, "--force", interrupt_at="0/4", TERM="xterm"
    )
    assert code == 130
    assert SAID in shown
    assert "Traceback" not in shown
    again, code = on_a_terminal("grade", "ps1", "--course", course, TERM="xterm")
    assert code == 0
    assert "4 submissions" in again


def test_a_pipe_gets_whole_lines(course: Path):
    subprocess.run(command("grade", "--course", course), env=environment(), check=True, capture_output=True)
    lines = {name: value for name, value in environment().items() if name != "COLUMNS"}
    made = subprocess.run(
        command("show", "cem", "ps1", "--course", course), env=lines, capture_output=True, text=True
    )
    row = next(line for line in made.stdout.splitlines() if line.startswith("test-square"))
    assert row.rstrip().endswith(".")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["grade"], "Nothing was submitted in"), (["doctor"], "has no assignment")],
)
def test_a_folder_that_is_no_course_is_said_to_be_none(tmp_path: Path, arguments: list[str], said: str):
    made = subprocess.run(
        command(*arguments), cwd=tmp_path, env=environment(), capture_output=True, text=True
    )
    assert made.returncode == 2
    assert said in made.stderr
    assert "It has no nbgrader_config.py either" in made.stderr
    assert not list(tmp_path.iterdir())


def test_an_error_of_many_lines_is_one_row():
    error = "The grader itself failed:\nTraceback (most recent call last):\n  File x\nValueError: no\n"
    remark = grade._remark(Graded("amy", error=error))
    assert remark == "NOT GRADED: The grader itself failed: … ValueError: no"


def test_a_narrow_terminal_breaks_lines_between_words(course: Path):
    shown, code = on_a_terminal(
        "grade", "ps1", "--course", course, "--student", "amy", "--force", TERM="dumb", COLUMNS="40"
    )
    assert code == 0
    lines = shown.splitlines()
    protection = lines[next(place for place, line in enumerate(lines) if "Protection" in line) :]
    assert len(protection[0]) <= 40
    assert protection[1].startswith("    ")
    assert str(course / "feedback") in shown  # no path is broken
