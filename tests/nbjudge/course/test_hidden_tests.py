"""Nothing of a hidden test comes out, whatever a cell printed or raised."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from nbjudge import reports
from nbjudge.course import hidden_tests

SOURCE = "\n".join(
    [
        "assert f(1) == 2, 'one and one'",
        "### BEGIN HIDDEN TESTS",
        "assert f(41) == 42, 'the secret message'",
        "### END HIDDEN TESTS",
        "assert f(2) == 3",
    ]
)


def error(line: int, message: str = "") -> dict[str, Any]:
    traceback = [
        "\x1b[0;31mAssertionError\x1b[0m   Traceback (most recent call last)",
        f"Cell \x1b[0;32mIn[7]\x1b[0m, line {line}\n      3 assert f(41) == 42, 'the secret message'\n"
        f"----> {line} something",
        f"AssertionError: {message}",
    ]
    return {"output_type": "error", "ename": "AssertionError", "evalue": message, "traceback": traceback}


def shown(*outputs: dict[str, Any], source: str = SOURCE, show_hidden: bool = False) -> str:
    return repr(hidden_tests.outputs(source, outputs, show_hidden))


def test_the_message_of_an_open_test_stays():
    assert "one and one" in shown(error(1, "one and one"))


def test_the_message_of_a_hidden_test_goes():
    text = shown(error(3, "the secret message"))
    assert "secret" not in text
    assert "A hidden test did not pass." in text


def test_neither_does_its_error_keep_a_name_that_the_students_code_may_have_made():
    assert "ValueError_41" not in shown({**error(3), "ename": "ValueError_41"})


def test_an_open_line_says_nothing_either_once_hidden_inputs_are_known():
    made = error(1, "got 41")
    for source in (SOURCE, "assert f(1) == 2"):
        text = repr(hidden_tests.outputs(source, [{**made, "ename": "E41"}], False, secret_known=True))
        assert "run its cell in your notebook to see why" in text
        assert "41" not in text
    printed = {"output_type": "stream", "name": "stdout", "text": "41"}
    assert hidden_tests.outputs("assert f(1) == 2", [printed], False, secret_known=True) == []
    assert "got 41" in repr(hidden_tests.outputs(SOURCE, [made], True, secret_known=True))


def test_below_hidden_tests_only_the_report_of_a_check_is_shown():
    """A display, or the value of the last expression, may have come from the student's function."""
    said = {"format": 1, "exercise": "sums.total", "points": 1, "total": 2, "families": [], "findings": []}
    report = {"output_type": "display_data", "data": {reports.MIME: said, "text/plain": "1"}, "metadata": {}}
    value = {"output_type": "execute_result", "data": {"text/plain": "41"}, "metadata": {}}
    figure = {"output_type": "display_data", "data": {"image/png": "41"}, "metadata": {}}
    given = [value, report, figure]
    assert hidden_tests.outputs("f(1)", given, False) == given
    assert hidden_tests.outputs("f(1)", given, False, secret_known=True) == [report]
    assert hidden_tests.outputs("f(1)", given, False, secret_known=True, weaker=True) == []
    assert hidden_tests.outputs("f(1)", given, True, secret_known=True, weaker=True) == given


def test_the_reason_says_no_more_than_the_error():
    said = "The test ended in E41."
    assert hidden_tests.reason("assert f(1) == 2", [error(1)], said, False) == said
    assert hidden_tests.reason("assert f(1) == 2", [error(1)], said, False, True) == hidden_tests.UNSHOWN
    assert hidden_tests.reason(SOURCE, [error(3)], said, False, True) == hidden_tests.NO_REASON
    late = "the student's code took too long"
    assert hidden_tests.reason(SOURCE, [error(3)], late, False, True) == late


def test_what_a_cell_shows_below_hidden_tests_is_left_out():
    printed = {"output_type": "stream", "name": "stdout", "text": "41"}
    assert "41" not in repr(hidden_tests.of_cell([printed], False, secret_known=True))
    assert hidden_tests.of_cell([], False, True) == hidden_tests.of_cell([printed], False, True) != []
    assert hidden_tests.of_cell([printed], False, secret_known=False) == [printed]
    assert hidden_tests.of_cell([printed], True, secret_known=True) == [printed]


