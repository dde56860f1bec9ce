"""The simulation behind the plan for a large class."""

import random

import pytest

from benchmarks.grading.plan import arrivals, simulated, works


def test_by_hand_three_at_once_on_two_cores():
    """Two begin at once, the third when the first is done: results after 1, 2 and 1 + 3 seconds."""
    found = simulated([0.0, 0.0, 0.0], [1.0, 2.0, 3.0], cores=2, passing=0.0)
    assert (found.median, found.p95, found.longest, found.ends) == (2.0, 2.0, 4.0, 4.0)
    assert found.busy == 6 / 8
    assert found.core_hours == 6 / 3600


def test_by_hand_the_door_lets_one_in_at_a_time():
    """With a hundred cores the door alone decides: after 1, 2 and 3 seconds, and a half for the work."""
    found = simulated([0.0, 0.0, 0.0], [0.5] * 3, cores=100, passing=1.0)
    assert (found.median, found.longest) == (2.5, 3.5)


def test_who_comes_late_waits_for_nobody():
    found = simulated([0.0, 10.0], [1.0, 1.0], cores=1, passing=0.0)
    assert found.longest == 1.0


def test_half_of_the_class_comes_in_the_last_eighth():
    come = arrivals(8000, 80.0, random.Random(1))
    assert sum(moment > 70 for moment in come) / 8000 == pytest.approx(1 / 2 + 1 / 16, abs=0.02)


def test_a_queue_agrees_with_the_formula():
    """One core, arrivals without memory, all work alike: a mean wait of rho / (2 (1 - rho)) before it."""
    rng, moment, come = random.Random(2), 0.0, []
    for _ in range(200_000):
        moment += rng.expovariate(0.5)
        come.append(moment)
    found = simulated(come, [1.0] * len(come), cores=1, passing=0.0)
    assert found.busy == pytest.approx(0.5, abs=0.01)
    assert found.mean == pytest.approx(1 + 0.5 / (2 * (1 - 0.5)), abs=0.02)


def test_work_is_drawn_from_what_was_measured():
    drawn = list(works(40_000, random.Random(3)))
    mean = 0.98 * (0.44 + 0.50 + 0.95 + 0.51) / 4 + 0.02 * 30
    assert sum(drawn) / len(drawn) == pytest.approx(mean, rel=0.05)
