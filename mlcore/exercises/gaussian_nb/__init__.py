"""Unit 5: Gaussian naive Bayes, one normal curve for each class and feature.

Each task is the module of its name; `inputs` holds what several of them are tried on.
From a height (`gaussian_pdf`) to a model (`learn`) and a decision (`predict_one`); then logarithms
(`gaussian_logpdf`, `log_joint`), many queries (`predict`), how sure (`predict_with_prob`), where the decision
turns (`boundary_1d`) and new examples (`sample_class`).
"""

from mlcore.exercises.gaussian_nb import (
    boundary_1d,
    gaussian_logpdf,
    gaussian_pdf,
    learn,
    log_joint,
    predict,
    predict_one,
    predict_with_prob,
    sample_class,
)
from selfcheck.exercise import Unit

# In the order of the notebook.
TASKS = (
    gaussian_pdf,
    learn,
    predict_one,
    gaussian_logpdf,
    log_joint,
    predict,
    predict_with_prob,
    boundary_1d,
    sample_class,
)

UNIT = Unit("gaussian_nb", "05_gaussian_nb", tuple(task.EXERCISE for task in TASKS))
