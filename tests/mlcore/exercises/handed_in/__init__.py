"""Wrong solutions as students hand them in, written before the course's own list of mistakes was looked at.

Each unit's module has a pile of them. An entry says the mistake in words, and then what the check should say:
the name of a mistake, or words of its remark. Several where each of them would help; none where the check
need not know it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class HandedIn:
    """A wrong solution to a task: what its author misunderstood, and the names that fit."""

    task: str
    mistake: str
    named: tuple[str, ...]
    answer: Callable[..., Any]


class Pile(list[HandedIn]):
    """The wrong solutions of a unit; the pile is a decorator that puts one more on it."""

    def __init__(self, unit: str) -> None:
        super().__init__()
        self.unit = unit

    def __call__(self, task: str, mistake: str, *named: str) -> Callable[[Callable[..., Any]], None]:
        def put(answer: Callable[..., Any]) -> None:
            self.append(HandedIn(task, mistake, named, answer))

        return put
