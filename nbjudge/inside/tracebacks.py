"""Tracebacks of cells without a search through every module that is loaded.

Python looks for the module that a piece of source belongs to among all modules. In a fork each of these
looks copies a page of memory, and a cell belongs to none of them.
"""

import inspect
import os
from typing import Any


def know_cells(shell: Any) -> None:
    """Let a shell note of each cell, under the name that its code has, that it is in no module."""
    name_of = shell.compile.get_code_name

    def noted(*arguments: object) -> object:
        name = name_of(*arguments)
        for place in (name, os.path.abspath(name)):  # it is looked for under both
            inspect.modulesbyfile[place] = ""
        return name

    shell.compile.get_code_name = noted
