# %% [markdown]
# # How few examples tell the others?
#
# *7 of 23. To unit [1 · Who are your neighbours?](../01_knn/01_knn.ipynb) · before: [irrelevant_features](irrelevant_features.ipynb) · next: [speed](speed.ipynb)*
#
# A nearest neighbour in the middle of its own crowd is never decisive: without it, the next one would say the same.
# So why store it?
# Prediction costs one distance per example, and most examples are in the middle of a crowd.
#
# *Condensed nearest neighbours* keeps a few *prototypes* $P$, from which all training examples are still classified rightly.
# With $m$ of them a query costs $O(md)$ instead of $O(nd)$.

# %% [markdown]
# ## The algorithm
#
# Start with nothing.
# Go through the examples in some order; whoever the prototypes misclassify becomes one.
# Repeat until a pass adds none.
#
# The lectures' loop leaves three things open. Before you read on: what is the answer of *no* prototypes?

# %%
import numpy as np


def nearest(prototypes, X, i):
    return min(prototypes, key=lambda p: (((X[p] - X[i]) ** 2).sum(), p))


def one_pass(prototypes, X, y, order):
    for i in order:
        if i not in prototypes and (not prototypes or y[nearest(prototypes, X, i)] != y[i]):
            prototypes = [*prototypes, i]
    return prototypes


# %% [markdown]
# Our first convention: an empty set misclassifies, so the first example always becomes a prototype.
#
# Six points on a line, three of each label. First visit the two in the middle.

# %%
X, y = np.arange(6.0)[:, None], [0, 0, 0, 1, 1, 1]
first = one_pass([], X, y, order=[2, 3, 0, 1, 4, 5])
print(first, one_pass(first, X, y, order=[2, 3, 0, 1, 4, 5]))

# %% [markdown]
# The second pass added nothing: done, two prototypes.
# Another order, please.

# %%
first = one_pass([], X, y, order=[0, 3, 2, 1, 4, 5])
print(first, one_pass(first, X, y, order=[0, 3, 2, 1, 4, 5]))

# %% [markdown]
# Three: point 2 lies nearer to 3 than to 0, and must speak for itself.
# The second thing left open: the result depends on the order.
# There are only 720 orders, so we try them all.

# %%
from collections import Counter
from itertools import permutations

from mlcore.neighbors import condense

sizes = Counter(len(condense(X, y, order)) for order in permutations(range(6)))
print(sorted(sizes.items()))

# %% [markdown]
# The third: "until all examples are classified correctly" may never come true.
# Two equal points with different labels cannot both be right.
# So only examples that are no prototypes are looked at again, and the loop ends.

# %%
print(condense([[1.0], [1.0]], [0, 1]).tolist())

# %% [markdown]
# Each pass but the last adds at least one prototype, and there are only $n$ examples: it always ends.
#
# ## Two moons
#
# Now 120 points.
# Compare the first two pictures: same answers for all points, same map?

# %% alt="Six maps of two moons. With all 120 points and with 27 prototypes the border is ragged, with islands; with outliers dropped eleven are enough for a smoother one. After 3 and 9 prototypes it is still coarse. The last map is dark where the answer changed: along the border."
from mlcore.demos import condensed

result = condensed.compute()
condensed.confirm(result)
condensed.draw(result)

# %% [markdown]
# Below, the map grows: three prototypes, then nine.
# Early prototypes may lie anywhere; late ones crowd along the frontier, where it matters.
#
# The lectures say "same predictions, fewer examples".
# For the training examples that is a theorem, twins that disagree apart: the loop stops only when it holds.

# %%
from mlcore.demos.condensed.plainly import changed

print(changed(result.X, result.y, result.prototypes), "training answers changed")

# %% [markdown]
# Elsewhere nothing holds the answers in place.

# %%
print(f"{result.differs:.1%} of the view changed its answer")
print("test errors:", [round(error, 3) for error in result.errors[:2]])

# %% [markdown]
# ## Outliers first
#
# Many prototypes are outliers and those who must defend themselves against them.
# A variant first removes the points that kNN gets wrong.
# Careful: each point is its own nearest neighbour, so with $k = 1$ nobody would ever be wrong.
# The *others* must be asked.

# %%
squares = ((result.X[:, None] - result.X[None]) ** 2).sum(axis=-1)
with_itself = result.y[squares.argmin(axis=1)] != result.y
np.fill_diagonal(squares, np.inf)
by_others = result.y[squares.argmin(axis=1)] != result.y
print(with_itself.sum(), by_others.sum())

# %% [markdown]
# Thirteen go. What remains needs far fewer prototypes, in whatever order.

# %% alt="Two heaps of bars over the number of prototypes, for a hundred orders. Without outliers it is 6 to 15, most often 11; with all examples 24 to 37, most often 29."
condensed.draw_orders(result)

# %%
print(len(result.tidy), "prototypes, test error", round(result.errors[2], 3))
print(result.tidy_broken, "training examples are now misclassified")

# %% [markdown]
# The theorem about training answers is gone, and here the test error is lower.
# On another sample of moons it may be higher: an outlier is not always noise.
#
# ## How far from the smallest?
#
# The algorithm is quick, not best.
# For twelve of the points we can afford to try all $2^{12}$ sets.

# %%
from mlcore.demos.condensed.plainly import smallest_consistent

kept = smallest_consistent(result.X[:12], result.y[:12])
print(len(kept), "suffice; the loop kept", sorted(Counter(result.few_sizes.tolist()).items()))

# %% [markdown]
# Pairs are (prototypes kept, how many of 100 orders).
# For 120 points there would be $2^{120}$ sets; finding the smallest is NP-hard.

# %%
print("\n".join(condensed.conclude(result)))

# %% [markdown]
# Add prototypes one by one. Which of them was added for the sake of a single point?

# %% tags=["nbval-ignore-output"]
from IPython.display import display
from ipywidgets import IntSlider, interact


def after(step):
    display(condensed.draw_step(result, step))


_ = interact(after, step=IntSlider(value=9, min=2, max=len(result.prototypes), continuous_update=False))

# %% [markdown]
# ## Now you
#
# 1. Which order would you visit the points in, if you wanted few prototypes? Try it with `condense(X, y, order)`.
# 2. Must the first prototype stay useful? Give an example on a line where it could be thrown away at the end.
# 3. The labels are pure noise. How many prototypes do you expect of $n$ points?
# 4. Condensing removes training data. Does that help the privacy of those who gave them?
# 5. Draw other moons with `moons(120, np.random.default_rng(seed))` from `mlcore.demos.condensed`. For which seeds does dropping outliers cost?
# 6. A k-d tree makes queries faster too. What does condensing change that the tree leaves alone?
#
# > [!fold] Answer to 1
# > Those nearest to the other label first: the loop keeps 22, fewer than in any of the random orders (24 to 37). With the farthest first it keeps 31.
#
# > [!fold] Answer to 2
# > No. On a line with o at 0 and at 2, + at 3: if 0 comes first, 3 joins, then 2 is nearer to 3 and joins. Now 0 could go.
#
# > [!fold] Answer to 3
# > More than half, since the nearest prototype is right only by luck.
#
# > [!fold] Answer to 4
# > Hardly. Whoever is kept is kept whole, and it is those at the border.
#
# > [!fold] Answer to 5
# > Of the seeds 0 to 59 for three: with 22 the error on 20,000 new points rises from 0.087 to 0.101, with 30 and 31 hardly. For the others it falls, as these moons have much noise.
#
# > [!fold] Answer to 6
# > The predictions at new places. A tree returns the same neighbours, only sooner.
