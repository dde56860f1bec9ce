"""Unit 5, Gaussian naive Bayes: one normal curve per class and feature.

The ladder: a height (``densities``), the model (``learning``), one decision (``single``), then logarithms
(``densities``, ``joint``), many queries (``prediction``), how sure (``posterior``), where the decision turns
(``boundary``) and new examples (``sampling``). ``models`` holds the data and hand-made models,
``scores`` what right and wrong predictions have in common, ``wrong_models`` how learning goes wrong.
"""

from mlcore.exercises.gaussian_nb.boundary import boundary_1d
from mlcore.exercises.gaussian_nb.densities import gaussian_logpdf, gaussian_pdf
from mlcore.exercises.gaussian_nb.handed_in import SEEN
from mlcore.exercises.gaussian_nb.joint import log_joint
from mlcore.exercises.gaussian_nb.learning import learn
from mlcore.exercises.gaussian_nb.posterior import predict_with_prob
from mlcore.exercises.gaussian_nb.prediction import predict
from mlcore.exercises.gaussian_nb.sampling import sample_class
from mlcore.exercises.gaussian_nb.single import predict_one
from selfcheck.exercise import Unit

UNIT = Unit(
    "gaussian_nb",
    "05_gaussian_nb",
    SEEN.beside((
        gaussian_pdf, learn, predict_one, gaussian_logpdf, log_joint, predict, predict_with_prob, boundary_1d,
        sample_class,
    )),
)  # fmt: skip
