"""Speed: operations and cells counted by hand, and claims that can be refused."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import cKDTree

from mlcore.datasets import load_knn_table
from mlcore.demos import Refused, speed
from mlcore.demos.speed.arithmetic import WAYS, count_operations
from mlcore.demos.speed.tree import LEAF, all_cells, unavoidable, walk

G16A = [
    [0, 1, 5, 6.25, 10.25],
    [1, 0, 2, 4.25, 6.25],
    [5, 2, 0, 1.25, 1.25],
    [6.25, 4.25, 1.25, 0, 1],
    [10.25, 6.25, 1.25, 1, 0],
]


@pytest.fixture(scope="module")
def result():
    return speed.compute()


@pytest.mark.parametrize("way", WAYS)
def test_every_way_gives_the_distances_of_the_lectures_points(way):
    points, _ = load_knn_table()
    assert WAYS[way](points, points).tolist() == G16A
    assert count_operations(way, points, points)[1].tolist() == G16A


def test_operations_by_hand():
    """Two features, one pair: 2 subtractions, 2 products, 1 sum; a², b²: 3 each, 2a: 2, aᵀb: 3, −, +: 2."""
    assert speed.operations("loops", 1, 1, 2) == 2 + 2 + 1
    assert speed.operations("one product", 1, 1, 2) == 3 + 3 + 2 + 3 + 2
    assert speed.operations("three products", 1, 1, 2) == 2 + 2 + 2 + 3 * 3 + 2


def test_for_one_feature_the_loops_do_less():
    assert speed.operations("loops", 1000, 1000, 1) < speed.operations("one product", 1000, 1000, 1)


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 1000), st.integers(1, 60), st.integers(1, 5), st.integers(1, 60))
def test_the_counting_search_finds_the_nearest_however_many_points_coincide(seed, n, d, k):
    rng = np.random.default_rng(seed)
    X, query, k = rng.integers(0, 3, (n, d)).astype(float), rng.integers(0, 3, d) + 0.25, min(k, n)
    found = walk(cKDTree(X, LEAF), query, k)
    assert found.sq_dists.tolist() == np.sort(((X - query) ** 2).sum(axis=1))[:k].tolist()
    assert k <= found.points <= n


def test_the_cells_of_the_leaves_hold_all_points():
    X, _ = speed.points_and_queries(100, 3)
    low, high, size = all_cells(cKDTree(X, LEAF))
    assert size.sum() == 100
    for lower, upper, points in zip(low[size > 0], high[size > 0], size[size > 0], strict=True):
        assert ((lower <= X) & (upper >= X)).all(axis=1).sum() >= points
    assert unavoidable((low, high, size), X[0], np.inf) == (len(size), 100)


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"operations": r.operations + 1},
        lambda r: {"operations": r.operations[::-1]},
        lambda r: {"calls": r.calls * 2},
        lambda r: {"nodes": r.nodes + 1},
        lambda r: {"nodes": r.nodes[::-1]},
        lambda r: {"nodes": np.concatenate([r.nodes[:8], 2 * r.nodes[8:]])},  # faster than a logarithm
        lambda r: {"points": r.points + 8},  # one leaf too many
        lambda r: {"points": np.concatenate([r.points[:8], 9 * r.points[8:]])},
        lambda r: {"by_dimension": r.by_dimension[::-1]},
        lambda r: {"by_k": r.by_k[::-1]},
        lambda r: {"brute": (1000, 50_000)},  # what was said of a larger k
        lambda r: {"multiplied_out": np.maximum(r.multiplied_out, 0)},  # clipped already
        lambda r: {"multiplied_out": r.multiplied_out - 1e-14},
        lambda r: {"shifted": r.multiplied_out},
    ],
)
def test_a_perturbed_claim_is_refused(result, perturbed):
    speed.confirm(result)
    with pytest.raises(Refused):
        speed.confirm(replace(result, **perturbed(result)))
