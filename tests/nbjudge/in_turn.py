"""A backend outside the package: one worker in this process, one order after the other."""

import contextlib
from collections import deque
from collections.abc import Iterator
from typing import Self

from nbjudge.classroom.backend import TRIES, Answer, Order, Setup
from nbjudge.classroom.worker import in_one_line, opened


class InTurn:
    """It cannot end an order that takes too long: nobody else is there."""

    def __init__(self, setup: Setup, workers: int) -> None:
        self.setup = setup
        self.protection = ""
        self._orders: deque[Order] = deque()
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> Self:
        self._worker = self._stack.enter_context(opened(self.setup))
        self.protection = self._worker.protection
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def add(self, order: Order, patience: float, first: bool = False) -> None:
        if first:
            self._orders.appendleft(order)
        else:
            self._orders.append(order)

    def answers(self) -> Iterator[Answer]:
        while self._orders:
            yield self._answer(self._orders.popleft())

    def _answer(self, order: Order) -> Answer:
        for failures in range(1, TRIES + 1):
            try:
                return Answer(order, self._worker.answer(order))
            except Exception as error:
                reason = f"The grader itself failed on it, {failures} times: {in_one_line(error)}"
        return Answer(order, error=reason)
