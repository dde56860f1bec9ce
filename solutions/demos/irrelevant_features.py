# %% [markdown]
# # What do features do that have nothing to do with the label?
#
# *6 of 23. To unit [1 · Who are your neighbours?](../01_knn/01_knn.ipynb) · before: [kernels](kernels.ipynb) · next: [condensed](condensed.ipynb)*
#
# A bank wants to know who pays back a loan.
# It has twenty facts about each customer: income, debts, and also shoe size, house number, day of birth.
# Only two of the twenty matter.
# Nearest neighbours do not know which two. Does it harm them to be shown the rest?
#
# A feature that tells nothing about the label is called *irrelevant*.

# %% [markdown]
# ## Every feature has its say
#
# Twenty features, all uniform between 0 and 1.
# The label asks only whether feature 6 plus feature 13 is more than 1.

# %%
from mlcore.demos import irrelevant_features

X = irrelevant_features.sample(0)
y = irrelevant_features.label(X, "sum")
print(X.shape, y[:10].tolist())

# %% [markdown]
# The squared distance is a sum, one term for each feature.
# Which part of it comes from the two that matter?

# %%
gaps = (X[:, None] - X) ** 2  # (n, n, d)
print(f"{gaps[..., [6, 13]].sum() / gaps.sum():.0%} of the squared distance, over all pairs")

# %% [markdown]
# About 2/20, as it must be: all features are alike to the distance.
# The other nine tenths are noise, and they decide who is near.
#
# Now add irrelevant features one after the other, on ten data sets.

# %% alt="Test error over the number of irrelevant features. One neighbour rises from 0.03 to 0.31, seven neighbours to 0.23, naive Bayes only from 0.06 to 0.10."
result = irrelevant_features.compute()
irrelevant_features.confirm(result)
irrelevant_features.draw_errors(result)

# %% [markdown]
# With two features one neighbour errs three times in a hundred, with twenty about thirty times.
# Naive Bayes suffers far less: it *learns* that the two classes look alike in an irrelevant feature, so that the feature hardly counts.
# Neighbours learn nothing of the kind.
#
# ## Weights of 0 and 1
#
# So we say it for them. Give each feature a weight $z_j \ge 0$:
#
# $$d_z(x, x') = \sqrt{\sum_j z_j\,(x_j - x'_j)^2}$$
#
# Weight 0 removes a feature.

# %%
from mlcore.distances import weighted_distance

print(weighted_distance([0, 0, 0], [3, 4, 9], z=[1, 1, 0]), weighted_distance([0, 0], [3, 4], z=[1, 1]))

# %% [markdown]
# In one of the lectures this formula is printed as $\sum_k z_l (x(k) - x'(k))^2$, without a root.
# The sum runs over $k$, so $z_l$ is the same in each term, whichever $l$ is meant.
# Taken at its word, the weight multiplies the whole distance, and the order of the neighbours stays what it was.

# %%
import numpy as np

z_l = 0.3
printed = (z_l * (X[1:] - X[0]) ** 2).sum(axis=1)
plain = ((X[1:] - X[0]) ** 2).sum(axis=1)
print((np.argsort(printed) == np.argsort(plain)).all())

# %% [markdown]
# It is a slip of a letter: $z_k$ is meant.
# The missing root does no harm to the order either, for roots keep the order.
# But it matters where neighbours vote with weight 1/distance.
# Three neighbours at distances 1, 1.5 and 2 vote +1, −1, −1:

# %%
dists, votes = np.array([1, 1.5, 2]), np.array([1, -1, -1])
print(round((votes / dists).sum(), 3), round((votes / dists**2).sum(), 3))

# %% [markdown]
# With the root −1 wins, without it +1.
#
# ## Which weights? Ask examples that did not vote
#
# The lectures' advice: take the weights with the least error on validation data.
# There are $2^{20}$ choices of 0 and 1, more than a million.
# A *greedy* search starts with no feature and always adds the one that lowers the leave-one-out error most.

# %%
from mlcore.selection import select_features

z, error = select_features(X, y)
print(np.flatnonzero(z).tolist(), error)

# %% [markdown]
# Both are among those it kept; anything else is a passenger that happened to help on these examples.
# We can also try all pairs: 190 of them, and each feature alone on the diagonal.
# Dark is good.

# %% alt="Two grids of the error with two features each. On the left the rows and columns of features 6 and 13 are darker, their crossing darkest. On the right only the crossing is dark, and nothing leads there."
irrelevant_features.draw_pairs(result)

# %% [markdown]
# On the left a stripe leads to the best pair: feature 6 is of use alone, and so greedy finds it, then its partner.
# On the right the label is an XOR of the two: 1 if exactly one of them is above ½.
# There is no stripe. Each of the two alone is worthless, and the greedy search walks past them.

