"""The page that a student gets: what it says, and what it can never hold."""

from pathlib import Path
from typing import Any

import pytest

from nbjudge.pages.feedback import page, texts
from nbjudge.pages.feedback.clean import harmless_outputs
from nbjudge.pages.feedback.formulas import mathml

RESOURCES = {
    "nbgrader": {"student": "amy", "assignment": "ps1", "notebook": "n", "score": 1.5, "max_score": 6.0}
}


def cell(
    cell_type: str, source: str, marks: dict[str, Any], outputs: Any = (), **said: Any
) -> dict[str, Any]:
    metadata = {"nbgrader": marks, "nbjudge": said}
    return {"cell_type": cell_type, "source": source, "metadata": metadata, "outputs": list(outputs)}


def graded(score: float, points: float = 2.0, outputs: Any = (), **said: Any) -> dict[str, Any]:
    marks = {"grade": True, "grade_id": "test_it", "score": score, "points": points}
    return cell("code", "assert open_lines()", marks, outputs, kind="test", **said)


def rendered(*cells: dict[str, Any], **metadata: Any) -> str:
    return page.render({"cells": list(cells), "metadata": metadata}, RESOURCES)


@pytest.mark.parametrize(
    ("score", "verdict", "sign"), [(2.0, "full", "✓"), (0.5, "part", "◐"), (0.0, "none", "✗")]
)
def test_a_test_says_its_points_and_why_and_unfolds_its_open_lines(score: float, verdict: str, sign: str):
    text = rendered(graded(score, reason="It returned 3, not 4."))
    assert f'class="test {verdict}{" brief" * (verdict == "full")}"' in text
    assert sign in text
    assert f"{page.points(score)} / 2" in text
    assert "It returned 3, not 4." in text
    unfolded = text.partition("<summary>What was tested</summary>")[2]
    assert "open_lines" in unfolded
    assert "open_lines" not in text.removesuffix(unfolded)


def test_weaker_verdicts_are_marked():
    assert rendered(graded(2, weaker=True)).count("checked inside your program") == 2
    assert "checked inside" not in rendered(graded(2))


def test_a_cell_that_was_not_run_says_so():
    why = "Not run for the marks: none depends on it."
    assert why in rendered(cell("code", "plt.show()", {}, kind="given", status="not run", reason=why))
    assert why not in rendered(cell("code", "plt.show()", {}, kind="given", status="ok", reason=why))


def test_answers_that_wait_for_a_person_are_said_to():
    marks = {"grade": True, "solution": True, "grade_id": "why", "score": 0.0, "points": 3.0}
    text = rendered(cell("markdown", "Because $x^2$.", marks, by_hand=True))
    assert "1 answer will be marked by a person" in text
    assert "of 3" in text
    assert "<math" in text


def test_a_comment_is_shown():
    marks = {"solution": True, "grade_id": "a", "comment": "Well <b>done</b> <script>x</script>"}
    text = rendered(cell("code", "x = 1", marks))
    assert "Well <b>done</b>" in text
    assert "<script" not in text


def test_a_problem_and_a_late_penalty_are_said():
    resources = {"nbgrader": {**RESOURCES["nbgrader"], "late_penalty": 2.5}}
    text = page.render({"cells": [], "metadata": {"nbjudge": {"problem": "The file is empty."}}}, resources)
    assert "The file is empty." in text
    assert "2.5 points were taken off" in text


def test_nothing_active_and_nothing_from_elsewhere():
    outputs = [
        {
            "output_type": "display_data",
            "data": {"text/html": "<script>a</script><img src='http://x.example/a'>"},
        },
        {"output_type": "stream", "name": "stdout", "text": "</pre><script>b</script>\x1b[2J"},
        {"output_type": "error", "ename": "E", "evalue": "", "traceback": ["<img src=x onerror=c>"]},
    ]
    text = rendered(
        graded(0, outputs=outputs, reason="<script>d</script>"), cell("markdown", "<script>e</script>", {})
    )
    assert "<script" not in text
    assert "http://x.example" not in text
    assert "\x1b" not in text
    assert "Content-Security-Policy" in text


def test_student_names_are_escaped():
    resources = {"nbgrader": {**RESOURCES["nbgrader"], "student": "<script>alert(1)</script>"}}
    assert "<script" not in page.render({"cells": [], "metadata": {}}, resources)


def test_pictures_beside_the_notebook_become_part_of_the_page(tmp_path: Path):
    (tmp_path / "a.png").write_bytes(b"\x89PNG")
    (tmp_path / "link.png").symlink_to("/etc/hostname")
    text = texts.markdown("![a](a.png) ![b](../b.png) ![c](link.png) ![d](/etc/d.png)", tmp_path)
    assert text.count("data:image/png;base64,iVBORw==") == 1
    assert "/etc" not in text


def test_formulas_hold_nothing_but_formulas():
    assert "href" not in mathml(r"\href{javascript:alert(1)}{x}")
    assert "<script" not in mathml(r"\text{<script>alert(1)</script>}")
    assert "style=" not in mathml(r"\style{position:fixed}{x}")
    assert mathml("x" * 10_000).startswith("<code>")
    deep = "{" * 3000 + "}" * 900
    assert "<" in mathml(deep[:3900])


