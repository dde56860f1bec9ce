import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from mlcore.kernels import KERNELS, SCHEMES, countable, unscaled_weights, vote, vote_weights, weighted_vote

COMPACT = ("boxcar", "triangular", "epanechnikov", "quartic", "triweight", "tricube", "cosine")

# The lectures' five points, query (2.2, 1.5): distances to the three nearest, rows 3, 2, 4, labels o + +.
NEAREST_3 = np.hypot([2.5 - 2.2, 3 - 2.2, 3.5 - 2.2], [1 - 1.5, 2 - 1.5, 1 - 1.5])


# By hand


def test_inverse_weights_by_hand():
    assert_allclose(vote_weights([1, 2, 4], "distance"), [4 / 7, 2 / 7, 1 / 7])


def test_uniform_weights_by_hand():
    assert_array_equal(vote_weights([1, 2, 4], "uniform"), [1 / 3, 1 / 3, 1 / 3])


def test_softmax_weights_by_hand():
    e = np.exp(1)
    assert_allclose(vote_weights([1000, 1001], "softmax"), [e / (e + 1), 1 / (e + 1)])


@pytest.mark.parametrize(
    ("scheme", "at_half"),
    [
        ("boxcar", 1),
        ("triangular", 1 / 2),
        ("epanechnikov", 3 / 4),
        ("quartic", 9 / 16),
        ("triweight", 27 / 64),
        ("tricube", 343 / 512),
        ("cosine", np.sqrt(1 / 2)),
        ("gaussian", np.exp(-1 / 8)),
        ("exponential", np.exp(-1 / 2)),
        ("laplace", np.exp(-1 / 2)),
        ("inverse", 2),
    ],
)
def test_kernel_at_one_half(scheme, at_half):
    assert_allclose(KERNELS[scheme](np.array([0.5])), [at_half])


@pytest.mark.parametrize(
    ("scheme", "share_of_plus"),
    [("uniform", 2 / 3), ("distance", 0.5090139185), ("softmax", 0.5332418483)],
)
def test_the_golden_query_by_three_neighbours(scheme, share_of_plus):
    p = weighted_vote(list("o++"), vote_weights(NEAREST_3, scheme), ["+", "o"])
    assert_allclose(p, [share_of_plus, 1 - share_of_plus], atol=1e-10)


def test_weights_can_overrule_the_majority():
    # The lectures' example: 0.9 + 0.8 − 0.4 − 0.35 − 0.3 = 0.65 > 0, although three of five say −1.
    labels, w = [1, 1, -1, -1, -1], [0.9, 0.8, 0.4, 0.35, 0.3]
    p = weighted_vote(labels, w, [-1, 1])
    assert_allclose(p, [1.05 / 2.75, 1.7 / 2.75])
    assert_allclose(np.dot(w, labels), 0.65)
    assert weighted_vote(labels, np.ones(5), [-1, 1]).argmax() == 0


def test_the_sign_rule_has_no_answer_where_the_vote_has():
    # As printed, sign(Σ w_i l_i) needs labels ±1 and is 0 at a tie; the vote gives the first class.
    assert np.sign(0.5 * 1 + 0.5 * -1) == 0
    assert weighted_vote([1, -1], [0.5, 0.5], [-1, 1]).argmax() == 0
    assert_allclose(weighted_vote(list("abca"), [1, 3, 2, 1], list("abc")), [2 / 7, 3 / 7, 2 / 7])


def test_a_distance_without_its_root_changes_the_vote():
    # As printed, the weighted distance has no root. The ranking survives, inverse weights do not:
    # 1/1 < 1/1.8 + 1/2, but 1/1² > 1/1.8² + 1/2².
    d, labels = np.array([1, 1.8, 2]), [1, -1, -1]
    assert_array_equal(np.argsort(d), np.argsort(d**2))
    assert weighted_vote(labels, vote_weights(d, "distance"), [-1, 1]).argmax() == 0
    assert weighted_vote(labels, vote_weights(d**2, "distance"), [-1, 1]).argmax() == 1


# Rules


@pytest.mark.parametrize("scheme", ["distance", "inverse"])
def test_exact_matches_vote_alone_and_equally(scheme):
    assert_array_equal(vote_weights([0, 2, 0, 1e-300], scheme), [0.5, 0, 0.5, 0])


@pytest.mark.parametrize("scheme", ["softmax", "exponential", "laplace", "gaussian"])
@pytest.mark.parametrize("far", [1e3, 1e6, 1e200])
def test_the_nearest_leads_however_far_all_are(scheme, far):
    w = vote_weights([far * 1.5, far, far * 2], scheme)
    assert_allclose(w, [0, 1, 0], atol=1e-200)


def test_gaussian_weights_relative_to_the_nearest_are_the_formula():
    d = np.array([0.3, 1.0, 2.5])
    w = np.exp(-((d / 0.7) ** 2) / 2)
    assert_allclose(vote_weights(d, "gaussian", h=0.7), w / w.sum())


@pytest.mark.parametrize("scheme", COMPACT)
def test_outside_the_support_all_vote_equally(scheme):
    assert_array_equal(vote_weights([2, 3, 5], scheme, h=1.5), [1 / 3, 1 / 3, 1 / 3])


@pytest.mark.parametrize("scheme", COMPACT)
def test_inside_the_support_those_outside_do_not_vote(scheme):
    w = vote_weights([0.5, 1.75, 3], scheme, h=1.5)
    assert w[0] == 1
    assert_array_equal(w[1:], [0, 0])


