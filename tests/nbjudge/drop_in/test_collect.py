"""`nbgrader zip_collect` takes the downloads of Canvas, Moodle and Brightspace as they come."""

import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.nbjudge.courses.building import Spec, check, write

pytest.importorskip("nbgrader")
ROOT = Path(__file__).parents[3]
TWO_LINES = "from nbjudge.drop_in import configure\nconfigure(c)\nc.NbJudge.people_file = 'people.csv'\n"
COURSE = Spec({"knn": [check("t", 1, "pass")]}, {})
PEOPLE = '''student,Student,ID,Identifier,First Name,Last Name
jamie,"O'Neil, ""Jamie""",11,Participant 11,Jamie,O'Neil
john,"Smith, John",12,Participant 12,John,Smith
'''


def zipped(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


DOWNLOADS = {
    "canvas": {
        "oneiljamie_LATE_11_901_knn-1.ipynb": b"new",
        "oneiljamie_LATE_11_900_knn.ipynb": b"old",
        "smithjohn_12_902_work.zip": zipped({"mine/knn.ipynb": b"john", "mine/data.csv": b"1"}),
        "smithjohn_13_903_knn.ipynb": b"another john",
    },
    "moodle": {
        "Jamie ONeil_11_assignsubmission_file_/knn.ipynb": b"new",
        "Jamie ONeil_11_assignsubmission_onlinetext_/onlinetext.html": b"hello",
        "John Smith_12_assignsubmission_file_/knn.ipynb": b"john",
        "John Smith_13_assignsubmission_file_/knn.ipynb": b"another john",
    },
    "brightspace": {
        "11-5 - Jamie O'Neil - Sep 24, 2024 926 PM/knn.ipynb": b"new",
        "11-5 - Jamie O'Neil - Sep 23, 2024 1126 PM/knn.ipynb": b"old",
        "12-5 - John Smith - Sep 24, 2024 101 AM - knn.ipynb": b"john",
        "13-5 - Jo - Ann Lee - Sep 24, 2024 926 PM/knn.ipynb": b"another john",
        "index.html": b"a list",
    },
}


def collect(course: Path) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "TZ": "UTC"}
    return subprocess.run(
        ["nbgrader", "zip_collect", "ps1"],
        capture_output=True,
        text=True,
        cwd=course,
        env=environment,
        timeout=120,
    )


@pytest.mark.parametrize("lms", DOWNLOADS)
def test_a_download_lands_in_the_folders_of_its_students(tmp_path: Path, lms: str):
    course = COURSE.write_source(tmp_path, TWO_LINES)
    write(course / "release" / "ps1" / "knn.ipynb", '{"cells": []}')
    write(course / "people.csv", "\ufeff" + PEOPLE)
    archive = course / "downloaded" / "ps1" / "archive" / "cs_1_2_submissions.zip"
    archive.parent.mkdir(parents=True)
    archive.write_bytes(zipped(DOWNLOADS[lms]))
    made = collect(course)
    assert made.returncode == 0, made.stderr
    submitted = course / "submitted"
    handed_in = {
        path.relative_to(submitted).as_posix(): path.read_bytes() for path in submitted.rglob("*.ipynb")
    }
    assert handed_in == {
        "jamie/ps1/knn.ipynb": b"new",
        "john/ps1/knn.ipynb": b"john",
        "13/ps1/knn.ipynb": b"another john",  # not in the file of people: nobody is guessed
    }
    if lms == "brightspace":
        moment = (submitted / "john" / "ps1" / "timestamp.txt").read_text()
        assert moment == "2024-09-24 01:01:00"
        assert (submitted / "jamie" / "ps1" / "timestamp.txt").read_text() == "2024-09-24 21:26:00"


def test_a_file_of_people_that_is_not_there_is_said_and_nothing_collected(tmp_path: Path):
    course = COURSE.write_source(tmp_path, TWO_LINES)
    write(course / "release" / "ps1" / "knn.ipynb", '{"cells": []}')
    write(course / "downloaded" / "ps1" / "archive" / "jo_12_34_knn.ipynb", "{}")
    made = collect(course)
    assert made.returncode == 1
    assert "The file of people" in made.stderr
    assert "Traceback" not in made.stderr
    assert not (course / "submitted").exists()


def test_a_pattern_of_the_courses_own_stays(tmp_path: Path):
    own = r"c.FileNameCollectorPlugin.named_regexp = r'.*/(?P<student_id>\w+)-(?P<file_id>\w+)'" + "\n"
    course = COURSE.write_source(tmp_path, TWO_LINES.splitlines()[0] + "\nconfigure(c)\n" + own)
    write(course / "release" / "ps1" / "knn.ipynb", '{"cells": []}')
    write(course / "downloaded" / "ps1" / "archive" / "amy-knn.ipynb", "{}")
    made = collect(course)
    assert made.returncode == 0, made.stderr
    assert (course / "submitted" / "amy" / "ps1" / "knn.ipynb").is_file()
