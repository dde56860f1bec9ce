"""The known mistakes of a task: every wrong answer that stands under `@wrong` in the task's module.

A wrong answer is a function. Its name is the name of the mistake, its docstring is the question that a
student reads. All were written for this course, in the way students write them.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from selfcheck.exercise import Misconception


def mistakes_in(module: Mapping[str, Any]) -> tuple[Misconception, ...]:
    """Return the mistakes among a module's names, in their order; a task calls `mistakes_in(globals())`.

    A mistake that is imported by name counts as well: to use another task's mistake, import its module.
    """
    return tuple(value for value in module.values() if isinstance(value, Misconception))


def for_unit(first, *mistakes: Misconception) -> tuple[Misconception, ...]:
    """Return mistakes that several units share, with what differs between units as their first argument."""
    return tuple(replace(mistake, answer=partial(mistake.answer, first)) for mistake in mistakes)
