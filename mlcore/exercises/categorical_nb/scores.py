"""What predictions are made of: a learnt model, the factors of a query, and the sum of their logarithms."""

from typing import Any

import numpy as np

from mlcore.exercises.categorical_nb.conditionals import cond_table
from mlcore.exercises.categorical_nb.counting import class_prior
from mlcore.exercises.categorical_nb.data import Data, Model, model_of


def learnt(data: Data, alpha: float) -> Model:
    """Return the model of some data, without the counts."""
    X, y, n_values = data
    classes, prior = class_prior(y)
    return model_of(classes, prior, cond_table(X, y, n_values, alpha))


def log(p: Any) -> Any:
    """Return the logarithm, −∞ for 0."""
    with np.errstate(divide="ignore"):
        return np.log(p)


def factors(model: Model, Q: Any) -> Any:
    """Return θ_{c,j,q_j}, shape (d, m, K)."""
    Q = np.asarray(Q)
    return np.array([np.asarray(table)[:, Q[:, j]].T for j, table in enumerate(model["tables"])])


def log_joint(model: Model, Q: Any) -> Any:
    """Return log π_c + Σ_j log θ_{c,j,q_j}, shape (m, K)."""
    return log(model["prior"]) + log(factors(model, Q)).sum(axis=0)
