"""Cells that are plain Python: IPython's transformations would leave them as they are.

Most cells are. IPython finds that out by a tokenizer written in Python, several times for each cell; Python's
own parser says it faster, for no magic, command or question for help is Python.
"""

import ast
import re
from functools import lru_cache
from typing import Any

_UNUSUAL = re.compile(  # what is Python, and yet might be changed
    r"""\A\s                        # an empty line or an indentation at the start
      | ^[^\S\n]+$                  # a line of blanks, even within a string
      | >>> | ^\s*\.{3,}: | In\ \[  # prompts
      | [\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]
    """,
    re.MULTILINE | re.VERBOSE,
)


def is_plain(text: str) -> bool:
    """Return whether IPython would run a cell's text as it is.

    >>> is_plain("x = 7 % 4  # why?"), is_plain("%matplotlib inline"), is_plain("x = !ls")
    (True, False, False)
    """
    return tree_of(text) is not None


_WAITS = re.compile("await|async")  # without one of these words a cell is never a coroutine


@lru_cache(maxsize=512)
def tree_of(text: str) -> ast.Module | None:
    """Return the tree of a plain cell, and None of any other."""
    if not text or _UNUSUAL.search(text):
        return None
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def skip_transformations(shell: Any) -> None:
    """Let a shell take plain cells as they are, unless a cell gave it transformations of its own.

    Nor does it compile each cell twice, only to find out whether there is anything to wait for in it.
    """
    _know_what_waits()
    manager = shell.input_transformer_manager
    transform = manager.transform_cell
    usual = _transformations(manager)

    def quickly(text: str) -> str:
        if _transformations(manager) != usual or not is_plain(text):
            changed: str = transform(text)
            return changed
        return text if text.endswith("\n") else text + "\n"

    manager.transform_cell = quickly


def _know_what_waits() -> None:
    from IPython.core import interactiveshell
    from IPython.core.async_helpers import _should_be_async as waits

    vars(interactiveshell)["_should_be_async"] = lambda text: bool(_WAITS.search(text)) and waits(text)


def _transformations(manager: Any) -> list[list[Any]]:
    return [[*manager.cleanup_transforms], [*manager.line_transforms], [*manager.token_transformers]]
