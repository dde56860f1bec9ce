# %% [markdown]
# # Where does the decision between two normal curves turn?
#
# *19 of 23. To unit [5 · Gaussian naive Bayes](../05_gaussian_nb/05_gaussian_nb.ipynb) · before: [map_as_l2](map_as_l2.ipynb) · next: [less_naive](less_naive.ipynb)*
#
# Somebody is 171 cm tall. A man or a woman?
# Say that women are $N(165, 6^2)$ and men $N(178, 7^2)$, in centimetres, and that there are as many of each.
# (The numbers are made up for the picture.)
#
# One lecture draws two curves and says: the boundary lies between the two peaks, and right of it is "man".
# And what do you answer for 80 cm?
#
# ## One height
#
# Compare the two *densities* at 171 cm.

# %%
from math import exp, pi, sqrt


def density(x, mean, sd):
    return exp(-((x - mean) ** 2) / (2 * sd**2)) / (sd * sqrt(2 * pi))


print(f"women {density(171, 165, 6):.4f} per cm, men {density(171, 178, 7):.4f} per cm")

# %% [markdown]
# A woman, by a hair.
# These are no probabilities: the probability of being *exactly* 171 cm tall is 0.
# Multiply by a width and you have one, for a small width: about 4 % of the women are within half a centimetre of 171.
# A density may even exceed 1. Take heights in metres.

# %%
print(f"women at the peak: {density(1.65, 1.65, 0.06):.2f} per metre, {density(165, 165, 6):.4f} per cm")

# %% [markdown]
# So "probability" on the y axis of such a picture is a slip: only *areas* are probabilities, and the whole area is 1.
#
# ## Where do the curves cross?
#
# The decision turns where $\pi_f N(x; \mu_f, \sigma_f^2) = \pi_m N(x; \mu_m, \sigma_m^2)$.
# Take the logarithm of the ratio. The factor $\sqrt{2\pi}$ cancels.

# %%
from sympy import Rational, collect, expand, log, solve, symbols

x = symbols("x", real=True)
m0, m1 = symbols("m0 m1", real=True)
v0, v1, p0, p1 = symbols("v0 v1 p0 p1", positive=True)
ratio = log(p0 / p1) + log(v1 / v0) / 2 - (x - m0) ** 2 / (2 * v0) + (x - m1) ** 2 / (2 * v1)

# %% [markdown]
# Sort by powers of $x$. What is in front of $x^2$?

# %%
powers = collect(expand(ratio), x, evaluate=False)
print("x^2:", powers[x**2])
print("x:  ", powers[x])

# %% [markdown]
# ### Equal variances
#
# Then $x^2$ has gone, and a straight line has one root.

# %%
boundary = solve(expand(ratio.subs(v1, v0)), x)
print(len(boundary), "root; with equal priors:", boundary[0].subs(p1, p0).factor())

# %% [markdown]
# It is the midpoint. And with a strong prior?
# Take $N(0, 1)$ with prior 0.99 and $N(2, 1)$ with prior 0.01.

# %%
strong = {m0: 0, m1: 2, v0: 1, p0: Rational(99, 100), p1: Rational(1, 100)}
print(round(float(boundary[0].subs(strong)), 4))

# %% [markdown]
# Not between the peaks 0 and 2 at all.
# Where both classes look alike, the rare one has no chance.
#
# ### Unequal variances
#
# Now the curve is a parabola.

# %%
heights_cm = {m0: 165, v0: 36, m1: 178, v1: 49, p0: Rational(1, 2), p1: Rational(1, 2)}
print([round(float(root), 4) for root in solve(ratio.subs(heights_cm), x)])

# %% [markdown]
# Two boundaries: one between the peaks, and one at 86.5 cm.
# Below it the answer is "man" again, since the wider curve wins in *both* far tails.
# Nobody will mind at 80 cm, but a model of something else may have its second boundary in the middle of the data.
#
# The reference finds the same without SymPy.

# %%
from mlcore.discriminant import boundary_1d

low, high = boundary_1d(165, 36, 0.5, 178, 49, 0.5)
print(round(low, 4), round(high, 4))

# %% [markdown]
# ## Who is decided wrongly?
#
# Men between the boundaries are taken for women, women outside for men. Both are areas.
# $\Phi$ is the area left of a point under the standard normal curve.

# %%
from scipy.stats import norm

men_missed = norm.cdf((high - 178) / 7) - norm.cdf((low - 178) / 7)
women_missed = 1 - (norm.cdf((high - 165) / 6) - norm.cdf((low - 165) / 6))
print(f"{men_missed:.4f} of the men, {women_missed:.4f} of the women")

# %% [markdown]
# Second route: draw a million of each, and ask which curve is higher.

