"""Choosing a hyperparameter by errors on examples that did not vote: k, the features, the amount of data.

The training error cannot choose k: with k = 1 every example is its own nearest neighbour, and the error is 0
unless twins disagree. So each example is predicted from the others (leave-one-out), or each fold from the
other folds.

Ties in a vote go to the first class in sorted order, ties between distances to the lower training index, ties
between several k to the smallest.

Left out on purpose: a search over any hyperparameter of any estimator; scikit-learn's GridSearchCV takes
mlcore's estimators as they are.
"""

from numbers import Integral
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import issparse
from sklearn.base import clone
from sklearn.utils.multiclass import check_classification_targets

from mlcore._checks import (
    Array,
    FloatArray,
    IntArray,
    Table,
    generator,
    labels,
    missing,
    numbers,
    shown,
    whole,
)
from mlcore.neighbors import NearestNeighbors


def choose_k(X: Table, y: ArrayLike, ks: ArrayLike, **search: Any) -> tuple[int, FloatArray]:
    """Return the k of least leave-one-out error, and the error of each k.

        error(k) = (1/n) Σ_i 1(y_i ≠ vote of the k nearest to x_i among the others)

    All k share one search for max(ks) + 1 neighbours.

    Parameters
    ----------
    X : array-like of shape (n, d) or sequence
        The examples.
    y : array-like of shape (n,)
        Their labels.
    ks : array-like of shape (p,)
        The values of k to compare, each less than n.
    **search : keyword arguments
        Passed to ``NearestNeighbors``: metric, p, feature_weights and so on.

    Returns
    -------
    k : int
        The best k; of equally good ones the smallest.
    errors : ndarray of shape (p,)
        The leave-one-out error of each k.

    Examples
    --------
    >>> k, errors = choose_k([[0], [1], [2], [6], [7], [8]], [0, 0, 0, 1, 1, 1], ks=[1, 3, 5])
    >>> k, errors.tolist()
    (1, [0.0, 0.0, 1.0])
    """
    classes, codes = _classes(X, y)
    n = len(codes)
    candidates = _whole_numbers(ks, "ks", largest=n - 1)
    near = NearestNeighbors(n_neighbors=max(candidates) + 1, **search).fit(X)
    _, ids = near.kneighbors(X)  # (n, max(ks) + 1)
    ids = _without_self(ids)
    errors = _wrong_by_k(codes[ids], codes, len(classes), candidates) / n
    return _smallest_best(candidates, errors), errors


def cross_validate_k(
    X: Table,
    y: ArrayLike,
    ks: ArrayLike,
    folds: int | ArrayLike = 5,
    rng: np.random.Generator | None = None,
    **search: Any,
) -> tuple[int, FloatArray]:
    """Return the k of least cross-validation error, and the error of each k.

    Each fold is predicted from all others; the error counts all n examples.

    Parameters
    ----------
    X : array-like of shape (n, d) or sequence
        The examples.
    y : array-like of shape (n,)
        Their labels.
    ks : array-like of shape (p,)
        The values of k to compare, each at most the number of examples outside any fold.
    folds : int or array-like of shape (n,), default=5
        A number of random stratified folds, or the fold of each example.
    rng : numpy.random.Generator, default=None
        The source of randomness; needed if folds is a number.
    **search : keyword arguments
        Passed to ``NearestNeighbors``: metric, p, feature_weights and so on.

    Returns
    -------
    k : int
        The best k; of equally good ones the smallest.
    errors : ndarray of shape (p,)
        The cross-validation error of each k.

    Examples
    --------
    >>> X, y = [[0], [1], [2], [6], [7], [8]], [0, 0, 0, 1, 1, 1]
    >>> k, errors = cross_validate_k(X, y, ks=[1, 3], folds=[0, 1, 2, 0, 1, 2])
    >>> k, errors.tolist()
    (1, [0.0, 0.0])
    """
    classes, codes = _classes(X, y)
    fold = _fold_of_each(folds, codes, rng)
    sizes = np.unique_counts(fold).counts
    candidates = _whole_numbers(ks, "ks", largest=len(codes) - int(sizes.max()))
    wrong = np.zeros(len(candidates))
    for held_out in np.unique(fold):
        test, train = np.flatnonzero(fold == held_out), np.flatnonzero(fold != held_out)
        near = NearestNeighbors(n_neighbors=max(candidates), **search).fit(_rows(X, train))
        _, ids = near.kneighbors(_rows(X, test))  # (m, max(ks))
        wrong += _wrong_by_k(codes[train[ids]], codes[test], len(classes), candidates)
    errors = wrong / len(codes)
    return _smallest_best(candidates, errors), errors


