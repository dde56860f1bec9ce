"""From expected costs to the cheapest action."""

from collections.abc import Iterator

import numpy as np

from mlcore.decisions import decide
from mlcore.exercises.decisions.expected_cost import _by_loops
from mlcore.exercises.decisions.inputs import ASK, MAIL, THREE, TWO_OF_THREE
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.compare import exact
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


@wrong("6.4-M1")
def most_probable_class(P, C):
    """You choose what is most probable. Is it also the cheapest thing to do, if one error costs 100?"""
    return np.argmax(P, axis=1)


@wrong("6.4-M2")
def greatest_cost(P, C):
    """Do you look for the greatest cost or for the least?"""
    return np.argmax(np.asarray(P) @ np.asarray(C).T, axis=1)


@wrong("6.4-M3")
def transposed_costs(P, C):
    """Row of C: what I do. Column: what is true. Which one do you sum over?"""
    return np.argmin(np.asarray(P) @ np.asarray(C), axis=1)


@wrong("6.4-M4")
def threshold_of_one_half(P, C):
    """Why one half? Change the costs: does your decision change?"""
    return np.where(np.asarray(P)[:, 0] >= 0.5, 0, 1)


@wrong("6.4-M5")
def threshold_of_the_slide(P, C):
    """0.91 is 10/11, rounded, for one table of costs. What does your function do at 0.9095, and for other
    costs?"""
    return np.where(np.asarray(P)[:, 0] >= 0.91, 0, 1)


@wrong()
def cheapest_for_the_most_probable(P, C):
    """You ask what would be best if the most probable class were certain. It is not. What about the rest of
    the probability?"""
    return np.argmin(np.asarray(C)[:, np.argmax(P, axis=1)], axis=0)


@wrong()
def least_of_the_worst(P, C):
    """You guard against the worst case. Do the probabilities play a part in your choice?"""
    return np.full(len(P), np.argmin(np.asarray(C).max(axis=1)))


@wrong()
def last_of_equal_actions(P, C):
    """Two actions cost the same: which one does the task ask for?"""
    costs = np.asarray(P) @ np.asarray(C).T
    return costs.shape[1] - 1 - np.argmin(costs[:, ::-1], axis=1)


@wrong()
def cost_for_action(P, C):
    """You return the least cost. Which action has it?"""
    return (np.asarray(P) @ np.asarray(C).T).min(axis=1)


@wrong()
def one_action_for_all(P, C):
    """How many decisions does the task ask for? Over which axis do you look for the least cost?"""
    costs = np.asarray(P) @ np.asarray(C).T
    return np.argmin(costs.sum(axis=0))


@wrong()
def probabilities_swapped(P, C):
    """Do you weight each cost with the probability of its column, or with that of the others?"""
    return np.argmin((1 - np.asarray(P)) @ np.asarray(C).T, axis=1)


@wrong()
def cheapest_row_for_an_action(P, C):
    """The cheapest action of each observation, or the cheapest observation of each action?"""
    return np.argmin(np.asarray(P, dtype=float) @ np.asarray(C, dtype=float).T, axis=0)


@wrong()
def second_class_above_one_half(P, C):
    """Your answer is 1 above one half. Where do the costs come in?"""
    return (np.asarray(P, dtype=float)[:, 1] > 0.5).astype(int)


def _pairs(*p: float):
    return np.array([[value, 1 - value] for value in p])


def _scaled(answer: Answer, P, C):
    """Another currency, and a tax that depends on the truth only: no decision changes."""
    return answer(P, 8 * C + np.arange(C.shape[1]))


def _decision_draws(rng: np.random.Generator) -> Iterator[Case]:
    for i, (K, actions) in enumerate(((2, 3), (3, 4), (4, 2))):
        P, C = rng.dirichlet(np.ones(K), 8).round(3), rng.uniform(0, 20, (actions, K)).round(2)
        P[:, 0] += 1 - P.sum(axis=1)
        yield Case(f"draw {i + 1}", (P, C))


EXERCISE = Exercise(
    name="decide",
    contract="decide(P, C) -> actions (m,)",
    reference=decide,
    compare=exact(),
    read="3 · What does an error cost?",
    concepts=("dt-unequal", "dt-expected-cost", "dt-other-domains"),
    families=(
        Family("mails", "example", 1, (
            Case("0.6 and 0.95", (_pairs(0.6, 0.95), MAIL)),
        ), question="Which of the two expected costs is the smaller one, 40 or 6?"),
        Family("near the turn, other costs, more actions", "trap", 1, (
            Case("just below and just above 10/11", (_pairs(0.905, 0.9095, 0.93), MAIL)),
            Case("ask a person", (_pairs(0.3, 0.49, 0.6, 0.94, 0.96), ASK)),
            Case("three classes",
                 (np.array([[0.5, 0.25, 0.25], [0.1, 0.2, 0.7], [0.34, 0.33, 0.33], [0.8, 0.1, 0.1]]),
                      THREE)),
            Case("three classes, two actions",
                 (np.array([[0.5, 0.25, 0.25], [1, 0, 0], [0, 0, 1]]), TWO_OF_THREE)),
            Case("equal costs", (_pairs(0.5, 0.25), np.array([[0.0, 1], [1, 0], [1, 0]]))),
        ), question="Print expected_cost(P, C) for the case that fails: which column is the smallest?"),
        Family("another currency", "property", 0.5, (
            Case("all costs times 8, and a tax", (_pairs(0.25, 0.5, 0.75, 0.97), ASK), ask=_scaled,
                 shown="decide(P, 8 * C + [0, 1]) with P = [[p, 1 - p] for p in (0.25, 0.5, 0.75, 0.97)] "
                       "and C = [[0, 100], [10, 0], [5, 5]]"),
        ), question="Does a decision change when all costs are paid in another currency?"),
        Family("other costs", "random", 0.5, _decision_draws),
    ),
    misconceptions=mistakes_in(globals()),
    lists=("P", "C"),
    right=(
        lambda P, C: np.argmin(np.asarray(P) @ np.asarray(C).T, axis=1),
        lambda P, C: [min(range(len(C)), key=_by_loops([row], C)[0].__getitem__) for row in P],
        lambda P, C: np.argmax(-np.einsum("mk,ak->ma", P, C), axis=1).tolist(),
    ),
    uses=("expected_cost",),
)  # fmt: skip
