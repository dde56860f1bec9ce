"""Less naive Bayes: features may depend on the class and on a few other features.

    KOrderNB          p(x|c) = ∏_j p(x_j | x_{j−1}, ..., x_{j−k}, c)
    TreeAugmentedNB   p(x|c) = p(x_root|c) ∏_j p(x_j | x_parent(j), c)

k = 0 is naive Bayes, k = d − 1 the full table; the tree is learnt from the data. The tables have V^{k+1}
cells per feature and class: the weaker the assumption, the fewer examples for each number.
"""

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array

from mlcore._checks import FloatArray, IntArray, shown, whole
from mlcore.less_naive_bayes.chow_liu import conditional_mutual_information, maximum_spanning_tree
from mlcore.less_naive_bayes.network import LARGEST_TABLE, MISSING, BayesNetwork


class KOrderNB(BayesNetwork):
    """Each feature depends on the class and on up to k features before it.

    Parameters
    ----------
    k : int, default=1
        The number of preceding features, at least 0; k ≥ d − 1 means all of them.
    alpha : float, default=1.0
        The pseudo-count of each cell of each table, at least 0.
    feature_order : array-like of shape (d,), default=None
        The order in which features precede each other; None for 0, 1, ..., d − 1.
    min_categories : int or array-like of shape (d,), default=None
        The least number of categories V_j, of all features or of each.
    class_prior : array-like of shape (K,), default=None
        The prior; None learns n_c / n.

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
        The classes, sorted.
    class_count_ : ndarray of shape (K,)
        n_c.
    class_log_prior_ : ndarray of shape (K,)
        log π_c.
    n_categories_ : ndarray of shape (d,)
        V_j.
    families_ : list of d tuples
        For each feature its parents and itself, in order.
    feature_log_prob_ : list of d ndarrays of shape (K, V of parents..., V_j)
        log p(x_j | parents, c).

    Examples
    --------
    The class is "same" if and only if two pixels are equal. Naive Bayes sees nothing of that, k = 1 does:

    >>> X, y = [[0, 0], [1, 1], [0, 1], [1, 0]], ["same", "same", "differ", "differ"]
    >>> KOrderNB(k=0).fit(X, y).predict_proba([[0, 0]]).round(2).tolist()
    [[0.5, 0.5]]
    >>> KOrderNB(k=1).fit(X, y).predict_proba([[0, 0]]).round(2).tolist()
    [[0.33, 0.67]]
    """

    def __init__(
        self,
        k: int = 1,
        *,
        alpha: float = 1.0,
        feature_order: ArrayLike | None = None,
        min_categories: ArrayLike | None = None,
        class_prior: ArrayLike | None = None,
    ) -> None:
        """Store the settings as given; ``fit`` checks them."""
        self.k = k
        self.alpha = alpha
        self.feature_order = feature_order
        self.min_categories = min_categories
        self.class_prior = class_prior

    def _families(self) -> list[tuple[int, ...]]:
        k = whole(self.k, "k", low=0)
        order = self._order()
        return [tuple(order[max(0, at - k) : at + 1]) for at in range(len(order))]

    def _order(self) -> list[int]:
        d = len(self.n_categories_)
        if self.feature_order is None:
            return list(range(d))
        order = np.asarray(self.feature_order)
        if order.dtype.kind not in "iu" or order.shape != (d,) or set(order.tolist()) != set(range(d)):
            raise ValueError(
                f"feature_order must hold each of 0 to {d - 1} once; got {shown(self.feature_order)}."
            )
        return [int(j) for j in order]

    def _start(self, K: int, d: int) -> None:
        super()._start(K, d)
        self.family_count_: list[FloatArray] = [np.empty(0)] * d
        for family in self._families():
            self.family_count_[family[-1]] = np.zeros(self._shape(family, self.n_categories_))

    def _shape(self, family: tuple[int, ...], n_categories: IntArray) -> tuple[int, ...]:
        shape = (len(self.class_count_), *(int(n_categories[j]) for j in family))
        cells = np.prod(np.array(shape, dtype=np.float64))
        if cells > LARGEST_TABLE:
            raise ValueError(
                f"The table of feature {family[-1]} would have {cells:.3g} cells; use a smaller k."
            )
        return shape

    def _grow(self, n_categories: IntArray) -> None:
        shapes = {family: self._shape(family, n_categories) for family in self._families()}
        for family, shape in shapes.items():
            grown = np.zeros(shape)
            counts = self.family_count_[family[-1]]
            grown[tuple(slice(0, size) for size in counts.shape)] = counts
            self.family_count_[family[-1]] = grown
        self.n_categories_ = n_categories

    def _count(self, X: IntArray, codes: IntArray, w: FloatArray) -> None:
        for family in self._families():
            count = self.family_count_[family[-1]]
            known = (X[:, family] != MISSING).all(axis=1)
            cell = np.ravel_multi_index((codes[known], *X[known][:, family].T), count.shape)
            count += np.bincount(cell, weights=w[known], minlength=count.size).reshape(count.shape)

    def _family_count(self, family: tuple[int, ...]) -> FloatArray:
        return self.family_count_[family[-1]]

    def _absorb(self, other: Self, rows: IntArray) -> None:
        self._grow(np.maximum(self.n_categories_, other.n_categories_))
        for mine, theirs in zip(self.family_count_, other.family_count_, strict=True):
            at: Any = (rows, *(slice(0, size) for size in theirs.shape[1:]))
            mine[at] += theirs
        self.class_count_[rows] += other.class_count_


