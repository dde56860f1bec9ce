"""The recipe for a JupyterHub: it names the course, and switches off what only teachers need."""

import json
import re
from pathlib import Path

import nbgrader

from mlcore.__main__ import SETTINGS

ROOT = Path(__file__).parents[2]
HUB = ROOT / "examples" / "hub"
THERE = HUB / "etc" / "jupyter"
STUDENTS_NEED = "assignment_list"


def test_students_and_staff_name_the_same_course():
    named = [
        re.search(r"course_id = (\S+)", path.read_text())[1]
        for path in (THERE / "nbgrader_config.py", ROOT / "nbgrader_config.py")
    ]
    assert named[0] == named[1]


def test_every_program_of_nbgrader_but_the_list_of_assignments_is_off():
    settings = json.loads((THERE / "jupyter_server_config.d" / "students.json").read_text())
    off = {
        name.rpartition(".")[2]
        for name, on in settings["ServerApp"]["jpserver_extensions"].items()
        if not on and name.startswith("nbgrader.server_extensions.")
    }
    programs = Path(nbgrader.__file__).parent / "server_extensions"
    there = {path.name for path in programs.iterdir() if (path / "handlers.py").is_file()}
    assert STUDENTS_NEED in there
    assert off == there - {STUDENTS_NEED}
    # A later file wins, and nbgrader's own switches all of them on.
    assert "nbgrader.json" < "students.json"


def test_nothing_of_what_is_off_is_seen_and_what_is_seen_is_nbgrader_s():
    page = json.loads((THERE / "labconfig" / "page_config.json").read_text())
    off = {name for name, gone in page["disabledExtensions"].items() if gone}
    built = Path(nbgrader.__file__).parent / "labextension" / "static"
    text = "".join(path.read_text(encoding="utf-8") for path in built.glob("*.js"))
    there = set(re.findall(r"@jupyter/nbgrader:[a-z-]+", text))
    assert off == there - {"@jupyter/nbgrader:assignment-list", "@jupyter/nbgrader:menu"}


def test_no_window_asks_a_student_about_jupyter_s_news():
    name = Path("labconfig") / "default_setting_overrides.json"
    assert json.loads((THERE / name).read_text()) == json.loads((SETTINGS / name).read_text())


def test_the_image_brings_the_nbgrader_that_the_grader_is_made_for():
    wanted = re.search(r'"(nbgrader[^"]+)"', (ROOT / "pyproject.toml").read_text())[1]
    assert f'"{wanted}"' in (HUB / "Dockerfile").read_text()
