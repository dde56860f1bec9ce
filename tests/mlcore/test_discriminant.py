import itertools
import math

import numpy as np
import pytest
import sklearn
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.optimize import brentq
from sklearn.datasets import load_iris, load_wine
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.utils.estimator_checks import check_estimator

from mlcore.discriminant import GaussianDiscriminant, boundary_1d

# Two crosses: means (1, 0) and (6, 0), covariance diag(½, ½) with divisor n_c = 4.
CROSSES = np.array([[0, 0], [2, 0], [1, 1], [1, -1], [5, 0], [7, 0], [6, 1], [6, -1]], dtype=float)
SIDES = np.array(list("aaaabbbb"))


def exact(**settings):
    return GaussianDiscriminant(regularisation=0, **settings)


# ---------------------------------------------------------------- worked by hand


@pytest.mark.parametrize("shared", [False, True])
def test_two_crosses(shared):
    model = exact(shared_covariance=shared).fit(CROSSES, SIDES)
    assert model.means_.tolist() == [[1, 0], [6, 0]]
    half = np.eye(2) / 2
    assert model.covariance_ == pytest.approx(half if shared else np.array([half, half]))
    # At (1, 0): ½ · 1/(2π · ½) for its own class, times exp(−25) for the other.
    log_joint = model.predict_joint_log_proba([[1, 0]])[0]
    assert log_joint == pytest.approx([math.log(1 / (2 * math.pi)), math.log(1 / (2 * math.pi)) - 25])
    assert model.predict_proba([[3.5, 100]]) == pytest.approx(np.array([[0.5, 0.5]]))
    assert model.predict([[3.5, 0]]).tolist() == ["a"]  # a tie goes to the first class


def test_linear_form_of_two_crosses():
    """w_c = Σ⁻¹ μ_c = 2 μ_c and b_c = log ½ − μ_cᵀ μ_c."""
    model = exact(shared_covariance=True).fit(CROSSES, SIDES)
    assert model.coef_ == pytest.approx(np.array([[2, 0], [12, 0]]), abs=1e-12)
    assert model.intercept_ == pytest.approx([math.log(0.5) - 1, math.log(0.5) - 36])


def test_heights_have_two_boundaries():
    """f ~ N(165, 6²), m ~ N(178, 7²)."""
    low, high = boundary_1d(165, 36, 1 / 2, 178, 49, 1 / 2)
    assert (low, high) == pytest.approx((86.5048929528, 171.4951070472), abs=5e-11)
    men_missed = stats.norm.cdf(high, 178, 7) - stats.norm.cdf(low, 178, 7)
    women_taken_for_men = 1 - (stats.norm.cdf(high, 165, 6) - stats.norm.cdf(low, 165, 6))
    assert men_missed == pytest.approx(0.1763744799, abs=5e-11)
    assert women_taken_for_men == pytest.approx(0.1395112460, abs=1e-10)


def test_equal_variances_have_the_midpoint_as_boundary():
    assert boundary_1d(165, 36, 0.5, 178, 36, 0.5) == [171.5]


def test_priors_move_the_boundaries_of_the_heights():
    boundaries = boundary_1d(165, 36, 0.2, 178, 49, 0.8)
    assert boundaries == pytest.approx([91.1897479385, 166.8102520615], abs=5e-11)


# ---------------------------------------------------------------- what the lectures' slips would give


def test_boundary_need_not_lie_between_the_peaks():
    assert len(boundary_1d(0, 1, 0.5, 2, 4, 0.5)) == 2
    assert boundary_1d(0, 1, 0.5, 2, 1, 0.5) == [1]
    assert boundary_1d(0, 1, 0.99, 2, 1, 0.01)[0] > 2


def test_only_a_shared_covariance_makes_the_decision_linear():
    """A linear rule puts no point between two of one class into another class; own covariances can."""
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.normal(0, 1, (200, 2)), rng.normal(0, 4, (200, 2))])
    y = np.repeat([0, 1], 200)
    line = np.column_stack([np.linspace(-10, 10, 201), np.zeros(201)])
    own = exact().fit(X, y).predict(line)
    shared = exact(shared_covariance=True).fit(X, y)
    assert own[[0, 100, 200]].tolist() == [1, 0, 1]
    assert np.count_nonzero(np.diff(shared.predict(line))) <= 1
    assert not hasattr(exact().fit(X, y), "coef_")


