"""The references of unit 5 against numbers worked by hand, and against scikit-learn and scipy."""

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.naive_bayes import GaussianNB

from mlcore.datasets import load_gaussian_table, load_penguins
from mlcore.exercises.gaussian_nb import UNIT
from mlcore.exercises.gaussian_nb.inputs import MANY, MANY_QUERIES, SKEWED, TABLE, TWINS, X, Y, model

REFERENCE = {exercise.name: exercise.reference for exercise in UNIT.exercises}
QUERIES = np.array([[2.0, 13], [5, 20]])


def test_the_unit_is_worth_between_20_and_40_points():
    assert UNIT.points == 36


def test_the_table_is_that_of_the_course():
    table = load_gaussian_table()
    np.testing.assert_array_equal(table.X, X)
    np.testing.assert_array_equal(table.y, Y)


def test_the_density_of_66_degrees():
    assert REFERENCE["gaussian_pdf"](66, 73, 6.2**2) == pytest.approx(0.0340187055, abs=1e-10)
    assert REFERENCE["gaussian_logpdf"](66, 73, 6.2**2) == pytest.approx(np.log(0.0340187055), abs=1e-8)


def test_densities_agree_with_scipy():
    x, mean, var = np.array([[0.0], [50]]), np.array([0.0, 1, 5]), np.array([1, 0.25, 9])
    np.testing.assert_allclose(
        REFERENCE["gaussian_logpdf"](x, mean, var), norm.logpdf(x, mean, np.sqrt(var)), rtol=1e-12
    )


def test_the_table_teaches_the_model_written_down_by_hand():
    learnt = REFERENCE["learn"](X, Y, var_smoothing=0.0)
    for key, table in TABLE.items():
        np.testing.assert_allclose(learnt[key], table, rtol=1e-12)


def test_the_added_variance_is_a_share_of_the_largest():
    plain, smoothed = REFERENCE["learn"](X, Y, var_smoothing=0.0), REFERENCE["learn"](X, Y, var_smoothing=0.1)
    np.testing.assert_allclose(smoothed["var"] - plain["var"], 0.1 * X[:, 1].var(), rtol=1e-12)


def test_the_joint_log_probabilities_of_two_queries():
    np.testing.assert_allclose(
        REFERENCE["log_joint"](TABLE, QUERIES),
        [[-3.1603570, -30.7252243], [-21.7228570, -12.5696687]],
        atol=5e-8,
    )
    assert REFERENCE["predict"](TABLE, QUERIES).tolist() == [0, 1]
    assert REFERENCE["predict_one"](QUERIES[1], TABLE) == 1
    assert REFERENCE["predict_with_prob"](TABLE, QUERIES)[1, 0] == pytest.approx(0.0001058705, abs=1e-10)


def test_the_prior_outweighs_a_likelihood_ratio_of_four():
    query = [[1 + np.log(4) / 2]]
    np.testing.assert_allclose(REFERENCE["predict_with_prob"](SKEWED, query), [[9 / 13, 4 / 13]])
    assert REFERENCE["predict"](SKEWED, query).tolist() == ["ham"]


def test_a_tie_goes_to_the_first_class():
    assert REFERENCE["predict"](TWINS, [[0.0, 0]]).tolist() == ["left"]


def test_400_features_leave_nothing_of_a_product():
    joint = REFERENCE["log_joint"](MANY, MANY_QUERIES)
    assert (np.exp(joint) == 0).all()
    np.testing.assert_allclose(REFERENCE["predict_with_prob"](MANY, MANY_QUERIES).sum(axis=1), 1)


@pytest.mark.parametrize("var_smoothing", [1e-9, 0.3])
def test_learning_and_prediction_agree_with_scikit_learn(var_smoothing):
    penguins = load_penguins()
    measured = ~np.isnan(penguins.X).any(axis=1)
    data, species = penguins.X[measured], penguins.y[measured]
    theirs = GaussianNB(var_smoothing=var_smoothing).fit(data, species)
    ours = REFERENCE["learn"](data, species, var_smoothing)
    np.testing.assert_allclose(ours["var"], theirs.var_, rtol=1e-9)
    np.testing.assert_allclose(REFERENCE["log_joint"](ours, data), theirs.predict_joint_log_proba(data))
    assert (REFERENCE["predict"](ours, data) == theirs.predict(data)).all()


@pytest.mark.parametrize(
    ("curves", "points"),
    [
        ((165, 36, 0.5, 178, 49, 0.5), [86.5048929528, 171.4951070472]),
        ((165, 36, 0.5, 178, 36, 0.5), [171.5]),
        ((165, 36, 0.2, 178, 49, 0.8), [91.1897479385, 166.8102520615]),
        ((0, 1, 0.05, 0, 4, 0.95), []),
    ],
)
def test_boundaries_between_heights(curves, points):
    assert REFERENCE["boundary_1d"](*curves) == pytest.approx(points, abs=1e-9)


def test_at_a_boundary_both_curves_are_equally_high():
    for x in REFERENCE["boundary_1d"](3, 9, 0.3, 1, 2, 0.7):
        assert 0.3 * norm.pdf(x, 3, 3) == pytest.approx(0.7 * norm.pdf(x, 1, np.sqrt(2)))


def test_draws_have_the_moments_of_their_class():
    birds = model(["a", "b"], [0.5, 0.5], [[0, 5], [9, 9]], [[4, 0.25], [1, 1]])
    drawn = REFERENCE["sample_class"](birds, "a", 4000, np.random.default_rng(0))
    np.testing.assert_allclose(drawn.mean(axis=0), [0, 5], atol=0.15)
    np.testing.assert_allclose(drawn.var(axis=0), [4, 0.25], rtol=0.1)
