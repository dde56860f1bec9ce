"""The pairs side by side: what both have is marked, what students typed stays text, nothing is fetched."""

import re

from nbjudge.pages.similar.agreement import Answer, Pair, Shared, Task, pairs
from nbjudge.pages.similar.page import render
from tests.nbjudge.pages.similar.test_agreement import COPIED, MINE, TASKS, everybody, theirs


def page(answers, tasks=TASKS):
    return render("ps1", pairs(answers, tasks), answers, tasks)


def test_what_both_have_is_marked_and_comments_between_are_not():
    text = page(everybody(*theirs(MINE, "giver"), *theirs(COPIED, "taker")))
    marked = re.findall(r'<span class="both">(.*?)</span>', text)
    assert any("seen.add(item ^ acc)" in line for line in marked)
    assert any("schon.add( zahl ^ ergebnis )" in line for line in marked)
    assert "<span>    # I saw this in a book</span>" in text


def test_it_says_plainly_that_it_proves_nothing_even_where_there_is_nobody():
    for answers in (everybody(), everybody(*theirs(MINE, "giver"), *theirs(COPIED, "taker"))):
        assert "This proves nothing." in page(answers)
    assert "No two works agree" in page(everybody())


def test_code_and_names_stay_text_and_nothing_is_fetched():
    name, code = "<img src=x>", "f('</pre><script>alert(1)</script>')"
    tasks = [Task("t", ("",))]
    answers = [Answer(student, "t", code) for student in (name, "other")]
    shared = Shared("t", 50.0, 1.0, (("<b>", 2),), frozenset())
    text = render("<title>", [Pair((name, "other"), 50.0, 1.0, (shared,))], answers, tasks)
    assert "<script" not in text
    assert "<img" not in text
    assert "<b>&lt;img src=x&gt;</b>" in text
    assert not re.search(r"src=\"|href=\"(?!#)|url\(|@import|https?:", text)
