"""What a student reads: complete, escaped, cut to size, and silent on hidden cases."""

import html.parser
import re

import numpy as np
import pytest

from selfcheck import panel, values
from selfcheck.check import Checker
from selfcheck.exercise import Case, Exercise, Family, Unit

from .examples import UNIT, last_left_out, mean_instead

check = Checker([UNIT])


def checked(reference, answer, *arguments, **options):
    families = (Family("by hand", "example", 1, (Case("the case", arguments, **options),)),)
    unit = Unit("u", "00_u", (Exercise("f", "f(x, y) -> float", reference, families, ()),))
    return Checker([unit])("u.f", answer)


class Balanced(html.parser.HTMLParser):
    """Remembers open tags: at the end there must be none."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attributes):
        assert not any(name.startswith("on") for name, _ in attributes)
        if tag not in ("br", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def well_formed(text):
    parser = Balanced()
    parser.feed(text)
    return parser.open == [] and "<script" not in text and "<style" not in text


def test_full_marks_are_said_shortly():
    result = check("sums.total", sum)
    assert str(result) == (
        "total: 3.5 of 3.5 points\n  passed  by hand (1 of 1)\n  passed  nothing (0.5 of 0.5)\n"
        "  passed  drawn anew (2 of 2)"
    )
    assert "✓ by hand · ✓ nothing · ✓ drawn anew" in result._repr_html_()
    assert len(result._repr_html_()) < 450


def test_a_known_mistake():
    assert str(check("sums.total", mean_instead.answer)) == (
        "total: 0.5 of 3.5 points\n"
        "  passed  nothing (0.5 of 0.5)\n"
        "  FAILED  by hand (0 of 1)\n"
        "  FAILED  drawn anew (0 of 2)\n"
        "The smallest case that fails: two numbers\n"
        "  call      total([1.0, 2.5])\n"
        "  expected  3.5\n"
        "  got       1.75\n"
        "Ask yourself:  Is it the sum, or the `mean`?"
    )
    assert "the <code>mean</code>?" in check("sums.total", mean_instead.answer)._repr_html_()


def test_untouched():
    def stub(xs):
        raise NotImplementedError

    result = check("sums.total", stub)
    assert result == 0
    assert str(result).endswith("Not written yet: total(xs: list[float]) -> float")
    assert "Not written yet" in result._repr_html_()


def test_hidden_draws_show_no_values_but_the_visible_cases_do():
    only_drawn = check("sums.total", lambda xs: sum(xs) if len(xs) < 4 else 0.123, hidden=True)
    for text in (str(only_drawn), only_drawn._repr_html_()):
        assert "It fails in: drawn anew." in text
        assert "Do you add up every number?" in text
        assert "0.123" not in text
        assert not re.search(r"\d\.\d{3}", text)
    assert "two numbers" in str(check("sums.total", last_left_out.answer, hidden=True))


def test_hidden_draws_do_not_leak_by_print_or_warning():
    def telltale(xs):
        print("INPUT", xs)
        if len(xs) == 4:
            np.log(np.array([-(xs[0] ** 2)]))
        return 0.0 if len(xs) == 4 else sum(xs)

    result = check("sums.total", telltale, hidden=True)
    assert "INPUT" not in str(result).replace("INPUT [1.0, 2.5]", "")
    assert "RuntimeWarning" not in str(result)


def test_prints_and_warnings_are_shown_in_the_panel():
    def chatty(xs):
        print("here", xs)
        return sum(xs) / np.float64(0)

    result = check("sums.total", chatty)
    assert "Your function printed: here [1.0]" in str(result)
    assert "RuntimeWarning: divide by zero" in str(result)


NASTY = [
    "<script>alert(1)</script>",
    "</div></pre>",
    {"<b>": "<i>"},
    [["<td>"]],
    np.array(["<x>", "&"]),
    {("<",): [np.array([[1, 2]]), {"deep": {"deeper": {"deepest": {"at last": [1]}}}}]},
    "x" * 100_000,
    list(range(100_000)),
    np.zeros((1000, 1000)),
    np.zeros((3, 3, 3)),
    {i: i for i in range(10_000)},
    10**5000,
    object(),
    float("nan"),
    [[]],
    [[], [1]],
    [1, [2]],
    {},
    set(),
    frozenset({1}),
    (1,),
    b"\x00\xff",
    np.array(None),
    np.array([None, "a"], dtype=object),
    np.zeros(0),
    np.zeros((0, 3)),
    1 + 2j,
    Exception("<b>"),
    lambda x: x,
    (x for x in "ab"),
    np.array([(1, 2.0)], dtype=[("a", int), ("b", float)]),
]


class Unprintable:
    def __repr__(self):
        raise RuntimeError


@pytest.mark.parametrize("value", [*NASTY, Unprintable()], ids=lambda value: type(value).__name__)
def test_whatever_comes_back_is_escaped_and_cut(value):
    for reference in (lambda x: 1.0, lambda x: {"a": [1.0, 2.0]}, lambda x: np.eye(2)):
        result = checked(reference, lambda x: value, 0)
        assert result == 0
        assert well_formed(result._repr_html_())
        assert len(result._repr_html_()) < 40_000
        assert len(str(result)) < 3_000


@pytest.mark.parametrize("value", NASTY[:-3], ids=lambda value: type(value).__name__)
def test_whatever_goes_in_is_shown_whole_or_cut(value):
    result = checked(lambda x, y: 1.0, lambda x, y: 2.0, value, "y")
    assert well_formed(result._repr_html_())
    assert len(result._repr_html_()) < 60_000


def test_the_first_difference_is_marked_in_both_tables():
    model = {"classes": ["a", "b"], "mean": np.array([[1.0, 2.0], [3.0, 4.0]])}
    other = {"classes": ["a", "b"], "mean": np.array([[1.0, 2.0], [3.0, 5.0]])}
    result = checked(lambda: model, lambda: other)
    shown = result._repr_html_()
    marked = re.findall(re.escape(values.MARKED) + r'">([^<]*)<', shown)
    assert marked == ["4.0", "5.0"]
    assert "At ['mean'][1, 1]: 4.0 was expected, got 5.0." in str(result)


def test_a_difference_far_away_in_a_large_array_is_shown():
    expected, got = np.zeros((50, 40)), np.zeros((50, 40))
    got[44, 33] = 7.5
    shown = checked(lambda: expected, lambda: got)._repr_html_()
    assert re.findall(re.escape(values.MARKED) + r'">([^<]*)<', shown) == ["0.0", "7.5"]


def test_numbers_that_look_alike_are_shown_with_all_digits():
    result = checked(lambda: [0.1234567890], lambda: [0.1234567899])
    assert "0.123456789 was expected, got 0.1234567899" in str(result)
    assert "1.0 was expected, got 0.99999999518475" in str(checked(lambda: [1.0], lambda: [0.99999999518475]))


def test_a_property_shows_its_inputs_not_a_call_that_was_not_made():
    result = checked(lambda x: x, lambda x: -x, 2.0, ask=lambda answer, x: answer(x) + answer(x))
    assert "f(2.0)" not in str(result)
    shown = checked(
        lambda x: x, lambda x: -x, 2.0, ask=lambda answer, x: answer(x) * 3, shown="f(2.0) three times"
    )
    assert "f(2.0) three times" in str(shown)


@pytest.mark.parametrize(
    "value",
    [
        {"prior": np.array([0.5, 0.5]), (0, "x"): {2, 1}},
        [np.float64(0.5), np.str_("a"), np.nan, -np.inf, None, True],
        np.array([[1, 2], [3, 4]], dtype=np.uint8),
        np.array(["a", "bb"]),
        np.zeros((0, 3)),
        (1,),
        frozenset({1, 2}),
        set(),
        np.array([1.5, np.nan]),
    ],
)
def test_code_can_be_copied(value):
    again = eval(values.code(value), {"np": np})
    np.testing.assert_equal(again, value)


def test_expected_errors_are_named():
    def refuses(x):
        raise ValueError("no")

    result = checked(refuses, lambda x: 0.0, 0)
    assert "expected  ValueError" in str(result)
    assert "ValueError" in result._repr_html_()


def test_the_inputs_of_a_case_that_is_only_described_can_be_unfolded():
    shown = checked(sum, max, [1, 7, 4], shown="the three rows")._repr_html_()
    assert well_formed(shown)
    described, _, unfolded = shown.partition("<details")
    assert "the three rows" in described
    assert ">7<" in unfolded


def test_code_and_stressed_words_of_a_question():
    from selfcheck.panel import _prose

    assert _prose("Do your *rows* or `a * b` sum to 1? 2 * 3 * 4") == (
        "Do your <em>rows</em> or <code>a * b</code> sum to 1? 2 * 3 * 4"
    )


def luminance(colour):
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    """As the accessibility guidelines define it: 1 for the same colour, 21 for black on white.

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("page", ["#ffffff", "#111111", "#1e1e1e"])  # JupyterLab light and dark, VS Code dark
def test_coloured_lines_are_seen_on_light_and_dark_pages(page):
    for colour in (panel.GREEN, panel.AMBER, panel.RED, panel.GREY):
        assert contrast(colour, page) >= 3, colour


