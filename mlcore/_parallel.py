"""The same work on all parts of a large table, on all cores.

NumPy lets other threads run while it computes, so threads are enough, and the table is shared, not copied.
The parts do not depend on the number of cores: the same data give the same digits on every machine.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any, TypeVar

from joblib import effective_n_jobs
from threadpoolctl import ThreadpoolController

Result = TypeVar("Result")

N_PARTS = 16


def in_parallel(work: Callable[[slice], Result], n: int, least: int) -> list[Result]:
    """Return work(part) for consecutive parts of n rows, in their order.

    There are N_PARTS parts, or a single one if they would hold fewer rows than `least`.

    >>> in_parallel(lambda part: part.stop - part.start, 10, least=100)
    [10]
    >>> sum(in_parallel(lambda part: part.stop - part.start, 10_000, least=100))
    10000
    """
    if n < N_PARTS * least:
        return [work(slice(0, n))]
    parts = [slice(n * i // N_PARTS, n * (i + 1) // N_PARTS) for i in range(N_PARTS)]
    workers = effective_n_jobs(-1)
    with one_blas_thread(), ThreadPoolExecutor(workers) as pool:
        return list(pool.map(work, parts))


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Return a context in which a matrix product keeps to one core: more would wait for each other.

    subtle: the limit belongs to the whole process. Of calls that overlap the first sets it and the last takes
    it back; were each to restore what it found, the last to leave could restore the limit itself, for ever.
    """
    _limit.enter()
    try:
        yield
    finally:
        _limit.leave()


class _Limit:
    """One limit on the threads of BLAS for all who are inside."""

    def __init__(self) -> None:
        """Begin with nobody inside."""
        self._lock, self._inside = Lock(), 0
        self._before: list[int] = []

    def enter(self) -> None:
        with self._lock:
            if self._inside == 0:
                self._before = [library.get_num_threads() for library in _blas()]
                for library in _blas():
                    library.set_num_threads(1)
            self._inside += 1

    def leave(self) -> None:
        with self._lock:
            self._inside -= 1
            if self._inside == 0:
                for library, threads in zip(_blas(), self._before, strict=True):
                    library.set_num_threads(threads)


_limit = _Limit()


@cache
def _blas() -> list[Any]:
    """Return what steers each BLAS; to look for the libraries takes milliseconds, so it is done once."""
    return list(ThreadpoolController().select(user_api="blas").lib_controllers)
