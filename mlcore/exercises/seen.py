"""Mistakes that were seen in handed-in work and stand beside those that a task's own module lists.

Each unit has a module `handed_in` with them. That keeps the task's module about its contract: what is asked,
the inputs, and the mistakes that the lectures themselves lead to.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from selfcheck.exercise import Exercise, Misconception, wrong

Answer = Callable[..., Any]


class Seen:
    """The mistakes of one unit, by task; as a decorator it takes in one more."""

    def __init__(self) -> None:
        """Begin with none."""
        self._mistakes: dict[str, list[Misconception]] = {}

    def __call__(self, task: str) -> Callable[[Answer], Answer]:
        """Take in a wrong answer to a task: its name is the slug, its docstring the hint."""

        def take(answer: Answer) -> Answer:
            self._mistakes.setdefault(task, []).append(wrong("handed in")(answer))
            return answer

        return take

    def beside(self, exercises: Iterable[Exercise]) -> tuple[Exercise, ...]:
        """Return the tasks with these mistakes after their own."""
        exercises = tuple(exercises)
        unknown = set(self._mistakes) - {exercise.name for exercise in exercises}
        if unknown:
            raise ValueError(f"There are mistakes of {sorted(unknown)}, and no such tasks.")
        return tuple(
            replace(
                exercise, misconceptions=(*exercise.misconceptions, *self._mistakes.get(exercise.name, ()))
            )
            for exercise in exercises
        )
