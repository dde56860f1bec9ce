"""How sure? The probability of each class."""

from collections.abc import Iterator

import numpy as np

from mlcore._checks import FloatArray
from mlcore.exercises.gaussian_nb import inputs
from mlcore.exercises.gaussian_nb.inputs import Model, call_on, line, random_model
from mlcore.exercises.gaussian_nb.log_joint import joint, log_densities, squares
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


def _softmax(scores) -> FloatArray:
    shifted = np.exp(scores - np.max(scores, axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True))


def predict_with_prob(model: Model, Q) -> FloatArray:
    """Return P(c | q), shape (m, K)."""
    return _softmax(joint(model, Q))


@wrong("5.4-M1")
def exp_without_shift(model, Q):
    """What is exp(-1000) for either class, and what is 0 / 0? Which number may you subtract from all
    logarithms of a row without changing the result?"""
    with np.errstate(under="ignore", over="ignore", invalid="ignore"):
        scores = np.exp(joint(model, Q))
        return scores / scores.sum(axis=1, keepdims=True)


@wrong("5.4-M1")
def zero_by_zero_called_zero(model, Q):
    """Every row must add up to 1. Which of yours do not, and what were the scores there before you
    divided?"""
    with np.errstate(under="ignore", over="ignore", invalid="ignore"):
        scores = np.exp(joint(model, Q))
        return np.nan_to_num(scores / scores.sum(axis=1, keepdims=True))


@wrong("5.4-M2")
def joint_for_posterior(model, Q):
    """Do your rows add up to 1? What must π_c p(q|c) be divided by?"""
    with np.errstate(under="ignore", over="ignore"):
        return np.exp(joint(model, Q))


@wrong("5.4-M2")
def densities_for_posterior(model, Q):
    """Is p(q|c), the height of a curve, the same thing as P(c|q)? What about the prior, and the sum of a
    row?"""
    with np.errstate(under="ignore", over="ignore"):
        return np.exp(log_densities(model, Q).sum(axis=2))


@wrong("5.4-M3")
def likelihoods_normalised(model, Q):
    """A query that both classes explain equally well: which probabilities do you give, and what was the prior
    of the classes?"""
    return _softmax(log_densities(model, Q).sum(axis=2))


@wrong("5.4-M4")
def densities_clipped_to_one(model, Q):
    """Is a density above 1 a mistake that must be cut off? Only areas have to stay below 1."""
    clipped = np.minimum(log_densities(model, Q), 0.0)
    return _softmax(np.log(model["prior"]) + clipped.sum(axis=2))


@wrong("5.4-M4")
def clipped_joint(model, Q):
    """Your values stay below 1 since you cut them off. Do the rows add up to 1?"""
    with np.errstate(under="ignore", over="ignore"):
        return np.minimum(np.exp(joint(model, Q)), 1.0)


@wrong()
def logarithms_normalised(model, Q):
    """You divide logarithms by the sum of logarithms. Which class gets the most then: the best one or the
    worst?"""
    scores = joint(model, Q)
    return scores / scores.sum(axis=1, keepdims=True)


@wrong()
def log_posterior(model, Q):
    """Are your values 0 or less? Then they are the logarithms of what is asked for."""
    scores = joint(model, Q)
    return scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)


@wrong()
def normalised_over_queries(model, Q):
    """Add up a row, then add up a column. Which of the two sums should be 1?"""
    return _softmax(joint(model, Q).T).T


@wrong()
def certainty_for_probability(model, Q):
    """Are your probabilities all 0 or 1? That is the decision. How sure is the model?"""
    return np.eye(len(model["classes"]))[np.argmax(joint(model, Q), axis=1)]


@wrong()
def only_the_best(model, Q):
    """A row for each query, a column for each class: which shape does your result have?"""
    return predict_with_prob(model, Q).max(axis=1)


@wrong()
def exponents_normalised(model, Q):
    """At one distance from both means the narrow curve is lower, and at the mean it is higher. Which term of
    the logarithm tells that?"""
    return _softmax(np.log(model["prior"]) - (squares(model, Q) / model["var"]).sum(axis=2) / 2)


@wrong()
def prior_added_late(model, Q):
    """Do you normalise the likelihoods first and multiply by the prior afterwards? What do your rows add up
    to?"""
    return np.asarray(model["prior"]) * _softmax(log_densities(model, Q).sum(axis=2))


@wrong()
def one_shift_for_all_queries(model, Q):
    """You subtract the largest score of the whole table. What is left of a far query beside a near one?"""
    scores = joint(model, Q)
    with np.errstate(all="ignore"):
        shares = np.exp(scores - scores.max())
        return shares / shares.sum(axis=1, keepdims=True)


