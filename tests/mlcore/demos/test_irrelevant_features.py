"""Irrelevant features: the lectures' five points by hand, and claims that can be refused."""

from dataclasses import replace

import numpy as np
import pytest

from mlcore.demos import Refused, irrelevant_features


@pytest.fixture(scope="module")
def result():
    return irrelevant_features.compute()


def test_the_unit_turns_the_answer_of_the_lectures_points():
    """From (1, 2): the first point is 1 s away, the third 2, so that s = 1 says o and s = 100 says +."""
    assert [irrelevant_features.answer(s) for s in (1, 1.999, 2.001, 100)] == ["o", "o", "+", "+"]


def test_an_exact_tie_goes_to_the_first_point():
    assert irrelevant_features.answer(2) == "o"


def test_the_rules_by_hand():
    X = np.full((4, 20), 0.9)
    X[:, [6, 13]] = [[0.2, 0.3], [0.2, 0.9], [0.8, 0.1], [0.8, 0.9]]
    assert irrelevant_features.label(X, "sum").tolist() == [0, 1, 0, 1]
    assert irrelevant_features.label(X, "xor").tolist() == [0, 1, 1, 0]


def test_with_all_added_every_feature_is_seen_once():
    assert sorted(irrelevant_features.visible(18)) == list(range(20))


def test_a_relevant_feature_alone_stands_out_on_the_diagonal(result):
    """This is what leads a greedy search to the pair."""
    alone = result.pairs[0].diagonal()
    assert alone[6] == alone.min()


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"errors": r.errors + 0.01},
        lambda r: {"errors": r.errors[:, :, ::-1]},
        lambda r: {"errors": r.errors[[0, 1, 1]]},  # naive Bayes fooled like the neighbours
        lambda r: {"chosen": r.chosen[::-1]},
        lambda r: {"chosen": np.ones_like(r.chosen)},  # no selection
        lambda r: {"selected": r.selected + 0.05},
        lambda r: {"pairs": r.pairs[::-1]},
        lambda r: {"pairs": r.pairs + 0.005},
        lambda r: {"lucky": r.lucky + 0.3},
        lambda r: {"honest": r.lucky},  # the validation error taken for the truth
        lambda r: {"answers": r.answers[::-1]},
        lambda r: {"answers": ("o",) * 6},
        lambda r: {"standardised": r.answers},
    ],
)
def test_a_perturbed_claim_is_refused(result, perturbed):
    irrelevant_features.confirm(result)
    with pytest.raises(Refused):
        irrelevant_features.confirm(replace(result, **perturbed(result)))
