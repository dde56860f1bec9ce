"""Bayes' rule: from prior and likelihood to the posterior of every class."""

from typing import Any

import numpy as np

from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong

Numbers = list[float]


def bayes_posterior(prior, likelihood):
    """Return P(c | x) = prior[c] likelihood[c] / Σ of these; a ValueError if that sum is 0."""
    scores = np.asarray(prior, dtype=float) * np.asarray(likelihood, dtype=float)  # (K,)
    evidence = scores.sum()
    if evidence == 0:
        raise ValueError("no class allows this observation")
    return scores / evidence


def _scores(prior, likelihood):
    """Return prior times likelihood."""
    return np.asarray(prior, dtype=float) * np.asarray(likelihood, dtype=float)


def _one_after_the_other(answer: Answer, prior: Numbers, first: Numbers, second: Numbers):
    return answer(answer(prior, first), second)


def _common_factor(answer: Answer, prior: Numbers, likelihood: Numbers) -> list[Any]:
    return [list(answer(prior, [factor * p for p in likelihood])) for factor in (1.0, 0.125, 16.0)]


def _relabelled(answer: Answer, prior: Numbers, likelihood: Numbers) -> list[Any]:
    return [list(answer(prior, likelihood)), list(answer(prior[::-1], likelihood[::-1]))[::-1]]


def _random_classes(rng: np.random.Generator) -> list[Case]:
    return [
        Case(f"{K} classes", (rng.dirichlet(np.ones(K)).tolist(), rng.uniform(0.05, 0.95, K).tolist()))
        for K in (2, 3, 4, 6)
    ]


@wrong("0.3-M1")
def not_normalised(prior, likelihood):
    """Add up what you return. Somebody has SOME label: what must the posteriors of all classes sum to?"""
    return _scores(prior, likelihood)


@wrong("0.3-M2")
def prior_ignored(prior, likelihood):
    """In the stadium 98 of 100 are men. Does your answer differ from the one for the cinema? Should it?"""
    return np.asarray(likelihood) / np.sum(likelihood)


@wrong("0.3-M3")
def adds_prior_and_likelihood(prior, likelihood):
    """Of 98 men, 4 percent have long hair. To find how many that are, do you add 98 and 4 percent?"""
    total = np.add(prior, likelihood)
    return total / total.sum()


@wrong("0.3-M4")
def divides_by_the_sum_of_likelihoods(prior, likelihood):
    """P(long hair) is a mean over men and women. Does each count as much as the other in your denominator?"""
    return _scores(prior, likelihood) / np.sum(likelihood)


@wrong("0.3-M5")
def rule_as_printed(prior, likelihood):
    """On one slide prior and evidence have changed places. Which of them stands below the line in P(A, B)
    / P(B)?"""
    scores = _scores(prior, likelihood)
    with np.errstate(divide="ignore", invalid="ignore"):
        return scores.sum() * np.asarray(likelihood, dtype=float) / np.asarray(prior, dtype=float)


@wrong("0.3-M6")
def softmax_of_the_scores(prior, likelihood):
    """Your scores are probabilities already, no logarithms. What would e to the power of a probability
    mean?"""
    e = np.exp(_scores(prior, likelihood))
    return e / e.sum()


@wrong("0.3")
def divides_by_the_largest(prior, likelihood):
    """Your best class always gets 1. Is that class certain? What has to be 1: the largest posterior, or their
    sum?"""
    scores = _scores(prior, likelihood)
    return scores / scores.max()


@wrong("0.3")
def divides_by_the_prior(prior, likelihood):
    """Likelihood over prior, normalised: does a class then gain by being rare? Multiply or divide by the
    prior?"""
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.asarray(likelihood, dtype=float) / np.asarray(prior, dtype=float)
        return ratio / ratio.sum()


@wrong("0.3")
def winner_takes_all(prior, likelihood):
    """You return a decision. What was asked: which class wins, or how probable each class is?"""
    scores = _scores(prior, likelihood)
    return (np.arange(len(scores)) == scores.argmax()).astype(float)


@wrong("0.3")
def nothing_possible_gives_nan(prior, likelihood):
    """If no class allows the observation, you divide 0 by 0. What does the task ask you to raise before
    that?"""
    scores = np.asarray(prior, dtype=float) * np.asarray(likelihood, dtype=float)
    with np.errstate(invalid="ignore"):
        return scores / scores.sum()


@wrong("0.3")
def nothing_possible_divides(prior, likelihood):
    """If no class allows the observation, Python stops at a division by 0. What does the task ask you to
    raise?"""
    scores = [float(p * like) for p, like in zip(prior, likelihood, strict=True)]
    return [score / sum(scores) for score in scores]


@wrong("0.3")
def nothing_possible_gives_zeros(prior, likelihood):
    """Do posteriors of 0 for every class sum to 1? What does the task ask for if nothing is possible?"""
    scores = np.asarray(prior, dtype=float) * np.asarray(likelihood, dtype=float)
    return scores / scores.sum() if scores.sum() > 0 else scores


