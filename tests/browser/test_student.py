"""A student's first hour in a real browser: open, answer wrong, read, answer right, progress, restart.

`make browser` runs this, in an environment of its own; elsewhere it is skipped and says why. What was seen is
kept in build/browser.
"""

import os
import re
import subprocess
import sys
import time

import pytest

from .conftest import chromium

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is missing: run `make browser`")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="run `make browser`")
pytest.importorskip("jupyterlab", reason="JupyterLab is missing: run `make browser`")

RIGHT = "return votes.count(label) / len(votes) if votes else 0"
pytestmark = [
    pytest.mark.skipif(chromium() is None, reason="no Chromium: apt install chromium, or CHROMIUM=/path"),
    pytest.mark.filterwarnings("default"),
]


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def address(home, lab):
    """The address at which `mlcore lab` serves the course; the server ends with the tests."""
    with lab(home) as address:
        yield address


@pytest.fixture(scope="module")
def page(browser, address):
    """The first page, as a student sees it: START_HERE is open, and its kernel is ready."""
    page = browser.new_context(viewport={"width": 1300, "height": 950}).new_page()
    page.set_default_timeout(60_000)
    page.goto(address)
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
    page.get_by_text("| Idle").first.wait_for()
    return page


def menu(page, name, command):
    page.locator(".lm-MenuBar-item", has_text=re.compile(f"^{name}$")).click()
    page.locator(f".lm-Menu-item[data-command='{command}']").click()


def write(page, answer):
    cell = page.locator(".jp-CodeCell", has_text="def share").locator(".cm-content")
    cell.click()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(f"def share(votes, label):\n    {answer}")


def run_all(page):
    """Run all cells; the last one has run when its number is there and no star is left."""
    menu(page, "Run", "runmenu:run-all")
    page.wait_for_function(
        """() => { const shown = [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')];
        return shown.length > 2 && shown.every(prompt => /\\[\\d+\\]/.test(prompt.textContent)); }"""
    )


def panel(page):
    return page.get_by_role("group", name="Check of share")


def test_the_first_page_says_that_all_of_it_fits_and_that_the_task_is_not_written(page, keep):
    run_all(page)
    sync_api.expect(page.get_by_text("All of it fits. Go on.", exact=False).first).to_be_visible()
    sync_api.expect(panel(page)).to_contain_text("Not written yet")
    assert page.get_by_text("official Jupyter news").count() == 0  # nothing lies over the first page
    keep(page, "1-untouched")


def test_a_wrong_answer_is_shown_with_a_question(page, keep):
    write(page, "return votes.count(label)")
    run_all(page)
    sync_api.expect(panel(page)).to_contain_text("Three of four and three of a thousand")
    sync_api.expect(panel(page).get_by_role("img", name="failed").first).to_be_visible()
    panel(page).scroll_into_view_if_needed()
    keep(page, "2-wrong")


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_nothing_in_the_panel_is_out_of_reach_for_anybody(page, keep, theme):
    """axe: names, roles, tables, contrast; in both themes."""
    take_theme(page, theme)
    panel(page).scroll_into_view_if_needed()
    keep(page, f"3-{theme.split()[-1].lower()}")
    found = axe.Axe().run(page, context='[aria-label="Check of share"]').response["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []


def take_theme(page, theme):
    page.locator(".lm-MenuBar-item", has_text=re.compile("^Settings$")).click()
    page.locator(".lm-Menu-item", has_text=re.compile("^Theme$")).hover()
    page.locator(".lm-Menu-item[data-command='apputils:change-theme']", has_text=theme).first.click()
    page.wait_for_function("name => document.body.dataset.jpThemeName === name", arg=theme)
    page.locator("#jupyterlab-splash").wait_for(state="detached")


def test_no_value_is_out_of_sight_on_a_phone(page, keep):
    """At 400 pixels the panel is as wide as its place; what is wider can be scrolled."""
    html = panel(page).evaluate("element => element.outerHTML")
    phone = page.context.browser.new_context(viewport={"width": 400, "height": 800}).new_page()
    phone.set_content(html)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 400
    keep(phone, "4-phone")
    phone.context.close()


def test_the_right_answer_is_full_marks_and_stays_so_after_a_restart(page, keep):
    write(page, RIGHT)
    run_all(page)
    sync_api.expect(panel(page)).to_contain_text("share: 3 of 3 points")
    menu(page, "Kernel", "kernelmenu:restart-and-clear")
    page.locator(".jp-Dialog .jp-mod-accept").click()
    sync_api.expect(panel(page)).to_have_count(0)
    page.get_by_text("| Idle").first.wait_for()
    run_all(page)
    sync_api.expect(panel(page)).to_contain_text("share: 3 of 3 points")
    keep(page, "5-right")


def test_what_was_saved_is_there_when_the_course_is_opened_again(page, home):
    page.keyboard.press("Escape")
    menu(page, "File", "docmanager:save")
    notebook = home / "mlcore-course" / "START_HERE.ipynb"
    for _ in range(100):
        if RIGHT in notebook.read_text(encoding="utf-8"):
            break
        time.sleep(0.1)
    command = [sys.executable, "-m", "mlcore", "lab", "--copy-only"]
    subprocess.run(command, check=True, env=os.environ | {"HOME": str(home)})
    assert RIGHT in notebook.read_text(encoding="utf-8")
    assert not (home / "mlcore-course" / "updates").exists()


def test_a_unit_that_nobody_has_touched_is_untouched(page, home):
    unit = home / "mlcore-course" / "00_bayes_rule" / "00_bayes_rule.ipynb"
    done = subprocess.run(
        [sys.executable, "-m", "mlcore", "progress", str(unit)], capture_output=True, text=True, check=True
    )
    assert re.search(
        r"^0 of (\d+) done, 0 begun, \1 untouched: 0 of [\d.]+ points\.$", done.stdout, re.MULTILINE
    )