def test_softmax_is_the_exponential_kernel():
    d = np.array([0.1, 0.5, 2])
    assert_array_equal(vote_weights(d, "softmax", h=2), vote_weights(d, "exponential", h=2))


def test_rows_are_weighed_one_by_one():
    d = np.array([[0, 1, 2], [3, 4, 5], [1, 1, 1]])
    for scheme in SCHEMES:
        by_row = [vote_weights(row, scheme, h=4) for row in d]
        assert_array_equal(vote_weights(d, scheme, h=4), by_row)


def test_zeros_become_uniform_and_huge_weights_do_not_overflow():
    w = countable(np.array([[0, 0], [1.7e308, 1.7e308], [np.inf, 1]]))
    assert_array_equal(w / w.sum(axis=1, keepdims=True), [[0.5, 0.5], [0.5, 0.5], [1, 0]])


def test_scaling_breaks_no_tie_between_classes():
    # 1 + 2 = 3 is a tie, so the first class wins; scaled to tenths it would be 0.30000000000000004 > 0.3.
    w = [1, 2, 3, 4]
    assert weighted_vote(list("bbac"), w, list("abc"))[:2].argmax() == 0
    assert 1 / 10 + 2 / 10 > 3 / 10
    d = [4, 8, 8 / 3]
    assert unscaled_weights(d, "distance")[:2].sum() == unscaled_weights(d, "distance")[2]


def test_votes_of_many_queries_equal_a_loop():
    rng = np.random.default_rng(0)
    codes, w = rng.integers(0, 4, (30, 7)), rng.random((30, 7))
    expected = [[w[i][codes[i] == c].sum() / w[i].sum() for c in range(4)] for i in range(30)]
    assert_allclose(vote(codes, w, 4), expected)
    counted = [[(codes[i] == c).sum() / 7 for c in range(4)] for i in range(30)]
    assert_array_equal(vote(codes, None, 4), counted)


# Laws

distances = st.lists(st.floats(0, 1e6), min_size=1, max_size=8)


@settings(max_examples=50, deadline=None)
@given(distances, st.sampled_from(SCHEMES), st.floats(1e-3, 1e3))
def test_weights_sum_to_one_and_fall_with_distance(dists, scheme, h):
    d = np.sort(dists)
    w = vote_weights(d, scheme, h)
    assert_allclose(w.sum(), 1)
    assert (np.diff(w) <= 0).all()
    assert (w >= 0).all()


@settings(max_examples=50, deadline=None)
@given(distances, st.sampled_from(SCHEMES), st.sampled_from([0.25, 2.0, 8.0]))
def test_scaling_distances_and_bandwidth_together_changes_nothing(dists, scheme, factor):
    d = np.where(np.array(dists) < 1e-300, 0.0, dists)  # what is smaller may be rounded when it is scaled
    assert_allclose(vote_weights(d * factor, scheme, factor), vote_weights(d, scheme, 1), atol=1e-12)


@settings(max_examples=50, deadline=None)
@given(distances, st.sampled_from(SCHEMES), st.permutations(range(8)))
def test_weights_stay_with_their_neighbours(dists, scheme, permutation):
    order = [i for i in permutation if i < len(dists)]
    d = np.array(dists)
    assert_allclose(vote_weights(d[order], scheme), vote_weights(d, scheme)[order])


# Attacks


@pytest.mark.parametrize("dists", [[], [[]], [-1, 2], [np.nan, 1], [[1, 2], [3]], np.ones((2, 2, 2))])
def test_bad_distances_are_named(dists):
    with pytest.raises(ValueError, match="dists"):
        vote_weights(dists, "distance")


def test_distances_must_be_numbers():
    with pytest.raises(TypeError, match="dists must hold numbers"):
        vote_weights(["a"], "distance")


def test_an_unknown_scheme_is_answered_with_the_known_ones():
    with pytest.raises(ValueError, match=r"scheme must be one of 'uniform'.*got 'gauss'"):
        vote_weights([1], "gauss")


@pytest.mark.parametrize("h", [0, -1, np.nan, np.inf])
def test_the_bandwidth_must_be_positive(h):
    with pytest.raises(ValueError, match="h must be"):
        vote_weights([1], "gaussian", h=h)


@pytest.mark.parametrize(
    ("labels", "weights", "classes", "message"),
    [
        ([1, 2], [1], [1, 2], "one length"),
        ([1, 3], [1, 1], [1, 2], "classes must hold each label exactly once"),
        ([1, 2], [1, 1], [1, 2, 2], "classes must hold each label exactly once"),
        ([1, 2], [0, 0], [1, 2], "not all zero"),
        ([1, 2], [-1, 2], [1, 2], "non-negative"),
        ([1, 2], [np.nan, 2], [1, 2], "finite"),
        ([], [], [1], "empty"),
    ],
)
def test_bad_votes_are_named(labels, weights, classes, message):
    with pytest.raises(ValueError, match=message):
        weighted_vote(labels, weights, classes)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_an_infinite_distance_counts_nothing_beside_finite_ones(scheme):
    if scheme != "uniform":
        assert vote_weights([0.5, np.inf, 0.5], scheme).tolist() == [0.5, 0.0, 0.5]
    assert vote_weights([np.inf, np.inf], scheme).tolist() == [0.5, 0.5]


def test_a_distance_whose_inverse_overflows_is_still_no_exact_match():
    assert unscaled_weights([0.0, 3e-309], "distance").tolist() == [1.0, 0.0]
    assert vote_weights([1e-309, 3e-309], "distance") == pytest.approx([3 / 4, 1 / 4])
