"""High dimension: the numbers of the lectures, volumes known from school, and claims that can be refused."""

from dataclasses import replace
from math import pi

import numpy as np
import pytest

from mlcore.demos import Refused, high_dimension


@pytest.fixture(scope="module")
def result():
    return high_dimension.compute()


def test_the_numbers_of_the_lectures(result):
    assert result.contrast.round(3)[2:].tolist() == [0.357, 0.106]
    assert result.contrast.round(2)[:2].tolist() == [40.73, 4.65]
    assert result.hubs.max(axis=1).tolist() == [11, 77]
    assert (result.hubs[1] == 0).sum() == 134


def test_volumes_known_from_school():
    """Circle, ball, and the ball of four dimensions, π²/2, in cubes of side 2."""
    found = [high_dimension.ball_in_cube(d) for d in (1, 2, 3, 4)]
    assert found == pytest.approx([1, pi / 4, 4 * pi / 3 / 8, pi**2 / 2 / 16])


def test_the_middle_ball_leaves_the_cube_after_nine_dimensions(result):
    assert result.between[[0, 3, 8]] == pytest.approx([0, 1, 2])
    assert (result.between > 2 + 1e-12).tolist() == [False] * 9 + [True] * 3


def test_a_star_of_five_tips_follows_its_centre():
    """With k = 5 all six are neighbours; a crowd of five at each tip leaves the centre alone."""
    angles = np.arange(5) * 2 * pi / 5
    tips = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    star = np.concatenate([[[0, 0]], tips])
    assert high_dimension.k_occurrence(star).tolist() == [5] * 6
    crowded = np.concatenate([[[0, 0]], np.repeat(tips, 6, axis=0) * np.linspace(1, 1.01, 30)[:, None]])
    assert high_dimension.k_occurrence(crowded)[0] == 0


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"sq_dists": r.sq_dists * 1.05},
        lambda r: {"sq_dists": r.sq_dists.mean(axis=1, keepdims=True) + 0 * r.sq_dists},  # no spread left
        lambda r: {"contrast": r.contrast[::-1]},
        lambda r: {"contrast": r.contrast * 0.99},
        lambda r: {"hubs": np.roll(r.hubs, 1, axis=1)},  # right counts, wrong points
        lambda r: {"hubs": r.hubs + 1},  # each point its own neighbour
        lambda r: {"to_centre": r.to_centre[:, ::-1]},
        lambda r: {"to_centre": r.to_centre * 1.01},
        lambda r: {"largest": r.largest + np.array([[20], [0]])},  # more than the plane allows
        lambda r: {"largest": r.largest * 0 + 30},  # no hubs in high dimension
        lambda r: {"inside": r.inside + 3000},
        lambda r: {"inside": np.append(r.inside[1:], 0)},  # one dimension off
        lambda r: {"between": r.between + 1},  # the corner's ball forgotten
    ],
)
def test_a_perturbed_claim_is_refused(result, perturbed):
    high_dimension.confirm(result)
    with pytest.raises(Refused):
        high_dimension.confirm(replace(result, **perturbed(result)))
