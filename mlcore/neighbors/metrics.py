"""The metrics by name, in one table: how each is computed, and which search can serve it.

``NAMED`` has scikit-learn's names for rows of numbers. Every other name in ``mlcore.distances.DISTANCES`` is
a metric as well: its function is called for each pair. So a distance entered there needs no second entry
here; a row in ``NAMED`` only makes it faster.

Left out on purpose: which settings go together (metric_choice.py).
"""

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from mlcore._checks import one_of, shown
from mlcore.distances import DISTANCES
from mlcore.neighbors.canonical import (
    BRAYCURTIS,
    CORRELATION,
    COSINE,
    HAVERSINE,
    NAN_EUCLIDEAN,
    Distance,
    minkowski,
)
from mlcore.neighbors.tabulated import ByFunction, ByPairwise, ByScipy, Precomputed

Metric = str | Callable[[Any, Any], float]

_ALL = ("kd_tree", "ball_tree", "brute")
_TREES = ("kd_tree", "ball_tree")
_BALL_OR_BRUTE = ("ball_tree", "brute")
_BRUTE = ("brute",)
_W = frozenset({"w"})  # the weights of the features


class NamedMetric(NamedTuple):
    """One row of the table."""

    distance: Callable[[dict[str, Any]], Distance]  # from the parameters, p among them
    algorithms: tuple[str, ...]  # those that scikit-learn admits for this name
    order: float | None = None  # p of an ℓ_p metric: its features can be weighted
    sparse: bool = False  # whether tables may be sparse
    takes: frozenset[str] | None = frozenset()  # arguments besides p; None: what computes it judges them


def _lp(order: float, root: bool = True) -> Callable[[dict[str, Any]], Distance]:
    return lambda params: minkowski(order, params.get("w"), root)


def _any_lp(params: dict[str, Any]) -> Distance:
    p = params.get("p", 2)
    if not p > 0:
        raise ValueError(f"p must be greater than 0; got {shown(p)}.")
    return minkowski(float(p), params.get("w"))


def _standardised(params: dict[str, object]) -> Distance:
    return minkowski(2, 1 / np.asarray(_needed(params, "V", "seuclidean"), dtype=np.float64))


def _mahalanobis(params: dict[str, object]) -> Distance:
    inverse = params.get("VI")
    if inverse is None:
        inverse = np.linalg.inv(_needed(params, "V", "mahalanobis"))
    return ByScipy("mahalanobis", {"VI": np.asarray(inverse, dtype=np.float64)})


def _needed(params: dict[str, object], name: str, metric: str) -> Any:
    if params.get(name) is None:
        raise ValueError(f"metric={metric!r} needs metric_params={{{name!r}: ...}}; got {shown(params)}.")
    return params[name]


def _by_scipy(name: str) -> NamedMetric:
    return NamedMetric(lambda params: ByScipy(name, _without_p(params)), _BALL_OR_BRUTE, takes=None)


def _without_p(params: dict[str, object]) -> dict[str, Any]:
    return {name: value for name, value in params.items() if name != "p"}


NAMED: dict[str, NamedMetric] = {
    **dict.fromkeys(("euclidean", "l2"), NamedMetric(_lp(2), _ALL, order=2, sparse=True, takes=_W)),
    **dict.fromkeys(
        ("manhattan", "cityblock", "l1"), NamedMetric(_lp(1), _ALL, order=1, sparse=True, takes=_W)
    ),
    "chebyshev": NamedMetric(_lp(np.inf), _ALL, order=np.inf, takes=_W),
    "infinity": NamedMetric(_lp(np.inf), _TREES, order=np.inf, takes=_W),
    "minkowski": NamedMetric(_any_lp, _ALL, sparse=True, takes=_W),
    "p": NamedMetric(_any_lp, _TREES, takes=_W),
    "seuclidean": NamedMetric(_standardised, _BALL_OR_BRUTE, takes=frozenset({"V"})),
    "sqeuclidean": NamedMetric(_lp(2, root=False), _BRUTE, takes=_W),
    "cosine": NamedMetric(lambda _: COSINE, _BRUTE, sparse=True),
    "correlation": NamedMetric(lambda _: CORRELATION, _BRUTE),
    "braycurtis": NamedMetric(lambda _: BRAYCURTIS, _BALL_OR_BRUTE),
    "haversine": NamedMetric(lambda _: HAVERSINE, _BALL_OR_BRUTE),
    "nan_euclidean": NamedMetric(lambda _: NAN_EUCLIDEAN, _BRUTE),
    "mahalanobis": NamedMetric(_mahalanobis, _BALL_OR_BRUTE, takes=frozenset({"V", "VI"})),
    "canberra": _by_scipy("canberra"),
    "hamming": _by_scipy("hamming"),
    # These read every number but 0 as true.
    "dice": _by_scipy("dice"),
    "jaccard": _by_scipy("jaccard"),
    "rogerstanimoto": _by_scipy("rogerstanimoto"),
    "sokalmichener": _by_scipy("rogerstanimoto")._replace(algorithms=("ball_tree",)),  # another name for it
    "russellrao": _by_scipy("russellrao"),
    "sokalsneath": _by_scipy("sokalsneath"),
    "yule": _by_scipy("yule")._replace(algorithms=_BRUTE),
    "precomputed": NamedMetric(lambda _: Precomputed(), _BRUTE, sparse=True, takes=None),
}


