"""A model with one table: Bernoulli's has the share of examples with a feature, the multinomial's of a word.

It is a dict of three arrays: "classes" (K,) sorted, "prior" (K,), and "theta" (K, d).
"""

from typing import Any

import numpy as np

Model = dict[str, Any]
MODEL_KEYS = ("classes", "prior", "theta")


def model_of(classes: list[Any], prior: list[float], theta) -> Model:
    """Return a model made by hand."""
    return {
        "classes": np.array(classes),
        "prior": np.array(prior, dtype=float),
        "theta": np.array(theta, dtype=float),
    }


def parts(model: Model) -> tuple[Any, Any, Any]:
    """Return the classes, the prior and the table of a model, as arrays."""
    return np.asarray(model["classes"]), np.asarray(model["prior"]), np.asarray(model["theta"])


def zeros_allowed():
    """Return a context in which log 0 and 0 · ∞ raise no warning."""
    return np.errstate(divide="ignore", invalid="ignore")
