"""Base rates: the numbers of the lectures, and a claim that can be refused."""

from dataclasses import replace

import pytest

from mlcore.demos import Refused, base_rates


@pytest.fixture(scope="module")
def result():
    return base_rates.compute()


def test_the_numbers_of_the_lectures(result):
    assert result.cinema == pytest.approx(2 / 27)
    assert result.stadium == pytest.approx(0.7967479675, abs=5e-11)
    assert result.steve == pytest.approx([0.1173282753, 0.2494239631, 0.7686845375], abs=5e-11)


@pytest.mark.parametrize(
    "perturbed",
    [
        lambda r: {"posterior": r.posterior * 0.999},
        lambda r: {"posterior": r.posterior[::-1]},  # prevalences in the wrong order
        lambda r: {"stadium": r.cinema},  # the prior forgotten
        lambda r: {"turning_prior": 2 / 27},
        lambda r: {"steve": r.steve + 0.3},
    ],
)
def test_a_perturbed_claim_is_refused(result, perturbed):
    base_rates.confirm(result)
    with pytest.raises(Refused):
        base_rates.confirm(replace(result, **perturbed(result)))
