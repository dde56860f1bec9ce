"""Plain cells: what is taken as it is must be what IPython's transformations would have made of it."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some
from IPython.core import async_helpers, interactiveshell
from IPython.core.inputtransformer2 import TransformerManager
from IPython.core.interactiveshell import InteractiveShell

from nbjudge.inside import plain

PLAIN = [
    "x = 1",
    "x = 7 % 4  # why?\n",
    'def f():\n    """Is it so? %d, !x."""\n    return x != 2\n',
    "total = (1\n    % 2)",
    "await something()",
    "...",
]
NOT_PLAIN = [
    "",
    "\nx = 1",
    "  x = 1",
    "%matplotlib inline",
    "%%timeit\nx",
    "x = !ls",
    "x = %magic",
    "!ls",
    "x?",
    "?x",
    "/f x",
    ",f x",
    ">>> x = 1",
    "In [1]: x",
    "x = '''a\n   \nb'''",
    "x = (1",
    "x = '\0'",
]
PIECES = [
    "x",
    "=",
    " ",
    "\n",
    "%",
    "!",
    "?",
    "'''",
    "...",
    ":",
    ">>>",
    "f(",
    ")",
    "#",
    "    ",
    "\\\n",
    "1",
    ";",
    "/",
]


def as_ipython_would(text: str) -> str:
    return TransformerManager().transform_cell(text)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("text", PLAIN)
def test_plain_python_is_known(text: str) -> None:
    assert plain.is_plain(text)
    assert as_ipython_would(text) == text.rstrip("\n") + "\n"


@pytest.mark.parametrize("text", NOT_PLAIN)
def test_whatever_ipython_might_change_is_left_to_it(text: str) -> None:
    assert not plain.is_plain(text)


@given(some.lists(some.sampled_from(PIECES), max_size=14).map("".join))
def test_what_is_taken_as_plain_is_not_changed_by_ipython(text: str) -> None:
    if plain.is_plain(text):
        assert as_ipython_would(text) == (text if text.endswith("\n") else text + "\n")


def test_no_cell_of_the_course_changes_by_it() -> None:
    root = Path(__file__).parents[3]
    texts = [
        "".join(cell["source"])
        for path in root.glob("solutions/*/*.ipynb")
        for cell in json.loads(path.read_text())["cells"]
        if cell["cell_type"] == "code"
    ]
    taken = [text for text in texts if plain.is_plain(text)]
    assert len(taken) > 100
    assert all(as_ipython_would(text) == text.rstrip("\n") + "\n" for text in taken)


def test_a_shell_with_transformations_of_its_own_uses_them() -> None:
    shell = InteractiveShell()  # type: ignore[no-untyped-call]
    plain.skip_transformations(shell)
    assert shell.transform_cell("x = 1\ny = 2") == "x = 1\ny = 2\n"
    shell.input_transformers_cleanup.append(lambda lines: [line.replace("1", "3") for line in lines])
    assert shell.transform_cell("x = 1\ny = 2") == "x = 3\ny = 2\n"


WAITING = ["await f()", "[x async for x in f()]", "async with f(): pass", "x = (await f())"]
AT_ONCE = [
    "async def f(): pass",
    "awaited = 'async'",
    "# await nothing",
    "def f():\n    pass",
    "await = 1",
    "1 +",
    "x = '\0'",
]


def test_what_has_to_be_waited_for_is_told_as_by_ipython_itself():
    plain.skip_transformations(InteractiveShell())
    for text in [*WAITING, *AT_ONCE, *PLAIN, *NOT_PLAIN]:
        assert interactiveshell._should_be_async(text) == async_helpers._should_be_async(text), text
    assert all(map(interactiveshell._should_be_async, WAITING))
    assert not any(map(interactiveshell._should_be_async, AT_ONCE))
