"""Tracebacks of cells as IPython makes them, without what takes it most of the time.

Python looks for the module that a piece of source belongs to among all modules. In a fork each of these
looks copies a page of memory, and a cell belongs to none of them. IPython formats each traceback twice, once
for a history that nobody reads here, and works out its colours anew each time.
"""

import inspect
import os
from functools import lru_cache
from typing import Any

from nbjudge.inside import cells


def know_cells(shell: Any) -> None:
    """Let a shell note of each cell, under the name that its code has, that it is in no module."""
    name_of = shell.compile.get_code_name

    def noted(*arguments: object) -> object:
        name = name_of(*arguments)
        for place in (name, os.path.abspath(name)):  # it is looked for under both
            inspect.modulesbyfile[place] = ""
        return name

    shell.compile.get_code_name = noted


def format_once(shell: object) -> None:
    """Let a shell keep of an error what it has just shown."""

    def shown(error: BaseException, *_about: object) -> dict[str, object]:
        lines = list(getattr(shell, "_last_traceback", None) or [])
        return {"ename": type(error).__name__, "evalue": cells.text_of(error), "traceback": lines}

    vars(shell)["_format_exception_for_storage"] = shown


def keep_colours() -> None:
    """Let the colours of code be worked out once for each style."""
    import stack_data
    from pygments.formatters.terminal256 import Terminal256Formatter

    known: dict[tuple[object, ...], dict[str, tuple[str, str]]] = {}
    set_up = Terminal256Formatter._setup_styles

    def remembered(made: Terminal256Formatter) -> None:
        key = type(made), made.style, made.usebold, made.useunderline, made.useitalic
        if key not in known:
            set_up(made)
            known[key] = made.style_string
        made.style_string = dict(known[key])

    type.__setattr__(Terminal256Formatter, "_setup_styles", remembered)
    names = vars(stack_data)
    names["style_with_executing_node"] = lru_cache(names["style_with_executing_node"])
