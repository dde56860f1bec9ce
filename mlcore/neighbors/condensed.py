"""Condensed nearest neighbours: keep the few examples from which the others can be predicted.

    P = ∅
    repeat
        for i in order, i ∉ P:
            if k-NN on P misclassifies x_i:  P ∪= {i}
    until nothing was added

Prediction then costs O(|P| d) instead of O(n d). With k = 1 all training examples keep their predictions,
save where twins disagree; elsewhere predictions may change. The result depends on the order.

Left out on purpose: the smallest possible P. Finding it is NP-hard.
"""

from typing import ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import check_random_state

from mlcore._checks import IntArray, Labels, Table, shown
from mlcore._sklearn import Constraints, StrOptions
from mlcore.neighbors.classification import KNeighborsClassifier, winners
from mlcore.neighbors.metric_choice import check_name
from mlcore.neighbors.metrics import Metric
from mlcore.neighbors.ranking import first_k_of_rows


class CondensedNearestNeighbor(KNeighborsClassifier):
    """A k-nearest-neighbours classifier that keeps only prototypes.

    Fewer than k prototypes misclassify everything, so the first k in order always become prototypes. Only
    examples that are no prototypes are looked at again: the loop ends even where twins disagree.
    Ties are those of KNeighborsClassifier: lower training index, first class.

    Parameters
    ----------
    n_neighbors : int, default=1
        k.
    order : array-like of shape (n,), "random" or None, default=None
        The order of the visits: indices of the training examples; None for 0, 1, ..., n − 1.
    random_state : int, RandomState instance or None, default=None
        The seed of order="random".
    remove_outliers : bool, default=False
        Whether to drop first the examples that the k nearest of the others misclassify.
    metric : str or callable, default="minkowski"
        As for KNeighborsClassifier, except "precomputed".
    p : float, default=2
        The order of the Minkowski distance.
    metric_params : dict, default=None
        Further arguments of the metric.
    algorithm : {"auto", "brute", "kd_tree", "ball_tree"}, default="auto"
        How to search; the answer is the same.
    leaf_size : int, default=30
        Examples per leaf of a tree.
    n_jobs : int, default=None
        The number of threads; None for all cores.

    Attributes
    ----------
    prototype_indices_ : ndarray of int
        The prototypes' indices among the training examples, in the order of their choice.
    outlier_indices_ : ndarray of int
        Those of the examples that were dropped first.
    classes_, effective_metric_, n_samples_fit_, n_features_in_ and others : as in KNeighborsClassifier
        Those of a model of the prototypes: kneighbors gives positions in ``np.sort(prototype_indices_)``.

    Examples
    --------
    >>> X, y = [[0], [1], [2], [3], [4], [5]], [0, 0, 0, 1, 1, 1]
    >>> knn = CondensedNearestNeighbor(order=[2, 3, 0, 1, 4, 5]).fit(X, y)
    >>> knn.prototype_indices_.tolist(), knn.predict(X).tolist()
    ([2, 3], [0, 0, 0, 1, 1, 1])
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **KNeighborsClassifier._parameter_constraints,
        "metric": [str, callable],
        "order": [None, StrOptions({"random"}), "array-like"],
        "random_state": ["random_state"],
        "remove_outliers": ["boolean"],
    }

    def __init__(
        self,
        n_neighbors: int = 1,
        *,
        order: ArrayLike | str | None = None,
        random_state: object = None,
        remove_outliers: bool = False,
        metric: Metric = "minkowski",
        p: float | None = 2,
        metric_params: dict[str, object] | None = None,
        algorithm: str = "auto",
        leaf_size: int = 30,
        n_jobs: int | None = None,
    ) -> None:
        """Keep the parameters as given; fit checks them."""
        super().__init__(
            n_neighbors,
            metric=metric,
            p=p,
            metric_params=metric_params,
            algorithm=algorithm,
            leaf_size=leaf_size,
            n_jobs=n_jobs,
        )
        self.order = order
        self.random_state = random_state
        self.remove_outliers = remove_outliers

    def fit(self, X: Table, y: Labels) -> Self:
        """Choose prototypes among the examples, and store them.

        Parameters
        ----------
        X : array-like of shape (n, d), or sequence of n objects
            The examples.
        y : array-like of shape (n,) or (n, number of outputs)
            Their labels.

        Returns
        -------
        self
            The fitted model.
        """
        super().fit(X, y)
        order = self._visits()
        self.outlier_indices_: IntArray = self._outliers()
        order = order[~np.isin(order, self.outlier_indices_)]
        if not len(order):
            raise ValueError("remove_outliers drops every example: no neighbourhood agrees with its label.")
        self.prototype_indices_: IntArray = self._choose(order)
        prototypes = np.sort(self.prototype_indices_)
        self._codes = self._codes[prototypes]
        return self._store(self._fit_X[prototypes], original=[])

    def _check_settings(self) -> None:
        super()._check_settings()
        check_name(self.metric, type(self).__name__, excluded="precomputed")

    def _visits(self) -> IntArray:
        """Return the order of the visits as a permutation of the examples."""
        n = self.n_samples_fit_
        if self.order is None:
            return np.arange(n)
        if isinstance(self.order, str):  # "random"
            permutation: IntArray = check_random_state(self.random_state).permutation(n)
            return permutation
        order = np.asarray(self.order)
        whole_numbers = order.ndim == 1 and order.dtype.kind in "iu"
        if not whole_numbers or not np.array_equal(np.sort(order), np.arange(n)):
            raise ValueError(f"order must hold each index from 0 to {n - 1} once; got {shown(self.order)}.")
        return order.astype(np.intp)

    def _outliers(self) -> IntArray:
        """Return the examples to drop first: those that the k nearest of the others misclassify."""
        if not self.remove_outliers:
            return np.array([], dtype=np.intp)
        indices, _ = self._neighbourhood(None)  # (n, k)
        return np.flatnonzero(self._misclassified(indices, np.arange(self.n_samples_fit_)))

    def _misclassified(self, indices: IntArray, queries: IntArray) -> NDArray[np.bool_]:
        """Return whether neighbours (r, k) outvote the labels of their queries (r,) in any output."""
        outputs = zip(self._codes.T, self._classes, strict=True)
        wrong = [winners(c[indices], None, len(classes)) != c[queries] for c, classes in outputs]
        any_wrong: NDArray[np.bool_] = np.any(wrong, axis=0)
        return any_wrong

    def _choose(self, order: IntArray) -> IntArray:
        """Return the prototypes in the order of their choice."""
        k, n, distance = self._checked_k(None), self.n_samples_fit_, self._distance()
        dists = np.full((n, k), np.inf)  # to the k nearest prototypes so far
        index = np.full((n, k), n)  # n: no prototype yet
        wrong = np.ones(n, dtype=bool)
        chosen: list[int] = []
        position = 0
        while (misclassified := np.flatnonzero(wrong[order])).size:
            # The next in order, or after the last one the first: a new pass.
            position = misclassified[np.searchsorted(misclassified, position) % misclassified.size]
            new = int(order[position])
            chosen.append(new)
            to_new = distance.table(self._fit_X[[new]], self._fit_X)[0]  # (n,)
            nearer = np.flatnonzero(to_new <= dists[:, -1])
            candidates = np.column_stack([dists[nearer], to_new[nearer]])  # (r, k + 1)
            names = np.column_stack([index[nearer], np.full(nearer.size, new)])  # (r, k + 1)
            dists[nearer], index[nearer] = first_k_of_rows(candidates, names, k)
            complete = nearer[index[nearer, -1] < n]
            wrong[complete] = self._misclassified(index[complete], complete)
            wrong[chosen] = False
        return np.array(chosen)


def condense(X: Table, y: ArrayLike, order: ArrayLike | None = None) -> IntArray:
    """Return the indices of the prototypes of 1-NN in the order of their choice; Euclidean distance.

    Parameters
    ----------
    X : array-like of shape (n, d), or (n,) for points on a line
        The examples.
    y : array-like of shape (n,)
        Their labels.
    order : array-like of shape (n,), default=None
        The order of the visits; None for 0, 1, ..., n − 1.

    Returns
    -------
    ndarray of int
        The indices.

    Examples
    --------
    >>> condense([0, 1, 2, 3, 4, 5], [0, 0, 0, 1, 1, 1], order=[0, 5, 1, 2, 3, 4]).tolist()
    [0, 5]
    """
    points = np.asarray(X)
    table = points[:, None] if points.ndim == 1 else points
    return CondensedNearestNeighbor(order=order).fit(table, y).prototype_indices_
