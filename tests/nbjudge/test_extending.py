"""The examples of docs/extending.md, each as a distribution outside the package."""

import csv
import io
import os
import re
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from IPython.core.interactiveshell import InteractiveShell

from nbjudge import reports
from nbjudge.course import extensions
from nbjudge.course.course import Course, CourseError
from nbjudge.pages import summary
from tests.nbjudge import distributions
from tests.nbjudge.courses import squares
from tests.nbjudge.distributions import GUIDE, example
from tests.nbjudge.grading_course import grade, opened, with_golden

ROOT = Path(__file__).parents[2]
LATE = "2026-01-09 00:00:00 UTC"
DUE = "2026-01-01 00:00:00.000000"


def offer(folder: Path, monkeypatch: pytest.MonkeyPatch, group: str, name: str, program: str) -> None:
    """Install a program as a distribution that offers one name."""
    monkeypatch.syspath_prepend(
        str(distributions.write(folder, program, {group: {name: name}}, f"of_{name}"))
    )


def late(course: Course, *students: str) -> None:
    """Make the submissions of some late; the assignment is in the gradebook already."""
    for student in students:
        (course.folder("submitted", "ps1", student) / "timestamp.txt").write_text(LATE)
    with sqlite3.connect(course.root / "gradebook.db") as gradebook:
        gradebook.execute("UPDATE assignment SET duedate = ?", (DUE,))


@pytest.fixture
def course(tmp_path: Path) -> Course:
    opened_course = opened(squares.COURSE.write(tmp_path / "course"))
    grade(opened_course)
    return opened_course


def nbjudge(*arguments: object, path: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "nbjudge", *map(str, arguments)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{path}"},
        timeout=120,
    )


def test_every_group_is_in_the_guide_or_has_its_heading():
    groups = {extensions.EXPORTERS, extensions.LATE_RULES, extensions.REPORT_SECTIONS}
    assert [group for group in groups if f"| `{group}` |" not in GUIDE] == []


def test_an_exporter(course: Course, tmp_path: Path):
    group = extensions.EXPORTERS
    installed = distributions.write(tmp_path / "lib", example("An exporter"), {group: {"wide": "wide"}})
    target = tmp_path / "marks.csv"
    made = nbjudge("export", "-c", course.root, "--format", "wide", "--to", target, path=installed)
    assert (made.returncode, made.stdout, made.stderr) == (0, "", "")
    assert target.read_text().splitlines() == ["student,ps1", "amy,7.0", "ben,3.0", "cem,1.0", "dan,0.0"]
    unknown = nbjudge("export", "-c", course.root, "--format", "ilias", path=installed)
    assert unknown.returncode == 2
    assert unknown.stderr == "nbjudge: There is no exporter 'ilias'. Installed: canvas, csv, moodle, wide\n"


def test_an_lms_gets_its_columns_for_the_people_that_a_file_names(course: Course, tmp_path: Path):
    people = tmp_path / "people.csv"
    lines = [f"{name},{number}" for number, name in enumerate(("amy", "ben", "cem", "dan"))]
    people.write_text("\n".join(["student,ID", *lines]))
    made = nbjudge("export", "-c", course.root, "--format", "canvas", "--people", people)
    assert made.stdout.splitlines()[0] == "Student,ID,SIS User ID,SIS Login ID,Section,ps1"
    assert ",3,,,,0" in made.stdout  # dan, who wrote nothing: nothing of it waits for a person
    assert ",0,,,,\n" in made.stdout  # amy, whose written answers wait
    people.write_text("name,ID\namy,1\n")
    wrong = nbjudge("export", "-c", course.root, "--format", "canvas", "--people", people)
    assert wrong.returncode == 2
    assert "needs a first line with a column 'student'" in wrong.stderr
    people.write_text("student,ID\namy,1\namy,2\n")
    wrong = nbjudge("export", "-c", course.root, "--format", "canvas", "--people", people)
    assert "has two lines for amy" in wrong.stderr


def test_the_graders_own_exporter(course: Course):
    made = nbjudge("export", "ps1", "-c", course.root)
    amy, *_ = csv.DictReader(io.StringIO(made.stdout))
    assert (amy["student"], amy["score"], amy["max_score"], amy["by_hand"]) == ("amy", "7", "12", "2")
    unknown = nbjudge("export", "ps9", "-c", course.root)
    assert unknown.returncode == 2
    assert "does not know 'ps9'. Assignments in it: ps1." in unknown.stderr


def test_an_export_makes_no_gradebook(tmp_path: Path):
    made = nbjudge("export", "-c", tmp_path)
    assert made.returncode == 2
    assert "There is no gradebook" in made.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_exporter_that_fails_is_one_sentence(course: Course, tmp_path: Path):
    group = extensions.EXPORTERS
    installed = distributions.write(tmp_path / "lib", "def x(marks): 1 / 0", {group: {"x": "x"}})
    made = nbjudge("export", "-c", course.root, "--format", "x", path=installed)
    assert made.returncode == 2
    assert made.stderr == "nbjudge: The exporter 'x' failed: ZeroDivisionError: division by zero\n"


