"""Bayes' rule for a yes-no test: what does a positive answer mean?"""

import numpy as np

from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


def diagnostic_posterior(prevalence: float, sensitivity: float, specificity: float) -> float:
    """Return P(defect | positive) = se π / (se π + (1 − sp)(1 − π)); a ValueError for a test never
    positive."""
    true_alarms = sensitivity * prevalence
    false_alarms = (1 - specificity) * (1 - prevalence)
    if true_alarms + false_alarms == 0:
        raise ValueError("this test is never positive")
    return true_alarms / (true_alarms + false_alarms)


def _twice(answer: Answer, prevalence: float, sensitivity: float, specificity: float) -> list[float]:
    once = answer(prevalence, sensitivity, specificity)
    return [once, answer(once, sensitivity, specificity)]


def _both_kinds(answer: Answer, prevalence: float, sensitivity: float, specificity: float) -> float:
    """Return P(defect | positive) + P(good | positive), the second from the test seen the other way round."""
    return float(
        answer(prevalence, sensitivity, specificity)
        + answer(1 - prevalence, 1 - specificity, 1 - sensitivity)
    )


def _random_tests(rng: np.random.Generator) -> list[Case]:
    cases = []
    for low, high in ((0.001, 0.01), (0.05, 0.3), (0.4, 0.9)):
        prevalence, sensitivity, specificity = rng.uniform((low, 0.5, 0.6), (high, 0.99, 0.97))
        cases.append(Case("any test", (float(prevalence), float(sensitivity), float(specificity))))
    return cases


@wrong("0.4-M1")
def sensitivity_returned(prevalence: float, sensitivity: float, specificity: float) -> float:
    """The sensitivity is P(positive | defect). Which comes first in the question: positive or defect?"""
    return sensitivity


@wrong("0.4-M2")
def specificity_as_false_positives(prevalence: float, sensitivity: float, specificity: float) -> float:
    """The specificity is the share of good parts for which the test stays SILENT. What share of them
    beeps?"""
    true_alarms = sensitivity * prevalence
    return true_alarms / (true_alarms + specificity * (1 - prevalence))


@wrong("0.4-M3")
def good_parts_not_weighted(prevalence: float, sensitivity: float, specificity: float) -> float:
    """Below the line you weight the defects by how many they are. And the good parts: how many are they?"""
    true_alarms = sensitivity * prevalence
    return true_alarms / (true_alarms + (1 - specificity))


@wrong("0.4-M4")
def misses_for_false_alarms(prevalence: float, sensitivity: float, specificity: float) -> float:
    """1 - sensitivity is the share of defects that are missed. Are those among the parts that make the
    test beep?"""
    true_alarms = sensitivity * prevalence
    return true_alarms / (true_alarms + (1 - sensitivity) * (1 - prevalence))


@wrong("0.4-M5")
def found_among_all(prevalence: float, sensitivity: float, specificity: float) -> float:
    """This is the share of found defects among ALL parts. Among which parts do you look once the test has
    beeped?"""
    return sensitivity * prevalence


@wrong("0.4")
def base_rate_neglected(prevalence: float, sensitivity: float, specificity: float) -> float:
    """Try it with 10 000 parts, one of them defective. How many good parts beep? Where do you use the
    prevalence?"""
    return sensitivity / (sensitivity + 1 - specificity)


@wrong("0.4")
def share_of_positives(prevalence: float, sensitivity: float, specificity: float) -> float:
    """You found how often the test beeps at all. How many of those beeps come from defects?"""
    return sensitivity * prevalence + (1 - specificity) * (1 - prevalence)


@wrong("0.4")
def good_although_positive(prevalence: float, sensitivity: float, specificity: float) -> float:
    """You found the share of GOOD parts among those that beep. Which of the two terms belongs above the
    line?"""
    false_alarms = (1 - specificity) * (1 - prevalence)
    return false_alarms / (sensitivity * prevalence + false_alarms)


@wrong("0.4")
def defect_although_negative(prevalence: float, sensitivity: float, specificity: float) -> float:
    """You found the share of defects among the parts for which the test stays silent. It has just beeped."""
    missed = (1 - sensitivity) * prevalence
    return missed / (missed + specificity * (1 - prevalence))


@wrong("0.4")
def never_positive_divides(prevalence: float, sensitivity: float, specificity: float) -> float:
    """A test that never beeps: what is P(defect | beep)? The task says what to raise before you divide by
    0."""
    true_alarms = sensitivity * prevalence
    return true_alarms / (true_alarms + (1 - specificity) * (1 - prevalence))


@wrong("0.4")
def never_positive_gives_zero(prevalence: float, sensitivity: float, specificity: float) -> float:
    """A test that never beeps: is a beep then a sign of a good part, or a question without an answer?"""
    true_alarms = sensitivity * prevalence
    positive = true_alarms + (1 - specificity) * (1 - prevalence)
    return true_alarms / positive if positive else 0.0


