"""Mistakes in Bernoulli naive Bayes that students handed in."""

from typing import Any

import numpy as np

from mlcore.exercises.bernoulli_nb import learn, log_joint
from mlcore.exercises.bernoulli_nb.inputs import Model, parts
from mlcore.exercises.seen import Seen

SEEN = Seen()


def _posterior(model: Model, Q: Any) -> Any:
    scores = np.asarray(log_joint.log_joint(model, Q))
    if np.isneginf(scores).all(axis=1).any():
        raise ValueError("Some query is impossible.")
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


@SEEN("binarise")
def above_the_mean(X: Any, threshold: float = 0) -> Any:
    """The threshold comes in from outside. Where does the mean of the array come from?"""
    return (np.asarray(X) > np.mean(X)).astype(int)


@SEEN("binarise")
def whatever_is_not_the_threshold(X: Any, threshold: float = 0) -> Any:
    """A number below the threshold is different from it, too. Is it above?"""
    return (np.asarray(X) != threshold).astype(int)


@SEEN("binarise")
def sizes_compared(X: Any, threshold: float = 0) -> Any:
    """Is -5 above 0?"""
    return (np.abs(X) > threshold).astype(int)


@SEEN("learn")
def divided_by_the_ones_of_the_class(X: Any, y: Any, alpha: float = 1) -> Any:
    """Which share of the examples has the feature? Do you divide by examples, or by their ones?"""
    X, y, model = np.asarray(X), np.asarray(y), learn.learn(X, y, alpha)
    rows = [(X[y == c].sum(axis=0) + alpha) / (X[y == c].sum() + 2 * alpha) for c in parts(model)[0]]
    return {**model, "theta": np.array(rows)}


@SEEN("learn")
def labels_zero_and_one(X: Any, y: Any, alpha: float = 1) -> Any:
    """Your classes are 0 and 1. What if the labels are words, or three?"""
    X, y = np.asarray(X), np.asarray(y)
    rows = [(X[y == c].sum(axis=0) + alpha) / (np.sum(y == c) + 2 * alpha) for c in (0, 1)]
    share = np.mean(y == 1)
    return {"classes": np.array([0, 1]), "prior": np.array([1 - share, share]), "theta": np.array(rows)}


@SEEN("predict_one")
def nothing_beats_zero(x: Any, model: Model) -> Any:
    """The best score so far begins at 0. Which label comes back if all scores are 0?"""
    scores = np.exp(np.asarray(log_joint.log_joint(model, [x]))[0])
    return parts(model)[0][np.argmax(scores)] if scores.max() > 0 else None


@SEEN("log_joint")
def log_posterior(model: Model, Q: Any) -> Any:
    """log p(q, c) is asked for, not log P(c | q). Do your rows sum to 1 after exp?"""
    scores = np.asarray(log_joint.log_joint(model, Q))
    with np.errstate(all="ignore"):
        return scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)


@SEEN("log_joint")
def log_of_a_product(model: Model, Q: Any) -> Any:
    """What is 0.5 to the power of 2000 in Python, and what is its logarithm? Add logarithms instead."""
    with np.errstate(all="ignore"):
        return np.log(np.exp(np.asarray(log_joint.log_joint(model, Q))))


@SEEN("predict")
def largest_over_the_queries(model: Model, Q: Any) -> Any:
    """A row is a query and a column is a class: along which axis is the largest to be found?"""
    return parts(model)[0][np.argmax(log_joint.log_joint(model, Q), axis=0)]


@SEEN("predict")
def second_class_or_first(model: Model, Q: Any) -> Any:
    """You compare two columns. What about the third class?"""
    classes, scores = parts(model)[0], np.asarray(log_joint.log_joint(model, Q))
    return np.where(scores[:, 1] > scores[:, 0], classes[1], classes[0])


@SEEN("predict")
def sign_for_label(model: Model, Q: Any) -> Any:
    """Plus one and minus one are no labels of this model. Which are, and what about a third class?"""
    scores = np.asarray(log_joint.log_joint(model, Q))
    with np.errstate(invalid="ignore"):
        return np.sign(scores[:, 1] - scores[:, 0])


@SEEN("predict_with_prob")
def log_probabilities(model: Model, Q: Any) -> Any:
    """A probability is between 0 and 1. Is there an exp missing at the end?"""
    scores = np.asarray(log_joint.log_joint(model, Q))
    if np.isneginf(scores).all(axis=1).any():
        raise ValueError("Some query is impossible.")
    return scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)


@SEEN("predict_with_prob")
def even_where_nothing_fits(model: Model, Q: Any) -> Any:
    """All classes are ruled out: do you know that each is equally probable, or is it a ValueError?"""
    scores = np.asarray(log_joint.log_joint(model, Q))
    scores = np.where(np.isneginf(scores).all(axis=1, keepdims=True), 0.0, scores)
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


@SEEN("predict_with_prob")
def one_shift_for_all_queries(model: Model, Q: Any) -> Any:
    """You subtract the largest score of the whole table. What is left of a long query beside a short one?"""
    scores = np.asarray(log_joint.log_joint(model, Q))
    if np.isneginf(scores).all(axis=1).any():
        raise ValueError("Some query is impossible.")
    with np.errstate(all="ignore"):
        shares = np.exp(scores - scores.max())
        return shares / shares.sum(axis=1, keepdims=True)


def _linear(model: Model) -> tuple[Any, Any]:
    _, prior, theta = parts(model)
    return np.log(theta / (1 - theta)), np.log(prior) + np.log(1 - theta).sum(axis=1)


@SEEN("to_linear")
def weights_by_features(model: Model) -> Any:
    """W has a row for each class. What shape is yours?"""
    W, b = _linear(model)
    return W.T, b


@SEEN("to_linear")
def one_sum_for_all_classes(model: Model) -> Any:
    """Each class has a constant of its own. Over which axis do you sum?"""
    _, prior, theta = parts(model)
    return _linear(model)[0], np.log(prior) + np.log(1 - theta).sum()


@SEEN("to_linear")
def difference_of_two_classes(model: Model) -> Any:
    """The difference tells two classes apart. Where is the row for each class?"""
    W, b = _linear(model)
    return W[1] - W[0], b[1] - b[0]


@SEEN("to_linear")
def constants_before_weights(model: Model) -> Any:
    """In which order does the task ask for W and b?"""
    return _linear(model)[::-1]


@SEEN("evidence")
def joint_not_summed(model: Model, Q: Any) -> Any:
    """p(q) is one number for a query. Over what is the joint still to be summed?"""
    return np.exp(np.asarray(log_joint.log_joint(model, Q)))


@SEEN("evidence")
def mean_over_the_classes(model: Model, Q: Any) -> Any:
    """The prior is in the joint already. Do the parts of a whole add up, or do you average them?"""
    return np.exp(np.asarray(log_joint.log_joint(model, Q))).mean(axis=1)


@SEEN("evidence")
def summed_over_the_queries(model: Model, Q: Any) -> Any:
    """How many numbers come back: one for each query, or one for each class?"""
    return np.exp(np.asarray(log_joint.log_joint(model, Q))).sum(axis=0)
