"""What a handout has and lacks: notes open, answers gone, pages numbered."""

import pytest

from .conftest import chromium

pytest.importorskip("playwright.sync_api", reason="playwright is missing: run `make browser`")
pytestmark = [
    pytest.mark.skipif(chromium() is None, reason="no Chromium: apt install chromium, or CHROMIUM=/path"),
    pytest.mark.filterwarnings("default"),
]
PAGE = """<html><title>A unit</title><h1>A unit</h1>
<details><summary>Mind the slide</summary><p>a note</p></details>
<details><summary>Answer</summary><p>it is (b)</p></details>
<details class="answer"><summary>A possible answer</summary><p>because</p></details>
<details class="hide above-input"><summary>Show a solution</summary><p>return 1</p></details>
<div class="cell_output"><div role="group" aria-label="Check of share">3 of 3 points</div></div>
<div class="cell_output">0.6</div></html>"""


def test_notes_are_open_and_what_a_student_has_to_find_is_gone(browser):
    from tools.print_handouts import printed

    page = browser.new_page()
    page.set_content(PAGE)
    paper = printed(page)
    seen = page.inner_text("body")
    page.close()
    assert "a note" in seen
    assert "0.6" in seen
    for hidden in ("(b)", "because", "return 1", "Answer", "solution", "3 of 3"):
        assert hidden not in seen
    assert paper.startswith(b"%PDF-")
    assert b"/StructTreeRoot" in paper
