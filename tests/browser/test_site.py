"""A page of each kind of the site that `make docs` built, by day and by night, on a desk and on a phone.

`pytest -m whole` does the same with every page.
"""

from pathlib import Path

import pytest

from .conftest import UNFOLD, chromium

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="run `make browser`")

SITE = Path(__file__).parents[2] / "build" / "site"
KINDS = {
    "front": "index",
    "for students": "students",
    "units": "units",
    "unit": "units/01_knn",
    "demonstrations": "demos",
    "demonstration": "demos/voronoi",
    "estimator": "reference/mlcore.naive_bayes",
    "listing": "_modules/mlcore/bayes_classifier",
    "errata": "errata",
    "figures": "figures",
    "glossary": "glossary",
    "concepts": "concepts",
    "teacher's book": "teaching",
    "grader's guide": "grading",
    "search": "search",
}
pytestmark = [
    pytest.mark.skipif(chromium() is None, reason="no Chromium: apt install chromium, or CHROMIUM=/path"),
    pytest.mark.skipif(not SITE.is_dir(), reason="there is no site: make docs"),
    pytest.mark.filterwarnings("default"),
]
# What is cut where nobody can scroll to it.
OUT_OF_REACH = """() => {
    const scrolls = box => box && box !== document.body
        && (getComputedStyle(box).overflowX !== 'visible' || scrolls(box.parentElement));
    return [...document.querySelectorAll('.bd-article *')]
        .filter(one => one.getBoundingClientRect().right > innerWidth + 1 && !scrolls(one.parentElement))
        .map(one => one.outerHTML.slice(0, 80)); }"""
# A check's panel on a plate of another colour, and names of code torn apart in the list of sections.
PLATES = """() => [...document.querySelectorAll('.text_html:has(> [role=group])')]
    .map(box => getComputedStyle(box).backgroundColor).filter(colour => colour !== 'rgba(0, 0, 0, 0)')"""
TORN = """() => [...document.querySelectorAll('.bd-sidebar-secondary code')]
    .filter(name => name.getClientRects().length > 1).map(name => name.textContent)"""


ALL = sorted(
    path.relative_to(SITE).with_suffix("").as_posix()
    for path in SITE.rglob("*.html")
    if "_static" not in path.parts  # a template of the theme's
)

# A mark that could begin a line, as the formula before it ends one; what is printed and cut.
LONE = """() => [...document.querySelectorAll('.bd-article math')]
    .filter(one => /^[,.;:?!)]/.test(one.nextSibling?.data ?? '') && !one.closest('.kept-together'))
    .map(one => one.parentElement.textContent)"""
CUT = """() => [...document.querySelectorAll('.cell_output pre')]
    .filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_page_is_read_by_anybody(browser, keep, kind, theme):
    read(browser, keep, KINDS[kind], f"site-{kind}-{theme}", theme)


@pytest.mark.whole
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ALL)
def test_every_page_is_read_by_anybody(browser, keep, name, theme):
    read(browser, keep, name, f"whole-{name.replace('/', '-')}-{theme}", theme)


def read(browser, keep, name, kept, theme):
    """axe: names, roles, contrast; pictures with words; whole names; nothing is cut on a phone."""
    context = browser.new_context(color_scheme=theme, viewport={"width": 1280, "height": 900})
    try:
        page = context.new_page()
        page.goto((SITE / f"{name}.html").as_uri())
        page.evaluate(UNFOLD)
        found = axe.Axe().run(page).response["violations"]
        serious = [one for one in found if one["impact"] in ("serious", "critical")]
        assert [(one["id"], one["nodes"][0]["html"]) for one in serious] == []
        assert page.evaluate("[...document.images].filter(one => !one.alt || !one.naturalWidth).length") == 0
        assert page.evaluate(PLATES) == []
        assert page.evaluate(TORN) == []
        assert page.evaluate(LONE) == []
        assert page.evaluate(CUT) == []
        keep(page, kept)
        page.set_viewport_size({"width": 400, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= 400
        assert page.evaluate(OUT_OF_REACH) == []
        keep(page, f"{kept}-phone")
    finally:
        context.close()
