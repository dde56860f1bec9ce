"""Bayes' rule in the form of odds: one factor for each piece of evidence."""

import math

import numpy as np

from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


def update_odds(p, ratios):
    """Return the probability after all evidence: odds times the likelihood ratios, turned back."""
    factor = math.prod(float(ratio) for ratio in ratios)
    for_it, against_it = p * factor, 1 - p
    if for_it + against_it == 0:
        raise ValueError("certain of it, and ruled out")
    return for_it / (for_it + against_it)


@wrong()
def odds_returned(p, ratios):
    """Can a probability be above 1? Your result is still in the form of odds."""
    return p / (1 - p) * math.prod(ratios) if p < 1 else math.inf


@wrong()
def probability_times_ratios(p, ratios):
    """You multiply the probability by the ratios. Can it become larger than 1? What has to be multiplied?"""
    return p * math.prod(ratios)


@wrong()
def probability_as_odds(p, ratios):
    """What are the odds at p = ½: a half, or one to one?"""
    odds = p * math.prod(ratios)
    return odds / (1 + odds)


@wrong()
def ratios_added(p, ratios):
    """Two witnesses, each worth 10 to 1: are they worth 20 together, or 100?"""
    if len(ratios) == 0:
        return p
    return update_odds(p, [sum(ratios)])


@wrong()
def mean_of_the_ratios(p, ratios):
    """Does a second piece of evidence leave you as sure as the first? You take their average."""
    return update_odds(p, [sum(ratios) / len(ratios)] if len(ratios) else [])


@wrong()
def first_ratio_only(p, ratios):
    """What did you do with the second piece of evidence?"""
    return update_odds(p, ratios[:1])


@wrong()
def last_ratio_only(p, ratios):
    """Where did the first piece of evidence go? Each update begins with the result of the one before."""
    return update_odds(p, ratios[-1:])


@wrong()
def odds_against(p, ratios):
    """A ratio above 1 speaks for it. Does your probability grow?"""
    return 1 - update_odds(1 - p, ratios)


@wrong()
def other_side(p, ratios):
    """Whose probability do you return: that it is so, or that it is not?"""
    return 1 - update_odds(p, ratios)


@wrong()
def certainty_divides(p, ratios):
    """What are the odds of something certain? Look at p = 1 before you divide by 1 - p."""
    odds = p / (1 - p) * math.prod(ratios)
    return odds / (1 + odds)


@wrong()
def certain_whatever_comes(p, ratios):
    """You were certain, and now it is ruled out. The task says what to do: raise an error."""
    return 1.0 if p == 1 else update_odds(p, ratios)


@wrong()
def prior_ignored(p, ratios):
    """Where do you use what was believed before?"""
    return update_odds(0.5, ratios)


@wrong()
def zeros_skipped(p, ratios):
    """A likelihood ratio of 0 means: impossible if it is so. Do you leave it out?"""
    return update_odds(p, [ratio for ratio in ratios if ratio])


def _one_by_one(p, ratios):
    for ratio in ratios:
        if p == 1 and ratio == 0:
            raise ValueError("a contradiction")
        p = p * ratio / (p * ratio + (1 - p))
    return p


def _by_odds(p, ratios):
    factor = np.prod(np.asarray(ratios, dtype=float))
    if p == 1:
        if factor == 0:
            raise ValueError
        return 1.0
    odds = p / (1 - p) * factor
    return float(odds / (1 + odds))


def _by_logarithms(p, ratios):
    with np.errstate(divide="ignore"):
        log_odds = np.log(p) + np.log(np.asarray(ratios, dtype=float)).sum() - np.log1p(-p)
    if np.isnan(log_odds):
        raise ValueError
    with np.errstate(over="ignore"):
        return float(1 / (1 + np.exp(-log_odds)))


def _any_order(answer: Answer, p: float, ratios) -> list[float]:
    in_two_steps = answer(answer(p, ratios[:1]), ratios[1:])
    return [float(answer(p, ratios)), float(answer(p, ratios[::-1])), float(in_two_steps)]


def _draws(rng: np.random.Generator) -> list[Case]:
    cases = []
    for size in (1, 2, 4):
        ratios = np.exp(rng.normal(0, 1.5, size)).round(3).tolist()
        cases.append(Case(f"{size} pieces of evidence", (round(float(rng.uniform(0.02, 0.9)), 3), ratios)))
    return cases


def _no_impossible_numbers(p, ratios) -> bool:
    """Return whether p is a probability, and no ratio is below 0 or without an end."""
    values = np.asarray(ratios, dtype=float)
    return 0 <= p <= 1 and bool((values >= 0).all() and np.isfinite(values).all())


EXERCISE = Exercise(
    name="update_odds",
    contract="update_odds(p, ratios) -> float",
    reference=update_odds,
    read="10 · Odds, and a second test",
    concepts=("bayes-rule", "bayes-proportional", "ex-steve"),
    families=(
        Family("two witnesses", "example", 0.5, (
            Case("two pieces of evidence", (0.1, [6, 3])),
            Case("one piece", (0.25, [9])),
        ), "What are the odds at p = 0.1? Multiply them, and say which probability that is."),
        Family("nothing seen, evidence against, certainty", "trap", 1, (
            Case("no evidence", (0.3, [])),
            Case("evidence against", (0.75, [0.5, 0.125])),
            Case("for and against", (0.2, [8, 0.5])),
            Case("impossible before", (0.0, [5, 2])),
            Case("certain before", (1.0, [5, 0.25])),
            Case("ruled out by one piece", (0.4, [7, 0, 3])),
            Case("certain before, and ruled out", (1.0, [3, 0])),
            Case("even odds", (0.5, [1, 3])),
        ), "At p = 1 there is nothing against it. What are the odds then, and "
            "what if the evidence rules it out?"),
        Family("any order", "property", 0.25, (
            Case("forwards, backwards, one after the other", (0.2, [4, 0.5, 3]), ask=_any_order,
                 shown="update_odds(0.2, [4, 0.5, 3]), with the ratios turned round, and in two steps"),
        ), "After the first piece of evidence, with which probability does the second one begin?"),
        Family("drawn", "random", 0.25, _draws),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_one_by_one, _by_odds, _by_logarithms),
    lists=("ratios",),
    valid=_no_impossible_numbers,
)  # fmt: skip
