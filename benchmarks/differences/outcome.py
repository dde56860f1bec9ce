"""What came of a case on one side: arrays by name, or an error."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Outcome:
    """Arrays by name; without any, the error says why."""

    values: dict[str, Any] = field(default_factory=dict)
    error: Exception | None = None

    def __str__(self) -> str:
        """Return it as it stands in a report."""
        return f"{type(self.error).__name__}: {self.error}" if self.error else f"{self.values}"


def run(work: Callable[[], dict[str, Any]]) -> Outcome:
    try:
        return Outcome(work())
    except Exception as error:  # whatever a library raises on a drawn case is an outcome
        return Outcome(error=error)


def close(a: Any, b: Any, rtol: float = 1e-7, atol: float = 1e-9) -> bool:
    """Return whether two arrays have one shape and agree; infinities must be equal, NaN equals NaN."""
    a, b = np.asarray(a), np.asarray(b)
    if a.shape != b.shape:
        return False
    if a.dtype.kind not in "biuf" or b.dtype.kind not in "biuf":
        return bool((a == b).all())
    return bool(np.allclose(a, b, rtol=rtol, atol=atol, equal_nan=True))
