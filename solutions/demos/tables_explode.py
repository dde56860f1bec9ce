# %% [markdown]
# # Why not simply keep a table with a row for every combination?
#
# *2 of 23. To unit [0 · Who stands in front of you?](../00_bayes_rule/00_bayes_rule.ipynb) · before: [base_rates](base_rates.ipynb) · next: [voronoi](voronoi.ipynb)*
#
# A table that gives every combination of values its probability answers every question.
# No assumption, no theorem, only sums.
# So why does anybody bother with naive Bayes?
#
# ## A table of eight rows
#
# A *joint table* has a row for each combination of values, and the probability of that combination.
# Here are gender, hours worked per week, and wealth.

# %%
from mlcore.datasets import load_wealth_joint

joint = load_wealth_joint()
for row, p in joint.items():
    print(*row, p)

# %% [markdown]
# An *event* is a set of rows; its probability is their sum.
# A *conditional* probability is the ratio of two such sums.

# %%
man_and_poor = sum(p for (gender, _, wealth), p in joint.items() if gender == "M" and wealth == "poor")
poor = sum(p for (_, _, wealth), p in joint.items() if wealth == "poor")
print(f"P(M, poor) = {man_and_poor:.6f}")
print(f"P(poor) = {poor:.6f}")
print(f"P(M | poor) = {man_and_poor / poor:.6f}")

# %% [markdown]
# The lectures print 0.46, 0.75 and 0.61.
# They add rows that were already rounded: a fair thing to do on a slide, but 0.75 is really 0.76.
# The ratio is 0.61 either way.
#
# The functions of the course do the same for any event.

# %%
from mlcore.probability import cond_prob, event_prob

print(round(event_prob(joint, {0: "M", 2: "poor"}), 6))
print(round(cond_prob(joint, {0: "M"}, given={2: "poor"}), 6))

# %% [markdown]
# And the table of P(rich | gender, hours)?
# Here is what the joint table gives.

# %%
for gender in ("F", "M"):
    for hours in ("<40.5", ">=40.5"):
        print(gender, hours, round(cond_prob(joint, {2: "rich"}, given={0: gender, 1: hours}), 4))

# %% [markdown]
# The lectures print 0.09, 0.21, 0.23 and 0.38 beside a joint table whose picture is lost.
# For the well-known table that we use in its place, the fourth value is 0.44, and the second would round to 0.22.
# The printed bins "≤ 40" and "≥ 40" also share the 40, so that somebody with exactly 40 hours fits both; 40.5 avoids that.

# %% alt="The eight bars of the joint table. Dark are the poor, together 0.76; hatched the poor men, together 0.47."
from mlcore.demos import tables_explode

result = tables_explode.compute()
tables_explode.draw_wealth(result)

# %% [markdown]
# ## How many numbers is that?
#
# Three booleans make $2^3 = 8$ rows. They sum to 1, so the last follows from the others: seven are *free*.
# (One slide says "3 parameters". Three is the number of variables.)
#
# With $d$ boolean features and a boolean class there are $2^{d+1}$ rows, and one less is free.
# Naive Bayes needs $P(y)$ and, for each class and feature, $P(x_j = 1 \mid y)$: $1 + 2d$ numbers.

# %%
for d in (1, 3, 10, 20):
    print(f"d = {d:2}: table {2 ** (d + 1) - 1:9,}, naive Bayes {2 * d + 1}")

# %% [markdown]
# The lectures say $2^n - 1$ and $2n - 1$ at this point.
# Both are right if $n$ counts the class as well; with $n$ features they are $2^{n+1} - 1$ and $2n + 1$.
# Let us not believe either, but write the naive model down for play-tennis and count.
# Each distribution in it must sum to 1: one equation each.

# %%
import numpy as np

values, K = (3, 3, 2, 2), 2
groups = [K] + [V for V in values for _ in range(K)]  # the prior, then P(x_j = · | c)
equations = np.zeros((len(groups), sum(groups)))
start = 0
for row, size in zip(equations, groups, strict=True):
    row[start : start + size] = 1
    start += size
print(equations.shape, "equations and numbers")

# %% [markdown]
# What the equations leave free is the number of columns less the rank.

# %%
print("stored", sum(groups), "free", sum(groups) - np.linalg.matrix_rank(equations))
print("rows of the table", K * np.prod(values))

