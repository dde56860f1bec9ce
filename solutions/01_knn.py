# %% [markdown]
# # 1 · Who are your neighbours?
#
# You have a map with only four towns on it.
# Somebody puts a finger somewhere and asks: which province is that?
#
# You look for the nearest town and say its name.
# That was a classifier, and a good one.
# It has no formula and no training; it remembers, and it looks at who is near.
# In this notebook you build it, first word by word as the lectures write it, then as it is used in practice.
# Along the way three questions turn out to be the whole art: how many neighbours, what is "near", and whose voice counts how much?
#
# | part | minutes | points | what you write, and about how many minutes |
# |---|---|---|---|
# | **Core**, 1 to 5 | 59 | 14.5 | `predict_one` 15, `minkowski` 8, `nearest` 10, `learn` 8, `predict_with_prob` 12, `predict` 6 |
# | **Upper rungs**, 6 to 8 | 81 | 11 | `predict_regression` 8, `vote_weights` 15, `weighted_vote` 10, `standardise` 12, `choose_k` 18, `cross_validate` 18 |
# | **Further rungs**, 9 to 10 | 91 | 11.5 | `cosine_distance` 10, `hamming` 5, `jaccard_distance` 6, `edit_distance` 20, `weighted_distance` 8, `gower` 12, `pairwise_sq_dists` 15, `condense` 15 |
# | **In words** | 24 | 5 | 3 answers, about 8 each |
# | **Real data**, 11 | | | handwritten digits: to run and to look at |
#
# Everybody does the core; of the other rungs, do as many as you have time for. The minutes are a guess for somebody who has heard the lecture.
# Run the cells from top to bottom. Under each task a check shows what went in, what should have come out and what did; if it knows your mistake, it asks you a question. Run it as often as you like.
# Notes on the slides of the lectures are folded: click to read them. E84 and the like are numbers in the course's list of [errata](../../notebooks/errata.md).

# %%
try:
    from mlcore.installed import needs
except ImportError:
    raise ImportError("The package mlcore is missing here: START_HERE.ipynb says what to do.") from None
needs("0.1")

from functools import partial

import matplotlib.pyplot as plt
import numpy as np

from mlcore.datasets import load_digits, load_knn_table, load_towns
from mlcore.exercises import check
from mlcore.plotting import (
    decision_regions,
    error_against_k,
    neighbour_circles,
    parameter_images,
    voronoi_cells,
)

# %% [markdown]
# ## 1 · The map, and five points
#
# These are the chief towns of the provinces of Friuli-Venezia Giulia, in kilometres east and north of 46° N, 13° E.
# Around each town lies the part of the map for which it is the nearest: its *Voronoi cell*.
# Look at the lines: each is straight, and stands halfway between two towns.

# %% alt="A map of four towns, each in a cell with straight borders: Pordenone in the west, Udine in the north, Gorizia in the north-east, Trieste in the south-east."
towns = load_towns()
fig, ax = plt.subplots(figsize=(6, 5))
voronoi_cells(ax, towns.X, towns.y, names=towns.y, feature_names=("km east", "km north"))
plt.show()

# %% [markdown]
# Real borders follow rivers and old quarrels, so the answer is sometimes wrong.
# Deep inside a cell you may trust it more than at an edge.
#
# Why does it work at all?
# Because of one assumption: *what is similar has similar labels*.
# Without some such assumption nothing can be learnt from examples; methods differ in what they call similar.
#
# ### By hand
#
# Now five points with two labels, drawn as + and o, and a star at $q = (2.2, 1.5)$ that wants one.

# %% alt="Five points and a star in the plane. The inner circle, for one neighbour, reaches one o below the star; the outer one, for three, holds this o and two crosses."
points, marks = load_knn_table()
star = np.array([2.2, 1.5])
fig, ax = plt.subplots(figsize=(5.5, 5.5))
neighbour_circles(ax, points, marks, star, ks=(1, 3), feature_names=("F1", "F2"))
plt.show()

# %% [markdown]
# Do it with a pencil first.
# The distance to a point is the root of the sum of the squared gaps:
#
# | row | point | label | squared gaps | distance | place |
# |---|---|---|---|---|---|
# | 0 | (1, 3) | o | 1.44 + 2.25 = 3.69 | 1.92 | 5 |
# | 1 | (2, 3) | + | 0.04 + 2.25 = 2.29 | 1.51 | 4 |
# | 2 | (3, 2) | + | 0.64 + 0.25 = 0.89 | 0.94 | 2 |
# | 3 | (2.5, 1) | o | 0.09 + 0.25 = 0.34 | 0.58 | 1 |
# | 4 | (3.5, 1) | + | 1.69 + 0.25 = 1.94 | 1.39 | 3 |
#
# With $k = 1$ only row 3 is asked: **o**.
# With $k = 3$ rows 3, 2 and 4 are asked, and say o, +, +: the majority is **+**.
# With $k = 2$ it is one against one, and a rule must decide.
#
# Ours, in the whole course:
#
# - *equally near*: the earlier row comes first;
# - *equally many votes*: the class that comes first in sorted order. (Here `+` comes before `o`.)
#
# ## 2 · The lectures' pseudo-code
#
# A *model* is whatever prediction needs: the examples, the number $k$, and a distance.
# We keep it in a dictionary.
# This one is made by hand; of the three distances the first is enough for now, the others come back in the checks.


# %% locked="distances"
def euclidean(a, b):
    """Return the length of the straight line from a to b."""
    return np.sqrt(np.sum((np.asarray(a) - np.asarray(b)) ** 2))


def manhattan(a, b):
    """Return the length of the way from a to b along the axes."""
    return np.sum(np.abs(np.asarray(a) - np.asarray(b)))


def letters_apart(a, b):
    """Return in how many places two words of one length differ."""
    return sum(s != t for s, t in zip(a, b, strict=True))


# %%
five = {"X": points, "y": marks, "k": 3, "metric": euclidean, "classes": np.unique(marks)}
print([round(float(five["metric"](star, x)), 2) for x in five["X"]])

# %% [markdown]
# In the words of the lectures, with $s$ for the distances and $I$ for the neighbourhood:
#
# 1. for every $i$: $s_i \leftarrow d(x, x^{(i)})$
# 2. $I \leftarrow \emptyset$
# 3. as long as $I$ has fewer than $k$ members: add to $I$ that $i \notin I$ for which $s_i$ is smallest
# 4. return the label $y$ with the largest $\sum_{i \in I} \mathbb 1(y^{(i)} = y)$
#
# > [!fold lecture-1] Mind the slide (lecture 1): The neighbourhood holds k examples
# > The loop is printed as `while` $\lvert I \rvert \le k$.
# > It stops when $I$ has $k + 1$ members: one too many.
# > With $k = 1$ two are asked, and the answer can be a tie; with $k = n$ the loop looks for the nearest of nobody.
# > The condition must be $\lvert I \rvert \lt k$.
# >
# > In the errata: [E15](../../notebooks/errata.md#e15--the-neighbourhood-holds-k-examples).
#
# Write it just like that.
# One observation, loops, nothing clever.
# The observation comes first here, as in the lectures; later on, where there are many queries, the model does.
#
# ### Task: `predict_one`


# %% exercise="predict_one"
def predict_one(x, model):
    """Return the label that most of the k examples nearest to x have.

    x       one observation
    model   a dictionary: "X" the n examples and "y" their labels, "k" how many vote, "metric" a function
            of two observations, "classes" the different labels, sorted

    Equally near examples: the earlier row first. Equally many votes: the first in model["classes"].

    predict_one(star, five) is "+"
    """
    ### BEGIN SOLUTION
    n = len(model["y"])
    s = [model["metric"](x, model["X"][i]) for i in range(n)]
    neighbourhood = []
    while len(neighbourhood) < model["k"]:
        remaining = [i for i in range(n) if i not in neighbourhood]
        neighbourhood.append(min(remaining, key=lambda i: s[i]))
    votes = [sum(model["y"][i] == c for i in neighbourhood) for c in model["classes"]]
    return model["classes"][votes.index(max(votes))]
    ### END SOLUTION


