# %% [markdown]
# # What becomes of nearness when there are many features?
#
# *9 of 23. To unit [1 · Who are your neighbours?](../01_knn/01_knn.ipynb) · before: [speed](speed.ipynb) · next: [memory](memory.ipynb)*
#
# Nearest neighbours rest on one idea: what is near is alike.
# That needs some things to be near and others to be far.
# Before you read on, guess: with a thousand features, how much farther than the nearest of 500 random points is the farthest?
#
# Words: the *contrast* of the distances from a query is (farthest − nearest) / nearest.
# A *hub* is a point that is among the nearest neighbours of many others; we call those its followers.

# %% [markdown]
# ## Distances become alike
#
# 500 points fall evenly into a cube, then a query.
# Watch the contrast as the number of features $d$ grows.

# %%
from mlcore.demos import high_dimension

result = high_dimension.compute()
for d, contrast in zip(high_dimension.DIMENSIONS, result.contrast, strict=True):
    print(f"d = {d:4}: contrast {contrast:.3g}")

# %% [markdown]
# In the plane the farthest point is some forty times as far as the nearest.
# With a thousand features it is a tenth farther.
#
# ## Why: a sum of many small terms
#
# A squared distance is a sum over features of $(x_j - x'_j)^2$.
# Take one feature, both values uniform between 0 and 1, and let SymPy integrate.

# %%
from sympy import Rational, integrate, symbols

x, z = symbols("x z")
mean = integrate(integrate((x - z) ** 2, (x, 0, 1)), (z, 0, 1))
print(mean)

# %% [markdown]
# The variance is the mean of the square less the square of the mean.

# %%
mean_of_square = integrate(integrate((x - z) ** 4, (x, 0, 1)), (z, 0, 1))
variance = mean_of_square - mean**2
print(mean_of_square, variance)

# %% [markdown]
# Features are drawn independently, so both add up: mean $d/6$, variance $7d/180$.
# The mean grows with $d$, the standard deviation only with $\sqrt d$.

# %%
d = symbols("d", positive=True)
spread_of_squares = (d * variance) ** Rational(1, 2) / (d * mean)
print(spread_of_squares)

# %% [markdown]
# Taking the root halves a small relative deviation, since $\sqrt{1 + \varepsilon} \approx 1 + \varepsilon/2$.
# What remains is about $0.59 / \sqrt d$: the spread of distances, measured by their mean, goes to 0.

# %%
spread = high_dimension.relative_spread(result)
for dim, found in zip(high_dimension.DIMENSIONS, spread, strict=True):
    print(f"d = {dim:4}: drawn {found:.3f}, formula {float(spread_of_squares.subs(d, dim)) / 2:.3f}")

# %% [markdown]
# In two dimensions the deviations are not small, and the approximation shows it.
# Now the picture: look how the curves contract around 1.

# %% alt="The density of the distance of two random points, divided by its mean, for 2, 10, 100 and 1000 features. It becomes a narrow peak at 1."
high_dimension.draw_contrast(result)

# %% [markdown]
# ## Hubs
#
# Each of 500 normal points names its five nearest others.
# So a point has five followers on average, in any dimension.
# Is the average typical?

# %%
for dim, count in zip(high_dimension.HUB_DIMENSIONS, result.hubs, strict=True):
    print(f"d = {dim:3}: mean {count.mean():.0f}, most {count.max()}, without any: {(count == 0).sum()}")

# %% [markdown]
# Nothing distinguishes these points, they are pure chance. Yet one of them is a neighbour of 77 others.
# If its label is wrong, it is wrong 77 times.
#
# Who becomes a hub?
# The mean squared distance from a point to all points is its squared distance to their centre, plus a constant:
#
# $$\tfrac1n \sum_i \|x - x_i\|^2 = \|x - \bar x\|^2 + \tfrac1n \sum_i \|x_i - \bar x\|^2$$

# %%
import numpy as np

points = np.random.default_rng(5).normal(size=(500, 100))
from_first = ((points - points[0]) ** 2).sum(axis=1).mean()
to_centre = ((points - points.mean(axis=0)) ** 2).sum(axis=1)
print(round(from_first, 6), round(to_centre[0] + to_centre.mean(), 6))

# %% [markdown]
# So points near the centre are near to everybody.
# In high dimension hardly any are there, and those few are chosen by all.
# The dashed line is explained below the picture.

# %% alt="For 500 points, of how many others each is among the nearest. With 2 features nobody has more than a dozen followers; with 100 features those near the centre have up to 77, and most have none."
high_dimension.draw_hubs(result)

# %% [markdown]
# In the plane there is a limit.
# Cut the plane around a point into six slices of 60°.
# Of two followers in one slice the outer one is closer to the inner one than to the centre.
# So at most $k$ followers fit into a slice, and $6k = 30$ around the point.
# In 100 dimensions there is room for far more directions, and the limit is gone.
#
# ## The ball leaves the cube
#
# Neighbours within a radius live in a ball, uniform data in a cube.
# How much of the cube $[-1, 1]^d$ does the ball of radius 1 fill?
# The trick is to integrate $e^{-\|x\|^2}$ over all of space twice.
# Feature by feature first: each gives $\sqrt\pi$.

