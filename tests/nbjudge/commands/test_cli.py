"""The command line, as people and scripts use it."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from tests.nbjudge.courses import squares
from tests.nbjudge.courses.building import Spec, answer, check, filled, notebook, write

ROOT = Path(__file__).parents[3]


def nbjudge(
    *arguments: object, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "nbjudge", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        timeout=120,
    )


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return squares.COURSE.write(tmp_path_factory.mktemp("course"))


@pytest.fixture(scope="module")
def graded(course: Path) -> subprocess.CompletedProcess[str]:
    return nbjudge("grade", "--course", course, "--workers", 2)


def test_help_comes_at_once():
    started = time.monotonic()
    assert "doctor" in nbjudge("--help").stdout
    assert time.monotonic() - started < 2  # 0.1 s on a machine that does nothing else


def test_grades_a_course_that_was_never_graded(graded, course: Path):
    assert graded.returncode == 0, graded.stderr
    lines = graded.stdout.splitlines()
    assert lines[0].startswith("ps1: 4 submissions in")
    assert "The course's own solution passed its 3 tests" in graded.stdout
    assert "Protection level" in lines[1]
    assert "amy\t7\t12\t2 by hand" in lines
    assert graded.stderr == ""
    assert "\x1b" not in graded.stdout
    for name in (
        "gradebook.db",
        "golden/ps1.txt",
        "summary/ps1/report.html",
        "feedback/amy/ps1/squares.html",
    ):
        assert (course / name).is_file(), name


def test_a_second_run_says_that_nothing_changed(graded, course: Path):
    again = nbjudge("grade", "ps1", cwd=course)
    assert again.returncode == 0
    assert "4 of them unchanged" in again.stdout


def test_a_preview_says_what_would_change(graded, course: Path):
    made = nbjudge("grade", "--preview", "--course", course)
    assert made.stdout.splitlines() == [
        "ps1: marks of 0 of 4 submissions would change.",
        "Nothing was written: grade without --preview to have these marks.",
    ]
    made = nbjudge("grade", "ps1", "--preview", "--course", course, "--json")
    assert json.loads(made.stdout)["assignments"][0]["changes"] == []


def test_json_for_machines(graded, course: Path):
    made = nbjudge("grade", "ps1", "--course", course, "--student", "ben", "--json")
    data = json.loads(made.stdout)["assignments"][0]
    assert [entry["student"] for entry in data["submissions"]] == ["ben"]
    assert data["submissions"][0]["marks"]["squares"]["cells"]["test-square"]["score"] == 0
    assert made.returncode == 0


def test_shows_one_student(graded, course: Path):
    shown = nbjudge("show", "ben", "ps1", "--course", course, COLUMNS="120")
    assert "test-square" in shown.stdout
    assert "by hand" in shown.stdout
    data = json.loads(nbjudge("show", "ben", "ps1", "--course", course, "--json").stdout)
    assert {cell["cell"]: cell["score"] for cell in data["cells"]}["test-part"] == 2


def test_feedback_is_packed_for_students_and_for_an_lms(graded, course: Path, tmp_path: Path):
    made = nbjudge("feedback", "--course", course, "--to", tmp_path / "each")
    assert (made.returncode, made.stdout.split()[0]) == (0, "4")
    assert {path.name for path in (tmp_path / "each").iterdir()} == {f"{n}.zip" for n in squares.CLASS}
    with zipfile.ZipFile(tmp_path / "down.zip", "w") as archive:
        for name in (
            "Amy A_7_assignsubmission_file_/squares.ipynb",
            "Who Ever_8_assignsubmission_file_/x.ipynb",
        ):
            archive.writestr(name, "{}")
    (tmp_path / "people.csv").write_text("student,Identifier\namy,Participant 7\n")
    asked = ("--course", course, "--to", tmp_path / "up.zip", "--people", tmp_path / "people.csv")
    made = nbjudge("feedback", "ps1", *asked, "--download", tmp_path / "down.zip")
    assert made.returncode == 1  # somebody has no page
    assert "pages of 1 student, as Moodle takes them back" in made.stdout
    assert "no page of: 8" in made.stdout
    with zipfile.ZipFile(tmp_path / "up.zip") as archive:
        assert archive.namelist() == ["Amy A_7_assignsubmission_file_/squares.html"]


def test_narrow_terminals_lose_no_words(graded, course: Path):
    shown = nbjudge("show", "amy", "ps1", "--course", course, COLUMNS="40")
    assert all(len(line) <= 40 for line in shown.stdout.splitlines())


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["grade", "ps9"], 2, "No notebook of 'ps9'"),
        (["grade", "ps1", "--student", "nobody"], 2, "nobody did not submit ps1"),
        (["show", "nobody", "ps1"], 2, "did not submit"),
        (["grade", "--course", "/no/such/folder"], 2, "There is no folder"),
        (["grade", "--workers", "-1"], 2, "--workers"),
        (["feedback", "ps9", "--to", "x"], 2, "There is no assignment 'ps9'"),
        (["feedback", "--to", "nbgrader_config.py"], 2, "is a file"),
        (["feedback", "--to", "x", "--download", "x.zip"], 2, "A download is of one assignment"),
        (
            ["feedback", "ps1", "--to", "x", "--download", "nbgrader_config.py"],
            2,
            "cannot be read: File is not",
        ),
    ],
)
def test_what_is_wrong_is_said_and_has_its_code(
    graded, course: Path, arguments: list[str], code: int, said: str
):
    made = nbjudge(*arguments, cwd=course)
    assert made.returncode == code
    assert said in made.stderr
    assert "Traceback" not in made.stderr


def test_a_configuration_that_cannot_be_read_says_where(tmp_path: Path):
    write(tmp_path / "nbgrader_config.py", "c = get_config(\n")
    made = nbjudge("grade", cwd=tmp_path)
    assert made.returncode == 2
    assert "nbgrader_config.py cannot be read" in made.stderr


def test_a_wrong_value_names_the_key(tmp_path: Path):
    write(tmp_path / "nbgrader_config.py", 'c = get_config()\nc.NbJudge.workers = "many"\n')
    made = nbjudge("grade", cwd=tmp_path)
    assert made.returncode == 2
    assert "workers" in made.stderr


def test_a_course_whose_solution_loses_points_is_not_graded(tmp_path: Path):
    cells = [*squares.CELLS[:-2]]
    cells[3] = answer(
        "square", "def square(x):\n    ### BEGIN SOLUTION\n    return x + x\n    ### END SOLUTION"
    )
    squares.COURSE.write(tmp_path)
    write(tmp_path / "source" / "ps1" / "squares.ipynb", notebook(cells))
    made = nbjudge("grade", cwd=tmp_path)
    assert made.returncode == 4
    assert "squares/test-square: 0 of 2 points" in made.stderr
    assert not (tmp_path / "feedback").exists()
    doctor = nbjudge("doctor", tmp_path)
    assert doctor.returncode == 4
    assert "protection level" in doctor.stdout.lower()
    assert "not graded until" in doctor.stdout


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("c.NbJudge.extensions_file = 'none.csv'", "The file of extensions"),
        ("c.AssignLatePenalties.plugin_class = 'no.such.Plugin'", "The late rule 'nbgrader' cannot be used"),
        ("c.NbJudge.report_sections = ['none']", "There is no report section 'none'"),
        (
            "c.CourseDirectory.db_url = 'sqlite:////no/such/folder/gradebook.db'",
            "unable to open database file",
        ),
    ],
)
def test_what_would_stop_the_class_is_said_before_anything_runs(tmp_path: Path, setting: str, said: str):
    root = squares.COURSE.write(tmp_path, setting + "\n")
    if "late" in said:  # asked only where something can be late
        assert nbjudge("grade", cwd=squares.COURSE.write(tmp_path)).returncode == 0
        with closing(sqlite3.connect(root / "gradebook.db")) as connection, connection:
            connection.execute("update assignment set duedate = '2026-01-01 00:00:00.000000'")
        shutil.rmtree(root / "golden")
        squares.COURSE.write(tmp_path, setting + "\n")
    made = nbjudge("grade", cwd=root)
    assert made.returncode == 2
    assert made.stderr.startswith("nbjudge: ")
    assert said in made.stderr
    assert made.stderr.count("\n") == 1
    assert not (root / "golden").exists()  # not even the course's own solution has run


def test_doctor_names_the_tag_that_helps(tmp_path: Path):
    cells = [
        answer(
            "draw",
            "import matplotlib.pyplot as plt\n### BEGIN SOLUTION\nf, a = plt.subplots()\n"
            "a.set_title('a line')\n### END SOLUTION",
        ),
        check("inside", 1, "import gc\nassert any(type(o).__name__ == 'Axes' for o in gc.get_objects())"),
    ]
    Spec({"plots": cells}, {}).write(tmp_path)
    doctor = nbjudge("doctor", tmp_path, "--json")
    finding = json.loads(doctor.stdout)["assignments"][0]["findings"][0]
    assert (finding["cell"], finding["remedy"]) == ("inside", "in-student")
    tagged = [cells[0], check("inside", 1, cells[1]["source"], tags=["in-student"])]
    write(tmp_path / "source" / "ps1" / "plots.ipynb", notebook(tagged))
    after = json.loads(nbjudge("doctor", tmp_path, "--json").stdout)["assignments"][0]
    assert after["healthy"]
    assert after["weaker"] == ["plots/inside"]


def test_control_c_loses_nothing(tmp_path: Path):
    course = squares.COURSE.write(tmp_path)
    slow = {**squares.RIGHT, "square": "import time\ntime.sleep(1)\ndef square(x):\n    return x * x"}
    for number in range(6):
        squares.COURSE.submit(course, f"slow{number}", filled(squares.CELLS, slow))
    process = subprocess.Popen(
        [sys.executable, "-m", "nbjudge", "grade", "--course", str(course), "--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    records = course / ".nbjudge" / "records" / "ps1"
    until = time.monotonic() + 30
    while len(list(records.glob("*.json"))) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Interrupted" in said
    done = len(list(records.glob("*.json")))
    assert 2 <= done < 10
    again = nbjudge("grade", "--course", course)
    assert again.returncode == 0
    assert "10 submissions" in again.stdout


LOSES = """
import signal, sys
from nbjudge.commands import cli, journal

class Collected:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

def graded(self, *arguments):
    Collected()

journal.Journal.graded = graded
cli.main()
"""


def test_an_interrupt_that_strikes_while_an_object_is_collected_ends_the_run_too(course: Path):
    """Python prints such an exception, and goes on: every result is met by one."""
    made = subprocess.run(
        [sys.executable, "-c", LOSES, "grade", "--course", course, "--workers", "1", "--force"],
        capture_output=True, text=True, timeout=120, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert made.returncode == 130, made.stderr
    assert made.stderr.count("Exception ignored") == 1, "the first one ends it"
    assert "Interrupted" in made.stderr


def test_two_runs_at_once_are_refused(graded, course: Path):
    import fcntl

    with (course / ".nbjudge" / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = nbjudge("grade", cwd=course)
    assert made.returncode == 2
    assert "Another run" in made.stderr


def test_a_reader_that_leaves_early_is_no_error(graded, course: Path):
    command = f"{sys.executable} -m nbjudge grade --course {course} | head -1; exit ${{PIPESTATUS[0]}}"
    made = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=120,
    )
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.startswith("ps1: 4 submissions")