def metric_names() -> list[str]:
    """Return every name that ``metric`` may be, sorted."""
    return sorted(NAMED.keys() | DISTANCES.keys())


def admitted_names(algorithm: str) -> list[str]:
    """Return the metrics that an algorithm admits for rows of numbers, sorted; "auto" admits all.

    >>> admitted_names("kd_tree")[:4]
    ['chebyshev', 'cityblock', 'euclidean', 'infinity']
    """
    if algorithm == "auto":
        return metric_names()
    by_formula = {name for name, row in NAMED.items() if algorithm in row.algorithms}
    by_function = DISTANCES.keys() - NAMED.keys() if algorithm == "brute" else set()
    return sorted(by_formula | by_function)


VALID_METRICS: dict[str, list[str]] = {algorithm: admitted_names(algorithm) for algorithm in _ALL}
"""The metrics by name that each search admits for rows of numbers."""


def metric_function(metric: object) -> Callable[..., float] | None:
    """Return the function to call for each pair, or None for a metric that is computed by tables.

    >>> metric_function("edit").__name__, metric_function("euclidean")
    ('edit_distance', None)
    """
    if isinstance(metric, str):
        return None if metric in NAMED else DISTANCES.get(metric)
    return metric if callable(metric) else None


def check_known(name: str, params: dict[str, object]) -> None:
    """Raise if metric_params holds what a metric of NAMED would pass over."""
    takes = NAMED[name].takes
    if takes is not None and (unknown := sorted(set(params) - takes - {"p"})):
        known = f"takes {', '.join(map(repr, sorted(takes)))} and no" if takes else "takes no"
        raise TypeError(f"metric={name!r} {known} argument {unknown[0]!r}; metric_params is {shown(params)}.")


def check_arguments(name: str, params: dict[str, object]) -> None:
    """Raise unless metric_params has all that the function of this name needs besides two observations."""
    further = list(inspect.signature(DISTANCES[name]).parameters.values())[2:]
    starred = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    needed = [each.name for each in further if each.default is each.empty and each.kind not in starred]
    if not set(needed) <= set(params):
        settings = ", ".join(f"{argument!r}: ..." for argument in needed)
        raise ValueError(f"metric={name!r} needs metric_params={{{settings}}}; got {shown(params)}.")


def canonical_distance(
    metric: Metric = "minkowski", p: float = 2, metric_params: dict[str, object] | None = None
) -> Distance:
    """Return the distance by which neighbours are ordered; its ``table(Q, X)`` is an (m, n) array.

    With w in metric_params the Minkowski metric is (Σ_j w_j |x_j − q_j|^p)^(1/p), and max_j |x_j − q_j| over
    w_j > 0 for p = ∞.

    >>> canonical_distance("manhattan").table(np.zeros((1, 2)), np.array([[3.0, -4.0]])).tolist()
    [[7.0]]
    """
    params = dict(metric_params or {})
    if not isinstance(metric, str):
        return ByFunction(metric, params) if callable(metric) else ByPairwise(metric)
    one_of(metric, metric_names(), "metric")
    if metric in NAMED:
        check_known(metric, params)
        return NAMED[metric].distance({"p": p, **params})
    check_arguments(metric, params)
    return ByFunction(DISTANCES[metric], params)
