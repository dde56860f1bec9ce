"""The same test again, and again: what do several answers say together?"""

import math

import numpy as np

from mlcore.exercises.bayes_rule.diagnostic_posterior import diagnostic_posterior
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


def repeated_test(prevalence: float, sensitivity: float, specificity: float, beeps) -> float:
    """Return P(defect | these answers); a ValueError for answers that never come."""
    defect, good = prevalence, 1 - prevalence
    for beep in beeps:
        defect *= sensitivity if beep else 1 - sensitivity
        good *= 1 - specificity if beep else specificity
    if defect + good == 0:
        raise ValueError("these answers never come")
    return defect / (defect + good)


@wrong()
def silences_skipped(prevalence, sensitivity, specificity, beeps):
    """A test that stays silent has said something, too. What becomes of the probability then?"""
    return repeated_test(prevalence, sensitivity, specificity, [beep for beep in beeps if beep])


@wrong()
def every_answer_a_beep(prevalence, sensitivity, specificity, beeps):
    """What do you do where the test stays silent? You treat all answers as beeps."""
    return repeated_test(prevalence, sensitivity, specificity, [True] * len(beeps))


@wrong()
def beeps_for_silences(prevalence, sensitivity, specificity, beeps):
    """A beep speaks for a defect. Does your probability grow with it?"""
    return repeated_test(prevalence, sensitivity, specificity, [not beep for beep in beeps])


@wrong()
def last_answer_only(prevalence, sensitivity, specificity, beeps):
    """Where does the second test begin: at the prevalence, or at what the first one left?"""
    return repeated_test(prevalence, sensitivity, specificity, list(beeps)[-1:])


@wrong()
def first_answer_only(prevalence, sensitivity, specificity, beeps):
    """You return after the first answer. What about the others?"""
    return repeated_test(prevalence, sensitivity, specificity, list(beeps)[:1])


@wrong()
def mean_of_single_tests(prevalence, sensitivity, specificity, beeps):
    """Each answer alone leaves you unsure. Can several of them together leave you sure? Not in a mean."""
    single = [repeated_test(prevalence, sensitivity, specificity, [beep]) for beep in beeps]
    return sum(single) / len(single) if single else prevalence


@wrong()
def product_of_single_tests(prevalence, sensitivity, specificity, beeps):
    """You multiply the posteriors of single tests. Does a second beep make a defect less probable then?"""
    return (
        math.prod(repeated_test(prevalence, sensitivity, specificity, [beep]) for beep in beeps)
        if len(beeps)
        else prevalence
    )


@wrong()
def prevalence_every_time(prevalence, sensitivity, specificity, beeps):
    """How often do you multiply by the prevalence? A part is defective once, however often you test it."""
    defect = good = 1.0
    for beep in beeps:
        defect *= prevalence * (sensitivity if beep else 1 - sensitivity)
        good *= (1 - prevalence) * (1 - specificity if beep else specificity)
    if not len(beeps):
        return prevalence
    if defect + good == 0:
        raise ValueError
    return defect / (defect + good)


@wrong()
def prevalence_forgotten(prevalence, sensitivity, specificity, beeps):
    """Before the first answer, how probable is a defect? You begin with one to one."""
    return repeated_test(0.5, sensitivity, specificity, beeps)


@wrong()
def specificity_where_it_beeps(prevalence, sensitivity, specificity, beeps):
    """The specificity is the share of good parts for which the test stays SILENT. Which share of them
    beeps?"""
    return repeated_test(prevalence, sensitivity, 1 - specificity, beeps)


@wrong()
def sensitivity_in_silence(prevalence, sensitivity, specificity, beeps):
    """The test stays silent: which share of the DEFECTS does that?"""
    defect, good = prevalence, 1 - prevalence
    for beep in beeps:
        defect *= sensitivity
        good *= 1 - specificity if beep else specificity
    if defect + good == 0:
        raise ValueError
    return defect / (defect + good)


@wrong()
def false_alarms_in_silence(prevalence, sensitivity, specificity, beeps):
    """The test stays silent: which share of the GOOD parts does that?"""
    defect, good = prevalence, 1 - prevalence
    for beep in beeps:
        defect *= sensitivity if beep else 1 - sensitivity
        good *= 1 - specificity
    if defect + good == 0:
        raise ValueError
    return defect / (defect + good)


@wrong()
def misses_for_false_alarms(prevalence, sensitivity, specificity, beeps):
    """1 - sensitivity is the share of defects that are missed. Which share of the good parts beeps?"""
    return repeated_test(prevalence, sensitivity, sensitivity, beeps)


@wrong()
def share_of_all_parts(prevalence, sensitivity, specificity, beeps):
    """This is the share of defects with these answers among ALL parts. Among which parts do you look now?"""
    return prevalence * math.prod(sensitivity if beep else 1 - sensitivity for beep in beeps)


@wrong()
def zero_for_what_never_comes(prevalence, sensitivity, specificity, beeps):
    """These answers never come, from a defect or from a good part. The task says what to raise."""
    try:
        return repeated_test(prevalence, sensitivity, specificity, beeps)
    except ValueError:
        return 0.0


