"""Who has longer for what: the file is read as it says, and what is wrong with it is said with its line."""

from datetime import timedelta
from pathlib import Path

import pytest

from nbjudge.course import extra_time
from nbjudge.course.course import CourseError


def read(folder: Path, text: str) -> extra_time.ExtraTime:
    path = folder / "extensions.csv"
    path.write_text(text, encoding="utf-8")
    return extra_time.read(path, ["ps1", "ps2"])


def test_a_line_for_one_assignment_goes_before_the_line_for_all(tmp_path: Path):
    found = read(
        tmp_path,
        "\ufeffstudent,assignment,days,hours\namy,ps1,1,12\namy,,7,\nben,ps2,0.5,\ncem,,1,\ncem,ps1,0,\n",
    )
    assert found.of("amy", "ps1") == timedelta(days=1, hours=12)
    assert found.of("amy", "ps2") == timedelta(days=7)
    assert found.of("ben", "ps2") == timedelta(hours=12)
    assert found.of("ben", "ps1") is None
    assert found.of("cem", "ps1") is None  # taken back
    assert found.of("dan", "ps1") is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "student,days\namy,1\n",
            "needs a first line with the columns student, assignment and one of minutes,",
        ),
        ("student,assignment\namy,ps1\n", "needs a first line"),
        ("", "needs a first line"),
        ("student,assignment,days\namy,ps1,one\n", "line 2: 'one' is not a number of days."),
        ("student,assignment,days\namy,ps1,-1\n", "line 2: an extension cannot be negative."),
        (
            "student,assignment,days\namy,ps1,1\namy,ps9,1\n",
            "line 3: there is no assignment 'ps9', only ps1, ps2.",
        ),
        ("student,assignment,days\namy,ps1,1\namy,ps1,2\n", "line 3: a second line for amy and ps1."),
        ("student,assignment,days\n,ps1,1\n", "line 2: no student is named."),
        ("student,assignment,days\namy,ps1,nan\n", "line 2: "),
        ("student,assignment,days\namy,ps1,1e300\n", "line 2: "),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, text: str, said: str):
    with pytest.raises(CourseError) as error:
        read(tmp_path, text)
    assert said in str(error.value)


def test_a_file_that_is_not_there_is_said(tmp_path: Path):
    with pytest.raises(CourseError, match="cannot be read"):
        extra_time.read(tmp_path / "extensions.csv", [])
