"""Wrong answers to every task, written for this course, in the way students write them.

They were written without looking at the known mistakes in `mlcore.exercises`: they test whether the checks
recognise a mistake in code that they have never seen. Each says in words what its author misunderstood.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class WrongAnswer:
    """A wrong answer to a task, and what the check should say of it.

    `names` are known mistakes, or words of a remark: one of them must be named. None where the check need not
    know the mistake.
    """

    task: str
    mistake: str
    names: tuple[str, ...]
    answer: Callable[..., Any]


class WrongAnswers(list[WrongAnswer]):
    """The wrong answers of a unit; as a decorator it takes in one more."""

    def __call__(self, task: str, mistake: str, *names: str) -> Callable[[Callable[..., Any]], None]:
        def add(answer: Callable[..., Any]) -> None:
            self.append(WrongAnswer(task, mistake, names, answer))

        return add
