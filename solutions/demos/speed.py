# %% [markdown]
# # How much work is it to find the nearest neighbour?
#
# *8 of 23. To unit [1 · Who are your neighbours?](../01_knn/01_knn.ipynb) · before: [condensed](condensed.ipynb) · next: [high_dimension](high_dimension.ipynb)*
#
# Learning is nothing: store the examples.
# All the work waits until somebody asks.
# With $n$ examples of $d$ features and $m$ queries: how many additions and multiplications will it be?
#
# Seconds differ from machine to machine.
# So we count: operations, calls, points looked at.
# *Brute force* means to compute the distance to every example.

# %% [markdown]
# ## One number at a time
#
# Two examples, two features.
# The loop subtracts, squares and adds.

# %%
import numpy as np

a, b = np.array([1.0, 3.0]), np.array([3.5, 1.0])
gaps = [x - y for x, y in zip(a.tolist(), b.tolist(), strict=True)]
print(gaps, sum(gap * gap for gap in gaps))

# %% [markdown]
# That is $d$ subtractions, $d$ products and $d - 1$ sums: $3d - 1$ operations for one pair, and $n\,m\,(3d - 1)$ for all.
# This is the lectures' $O(ndt)$, where $t$ is our $m$.
#
# ## Multiply out
#
# Now the step that turns loops into one matrix product.
# Start from one feature.

# %%
from sympy import expand, symbols

x, y = symbols("x y")
print(expand((x - y) ** 2))

# %% [markdown]
# Add up over features, each of the three terms by itself:
#
# $$\sum_j (a_j - b_j)^2 = \sum_j a_j^2 - 2 \sum_j a_j b_j + \sum_j b_j^2 = \|a\|^2 - 2\,a^\top b + \|b\|^2$$

# %%
print((a * a).sum(), (a * b).sum(), (b * b).sum())

# %%
print((a * a).sum() - 2 * (a * b).sum() + (b * b).sum())

# %% [markdown]
# The same 10.25 as above.
# Now for all pairs, with the five points of the lectures as $A$ (five rows) and two queries as $B$.
# The first term depends on the row only: a column.

# %%
from mlcore.datasets import load_knn_table

A, _ = load_knn_table()
B = np.array([[1.0, 2.0], [2.0, 2.0]])
a_norms = (A * A).sum(axis=1)[:, None]  # (n, 1)
print(a_norms.ravel())

# %% [markdown]
# The last depends on the query only: a row.

# %%
b_norms = (B * B).sum(axis=1)[None, :]  # (1, m)
print(b_norms)

# %% [markdown]
# The middle one holds all products of a row of $A$ with a row of $B$: that is what a matrix product is.

# %%
products = A @ B.T  # (n, m)
print(products)

# %% [markdown]
# Column minus twice the table plus row. NumPy repeats the column and the row where it needs them.

# %%
D = a_norms - 2 * products + b_norms  # (n, m)
print(D)

# %% [markdown]
# Check it against the loops.

# %%
from mlcore.demos.speed.arithmetic import WAYS, by_loops, count_calls, count_operations, operations

print((by_loops(A, B) == D).all())

# %% [markdown]
# ## Count
#
# We give each way numbers that count how often they are added, subtracted or multiplied.
# Beside it stands the formula.

# %%
for way in WAYS:
    done, _ = count_operations(way, A, B)
    print(f"{way:14} {done} counted, {operations(way, n=5, m=2, d=2)} by formula")

# %% [markdown]
# "Three products" is the line that the lectures print for Julia, `X1.^2*ones(d,t) .+ ones(n,d)*(X2').^2 .- 2X1*X2'`.
# It is right, and short.
# But it adds up the squares by two further matrix products with ones, and does the same sums again for every pair.

# %% alt="Operations for one distance over the number of features: three straight lines, the three products steepest with 300 at fifty features, loops 150, one product 100."
from mlcore.demos import speed

result = speed.compute()
speed.draw_operations(result)

# %% [markdown]
# So one product saves less than a third of the arithmetic.
# That is not why it is so much faster.
# The loops take every single operation through the interpreter; the product asks NumPy a few times for everything.

# %%
for n in (5, 50):
    calls = count_calls("one product", np.ones((n, 3)), np.ones((n, 3)))
    print(f"n = m = {n}: {operations('loops', n, n, 3):,} steps of the loops, {calls} calls of NumPy")

# %% [markdown]
# And inside a call, all cores and the fast memory of the processor are at work.
# Measure it on your machine (the output is not kept, for yours will differ):

# %% tags=["nbval-ignore-output"]
from timeit import timeit

from mlcore.demos.speed.arithmetic import by_product

rng = np.random.default_rng(0)
big, queries = rng.random((300, 20)), rng.random((100, 20))
for way in (by_loops, by_product):
    print(f"{way.__name__}: {timeit(lambda way=way: way(big, queries), number=1) * 1000:.1f} ms")

# %% [markdown]
# ## The price: rounding
#
# A square is never negative. Multiplied out, it can be.
# Here are two numbers that agree in nine digits.

# %%
first, second = result.pairs[result.multiplied_out < 0][0]
print(first * first - 2 * first * second + second * second < 0)

# %% [markdown]
# Three large terms cancel, and what is left is their rounding errors.
# In fractions, which do not round, the value is positive.

# %%
from fractions import Fraction

p, q = Fraction(float(first)), Fraction(float(second))
print(p * p - 2 * p * q + q * q == (p - q) ** 2, (p - q) ** 2 > 0)

