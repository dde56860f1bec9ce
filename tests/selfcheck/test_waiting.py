"""A given cell that needs an unwritten task says so in one line; every other error is shown as always."""

import nbformat
import pytest
from nbclient import NotebookClient

STUB = "def total(xs):\n    raise NotImplementedError()"


@pytest.fixture(scope="module")
def outputs():
    """What the cells of one notebook show."""
    sources = {
        "import": "from mlcore.exercises import check",
        "stub": STUB,
        "waits": "one = 1\nmany = [total([one])]",
        "draws": "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.plot(total([1]))",
        "waits_too": "plenty = many + [2]",
        "at_the_end": "plenty",
        "misspelt": "mnay",
        "not_run": "check('bayes_rule.map_theta', map_theta)",
        "renamed": "def even_prob(joint, event):\n    return 0\ncheck('bayes_rule.event_prob', event_prob)",
        "first": "def cond_prob(joint, event, given):\n    return 0",
        "broken": "def cond_prob(joint, event, given):\n    return (0",
        "checked": "print(check('bayes_rule.cond_prob', cond_prob))",
        "not_a_task": "class A:\n    def f(self):\n        raise NotImplementedError('really')\nA().f()",
    }
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_code_cell(source, id=name) for name, source in sources.items()]
    NotebookClient(notebook, timeout=60, kernel_name="python3", allow_errors=True).execute()
    return {cell.id: cell.outputs for cell in notebook.cells if cell.outputs}


@pytest.fixture(scope="module")
def errors(outputs):
    """The errors among it."""
    return {
        name: [output for output in shown if output.output_type == "error"] for name, shown in outputs.items()
    }


def test_one_line_names_the_task_and_the_cell_still_failed(errors):
    (error,) = errors["waits"]
    assert error.ename == "NotImplementedError"
    (line,) = error.traceback
    assert line.endswith("this cell needs total, which is not written yet.")


def test_what_such_a_cell_would_have_made_is_missed_in_one_line(errors):
    assert [error.traceback[0].split("\x1b[0m ")[-1] for error in errors["waits_too"]] == [
        "many is made in a cell above that waits for total. Run that cell first."
    ]
    assert "plenty is made in a cell above that waits for total" in errors["at_the_end"][0].traceback[0]


def test_a_task_that_nobody_has_run_is_missed_in_one_line(errors):
    (line,) = errors["not_run"][0].traceback
    assert "there is no map_theta yet. Run the cell that makes it; after a restart, all cells above." in line
    (line,) = errors["renamed"][0].traceback
    assert "There is a function even_prob: is it meant to be event_prob?" in line


def test_after_a_syntax_error_the_older_function_is_checked_and_that_is_said(outputs):
    shown = outputs["checked"][0].text
    assert "has a syntax error in line 2: it was not taken. This is about an older cond_prob." in shown


@pytest.mark.parametrize("name", ["misspelt", "not_a_task"])
def test_other_errors_are_shown_as_always(errors, name):
    (error,) = errors[name]
    assert "Traceback" in "\n".join(error.traceback)


def test_no_empty_picture_follows(outputs):
    assert [output.output_type for output in outputs["draws"]] == ["error"]


def test_nothing_is_shown_for_cells_that_work(errors):
    assert {name for name, found in errors.items() if found} == {
        "waits",
        "draws",
        "waits_too",
        "at_the_end",
        "misspelt",
        "not_a_task",
        "not_run",
        "renamed",
        "broken",
    }
