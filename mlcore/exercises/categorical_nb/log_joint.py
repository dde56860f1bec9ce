"""The logarithm of prior times likelihood, for every query and every class: the heart of naive Bayes."""

import math
from typing import Any

import numpy as np

from mlcore.exercises.categorical_nb import inputs
from mlcore.exercises.categorical_nb.inputs import Model, long_model, random_model
from mlcore.exercises.categorical_nb.learn import learnt
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.compare import close
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


def log(p):
    """Return the logarithm, −∞ for 0."""
    with np.errstate(divide="ignore"):
        return np.log(p)


def factors(model: Model, Q):
    """Return θ_{c,j,q_j}, shape (d, m, K)."""
    Q = np.asarray(Q)
    return np.array([np.asarray(table)[:, Q[:, j]].T for j, table in enumerate(model["tables"])])


def log_joint(model: Model, Q):
    """Return log π_c + Σ_j log θ_{c,j,q_j}, shape (m, K)."""
    return log(model["prior"]) + log(factors(model, Q)).sum(axis=0)


def _zeros(answer: Answer, model: Model, Q):
    """Return where the answer is −∞: which query rules out which class."""
    return np.isneginf(np.asarray(answer(model, Q), dtype=float)).tolist()


def _winners(answer: Answer, model: Model, Q):
    return np.argmax(np.asarray(answer(model, Q), dtype=float), axis=1).tolist()


def _one_by_one(answer: Answer, model: Model, Q) -> list[Any]:
    return [np.asarray(answer(model, Q[i : i + 1]))[0].tolist() for i in range(len(Q))]


def _columns_exchanged(answer: Answer, model: Model, Q):
    return answer({**model, "tables": model["tables"][::-1]}, Q[:, ::-1])


def _random_models(rng: np.random.Generator) -> list[Case]:
    cases = []
    for n_values, labels, m in (((2, 3), (0, 1), 4), ((4, 2, 3), ("a", "b", "c"), 2)):
        Q = np.column_stack([rng.integers(0, V, m) for V in n_values])
        cases.append(Case(f"{len(labels)} classes, {m} queries", (random_model(rng, n_values, labels), Q)))
    return cases


@wrong("2.4-M1")
def prior_forgotten(model: Model, Q):
    """Make one class ten times as common. Does your result change? Which term is missing in front of the
    sum?"""
    return log(factors(model, Q)).sum(axis=0)


@wrong("2.4-M2")
def prior_not_logged(model: Model, Q):
    """You add the prior to a sum of logarithms. What does a product of prior and factors become in
    logarithms?"""
    return np.asarray(model["prior"]) + log(factors(model, Q)).sum(axis=0)


@wrong("2.4-M3")
def prior_in_every_factor(model: Model, Q):
    """How often does log prior stand in your sum: once, or once for each feature? Is it inside the loop?"""
    return len(model["tables"]) * log(model["prior"]) + log(factors(model, Q)).sum(axis=0)


@wrong("2.4-M4")
def log_of_a_sum(model: Model, Q):
    """The logarithm of a PRODUCT is a sum of logarithms. Which logarithm did you take: of each factor, or
    of a sum?"""
    return log(np.asarray(model["prior"]) + factors(model, Q).sum(axis=0))


@wrong("2.4-M5")
def no_logarithms(model: Model, Q):
    """Your numbers are probabilities. What does the name of the function promise?"""
    return np.asarray(model["prior"]) * factors(model, Q).prod(axis=0)


@wrong("2.4-M6")
def zero_factors_skipped(model: Model, Q):
    """A class that never showed the value is left with one factor less. Does it gain by what it has never
    done?"""
    logs = log(factors(model, Q))
    return log(model["prior"]) + np.where(np.isneginf(logs), 0.0, logs).sum(axis=0)


@wrong("2.4-M7")
def zero_padded_with_a_tiny_number(model: Model, Q):
    """What is the logarithm of 0? You add something tiny to avoid it. Does the task ask for that?"""
    return log(model["prior"]) + log(factors(model, Q) + 1e-12).sum(axis=0)


@wrong("2.4-M7")
def logarithm_of_zero_raises(model: Model, Q):
    """math.log(0) is an error. A factor of 0 happens without smoothing: which number stands for its
    logarithm?"""
    return [
        [
            math.log(p) + sum(math.log(table[c][v]) for table, v in zip(model["tables"], q, strict=True))
            for c, p in enumerate(model["prior"])
        ]
        for q in Q
    ]


