"""How sure must one be to say "positive"? The costs decide."""

from collections.abc import Iterator

import numpy as np

from mlcore.decisions import cost_threshold
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


@wrong("6.5-M1")
def threshold_upside_down(c_fp, c_fn, c_tp=0, c_tn=0):
    """The more a false alarm costs, the surer one must be. Does your threshold rise with c_fp?"""
    return (c_fn - c_tp) / ((c_fp - c_tn) + (c_fn - c_tp))


@wrong("6.5-M2")
def ratio_of_the_costs(c_fp, c_fn, c_tp=0, c_tn=0):
    """Is your threshold a probability? With costs 100 and 10 it is 10. Solve p c_fn = (1 - p) c_fp for p."""
    return (c_fp - c_tn) / (c_fn - c_tp)


@wrong("6.5-M3")
def always_one_half(c_fp, c_fn, c_tp=0, c_tn=0):
    """One half is right if both errors cost the same. Do they?"""
    return 0.5


@wrong("6.5-M4")
def right_answers_cost_nothing(c_fp, c_fn, c_tp=0, c_tn=0):
    """An operation costs something even if it was right. Where are c_tp and c_tn in your formula?"""
    return c_fp / (c_fp + c_fn)


@wrong("6.5-M5")
def rounded_threshold(c_fp, c_fn, c_tp=0, c_tn=0):
    """Do you round? At 0.9095 the rounded threshold decides wrongly."""
    return round((c_fp - c_tn) / ((c_fp - c_tn) + (c_fn - c_tp)), 2)


@wrong()
def costs_added(c_fp, c_fn, c_tp=0, c_tn=0):
    """What does a false alarm cost *more* than the right answer? Is that a sum or a difference?"""
    return (c_fp + c_tn) / (c_fp + c_tn + c_fn + c_tp)


@wrong()
def compared_with_the_wrong_answer(c_fp, c_fn, c_tp=0, c_tn=0):
    """A false alarm happens to a negative. With which right answer must it be compared, with tp or with
    tn?"""
    return (c_fp - c_tp) / ((c_fp - c_tp) + (c_fn - c_tn))


@wrong()
def share_of_all_costs(c_fp, c_fn, c_tp=0, c_tn=0):
    """Do you divide by the sum of all four costs? Write both expected costs down and set them equal."""
    return c_fp / (c_fp + c_fn + c_tp + c_tn)


@wrong()
def difference_above_only(c_fp, c_fn, c_tp=0, c_tn=0):
    """Above the line you subtract c_tn. And below it?"""
    return (c_fp - c_tn) / (c_fp + c_fn)


@wrong()
def right_answers_subtracted_once(c_fp, c_fn, c_tp=0, c_tn=0):
    """What does a false alarm cost more than the right answer would have? Is that above the line as well?"""
    return c_fp / (c_fp + c_fn - c_tp - c_tn)


@wrong()
def share_of_the_misses(c_fp, c_fn, c_tp=0, c_tn=0):
    """Misses are costly: should you then say positive sooner or later? And do right answers cost anything?"""
    return c_fn / (c_fp + c_fn)


def _threshold_draws(rng: np.random.Generator) -> Iterator[Case]:
    for i in range(3):
        right = rng.integers(0, 5, 2).tolist()
        wrong_answers = (5 + rng.integers(1, 60, 2)).tolist()
        yield Case(f"draw {i + 1}", tuple(wrong_answers), dict(zip(("c_tp", "c_tn"), right, strict=True)))


def _equal_at_the_threshold(answer: Answer, c_fp: float, c_fn: float, c_tp: float, c_tn: float):
    """At the threshold both answers cost the same: return what each costs there."""
    p = float(answer(c_fp, c_fn, c_tp=c_tp, c_tn=c_tn))
    return [p * c_tp + (1 - p) * c_fp, p * c_fn + (1 - p) * c_tn]


EXERCISE = Exercise(
    name="cost_threshold",
    contract="cost_threshold(c_fp, c_fn, c_tp=0, c_tn=0) -> float",
    reference=cost_threshold,
    read="4 · The threshold",
    concepts=("dt-threshold",),
    families=(
        Family("mails", "example", 1, (
            Case("100 and 10", (100, 10)),
        ), question="Solve 100 (1 - p) = 10 p for p."),
        Family("other errors", "trap", 0.5, (
            Case("equal errors", (1, 1)),
            Case("a screening", (1, 50)),
            Case("a false alarm costs nothing", (0, 3)),
        ), question="Which error makes one careful, and which one bold?"),
        Family("right answers that cost something", "trap", 1, (
            Case("treatment costs 4", (5, 60), {"c_tp": 4}),
            Case("both right answers cost", (9, 20), {"c_tp": 2, "c_tn": 3}),
            Case("both answers cost the same there", (9, 20, 2, 3), ask=_equal_at_the_threshold,
                 shown="the cost of both answers at p = cost_threshold(9, 20, 2, 3)"),
        ), question="Write down what "
                    '"positive" costs at p, and what "negative" costs. Where are the two equal?'),
        Family("other costs", "random", 0.5, _threshold_draws),
    ),
    misconceptions=mistakes_in(globals()),
    right=(
        lambda c_fp, c_fn, c_tp=0, c_tn=0: (c_fp - c_tn) / (c_fp - c_tn + c_fn - c_tp),
        lambda c_fp, c_fn, c_tp=0, c_tn=0: 1 - (c_fn - c_tp) / (c_fp - c_tn + c_fn - c_tp),
        lambda c_fp, c_fn, c_tp=0, c_tn=0: np.linalg.solve([[1.0, 1], [c_fn - c_tp, c_tn - c_fp]],
             [1.0, 0])[0],
    ),
)  # fmt: skip
