"""Unit 0: joint tables and Bayes' rule, the warm-up.

Each task is the module of its name; `inputs` holds what several of them are tried on.
"""

from mlcore.exercises.bayes_rule import (
    bayes_posterior,
    binomial_likelihood,
    cond_independent,
    cond_prob,
    diagnostic_posterior,
    event_prob,
    map_theta,
    n_parameters,
    normalise_log,
    repeated_test,
    update_odds,
)
from selfcheck.exercise import Unit

# In the order of the notebook.
TASKS = (
    event_prob,
    cond_prob,
    bayes_posterior,
    diagnostic_posterior,
    map_theta,
    normalise_log,
    cond_independent,
    binomial_likelihood,
    n_parameters,
    update_odds,
    repeated_test,
)

UNIT = Unit("bayes_rule", "00_bayes_rule", tuple(task.EXERCISE for task in TASKS))