@wrong("2.4")
def one_query_alone(model: Model, Q):
    """You return one number per class, for one query. How many queries does Q have, and what shape does the
    task ask for?"""
    return log_joint(model, np.asarray(Q)[:1])[0]


@wrong("2.4")
def log_of_a_product(model: Model, Q):
    """You multiply first and take the logarithm at the end. What is 0.1 to the power of 400 in your
    computer?"""
    return log(np.asarray(model["prior"]) * factors(model, Q).prod(axis=0))


@wrong("2.4")
def log_likelihood_times_prior(model: Model, Q):
    """You multiply a logarithm by the prior. Does a rare class then score closer to 0, that is, better?"""
    with np.errstate(invalid="ignore"):
        return np.asarray(model["prior"]) * log(factors(model, Q)).sum(axis=0)


@wrong("2.4")
def log_prior_times_log_likelihood(model: Model, Q):
    """You multiply two logarithms. What becomes of a product when you take its logarithm?"""
    with np.errstate(invalid="ignore"):
        return log(model["prior"]) * log(factors(model, Q)).sum(axis=0)


@wrong("2.4")
def base_ten(model: Model, Q):
    """Your numbers are all too small by the same factor, 2.3. Which base does the course's logarithm have?"""
    return log_joint(model, Q) / np.log(10)


@wrong("2.4")
def base_two(model: Model, Q):
    """Your numbers are all too large by the same factor, 1.44. Which base does the course's logarithm
    have?"""
    return log_joint(model, Q) / np.log(2)


@wrong("2.4")
def sign_turned(model: Model, Q):
    """The logarithm of a probability is never above 0. Which sign do yours have?"""
    return -log_joint(model, Q)


@wrong("2.4")
def mean_over_features(model: Model, Q):
    """You average over the features. Does a class with ten good reasons score no better than with one?"""
    return log(model["prior"]) + log(factors(model, Q)).mean(axis=0)


@wrong("2.4")
def normalised_already(model: Model, Q):
    """You have divided by the evidence already. log_joint is the logarithm of p(x, c); what sums to 1
    comes later."""
    joint = log_joint(model, Q)
    return joint - np.logaddexp.reduce(joint, axis=1, keepdims=True)


@wrong("2.4")
def queries_and_classes_exchanged(model: Model, Q):
    """One row per query, one column per class: what is your shape for four queries and two classes?"""
    return log_joint(model, Q).T


@wrong("2.4")
def first_table_for_every_feature(model: Model, Q):
    """Is the index of the table a j, or a 0? Which table does the wind look its value up in?"""
    Q = np.minimum(np.asarray(Q), np.asarray(model["tables"][0]).shape[1] - 1)
    return log_joint({**model, "tables": [model["tables"][0]] * Q.shape[1]}, Q)


@wrong("2.4")
def last_feature_forgotten(model: Model, Q):
    """How many terms does your sum have? Does range end where you think it does?"""
    if len(model["tables"]) == 1:
        return log(model["prior"]) + np.zeros((len(Q), 1))
    return log_joint({**model, "tables": model["tables"][:-1]}, np.asarray(Q)[:, :-1])


@wrong("2.4")
def first_query_only(model: Model, Q):
    """Q holds many queries. How many rows come back? Where is your return?"""
    return log_joint(model, np.asarray(Q)[:1])


@wrong()
def prior_from_the_counts(model: Model, Q):
    """The model has a "prior". Does it need any other key, and does a model made by hand have it?"""
    sizes = np.asarray(model["class_count"], dtype=float)
    return log_joint({**model, "prior": sizes / sizes.sum()}, Q)


@wrong()
def sum_of_shares_logged(model: Model, Q):
    """The logarithm of a product is a sum of logarithms. What is a logarithm of a sum?"""
    tables = [np.asarray(table, dtype=float) for table in model["tables"]]
    shares = [sum(table[:, v] for table, v in zip(tables, q, strict=True)) for q in np.asarray(Q)]
    with np.errstate(divide="ignore"):
        return np.log(np.asarray(model["prior"], dtype=float)) + np.log(np.array(shares))


def _joint_by_loops(model: Model, Q) -> list[list[float]]:
    rows = []
    for q in Q:
        row = []
        for c in range(len(model["classes"])):
            total = float(log(model["prior"][c]))
            for j in range(len(q)):
                total += float(log(model["tables"][j][c][q[j]]))
            row.append(total)
        rows.append(row)
    return rows