def test_the_bars_of_a_norm_do_not_grow_with_its_exponent():
    for bars in (r"\lVert q\rVert^2", r"\|q\|^2", "|q|^2"):
        assert mathml(bars).count('stretchy="false"') == 2
    assert 'stretchy="true"' in mathml(r"\left|\frac{a}{b}\right|")


def test_the_name_of_a_function_stands_apart_from_letters_and_not_from_brackets():
    assert mathml(r"n \log\theta").count("mspace") == 2
    assert "mspace" not in mathml(r"\log(x) + \log\left(x\right)")


def test_an_underscore_in_a_name_is_no_backslash():
    assert mathml(r"\text{var\_smoothing}").count("\\") == 0


def test_environments_and_dollars_are_formulas():
    text = texts.markdown("As $a_i$ and\n\n\\begin{align}x &= y\\end{align}\n\nand $$z$$ but not \\$5 or $6.")
    assert text.count("<math") == 3


def test_long_texts_are_cut_not_coloured():
    assert len(texts.code("x = 1\n" * 100_000)) < 30_000
    assert len(texts.markdown("word " * 100_000)) < 30_000


def test_a_displayed_formula_is_drawn():
    data = {"text/latex": r"$\displaystyle \frac{1}{2}$", "text/plain": "<IPython.core.display.Math object>"}
    text = rendered(cell("code", "half", {}, [{"output_type": "display_data", "data": data}]))
    assert "<mfrac>" in text
    assert "Math object" not in text


def test_what_is_not_answered_is_said_once():
    error = {"output_type": "error", "ename": "NotImplementedError", "evalue": "", "traceback": []}
    text = rendered(graded(0, outputs=[error], reason="It is not answered yet: NotImplementedError."))
    assert text.count("NotImplementedError") == 1
    marks = {"solution": True, "grade": True, "grade_id": "why", "points": 2.0}
    text = rendered(cell("markdown", "YOUR ANSWER HERE", marks, reason="Nothing was written here."))
    assert "Nothing was written here." in text
    assert "Comment" not in text


def test_a_mark_that_a_person_will_look_at_again_is_shown():
    marks = {"grade": True, "solution": True, "grade_id": "why", "score": 1.5, "points": 2.0}
    text = rendered(cell("markdown", "Because.", marks, by_hand=True))
    assert "1.5 / 2" in text
    assert "1 answer will be marked by a person" in text


def test_a_drawing_is_drawn_on_the_page_of_a_graded_notebook():
    """The graded notebook holds it made harmless already; the page makes it harmless again."""
    drawing = "<svg xmlns='http://www.w3.org/2000/svg'><circle r='4'/></svg>"
    output = {"output_type": "display_data", "data": {"image/svg+xml": drawing}, "metadata": {}}
    once = harmless_outputs([output])
    assert harmless_outputs(once) == once
    text = rendered(cell("code", "draw()", {}, once))
    assert 'class="output picture"' in text
    assert "data:image/svg+xml;base64," in text
    forged = '<img alt="drawing" src="data:image/svg+xml;base64,AAAA"><script>x</script>'
    assert "svg+xml" not in rendered(cell("markdown", forged, {}))


STUB = """def f(x):
    '''Return x.

    x   a number
    '''
    return x + 1"""


def test_an_answer_is_shown_without_the_text_of_its_task():
    answer = cell("code", STUB, {"solution": True})
    text = rendered(answer, graded(0, reason="It returned 3, not 4."))
    assert "Return x. …" in text
    assert "a number" not in text
    assert "x + 1" in text.replace("</span>", "").replace('<span class="o">', "").replace(
        '<span class="mi">', ""
    )


@pytest.mark.parametrize(
    "source",
    [
        "def f(x):\n    return x +",
        "def f(x):\n    '''Return x.'''\n    return x",
        "def f(x):\n    '''Return x.\n    '''",
        "def f(x):\n    '''Return x.\n    '''; return x",
        "def f(x):\n    'Return' \\\n    'x'\n    return x",
        "(" * 300 + ")" * 300,
        "x = 1\0",
    ],
)
def test_code_from_which_nothing_can_be_cut_is_shown_as_it_is(source: str):
    assert page.without_task(source) == source


def test_inner_functions_and_classes_are_cut_as_well():
    inner = "class A:\n    " + STUB.replace("\n", "\n    ").replace("    \n", "\n")
    assert (
        page.without_task(inner) == "class A:\n    def f(x):\n        '''Return x. …'''\n        return x + 1"
    )


def test_what_nobody_wrote_takes_one_row():
    answer = cell("code", STUB, {"solution": True}, unchanged=True)
    text = rendered(answer, graded(0, reason="It is not written yet."))
    assert 'class="test none brief"' in text
    assert "Nothing was written here" not in text
    written = rendered(cell("code", STUB, {"solution": True}), graded(0, reason="No."))
    assert 'class="test none"' in written
