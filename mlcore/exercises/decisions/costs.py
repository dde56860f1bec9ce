"""From probabilities to actions: expected_cost, decide."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from mlcore.decisions import decide as reference_decide
from mlcore.decisions import expected_cost as reference_expected_cost
from selfcheck.compare import exact
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong

# Rows: say "spam", say "not spam". Columns: is spam, is not.
MAIL = np.array([[0.0, 100], [10, 0]])
# A third action: ask a person.
ASK = np.array([[0.0, 100], [10, 0], [5, 5]])
# Three classes, three actions that cost what nobody expects from their order.
THREE = np.array([[0.0, 4, 9], [3, 1, 2], [8, 6, 0.5]])
TWO_OF_THREE = np.array([[1.0, 7, 2], [4, 0, 3]])

# ---- expected_cost ---------------------------------------------------------------------------------


@wrong("6.3-M1")
def costs_transposed(P: Any, C: Any) -> Any:
    """Row of C: what I do. Column: what is true. With which of the two do you multiply the probabilities?"""
    return np.asarray(P) @ np.asarray(C)


@wrong("6.3-M2")
def cost_at_the_most_probable(P: Any, C: Any) -> Any:
    """You take only the most probable class. The other one may be rare and dear. Where is it in your sum?"""
    return np.asarray(C)[:, np.argmax(P, axis=1)].T


@wrong("6.3-M3")
def sum_of_a_row(P: Any, C: Any) -> Any:
    """Do your costs depend on the probabilities at all?"""
    return np.tile(np.asarray(C).sum(axis=1), (len(P), 1))


@wrong("6.3-M3")
def mean_of_a_row(P: Any, C: Any) -> Any:
    """Is every class equally probable for you? Where do you use P?"""
    return np.tile(np.asarray(C).mean(axis=1), (len(P), 1))


@wrong("6.3-M4")
def gains_for_costs(P: Any, C: Any) -> Any:
    """Are your costs negative? A cost of 40 is 40."""
    return -(np.asarray(P) @ np.asarray(C).T)


@wrong("6.3-M5")
def complementary_probabilities(P: Any, C: Any) -> Any:
    """Do you weight a cost with the probability of its column, or with 1 minus it?"""
    return (1 - np.asarray(P)) @ np.asarray(C).T


@wrong()
def actions_by_queries(P: Any, C: Any) -> Any:
    """Which shape is asked for: a row for each query, or a row for each action?"""
    return np.asarray(C) @ np.asarray(P).T


@wrong()
def mean_for_sum(P: Any, C: Any) -> Any:
    """The probabilities of a row add up to 1 already. Do you divide once more?"""
    return np.asarray(P) @ np.asarray(C).T / np.shape(P)[1]


@wrong()
def greatest_term(P: Any, C: Any) -> Any:
    """Do you add the terms of an action, or take the greatest of them?"""
    return (np.asarray(P)[:, None, :] * np.asarray(C)[None, :, :]).max(axis=2)


@wrong()
def least_cost_only(P: Any, C: Any) -> Any:
    """A column for each action is asked for. Did you look for the least one already?"""
    return (np.asarray(P) @ np.asarray(C).T).min(axis=1)


def _cost_draws(rng: np.random.Generator) -> Iterator[Case]:
    for i, (K, actions) in enumerate(((2, 3), (3, 3), (4, 2))):
        P, C = rng.dirichlet(np.ones(K), 3).round(3), rng.integers(0, 20, (actions, K)).astype(float)
        P[:, 0] += 1 - P.sum(axis=1)
        yield Case(f"draw {i + 1}", (P, C))


def _by_loops(P: Any, C: Any) -> list[list[float]]:
    return [[sum(p * c for p, c in zip(row, costs, strict=True)) for costs in C] for row in P]


expected_cost = Exercise(
    name="expected_cost",
    contract="expected_cost(P, C) -> (m, actions)",
    reference=reference_expected_cost,
    concepts=("dt-cost-matrix", "dt-expected-cost", "ex-decision"),
    families=(
        Family("one mail", "example", 1, (
            Case("spam with probability 0.6", (np.array([[0.6, 0.4]]), MAIL)),
        ), question='0.6 · 0 + 0.4 · 100 for "spam". And for "not spam"?'),
        Family("more actions, more classes", "trap", 1, (
            Case("a third action", (np.array([[0.6, 0.4], [0.95, 0.05]]), ASK)),
            Case("three classes", (np.array([[0.5, 0.25, 0.25], [0.1, 0.2, 0.7]]), THREE)),
            Case("three classes, two actions", (np.array([[0.5, 0.25, 0.25], [1, 0, 0]]), TWO_OF_THREE)),
        ), question="Which axis of C are the actions? What is the shape of the result?"),
        Family("other costs", "random", 1, _cost_draws),
    ),
    misconceptions=(
        costs_transposed, cost_at_the_most_probable, sum_of_a_row, mean_of_a_row, gains_for_costs,
        complementary_probabilities, actions_by_queries, mean_for_sum, greatest_term, least_cost_only,
    ),
    right=(
        lambda P, C: np.asarray(P) @ np.asarray(C).T,
        _by_loops,
        lambda P, C: np.einsum("mk,ak->ma", P, C),
        lambda P, C: (np.asarray(P)[:, None, :] * np.asarray(C)[None]).sum(axis=2),
    ),
)  # fmt: skip


# ---- decide ----------------------------------------------------------------------------------------


@wrong("6.4-M1")
def most_probable_class(P: Any, C: Any) -> Any:
    """You choose what is most probable. Is it also the cheapest thing to do, if one error costs 100?"""
    return np.argmax(P, axis=1)


@wrong("6.4-M2")
def greatest_cost(P: Any, C: Any) -> Any:
    """Do you look for the greatest cost or for the least?"""
    return np.argmax(np.asarray(P) @ np.asarray(C).T, axis=1)


@wrong("6.4-M3")
def transposed_costs(P: Any, C: Any) -> Any:
    """Row of C: what I do. Column: what is true. Which one do you sum over?"""
    return np.argmin(np.asarray(P) @ np.asarray(C), axis=1)


@wrong("6.4-M4")
def threshold_of_one_half(P: Any, C: Any) -> Any:
    """Why one half? Change the costs: does your decision change?"""
    return np.where(np.asarray(P)[:, 0] >= 0.5, 0, 1)


@wrong("6.4-M5")
def threshold_of_the_slide(P: Any, C: Any) -> Any:
    """0.91 is 10/11, rounded, for one table of costs. What does your function do at 0.9095, and for other
    costs?"""
    return np.where(np.asarray(P)[:, 0] >= 0.91, 0, 1)


@wrong()
def cheapest_for_the_most_probable(P: Any, C: Any) -> Any:
    """You ask what would be best if the most probable class were certain. It is not. What about the rest of
    the probability?"""
    return np.argmin(np.asarray(C)[:, np.argmax(P, axis=1)], axis=0)


@wrong()
def least_of_the_worst(P: Any, C: Any) -> Any:
    """You guard against the worst case. Do the probabilities play a part in your choice?"""
    return np.full(len(P), np.argmin(np.asarray(C).max(axis=1)))


@wrong()
def last_of_equal_actions(P: Any, C: Any) -> Any:
    """Two actions cost the same: which one does the task ask for?"""
    costs = np.asarray(P) @ np.asarray(C).T
    return costs.shape[1] - 1 - np.argmin(costs[:, ::-1], axis=1)


@wrong()
def cost_for_action(P: Any, C: Any) -> Any:
    """You return the least cost. Which action has it?"""
    return (np.asarray(P) @ np.asarray(C).T).min(axis=1)


@wrong()
def one_action_for_all(P: Any, C: Any) -> Any:
    """How many decisions are asked for? Over which axis do you look for the least cost?"""
    costs = np.asarray(P) @ np.asarray(C).T
    return np.argmin(costs.sum(axis=0))


@wrong()
def probabilities_swapped(P: Any, C: Any) -> Any:
    """Do you weight each cost with the probability of its column, or with that of the others?"""
    return np.argmin((1 - np.asarray(P)) @ np.asarray(C).T, axis=1)


def _pairs(*p: float) -> Any:
    return np.array([[value, 1 - value] for value in p])


def _scaled(answer: Answer, P: Any, C: Any) -> Any:
    """Another currency, and a tax that depends on the truth only: no decision changes."""
    return answer(P, 8 * C + np.arange(C.shape[1]))


def _decision_draws(rng: np.random.Generator) -> Iterator[Case]:
    for i, (K, actions) in enumerate(((2, 3), (3, 4), (4, 2))):
        P, C = rng.dirichlet(np.ones(K), 8).round(3), rng.uniform(0, 20, (actions, K)).round(2)
        P[:, 0] += 1 - P.sum(axis=1)
        yield Case(f"draw {i + 1}", (P, C))


decide = Exercise(
    name="decide",
    contract="decide(P, C) -> actions (m,)",
    reference=reference_decide,
    compare=exact(),
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
        ), question="Print expected_cost(P, C) for the case that fails: which column is the least?"),
        Family("another currency", "property", 0.5, (
            Case("all costs times 8, and a tax", (_pairs(0.25, 0.5, 0.75, 0.97), ASK), ask=_scaled,
                 shown="decide(P, 8 * C + [0, 1]) with P = [[p, 1 - p] for p in (0.25, 0.5, 0.75, 0.97)] "
                       "and C = [[0, 100], [10, 0], [5, 5]]"),
        ), question="Does a decision change when all costs are paid in another currency?"),
        Family("other costs", "random", 0.5, _decision_draws),
    ),
    misconceptions=(
        most_probable_class, greatest_cost, transposed_costs, threshold_of_one_half, threshold_of_the_slide,
        cheapest_for_the_most_probable, least_of_the_worst, last_of_equal_actions, cost_for_action,
        one_action_for_all, probabilities_swapped,
    ),
    right=(
        lambda P, C: np.argmin(np.asarray(P) @ np.asarray(C).T, axis=1),
        lambda P, C: [min(range(len(C)), key=_by_loops([row], C)[0].__getitem__) for row in P],
        lambda P, C: np.argmax(-np.einsum("mk,ak->ma", P, C), axis=1).tolist(),
    ),
    uses=("expected_cost",),
)  # fmt: skip
