"""Unit 2: categorical naive Bayes, from the lecture's loops to tables that grow with the data."""

from autograder.exercise import Unit
from mlcore.exercises.categorical_nb.conditionals import COND_TABLE
from mlcore.exercises.categorical_nb.counting import CLASS_PRIOR
from mlcore.exercises.categorical_nb.learning import LEARN
from mlcore.exercises.categorical_nb.one_observation import PREDICT_ONE
from mlcore.exercises.categorical_nb.one_with_prob import PREDICT_ONE_WITH_PROB
from mlcore.exercises.categorical_nb.pseudo_code import LEARN_PAIRS

UNIT = Unit(
    "categorical_nb",
    "02_categorical_nb",
    (LEARN_PAIRS, PREDICT_ONE, PREDICT_ONE_WITH_PROB, CLASS_PRIOR, COND_TABLE, LEARN),
)