def test_a_late_rule(course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    offer(tmp_path / "lib", monkeypatch, extensions.LATE_RULES, "weekly", example("A late rule"))
    course.config.WeeklyRule.share = 0.125
    late(course, "amy")
    chosen = replace(course, options=replace(course.options, late_rule="weekly"))
    results = grade(chosen)
    assert (results["amy"].late_penalty, results["amy"].score) == (7 * 0.125 * 2, 7 * 0.75)  # 8 days
    assert results["ben"].late_penalty == 0


def test_an_unknown_late_rule_is_said_before_anybody_is_graded(course: Course):
    late(course, "amy")
    chosen = replace(course, options=replace(course.options, late_rule="montly"))
    with pytest.raises(CourseError, match=r"There is no late rule 'montly'. Installed: nbgrader"):
        grade(chosen)


@pytest.mark.parametrize("answer", ["1 / 0", "'a lot'", "float('nan')"])
def test_a_late_rule_that_fails_costs_only_the_late(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str
):
    name = f"rule{abs(hash(answer))}"
    program = f"def {name}(config):\n    return lambda work: {answer}\n"
    offer(tmp_path / "lib", monkeypatch, extensions.LATE_RULES, name, program)
    late(course, "amy")
    results = grade(replace(course, options=replace(course.options, late_rule=name)))
    assert results["amy"].error.startswith(f"The late rule '{name}' failed on it: ")
    assert [results[student].error for student in ("ben", "cem", "dan")] == ["", "", ""]


PLUGIN = """
from nbgrader.plugins import BasePlugin

class OnePoint(BasePlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        import beside_the_settings_too
        return beside_the_settings_too.POINTS
"""


def test_nbgraders_plugin_may_lie_beside_the_settings(tmp_path: Path):
    """As under nbgrader's own command, which puts the course's folder on the path."""
    config = 'c.AssignLatePenalties.plugin_class = "beside_the_settings.OnePoint"\n'
    root = squares.COURSE.write(tmp_path, config)
    (root / "beside_the_settings.py").write_text(PLUGIN)
    (root / "beside_the_settings_too.py").write_text("POINTS = 1.0\n")
    course = opened(root)
    grade(course)
    late(course, "amy")
    before = [*sys.path]
    assert grade(course)["amy"].late_penalty == 1
    assert sys.path == before


def test_a_plugin_that_cannot_be_imported_is_said_before_anybody_is_graded(tmp_path: Path):
    course = opened(squares.COURSE.write(tmp_path, 'c.AssignLatePenalties.plugin_class = "nowhere.Plugin"\n'))
    grade(course)
    late(course, "amy")
    with pytest.raises(CourseError, match=r"The late rule 'nbgrader' cannot be used: .*nowhere"):
        grade(course)


def page(course: Course, *sections: str) -> str:
    chosen = replace(course, options=replace(course.options, report_sections=sections))
    return summary.write(chosen, with_golden(course), summary.sections_of(chosen)).read_text()


def headings(html: str) -> list[str]:
    return re.findall("<h2[^>]*>(.*?)</h2>", html)


def test_a_section_of_the_report(course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    program = example("A section of the report")
    offer(tmp_path / "lib", monkeypatch, extensions.REPORT_SECTIONS, "latecomers", program)
    course.config.LateSubmissionPlugin.penalty_method = "zero"
    assert headings(page(course, "students", "latecomers", "scores")) == ["Students", "Scores"]
    late(course, "amy")
    grade(course)
    html = page(course, "students", "latecomers", "scores")
    assert headings(html) == ["Students", "Late", "Scores"]
    assert "<li>amy: -7</li>" in html


def test_a_section_that_fails_says_so_in_its_place(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    program = "def failing(of):\n    raise ValueError('<b>')\n"
    offer(tmp_path / "lib", monkeypatch, extensions.REPORT_SECTIONS, "failing", program)
    html = page(course, "failing", "students")
    assert headings(html) == ["failing", "Students"]
    assert "The report section &#39;failing&#39; failed: ValueError: &lt;b&gt;" in html


def test_an_unknown_section_is_named(course: Course):
    with pytest.raises(CourseError, match=r"no report section 'score'. Installed: misconceptions, notes"):
        page(course, "score")


@pytest.mark.parametrize(("total", "misconceptions"), [(sum, []), (max, ["mean-instead"])])
def test_a_check_that_speaks_to_the_grader(total, misconceptions: list[str]):
    *definitions, last = example("A check that speaks to the grader").strip().splitlines()
    names: dict[str, object] = {"total": total}
    exec("\n".join(definitions), names)
    result = eval(last, names)
    data, _ = InteractiveShell().display_formatter.format(result)
    report = reports.in_outputs([{"data": data}])
    assert report is not None
    assert (report.exercise, report.points) == ("lists.total", float(result))
    assert [finding.misconception for finding in report.findings] == misconceptions
