"""A submission's folder becomes tasks, whatever lies in it; every trouble becomes a note."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from nbjudge.course.release import Release, ReleaseCell, ReleaseNotebook
from nbjudge.submission import handed_in
from nbjudge.submission.notebook import SubmittedCell, SubmittedNotebook
from nbjudge.submission.rebuild import NOT_HANDED_IN, Terms, match, rebuild, submitted_at
from nbjudge.tasks import Limits


def own(name: str, *ids: str) -> ReleaseNotebook:
    marks = {"grade": False, "solution": True}
    cells = tuple(ReleaseCell(i, "code", "stub", {**marks, "grade_id": i}) for i in ids)
    return ReleaseNotebook(name, cells, {})


RELEASE = Release("ps1", (own("one", "a", "b"), own("two", "c", "d")))


def submitted(name: str, *ids: str) -> SubmittedNotebook:
    return SubmittedNotebook(
        Path(f"{name}.ipynb"), tuple(SubmittedCell("code", "x", grade_id=i) for i in ids)
    )


def matched(*found: SubmittedNotebook) -> dict[str, str]:
    return {name: entry.path.stem for name, entry in match(RELEASE, list(found))[0].items()}


def test_notebooks_are_found_by_their_names():
    assert matched(submitted("one", "a"), submitted("two", "c")) == {"one": "one", "two": "two"}


def test_a_renamed_notebook_is_found_by_its_cells():
    assert matched(submitted("ps1 (2)", "a", "b"), submitted("two", "c")) == {"one": "ps1 (2)", "two": "two"}


def test_swapped_names_are_seen_through():
    assert matched(submitted("two", "a", "b"), submitted("one", "c", "d")) == {"one": "two", "two": "one"}


def test_the_right_name_wins_over_a_copy():
    assert matched(submitted("one", "a", "b"), submitted("one-Copy1", "a", "b"))["one"] == "one"


def test_a_notebook_without_any_known_cell_still_goes_by_its_name():
    assert matched(submitted("one")) == {"one": "one"}


def write(path: Path, *ids: str) -> None:
    cells = [
        {"cell_type": "code", "metadata": {"nbgrader": {"grade_id": i}}, "source": f"{i} = 1"} for i in ids
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"cells": cells}))


def run(folder: Path, **more: object):
    terms = Terms(**more)
    found = handed_in.read(folder, (), terms.limits.disk_bytes)
    return rebuild(RELEASE, found, terms, {"one": "seed"}, "amy", {"data.csv": b"course"}, {})


def test_a_missing_notebook_has_no_task_and_says_so(tmp_path: Path):
    write(tmp_path / "one.ipynb", "a", "b")
    (one, two), notes = run(tmp_path)
    assert one.task is not None
    assert (one.task.seed, one.task.student_id) == ("seed", "amy")
    assert (two.task, two.problem, two.problem_is_unreadable) == (None, NOT_HANDED_IN, False)
    assert notes == ()


def test_a_broken_notebook_is_a_problem_of_its_own(tmp_path: Path):
    write(tmp_path / "one.ipynb", "a", "b")
    (tmp_path / "two.ipynb").write_text("{")
    (one, two), _ = run(tmp_path)
    assert one.task is not None
    assert two.task is None
    assert two.problem_is_unreadable
    assert "not a notebook" in two.problem


def test_a_readable_copy_stands_in_for_a_broken_file(tmp_path: Path):
    (tmp_path / "one.ipynb").write_text("{")
    write(tmp_path / "one-Copy1.ipynb", "a", "b")
    (one, _), notes = run(tmp_path)
    assert one.file == "one-Copy1.ipynb"
    assert any("one.ipynb" in note and "not a notebook" in note for note in notes)


def test_a_folder_that_was_handed_in_whole_is_looked_into(tmp_path: Path):
    write(tmp_path / "ps1" / "one.ipynb", "a", "b")
    (one, _), notes = run(tmp_path)
    assert one.task is not None
    assert "ps1/" in notes[0]


def test_files_go_along_but_links_and_too_large_ones_do_not(tmp_path: Path):
    write(tmp_path / "one.ipynb", "a")
    (tmp_path / "own.txt").write_text("mine")
    (tmp_path / "data.csv").write_text("changed by the student")
    (tmp_path / "large.bin").write_bytes(b"x" * 5000)
    (tmp_path / "outside.txt").symlink_to("/etc/passwd")
    (tmp_path / "dir").symlink_to("/etc")
    (tmp_path / "timestamp.txt").write_text("now")
    (one, _), notes = run(tmp_path, limits=Limits(disk_bytes=1000))
    assert one.task is not None
    assert one.task.files == {"own.txt": b"mine", "data.csv": b"course"}
    assert any("large.bin" in note for note in notes)


def test_an_empty_folder_is_not_handed_in(tmp_path: Path):
    rebuilt, _ = run(tmp_path)
    assert [entry.problem for entry in rebuilt] == [NOT_HANDED_IN, NOT_HANDED_IN]


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-02-02 15:58:23.948203 UTC", datetime(2026, 2, 2, 15, 58, 23, 948203)),
        ("2026-02-02 15:58:23.948203 America/Los_Angeles", datetime(2026, 2, 2, 23, 58, 23, 948203)),
        ("2026-02-02 15:58:23 +0100", datetime(2026, 2, 2, 14, 58, 23)),
        ("2026-02-02 15:58:23", datetime(2026, 2, 2, 15, 58, 23)),
        ("2026-02-02T15:58:23Z", datetime(2026, 2, 2, 15, 58, 23)),
    ],
)
def test_times_are_read_as_nbgrader_writes_them(tmp_path: Path, text: str, moment: datetime):
    (tmp_path / "timestamp.txt").write_text(text)
    assert submitted_at(tmp_path) == (moment, "")


@pytest.mark.parametrize("text", ["yesterday", "\x00\xff", "9" * 500, "2026-99-99", "{}", "- - -"])
def test_a_time_that_is_none_is_a_note(tmp_path: Path, text: str):
    (tmp_path / "timestamp.txt").write_text(text)
    moment, note = submitted_at(tmp_path)
    assert moment is None
    assert "no time" in note


def test_a_time_of_long_ago_or_of_the_future_is_kept_but_told(tmp_path: Path):
    later = datetime.now(UTC) + timedelta(days=9)
    for text in ("2001-01-01 00:00:00 UTC", f"{later:%Y-%m-%d %H:%M:%S} UTC"):
        (tmp_path / "timestamp.txt").write_text(text)
        moment, note = submitted_at(tmp_path)
        assert moment is not None
        assert "look when" in note


def test_no_time_is_no_trouble(tmp_path: Path):
    assert submitted_at(tmp_path) == (None, "")


def test_a_linked_time_is_not_followed(tmp_path: Path):
    (tmp_path / "timestamp.txt").symlink_to("/etc/hostname")
    moment, note = submitted_at(tmp_path)
    assert moment is None
    assert "cannot be read" in note
