"""The probability of an event, from a joint table."""

import math
from typing import Any

import numpy as np

from mlcore.exercises.bayes_rule import inputs
from mlcore.exercises.bayes_rule.inputs import Event, Joint, random_joint
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


def event_prob(joint: Joint, event: Event) -> float:
    """Return P(event): the sum of the rows in which every named position has the named value."""
    return sum(p for row, p in joint.items() if all(row[j] == value for j, value in event.items()))


def _values_sum_to_the_table(answer: Answer, joint: Joint, position: int) -> list[Any]:
    values = sorted({row[position] for row in joint}, key=str)
    parts = [answer(joint, {position: value}) for value in values]
    return [*parts, sum(parts)]


def _more_conditions_are_rarer(answer: Answer, joint: Joint, row: tuple[Any, ...]) -> list[Any]:
    return [answer(joint, {j: row[j] for j in range(length)}) for length in range(len(row) + 1)]


def _random_events(rng: np.random.Generator) -> list[Case]:
    cases = []
    for positions in ([0], [1], [0, 2], [1, 2], [0, 1, 2]):
        joint = random_joint(rng)
        row = list(joint)[int(rng.integers(len(joint)))]
        cases.append(Case(f"event at {positions}", (joint, {j: row[j] for j in positions})))
    return cases


@wrong("0.1-M1")
def mean_of_the_rows(joint: Joint, event: Event) -> float:
    """Four rows of 0.1 each: is the chance of landing in one of them 0.1 or 0.4? Do you add the rows or
    average them?"""
    rows = [p for row, p in joint.items() if all(row[j] == v for j, v in event.items())]
    return sum(rows) / len(rows) if rows else 0.0


@wrong()
def rows_counted(joint: Joint, event: Event) -> float:
    """You found the rows that agree. How many they are, or how probable: which of the two is asked?"""
    return sum(all(row[j] == v for j, v in event.items()) for row in joint)


@wrong()
def product_of_the_rows(joint: Joint, event: Event) -> float:
    """Two rows of 0.1: is the chance of one or the other 0.01, or 0.2?"""
    rows = [p for row, p in joint.items() if all(row[j] == v for j, v in event.items())]
    return math.prod(rows) if rows else 0.0


@wrong("0.1-M2")
def or_for_and(joint: Joint, event: Event) -> float:
    """Does a row belong to the event when ONE of its conditions holds, or when EVERY one does?"""
    return sum(p for row, p in joint.items() if any(row[j] == v for j, v in event.items()))


@wrong("0.1-M2")
def counted_once_for_each_condition(joint: Joint, event: Event) -> float:
    """How often do you add a row that meets two conditions? Which of your loops stands inside the other?"""
    return sum(p for row, p in joint.items() for j, v in event.items() if row[j] == v)


@wrong("0.1-M3")
def product_of_marginals(joint: Joint, event: Event) -> float:
    """You multiply one probability per variable. Which property of the table would that need, and does it
    hold?"""
    return float(np.prod([event_prob(joint, {j: v}) for j, v in event.items()]))


@wrong("0.1-M4")
def fraction_of_rows(joint: Joint, event: Event) -> float:
    """Are all rows of the table equally probable? What does the number beside a row say?"""
    return sum(all(row[j] == v for j, v in event.items()) for row in joint) / len(joint)


@wrong("0.1")
def first_matching_row(joint: Joint, event: Event):
    """How many rows agree with the event, and how many of them did you count? Where is your return?"""
    for row, p in joint.items():
        if all(row[j] == v for j, v in event.items()):
            return p
    return None


@wrong("0.1")
def value_anywhere_in_the_row(joint: Joint, event: Event) -> float:
    """The event {1: 0} speaks of position 1. What if the value 0 stands at position 0 of a row instead?"""
    return sum(p for row, p in joint.items() if all(value in row for value in event.values()))


@wrong("0.1")
def last_condition_only(joint: Joint, event: Event) -> float:
    """Take an event of two conditions. Does your loop still remember the first after it has looked at the
    second?"""
    total = 0.0
    for row, p in joint.items():
        matches = True
        for j, value in event.items():
            matches = row[j] == value
        total += p * matches
    return total