# %% check="predict_one" points=3
check("knn.predict_one", predict_one)

# %% [markdown]
# > [!fold] When a check fails: how to find out why
# > Make the problem smaller.
# >
# > 1. *By hand*: the table above has every number on the way to the answer for the star.
# > 2. *The stages alone*: print `s`, then `I`. Are there $k$ members? Are they the right ones?
# > 3. *Predict alone*: use a model made by hand, like `five`. Then a broken `learn` cannot mislead you.
# > 4. *One example, two features*: what must the answer be with a single training point? Draw what you cannot see in numbers.
# > 5. *Slow and sure*: this function is your slow version. Every fast one below must agree with it.

# %% [markdown]
# **Before you go on.** Four neighbours, at distances 1, 2, 3 and 4, have the labels o, +, o, +. With $k = 4$, what is the answer?
#
# - (a) +
# - (b) o
#
# > [!fold] Answer
# > **(a).** Two votes each: a tie, and our rule takes the class that comes first in sorted order, wherever its voters stand.
# > (b) lets the nearest decide. That is a rule as well, and some programs have it; it is not ours, and a check can only hold you to the rule that is written down.

# %% [markdown]
# Does it guess provinces?

# %%
map_model = {"X": towns.X, "y": towns.y, "k": 1, "metric": euclidean, "classes": np.unique(towns.y)}
for name, place in {"Grado": (30, -36), "Tolmezzo": (1, 45), "Sacile": (-39, -5)}.items():
    print(f"{name:9}", predict_one(place, map_model))

# %% [markdown]
# Grado in fact belonged to Gorizia: it lies close to a line.
#
# ## 3 · What is near?
#
# Your function never looks into `x`.
# It only calls `model["metric"]`, so it works for anything between which you can measure a distance.
# For vectors there is a whole family, with a number $p$ to choose:
#
# $$d_p(a, b) = \Big( \sum_{j=1}^{d} \lvert a_j - b_j \rvert^p \Big)^{1/p}$$
#
# $p = 1$ walks along the streets of Manhattan, $p = 2$ flies like the crow.
# Here are, for four values of $p$, all points at distance 1 from the middle.
# Which way does the curve move as $p$ grows, and where does it stop?

# %% alt="All points at distance 1 from the middle for four values of p. For p = 1 a square on its tip, for 2 a circle, for 4 a rounded square, for infinity a square around all of them."
angle = np.linspace(0, 2 * np.pi, 400)
circle = np.stack([np.cos(angle), np.sin(angle)])
fig, ax = plt.subplots(figsize=(4.6, 4.6))
for p, style in ((1, ":"), (2, "-"), (4, "-."), (np.inf, "--")):
    ax.plot(*(circle / np.linalg.norm(circle, ord=p, axis=0)), style, color="black", label=f"p = {p}")
ax.legend(loc="center")
ax.set_aspect("equal")
plt.show()

# %% [markdown]
# It stops at the square: when $p$ grows, only the largest gap counts, $d_\infty(a, b) = \max_j \lvert a_j - b_j \rvert$.
# On two rows of our table, $(1, 3)$ and $(3.5, 1)$, the gaps are 2.5 and 2:
#
# | $p$ | | $d_p$ |
# |---|---|---|
# | 1 | $2.5 + 2$ | 4.5 |
# | 2 | $\sqrt{6.25 + 4}$ | 3.2016 |
# | 3 | $\sqrt[3]{15.625 + 8}$ | 2.8694 |
# | $\infty$ | the larger gap | 2.5 |
#
# > [!fold lecture-1 lecture-2] Mind the slide (lectures 1 and 2): A distance is the norm of the difference
# > The norm is printed as $\lVert x, x' \rVert$, as if of both vectors put together.
# > A distance is the norm of their *difference*, $\lVert x - x' \rVert$; else nothing would be at distance 0 from itself.
# > And $p = \infty$ is listed among the usual values, but cannot be typed into the formula: any number to the power $1/\infty = 0$ is 1.
# >
# > In the errata: [E17](../../notebooks/errata.md#e17--a-distance-is-the-norm-of-the-difference), [E27](../../notebooks/errata.md#e27--the-maximum-norm-is-a-limit).
#
# ### Task: `minkowski`


# %% exercise="minkowski"
def minkowski(a, b, p=2):
    """Return the distance (sum over j of |a_j - b_j|^p)^(1/p), and the largest gap for p = infinity.

    a, b   arrays of d numbers
    p      a number of at least 1, or math.inf (the same as np.inf)

    minkowski(np.array([1, 3]), np.array([3.5, 1]), p=1) is 4.5
    """
    ### BEGIN SOLUTION
    gaps = np.abs(np.asarray(a) - np.asarray(b))
    if p == np.inf:
        return gaps.max()
    return (gaps**p).sum() ** (1 / p)
    ### END SOLUTION


# %% check="minkowski" points=1.5
check("knn.minkowski", minkowski)

# %% [markdown]
# **Before you go on.** What is the distance of $(1, 5)$ and $(4, 1)$ for $p = 1$?
#
# - (a) 1
# - (b) 5
# - (c) 7
#
# > [!fold] Answer
# > **(c).** The gaps are 3 and 4: along the streets that is 7.
# > (a) forgets the absolute value: $-3 + 4 = 1$, as if a step east were undone by a step south.
# > (b) is the distance as the crow flies, $\sqrt{9 + 16}$: that is $p = 2$.

# %% [markdown]
# ## 4 · Learn, find, ask
#
# For real use we take the pseudo-code apart.
# First the search: of $n$ distances, which $k$ rows are nearest?
#
# $$(5, 1, 3, 2),\ k = 2 \quad\to\quad \text{rows } 1 \text{ and } 3$$
#
# Rows are counted from 0.
# We want their *numbers*, not their distances: with a number you can look up a label.
# And a function should refuse what makes no sense, such as ten neighbours among four.
#
# ### Task: `nearest`


# %% exercise="nearest"
def nearest(dists, k):
    """Return the numbers of the rows with the k smallest distances, nearest first.

    dists   array of n distances
    k       a whole number from 1 to n; anything else is a ValueError

    Equally near rows: the earlier first.

    nearest(np.array([5, 1, 3, 2]), 2) is [1, 3]
    """
    ### BEGIN SOLUTION
    if not 1 <= k <= len(dists):
        raise ValueError(f"k must be between 1 and {len(dists)}; got {k}")
    return np.argsort(dists, kind="stable")[:k]
    ### END SOLUTION


# %% check="nearest" points=2
check("knn.nearest", nearest)

# %% [markdown]
# Now `learn`.
# What is there to learn?
# Nothing: we store the data.
# Some say that kNN "builds no model", others that "the model is the data", others that it "has no training phase".
# All mean the same dictionary.
# Such a method is called *lazy*, and *non-parametric*: what it stores grows with the number of examples.
#
# $k$ and the distance travel in the model so that `predict` needs no further arguments.
# They are not learnt but chosen before, so we call them *hyperparameters*.
# (The slides say parameters; that word is for what learning finds.)
#
# Two things can go wrong even here.
# Requests that cannot be fulfilled should be refused at once, not in the middle of a prediction.
# And the model must hold its own copy: whoever changes the table later must not change what was learnt.
#
# ### Task: `learn`


# %% exercise="learn"
def learn(X, y, k, metric):
    """Return a model: a dictionary with the keys "X", "y", "k", "metric" and "classes".

    X        n observations, y their n labels; the model holds copies, rows in the same order
    k        how many neighbours vote, from 1 to n
    metric   what measures distances: a function, or the name of one. It is kept as it is, not called

    "classes" holds the different labels, sorted.
    ValueError if X and y have different lengths, or k is not between 1 and n.

    learn(points, marks, 3, euclidean)["classes"] is ["+", "o"]
    """
    ### BEGIN SOLUTION
    if len(X) != len(y):
        raise ValueError(f"{len(X)} observations, but {len(y)} labels")
    if not 1 <= k <= len(X):
        raise ValueError(f"k must be between 1 and {len(X)}; got {k}")
    return {"X": np.array(X), "y": np.array(y), "k": k, "metric": metric, "classes": np.unique(y)}
    ### END SOLUTION


