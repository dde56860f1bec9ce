"""Two lines in nbgrader_config.py: nbgrader's own command and buttons run through the grader."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.nbjudge.courses import shapes, squares
from tests.nbjudge.courses.building import answer, filled, solved

pytest.importorskip("nbgrader")
pytestmark = [
    pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning", "ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning", "ignore::RuntimeWarning"),
]
ROOT = Path(__file__).parents[3]
TWO_LINES = "from nbjudge.drop_in import configure\nconfigure(c)\n"
API = """
import json, sys, warnings
warnings.simplefilter("ignore")
from nbgrader.apps import NbGraderAPI
from traitlets.config.loader import PyFileConfigLoader
config = PyFileConfigLoader("nbgrader_config.py", path=sys.argv[1]).load_config()
config.CourseDirectory.root = sys.argv[1]
api = NbGraderAPI(config=config)
told = {"generate": api.generate_assignment("ps1")}
for student in sys.argv[2:]:
    told[student] = [api.autograde("ps1", student) for _ in range(2)]
    told[student].append(api.generate_feedback("ps1", student))
told["rows"] = {row["student"]: row["score"] for row in api.get_submissions("ps1")}
print(json.dumps(told))
"""


def run(*command: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        list(map(str, command)), capture_output=True, text=True, cwd=cwd, env=environment, timeout=180
    )


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = squares.COURSE.write(tmp_path_factory.mktemp("course"), TWO_LINES)
    secret = root / "secret.txt"
    secret.write_text("of the staff")
    (root / "submitted" / "amy" / "ps1" / "notes.txt").symlink_to(secret)
    (root / "submitted" / "amy" / "ps1" / "ipykernel_launcher.py").write_text("1 / 0")
    copied = filled(squares.CELLS, squares.RIGHT)
    squares.COURSE.submit(root, "eve", [*copied, answer("square", "def square(x):\n    return x ** 2")])
    squares.COURSE.submit(root, "fay", copied)
    (root / "submitted" / "fay" / "ps1" / "squares.ipynb").write_bytes(b'{"cells": [\xff')
    return root


@pytest.fixture(scope="module")
def told(course: Path) -> dict:
    made = run(sys.executable, "-c", API, course, "amy", "ben", "eve", "fay", cwd=course)
    assert made.returncode == 0, made.stderr
    return json.loads(made.stdout.splitlines()[-1])


def test_the_buttons_grade_and_make_pages(told):
    for student in ("amy", "ben", "eve"):
        assert all(step["success"] for step in told[student]), told[student]
    assert told["rows"]["amy"] == 7
    assert told["rows"]["ben"] == 3


def test_a_file_that_is_no_notebook_gets_its_page_too(told, course: Path):
    """Stock nbgrader reads the file before any step of ours, and fails on it."""
    assert all(step["success"] for step in told["fay"]), told["fay"]
    assert told["rows"]["fay"] == 0
    assert "not a notebook" in (course / "feedback" / "fay" / "ps1" / "squares.html").read_text()


def test_a_copied_cell_does_not_stop_anybody(told):
    """nbgrader issue 1083: a copied cell aborts the whole run."""
    assert told["rows"]["eve"] == 7


def test_the_page_is_the_graders_own_and_without_hidden_tests(told, course: Path):
    page = (course / "feedback" / "ben" / "ps1" / "squares.html").read_text()
    assert 'class="score"' in page
    assert "minus three" not in page
    assert "square(-3)" not in page


def test_links_are_not_followed(told, course: Path):
    assert not (course / "autograded" / "amy" / "ps1" / "notes.txt").exists()
    assert not (course / "feedback" / "amy" / "ps1" / "notes.txt").exists()


def test_what_a_kernel_would_import_lies_there_as_text(told, course: Path):
    graded = {path.name for path in (course / "autograded" / "amy" / "ps1").iterdir()}
    assert graded == {"squares.ipynb", "ipykernel_launcher.py.txt"}


def test_the_command_uses_what_was_graded_already(told, course: Path):
    made = run("nbgrader", "autograde", "ps1", "--force", cwd=course)
    assert made.returncode == 0, made.stderr
    assert run("nbgrader", "generate_feedback", "ps1", "--force", cwd=course).returncode == 0
    assert run("nbgrader", "export", cwd=course).returncode == 0
    rows = (course / "grades.csv").read_text().splitlines()
    assert any(",dan," in row for row in rows)
    assert (course / "feedback" / "dan" / "ps1" / "squares.html").is_file()


def test_the_fast_path_and_the_command_agree(told, course: Path):
    with_command = (course / "feedback" / "amy" / "ps1" / "squares.html").read_text()
    made = run(sys.executable, "-m", "nbjudge", "grade", "--student", "amy", "--json", cwd=course)
    assert json.loads(made.stdout)["assignments"][0]["submissions"][0]["reused"]
    fast = (course / "feedback" / "amy" / "ps1" / "squares.html").read_text()
    from bs4 import BeautifulSoup

    assert (
        BeautifulSoup(fast, "html.parser").get_text() == BeautifulSoup(with_command, "html.parser").get_text()
    )


def test_a_broken_notebook_does_not_stop_the_command(told, course: Path):
    squares.COURSE.submit(course, "gus", filled(squares.CELLS, squares.RIGHT))
    made = run("nbgrader", "autograde", "ps1", cwd=course)
    assert made.returncode == 0, made.stderr
    for student in ("fay", "gus"):
        assert (course / "autograded" / student / "ps1" / "squares.ipynb").is_file()


def test_a_renamed_notebook_is_there_to_be_marked_by_hand(tmp_path: Path):
    """nbgrader skips a file with a name that it does not know, and removes what was graded of it before."""
    course = shapes.COURSE.write_source(tmp_path, TWO_LINES)
    for name, cells in shapes.COURSE.notebooks.items():
        shapes.COURSE.submit(course, "amy", filled(cells, solved(cells)), name)
    handed_in = course / "submitted" / "amy" / "ps1"
    (handed_in / "objects.ipynb").rename(handed_in / "objects (1).ipynb")
    assert run("nbgrader", "generate_assignment", "ps1", cwd=course).returncode == 0
    made = run("nbgrader", "autograde", "ps1", cwd=course)
    assert made.returncode == 0, made.stderr
    graded = {path.name for path in (course / "autograded" / "amy" / "ps1").glob("*.ipynb")}
    assert graded == {"objects.ipynb", "drawing.ipynb"}
    assert run("nbgrader", "generate_feedback", "ps1", cwd=course).returncode == 0
    assert (course / "feedback" / "amy" / "ps1" / "objects.html").is_file()


def test_nothing_of_a_student_runs_in_the_formgraders_page(tmp_path: Path):
    """What a student displayed or wrote must not act with the rights of the staff who look at it."""
    from nbconvert.exporters import HTMLExporter
    from traitlets.config import Config

    from nbjudge.course.release import ReleaseNotebook
    from nbjudge.drop_in import configure
    from nbjudge.pages import autograded
    from nbjudge.records import CellRecord, NotebookRecord

    script = "<script>evil()</script><img src=x onerror=evil()>"
    shown = {
        "text/html": script,
        "application/javascript": "evil()",
        "text/markdown": script,
        "text/latex": script,
    }
    outputs = tuple(
        {"output_type": "display_data", "data": {kind: text}, "metadata": {}} for kind, text in shown.items()
    )
    cells = (
        CellRecord("extra-1", "extra", "code", "ok", "evil_code()", outputs),
        CellRecord("extra-2", "text", "markdown", source=f"{script} [x](javascript:evil())"),
    )
    made = autograded.notebook(ReleaseNotebook("n", (), {}), NotebookRecord("n", "", "n.ipynb", cells))
    path = tmp_path / "n.ipynb"
    path.write_bytes(autograded.to_bytes(made))
    config = Config()
    configure(config)
    config.HTMLExporter.template_name = "formgrade"
    resources = dict.fromkeys(
        ["assignment_id", "notebook_id", "submission_id", "base_url", "student", "last_name", "first_name"],
        "x",
    )
    resources |= {"index": 0, "total": 1, "notebook_path": "x", "nbgrader": {}}
    page, _ = HTMLExporter(config=config).from_filename(str(path), resources=resources)
    assert "evil_code" in page
    from bs4 import BeautifulSoup

    for tag in BeautifulSoup(page, "html.parser").find_all(True):
        assert not (tag.name == "script" and "evil()" in tag.text)
        for name, value in tag.attrs.items():
            assert not (name.startswith("on") and "evil()" in str(value)), tag
            assert not str(value).strip().lower().startswith("javascript:"), tag
