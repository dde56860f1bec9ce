"""What checks hand to students' functions, and the students' processes have as well: found there by its name.

Only what no task asks for. A grader need not be asked for each distance then, thousands of times a notebook.
"""

from collections.abc import Iterable
from typing import Any


def euclidean(a: Iterable[Any], b: Iterable[Any]) -> float:
    """Return the length of the straight way from a to b.

    >>> euclidean([0, 0], [3, 4])
    5.0
    """
    return float(sum((float(s) - float(t)) ** 2 for s, t in zip(a, b, strict=True)) ** 0.5)
