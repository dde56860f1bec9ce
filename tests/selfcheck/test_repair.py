import math
import warnings
from dataclasses import replace

import numpy as np
import pytest

from selfcheck.check import Checker
from selfcheck.exercise import Case, Exercise, Family, Unit, wrong
from selfcheck.repair import repair
from selfcheck.trial import Sheet


def rates(counts, below):
    """Each row of counts, divided by its sum and by the root of `below`."""
    counts = np.asarray(counts, float)
    return counts / counts.sum(axis=1, keepdims=True) / below ** (1 / 2)


@wrong()
def root_left_out(counts, below):
    """Which root is it?"""
    counts = np.asarray(counts, float)
    return counts / counts.sum(axis=1, keepdims=True) / below


RATES = Exercise(
    "rates",
    "rates(counts, below) -> array",
    rates,
    (
        Family(
            "by hand",
            "example",
            1,
            (
                Case("two rows", ([[1, 3], [2, 2]], 4)),
                Case("three rows", ([[1, 3], [2, 2], [5, 0]], 9)),
                Case("one row", ([[1, 0, 3]], 3)),
            ),
        ),
    ),
    (root_left_out,),
)
LETTERS = Exercise(
    "letters",
    "letters(text, wanted) -> int",
    lambda text, wanted: sum(letter in wanted for letter in text),
    (
        Family(
            "by hand",
            "example",
            1,
            (Case("two", ("abab", "a")), Case("none", ("abc", "x")), Case("all", ("aab", "ba"))),
        ),
    ),
    (),
)


def over_the_columns(counts, below):
    counts = np.asarray(counts, float)
    shares = counts / counts.sum(axis=0)
    return shares / below ** (1 / 2)


def brackets(counts, below):
    counts = np.asarray(counts, float)
    return counts / counts.sum(axis=1)[:, None] / below**1 / 2


def whole_numbers(counts, below):
    table = np.zeros(np.shape(counts), dtype=int)
    for place, row in enumerate(counts):
        table[place] = np.array(row) * 1000 / sum(row) / below**0.5
    return table / 1000


def back_at_once(text, wanted):
    found = 0
    for letter in text:
        if letter in wanted:
            found += 1
        return found


def count(text, letter):
    number = 1
    for other in text:
        number += other == letter
    return number


def by_a_helper(text, wanted):
    return sum(count(text, letter) for letter in wanted)


def different(text, wanted):
    return len(set(text) & set(wanted))


def both(counts, below):
    counts = np.asarray(counts, float)
    return counts / counts.sum(axis=0, keepdims=True) / below


def below_forgotten(counts, below):
    counts = np.asarray(counts, float)
    return counts / counts.sum(axis=1, keepdims=True) / 1 ** (1 / 2)


def only_if_long(text, wanted):
    return sum(letter in wanted for letter in text) if len(text) > 3 else 0


def the_same_slip_twice(text, wanted):
    half = len(text) // 2
    first = sum(letter not in wanted for letter in text[:half])
    second = sum(letter not in wanted for letter in text[half:])
    return first + second


def other_loop(text, wanted):
    found = 0
    for letter in wanted:
        found += letter in wanted
    return found


def found(exercise, answer):
    sheet = Sheet(exercise, "a")
    trials = [trial for result in sheet.try_out(answer) for trial in result.trials]
    return repair(sheet, answer, trials, {})


@pytest.mark.parametrize(
    ("exercise", "answer", "kind", "text"),
    [
        (RATES, over_the_columns, "axis", "shares = counts / counts.sum(axis=0)"),
        (RATES, brackets, "order", "return counts / counts.sum(axis=1)[:, None] / below**1 / 2"),
        (RATES, whole_numbers, "type", "table = np.zeros(np.shape(counts), dtype=int)"),
        (LETTERS, back_at_once, "return", "return found"),
        (LETTERS, by_a_helper, "number", "number = 1"),
        (
            LETTERS,
            only_if_long,
            "branch",
            "return sum(letter in wanted for letter in text) if len(text) > 3 else 0",
        ),
        (LETTERS, other_loop, "loop", "for letter in wanted:"),
        (
            LETTERS,
            the_same_slip_twice,
            "compare",
            "first = sum(letter not in wanted for letter in text[:half])",
        ),
        (
            RATES,
            below_forgotten,
            "factor",
            "return counts / counts.sum(axis=1, keepdims=True) / 1 ** (1 / 2)",
        ),
    ],
)
def test_the_line_is_told_and_the_change_is_not(exercise, answer, kind, text):
    line = found(exercise, answer)
    assert (line.kind, line.text, line.left) == (kind, text, None)
    assert f"line {line.line}: `{text}`" in line.sentence


