"""Conjugate priors: what is believed about a parameter, before and after the data, in one family.

    prior               data                        posterior
    Beta(a, b)          n₁ ones, n₀ zeros           Beta(a + n₁, b + n₀)
    Dirichlet(α)        n_v times value v           Dirichlet(α + n)
    Normal(m, v)        x₁..x_n of known variance   Normal(m', v'):  1/v' = 1/v + n/σ²,  m'/v' = m/v + Σx/σ²

The mode of a posterior is the MAP estimate. Additive smoothing with pseudo-count α is the mode under
Beta(α + 1, α + 1) or Dirichlet(α + 1, ..., α + 1); the posterior mean under Beta(α, α) gives the same number.
Left out on purpose: a prior for an unknown variance.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betaincinv, betaln, gammaln, ndtri, xlog1py, xlogy

from mlcore._checks import FloatArray, number, numbers, positive, same_length, shown
from mlcore.estimation.likelihoods import FloatOrArray, gaussian_logpdf


@dataclass(frozen=True)
class Beta:
    """The belief p(θ) ∝ θ^{a−1} (1 − θ)^{b−1} about the probability θ of a one.

    Parameters
    ----------
    a, b : float
        The parameters, greater than 0.

    Examples
    --------
    >>> Beta(2, 2).update(ones=6, zeros=4)
    Beta(a=8.0, b=6.0)
    """

    a: float
    b: float

    def __post_init__(self) -> None:
        """Refuse parameters that are not positive."""
        object.__setattr__(self, "a", positive(self.a, "a"))
        object.__setattr__(self, "b", positive(self.b, "b"))

    @classmethod
    def smoothing(cls, alpha: float) -> "Beta":
        """Return the prior whose MAP estimate adds alpha to both counts: Beta(α + 1, α + 1).

        Parameters
        ----------
        alpha : float
            The pseudo-count, at least 0.

        Returns
        -------
        Beta
            The prior.
        """
        alpha = number(alpha, "alpha", low=0)
        return cls(alpha + 1, alpha + 1)

    def update(self, ones: float, zeros: float) -> "Beta":
        """Return the posterior after some ones and zeros.

        Parameters
        ----------
        ones, zeros : float
            How many of each were seen, at least 0.

        Returns
        -------
        Beta
            The posterior.
        """
        return Beta(self.a + number(ones, "ones", low=0), self.b + number(zeros, "zeros", low=0))

    @property
    def mean(self) -> float:
        """a / (a + b); also the probability that the next toss is a one."""
        return self.a / (self.a + self.b)

    @property
    def variance(self) -> float:
        """Mean times (1 − mean), divided by a + b + 1."""
        return self.mean * (1 - self.mean) / (self.a + self.b + 1)

    @property
    def mode(self) -> float:
        """(a − 1) / (a + b − 2) inside; 0 or 1 where the density is greatest, or infinite, at one end only.

        Beta(1, 1) is flat, every θ is a mode; with a < 1 and b < 1 both ends are infinite: a ValueError.
        """
        if (self.a == self.b == 1) or (self.a < 1 and self.b < 1):
            raise ValueError(f"{self} has no single mode: the density is flat or infinite at both ends.")
        if self.b <= 1 <= self.a:
            return 1.0
        if self.a <= 1:
            return 0.0
        return (self.a - 1) / (self.a + self.b - 2)

    def logpdf(self, theta: FloatOrArray) -> FloatOrArray:
        """Return the log density at θ; −∞ outside [0, 1].

        Parameters
        ----------
        theta : float or ndarray
            Where the density is asked for.

        Returns
        -------
        float or ndarray
            The log density, in the shape of theta.
        """
        t = np.asarray(theta, dtype=np.float64)
        if np.isnan(t).any():
            raise ValueError("theta must not hold NaN.")
        inside = (t >= 0) & (t <= 1)
        s = np.where(inside, t, 0.5)
        log_density = xlogy(self.a - 1, s) + xlog1py(self.b - 1, -s) - betaln(self.a, self.b)
        masked: Any = np.where(inside, log_density, -np.inf)
        result: FloatOrArray = masked[()]
        return result

    def pdf(self, theta: FloatOrArray) -> FloatOrArray:
        """Return the density at θ.

        Parameters
        ----------
        theta : float or ndarray
            Where the density is asked for.

        Returns
        -------
        float or ndarray
            The density, in the shape of theta.

        Examples
        --------
        >>> round(float(Beta(2, 2).pdf(0.5)), 6)
        1.5
        """
        result: FloatOrArray = np.exp(self.logpdf(theta))
        return result

    def credible_interval(self, level: float = 0.95) -> tuple[float, float]:
        """Return the interval that leaves (1 − level)/2 of the belief at either side.

        Parameters
        ----------
        level : float, default=0.95
            How much of the belief lies in the interval, between 0 and 1.

        Returns
        -------
        tuple of two floats
            Its ends.

        Examples
        --------
        >>> [round(end, 3) for end in Beta(1, 1).credible_interval(0.9)]
        [0.05, 0.95]
        """
        low = _lower_tail(level)
        # The upper end is the mirror image of the lower end of 1 − θ: no digits lost in 1 - low.
        return float(betaincinv(self.a, self.b, low)), float(1 - betaincinv(self.b, self.a, low))

    def log_evidence(self, ones: float, zeros: float) -> float:
        """Return log p(data) = log ∫ θⁿ¹(1 − θ)ⁿ⁰ p(θ) dθ of one sequence with these counts.

        Parameters
        ----------
        ones, zeros : float
            How many of each were seen, at least 0.

        Returns
        -------
        float
            log p(data).
        """
        after = self.update(ones, zeros)
        return float(betaln(after.a, after.b) - betaln(self.a, self.b))


@dataclass(frozen=True)
class Dirichlet:
    """The belief p(θ) ∝ ∏_v θ_v^{α_v − 1} about the probabilities of V ≥ 2 values.

    Parameters
    ----------
    alpha : array-like of shape (V,)
        The parameters, greater than 0.

    Examples
    --------
    >>> Dirichlet([1, 1, 1]).update([3, 0, 2])
    Dirichlet(alpha=(4.0, 1.0, 3.0))
    """

    alpha: tuple[float, ...]

    def __init__(self, alpha: ArrayLike) -> None:
        """Keep the parameters as a tuple, so that beliefs can be compared and hashed."""
        a = numbers(alpha, "alpha")
        if a.size < 2 or (a <= 0).any():
            raise ValueError(f"alpha must hold at least 2 numbers above 0; got {shown(a.tolist())}.")
        object.__setattr__(self, "alpha", tuple(a.tolist()))

    @classmethod
    def smoothing(cls, alpha: float, n_values: int) -> "Dirichlet":
        """Return the prior whose MAP estimate adds alpha to every count: Dirichlet(α + 1, ..., α + 1).

        Parameters
        ----------
        alpha : float
            The pseudo-count, at least 0.
        n_values : int
            V, the number of values.

        Returns
        -------
        Dirichlet
            The prior.
        """
        return cls([number(alpha, "alpha", low=0) + 1] * n_values)

    def update(self, counts: ArrayLike) -> "Dirichlet":
        """Return the posterior after n_v examples of each value.

        Parameters
        ----------
        counts : array-like of shape (V,)
            n_v, how often each value was seen.

        Returns
        -------
        Dirichlet
            The posterior.
        """
        n_v = numbers(counts, "counts")
        same_length(counts=n_v, alpha=self.alpha)
        if (n_v < 0).any():
            raise ValueError(f"counts must be at least 0; got {shown(n_v.tolist())}.")
        return Dirichlet(self._array + n_v)

    @property
    def _array(self) -> FloatArray:
        return np.array(self.alpha)

    @property
    def mean(self) -> FloatArray:
        """α_v / Σα, shape (V,); also the probabilities of the next value."""
        mean: FloatArray = self._array / self._array.sum()
        return mean

    @property
    def variance(self) -> FloatArray:
        """Mean times (1 − mean), divided by Σα + 1, shape (V,)."""
        variance: FloatArray = self.mean * (1 - self.mean) / (self._array.sum() + 1)
        return variance

    @property
    def mode(self) -> FloatArray:
        """(α_v − 1) / (Σα − V), shape (V,).

        A ValueError where no single point is greatest: all α_v = 1 (flat) or, beyond two values, some α_v < 1
        (infinite along a whole side). Two values follow the rule of ``Beta``.
        """
        a = self._array
        if a.size == 2:
            first = Beta(*self.alpha).mode
            return np.array([first, 1 - first])
        if (a < 1).any() or (a == 1).all():
            raise ValueError(f"{self} has no single mode: the density is flat or infinite at a side.")
        mode: FloatArray = (a - 1) / (a - 1).sum()
        return mode

    def logpdf(self, theta: ArrayLike) -> float:
        """Return the log density at θ.

        Parameters
        ----------
        theta : array-like of shape (V,)
            One point, summing to 1; elsewhere the density is 0.

        Returns
        -------
        float
            The log density.
        """
        t = numbers(theta, "theta")
        same_length(theta=t, alpha=self.alpha)
        if (t < 0).any() or not np.isclose(t.sum(), 1):
            return float("-inf")
        a = self._array
        return float(xlogy(a - 1, t).sum() + gammaln(a.sum()) - gammaln(a).sum())

    def pdf(self, theta: ArrayLike) -> float:
        """Return the density at θ.

        Parameters
        ----------
        theta : array-like of shape (V,)
            One point, summing to 1; elsewhere the density is 0.

        Returns
        -------
        float
            The density.

        Examples
        --------
        >>> round(Dirichlet([1, 1, 1]).pdf([0.2, 0.3, 0.5]), 6)
        2.0
        """
        return float(np.exp(self.logpdf(theta)))

    def credible_interval(self, level: float = 0.95) -> FloatArray:
        """Return an equal-tailed interval for each θ_v on its own, a Beta(α_v, Σα − α_v).

        Parameters
        ----------
        level : float, default=0.95
            How much of the belief about each θ_v lies in its interval.

        Returns
        -------
        ndarray of shape (V, 2)
            Their ends.
        """
        total = self._array.sum()
        return np.array([Beta(a, total - a).credible_interval(level) for a in self.alpha])  # (V, 2)

    def log_evidence(self, counts: ArrayLike) -> float:
        """Return log p(data) = log ∫ ∏_v θ_v^{n_v} p(θ) dθ of one sequence with these counts.

        Parameters
        ----------
        counts : array-like of shape (V,)
            n_v, how often each value was seen.

        Returns
        -------
        float
            log p(data).
        """
        return _log_beta(self.update(counts)._array) - _log_beta(self._array)


@dataclass(frozen=True)
class Normal:
    """The belief N(m, v) about a mean μ, seen through examples of known variance σ².

    Parameters
    ----------
    mean : float
        m.
    var : float
        v, the variance, greater than 0.

    Examples
    --------
    >>> Normal(0, 1).update([2.0, 4.0], noise_var=1.0)
    Normal(mean=2.0, var=0.3333333333333333)
    """

    mean: float
    var: float

    def __post_init__(self) -> None:
        """Refuse a variance that is not positive."""
        object.__setattr__(self, "mean", number(self.mean, "mean"))
        object.__setattr__(self, "var", positive(self.var, "var"))

    def update(self, x: ArrayLike, noise_var: float) -> "Normal":
        """Return the posterior of μ after examples x_i ~ N(μ, σ²): precisions 1/variance add up.

        Parameters
        ----------
        x : array-like of shape (n,)
            The examples; a single number is one example.
        noise_var : float
            σ², the known variance of an example.

        Returns
        -------
        Normal
            The posterior.
        """
        x = numbers(np.atleast_1d(np.asarray(x)), "x")
        noise_var = positive(noise_var, "noise_var")
        precision = 1 / self.var + x.size / noise_var
        return Normal((self.mean / self.var + float(x.sum()) / noise_var) / precision, 1 / precision)

    @property
    def mode(self) -> float:
        """The mean."""
        return self.mean

    @property
    def variance(self) -> float:
        """The variance, under the name that the other beliefs have."""
        return self.var

    def logpdf(self, mu: FloatOrArray) -> FloatOrArray:
        """Return the log density at μ.

        Parameters
        ----------
        mu : float or ndarray
            Where the density is asked for.

        Returns
        -------
        float or ndarray
            The log density, in the shape of mu.
        """
        log_density: Any = gaussian_logpdf(mu, self.mean, self.var)
        result: FloatOrArray = log_density
        return result

    def pdf(self, mu: FloatOrArray) -> FloatOrArray:
        """Return the density at μ.

        Parameters
        ----------
        mu : float or ndarray
            Where the density is asked for.

        Returns
        -------
        float or ndarray
            The density, in the shape of mu.
        """
        result: FloatOrArray = np.exp(self.logpdf(mu))
        return result

    def credible_interval(self, level: float = 0.95) -> tuple[float, float]:
        """Return the interval that leaves (1 − level)/2 of the belief at either side.

        Parameters
        ----------
        level : float, default=0.95
            How much of the belief lies in the interval, between 0 and 1.

        Returns
        -------
        tuple of two floats
            Its ends.

        Examples
        --------
        >>> [round(end, 2) for end in Normal(0, 1).credible_interval()]
        [-1.96, 1.96]
        """
        half = -float(ndtri(_lower_tail(level))) * self.var**0.5
        return self.mean - half, self.mean + half

    def predictive(self, noise_var: float) -> "Normal":
        """Return the distribution of the next example: N(m, v + σ²).

        Parameters
        ----------
        noise_var : float
            σ², the known variance of an example.

        Returns
        -------
        Normal
            The distribution.
        """
        return Normal(self.mean, self.var + positive(noise_var, "noise_var"))


def _log_beta(alpha: FloatArray) -> float:
    """Return the logarithm of the multivariate beta function ∏Γ(α_v) / Γ(Σα)."""
    return float(gammaln(alpha).sum() - gammaln(alpha.sum()))


def _lower_tail(level: float) -> float:
    level = number(level, "level")
    if not 0 < level < 1:
        raise ValueError(f"level must lie strictly between 0 and 1; got {shown(level)}.")
    return (1 - level) / 2
