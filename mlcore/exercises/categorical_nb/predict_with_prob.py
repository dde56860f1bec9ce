"""The probability of every class for every query."""

from typing import Any

import numpy as np

from mlcore.exercises.categorical_nb import inputs
from mlcore.exercises.categorical_nb.inputs import Model, long_model, model_of, random_model
from mlcore.exercises.categorical_nb.learn import learnt
from mlcore.exercises.categorical_nb.log_joint import factors, log, log_joint
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong

# Both classes know only the value 0: the value 1 is impossible.
ONLY_ZEROS = model_of(["a", "b"], [0.5, 0.5], [[[1.0, 0.0], [1.0, 0.0]]])


def predict_with_prob(model: Model, Q):
    """Return P(c | q) for every query and class, shape (m, K); a ValueError if no class allows a query."""
    return normalised(_possible(log_joint(model, Q)))


def normalised(joint):
    """Return exp of every row divided by its sum, without leaving the range of the floats."""
    shares = np.exp(joint - joint.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


def _possible(joint):
    """Return the scores, or refuse a query that no class allows."""
    if np.isneginf(joint).all(axis=1).any():
        raise ValueError("no class allows this query; smooth with alpha > 0")
    return joint


def _row_sums(answer: Answer, model: Model, Q):
    return np.asarray(answer(model, Q), dtype=float).sum(axis=1).tolist()


def _one_by_one(answer: Answer, model: Model, Q) -> list[Any]:
    return [np.asarray(answer(model, Q[i : i + 1]))[0].tolist() for i in range(len(Q))]


def _constant_feature(answer: Answer, model: Model, Q):
    """Return the result with a further feature that is the same for all classes."""
    K = len(model["prior"])
    more = {**model, "tables": [*model["tables"], np.array([[0.25, 0.75]] * K)]}
    return answer(more, np.column_stack([Q, np.ones(len(Q), dtype=int)]))


def _random_models(rng: np.random.Generator) -> list[Case]:
    cases = []
    for n_values, labels, m in (((2, 3, 2), (0, 1), 3), ((4, 3), ("a", "b", "c", "d"), 5)):
        Q = np.column_stack([rng.integers(0, V, m) for V in n_values])
        cases.append(Case(f"{len(labels)} classes, {m} queries", (random_model(rng, n_values, labels), Q)))
    return cases


def _quietly(above, below):
    with np.errstate(divide="ignore", invalid="ignore"):
        return above / below


@wrong("2.6-M1")
def not_normalised(model: Model, Q):
    """Add up a row. You return p(x, c). What has to be divided out to get P(c | x)?"""
    return np.exp(log_joint(model, Q))


@wrong("2.6-M2")
def underflow(model: Model, Q):
    """With thousands of features every exp is 0, and you divide 0 by 0. What may you subtract before exp?"""
    joint = np.exp(log_joint(model, Q))
    return _quietly(joint, joint.sum(axis=1, keepdims=True))


@wrong("2.6-M3")
def normalised_over_queries(model: Model, Q):
    """Your columns sum to 1. Over what does the evidence of ONE query sum: over queries, or over classes?"""
    joint = log_joint(model, Q)
    shares = np.exp(joint - joint.max(axis=0, keepdims=True))
    return _quietly(shares, shares.sum(axis=0, keepdims=True))


@wrong("2.6-M3")
def normalised_over_everything(model: Model, Q):
    """All your numbers together sum to 1. What should each row sum to?"""
    joint = log_joint(model, Q)
    shares = np.exp(joint - joint.max())
    return shares / shares.sum()


@wrong("2.6")
def one_shift_for_all_queries(model: Model, Q):
    """You subtract one maximum from all rows. What is left of a query that lies far below it?"""
    joint = log_joint(model, Q)
    shares = np.exp(joint - joint.max())
    return _quietly(shares, shares.sum(axis=1, keepdims=True))


@wrong("2.6-M4")
def logs_normalised(model: Model, Q):
    """You divide logarithms by their sum. Which class then gets more: the better one, or the worse one?"""
    joint = log_joint(model, Q)
    return _quietly(joint, joint.sum(axis=1, keepdims=True))


@wrong("2.6-M5")
def divided_by_marginals(model: Model, Q):
    """You divide by the product of all p(x_j). Are features independent when the class is NOT given? Add
    up a row."""
    marginals = (factors(model, Q) * np.asarray(model["prior"])).sum(axis=2)  # (d, m)
    return np.exp(log_joint(model, Q) - log(marginals).sum(axis=0)[:, None])


@wrong("2.6-M6")
def prior_left_out(model: Model, Q):
    """Make one class ten times as common. Do your probabilities move? Which term of the score is missing?"""
    return normalised(log(factors(model, Q)).sum(axis=0))


@wrong("2.6")
def winner_takes_all(model: Model, Q):
    """0.80 and 0.20 is not the same as 1 and 0. How sure is the model?"""
    joint = log_joint(model, Q)
    return (np.arange(joint.shape[1]) == joint.argmax(axis=1)[:, None]).astype(float)


@wrong("2.6")
def divided_by_the_largest(model: Model, Q):
    """The best class always gets 1. You subtracted the maximum and took exp; which step is missing?"""
    joint = log_joint(model, Q)
    return np.exp(joint - joint.max(axis=1, keepdims=True))


@wrong("2.6")
def log_probabilities(model: Model, Q):
    """Your numbers are below 0. Which step takes a logarithm back to a probability?"""
    joint = log_joint(model, Q)
    return joint - np.logaddexp.reduce(joint, axis=1, keepdims=True)


@wrong("2.6")
def nothing_possible_gives_nan(model: Model, Q):
    """A value that no class ever showed, and no smoothing: 0 / 0. What does the task ask you to raise?"""
    joint = log_joint(model, Q)
    with np.errstate(invalid="ignore"):
        return normalised(joint)


@wrong("2.6")
def nothing_possible_gives_uniform(model: Model, Q):
    """If no class allows the query, are all equally probable? What does the task ask you to raise?"""
    joint = log_joint(model, Q)
    joint[np.isneginf(joint).all(axis=1)] = 0
    return normalised(joint)


@wrong("2.6")
def nothing_possible_gives_zeros(model: Model, Q):
    """Do probabilities that are all 0 sum to 1? What does the task ask you to raise?"""
    joint = log_joint(model, Q)
    impossible = np.isneginf(joint).all(axis=1)
    joint[impossible] = 0
    return normalised(joint) * ~impossible[:, None]


@wrong()
def columns_sum_to_one(model: Model, Q):
    """A query belongs to some class: what must sum to 1, a row or a column?"""
    scores = np.asarray(log_joint(model, Q))
    if np.isneginf(scores).all(axis=1).any():
        raise ValueError("Some query is impossible.")
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=0)


