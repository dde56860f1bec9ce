"""Probability for classifiers: tables of all combinations, and Bayes' rule.

In reading order: ``joint_tables`` (everything can be read off a table of all combinations), ``table_sizes``
(why nobody keeps one), ``bayes_rule`` (what to do instead).
"""

from mlcore.probability.bayes_rule import (
    bayes_posterior,
    break_even_prior,
    diagnostic_posterior,
    evidence,
    normalise,
    normalise_log,
    odds,
    posterior_odds,
    probability_from_odds,
)
from mlcore.probability.joint_tables import (
    cond_independent,
    cond_prob,
    event_prob,
    independent,
    joint_from_counts,
    joint_from_rows,
    marginal,
)
from mlcore.probability.table_sizes import expected_distinct_cells, expected_empty_share, n_parameters

__all__ = [
    "bayes_posterior",
    "break_even_prior",
    "cond_independent",
    "cond_prob",
    "diagnostic_posterior",
    "event_prob",
    "evidence",
    "expected_distinct_cells",
    "expected_empty_share",
    "independent",
    "joint_from_counts",
    "joint_from_rows",
    "marginal",
    "n_parameters",
    "normalise",
    "normalise_log",
    "odds",
    "posterior_odds",
    "probability_from_odds",
]