@wrong("0.1")
def zero_taken_for_no_condition(joint: Joint, event: Event) -> float:
    """In {0: 0} the value is 0, which Python takes for False. Does your test skip that condition?"""
    return sum(p for row, p in joint.items() if all(not v or row[j] == v for j, v in event.items()))


@wrong("0.1")
def empty_event_never_happens(joint: Joint, event: Event) -> float:
    """An event without any condition: which rows break one of its conditions? So which rows belong to it?"""
    return event_prob(joint, event) if event else 0.0


@wrong()
def positions_from_one(joint: Joint, event):
    """Is the first value of a tuple at position 0 or at position 1 in Python?"""
    return sum(p for row, p in joint.items() if all(row[j - 1] == value for j, value in event.items()))


def _event_prob_by_loops(joint: Joint, event: Event) -> float:
    total = 0.0
    for row in joint:
        agrees = True
        for position in event:
            if row[position] != event[position]:
                agrees = False
        if agrees:
            total = total + joint[row]
    return total


def _event_prob_by_arrays(joint: Joint, event: Event):
    p = np.array(list(joint.values()))
    belongs = np.array([[row[j] == v for j, v in event.items()] for row in joint], dtype=bool)
    return p[belongs.all(axis=1)].sum()


def _event_prob_by_removing(joint: Joint, event: Event) -> float:
    rows = dict(joint)
    for j, value in event.items():
        rows = {row: p for row, p in rows.items() if row[j] == value}
    return float(sum(rows.values()))


EXERCISE = Exercise(
    name="event_prob",
    contract="event_prob(joint, event) -> float",
    reference=event_prob,
    families=(
        Family(
            "men, the poor, and poor men",
            "example",
            1,
            (
                Case(
                    "poor men",
                    (inputs.WEALTH, {0: "M", 2: "poor"}),
                    shown="event_prob(wealth, {0: 'M', 2: 'poor'})",
                ),
                Case("the poor", (inputs.WEALTH, {2: "poor"}), shown="event_prob(wealth, {2: 'poor'})"),
                Case(
                    "men of long hours who are rich: one row",
                    (inputs.WEALTH, {0: "M", 1: ">=40.5", 2: "rich"}),
                    shown="event_prob(wealth, {0: 'M', 1: '>=40.5', 2: 'rich'})",
                ),
            ),
            "Write the table down, tick the rows that agree with the event, and add their numbers.",
        ),
        Family(
            "events at the edge",
            "trap",
            1,
            (
                Case("no condition at all", (inputs.WEALTH, {}), shown="event_prob(wealth, {})"),
                Case(
                    "a value that no row has",
                    (inputs.WEALTH, {0: "child"}),
                    shown="event_prob(wealth, {0: 'child'})",
                ),
                Case("the value 0, at position 0", (inputs.BITS, {0: 0})),
                Case("the same value at another position", (inputs.BITS, {1: 0})),
                Case("two values that occur elsewhere in the row", (inputs.BITS, {0: 1, 1: 0})),
                Case("a combination that the table leaves out", (inputs.GAPS, {0: "y", 1: 1})),
                Case("three rows, one condition", (inputs.GAPS, {1: 2})),
                Case(
                    "a word within another one",
                    ({("male", 1): 0.25, ("female", 1): 0.75}, {0: "male"}),
                    question="One of these words stands within the other. When are two values the same?",
                ),
            ),
            "What does an empty event demand? Which position does each value belong to?",
        ),
        Family(
            "parts make a whole",
            "property",
            0.5,
            (
                Case(
                    "over all values of a variable, the parts sum to the whole table",
                    (inputs.WEALTH, 1),
                    ask=_values_sum_to_the_table,
                    shown="event_prob for each value of position 1, and the sum of these",
                ),
                Case(
                    "each further condition leaves fewer rows",
                    (inputs.GAPS, ("y", 2, 1)),
                    ask=_more_conditions_are_rarer,
                    shown="event_prob with the first 0, 1, 2 and 3 conditions of ('y', 2, 1)",
                ),
            ),
            "Every row has exactly one value of a variable. What must the parts add up to?",
        ),
        Family("random tables", "random", 0.5, _random_events),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_event_prob_by_loops, _event_prob_by_arrays, _event_prob_by_removing),
    read="1 · A table that knows everything",
    concepts=("joint-table", "joint-event", "ex-joint-wealth", "prob-marginalisation", "joint-params"),
)
