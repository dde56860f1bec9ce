import time

from selfcheck.budget import PATIENCE, Budget


def test_who_reckons_spends_it():
    budget, start = Budget(0.1), time.process_time()
    assert not budget.spent
    while not budget.spent:
        assert time.process_time() - start < 0.5


def test_who_waits_is_given_longer():
    budget, start = Budget(0.1), time.monotonic()
    while not budget.spent:
        time.sleep(0.01)
    assert time.monotonic() - start >= 0.1 * PATIENCE - 0.05