# %% check="learn" points=2
check("knn.learn", learn)

# %% [markdown]
# Now ask many queries at once, and do not throw away what the neighbours say.
# Two against one is less certain than three against none.
# So for each class we return its share of the $k$ votes, which we read as a probability:
#
# $$p(c \mid q) = \frac{1}{k} \sum_{i \in I} \mathbb 1(y_i = c)$$
#
# For the star and $k = 3$ that is $\tfrac23$ for + and $\tfrac13$ for o.
#
# > [!fold lecture-1] Mind the slide (lecture 1): Shares of k neighbours sum to one
# > With the loop as printed, $I$ holds $k + 1$ members, but the sum is divided by $k$.
# > For $k = 3$ the "probabilities" then sum to $\tfrac43$.
# > Whenever you compute probabilities, add them up once.
# >
# > In the errata: [E16](../../notebooks/errata.md#e16--shares-of-k-neighbours-sum-to-one).
#
# ### Task: `predict_with_prob`


# %% exercise="predict_with_prob"
def predict_with_prob(model, Q):
    """Return for each query the share of each class among its k nearest examples, shape (m, K).

    model   a dictionary, as learn makes it; its metric is a function of two observations
    Q       m queries

    Column j belongs to model["classes"][j], whether a neighbour has that class or not. Rows sum to 1.

    predict_with_prob(five, np.array([star])) is [[2/3, 1/3]]
    """
    ### BEGIN SOLUTION
    shares = []
    for q in Q:
        dists = np.array([model["metric"](q, x) for x in model["X"]])
        labels = np.asarray(model["y"])[nearest(dists, model["k"])]
        shares.append([np.mean(labels == c) for c in model["classes"]])
    return np.array(shares)
    ### END SOLUTION


# %% check="predict_with_prob" points=3
check("knn.predict_with_prob", predict_with_prob)

# %% [markdown]
# What remains is the vote itself: the class with the largest share.
# A label is a name.
# It may be a word, or $-1$, or 7; do not calculate with it.
#
# ### Task: `predict`


# %% exercise="predict"
def predict(model, Q):
    """Return for each query the label that most of its k nearest examples have, shape (m,).

    Arguments as for predict_with_prob. Equally near: the earlier row. Equally many votes: the first class.

    predict(five, np.array([star])) is ["+"]
    """
    ### BEGIN SOLUTION
    shares = predict_with_prob(model, Q)  # (m, K)
    return np.asarray(model["classes"])[shares.argmax(axis=1)]
    ### END SOLUTION


# %% check="predict" points=3
check("knn.predict", predict)

# %% [markdown]
# ## 5 · What does k do?
#
# Eighty points on both sides of a winding river, which nobody has drawn.
# About one label in ten is wrong.
# We colour the plane with what *your* classifier says.
# Look at the left picture for islands, then for the point that made each.
# (Each picture asks it 1296 times. A few seconds are normal.)

# %% alt="Eighty points of two classes, and what is predicted where. One neighbour gives a ragged border with islands; nine give one smooth border from top to bottom; eighty colour the whole plane alike."
rng = np.random.default_rng(58)
X = rng.uniform(-2, 2, size=(80, 2))
y = np.where((X[:, 0] > np.sin(2 * X[:, 1])) ^ (rng.random(80) < 0.1), "east", "west")
fig, axes = plt.subplots(1, 3, figsize=(13, 4.2), layout="constrained")
for ax, k in zip(axes, (1, 9, 80), strict=True):
    model = learn(X, y, k, euclidean)
    decision_regions(ax, partial(predict, model), X, y, resolution=36)
    ax.set_title(f"k = {k}")
plt.show()

# %% [markdown]
# $k = 1$: every example rules over its own cell, the mistaken ones too.
# The classifier is as restless as the data: draw another eighty points and the picture changes a lot (*high variance*).
#
# $k = 9$: single voices are outvoted, the islands sink, and the river becomes visible.
#
# $k = n$: everybody votes, $q$ no longer matters, and the whole plane gets the commonest label (*high bias*).
# The shares are then the same for every query: those of the classes in the data.
#
# More examples would help everybody: with many of them even the ninth nearest is near, and the frontier can follow finer bends.
#
# > [!fold lecture-5] Mind the slide (lecture 5): Odd k does not prevent ties
# > "Take an odd $k$, then there are no ties" holds for two classes only.
# > Three neighbours can say a, b and c, and five can say a, a, b, b, c.
# > You need a rule anyway, and you have one.
# >
# > "A larger $k$ costs more time" is hardly true either.
# > All $n$ distances are computed in any case, whatever $k$ is.
# >
# > In the errata: [E77](../../notebooks/errata.md#e77--odd-k-does-not-prevent-ties), [E78](../../notebooks/errata.md#e78--more-neighbours-need-no-more-distances).
#
# ### Written question (2 points)
#
# Somebody proudly reports: "My 1-NN classifier makes no error on its training data."
#
# 1. Why is that no surprise?
# 2. Describe a data set for which 1-NN *does* err on its own training data.
# 3. What should be measured instead?

# %% [markdown] answer="training-error" points=2
# 1. Every training example is its own nearest neighbour, at distance 0, and returns its own label. That tells us nothing about new queries.
# 2. Two identical observations with different labels: at most one of the two can be answered rightly.
# 3. The error on data that took no part in learning: a test set, or leaving each example out when it is its turn (section 8).

# %% [markdown]
# **This is the end of the core.**
# You have a classifier that works for any number of classes, any labels, any distance.
#
# ## 6 · Numbers instead of labels
#
# If the examples carry numbers, such as prices or temperatures, a vote makes no sense.
# Take the mean of the neighbours' targets:
#
# $$\hat y = \frac1k \sum_{i \in I} y_i$$
#
# Give our five points the targets 1, 2, 4, 8, 16.
# The three nearest to the star are rows 3, 2 and 4, so the answer is $(8 + 4 + 16)/3 = 28/3$.
#
# ### Task: `predict_regression`


# %% exercise="predict_regression"
def predict_regression(model, Q):
    """Return for each query the mean target of its k nearest examples, shape (m,).

    model   as learn makes it, with numbers as model["y"]
    Q       m queries

    With the targets 1, 2, 4, 8, 16 for the five points and k = 3 the star gets 28/3.
    """
    ### BEGIN SOLUTION
    answers = []
    for q in Q:
        dists = np.array([model["metric"](q, x) for x in model["X"]])
        answers.append(np.mean(np.asarray(model["y"])[nearest(dists, model["k"])]))
    return np.array(answers)
    ### END SOLUTION


# %% check="predict_regression" points=1.5
check("knn.predict_regression", predict_regression)

# %% [markdown]
# Thirty noisy readings along a line, and what your function says between them.
# Where does the curve for $k = 30$ run, and why does the one for $k = 1$ have steps?

# %% alt="Thirty temperatures over the hours of a day. One neighbour follows every reading in steps, five make a smoother hill with its top at 15 hours, thirty a level line at 11.6 degrees."
rng = np.random.default_rng(1)
hours = np.sort(rng.uniform(0, 24, 30))[:, None]
degrees = 12 + 6 * np.sin((hours[:, 0] - 9) * np.pi / 12) + rng.normal(size=30)
grid = np.linspace(0, 24, 200)[:, None]
fig, ax = plt.subplots(figsize=(8, 3.6))
ax.plot(hours, degrees, "o", color="0.5")
for k, style in ((1, ":"), (5, "-"), (30, "--")):
    answers = predict_regression(learn(hours, degrees, k, euclidean), grid)
    ax.plot(grid, answers, style, color="black", label=f"k = {k}")
ax.set(xlabel="hour of the day", ylabel="degrees")
ax.legend()
plt.show()

