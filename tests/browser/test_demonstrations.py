"""Every demonstration in a real browser: run from top to bottom, then each of its sliders and menus is moved.

What is below them has to change, or who moves them learns nothing. Pictures are kept in build/browser.
"""

import pytest

from mlcore.demos import QUESTIONS

from .conftest import chromium
from .test_units import HAS_RUN, RUN, SHOW

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is missing: run `make browser`")
pytest.importorskip("jupyterlab", reason="JupyterLab is missing: run `make browser`")

pytestmark = [
    pytest.mark.skipif(chromium() is None, reason="no Chromium: apt install chromium, or CHROMIUM=/path"),
    pytest.mark.filterwarnings("default"),
]
NOTHING_TO_MOVE = {"memory"}  # no number in it is anybody's to choose
MOVED = """() => {
    const cells = jupyterapp.shell.currentWidget.content.model.cells, found = [];
    for (let i = 0; i < cells.length; i++) {
        const cell = cells.get(i);
        if (cell.type === 'code' && /\\binteract\\(/.test(cell.sharedModel.getSource())) found.push(i);
    }
    return found; }"""


@pytest.fixture
def page(notebook, request):
    with notebook(f"demos/{request.param}.ipynb") as page:
        yield request.param, page


def move(control):
    """Move a slider by the keyboard, or take another line of a menu."""
    if control.evaluate("control => control.tagName") == "SELECT":
        control.select_option(index=1)
        return
    control.focus()
    at_the_end = control.get_attribute("aria-valuenow") == control.get_attribute("aria-valuemax")
    for _ in range(4):
        control.press("ArrowLeft" if at_the_end else "ArrowRight")


@pytest.mark.parametrize("page", QUESTIONS, indirect=True)
def test_what_is_below_a_slider_changes_with_it(page, keep):
    name, page = page
    page.evaluate(RUN)
    page.wait_for_function(HAS_RUN)
    page.get_by_text("| Idle").first.wait_for()
    places = page.evaluate(MOVED)
    assert bool(places) == (name not in NOTHING_TO_MOVE)
    for place in places:
        page.evaluate(SHOW, place)
        box = page.locator(".jp-Notebook .widget-interact").last
        box.wait_for()
        shown = box.locator(".jp-OutputArea").last
        before = shown.inner_html()
        controls = box.locator(".noUi-handle, select").all()
        assert controls
        for control in controls:
            move(control)
        page.wait_for_function(
            "([box, before]) => box.innerHTML !== before", arg=[shown.element_handle(), before]
        )
        page.get_by_text("| Idle").first.wait_for()
        assert "Error" not in shown.inner_text()
        keep(page, f"demonstration-{name}-{place}")
