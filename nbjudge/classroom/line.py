"""The line before a backend: as many orders are made as it has room for, and no more.

A class of 100,000 has its submissions on the disk, and of them a few in memory.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from nbjudge.classroom.backend import NOTHING_YET, Answer, Backend
from nbjudge.course.files import digest

MOST_BYTES = 512 << 20  # of orders that have no answer yet
What = TypeVar("What")
What_co = TypeVar("What_co", covariant=True)


@dataclass(frozen=True)
class Asked(Generic[What_co]):
    """An order that can be made, and what it is for."""

    what: What_co
    make: Callable[[], bytes]
    patience: float


class Line(Generic[What]):
    """Hands orders to a backend, and gives each answer with what it is for."""

    def __init__(self, backend: Backend, orders: Iterator[Asked[What]]) -> None:
        """Take the orders, of which none is made before its turn; who has none now may have some later."""
        self._backend = backend
        self._orders = orders
        self._first: deque[Asked[What]] = deque()
        self._open: dict[str, tuple[What, int]] = {}
        self._bytes = 0

    def first(self, asked: Asked[What]) -> None:
        """Put an order before the others."""
        self._first.append(asked)

    def answers(self) -> Iterator[tuple[What, Answer]]:
        """Give the answers as they come; what cannot even be made is answered by an error."""
        while True:
            yield from self._fill()
            if not self._open:
                return
            for answer in self._backend.answers():
                if answer is NOTHING_YET:
                    yield from self._fill()
                    continue
                what, size = self._open.pop(answer.key)
                self._bytes -= size
                yield what, answer
                yield from self._fill()

    def _fill(self) -> Iterator[tuple[What, Answer]]:
        while self._backend.room > 0 and self._bytes < MOST_BYTES:
            asked = self._first.popleft() if self._first else next(self._orders, None)
            if asked is None:
                return
            try:
                order = asked.make()
            except OSError as error:
                yield asked.what, Answer("", error=str(error))
                continue
            key = digest(order)
            self._open[key] = asked.what, len(order)
            self._bytes += len(order)
            self._backend.submit(key, order, asked.patience)
