"""nbgrader's rules for the last expression, where they are right."""

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from nbjudge.judge.scores import Score, score_of


class Panel(float):
    """A score that shows itself, as a course's test library may return."""

    def _repr_html_(self) -> str:
        return "<b>half</b>"


@pytest.mark.parametrize(
    ("value", "points"),
    [
        (None, 2.0),
        ("text", 2.0),
        (True, 2.0),
        (0, 0.0),
        (0.5, 0.5),
        (2, 2.0),
        (np.float64(1.5), 1.5),
        (np.int32(1), 1.0),
        (np.array(0.5), 0.5),
        (Fraction(1, 4), 0.25),
        (Decimal("0.75"), 0.75),
        (Panel(0.5), 0.5),
        (2.0000000001, 2.0),
    ],
)
def test_what_a_passed_cell_is_worth(value: Any, points: float) -> None:
    score = score_of(value, 2.0)
    assert (score.points, score.reason) == (points, "")


@pytest.mark.parametrize("value", [153, -1, math.nan, None])
def test_a_number_at_the_end_of_a_test_without_points_says_nothing(value: Any) -> None:
    assert score_of(value, 0.0) == Score(0.0)


@pytest.mark.parametrize("value", [-1, math.nan, math.inf, 10**400, 2.1, np.float64("nan")])
def test_a_number_that_is_no_number_of_points_gives_none_and_says_why(value: Any) -> None:
    score = score_of(value, 2.0)
    assert score.points == 0.0
    assert score.reason


def test_where_the_solution_ends_in_a_number_nothing_else_counts() -> None:
    assert score_of("n/a", 2.0, number_expected=True).points == 0.0
    assert score_of("n/a", 2.0, number_expected=False).points == 2.0
