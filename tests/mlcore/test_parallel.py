"""Work in parts on all cores, and the one limit on the threads of BLAS that overlapping work shares."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from threadpoolctl import ThreadpoolController, threadpool_limits

from mlcore._parallel import N_PARTS, in_parallel, one_blas_thread
from mlcore.neighbors import KNeighborsClassifier


def blas_threads():
    pools = ThreadpoolController().select(user_api="blas").info()
    return {pool["num_threads"] for pool in pools}


@pytest.fixture
def two_blas_threads():
    with threadpool_limits(2, user_api="blas"):
        if 2 not in blas_threads():
            pytest.skip("this BLAS keeps to one thread")
        yield


@pytest.mark.usefixtures("two_blas_threads")
@pytest.mark.parametrize("first_out", [0, 1])
def test_the_last_of_two_to_leave_gives_blas_its_threads_back(first_out):
    contexts = [one_blas_thread(), one_blas_thread()]
    for context in contexts:
        context.__enter__()
        assert blas_threads() == {1}
    contexts[first_out].__exit__(None, None, None)
    assert blas_threads() == {1}  # the other is still at work
    contexts[1 - first_out].__exit__(None, None, None)
    assert blas_threads() == {2}


@pytest.mark.usefixtures("two_blas_threads")
def test_predictions_that_overlap_leave_blas_as_it_was():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(2000, 30)), rng.integers(0, 3, 2000)
    model = KNeighborsClassifier(algorithm="brute").fit(X, y)
    expected = model.predict(X[:200])
    together = threading.Barrier(4)

    def predict(_):
        together.wait()
        return [model.predict(X[:200]) for _ in range(5)]

    with ThreadPoolExecutor(4) as pool:
        for predicted in pool.map(predict, range(4)):
            for labels in predicted:
                np.testing.assert_array_equal(labels, expected)
    assert blas_threads() == {2}


@pytest.mark.usefixtures("two_blas_threads")
def test_an_error_takes_the_limit_back():
    def fail():
        with one_blas_thread():
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert blas_threads() == {2}


def test_parts_are_in_order_and_leave_nothing_out():
    parts = in_parallel(lambda part: list(range(part.start, part.stop)), 100, least=1)
    assert len(parts) == N_PARTS
    assert [number for part in parts for number in part] == list(range(100))


def test_work_in_parts_may_overlap():
    with ThreadPoolExecutor(3) as pool:
        sums = list(
            pool.map(lambda n: sum(in_parallel(lambda part: part.stop - part.start, n, 1)), [50, 60, 70])
        )
    assert sums == [50, 60, 70]