def stratified_folds(y: ArrayLike, n_folds: int, rng: np.random.Generator) -> IntArray:
    """Return a random fold for each example.

    Folds differ by at most one example, and so do the shares of each class in them.

    Parameters
    ----------
    y : array-like of shape (n,)
        The labels.
    n_folds : int
        The number of folds, at least 2 and at most n.
    rng : numpy.random.Generator
        The source of randomness.

    Returns
    -------
    ndarray of shape (n,)
        The fold of each example, 0 to n_folds − 1.

    Examples
    --------
    >>> folds = stratified_folds([0, 0, 0, 0, 1, 1], 2, np.random.default_rng(0))
    >>> np.bincount(folds).tolist(), folds[4] != folds[5]
    ([3, 3], np.True_)
    """
    truth = labels(y, "y")
    whole(n_folds, "n_folds", low=2, high=len(truth))
    shuffled = generator(rng).permutation(len(truth))
    by_class = shuffled[np.argsort(truth[shuffled], kind="stable")]  # stable: the same on every machine
    folds = np.empty(len(truth), dtype=np.intp)
    folds[by_class] = np.arange(len(truth)) % n_folds  # dealt like cards, one class after the other
    return folds


def select_features(X: ArrayLike, y: ArrayLike, n_neighbors: int = 1) -> tuple[IntArray, float]:
    """Return feature weights of 0 and 1, and the leave-one-out error they reach.

    Greedy: the feature that lowers the error most joins (ties: the first), until none lowers it. At most
    d (d + 1) / 2 searches, where all subsets would be 2^d; features that help only together are missed.

    Parameters
    ----------
    X : array-like of shape (n, d)
        The examples.
    y : array-like of shape (n,)
        Their labels.
    n_neighbors : int, default=1
        k.

    Returns
    -------
    z : ndarray of shape (d,)
        1 for the features that were chosen, 0 for the others.
    error : float
        The leave-one-out error with these.

    Examples
    --------
    >>> X = [[0, 5], [1, 9], [2, 0], [6, 1], [7, 8], [8, 4]]
    >>> z, error = select_features(X, [0, 0, 0, 1, 1, 1])
    >>> z.tolist(), error
    ([1, 0], 0.0)
    """
    table = numbers(X, "X", ndim=2)
    whole(n_neighbors, "n_neighbors", low=1, high=len(table) - 1)
    chosen: list[int] = []
    best_error = np.inf
    while len(chosen) < table.shape[1]:
        rest = [j for j in range(table.shape[1]) if j not in chosen]
        errors = [choose_k(table[:, [*chosen, j]], y, [n_neighbors])[1][0] for j in rest]
        if min(errors) >= best_error:
            break
        best_error = min(errors)
        chosen.append(rest[int(np.argmin(errors))])
    z = np.zeros(table.shape[1], dtype=np.intp)
    z[chosen] = 1
    return z, float(best_error)


class LearningCurve(NamedTuple):
    """Errors of a model trained on more and more examples.

    Parameters
    ----------
    sizes : ndarray of shape (p,)
        The numbers of training examples.
    train_errors : ndarray of shape (p,)
        The error on the examples it was trained on.
    test_errors : ndarray of shape (p,)
        The error on the test data.
    """

    sizes: IntArray
    train_errors: FloatArray
    test_errors: FloatArray