@wrong()
def majority_of_the_answers(prevalence, sensitivity, specificity, beeps):
    """You go with the majority of the answers. Does a beep weigh as much as a silence?"""
    if not len(beeps):
        return prevalence
    return repeated_test(prevalence, sensitivity, specificity, [2 * sum(beeps) > len(beeps)])


def _one_after_the_other(prevalence, sensitivity, specificity, beeps):
    p = prevalence
    for beep in beeps:
        p = diagnostic_posterior(p, sensitivity, specificity) if beep else (
            diagnostic_posterior(p, 1 - sensitivity, 1 - specificity)
        )  # fmt: skip
    return p


def _by_counting(prevalence, sensitivity, specificity, beeps):
    yes = sum(bool(beep) for beep in beeps)
    no = len(beeps) - yes
    defects = 1e6 * prevalence * sensitivity**yes * (1 - sensitivity) ** no
    good = 1e6 * (1 - prevalence) * (1 - specificity) ** yes * specificity**no
    if defects + good == 0:
        raise ValueError("nobody")
    return defects / (defects + good)


def _by_arrays(prevalence, sensitivity, specificity, beeps):
    answers = np.asarray(beeps, dtype=bool)
    chance = np.array([sensitivity, 1 - specificity])[:, None]  # (2, 1): of a beep
    scores = np.array([prevalence, 1 - prevalence]) * np.where(answers, chance, 1 - chance).prod(axis=1)
    if not scores.any():
        raise ValueError
    return scores[0] / scores.sum()


def _any_order(answer: Answer, prevalence, sensitivity, specificity, beeps) -> list[float]:
    forwards = answer(prevalence, sensitivity, specificity, beeps)
    first = answer(prevalence, sensitivity, specificity, beeps[:1])
    return [
        float(forwards),
        float(answer(prevalence, sensitivity, specificity, beeps[::-1])),
        float(answer(first, sensitivity, specificity, beeps[1:])),
    ]


def _draws(rng: np.random.Generator) -> list[Case]:
    cases = []
    for size in (2, 3, 5):
        numbers = rng.uniform((0.02, 0.6, 0.6), (0.4, 0.95, 0.95)).round(3).tolist()
        beeps = [True, False, *(rng.random(size - 2) < 0.5).tolist()]
        cases.append(Case(f"{size} answers", (*numbers, beeps)))
    return cases


def _shares(prevalence, sensitivity, specificity, beeps) -> bool:
    """Return whether the three numbers are probabilities, and every answer is a yes or a no."""
    answers = all(isinstance(beep, bool | np.bool_) for beep in beeps)
    return answers and all(0 <= share <= 1 for share in (prevalence, sensitivity, specificity))


EXERCISE = Exercise(
    name="repeated_test",
    contract="repeated_test(prevalence, sensitivity, specificity, beeps) -> float",
    reference=repeated_test,
    read="10 · Odds, and a second test",
    uses=("bayes_posterior", "diagnostic_posterior", "update_odds"),
    concepts=("ex-defect", "bayes-rule", "ind-conditional"),
    families=(
        Family("a beep and a silence", "example", 0.5, (
            Case("a beep and a silence", (0.02, 0.9, 0.7, [True, False])),
            Case("two beeps", (0.0001, 0.99, 0.99, [True, True])),
        ), "Take a million parts. How many defects give these two answers, how many good parts?"),
        Family("silence, no answer, sure answers", "trap", 1, (
            Case("silence once", (0.25, 0.75, 0.5, [False])),
            Case("a beep once", (0.25, 0.75, 0.5, [True])),
            Case("as probable as not", (0.25, 0.75, 0.75, [True])),
            Case("no test at all", (0.25, 0.75, 0.5, [])),
            Case("more beeps than silences", (0.25, 0.75, 0.875, [True, False, True])),
            Case("more silences than beeps", (0.5, 0.75, 0.875, [False, True, False])),
            Case("never a false alarm, and a silence first", (0.25, 0.5, 1.0, [False, True])),
            Case("every defect is found, and a silence", (0.25, 1.0, 0.5, [True, False])),
            Case("answers that never come", (0.25, 1.0, 1.0, [True, False])),
            Case("no defects, and a beep that never comes", (0.0, 0.75, 1.0, [True])),
        ), "Each answer gives one factor to the defects and one to the good parts. Which, after a silence?"),
        Family("any order", "property", 0.25, (
            Case("forwards, backwards, one after the other", (0.1, 0.75, 0.875, [True, False, True]),
                 ask=_any_order,
                 shown="repeated_test(0.1, 0.75, 0.875, [True, False, True]), turned round, in two steps"),
        ), "After the first answer, with which probability does the second test begin?"),
        Family("drawn", "random", 0.25, _draws),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_one_after_the_other, _by_counting, _by_arrays),
    lists=("beeps",),
    valid=_shares,
)  # fmt: skip
