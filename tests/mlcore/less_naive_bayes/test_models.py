import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.datasets import load_digits
from sklearn.naive_bayes import CategoricalNB
from sklearn.utils.estimator_checks import check_estimator

from mlcore.less_naive_bayes import KOrderNB, TreeAugmentedNB
from mlcore.less_naive_bayes.network import log_conditional

# Class "same" if and only if both pixels are equal.
PIXELS = np.array([[0, 0], [1, 1], [0, 1], [1, 0]])
EQUAL = np.array(["same", "same", "differ", "differ"])

# The lectures' table of ten examples and two features.
X10 = np.array([[0, 1], [1, 1], [0, 0], [1, 1], [1, 1], [0, 0], [1, 0], [1, 0], [1, 1], [1, 0]])
Y10 = np.array([1] * 6 + [0] * 4)

MODELS = [
    KOrderNB(k=0),
    KOrderNB(k=1),
    KOrderNB(k=2),
    KOrderNB(k=9),
    TreeAugmentedNB(),
    TreeAugmentedNB(root=1),
]


def every_input(V):
    return np.array(list(itertools.product(*(range(v) for v in V))))


def random_data(seed, n=30, d=4, K=2, gaps=0.0):
    rng = np.random.default_rng(seed)
    V = rng.integers(2, 4, d)
    X = rng.integers(0, V, (n, d)).astype(float)
    X[:d, :] = (V - 1)[None, :]  # so that all categories are known
    X[rng.random(X.shape) < gaps] = np.nan
    y = np.concatenate([np.arange(K), rng.integers(0, K, n - K)])
    return X, y, V


def log_joint_by_hand(X, y, parents, V, alpha, q):
    """log π_c + Σ_j log (n_{c,parents,v} + α) / (n_{c,parents} + α V_j), by loops over the examples."""
    scores = []
    for c in np.unique(y):
        members = X[y == c]
        score = math.log(len(members) / len(X))
        for j, others in enumerate(parents):
            context = [row for row in members if all(row[p] == q[p] for p in others)]
            n_v = sum(row[j] == q[j] for row in context)
            score += math.log((n_v + alpha) / (len(context) + alpha * V[j]))
        scores.append(score)
    return scores


# ---------------------------------------------------------------- worked by hand


def test_equal_pixels_are_chance_for_naive_bayes():
    model = KOrderNB(k=0, alpha=0).fit(PIXELS, EQUAL)
    assert all((np.exp(table) == 0.5).all() for table in model.feature_log_prob_)
    assert model.predict_proba(PIXELS) == pytest.approx(np.full((4, 2), 0.5))


@pytest.mark.parametrize("model", [KOrderNB(k=1, alpha=0), TreeAugmentedNB(alpha=0)])
def test_equal_pixels_are_plain_once_a_pixel_may_see_the_other(model):
    model.fit(PIXELS, EQUAL)
    assert model.predict_proba(PIXELS).tolist() == [[0, 1], [0, 1], [1, 0], [1, 0]]


def test_equal_pixels_with_smoothing():
    """p(x₁|c) = ½; p(x₂ = x₁|same) = (1 + 1)/(1 + 2) = ⅔."""
    for model in (KOrderNB(k=1), TreeAugmentedNB()):
        assert model.fit(PIXELS, EQUAL).predict_proba([[0, 0]]) == pytest.approx(np.array([[1 / 3, 2 / 3]]))


def test_ten_rows_counted_whole():
    """With k = d − 1 the model is the full table: P(1|[1, 1]) = 3/4, where naive Bayes says 2/3."""
    assert KOrderNB(k=1, alpha=0).fit(X10, Y10).predict_proba([[1, 1]])[0, 1] == pytest.approx(3 / 4)
    assert KOrderNB(k=0, alpha=0).fit(X10, Y10).predict_proba([[1, 1]])[0, 1] == pytest.approx(2 / 3)


def test_second_order_has_the_factors_of_the_lectures():
    """p(x₁|c) p(x₂|x₁, c) ∏ p(x_j|x_{j−1}, x_{j−2}, c)."""
    X, y, _ = random_data(0, d=5)
    assert KOrderNB(k=2).fit(X, y).families_ == [(0,), (0, 1), (0, 1, 2), (1, 2, 3), (2, 3, 4)]