def _joint_by_columns(model: Model, Q):
    total = np.tile(log(np.asarray(model["prior"])), (len(Q), 1))
    for j, table in enumerate(model["tables"]):
        total += log(np.asarray(table)).T[np.asarray(Q)[:, j]]
    return total


def _joint_by_one_hot(model: Model, Q):
    wide = np.concatenate([np.asarray(table) for table in model["tables"]], axis=1)  # (K, ΣV)
    chosen = np.concatenate(
        [np.eye(np.asarray(table).shape[1])[np.asarray(Q)[:, j]] for j, table in enumerate(model["tables"])],
        axis=1,
    )
    logs = np.where(wide > 0, log(wide), -1e300)  # 0 · −∞ is NaN: a stand-in, replaced below
    total = chosen @ logs.T + log(model["prior"])
    return np.where(total < -1e299, -np.inf, total)


EXERCISE = Exercise(
    name="log_joint",
    contract="log_joint(model, Q) -> array of shape (m, K)",
    reference=log_joint,
    families=(
        Family(
            "by hand, in logarithms",
            "example",
            1,
            (
                Case(
                    "ten rows, the query [1, 1]: log 0.1 and log 0.2",
                    (learnt(inputs.TEN_BY_TWO, 0), inputs.ALL_BITS[3:]),
                ),
                Case(
                    "sunny, cool, high, strong",
                    (learnt(inputs.TENNIS, 0), inputs.QUERY),
                    shown="log_joint(model, [[0, 2, 0, 1]])",
                ),
            ),
            "Take the logarithm of each of the five factors and add. Which one is missing, or too many?",
        ),
        Family(
            "priors, classes, queries",
            "trap",
            1,
            (
                Case("a skewed prior, two queries", (inputs.SKEWED, np.array([[0], [1]]))),
                Case("three classes, five queries", (inputs.NO_ZEROS, inputs.ALL_OF_THREE[[0, 5, 6, 7, 11]])),
                Case("one query only", (inputs.NO_ZEROS, inputs.ALL_OF_THREE[3:4])),
            ),
            "Fix one query and one class, and write its sum down. Where does it belong in the result?",
        ),
        Family(
            "zeros",
            "trap",
            1,
            (
                Case(
                    "one query",
                    (inputs.WITH_ZEROS, inputs.ALL_OF_THREE[:1]),
                    ask=_zeros,
                    shown="where log_joint of a model with zeros is -inf, for Q = [[0, 0]]",
                ),
                Case(
                    "which query rules out which class",
                    (inputs.WITH_ZEROS, inputs.ALL_OF_THREE),
                    ask=_zeros,
                    shown="where log_joint of a model with zeros is -inf, for all twelve queries",
                ),
                Case(
                    "a class that would win but for a zero",
                    (inputs.WITH_ZEROS, inputs.ALL_OF_THREE),
                    ask=_winners,
                    shown="the place of the largest entry of each row of log_joint, for all twelve queries",
                ),
            ),
            "The logarithm of 0 is minus infinity, and a sum that holds it is, too. What does yours become?",
        ),
        Family(
            "four hundred features",
            "trap",
            0.5,
            (
                Case(
                    "products that no float can hold",
                    (long_model(400), np.array([[0] * 400, [1] * 400, [2] * 400])),
                    shown="log_joint(a model of 400 features, three queries)",
                ),
            ),
            "Do you ever hold the product itself?",
        ),
        Family(
            "what must not matter",
            "property",
            0.5,
            (
                Case(
                    "the company of other queries",
                    (inputs.NO_ZEROS, inputs.ALL_OF_THREE),
                    ask=_one_by_one,
                    shown="log_joint for each query alone",
                ),
                Case(
                    "the order of the features",
                    (inputs.NO_ZEROS, inputs.ALL_OF_THREE[:4]),
                    ask=_columns_exchanged,
                    shown="log_joint with the tables and the columns of Q backwards",
                ),
            ),
            "Does what you compute for a query depend on the others?",
        ),
        Family("random models", "random", 0.5, _random_models),
    ),
    misconceptions=mistakes_in(globals()),
    lists=("Q",),
    right=(_joint_by_loops, _joint_by_columns, _joint_by_one_hot),
    compare=close(),
    read="5 · Add logarithms",
    concepts=("nb-rule", "nb-map-class", "nb-hard-easy", "pr-logs"),
)