# %% [markdown]
# The same story as before.
# $k = 1$ repeats the noise, in steps because the nearest reading changes suddenly; $k = n$ is the mean of everything.
#
# ## 7 · Whose voice counts how much?
#
# Should the fifth nearest count as much as the nearest?
# Give each neighbour a *weight* that falls with its distance.
# Three schemes, each divided by its sum so that the weights sum to 1:
#
# | scheme | $w_i$ proportional to | distances 1, 2, 4 |
# |---|---|---|
# | uniform | $1$ | 1/3, 1/3, 1/3 |
# | inverse | $1/d_i$ | 4/7, 2/7, 1/7 |
# | softmax | $e^{-d_i}$ | 0.705, 0.259, 0.035 |
#
# Any function that falls with the distance would do; such functions are called *kernels*, and the demonstration on kernels draws a dozen of them.
#
# Two dangers.
# If a query *is* an example, $1/d$ has no value: then only the exact matches are heard, all equally.
# And if all distances are near 1000, the computer finds $e^{-1000} = 0$ for everybody, and divides 0 by 0.
# Only *differences* of distances matter to softmax, so subtract the smallest distance from all first:
# $e^{-1000}$ and $e^{-1001}$ become $e^{0}$ and $e^{-1}$.
#
# ### Task: `vote_weights`


# %% exercise="vote_weights"
def vote_weights(dists, scheme):
    """Return how much each neighbour counts, shape (k,); the weights sum to 1.

    dists    array of k distances, in any order; weight i belongs to distance i
    scheme   "uniform", "inverse" or "softmax"

    "inverse" with a distance of 0: only the exact matches count, all equally.
    "softmax" must also work for distances around 1000.

    vote_weights(np.array([1, 2, 4]), "inverse") is [4/7, 2/7, 1/7]
    """
    ### BEGIN SOLUTION
    dists = np.asarray(dists, dtype=float)
    if scheme == "uniform":
        weights = np.ones(len(dists))
    elif scheme == "softmax":
        weights = np.exp(-(dists - dists.min()))
    elif (dists == 0).any():
        weights = (dists == 0).astype(float)
    else:
        weights = 1 / dists
    return weights / weights.sum()
    ### END SOLUTION


# %% check="vote_weights" points=2
check("knn.vote_weights", vote_weights)

# %% [markdown]
# Weights can turn a vote around.
# Five neighbours: two of class 1 with weights 0.9 and 0.8, three of class −1 with 0.4, 0.35 and 0.3.
# Count heads, then compare lengths.

# %% alt="Two bar charts of the same vote. Counting heads, class -1 has three and class 1 has two; by weights, class 1 has 1.7 and class -1 only 1.05."
labels, weights = np.array([1, 1, -1, -1, -1]), np.array([0.9, 0.8, 0.4, 0.35, 0.3])
fig, axes = plt.subplots(1, 2, figsize=(9, 2.6), sharey=True, layout="constrained")
for ax, lengths, title in ((axes[0], np.ones(5), "one head, one vote"), (axes[1], weights, "weighted")):
    for c, hatch in ((-1, ""), (1, "///")):
        left = np.concatenate([[0], np.cumsum(lengths[labels == c])[:-1]])
        ax.barh(str(c), lengths[labels == c], left=left, color="0.85", edgecolor="black", hatch=hatch)
    ax.set(title=title, xlabel="votes", ylabel="class")
plt.show()

# %% [markdown]
# Three heads against two; but $0.9 + 0.8 = 1.7$ against $0.4 + 0.35 + 0.3 = 1.05$.
# As shares: $1.7/2.75 = 0.618$ for class 1.
#
# > [!fold lecture-5] Mind the slide (lecture 5): A vote is an argmax and not a sign
# > The rule is printed as the sign of $\sum_i w_i y_i$, here $+0.65$.
# > That needs exactly two classes, called $-1$ and $+1$, and is silent when the sum is 0.
# > The rule for any classes adds up weights class by class: $\operatorname{argmax}_c \sum_i w_i \mathbb 1(y_i = c)$.
# >
# > In the errata: [E80](../../notebooks/errata.md#e80--a-vote-is-an-argmax-and-not-a-sign).
#
# ### Task: `weighted_vote`


# %% exercise="weighted_vote"
def weighted_vote(labels, weights, classes):
    """Return the share of all weight that each class has, shape (K,), in the order of classes.

    labels, weights   arrays of length k: label i speaks with weight i. Weights need not sum to 1
    classes           the K different labels that there are; some may have no neighbour

    The example above with classes [-1, 1] gives [1.05/2.75, 1.7/2.75].
    """
    ### BEGIN SOLUTION
    labels, weights = np.asarray(labels), np.asarray(weights)
    return np.array([weights[labels == c].sum() for c in classes]) / weights.sum()
    ### END SOLUTION


# %% check="weighted_vote" points=1.5
check("knn.weighted_vote", weighted_vote)

# %% [markdown]
# **Before you go on.** One neighbour says +, with weight 3; two say o, with weight 1 each. What is the share of +?
#
# - (a) 1/3
# - (b) 3/5
# - (c) 3/4
#
# > [!fold] Answer
# > **(b).** Three of the five units of weight.
# > (a) counts heads, and forgets the weights.
# > (c) compares *mean* weights, 3 against 1: then it would not matter how many say o.

# %% [markdown]
# Numbers can be weighed too: $\hat y = \sum_i w_i y_i / \sum_i w_i$.
# For the star, with the targets from above and inverse weights, the near 8 now counts most.

# %%
dists = np.array([euclidean(star, x) for x in points])
near = nearest(dists, 3)
w = vote_weights(dists[near], "inverse")
targets = np.array([1, 2, 4, 8, 16])
print("weights ", w.round(3), "of rows", near)
print("classes ", weighted_vote(marks[near], w, ["+", "o"]).round(4))
print("mean    ", round(float(targets[near].mean()), 4), "  weighted", round(float(w @ targets[near]), 4))

# %% [markdown]
# ## 8 · Choosing k, and putting features on one scale
#
# Which $k$ is best is not written in the data.
# The training error cannot tell: for $k = 1$ it is 0, since each example asks itself.
# So forbid just that.
# Cover one example with a finger, ask the others about it, and compare; then the next one.
# The share of wrong answers is the *leave-one-out* error.
#
# On our five points with $k = 3$: row 0 (o) is told + by rows 1, 2, 3, wrong; row 1 (+) is told o by rows 0, 2, 3, wrong;
# row 2 (+) hears rows 3, 4 and 1, right; row 3 (o) hears 4, 2 and 1, wrong; row 4 (+) hears 3, 2 and 1, right.
# Three of five: 0.6.
# With $k = 1$ all five are wrong.
#
# ### Task: `choose_k`


# %% exercise="choose_k"
def choose_k(X, y, ks):
    """Return the k of the smallest leave-one-out error, and the list of errors, one for each k in ks.

    X, y   arrays: n observations (n, d) and their labels; the distance is the Euclidean one
    ks     a list of numbers of neighbours, each from 1 to n - 1

    An error is the share of examples that the k nearest OTHERS answer wrongly. Several best k: the smallest.

    choose_k(points, marks, [1, 3]) is (3, [1.0, 0.6])
    """
    ### BEGIN SOLUTION
    errors = []
    for k in ks:
        wrong = 0
        for i in range(len(X)):
            others = np.arange(len(X)) != i
            dists = np.sqrt(((X[others] - X[i]) ** 2).sum(axis=1))
            labels, votes = np.unique(y[others][nearest(dists, k)], return_counts=True)
            wrong += labels[votes.argmax()] != y[i]
        errors.append(wrong / len(X))
    best = min(zip(errors, ks, strict=True))
    return best[1], errors
    ### END SOLUTION


# %% check="choose_k" points=2
check("knn.choose_k", choose_k)

# %% [markdown]
# The eighty points again.
# Follow the training error from the left, then the error of leaving one out.

