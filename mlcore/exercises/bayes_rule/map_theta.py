"""Parameters from counts: maximum likelihood, and pseudo-counts against zeros."""

from typing import Any

import numpy as np

from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


def map_theta(counts, alpha: float):
    """Return θ_v = (n_v + α) / (n + α V), shape (V,); a ValueError if that is 0 / 0."""
    smoothed = np.asarray(counts, dtype=float) + alpha  # (V,)
    if smoothed.sum() == 0:
        raise ValueError("no counts and no pseudo-counts: 0 / 0 is no estimate")
    return smoothed / smoothed.sum()


def _ratio(above, below):
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(above, dtype=float) / np.float64(below)


def _sum(answer: Answer, counts: list[int], alpha: float) -> float:
    return float(sum(answer(counts, alpha)))


def _many_pseudo_counts(answer: Answer, counts: list[int]) -> list[Any]:
    return [list(answer(counts, alpha)) for alpha in (0.0, 0.01, 3.0, 1e6)]


def _as_further_examples(answer: Answer, counts: list[int], alpha: int) -> list[Any]:
    return [list(answer(counts, alpha)), list(answer([n + alpha for n in counts], 0))]


def _random_counts(rng: np.random.Generator) -> list[Case]:
    return [
        Case(f"{V} values", (rng.integers(0, 8, V).tolist(), round(float(rng.uniform(0.1, 3)), 3)))
        for V in (2, 3, 5, 7)
    ]


@wrong("0.7-M1")
def alpha_above_the_line_only(counts, alpha: float):
    """You added alpha to every count. How many examples do you pretend to have now? Do your shares sum to
    1?"""
    n = np.asarray(counts, dtype=float)
    return _ratio(n + alpha, n.sum())


@wrong("0.7-M2")
def alpha_once_below_the_line(counts, alpha: float):
    """Every one of the V values got alpha. By how much has the total grown? Add your shares up."""
    n = np.asarray(counts, dtype=float)
    return _ratio(n + alpha, n.sum() + alpha)


@wrong("0.7-M3")
def always_two_values(counts, alpha: float):
    """2 alpha is right for heads and tails. How many sides has a die?"""
    n = np.asarray(counts, dtype=float)
    return _ratio(n + alpha, n.sum() + 2 * alpha)


@wrong("0.7-M4")
def mean_of_the_belief(counts, alpha: float):
    """With alpha = 0 you should get the plain shares back. Do you? Is there a 1 that nobody asked for?"""
    n = np.asarray(counts, dtype=float)
    return _ratio(n + alpha + 1, n.sum() + (alpha + 1) * len(n))


@wrong("0.7-M5")
def alpha_less_one(counts, alpha: float):
    """With alpha = 1, does your estimate differ from the plain shares at all? alpha counts pseudo-examples
    here."""
    n = np.asarray(counts, dtype=float)
    return _ratio(n + alpha - 1, n.sum() + (alpha - 1) * len(n))


@wrong("0.7-M6")
def one_hard_coded(counts, alpha: float):
    """Call it with alpha = 0, 1/2 and 1. Does the result change? Which number should stand where your 1
    stands?"""
    n = np.asarray(counts, dtype=float)
    return _ratio(n + 1, n.sum() + len(n))


@wrong("0.7")
def alpha_ignored(counts, alpha: float):
    """A value that was never seen still gets 0. Where do you use alpha?"""
    n = np.asarray(counts, dtype=float)
    return _ratio(n, n.sum())


@wrong("0.7")
def only_zeros_are_smoothed(counts, alpha: float):
    """You help the empty values only. With alpha = 5, is a value seen once now rarer than one never seen?"""
    n = np.asarray(counts, dtype=float)
    smoothed = np.where(n == 0, alpha, n)
    return _ratio(smoothed, smoothed.sum())


@wrong("0.7")
def alpha_below_the_line_only(counts, alpha: float):
    """The total has grown by alpha V. Whose counts have grown? Do your shares sum to 1?"""
    n = np.asarray(counts, dtype=float)
    return _ratio(n, n.sum() + alpha * len(n))


@wrong("0.7")
def alpha_added_to_the_shares(counts, alpha: float):
    """You add alpha to shares, not to counts. Do 1000 examples then outweigh your pseudo-counts more than
    10 do?"""
    n = np.asarray(counts, dtype=float)
    return _ratio(_ratio(n, n.sum()) + alpha, 1 + alpha * len(n))


@wrong("0.7")
def alpha_shared_out(counts, alpha: float):
    """You split one alpha among the values. Does the task give alpha to each value, or to all of them
    together?"""
    n = np.asarray(counts, dtype=float)
    return _ratio(n + alpha / len(n), n.sum() + alpha)


