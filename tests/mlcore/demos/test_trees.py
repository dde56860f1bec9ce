"""Trees and naive Bayes: the table of meals by hand, and claims that can be refused."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from mlcore.datasets import load_ten_by_two
from mlcore.demos import Refused, trees
from mlcore.demos.trees import MENUS, is_linear, rule, world
from mlcore.demos.trees.meal_table import gini_after, impurity_after, meals, scores


@pytest.fixture(scope="module")
def result():
    return trees.compute()


def test_the_first_question_by_hand():
    """With milk 12 of 24 are sick, without 2 of 24; with lactase 3 of 24, without 11."""
    milk = Fraction(1, 2) * (2 * Fraction(12, 24) ** 2 + 2 * Fraction(2, 24) * Fraction(22, 24))
    lactase = Fraction(1, 2) * (
        2 * Fraction(3, 24) * Fraction(21, 24) + 2 * Fraction(11, 24) * Fraction(13, 24)
    )
    assert impurity_after(meals(), 0) == milk
    assert impurity_after(meals(), 2) == lactase
    assert milk < lactase


def test_the_two_answers_to_milk_alone(result):
    """The tree: 10 of 12. Naive Bayes: 14/48 · 12/14 · 7/14 · 11/14 against 34/48 · 12/34 · 17/34 · 13/34."""
    sick, well = 14 / 48 * 12 / 14 * 7 / 14 * 11 / 14, 34 / 48 * 12 / 34 * 17 / 34 * 13 / 34
    assert result.tree[4] == pytest.approx(10 / 12)
    assert result.score == pytest.approx([well, sick])
    assert result.naive[4] == pytest.approx(sick / (sick + well))
    assert result.questions == pytest.approx(1.5)


def test_the_product_of_the_lectures_is_not_the_posterior():
    """The lectures' table of ten rows, x = (1, 1): the scores are 0.1 and 0.2, the posterior is 2/3."""
    X, y = load_ten_by_two()
    rows = [(tuple(int(v) for v in x), int(label)) for x, label in zip(X, y, strict=True)]
    well, sick = scores(rows, (1, 1))
    assert (well, sick) == (Fraction(1, 10), Fraction(1, 5))
    assert sick / (well + sick) == Fraction(2, 3)


def test_two_rules_are_beyond_any_weights():
    """Two meals of sick people and two of well ones, as (milk, lactase, egg, raw), add up to one vector."""
    sick, well = [(1, 0, 0, 0), (0, 1, 1, 1)], [(1, 1, 0, 1), (0, 0, 1, 0)]
    assert rule(np.array(sick)).tolist() == [1, 1]
    assert rule(np.array(well)).tolist() == [0, 0]
    assert np.sum(sick, axis=0).tolist() == np.sum(well, axis=0).tolist()
    assert not is_linear(MENUS, rule(MENUS))
    assert is_linear(MENUS, MENUS[:, 0] & (1 - MENUS[:, 1]))  # one rule alone is no trouble


def test_no_question_gains_anything_on_xor():
    pairs = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    assert [gini_after(pairs, pairs[:, 0] ^ pairs[:, 1], j) for j in (0, 1)] == [0.5, 0.5]


def test_worlds_are_distributions():
    for name in trees.WORLDS:
        assert world(name).sum() == pytest.approx(1)


def changed(array, place, value):
    array = array.copy()
    array[place] = value
    return array


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"impurity": r.impurity + 0.01},
        lambda r: {"root": 2},
        lambda r: {"tree": r.naive},
        lambda r: {"naive": r.tree},
        lambda r: {"questions": 3.0},
        lambda r: {"score": r.score / r.score.sum()},  # ≈ instead of ∝
        lambda r: {"parts": changed(r.parts, 0, 0.0)},  # the prior forgotten
        lambda r: {"parts": r.parts[[0, 2, 1, 3]]},
        lambda r: {"bugs": 1},
        lambda r: {"best": r.best[::-1]},
        lambda r: {"limit": r.best},
        lambda r: {"error": r.error[::-1]},
        lambda r: {"error": r.error[:, ::-1]},
        lambda r: {"error": r.error - 0.02},
        lambda r: {"error": changed(r.error, (0, 1, -1), 0.12)},
        lambda r: {"error": changed(r.error, (1, slice(None), 2), r.error[1, ::-1, 2])},
        lambda r: {"xor_leaves": 4},
    ],
)
def test_a_perturbed_claim_is_refused(result, perturbed):
    trees.confirm(result)
    with pytest.raises(Refused):
        trees.confirm(replace(result, **perturbed(result)))
