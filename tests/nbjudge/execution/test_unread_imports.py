"""Imports that only pictures need go with the pictures; whoever reads a name of theirs keeps them."""

import pytest

from nbjudge.execution.unread_imports import without_unread_imports
from nbjudge.tasks import Cell

GIVEN = """import numpy as np

import matplotlib.pyplot as plt
from mine.plots import (
    draw,
    show,
)
X = np.ones(2)"""
SHORT = "import numpy as np\n\npass\npass\n\n\n\nX = np.ones(2)"


def given_of(*cells: Cell, given: str = GIVEN, left_out: tuple[str, ...] = ("picture",)) -> str:
    picture = Cell("picture", "given", "fig, ax = plt.subplots()\ndraw(ax)\nshow()")
    test = Cell("t", "test", "assert f(X) == 2", 1.0)
    first = Cell("g", "given", given)
    return without_unread_imports([first, picture, *cells, test], left_out, ["mine"])[0].source


def test_an_import_for_a_picture_that_is_left_out_is_blank_and_lines_keep_their_numbers():
    assert given_of(Cell("a", "answer", "def f(x):\n    return sum(x)")) == SHORT


@pytest.mark.parametrize(
    "cell",
    [
        Cell("a", "answer", "def f(x):\n    plt.close('all')\n    draw, show\n    return sum(x)"),
        Cell("e", "extra", "plt.plot([1, 2])\ndraw\nshow"),
        Cell("a", "answer", "def f(x):\n    return eval('plt')"),
        Cell("a", "answer", "import matplotlib, mine\ndef f(x):\n    return matplotlib.pyplot, mine.plots"),
        Cell("t2", "test", "# plt, draw and show are spoken of\n1"),
    ],
)
def test_whoever_speaks_of_its_name_keeps_it(cell: Cell):
    assert given_of(cell) == GIVEN


@pytest.mark.parametrize(
    "given",
    [
        "import unknown_library",  # what it does when it is loaded is not known
        "from matplotlib.pyplot import *",
        "import matplotlib.pyplot as plt; x = 1",
        "if True:\n    import matplotlib.pyplot as plt",
        "%load_ext autoreload\nimport matplotlib.pyplot as plt",
        "def f(:\n    import matplotlib.pyplot as plt",
    ],
)
def test_what_is_not_plainly_such_an_import_stays(given: str):
    assert given_of(given=given) == given


def test_where_a_picture_is_run_its_imports_are():
    assert given_of(left_out=()) == GIVEN


def test_an_answer_that_cannot_be_read_reads_nothing():
    assert given_of(Cell("a", "answer", "def f(x:\n    return x")) == SHORT
