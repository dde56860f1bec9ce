"""Two sides compared by pairs: run in turns, the median of the ratios of neighbouring runs, and its spread.

A shared machine is slow at one moment and fast at the next. Two runs side by side meet the same moment, so
their ratio says more than the ratio of the two best runs; the quartiles say how far to trust it.
"""

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

import numpy as np


class Ratio(NamedTuple):
    """How many times as fast: the median over the pairs, and its first and third quartile."""

    median: float
    low: float
    high: float

    @property
    def slower(self) -> bool:
        """Whether it is slower beyond noise: the whole range between the quartiles is below 1.

        One pair has no range, and says nothing of noise.
        """
        return self.low < self.high < 1


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> Ratio:
    """Return how many times as fast ours is, from the seconds of runs in turns.

    >>> ratio([1.0, 2.0, 1.0], [3.0, 4.0, 5.0])
    Ratio(median=3.0, low=2.5, high=4.0)
    """
    ratios = np.array(theirs) / np.array(ours)
    low, high = np.quantile(ratios, [0.25, 0.75])
    return Ratio(median(ratios.tolist()), float(low), float(high))


def told(found: Ratio) -> str:
    """Return a ratio as it stands in a table, with its spread where several pairs were run.

    >>> told(Ratio(3.04, 2.9, 3.2)), told(Ratio(12.0, 12.0, 12.0))
    ('3.0 (2.9–3.2)', '12.0')
    """
    spread = f" ({found.low:.1f}–{found.high:.1f})" if found.low < found.high else ""
    return f"{found.median:.1f}{spread}"