@wrong("0.7")
def nothing_counted_gives_nan(counts, alpha: float):
    """No counts and no pseudo-counts: what do you divide by what? The task says what to raise."""
    n = np.asarray(counts, dtype=float)
    return _ratio(n + alpha, n.sum() + alpha * len(n))


@wrong("0.7")
def nothing_counted_divides(counts, alpha: float):
    """No counts and no pseudo-counts: Python stops at a division by 0. Which error does the task ask for?"""
    total = float(sum(counts) + alpha * len(counts))
    return [(float(n) + alpha) / total for n in counts]


@wrong("0.7")
def nothing_counted_gives_uniform(counts, alpha: float):
    """Without any data and without pseudo-counts, do you know that all values are equally probable?"""
    n = np.asarray(counts, dtype=float)
    return map_theta(counts, alpha) if n.sum() + alpha > 0 else np.full(len(n), 1 / len(n))


@wrong()
def values_seen_count_below(counts, alpha: float):
    """Every value gets alpha, seen or not. How often is alpha in the denominator?"""
    total = sum(counts) + alpha * sum(1 for n in counts if n > 0)
    if total == 0:
        raise ValueError("Nothing was seen.")
    return [(n + alpha) / total for n in counts]


def _map_theta_by_loops(counts, alpha: float) -> list[float]:
    total = 0.0
    for n_v in counts:
        total += n_v + alpha
    if total == 0:
        raise ValueError
    theta = []
    for n_v in counts:
        theta.append((n_v + alpha) / total)
    return theta


def _map_theta_by_formula(counts, alpha: float):
    n_v = np.array(counts)
    below = n_v.sum() + alpha * len(n_v)
    if not below > 0:
        raise ValueError
    return (n_v + alpha) / below


def _map_theta_by_pseudo_examples(counts, alpha: float) -> tuple[float, ...]:
    examples = [float(n_v) + float(alpha) for n_v in counts]
    if not any(examples):
        raise ValueError("nothing seen")
    return tuple(e / sum(examples) for e in examples)


EXERCISE = Exercise(
    name="map_theta",
    contract="map_theta(counts, alpha) -> (V,) numbers that sum to 1",
    reference=map_theta,
    families=(
        Family(
            "tosses and outlooks",
            "example",
            1,
            (
                Case("six heads, four tails, as they are", ([6, 4], 0)),
                Case("sunny, overcast, rain on the days without tennis, alpha 1", ([3, 0, 2], 1)),
                Case("the same counts, alpha 1/2", ([3, 0, 2], 0.5)),
            ),
            "Add alpha strokes to every value, then count all strokes. What is the share of each value?",
        ),
        Family(
            "few counts, many values",
            "trap",
            1,
            (
                Case("nothing seen yet, alpha 1", ([0, 0], 1)),
                Case("four values", ([1, 0, 4, 2], 1)),
                Case("five values, alpha 2", ([7, 0, 0, 1, 2], 2)),
                Case("three values, no smoothing", ([3, 0, 2], 0)),
                Case("one value only", ([5], 1)),
                Case("counts as an array", (np.array([9, 5]), 0.25)),
            ),
            "By how much does the total grow if each of V values gets alpha?",
        ),
        Family(
            "nothing counted",
            "trap",
            0.5,
            (
                Case("nothing seen, no pseudo-counts", ([0, 0], 0)),
                Case("nothing seen of three values", ([0, 0, 0], 0)),
            ),
            "The task says what to raise when there is nothing to divide.",
        ),
        Family(
            "what smoothing does",
            "property",
            0.5,
            (
                Case(
                    "the shares sum to 1",
                    ([4, 0, 1, 3], 1.5),
                    ask=_sum,
                    shown="sum(map_theta([4, 0, 1, 3], 1.5))",
                ),
                Case(
                    "from the plain shares towards equal ones",
                    ([8, 0, 2],),
                    ask=_many_pseudo_counts,
                    shown="map_theta([8, 0, 2], alpha) for alpha = 0, 0.01, 3 and a million",
                ),
                Case(
                    "pseudo-counts are examples that nobody saw",
                    ([3, 1, 0], 2),
                    ask=_as_further_examples,
                    shown="map_theta([3, 1, 0], 2) and map_theta([5, 3, 2], 0)",
                ),
            ),
            "What must the shares sum to, and where do they go as alpha grows?",
        ),
        Family("random counts", "random", 0.5, _random_counts),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_map_theta_by_loops, _map_theta_by_formula, _map_theta_by_pseudo_examples),
    read="5 · Where probabilities come from",
    concepts=(
        "mle-def",
        "mle-categorical",
        "mle-bernoulli-coin",
        "smooth-additive",
        "smooth-as-map",
        "map-def",
        "dist-categorical",
        "zero-frequency",
    ),
)
