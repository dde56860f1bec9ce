"""How much each neighbour counts: weights from distances."""

import numpy as np

from mlcore import kernels
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.compare import close
from selfcheck.exercise import Case, Exercise, Family, wrong


def _scaled(weights):
    weights = np.asarray(weights, dtype=float)
    return weights / weights.sum()


@wrong("1.12-M1")
def squared_distances(dists, scheme):
    """Twice as far: does a neighbour count half, or a quarter? Look at the formula."""
    return kernels.vote_weights(np.asarray(dists, dtype=float) ** 2 if scheme == "inverse" else dists, scheme)


@wrong("1.12-M2")
def softmax_of_the_distances(dists, scheme):
    """Which neighbour gets the largest weight, the nearest or the farthest? Which sign belongs before d?"""
    if scheme != "softmax":
        return kernels.vote_weights(dists, scheme)
    dists = np.asarray(dists, dtype=float)
    return _scaled(np.exp(dists - dists.max()))


@wrong("1.12-M3, weights-zero-distance")
def division_by_zero(dists, scheme):
    """What if a query is a training example: what is 1 / 0, and what is infinity / infinity?"""
    if scheme != "inverse":
        return kernels.vote_weights(dists, scheme)
    with np.errstate(divide="ignore", invalid="ignore"):
        return _scaled(1 / np.asarray(dists, dtype=float))


@wrong("1.12-M4")
def a_little_added(dists, scheme):
    """Who chose the tiny number that you add, and what do the others count when one distance is 0?"""
    return kernels.vote_weights(
        np.asarray(dists, dtype=float) + 1e-9 if scheme == "inverse" else dists, scheme
    )


@wrong("1.12-M5")
def not_scaled(dists, scheme):
    """Add up your weights. What should their sum be?"""
    return _unscaled(dists, scheme)


def _unscaled(dists, scheme):
    dists = np.asarray(dists, dtype=float)
    if scheme == "uniform":
        return np.ones(len(dists))
    if scheme == "softmax":
        return np.exp(-dists)
    return (dists == 0).astype(float) if (dists == 0).any() else 1 / dists


@wrong("1.12-M6")
def exponentials_vanish(dists, scheme):
    """What does a computer give for exp(-1000), and what is 0 / 0? Only differences of distances matter."""
    if scheme != "softmax":
        return kernels.vote_weights(dists, scheme)
    with np.errstate(invalid="ignore"):
        return _scaled(np.exp(-np.asarray(dists, dtype=float)))


@wrong()
def shifted_by_the_largest(dists, scheme):
    """You subtract the largest distance. What is the exponent of a near one then, and can exp handle it?"""
    if scheme != "softmax":
        return kernels.vote_weights(dists, scheme)
    dists = np.asarray(dists, dtype=float)
    with np.errstate(over="ignore", invalid="ignore"):
        return _scaled(np.exp(dists.max() - dists))


@wrong()
def one_exact_match_only(dists, scheme):
    """Two neighbours sit exactly on the query. Should only one of them be heard?"""
    dists = np.asarray(dists, dtype=float)
    if scheme == "inverse" and (dists == 0).any():
        return np.eye(len(dists))[dists.argmin()]
    return kernels.vote_weights(dists, scheme)


@wrong()
def all_the_same(dists, scheme):
    """Does the name of the scheme change anything in your function?"""
    return kernels.vote_weights(dists, "uniform")


@wrong()
def share_of_the_distance(dists, scheme):
    """Does a neighbour count more when it is farther? Compare the weights of d = 1 and d = 4."""
    return _scaled(dists) if scheme == "inverse" and np.any(dists) else kernels.vote_weights(dists, scheme)


def _weights(dists, scheme: str, inverse):
    d = np.asarray(dists, dtype=float)
    if scheme == "softmax":
        weights = np.exp(d.min() - d)
    else:
        weights = np.ones_like(d) if scheme == "uniform" else inverse(d)
    return weights / weights.sum()


def _inverse(d):
    return (d == 0).astype(float) if (d == 0).any() else 1 / np.where(d == 0, 1, d)


@wrong()
def an_exact_match_counts_one(dists, scheme: str):
    """At a distance of 0: does any other neighbour count? And what is 1/d at a distance of 0.1?"""
    return _weights(dists, scheme, lambda d: np.where(d == 0, 1, 1 / np.where(d == 0, 1, d)))


@wrong()
def falling_on_a_line(dists, scheme: str):
    """Twice as far: half the weight. Is that so with yours?"""
    return _weights(dists, scheme, lambda d: 1 - d / d.sum())


@wrong()
def one_added_below(dists, scheme: str):
    """1/(1 + d) never divides by 0. Is it still twice as much at half the distance?"""
    return _weights(dists, scheme, lambda d: 1 / (1 + d))


@wrong()
def sorted_first(dists, scheme: str):
    """Weight i belongs to distance i. What happened to the order of the distances?"""
    return _weights(np.sort(np.asarray(dists, dtype=float)), scheme, _inverse)