# %% alt="Error against the number of neighbours. The training error starts at 0, the one of leaving one out at 0.18; that is least, 0.1, at nine neighbours; from 60 on both rise to nearly one half."
ks = list(range(1, 78, 4))
best, errors = choose_k(X, y, ks)
training = [np.mean(predict(learn(X, y, k, euclidean), X) != y) for k in ks]
fig, ax = plt.subplots(figsize=(7, 3.6))
error_against_k(ax, ks, {"training": training, "leave one out": errors}, mark="leave one out")
plt.show()
print("chosen:", best)

# %% [markdown]
# The training error starts at 0 and promises too much; the gap between the two curves is what it hides.
# With growing $k$ the gap closes, while both errors rise in the end: less variance, more bias.
# (With eighty points the curve is itself noisy. Do not read much into small steps.)
#
# The chosen $k$ has seen all the labels, so its error is a little too good as well.
# To report how good the classifier is, keep a *test set* that took no part in the choice.
#
# ### Validation sets, and folds
#
# Leaving out one at a time asks $n$ times. For a slow model that is too often.
# The cheapest way is to set a part of the training data aside, learn from the rest, and compare the values of $k$ on that part, the *validation set*.
# But then the choice hangs on few examples, and on which ones.
#
# Between the two is *cross-validation*: deal all examples into a few *folds*, like cards. Each fold is the validation set once, while all the others learn.
# Every example is asked exactly once, by a model that has not seen it. As many folds as examples: that is leaving one out.
# (The number of folds is often called $k$ as well, "10-fold". It has nothing to do with the $k$ of the neighbours.)
#
# | | learns from | asked about | models for one $k$ |
# |---|---|---|---|
# | validation set | the rest | the set | 1 |
# | cross-validation, $F$ folds | $F - 1$ folds | the fold left out, $F$ times | $F$ |
# | leave one out | $n - 1$ examples | the one left out, $n$ times | $n$ |
#
# By hand: the five points, rows 0 and 2 in fold 0, rows 1, 3 and 4 in fold 1, and $k = 1$.
# Row 0 (o) hears the nearest of rows 1, 3, 4, which is row 1 (+): wrong. Row 2 (+) hears row 3 (o): wrong. The error on fold 0 is 1.
# Rows 1, 3 and 4 hear only rows 0 and 2: + hears o, wrong; o hears +, wrong; + hears +, right. The error on fold 1 is 2/3.
#
# ### Task: `cross_validate`


# %% exercise="cross_validate"
def cross_validate(X, y, ks, folds):
    """Return the error on each fold, for each k, learnt from all other folds.

    X, y    arrays: n observations (n, d) and their labels; the distance is the Euclidean one
    ks      a list of numbers of neighbours; outside each fold are at least so many examples
    folds   array (n,): the number of each example's fold, whole numbers; at least two different ones

    Returns an array: a row for each fold, in the order of their numbers, a column for each k.
    An entry is the share of the fold's examples that the k nearest examples of OTHER folds answer wrongly.
    Equally near: the earlier row. Equally many votes: the class that comes first in sorted order.

    cross_validate(points, marks, [1, 2], np.array([0, 1, 0, 1, 1])) is [[1, 1/2], [2/3, 1/3]]
    """
    ### BEGIN SOLUTION
    table = []
    for fold in np.unique(folds):
        inside = folds == fold
        errors = []
        for k in ks:
            wrong = 0
            for x, label in zip(X[inside], y[inside], strict=True):
                dists = np.sqrt(((X[~inside] - x) ** 2).sum(axis=1))
                labels, votes = np.unique(y[~inside][nearest(dists, k)], return_counts=True)
                wrong += labels[votes.argmax()] != label
            errors.append(wrong / inside.sum())
        table.append(errors)
    return np.array(table)
    ### END SOLUTION


# %% check="cross_validate" points=2
check("knn.cross_validate", cross_validate)

# %% [markdown]
# The eighty points in five folds, dealt by chance. One thin line is one fold, the thick one their mean.
# How much would a single validation set of sixteen points have told you?

# %% alt="Error against k for each of five folds, thin and grey, far apart. Their mean is lowest, below 0.1, at k = 5, and rises to one half; the line of leaving one out runs close to it."
folds = np.random.default_rng(5).permutation(np.arange(80) % 5)
by_fold = cross_validate(X, y, ks[:16], folds)
fig, ax = plt.subplots(figsize=(7, 3.6))
ax.plot(ks[:16], by_fold.T, color="0.75", linewidth=1)
ax.plot(ks[:16], by_fold.mean(axis=0), "o-", color="0.1", label="mean of five folds")
ax.plot(ks[:16], errors[:16], "--", color="0.1", label="leave one out")
ax.set(xlabel="k", ylabel="error", ylim=(0, None))
ax.legend()
plt.show()
print("chosen by five folds:", ks[int(by_fold.mean(axis=0).argmin())], " by leaving one out:", best)

# %% [markdown]
# The thin lines differ by far more than the values of $k$ do: sixteen points are too few to choose by.
# Whatever is learnt from data belongs *inside* the loop, the means and deviations of the next task as well: else the fold that is asked has had a word in the answer.
#
# ### A feature in the wrong unit
#
# Our second feature might be in metres, and somebody stores it in centimetres.
# Nothing about the world has changed.
# Watch the frontier.

# %% alt="The five points twice. As they are, the border runs aslant from the upper left to the lower right. With the second feature times 100 it falls into level bands, and only the height decides."
fig, axes = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
for ax, unit in zip(axes, (1, 100), strict=True):
    model = learn(points * [1, unit], marks, 1, euclidean)
    names = ("F1", f"F2 × {unit}")
    decision_regions(
        ax, partial(predict, model), points * [1, unit], marks, feature_names=names, margin=0.3, resolution=60
    )
    print(f"F2 × {unit}: the query (1, 2) is called", predict(model, np.array([[1, 2 * unit]]))[0])
plt.show()

# %% [markdown]
# In the right picture the long borders are level: F2 decides, because its gaps are a hundred times larger.
# F1 is heard only where two examples have the same F2.
# The label of $(1, 2)$ changes from o to +.
#
# The remedy is to measure each feature by its own spread, so that no unit matters:
#
# $$q'_j = \frac{q_j - \mu_j}{\sigma_j}$$
#
# with mean $\mu_j$ and standard deviation $\sigma_j$ (divisor $n$) **of the training data**, for training data and queries alike.
# A query may come alone: it has no spread of its own.
# And a feature that never changed in training has $\sigma_j = 0$; it is divided by 1.
#
# For the five points $\mu = (2.4, 2)$ and $\sigma = (0.860, 0.894)$, so $(1, 2)$ becomes $(-1.4/0.860,\ 0) = (-1.627, 0)$.
#
# ### Task: `standardise`


# %% exercise="standardise"
def standardise(X_train, Q):
    """Return Q with each column less the training mean, divided by the training standard deviation.

    X_train   array (n, d), where mean and standard deviation (divisor n) come from
    Q         array (m, d), what is to be scaled; may be X_train itself, or one row: (1, d)

    A column that is constant in X_train is divided by 1.

    standardise(np.array([[0.0], [2.0]]), np.array([[3.0]])) is [[2.0]]
    """
    ### BEGIN SOLUTION
    mean, sd = X_train.mean(axis=0), X_train.std(axis=0)  # (d,)
    return (Q - mean) / np.where(sd > 0, sd, 1)
    ### END SOLUTION


# %% check="standardise" points=2
check("knn.standardise", standardise)

# %% [markdown]
# **Before you go on.** The training data of a feature are 10 and 30. A query comes alone, with the value 40. What is it on the new scale?
#
# - (a) 0
# - (b) 1.07
# - (c) 2
# - (d) 20
#
# > [!fold] Answer
# > **(c).** The training data have mean 20 and deviation 10, so 40 is $(40 - 20)/10 = 2$.
# > (a) uses the query's own mean: every query alone would become 0, whatever its value.
# > (b) puts the query among the training data, so that the answer changes with whoever is asked about.
# > (d) takes the mean off and does not divide: the unit is still there.

