"""Bernoulli naive Bayes: which features are there? Eight tasks, from counts to a linear classifier.

The first four are the core: `binarise`, `learn`, the lecture's `predict_one`, and `log_joint`.
"""

from mlcore.exercises.bernoulli_nb import (
    binarise,
    evidence,
    learn,
    log_joint,
    predict,
    predict_one,
    predict_with_prob,
    to_linear,
)
from mlcore.exercises.bernoulli_nb.handed_in import SEEN
from selfcheck.exercise import Unit

_LADDER = (binarise, learn, predict_one, log_joint, predict, predict_with_prob, to_linear, evidence)

UNIT = Unit("bernoulli_nb", "03_bernoulli_nb", SEEN.beside(rung.EXERCISE for rung in _LADDER))
