"""An LMS finds each student of an upload again, by its own rules; an archive holds pages and nothing else."""

import io
import re
import zipfile
from pathlib import Path

import pytest

from nbjudge.course import course as courses
from nbjudge.pages import archives
from nbjudge.submission import downloads
from tests.nbjudge.courses.building import Spec, check, notebook, write

COURSE = Spec({"knn": [check("t", 1, "pass")]}, {})
DOWNLOADS = {
    "Canvas": [
        "oneiljamie_LATE_11_901_knn-1.ipynb",
        "smithjohn_12_902_my work.ipynb",
        "smithjohn_13_903_knn.ipynb",
    ],
    "Moodle": [
        "Jamie ONeil_11_assignsubmission_file_/knn.ipynb",
        "John Smith_12_assignsubmission_file_/my work.ipynb",
        "John Smith_13_assignsubmission_file_/data/knn.ipynb",
    ],
    "Brightspace": [
        "11-5 - Jamie O'Neil - Sep 24, 2024 926 PM/knn.ipynb",
        "12-5 - John Smith - Sep 24, 2024 926 PM/my work.ipynb",
        "13-5 - John Smith - Sep 24, 2024 926 PM/knn.ipynb",
    ],
}
PEOPLE = {who: {"ID": number, "Identifier": f"Participant {number}", "User ID": number}
          for who, number in {"jamie": "11", "john": "12", "john2": "13"}.items()}  # fmt: skip


def by_canvas(name: str) -> str:
    """Read a name as Canvas does: the first number is the student's, the second the attachment's."""
    words = [word for word in name.split("/")[-1].split("_") if word != "LATE"]
    student, attachment = [word for word in words if re.fullmatch(r"\d+", word)][:2]
    assert int(attachment) in {901, 902, 903}
    return student


def by_moodle(name: str) -> str:
    """Read a name as Moodle does: four words with underscores between them in one part of the path."""
    for part in name.split("/"):
        words = part.split("_", 4)
        if len(words) >= 4 and words[1].isnumeric() and words[2:4] == ["assignsubmission", "file"]:
            return words[1]
    return ""


def by_brightspace(name: str) -> str:
    """Brightspace wants its own folders, unchanged."""
    assert name.split("/")[0] in {place.split("/")[0] for place in DOWNLOADS["Brightspace"]}
    return name.split("-")[0]


READ_BACK = {"Canvas": by_canvas, "Moodle": by_moodle, "Brightspace": by_brightspace}


@pytest.fixture
def course(tmp_path: Path) -> courses.Course:
    COURSE.write_source(tmp_path)
    for student in PEOPLE:
        write(tmp_path / "submitted" / student / "ps1" / "knn.ipynb", notebook([]))
        for kind, text in {"html": f"<p>{student}</p>", "json": "{}"}.items():
            write(tmp_path / "feedback" / student / "ps1" / f"knn.{kind}", text)
        write(tmp_path / "feedback" / student / "index.html", f"<h1>{student}</h1>")
    return courses.read(tmp_path)


def opened(content: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


@pytest.mark.parametrize("lms", DOWNLOADS)
def test_each_lms_finds_its_students_again(course, lms: str):
    handed, _ = downloads.read(DOWNLOADS[lms], ["knn"])
    made = archives.for_upload(course, "ps1", handed, PEOPLE)
    numbers = {row["ID"]: who for who, row in PEOPLE.items()}
    found = {numbers[READ_BACK[lms](name)]: page for name, page in opened(made.content).items()}
    assert found == {who: f"<p>{who}</p>" for who in PEOPLE}
    assert all(name.endswith("knn.html") for name in opened(made.content))
    assert list(made.without) == []


def test_who_has_no_page_is_named(course):
    handed, _ = downloads.read([*DOWNLOADS["Canvas"], "new_99_904_knn.ipynb"], ["knn"])
    made = archives.for_upload(course, "ps1", handed, PEOPLE)
    assert list(made.without) == ["99"]
    assert len(made.students) == 3


def test_a_students_archive_has_the_pages_and_what_leads_to_them(course):
    assert opened(archives.of_student(course, "john")) == {
        "index.html": "<h1>john</h1>",
        "ps1/knn.html": "<p>john</p>",
    }
    assert opened(archives.of_student(course, "john", "ps1")) == {"ps1/knn.html": "<p>john</p>"}
    assert archives.students(course) == ["jamie", "john", "john2"]


def test_the_same_pages_make_the_same_bytes(course):
    assert archives.of_student(course, "john") == archives.of_student(course, "john")