def test_generative_model_that_is_right_needs_no_discriminative_one():
    """With the model true, both reach the error of the best rule: more data favour neither."""
    rng = np.random.default_rng(1)

    def draw(n):
        y = rng.integers(0, 2, n)
        return rng.normal(y[:, None] * 0.8, 1, (n, 3)), y

    X, y = draw(20_000)
    X_test, y_test = draw(50_000)
    ours = exact(shared_covariance=True).fit(X, y).score(X_test, y_test)
    theirs = LogisticRegression(C=1e6).fit(X, y).score(X_test, y_test)
    best = ((X_test.sum(axis=1) > 1.2) == y_test).mean()  # the sum of the features against 3 · 0.4
    assert abs(ours - theirs) < 0.003
    assert abs(ours - best) < 0.003


def test_models_of_one_boundary_may_differ_in_their_probabilities():
    """Spreading both classes fivefold in the variance keeps the boundary and softens p(c|x)."""
    for var, p_one in ((1, 1 / (1 + math.exp(-2))), (5, 1 / (1 + math.exp(-2 / 5)))):
        x = np.array([-1, -1, 1, 1.0]) + np.array([-1, 1, -1, 1]) * math.sqrt(var)
        model = exact().fit(x[:, None], [0, 0, 1, 1])
        assert boundary_1d(-1, var, 0.5, 1, var, 0.5) == [0]
        assert model.predict_proba([[1]])[0, 1] == pytest.approx(p_one)


# ---------------------------------------------------------------- boundary_1d: corners and laws


@pytest.mark.parametrize(
    ("arguments", "boundaries"),
    [
        ((0, 1, 0.5, 0, 1, 0.5), []),  # identical
        ((0, 1, 0.6, 0, 1, 0.4), []),  # one wins everywhere
        ((0, 1, 0.01, 0.1, 4, 0.99), []),  # the wide one wins even at the other's peak
        ((0, 1, 0, 2, 1, 1), []),  # a prior of 0
        ((0, 1, 0.5, 0, 4, 0.5), [-math.sqrt(8 / 3 * math.log(2)), math.sqrt(8 / 3 * math.log(2))]),
        ((0, 1, 0.2, 2, 1, 0.8), [1 - math.log(4) / 2]),
    ],
)
def test_number_of_boundaries(arguments, boundaries):
    assert boundary_1d(*arguments) == pytest.approx(boundaries)


def test_curves_that_touch_have_one_point():
    """At the common mean 1/σ₀ and ½/σ₁ are balanced by the priors."""
    assert boundary_1d(3, 1, 0.5, 3, 1, 0.5) == []
    assert boundary_1d(3, 1, 0.25, 3, 4, 0.5) == [3]


@pytest.mark.parametrize("gap", [1e-3, 1e-6, 1e-9, 1e-12, 1e-15])
def test_almost_equal_variances_keep_the_near_boundary(gap):
    """The textbook root formula subtracts two equal numbers here."""
    boundaries = boundary_1d(0, 1, 0.5, 2, 1 + gap, 0.5)
    near = min(boundaries, key=lambda x: abs(x - 1))
    assert near == pytest.approx(1, abs=2 * gap + 1e-12)


def test_boundary_beyond_the_floats_is_none():
    assert boundary_1d(0, 1, 0.25, 5e-324, 1, 0.75) == []


def test_boundary_far_from_zero_keeps_its_digits():
    here, there = boundary_1d(0, 1, 0.5, 3, 2, 0.5), boundary_1d(1e9, 1, 0.5, 1e9 + 3, 2, 0.5)
    assert np.array(there) - 1e9 == pytest.approx(here, abs=1e-6)


tenths = st.integers(-50, 50).map(lambda i: i / 10)
variances, priors = st.integers(2, 90).map(lambda i: i / 10), st.floats(0.05, 0.95)


