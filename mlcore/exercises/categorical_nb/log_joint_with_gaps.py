"""Predicting from queries with gaps: the factor of an unknown value is left out."""

from typing import Any

import numpy as np

from mlcore.exercises.categorical_nb import inputs
from mlcore.exercises.categorical_nb.inputs import Model, random_model
from mlcore.exercises.categorical_nb.learn import learnt
from mlcore.exercises.categorical_nb.log_joint import log, log_joint
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.compare import close
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong

# Sunny, cool, humidity unknown, strong.
DAY_WITH_GAP = np.where(np.arange(4) == 2, -1, inputs.QUERY)
FOUR_QUERIES = np.array([[0, -1], [-1, 3], [-1, -1], [2, 1]])


def log_joint_with_gaps(model: Model, Q):
    """Return log π_c + Σ log θ_{c,j,q_j} over the features that are known, shape (m, K)."""
    Q = np.asarray(Q)
    total = np.tile(log(model["prior"]), (len(Q), 1))
    for j, table in enumerate(model["tables"]):
        known = Q[:, j] != -1
        total[known] += log(np.asarray(table)).T[Q[known, j]]
    return total


def _replaced(model: Model, Q, by):
    """Return the sums with a number for each gap, by(table) of shape (K,)."""
    Q = np.asarray(Q)
    total = np.tile(log(model["prior"]), (len(Q), 1))
    for j, table in enumerate(model["tables"]):
        known = Q[:, j] != -1
        total[known] += log(np.asarray(table)).T[Q[known, j]]
        total[~known] += by(np.asarray(table))
    return total


def _summed_out(answer: Answer, model: Model, q, j: int) -> list[Any]:
    """Return the row of a query with a gap, and the logarithm of the sum over all values at that place."""
    V = model["tables"][j].shape[1]
    filled = np.array([[v if place == j else value for place, value in enumerate(q)] for v in range(V)])
    gap = np.where(np.arange(len(q)) == j, -1, q)
    over_values = np.logaddexp.reduce(np.asarray(answer(model, filled), dtype=float), axis=0)
    return [np.asarray(answer(model, gap[None, :]))[0].tolist(), over_values.tolist()]


def _all_missing(answer: Answer, model: Model):
    return np.exp(np.asarray(answer(model, np.full((2, len(model["tables"])), -1)), dtype=float))


def _random_models(rng: np.random.Generator) -> list[Case]:
    cases = []
    for n_values, labels, m in (((2, 3, 2), (0, 1), 4), ((4, 3), ("a", "b", "c"), 5)):
        Q = np.column_stack([rng.integers(0, V, m) for V in n_values])
        Q[rng.random(Q.shape) < 0.4] = -1
        Q[0, 0] = -1
        cases.append(Case(f"{len(labels)} classes, {m} queries", (random_model(rng, n_values, labels), Q)))
    return cases


@wrong("2.7-M2")
def index_wraps_to_the_last_value(model: Model, Q):
    """table[c][-1] raises no error in Python. Which value's probability is it?"""
    return _replaced(model, Q, lambda table: log(table[:, -1]))


@wrong("2.7")
def gap_rules_out_every_class(model: Model, Q):
    """You give a gap the probability 0. Is it impossible that a value is missing? Which factor changes
    nothing?"""
    return _replaced(model, Q, lambda table: -np.inf)


@wrong("2.7")
def gap_gets_an_even_share(model: Model, Q):
    """You put 1/V for a gap. Sum the joint probability over all values that could stand there: what is the
    factor?"""
    return _replaced(model, Q, lambda table: -np.log(table.shape[1]))


@wrong("2.7-M4")
def gap_filled_with_the_likeliest(model: Model, Q):
    """You fill the gap with what is commonest in each class. Does a class gain by being sure of what
    nobody saw?"""
    return _replaced(model, Q, lambda table: log(table.max(axis=1)))


@wrong("2.7")
def gap_read_as_the_first_value(model: Model, Q):
    """You read a gap as the value 0. Was nothing seen, or the first value?"""
    return log_joint(model, np.maximum(Q, 0))


@wrong("2.7")
def incomplete_query_gets_the_prior(model: Model, Q):
    """One gap, and you ignore the whole query. What do its other features say?"""
    whole = (np.asarray(Q) != -1).all(axis=1)
    return np.where(whole[:, None], log_joint(model, np.maximum(Q, 0)), log(model["prior"]))


@wrong("2.7-M5")
def incomplete_queries_dropped(model: Model, Q):
    """How many rows come back? The query with the gap needs an answer, too."""
    Q = np.asarray(Q)
    return log_joint(model, Q[(Q != -1).all(axis=1)])


