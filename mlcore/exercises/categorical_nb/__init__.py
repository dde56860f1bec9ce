"""Unit 2: categorical naive Bayes, from the lecture's loops to tables that grow with the data."""

from mlcore.exercises.categorical_nb.conditionals import COND_TABLE
from mlcore.exercises.categorical_nb.counting import CLASS_PRIOR
from mlcore.exercises.categorical_nb.gaps_in_learning import COND_TABLE_WITH_GAPS
from mlcore.exercises.categorical_nb.gaps_in_queries import LOG_JOINT_WITH_GAPS
from mlcore.exercises.categorical_nb.handed_in import SEEN
from mlcore.exercises.categorical_nb.joint import LOG_JOINT
from mlcore.exercises.categorical_nb.learning import LEARN
from mlcore.exercises.categorical_nb.one_observation import PREDICT_ONE
from mlcore.exercises.categorical_nb.one_with_prob import PREDICT_ONE_WITH_PROB
from mlcore.exercises.categorical_nb.predicting import PREDICT
from mlcore.exercises.categorical_nb.probabilities import PREDICT_WITH_PROB
from mlcore.exercises.categorical_nb.pseudo_code import LEARN_PAIRS
from mlcore.exercises.categorical_nb.updating import UPDATE
from selfcheck.exercise import Unit

UNIT = Unit(
    "categorical_nb",
    "02_categorical_nb",
    SEEN.beside(
        (
            LEARN_PAIRS,
            PREDICT_ONE,
            PREDICT_ONE_WITH_PROB,
            CLASS_PRIOR,
            COND_TABLE,
            LEARN,
            LOG_JOINT,
            PREDICT,
            PREDICT_WITH_PROB,
            LOG_JOINT_WITH_GAPS,
            COND_TABLE_WITH_GAPS,
            UPDATE,
        )
    ),
)
