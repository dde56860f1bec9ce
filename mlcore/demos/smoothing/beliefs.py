"""One toss and many: a belief about a coin, its credible interval, and how data take over.

    before   Beta(α+1, α+1)          after n₁ ones and n₀ zeros   Beta(α+1+n₁, α+1+n₀)

After one head maximum likelihood is sure of heads for ever; the posterior is not. With more tosses both come
together: they differ by α|1 − 2θ̂|/(n + 2α). A 95 % credible interval holds the truth in 95 % of all
cases if coins really come from the prior; for one given coin it may do so more or less often.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import beta, binom

from mlcore._checks import FloatArray
from mlcore.demos.frame import TEXT_SIZE, Slide, agree, claim, name_axes, slide
from mlcore.estimation import Beta

PRIOR = Beta.smoothing(1)  # Beta(2, 2)
HEADS = (0, 1, 2, 5)
COIN, TOSSES = 0.3, 10_000
N, LEVEL = 20, 0.95  # tosses and level of the intervals


@dataclass(frozen=True)
class Beliefs:
    """What is believed after a few heads, along one sequence of tosses, and how often intervals are right."""

    mode: FloatArray  # (4,) after HEADS heads and no tail
    mean: FloatArray  # (4,)
    interval: FloatArray  # (4, 2)
    sizes: FloatArray  # (s,) numbers of tosses
    mle: FloatArray  # (s,) along one sequence of tosses
    smoothed: FloatArray  # (s,)
    band: FloatArray  # (s, 2) credible intervals
    theta: FloatArray  # (g,) given coins
    coverage: FloatArray  # (g,) how often the interval of N tosses holds them


def compute() -> Beliefs:
    """Return the beliefs, the sequence and the coverage."""
    after = [PRIOR.update(heads, 0) for heads in HEADS]
    sizes = np.unique(np.logspace(0, np.log10(TOSSES), 61).astype(int))
    ones = np.cumsum(tosses())[sizes - 1]
    along = [PRIOR.update(k, n - k) for k, n in zip(ones, sizes, strict=True)]
    theta = np.linspace(0, 1, 2001)
    return Beliefs(
        mode=np.array([belief.mode for belief in after]),
        mean=np.array([belief.mean for belief in after]),
        interval=np.array([belief.credible_interval(LEVEL) for belief in after]),
        sizes=sizes.astype(float),
        mle=ones / sizes,
        smoothed=np.array([belief.mode for belief in along]),
        band=np.array([belief.credible_interval(LEVEL) for belief in along]),
        theta=theta,
        coverage=coverage(theta),
    )


def tosses() -> FloatArray:
    """Return the tosses of one coin that shows heads three times in ten."""
    return (np.random.default_rng(5).random(TOSSES) < COIN).astype(float)


def intervals() -> FloatArray:
    """Return the credible interval for each possible number of ones in N tosses, shape (N + 1, 2)."""
    return np.array([PRIOR.update(k, N - k).credible_interval(LEVEL) for k in range(N + 1)])


def coverage(theta: FloatArray) -> FloatArray:
    """Return Σ_k Binomial(k; N, θ) · 1(θ lies in the interval of k): how often the interval holds θ."""
    low, high = intervals().T  # (N + 1,)
    inside = (low <= theta[:, None]) & (theta[:, None] <= high)  # (g, N + 1)
    weights = binom.pmf(np.arange(N + 1), N, theta[:, None])  # (g, N + 1)
    share: FloatArray = (weights * inside).sum(axis=1)
    return share


def confirm(result: Beliefs) -> None:
    """Multiply prior and likelihood on a grid; toss coins of the prior; use the formula of the difference."""
    grid = np.linspace(0, 1, 20_001)
    for i, heads in enumerate(HEADS):
        weight = 6 * grid * (1 - grid) * grid**heads  # prior times likelihood
        weight = weight / weight.sum()
        agree(result.mode[i], grid[weight.argmax()], "The mode must be the top of the product.", atol=1e-4)
        agree(result.mean[i], weight @ grid, "The mean must be that of the product.", rtol=1e-6)
        ends = np.interp([0.025, 0.975], weight.cumsum(), grid)
        agree(result.interval[i], ends, "The interval must leave 2.5 % at either side.", atol=2e-4)
    agree(result.mle, [tosses()[: int(n)].mean() for n in result.sizes], "The MLE is the share of heads.")
    pull = (1 - 2 * result.mle) / (result.sizes + 2)
    agree(result.smoothed - result.mle, pull, "Both estimates must differ by α(1 − 2θ̂)/(n + 2α).")
    claim(abs(result.smoothed[-1] - COIN) < 4 * (0.21 / TOSSES) ** 0.5, "Tosses must lead to the coin.")
    ones = np.round(result.mle * result.sizes)
    theirs = np.array(beta.interval(LEVEL, ones + 2, result.sizes - ones + 2)).T  # (s, 2)
    agree(result.band, theirs, "The band must be SciPy's interval.", rtol=1e-6)
    width = result.band[:, 1] - result.band[:, 0]
    claim(width[-1] < 0.02 < 0.5 < width[0], "The interval must become narrow.")
    confirm_coins(result)


def confirm_coins(result: Beliefs) -> None:
    """Draw 100,000 coins from the prior: 95 % lie in their interval, heads follow heads as often as said."""
    rng, n = np.random.default_rng(7), 100_000
    coins = rng.beta(2, 2, n)
    low, high = intervals()[rng.binomial(N, coins)].T
    within_sampling_error((low <= coins) & (coins <= high), LEVEL, "The share of right intervals")
    first, second = rng.random((2, n)) < coins
    within_sampling_error(second[first], result.mean[1], "The share of heads after one head")
    for i in (100, 600, 1000):  # coins of 0.05, 0.3 and 0.5
        low, high = intervals()[rng.binomial(N, result.theta[i], n)].T
        right = (low <= result.theta[i]) & (result.theta[i] <= high)
        within_sampling_error(right, result.coverage[i], "The coverage of one coin")
    claim(intervals()[0, 0] > 0.01 and result.coverage[20] == 0, "No interval must reach down to 0.01.")
    weight = PRIOR.pdf(result.theta)
    average = (result.coverage * weight).sum() / weight.sum()
    agree(average, LEVEL, "Averaged over the prior, the coverage must be the level.", atol=2e-3)


def within_sampling_error(hits: NDArray[np.bool_], expected: float, what: str) -> None:
    """Refuse a share of hits that lies more than 4 standard deviations from what is expected."""
    z = (hits.mean() - expected) / (expected * (1 - expected) / hits.size) ** 0.5
    claim(abs(z) < 4, f"{what} must be {expected:.3f}; it is {z:.1f} standard deviations off.")


def conclude(result: Beliefs) -> list[str]:
    """Return what came out."""
    low, high = result.interval[1]
    return [
        f"One toss, heads. Maximum likelihood: θ = 1. Under Beta(2, 2): mode {result.mode[1]:.3f}, next toss "
        f"heads with probability {result.mean[1]:.3f}, and θ within [{low:.2f}, {high:.2f}] with 95 %.",
        f"After {TOSSES:,} tosses of a coin with θ = {COIN}: maximum likelihood {result.mle[-1]:.4f}, "
        f"smoothed {result.smoothed[-1]:.4f}.",
        f"A 95 % interval from {N} tosses holds 95 % of the coins that come from the prior; a fair coin it "
        f"holds {result.coverage[1000]:.1%} of the time, one with θ = 0.01 {result.coverage[20]:.0%}.",
    ]


def draw(result: Beliefs) -> Slide:
    """Draw the belief after a few heads, and both estimates along one sequence of tosses."""
    figure, (left, right) = slide(
        1, 2, title="After one toss nobody is sure; after ten thousand the prior is gone"
    )
    theta = np.linspace(0, 1, 401)
    spots = ((0.16, 0.95), (0.5, 1.66), (0.62, 2.0), (0.74, 2.8))
    for heads, style, spot in zip(HEADS, (":", "-.", "--", "-"), spots, strict=True):
        left.plot(theta, PRIOR.update(heads, 0).pdf(theta), color="black", linestyle=style, linewidth=2.5)
        left.text(
            *spot, {0: "before", 1: "1 head"}.get(heads, f"{heads} heads"), fontsize=TEXT_SIZE, ha="right"
        )
    name_axes(left, "θ = P(heads)", "density of the belief", "prior Beta(2, 2), only heads so far")
    right.fill_between(result.sizes, *result.band.T, color="0.88")
    right.plot(result.sizes, result.mle, color="black", linewidth=2, linestyle="--")
    right.plot(result.sizes, result.smoothed, color="black", linewidth=3)
    right.axhline(COIN, color="0.5", linewidth=1, linestyle=":")
    right.set_xscale("log")
    right.set_ylim(-0.02, 1.02)
    right.text(
        30,
        0.75,
        "dashed: maximum likelihood\nsolid: smoothed, α = 1\ngrey: 95 % credible",
        fontsize=TEXT_SIZE,
    )
    name_axes(right, "tosses n", "estimate of θ", "a coin with θ = 0.3")
    return figure


def draw_intervals(result: Beliefs) -> Slide:
    """Draw the intervals of sixty coins, and how often the interval holds a given coin."""
    figure, (left, right) = slide(1, 2, title="What does 95 % credible mean?")
    rng = np.random.default_rng(0)
    coins = np.sort(rng.beta(2, 2, 60))
    low, high = intervals()[rng.binomial(N, coins)].T
    missed = (coins < low) | (high < coins)
    x = np.arange(60)
    left.vlines(x, low, high, color="0.7", linewidth=4)
    left.plot(x[~missed], coins[~missed], "o", color="black", markersize=4)
    left.plot(x[missed], coins[missed], "X", color="black", markersize=13)
    name_axes(
        left, "sixty coins of the prior, sorted", "θ and its interval", f"crosses: {missed.sum()} missed"
    )
    right.plot(result.theta, result.coverage, color="black", linewidth=1.5)
    right.axhline(LEVEL, color="0.5", linewidth=1, linestyle="--")
    right.set_ylim(0, 1.02)
    right.text(0.5, 0.6, "over coins of the prior:\n95 % on average", fontsize=TEXT_SIZE, ha="center")
    name_axes(right, "θ of a given coin", "how often its interval holds it", f"{N} tosses")
    return figure