@settings(deadline=None, max_examples=100)
@given(tenths, variances, tenths, variances, priors)
def test_boundaries_are_where_the_decision_changes(m0, v0, m1, v1, p0):
    assume((m0, v0) != (m1, v1))

    def log_ratio(x):
        one = math.log(1 - p0) + stats.norm.logpdf(x, m1, math.sqrt(v1))
        return one - math.log(p0) - stats.norm.logpdf(x, m0, math.sqrt(v0))

    found = boundary_1d(m0, v0, p0, m1, v1, 1 - p0)
    assert found == sorted(found)
    assert found == pytest.approx(boundary_1d(m1, v1, 1 - p0, m0, v0, p0), abs=1e-6)
    assume(not found or found[-1] - found[0] > 1e-3 or len(found) == 1)
    for x in found:
        assert log_ratio(x) == pytest.approx(0, abs=1e-6)
    grid = np.arange(-200, 200) + 0.0137
    changes = grid[:-1][np.diff(np.sign(log_ratio(grid))) != 0]
    by_search = [brentq(log_ratio, x, x + 1) for x in changes]
    assert all(any(abs(x - y) < 1e-6 for y in found) for x in by_search)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 0, 0.5, 1, 1, 0.5), "v0 must"),
        ((0, 1, 0.5, 1, -1, 0.5), "v1 must"),
        ((0, 1, 1.5, 1, 1, 0.5), "p0 must"),
        ((0, 1, 0, 1, 1, 0), "both be 0"),
        ((math.nan, 1, 0.5, 1, 1, 0.5), "m0 must"),
        ((0, 1, 0.5, math.inf, 1, 0.5), "m1 must"),
    ],
)
def test_what_has_no_boundary_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        boundary_1d(*arguments)


def test_one_dimensional_model_changes_its_mind_at_the_boundary():
    x = np.array([1.0, 2, 4, 7, 8, 12, 20])[:, None]
    y = np.array([0, 0, 0, 1, 1, 1, 1])
    model = exact().fit(x, y)
    (m0, m1), (v0, v1), (p0, p1) = model.means_[:, 0], model.covariance_[:, 0, 0], model.priors_
    for point in boundary_1d(m0, v0, p0, m1, v1, p1):
        before, after = model.predict([[point - 1e-6], [point + 1e-6]])
        assert before != after


# ---------------------------------------------------------------- independent implementations

DATA = {"iris": load_iris(return_X_y=True), "wine": load_wine(return_X_y=True)}


@pytest.mark.skipif(sklearn.__version__ < "1.9", reason="scikit-learn divided by n − 1 until 1.9")
@pytest.mark.parametrize("name", DATA)
def test_own_covariances_are_quadratic_discriminant_analysis(name):
    X, y = DATA[name]
    ours, theirs = exact().fit(X, y), QuadraticDiscriminantAnalysis(store_covariance=True).fit(X, y)
    assert ours.means_ == pytest.approx(theirs.means_)
    assert ours.priors_ == pytest.approx(theirs.priors_)
    assert ours.covariance_ == pytest.approx(np.array(theirs.covariance_), rel=1e-9, abs=1e-9)
    assert ours.predict_log_proba(X) == pytest.approx(theirs.predict_log_proba(X), rel=1e-9, abs=1e-9)
    assert (ours.predict(X) == theirs.predict(X)).all()


@pytest.mark.parametrize("name", DATA)
def test_scores_are_those_of_scipys_normal(name):
    X, y = DATA[name]
    model = exact().fit(X, y)
    expected = np.column_stack(
        [
            np.log(np.mean(y == c))
            + stats.multivariate_normal(X[y == c].mean(0), np.cov(X[y == c].T, ddof=0)).logpdf(X)
            for c in range(3)
        ]
    )
    assert model.predict_joint_log_proba(X) == pytest.approx(expected, rel=1e-9, abs=1e-7)


@pytest.mark.parametrize("name", DATA)
@pytest.mark.parametrize("shrinkage", [0.0, 0.3, 1.0])
def test_shared_covariance_is_linear_discriminant_analysis(name, shrinkage):
    X, y = DATA[name]
    ours = GaussianDiscriminant(shared_covariance=True, regularisation=shrinkage).fit(X, y)
    theirs = LinearDiscriminantAnalysis(solver="lsqr", shrinkage=shrinkage).fit(X, y)
    assert ours.covariance_ == pytest.approx(theirs.covariance_, rel=1e-9)
    assert (ours.predict(X) == theirs.predict(X)).all()
    assert ours.predict_proba(X) == pytest.approx(theirs.predict_proba(X), abs=1e-6)
    scores = X @ ours.coef_.T + ours.intercept_
    spread = ours.predict_joint_log_proba(X) - scores
    assert spread == pytest.approx(np.repeat(spread[:, :1], 3, axis=1), abs=1e-6)


