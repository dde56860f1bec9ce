"""The tasks of this course: a package for each notebook, in it a module for each task, by its name.

A module has all of its task: what is asked, right answers, inputs, known mistakes.

In a notebook: `from mlcore.exercises import check`, then `check("bayes_rule.event_prob", event_prob)`.
"""

from selfcheck import waiting
from selfcheck.check import Checker
from selfcheck.exercise import Units

UNITS = Units(
    __name__,
    ("bayes_rule", "knn", "categorical_nb", "bernoulli_nb", "multinomial_nb", "gaussian_nb", "decisions"),
)
check = Checker(UNITS).check
waiting.install()

__all__ = ["UNITS", "check"]