def _with_prob_by_loops(model: Model, Q) -> list[list[float]]:
    rows = []
    for scores in log_joint(model, Q):
        top = max(scores)
        if top == -np.inf:
            raise ValueError("impossible")
        shares = [float(np.exp(s - top)) for s in scores]
        rows.append([share / sum(shares) for share in shares])
    return rows


def _with_prob_by_logaddexp(model: Model, Q):
    joint = log_joint(model, Q)
    evidence = np.logaddexp.reduce(joint, axis=1)
    if np.isneginf(evidence).any():
        raise ValueError
    return np.exp(joint - evidence[:, None])


def _with_prob_by_columns(model: Model, Q):
    joint = log_joint(model, Q)
    if (joint.max(axis=1) == -np.inf).any():
        raise ValueError("0 / 0")
    columns = [np.exp(column - joint.max(axis=1)) for column in joint.T]
    return np.array(columns).T / sum(columns)[:, None]


EXERCISE = Exercise(
    name="predict_with_prob",
    contract="predict_with_prob(model, Q) -> array of shape (m, K), rows sum to 1",
    reference=predict_with_prob,
    uses=("log_joint", "predict"),
    families=(
        Family(
            "worked by hand",
            "example",
            0.5,
            (
                Case(
                    "sunny, cool, high, strong",
                    (learnt(inputs.TENNIS, 0), inputs.QUERY),
                    shown="predict_with_prob(model, [[0, 2, 0, 1]])",
                ),
                Case(
                    "the same, alpha 1",
                    (learnt(inputs.TENNIS, 1), inputs.QUERY),
                    shown="predict_with_prob(model, [[0, 2, 0, 1]])",
                ),
                Case("ten rows, all four inputs", (learnt(inputs.TEN_BY_TWO, 0), inputs.ALL_BITS)),
            ),
            "0.0053 and 0.0206: what is their sum, and what is the share of each?",
        ),
        Family(
            "priors, zeros, three classes",
            "trap",
            1,
            (
                Case("a skewed prior", (inputs.SKEWED, np.array([[1], [0]]))),
                Case(
                    "three classes, twelve inputs",
                    (inputs.NO_ZEROS, inputs.ALL_OF_THREE),
                    shown="predict_with_prob(model, all 12 inputs)",
                ),
                Case(
                    "three classes, some impossible", (inputs.WITH_ZEROS, inputs.ALL_OF_THREE[[0, 1, 4, 8]])
                ),
                Case(
                    "all 36 days, alpha 1/2",
                    (learnt(inputs.TENNIS, 0.5), inputs.ALL_DAYS),
                    shown="predict_with_prob(model, all 36 days)",
                ),
            ),
            "Take one query. Which numbers do you add to get its evidence?",
        ),
        Family(
            "four thousand features",
            "trap",
            0.5,
            (
                Case(
                    "a close race",
                    (long_model(4000), np.array([[0] * 14 + [1] * 12 + [2] * 3974, [2] * 4000])),
                    shown="predict_with_prob(a model of 4000 features, two queries)",
                ),
                Case(
                    "one query far more probable than the other",
                    (
                        model_of([0, 1], [0.5, 0.5], [[[0.01, 0.99], [0.02, 0.98]]] * 300),
                        np.array([[0] * 2 + [1] * 298, [0] * 290 + [1] * 10]),
                    ),
                    shown="predict_with_prob(a model of 300 features, two queries)",
                ),
            ),
            "What is exp(-9000)? What may you subtract from the scores of one query?",
        ),
        Family(
            "no class allows it",
            "trap",
            0.5,
            (
                Case("one of two queries is impossible", (ONLY_ZEROS, np.array([[0], [1]]))),
                Case("impossible alone", (ONLY_ZEROS, np.array([[1]]))),
            ),
            "0 / 0 is no probability. The task says what to raise.",
        ),
        Family(
            "what must hold",
            "property",
            0.5,
            (
                Case(
                    "rows sum to 1",
                    (inputs.NO_ZEROS, inputs.ALL_OF_THREE),
                    ask=_row_sums,
                    shown="the sums of the rows",
                ),
                Case(
                    "the company of other queries does not matter",
                    (inputs.NO_ZEROS, inputs.ALL_OF_THREE[:5]),
                    ask=_one_by_one,
                    shown="predict_with_prob for each query alone",
                ),
                Case(
                    "a feature that is the same for all classes changes nothing",
                    (inputs.NO_ZEROS, inputs.ALL_OF_THREE[:5]),
                    ask=_constant_feature,
                    shown="predict_with_prob with a feature that all classes share",
                ),
            ),
            "What must every row sum to?",
        ),
        Family("random models", "random", 0.5, _random_models),
    ),
    misconceptions=mistakes_in(globals()),
    lists=("Q",),
    right=(_with_prob_by_loops, _with_prob_by_logaddexp, _with_prob_by_columns),
    read="6 · How sure are we?",
    concepts=("cat-predict-prob", "bayes-evidence-value", "pr-underflow", "bayes-normalise-scores"),
)
