"""Voronoi: corners by hand, cells of order k by their laws, and claims that can be refused."""

from dataclasses import replace

import numpy as np
import pytest

from mlcore.datasets import load_towns
from mlcore.demos import Refused, voronoi
from mlcore.demos.voronoi import towns as on_map
from mlcore.demos.voronoi.cells import cells_of_order

BOX = (0.0, 4.0, 0.0, 2.0)


@pytest.fixture(scope="module")
def result():
    return voronoi.compute()


def test_the_circumcentre_of_a_right_triangle_is_the_middle_of_its_long_side():
    a, b, c = np.array([[0.0, 0], [6, 0], [0, 8]])
    assert on_map.circumcentre(a, b, c).tolist() == pytest.approx([3, 4])


def test_a_meeting_point_with_a_nearer_town_is_none():
    corners = np.array([[0.0, 0], [4, 0], [0, 4], [1.5, 1.5]])
    for point in on_map.meeting_points(corners):
        dists = np.sort(np.linalg.norm(corners - point, axis=1))
        assert dists[:3] == pytest.approx([dists[0]] * 3)
    assert len(on_map.meeting_points(corners[:3])) == 1


def test_the_map_of_the_places_is_that_of_the_towns():
    towns = load_towns()
    trieste = towns.X[towns.y.tolist().index("Trieste")]
    muggia = on_map.on_the_map()[list(on_map.PLACES).index("Muggia")]
    assert (muggia - trieste).tolist() == pytest.approx([0, -0.05 * 111.2])


@pytest.mark.parametrize("k", [1, 2, 3])
def test_cells_fill_the_view_and_are_nearest_to_their_members(k):
    X = np.array([[0.5, 0.5], [1.5, 1.25], [3.25, 0.75], [2.5, 1.75]])
    cells = cells_of_order(X, k, BOX, side=100)
    assert sum(cell.area for cell in cells) == pytest.approx(8)
    for cell in cells:
        middle = cell.corners.mean(axis=0)
        order = np.argsort(((X - middle) ** 2).sum(axis=1))
        assert set(order[:k].tolist()) == set(cell.members)


def test_two_points_share_the_view_at_their_bisector():
    cells = cells_of_order([[1.0, 1.0], [2.0, 1.0]], 1, BOX, side=50)
    assert [cell.area for cell in cells] == pytest.approx([3.0, 5.0])
    assert cells[0].corners[:, 0].max() == pytest.approx(1.5)


def test_the_places(result):
    assert dict(zip(on_map.PLACES, result.guess, strict=True)) == {
        "Tolmezzo": "Udine",
        "Sacile": "Pordenone",
        "Monfalcone": "Gorizia",
        "Muggia": "Trieste",
        "Latisana": "Pordenone",
        "Grado": "Trieste",
    }


def test_only_one_label_is_wrong(result):
    assert np.flatnonzero(result.y != result.clean).tolist() == [result.wrong]


def test_the_claim_is_confirmed(result):
    voronoi.confirm(result)


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"corners": r.corners + 0.01},
        lambda r: {"guess": r.province},  # as if the nearest town were always right
        lambda r: {"province": r.guess},
        lambda r: {"covered": {**r.covered, 3: 0.99}},
        lambda r: {"share": {**r.share, 7: r.share[7] + 0.01}},
        lambda r: {"share": {k: 1 - share for k, share in r.share.items()}},
        lambda r: {"gain": {**r.gain, 1: r.gain[1] + 0.0001}},
        lambda r: {"gain": {**r.gain, 3: r.gain[1]}},
        lambda r: {"held": dict.fromkeys(r.held, 1.0)},
        lambda r: {"held": dict.fromkeys(r.held, 0.0)},
    ],
)
def test_a_perturbed_claim_is_refused(result, perturbed):
    with pytest.raises(Refused):
        voronoi.confirm(replace(result, **perturbed(result)))


def test_one_neighbour_must_rule_the_cell_and_seven_must_not(result, monkeypatch):
    for held in ({1: 0.9, 3: 0.0, 7: 0.0}, {1: 1.0, 3: 0.0, 7: 0.3}):
        monkeypatch.setattr(voronoi, "_held_by_chance", lambda r, k, held=held: held[k])
        with pytest.raises(Refused, match=r"cell|lose"):
            voronoi.confirm(replace(result, held=held))
