"""The course's modules beside the notebook: where the judge finds them, and which ones they are.

Given cells and tests import them here, so that a student's process cannot replace a check of the course. What
a solution cell imports from them is the student's, as all that it binds: such modules may keep a state.
"""

import contextlib
import os
import sys
from collections.abc import Iterator

_home: list[str] = []


def begin() -> None:
    """Let modules in the present folder be imported; nothing submitted is there."""
    sys.path.insert(0, "")
    _home[:] = [os.path.join(os.getcwd(), "")]


@contextlib.contextmanager
def hidden() -> Iterator[None]:
    """Keep them out for a while."""
    before = sys.path[:]
    sys.path[:] = [place for place in before if place]
    try:
        yield
    finally:
        sys.path[:] = before


def owns(module: object) -> bool:
    """Return whether this is the name of such a module, imported here."""
    file = getattr(sys.modules.get(module), "__file__", None) if type(module) is str else None
    return type(file) is str and any(file.startswith(home) for home in _home)


def name_of(value: object) -> list[str] | None:
    """Return by which names the other side finds a function or class of such a module."""
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if type(module) is not str or type(name) is not str or not owns(module):
        return None
    return [module, name] if getattr(sys.modules[module], name, None) is value else None
