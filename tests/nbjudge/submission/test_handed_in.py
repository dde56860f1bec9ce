"""A submission's folder as bytes: bounded, and no link is followed."""

import os
from pathlib import Path

import pytest

from nbjudge.submission import handed_in
from nbjudge.submission.handed_in import File, HandedIn, read
from nbjudge.submission.notebook import Unreadable
from nbjudge.submission.notebook import read as read_notebook

ROOM = 1000


def test_a_folder_becomes_bytes(tmp_path: Path):
    (tmp_path / "b.ipynb").write_bytes(b"{}")
    (tmp_path / "a.ipynb").write_bytes(b"[]")
    (tmp_path / "plots").mkdir()
    (tmp_path / "plots" / "tree.png").write_bytes(b"png")
    (tmp_path / "timestamp.txt").write_text("now")
    found = read(tmp_path, (), ROOM)
    assert found.notebooks == (File("a.ipynb", b"[]"), File("b.ipynb", b"{}"))
    assert (found.beside, found.notes) == ((File("plots/tree.png", b"png"),), ())
    assert found.size == 7


def test_what_is_ignored_stays_behind(tmp_path: Path):
    (tmp_path / "a.pyc").write_bytes(b"x")
    assert read(tmp_path, ("*.pyc",), ROOM) == HandedIn()


def the_problem(folder: Path) -> str:
    (file,) = read(folder, (), ROOM).notebooks
    assert file.content == b""
    with pytest.raises(Unreadable) as raised:
        read_notebook(file)
    assert str(raised.value) == file.problem
    return file.problem


def test_a_link_is_not_followed(tmp_path: Path):
    (tmp_path / "secret").mkdir()
    secret = tmp_path / "secret" / "secret.ipynb"
    secret.write_bytes(b"{}")
    handed = tmp_path / "amy"
    handed.mkdir()
    (handed / "link.ipynb").symlink_to(secret)
    assert "link.ipynb is a link, not a file" in the_problem(handed)


def test_a_pipe_does_not_hang(tmp_path: Path):
    os.mkfifo(tmp_path / "p.ipynb")
    assert "not a regular file" in the_problem(tmp_path)


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path):
    with (tmp_path / "huge.ipynb").open("wb") as file:
        file.truncate(handed_in.MOST_BYTES + 1)
    assert "at most" in the_problem(tmp_path)


def test_many_large_notebooks_are_bounded_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(handed_in, "MOST_TOGETHER", 5)
    for name in "abc":
        (tmp_path / f"{name}.ipynb").write_bytes(b"123")
    first, *others = read(tmp_path, (), ROOM).notebooks
    assert first == File("a.ipynb", b"123")
    assert ["at most 2 are read" in other.problem for other in others] == [True, True]
