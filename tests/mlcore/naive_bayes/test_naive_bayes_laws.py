"""What must hold of every naive Bayes model, whatever it assumes about its features.

Small whole numbers serve all models: as categories, as presence above 0, as counts, as measurements.
"""

from functools import reduce

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone

from mlcore.naive_bayes import BernoulliNB, CategoricalNB, ComplementNB, GaussianNB, MultinomialNB

NAN = float("nan")
DISCRETE = [CategoricalNB(min_categories=4), BernoulliNB(), MultinomialNB(), ComplementNB()]
MODELS = [*DISCRETE, GaussianNB(var_smoothing=0)]
FACTORS = [
    CategoricalNB(min_categories=4),
    BernoulliNB(),
    GaussianNB(var_smoothing=0),
]  # one table per feature


def named(models):
    return pytest.mark.parametrize("model", models, ids=lambda model: type(model).__name__)


laws = settings(deadline=None, max_examples=40)
seeds = st.integers(0, 2**32 - 1)


class Problem:
    """Examples of at least two classes, two of each or more, and queries within the same domain."""

    def __init__(self, seed, model):
        self.rng = rng = np.random.default_rng(seed)
        self.K, self.d, self.m = rng.integers(2, 4), rng.integers(1, 5), 6
        self.y = rng.permutation(np.r_[np.repeat(np.arange(self.K), 2), rng.integers(0, self.K, 5)])
        self.n = len(self.y)
        self.X = rng.integers(0, 4, (self.n, self.d)).astype(float)
        self.Q = rng.integers(0, 4, (self.m, self.d)).astype(float)
        if isinstance(model, GaussianNB):  # no two examples alike: every variance is positive
            self.X += np.linspace(0, 0.9, self.n)[:, None]

    def gaps(self, share=0.25):
        return np.where(self.rng.random(self.X.shape) < share, NAN, self.X)


def joint(model, X, y, Q, **arguments):
    return clone(model).fit(X, y, **arguments).predict_joint_log_proba(Q)


def assert_close(a, b):
    np.testing.assert_allclose(a, b, rtol=1e-8, atol=1e-8)


@named(MODELS)
@laws
@given(seed=seeds)
def test_posteriors_are_distributions_and_the_prediction_is_their_first_maximum(model, seed):
    problem = Problem(seed, model)
    fitted = clone(model).fit(problem.X, problem.y)
    posterior = fitted.predict_proba(problem.Q)
    np.testing.assert_allclose(posterior.sum(axis=1), 1)
    assert posterior.min() >= 0
    scores = fitted.predict_joint_log_proba(problem.Q)
    assert fitted.predict(problem.Q).tolist() == fitted.classes_[scores.argmax(axis=1)].tolist()
    given = np.exp(fitted.predict_log_proba(problem.Q))
    np.testing.assert_allclose(given, posterior, atol=1e-300)  # below that a number has few digits
    assert_close(fitted.log_evidence(problem.Q), np.logaddexp.reduce(scores, axis=1))


@named(MODELS)
@laws
@given(seed=seeds)
def test_the_order_of_the_examples_does_not_matter(model, seed):
    problem = Problem(seed, model)
    order = problem.rng.permutation(problem.n)
    X = problem.gaps(0.1) if model in DISCRETE else problem.X
    assert_close(joint(model, X[order], problem.y[order], problem.Q), joint(model, X, problem.y, problem.Q))


@named(MODELS)
@laws
@given(seed=seeds)
def test_the_order_of_the_features_does_not_matter(model, seed):
    problem = Problem(seed, model)
    order = problem.rng.permutation(problem.d)
    assert_close(
        joint(model, problem.X[:, order], problem.y, problem.Q[:, order]),
        joint(model, problem.X, problem.y, problem.Q),
    )


@named(MODELS)
@laws
@given(seed=seeds)
def test_new_names_for_the_classes_reorder_the_columns(model, seed):
    """The columns follow the sorted names: last becomes first."""
    problem = Problem(seed, model)
    names = np.array(["zoe", "mia", "ann"])
    renamed = clone(model).fit(problem.X, names[problem.y])
    assert renamed.classes_.tolist() == sorted(set(names[problem.y]))
    assert_close(
        renamed.predict_joint_log_proba(problem.Q)[:, ::-1], joint(model, problem.X, problem.y, problem.Q)
    )


