import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, stats

from mlcore.estimation import Beta, Dirichlet, Normal, bernoulli_likelihood, gaussian_mle, map_theta

# ---------------------------------------------------------------- worked by hand


def test_ten_tosses_with_two_priors():
    """6 zeros and 4 ones: Beta(2, 2) and Beta(3, 3) pull 0.6 towards ½."""
    assert Beta(2, 2).update(ones=6, zeros=4).mode == pytest.approx(7 / 12)
    assert Beta(3, 3).update(ones=6, zeros=4).mode == pytest.approx(8 / 14)
    assert Beta(1, 1).update(ones=6, zeros=4).mode == pytest.approx(6 / 10)


def test_one_toss_does_not_make_us_certain():
    posterior = Beta(1, 1).update(ones=1, zeros=0)
    assert posterior.mode == 1
    assert posterior.mean == 2 / 3
    low, high = posterior.credible_interval(0.9)
    assert (low, high) == pytest.approx((math.sqrt(0.05), math.sqrt(0.95)))  # its distribution function is θ²


def test_rule_of_succession():
    assert Beta(1, 1).update(ones=3, zeros=0).mean == 4 / 5
    assert Dirichlet([1, 1, 1]).update([3, 0, 2]).mean == pytest.approx([4 / 8, 1 / 8, 3 / 8])


def test_wide_prior_gives_maximum_likelihood_again():
    """Three heads in three tosses: a prior helps against θ = 1 only if it says something."""
    assert Beta(1, 1).update(3, 0).mode == 1
    assert Beta(1 + 1e-9, 1 + 1e-9).update(3, 0).mode > 0.9999
    assert Beta(11, 11).update(3, 0).mode < 0.7


def test_normal_belief_after_two_examples():
    posterior = Normal(0, 1).update([2, 4], noise_var=1)
    assert (posterior.mean, posterior.var) == pytest.approx((6 / 3, 1 / 3))
    assert posterior.mode == posterior.mean
    assert posterior.variance == posterior.var
    assert posterior.predictive(noise_var=1).var == pytest.approx(4 / 3)


def test_prior_counts_once_and_not_for_each_example():
    """With the prior inside the sum over examples, the mode would be half the mean for every n."""
    x = np.random.default_rng(0).normal(3, 1, 1000)
    mean, _ = gaussian_mle(x)
    posterior = Normal(0, 1).update(x, noise_var=1)
    assert posterior.mode == pytest.approx(x.sum() / (1000 + 1))
    w = np.linspace(-1, 5, 60_001)
    negative_log = 0.5 * (1000 * w**2 - 2 * w * x.sum())
    assert w[np.argmin(negative_log + w**2 / 2)] == pytest.approx(posterior.mode, abs=1e-4)
    assert w[np.argmin(negative_log + 1000 * w**2 / 2)] == pytest.approx(mean / 2, abs=1e-4)


# ---------------------------------------------------------------- smoothing is a prior


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 50), st.integers(0, 50), st.floats(0.01, 20))
def test_smoothing_is_the_mode_under_beta_alpha_plus_one(ones, zeros, alpha):
    posterior = Beta.smoothing(alpha).update(ones, zeros)
    assert posterior == Beta(alpha + 1 + ones, alpha + 1 + zeros)
    assert posterior.mode == pytest.approx((ones + alpha) / (ones + zeros + 2 * alpha))
    assert Beta(alpha, alpha).update(ones, zeros).mean == pytest.approx(posterior.mode)


@settings(deadline=None, max_examples=50)
@given(st.lists(st.integers(0, 30), min_size=2, max_size=5), st.floats(0.01, 20))
def test_smoothing_is_the_mode_under_dirichlet_alpha_plus_one(counts, alpha):
    posterior = Dirichlet.smoothing(alpha, len(counts)).update(counts)
    assert posterior.mode == pytest.approx(map_theta(counts, alpha))


# ---------------------------------------------------------------- where the mode lies


