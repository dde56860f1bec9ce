"""Classification by the k nearest neighbours: they vote.

    learn      store the examples
    predict    p(c|q) = Σ_{i ∈ N(q)} w_i 1(y_i = c) / Σ_{i ∈ N(q)} w_i,  ŷ = argmax_c p(c|q)

N(q) are the k training examples nearest to q, w_i their weights (all alike, or by distance: mlcore.kernels).
"""

from typing import Self

import numpy as np

from mlcore._checks import Array, FloatArray, IntArray, Labels, Table
from mlcore.kernels import vote
from mlcore.neighbors.labels import Labelled
from mlcore.neighbors.voting import WeightedNeighbors

_CELLS = 2**22  # votes counted in one go, so that many classes and many queries do not fill the memory


class KNeighborsClassifier(Labelled, WeightedNeighbors):
    """The k-nearest-neighbours classifier.

    Ties between distances go to the lower training index, ties between classes to the first in ``classes_``.
    Fewer than k examples are an error when neighbours are asked for.

    Parameters
    ----------
    n_neighbors : int, default=5
        k.
    weights : str, callable or None, default="uniform"
        How much a neighbour counts: "uniform", "distance" (1/d; exact matches vote alone), "softmax" (∝
        e^(−d/h)), a kernel's name (``mlcore.kernels.KERNELS``), or a function from distances (m, k) to
        weights (m, k).
    algorithm : {"auto", "brute", "kd_tree", "ball_tree"}, default="auto"
        How to search; the answer is the same.
    leaf_size : int, default=30
        Examples per leaf of a tree.
    p : float, default=2
        The order of the Minkowski distance.
    metric : str, callable or object with a method pairwise, default="minkowski"
        A name of ``mlcore.distances.DISTANCES`` or of scikit-learn; a function of two observations (rows of
        numbers, strings, sets, mixed rows); or "precomputed": X then holds distances.
    metric_params : dict, default=None
        Further arguments of the metric.
    n_jobs : int, default=None
        The number of threads; None for all cores.
    feature_weights : array-like of shape (d,), default=None
        z_j of the weighted distance (Σ_j z_j |x_j − x'_j|^p)^(1/p).
    bandwidth : float, default=1.0
        h of softmax and kernel weights.
    copy_X : bool or "auto", default="auto"
        Whether to copy the training table; "auto" copies up to 16 MiB, a larger table stays the caller's, who
        must not change it (mlcore.neighbors.training_table).

    Attributes
    ----------
    classes_ : ndarray of shape (K,), or a list of such
        The classes, sorted; a list if y has several columns.
    effective_metric_ : str or callable
        The metric in use, by its plainest name.
    effective_metric_params_ : dict
        Its arguments.
    n_samples_fit_ : int
        n.
    outputs_2d_ : bool
        Whether y has several columns.
    n_features_in_ : int
        d, of rows of numbers.
    feature_names_in_ : ndarray of shape (d,)
        The names of the columns, if X was a data frame.

    Examples
    --------
    >>> X, y = [[1, 3], [2, 3], [3, 2], [2.5, 1], [3.5, 1]], ["o", "+", "+", "o", "+"]
    >>> knn = KNeighborsClassifier(n_neighbors=3).fit(X, y)
    >>> knn.predict([[2.2, 1.5]]).tolist()
    ['+']
    >>> knn.predict_proba([[2.2, 1.5]]).round(4).tolist()  # columns + and o
    [[0.6667, 0.3333]]
    >>> KNeighborsClassifier(1, metric="edit").fit(["kitten", "puppy"], ["cat", "dog"]).predict(["sitting"])
    array(['cat'], dtype='<U3')
    """

    def fit(self, X: Table, y: Labels) -> Self:
        """Store the examples and their labels.

        Parameters
        ----------
        X : array-like of shape (n, d), or sequence of n objects
            The examples; for metric="precomputed" their distances, shape (n, n).
        y : array-like of shape (n,) or (n, number of outputs)
            Their labels.

        Returns
        -------
        self
            The fitted model.
        """
        self._check_settings()
        examples, y = self._read_examples(X, y)
        self._learn_labels(y)
        return self._store(examples, X)

    def predict_proba(self, X: Table) -> FloatArray | list[FloatArray]:
        """Return p(c|q) for each query and class.

        Parameters
        ----------
        X : array-like of shape (m, d), sequence of m objects, or None
            The queries; None asks for each training example, left out of its own neighbours.

        Returns
        -------
        ndarray of shape (m, K), or a list of such
            The shares of the votes, each row summing to 1; one table per output if several.
        """
        tables = [vote(codes, weights, len(classes)) for codes, weights, classes in self._ballots(X)]
        return tables if self.outputs_2d_ else tables[0]

    def predict(self, X: Table) -> Array:
        """Return the class with most votes for each query; ties go to the first class.

        Parameters
        ----------
        X : array-like of shape (m, d), sequence of m objects, or None
            The queries; None predicts each training example from the others: leave one out.

        Returns
        -------
        ndarray of shape (m,) or (m, number of outputs)
            The classes.
        """
        columns = [
            classes[winners(codes, weights, len(classes))] for codes, weights, classes in self._ballots(X)
        ]
        return np.stack(columns, axis=1) if self.outputs_2d_ else columns[0]

    def _ballots(self, X: Table) -> list[tuple[IntArray, FloatArray | None, Array]]:
        """Return the neighbours' labels (m, k), weights (m, k) and classes (K,), output by output."""
        indices, weights = (self._nearest_sets(X), None) if self._counts_alike else self._neighbourhood(X)
        return [
            (codes[indices], weights, classes)
            for codes, classes in zip(self._codes.T, self._classes, strict=True)
        ]


def winners(codes: IntArray, weights: FloatArray | None, n_classes: int) -> IntArray:
    """Return the position of the class with most votes, shape (m,); ties go to the first."""
    best = np.empty(len(codes), dtype=np.intp)
    step = max(1, _CELLS // n_classes)
    for start in range(0, len(codes), step):
        rows = slice(start, start + step)
        w = None if weights is None else weights[rows]
        best[rows] = vote(codes[rows], w, n_classes).argmax(axis=1)
    return best
