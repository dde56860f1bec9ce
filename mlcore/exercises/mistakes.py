"""The known mistakes of a task: every wrong answer that stands under `@wrong` in the task's module.

A wrong answer is a function. Its name is the name of the mistake, its docstring is the question that a
student reads. All were written for this course, in the way students write them.
"""

import sys

from autograder.exercise import Misconception


def mistakes_in(module: str) -> tuple[Misconception, ...]:
    """Return the mistakes of a module, in their order; each exercise calls `mistakes_in(__name__)`."""
    return tuple(value for value in vars(sys.modules[module]).values() if isinstance(value, Misconception))
