import math
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcore.distances import (
    DISTANCES,
    METRICS,
    OBJECT_DISTANCES,
    cosine_distance,
    cosine_similarity,
)

laws = settings(deadline=None, max_examples=60)
floats = st.floats(-1e6, 1e6, allow_subnormal=False)
halves = st.integers(-20, 20).map(lambda i: i / 2)


def vectors(elements=floats, size=3):
    return st.lists(elements, min_size=size, max_size=size)


def distance(name, size=3, kind="numeric"):
    """Return the distance of this name as a function of two observations of the given size."""
    further = {
        "mahalanobis": {"V": np.diag(np.arange(1.0, size + 1)) + 0.5},
        "gower": {"ranges": [40] * size, "kinds": [kind] * size},
    }
    return partial(DISTANCES[name], **further.get(name, {}))


class TestTables:
    """What every distance must keep, so that a newcomer is covered by being listed."""

    def test_object_distances_are_distances(self):
        assert OBJECT_DISTANCES.items() <= DISTANCES.items()
        assert DISTANCES.keys() >= METRICS

    @pytest.mark.parametrize("name", DISTANCES)
    @laws
    @given(a=vectors(halves), b=vectors(halves))
    def test_distance_is_symmetric_and_never_negative(self, name, a, b):
        d = distance(name)
        assert d(a, b) == d(b, a) >= 0

    @pytest.mark.parametrize("name", DISTANCES)
    @laws
    @given(a=vectors())
    def test_distance_to_itself_is_zero(self, name, a):
        if any(a) or name != "cosine":
            assert distance(name)(a, a) == 0

    @pytest.mark.parametrize("name", sorted(METRICS))
    @laws
    @given(a=vectors(halves), b=vectors(halves), c=vectors(halves))
    def test_metric_keeps_the_triangle_inequality(self, name, a, b, c):
        d = distance(name)
        assert d(a, c) <= (d(a, b) + d(b, c)) * (1 + 1e-12)

    @pytest.mark.parametrize("name", sorted(METRICS - {"jaccard"}))
    @laws
    @given(a=vectors(halves), b=vectors(halves))
    def test_metric_is_zero_only_for_equals(self, name, a, b):
        assert (distance(name)(a, b) == 0) == (a == b)

    @pytest.mark.parametrize("name", OBJECT_DISTANCES)
    def test_object_distance_takes_strings_tuples_and_arrays(self, name):
        d = distance(name, size=2, kind="categorical")
        assert d("ab", "ab") == d(("a", "b"), ["a", "b"]) == d(np.array(["a", "b"]), ("a", "b")) == 0
        assert d("ab", "xy") > 0

    @pytest.mark.parametrize("name", DISTANCES)
    def test_distance_leaves_its_arguments_alone(self, name):
        a, b = np.array([1.0, 2.0]), np.array([2.0, 2.0])
        distance(name, size=2)(a, b)
        assert a.tolist() == [1, 2]
        assert b.tolist() == [2, 2]

    @pytest.mark.parametrize("name", sorted(DISTANCES.keys() - OBJECT_DISTANCES.keys()))
    @pytest.mark.parametrize(
        ("bad", "error", "message"),
        [
            ([1, math.nan], ValueError, "b must be finite"),
            ([1, math.inf], ValueError, "b must be finite"),
            ([1], ValueError, "a has 2, b has 1"),
            ([], ValueError, "b must not be empty"),
            ("ab", TypeError, "b must hold numbers"),
            ([[1, 2]], ValueError, "b must have 1 dimension"),
            (None, TypeError, "b must hold numbers"),
            ([1, [2]], ValueError, "b must be a regular table"),
            (1.0, ValueError, "b must have 1 dimension"),
            ([1, 10**400], ValueError, "b must hold numbers within the range of floats"),
            ([1, 2j], TypeError, "b must hold numbers"),
        ],
        ids=str,
    )
    def test_vector_distance_names_what_is_wrong(self, name, bad, error, message):
        with pytest.raises(error, match=message):
            distance(name, size=2)([1, 2], bad)

    def test_a_similarity_needs_the_largest_not_the_smallest(self):
        X, query = [[3, 4], [4, -3]], [6, 8]
        assert np.argmin([cosine_distance(x, query) for x in X]) == 0
        assert np.argmax([cosine_similarity(x, query) for x in X]) == 0
        assert cosine_similarity not in DISTANCES.values()
