"""Classification by all examples within a radius: they vote, however many they are.

    predict    p(c|q) = Σ_{i: d(q, x_i) ≤ r} w_i 1(y_i = c) / Σ_{i: d(q, x_i) ≤ r} w_i,  ŷ = argmax_c p(c|q)

A query without a neighbour, an outlier, is an error unless there is a label for it.
"""

import warnings
from numbers import Integral
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike

from mlcore._checks import Array, FloatArray, IntArray, Labels, Table, shown
from mlcore._sklearn import Constraints
from mlcore.neighbors.labels import Labelled
from mlcore.neighbors.metrics import Metric
from mlcore.neighbors.radius_voting import Neighbourhoods, RadiusWeighted
from mlcore.neighbors.voting import Weights

_KINDS = {"i": "iu", "u": "iu", "U": "US", "S": "US"}  # kinds of labels that stand for each other


class RadiusNeighborsClassifier(Labelled, RadiusWeighted):
    """The classifier that asks all examples within a radius.

    An example at the edge is within. Ties between classes go to the first in ``classes_``.

    Parameters
    ----------
    radius : float, default=1.0
        r: how far a neighbour may be, this distance included.
    weights : str, callable or None, default="uniform"
        How much a neighbour counts: "uniform", "distance" (1/d; exact matches vote alone), "softmax" (∝
        e^(−d/h)), a kernel's name (``mlcore.kernels.KERNELS``), or a function that is given the m
        arrays of distances, as one array of objects, and returns as many arrays of weights.
    algorithm : {"auto", "brute", "kd_tree", "ball_tree"}, default="auto"
        How to search; the answer is the same.
    leaf_size : int, default=30
        Examples per leaf of a tree.
    p : float, default=2
        The order of the Minkowski distance.
    metric : str, callable or object with a method pairwise, default="minkowski"
        A name of ``mlcore.distances.DISTANCES`` or of scikit-learn; a function of two observations (rows of
        numbers, strings, sets, mixed rows); or "precomputed": X then holds distances.
    outlier_label : label, list of one label per output, "most_frequent" or None, default=None
        What to answer where no example is near enough; None makes it an error.
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
    outlier_label_ : list or None
        The label of outliers, output by output.
    outputs_2d_ : bool
        Whether y has several columns.
    n_features_in_ : int
        d, of rows of numbers.
    feature_names_in_ : ndarray of shape (d,)
        The names of the columns, if X was a data frame.

    Examples
    --------
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], ["a", "a", "b", "b"]
    >>> near = RadiusNeighborsClassifier(radius=1, outlier_label="b").fit(X, y)
    >>> near.predict([[0.5], [1.5], [9.0]]).tolist()
    ['a', 'a', 'b']
    >>> near.predict_proba([[1.0]]).round(4).tolist()  # columns a and b
    [[0.6667, 0.3333]]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **RadiusWeighted._parameter_constraints,
        "outlier_label": [Integral, str, "array-like", None],
    }

    def __init__(
        self,
        radius: float = 1.0,
        *,
        weights: Weights = "uniform",
        algorithm: str = "auto",
        leaf_size: int = 30,
        p: float | None = 2,
        metric: Metric = "minkowski",
        outlier_label: Any = None,
        metric_params: dict[str, object] | None = None,
        n_jobs: int | None = None,
        feature_weights: ArrayLike | None = None,
        bandwidth: float = 1.0,
        copy_X: bool | str = "auto",
    ) -> None:
        """Keep the parameters as given; fit checks them."""
        super().__init__(
            radius,
            weights=weights,
            algorithm=algorithm,
            leaf_size=leaf_size,
            p=p,
            metric=metric,
            metric_params=metric_params,
            n_jobs=n_jobs,
            feature_weights=feature_weights,
            bandwidth=bandwidth,
            copy_X=copy_X,
        )
        self.outlier_label = outlier_label

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
        self.outlier_label_: list[Any] | None = self._outlier_labels()
        return self._store(examples, X)

    def _outlier_labels(self) -> list[Any] | None:
        """Return the label of outliers in each output, checked."""
        label = self.outlier_label
        if label is None:
            return None
        if isinstance(label, str) and label == "most_frequent":
            outputs = zip(self._codes.T, self._classes, strict=True)
            return [classes[np.bincount(codes).argmax()] for codes, classes in outputs]
        several = not isinstance(label, str) and np.ndim(label) > 0
        if several and len(label) != len(self._classes):
            raise ValueError(
                f"The length of outlier_label: {label} is inconsistent with the output length: "
                f"{len(self._classes)}"
            )
        labels = list(label) if several else [label] * len(self._classes)
        for classes, each in zip(self._classes, labels, strict=True):
            if not isinstance(each, str) and np.ndim(each) > 0:
                raise TypeError(
                    f"The outlier_label of classes {classes} is supposed to be a scalar, got {shown(each)}."
                )
            if _kind(np.append(classes, each)) != _kind(classes) or _number_among_texts(each, classes):
                raise TypeError(
                    f"The dtype of outlier_label {shown(each)} is inconsistent with classes {classes} in y."
                )
        return labels

    def predict_proba(self, X: Table) -> FloatArray | list[FloatArray]:
        """Return p(c|q) for each query and class.

        Parameters
        ----------
        X : array-like of shape (m, d), sequence of m objects, or None
            The queries; None asks for each training example, left out of its own neighbours.

        Returns
        -------
        ndarray of shape (m, K), or a list of such
            The shares of the votes, each row summing to 1; an outlier's is 1 for ``outlier_label_``, and all
            0, with a warning, if that is no class. One table per output if several.
        """
        tables = self._tables(self._ask(X))
        return tables if self.outputs_2d_ else tables[0]

    def _tables(self, asked: Neighbourhoods) -> list[FloatArray]:
        """Return the shares of the votes, output by output."""
        if self.outlier_label_ is None and asked.alone.any():
            raise ValueError(
                f"No neighbors found for test samples {np.flatnonzero(asked.alone)!r}, you can try using "
                "larger radius, giving a label for outliers, or considering removing them from your dataset."
            )
        tables = []
        for output, (codes, classes) in enumerate(zip(self._codes.T, self._classes, strict=True)):
            p = _shares(asked, codes, len(classes))
            if self.outlier_label_ is not None and asked.alone.any():
                label = self.outlier_label_[output]
                if not (classes == label).any():
                    warnings.warn(
                        f"Outlier label {label} is not in training classes. All class probabilities of "
                        "outliers will be assigned with 0.",
                        stacklevel=4,
                    )
                p[asked.alone] = classes == label
            tables.append(p)
        return tables

    def predict(self, X: Table) -> Array:
        """Return the class with most votes for each query; ties go to the first class.

        Parameters
        ----------
        X : array-like of shape (m, d), sequence of m objects, or None
            The queries; None predicts each training example from the others: leave one out.

        Returns
        -------
        ndarray of shape (m,) or (m, number of outputs)
            The classes, for outliers ``outlier_label_``.
        """
        asked = self._ask(X)
        columns = []
        for output, p in enumerate(self._tables(asked)):
            column = self._classes[output][p.argmax(axis=1)]
            if self.outlier_label_ is not None and asked.alone.any():
                label = self.outlier_label_[output]
                column = column.astype(np.append(column, label).dtype)  # a longer text fits
                column[asked.alone] = label
            columns.append(column)
        return np.stack(columns, axis=1) if self.outputs_2d_ else columns[0]


def _number_among_texts(label: object, classes: Array) -> bool:
    """Return whether a number would silently become a text beside the classes, 0 to "0"."""
    return classes.dtype.kind in "US" and np.asarray(label).dtype.kind not in "US"


def _kind(labels: Array) -> str:
    return _KINDS.get(labels.dtype.kind, labels.dtype.kind)


def _shares(asked: Neighbourhoods, codes: IntArray, n_classes: int) -> FloatArray:
    """Return the share of each class among the neighbours of each query, (m, K); zeros for outliers."""
    m = len(asked.alone)
    cells = asked.query * n_classes + codes[asked.row]
    counts = np.bincount(cells, asked.weight, minlength=m * n_classes).reshape(m, n_classes)
    total = counts.sum(axis=1, keepdims=True)
    return np.asarray(counts / np.where(asked.alone[:, None], 1, total))
