"""Condensing: the lectures' loop by hand, the smallest set by enumeration, and claims that can be refused."""

from dataclasses import replace

import numpy as np
import pytest

from mlcore.demos import Refused, condensed
from mlcore.demos.condensed import plainly as plain

LINE, LABELS = [[0.0], [1], [2], [3], [4], [5]], [0, 0, 0, 1, 1, 1]


@pytest.fixture(scope="module")
def result():
    return condensed.compute()


@pytest.mark.parametrize(
    ("order", "prototypes"),
    [
        ([2, 3, 0, 1, 4, 5], [2, 3]),
        ([0, 5, 1, 2, 3, 4], [0, 5]),
        ([0, 3, 2, 1, 4, 5], [0, 3, 2]),  # 2 lies nearer to 3 than to 0
    ],
)
def test_the_order_decides_on_a_line(order, prototypes):
    assert plain.condense_plainly(LINE, LABELS, order) == prototypes


def test_twins_that_disagree_end_the_loop():
    assert plain.condense_plainly([[1.0], [1.0]], [0, 1], [1, 0]) == [1, 0]


def test_one_class_needs_one_prototype():
    assert plain.condense_plainly(LINE, [7] * 6, [4, 0, 1, 2, 3, 5]) == [4]


def test_changed_counts_training_answers():
    assert plain.changed(LINE, LABELS, [0, 5]) == 0
    assert plain.changed(LINE, LABELS, [0, 3]) == 1  # 2 goes to 3


def test_alternating_labels_cannot_be_condensed():
    assert plain.smallest_consistent(LINE, [0, 1, 0, 1, 0, 1]) == (0, 1, 2, 3, 4, 5)


def test_by_nearest_takes_the_label_of_the_nearest_kept():
    X, y = np.array(LINE), np.array(LABELS)
    kept, queries = np.array([5, 0]), np.array([[2.4], [2.6], [9.0]])
    assert condensed.by_nearest(X, y, kept, queries).tolist() == [0, 1, 1]


def test_moons_have_labels_by_turns_and_reach_into_each_other():
    X, y = condensed.moons(1000, np.random.default_rng(1))
    assert y[:4].tolist() == [0, 1, 0, 1]
    means = [X[y == label].mean(axis=0) for label in (0, 1)]
    assert means[0][1] > means[1][1]  # the upper one first
    assert means[0] + means[1] == pytest.approx([1, 0.45], abs=0.1)


def test_the_six_points_on_a_line(result):
    assert sum(result.line.values()) == 720
    assert set(result.line) == {2, 3}


def test_the_claim_is_confirmed(result):
    condensed.confirm(result)


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"prototypes": r.prototypes[:-1]},
        lambda r: {"prototypes": r.prototypes[::-1]},
        lambda r: {"broken": 1},
        lambda r: {"sizes": r.sizes + 1},
        lambda r: {"outliers": r.outliers[1:]},
        lambda r: {"tidy": r.prototypes},
        lambda r: {"tidy_broken": 0},
        lambda r: {"tidy_sizes": r.sizes},
        lambda r: {"differs": 0.0},  # the same predictions everywhere
        lambda r: {"differs": r.differs + 0.02},
        lambda r: {"errors": (r.errors[0], r.errors[0], r.errors[2])},
        lambda r: {"line": {2: 720}},
        lambda r: {"twins": (0,)},
        lambda r: {"smallest": r.smallest + 1},
        lambda r: {"few_sizes": r.few_sizes - 1},
        lambda r: {"few_sizes": np.full_like(r.few_sizes, r.smallest)},
    ],
)
def test_a_perturbed_claim_is_refused(result, perturbed):
    with pytest.raises(Refused):
        condensed.confirm(replace(result, **perturbed(result)))
