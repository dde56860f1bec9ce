"""What must hold of docs/errata.md: 92 entries, each with a test of its own, and links that lead somewhere.

That the entries are true is the matter of the tests they name; that these ran is the matter of the test run.
"""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tools import student_errata

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "errata.md"
TEXT = PAGE.read_text()

IDS = [f"E{i:02}" for i in range(1, 93)]
KINDS = {"wrong", "slip", "misleading", "lectures disagree", "format"}
WEIGHTS = {"HIGH": "matters much", "MEDIUM": "matters somewhat", "LOW": "matters little"}
FIELDS = ["Where", "Printed", "Holds", "Why it matters", "Check"]
LECTURES = {
    1: "Naive-Bayes and k-Nearest Neighbors",
    2: "k-NN, Naive Bayes",
    3: "Approccio probabilistico",
    4: "Non-Parametric Models",
    5: "Nearest Neighbors and Naive Bayes",
}


def sections(text):
    """Return the text of each lecture's section, by the lecture's number."""
    parts = re.split(r"^## Lecture (\d): ", text, flags=re.MULTILINE)
    return {int(number): body for number, body in zip(parts[1::2], parts[2::2], strict=True)}


def entries(section):
    """Return (id, title, body) of each entry, in the order of the page."""
    parts = re.split(r"^### (E\d\d) · (.+)\n", section, flags=re.MULTILINE)
    return list(zip(parts[1::3], parts[2::3], parts[3::3], strict=True))


ENTRIES = {
    number: (lecture, title, body)
    for lecture, section in sections(TEXT).items()
    for number, title, body in entries(section)
}


def errata_tests(lecture):
    return ROOT / "tests" / "mlcore" / f"test_errata_lecture_{lecture}.py"


@cache
def functions_in(path):
    return [node.name for node in ast.parse(path.read_text()).body if isinstance(node, ast.FunctionDef)]


@cache
def weights_in(path):
    """Return the weight of each erratum as the file of its test has it: E26 → matters much."""
    return {
        number.upper(): WEIGHTS[ast.unparse(node.targets[0])]
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in WEIGHTS
        for number in ast.literal_eval(node.value)
    }


