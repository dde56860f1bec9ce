"""Unit 2: categorical naive Bayes, from the lecture's loops to tables that grow with the data.

Each task is the module of its name; `inputs` holds what several of them are tried on.
"""

from mlcore.exercises.categorical_nb import (
    class_prior,
    cond_table,
    cond_table_with_gaps,
    learn,
    learn_pairs,
    log_joint,
    log_joint_with_gaps,
    predict,
    predict_one,
    predict_one_with_prob,
    predict_with_prob,
    update,
)
from selfcheck.exercise import Unit

# In the order of the notebook.
TASKS = (
    learn_pairs,
    predict_one,
    predict_one_with_prob,
    class_prior,
    cond_table,
    learn,
    log_joint,
    predict,
    predict_with_prob,
    log_joint_with_gaps,
    cond_table_with_gaps,
    update,
)

UNIT = Unit("categorical_nb", "02_categorical_nb", tuple(task.EXERCISE for task in TASKS))
