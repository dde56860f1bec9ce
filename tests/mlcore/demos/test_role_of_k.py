"""The role of k: closed forms by hand and by enumeration, and claims that can be refused."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from mlcore.demos import Refused, role_of_k
from mlcore.demos.role_of_k import data, theory


@pytest.fixture(scope="module")
def result():
    return role_of_k.compute()


def test_one_neighbour_carries_two_noises():
    # The neighbour's label is wrong, or the query's, but not both.
    assert theory.noise_only(1, 0.2) == pytest.approx(2 * 0.2 * 0.8)
    # Two or three of three neighbours are wrong.
    assert theory.noise_only(3, 0.2) == pytest.approx(0.2 + 0.6 * (3 * 0.2**2 * 0.8 + 0.2**3))


@pytest.mark.parametrize("k", [1, 2, 3, 5])
def test_votes_for_one_by_enumerating_all_flips(k):
    noise = 0.2
    for a, found in enumerate(theory.votes_for_one(k, noise)):
        clean = [1] * a + [0] * (k - a)
        expected = 0.0
        for flips in product((0, 1), repeat=k):
            votes = sum(c ^ f for c, f in zip(clean, flips, strict=True))
            if 2 * votes > k:
                expected += noise ** sum(flips) * (1 - noise) ** (k - sum(flips))
        assert found == pytest.approx(expected, abs=1e-14)


def test_expected_error_without_noise_is_the_share_of_wrong_votes():
    assert theory.expected_error([3, 2, 1, 0], [1, 0, 0, 0], k=3, noise=0) == pytest.approx(1 / 4)


def test_expected_error_with_pure_noise_is_a_coin():
    assert theory.expected_error([3, 0], [1, 1], k=3, noise=0.5) == pytest.approx(1 / 2)


@pytest.mark.parametrize(
    ("k", "K", "tied"), [(3, 2, 0), (4, 2, 6), (3, 3, 6), (5, 3, 90), (4, 3, 18), (3, 4, 24)]
)
def test_tied_votes_by_both_routes(k, K, tied):
    assert theory.tied_votes(k, K) == theory.tied_votes_by_formula(k, K) == tied


def test_votes_by_k_on_a_line():
    X, y = np.array([[0.0, 0], [1, 0], [2, 0], [4, 0]]), np.array([1, 0, 1, 1])
    assert data.votes_by_k(X, y, np.array([[0.0, 0], [3.5, 0]]), ks=(1, 2, 3, 4)).tolist() == [
        [1, 1, 2, 3],
        [1, 2, 2, 3],
    ]


def test_about_one_label_in_five_is_flipped():
    X, y = data.noisy_sample(20_000, np.random.default_rng(0))
    assert abs(np.mean(y != data.truth(X)) - 0.2) < 4 * np.sqrt(0.2 * 0.8 / 20_000)


def test_the_eleven_points(result):
    squares = (data.CIRCLE**2).sum(axis=1)
    assert "".join(label[0] for label in data.CIRCLE_LABELS[np.argsort(squares)][:5]) == "ttddd"
    assert result.circle == {3: "triangle", 5: "dot"}


def test_without_noise_one_neighbour_errs_as_often_as_it_is_a_stranger(result):
    assert result.one[0] == pytest.approx(result.stranger)
    assert result.one[-1] == pytest.approx(1 / 2)


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"test": r.test + 0.02},
        lambda r: {"test": r.test[:, ::-1]},
        lambda r: {"train": r.train + 0.01},  # a training error of 1-NN above 0
        lambda r: {"train": np.sort(r.train, axis=1)[:, ::-1]},
        lambda r: {"train": r.train * [0, *[1] * 11, 0.5]},  # all neighbours fit better than 131
        lambda r: {"cv": r.cv + 0.05},
        lambda r: {"cv": r.train[:, :-1]},  # each example helped to predict itself
        lambda r: {"one": r.one + 0.001},
        lambda r: {"stranger": 0.1},
        lambda r: {"many": r.one},
        lambda r: {"ties": {**r.ties, (3, 3): 0}},
        lambda r: {"ties": {**r.ties, (3, 2): 2}},
        lambda r: {"distances": (1000, 50_000)},
        lambda r: {"circle": {3: "triangle", 5: "triangle"}},
    ],
)
def test_a_perturbed_claim_is_refused(result, perturbed):
    with pytest.raises(Refused):
        role_of_k.confirm(replace(result, **perturbed(result)))


def test_the_claim_is_confirmed(result):
    role_of_k.confirm(result)
