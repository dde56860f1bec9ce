"""Unit 6, decisions: what is an answer worth, and which one should be given?

The ladder: four counts (``counting``) and what is made of them (``measures``), costs (``costs``) and
thresholds (``threshold``), all thresholds at once (``roc``, ``precision_recall``) and one number for them
(``area``), weights for rare classes (``weights``), samples that are not the world (``priors``, ``samples``),
and what an error consists of (``errors``).
"""

from mlcore.exercises.decisions.area import auc
from mlcore.exercises.decisions.costs import decide, expected_cost
from mlcore.exercises.decisions.counting import confusion
from mlcore.exercises.decisions.errors import error_decomposition
from mlcore.exercises.decisions.handed_in import SEEN
from mlcore.exercises.decisions.measures import metrics
from mlcore.exercises.decisions.precision_recall import pr_points
from mlcore.exercises.decisions.priors import correct_prior
from mlcore.exercises.decisions.roc import roc_points
from mlcore.exercises.decisions.samples import undersample
from mlcore.exercises.decisions.threshold import cost_threshold
from mlcore.exercises.decisions.weights import weighted_error
from selfcheck.exercise import Unit

UNIT = Unit(
    "decisions",
    "06_decisions",
    SEEN.beside((
        confusion, metrics, expected_cost, decide, cost_threshold, roc_points, auc, pr_points,
        weighted_error, correct_prior, undersample, error_decomposition,
    )),
)  # fmt: skip
