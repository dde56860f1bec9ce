"""All within a radius: by hand, as scikit-learn, and the edge itself."""

import numpy as np
import pytest
import scipy.sparse as sp
import sklearn.neighbors

from mlcore.neighbors import NearestNeighbors

LINE = [[0.0], [3.0], [1.0], [2.0]]
RNG = np.random.default_rng(0)
X, Q = RNG.integers(0, 4, (60, 3)).astype(float), RNG.integers(0, 4, (9, 3)).astype(float)


def lists(found):
    return [row.tolist() for row in found]


def test_by_hand_the_edge_is_within():
    dists, indices = NearestNeighbors(radius=1).fit(LINE).radius_neighbors([[1.0], [9.0]])
    assert lists(dists) == [[1.0, 0.0, 1.0], []]
    assert lists(indices) == [[0, 2, 3], []]
    dists, indices = NearestNeighbors().fit(LINE).radius_neighbors([[1.0]], 2, sort_results=True)
    assert (lists(dists), lists(indices)) == ([[0.0, 1.0, 1.0, 2.0]], [[2, 0, 3, 1]])


def test_without_queries_nobody_is_a_neighbour_of_oneself():
    found = NearestNeighbors(radius=1).fit([[0.0], [0.0], [1.0]]).radius_neighbors(return_distance=False)
    assert lists(found) == [[1, 2], [0, 2], [0, 1]]


@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "chebyshev", "cosine", "hamming"])
@pytest.mark.parametrize("radius", [0.01, 0.26, 1.01, 2.01])
def test_as_scikit_learn(metric, radius):
    ours, theirs = (
        library(metric=metric, algorithm="brute")
        .fit(X + 1)
        .radius_neighbors(Q + 1, radius, sort_results=True)
        for library in (NearestNeighbors, sklearn.neighbors.NearestNeighbors)
    )
    for mine, yours in zip(ours[0], theirs[0], strict=True):
        np.testing.assert_allclose(mine, yours, atol=1e-7)


@pytest.mark.parametrize("algorithm", ["kd_tree", "ball_tree", "brute"])
def test_the_algorithm_changes_nothing(algorithm):
    model = NearestNeighbors(radius=1.5, algorithm=algorithm).fit(X)
    _, indices = model.radius_neighbors(Q)
    assert lists(indices) == [np.flatnonzero(((X - q) ** 2).sum(axis=1) <= 2.25).tolist() for q in Q]


def test_precomputed_sparse_and_objects():
    table = np.abs(np.array(LINE) - np.array(LINE).T)
    model = NearestNeighbors(metric="precomputed").fit(table)
    assert lists(model.radius_neighbors(table[:1], return_distance=False)) == [[0, 2]]
    graph = sp.csr_array(np.where(table > 2, 0, table))  # zeros are no entries
    model = NearestNeighbors(metric="precomputed").fit(graph)
    assert lists(model.radius_neighbors(graph[:1], return_distance=False)) == [[2]]
    sparse = NearestNeighbors(radius=1).fit(sp.csr_array(X))
    dense = NearestNeighbors(radius=1).fit(X)
    assert lists(sparse.radius_neighbors(sp.csr_array(Q))[1]) == lists(dense.radius_neighbors(Q)[1])
    words = NearestNeighbors(metric="edit", radius=2).fit(["kitten", "mitten", "puppy"])
    assert lists(words.radius_neighbors(["sitting"], 3, return_distance=False)) == [[0, 1]]


def test_a_function_of_sparse_rows_is_refused():
    model = NearestNeighbors(metric=lambda a, b: abs(a - b).sum()).fit(sp.csr_array(X))
    with pytest.raises(ValueError, match="metric by name"):
        model.radius_neighbors(sp.csr_array(Q))


@pytest.mark.parametrize("radius", [-1, np.nan, "far"])
def test_a_radius_that_is_none_is_named(radius):
    with pytest.raises((TypeError, ValueError), match="radius"):
        NearestNeighbors().fit(LINE).radius_neighbors([[0.0]], radius)
