"""What a model keeps: counted by hand, and a claim that can be refused."""

from dataclasses import replace

import numpy as np
import pytest

from mlcore.demos import Refused, memory


@pytest.fixture(scope="module")
def result():
    return memory.compute()


def test_neighbours_grow_by_eleven_numbers_an_example(result):
    """Ten features and a label, eight bytes each."""
    assert (result.size[2, -1] - result.size[2, 0]) / (30_000 - 100) == pytest.approx(88, rel=1e-3)


def test_naive_bayes_does_not_grow(result):
    assert len(set(result.size[0])) == 1


def test_an_example_is_read_back_from_the_saved_neighbours():
    file = memory.pickled(memory.models(100)["neighbours"])
    X, _ = memory.examples(100)
    start = file.index(X[0].tobytes())
    assert (np.frombuffer(file[start : start + X.nbytes]) == X.ravel()).all()


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"size": r.size + np.outer([1, 0, 0], r.n)},  # a naive Bayes that keeps its labels
        lambda r: {"size": r.size - np.outer([2500, 0, 0], np.ones(len(r.n)))},  # too small for its numbers
        lambda r: {"size": r.size + np.outer([0, 0, 8], r.n)},  # one number more an example
        lambda r: {"size": r.size + np.outer([0, 8, 0], r.n)},  # nodes of other sizes
        lambda r: {"nodes": np.full_like(r.nodes, 31)},  # a tree of fixed depth
        lambda r: {"found": {**r.found, "neighbours": False}},
    ],
)
def test_a_perturbed_claim_is_refused(result, perturbed):
    memory.confirm(result)
    with pytest.raises(Refused):
        memory.confirm(replace(result, **perturbed(result)))
