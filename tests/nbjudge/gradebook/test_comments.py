"""What the gradebook says of an answer that lost points."""

import pytest
from nbconvert.filters import markdown2html

from nbjudge.gradebook.comments import harmless, why_lost
from nbjudge.records import CellRecord, NotebookRecord


def notebook(*cells):
    records = (
        CellRecord(id=name, kind=kind, cell_type="code", status="ok", lost=lost) for name, kind, lost in cells
    )
    return NotebookRecord(name="n", key="", file="n.ipynb", cells=tuple(records))


def test_an_answer_is_told_what_all_tests_behind_it_say():
    said = why_lost(
        notebook(
            ("first", "answer", ""),
            ("test-a", "test", "no 4"),
            ("test-b", "test", ""),
            ("test-c", "test", "no 5"),
            ("second", "answer", ""),
            ("test-d", "test", ""),
        )
    )
    assert said == {"first": "test-a: no 4\n\ntest-c: no 5"}


def test_what_stands_before_the_first_answer_has_nobody_to_tell():
    assert why_lost(notebook(("test-a", "test", "no"), ("first", "answer", ""))) == {}


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        r"\<script>alert(1)\</script>",
        r"\\<img src=x onerror=alert(1)>",
        "</p><!-- ",
        "<?php ?>",
        "1 < 2 <B>",
        "[marks](javascript:alert(1))",
        r"\\[marks\\](javascript:alert(1))",
        "![](seen.png)",
    ],
)
def test_a_student_s_words_are_shown_and_not_obeyed(text):
    (comment,) = why_lost(notebook(("a", "answer", ""), ("t", "test", f"ValueError: {text}"))).values()
    shown = markdown2html(comment)
    inside = shown.strip().removeprefix("<p>").removesuffix("</p>")
    assert "<" not in inside
    assert harmless("no tag: 1 < 2") == "no tag: 1 < 2"
