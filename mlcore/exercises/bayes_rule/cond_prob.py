"""The probability of an event given another, from a joint table."""

from typing import Any

import numpy as np

from mlcore.exercises.bayes_rule import inputs
from mlcore.exercises.bayes_rule.event_prob import event_prob
from mlcore.exercises.bayes_rule.inputs import Event, Joint, random_joint
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


def cond_prob(joint: Joint, event: Event, given: Event) -> float:
    """Return P(event | given) = P(event and given) / P(given); a ValueError if P(given) is 0."""
    p_given = event_prob(joint, given)
    if p_given == 0:
        raise ValueError("given is impossible: 0 / 0 has no value")
    return _both(joint, event, given) / p_given


def _both(joint: Joint, event: Event, given: Event) -> float:
    """Return P(event and given); conditions that contradict each other hold in no row."""
    return sum(
        p
        for row, p in joint.items()
        if all(row[j] == value for part in (event, given) for j, value in part.items())
    )


def _possible(joint: Joint, given: Event) -> float:
    """Return P(given), or refuse: most mistakes leave this part right."""
    p = event_prob(joint, given)
    if p == 0:
        raise ValueError("given is impossible")
    return p


def _sums_to_one_given(answer: Answer, joint: Joint, position: int, given: Event) -> list[Any]:
    values = sorted({row[position] for row in joint}, key=str)
    parts = [answer(joint, {position: value}, given) for value in values]
    return [*parts, sum(parts)]


def _product_rule_both_ways(answer: Answer, joint: Joint, a: Event, b: Event) -> list[Any]:
    return [answer(joint, a, b) * answer(joint, b, {}), answer(joint, b, a) * answer(joint, a, {})]


def _random_conditions(rng: np.random.Generator) -> list[Case]:
    cases = []
    for event, given in (([0], [1]), ([1], [0, 2]), ([0, 1], [2]), ([2], [1])):
        joint = random_joint(rng)
        row = list(joint)[int(rng.integers(len(joint)))]
        arguments = (joint, {j: row[j] for j in event}, {j: row[j] for j in given})
        cases.append(Case(f"P(position {event} | position {given})", arguments))
    return cases


@wrong("0.2-M1")
def joint_instead_of_conditional(joint: Joint, event: Event, given: Event) -> float:
    """Among the poor, what share are men? Among how many people do you look: everybody, or only the poor?"""
    _possible(joint, given)
    return _both(joint, event, given)


@wrong("0.2-M2")
def divides_by_the_event(joint: Joint, event: Event, given: Event) -> float:
    """Which of the two do you already know to have happened? Is it the one whose probability you divide
    by?"""
    _possible(joint, given)
    p = event_prob(joint, event)
    return _both(joint, event, given) / p if p else 0.0


@wrong("0.2-M3")
def product_of_the_two(joint: Joint, event: Event, given: Event) -> float:
    """You multiply P(event) by P(given). Does knowing more about somebody make every guess less probable?"""
    return event_prob(joint, event) * _possible(joint, given)


@wrong("0.2-M4")
def ratio_of_marginals(joint: Joint, event: Event, given: Event) -> float:
    """The numerator is P(event AND given). Do all the rows that you added up there agree with the
    condition?"""
    return event_prob(joint, event) / _possible(joint, given)


@wrong("0.2-M5")
def impossible_condition_gives_zero(joint: Joint, event: Event, given: Event) -> float:
    """Given something that never happens, is the event improbable, or does the question have no answer?"""
    p = event_prob(joint, given)
    return _both(joint, event, given) / p if p else 0.0


@wrong("0.2")
def impossible_condition_divides(joint: Joint, event: Event, given: Event) -> float:
    """What does Python do with a division by 0? What does the task ask you to raise before that?"""
    return _both(joint, event, given) / event_prob(joint, given)


@wrong("0.2")
def impossible_condition_gives_nan(joint: Joint, event: Event, given: Event) -> float:
    """A NaN silently spreads into every later sum. What does the task ask for if P(given) is 0?"""
    p = event_prob(joint, given)
    return _both(joint, event, given) / p if p else float("nan")


@wrong("0.2")
def condition_overwrites_event(joint: Joint, event: Event, given: Event) -> float:
    """Ask for {0: 'M'} given {0: 'F'}. When you merge two dicts that share a key, which value is left?"""
    return event_prob(joint, {**event, **given}) / _possible(joint, given)


@wrong("0.2")
def event_overwrites_condition(joint: Joint, event: Event, given: Event) -> float:
    """Ask for {0: 'M'} given {0: 'F'}. When you merge two dicts that share a key, which condition gets
    lost?"""
    return event_prob(joint, {**given, **event}) / _possible(joint, given)


@wrong("0.2")
def merged_and_divided(joint: Joint, event: Event, given: Event) -> float:
    """What is left of two contradicting conditions when you merge their dicts? And what if P(given) is 0?"""
    return event_prob(joint, {**event, **given}) / event_prob(joint, given)


