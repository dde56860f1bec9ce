"""A sensor whose every rate has a closed form: N(0, 1) on good parts, N(2, 1) on defective ones."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import logit
from scipy.stats import norm

from mlcore._checks import FloatArray

SHIFT = 2.0  # how many standard deviations higher the sensor reads on a defect
COMMON, RARE = 0.5, 0.01  # shares of the defects
N = 100_000
FALSE_ALARM, MISS = 1.0, 20.0


def sample(share: float, rng: np.random.Generator, n: int = N) -> tuple[FloatArray, FloatArray]:
    """Return labels (1 defective) and readings of n parts, of which a fixed share is defective, (n,) each."""
    y = np.zeros(n)
    y[: round(share * n)] = 1
    return y, rng.normal(SHIFT * y, 1.0)


def precision_of(tpr: ArrayLike, fpr: ArrayLike, share: float) -> FloatArray:
    """Return π TPR / (π TPR + (1 − π) FPR).

    >>> [round(float(precision_of(0.8, 0.1, share)), 3) for share in (0.5, 0.01)]
    [0.889, 0.075]
    """
    found, false_alarms = share * np.asarray(tpr), (1 - share) * np.asarray(fpr)
    return np.asarray(found / (found + false_alarms))


def cost_per_part(
    cut: ArrayLike, share: float = RARE, fp: float = FALSE_ALARM, fn: float = MISS
) -> FloatArray:
    """Return the expected cost per part of an alarm at every reading of at least ``cut``."""
    cut = np.asarray(cut)
    return np.asarray(share * fn * norm.cdf(cut - SHIFT) + (1 - share) * fp * norm.sf(cut))


def reading_at(posterior: ArrayLike, share: float) -> FloatArray:
    """Return the reading whose posterior this is: log odds = SHIFT · x − SHIFT² / 2 + log(π / (1 − π))."""
    return np.asarray((logit(posterior) - logit(share)) / SHIFT + SHIFT / 2)
