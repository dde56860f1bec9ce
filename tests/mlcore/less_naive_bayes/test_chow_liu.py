import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcore.less_naive_bayes.chow_liu import conditional_mutual_information, maximum_spanning_tree


def pair_counts(X, y, V):
    """Count pairs of values by loops; −1 is missing."""
    first = np.cumsum([0, *V])
    count = np.zeros((max(y) + 1, first[-1], first[-1]))
    for row, c in zip(X, y, strict=True):
        for (i, u), (j, v) in itertools.product(enumerate(row), repeat=2):
            if u >= 0 and v >= 0:
                count[c, first[i] + u, first[j] + v] += 1
    return count


def information_by_hand(X, y, i, j):
    """Σ p(c, u, v) log p(u, v|c) / (p(u|c) p(v|c)) over the examples that have both features."""
    both = [(c, row[i], row[j]) for row, c in zip(X, y, strict=True) if row[i] >= 0 and row[j] >= 0]
    total = 0.0
    for c, u, v in set(both):
        n_c = sum(t[0] == c for t in both)
        n_u = sum(t[:2] == (c, u) for t in both)
        n_v = sum((t[0], t[2]) == (c, v) for t in both)
        n_uv = both.count((c, u, v))
        total += n_uv / len(both) * math.log(n_uv * n_c / (n_u * n_v))
    return total


def all_spanning_trees(d):
    """Every set of d − 1 edges that joins all features."""
    for edges in itertools.combinations(itertools.combinations(range(d), 2), d - 1):
        group = list(range(d))
        for i, j in edges:
            group = [group[i] if g == group[j] else g for g in group]
        if len(set(group)) == 1:
            yield edges


def weight_of(parent, weight):
    return sum(weight[j, p] for j, p in enumerate(parent) if p >= 0)


def test_there_are_d_to_the_d_minus_2_trees():
    assert [sum(1 for _ in all_spanning_trees(d)) for d in (2, 3, 4, 5)] == [1, 3, 16, 125]


def test_equal_pixels_tell_one_bit():
    count = pair_counts([[0, 0], [1, 1]], [0, 0], [2, 2])
    assert conditional_mutual_information(count, np.array([2, 2]))[0, 1] == pytest.approx(math.log(2))


def test_dependence_through_the_class_alone_is_no_information():
    """Both pixels equal the class: dependent, but not given the class."""
    count = pair_counts([[0, 0], [0, 0], [1, 1]], [0, 0, 1], [2, 2])
    assert conditional_mutual_information(count, np.array([2, 2])).tolist() == [[0, 0], [0, 0]]


def test_pair_that_never_meets_tells_nothing():
    count = pair_counts([[0, -1], [-1, 1]], [0, 0], [2, 2])
    assert conditional_mutual_information(count, np.array([2, 2])).tolist() == [[0, 0], [0, 0]]


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000), st.integers(2, 4), st.booleans())
def test_information_is_that_of_the_definition(seed, d, gaps):
    rng = np.random.default_rng(seed)
    V = rng.integers(1, 4, d)
    X, y = rng.integers(0, V, (15, d)), rng.integers(0, 2, 15)
    if gaps:
        X[rng.random(X.shape) < 0.3] = -1
    information = conditional_mutual_information(pair_counts(X.tolist(), y.tolist(), V), V)
    assert (information == information.T).all()
    for i, j in itertools.combinations(range(d), 2):
        assert information[i, j] == pytest.approx(
            information_by_hand(X.tolist(), y.tolist(), i, j), abs=1e-12
        )


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000), st.integers(1, 5), st.data())
def test_no_spanning_tree_weighs_more(seed, d, data):
    """Small whole weights: many ties."""
    weight = np.random.default_rng(seed).integers(0, 4, (d, d)).astype(float)
    weight = weight + weight.T
    root = data.draw(st.integers(0, d - 1))
    parent = maximum_spanning_tree(weight, root)
    assert parent[root] == -1
    assert (np.delete(parent, root) >= 0).all()
    best = max((sum(weight[i, j] for i, j in edges) for edges in all_spanning_trees(d)), default=0)
    assert weight_of(parent, weight) == best
    for j in range(d):  # every feature leads to the root
        steps = 0
        while parent[j] >= 0 and steps <= d:
            j, steps = parent[j], steps + 1
        assert j == root


def test_ties_go_to_the_first_feature_and_to_the_first_parent():
    assert maximum_spanning_tree(np.ones((4, 4))).tolist() == [-1, 0, 0, 0]
    assert maximum_spanning_tree(np.zeros((3, 3)), root=2).tolist() == [2, 2, -1]
    weight = np.array([[0, 1, 2, 2], [1, 0, 2, 2], [2, 2, 0, 1], [2, 2, 1, 0.0]])
    assert maximum_spanning_tree(weight).tolist() == [-1, 2, 0, 0]


def test_rounding_does_not_break_ties():
    """Features 1 and 2 are equally near to the root, so 1 joins first and brings 3 along."""
    weight = np.zeros((4, 4))
    weight[1, 3] = weight[2, 3] = 5
    weight[0, 1], weight[0, 2] = 1, np.nextafter(1, 2)
    assert maximum_spanning_tree(weight + weight.T).tolist() == [-1, 0, 3, 1]


def test_root_must_be_a_feature():
    for root in (-1, 3):
        with pytest.raises(ValueError, match="root must"):
            maximum_spanning_tree(np.ones((3, 3)), root)