# %%
import numpy as np

rng = np.random.default_rng(3)
men, women = rng.normal(178, 7, 1_000_000), rng.normal(165, 6, 1_000_000)
print(f"{np.mean(norm.pdf(men, 165, 6) > norm.pdf(men, 178, 7)):.3f} of the men")
print(f"{np.mean(norm.pdf(women, 165, 6) < norm.pdf(women, 178, 7)):.3f} of the women")

# %% [markdown]
# ## The picture
#
# If "man" is the positive answer, the dark area holds the false positives and the hatched one the false negatives.
# Compare the two rows: the boundary has hardly moved, the errors are no longer equal.

# %% alt="Curves of heights, women around 165, men around 178, with the areas that are decided wrongly. With equal widths 13.9 percent of each; if the men's curve is wider, 17.6 percent of the men and 14.0 percent of the women."
from mlcore.demos import heights

result = heights.compute()
heights.confirm(result)
heights.draw_heights(result)

# %% [markdown]
# The logarithms show what the curves hide: two parabolas, and two crossings.
# On the right, follow a prior from right to left and see both boundaries move towards each other, and meet.

# %% alt="On the left the logarithms of both densities, two parabolas that cross at 86.5 and at 171.5. On the right the two boundaries over the prior odds: they draw apart as women become more frequent, and meet where they are very rare."
heights.draw_boundaries(result)

# %% [markdown]
# Where do they meet? Where even the best height for "woman" gives log-odds of 0.
# With equal priors the best log-odds are $\log\frac{\sigma_m}{\sigma_f} + \frac{(\mu_m - \mu_f)^2}{2(\sigma_m^2 - \sigma_f^2)}$.

# %%
greatest = np.log(7 / 6) + (178 - 165) ** 2 / (2 * (49 - 36))
print(f"log-odds {greatest:.4f}, so the last prior is {1 / (1 + np.exp(greatest)):.6f}")
print("a little less:", boundary_1d(165, 36, 0.00128, 178, 49, 1 - 0.00128))

# %% [markdown]
# With fewer than 13 women in ten thousand people, "man" is the best answer whatever the height.

# %%
print("\n".join(heights.conclude(result)))

# %% [markdown]
# Move the prior and a σ.

# %% tags=["nbval-ignore-output"]
from ipywidgets import FloatSlider, interact

from mlcore.demos.frame import name_axes, slide


def turn(prior_f, sd_m):
    edges = heights.boundaries(prior_f, sd_m=sd_m)
    missed, alarm = heights.error_areas(prior_f, sd_m=sd_m)
    figure, (ax,) = slide()
    cm = np.linspace(130, 220, 400)
    ax.plot(cm, prior_f * norm.pdf(cm, 165, 6), color="darkorange", linewidth=2.5, label="women")
    ax.plot(cm, (1 - prior_f) * norm.pdf(cm, 178, sd_m), "--", color="black", linewidth=2.5, label="men")
    for edge in edges:
        ax.axvline(edge, color="0.6", linewidth=2)
    ax.set_xlim(130, 220)
    ax.legend(fontsize=14)
    name_axes(ax, "height in cm", "prior times density")
    print("boundaries:", ", ".join(f"{edge:.1f} cm" for edge in edges) or "none")
    print(f"{missed:.1%} of the men and {alarm:.1%} of the women are decided wrongly.")
    return figure


_ = interact(
    turn,
    prior_f=FloatSlider(value=0.5, min=0.001, max=0.999, step=0.001, readout_format=".3f"),
    sd_m=FloatSlider(value=7, min=3, max=12, step=0.5),
)

# %% [markdown]
# ## Now you
#
# 1. Both means are equal, and only σ differs. Draw the curves. Where are the boundaries, and what does the classifier look at?
# 2. You measure in inches. Which change: densities, boundaries, areas?
# 3. Taking a woman for a man costs three times as much as the reverse. Which prior gives the same boundaries with equal costs?
# 4. At the boundary both curves are equally high. Are the two areas of error equal as well? When?
# 5. With $P(f) = 0.001$ all are taken for men. How many of a thousand people does that get wrong? Would you call it a good classifier?
#
# > [!fold] Answer to 1
# > At equal distances to the left and to the right of the common mean: the narrow class between them. The classifier looks at how far from the mean somebody is, not at which side.
#
# > [!fold] Answer to 2
# > The heights of the densities (by 2.54), and the numbers at the boundaries. The places and the areas stay.
#
# > [!fold] Answer to 3
# > Count each woman three times: from ½ to ¾.
#
# > [!fold] Answer to 4
# > Not in general. They are if both variances and both priors are equal.
#
# > [!fold] Answer to 5
# > One, about: every woman. 0.1 % errors, and it has never looked at anybody.