@named(MODELS)
@laws
@given(seed=seeds)
def test_without_smoothing_all_examples_twice_change_nothing(model, seed):
    problem = Problem(seed, model)
    model = clone(model).set_params(alpha=0) if "alpha" in model.get_params() else model
    twice = joint(model, np.tile(problem.X, (2, 1)), np.tile(problem.y, 2), problem.Q)
    assert_close(twice, joint(model, problem.X, problem.y, problem.Q))


@named(DISCRETE)
@laws
@given(seed=seeds)
def test_with_smoothing_more_of_the_same_examples_lead_to_the_unsmoothed_parameters(model, seed):
    problem = Problem(seed, model)

    parameters = []
    for fitted in (
        clone(model).fit(problem.X, problem.y, sample_weight=np.full(problem.n, 1e7)),
        clone(model).set_params(alpha=0).fit(problem.X, problem.y),
    ):
        tables = fitted.feature_log_prob_
        parameters.append(np.exp(-np.abs(np.hstack(tables) if isinstance(tables, list) else tables)))
    np.testing.assert_allclose(*parameters, atol=1e-5)


@named(MODELS)
@laws
@given(seed=seeds)
def test_a_weight_counts_an_example_as_often_as_it_says(model, seed):
    problem = Problem(seed, model)
    weight = problem.rng.integers(1, 4, problem.n)
    repeated = joint(model, np.repeat(problem.X, weight, axis=0), np.repeat(problem.y, weight), problem.Q)
    assert_close(joint(model, problem.X, problem.y, problem.Q, sample_weight=weight), repeated)


@named(DISCRETE)
@laws
@given(seed=seeds)
def test_a_weight_of_0_takes_an_example_away(model, seed):
    problem = Problem(seed, model)
    weight = np.ones(problem.n)
    gone = np.flatnonzero(problem.y == 0)[0]
    weight[gone] = 0
    kept = np.delete(np.arange(problem.n), gone)
    assert_close(
        joint(model, problem.X, problem.y, problem.Q, sample_weight=weight),
        joint(model, problem.X[kept], problem.y[kept], problem.Q),
    )


# --- counts add up


@named(MODELS)
@laws
@given(seed=seeds, cuts=st.lists(st.integers(0, 20), max_size=6))
def test_fitting_in_any_parts_is_fitting_at_once(model, seed, cuts):
    problem = Problem(seed, model)
    X = problem.gaps(0.1) if model in DISCRETE else problem.X
    parts = np.split(np.arange(problem.n), sorted(cut % problem.n for cut in cuts))
    batches = clone(model)
    for part in parts:
        if len(part):
            batches.partial_fit(X[part], problem.y[part], classes=np.arange(problem.K))
    whole = clone(model).fit(X, problem.y)
    assert batches.class_count_.tolist() == whole.class_count_.tolist()
    assert_close(batches.predict_joint_log_proba(problem.Q), whole.predict_joint_log_proba(problem.Q))


@named(MODELS)
@laws
@given(seed=seeds)
def test_merging_is_associative_and_commutative_and_gives_the_model_of_the_whole(model, seed):
    """The parts need not have the same classes; an empty part is a model that was not fitted."""
    problem = Problem(seed, model)
    X = problem.gaps(0.1) if model in DISCRETE else problem.X
    owner = problem.rng.integers(0, 3, problem.n)
    parts = []
    for part in range(3):
        mine = owner == part
        parts.append(clone(model).fit(X[mine], problem.y[mine]) if mine.any() else clone(model))
    a, b, c = parts
    whole = clone(model).fit(X, problem.y)
    for merged in (
        a.merge(b).merge(c),
        a.merge(b.merge(c)),
        c.merge(a).merge(b),
        reduce(type(a).merge, parts),
    ):
        assert merged.classes_.tolist() == whole.classes_.tolist()
        assert merged.class_count_.tolist() == whole.class_count_.tolist()
        assert merged.n_features_in_ == problem.d
        assert_close(merged.predict_joint_log_proba(problem.Q), whole.predict_joint_log_proba(problem.Q))