# %% [markdown]
# The root of a negative number is NaN, which spoils everything after it.
# So clip at 0 before taking the root: that is the least one must do.
# Better, move the origin to one of the points first. Distances do not change, and nothing large is left to cancel.
# `pairwise_sq_dists` does that.

# %%
from mlcore.distances import pairwise_sq_dists

print(f"negative: {(result.multiplied_out < 0).sum()} of 1000, after moving: {(result.shifted < 0).sum()}")

# %%
print(pairwise_sq_dists([[first]], [[second]])[0, 0] == (first - second) ** 2)

# %% [markdown]
# ## Do not look at all
#
# A *k-d tree* halves the points by one feature, each half by another, and so on, until at most eight are left in a cell.
# A query walks down to its own cell, and finds a neighbour there.
# A cell that is farther away than this neighbour need not be opened, nor anything in it.

# %%
from scipy.spatial import cKDTree

from mlcore.demos.speed.tree import LEAF, all_cells, unavoidable, walk

X, Q = speed.points_and_queries(4096, 2)
tree = cKDTree(X, LEAF)
found = walk(tree, Q[0])
print(f"{found.nodes} cells opened, {found.points} of {len(X)} points looked at")

# %% [markdown]
# Could a cleverer order have opened fewer?
# No: a cell that comes nearer than the nearest neighbour *must* be opened, for a nearer point might be in it.
# Count these cells, and their points.

# %%
print(unavoidable(all_cells(tree), Q[0], found.sq_dists[0]))

# %% [markdown]
# The search opens exactly those.
# Now let $n$ grow on the left, and $d$ on the right.

# %% alt="Points that a k-d tree looks at. On the left a dozen for any number of points in the plane, while brute force rises. On the right the share grows with the features: 5 percent for eight, nearly all for twenty."
speed.confirm(result)
speed.draw_tree(result)

# %% [markdown]
# On the left: a thousand times more points, and still about fifteen are looked at.
# Doubling $n$ adds one level to the tree, so one more cell: that is the lectures' logarithm.
# On the right it breaks down.
# In many dimensions the nearest neighbour is nearly as far as the rest, and hardly a cell is farther.
# The demonstration `high_dimension` shows why.
#
# Ball trees and R-trees enclose points in balls and boxes instead. They pass by more in some data, and meet the same wall.
#
# ## Does a larger k cost more?
#
# One lecture says so. Let the metric count its calls, for $k = 1$ and $k = 50$ among 1000 examples.

# %%
print(result.brute)

# %% [markdown]
# Brute force computes $n$ distances in any case; to select the $k$ smallest takes $O(n)$ more by partial sorting.
# For a tree the sentence is right: the fiftieth neighbour is farther, so more cells come near enough.

# %%
for k, points in zip(speed.KS, result.by_k, strict=True):
    print(f"k = {k}: {points.mean():.0f} points looked at")

# %% [markdown]
# ## What came out

# %%
print("\n".join(speed.conclude(result)))

# %% [markdown]
# Choose $n$ and $d$ yourself. At which $d$ does the tree of 1000 points give up?

# %% tags=["nbval-ignore-output"]
from ipywidgets import IntSlider, interact

from mlcore.demos.frame import name_axes, slide


def look(n, d):
    figure, (ax,) = slide()
    dimensions = sorted({1, 2, 4, 6, 8, 10, 14, 20, d})
    shares = [np.mean(speed.look(n, each)[1]) / n for each in dimensions]
    ax.plot(dimensions, shares, "o-", color="black")
    ax.plot(d, shares[dimensions.index(d)], "o", color="darkorange", markersize=16)
    ax.set_ylim(0, 1.02)
    name_axes(ax, "features", "share of points that the tree looks at")
    print(f"{shares[dimensions.index(d)] * n:.0f} of {n} points, {shares[dimensions.index(d)]:.0%}")
    return figure


_ = interact(
    look,
    n=IntSlider(value=1000, min=100, max=5000, step=100, continuous_update=False),
    d=IntSlider(value=2, min=1, max=20, continuous_update=False),
)

# %% [markdown]
# ## Now you
#
# 1. For one feature the loops do less arithmetic than the product. Why, and would you use them?
# 2. You only want to know which example is nearest, not how far. Which of the three terms can you drop, and why?
# 3. All 4096 points lie on a line in a space of 20 features. How many will the tree look at?
# 4. Building a tree costs, too: about $n \log n$. For how many queries is it worth it?
# 5. A metric that is not a sum over features, such as the edit distance, has no cells. What could a search use to pass by points instead?
#
# > [!fold] Answer to 1
# > For $d = 1$ the loop subtracts and squares: two operations a pair. The product multiplies, doubles and adds two lengths. But a loop in Python takes far longer for each step than an array does for many: subtract whole arrays instead, `A[:, None] - B[None]`.
#
# > [!fold] Answer to 2
# > $\lVert q \rVert^2$: it is the same for all examples and does not change their order.
#
# > [!fold] Answer to 3
# > Few, about as many as for one feature: the cells follow the line.
#
# > [!fold] Answer to 4
# > For about $\log n$ of them, if a query then costs $\log n$ in place of $n$: soon, in few dimensions.
#
# > [!fold] Answer to 5
# > The triangle inequality: if $a$ is far from $b$ and the query is near to $b$, it cannot be near to $a$. Ball trees and vantage points use it.