# %%
for rule, chosen in zip(irrelevant_features.RULES, result.chosen, strict=True):
    print(rule, f"both found in {chosen[:, [6, 13]].all(axis=1).sum()} of {len(chosen)} data sets")

# %% [markdown]
# ## A low error may be luck
#
# Now the labels are tossed by a coin. There is nothing to find.
# The search still finds something: who tries many features meets one that fits by chance.

# %%
print(f"validation {result.lucky.mean():.2f}, new data {result.honest.mean():.2f}")

# %% [markdown]
# So the error that chose the features is no honest estimate. Keep a test set that no choice has seen.
#
# ## The unit is a weight, too
#
# Multiply a feature by $s$, and its gaps are multiplied by $s$: the same as a weight $z = s^2$.
# Take the lectures' five points and the query (1, 2).
# The first point (1, 3), a circle, differs only in F2; the third, (3, 2), a plus, only in F1.

# %%
from sympy import solve, symbols

s = symbols("s", positive=True)
to_first, to_third = (1 - 1) ** 2 + s**2 * (3 - 2) ** 2, (3 - 1) ** 2 + s**2 * (2 - 2) ** 2
print(to_first, to_third, solve(to_first - to_third, s))

# %% [markdown]
# Below 2 the circle is nearer, above 2 the plus.

# %% alt="Distance to the query of two points, over the factor of the second feature, both axes logarithmic. One rises in a straight line, the other is level; they cross at 2."
irrelevant_features.draw_unit()

# %% [markdown]
# Metres or centimetres: the answer should not hang on that.
# Standardising, $(x - \mu)/\sigma$ with $\mu$ and $\sigma$ of the training data, makes every unit the same.

# %%
for scale in (1, 100):
    print(scale, irrelevant_features.answer(scale), irrelevant_features.answer(scale, standard=True))

# %% [markdown]
# Standardising gives each feature the same say.
# That is fair, and it is just what irrelevant features thrive on: it does not replace the choice of weights.
#
# One remark on mixed data: Gower's distance divides a number's gap by its range, and counts a difference of categories as 1.
# So each feature contributes between 0 and 1, without any unit.
# Here age differs by 10 of a range of 40, and the colour differs: (0.25 + 1)/2.

# %%
from mlcore.distances import gower

print(gower([20, "red"], [30, "blue"], ranges=[40, None], kinds=["numeric", "categorical"]))

# %% [markdown]
# ## What came out
#
# `confirm`, which ran above, repeats the errors by sorting all distances and leaves each example out by hand for all pairs.

# %%
print("\n".join(irrelevant_features.conclude(result)))

# %% [markdown]
# Weights need not be 0 or 1. How small must the weight of the eighteen become?

# %% tags=["nbval-ignore-output"]
from ipywidgets import FloatSlider, interact

from mlcore.demos.frame import name_axes, slide
from mlcore.neighbors import KNeighborsClassifier

Q = irrelevant_features.sample(99, 1000)


def weigh(weight):
    z = np.full(20, weight)
    z[[6, 13]] = 1
    predicted = KNeighborsClassifier(1, feature_weights=z).fit(X, y).predict(Q)
    figure, (ax,) = slide()
    for label, marker in ((0, "o"), (1, "^")):
        chosen = predicted == label
        ax.plot(Q[chosen, 6], Q[chosen, 13], marker, markersize=6, label=f"called {label}")
    ax.set_ylim(0, 1.2)
    ax.legend(loc="upper right", ncols=2, fontsize=14)
    name_axes(ax, "feature 6", "feature 13")
    print(f"test error {np.mean(predicted != irrelevant_features.label(Q, 'sum')):.3f}")
    return figure


_ = interact(weigh, weight=FloatSlider(value=1, min=0, max=1, step=0.05, continuous_update=False))

# %% [markdown]
# ## Now you
#
# 1. Seven neighbours suffer less from irrelevant features than one. Why do they suffer at all?
# 2. How many examples would you need until eighteen irrelevant features no longer matter?
# 3. A feature is a copy of feature 6. Is it irrelevant? What does it do to the distance?
# 4. Invent a search that finds XOR and is cheaper than all $2^{20}$ subsets. What does yours miss?
# 5. Someone standardises training and test data together, then cross-validates. What is wrong, and does it matter here?
#
# > [!fold] Answer to 1
# > The seven are near in twenty features together, not in the two that matter. Their majority averages labels from everywhere.
#
# > [!fold] Answer to 2
# > To halve the distance to the nearest in twenty features takes about $2^{20}$, a million times as many.
#
# > [!fold] Answer to 3
# > It says nothing new, but it is not irrelevant: in the squared distance the feature now counts twice.
#
# > [!fold] Answer to 4
# > Try all 190 pairs. It misses rules of three features of which no pair tells anything.
#
# > [!fold] Answer to 5
# > The test data have had a say in the scale. It matters little here, as both come from one distribution, and much if they do not.
