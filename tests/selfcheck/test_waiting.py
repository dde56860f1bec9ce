"""A given cell that needs a task unwritten or wrong says which; every other error is shown as always."""

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


@pytest.fixture(scope="module")
def after_wrong_answers():
    """What cells show that use wrong answers: by their ids, errors as text."""
    sources = {
        "import": "import numpy as np\nfrom mlcore.exercises import check",
        "hamming": "def hamming(a, b):\n    return a[7]",
        "nearest": "def nearest(dists, k):\n    return np.argsort(dists)[: k + 1]",
        "check_hamming": "check('knn.hamming', hamming)",
        "check_nearest": "check('knn.nearest', nearest)",
        "given": "def given(rows):\n    return nearest([hamming(row, rows[0]) for row in rows], 2)",
        "draws": "def draw(f):\n    return f()\n\nseen = draw(lambda: given(np.eye(3)))",
        "below": "seen",
        "predict": "def predict(model, Q):\n    return [model['y'][row] for row in nearest(Q[0], 3)]",
        "check_predict": "check('knn.predict', predict)",
        "helper": "predict({'y': [0, 1, 1]}, [[3.0, 1.0, 2.0, 0.5]])",
        "deep": "np.vectorize(hamming, signature='(n),(n)->()')(np.ones((2, 3)), np.ones(3))",
        "elsewhere": "np.ones(2)[9]",
        "new_answer": "def hamming(a, b):\n    return a[8]\n\nhamming([1], [2])",
    }
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_code_cell(source, id=name) for name, source in sources.items()]
    NotebookClient(notebook, timeout=60, kernel_name="python3", allow_errors=True).execute()
    shown = {cell.id: output for cell in notebook.cells for output in cell.outputs if "traceback" in output}
    return {name: (error.ename, "\n".join(error.traceback)) for name, error in shown.items()}


def test_a_cell_that_fails_on_a_wrong_answer_names_the_first_to_mend_and_its_own_lines(after_wrong_answers):
    """`given` uses two wrong answers; the error is in `hamming`, and `nearest` has not been called yet."""
    name, text = after_wrong_answers["draws"]
    first, *lines = text.splitlines()
    assert name == "IndexError"
    assert "this cell uses hamming, and hamming is not right yet." in first
    assert lines[0] == "  line 4 of this cell: seen = draw(lambda: given(np.eye(3)))"
    assert lines[-2] == "  line 2 of hamming: return a[7]"
    assert lines[-1] == "IndexError: index 7 is out of bounds for axis 0 with size 3"


def test_of_two_wrong_answers_the_one_that_the_other_calls_is_mended_first(after_wrong_answers):
    _, text = after_wrong_answers["helper"]
    assert "this cell uses nearest, and nearest is not right yet." in text
    assert "line 2 of predict: return [model['y'][row] for row in nearest(Q[0], 3)]" in text


def test_lines_of_libraries_are_left_out(after_wrong_answers):
    _, text = after_wrong_answers["deep"]
    assert "numpy" not in text
    assert len(text.splitlines()) == 4


def test_what_a_cell_on_a_wrong_answer_would_have_made_is_missed_in_one_line(after_wrong_answers):
    _, text = after_wrong_answers["below"]
    assert text.endswith("seen is made in a cell above that waits for hamming. Run that cell first.")


@pytest.mark.parametrize("cell", ["elsewhere", "new_answer"])
def test_an_error_that_no_checked_answer_has_part_in_is_shown_as_always(after_wrong_answers, cell):
    """Neither another cell's, nor that of an answer which is being written anew."""
    _, text = after_wrong_answers[cell]
    assert "Traceback" in text
    assert "Not yet" not in text


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
