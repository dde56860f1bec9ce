"""The lectures' numbers on neighbours, distances and high dimensions: G16, G24 and G30–G32.

Fractions are exact. Where a number is printed with so many decimals, half a unit of the last one is allowed.
"""

import math
from fractions import Fraction

import numpy as np
import pytest

from mlcore.datasets import load_knn_table
from mlcore.decisions import expected_cost
from mlcore.distances import (
    chebyshev,
    cosine_distance,
    cosine_similarity,
    edit_distance,
    euclidean,
    hamming,
    jaccard_distance,
    manhattan,
    minkowski,
    pairwise_sq_dists,
    standardise,
)
from mlcore.neighbors import KNeighborsClassifier, KNeighborsRegressor, NearestNeighbors
from mlcore.probability import event_prob, independent
from mlcore.selection import choose_k

G_IDS = {"g16", "g16a", "g16b", "g16c", "g16d", "g16e", "g16f", "g16g", "g24", "g30", "g30a", "g31", "g32"}
POINTS, MARKS = load_knn_table()
QUERY = [[2.2, 1.5]]


def exact(value):
    """Accept rounding of floating-point arithmetic only."""
    return pytest.approx(value, rel=1e-12)


def printed(value, digits=10):
    """Accept what rounds to the printed decimals."""
    return pytest.approx(value, rel=0, abs=0.5 * 10.0**-digits)


def p_plus(k, query, **options):
    """Return P(+); the classes in sorted order are + and o."""
    return KNeighborsClassifier(k, **options).fit(POINTS, MARKS).predict_proba(query)[0, 0]


@pytest.mark.parametrize(
    ("query", "distances", "order", "marks", "shares"),
    [
        ((2, 2), (1.414214, 1, 1, 1.118034, 1.802776), "12304", "++oo+", (1, 1, 2 / 3, 2 / 4, 3 / 5)),
        ((1, 2), (1, 1.414214, 2, 1.802776, 2.692582), "01324", "o+o++", (0, 1 / 2, 1 / 3, 2 / 4, 3 / 5)),
        ((3, 1), (2.828427, 2.236068, 1, 0.5, 0.5), "34210", "o+++o", (0, 1 / 2, 2 / 3, 3 / 4, 3 / 5)),
        (
            (2.2, 1.5),
            (1.920937, 1.513275, 0.943398, 0.583095, 1.392839),
            "32410",
            "o+++o",
            (0, 1 / 2, 2 / 3, 3 / 4, 3 / 5),
        ),
        (
            (1.4, 2.9),
            (0.412311, 0.608276, 1.835756, 2.19545, 2.83196),
            "01234",
            "o++o+",
            (0, 1 / 2, 2 / 3, 2 / 4, 3 / 5),
        ),
    ],
)
@pytest.mark.parametrize("algorithm", ["brute", "kd_tree"])
def test_g16_five_points_for_every_k(algorithm, query, distances, order, marks, shares):
    """Two of the queries tie two points: the lower row comes first."""
    model = KNeighborsClassifier(5, algorithm=algorithm).fit(POINTS, MARKS)
    dists, rows = model.kneighbors([query])
    assert rows[0].tolist() == [int(row) for row in order]
    assert dists[0] == printed(np.array(distances)[rows[0]], digits=6)
    assert "".join(MARKS[rows[0]]) == marks
    assert [p_plus(k, [query], algorithm=algorithm) for k in range(1, 6)] == exact(list(shares))
    for k, share in enumerate(shares, start=1):
        best = KNeighborsClassifier(k, algorithm=algorithm).fit(POINTS, MARKS).predict([query])
        assert best == ["+" if share >= 1 / 2 else "o"]


def test_g16a_squared_distances_between_the_five_points():
    assert pairwise_sq_dists(POINTS, POINTS).tolist() == [
        [0, 1, 5, 6.25, 10.25],
        [1, 0, 2, 4.25, 6.25],
        [5, 2, 0, 1.25, 1.25],
        [6.25, 4.25, 1.25, 0, 1],
        [10.25, 6.25, 1.25, 1, 0],
    ]


def test_g16b_leave_one_out_errors():
    """With k = 1 the third row ties two others, and the lower of them has the wrong mark."""
    best, errors = choose_k(POINTS, MARKS, ks=[1, 3])
    assert best == 3
    assert errors == exact(np.array([5 / 5, 3 / 5]))


def test_g16c_the_same_three_neighbours_under_three_weights():
    p = {(k, w): p_plus(k, QUERY, weights=w) for k in (3, 5) for w in ("uniform", "distance", "softmax")}
    assert (p[3, "uniform"], p[5, "uniform"]) == (exact(2 / 3), exact(3 / 5))
    assert (p[3, "distance"], p[5, "distance"]) == (printed(0.5090139185), printed(0.5217367152))
    assert (p[3, "softmax"], p[5, "softmax"]) == (printed(0.5332418483), printed(0.5490311281))


