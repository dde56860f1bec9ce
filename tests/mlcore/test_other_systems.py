"""What Windows and macOS do differently, as far as it can be tried here: encodings, line ends, folders.

Windows reads and writes text as cp1252 unless told otherwise, and so does what is run under LANG=C as ASCII.
So everything that a student runs has to name its encoding, and must not print what a console cannot.
"""

import os
import subprocess
import sys

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from mlcore import __main__ as command
from mlcore import course_folder
from mlcore.course_folder import LIST, Delivery, deliver, source

ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
CONSOLES = {
    "LANG=C": ASCII,
    "cp1252": {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"},
}
CHECK = """
from mlcore.exercises.start import check
def share(votes, label):
    '''Grüße, ½ ✓'''
    return votes.count(label) / len(votes)
check("start.share", share)
"""
# Every way to read and write that a student's session takes: to open a file without an encoding is an error.
SESSION = """
import warnings
warnings.filterwarnings("error", category=EncodingWarning, module="(mlcore|selfcheck)")
import io, pathlib, sys
with warnings.catch_warnings(record=True) as caught:  # the filter itself works: this line is not in a module
    warnings.simplefilter("always")
    open(sys.argv[2]).close()
assert [one.category for one in caught] == [EncodingWarning]
from mlcore import datasets, installed
for name in datasets.__all__:
    if name.startswith("load_") and name != "load_mnist":  # that is fetched
        getattr(datasets, name)()
from mlcore.course_folder import deliver, source
deliver(source(), pathlib.Path(sys.argv[1]))
deliver(source(), pathlib.Path(sys.argv[1]))
from mlcore.exercises import check
from mlcore.exercises.start import check as first
installed.report()
report = check("knn.nearest", lambda dists, k: [0])
assert report._repr_html_() and str(report)
assert str(first("start.share", lambda votes, label: 1))
"""


def unit_in(folder):
    check = new_code_cell(CHECK)
    check.metadata["nbgrader"] = {"grade": True, "grade_id": "check-share", "points": 3, "solution": False}
    nbformat.write(new_notebook(cells=[check]), folder / "unit.ipynb")
    return folder / "unit.ipynb"


@pytest.mark.parametrize("name", CONSOLES)
def test_a_console_that_knows_few_letters_is_no_trouble(tmp_path, name):
    """Copy, then say how far a unit is, in a folder with a name that the console cannot write."""
    folder, environment = tmp_path / "Übungen von Zoë – ½", os.environ | CONSOLES[name]
    lab = [sys.executable, "-m", "mlcore", "lab", str(folder), "--copy-only"]
    done = subprocess.run(lab, capture_output=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    unit = unit_in(folder)
    far = [sys.executable, "-m", "mlcore", "progress", str(unit)]
    done = subprocess.run(far, capture_output=True, check=False, env=environment)
    assert (done.returncode, done.stdout.split()[:2]) == (0, [b"share", b"begun"]), done.stderr.decode()


def test_no_file_is_opened_without_its_encoding_being_named(tmp_path):
    known = tmp_path / "known.txt"
    known.write_text("x", encoding="utf-8")
    words = [
        sys.executable,
        "-X",
        "warn_default_encoding",
        "-c",
        SESSION,
        str(tmp_path / "course"),
        str(known),
    ]
    done = subprocess.run(words, capture_output=True, check=False, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr


def test_a_unit_that_was_saved_with_line_ends_of_windows_is_no_other_unit(tmp_path, capsys):
    unit = unit_in(tmp_path)
    unit.write_bytes(unit.read_bytes().replace(b"\n", b"\r\n"))
    assert command.main(["progress", str(unit)]) == 0
    assert "0 of 1 done, 1 begun, 0 untouched" in capsys.readouterr().out
    assert b"\r\n" in unit.read_bytes()


def test_a_folder_with_everything_in_it_is_only_read(tmp_path, monkeypatch):
    """A course that is mounted for reading can be opened."""
    deliver(source(), tmp_path)
    (tmp_path / "START_HERE.ipynb").write_text("my work", encoding="utf-8")
    monkeypatch.setattr(course_folder, "_write", lambda path, content: pytest.fail(f"{path} is written"))
    assert deliver(source(), tmp_path) == Delivery((), (), ())


def test_a_folder_that_is_only_for_reading_is_refused_in_a_sentence(tmp_path, monkeypatch, capsys):
    def refused(path, content):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(course_folder, "_write", refused)
    assert command.main(["lab", str(tmp_path), "--copy-only"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("mlcore: [Errno 13] Permission denied: ")


def test_finished_work_of_a_course_that_came_in_another_way_stays(tmp_path):
    """Somebody unpacked an archive, did the work, and runs `mlcore lab` on that folder."""
    (tmp_path / "01_knn").mkdir()
    (tmp_path / "01_knn" / "01_knn.ipynb").write_text("all done", encoding="utf-8")
    delivery = deliver(source(), tmp_path)
    assert (tmp_path / "01_knn" / "01_knn.ipynb").read_text(encoding="utf-8") == "all done"
    assert delivery.beside == ("updates/01_knn/01_knn.ipynb",)
    assert (tmp_path / LIST).is_file()