@wrong()
def share_of_the_defects_above(prevalence: float, sensitivity: float, specificity: float) -> float:
    """The denominator is P(positive). The numerator is P(positive and defect): is that the sensitivity?"""
    positive = sensitivity * prevalence + (1 - specificity) * (1 - prevalence)
    if positive == 0:
        raise ValueError("The test is never positive.")
    return sensitivity / positive


@wrong()
def sensitivity_for_specificity(prevalence: float, sensitivity: float, specificity: float) -> float:
    """Which of the two is about the defective parts: sensitivity or specificity?"""
    positive = specificity * prevalence + (1 - sensitivity) * (1 - prevalence)
    if positive == 0:
        raise ValueError("The test is never positive.")
    return specificity * prevalence / positive


def _diagnostic_by_counting(prevalence: float, sensitivity: float, specificity: float) -> float:
    parts = 1_000_000.0
    defects = parts * prevalence
    beeps_right, beeps_wrong = defects * sensitivity, (parts - defects) * (1 - specificity)
    if beeps_right + beeps_wrong == 0:
        raise ValueError("no beeps")
    return beeps_right / (beeps_right + beeps_wrong)


def _diagnostic_by_arrays(prevalence: float, sensitivity: float, specificity: float) -> np.float64:
    scores = np.array([prevalence, 1 - prevalence]) * np.array([sensitivity, 1 - specificity])
    if not scores.any():
        raise ValueError
    return np.float64(scores[0] / scores.sum())


def _diagnostic_by_odds(prevalence: float, sensitivity: float, specificity: float) -> float:
    for_defect, for_good = prevalence * sensitivity, (1 - prevalence) * (1 - specificity)
    if for_good == 0:
        if for_defect == 0:
            raise ValueError
        return 1.0
    odds = for_defect / for_good
    return odds / (1 + odds)


RARE = "One beep in ten billion is rare, and not never. When does the task want an error?"

EXERCISE = Exercise(
    name="diagnostic_posterior",
    contract="diagnostic_posterior(prevalence, sensitivity, specificity) -> float",
    reference=diagnostic_posterior,
    uses=("bayes_posterior",),
    families=(
        Family(
            "one defect in ten thousand",
            "example",
            1,
            (
                Case("a test of 99 percent", (1e-4, 0.99, 0.99)),
                Case("a test of 99.99 percent", (1e-4, 0.9999, 0.9999)),
            ),
            "Take a million parts. How many defects beep, how many good parts beep, what share of all "
            "beeps is right?",
        ),
        Family(
            "sensitivity is not specificity",
            "trap",
            1,
            (
                Case("finds most, but cries wolf", (0.02, 0.9, 0.7)),
                Case("misses many, but is sure", (0.125, 0.5, 0.875)),
                Case("more defects than good parts", (0.75, 0.75, 0.5)),
                Case("as many false alarms as finds", (0.25, 0.75, 0.75)),
                Case("never a false alarm", (0.25, 0.5, 1.0)),
                Case("every part is defective", (1.0, 0.5, 0.75)),
                Case("no part is defective", (0.0, 0.5, 0.75)),
                Case("a rare defect, and never a false alarm", (2e-10, 0.5, 1.0), question=RARE),
            ),
            "Draw a table of four: defective or good, beep or silence. Which two cells make up all "
            "the beeps?",
        ),
        Family(
            "a test that never beeps",
            "trap",
            0.5,
            (
                Case("it finds nothing and alarms nobody", (0.25, 0.0, 1.0)),
                Case("no defects and no false alarms", (0.0, 0.75, 1.0)),
            ),
            "No test ever beeps: a share of what? The task says what to raise.",
        ),
        Family(
            "tests in a row, tests turned round",
            "property",
            0.5,
            (
                Case(
                    "the same test again: the first posterior is the second prevalence",
                    (0.02, 0.9, 0.7),
                    ask=_twice,
                    shown="p = diagnostic_posterior(0.02, 0.9, 0.7), then diagnostic_posterior(p, 0.9, 0.7)",
                ),
                Case(
                    "a part that beeps is defective or good",
                    (0.25, 0.75, 0.875),
                    ask=_both_kinds,
                    shown="diagnostic_posterior(0.25, 0.75, 0.875) + diagnostic_posterior(0.75, 0.125, 0.25)",
                ),
            ),
            "After the first beep, what is the prevalence among the parts that you still look at?",
        ),
        Family("random tests", "random", 0.5, _random_tests),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_diagnostic_by_counting, _diagnostic_by_arrays, _diagnostic_by_odds),
    read="4 · A test beeps",
    concepts=("ex-defect", "demo-how-accurate", "prob-marginalisation"),
)
