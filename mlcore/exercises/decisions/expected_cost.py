"""From probabilities to the expected cost of each action."""

from collections.abc import Iterator

import numpy as np

from mlcore.decisions import expected_cost
from mlcore.exercises.decisions.inputs import ASK, MAIL, THREE, TWO_OF_THREE
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Case, Exercise, Family, wrong


@wrong("6.3-M1")
def costs_transposed(P, C):
    """Row of C: what I do. Column: what is true. With which of the two do you multiply the probabilities?"""
    return np.asarray(P) @ np.asarray(C)


@wrong("6.3-M2")
def cost_at_the_most_probable(P, C):
    """You take only the most probable class. The other one may be rare and costly. Where is it in your
    sum?"""
    return np.asarray(C)[:, np.argmax(P, axis=1)].T


@wrong()
def weighed_cost_of_the_most_probable(P, C):
    """One product for each action: only that of the most probable class. Where are the other classes?"""
    likely = np.argmax(P, axis=1)
    return np.asarray(C)[:, likely].T * np.max(P, axis=1)[:, None]


@wrong("6.3-M3")
def sum_of_a_row(P, C):
    """Do your costs depend on the probabilities at all?"""
    return np.tile(np.asarray(C).sum(axis=1), (len(P), 1))


@wrong("6.3-M3")
def mean_of_a_row(P, C):
    """Is every class equally probable for you? Where do you use P?"""
    return np.tile(np.asarray(C).mean(axis=1), (len(P), 1))


@wrong("6.3-M4")
def gains_for_costs(P, C):
    """Are your costs negative? A cost of 40 is 40."""
    return -(np.asarray(P) @ np.asarray(C).T)


@wrong("6.3-M5")
def complementary_probabilities(P, C):
    """Do you weight a cost with the probability of its column, or with 1 minus it?"""
    return (1 - np.asarray(P)) @ np.asarray(C).T


@wrong()
def actions_by_queries(P, C):
    """Which shape does the task ask for: a row for each query, or a row for each action?"""
    return np.asarray(C) @ np.asarray(P).T


@wrong()
def mean_for_sum(P, C):
    """The probabilities of a row add up to 1 already. Do you divide once more?"""
    return np.asarray(P) @ np.asarray(C).T / np.shape(P)[1]


@wrong()
def greatest_term(P, C):
    """Do you add the terms of an action, or take the greatest of them?"""
    return (np.asarray(P)[:, None, :] * np.asarray(C)[None, :, :]).max(axis=2)


@wrong()
def least_cost_only(P, C):
    """The task asks for a column for each action. Did you take the least one already?"""
    return (np.asarray(P) @ np.asarray(C).T).min(axis=1)


@wrong()
def right_answers_are_free(P, C):
    """Does a right answer cost nothing? Look at the entries C[0, 0] and C[1, 1]."""
    C = np.asarray(C, dtype=float).copy()
    for i in range(min(C.shape)):
        C[i, i] = 0
    return np.asarray(P, dtype=float) @ C.T


@wrong()
def an_action_for_each_class(P, C):
    """C has a row for each action. How many columns must your result have?"""
    P, C = np.asarray(P, dtype=float), np.asarray(C, dtype=float)
    return P @ C[: P.shape[1]].T if len(C) >= P.shape[1] else P @ np.vstack([C] * P.shape[1])[: P.shape[1]].T


def _cost_draws(rng: np.random.Generator) -> Iterator[Case]:
    for i, (K, actions) in enumerate(((2, 3), (3, 3), (4, 2))):
        P, C = rng.dirichlet(np.ones(K), 3).round(3), rng.integers(0, 20, (actions, K)).astype(float)
        P[:, 0] += 1 - P.sum(axis=1)
        yield Case(f"draw {i + 1}", (P, C))


def _by_loops(P, C) -> list[list[float]]:
    return [[sum(p * c for p, c in zip(row, costs, strict=True)) for costs in C] for row in P]


EXERCISE = Exercise(
    name="expected_cost",
    contract="expected_cost(P, C) -> (m, actions)",
    reference=expected_cost,
    read="3 · What does an error cost?",
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
    misconceptions=mistakes_in(globals()),
    lists=("P", "C"),
    right=(
        lambda P, C: np.asarray(P) @ np.asarray(C).T,
        _by_loops,
        lambda P, C: np.einsum("mk,ak->ma", P, C),
        lambda P, C: (np.asarray(P)[:, None, :] * np.asarray(C)[None]).sum(axis=2),
    ),
)  # fmt: skip
