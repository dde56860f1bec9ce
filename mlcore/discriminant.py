"""Gaussian discriminant analysis: one normal distribution per class, with all its correlations.

    p(x|c) = N(x; μ_c, Σ_c) = (2π)^{−d/2} |Σ_c|^{−½} exp(−½ (x − μ_c)ᵀ Σ_c⁻¹ (x − μ_c))

Own covariances make the boundaries quadratic (QDA), one shared covariance makes them linear (LDA), and
diagonal covariances are Gaussian naive Bayes. In one dimension ``mlcore.boundary`` writes the boundary down.
Left out on purpose: LDA as a way to reduce dimensions.
"""

from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import cho_solve, solve_triangular
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from mlcore._checks import FloatArray, Labels, Table, distribution, generator, number, shown, whole
from mlcore._tables import read_weights
from mlcore.bayes_classifier import BayesClassifier
from mlcore.boundary import boundary_1d

__all__ = ["GaussianDiscriminant", "boundary_1d"]


class GaussianDiscriminant(BayesClassifier):
    """A multivariate normal per class, estimated by maximum likelihood.

    μ_c = Σ_{i∈c} x_i / n_c and Σ_c = Σ_{i∈c} (x_i − μ_c)(x_i − μ_c)ᵀ / n_c. The divisor is n_c, and n for the
    shared covariance, as in scikit-learn's quadratic and linear discriminant analysis (the latter with
    ``solver="lsqr"``; its default divides by n − K). Ties between classes go to the first in sorted order.

    Parameters
    ----------
    shared_covariance : bool, default=False
        One covariance for all classes; the model then has the linear form ``coef_``, ``intercept_``.
    priors : array-like of shape (K,), default=None
        The probabilities of the classes; None for their shares n_c / n.
    regularisation : float, default=1e-9
        A number r within [0, 1]: Σ becomes (1 − r) Σ + r (tr Σ / d) I, which is scikit-learn's ``shrinkage``.
        The default is only just enough for features that are constant or determine each other, and for few
        examples; with r = 0 such a singular covariance is a ValueError, and so is, with any r, a class of
        equal examples (Σ = 0).

    Attributes
    ----------
    classes_ : ndarray of shape (K,)
        The classes, sorted.
    priors_ : ndarray of shape (K,)
        π_c.
    means_ : ndarray of shape (K, d)
        μ_c.
    covariance_ : ndarray of shape (K, d, d), or (d, d) if shared
        Σ_c.
    coef_, intercept_ : ndarrays of shapes (K, d) and (K,)
        Only if shared: log p(x, c) = coef_[c] · x + intercept_[c] + a term that is the same for all classes.

    Examples
    --------
    >>> X = [[0, 0], [2, 0], [1, 1], [1, -1], [5, 0], [7, 0], [6, 1], [6, -1]]
    >>> model = GaussianDiscriminant().fit(X, list("aaaabbbb"))
    >>> model.predict([[2, 3], [5, 3]]).tolist()
    ['a', 'b']
    """

    def __init__(
        self,
        *,
        shared_covariance: bool = False,
        priors: ArrayLike | None = None,
        regularisation: float = 1e-9,
    ) -> None:
        """Store the settings as given; ``fit`` checks them."""
        self.shared_covariance = shared_covariance
        self.priors = priors
        self.regularisation = regularisation

    def fit(self, X: Table, y: Labels, sample_weight: ArrayLike | None = None) -> Self:
        """Learn from examples.

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
        r = number(self.regularisation, "regularisation", low=0, high=1)
        if not isinstance(self.shared_covariance, bool | np.bool_):
            raise TypeError(f"shared_covariance must be True or False; got {shown(self.shared_covariance)}.")
        X, y = validate_data(self, X, y, dtype=np.float64, ensure_min_samples=2)
        check_classification_targets(y)
        w = read_weights(sample_weight, len(X), non_negative=True)
        self.classes_, codes = np.unique(y, return_inverse=True)
        class_weight = np.bincount(codes, weights=w).astype(np.float64)  # (K,)
        if (class_weight == 0).any():
            empty = self.classes_[class_weight == 0].tolist()
            raise ValueError(f"Each class needs examples of positive weight; got none for {shown(empty)}.")

        self.priors_ = self._checked_priors(class_weight)
        self.means_ = np.array(
            [np.average(X[codes == c], axis=0, weights=w[codes == c]) for c in range(len(self.classes_))]
        )  # (K, d)
        scatter = np.array(
            [_scatter(X[codes == c] - mean, w[codes == c]) for c, mean in enumerate(self.means_)]
        )  # (K, d, d)
        if self.shared_covariance:
            covariance = _shrink(scatter.sum(axis=0) / class_weight.sum(), r)  # (d, d)
            self._cholesky = _cholesky(covariance, "The shared covariance")[None]
            self._set_linear_form()
        else:
            covariance = np.array([_shrink(s / n_c, r) for s, n_c in zip(scatter, class_weight, strict=True)])
            self._cholesky = np.array(
                [
                    _cholesky(cov, f"The covariance of class {label!r}")
                    for cov, label in zip(covariance, self.classes_.tolist(), strict=True)
                ]
            )  # (K, d, d)
        self.covariance_ = covariance
        return self

    def sample(self, n: int, label: object, rng: np.random.Generator) -> FloatArray:
        """Draw examples x ~ N(μ_c, Σ_c) of one class.

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
        """
        n, c, rng = whole(n, "n", low=0), self._position(label), generator(rng)
        # With Σ = L Lᵀ, the image L z of independent standard normals z has covariance Σ.
        z = rng.standard_normal((n, self.n_features_in_))
        draws: FloatArray = self.means_[c] + z @ self._cholesky_of(c).T
        return draws

    def _check_X(self, X: Table) -> FloatArray:
        X = validate_data(self, X, dtype=np.float64, reset=False)
        checked: FloatArray = X
        return checked

    def _joint_log_proba(self, X: FloatArray) -> FloatArray:
        log_likelihood = np.empty((len(X), len(self.classes_)))  # (m, K)
        for c, mean in enumerate(self.means_):
            L = self._cholesky_of(c)
            z = solve_triangular(L, (X - mean).T, lower=True)  # (d, m)
            log_determinant = 2 * np.log(np.diag(L)).sum()
            log_likelihood[:, c] = -0.5 * (
                X.shape[1] * np.log(2 * np.pi) + log_determinant + (z * z).sum(axis=0)
            )
        with np.errstate(divide="ignore"):  # a prior of 0 rules its class out
            return log_likelihood + np.log(self.priors_)

    def _cholesky_of(self, c: int) -> FloatArray:
        factor: FloatArray = self._cholesky[0 if self.shared_covariance else c]
        return factor

    def _set_linear_form(self) -> None:
        """Set w_c = Σ⁻¹ μ_c and b_c = log π_c − ½ μ_cᵀ Σ⁻¹ μ_c: what is left when xᵀ Σ⁻¹ x cancels."""
        self.coef_ = cho_solve((self._cholesky[0], True), self.means_.T).T  # (K, d)
        with np.errstate(divide="ignore"):
            self.intercept_ = np.log(self.priors_) - 0.5 * (self.coef_ * self.means_).sum(axis=1)

    def _checked_priors(self, class_weight: FloatArray) -> FloatArray:
        if self.priors is None:
            shares: FloatArray = class_weight / class_weight.sum()
            return shares
        priors = distribution(self.priors, "priors")
        if len(priors) != len(class_weight):
            raise ValueError(
                f"priors must have one entry per class ({len(class_weight)}); got {len(priors)}."
            )
        return priors


def _scatter(centred: FloatArray, w: FloatArray) -> FloatArray:
    """Return Σ_i w_i x_i x_iᵀ of centred examples, shape (d, d)."""
    scatter: FloatArray = (centred * w[:, None]).T @ centred
    return scatter


def _shrink(covariance: FloatArray, r: float) -> FloatArray:
    """Return (1 − r) Σ + r (tr Σ / d) I."""
    d = len(covariance)
    shrunk: FloatArray = (1 - r) * covariance + r * np.trace(covariance) / d * np.eye(d)
    return shrunk


def _cholesky(covariance: FloatArray, what: str) -> FloatArray:
    """Return L with Σ = L Lᵀ, or raise for a covariance that is singular up to rounding."""
    sd = np.sqrt(np.diag(covariance))
    if (sd > 0).all():
        try:
            # Of the correlations, so that the units of the features do not decide what counts as singular.
            factor = np.linalg.cholesky(covariance / np.outer(sd, sd))
        except np.linalg.LinAlgError:
            factor = np.zeros_like(covariance)
        if (np.diag(factor) ** 2 > 10 * len(sd) * np.finfo(np.float64).eps).all():
            scaled: FloatArray = sd[:, None] * factor
            return scaled
    raise ValueError(
        f"{what} is singular: a feature is constant or follows from the others, or the examples are too few. "
        "Raise regularisation, drop the feature, or use shared_covariance=True."
    )