def test_a_change_that_leaves_one_case_wrong_does_not_count():
    assert found(LETTERS, different) is None


def test_one_change_away_from_a_known_mistake_there_are_two():
    line = found(RATES, both)
    assert (line.kind, line.left) == ("axis", root_left_out)
    assert line.sentence.startswith("And there is a second slip, in line ")


def test_nothing_that_is_the_students_is_changed():
    before = over_the_columns([[1, 3], [2, 2]], 4).tolist()
    found(RATES, over_the_columns)
    assert over_the_columns([[1, 3], [2, 2]], 4).tolist() == before
    assert by_a_helper("ab", "a") == 2


def test_what_has_no_source_is_left_alone():
    made = {}
    exec("def letters(text, wanted):\n    return 0", made)
    assert found(LETTERS, made["letters"]) is None
    assert found(LETTERS, lambda text, wanted: 0) is None
    assert found(LETTERS, len) is None


def test_it_ends_in_time_whatever_the_changes_do():
    import time

    def endless_when_changed(text, wanted):
        place, found = 0, 0
        while place < len(text):
            place += 1
            while found > 10**9:
                found -= 1
        return found + place

    start = time.process_time()
    found(LETTERS, endless_when_changed)
    assert time.process_time() - start < 1


def test_a_check_asks_about_the_line_and_a_graded_run_changes_nothing(monkeypatch):
    check = Checker([Unit("course", "00_course", (RATES, LETTERS))]).check
    assert "In which order does Python work it out?" in str(check("course.rates", brackets))
    assert "Which root is it? And there is a second slip" in str(check("course.rates", both))
    monkeypatch.setenv("NBJUDGE", "1")
    assert "line" not in str(check("course.rates", brackets))


def test_what_python_remarks_on_a_line_is_not_said_again(tmp_path, monkeypatch, capsys):
    """The student has read it when the cell ran; here every changed copy would say it once more."""
    (tmp_path / "written.py").write_text(
        "def letters(text, wanted):\n"
        "    if text is 'nothing':\n"
        "        return 0\n"
        "    return sum(letter in wanted for letter in text) + 1\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from written import letters
    assert found(LETTERS, letters) is not None
    assert capsys.readouterr().err == ""


@wrong()
def sum_for_product(xs):
    """Do you add or multiply?"""
    return sum(xs)


PRODUCT = Exercise(
    "product",
    "product(xs) -> int",
    math.prod,
    (Family("all", "example", 1, tuple(Case(str(xs), (xs,)) for xs in ([2, 3], [4, 5], [30, 50]))),),
    (sum_for_product,),
)


def last_digits(xs):
    return divmod(math.prod(xs), 1000)[1]


def in_whole_numbers(xs):
    return int(np.prod(xs, dtype=np.int64)) if len(xs) < 2 else int(np.prod(xs))


def test_a_mistake_that_the_change_itself_brings_in_is_not_told():
    assert found(PRODUCT, last_digits) is None


def test_a_product_that_grows_out_of_its_type_is_found():
    large = replace(PRODUCT, families=(Family("all", "example", 1, (Case("large", ([2] * 70,)),)),))
    with np.errstate(over="ignore"):
        line = found(large, in_whole_numbers)
    assert (line.kind, line.left) == ("type", None)


def test_two_lines_that_have_to_change_are_both_shown(monkeypatch):
    monkeypatch.setattr("selfcheck.repair.SECONDS", 20)
    monkeypatch.setattr("selfcheck.repair.EARLY", 20)  # however busy the machine

    def two(counts, below):
        counts = np.asarray(counts, float)
        total = counts.sum(axis=0, keepdims=True)
        return counts / total / below ** (1 / 3)

    sheet = Sheet(RATES, "a")
    found = repair(sheet, two, [trial for result in sheet.try_out(two) for trial in result.trials], {})
    assert found.second is not None
    assert found.second[0] == found.line + 1
    assert found.sentence.startswith(
        f"Two small changes would make all of it right, in line {found.line}: `total ="
    )