def test_linear_discriminant_analysis_by_another_solver_decides_alike():
    """solver="svd" divides by n − K: the same directions, slightly softer probabilities."""
    X, y = DATA["wine"]
    theirs = LinearDiscriminantAnalysis(solver="svd").fit(X, y)
    assert (exact(shared_covariance=True).fit(X, y).predict(X) == theirs.predict(X)).all()


def test_one_feature_is_gaussian_naive_bayes():
    X, y = DATA["iris"]
    ours, theirs = exact().fit(X[:, :1], y), GaussianNB(var_smoothing=0).fit(X[:, :1], y)
    assert ours.predict_joint_log_proba(X[:, :1]) == pytest.approx(theirs.predict_joint_log_proba(X[:, :1]))


def test_correlation_is_what_naive_bayes_does_not_see():
    """Equal means and variances, opposite correlations."""
    rng = np.random.default_rng(0)
    t, noise = rng.normal(size=(2, 400))
    y = np.repeat([0, 1], 200)
    X = np.column_stack([t, np.where(y == 0, t, -t) + 0.2 * noise])
    assert exact().fit(X, y).score(X, y) > 0.85
    assert GaussianNB().fit(X, y).score(X, y) < 0.65


# ---------------------------------------------------------------- laws


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10_000), st.booleans())
def test_laws_of_the_model(seed, shared):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(24, 2)), np.repeat([0, 1, 2], 8)
    Q = rng.normal(size=(9, 2))
    model = exact(shared_covariance=shared).fit(X, y)
    p = model.predict_proba(Q)
    assert p.sum(axis=1) == pytest.approx(np.ones(9))

    order = rng.permutation(24)
    assert exact(shared_covariance=shared).fit(X[order], y[order]).predict_proba(Q) == pytest.approx(p)

    weights = rng.integers(1, 4, 24)
    repeated = exact(shared_covariance=shared).fit(np.repeat(X, weights, axis=0), np.repeat(y, weights))
    weighted = exact(shared_covariance=shared).fit(X, y, sample_weight=weights)
    assert weighted.predict_proba(Q) == pytest.approx(repeated.predict_proba(Q))

    A, shift = rng.normal(size=(2, 2)) + 3 * np.eye(2), rng.normal(size=2) * 10
    moved = exact(shared_covariance=shared).fit(X @ A + shift, y)
    assert moved.predict_proba(Q @ A + shift) == pytest.approx(p, abs=1e-6)

    renamed = exact(shared_covariance=shared).fit(X, np.array(["c", "b", "a"])[y])
    assert renamed.predict_proba(Q) == pytest.approx(p[:, ::-1])


def test_density_integrates_to_one():
    X = np.array([[0, 0], [1, 2], [2, 1], [3, 5.0]])
    model = exact().fit(X, [0, 0, 0, 0])
    steps = np.linspace(-30, 30, 301)
    grid = np.array(list(itertools.product(steps, steps)))
    assert np.exp(model.log_evidence(grid)).sum() * 0.2**2 == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("shared", [False, True])
def test_examples_drawn_have_the_moments_of_their_class(shared):
    X, y = DATA["iris"]
    model = exact(shared_covariance=shared).fit(X, y)
    draws = model.sample(20_000, 2, np.random.default_rng(0))
    cov = model.covariance_ if shared else model.covariance_[2]
    assert draws.mean(axis=0) == pytest.approx(model.means_[2], abs=0.03)
    assert np.cov(draws.T) == pytest.approx(cov, abs=0.02)
    assert model.sample(0, 2, np.random.default_rng(0)).shape == (0, 4)
    again = model.sample(3, 2, np.random.default_rng(5))
    assert (model.sample(3, 2, np.random.default_rng(5)) == again).all()


