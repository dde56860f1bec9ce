"""The known mistakes of a task: every wrong answer that stands under `@wrong` in the task's module.

A wrong answer is a function. Its name is the name of the mistake, its docstring is the question that a
student reads. All were written for this course, in the way students write them.
"""

import sys
from dataclasses import replace
from functools import partial
from typing import Any

from autograder.exercise import Misconception


def mistakes_in(module: str) -> tuple[Misconception, ...]:
    """Return the mistakes of a module, in their order; each exercise calls `mistakes_in(__name__)`."""
    return tuple(value for value in vars(sys.modules[module]).values() if isinstance(value, Misconception))


def for_unit(own: Any, *mistakes: Misconception) -> tuple[Misconception, ...]:
    """Return mistakes that several units share, with what is a unit's own as their first argument."""
    return tuple(replace(mistake, answer=partial(mistake.answer, own)) for mistake in mistakes)
