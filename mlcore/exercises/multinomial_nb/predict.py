"""Task: the label of each text, safe where products of probabilities are not."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from autograder.compare import exact
from autograder.exercise import Case, Exercise, Family, wrong
from mlcore.exercises.mistakes import mistakes_in
from mlcore.exercises.multinomial_nb import inputs, log_joint
from mlcore.exercises.multinomial_nb.inputs import Model, made, parts


def predict(model: Model, Q: Any) -> Any:
    """Return for each text the label with the largest joint log probability, the first of equals; (m,)."""
    return _labels(model, log_joint.log_joint(model, Q))


def _labels(model: Model, scores: Any) -> Any:
    return parts(model)[0][np.argmax(scores, axis=1)]


@wrong("4.5-M1")
def product_underflows(model: Model, Q: Any) -> Any:
    """How small is a product of 1600 factors of about ¼ in Python? Which class does argmax choose if all
    scores are 0.0?"""
    return _labels(model, np.exp(log_joint.log_joint(model, Q)))


@wrong("4.5-M2")
def prior_forgotten(model: Model, Q: Any) -> Any:
    """A class of nine in ten needs strong evidence against it. Where does your score know of that?"""
    return _labels(model, log_joint.prior_forgotten.answer(model, Q))


@wrong("4.5-M4")
def length_as_temperature(model: Model, Q: Any) -> Any:
    """Should a long text convince more than a short one? What does dividing by its length do?"""
    return _labels(model, log_joint.divided_by_the_length.answer(model, Q))


@wrong("4.4-M1")
def presence_for_counts(model: Model, Q: Any) -> Any:
    """Does your answer change if a word is repeated?"""
    return _labels(model, log_joint.presence_for_counts.answer(model, Q))


@wrong("4.4-M3")
def absence_added(model: Model, Q: Any) -> Any:
    """What does a word add that does not occur? In this model, absence is no evidence."""
    return _labels(model, log_joint.absence_added.answer(model, Q))


@wrong("teaching: prior-not-logged")
def prior_not_logged(model: Model, Q: Any) -> Any:
    """You add logarithms. Is the prior one of them?"""
    return _labels(model, log_joint.prior_not_logged.answer(model, Q))


@wrong("teaching: prior-times-loglik")
def prior_times_the_sum(model: Model, Q: Any) -> Any:
    """The logarithm of a product is a sum. Do you multiply a log likelihood by the prior?"""
    return _labels(model, log_joint.prior_times_the_sum.answer(model, Q))


@wrong("U12: 0 · log 0")
def nan_wins(model: Model, Q: Any) -> Any:
    """Print the scores of the case that fails: is one of them nan? What does argmax do with it?"""
    return _labels(model, log_joint.zero_times_log_zero.answer(model, Q))


@wrong("teaching: knn-returns-class-index")
def position_for_label(model: Model, Q: Any) -> Any:
    """Is what you return one of model["classes"], or the place where it stands there?"""
    return np.argmax(log_joint.log_joint(model, Q), axis=1)


@wrong("4.5-M3")
def least_probable(model: Model, Q: Any) -> Any:
    """Log probabilities are negative; divided by their sum they are positive again. Which class has the
    largest share then: the most probable one?"""
    return _labels(model, -log_joint.log_joint(model, Q))


@wrong("U02: later class at a tie")
def last_of_equals(model: Model, Q: Any) -> Any:
    """Two classes are equally probable: which of them does the task ask for?"""
    K = len(parts(model)[0])
    return parts(model)[0][K - 1 - np.argmax(log_joint.log_joint(model, Q)[:, ::-1], axis=1)]


@wrong("2.5-M6")
def most_frequent_class(model: Model, Q: Any) -> Any:
    """Does your answer depend on the text at all?"""
    classes, prior, _ = parts(model)
    return np.repeat(classes[np.argmax(prior)], len(Q))


def _scores(model: Any, Q: Any) -> Any:
    return np.asarray(log_joint.log_joint(model, Q))


@wrong()
def largest_over_the_texts(model: Any, Q: Any) -> Any:
    """A row is a text and a column is a class: along which axis is the largest to be found?"""
    return np.asarray(model["classes"])[np.argmax(_scores(model, Q), axis=0)]


@wrong()
def second_class_or_first(model: Any, Q: Any) -> Any:
    """You compare two columns. What about the third class?"""
    classes, scores = np.asarray(model["classes"]), _scores(model, Q)
    return np.where(scores[:, 1] > scores[:, 0], classes[1], classes[0])


@wrong()
def sign_for_label(model: Any, Q: Any) -> Any:
    """Plus one and minus one are no labels of this model. Which are, and what about a third class?"""
    scores = _scores(model, Q)
    with np.errstate(invalid="ignore"):
        return np.sign(scores[:, 1] - scores[:, 0])


def _by_loops(model: Model, Q: Any) -> Any:
    classes = np.asarray(model["classes"]).tolist()
    rows = np.asarray(log_joint.log_joint(model, Q)).tolist()
    return [classes[row.index(max(row))] for row in rows]


def _one_by_one(model: Model, Q: Any) -> Any:
    return np.array([_labels(model, log_joint.log_joint(model, [q]))[0] for q in Q])


def _by_comparison(model: Model, Q: Any) -> Any:
    scores = log_joint.log_joint(model, Q)
    return tuple(parts(model)[0][(row >= row.max()).argmax()] for row in scores)


def _random(rng: np.random.Generator) -> Iterable[Case]:
    for K, D in ((2, 4), (3, 3), (4, 5)):
        yield Case(f"{K} classes", (inputs.random_model(rng, K, D), rng.integers(0, 4, size=(6, D))))


TIE = made(["a", "b"], [0.5, 0.5], [[0.25, 0.75], [0.75, 0.25]])

EXERCISE = Exercise(
    name="predict",
    contract="predict(model, Q) -> labels (m,); the first class of equals",
    reference=predict,
    families=(
        Family(
            "four texts",
            "example",
            1,
            (Case("four texts", (inputs.FIVE_MODEL, inputs.QUERIES)),),
            "Which column of log_joint is the largest in each row, and which label belongs to it?",
        ),
        Family(
            "zeros, ties, rare classes",
            "trap",
            1,
            (
                Case("learnt without smoothing", (inputs.HARD, inputs.HARD_QUERIES)),
                Case("learnt without smoothing, a rare class", (inputs.UNEVEN, inputs.HARD_QUERIES)),
                Case("words that are absent", (inputs.SILENT, np.array([[1, 0, 0]]))),
                Case("a text that no class can have written", (inputs.HARD, inputs.NOBODY)),
                Case("two classes with the same product", (TIE, np.array([[1, 1], [2, 0]]))),
                Case("a rare class, strong evidence", (inputs.SKEWED, np.array([[1, 0, 0], [3, 0, 0]]))),
                Case(
                    "a rare class, weak evidence", (inputs.WEAK, np.array([[0, 1], [0, 0], [8, 0], [1, 0]]))
                ),
                Case("three subjects", (inputs.NEWS, inputs.NEWS_QUERIES)),
            ),
            "Print the row of log_joint that belongs to the first difference.",
        ),
        Family(
            "long texts",
            "trap",
            0.5,
            (Case("everything 400 times", (inputs.LONG, inputs.LONG_QUERIES)),),
            "How small is a product of 1600 factors?",
        ),
        Family("other models", "random", 0.5, _random, "Print the row of log_joint beside your label."),
    ),
    misconceptions=mistakes_in(__name__),
    right=(_by_loops, _one_by_one, _by_comparison),
    compare=exact(),
    uses=("log_joint",),
    concepts=("mult-requirements", "pr-underflow", "text-applications"),
)