# %% [markdown]
# ### Written question (2 points)
#
# A hospital describes patients by age (years), weight (kilograms), systolic blood pressure (mmHg) and yearly income (euros),
# and asks 5-NN who will come back within a month.
#
# 1. Which feature decides who is near? Why?
# 2. Standardising helps. Why must mean and deviation come from the training data, and not from all data including the test set?
# 3. Suppose income says nothing about coming back. Is standardising enough? What else could be done?

# %% [markdown] answer="scaling" points=2
# 1. Income: its gaps are thousands, those of the others tens at most, so the sum of squares is almost the income's.
# 2. At prediction time the queries are not there yet, and may come one by one. Statistics that include the test set let it influence the model, so the measured error is too good; and a query's result would depend on who is asked with it.
# 3. No. Afterwards income counts as much as age, and a useless feature that counts is noise in every distance. Leave it out, or give features weights (0 for income) that are chosen by cross-validation.

# %% [markdown]
# ## 9 · Anything that has a distance
#
# ### Directions: cosine
#
# Two texts on one subject, one ten times as long: their word counts point in the same *direction* but are far apart.
# The cosine distance looks at the angle $\varphi$ only:
#
# $$d(a, b) = 1 - \cos\varphi = 1 - \frac{a^\top b}{\lVert a \rVert_2\, \lVert b \rVert_2}$$
#
# It is 0 for the same direction, 1 for a right angle, 2 for opposite directions.
# A vector of zeros has no direction; we put it at distance 1 from everything.
#
# > [!fold lecture-1] Mind the slide (lecture 1): Cosine distance is one minus the similarity
# > Printed is $a^\top b / (\lVert a \rVert_1 \lVert b \rVert_1)$: without "1 −" it is a *similarity*, and it has the wrong lengths (the $\ell_1$ norm of $(3, 4)$ is 7).
# > By it, $(3, 4)$ is $25/49$ away from itself, and its nearest neighbour among $(6, 8)$ and $(4, -3)$ is the one at a right angle.
# > A footnote says that a similarity is as good as a distance. It is, if you then look for the *largest*.
# >
# > In the errata: [E19](../../notebooks/errata.md#e19--cosine-distance-is-one-minus-the-similarity), [E22](../../notebooks/errata.md#e22--least-distance-greatest-similarity).
#
# ### Task: `cosine_distance`


# %% exercise="cosine_distance"
def cosine_distance(a, b):
    """Return 1 - cos(angle between a and b), and 1 if one of them has only zeros.

    a, b   arrays of d numbers

    cosine_distance(np.array([3, 4]), np.array([6, 8])) is 0.0
    """
    ### BEGIN SOLUTION
    lengths = np.sqrt((a @ a) * (b @ b))
    return 1 - a @ b / lengths if lengths > 0 else 1.0
    ### END SOLUTION


# %% check="cosine_distance" points=1.5
check("knn.cosine_distance", cosine_distance)

# %% [markdown]
# ### Sequences of one length: Hamming
#
# Write one word under the other and count the columns that differ.
#
# ```
# k a r o l i n
# k a t h r i n
#     * * *
# ```
#
# Words of different length have no such columns, so that is an error.
#
# ### Task: `hamming`


# %% exercise="hamming"
def hamming(a, b):
    """Return in how many places two sequences of one length differ; ValueError if their lengths differ.

    hamming("karolin", "kathrin") is 3
    """
    ### BEGIN SOLUTION
    if len(a) != len(b):
        raise ValueError(f"lengths {len(a)} and {len(b)}")
    return sum(s != t for s, t in zip(a, b, strict=True))
    ### END SOLUTION


# %% check="hamming" points=1
check("knn.hamming", hamming)

# %% [markdown]
# > [!fold lecture-1] Mind the slide (lecture 1): Hamming needs equal lengths
# > Hamming stands under "sequences of variable length".
# > A program that walks along both words until the shorter ends finds *cat* and *cats* equal.
# > For variable length there is the edit distance, below.
# >
# > In the errata: [E20](../../notebooks/errata.md#e20--hamming-needs-equal-lengths).
#
# ### Sets: Jaccard
#
# Which share of the members that either set has is *not* common to both?
#
# $$d(A, B) = 1 - \frac{\lvert A \cap B \rvert}{\lvert A \cup B \rvert} \qquad
# d(\{1, 2, 3\}, \{2, 3, 4\}) = 1 - \tfrac24 = 0.5$$
#
# Two empty sets are equal, so their distance is 0, although the formula says 0/0.
#
# ### Task: `jaccard_distance`


# %% exercise="jaccard_distance"
def jaccard_distance(A, B):
    """Return 1 - (members in both) / (members in either) of two Python sets; 0 for two empty sets.

    jaccard_distance({1, 2, 3}, {2, 3, 4}) is 0.5
    """
    ### BEGIN SOLUTION
    either = A | B
    return 1 - len(A & B) / len(either) if either else 0.0
    ### END SOLUTION


# %% check="jaccard_distance" points=1
check("knn.jaccard_distance", jaccard_distance)

# %% [markdown]
# ### Sequences of any length: edit distance
#
# How many changes turn *kitten* into *sitting*?
# A change drops a letter, inserts one, or replaces one.
# Three: k → s, e → i, and a g at the end.
#
# To find the smallest number, think of the last letters and let $D_{s,t}$ be the distance of the first $s$ letters of $a$ and the first $t$ letters of $b$:
#
# $$D_{s,0} = s \qquad D_{0,t} = t \qquad
# D_{s,t} = \min \begin{cases} D_{s-1,t} + 1 & \text{drop } a_s \\ D_{s,t-1} + 1 & \text{insert } b_t \\ D_{s-1,t-1} + \mathbb 1(a_s \ne b_t) & \text{replace, or keep} \end{cases}$$
#
# By hand for *at* and *cat*:
#
# | | | c | a | t |
# |---|---|---|---|---|
# | | 0 | 1 | 2 | 3 |
# | a | 1 | 1 | 1 | 2 |
# | t | 2 | 2 | 2 | **1** |
#
# The answer stands in the last corner: one letter inserted.
#
# ### Task: `edit_distance`


# %% exercise="edit_distance"
def edit_distance(a, b):
    """Return the least number of letters to drop, insert or replace that turns a into b.

    edit_distance("kitten", "sitting") is 3
    """
    ### BEGIN SOLUTION
    D = np.zeros((len(a) + 1, len(b) + 1), dtype=int)
    D[:, 0] = np.arange(len(a) + 1)
    D[0, :] = np.arange(len(b) + 1)
    for s in range(1, len(a) + 1):
        for t in range(1, len(b) + 1):
            replaced = D[s - 1, t - 1] + (a[s - 1] != b[t - 1])
            D[s, t] = min(D[s - 1, t] + 1, D[s, t - 1] + 1, replaced)
    return int(D[-1, -1])
    ### END SOLUTION


# %% check="edit_distance" points=2
check("knn.edit_distance", edit_distance)

# %% [markdown]
# And now the reward: your classifier has never heard of words, and classifies them.

# %%
english = ["house", "night", "water", "bread", "friend", "window", "street", "morning", "brother", "winter"]
italian = ["casa", "notte", "acqua", "pane", "amico", "finestra", "strada", "mattina", "fratello", "inverno"]
words = learn(english + italian, ["English"] * 10 + ["Italian"] * 10, 3, edit_distance)
for q in ("nightly", "weather", "mattone", "amica", "pasta", "nothing"):
    print(f"{q:9}", predict(words, [q])[0], predict_with_prob(words, [q])[0].round(2))