def test_a_statement_with_hidden_lines_counts_from_its_first_line():
    wrapped = "def test():\n    a()\n    # BEGIN HIDDEN TESTS\n    b()\n    # END HIDDEN TESTS\ntest()"
    assert hidden_tests.reached(wrapped, 6)
    assert not hidden_tests.reached("a()\n" + wrapped, 1)
    assert hidden_tests.reached(wrapped, None)
    assert not hidden_tests.reached("a()", None)
    assert hidden_tests.reached("%time a()\n# BEGIN HIDDEN TESTS\nb()", 3)
    assert not hidden_tests.reached("%time a()\n# BEGIN HIDDEN TESTS\nb()", 1)


def test_the_lines_around_never_stay():
    assert "f(41)" not in shown(error(1, "one and one"))
    assert "assert" not in shown(error(1, "one and one"), source=hidden_tests.cut(SOURCE))


def test_an_error_of_which_the_line_is_not_known_is_taken_for_hidden():
    made = {"output_type": "error", "ename": "ValueError", "evalue": "expected 42", "traceback": ["?"]}
    assert "42" not in shown(made)


def test_what_was_printed_is_left_out_where_there_are_hidden_lines():
    stream = {"output_type": "stream", "name": "stdout", "text": "called with 41"}
    assert "41" not in shown(stream)
    assert "called with 41" in shown(stream, source=hidden_tests.cut(SOURCE))


def test_what_came_before_the_first_hidden_line_ran_stays():
    stream = {"output_type": "stream", "name": "stdout", "text": "called with 1"}
    later = {"output_type": "stream", "name": "stdout", "text": "called with 41"}
    assert hidden_tests.outputs(SOURCE, [stream, later], False, before_hidden=1) == [stream]


def test_the_name_of_an_error_that_a_student_made_up_goes():
    made = {"output_type": "error", "ename": "Given41", "evalue": "", "traceback": ["?"]}
    assert "41" not in shown(made)


def test_a_cell_is_run_in_halves_only_where_both_are_statements():
    first, rest = hidden_tests.halves(SOURCE)
    assert first == "assert f(1) == 2, 'one and one'"
    assert rest.split("\n")[1:] == SOURCE.split("\n")[1:]
    for whole in (
        "def t():\n    a()\n    ### BEGIN HIDDEN TESTS\n    b()\n    ### END HIDDEN TESTS\nt()",
        "%%capture\na()\n### BEGIN HIDDEN TESTS\nb()\n### END HIDDEN TESTS",
        "a()\n### BEGIN HIDDEN TESTS\n# nothing\n### END HIDDEN TESTS",
        "### BEGIN HIDDEN TESTS\nb()\n### END HIDDEN TESTS",
        "a()",
    ):
        assert hidden_tests.halves(whole) == ("", whole)


def test_a_display_that_holds_a_hidden_line_goes():
    display = {
        "output_type": "display_data",
        "data": {"text/html": ["<p>assert f(41) == ", "42, 'the secret message'"]},
    }
    assert shown(display) == "[]"


def test_a_course_may_show_its_hidden_tests():
    assert "the secret message" in shown(error(3, "the secret message"), show_hidden=True)


def test_an_unclosed_region_runs_to_the_end():
    assert hidden_tests.cut("a\n# BEGIN HIDDEN TESTS\nb") == "a"
    assert hidden_tests.lines("a\n# BEGIN HIDDEN TESTS\nb") == {2, 3}


@given(st.text() | st.just("assert f(41) == 42, 'the secret message'"), st.integers(0, 9), st.text())
def test_no_hidden_line_comes_out(message: str, line: int, printed: str):
    outputs = (
        error(line, message),
        {"output_type": "stream", "name": "stderr", "text": printed + SOURCE},
        {"output_type": "execute_result", "data": {"text/plain": SOURCE + printed}},
    )
    assert "f(41)" not in shown(*outputs)