@wrong("0.3")
def nothing_possible_gives_the_prior(prior, likelihood):
    """Falling back on the prior hides that the model contradicts the observation. What does the task ask
    for?"""
    scores = np.asarray(prior, dtype=float) * np.asarray(likelihood, dtype=float)
    return scores / scores.sum() if scores.sum() > 0 else np.asarray(prior)


@wrong()
def two_classes_only(prior, likelihood):
    """How many numbers come back if there are three classes?"""
    one, other = (p * likelihood[c] for c, p in enumerate(prior[:2]))
    if one + other == 0:
        raise ValueError("No class is possible.")
    return [one / (one + other), 1 - one / (one + other)]


@wrong()
def rounded_for_the_eye(prior, likelihood):
    """Do you round? Round only what you print: what does a later step lose here?"""
    weights = np.asarray(prior, dtype=float) * np.asarray(likelihood, dtype=float)
    if weights.sum() == 0:
        raise ValueError("No class is possible.")
    return np.round(weights / weights.sum(), 4)


def _posterior_by_loops(prior, likelihood) -> list[float]:
    evidence = 0.0
    for c in range(len(prior)):
        evidence += prior[c] * likelihood[c]
    if evidence == 0:
        raise ValueError("evidence is 0")
    posterior = []
    for c in range(len(prior)):
        posterior.append(prior[c] * likelihood[c] / evidence)
    return posterior


def _posterior_by_dot(prior, likelihood):
    p, like = np.array(prior, dtype=float), np.array(likelihood, dtype=float)
    evidence = p @ like
    if not evidence > 0:
        raise ValueError
    return p * (like / evidence)


def _posterior_by_odds(prior, likelihood) -> tuple[float, ...]:
    scores = [p * like for p, like in zip(prior, likelihood, strict=True)]
    if max(scores) == 0:
        raise ValueError
    return tuple(1 / sum(other / score for other in scores) if score else 0.0 for score in scores)


EXERCISE = Exercise(
    name="bayes_posterior",
    contract="bayes_posterior(prior, likelihood) -> (K,) numbers that sum to 1",
    reference=bayes_posterior,
    families=(
        Family(
            "long hair in the cinema and in the stadium",
            "example",
            1,
            (
                Case("cinema: man, woman", ([0.5, 0.5], [0.04, 0.5])),
                Case("stadium: other priors, same hair", ([0.98, 0.02], [0.04, 0.5])),
            ),
            "Take 1000 people. How many are men with long hair, how many women with long hair, and "
            "what share is each?",
        ),
        Family(
            "three classes, rare classes, impossible classes",
            "trap",
            1,
            (
                Case("three classes", ([0.5, 0.25, 0.25], [0.1, 0.4, 0.2])),
                Case("librarian or farmer", ([1 / 31, 30 / 31], [0.4, 0.1])),
                Case("a class without prior", ([0.0, 0.25, 0.75], [0.9, 0.5, 0.25])),
                Case("a class that cannot look like this", ([0.5, 0.5], [0.0, 0.125])),
                Case("densities may exceed 1", ([0.25, 0.75], [3.0, 2.0])),
                Case("the prior as an array", (np.array([0.125, 0.875]), np.array([0.5, 0.25]))),
            ),
            "Write prior, likelihood and their product side by side, one row per class. What do the "
            "products sum to?",
        ),
        Family(
            "no class allows it",
            "trap",
            0.5,
            (
                Case("all likelihoods are 0", ([0.5, 0.5], [0.0, 0.0])),
                Case("only a class of prior 0 allows it", ([1.0, 0.0], [0.0, 0.5])),
            ),
            "What is 0 / 0? The task says what to raise.",
        ),
        Family(
            "what must not matter",
            "property",
            0.5,
            (
                Case(
                    "two observations, one after the other: the first posterior is the second prior",
                    ([0.75, 0.25], [0.5, 0.25], [0.125, 0.5]),
                    ask=_one_after_the_other,
                    shown="bayes_posterior(bayes_posterior([0.75, 0.25], [0.5, 0.25]), [0.125, 0.5])",
                ),
                Case(
                    "a factor that all likelihoods share",
                    ([0.75, 0.25], [0.5, 0.0625]),
                    ask=_common_factor,
                    shown="bayes_posterior([0.75, 0.25], likelihood) for [0.5, 0.0625] times 1, 0.125 and 16",
                ),
                Case(
                    "the order of the classes",
                    ([0.5, 0.375, 0.125], [0.25, 0.5, 0.75]),
                    ask=_relabelled,
                    shown="bayes_posterior with the classes forwards, and backwards turned round again",
                ),
            ),
            "Only the ratios of the likelihoods tell the classes apart. Does a common factor drop out "
            "of your result?",
        ),
        Family("random classes", "random", 0.5, _random_classes),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_posterior_by_loops, _posterior_by_dot, _posterior_by_odds),
    read="3 · Bayes' rule",
    concepts=(
        "bayes-rule",
        "bayes-terms",
        "bayes-evidence-unneeded",
        "bayes-evidence-value",
        "bayes-normalise-scores",
        "ex-cinema",
        "ex-stadium",
        "ex-steve",
        "frame-event-evidence",
    ),
)
