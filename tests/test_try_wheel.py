"""`make wheel` tries what the guide names: a command that is new there has to be tried as well."""

import importlib.util
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
SPEC = importlib.util.spec_from_file_location("try_wheel", ROOT / "tools" / "try_wheel.py")
try_wheel = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(try_wheel)

NOT_TRIED = {
    ("nbgrader", "collect"),  # these two are nbgrader's own, and want an exchange
    ("nbgrader", "release_feedback"),
    ("nbgrader", "validate"),  # named as what stays nbgrader's own
    ("nbgrader", "zip_collect"),  # wants an LMS's download: tests/nbjudge/drop_in has them
}


def commands(text):
    return set(re.findall(r"^(nbjudge|nbgrader) ([a-z_]+)", text, re.MULTILINE))


def test_every_command_of_the_guide_is_tried():
    page = (ROOT / "docs" / "grading.md").read_text(encoding="utf-8").split("## Every message")[0]
    code = re.findall(r"^```\w*\n(.*?)^```|`([^`\n]+)`", page, re.DOTALL | re.MULTILINE)
    named = commands("\n".join(block or inline for block, inline in code)) - NOT_TRIED
    tried = commands(try_wheel.EXAMPLE + try_wheel.WATCH + try_wheel.QUICKSTART + try_wheel.UNITS)
    assert len(named) > 6
    assert named - tried == {("nbgrader", "quickstart")}  # it makes the course in which others are tried


def test_what_a_run_left_is_not_copied():
    names = ["source", "submitted", "gradebook.db", "feedback"]
    assert try_wheel.results("examples/course", names) == {"gradebook.db", "feedback"}
    assert try_wheel.results("examples/course/source", names) == set()