# %% [markdown]
# Twenty words, no grammar, and mostly sensible.
# Why is *nothing* Italian? Its neighbours are *morning*, *notte* and *mattina*.
# They explain a decision, even a wrong one; that is a strength of the method.
#
# ### Some features count more
#
# A feature that has nothing to do with the label still adds its gaps to every distance.
# Weights $z_j \ge 0$ let it count less, or not at all:
#
# $$d_z(a, b) = \sqrt{\sum_j z_j (a_j - b_j)^2}$$
#
# For $a = (0, 0, 0)$, $b = (3, 4, 9)$ and $z = (1, 1, 0)$ that is $\sqrt{9 + 16 + 0} = 5$.
#
# > [!fold lecture-5] Mind the slide (lecture 5): Each feature has its own weight, and the distance a root
# > The weight is printed as $z_l$ in a sum over $k$, so that nothing says *which* weight; each feature has its own.
# > The root is missing as well.
# > That does not change who is near, but it changes weighted votes:
# > neighbours at 1, 1.8 and 2 with labels $+1, -1, -1$ vote $-1$ by $1/d$, and $+1$ by $1/d^2$.
# >
# > In the errata: [E81](../../notebooks/errata.md#e81--each-feature-has-its-own-weight-and-the-distance-a-root).
#
# ### Task: `weighted_distance`


# %% exercise="weighted_distance"
def weighted_distance(a, b, z):
    """Return the root of the sum over j of z_j (a_j - b_j)^2.

    a, b, z   arrays of d numbers; the weights are not negative

    weighted_distance(np.array([0, 0, 0]), np.array([3, 4, 9]), np.array([1, 1, 0])) is 5.0
    """
    ### BEGIN SOLUTION
    return np.sqrt((z * (a - b) ** 2).sum())
    ### END SOLUTION


# %% check="weighted_distance" points=1
check("knn.weighted_distance", weighted_distance)

# %% [markdown]
# Since $z_j (a_j - b_j)^2 = (\sqrt{z_j}\,a_j - \sqrt{z_j}\,b_j)^2$, weighing a feature is the same as stretching it by $\sqrt{z_j}$.
# So we can try weights with `choose_k`.
# Give the eighty points eight more features of pure noise, and let them count less and less.

# %%
noise = np.random.default_rng(2).normal(size=(80, 8))
for z in (1, 0.3, 0.1, 0):
    k, errors = choose_k(np.hstack([X, np.sqrt(z) * noise]), y, [5, 9, 13])
    print(f"weight {z:<4} of the noise: leave-one-out error {min(errors):.2f}")

# %% [markdown]
# Useless features hurt, and distances cannot know which are useless.
# Weights are found like $k$: try, leave one out, compare.
#
# ### Optional: numbers beside words
#
# A car has an age and a colour.
# *Gower's* distance gives each feature a number between 0 and 1 and takes the mean:
# for a number its gap divided by the range that the training data have, for a word 0 if equal and 1 if not.
#
# $$d\big((20, \text{red}), (30, \text{blue})\big) = \tfrac12 \Big( \tfrac{10}{40} + 1 \Big) = 0.625 \quad \text{if the ages span 40 years}$$
#
# ### Task: `gower` (optional)


# %% exercise="gower"
def gower(a, b, ranges, kinds):
    """Return the mean over the features of |a_j - b_j| / range_j (numeric) or 1(a_j != b_j) (categorical).

    a, b     rows of d values
    ranges   d ranges; None where the feature is categorical. A range of 0: the feature adds 0
    kinds    d words, "numeric" or "categorical"

    gower([20, "red"], [30, "blue"], [40, None], ["numeric", "categorical"]) is 0.625
    """
    ### BEGIN SOLUTION
    deltas = []
    for s, t, width, kind in zip(a, b, ranges, kinds, strict=True):
        if kind == "categorical":
            deltas.append(float(s != t))
        else:
            deltas.append(abs(s - t) / width if width else 0.0)
    return sum(deltas) / len(deltas)
    ### END SOLUTION


# %% check="gower" points=1
check("knn.gower", gower)

# %% [markdown]
# ## 10 · Faster, and smaller
#
# Prediction compares each of $m$ queries with each of $n$ examples in $d$ features: $m \cdot n \cdot d$ steps, and both the examples and the time grow with $n$.
# In Python, a loop over pairs is slow.
# Arrays compute all pairs at once.
# Multiply out:
#
# $$\lVert a - b \rVert^2 = \lVert a \rVert^2 - 2\,a^\top b + \lVert b \rVert^2$$
#
# All products $a^\top b$ together are one matrix product, `A @ B.T`, which computers do fastest of all.
# (The other way, `A[:, None] - B[None]`, is simpler and needs room for $m \cdot n \cdot d$ numbers.)
#
# The expanded formula has a price.
# Far from the origin it subtracts huge numbers that are nearly equal, and what is left is rounding error, sometimes below 0; the root of that is not a number.
# Distances do not change when everything is moved by the same amount, so move it near the origin first, and let nothing be below 0.
# Pixels have another trap: stored in eight bits, $3 - 5$ is 254.
#
# ### Task: `pairwise_sq_dists`


# %% exercise="pairwise_sq_dists"
def pairwise_sq_dists(A, B):
    """Return all SQUARED Euclidean distances, shape (a, b): entry [i, j] is that of A[i] and B[j]. No loops.

    A, B   arrays of shapes (a, d) and (b, d), of any kind of number: eight-bit pixels too

    Nothing is negative, and points a billion away from the origin come out right.

    pairwise_sq_dists(np.array([[1, 3]]), np.array([[3, 2]])) is [[5.0]]
    """
    ### BEGIN SOLUTION
    A, B = np.asarray(A, dtype=float), np.asarray(B, dtype=float)
    A, B = A - A[0], B - A[0]  # distances stay the same, but the numbers become small
    squares = (A**2).sum(axis=1)[:, None] - 2 * A @ B.T + (B**2).sum(axis=1)  # (a, b)
    return np.maximum(squares, 0)
    ### END SOLUTION


# %% check="pairwise_sq_dists" points=2
check("knn.pairwise_sq_dists", pairwise_sq_dists)

# %% [markdown]
# The slow version tests the fast one: a loop over all pairs, with your own `minkowski`.

# %%
slow = np.array([[minkowski(a, b) ** 2 for b in points] for a in X[:10]])
print("fast and slow agree:", np.allclose(pairwise_sq_dists(X[:10], points), slow))

# %% [markdown]
# ### Who need not be remembered?
#
# An example deep inside its own class is never missed.
# *Condensing* keeps a store of examples that suffices to answer all training examples rightly with one neighbour:
#
# 1. the first example that is visited joins the store;
# 2. go through the others in the given order: whoever the store answers wrongly joins it, at once;
# 3. if anybody joined, go through all that are still outside once more; otherwise stop.
#
# Six points on a line at 0, 1, …, 5, the first three of class 0, the others of class 1.
# Visit 2, 3, 0, 1, 4, 5: row 2 joins; row 3 is told 0, wrong, joins; all others are right. Store: 2, 3.
# Visit 0, 5, 1, 2, 3, 4: row 0 joins, row 5 is told 0 and joins; then 1 and 2 are nearer to row 0, 3 and 4 nearer to row 5. Store: 0, 5.
# Two orders, two stores, and the same answers on the training data.
#
# > [!fold lecture-4] Mind the slide (lecture 4): Condensing starts with one example
# > The loop starts with an empty store and asks it; nobody is there to answer, so let the first one join.
# > It is meant to run until every example is answered rightly; with twins that have different labels this never happens. Ask only those outside the store.
# > And the promise of "the same predictions" holds for the training data, not for new queries.
# >
# > In the errata: [E70](../../notebooks/errata.md#e70--condensing-starts-with-one-example), [E69](../../notebooks/errata.md#e69--condensed-data-predict-alike-on-the-training-examples).
#
# ### Task: `condense`


# %% exercise="condense"
def condense(X, y, order):
    """Return the numbers of the rows that are kept for one neighbour, in the order in which they joined.

    X, y    arrays: n observations (n, d) and their labels; the distance is the Euclidean one
    order   the n numbers of the rows, in the order of the visits, the same in each pass

    If two kept rows are equally near, either may answer: no check has such rows.

    With X = 0, 1, ..., 5 on a line and y = 0, 0, 0, 1, 1, 1 the order 2, 3, 0, 1, 4, 5 keeps [2, 3].
    """
    ### BEGIN SOLUTION
    kept = [order[0]]
    changed = True
    while changed:
        changed = False
        for i in order:
            if i in kept:
                continue
            dists = ((X[kept] - X[i]) ** 2).sum(axis=1)
            if y[kept[dists.argmin()]] != y[i]:
                kept.append(i)
                changed = True
    return kept
    ### END SOLUTION


