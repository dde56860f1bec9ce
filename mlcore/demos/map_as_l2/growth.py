"""More and more examples: the prior fades if it counts once, and never if it counts once per example.

right         S_xt / (S_xx + λ)     → S_xt/S_xx    as n grows, for λ stays
in the sum    S_xt / (S_xx + nλ)    stays where it is, for S_xt, S_xx and nλ grow alike
"""

from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes

from mlcore._checks import FloatArray
from mlcore.demos.frame import TEXT_SIZE, agree, claim, name_axes
from mlcore.estimation import Normal, map_slope

SIZES = np.unique(np.logspace(0, 5, 101).astype(int))
TRUE_SLOPE = 2.0


@dataclass(frozen=True)
class Growth:
    """Slopes after SIZES examples; noise variance and prior variance are 1."""

    slope: FloatArray  # (s,)
    slip: FloatArray  # (s,) with the prior inside the sum
    sd: FloatArray  # (s,) standard deviation of the posterior


def compute() -> Growth:
    """Return the slopes of the beginnings of one long sample, by running sums."""
    x, t = sample()
    S_xx, S_xt = np.cumsum(x * x)[SIZES - 1], np.cumsum(x * t)[SIZES - 1]
    return Growth(S_xt / (S_xx + 1), S_xt / (S_xx + SIZES), 1 / np.sqrt(S_xx + 1))


def sample() -> tuple[FloatArray, FloatArray]:
    """Return examples t = 2x + noise, both x and the noise standard normal."""
    rng = np.random.default_rng(26)
    x = rng.normal(size=int(SIZES[-1]))
    return x, TRUE_SLOPE * x + rng.normal(size=x.size)


def slip_slope(x: FloatArray, t: FloatArray, noise_var: float, prior_var: float) -> float:
    """Return the slope that minimises the printed formula: n copies of the prior are one of variance τ²/n."""
    return map_slope(x, t, noise_var, prior_var / len(x))


def confirm(result: Growth) -> None:
    """Refit, update the belief example by example, and compare both ends with the truth."""
    x, t = sample()
    for i in range(0, len(SIZES), 10):
        n = SIZES[i]
        agree(result.slope[i], map_slope(x[:n], t[:n], 1, 1), "Running sums must give the slope.")
        agree(result.slip[i], slip_slope(x[:n], t[:n], 1, 1), "Running sums must give the slip.")
    belief, n = Normal(0, 1), SIZES[60]
    for x_i, t_i in zip(x[:n], t[:n], strict=True):
        belief = belief.update(t_i / x_i, 1 / x_i**2)  # t/x is the slope, seen with the variance 1/x²
    numbers = (result.slope[60], result.sd[60])
    agree(numbers, (belief.mean, belief.var**0.5), "Example by example the belief must become the same.")
    off = np.abs(np.array([result.slope[-1], result.slip[-1]]) - TRUE_SLOPE) / result.sd[-1]
    claim(off[0] < 4, "The posterior must close in on the true slope.")
    claim(off[1] > 100, "With the prior inside the sum the true slope must stay out of reach.")
    agree(result.slip[-1], TRUE_SLOPE / 2, "The slip must end at half the truth.", rtol=0.02)


def conclude(result: Growth) -> list[str]:
    """Return what came out."""
    return [
        f"After {SIZES[-1]:,} examples of slope 2: {result.slope[-1]:.2f}; "
        f"with the prior inside the sum {result.slip[-1]:.2f}, for ever.",
    ]


def draw_on(ax: Axes, result: Growth) -> None:
    """Draw both slopes against the number of examples."""
    band = 2 * result.sd
    ax.fill_between(SIZES, result.slope - band, result.slope + band, color="0.88")
    ax.plot(SIZES, result.slip, color="0.65", linewidth=5)
    ax.plot(SIZES, result.slope, color="black", linewidth=3)
    ax.axhline(TRUE_SLOPE, color="black", linewidth=1, linestyle=":")
    ax.set_xscale("log")
    ax.set_ylim(0, 3)
    ax.text(1e5, TRUE_SLOPE + 0.08, "the truth", fontsize=TEXT_SIZE, ha="right")
    ax.text(1, 2.45, "band: ± 2 posterior\nstandard deviations", fontsize=TEXT_SIZE)
    ax.text(1e5, TRUE_SLOPE / 2 - 0.17, "half the truth", fontsize=TEXT_SIZE, ha="right", color="0.35")
    name_axes(ax, "examples n", "slope", "τ² = σ² = 1, more and more examples")