# ---------------------------------------------------------------- independent implementations


@pytest.mark.parametrize("alpha", [0.5, 1, 3])
@pytest.mark.parametrize("k", [0, 1, 2, 5])
def test_k_order_agrees_with_loops(k, alpha):
    X, y, V = random_data(1)
    parents = [range(max(0, j - k), j) for j in range(4)]
    Q = every_input(V)
    ours = KOrderNB(k=k, alpha=alpha).fit(X, y).predict_joint_log_proba(Q)
    assert ours == pytest.approx(np.array([log_joint_by_hand(X, y, parents, V, alpha, q) for q in Q]))


@pytest.mark.parametrize("root", [0, 2])
def test_tree_agrees_with_loops(root):
    X, y, V = random_data(2, n=60)
    model = TreeAugmentedNB(root=root).fit(X, y)
    parents = [[p] if p >= 0 else [] for p in model.parent_]
    Q = every_input(V)
    by_hand = np.array([log_joint_by_hand(X, y, parents, V, 1, q) for q in Q])
    assert model.predict_joint_log_proba(Q) == pytest.approx(by_hand)


@pytest.mark.parametrize("alpha", [1e-3, 1, 10])
def test_order_zero_is_categorical_naive_bayes(alpha):
    X, y, V = random_data(3, d=5, K=3)
    weights = np.random.default_rng(0).random(len(y))
    Q = every_input(V)
    ours = KOrderNB(k=0, alpha=alpha).fit(X, y, sample_weight=weights)
    theirs = CategoricalNB(alpha=alpha).fit(X, y, sample_weight=weights)
    assert ours.predict_joint_log_proba(Q) == pytest.approx(theirs.predict_joint_log_proba(Q), rel=1e-12)
    for ours_j, theirs_j in zip(ours.feature_log_prob_, theirs.feature_log_prob_, strict=True):
        assert ours_j == pytest.approx(theirs_j, rel=1e-12)


def test_full_order_without_smoothing_is_the_joint_table():
    X, y, V = random_data(4, n=200, d=3)
    log_joint = KOrderNB(k=2, alpha=0).fit(X, y).predict_joint_log_proba(every_input(V))
    shares = [[np.mean((q == X).all(axis=1) & (y == c)) for c in (0, 1)] for q in every_input(V)]
    assert np.exp(log_joint) == pytest.approx(np.array(shares))


def test_one_feature_has_no_parent_to_find():
    X, y = [[0], [1], [1]], [0, 0, 1]
    theirs = CategoricalNB().fit(X, y).predict_proba([[0], [1]])
    for model in MODELS[:5]:
        assert clone(model).fit(X, y).predict_proba([[0], [1]]) == pytest.approx(theirs)


