# ruff: noqa: E501 - cells are written as they are in notebooks
"""What is shown before a test's first hidden line runs, and that nothing of what comes after gets out."""

from nbjudge.course import hidden_tests
from nbjudge.grading import reasons
from nbjudge.reports import MIME
from nbjudge.tasks import Cell

SECRET = 918273
HALVES = "print('open')\ntwice(1)\n### BEGIN HIDDEN TESTS\nprint(twice({secret}))\n### END HIDDEN TESTS"
TWICE = "def twice(x):\n    return 2 * x"
REPORT = f"""
class Report(float):
    def _repr_mimebundle_(self, **more):
        hidden = self.hidden
        family = {{"name": "drawn" if hidden else "by hand", "points": float(self), "total": 2, "hidden": hidden}}
        failure = {{"family": "by hand", "case": "two", "call": "twice(2)", "expected": "4", "got": repr(self.got), "why": ""}}
        said = {{"format": 1, "exercise": "x.twice", "points": float(self), "total": 2, "families": [family],
                "findings": [], "failure": None if self else failure}}
        return {{"{MIME}": said, "text/html": f"<b>got {{self.got}}</b>"}}

def check(function, x, hidden=False):
    got = function(x)
    made = Report(2.0 if got == 2 * x else 0.0)
    made.got, made.hidden = got, hidden
    return made
"""
CHECK = "check(twice, 2)\n### BEGIN HIDDEN TESTS\ncheck(twice, {secret}, hidden=True)\n### END HIDDEN TESTS"


def for_student(test: str, result) -> str:
    """Everything of a test that a student's page is made of."""
    cell = Cell("test0", "test", test, 2.0)
    shown = hidden_tests.outputs(test, result.outputs, False, result.before_hidden)
    return repr(shown) + reasons.reason(cell, result, ())


def test_the_open_half_shows_what_it_shows_in_the_notebook(grade):
    test = HALVES.format(secret=SECRET)
    (result,) = grade(TWICE, test)
    assert result.score == 2.0
    assert result.before_hidden == 2
    assert [output["output_type"] for output in result.outputs] == ["stream", "display_data", "stream"]
    text = for_student(test, result)
    assert "open" in text
    assert "'2'" in text
    assert str(2 * SECRET) not in text


def test_an_error_of_the_open_half_ends_the_test_and_is_shown(grade):
    test = "assert twice(1) == 2, 'one'\n### BEGIN HIDDEN TESTS\nassert twice(5) == 10\n### END HIDDEN TESTS"
    (result,) = grade(TWICE, test, answer="def twice(x):\n    return x")
    assert result.score == 0.0
    assert "AssertionError: one, in the line assert twice(1) == 2, 'one'." in for_student(test, result)


def test_lines_keep_their_numbers_behind_the_first_half(grade):
    test = (
        "x = twice(1)\n### BEGIN HIDDEN TESTS\nassert twice(5) == 10\n### END HIDDEN TESTS\n"
        "assert twice(3) == 6, 'three'"
    )
    (result,) = grade(TWICE, test, answer="def twice(x):\n    return 10 if x == 5 else 2")
    assert hidden_tests.failing_line(result.outputs[-1]["traceback"]) == 5


def test_of_a_check_the_open_half_is_shown_and_the_points_are_the_hidden_half_s(grade):
    test = CHECK.format(secret=SECRET)
    (right,) = grade(TWICE, test, given=REPORT)
    assert right.score == 2.0
    (wrong,) = grade(TWICE, test, given=REPORT, answer="def twice(x):\n    return x")
    text = for_student(test, wrong)
    assert "twice(2) should give 4, but gives 2." in text
    assert "got 2" in text
    assert str(SECRET) not in text


def test_what_only_the_hidden_half_finds_is_named_by_its_family(grade):
    test = CHECK.format(secret=SECRET)
    (wrong,) = grade(TWICE, test, given=REPORT, answer="def twice(x):\n    return 2 * x if x < 9 else x")
    text = for_student(test, wrong)
    assert wrong.score == 0.0
    assert "What your notebook shows is right; lost, on inputs that are not shown: drawn." in text
    assert str(SECRET) not in text


HOARDING = [
    "def twice(x):\n    return x if x < 9 else -x",
    "def twice(x):\n    raise ValueError(f'I was given {x}')",
    "def twice(x):\n    print('I was given', x)\n    return x",
    "def twice(x):\n    raise type(f'Given{x}', (Exception,), {})(x)",
    "kept = []\ndef twice(x):\n    kept.append(x)\n    return list(kept)",
    "def twice(x):\n    import warnings\n    warnings.warn(f'I was given {x}')\n    return x",
    "def twice(x):\n    return type(f'Given{x}', (), {})()",
    "def twice(x):\n    from IPython.display import display\n    display(f'I was given {x}')\n    return 2 * x",
]


def test_no_function_gets_what_it_was_given_unseen_onto_the_page(grade):
    for answer in HOARDING:
        for test in (CHECK.format(secret=SECRET), HALVES.format(secret=SECRET)):
            (result,) = grade(TWICE, test, given=REPORT, answer=answer)
            text = for_student(test, result)
            assert str(SECRET) not in text, (answer, text)
            assert str(2 * SECRET) not in text, (answer, text)
