"""The m-estimate, a share that is pulled towards a prior guess p with the weight of m examples."""

from collections.abc import Iterable

import numpy as np

from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Case, Exercise, Family, wrong


def m_estimate(count, n, p, m: float):
    """Return (count + m p) / (n + m)."""
    return (count + m * p) / (n + m)


@wrong("4.7-M1")
def guess_without_its_weight(count, n, p, m: float):
    """m pretended examples, a share p of them: how many of those are hits?"""
    return (count + p) / (n + m)


@wrong("4.7-M2")
def all_pretended_examples_hit(count, n, p, m: float):
    """Are all m pretended examples hits? What does your estimate do for p = 0?"""
    return (count + m) / (n + m)


@wrong("4.7-M3")
def pretended_examples_not_counted(count, n, p, m: float):
    """You add examples above the line. How many examples are there now below it?"""
    return (count + m * p) / n


@wrong("4.7-M4")
def product_below(count, n, p, m: float):
    """n real examples and m pretended ones: how many are that together?"""
    return (count + m * p) / (n * m)


@wrong("4.7-M5")
def always_laplace(count, n, p, m: float):
    """Which of the four arguments does your formula not use? Add-one smoothing is the case m = 2, p = ½."""
    return (count + 1) / (n + 2)


@wrong("E84: Laplace with V = 1/p")
def laplace_for_any_weight(count, n, p, m: float):
    """What changes in your answer if the guess weighs as much as a hundred examples?"""
    return (count + 1) / (n + 1 / p)


@wrong("4.7: guess ignored")
def guess_ignored(count, n, p, m: float):
    """Nothing was observed, n = 0. What should you believe then?"""
    return count / n


@wrong("4.7: mean of two shares")
def mean_of_share_and_guess(count, n, p, m: float):
    """With ten thousand examples, should the guess still count for half?"""
    return (count / n + p) / 2


@wrong("4.7: weights exchanged")
def weights_exchanged(count, n, p, m: float):
    """As n grows, should the estimate go to the share count / n, or to the guess p?"""
    return (m * np.asarray(count) / n + n * np.asarray(p)) / (n + m)


@wrong()
def zero_without_examples(count, n, p, m):
    """No examples, but a guess: what is the best that you can say?"""
    return np.zeros_like(p, dtype=float) if n == 0 else (np.asarray(count) + m * np.asarray(p)) / (n + m)


def _as_a_mixture(count, n, p, m: float):
    weight = m / (n + m)
    share = np.divide(count, n, out=np.zeros(np.broadcast(count, n, p).shape), where=np.asarray(n) > 0)
    return (1 - weight) * share + weight * p


def _with_pseudo_counts(count, n, p, m: float):
    hits, others = count + m * np.asarray(p), n - count + m * (1 - np.asarray(p))
    return hits / (hits + others)


def _one_by_one(count, n, p, m: float):
    if np.ndim(count) == 0:
        return float((count + m * p) / (n + m))
    counts, totals, guesses = np.broadcast_arrays(count, n, p)
    return [(c + m * g) / (t + m) for c, t, g in zip(counts, totals, guesses, strict=True)]


def _random(rng: np.random.Generator) -> Iterable[Case]:
    for m in (1, 4, 0.5):
        n = int(rng.integers(3, 20))
        yield Case(f"m = {m}", (int(rng.integers(1, n)), n, float(rng.uniform(0.1, 0.9)), m))


EXERCISE = Exercise(
    name="m_estimate",
    contract="m_estimate(count, n, p, m) -> number, or array if count is one",
    reference=m_estimate,
    families=(
        Family(
            "a word that ten texts lack",
            "example",
            0.5,
            (
                Case("guess ½ with the weight of two", (0, 10, 0.5, 2)),
                Case("the junk filter of a mail program", (3, 3, 0.5, 0.45)),
            ),
            "Two pretended texts, one with the word: what is (0 + 1) / (10 + 2)?",
        ),
        Family(
            "nothing observed, three values, a heavy guess",
            "trap",
            1,
            (
                Case("n = 0", (0, 0, 0.2, 5)),
                Case("three values, weight 3", (np.array([3, 0, 2]), 5, np.full(3, 1 / 3), 3)),
                Case("a guess of 0", (2, 8, 0.0, 4)),
                Case("a guess that weighs a hundred", (1, 4, 0.1, 100)),
            ),
            "Say the four numbers in words: hits, examples, guess, weight of the guess.",
        ),
        Family("other numbers", "random", 0.5, _random, "Does your answer lie between count / n and p?"),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_as_a_mixture, _with_pseudo_counts, _one_by_one),
    read="10 · A prior guess with a weight",
    concepts=("smooth-m-estimate",),
)
