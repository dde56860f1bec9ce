"""Unit 4: multinomial naive Bayes. How often does each word occur? From a text to its subject.

Each task is the module of its name; `inputs` holds what several of them are tried on.
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
    word_shares,
)
from selfcheck.exercise import Unit

# In the order of the notebook.
TASKS = (
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
    word_shares,
)

UNIT = Unit("multinomial_nb", "04_multinomial_nb", tuple(task.EXERCISE for task in TASKS))