class TreeAugmentedNB(BayesNetwork):
    """Each feature depends on the class and on one other feature; the features form a tree.

    The tree is the one of greatest likelihood (Chow and Liu): a maximum spanning tree over the conditional
    mutual information of pairs of features given the class, by counts without smoothing. Tie rule: see
    ``chow_liu.maximum_spanning_tree``. The root only directs the edges; without smoothing and missing values
    it does not change p(x|c).

    Parameters
    ----------
    alpha : float, default=1.0
        The pseudo-count of each cell of each table, at least 0.
    root : int, default=0
        The feature that has no other parent than the class.
    min_categories : int or array-like of shape (d,), default=None
        The least number of categories V_j, of all features or of each.
    class_prior : array-like of shape (K,), default=None
        The prior; None learns n_c / n.

    Attributes
    ----------
    parent_ : ndarray of shape (d,)
        The parent of each feature, −1 for the root.
    conditional_mutual_info_ : ndarray of shape (d, d)
        I(x_i; x_j | c) in nats.
    classes_, class_count_, class_log_prior_, n_categories_, families_, feature_log_prob_ : as in KOrderNB

    Examples
    --------
    >>> X, y = [[0, 0], [1, 1], [0, 1], [1, 0]], ["same", "same", "differ", "differ"]
    >>> model = TreeAugmentedNB().fit(X, y)
    >>> model.parent_.tolist(), model.predict(X).tolist()
    ([-1, 0], ['same', 'same', 'differ', 'differ'])
    """

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        root: int = 0,
        min_categories: ArrayLike | None = None,
        class_prior: ArrayLike | None = None,
    ) -> None:
        """Store the settings as given; ``fit`` checks them."""
        self.alpha = alpha
        self.root = root
        self.min_categories = min_categories
        self.class_prior = class_prior

    def _start(self, K: int, d: int) -> None:
        super()._start(K, d)
        self.pair_count_ = np.zeros(self._shape(self.n_categories_))

    def _shape(self, n_categories: IntArray) -> tuple[int, int, int]:
        S = int(n_categories.sum())
        if len(self.class_count_) * S**2 > LARGEST_TABLE:
            raise ValueError(f"The counts of pairs would have {len(self.class_count_) * S**2:.3g} cells.")
        return len(self.class_count_), S, S

    def _grow(self, n_categories: IntArray) -> None:
        grown = np.zeros(self._shape(n_categories))
        old = _positions(self.n_categories_, n_categories)
        grown[:, old[:, None], old] = self.pair_count_
        self.pair_count_, self.n_categories_ = grown, n_categories

    def _count(self, X: IntArray, codes: IntArray, w: FloatArray) -> None:
        S = self.pair_count_.shape[1]
        i, j = np.nonzero(X != MISSING)  # a missing value has no column
        column = _first(self.n_categories_)[j] + X[i, j]
        one_hot = csr_array((np.ones(len(i)), (i, column)), shape=(len(X), S))
        weighted = csr_array((w[i], (i, column)), shape=(len(X), S))
        for c in range(len(self.classes_)):
            self.pair_count_[c] += (weighted[codes == c].T @ one_hot[codes == c]).toarray()

    def _absorb(self, other: Self, rows: IntArray) -> None:
        self._grow(np.maximum(self.n_categories_, other.n_categories_))
        at = _positions(other.n_categories_, self.n_categories_)
        self.pair_count_[rows[:, None, None], at[:, None], at] += other.pair_count_
        self.class_count_[rows] += other.class_count_

    def _families(self) -> list[tuple[int, ...]]:
        d = len(self.n_categories_)
        root = whole(self.root, "root", low=0, high=d - 1)
        self.conditional_mutual_info_ = conditional_mutual_information(self.pair_count_, self.n_categories_)
        self.parent_ = maximum_spanning_tree(self.conditional_mutual_info_, root)
        families: list[tuple[int, ...]] = [(root,)]
        for family in families:  # grows as it goes: children follow their parent
            j = family[-1]
            families += [(j, int(child)) for child in np.flatnonzero(self.parent_ == j)]
        return families

    def _family_count(self, family: tuple[int, ...]) -> FloatArray:
        bounds = np.concatenate([[0], np.cumsum(self.n_categories_)])
        blocks = [slice(bounds[j], bounds[j + 1]) for j in family]
        if len(family) == 1:  # the diagonal of a feature with itself: its own counts
            count: FloatArray = np.diagonal(self.pair_count_[:, blocks[0], blocks[0]], axis1=1, axis2=2)
            return count
        return self.pair_count_[:, blocks[0], blocks[1]]


def _first(n_categories: IntArray) -> IntArray:
    """Return where the values of each feature begin when all are laid side by side."""
    return np.concatenate([[0], np.cumsum(n_categories)[:-1]])


def _positions(n_categories: IntArray, within: IntArray) -> IntArray:
    """Return where the values of features with fewer categories lie among those of features with more.

    >>> _positions(np.array([2, 1]), np.array([3, 2])).tolist()
    [0, 1, 3]
    """
    starts = _first(within)
    return np.concatenate([start + np.arange(V) for start, V in zip(starts, n_categories, strict=True)])
