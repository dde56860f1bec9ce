"""A sample of the hunt for differences; ``make differences`` goes on for as long as it may."""

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.differences import __main__ as command
from benchmarks.differences import functions, naive_bayes, neighbours
from benchmarks.differences.compare import differences
from benchmarks.differences.intended import TABLE, name_of
from benchmarks.differences.tables import DENSE, SPARSE, put
from mlcore.naive_bayes.linear import LinearNB
from mlcore.neighbors.canonical import Canonical


@pytest.mark.parametrize("seed", range(20))
def test_no_difference_that_is_not_meant(seed):
    for number in range(10 * seed, 10 * seed + 10):
        for difference in differences(command.drawn(number)):
            assert name_of(difference), f"seed {number}: {difference}"


def found(module, wanted, cases=200):
    """Return the aspects in which drawn cases of a module differ without meaning to."""
    aspects = set()
    for seed in range(cases):
        for difference in differences(module.draw(np.random.default_rng(seed))):
            aspects |= {difference.aspect} if name_of(difference) is None else set()
        if aspects & wanted:
            return aspects
    return aspects


def test_a_broken_model_is_found(monkeypatch):
    right = LinearNB._joint_log_proba
    monkeypatch.setattr(LinearNB, "_joint_log_proba", lambda self, X: right(self, X) * (1 + 1e-5))
    assert "wrong joint" in found(naive_bayes, {"wrong joint"})


def test_a_broken_distance_and_a_broken_order_are_found(monkeypatch):
    for way in ("lists", "pairs"):  # to measure the distances of candidates
        right = getattr(Canonical, way)
        broken = lambda self, *given, right=right: right(self, *given) * (1 + 1e-5)  # noqa: E731
        monkeypatch.setattr(Canonical, way, broken)
    assert "wrong dists" in found(neighbours, {"wrong dists"})


def test_a_broken_function_is_found(monkeypatch):
    monkeypatch.setattr(functions.distances, "minkowski", lambda a, b, p: abs(a - b).sum())
    assert "wrong value" in found(functions, {"wrong value"})


@pytest.mark.parametrize("container", [*DENSE, *SPARSE])
def test_a_container_changes_no_number(container):
    X = np.arange(6.0).reshape(3, 2)
    stored = put(X, container)
    again = stored.toarray() if hasattr(stored, "toarray") else np.asarray(stored, dtype=np.float64)
    np.testing.assert_array_equal(again, X)


def test_there_are_at_least_the_containers_and_labels_that_were_promised():
    assert len(DENSE) + len(SPARSE) >= 23
    assert len(naive_bayes.LABELS) >= 8
    assert len({row.name for row in TABLE}) == len(TABLE)
    assert all(row.reason.endswith(".") for row in TABLE)


def test_the_exact_model_by_hand():
    case = naive_bayes.Case(
        "CategoricalNB", {"alpha": 1.0}, np.array([[0.0], [1.0], [1.0]]), np.array([0, 0, 1]), "numbers",
        "array", None, 1, np.array([[1.0]]),
    )  # fmt: skip
    joint = np.exp(naive_bayes.exact_log_joint(case))
    np.testing.assert_allclose(joint, [[2 / 3 * 2 / 4, 1 / 3 * 2 / 3]], rtol=1e-15)
    other = replace(case, weight=np.array([1.0, 1.0, 2.0]))
    np.testing.assert_allclose(np.exp(naive_bayes.exact_log_joint(other)), [[2 / 4 * 2 / 4, 2 / 4 * 3 / 4]])


def test_the_command_counts_and_fails_on_what_is_not_meant(capsys, monkeypatch):
    assert command.hunt(seed=0, cases=5, minutes=0)
    assert "5 cases" in capsys.readouterr().out
    monkeypatch.setattr(command, "name_of", lambda difference: None)
    monkeypatch.setattr(command, "IN_FULL", 1)
    assert not command.hunt(seed=0, cases=40, minutes=0)
    told = capsys.readouterr().out
    assert told.count("--seed") > told.count("  ours:") == 1