@wrong()
def columns_sum_to_one(model, Q):
    """A query belongs to some class: what must sum to 1, a row or a column?"""
    scores = joint(model, Q)
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=0)


@wrong()
def small_number_below_the_line(model, Q):
    """You avoid 0 / 0 by a small number. Do the rows of a far query still sum to 1?"""
    with np.errstate(all="ignore"):
        shares = np.exp(joint(model, Q))
        return shares / (shares.sum(axis=1, keepdims=True) + 1e-12)


def _row_sums(answer: Answer, model: Model, Q):
    return np.asarray(answer(model, Q), dtype=float).sum(axis=1)


def _other_units(answer: Answer, model: Model, Q):
    """Measure in thousandths: means, variances and queries change, what we believe does not."""
    return answer({**model, "mean": model["mean"] * 1000, "var": model["var"] * 1e6}, Q * 1000)


def _draws(rng: np.random.Generator) -> Iterator[Case]:
    for i, (K, d) in enumerate(((2, 2), (3, 1), (4, 3))):
        yield Case(f"draw {i + 1}", (random_model(rng, K, d), rng.normal(0, 1.5, (3, d)).round(2)))


def _by_differences(model: Model, Q):
    """1 / Σ_c' exp(score_c' − score_c): no maximum is needed, infinities end as 0."""
    scores = joint(model, Q)
    with np.errstate(over="ignore"):
        return 1 / np.exp(scores[:, None, :] - scores[:, :, None]).sum(axis=2)


def _loops(model: Model, Q) -> list[list[float]]:
    table = []
    for row in joint(model, Q).tolist():
        shifted = [float(np.exp(score - max(row))) for score in row]
        table.append([score / sum(shifted) for score in shifted])
    return table


EXERCISE = Exercise(
    name="predict_with_prob",
    contract="predict_with_prob(model, Q) -> (m, K)",
    reference=predict_with_prob,
    read="7 · How sure?",
    concepts=("gauss-predict", "gauss-height-demo", "bayes-normalise-scores", "pr-underflow"),
    families=(
        Family("two queries of the table", "example", 1, (
            Case("the queries (2, 13) and (5, 20)", (inputs.TABLE, np.array([[2.0, 13], [5, 20]]))),
        ), question="What do the two entries of a row add up to, and what is their ratio?"),
        Family("prior, widths and three classes", "trap", 1, (
            Case("0.9 against 0.1", (inputs.SKEWED, line(0, 3, 5))),
            Case("a density above 1", (inputs.WIDTHS, line(-0.4, 0.4, 5))),
            Case("three species", (inputs.THREE, np.array([[0.0, 1, 0], [1, 1, 1], [-1, 3, 2], [5, 0, 0]]))),
            Case("labels -1 and 1", (inputs.MINUS_PLUS, np.array([[0.0, 0], [1, 2], [3, -1]]))),
            Case("nothing tells them apart", (inputs.TWINS, np.array([[1.0, 2], [0, 0]]))),
        ), question="Which two things are multiplied before a row is divided by its sum?"),
        Family("far away, or many features", "trap", 1, (
            Case("hundreds of standard deviations away", (inputs.SKEWED, inputs.FAR)),
            Case("400 features", (inputs.MANY, inputs.MANY_QUERIES),
                 shown="predict_with_prob(a model of 400 features, three queries)"),
        ), question="Which number is the greatest that you put into np.exp, and which should it be?"),
        Family("sums and units", "property", 0.5, (
            Case("the sums of the rows", (inputs.THREE, np.array([[0.0, 1, 0], [1, 1, 1], [30, -40, 50]])),
                 ask=_row_sums,
                 shown=call_on("predict_with_prob(model, Q).sum(axis=1)",
                               Q=[[0, 1, 0], [1, 1, 1], [30, -40, 50]], model=inputs.THREE)),
            Case("in thousandths", (inputs.TABLE, np.array([[2.0, 13], [4, 17]])), ask=_other_units,
                 shown=call_on("predict_with_prob(model, Q) with model and Q in thousandths",
                               Q=[[2, 13], [4, 17]], model=inputs.TABLE)),
        ), question="Do your rows add up to 1, whatever the units?"),
        Family("other models", "random", 0.5, _draws),
    ),
    misconceptions=mistakes_in(globals()),
    right=(predict_with_prob, _by_differences, _loops),
    uses=("log_joint",),
)  # fmt: skip
