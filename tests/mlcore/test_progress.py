"""How far a unit is: what is not written is untouched, not partly right; the notebook stays as it is."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from mlcore import __main__ as command
from mlcore.progress import Task, progress, table

STUB = "def share(votes, label):\n    raise NotImplementedError()"
RIGHT = "def share(votes, label):\n    return votes.count(label) / len(votes) if votes else 0"
HALF = "def share(votes, label):\n    return votes.count(label) / len(votes)"


def graded(cell, grade_id, points):
    cell.metadata["nbgrader"] = {"grade": True, "grade_id": grade_id, "points": points, "solution": False}
    return cell


def unit(folder, answer, words="YOUR ANSWER HERE"):
    cells = [
        new_code_cell("from mlcore.exercises.start import check"),
        new_code_cell(answer),
        graded(new_code_cell('check("start.share", share)'), "check-share", 3),
        graded(new_markdown_cell(words), "why", 2),
    ]
    path = folder / "01_unit.ipynb"
    nbformat.write(new_notebook(cells=cells), path)
    return path


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (STUB, Task("share", "untouched", 0, 3)),
        (HALF, Task("share", "begun", 2, 3)),
        (RIGHT, Task("share", "done", 3, 3)),
        ("def share(votes, label) return 1", Task("share", "begun", 0, 3)),  # a syntax error
        ("", Task("share", "begun", 0, 3)),
        (STUB.replace("raise NotImplementedError()", "return 5"), Task("share", "begun", 0, 3)),
    ],
    ids=["stub", "half", "right", "syntax error", "removed", "wrong"],
)
def test_a_task_is_what_its_check_says(tmp_path, answer, expected):
    path = unit(tmp_path, answer)
    before = path.read_bytes()
    assert progress(path) == (expected, Task("why", "untouched", 0, 2))
    assert path.read_bytes() == before


def test_an_answer_in_words_is_written_or_not_and_nobody_guesses_its_points(tmp_path):
    tasks = progress(unit(tmp_path, RIGHT, "Because of the division."))
    assert tasks[1] == Task("why", "written", 0, 2)
    assert table(tasks).splitlines() == [
        "share  done       3 of 3",
        "why    written    ? of 2, marked by a person",
        "",
        "1 of 2 done, 0 begun, 0 untouched, 1 in words: 3 of 5 points.",
    ]


def test_the_command_finds_a_unit_by_its_name_in_the_students_folder(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    (tmp_path / "mlcore-course" / "01_unit").mkdir(parents=True)
    unit(tmp_path / "mlcore-course" / "01_unit", STUB)
    assert command.main(["progress", "01_unit"]) == 0
    assert capsys.readouterr().out.startswith("share  untouched  0 of 3\n")


@pytest.mark.parametrize("content", [None, "", "{}", "no notebook"])
def test_what_is_no_notebook_is_refused_in_a_sentence(tmp_path, capsys, content):
    path = tmp_path / "x.ipynb"
    if content is not None:
        path.write_text(content)
    assert command.main(["progress", str(path)]) == 1
    assert capsys.readouterr().err.startswith(f"mlcore: {path}: ")
