"""Tables explode: the numbers of the lectures, and a claim that can be refused."""

from dataclasses import replace

import numpy as np
import pytest

from mlcore.demos import Refused, tables_explode
from mlcore.demos.tables_explode import (
    empty_share_error,
    empty_share_rare,
    expected_until_full,
    simulate_empty_share,
    stored_and_free,
)


@pytest.fixture(scope="module")
def result():
    return tables_explode.compute()


def test_the_numbers_of_the_lectures(result):
    assert result.empty[9] == pytest.approx(0.3764237981, abs=5e-11)  # ten booleans, 1,000 examples
    assert result.joint[[2, 9]].tolist() == [15, 2047]
    assert result.naive[[2, 9]].tolist() == [7, 21]
    assert result.tennis.tolist() == [72, 71, 22, 13]
    assert result.wealth == pytest.approx([0.465419, 0.7607178, 0.6118155773], abs=5e-11)
    assert result.rich == pytest.approx([0.0885433, 0.2161335, 0.2267037, 0.4413158], abs=5e-8)


def test_the_share_of_rare_cells_by_hand():
    """One feature, one example: the cell of 1 stays empty with 3/4, that of 0 with 1/4."""
    assert empty_share_rare(1, 1, p=1 / 4) == pytest.approx((3 / 4 + 1 / 4) / 2)
    assert empty_share_rare(2, 1, p=1 / 4) == pytest.approx((9 / 16 + 1 / 16) / 2)


def test_waiting_for_the_last_cell_by_hand():
    assert expected_until_full(1) == 1
    assert expected_until_full(3) == pytest.approx(3 / 3 + 3 / 2 + 3 / 1)


def test_constraints_take_one_number_from_each_distribution():
    assert stored_and_free((2,)) == (6, 3)
    assert stored_and_free((4, 2), K=3) == (3 + 3 * 6, 2 + 3 * (3 + 1))


def test_the_error_of_the_empty_share_is_that_of_all_data_sets():
    """Two examples in two cells: half of the four data sets leave one cell empty."""
    assert empty_share_error(2, 2) == pytest.approx(np.std([1 / 2, 0, 0, 1 / 2]))


def test_without_examples_every_simulated_cell_is_empty():
    assert simulate_empty_share(0, 3, repeats=2, rng=np.random.default_rng(0)) == 1


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"joint": r.joint + 1},  # rows counted as free
        lambda r: {"joint": np.append(r.joint[:-1], r.joint[-1] + 2)},
        lambda r: {"naive": r.naive - 2},  # 2d − 1
        lambda r: {"naive": np.append(r.naive[:-1], r.naive[-1] + 1)},
        lambda r: {"tennis": r.tennis[[1, 0, 2, 3]]},
        lambda r: {"tennis": r.tennis[[0, 1, 3, 2]]},
        lambda r: {"simulated": r.simulated + 0.01},
        lambda r: {"empty": np.exp(-1000 / 2**r.d) + 0.01},
        lambda r: {"empty_rare": r.empty},
        lambda r: {"empty_rare": np.where(r.d == 20, 0, r.empty_rare)},
        lambda r: {"filled_by": 1024.0},
        lambda r: {"pixel_digits": 784},
        lambda r: {"wealth": r.wealth[[1, 0, 2]]},
        lambda r: {"wealth": np.array([0.33 + 0.13, 0.75, 0.46 / 0.75])},  # rows rounded first
        lambda r: {"rich": np.array([0.09, 0.21, 0.23, 0.38])},  # as printed
    ],
)
def test_a_perturbed_claim_is_refused(result, perturbed):
    tables_explode.confirm(result)
    with pytest.raises(Refused):
        tables_explode.confirm(replace(result, **perturbed(result)))