# %% check="condense" points=2
check("knn.condense", condense)

# %% [markdown]
# The eighty points once more, all of them and condensed.
# Compare the borders far away from the points.

# %% alt="Two maps of what is predicted. With all eighty points the border is ragged with two islands; with the 29 that condensing keeps it has new, pointed tongues far away from the points."
kept = condense(X, y, list(range(80)))
fig, axes = plt.subplots(1, 2, figsize=(10, 4), layout="constrained", sharex=True, sharey=True)
for ax, rows in zip(axes, (list(range(80)), kept), strict=True):
    model = learn(X[rows], y[rows], 1, euclidean)
    decision_regions(ax, partial(predict, model), X[rows], y[rows], limits=(-3, 3, -3, 3), resolution=40)
    wrong = int((predict(model, X) != y).sum())
    ax.set_title(f"{len(rows)} examples, {wrong} of 80 wrong")
plt.show()

# %% [markdown]
# Nothing is lost on the training data, but the map has changed.
# Condensing likes best to keep noisy points; you may drop beforehand those that their neighbours outvote.
# Finding the smallest possible store is a hard problem (NP-hard), so nobody promises it.
#
# ## 11 · Handwritten digits
#
# 1797 images of 8 × 8 pixels, written by many hands.
# A thousand to remember, 250 to ask.
# Your functions, put together in three lines.

# %%
digits = load_digits()
X_train, y_train, Q, truth = digits.X[:1000], digits.y[:1000], digits.X[1000:1250], digits.y[1000:1250]
sq_dists = pairwise_sq_dists(Q, X_train)  # (250, 1000)
near = np.array([nearest(row, 3) for row in sq_dists])  # (250, 3)
shares = np.array([weighted_vote(y_train[row], np.ones(3), range(10)) for row in near])  # (250, 10)
answers = shares.argmax(axis=1)
print(f"{100 * np.mean(answers != truth):.1f} % wrong of {len(Q)}; guessing would give 90 %")

# %% [markdown]
# No training, no knowledge of strokes or loops, and about one answer in thirty is wrong.
# Look at three of the mistakes: the query first, then its neighbours.
# The neighbours *are* the explanation.

# %% alt="Three handwritten digits that were called wrong, each beside its three nearest neighbours: a 4 called 9, a 9 called 3, a 9 called 5. Query and neighbours look alike."
wrong = np.flatnonzero(answers != truth)[:3]
fig, axes = plt.subplots(len(wrong), 4, figsize=(7, 1.8 * len(wrong)), layout="constrained")
for row, i in zip(axes, wrong, strict=True):
    titles = [f"a {truth[i]}, called {answers[i]}", *(f"a {y_train[j]}" for j in near[i])]
    parameter_images(row, np.vstack([Q[i], X_train[near[i]]]), (8, 8), titles=titles, colorbar=False)
plt.show()

# %% [markdown]
# Last rung: does scikit-learn agree?
# There, `fit` is our `learn`, `predict_proba` our `predict_with_prob`.

# %%
from sklearn.neighbors import KNeighborsClassifier

theirs = KNeighborsClassifier(n_neighbors=3).fit(X_train, y_train)
print("same answers:", np.mean(theirs.predict(Q) == answers))
print("same shares: ", np.allclose(theirs.predict_proba(Q), shares))

# %% [markdown]
# scikit-learn searches in a tree (k-d tree, ball tree) when that is quicker: a query then looks at a few boxes instead of all examples.
# In many dimensions the boxes overlap so much that looking at everybody is as fast.
#
# ### Is it a good method?
#
# | | nearest neighbours |
# |---|---|
# | efficiency | learning costs nothing; a query costs $n \cdot d$, and all examples must be kept |
# | explainability | good for one decision: look at the neighbours. There are no rules that hold everywhere |
# | effectiveness | depends on $k$, the distance and the features: from hopeless to hard to beat. Noise and useless features fool it |
# | applicability | two classes, many classes, numbers; anything with a distance; gives shares of votes. Mixed kinds of features are awkward |
#
# Lectures disagree about the third row, one says "not so good", another "surprisingly good"; both have seen data where it is true.
#
# A first course offers linear and logistic regression, networks, boosted trees, k-means, naive Bayes and this one; to choose means to ask these four questions of each.
# Nearest neighbours are a *baseline*: whatever takes longer to train has to beat them.
# They also serve at the end: systems that turn a film, a face or a sentence into a good vector often just look for the nearest vectors afterwards, to recommend a similar film or to group photographs of one person.
# What makes neighbours good is then the representation, not the vote.
#
# ### Written question (1 point)
#
# A clinic wants to publish its 3-NN classifier, so that others can use it.
# What exactly would it hand out, and to whom could that matter?

# %% [markdown] answer="privacy" points=1
# The model is the training data: publishing it means publishing every patient's record. Patients could be recognised in it by those who know a few of their values. Condensing does not help, since what is kept is still real records; and even only answering queries tells about records, as an exact match gives itself away with $k = 1$ or weights $1/d$.

# %% [markdown]
# ## What you take along
#
# - Learning is remembering; prediction looks for the $k$ nearest and lets them vote. Small $k$: restless. Large $k$: everybody is average.
# - Distance is a choice, and carries what you know about similarity. Scale features by the training data's mean and deviation.
# - $k$, the distance and the weights are hyperparameters. Choose them on examples that take no part in their own vote.
# - Ties, zero distances, far-away points, labels that are words: decide, write it down, test it.
# - The slow version is the test of the fast one.
#
# Next, in unit 2: a classifier that forgets every example and keeps only counts.
#
# > [!fold] Cheat sheet: the words and formulas of this unit
# > | what | how |
# > |---|---|
# > | $k$ nearest | `np.argsort(dists, kind="stable")[:k]` |
# > | ties | equally near: the earlier row; equally many votes: the first class in sorted order |
# > | Minkowski | $(\sum_j \lvert a_j - b_j \rvert^p)^{1/p}$; $p = 1$ Manhattan, 2 Euclid, $\infty$ the largest gap |
# > | cosine distance | $1 - a \cdot b / (\lVert a \rVert \lVert b \rVert)$ |
# > | all squared distances | $\lVert a \rVert^2 - 2 a \cdot b + \lVert b \rVert^2$ |
# > | weights of the votes | $1/d$, or $e^{-d}$, made to sum to 1 |
# > | standardise | $(q - \mu)/\sigma$, both of the *training* data |
# > | leave one out, folds | nobody votes about itself, or about its own fold; choose $k$ by the smallest error |
# > | small $k$, large $k$ | variance; bias |
#
# **See it move.** These demonstrations belong to this unit; nothing is handed in, much can be tried:
#
# - [voronoi](../../notebooks/demos/voronoi.ipynb): What does the world look like to the nearest neighbour?
# - [role_of_k](../../notebooks/demos/role_of_k.ipynb): How many neighbours should be asked?
# - [kernels](../../notebooks/demos/kernels.ipynb): Can two near neighbours outvote three far ones?
# - [irrelevant_features](../../notebooks/demos/irrelevant_features.ipynb): What do features do that have nothing to do with the label?
# - [condensed](../../notebooks/demos/condensed.ipynb): How few examples tell the others?
# - [speed](../../notebooks/demos/speed.ipynb): How much work is it to find the nearest neighbour?
# - [high_dimension](../../notebooks/demos/high_dimension.ipynb): What becomes of nearness when there are many features?
# - [memory](../../notebooks/demos/memory.ipynb): What does a model keep of the data it has seen?
# - [consistency](../../notebooks/demos/consistency.ipynb): Does kNN reach the best possible error when examples never run out?
