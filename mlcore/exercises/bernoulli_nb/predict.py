"""Task: the label of each query, safe where products of probabilities are not."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from autograder.compare import exact
from autograder.exercise import Case, Exercise, Family, wrong
from mlcore.exercises.bernoulli_nb import inputs, log_joint
from mlcore.exercises.bernoulli_nb.inputs import Model, made, parts
from mlcore.exercises.mistakes import mistakes_in


def predict(model: Model, Q: Any) -> Any:
    """Return for each query the label with the largest joint log probability, the first of equals; (m,)."""
    return _labels(model, log_joint.log_joint(model, Q))


def _labels(model: Model, scores: Any) -> Any:
    return parts(model)[0][np.argmax(scores, axis=1)]


@wrong("3.4-M1")
def nan_wins(model: Model, Q: Any) -> Any:
    """Print the scores of the case that fails: is one of them nan? What does argmax do with it, and what is
    0 times minus infinity?"""
    return _labels(model, log_joint.zero_times_log_zero.answer(model, Q))


@wrong("3.4-M2")
def absent_words_ignored(model: Model, Q: Any) -> Any:
    """Do your scores change when a word that spam almost always has is missing?"""
    return _labels(model, log_joint.absent_words_ignored.answer(model, Q))


@wrong("3.4-M4")
def theta_clipped(model: Model, Q: Any) -> Any:
    """Where the model says 0, does your code still say 0? Avoiding log 0 must not change the answer."""
    return _labels(model, log_joint.theta_clipped.answer(model, Q))


@wrong("teaching: prior-forgotten")
def prior_forgotten(model: Model, Q: Any) -> Any:
    """A class of nine in ten needs strong evidence against it. Where does your score know how frequent a
    class is?"""
    return _labels(model, log_joint.prior_forgotten.answer(model, Q))


@wrong("teaching: prior-not-logged")
def prior_not_logged(model: Model, Q: Any) -> Any:
    """You add logarithms. Is the prior one of them?"""
    return _labels(model, log_joint.prior_not_logged.answer(model, Q))


@wrong("teaching: prior-times-loglik")
def prior_times_the_sum(model: Model, Q: Any) -> Any:
    """The logarithm of a product is a sum. Do you multiply a log likelihood by the prior?"""
    return _labels(model, log_joint.prior_times_the_sum.answer(model, Q))


@wrong("3.3-M3")
def one_and_zero_swapped(model: Model, Q: Any) -> Any:
    """θ is the probability of a 1. Where q is 1, do you take θ or 1 − θ?"""
    return _labels(model, log_joint.one_and_zero_swapped.answer(model, Q))


@wrong("teaching: product-underflows")
def product_underflows(model: Model, Q: Any) -> Any:
    """What is 0.5 to the power of 2000 in Python? Which class does argmax choose if all scores are 0.0?"""
    with log_joint.zeros_allowed():
        return _labels(model, np.exp(log_joint.log_joint(model, Q)))


@wrong("teaching: knn-returns-class-index")
def position_for_label(model: Model, Q: Any) -> Any:
    """Is what you return one of model["classes"], or the place where it stands there?"""
    return np.argmax(log_joint.log_joint(model, Q), axis=1)


@wrong("2.5-M3")
def least_probable(model: Model, Q: Any) -> Any:
    """Log probabilities are negative. Is the best one the largest, or the one with the most digits?"""
    return parts(model)[0][np.argmax(-log_joint.log_joint(model, Q), axis=1)]


@wrong("U02: later class at a tie")
def last_of_equals(model: Model, Q: Any) -> Any:
    """Two classes are equally probable: which of them does the task ask for?"""
    K = len(parts(model)[0])
    return parts(model)[0][K - 1 - np.argmax(log_joint.log_joint(model, Q)[:, ::-1], axis=1)]


@wrong("2.5-M6")
def most_frequent_class(model: Model, Q: Any) -> Any:
    """Does your answer depend on the query at all?"""
    classes, prior, _ = parts(model)
    return np.repeat(classes[np.argmax(prior)], len(Q))


@wrong()
def largest_over_the_queries(model: Model, Q: Any) -> Any:
    """A row is a query and a column is a class: along which axis is the largest to be found?"""
    return parts(model)[0][np.argmax(log_joint.log_joint(model, Q), axis=0)]


@wrong()
def second_class_or_first(model: Model, Q: Any) -> Any:
    """You compare two columns. What about the third class?"""
    classes, scores = parts(model)[0], np.asarray(log_joint.log_joint(model, Q))
    return np.where(scores[:, 1] > scores[:, 0], classes[1], classes[0])


@wrong()
def sign_for_label(model: Model, Q: Any) -> Any:
    """Plus one and minus one are no labels of this model. Which are, and what about a third class?"""
    scores = np.asarray(log_joint.log_joint(model, Q))
    with np.errstate(invalid="ignore"):
        return np.sign(scores[:, 1] - scores[:, 0])


def _by_loops(model: Model, Q: Any) -> Any:
    classes = np.asarray(model["classes"]).tolist()
    result = []
    for row in np.asarray(log_joint.log_joint(model, Q)).tolist():
        result.append(classes[row.index(max(row))])
    return result


def _one_by_one(model: Model, Q: Any) -> Any:
    return np.array([_labels(model, log_joint.log_joint(model, [q]))[0] for q in Q])


def _by_comparison(model: Model, Q: Any) -> Any:
    scores = log_joint.log_joint(model, Q)
    return tuple(parts(model)[0][(row >= row.max()).argmax()] for row in scores)


def _random(rng: np.random.Generator) -> Iterable[Case]:
    for K, d in ((2, 3), (3, 4), (4, 3)):
        yield Case(f"{K} classes", (inputs.random_model(rng, K, d), rng.integers(0, 2, size=(6, d))))


TIE = made(["a", "b"], [0.5, 0.5], [[0.25, 0.75], [0.75, 0.25]])
# Label 3 has a large prior and never the feature; clipping its θ would let it win.
VETO = made([-1, 3], [0.001, 0.999], [[0.5, 0.5], [0.0, 0.5]])
WEAK = made(["common", "rare"], [0.9, 0.1], [[0.4], [0.6]])  # 3 to 2 against a prior of 9 to 1
ALL_RULED_OUT = made(["left", "right"], [0.3, 0.7], [[0.0, 0.5], [0.0, 0.5]])

EXERCISE = Exercise(
    name="predict",
    contract="predict(model, Q) -> labels (m,); the first class of equals",
    reference=predict,
    families=(
        Family(
            "four mails",
            "example",
            1,
            (Case("four mails", (inputs.MAIL_MODEL, inputs.MAIL_QUERIES)),),
            "Which column of log_joint is the largest in each row, and which label belongs to it?",
        ),
        Family(
            "zeros, ties, rare classes",
            "trap",
            1,
            (
                Case("learnt without smoothing", (inputs.TEN_MODEL, inputs.TEN_QUERIES)),
                Case("a feature that one class never has", (VETO, np.array([[1, 0], [0, 0]]))),
                Case("every class is ruled out", (ALL_RULED_OUT, np.array([[1, 0]]))),
                Case("a feature that is conspicuously absent", (inputs.ABSENT, np.array([[1, 0, 0]]))),
                Case("two classes with the same product", (TIE, np.array([[0, 0], [1, 0]]))),
                Case("a rare class and strong evidence", (inputs.SKEWED, inputs.SKEWED_QUERIES)),
                Case("a rare class and weak evidence", (WEAK, inputs.SKEWED_QUERIES)),
                Case("three animals", (inputs.ZOO, inputs.ZOO_QUERIES)),
            ),
            "Print the row of log_joint that belongs to the first difference.",
        ),
        Family(
            "two thousand features",
            "trap",
            0.5,
            (Case("two thousand features", (inputs.LONG, inputs.LONG_QUERIES), shown="predict(model, Q)"),),
            "How small is a product of two thousand factors of about ½?",
        ),
        Family("other models", "random", 0.5, _random, "Print the row of log_joint beside your label."),
    ),
    misconceptions=mistakes_in(__name__),
    right=(_by_loops, _one_by_one, _by_comparison),
    compare=exact(),
    uses=("log_joint",),
    concepts=("bern-spam", "nb-rule", "pr-underflow"),
)
