"""Costs: the lecture's mail by hand, the court's geometry, and a claim that can be refused."""

from dataclasses import replace

import numpy as np
import pytest

from mlcore.demos import Refused, costs
from mlcore.demos.costs import BEHIND, is_three


@pytest.fixture(scope="module")
def result():
    return costs.compute()


def test_the_lectures_mail(result):
    assert result.examples == pytest.approx(np.array([[40, 6], [9.05, 9.095]]))
    assert result.threshold == 10 / 11
    assert result.asking == pytest.approx((1 / 2, 19 / 20))


def test_what_two_cutoffs_cost_by_hand(result):
    assert result.cost_of_half == 55 / 4  # (10 · ¼ + 100 · ¼) / 2
    assert result.cost_of_best == pytest.approx(550 / 121)  # (10 · (10/11)² + 100 · (1/11)²) / 2


def test_the_break_even_distance_by_hand(result):
    assert result.break_even == pytest.approx(6.75 - 11 * np.log(3 / 2))
    assert costs.break_even(value=2.0) == costs.LINE  # where no hit counts three, the line is like any place
    assert 2 * costs.hit(costs.break_even(5.0), 5.0) == pytest.approx(3 * costs.hit(costs.LINE, 5.0))


def test_the_two_point_area_has_the_size_of_the_real_one():
    """A rectangle up to where the arc begins, 2.99 m from the baseline, and the segment above it."""
    corner = np.sqrt(costs.LINE**2 - costs.CORNER**2)
    assert corner + BEHIND == pytest.approx(2.99, abs=0.005)
    half_angle = np.arccos(corner / costs.LINE)
    segment = costs.LINE**2 * (half_angle - np.sin(half_angle) * np.cos(half_angle))
    across, along = np.meshgrid(np.arange(-7.49, 7.5, 0.02), np.arange(-1.565, 8.4, 0.02))
    twos = ~is_three(np.column_stack((across.ravel(), along.ravel())))
    area = 2 * costs.CORNER * (corner + BEHIND) + segment
    assert twos.sum() * 0.02**2 == pytest.approx(area, rel=0.005)


def test_every_place_of_the_map_is_on_the_court(result):
    across, along = result.place.T
    assert (np.abs(across) < 7.5).all()
    assert (along > -BEHIND).all()
    assert set(across) == set(-across)


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"examples": r.examples[:, ::-1]},  # the matrix transposed
        lambda r: {"threshold": 0.91},  # as printed
        lambda r: {"threshold": 1 / 11},
        lambda r: {"asking": (0.5, 0.9)},
        lambda r: {"asking": (0.4, 0.95)},
        lambda r: {"expected": r.expected[:, ::-1]},
        lambda r: {"expected": np.add(r.expected, [0, 0, 6])},  # asking is never best
        lambda r: {"cost": r.cost * 1.001},
        lambda r: {"cost": r.cost[::-1]},
        lambda r: {"cost_of_half": 13.0},
        lambda r: {"cost_of_best": 4.0},
        lambda r: {"break_even": 2.2},
        lambda r: {"step_back": 1.0},
        lambda r: {"points": r.points + 0.01},
        lambda r: {"points": np.where(r.distance > costs.LINE, r.points * 2 / 3, r.points)},
        lambda r: {"worth": r.worth[::-1]},
        lambda r: {"worth": 2 * costs.hit(np.hypot(*r.place.T))},  # no line at all
    ],
)
def test_a_perturbed_claim_is_refused(result, perturbed):
    costs.confirm(result)
    with pytest.raises(Refused):
        costs.confirm(replace(result, **perturbed(result)))


@pytest.mark.parametrize("fall", [3.0, 4.0])
def test_where_threes_are_hardly_hit_a_player_must_go_in_farther(fall):
    assert costs.break_even(fall) > costs.break_even(costs.FALL)