def test_priors_may_be_given():
    model = exact(priors=[1, 0]).fit(CROSSES, SIDES)
    assert model.predict(CROSSES).tolist() == ["a"] * 8
    assert model.predict_proba(CROSSES)[:, 1].tolist() == [0] * 8


# ---------------------------------------------------------------- singular covariances


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize(
    "second",
    [
        lambda x: np.zeros_like(x),  # constant
        lambda x: 3 * x + 1,  # determined
        lambda x: np.full_like(x, 1e8),
    ],
)
def test_singular_covariance_is_an_error_that_names_the_way_out(shared, second):
    x = np.random.default_rng(0).normal(size=40)
    X, y = np.column_stack([x, second(x)]), np.repeat(["a", "b"], 20)
    with pytest.raises(ValueError, match=r"covariance.*singular.*regularisation"):
        exact(shared_covariance=shared).fit(X, y)
    regularised = GaussianDiscriminant(shared_covariance=shared).fit(X, y)
    assert np.isfinite(regularised.predict_proba(X)).all()


def test_fewer_examples_than_features_are_singular():
    X = np.random.default_rng(0).normal(size=(6, 5))
    with pytest.raises(ValueError, match=r"class 0 is singular"):
        exact().fit(X, [0, 0, 0, 1, 1, 1])


def test_class_of_equal_examples_is_singular_unless_shared():
    X = np.concatenate([CROSSES, [[9, 9], [9, 9]]])
    y = [*SIDES, "c", "c"]
    with pytest.raises(ValueError, match="class 'c' is singular"):
        GaussianDiscriminant().fit(X, y)
    assert GaussianDiscriminant(shared_covariance=True).fit(X, y).predict([[9, 9]]).tolist() == ["c"]


def test_units_do_not_decide_what_is_singular():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(30, 2)), np.repeat([0, 1], 15)
    p = exact().fit(X, y).predict_proba(X)
    scaled = X * [1e-120, 1e120]
    assert exact().fit(scaled, y).predict_proba(scaled) == pytest.approx(p)


def test_large_offset_keeps_its_digits():
    rng = np.random.default_rng(0)
    X, y = np.round(rng.normal(size=(30, 2)), 2), np.repeat([0, 1], 15)
    p = exact().fit(X, y).predict_proba(X)
    assert exact().fit(X + 2.0**26, y).predict_proba(X + 2.0**26) == pytest.approx(p, abs=1e-5)


# ---------------------------------------------------------------- attacks


@pytest.mark.parametrize(
    ("settings_", "error", "message"),
    [
        ({"regularisation": -0.1}, ValueError, "regularisation must"),
        ({"regularisation": 2}, ValueError, "regularisation must"),
        ({"regularisation": "auto"}, TypeError, "regularisation must"),
        ({"priors": [0.5, 0.6]}, ValueError, "priors must"),
        ({"priors": [1 / 3] * 3}, ValueError, "one entry per class"),
        ({"shared_covariance": "yes"}, TypeError, "shared_covariance must"),
    ],
)
def test_impossible_settings_are_refused(settings_, error, message):
    with pytest.raises(error, match=message):
        GaussianDiscriminant(**settings_).fit(CROSSES, SIDES)


def test_impossible_draws_are_refused():
    model = exact().fit(CROSSES, SIDES)
    rng = np.random.default_rng(0)
    with pytest.raises(ValueError, match="label must"):
        model.sample(1, "c", rng)
    with pytest.raises(ValueError, match="n must"):
        model.sample(-1, "a", rng)
    with pytest.raises(TypeError, match="rng must"):
        model.sample(1, "a", 0)


def test_class_without_weight_is_refused():
    with pytest.raises(ValueError, match="examples of positive weight"):
        exact().fit(CROSSES, SIDES, sample_weight=[0] * 4 + [1] * 4)


def test_missing_values_are_refused():
    X = CROSSES.copy()
    X[0, 0] = math.nan
    with pytest.raises(ValueError, match="NaN"):
        exact().fit(X, SIDES)


@pytest.mark.parametrize("shared", [False, True])
def test_keeps_scikit_learns_contract(shared):
    check_estimator(GaussianDiscriminant(shared_covariance=shared), on_skip=None)
