"""Unit 0: joint tables and Bayes' rule, the warm-up. The modules beside this one follow the notebook."""

from mlcore.exercises.bayes_rule.conditioning import COND_PROB
from mlcore.exercises.bayes_rule.diagnosis import DIAGNOSTIC_POSTERIOR
from mlcore.exercises.bayes_rule.estimates import MAP_THETA
from mlcore.exercises.bayes_rule.handed_in import SEEN
from mlcore.exercises.bayes_rule.independence import COND_INDEPENDENT
from mlcore.exercises.bayes_rule.logarithms import NORMALISE_LOG
from mlcore.exercises.bayes_rule.posterior import BAYES_POSTERIOR
from mlcore.exercises.bayes_rule.sizes import N_PARAMETERS
from mlcore.exercises.bayes_rule.tables import EVENT_PROB
from mlcore.exercises.bayes_rule.tosses import BINOMIAL_LIKELIHOOD
from selfcheck.exercise import Unit

UNIT = Unit(
    "bayes_rule",
    "00_bayes_rule",
    SEEN.beside(
        (
            EVENT_PROB,
            COND_PROB,
            BAYES_POSTERIOR,
            DIAGNOSTIC_POSTERIOR,
            MAP_THETA,
            NORMALISE_LOG,
            COND_INDEPENDENT,
            BINOMIAL_LIKELIHOOD,
            N_PARAMETERS,
        )
    ),
)
