"""The command `mlcore lab`: it copies, says what it did, and opens JupyterLab on the student's folder."""

import subprocess
import sys

import pytest

import mlcore
from mlcore import __main__ as command


def test_it_copies_and_says_where(tmp_path, capsys):
    assert command.main(["lab", str(tmp_path / "my course"), "--copy-only"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"The course is in {tmp_path / 'my course'}.\nNew: ")
    assert (tmp_path / "my course" / "START_HERE.ipynb").is_file()
    assert (tmp_path / "my course" / "01_knn" / "01_knn.ipynb").is_file()


def test_it_says_what_came_beside(tmp_path, capsys):
    command.main(["lab", str(tmp_path / "c"), "--copy-only"])
    for name in ("START_HERE.ipynb", ".mlcore.json"):
        (tmp_path / "c" / name).write_text("{}")
    command.main(["lab", str(tmp_path / "c"), "--copy-only"])
    assert "beside it: updates/START_HERE.ipynb." in capsys.readouterr().out


def test_a_folder_that_cannot_be_is_refused_in_a_sentence(tmp_path, capsys):
    (tmp_path / "file").write_text("mine")
    assert command.main(["lab", str(tmp_path / "file"), "--copy-only"]) == 1
    assert capsys.readouterr().err.startswith("mlcore: ")
    assert (tmp_path / "file").read_text() == "mine"


def test_without_jupyterlab_it_says_what_to_do_and_the_notebooks_are_there(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    assert command.main(["lab", str(tmp_path / "c")]) == 1
    assert 'pip install "mlcore[lab]"' in capsys.readouterr().err
    assert (tmp_path / "c" / "START_HERE.ipynb").is_file()


@pytest.mark.parametrize(("option", "passed"), [([], False), (["--no-browser"], True)])
def test_jupyterlab_is_opened_on_the_folder_at_the_first_page(tmp_path, monkeypatch, option, passed):
    labapp = pytest.importorskip("jupyterlab.labapp")
    called = []
    monkeypatch.setattr(labapp, "main", called.append)
    assert command.main(["lab", str(tmp_path / "c"), *option]) == 0
    (arguments,) = called
    assert f"--notebook-dir={tmp_path / 'c'}" in arguments
    assert "--LabApp.default_url=/lab/tree/START_HERE.ipynb" in arguments
    assert ("--no-browser" in arguments) is passed


def test_the_default_folder_is_in_the_home_of_whoever_calls(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))  # Windows
    assert command.main(["lab", "--copy-only"]) == 0
    assert (tmp_path / "mlcore-course" / "START_HERE.ipynb").is_file()


def test_a_console_that_knows_ascii_only_is_no_trouble(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "mlcore", "lab", str(tmp_path / "Übung"), "--copy-only"],
        capture_output=True, check=False, env={"PYTHONIOENCODING": "ascii", "PATH": ""},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert (tmp_path / "Übung" / "START_HERE.ipynb").is_file()


def test_version_and_wrong_words(capsys):
    with pytest.raises(SystemExit, match="0"):
        command.main(["--version"])
    assert capsys.readouterr().out == f"mlcore {mlcore.__version__}\n"
    with pytest.raises(SystemExit, match="2"):
        command.main([])
