"""`nbjudge watch` as a service: started, killed, started again, ended; its log and its numbers."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from nbjudge.classroom.run import Graded
from nbjudge.commands.journal import Journal
from nbjudge.course.course import CourseError
from tests.nbjudge.courses import squares
from tests.nbjudge.courses.building import filled
from tests.nbjudge.grading_course import opened

ROOT = Path(__file__).parents[3]
SETTINGS = """
c.NbJudge.watch_pause_seconds = 0.0
c.NbJudge.log_file = "log.jsonl"
c.NbJudge.log_json = True
c.NbJudge.metrics_file = "nbjudge.prom"
"""
SLOW = "import time\ntime.sleep(1)\n"


@pytest.fixture
def course(tmp_path: Path) -> Path:
    return squares.COURSE.write_source(tmp_path, SETTINGS)


def watching(course: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "nbjudge", "watch", "--course", course, "--workers", "1"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


def log(course: Path) -> list[dict]:
    path = course / "log.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def results(course: Path) -> list[dict]:
    return [line for line in log(course) if "score" in line]


def wait(is_so: Callable[[], bool], process: "subprocess.Popen[str]", seconds: float = 90) -> None:
    ends = time.monotonic() + seconds
    while not is_so():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < ends
        time.sleep(0.05)


def submit(course: Path, student: str, answers: dict[str, str]) -> None:
    squares.COURSE.submit(course, student, filled(squares.CELLS, answers))


def ended(process: "subprocess.Popen[str]", by: signal.Signals) -> tuple[int, str]:
    below = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(by)
    _, said = process.communicate(timeout=30)
    _, left = psutil.wait_procs(below, timeout=10)
    assert left == []
    return process.returncode, said


def test_it_is_killed_and_started_again_and_ended_and_nothing_is_lost_or_there_twice(course: Path):
    process = watching(course)
    try:
        submit(course, "amy", squares.RIGHT)
        wait(lambda: len(results(course)) == 1, process)
        for student in ("ben", "cem", "dan"):
            submit(course, student, {**squares.HALF, "total": SLOW + squares.HALF["total"]})
        wait(lambda: len(results(course)) >= 2, process)
        process.kill()  # with work under way
        process.communicate()
        process = watching(course)
        wait(lambda: {line["student"] for line in results(course)} == set(squares.CLASS), process)
        assert ended(process, signal.SIGINT) == (0, "")
        process = watching(course)
        wait(lambda: "watching" in log(course)[-1]["event"], process)
        assert ended(process, signal.SIGTERM) == (0, "")
    finally:
        process.kill()
        process.communicate()
    with closing(sqlite3.connect(course / "gradebook.db")) as gradebook:
        rows = gradebook.execute(
            "select student_id, count(*) from submitted_assignment group by 1"
        ).fetchall()
    assert rows == [(student, 1) for student in squares.CLASS]
    run = [line["student"] for line in results(course) if not line["reused"]]
    assert sorted(run) == sorted(set(run)), "nobody is run twice"
    for student in squares.CLASS:
        assert (course / "feedback" / student / "ps1" / "squares.html").is_file()
    numbers = (course / "nbjudge.prom").read_text()
    assert "nbjudge_looked_timestamp_seconds" in numbers


def test_an_assignment_that_is_not_there_ends_it_at_once(course: Path):
    made = subprocess.run(
        [sys.executable, "-m", "nbjudge", "watch", "ps9", "--course", course],
        capture_output=True, text=True, timeout=60, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert made.returncode == 2
    assert "There is no assignment 'ps9'. Assignments of this course: ps1." in made.stderr


def test_each_number_has_its_kind_and_a_name_cannot_break_a_line(tmp_path: Path):
    """As node_exporter reads it: HELP, TYPE, then one sample in a line."""
    course = opened(squares.COURSE.write_source(tmp_path, SETTINGS))
    with Journal(course) as journal:
        journal.graded("ps1", Graded("amy", 1.0, 2.0))
        journal.graded("ps1", Graded("ben", 1.0, 2.0, reused=True))
        journal.graded('p"s\n2', Graded("cem", error="It is gone.", failure="files"))
        journal.protected("3: namespaces")
        journal.numbers({"ps1": 4})
    text = (tmp_path / "nbjudge.prom").read_text()
    samples = [line for line in text.splitlines() if not line.startswith("#")]
    assert 'nbjudge_results_total{assignment="ps1",how="run"} 1' in samples
    assert 'nbjudge_results_total{assignment="ps1",how="unchanged"} 1' in samples
    assert 'nbjudge_failures_total{assignment="p\\"s\\n2",kind="files"} 1' in samples
    assert 'nbjudge_waiting{assignment="ps1"} 4' in samples
    assert 'nbjudge_protection_level{level="3"} 1' in samples
    sample = re.compile(r'[a-z_]+(\{[a-z_]+="([^"\\]|\\.)*"(,[a-z_]+="([^"\\]|\\.)*")*\})? [-+0-9.e]+')
    assert all(sample.fullmatch(line) for line in samples)
    for line in samples:
        assert f"# TYPE {re.split('[{ ]', line)[0]} " in text
    parser = pytest.importorskip("prometheus_client.parser")
    read = {family.name: family for family in parser.text_string_to_metric_families(text)}
    assert read["nbjudge_failures"].type == "counter"
    assert read["nbjudge_failures"].samples[0].labels == {"assignment": 'p"s\n2', "kind": "files"}
    assert {family.type for family in read.values()} == {"counter", "gauge"}
    assert sum(len(family.samples) for family in read.values()) == len(samples)


def test_a_log_line_is_one_object_whatever_a_name_holds(tmp_path: Path):
    course = opened(squares.COURSE.write_source(tmp_path, SETTINGS))
    with Journal(course) as journal:
        journal.graded("ps1", Graded("a\nb\x1b[2J", error="It\nfailed.", failure="worker"))
    (line,) = log(tmp_path)
    assert (line["student"], line["failure"], line["level"]) == ("a\nb\x1b[2J", "worker", "info")


def test_a_log_as_text_is_one_line_without_control_characters(tmp_path: Path):
    course = opened(squares.COURSE.write_source(tmp_path), log_file="log.txt")
    with Journal(course) as journal:
        journal.graded("ps1", Graded("a\nb\x1b[2J", error="It failed.", failure="worker"))
    text = (tmp_path / "log.txt").read_text()
    assert text.count("\n") == 1
    assert "\x1b" not in text


def test_a_log_that_cannot_be_written_is_said(tmp_path: Path):
    course = opened(squares.COURSE.write_source(tmp_path), log_file="/nowhere/log.txt")
    with pytest.raises(CourseError, match=r"Correct c\.NbJudge\.log_file"):
        Journal(course)


def test_numbers_that_cannot_be_written_are_said_at_the_start_and_stop_nothing_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    course = opened(squares.COURSE.write_source(tmp_path), metrics_file="/proc/nowhere/numbers.prom")
    with pytest.raises(CourseError, match=r"Correct c\.NbJudge\.metrics_file"):
        Journal(course)

    def full(*arguments: object, **more: object) -> None:
        raise OSError("No space left on device")

    with Journal(opened(tmp_path, metrics_file="numbers.prom")) as journal:
        monkeypatch.setattr("nbjudge.commands.journal.write_text", full)
        journal.numbers({}, now=True)
