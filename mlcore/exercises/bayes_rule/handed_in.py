"""Mistakes in Bayes' rule that students handed in."""

import itertools
import math
from typing import Any

import numpy as np

from mlcore.exercises.bayes_rule.independence import cond_independent
from mlcore.exercises.bayes_rule.sizes import n_parameters
from mlcore.exercises.bayes_rule.tables import Joint, event_prob
from mlcore.exercises.bayes_rule.tosses import binomial_likelihood
from mlcore.exercises.seen import Seen

SEEN = Seen()


@SEEN("event_prob")
def positions_from_one(joint: Joint, event: Any) -> Any:
    """Which position has the first value of a tuple in Python: 0 or 1?"""
    return sum(p for row, p in joint.items() if all(row[j - 1] == value for j, value in event.items()))


@SEEN("bayes_posterior")
def two_classes_only(prior: Any, likelihood: Any) -> Any:
    """How many numbers come back if there are three classes?"""
    one, other = (p * likelihood[c] for c, p in enumerate(prior[:2]))
    if one + other == 0:
        raise ValueError("No class is possible.")
    return [one / (one + other), 1 - one / (one + other)]


@SEEN("bayes_posterior")
def rounded_for_the_eye(prior: Any, likelihood: Any) -> Any:
    """Rounding is for printing. Whom does it disturb here?"""
    weights = np.asarray(prior, dtype=float) * np.asarray(likelihood, dtype=float)
    if weights.sum() == 0:
        raise ValueError("No class is possible.")
    return np.round(weights / weights.sum(), 4)


@SEEN("diagnostic_posterior")
def share_of_the_defects_above(prevalence: float, sensitivity: float, specificity: float) -> float:
    """Below stands P(positive). Above stands P(positive and defect): is the sensitivity that?"""
    positive = sensitivity * prevalence + (1 - specificity) * (1 - prevalence)
    if positive == 0:
        raise ValueError("The test is never positive.")
    return sensitivity / positive


@SEEN("diagnostic_posterior")
def sensitivity_for_specificity(prevalence: float, sensitivity: float, specificity: float) -> float:
    """Which of the two is about the defective parts: sensitivity or specificity?"""
    positive = specificity * prevalence + (1 - sensitivity) * (1 - prevalence)
    if positive == 0:
        raise ValueError("The test is never positive.")
    return specificity * prevalence / positive


@SEEN("map_theta")
def values_seen_count_below(counts: Any, alpha: float) -> Any:
    """Every value gets alpha, seen or not. How often does alpha enter the sum below?"""
    total = sum(counts) + alpha * sum(1 for n in counts if n > 0)
    if total == 0:
        raise ValueError("Nothing was seen.")
    return [(n + alpha) / total for n in counts]


@SEEN("normalise_log")
def powers_of_two(log_scores: Any) -> Any:
    """These are natural logarithms. Which function undoes them?"""
    scores = np.asarray(log_scores, dtype=float)
    if np.isneginf(scores).all():
        raise ValueError("No class is possible.")
    powers = 2.0 ** (scores - scores.max())
    return powers / powers.sum()


@SEEN("normalise_log")
def exp_of_what_is_there(log_scores: Any) -> Any:
    """What is exp(-1000) in Python? Is everything impossible because everything is improbable?"""
    powers = np.exp(np.asarray(log_scores, dtype=float))
    if powers.sum() == 0:
        raise ValueError("No class is possible.")
    return powers / powers.sum()


@SEEN("cond_independent")
def multiplied_out(joint: Joint, a: int, b: int, c: int, tol: float = 1e-9) -> bool:
    """The tolerance is for conditional probabilities. How large is a gap times P(c) squared?"""
    seen = [sorted({row[j] for row in joint}, key=str) for j in (a, b, c)]
    return all(
        abs(
            event_prob(joint, {a: x, b: y, c: z}) * event_prob(joint, {c: z})
            - event_prob(joint, {a: x, c: z}) * event_prob(joint, {b: y, c: z})
        )
        <= tol
        for x, y, z in itertools.product(*seen)
    )


@SEEN("cond_independent")
def given_the_first_variable(joint: Joint, a: int, b: int, c: int, tol: float = 1e-9) -> bool:
    """Which variable is known, and which two may then be independent?"""
    return cond_independent(joint, c, b, a, tol)


@SEEN("binomial_likelihood")
def every_toss_may_fail(k: int, n: int, theta: float) -> float:
    """Six of ten tosses succeed. How many fail: ten, or four?"""
    return math.comb(n, k) * theta**k * (1 - theta) ** n


@SEEN("binomial_likelihood")
def at_least_k(k: int, n: int, theta: float) -> float:
    """Exactly k successes, or k and more?"""
    return math.fsum(binomial_likelihood(i, n, theta) for i in range(k, n + 1))


@SEEN("n_parameters")
def one_less_in_every_class(K: int, n_values: Any, kind: str) -> Any:
    """All numbers of the joint table sum to 1 together. How many sums does that make?"""
    if kind == "joint":
        return n_parameters(K, n_values, "table") - K
    return n_parameters(K, n_values, kind)


@SEEN("n_parameters")
def two_values_each(K: int, n_values: Any, kind: str) -> Any:
    """Outlook is sunny, overcast or rain. How many values does your formula give it?"""
    return n_parameters(K, (2,) * len(n_values), kind)


@SEEN("n_parameters")
def computed_with_floats(K: int, n_values: Any, kind: str) -> Any:
    """A float has about 16 digits. How many has 3 to the power of 40?"""
    if kind not in ("table", "joint"):
        return n_parameters(K, n_values, kind)
    rows = math.prod([float(K), *map(float, n_values)])
    return int(rows if kind == "table" else rows - 1)


@SEEN("cond_independent")
def found_rows_divided_by(joint: Joint, a: int, b: int, c: int, tol: float = 1e-9) -> bool:
    """You compare P(a | b, c) with P(a | c). Is that the gap that tol is for? What if P(b, c) is 0?"""
    return all(
        abs(
            event_prob(joint, {a: row[a], b: row[b], c: row[c]}) / event_prob(joint, {b: row[b], c: row[c]})
            - event_prob(joint, {a: row[a], c: row[c]}) / event_prob(joint, {c: row[c]})
        )
        <= tol
        for row in joint
    )
