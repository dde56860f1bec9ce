"""An assistant's evening in a real browser: report, student, page, formgrader, marks, regrade, export.

A class of eight is made up and graded in the unit on Bayes' rule. `make browser` runs this; elsewhere it is
skipped and says why. What was seen is kept in build/browser.
"""

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import chromium

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is missing: run `make browser`")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="run `make browser`")
pytest.importorskip("jupyterlab", reason="JupyterLab is missing: run `make browser`")
pytest.importorskip("nbgrader", reason="nbgrader is missing: run `make browser`")

ROOT = Path(__file__).parents[2]
UNIT = "00_bayes_rule"
QUESTION = "why-the-stadium"
COMMENT = "The stadium is well chosen."
CONFIG = """
c = get_config()
load_subconfig("nbgrader_config.py", path={course!r})
c.CourseDirectory.root = {here!r}
c.CourseDirectory.course_id = "made-up"
c.CourseDirectory.source_directory = {course!r} + "/solutions"
c.CourseDirectory.release_directory = {course!r} + "/notebooks"
c.NbJudge.golden_directory = {course!r} + "/golden"
c.NbJudge.visible = [{course!r} + "/mlcore"]
c.NbJudge.judge_visible = [{course!r} + "/selfcheck"]
c.NbJudge.formgrader = "http://127.0.0.1:{port}/formgrader"
"""
pytestmark = [
    pytest.mark.skipif(chromium() is None, reason="no Chromium: apt install chromium, or CHROMIUM=/path"),
    pytest.mark.filterwarnings("default"),
]


@pytest.fixture(scope="module")
def course(tmp_path_factory, port):
    """A class that was made up and graded."""
    course = tmp_path_factory.mktemp("class")
    command = [sys.executable, "-m", "selfcheck", "simulate", "bayes_rule", "--students", "8", "--to", course]
    subprocess.run(command, check=True, cwd=ROOT, capture_output=True)
    text = CONFIG.format(course=str(ROOT), here=str(course), port=port)
    (course / "nbgrader_config.py").write_text(text)
    nbjudge(course, "grade")
    return course


def nbjudge(course, *words):
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        [sys.executable, "-m", "nbjudge", *words], cwd=course, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def page(browser, course, port, staff_lab):
    """A window of the assistant, who is logged in where the formgrader is."""
    with staff_lab(course, port) as address:
        window = browser.new_context(viewport={"width": 1300, "height": 950}).new_page()
        window.goto(f"{address}/formgrader?token=secret")
        yield window


@pytest.fixture(scope="module")
def student(course):
    """Of those who wrote an answer that waits to be marked, one with a mistake that has a name."""
    rows = json.loads((course / "summary" / UNIT / "report.json").read_text())["students"]
    waiting = {row["student"] for row in rows if row["task"] == QUESTION and row["waiting"]}
    return min(row["student"] for row in rows if row["mistakes"] and row["student"] in waiting)


def open_report(page, course):
    page.goto((course / "summary" / UNIT / "report.html").as_uri())


def rows(page):
    return page.locator("//h2[@id='students']/following::table[1]/tbody/tr").locator("visible=true")


def violations(page):
    found = axe.Axe().run(page).response["violations"]
    return [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("where", ["report", "index", "student", "page"])
def test_nothing_is_out_of_reach_for_anybody(page, course, student, where, theme, keep):
    """axe: names, roles, contrast; by day, by night, and nothing to scroll sideways on a phone."""
    places = {
        "report": course / "summary" / UNIT / "report.html",
        "index": course / "summary" / "index.html",
        "student": course / "feedback" / student / "index.html",
        "page": course / "feedback" / student / UNIT / f"{UNIT}.html",
    }
    window = page.context.browser.new_context(color_scheme=theme, viewport={"width": 1300, "height": 950})
    try:
        seen = window.new_page()
        seen.goto(places[where].as_uri())
        assert violations(seen) == []
        keep(seen, f"assistant-{where}-{theme}", whole=True)
        seen.set_viewport_size({"width": 400, "height": 800})
        assert seen.evaluate("document.documentElement.scrollWidth") <= 400
        keep(seen, f"assistant-{where}-{theme}-phone", whole=True)
    finally:
        window.close()


def test_the_report_is_searched_and_sorted_and_leads_to_a_student_s_page(page, course, student):
    open_report(page, course)
    everybody = rows(page).count()
    assert everybody == 8
    table = page.locator("//h2[@id='students']/following::table[1]")
    table.get_by_text("score", exact=True).click()
    lowest, highest = (float(rows(page).nth(i).locator("td").nth(1).inner_text()) for i in (0, -1))
    table.get_by_text("score", exact=True).click()
    turned = float(rows(page).first.locator("td").nth(1).inner_text())
    assert lowest != highest
    assert turned == highest
    page.locator("//h2[@id='students']/following::input[@type='search'][1]").fill(student)
    sync_api.expect(rows(page)).to_have_count(1)
    rows(page).get_by_role("link", name=student, exact=True).click()
    sync_api.expect(page.get_by_role("heading", level=1)).to_have_text(UNIT)
    sync_api.expect(page.locator("footer")).to_contain_text(student)
    sync_api.expect(page.get_by_text("Ask yourself:").first).to_be_visible()


def test_an_answer_is_marked_in_the_formgrader_to_which_the_report_leads(page, course, student, keep):
    open_report(page, course)
    row = rows(page).filter(has_text=student)
    before = float(row.locator("td").nth(1).inner_text())
    waiting = int(row.get_by_role("link", name="by hand").inner_text().split()[0])
    with page.expect_navigation():
        row.get_by_role("link", name="by hand").click()
    # The formgrader listens to a field once it has fetched the marks, and only then shows that the answer
    # waits for one; what is typed before that is lost.
    listening = {
        f"input#{QUESTION}.score.needs_manual_grade": "1.5",
        f"textarea#{QUESTION}-comment[placeholder]": COMMENT,
    }
    for field, text in listening.items():
        page.locator(field).wait_for()
        with page.expect_response(lambda answer: answer.request.method == "PUT" and answer.ok):
            page.locator(field).fill(text)
            page.locator(field).blur()
    keep(page, "assistant-formgrader")

    nbjudge(course, "grade")
    open_report(page, course)
    row = rows(page).filter(has_text=student)
    assert float(row.locator("td").nth(1).inner_text()) == before + 1.5
    left = f"{waiting - 1} by hand" if waiting > 1 else ""
    sync_api.expect(row.locator("td").nth(5)).to_have_text(left)


def test_a_regrade_keeps_what_a_person_gave_and_the_student_reads_it(page, course, student):
    nbjudge(course, "grade", "--force")
    page.goto((course / "feedback" / student / "index.html").as_uri())
    page.get_by_role("link", name=UNIT).click()
    task = page.locator(f"#task-{QUESTION}")
    sync_api.expect(task.locator("h2 .points")).to_have_text("1.5 / 2")
    sync_api.expect(task.locator(".comment")).to_contain_text(COMMENT)


def test_the_marks_go_out_as_the_report_has_them(page, course, student):
    open_report(page, course)
    shown = float(rows(page).filter(has_text=student).locator("td").nth(1).inner_text())
    (row,) = [
        row for row in csv.DictReader(nbjudge(course, "export").splitlines()) if student in row.values()
    ]
    assert shown in [float(value) for value in row.values() if re.fullmatch(r"[\d.]+", value)]