# %% [markdown]
# ## Does the memory matter? No: the examples do
#
# A thousand rows are nothing for a computer.
# But each needs a *probability*, and that comes from counting examples.
# Ten booleans make $N = 1024$ cells. With $n = 1000$ examples, that is nearly one per cell.
# Guess: how many cells stay empty?
#
# One example misses a given cell with probability $1 - 1/N$, if all are equally likely.

# %%
N, n = 2**10, 1000
miss_once = 1 - 1 / N
print(f"{miss_once:.6f}")

# %% [markdown]
# All $n$ examples miss it with the product of these, and the expected *share* of empty cells is that very number.

# %%
print(f"{miss_once**n:.4f} of the cells are empty, {N * (1 - miss_once**n):.1f} are not")

# %% [markdown]
# "About one per cell" means that more than a third of the cells have none.
# For each of these the table says "impossible".
#
# Second route: look at *every* data set of a tiny case, five examples in four cells.

# %%
from itertools import product

shares = [1 - len(set(data)) / 4 for data in product(range(4), repeat=5)]
print(len(shares), "data sets,", round(np.mean(shares), 6), "of the cells are empty on average")
print("formula:", round((1 - 1 / 4) ** 5, 6))

# %% [markdown]
# Third route: draw 200 sets of 1000 images of ten fair pixels.

# %%
cells = np.random.default_rng(0).integers(1024, size=(200, 1000))
simulated = np.mean([1 - len(np.unique(row)) / 1024 for row in cells])
print(f"{simulated:.4f}")

# %% [markdown]
# ## The picture
#
# On the left follow the grey line: where does the table overtake the examples?
# On the right see how short the way is from "nearly all cells filled" to "nearly all empty".

# %% alt="On the left free numbers over boolean features: the table passes a thousand at nine features and millions at twenty, naive Bayes stays at forty. On the right the share of empty cells rises from 0 to 1 between eight and sixteen."
tables_explode.confirm(result)
tables_explode.draw_explosion(result)

# %% [markdown]
# Six more features, and the table turns from full to worthless.
# The dotted curve is for features that are 1 only once in ten times, as words of an e-mail are.
# Fair features were the kindest case.

# %%
print("\n".join(tables_explode.conclude(result)))

# %% [markdown]
# Would more examples help? Try.

# %% tags=["nbval-ignore-output"]
from ipywidgets import IntSlider, SelectionSlider, interact

from mlcore.demos.frame import name_axes, slide
from mlcore.probability import expected_empty_share


def empty(d, n):
    figure, (ax,) = slide()
    features = range(1, 61)
    ax.plot(features, [expected_empty_share(n, 2**each) for each in features], color="black", linewidth=2.5)
    ax.plot(d, expected_empty_share(n, 2**d), "o", color="darkorange", markersize=16)
    ax.set_ylim(0, 1.02)
    name_axes(ax, "yes-no features", f"share of cells without any of {n:,} examples")
    print(f"{2**d:,} cells, {n / 2**d:.3g} examples per cell; empty: {expected_empty_share(n, 2**d):.2%}")
    return figure


_ = interact(
    empty,
    d=IntSlider(value=10, min=1, max=60, description="features"),
    n=SelectionSlider(options=[10**k for k in range(1, 10)], value=1000, description="examples"),
)

# %% [markdown]
# ## Now you
#
# 1. You double the number of examples. How many features more can you afford, for the same share of empty cells? And for naive Bayes?
# 2. A table of $P(y \mid x)$ instead of $P(x, y)$ for ten boolean features: how many free numbers, and does that save us?
# 3. Why are fair features the kindest case? (Which cells take the examples away from the others?)
# 4. Images have 28 × 28 pixels, in black and white. If the pixels were random, would you ever expect to see the same image twice? What do real images have that random pixels do not?
# 5. Add-one smoothing fills every empty cell. Why is that no cure here?
#
# > [!fold] Answer to 1
# > One feature more: each doubles the cells. Naive Bayes keeps two numbers more per feature, so it could afford twice as many.
#
# > [!fold] Answer to 2
# > One for each of the $2^{10}$ inputs, 1024 instead of 2047. It saves half of them, and not the explosion.
#
# > [!fold] Answer to 3
# > With fair features all cells are equally probable. Otherwise a few frequent cells take nearly all examples, and more of the others stay empty.
#
# > [!fold] Answer to 4
# > No: $2^{784}$ images. In real ones neighbouring pixels hang together, so nearly all of those images never occur.
#
# > [!fold] Answer to 5
# > Almost every cell then says what was pretended, and nothing that was seen.