@pytest.mark.parametrize(
    ("a", "b", "mode"),
    [(1, 2, 0), (2, 1, 1), (0.5, 2, 0), (2, 0.5, 1), (0.5, 1, 0), (1, 0.5, 1), (2, 2, 0.5), (1.5, 3, 0.2)],
)
def test_mode_may_lie_at_an_end(a, b, mode):
    belief = Beta(a, b)
    assert belief.mode == pytest.approx(mode)
    assert Dirichlet([a, b]).mode == pytest.approx([mode, 1 - mode])
    theta = np.linspace(0.001, 0.999, 999)
    assert theta[belief.logpdf(theta).argmax()] == pytest.approx(mode, abs=0.0011)


@pytest.mark.parametrize(("a", "b"), [(1, 1), (0.5, 0.5), (0.9, 0.1)])
def test_belief_without_a_single_mode_says_so(a, b):
    with pytest.raises(ValueError, match="no single mode"):
        _ = Beta(a, b).mode
    with pytest.raises(ValueError, match="no single mode"):
        _ = Dirichlet([a, b]).mode


@pytest.mark.parametrize("alpha", [[1, 1, 1], [0.5, 2, 2], [0.5, 0.5, 0.5]])
def test_belief_about_three_values_without_a_single_mode_says_so(alpha):
    with pytest.raises(ValueError, match="no single mode"):
        _ = Dirichlet(alpha).mode


def test_mode_of_a_belief_about_three_values_may_lie_in_a_corner():
    assert Dirichlet([1, 1, 2]).mode.tolist() == [0, 0, 1]


# ---------------------------------------------------------------- independent implementations and laws

positive = st.floats(0.2, 30)


@settings(deadline=None, max_examples=50)
@given(positive, positive, st.floats(0.05, 0.99))
def test_beta_agrees_with_scipy(a, b, level):
    ours, theirs = Beta(a, b), stats.beta(a, b)
    assert (ours.mean, ours.variance) == pytest.approx(theirs.stats("mv"))
    theta = np.linspace(0.01, 0.99, 9)
    assert ours.pdf(theta) == pytest.approx(theirs.pdf(theta))
    assert ours.credible_interval(level) == pytest.approx(theirs.interval(level), rel=1e-6, abs=1e-12)


@settings(deadline=None, max_examples=50)
@given(st.lists(positive, min_size=2, max_size=4))
def test_dirichlet_agrees_with_scipy(alpha):
    ours, theirs = Dirichlet(alpha), stats.dirichlet(alpha)
    assert ours.mean == pytest.approx(theirs.mean())
    assert ours.variance == pytest.approx(theirs.var())
    theta = np.full(len(alpha), 1 / len(alpha))
    assert ours.logpdf(theta) == pytest.approx(theirs.logpdf(theta), abs=1e-9)
    first = stats.beta(alpha[0], sum(alpha[1:])).interval(0.9)
    assert ours.credible_interval(0.9)[0] == pytest.approx(first, rel=1e-6, abs=1e-12)


@settings(deadline=None, max_examples=50)
@given(st.floats(-50, 50), positive, st.floats(0.05, 0.99))
def test_normal_agrees_with_scipy(mean, var, level):
    ours, theirs = Normal(mean, var), stats.norm(mean, math.sqrt(var))
    assert ours.credible_interval(level) == pytest.approx(theirs.interval(level))
    mu = np.linspace(mean - 5, mean + 5, 7)
    assert ours.pdf(mu) == pytest.approx(theirs.pdf(mu))
    assert ours.logpdf(mu) == pytest.approx(theirs.logpdf(mu))


@settings(deadline=None, max_examples=25)
@given(st.floats(1, 8), st.floats(1, 8), st.integers(0, 6), st.integers(0, 6))
def test_posterior_is_likelihood_times_prior_over_evidence(a, b, ones, zeros):
    prior = Beta(a, b)

    def product(theta):
        return float(bernoulli_likelihood(ones, ones + zeros, theta) * prior.pdf(theta))

    area, _ = integrate.quad(product, 0, 1)
    assert prior.log_evidence(ones, zeros) == pytest.approx(math.log(area), abs=1e-6)
    for theta in (0.2, 0.5, 0.9):
        assert prior.update(ones, zeros).pdf(theta) == pytest.approx(product(theta) / area, rel=1e-5)


