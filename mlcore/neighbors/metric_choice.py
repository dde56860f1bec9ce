"""Which metric, with which parameters, for which search: what is decided before searching.

Left out on purpose: the metrics themselves (metrics.py) and the search (search.py).
"""

import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import issparse

from mlcore._checks import Table, numbers, shown
from mlcore._sklearn import InvalidParameterError
from mlcore.neighbors.metrics import NAMED, Metric, admitted_names, metric_names


def check_name(metric: object, estimator: str, excluded: str = "") -> None:
    """Raise unless a metric that is given by name has one."""
    names = [name for name in metric_names() if name != excluded]
    if isinstance(metric, str) and metric not in names:
        raise InvalidParameterError(
            f"The 'metric' parameter of {estimator} must be a function of two observations or one of "
            f"{', '.join(map(repr, names))}; got {shown(metric)}."
        )


def effective_metric(
    metric: Metric, p: float | None, metric_params: dict[str, Any] | None
) -> tuple[Metric, dict[str, Any]]:
    """Return the metric by its plainest name, with the parameters that remain.

    >>> effective_metric("minkowski", 1, None)
    ('manhattan', {})
    >>> effective_metric("minkowski", 3, None)
    ('minkowski', {'p': 3, 'w': None})
    """
    params = dict(metric_params or {})
    if "p" in params and p is not None:
        message = "metric_params holds p, so the constructor's own p is ignored."
        warnings.warn(message, SyntaxWarning, stacklevel=4)
    if metric != "minkowski":
        return metric, params
    p, w = params.pop("p", p), params.pop("w", None)
    p = 2 if p is None else p
    plain = {1: "manhattan", 2: "euclidean", np.inf: "chebyshev"}
    if w is None and p in plain:
        return plain[p], params
    return metric, {**params, "p": p, "w": w}


def weighted_metric(
    metric: Metric, params: dict[str, object], z: ArrayLike, d: int
) -> tuple[Metric, dict[str, Any]]:
    """Return the lp metric whose features weigh z_j: (Σ_j z_j |x_j − x'_j|^p)^(1/p).

    z_j = 0 takes feature j out, all z_j = 1 is the plain metric.

    >>> name, params = weighted_metric("euclidean", {}, [1, 0], 2)
    >>> name, params["p"], params["w"].tolist()
    ('minkowski', 2, [1.0, 0.0])
    """
    if metric == "minkowski":
        order = params.get("p")
    else:
        order = NAMED[metric].order if isinstance(metric, str) and metric in NAMED else None
    if order is None:
        raise ValueError(f"feature_weights needs an lp metric such as 'euclidean'; got metric={metric!r}.")
    if params.get("w") is not None:
        raise ValueError("feature_weights and the w of metric_params say the same thing; give one of them.")
    weights = numbers(z, "feature_weights")
    if weights.shape != (d,):
        raise ValueError(f"feature_weights must hold one weight per feature, {d}; got {len(weights)}.")
    if (weights < 0).any() or not weights.any():
        raise ValueError("feature_weights must be non-negative and not all zero.")
    return "minkowski", {**params, "p": order, "w": weights}


def admits_sparse(metric: Metric) -> bool:
    """Return whether tables may be sparse for this metric (Minkowski: where it is one of the plain names)."""
    return not isinstance(metric, str) or (metric in NAMED and NAMED[metric].sparse)


def check_choice(metric: Metric, params: dict[str, object], algorithm: str, X: Table) -> None:
    """Raise unless the search asked for can serve this metric on this table."""
    if callable(metric) and algorithm == "kd_tree":
        raise ValueError(f"algorithm='kd_tree' does not support a callable metric; got {metric!r}.")
    if isinstance(metric, str) and metric not in (admitted := admitted_names(algorithm)):
        options = ", ".join(admitted)
        raise ValueError(f"Metric '{metric}' not valid for algorithm='{algorithm}'. Use one of {options}.")
    if issparse(X):
        if not admits_sparse(metric):
            options = ", ".join(sorted(name for name, row in NAMED.items() if row.sparse))
            raise ValueError(
                f"Metric '{metric}' not valid for sparse input. Use one of {options}, or a callable."
            )
        if algorithm not in ("auto", "brute"):
            warnings.warn("cannot use tree with sparse input: using brute force", stacklevel=4)
        return
    if algorithm == "kd_tree" and params.get("w") is not None and isinstance(metric, str):
        raise ValueError("algorithm='kd_tree' is not valid with feature weights: use 'auto' or 'brute'.")


def check_semimetric(metric: Metric, params: dict[str, Any], algorithm: str) -> None:
    """Raise or warn for 0 < p < 1, where the triangle inequality fails and trees would miss neighbours."""
    if metric != "minkowski" or params["p"] >= 1:
        return
    if algorithm in ("kd_tree", "ball_tree"):
        raise ValueError(
            f'algorithm="{algorithm}" does not support 0 < p < 1 for the Minkowski metric. '
            'To resolve this problem either set p >= 1 or algorithm="brute".'
        )
    warnings.warn(
        "Mind that for 0 < p < 1, Minkowski metrics are not distance metrics. "
        "Continuing the execution with `algorithm='brute'`.",
        stacklevel=4,
    )
