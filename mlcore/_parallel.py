"""The same work on all parts of a large table, on all cores.

NumPy lets other threads run while it computes, so threads are enough, and the table is shared, not copied.
The parts do not depend on the number of cores: the same data give the same digits on every machine.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import cache
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


def one_blas_thread() -> AbstractContextManager[Any]:
    """Return a context in which a matrix product keeps to one core: more would wait for each other."""
    limits: AbstractContextManager[Any] = _controller().limit(limits=1, user_api="blas")
    return limits


@cache
def _controller() -> ThreadpoolController:
    """Return what steers BLAS; to look for the libraries takes milliseconds, so it is done once."""
    return ThreadpoolController()
