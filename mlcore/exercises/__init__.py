"""The tasks of this course: a package for each notebook, in it a module for each task, by its name.

A module has all of its task: what is asked, right answers, inputs, known mistakes.

In a notebook: `from mlcore.exercises import check`, then `check("bayes_rule.event_prob", event_prob)`.
"""

import re
from collections.abc import Iterable

from selfcheck import waiting
from selfcheck.check import Checker
from selfcheck.exercise import Units

UNITS = Units(
    __name__,
    ("bayes_rule", "knn", "categorical_nb", "bernoulli_nb", "multinomial_nb", "gaussian_nb", "decisions"),
)
_checker = Checker(UNITS)
check = _checker.check
waiting.install()


def prepare(cells: Iterable[str], kept: bytes = b"") -> bytes:
    """Have ready what every check in these cells needs: the grader calls it once for all students.

    It keeps what comes back for the next time, until anything is another.
    """
    named = re.findall(r"""check\(\s*["'](\w+\.\w+)["']""", "\n".join(cells))
    return _checker.prepare(dict.fromkeys(name for name in named if name.partition(".")[0] in UNITS), kept)


__all__ = ["UNITS", "check", "prepare"]