# %%
from sympy import exp, gamma, oo, pi, simplify

r = symbols("r", positive=True)
feature_by_feature = integrate(exp(-(x**2)), (x, -oo, oo)) ** d
print(feature_by_feature)

# %% [markdown]
# Then shell by shell: a ball of radius $r$ has volume $V r^d$, its surface is the derivative $d\,V r^{d-1}$.

# %%
shell_by_shell = simplify(integrate(d * r ** (d - 1) * exp(-(r**2)), (r, 0, oo)))
print(f"V times {shell_by_shell}; at d = 4: {shell_by_shell.subs(d, 4)} = {gamma(4 / 2 + 1):.0f}")

# %% [markdown]
# Both are the same integral: $V\,\Gamma(d/2 + 1) = \pi^{d/2}$, since $\tfrac d2 \Gamma(\tfrac d2) = \Gamma(\tfrac d2 + 1)$.
# Divide by the volume $2^d$ of the cube.

# %%
share = pi ** (d / 2) / gamma(d / 2 + 1) / 2**d
for dim in (2, 3, 10):
    print(dim, share.subs(d, dim), round(float(share.subs(d, dim)), 4))

# %% [markdown]
# Confirm it by shooting: a million random points of the cube for each $d$, and count those in the ball.

# %% alt="The share of the cube that lies in the ball, on a logarithmic axis, falls ever faster: all of it for one feature, 1/10 between five and six, less than 1/1000 for eleven. Dots by chance lie on the line."
high_dimension.confirm(result)
high_dimension.draw_ball(result)

# %% [markdown]
# `confirm` accepts no dot that is off by more than four standard errors; it also sorts all distances again.
# A cube of many features is all corners.
#
# Here is how strange that is.
# Pack a unit ball into each corner of a cube of side 4, and one more ball between them, in the centre.
# A corner's ball has its centre at $(\pm1, \dots, \pm1)$, which is $\sqrt d$ away, and reaches back by 1.

# %%
for dim, radius in zip(high_dimension.BALLS, result.between, strict=True):
    print(f"d = {dim:2}: radius {radius:.3f}", "outside the cube!" if radius > 2 + 1e-9 else "")

# %% [markdown]
# The ball in the middle, fenced in by all the others, leaves the cube that holds them.
#
# ## What it does to a search
#
# A k-d tree passes by every cell that is farther away than the nearest point found so far.
# Where everything is about equally far, it passes by hardly any.
# Here is the share of 4096 points that 40 queries look at on average.

# %%
from mlcore.demos import speed

for dim in (2, 10, 20):
    _, looked_at = speed.look(4096, dim)
    print(f"d = {dim:2}: {np.mean(looked_at) / 4096:.1%}")

# %% [markdown]
# The demonstration `speed` counts this in detail, and confirms it.
#
# ## What came out

# %%
print("\n".join(high_dimension.conclude(result)))

# %% [markdown]
# Choose a number of features, and see the distances from the centre of 500 fresh points.

# %% tags=["nbval-ignore-output"]
from ipywidgets import IntSlider, interact

from mlcore.demos.frame import name_axes, slide


def fresh(features):
    rng = np.random.default_rng(1)
    points, query = rng.random((500, features)), rng.random((1, features))
    figure, (ax,) = slide()
    distances = np.sqrt(((points - query) ** 2).sum(axis=1))
    ax.hist(distances / distances.mean(), bins=np.linspace(0, 2, 81), color="0.4")
    name_axes(ax, "distance, divided by the mean distance", "points")
    print(f"contrast {high_dimension.contrast(points, query):.3f}")
    return figure


_ = interact(fresh, features=IntSlider(value=10, min=1, max=1000, continuous_update=False))

# %% [markdown]
# ## Now you
#
# 1. Images of digits have 784 pixels, and nearest neighbours work well on them. Which assumption of this page do digits not keep?
# 2. Five of 500 labels are wrong. Is it worse if they belong to hubs, and how would you find out whether they do?
# 3. How many of 500 points do you expect within the ball inscribed in the cube of ten features? What does a fixed radius do to a query there?
# 4. Every feature is multiplied by 10. What happens to the contrast, and why?
# 5. Which share of a ball's volume lies in its outermost tenth, for $d = 2$ and for $d = 100$?
#
# > [!fold] Answer to 1
# > That features are independent. Neighbouring pixels hang together, so digits fill only a few of the 784 directions.
#
# > [!fold] Answer to 2
# > Worse: a hub is among the neighbours of many queries. Count for each example how often it is among the $k$ nearest of the others.
#
# > [!fold] Answer to 3
# > The ball holds a share of 0.0025 of the cube, so one or two. With a fixed radius most queries have no neighbour at all.
#
# > [!fold] Answer to 4
# > Nothing: all distances grow by the same factor, and the contrast is a ratio of them.
#
# > [!fold] Answer to 5
# > $1 - 0.9^d$: 19 % for $d = 2$, 99.997 % for $d = 100$.
