"""Every unit in a real browser: wrong answers, what is said of them, right ones, on a desk and on a phone, by
day or by night.

The answers go into the cells through the page's own model of the notebook, as if they had been typed; all
else is what a student does. Pictures of the panels are kept in build/browser.
"""

import ast
import importlib
import inspect
import json
import re
from pathlib import Path

import nbformat
import pytest

from .conftest import chromium

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is missing: run `make browser`")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="run `make browser`")
pytest.importorskip("jupyterlab", reason="JupyterLab is missing: run `make browser`")

ROOT = Path(__file__).parents[2]
UNITS = sorted(path.stem for path in (ROOT / "solutions").glob("0*.py"))
pytestmark = [
    pytest.mark.skipif(chromium() is None, reason="no Chromium: apt install chromium, or CHROMIUM=/path"),
    pytest.mark.filterwarnings("default"),
]
SET = """answers => {
    const cells = jupyterapp.shell.currentWidget.content.model.cells;
    let number = 0;
    for (let i = 0; i < cells.length; i++) {
        const name = cells.get(i).getMetadata('nbgrader')?.grade_id;
        if (name in answers) { cells.get(i).sharedModel.setSource(answers[name]); number++; }
    }
    return number; }"""
THEMES = ("JupyterLab Dark", "JupyterLab Light")  # one for each unit in turns: both would take twice as long
RUN = "async () => { await jupyterapp.commands.execute('runmenu:run-all') }"
HAS_RUN = """() => {
    const cells = jupyterapp.shell.currentWidget.content.model.cells;
    for (let i = 0; i < cells.length; i++) {
        const cell = cells.get(i);
        if (cell.type === 'code' && (cell.executionCount === null || cell.executionState === 'running'))
            return false;
    }
    return true; }"""
CHECKS = """() => {
    const cells = jupyterapp.shell.currentWidget.content.model.cells, found = {};
    for (let i = 0; i < cells.length; i++) {
        const cell = cells.get(i), name = cell.getMetadata('nbgrader')?.grade_id;
        if (name?.startsWith('check-')) found[name.slice(6)] = [i, JSON.stringify(cell.toJSON().outputs)];
    }
    return found; }"""
SHOW = """async place => {
    const notebook = jupyterapp.shell.currentWidget.content;
    notebook.activeCellIndex = place;
    await notebook.scrollToItem(place, 'start'); }"""
# Words and numbers that are cut where nobody can scroll to them: outside of the panel's scrolling boxes.
OUT_OF_REACH = """panel => {
    const edge = panel.getBoundingClientRect().right + 1;
    const scrolls = box => box !== panel && (getComputedStyle(box).overflowX === 'auto'
        || scrolls(box.parentElement));
    return [...panel.querySelectorAll('td, th, span, b, summary')]
        .filter(one => one.getBoundingClientRect().right > edge && !scrolls(one))
        .map(one => one.textContent.slice(0, 60)); }"""
CUT_NUMBERS = """panel => [...panel.querySelectorAll('td')].filter(cell => {
    if (!/^-?[0-9.]+$/.test(cell.textContent) || cell.querySelector('table')) return false;
    const words = document.createRange();
    words.selectNodeContents(cell);
    return words.getBoundingClientRect().height > 2 * parseFloat(getComputedStyle(cell).fontSize);
    }).map(cell => cell.textContent)"""

# Rows that the page colours: its stripes would mean something in a table of values.
STRIPES = """panel => [...panel.querySelectorAll('tr')]
    .filter(row => getComputedStyle(row).backgroundColor !== 'rgba(0, 0, 0, 0)').length"""

# Every picture of the page with the words of its cell: what is said of it, and what is to be said.
PICTURES = """async () => {
    const notebook = jupyterapp.shell.currentWidget.content, found = [];
    for (let i = 0; i < notebook.widgets.length; i++) {
        const cell = notebook.widgets[i], words = cell.model.getMetadata('alt');
        if (!words) continue;
        await notebook.scrollToItem(i, 'start');
        for (let tries = 0; tries < 50 && !cell.node.querySelector('.jp-RenderedImage img[alt]'); tries++)
            await new Promise(done => setTimeout(done, 100));
        for (const image of cell.node.querySelectorAll('.jp-RenderedImage img'))
            found.push([image.alt, words]);
    }
    return found; }"""