def test_words_take_the_colour_of_the_page():
    """No colour reaches 4.5 to 1 on both white and JupyterLab's black."""
    shown = check("sums.total", mean_instead.answer)._repr_html_()
    assert not re.search(r"(?<![-\w])color:", shown)


def test_what_is_seen_is_also_said():
    shown = check("sums.total", mean_instead.answer)._repr_html_()
    assert '<div role="group" aria-label="Check of total"' in shown
    assert shown.count('aria-label="passed"') == 1
    assert shown.count('aria-label="failed"') == 2
    table = values.table(np.array([[1, 2], [3, 4]]), (1, 0))
    assert table.startswith('<table aria-label="2 by 2 values"')
    assert table.count("aria-current=true") == 1
    named = values.table({"prior": np.array([0.5, 0.5]), "classes": ["a", "b"]})
    assert named.count('<th scope="row"') == 2
    assert 'aria-label="2 entries, by name"' in named


def test_further_hints_are_there_to_be_unfolded_and_tell_no_answer_of_the_failing_case():
    def without_negatives(xs):
        return sum(abs(x) for x in xs)

    shown = check("sums.total", without_negatives)._repr_html_()
    assert shown.count("<details") >= 2
    second = shown.partition("<summary>A second hint</summary>")[2].partition("</details>")[0]
    assert "Here your function is right:" in second
    assert "What is different in the case above?" in second
    assert "<summary>Where to read</summary>" in shown
    assert "A second hint" not in str(check("sums.total", without_negatives))


def test_who_has_nothing_right_yet_is_led_to_the_worked_example():
    shown = check("sums.total", lambda xs: "no number")._repr_html_()
    assert "No case is right yet." in shown


def test_who_has_everything_right_needs_no_further_hint():
    assert "<details" not in check("sums.total", sum)._repr_html_()