def learning_curve(
    estimator: object,
    X: Table,
    y: ArrayLike,
    sizes: ArrayLike,
    X_test: object,
    y_test: ArrayLike,
    rng: np.random.Generator,
) -> LearningCurve:
    """Return training and test error of a classifier fitted on random parts of the data, for each size.

    Parameters
    ----------
    estimator : classifier
        Cloned for each size; it is not touched itself.
    X : array-like of shape (n, d) or sequence
        The training data.
    y : array-like of shape (n,)
        Their labels.
    sizes : array-like of shape (p,)
        How many of them to train on, between 1 and n.
    X_test : array-like of shape (m, d) or sequence
        The test data.
    y_test : array-like of shape (m,)
        Their labels.
    rng : numpy.random.Generator
        The source of randomness: one shuffle, so each larger part contains the smaller ones.

    Returns
    -------
    LearningCurve
        sizes, train_errors, test_errors.

    Examples
    --------
    >>> from mlcore.neighbors import KNeighborsClassifier
    >>> X, y = [[0], [1], [2], [6], [7], [8]], [0, 0, 0, 1, 1, 1]
    >>> rng = np.random.default_rng(0)
    >>> curve = learning_curve(KNeighborsClassifier(1), X, y, [6], [[3], [5]], [0, 1], rng)
    >>> curve.train_errors.tolist(), curve.test_errors.tolist()
    ([0.0], [0.0])
    """
    truth, test_truth = _labels_of(X, y, "y"), _labels_of(X_test, y_test, "y_test")
    parts = _whole_numbers(sizes, "sizes", largest=len(truth))
    shuffled = generator(rng).permutation(len(truth))
    train_errors, test_errors = [], []
    for size in parts:
        part = shuffled[:size]
        model = clone(estimator).fit(_rows(X, part), truth[part])
        train_errors.append(np.mean(model.predict(_rows(X, part)) != truth[part]))
        test_errors.append(np.mean(model.predict(X_test) != test_truth))
    return LearningCurve(np.array(parts), np.array(train_errors), np.array(test_errors))


def _wrong_by_k(neighbour_codes: IntArray, truth: IntArray, K: int, ks: list[int]) -> FloatArray:
    """Return how many examples each k gets wrong, from votes that grow by one neighbour at a time."""
    m, k_max = neighbour_codes.shape
    votes = np.zeros((m, K), dtype=np.intp)
    compared, wrong = set(ks), np.zeros(k_max + 1)
    for k in range(1, k_max + 1):
        votes[np.arange(m), neighbour_codes[:, k - 1]] += 1
        if k in compared:
            wrong[k] = np.count_nonzero(votes.argmax(axis=1) != truth)
    return np.asarray(wrong[ks])


def _without_self(ids: IntArray) -> IntArray:
    """Drop each row's own index from its neighbours, shape (n, k + 1) to (n, k)."""
    n, width = ids.shape
    drop = ids == np.arange(n)[:, None]
    # subtle: among many twins of lower index an example does not find itself; then the last neighbour goes.
    drop[~drop.any(axis=1), -1] = True
    return np.asarray(ids[~drop].reshape(n, width - 1))


def _smallest_best(ks: list[int], errors: FloatArray) -> int:
    return min(k for k, error in zip(ks, errors, strict=True) if error == errors.min())


def _whole_numbers(values: ArrayLike, name: str, largest: int) -> list[int]:
    candidates = numbers(values, name).tolist()
    if any(value != int(value) or not 1 <= value <= largest for value in candidates):
        raise ValueError(f"{name} must be whole numbers between 1 and {largest}; got {shown(candidates)}.")
    return [int(value) for value in candidates]


def _labels_of(X: Table, y: ArrayLike, name: str) -> Array:
    """Return the labels of the rows of X, one each."""
    truth = labels(y, name)
    if truth.dtype.kind in "Of" and any(missing(label) for label in truth.tolist()):
        raise ValueError(f"{name} must hold labels; some are missing.")
    check_classification_targets(truth)
    rows = X.shape[0] if hasattr(X, "shape") else len(X)
    if rows != len(truth):
        raise ValueError(f"{name} must give one label per row; got {len(truth)} labels for {rows} rows.")
    return truth


def _classes(X: Table, y: ArrayLike) -> tuple[Array, IntArray]:
    """Return the sorted classes, and the position of each example's label among them."""
    classes, codes = np.unique(_labels_of(X, y, "y"), return_inverse=True)
    return classes, codes


def _fold_of_each(folds: int | ArrayLike, codes: IntArray, rng: np.random.Generator | None) -> Array:
    if isinstance(folds, Integral):
        return stratified_folds(codes, int(folds), generator(rng))
    fold = labels(folds, "folds")
    if len(fold) != len(codes) or len(np.unique(fold)) < 2:
        raise ValueError(f"folds must give each of the {len(codes)} examples one of at least two folds.")
    return fold


def _rows(X: Table, ids: IntArray) -> Any:
    """Return some rows of a table, a sparse matrix, a data frame, or a list of objects."""
    if hasattr(X, "iloc"):
        return X.iloc[ids]
    if isinstance(X, np.ndarray) or issparse(X):
        return X[ids]
    return [X[i] for i in ids]
