"""A class that was made up: the same from the same seed, with everybody in it, and a key that is true."""

import ast
import json

import nbformat
import pytest
from click.testing import CliRunner

from selfcheck.authoring.commands import app
from selfcheck.authoring.simulation import classroom
from selfcheck.authoring.simulation.cheating import CHEATS
from selfcheck.authoring.simulation.trouble import RUNS
from selfcheck.check import points
from selfcheck.trial import Sheet
from tests.selfcheck.examples import UNIT

PACKAGE = "tests.selfcheck.examples"


def cell(kind, source, **marks):
    made = nbformat.v4.new_code_cell if kind == "code" else nbformat.v4.new_markdown_cell
    plain = {"grade": False, "solution": False, "locked": False, "task": False, "schema_version": 3}
    return made(
        source, metadata={"nbgrader": plain | marks} if marks else {}, id=marks.get("grade_id", "given")
    )


@pytest.fixture
def releases(tmp_path):
    cells = [cell("code", "import math")]
    for task, points_ in (("total", 3.5), ("mean", 2)):
        stub = f"def {task}(xs):\n    # YOUR CODE HERE\n    raise NotImplementedError()"
        check = f'check("sums.{task}", {task})'
        cells += [
            cell("code", stub, grade_id=task, solution=True),
            cell("code", check, grade_id=f"check-{task}", grade=True, locked=True, points=points_),
        ]
    cells.append(cell("markdown", "YOUR ANSWER HERE", grade_id="why", grade=True, solution=True, points=1))
    folder = tmp_path / "release" / "00_sums"
    folder.mkdir(parents=True)
    nbformat.write(nbformat.v4.new_notebook(cells=cells), folder / "00_sums.ipynb")
    return folder.parent


def sealed(made):
    return [
        (name, task, said)
        for name, student in made.key["students"].items()
        for unit in student["units"].values()
        for task, said in unit["tasks"].items()
    ]


def source(made, name, task):
    path = next(
        path for path in made.files
        if path.startswith(f"submitted/{name}/") and path.endswith(".ipynb") and "Copy1" not in path
    )  # fmt: skip
    cells = json.loads(made.files[path])["cells"]
    return [c["source"] for c in cells if c["metadata"].get("nbgrader", {}).get("grade_id") == task][-1]


def test_a_class_of_forty_has_everybody_in_it_and_its_key_is_true(releases):
    made = classroom.simulate(PACKAGE, ["sums"], releases, 40, 7)
    answers = sealed(made)
    kinds = {said["answer"] for _, _, said in answers}
    assert {"right", "misconception", "untouched", "half"} <= kinds
    oddities = {student["oddity"] for student in made.key["students"].values()}
    assert {"late", "cheats", "several attempts", "renamed", "crash", "copied cell", "endless"} <= oddities
    assert any(said["copied_from"] for _, _, said in answers)
    assert {said["cheat"] for _, _, said in answers} - {""} <= set(CHEATS)
    sheet = Sheet(UNIT["total"], "yet another draw")
    for name, task, said in answers:
        if task != "total" or said["cheat"] or said["answer"] not in ("right", "misconception", *RUNS):
            continue
        space = {}
        exec(source(made, name, task), space)
        assert points(sheet.try_out(space["total"])) == said["points"], (name, said)


def test_the_same_seed_makes_the_same_bytes_and_another_one_does_not(releases):
    first, again, other = (classroom.simulate(PACKAGE, ["sums"], releases, 9, seed) for seed in (1, 1, 2))
    assert first == again
    assert first.files != other.files


def test_a_broken_helper_costs_once(releases):
    made = classroom.simulate(PACKAGE, ["sums"], releases, 60, 3)
    by_student = {}
    for name, task, said in sealed(made):
        by_student.setdefault(name, {})[task] = said
    both = [tasks for tasks in by_student.values() if tasks["total"]["points"] < 3.5]
    assert any(tasks["mean"]["points"] == 2 for tasks in both)


def test_submissions_that_were_not_made_up_are_not_touched(releases, tmp_path):
    real = tmp_path / "submitted" / "ada"
    real.mkdir(parents=True)
    with pytest.raises(FileExistsError, match="were not made up: choose another folder"):
        classroom.write(classroom.simulate(PACKAGE, ["sums"], releases, 2, 1), tmp_path)
    assert real.is_dir()


def test_the_command_writes_submissions_and_beside_them_the_key(releases, tmp_path):
    to = tmp_path / "class"
    asked = ["simulate", "--units", PACKAGE, "--release", str(releases), "--to", str(to), "--students", "3"]
    for _ in range(2):  # a class takes the place of the one before
        done = CliRunner().invoke(app, asked)
        assert done.exit_code == 0, done.output
    assert len(list((to / "submitted").iterdir())) == 3
    key = json.loads((to / "key.json").read_text())
    for name, student in key["students"].items():
        folder = to / "submitted" / name / "00_sums"
        nbformat.read(folder / student["units"]["00_sums"]["file"], as_version=4)
        assert (folder / "timestamp.txt").read_text().endswith(" UTC\n")
    assert not list((to / "submitted").rglob("key*"))


def test_a_unit_without_a_release_is_one_sentence(tmp_path):
    asked = ["simulate", "--units", PACKAGE, "--release", str(tmp_path), "--to", str(tmp_path / "class")]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 2
    assert "00_sums.ipynb" in done.output
    assert not (tmp_path / "class").exists()


def test_answers_look_like_a_student_s(releases):
    """No hint, no annotation, no name of a mistake stands in a cell."""
    made = classroom.simulate(PACKAGE, ["sums"], releases, 40, 7)
    slugs = {wrong.slug.replace("-", "_") for e in UNIT.exercises for wrong in e.misconceptions}
    for name, task, said in sealed(made):
        if said["answer"] in ("right", "misconception"):
            tree = ast.parse(source(made, name, task))
            names = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
            assert not names & slugs
            assert not any(
                isinstance(node, ast.AnnAssign) or getattr(node, "returns", None) for node in ast.walk(tree)
            )