def test_g16d_regression_on_the_five_points():
    targets = [1, 2, 4, 8, 16]
    mean, weighted = (
        KNeighborsRegressor(3, weights=weights).fit(POINTS, targets).predict(QUERY)[0]
        for weights in ("uniform", "distance")
    )
    assert mean == exact(28 / 3)
    assert weighted == printed(8.4304891969)


def test_g16e_standardised_with_the_training_statistics():
    origin, ones = standardise(POINTS, [[0, 0], [1, 1]])
    scale = 1 / (ones - origin)
    assert -origin * scale == exact(np.array([2.4, 2]))
    assert scale == exact(np.sqrt([0.74, 0.8]))
    assert scale == printed(np.array([0.8602325267, 0.8944271910]))


def test_g16f_the_unit_of_a_feature_decides():
    as_given = KNeighborsClassifier(1).fit(POINTS, MARKS).predict([[1, 2]])
    in_cents = KNeighborsClassifier(1).fit(POINTS * [1, 100], MARKS).predict([[1, 200]])
    assert (as_given[0], in_cents[0]) == ("o", "+")


def test_g16g_all_points_as_neighbours_ignore_the_query():
    rng = np.random.default_rng(0)
    model = KNeighborsClassifier(5).fit(POINTS, MARKS)
    assert model.predict_proba(rng.normal(scale=10, size=(20, 2)))[:, 0] == exact(np.full(20, 3 / 5))


@pytest.mark.parametrize(
    ("best", "bound"),
    [
        (Fraction(0), Fraction(0)),
        (Fraction(5, 100), Fraction(95, 1000)),
        (Fraction(1, 10), Fraction(18, 100)),
        (Fraction(1, 4), Fraction(3, 8)),
        (Fraction(1, 2), Fraction(1, 2)),
    ],
)
def test_g24_twice_the_best_error_at_most(best, bound):
    """A query and its nearest neighbour at the same place draw their labels independently of each other."""
    p_label = {0: 1 - best, 1: best}
    joint = {
        (query, neighbour): p_label[query] * p_label[neighbour] for query in (0, 1) for neighbour in (0, 1)
    }
    assert independent(joint, 0, 1)
    assert event_prob(joint, {0: 0, 1: 1}) + event_prob(joint, {0: 1, 1: 0}) == bound


def test_g30_one_pair_under_many_distances():
    a, b = [1, 3], [3.5, 1]
    assert manhattan(a, b) == minkowski(a, b, p=1) == 4.5
    assert euclidean(a, b) == minkowski(a, b, p=2) == exact(math.sqrt(10.25))
    assert minkowski(a, b, p=2) == printed(3.2015621187)
    assert minkowski(a, b, p=3) == printed(2.8693967742)
    assert chebyshev(a, b) == minkowski(a, b, p=math.inf) == 2.5
    assert cosine_similarity(a, b) == exact(6.5 / math.sqrt(132.5))
    assert cosine_similarity(a, b) == printed(0.5646839156)
    assert cosine_distance(a, b) == printed(0.4353160844)
    with_absolute_values = 6.5 / (sum(a) * sum(b))
    assert with_absolute_values == exact(13 / 36)


def test_g30a_strings_and_sets():
    assert hamming("karolin", "kathrin") == 3
    assert edit_distance("kitten", "sitting") == 3
    assert jaccard_distance({1, 2, 3}, {2, 3, 4}) == 1 / 2


def test_g31_nobody_predicts_a_fair_coin():
    """Each wrong prediction costs 1: the least expected cost is the least error."""
    assert expected_cost([[1 / 2, 1 / 2]], [[0, 1], [1, 0]]).min() == 1 / 2


def test_g32_distances_and_hubs_in_high_dimensions():
    """500 uniform points and a query for each d, then 500 normal points for each d, from one generator."""
    rng = np.random.default_rng(0)
    for d, contrast, digits in [(2, 40.73, 2), (10, 4.65, 2), (100, 0.357, 3), (1000, 0.106, 3)]:
        points, query = rng.random((500, d)), rng.random((1, d))
        dists = NearestNeighbors(n_neighbors=500).fit(points).kneighbors(query)[0][0]  # nearest first
        assert (dists[-1] - dists[0]) / dists[0] == printed(contrast, digits)
    for d, most_popular in [(2, 11), (100, 77)]:
        points = rng.normal(size=(500, d))
        rows = NearestNeighbors(n_neighbors=5).fit(points).kneighbors(return_distance=False)
        occurrences = np.bincount(rows.ravel(), minlength=500)
        assert occurrences.max() == most_popular
    assert (occurrences == 0).sum() == 134


def test_every_number_of_this_theme_is_covered():
    covered = {name.split("_")[1] for name in globals() if name.startswith("test_g")}
    assert covered == G_IDS
