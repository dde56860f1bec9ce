"""What the neighbours estimators share: they keep the examples.

Learning is storing: ``fit`` checks the examples, keeps them and builds a search over them. Which of them
answer a query is in k_nearest.py and in_radius.py, how the nearest are found in search.py.
"""

from abc import ABCMeta, abstractmethod
from numbers import Integral, Real
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array, issparse
from sklearn.base import BaseEstimator, MultiOutputMixin
from sklearn.utils import Tags, get_tags
from sklearn.utils.validation import check_X_y, validate_data

from mlcore._checks import Labels, Table
from mlcore._sklearn import (
    Constraints,
    HasMethods,
    Interval,
    StrOptions,
    check_parameters,
)
from mlcore._tables import read_examples, read_table
from mlcore.neighbors.metric_choice import (
    admits_sparse,
    check_choice,
    check_name,
    check_semimetric,
    effective_metric,
    weighted_metric,
)
from mlcore.neighbors.metrics import Metric, canonical_distance
from mlcore.neighbors.objects import SparseRowsSearch, compares_objects, object_metric, observations
from mlcore.neighbors.precomputed import PrecomputedSearch, check_precomputed
from mlcore.neighbors.search import make_search
from mlcore.neighbors.training_table import check_unchanged, keep


class NeighborsBase(MultiOutputMixin, BaseEstimator, metaclass=ABCMeta):
    """An estimator that keeps its examples and answers from those near a query."""

    _parameter_constraints: ClassVar[Constraints] = {
        "n_neighbors": [Interval(Integral, 1, None, closed="left"), None],
        "algorithm": [StrOptions({"auto", "ball_tree", "kd_tree", "brute"})],
        "leaf_size": [Interval(Integral, 1, None, closed="left")],
        "p": [Interval(Real, 0, None, closed="right"), None],
        "metric": [str, callable, HasMethods("pairwise")],
        "metric_params": [dict, None],
        "n_jobs": [Integral, None],
        "feature_weights": ["array-like", None],
        "copy_X": ["boolean", StrOptions({"auto"})],
    }

    @abstractmethod
    def __init__(
        self,
        n_neighbors: int | None = None,
        *,
        algorithm: str = "auto",
        leaf_size: int = 30,
        metric: Metric = "minkowski",
        p: float | None = 2,
        metric_params: dict[str, object] | None = None,
        n_jobs: int | None = None,
        feature_weights: ArrayLike | None = None,
        copy_X: bool | str = "auto",
    ) -> None:
        """Keep the parameters as given; fit checks them."""
        self.n_neighbors = n_neighbors
        self.algorithm = algorithm
        self.leaf_size = leaf_size
        self.metric = metric
        self.p = p
        self.metric_params = metric_params
        self.n_jobs = n_jobs
        self.feature_weights = feature_weights
        self.copy_X = copy_X

    # Learning: check the examples and keep them.

    def _check_settings(self) -> None:
        """Raise unless the constructor's arguments are what they must be."""
        check_parameters(self)
        check_name(self.metric, type(self).__name__)

    def _read_examples(self, X: Table, y: Labels) -> tuple[Any, Any]:
        """Return observations and targets, checked."""
        if hasattr(X, "_fit_X"):  # another fitted neighbours estimator: its examples
            X = X._fit_X
        elif hasattr(X, "query") and hasattr(X, "data") and not hasattr(X, "shape"):
            X = np.array(X.data)  # a search tree, scikit-learn's or SciPy's: its examples
        self._objects = compares_objects(self.metric, X)
        if self._objects:
            validate_data(self, X, y, skip_check_array=True, ensure_2d=False)
            X = observations(X)
            stand_in = np.zeros((len(X), 1))
            return X, None if y is None else check_X_y(stand_in, y, multi_output=True)[1]
        y = y.toarray() if issparse(y) else y
        finite = self._finite_rule()
        rules: dict[str, Any] = {"accept_sparse": "csr", "order": "C"}
        if y is None and not get_tags(self).target_tags.required:
            return validate_data(self, X, ensure_all_finite=finite, **rules), None
        return read_examples(self, X, y, finite=finite, dates=True, multi_output=True, **rules)

    def _finite_rule(self) -> bool | str:
        return "allow-nan" if self.metric == "nan_euclidean" else True

    def _store(self, X: Table, original: object) -> Self:
        """Keep checked observations and build the search over them; ``given`` is what the caller passed."""
        self._choose_metric(X)
        self._fit_X, self._watch = (X, None) if self._objects else keep(X, original, self.copy_X)
        self.n_samples_fit_: int = self._fit_X.shape[0]
        self._search = self._new_search()
        self._fit_method: str = self._search.method
        return self

    def _choose_metric(self, X: Table) -> None:
        """Set the metric that is used, or raise if it does not go with the table or the algorithm."""
        metric, params = effective_metric(self.metric, self.p, self.metric_params)
        if self.feature_weights is not None:
            if self._objects:
                raise ValueError("feature_weights needs rows of numbers and an lp metric.")
            metric, params = weighted_metric(metric, params, self.feature_weights, X.shape[1])
        if not self._objects:
            check_choice(metric, params, self.algorithm, X)
            check_semimetric(metric, params, self.algorithm)
        elif self.algorithm not in ("auto", "brute"):
            raise ValueError(f"Objects have no coordinates for algorithm='{self.algorithm}': use 'brute'.")
        if self.metric == "precomputed":
            X = check_precomputed(X)
            if X.shape[0] != X.shape[1]:
                raise ValueError(f"Precomputed matrix must be square. Input is {X.shape[0]}x{X.shape[1]}.")
        self.effective_metric_, self.effective_metric_params_ = metric, params

    def _new_search(self) -> Any:
        """Return what finds the nearest examples: its kneighbors(Q, k) gives distances and indices."""
        metric, params = self.effective_metric_, dict(self.effective_metric_params_)
        if metric == "precomputed":
            return PrecomputedSearch()
        if self._objects:
            metric = object_metric(metric, params)
            return make_search(self._fit_X, metric=metric, algorithm="brute", n_jobs=self.n_jobs)
        if callable(metric) and issparse(self._fit_X):
            return SparseRowsSearch(self._fit_X, metric, params)
        n = self._fit_X.shape[0]
        many = self.n_neighbors is not None and self.n_neighbors >= n // 2  # a tree would visit every leaf
        return make_search(
            self._fit_X,
            metric=metric,
            p=params.pop("p", 2),
            metric_params=params,
            algorithm="brute"
            if self.algorithm == "auto" and many and not callable(metric)
            else self.algorithm,
            leaf_size=self.leaf_size,
            n_jobs=self.n_jobs,
        )

    @property
    def _tree(self) -> Any:
        """The search tree, or None where all distances are computed."""
        return None if self._fit_method == "brute" else self._search

    # Answering: read the queries.

    def _check_table(self, Q: Table) -> None:
        """Raise if the stored table has changed, or the queries do not go with the metric."""
        check_unchanged(self._fit_X, self._watch)
        if self.effective_metric_ == "haversine" and Q.shape[1] != 2:
            raise ValueError(f"Haversine distance only valid in 2 dimensions; got {Q.shape[1]}.")

    def _read_queries(self, X: Table) -> Any:
        """Return queries of the kind that was fitted, checked."""
        if self._objects:
            validate_data(self, X, reset=False, skip_check_array=True, ensure_2d=False)
            return observations(X)
        if self.metric == "precomputed":
            return validate_data(self, check_precomputed(X), reset=False, skip_check_array=True)
        Q = read_table(self, X, finite=self._finite_rule(), dates=True, accept_sparse="csr", order="C")
        if issparse(Q) and self._fit_method != "brute":
            raise ValueError(
                f"{self._fit_method} does not work with sparse matrices. Densify the data, "
                "or set algorithm='brute'"
            )
        if issparse(Q) != issparse(self._fit_X):  # the search compares like with like
            Q = Q.toarray() if issparse(Q) else csr_array(Q)
        return Q

    def _distance(self) -> Any:
        """Return the distance of this model's observations, by tables."""
        metric, params = self.effective_metric_, self.effective_metric_params_
        if self._objects:
            metric, params = object_metric(metric, params), {}
        return canonical_distance(metric, metric_params=params)

    def __sklearn_tags__(self) -> Tags:
        """Return what scikit-learn may expect of this estimator."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = admits_sparse(self.metric)
        tags.input_tags.pairwise = self.metric == "precomputed"
        tags.input_tags.positive_only = tags.input_tags.pairwise
        tags.input_tags.allow_nan = self.metric == "nan_euclidean"
        return tags
