"""The same model as a linear classifier: w_{c,j} = log(θ / (1 − θ)), b_c = log π_c + Σ_j log(1 − θ)."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from mlcore.exercises.bernoulli_nb import inputs
from mlcore.exercises.mistakes import mistakes_in
from mlcore.exercises.naive_bayes.theta_model import Model, parts
from selfcheck.exercise import Case, Exercise, Family, wrong


def to_linear(model: Model):
    """Return W (K, d) and b (K,) such that Q @ W.T + b is the log joint of every query."""
    _, prior, theta = parts(model)
    return np.log(theta / (1 - theta)), np.log(prior) + np.log(1 - theta).sum(axis=1)


@wrong("3.5-M1")
def constant_of_absence_left_out(model: Model):
    """For the query of only zeros, W q vanishes. Which log joint must b then be?"""
    return to_linear(model)[0], np.log(parts(model)[1])


@wrong("3.5-M2")
def log_theta_for_weight(model: Model):
    """When a feature goes from 0 to 1, one term leaves the sum and another one enters. Which is missing?"""
    return np.log(parts(model)[2]), to_linear(model)[1]


@wrong("3.5-M3")
def prior_not_in_b(model: Model):
    """Two classes with the same θ and different priors: in which of your numbers do they differ?"""
    return to_linear(model)[0], np.log(1 - parts(model)[2]).sum(axis=1)


@wrong("prior-not-logged")
def prior_not_logged(model: Model):
    """b is a logarithm. Is each of its terms one?"""
    _, prior, theta = parts(model)
    return to_linear(model)[0], prior + np.log(1 - theta).sum(axis=1)


@wrong("3.5-M4")
def first_feature_only_in_b(model: Model):
    """How many features can be absent? How many terms log(1 − θ) does your b have?"""
    _, prior, theta = parts(model)
    return to_linear(model)[0], np.log(prior) + np.log(1 - theta[:, 0])


@wrong("3.5-M5")
def odds_inverted(model: Model):
    """A feature that a class almost always has: should its weight be positive or negative?"""
    return -to_linear(model)[0], to_linear(model)[1]


@wrong("3.5: odds without a logarithm")
def odds_not_logged(model: Model):
    """θ = ½ speaks neither way. Which weight says "neither way", and which do you give?"""
    _, _, theta = parts(model)
    return theta / (1 - theta), to_linear(model)[1]


@wrong("3.5: log(1 − θ) added once more")
def presence_in_b(model: Model):
    """b belongs to the query of only zeros. Does any feature contribute log θ there?"""
    _, prior, theta = parts(model)
    return to_linear(model)[0], np.log(prior) + np.log(theta).sum(axis=1)


@wrong("lin-odds: only two classes")
def difference_of_the_classes(model: Model):
    """One row of W for each class: did you take a difference between classes instead?"""
    W, b = to_linear(model)
    return W - W[0], b - b[0]


def _linear(model: Model) -> tuple[Any, Any]:
    _, prior, theta = parts(model)
    return np.log(theta / (1 - theta)), np.log(prior) + np.log(1 - theta).sum(axis=1)


@wrong()
def weights_by_features(model: Model):
    """W has a row for each class. What shape is yours?"""
    W, b = _linear(model)
    return W.T, b


@wrong()
def one_sum_for_all_classes(model: Model):
    """Each class has a constant of its own. Over which axis do you sum?"""
    _, prior, theta = parts(model)
    return _linear(model)[0], np.log(prior) + np.log(1 - theta).sum()


@wrong()
def difference_of_two_classes(model: Model):
    """The difference tells two classes apart. Where is the row for each class?"""
    W, b = _linear(model)
    return W[1] - W[0], b[1] - b[0]


@wrong()
def constants_before_weights(model: Model):
    """In which order does the task ask for W and b?"""
    return _linear(model)[::-1]


def _by_loops(model: Model):
    W, b = [], []
    for prior, theta in zip(model["prior"], model["theta"], strict=True):
        W.append([np.log(t) - np.log(1 - t) for t in theta])
        b.append(np.log(prior) + sum(np.log(1 - t) for t in theta))
    return W, b


def _by_questions(model: Model):
    _, prior, theta = parts(model)
    none = np.log(prior) + np.log1p(-theta).sum(axis=1)  # (K,)
    d = theta.shape[1]
    weights = [
        np.log(prior) + np.log(np.where(np.eye(d)[j] == 1, theta, 1 - theta)).sum(axis=1) - none
        for j in range(d)
    ]
    return np.array(weights).T, none


def _by_tanh(model: Model):
    _, prior, theta = parts(model)
    return [2 * np.arctanh(2 * theta - 1), np.log(prior * np.prod(1 - theta, axis=1))]


def _scores(answer, model: Model, Q):
    W, b = answer(model)
    return np.asarray(Q) @ np.asarray(W, dtype=float).T + np.asarray(b, dtype=float)


def _random(rng: np.random.Generator) -> Iterable[Case]:
    for K, d in ((2, 3), (3, 4), (4, 2)):
        yield Case(f"{K} classes, {d} features", (inputs.random_model(rng, K, d),))


EXERCISE = Exercise(
    name="to_linear",
    contract="to_linear(model) -> W (K, d), b (K,); θ strictly between 0 and 1",
    reference=to_linear,
    families=(
        Family(
            "the three mails",
            "example",
            1,
            (Case("the three mails", (inputs.MAIL_MODEL,)),),
            "θ of Vicodin in spam is ¾. Its odds are 3 to 1; what is the weight?",
        ),
        Family(
            "three classes",
            "trap",
            1.5,
            (
                Case("three animals", (inputs.ZOO,)),
                Case("one feature, a rare class", (inputs.SKEWED,)),
            ),
            "Put in the query of only zeros: what must b be?",
        ),
        Family(
            "Q @ W.T + b is the log joint",
            "property",
            1,
            (
                Case(
                    "all eight inputs",
                    (inputs.ZOO, np.array(list(np.ndindex(2, 2, 2)))),
                    ask=_scores,
                    shown="Q @ W.T + b",
                ),
            ),
            "Compare with log_joint, first for the query 0 0 0, then with a single 1.",
        ),
        Family("other models", "random", 0.5, _random, "Which of the two is wrong: W or b?"),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_by_loops, _by_questions, _by_tanh),
    read="7 · It was a linear classifier all along",
    concepts=("lin-bernoulli", "lin-odds", "lin-boolean-trick", "lin-constant", "lin-classifier"),
)