def test_tree_finds_the_dependences_that_were_put_in():
    """x₀ → x₂ → x₁, x₃ on its own."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 4000)
    x0 = rng.integers(0, 2, 4000)
    x2 = x0 ^ (rng.random(4000) < 0.1)
    x1 = x2 ^ (rng.random(4000) < 0.1)
    X = np.column_stack([x0, x1, x2, rng.integers(0, 2, 4000)])
    assert TreeAugmentedNB().fit(X, y).parent_[:3].tolist() == [-1, 2, 0]


def test_seeing_neighbours_helps_with_digits():
    X, y = load_digits(return_X_y=True)
    X = X > 7
    naive = KOrderNB(k=0).fit(X[::2], y[::2]).score(X[1::2], y[1::2])
    for model in (KOrderNB(k=1), TreeAugmentedNB()):
        assert model.fit(X[::2], y[::2]).score(X[1::2], y[1::2]) > naive


# ---------------------------------------------------------------- laws

seeds = st.integers(0, 10_000)
models = st.sampled_from(MODELS).map(clone)


@settings(deadline=None, max_examples=40)
@given(seeds, models, st.sampled_from([0, 0.3, 1]))
def test_probabilities_of_all_inputs_sum_to_one(seed, model, alpha):
    X, y, V = random_data(seed)
    model.set_params(alpha=alpha).fit(X, y)
    assert np.exp(model.log_evidence(every_input(V))).sum() == pytest.approx(1)


@settings(deadline=None, max_examples=40)
@given(seeds, models)
def test_missing_values_are_summed_out(seed, model):
    X, y, V = random_data(seed, gaps=0.2)
    model.set_params(min_categories=3).fit(X, y)
    rng = np.random.default_rng(seed)
    q = rng.integers(0, V).astype(float)
    q[rng.random(4) < 0.5] = np.nan
    fits = every_input([3] * 4)
    fits = fits[[all(np.isnan(v) or u == v for u, v in zip(x, q, strict=True)) for x in fits]]
    total = np.logaddexp.reduce(model.predict_joint_log_proba(fits), axis=0)
    assert model.predict_joint_log_proba([q])[0] == pytest.approx(total)


@settings(deadline=None, max_examples=40)
@given(seeds, models)
def test_nothing_observed_leaves_the_prior(seed, model):
    X, y, _ = random_data(seed)
    p = model.fit(X, y).predict_proba(np.full((1, 4), np.nan))[0]
    assert p == pytest.approx(np.bincount(y) / len(y))


@settings(deadline=None, max_examples=40)
@given(seeds, models, st.sampled_from([0.0, 0.2]), st.data())
def test_examples_in_parts_give_the_model_of_the_whole(seed, model, gaps, data):
    X, y, V = random_data(seed, gaps=gaps)
    cut, at = data.draw(st.integers(1, len(y) - 1)), data.draw(st.integers(1, len(y) - 1))
    cut, at = sorted((cut, at))
    parts = [part for part in (slice(0, cut), slice(cut, at), slice(at, None)) if len(y[part])]
    Q = every_input(V)
    whole = clone(model).fit(X, y)
    expected = whole.predict_joint_log_proba(Q)

    in_steps = clone(model)
    for part in parts:
        in_steps.partial_fit(X[part], y[part], classes=np.unique(y))
    assert in_steps.n_categories_.tolist() == whole.n_categories_.tolist()
    assert in_steps.predict_joint_log_proba(Q) == pytest.approx(expected)

    merged = clone(model)  # a model that has seen nothing
    for part in parts:
        merged = merged.merge(clone(model).fit(X[part], y[part]))
    assert merged.predict_joint_log_proba(Q) == pytest.approx(expected)


@settings(deadline=None, max_examples=40)
@given(seeds, models)
def test_laws_of_order_repetition_and_names(seed, model):
    X, y, V = random_data(seed, K=3)
    rng = np.random.default_rng(seed)
    Q, order, weights = every_input(V), rng.permutation(len(y)), rng.integers(0, 4, len(y))
    weights[:4] = 1  # keeps all classes and categories
    expected = clone(model).fit(X, y).predict_proba(Q)
    assert expected.sum(axis=1) == pytest.approx(np.ones(len(Q)))
    assert clone(model).fit(X[order], y[order]).predict_proba(Q) == pytest.approx(expected)
    assert clone(model).fit(X, np.array(["c", "b", "a"])[y]).predict_proba(Q) == pytest.approx(
        expected[:, ::-1]
    )
    weighted = clone(model).fit(X, y, sample_weight=weights).predict_proba(Q)
    repeated = clone(model).fit(np.repeat(X, weights, axis=0), np.repeat(y, weights)).predict_proba(Q)
    assert weighted == pytest.approx(repeated)


@settings(deadline=None, max_examples=40)
@given(seeds, st.permutations(range(4)), st.integers(0, 3))
def test_order_of_features_is_that_of_permuted_columns(seed, order, k):
    X, y, V = random_data(seed)
    Q = every_input(V)
    ordered = KOrderNB(k=k, feature_order=order).fit(X, y).predict_proba(Q)
    assert ordered == pytest.approx(KOrderNB(k=k).fit(X[:, order], y).predict_proba(Q[:, order]))


@settings(deadline=None, max_examples=40)
@given(seeds, st.integers(1, 3))
def test_root_of_the_tree_only_directs_its_edges(seed, root):
    X, y, V = random_data(seed, n=40)
    Q = every_input(V)
    one, other = (TreeAugmentedNB(alpha=0, root=r).fit(X, y) for r in (0, root))
    edges = [{frozenset((j, p)) for j, p in enumerate(m.parent_.tolist()) if p >= 0} for m in (one, other)]
    if edges[0] == edges[1]:  # else there is more than one heaviest tree
        joint = np.exp(one.predict_joint_log_proba(Q))
        assert joint == pytest.approx(np.exp(other.predict_joint_log_proba(Q)), abs=1e-12)


@settings(deadline=None, max_examples=25)
@given(seeds, st.integers(0, 2))
def test_more_order_never_fits_the_training_data_worse(seed, k):
    """Without smoothing every order is a maximum of likelihood, over ever wider models."""
    X, y, _ = random_data(seed)

    def log_likelihood(model):
        return model.fit(X, y).predict_joint_log_proba(X)[np.arange(len(y)), y].sum()

    assert log_likelihood(KOrderNB(k=k + 1, alpha=0)) >= log_likelihood(KOrderNB(k=k, alpha=0)) - 1e-9
    assert log_likelihood(TreeAugmentedNB(alpha=0)) >= log_likelihood(KOrderNB(k=1, alpha=0)) - 1e-9


@pytest.mark.parametrize("model", MODELS, ids=str)
def test_examples_drawn_come_as_often_as_the_model_says(model):
    X, y, _ = random_data(5, d=3)
    model = clone(model).fit(X, y)
    draws = model.sample(20_000, 1, np.random.default_rng(0))
    cells, counts = np.unique(draws, axis=0, return_counts=True)
    p = np.exp(model.predict_joint_log_proba(cells)[:, 1] - model.class_log_prior_[1])
    assert counts / 20_000 == pytest.approx(p, abs=0.015)
    assert counts.sum() == 20_000
    again = model.sample(5, 1, np.random.default_rng(3))
    assert (again == model.sample(5, 1, np.random.default_rng(3))).all()
    assert model.sample(0, 1, np.random.default_rng(0)).shape == (0, 3)


def test_values_of_probability_zero_are_never_drawn():
    model = KOrderNB(k=1, alpha=0).fit(PIXELS, EQUAL)
    draws = model.sample(1000, "same", np.random.default_rng(0))
    assert (draws[:, 0] == draws[:, 1]).all()


# ---------------------------------------------------------------- zeros, gaps, unseen values


def test_parents_never_seen_together_leave_the_child_uniform_without_smoothing():
    theta = np.exp(log_conditional(np.array([[2.0, 0.0], [0.0, 0.0]]), alpha=0))
    assert theta.tolist() == [[1, 0], [0.5, 0.5]]


def test_input_that_every_class_rules_out_has_no_posterior():
    model = KOrderNB(k=1, alpha=0).fit([[0, 0], [1, 1]], ["a", "b"])
    with pytest.raises(ValueError, match="Row 1 of X has probability 0 under every class"):
        model.predict_proba([[0, 0], [0, 1]])
    assert model.predict([[0, 1]]).tolist() == ["a"]


def test_category_outside_the_domain_is_an_error_unless_room_was_made():
    for model in (KOrderNB(), TreeAugmentedNB()):
        with pytest.raises(ValueError, match=r"Feature 1 has categories 0 to 1; row 0 of X has 2"):
            model.fit(PIXELS, EQUAL).predict([[0, 2]])
        model.set_params(min_categories=[2, 3]).fit(PIXELS, EQUAL)
        assert model.n_categories_.tolist() == [2, 3]
        assert model.predict_proba([[0, 2]]) == pytest.approx(np.array([[0.5, 0.5]]))


def test_column_without_any_value_says_nothing():
    X = np.column_stack([[0, 0, 1, 1.0], np.full(4, np.nan)])
    for model in (KOrderNB(), TreeAugmentedNB()):
        p = model.fit(X, [0, 0, 1, 1]).predict_proba([[0, np.nan], [1, np.nan]])
        assert p == pytest.approx(np.array([[3 / 4, 1 / 4], [1 / 4, 3 / 4]]))


def test_long_chain_of_gaps_does_not_underflow():
    rng = np.random.default_rng(0)
    X, y = rng.integers(0, 3, (40, 600)).astype(float), np.repeat([0, 1], 20)
    q = rng.integers(0, 3, (1, 600)).astype(float)
    q[0, 1::2] = np.nan
    for model in (KOrderNB(), TreeAugmentedNB()):
        log_joint = model.fit(X, y).predict_joint_log_proba(q)
        assert np.isfinite(log_joint).all()
        assert (log_joint < -250).all()  # far too many factors for a product


def test_prior_may_be_given():
    model = KOrderNB(class_prior=[0.9, 0.1]).fit(X10, Y10)
    assert np.exp(model.class_log_prior_) == pytest.approx([0.9, 0.1])


# ---------------------------------------------------------------- attacks


@pytest.mark.parametrize(
    ("model", "error", "message"),
    [
        (KOrderNB(k=-1), ValueError, "k must"),
        (KOrderNB(k=1.5), TypeError, "k must"),
        (KOrderNB(alpha=-1), ValueError, "alpha must"),
        (KOrderNB(alpha="1"), TypeError, "alpha must"),
        (KOrderNB(feature_order=[0, 0]), ValueError, "feature_order must"),
        (KOrderNB(feature_order=[0]), ValueError, "feature_order must"),
        (KOrderNB(feature_order=[0.0, 1.0]), ValueError, "feature_order must"),
        (KOrderNB(min_categories=0), ValueError, "min_categories must"),
        (KOrderNB(min_categories=[2, 2, 2]), ValueError, "min_categories must"),
        (KOrderNB(min_categories=2.5), ValueError, "min_categories must"),
        (KOrderNB(class_prior=[0.5, 0.6]), ValueError, "class_prior must"),
        (KOrderNB(class_prior=[1.0]), ValueError, "one entry per class"),
        (TreeAugmentedNB(root=2), ValueError, "root must"),
        (TreeAugmentedNB(root=-1), ValueError, "root must"),
        (TreeAugmentedNB(alpha=math.nan), ValueError, "alpha must"),
    ],
    ids=str,
)
def test_impossible_settings_are_refused(model, error, message):
    with pytest.raises(error, match=message):
        clone(model).fit(PIXELS, EQUAL)


@pytest.mark.parametrize("model", [KOrderNB(), TreeAugmentedNB()])
@pytest.mark.parametrize(
    ("X", "message"),
    [
        ([[0, -1], [1, 1]], "Negative values"),
        ([[np.nan, -1], [1, 1]], "Negative values"),
        ([[0, np.inf], [1, 1]], "infinity"),
        ([[0, 1e18], [1, 1]], "X must hold categories"),
        ([["a", "b"], ["c", "d"]], "could not convert"),
        ([0, 1], "2D array"),
        (np.empty((0, 2)), "0 sample"),
    ],
)
def test_what_are_no_categories_is_refused(model, X, message):
    with pytest.raises(ValueError, match=message):
        clone(model).fit(X, [0, 1][: len(X)])


def test_tables_that_no_data_could_fill_are_refused():
    X = np.random.default_rng(0).integers(0, 10, (50, 12))
    with pytest.raises(ValueError, match="use a smaller k"):
        KOrderNB(k=11).fit(X, np.repeat([0, 1], 25))
    with pytest.raises(ValueError, match="pairs would have"):
        TreeAugmentedNB().fit([[0, 1], [10_000, 0]], [0, 1])


def test_negative_weights_are_refused_and_leave_the_model_as_it_was():
    model = KOrderNB().fit(PIXELS, EQUAL)
    before = model.predict_proba(PIXELS)
    with pytest.raises(ValueError, match="egative"):
        model.partial_fit(PIXELS, EQUAL, sample_weight=[-1, 1, 1, 1])
    assert (model.predict_proba(PIXELS) == before).all()


def test_models_of_other_orders_do_not_merge():
    with pytest.raises(ValueError, match="share their settings"):
        KOrderNB(k=1).fit(PIXELS, EQUAL).merge(KOrderNB(k=0).fit(PIXELS, EQUAL))
    with pytest.raises(TypeError, match="other must be"):
        KOrderNB().fit(PIXELS, EQUAL).merge(TreeAugmentedNB().fit(PIXELS, EQUAL))


@pytest.mark.parametrize("model", [KOrderNB(), KOrderNB(k=0), TreeAugmentedNB()], ids=str)
def test_keeps_scikit_learns_contract(model):
    check_estimator(model, on_skip=None)