@named(MODELS)
@laws
@given(seed=seeds)
def test_a_model_that_has_seen_nothing_is_the_neutral_element(model, seed):
    problem = Problem(seed, model)
    fitted = clone(model).fit(problem.X, problem.y)
    scores = fitted.predict_joint_log_proba(problem.Q)
    for merged in (fitted.merge(clone(model)), clone(model).merge(fitted)):
        assert_close(merged.predict_joint_log_proba(problem.Q), scores)
        merged.partial_fit(problem.X, problem.y)  # it is a copy: the model itself does not learn
    np.testing.assert_array_equal(fitted.predict_joint_log_proba(problem.Q), scores)
    assert not hasattr(clone(model).merge(clone(model)), "classes_")


# --- missing values


@named(FACTORS)
@laws
@given(seed=seeds)
def test_a_missing_feature_is_a_feature_removed(model, seed):
    problem = Problem(seed, model)
    keep = problem.rng.random(problem.d) < 0.5
    keep[0] = True
    asked = problem.Q.copy()
    asked[:, ~keep] = NAN
    assert_close(
        joint(model, problem.X, problem.y, asked),
        joint(model, problem.X[:, keep], problem.y, problem.Q[:, keep]),
    )


@named([MultinomialNB(), ComplementNB()])
@laws
@given(seed=seeds)
def test_a_missing_count_is_a_summand_removed(model, seed):
    problem = Problem(seed, model)
    fitted = clone(model).fit(problem.X, problem.y)
    keep = problem.rng.random(problem.d) < 0.5
    asked = problem.Q.copy()
    asked[:, ~keep] = NAN
    expected = problem.Q[:, keep] @ fitted.coef_[:, keep].T + fitted.intercept_
    assert_close(fitted.predict_joint_log_proba(asked), expected)


@named([CategoricalNB(min_categories=4), BernoulliNB()])
@laws
@given(seed=seeds)
def test_each_feature_learns_from_the_examples_that_have_it(model, seed):
    """The score is the prior of all, and for each feature its factor, learnt where it is known."""
    problem = Problem(seed, model)
    X = problem.gaps(0.4)
    expected = clone(model).fit(X, problem.y).class_log_prior_ + np.zeros((problem.m, 1))
    for j in range(problem.d):
        known = ~np.isnan(X[:, j])
        if not known.any():
            continue
        alone = clone(model).set_params(fit_prior=False)
        alone.partial_fit(X[known][:, [j]], problem.y[known], classes=np.arange(problem.K))
        expected = expected + alone.predict_joint_log_proba(problem.Q[:, [j]]) + np.log(problem.K)
    found = joint(model, X, problem.y, problem.Q)
    unknown = np.isnan(X).all(axis=0).sum()
    values = 4 if isinstance(model, CategoricalNB) else 2
    assert_close(found, expected - unknown * np.log(values))  # never seen: all values equally likely


@named(MODELS)
@laws
@given(seed=seeds)
def test_if_nothing_is_known_the_posterior_is_the_prior(model, seed):
    problem = Problem(seed, model)
    fitted = clone(model).fit(problem.X, problem.y)
    nothing = np.full((1, problem.d), NAN)
    prior = np.bincount(problem.y) / problem.n
    if isinstance(model, ComplementNB):  # whose scores hold no prior
        prior = np.full(problem.K, 1 / problem.K)
    np.testing.assert_allclose(fitted.predict_proba(nothing), [prior])


@pytest.mark.parametrize("size", [1e3, 1e12, 4.7e14, 1e100, 1e300])
@named([MultinomialNB(), ComplementNB(), GaussianNB()])
def test_posteriors_sum_to_1_however_improbable_the_rows(model, size):
    X = np.random.default_rng(0).random((50, 4))
    model = clone(model).fit(X, np.arange(50) % 3)
    far = X * (np.sqrt(size) if isinstance(model, GaussianNB) else size)
    p, log_p = model.predict_proba(far), model.predict_log_proba(far)
    np.testing.assert_allclose(p.sum(axis=1), 1, rtol=1e-15)
    np.testing.assert_allclose(np.exp(log_p).sum(axis=1), 1, rtol=1e-14)
    np.testing.assert_array_equal(p.argmax(axis=1), model.predict_joint_log_proba(far).argmax(axis=1))
