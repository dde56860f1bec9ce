"""Multinomial naive Bayes: how often does each word occur? Ten tasks, from a text to its subject.

The first five are the core: the vocabulary, the counts, `learn`, the lecture's `predict_one`, `log_joint`.
"""

from mlcore.exercises.multinomial_nb import (
    build_vocabulary,
    cosine_similarity,
    count_vector,
    learn,
    log_joint,
    m_estimate,
    predict,
    predict_one,
    predict_with_prob,
    spectral_scores,
)
from mlcore.exercises.multinomial_nb.handed_in import SEEN
from selfcheck.exercise import Unit

_LADDER = (
    build_vocabulary,
    count_vector,
    learn,
    predict_one,
    log_joint,
    predict,
    predict_with_prob,
    spectral_scores,
    cosine_similarity,
    m_estimate,
)

UNIT = Unit("multinomial_nb", "04_multinomial_nb", SEEN.beside(rung.EXERCISE for rung in _LADDER))