@wrong()
def uniform_not_scaled(dists, scheme: str):
    """What do four uniform weights sum to?"""
    return np.ones(len(dists)) if scheme == "uniform" else _weights(dists, scheme, _inverse)


@wrong()
def inverse_not_scaled(dists, scheme: str):
    """What do your inverse weights sum to, and what is 1/0?"""
    if scheme != "inverse":
        return _weights(dists, scheme, _inverse)
    with np.errstate(divide="ignore"):
        return 1 / np.asarray(dists, dtype=float)


def _lists(dists, scheme):
    if scheme == "uniform":
        raw = [1.0 for _ in dists]
    elif scheme == "softmax":
        raw = [np.exp(min(dists) - d) for d in dists]
    elif 0 in list(dists):
        raw = [float(d == 0) for d in dists]
    else:
        raw = [1 / d for d in dists]
    return [w / sum(raw) for w in raw]


def _arrays(dists, scheme):
    dists = np.asarray(dists, dtype=float)
    return _scaled(_unscaled(dists - dists.min() if scheme == "softmax" else dists, scheme))


def _logs(dists, scheme):
    dists = np.asarray(dists, dtype=float)
    if scheme == "inverse" and not dists.all():
        exact = dists == 0
        return exact / exact.sum()
    logs = {
        "uniform": np.zeros(len(dists)),
        "inverse": -np.log(np.where(dists > 0, dists, 1)),
        "softmax": -dists,
    }[scheme]
    return np.exp(logs - np.logaddexp.reduce(logs))


def _heard(answer, dists, scheme):
    """Return the weights to six digits, and who counts at all."""
    weights = np.asarray(answer(dists, scheme), dtype=float)
    return [weights.round(6), weights > 0]


def _permuted(answer, dists, scheme):
    order = [2, 0, 1]
    there = np.asarray(answer(np.asarray(dists)[order], scheme))
    return [there, float(np.sum(there))]


def _later(answer, dists, scheme):
    return answer(np.asarray(dists) + 50.0, scheme)


def _random_dists(rng):
    for scheme in ("uniform", "inverse", "softmax"):
        yield Case(
            f"five neighbours, {scheme}",
            (np.sort(rng.uniform(0.1, 5, 5).round(3)), scheme),
            compare=None if scheme == "inverse" else close(),  # nothing excuses rounding there
        )


def _zero(name: str, *dists: float) -> Case:
    """Return a case with exact matches: the weights to six digits, and who is heard at all."""
    shown = f"w = vote_weights(np.array({list(dists)}), 'inverse'); w.round(6), w > 0"
    return Case(name, (np.array(dists), "inverse"), ask=_heard, shown=shown)


EXERCISE = Exercise(
    name="vote_weights",
    contract="vote_weights(dists, scheme) -> weights (k,)",
    reference=kernels.vote_weights,
    families=(
        Family(
            "distances 1, 2 and 4",
            "example",
            0.5,
            tuple(
                Case(scheme, (np.array([1, 2, 4]), scheme)) for scheme in ("uniform", "inverse", "softmax")
            ),
            "Write down the three weights before they are scaled. What do they sum to?",
        ),
        Family(
            "a distance of zero",
            "trap",
            0.75,
            (
                _zero("one neighbour is the query itself", 0.0, 2.0, 4.0),
                _zero("two are", 0.0, 3.0, 0.0),
                _zero("all are", 0.0, 0.0),
                Case("softmax has no trouble with it", (np.array([0.0, 1.0]), "softmax")),
            ),
            "Exact matches alone are heard, all equally. What do your weights do when d goes to 0?",
        ),
        Family(
            "far away",
            "trap",
            0.25,
            (
                Case("a thousand away", (np.array([1000.0, 1001.0]), "softmax")),
                Case("one near, one very far", (np.array([1.0, 1001.0]), "softmax")),
                Case(
                    "all moved away by 50",
                    (np.array([1.0, 2.0, 4.0]), "softmax"),
                    ask=_later,
                    shown="vote_weights(np.array([1, 2, 4]) + 50, 'softmax')",
                ),
            ),
            "Only differences of distances count for softmax. Which one can you subtract from all?",
        ),
        Family(
            "weights sum to 1 and follow their distances",
            "property",
            0.25,
            tuple(
                Case(
                    f"another order, {scheme}",
                    (np.array([1.0, 2.0, 8.0]), scheme),
                    ask=_permuted,
                    shown=f"w = vote_weights(np.array([8, 1, 2]), '{scheme}'); w, w.sum()",
                )
                for scheme in ("uniform", "inverse", "softmax")
            ),
            "The weight at place i belongs to the distance at place i. Does yours?",
        ),
        Family("drawn at random", "random", 0.25, _random_dists),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_lists, _arrays, _logs),
    compare=close(rtol=1e-6, atol=1e-12),  # who adds a tiny number to each distance errs at 0 alone
    read="7 · Whose voice counts how much?",
    concepts=("w-uniform", "w-inverse", "w-softmax", "w-kernel", "w-kernel-zoo"),
)