def anchor(heading):
    """Return the anchor that GitHub gives to a heading.

    Lower case, no punctuation, a hyphen for each blank.
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def lectures_named(text):
    """Return the numbers in "lecture 3" and in "lectures 2, 3 and 5"."""
    named = re.findall(r"lectures? ((?:\d(?:, | and )?)+)", text)
    return {int(number) for numbers in named for number in re.findall(r"\d", numbers)}


def test_each_erratum_has_one_entry_in_the_order_of_the_numbers():
    assert re.findall(r"^### (\S+)", TEXT, flags=re.MULTILINE) == IDS == list(ENTRIES)


def test_students_get_the_same_errata_without_the_tests():
    """If this fails, run `make notebooks`."""
    copy = (ROOT / "notebooks" / "errata.md").read_text(encoding="utf-8")
    assert copy == student_errata.for_students(TEXT)
    assert set(re.findall(r"^### (E\d\d)", copy, re.MULTILINE)) == set(ENTRIES)
    assert "tests/" not in copy
    assert "pytest" not in copy


def slug(number, title):
    return re.sub(r"[^\w\- ]", "", f"{number} · {title}".lower()).replace(" ", "-")


@pytest.mark.parametrize("path", sorted((ROOT / "solutions").glob("*.py")), ids=lambda path: path.stem)
def test_notes_in_the_units_lead_to_entries_of_the_lectures_that_they_name(path):
    notes = re.findall(
        r"^# > \[!fold((?: lecture-\d)+)\] Mind the slide.*?In the errata: (.*?)\.$",
        path.read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    assert len(notes) >= 3
    for topics, links in notes:
        found = re.findall(r"\[(E\d\d)\]\(\.\./\.\./notebooks/errata\.md#([^)]*)\)", links)
        lectures = {str(ENTRIES[number][0]) for number, _ in found}
        assert lectures == set(re.findall(r"\d", topics))
        assert [anchor for _, anchor in found] == [slug(number, ENTRIES[number][1]) for number, _ in found]


def test_each_lecture_has_one_section_with_its_title():
    headings = dict(re.findall(r"^## Lecture (\d): (.+)$", TEXT, flags=re.MULTILINE))
    assert {int(number): title for number, title in headings.items()} == LECTURES
    assert "Jindřich Libovický" in sections(TEXT)[2]
    assert "Milan Straka" in sections(TEXT)[2]
    assert "CPSC 340" in sections(TEXT)[4]


@pytest.mark.parametrize("number", IDS)
def test_an_entry_says_kind_and_weight_and_then_where_what_and_why(number):
    lecture, _, body = ENTRIES[number]
    kind, weight = re.match(r"\n\*(.+), (.+)\*\n\n- ", body).groups()
    assert kind.lower() in KINDS
    assert weight == weights_in(errata_tests(lecture))[number]
    assert re.findall(r"^- \*\*(.+?):\*\* \S", body, flags=re.MULTILINE) == FIELDS


@pytest.mark.parametrize("number", IDS)
def test_an_entry_names_a_test_of_its_own_that_exists(number):
    lecture, _, body = ENTRIES[number]
    (name, link), *others = re.findall(r"\[`(\w+)`\]\((.+?)\)", body)
    path = (PAGE.parent / link).resolve()
    assert others == []
    assert path == errata_tests(lecture)
    assert name in functions_in(path)
    assert name.startswith(f"test_{number.lower()}_")


def test_the_command_that_the_page_shows_selects_one_test_for_each_number():
    """`-k` looks for the number anywhere in the names of files and tests."""
    assert ".venv/bin/python -m pytest tests/mlcore -k e26\n" in TEXT
    files = sorted((ROOT / "tests" / "mlcore").rglob("test_*.py"))
    names = [f"{path.relative_to(ROOT)}::{name}" for path in files for name in functions_in(path)]
    selected = {number: [name for name in names if number.lower() in name.lower()] for number in IDS}
    assert {number: found for number, found in selected.items() if len(found) != 1} == {}


def test_every_link_leads_somewhere():
    anchors = [anchor(heading) for heading in re.findall(r"^#+ (.+)$", TEXT, flags=re.MULTILINE)]
    links = re.findall(r"\]\(([^)]+)\)", TEXT)
    inside = [link[1:] for link in links if link.startswith("#")]
    files = [link for link in links if not link.startswith("#")]
    assert inside
    assert files
    assert len(set(anchors)) == len(anchors)
    assert [link for link in inside if link not in anchors] == []
    assert [link for link in files if not (PAGE.parent / link).is_file()] == []


def test_a_reference_shows_the_number_that_it_leads_to():
    references = re.findall(r"\[(E\d\d)\]\(#(e\d\d)-", TEXT)
    assert references
    assert [shown for shown, target in references if shown.lower() != target] == []


def test_the_list_of_those_that_matter_much_is_complete():
    _, listed = TEXT.split("## The 23 that matter much\n")
    listed = re.findall(r"^- \[(E\d\d)\]\(\S+\) (.+)$", listed.split("\n## ")[0], flags=re.MULTILINE)
    assert listed == [
        (number, title) for number, (_, title, body) in ENTRIES.items() if "matters much*" in body
    ]
    assert len(listed) == 23


def test_an_entry_about_two_lectures_is_announced_in_the_section_of_the_other():
    announced = {
        lecture: set(re.findall(r"\[(E\d\d)\]", section.split("\n### ")[0]))
        for lecture, section in sections(TEXT).items()
    }
    missing = [
        (number, other)
        for number, (lecture, _, body) in ENTRIES.items()
        for other in lectures_named(re.search(r"\*\*Where:\*\* (.+)", body)[1]) - {lecture}
        if number not in announced[other]
    ]
    assert missing == []


def test_lines_can_be_read():
    """A link counts as what it shows."""
    shown = [re.sub(r"\]\([^)]+\)", "]", line) for line in TEXT.splitlines()]
    assert [line for line in shown if len(line) > 260] == []


def test_formulas_survive_markdown():
    """Markdown eats the backslash before punctuation, and a formula must not begin or end with a blank."""
    for line in TEXT.splitlines():
        parts = re.sub(r"`[^`]*`", "", line).split("$")
        assert len(parts) % 2 == 1, line
        for formula in parts[1::2]:
            assert formula == formula.strip() != "", line
            assert not re.search(r"\\[^A-Za-z ]", formula), line
            assert formula.count("{") == formula.count("}"), line
            assert formula.count(r"\left") == formula.count(r"\right"), line


@pytest.mark.parametrize(
    ("good", "bad", "complaint"),
    [
        ("### E26 · ", "### E25 · ", test_each_erratum_has_one_entry_in_the_order_of_the_numbers),
        ("](notation.md)", "](no_such_page.md)", test_every_link_leads_somewhere),
        ("](#e26--the-prior", "](#e27--the-prior", test_every_link_leads_somewhere),
        (r"$\text{Beta}", r"$\,\text{Beta}", test_formulas_survive_markdown),
        ("- [E26]", "- [E27]", test_a_reference_shows_the_number_that_it_leads_to),
    ],
)
def test_a_damaged_page_is_noticed(good, bad, complaint, monkeypatch):
    assert good in TEXT
    monkeypatch.setitem(globals(), "TEXT", TEXT.replace(good, bad, 1))
    with pytest.raises(AssertionError):
        complaint()