@settings(deadline=None, max_examples=50)
@given(st.lists(st.integers(0, 9), min_size=2, max_size=4), st.data())
def test_data_in_parts_give_the_same_belief(counts, data):
    first = [data.draw(st.integers(0, n)) for n in counts]
    rest = [n - m for n, m in zip(counts, first, strict=True)]
    prior = Dirichlet([0.5] * len(counts))
    assert prior.update(first).update(rest) == prior.update(counts)
    in_steps = prior.log_evidence(first) + prior.update(first).log_evidence(rest)
    assert in_steps == pytest.approx(prior.log_evidence(counts), abs=1e-9)
    assert Beta(2, 3).update(first[0], first[1]).update(rest[0], rest[1]) == Beta(2, 3).update(*counts[:2])


def test_two_values_are_a_beta():
    assert Dirichlet([2, 5]).log_evidence([3, 1]) == pytest.approx(Beta(2, 5).log_evidence(3, 1))
    assert Dirichlet([2, 5]).logpdf([0.3, 0.7]) == pytest.approx(float(Beta(2, 5).logpdf(0.3)))


@settings(deadline=None, max_examples=50)
@given(st.lists(st.floats(-10, 10), min_size=2, max_size=6), st.floats(0.1, 10))
def test_examples_one_by_one_or_together(x, noise_var):
    together = Normal(1, 2).update(x, noise_var)
    step = Normal(1, 2)
    for value in x:
        step = step.update(value, noise_var)
    assert (step.mean, step.var) == pytest.approx((together.mean, together.var), abs=1e-9)


def test_density_outside_its_domain_is_zero():
    assert Beta(2, 2).pdf(np.array([-0.5, 1.5])).tolist() == [0, 0]
    assert Dirichlet([2, 2]).pdf([0.5, 0.6]) == 0
    assert Dirichlet([2, 2]).pdf([-0.5, 1.5]) == 0


def test_beliefs_can_be_compared_and_kept_in_sets():
    assert len({Beta(1, 2), Beta(1.0, 2.0), Dirichlet([1, 2]), Dirichlet((1, 2)), Normal(0, 1)}) == 3
    with pytest.raises(AttributeError):
        Beta(1, 2).a = 3


# ---------------------------------------------------------------- attacks


@pytest.mark.parametrize("arguments", [(0, 1), (1, -1), (math.nan, 1), (math.inf, 1)])
def test_beta_needs_positive_parameters(arguments):
    with pytest.raises(ValueError, match=r"[ab] must"):
        Beta(*arguments)


@pytest.mark.parametrize("alpha", [[1], [1, 0], [1, math.nan], [], [[1, 1]]])
def test_dirichlet_needs_two_positive_parameters(alpha):
    with pytest.raises(ValueError, match="alpha must"):
        Dirichlet(alpha)


@pytest.mark.parametrize("level", [0, 1, -0.1, 95])
def test_level_is_a_share_strictly_between_none_and_all(level):
    for belief in (Beta(1, 1), Dirichlet([1, 1]), Normal(0, 1)):
        with pytest.raises(ValueError, match="level must"):
            belief.credible_interval(level)


def test_impossible_data_are_refused():
    with pytest.raises(ValueError, match="ones must"):
        Beta(1, 1).update(-1, 0)
    with pytest.raises(ValueError, match="one length"):
        Dirichlet([1, 1]).update([1, 2, 3])
    with pytest.raises(ValueError, match="counts must"):
        Dirichlet([1, 1]).update([1, -2])
    with pytest.raises(ValueError, match="noise_var must"):
        Normal(0, 1).update([1.0], noise_var=0)
    with pytest.raises(ValueError, match="x must"):
        Normal(0, 1).update([math.nan], noise_var=1)
    with pytest.raises(ValueError, match="var must"):
        Normal(0, 0)
    with pytest.raises(ValueError, match="NaN"):
        Beta(1, 1).logpdf(math.nan)
    with pytest.raises(ValueError, match="alpha must"):
        Beta.smoothing(-1)
