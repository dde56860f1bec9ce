"""Mistakes of `learn` about the prior and the classes; the first argument is the unit's right `learn`."""

import numpy as np

from mlcore.exercises.naive_bayes.theta_model import Model
from selfcheck.exercise import Answer, wrong


@wrong("prior-uniform")
def uniform_prior(learn: Answer, X, y, alpha: float = 1) -> Model:
    """Has every class as many examples as the others? Where would your prior show it?"""
    model = learn(X, y, alpha)
    K = len(model["classes"])
    return {**model, "prior": np.full(K, 1 / K)}


@wrong("U09: prior smoothed")
def smoothed_prior(learn: Answer, X, y, alpha: float = 1) -> Model:
    """The pseudo-counts belong to the shares inside a class. Does the prior change when alpha does?"""
    model = learn(X, y, alpha)
    n, K = len(y), len(model["classes"])
    return {**model, "prior": (model["prior"] * n + alpha) / (n + alpha * K)}


@wrong("column order")
def classes_as_they_come(learn: Answer, X, y, alpha: float = 1) -> Model:
    """In which order are your classes? np.unique gives them sorted, and everybody can rely on that."""
    model = learn(X, y, alpha)
    order = np.array([model["classes"].tolist().index(c) for c in dict.fromkeys(np.asarray(y).tolist())])
    return {key: value[order] for key, value in model.items()}
