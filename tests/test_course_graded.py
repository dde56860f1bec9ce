"""The course as it is graded: the solutions earn every point, the untouched release none, whoever grades.

Stock nbgrader runs everything in one process, its validate button does so too, and the grader keeps the
tests apart from the answers. All three have to agree.
"""

import html
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from mlcore.exercises import UNITS
from nbjudge.course import course as courses
from selfcheck.trial import sheets

ROOT = Path(__file__).parent.parent
NOTEBOOKS = [unit.notebook for unit in UNITS.values()]

OURS = """c = get_config()
load_subconfig("nbgrader_config.py", path={project!r})
c.CourseDirectory.root = {root!r}
c.NbJudge.visible = [{project!r} + "/mlcore"]
c.NbJudge.judge_visible = [{project!r} + "/selfcheck"]
"""
STOCK = """
import json, sys
from nbgrader.apps import NbGraderAPI
from nbgrader.validator import Validator
from traitlets.config import Config

root, name = sys.argv[1:]
config = Config()
config.CourseDirectory.root = root
config.CourseDirectory.source_directory = "solutions"
config.CourseDirectory.release_directory = "notebooks"
api = NbGraderAPI(config=config)
failed = [api.generate_assignment(name)["log"]]
failed = [log for log in failed if "ERROR" in log]
for student in ("untouched", "perfect"):
    done = api.autograde(name, student)
    failed += [] if done["success"] else [done["error"] or done["log"]]
valid = Validator(config=config).validate(f"{root}/solutions/{name}/{name}.ipynb")
print(json.dumps({"failed": failed, "valid": valid}))
"""


def handed_in(root, name):
    """Lay out a course of one unit in which one student copied the solution and another did nothing."""
    for step in ("solutions", "notebooks"):
        shutil.copytree(ROOT / step / name, root / step / name)
    for student, step in (("perfect", "solutions"), ("untouched", "notebooks")):
        shutil.copytree(ROOT / step / name, root / "submitted" / student / name)


def scores(root):
    """Return what each student earned for functions, and the most that can be earned."""
    with closing(sqlite3.connect(root / "gradebook.db")) as gradebook:
        rows = gradebook.execute(
            "select a.student_id, b.name, g.auto_score, c.max_score from grade g "
            "join submitted_notebook n on g.notebook_id = n.id "
            "join submitted_assignment a on n.assignment_id = a.id "
            "join base_cell b on g.cell_id = b.id join grade_cells c on c.id = b.id "
            "where b.name like 'check-%'"
        ).fetchall()
    return {
        student: {name: (score, most) for who, name, score, most in rows if who == student}
        for student in ("perfect", "untouched")
    }


def agrees(found):
    assert {name: score for name, (score, most) in found["perfect"].items() if score != most} == {}
    assert {name: score for name, (score, most) in found["untouched"].items() if score != 0} == {}
    assert found["perfect"]


def run(root, *command):
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    return subprocess.run(
        [sys.executable, *command], cwd=root, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_the_grader_gives_the_solution_all_and_the_release_nothing(tmp_path, name):
    handed_in(tmp_path, name)
    config = OURS.format(project=str(ROOT), root=str(tmp_path))
    (tmp_path / "nbgrader_config.py").write_text(config)
    done = run(tmp_path, "-m", "nbjudge", "grade", name, "--workers", "1")
    assert done.returncode == 0, done.stderr
    agrees(scores(tmp_path))


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_stock_nbgrader_gives_the_solution_all_and_the_release_nothing(tmp_path, name):
    handed_in(tmp_path, name)
    done = run(tmp_path, "-c", STOCK, str(tmp_path), name)
    assert done.returncode == 0, done.stderr[-2000:]
    said = json.loads(done.stdout.splitlines()[-1])
    assert said["failed"] == []
    assert set(said["valid"]) <= {"type_changed"}, said["valid"]
    agrees(scores(tmp_path))


def test_a_student_s_process_has_the_data_and_the_pictures_and_nothing_else_of_the_reference():
    """The list of what is hidden is made from the package, so that a new module is hidden at once."""
    text = (ROOT / "nbgrader_config.py").read_text()
    (line,) = [line for line in text.splitlines() if line.startswith("GIVEN = ")]
    assert eval(line.partition("=")[2]) == {"_checks", "_given", "datasets", "installed", "plotting"}


HOARDING = (
    "def {name}(*given, **named):\n    raise ValueError(f'I was given {{given}} {{named}}')",
    "def {name}(*given, **named):\n    print(given, named)\n    return repr((given, named))",
    "kept = []\ndef {name}(*given, **named):\n    kept.append(repr((given, named)))\n    return list(kept)",
    "import warnings\ndef {name}(*given, **named):\n    warnings.warn(repr((given, named)))\n    return None",
)


def pairs(cases):
    """Return neighbouring numbers with what stands between them: nobody has two by chance."""
    two = re.compile(r"(?=\b(\d+\.\d{3,}\D{1,40}?\d+\.\d{3,}))")
    return {found for case in cases for found in two.findall(repr(case.arguments))}


def test_no_hidden_draw_occurs_in_any_byte_that_a_student_gets(tmp_path):
    """Functions that hand on whatever they are given, in every way that a page could show."""
    unit = UNITS["bayes_rule"]
    handed_in(tmp_path, unit.notebook)
    for number, hoarding in enumerate(HOARDING):
        path = tmp_path / "submitted" / f"hoarder{number}" / unit.notebook / f"{unit.notebook}.ipynb"
        path.parent.mkdir(parents=True)
        data = json.loads((tmp_path / "notebooks" / unit.notebook / path.name).read_text())
        for cell in data["cells"]:
            grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
            if grade_id in {exercise.name for exercise in unit.exercises}:
                cell["source"] = hoarding.format(name=grade_id)
        path.write_text(json.dumps(data))
    config = OURS.format(project=str(ROOT), root=str(tmp_path))
    (tmp_path / "nbgrader_config.py").write_text(config)
    done = run(tmp_path, "-m", "nbjudge", "grade", unit.notebook, "--workers", "2")
    assert done.returncode == 0, done.stderr
    course, searched = courses.read(tmp_path), 0
    for number in range(len(HOARDING)):
        student = f"hoarder{number}"
        seed = course.seed(student, f"{unit.notebook}/{unit.notebook}")
        hidden, open_to_all = (
            {one for exercise in unit.exercises for one in pairs(sheets(exercise, [of])[0].cases)}
            for of in (seed, "practice")
        )
        secret = hidden - open_to_all
        searched += len(secret)
        text = handed_back(tmp_path, student)
        assert not [one for one in secret if one in text]
        assert "smallest case that fails" in text
    assert searched > 100


def handed_back(root, student):
    """Return all that a student gets."""
    folder = root / "feedback" / student
    return html.unescape("".join(path.read_text() for path in sorted(folder.rglob("*.*"))))