@wrong("0.2")
def condition_ignored(joint: Joint, event: Event, given: Event) -> float:
    """Change the condition and ask again. Does your answer change? Where do you use `given`?"""
    _possible(joint, given)
    return event_prob(joint, event)


def _cond_prob_by_loops(joint: Joint, event: Event, given: Event) -> float:
    above = below = 0.0
    for row, p in joint.items():
        if all(row[j] == value for j, value in given.items()):
            below += p
            if all(row[j] == value for j, value in event.items()):
                above += p
    if below == 0:
        raise ValueError
    return above / below


def _cond_prob_by_restricting(joint: Joint, event: Event, given: Event) -> float:
    rows = {row: p for row, p in joint.items() if all(row[j] == v for j, v in given.items())}
    total = sum(rows.values())
    if not total > 0:
        raise ValueError("no row agrees with given")
    return event_prob({row: p / total for row, p in rows.items()}, event)


def _cond_prob_by_arrays(joint: Joint, event: Event, given: Event):
    p = np.array(list(joint.values()))
    happens = np.array([all(row[j] == v for j, v in event.items()) for row in joint])
    known = np.array([all(row[j] == v for j, v in given.items()) for row in joint])
    if p[known].sum() == 0:
        raise ValueError
    return p[happens & known].sum() / p[known].sum()


EXERCISE = Exercise(
    name="cond_prob",
    contract="cond_prob(joint, event, given) -> float",
    reference=cond_prob,
    uses=("event_prob",),
    families=(
        Family(
            "men among the poor, rich among men",
            "example",
            1,
            (
                Case(
                    "men among the poor",
                    (inputs.WEALTH, {0: "M"}, {2: "poor"}),
                    shown="cond_prob(wealth, {0: 'M'}, {2: 'poor'})",
                ),
                Case(
                    "the poor among men: the bar turned round",
                    (inputs.WEALTH, {2: "poor"}, {0: "M"}),
                    shown="cond_prob(wealth, {2: 'poor'}, {0: 'M'})",
                ),
                Case(
                    "the rich, given gender and hours",
                    (inputs.WEALTH, {2: "rich"}, {0: "M", 1: ">=40.5"}),
                    shown="cond_prob(wealth, {2: 'rich'}, {0: 'M', 1: '>=40.5'})",
                ),
                Case(
                    "second head after a first",
                    (inputs.COINS, {2: "head"}, {1: "head"}),
                    shown="cond_prob(coins, {2: 'head'}, {1: 'head'})",
                ),
            ),
            "Cross out every row that contradicts the condition. What share of what is left belongs "
            "to the event?",
        ),
        Family(
            "impossible conditions",
            "trap",
            0.5,
            (
                Case(
                    "a value that no row has",
                    (inputs.WEALTH, {0: "M"}, {2: "middling"}),
                    shown="cond_prob(wealth, {0: 'M'}, {2: 'middling'})",
                ),
                Case("a combination that the table leaves out", (inputs.GAPS, {2: 0}, {0: "y", 1: 1})),
            ),
            "What is the share of men among nobody? The task says what to raise.",
        ),
        Family(
            "events that the condition decides",
            "trap",
            1,
            (
                Case(
                    "the event contradicts the condition",
                    (inputs.WEALTH, {0: "M"}, {0: "F"}),
                    shown="cond_prob(wealth, {0: 'M'}, {0: 'F'})",
                ),
                Case(
                    "the event repeats the condition",
                    (inputs.WEALTH, {0: "M"}, {0: "M"}),
                    shown="cond_prob(wealth, {0: 'M'}, {0: 'M'})",
                ),
                Case("an event that never happens", (inputs.BITS, {0: 7}, {1: 0})),
                Case("no condition", (inputs.BITS, {0: 1}, {})),
                Case("the event contradicts half of the condition", (inputs.GAPS, {1: 1}, {1: 2, 0: "x"})),
            ),
            "Which rows agree with the event AND with the condition?",
        ),
        Family(
            "sums and products",
            "property",
            0.5,
            (
                Case(
                    "given anything, the values of a variable sum to 1",
                    (inputs.WEALTH, 1, {2: "rich"}),
                    ask=_sums_to_one_given,
                    shown="cond_prob for each value of position 1 given {2: 'rich'}, and the sum of these",
                ),
                Case(
                    "the product rule, both ways round",
                    (inputs.BITS, {0: 1}, {1: 0}),
                    ask=_product_rule_both_ways,
                    shown="P(A | B) P(B) and P(B | A) P(A) for A = {0: 1}, B = {1: 0}",
                ),
            ),
            "P(A | B) P(B) and P(B | A) P(A) are two ways to write the same number. Are they equal for you?",
        ),
        Family("random tables", "random", 0.5, _random_conditions),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_cond_prob_by_loops, _cond_prob_by_restricting, _cond_prob_by_arrays),
    read="2 · Given that …",
    concepts=(
        "prob-conditional",
        "joint-conditional",
        "prob-asymmetry",
        "prob-product-rule",
        "ex-cond-wealth",
    ),
)
