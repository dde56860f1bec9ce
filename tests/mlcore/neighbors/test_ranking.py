"""Who comes first, where lists of candidates are long, short and of different lengths."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from mlcore.neighbors import ranking


def by_sorting(query, dists, index, k):
    """The rule itself: sort the candidates of each query by distance, NaN last, then by index."""
    found = []
    for q in range(max(query) + 1):
        mine = [(np.isnan(d), d, i) for d, i, owner in zip(dists, index, query, strict=True) if owner == q]
        found.append(sorted(mine, key=lambda each: (each[0], 0 if each[0] else each[1], each[2]))[:k])
    return ([[d for _, d, _ in row] for row in found], [[i for _, _, i in row] for row in found])


def test_by_hand_a_tie_goes_to_the_lower_index():
    query, dists = np.array([0, 0, 0, 1, 1]), np.array([2.0, 1.0, 1.0, 5.0, 4.0])
    found = ranking.first_k_of_lists(query, dists, np.array([3, 9, 7, 1, 2]), 2)
    assert [part.tolist() for part in found] == [[[1.0, 1.0], [4.0, 5.0]], [[7, 9], [2, 1]]]


@pytest.mark.parametrize("spare", [0, ranking.SPARE, 1000])
@pytest.mark.parametrize("shuffled", [False, True])
def test_lists_are_ranked_as_by_sorting_each(spare, shuffled, monkeypatch):
    monkeypatch.setattr(ranking, "SPARE", spare)
    rng = np.random.default_rng(spare)
    for _ in range(50):
        k = int(rng.integers(1, 4))
        query = np.repeat(np.arange(6), rng.integers(k, 9, 6))
        dists = rng.choice([0.0, 1.0, 2.0, np.inf, np.nan], len(query))
        index = rng.permutation(len(query))
        if shuffled:
            order = rng.permutation(len(query))
            query, dists, index = query[order], dists[order], index[order]
        found = ranking.first_k_of_lists(query, dists, index, k)
        for ours, plain in zip(found, by_sorting(query, dists, index, k), strict=True):
            assert_array_equal(ours, plain)