def wrong_answers(unit):
    """Return the source of a wrong answer to each task that has one: every unit draws another one of each."""
    module = importlib.import_module(f"tests.data.wrong_answers.{unit[3:]}")
    text = inspect.getsource(module)
    above, found = [], {}
    for node in ast.parse(text).body:
        source = ast.get_source_segment(text, node)
        decorator = node.decorator_list[0] if getattr(node, "decorator_list", None) else None
        if isinstance(decorator, ast.Call):
            task = decorator.args[0].value
            node.decorator_list, node.name = [], task
            found.setdefault(task, []).append(ast.unparse(node))
        elif not isinstance(node, ast.Expr) and "WrongAnswers" not in source:
            above.append(source)
    place = int(unit[:2])
    return {
        task: "\n".join([*above, "", "", answers[place % len(answers)]]) for task, answers in found.items()
    }


def solutions(unit):
    cells = nbformat.read(ROOT / "solutions" / unit / f"{unit}.ipynb", 4).cells
    roles = {cell.id: cell.metadata.get("nbgrader", {}) for cell in cells}
    return {cell.id: cell.source for cell in cells if roles[cell.id].get("solution")}


@pytest.fixture
def page(notebook, request):
    with notebook(f"{request.param}/{request.param}.ipynb") as page:
        yield request.param, page


def take_theme(page, theme):
    page.evaluate("theme => jupyterapp.commands.execute('apputils:change-theme', { theme })", theme)
    page.wait_for_function("theme => document.body.dataset.jpThemeName === theme", arg=theme)


def run_all(page):
    page.evaluate(RUN)
    page.wait_for_function(HAS_RUN)
    page.get_by_text("| Idle").first.wait_for()
    return {task: (place, json.loads(outputs)) for task, (place, outputs) in page.evaluate(CHECKS).items()}


def panel_of(page, task, place):
    page.evaluate(SHOW, place)
    panel = page.get_by_role("group", name=f"Check of {task}", exact=True)
    panel.wait_for()
    return panel


def html_of(outputs):
    (output,) = [output for output in outputs if "text/html" in output.get("data", {})]
    return "".join(output["data"]["text/html"])


@pytest.mark.parametrize("page", UNITS, ids=UNITS, indirect=True)
def test_a_unit_is_worked_through(page, keep):
    unit, page = page
    take_theme(page, THEMES[int(unit[:2]) % 2])
    answers = wrong_answers(unit)
    assert page.evaluate(SET, answers) == len(answers) >= 8
    checks = run_all(page)
    page.set_viewport_size({"width": 400, "height": 800})
    page.evaluate("() => { jupyterapp.shell.collapseLeft(); jupyterapp.shell.collapseRight() }")
    for task in answers:
        place, outputs = checks[task]
        assert 'aria-label="failed"' in html_of(outputs), task
        panel = panel_of(page, task, place)
        assert panel.evaluate(OUT_OF_REACH) == [], task
        assert panel.evaluate(CUT_NUMBERS) == [], task
        assert panel.evaluate(STRIPES) == 0, task
        keep(page, f"units-{unit}-{task}")
    page.set_viewport_size({"width": 1300, "height": 950})
    page.evaluate(SET, solutions(unit))
    for task, (_, outputs) in run_all(page).items():
        points = re.search(r"([\d.]+) of ([\d.]+) point", html_of(outputs))
        assert points[1] == points[2], task
    pictures = page.evaluate(PICTURES)
    assert len(pictures) >= 5
    assert [said for said, words in pictures] == [words for said, words in pictures]
    found = axe.Axe().run(page, context=".jp-OutputArea-output").response["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
