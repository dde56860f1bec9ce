"""The file that a beginner reads first: right by hand, and what the fast estimators are held to."""

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mlcore import plain
from mlcore.datasets import load_play_tennis
from mlcore.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB, MultinomialNB
from mlcore.neighbors import KNeighborsClassifier

# For each model: how to learn and to score it plainly, and the estimator with the same α.
NAIVE_BAYES = {
    "categorical": (plain.categorical_learn, plain.categorical_log_joint, CategoricalNB),
    "bernoulli": (plain.bernoulli_learn, plain.bernoulli_log_joint, BernoulliNB),
    "multinomial": (plain.multinomial_learn, plain.multinomial_log_joint, MultinomialNB),
}
seeds = st.integers(0, 2**32 - 1)


def test_play_tennis_by_hand():
    X, y = load_play_tennis()
    model = plain.categorical_learn(X.tolist(), y.tolist(), alpha=0)
    log_joint = plain.categorical_log_joint(["Sunny", "Cool", "High", "Strong"], model)
    no = Fraction(5, 14) * Fraction(3, 5) * Fraction(1, 5) * Fraction(4, 5) * Fraction(3, 5)
    yes = Fraction(9, 14) * Fraction(2, 9) * Fraction(3, 9) * Fraction(3, 9) * Fraction(3, 9)
    assert plain.with_prob(log_joint) == pytest.approx({"No": no / (no + yes), "Yes": yes / (no + yes)})
    assert plain.argmax(log_joint) == "No"


def test_by_hand_counts_of_words():
    pi, theta = plain.multinomial_learn([[2, 1, 0], [1, 0, 1], [0, 1, 2]], ["sport", "sport", "art"])
    assert pi == {"art": 1 / 3, "sport": 2 / 3}
    assert [theta["sport", j] for j in range(3)] == [4 / 8, 2 / 8, 2 / 8]


def problem(seed, name):
    """Draw examples in which every value of every feature and every class occurs, and queries."""
    rng = np.random.default_rng(seed)
    d, V = rng.integers(1, 5), 2 if name == "bernoulli" else 4
    X = rng.integers(0, V, (rng.integers(V, 20), d))
    X[:V] = np.arange(V)[:, None]
    y = rng.choice(["ham", "spam", "neither"], len(X))
    return X, y, rng.integers(0, V, (5, d)), rng.choice([0, 0.5, 1])


@given(seeds)
@settings(deadline=None, max_examples=60)
@pytest.mark.parametrize("name", NAIVE_BAYES)
def test_naive_bayes_is_the_plain_one(name, seed):
    learn, score, Estimator = NAIVE_BAYES[name]
    X, y, Q, alpha = problem(seed, name)
    assume(alpha > 0 or all(X[y == c].any() for c in y))  # a class without a word: 0 / 0
    fast, model = Estimator(alpha=alpha).fit(X, y), learn(X.tolist(), y.tolist(), alpha)
    assert_same_model(fast, [score(q, model) for q in Q.tolist()], Q)


@given(seeds)
@settings(deadline=None, max_examples=60)
def test_gaussian_naive_bayes_is_the_plain_one(seed):
    X, y, Q, _ = problem(seed, "gaussian")
    model = plain.gaussian_learn(X.tolist(), y.tolist(), smoothing=1e-3)
    expected = [plain.gaussian_log_joint(q, model) for q in Q.tolist()]
    assert_same_model(GaussianNB(var_smoothing=1e-3).fit(X, y), expected, Q)


def assert_same_model(fast, expected, Q):
    assert [list(log_joint) for log_joint in expected] == [fast.classes_.tolist()] * len(Q)
    scores = [list(log_joint.values()) for log_joint in expected]
    np.testing.assert_allclose(fast.predict_joint_log_proba(Q), scores, rtol=1e-9, atol=1e-9)
    for q, log_joint in zip(Q, expected, strict=True):
        best = sorted(log_joint.values())[-2:]
        if best[-1] == -np.inf:
            continue  # 0 / 0: an error in the estimator
        np.testing.assert_allclose(
            fast.predict_proba([q])[0], list(plain.with_prob(log_joint).values()), atol=1e-9
        )
        if len(best) == 1 or best[1] - best[0] > 1e-9:
            assert fast.predict([q])[0] == plain.argmax(log_joint)


@given(seeds)
@settings(deadline=None, max_examples=60)
@pytest.mark.parametrize("algorithm", ["brute", "kd_tree"])
def test_neighbours_vote_as_the_plain_ones_to_the_last_bit(algorithm, seed):
    rng = np.random.default_rng(seed)
    X = rng.choice([rng.integers(0, 3, (30, 2)), rng.normal(size=(30, 2))]).astype(float)
    y, k = rng.choice(["o", "+", "x"], 30), int(rng.integers(1, 31))
    Q = np.concatenate([X[:3], rng.normal(size=(3, 2))])
    fast = KNeighborsClassifier(k, algorithm=algorithm).fit(X, y)
    model = plain.knn_learn(X.tolist(), y.tolist(), k)
    for q in Q.tolist():
        distances = sorted(plain.euclidean(x, q) for x in X.tolist())[:k]
        assert fast.kneighbors([q])[0][0].tolist() == distances
        assert fast.predict_proba([q])[0].tolist() == list(plain.knn_with_prob(q, model).values())
        assert fast.predict([q])[0] == plain.argmax(plain.knn_with_prob(q, model))


def test_it_is_short_and_needs_nothing_but_python():
    path = Path(plain.__file__)
    assert len(path.read_text().splitlines()) < 150
    script = f"import runpy, sys; runpy.run_path({str(path)!r}); assert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-I", "-c", script], check=True)