@wrong("2.7")
def feature_dropped_for_all(model: Model, Q):
    """A feature is missing in one query, and you leave it out in all. What do the others lose?"""
    Q = np.asarray(Q)
    known = [j for j in range(Q.shape[1]) if (Q[:, j] != -1).all()]
    total = np.tile(log(model["prior"]), (len(Q), 1))
    for j in known:
        total += log(np.asarray(model["tables"][j])).T[Q[:, j]]
    return total


@wrong("2.7")
def stops_at_the_first_gap(model: Model, Q):
    """After a gap, do the features behind it still enter your sum? Is it a break, or a continue?"""
    Q = np.array(Q)
    for q in Q:
        gaps = np.flatnonzero(q == -1)
        if len(gaps):
            q[gaps[0] :] = -1
    return log_joint_with_gaps(model, Q)


@wrong("2.4-M1")
def prior_forgotten(model: Model, Q):
    """If nothing at all is known of a query, what do you know about its class? Does your result say so?"""
    return log_joint_with_gaps(model, Q) - log(model["prior"])


@wrong()
def nothing_known_gives_zero(model: Model, Q):
    """Everything is missing: what is left of the sum, nothing or log prior?"""
    Q = np.asarray(Q)
    tables = [np.column_stack([np.asarray(t, dtype=float), np.ones(len(t))]) for t in model["tables"]]
    scores = np.asarray(log_joint({**model, "tables": tables}, Q))
    return np.where((Q < 0).all(axis=1)[:, None], 0.0, scores)


def _gaps_by_loops(model: Model, Q) -> list[list[float]]:
    rows = []
    for q in Q:
        row = [float(log(p)) for p in model["prior"]]
        for j, v in enumerate(q):
            if v != -1:
                for c in range(len(row)):
                    row[c] += float(log(model["tables"][j][c][v]))
        rows.append(row)
    return rows


def _gaps_by_a_column_of_ones(model: Model, Q):
    """Give every table a last column of ones: -1 finds it."""
    K = len(model["prior"])
    wider = [np.hstack([np.asarray(table), np.ones((K, 1))]) for table in model["tables"]]
    return log_joint({**model, "tables": wider}, Q)


def _gaps_by_where(model: Model, Q):
    Q = np.asarray(Q)
    terms = [
        np.where((Q[:, j] == -1)[:, None], 0.0, log(np.asarray(table)).T[Q[:, j]])
        for j, table in enumerate(model["tables"])
    ]
    return log(np.asarray(model["prior"]))[None, :] + sum(terms)


EXERCISE = Exercise(
    name="log_joint_with_gaps",
    contract="log_joint_with_gaps(model, Q) -> array of shape (m, K)",
    reference=log_joint_with_gaps,
    uses=("log_joint",),
    families=(
        Family(
            "humidity unknown",
            "example",
            0.5,
            (
                Case(
                    "sunny, cool, ?, strong",
                    (learnt(inputs.TENNIS, 0), DAY_WITH_GAP),
                    shown="log_joint_with_gaps(model, [[0, 2, -1, 1]])",
                ),
                Case(
                    "the whole day",
                    (learnt(inputs.TENNIS, 0), inputs.QUERY),
                    shown="log_joint_with_gaps(model, [[0, 2, 0, 1]])",
                ),
            ),
            "Write the sum down for one class, and cross out the term of the humidity.",
        ),
        Family(
            "gaps anywhere",
            "trap",
            1,
            (
                Case(
                    "four queries: a gap behind, in front, everywhere, nowhere",
                    (inputs.NO_ZEROS, FOUR_QUERIES),
                ),
                Case("nothing but a gap", (inputs.SKEWED, np.array([[-1], [1]]))),
            ),
            "Which terms are left of each query?",
        ),
        Family(
            "a gap is a sum",
            "property",
            0.5,
            (
                Case(
                    "over all values that could stand there",
                    (inputs.NO_ZEROS, np.array([1, 2]), 1),
                    ask=_summed_out,
                    shown="log_joint_with_gaps of [1, ?], and the log of the sum over [1, 0] ... [1, 3]",
                ),
                Case(
                    "if everything is missing, the prior is left",
                    (inputs.NO_ZEROS,),
                    ask=_all_missing,
                    shown="exp(log_joint_with_gaps) of two queries of gaps",
                ),
            ),
            "What do the shares of all values of a feature sum to?",
        ),
        Family("random gaps", "random", 0.5, _random_models),
    ),
    misconceptions=mistakes_in(globals()),
    lists=("Q",),
    right=(_gaps_by_loops, _gaps_by_a_column_of_ones, _gaps_by_where),
    compare=close(),
    read="7 · Gaps in the data",
    concepts=("nb-missing",),
)
