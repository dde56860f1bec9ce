"""Unit 3: Bernoulli naive Bayes. Which features are there? From counts to a linear classifier.

Each task is the module of its name; `inputs` holds what several of them are tried on.
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
from selfcheck.exercise import Unit

# In the order of the notebook.
TASKS = (
    binarise,
    learn,
    predict_one,
    log_joint,
    predict,
    predict_with_prob,
    to_linear,
    evidence,
)

UNIT = Unit("bernoulli_nb", "03_bernoulli_nb", tuple(task.EXERCISE for task in TASKS))
