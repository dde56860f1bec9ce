"""What the naive Bayes models share: how they learn, merge and draw examples.

Each model is a set of counts (for the Gaussian: sums) per class, and counts only ever add up:

    fit          count all examples
    partial_fit  count some more
    merge        add the counts of two models

so a model fitted in any number of parts, in any order, on any number of machines, is the model of the whole:
naive Bayes is a monoid, and a model that has seen nothing is its neutral element.

A subclass says how a table is read (`_check_X`, `_check_X_y`), what it counts (`_start`, `_add`, `_absorb`),
how counts become parameters (`_estimate`), the joint log probability, and how to draw examples (`_draw`).
"""

from abc import abstractmethod
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import clone
from sklearn.utils.multiclass import check_classification_targets, unique_labels

from mlcore._checks import Array, FloatArray, IntArray, Labels, Table, generator, shown, whole
from mlcore._sklearn import checks_parameters
from mlcore.bayes_classifier import BayesClassifier


class NaiveBayes(BayesClassifier):
    """A classifier whose features are independent given the class: p(x|c) = ∏_j p(x_j|c)."""

    n_features_in_: int

    @abstractmethod
    def _check_X_y(self, X: Table, y: Labels, reset: bool) -> tuple[Table, Array]:
        """Return examples and labels as the model reads them, or raise."""

    @abstractmethod
    def _start(self, K: int, d: int) -> None:
        """Set the counts of a model that has seen nothing, for K classes and d features."""

    @abstractmethod
    def _add(self, X: Table, codes: IntArray, sample_weight: ArrayLike | None) -> None:
        """Count checked examples; codes[i] is the position of y_i in ``classes_``.

        Nothing has been counted when it raises.
        """

    @abstractmethod
    def _absorb(self, other: Self, rows: IntArray) -> None:
        """Add the counts of another model, whose class number c has position rows[c] in ``classes_``."""

    @abstractmethod
    def _estimate(self) -> None:
        """Set the parameters from the counts."""

    @abstractmethod
    def _draw(self, n: int, c: int, rng: np.random.Generator) -> Array:
        """Draw n examples of the class at position c, shape (n, d)."""

    @checks_parameters
    def fit(self, X: Table, y: Labels, sample_weight: ArrayLike | None = None) -> Self:
        """Learn from examples, and forget what was learnt before.

        Parameters
        ----------
        X : array-like of shape (n, d)
            The examples.
        y : array-like of shape (n,)
            Their labels.
        sample_weight : array-like of shape (n,), default=None
            How often each example counts; None for once.

        Returns
        -------
        self
            The fitted model.
        """
        X, y = self._check_X_y(X, y, reset=True)
        check_labels(y)
        classes, codes = np.unique(y, return_inverse=True)
        self.classes_ = plain_labels(classes)
        self._start(len(self.classes_), X.shape[1])
        self._add(X, codes, sample_weight)
        self._estimate()
        return self

    @checks_parameters
    def partial_fit(
        self, X: Table, y: Labels, classes: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Learn from more examples, as if they had been there from the beginning.

        Parameters
        ----------
        X : array-like of shape (n, d)
            The examples.
        y : array-like of shape (n,)
            Their labels.
        classes : array-like of shape (K,), default=None
            All labels that may ever come; the first call needs them.
        sample_weight : array-like of shape (n,), default=None
            How often each example counts; None for once.

        Returns
        -------
        self
            The fitted model.

        Examples
        --------
        >>> from mlcore.naive_bayes import GaussianNB
        >>> model = GaussianNB().partial_fit([[1.0], [3.0]], ["a", "a"], classes=["a", "b"])
        >>> model.partial_fit([[7.0], [9.0]], ["b", "b"]).theta_.tolist()
        [[2.0], [8.0]]
        """
        X, y = self._check_X_y(X, y, reset=not hasattr(self, "classes_"))
        check_labels(y)
        if classes is not None or not hasattr(self, "classes_"):
            self._agree_on_classes(classes, d=X.shape[1])
        self._add(X, class_codes(y, self.classes_), sample_weight)
        self._estimate()
        return self

    def _agree_on_classes(self, classes: Any, d: int) -> None:
        """Start with all labels that may ever come, or raise unless they are those of the first call."""
        if classes is None:
            raise ValueError("classes must be passed on the first call to partial_fit.")
        order = unique_labels(classes)
        if not hasattr(self, "classes_"):
            self.classes_ = order
            self._start(len(order), d)
        elif not np.array_equal(self.classes_, order):
            raise ValueError(
                f"`classes={classes!r}` is not the same as on last call to partial_fit, "
                f"was: {self.classes_!r}"
            )

    def merge(self, other: Self) -> Self:
        """Return the model of both models' examples together; neither model changes.

        The classes are those of either model. A model that has not been fitted is the neutral element:
        merging with it gives a copy.

        Parameters
        ----------
        other : model of the same class
            It must have the same settings and features.

        Returns
        -------
        model of the same class
            The model of all examples.

        Examples
        --------
        >>> from mlcore.naive_bayes import GaussianNB
        >>> here, there = GaussianNB().fit([[1.0], [3.0]], ["a", "a"]), GaussianNB().fit([[7.0]], ["b"])
        >>> here.merge(there).theta_.tolist()
        [[2.0], [7.0]]
        """
        _check_mergeable(self, other)
        parts = [model for model in (self, other) if hasattr(model, "classes_")]
        merged: Self = clone(self)
        if parts:
            merged.classes_ = np.unique(np.concatenate([part.classes_ for part in parts]))
            merged.n_features_in_ = parts[0].n_features_in_
            if hasattr(parts[0], "feature_names_in_"):
                merged.feature_names_in_ = parts[0].feature_names_in_
            merged._start(len(merged.classes_), merged.n_features_in_)
            for part in parts:
                merged._absorb(part, class_codes(part.classes_, merged.classes_))
            merged._estimate()
        return merged

    def sample(self, n: int, label: object, rng: np.random.Generator) -> Array:
        """Draw examples x ~ p(x|c) of one class.

        Parameters
        ----------
        n : int
            How many.
        label : label
            The class.
        rng : numpy.random.Generator
            The source of randomness.

        Returns
        -------
        ndarray of shape (n, d)
            The examples.

        Examples
        --------
        >>> from mlcore.naive_bayes import GaussianNB
        >>> model = GaussianNB().fit([[1.0], [3.0], [7.0]], ["a", "a", "b"])
        >>> model.sample(2, "a", np.random.default_rng(0)).shape
        (2, 1)
        """
        return self._draw(whole(n, "n", low=0), self._position(label), generator(rng))


def check_labels(y: Array) -> None:
    """Raise unless y holds labels rather than measurements."""
    if y.dtype.kind not in "biuU":  # these are labels, and a long column of them takes long to look through
        check_classification_targets(y)


def plain_labels(classes: Array) -> Array:
    """Return classes in the type of their labels: text as text and no wider than it is, bytes in our order.

    >>> plain_labels(np.array(["ham", "spam"], dtype=object))
    array(['ham', 'spam'], dtype='<U4')
    """
    if classes.dtype.kind in "OU":
        return np.array(classes.tolist())
    return classes.astype(classes.dtype.newbyteorder("="), copy=False)


def class_codes(y: Array, classes: Array) -> IntArray:
    """Return the position of each label in the sorted classes, or raise for a label that is not there.

    >>> class_codes(np.array(["no", "yes", "no"]), np.array(["no", "yes"])).tolist()
    [0, 1, 0]
    """
    codes = np.searchsorted(classes, y)
    codes[codes == len(classes)] = 0
    unknown = classes[codes] != y
    if unknown.any():
        raise ValueError(
            f"The target label(s) {np.unique(y[unknown])} in y do not exist in the initial classes {classes}"
        )
    return codes


def log_class_prior(class_count: FloatArray) -> FloatArray:
    """Return log π_c = log(n_c / n): the share of the examples, never smoothed.

    A class without examples has π_c = 0 and is never predicted.

    >>> np.exp(log_class_prior(np.array([9.0, 5.0]))).round(2).tolist()
    [0.64, 0.36]
    """
    check_some_weight(class_count)
    with np.errstate(divide="ignore"):
        log_prior: FloatArray = np.log(class_count / class_count.sum())
    return log_prior


def check_some_weight(class_count: FloatArray) -> None:
    """Raise unless some example counts."""
    if class_count.sum() <= 0:
        raise ValueError(
            "The weights of the examples must not sum to zero, or less: nothing is left to learn from."
        )


def _check_mergeable(a: NaiveBayes, b: Any) -> None:
    """Raise unless two models count the same things in the same way."""
    if type(b) is not type(a):
        raise TypeError(f"other must be a {type(a).__name__}; got {shown(b)}.")
    for name, value in a.get_params().items():
        if not _same(value, getattr(b, name)):
            raise ValueError(
                f"Models to merge must share their settings; {name} is {shown(value)} "
                f"in one and {shown(getattr(b, name))} in the other."
            )
    if not (hasattr(a, "classes_") and hasattr(b, "classes_")):
        return
    if a.n_features_in_ != b.n_features_in_:
        raise ValueError(
            f"Models to merge must have the same features; got {a.n_features_in_} and {b.n_features_in_}."
        )
    if not _same(getattr(a, "feature_names_in_", None), getattr(b, "feature_names_in_", None)):
        raise ValueError("Models to merge must have the same features; their feature names differ.")
    if (a.classes_.dtype.kind in "biuf") != (b.classes_.dtype.kind in "biuf"):
        raise ValueError(
            f"Models to merge must have labels of one type; got {shown(a.classes_)} and {shown(b.classes_)}."
        )


def _same(a: Any, b: Any) -> bool:
    """Return whether two settings are equal, be they scalars, arrays or lists of unequal arrays."""
    many = (list, tuple, np.ndarray)
    if isinstance(a, many) and isinstance(b, many):
        return len(a) == len(b) and all(_same(u, v) for u, v in zip(a, b, strict=True))
    if isinstance(a, many) or isinstance(b, many):
        return False
    return bool(a == b)
