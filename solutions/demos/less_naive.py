# %% [markdown]
# # What is won, and what is paid, when features may depend on each other?
#
# *20 of 23. To unit [5 · Gaussian naive Bayes](../05_gaussian_nb/05_gaussian_nb.ipynb) · before: [heights](heights.ipynb) · next: [generative_discriminative](generative_discriminative.ipynb)*
#
# You hear eight coin tosses.
# Either the coin is sticky and tends to repeat itself, or it is fickle and tends to change.
# Heads and tails are equally frequent in both cases.
# Which coin is it? You would listen for repetitions. Naive Bayes does not: it looks at one toss at a time.
# How much less naive must it become?
#
# ## The chain rule
#
# Nothing is naive about taking a probability apart, one feature after the other:
#
# $$p(x_1, x_2, x_3 \mid c) = p(x_1 \mid c)\; p(x_2 \mid x_1, c)\; p(x_3 \mid x_1, x_2, c)$$
#
# This is always true. Take any table at all, here of a class and two bits.

# %%
import numpy as np

joint = np.random.default_rng(3).dirichlet(np.ones(8)).reshape(2, 2, 2)  # p(c, x1, x2)
print(joint.round(3).tolist())

# %% [markdown]
# Each factor is a ratio of two sums over the table.

# %%
p_c = joint.sum(axis=(1, 2), keepdims=True)
p_x1 = joint.sum(axis=2, keepdims=True) / p_c  # p(x1 | c)
p_x2 = joint / joint.sum(axis=2, keepdims=True)  # p(x2 | x1, c)
print(np.allclose(p_c * p_x1 * p_x2, joint))

# %% [markdown]
# Why it works, you see in the code: the sum below the line of one factor is the sum above the line of the factor before.
# Everything cancels but the table.
#
# Now forget $x_1$ in the last factor, as naive Bayes does.

# %%
naive_x2 = joint.sum(axis=1, keepdims=True) / p_c  # p(x2 | c)
naive = p_c * p_x1 * naive_x2
print(naive.round(3).tolist())
print(f"lost: {(joint * np.log(joint / naive)).sum():.3f} nats")

# %% [markdown]
# The loss is the Kullback–Leibler divergence: zero if nothing is lost, larger the worse.
#
# ## How much to keep
#
# *k-order* models keep the $k$ features before each one; $k = 0$ is naive Bayes.
# One lecture writes that out for $k = 2$.
# Four bits, any distribution: how does the loss fall?

# %%
from mlcore.demos import less_naive

result = less_naive.compute()
print("k = 0, 1, 2, 3:", np.abs(result.lost).round(3).tolist())

# %% [markdown]
# With $k = 3$ every bit sees all bits before it: that is the chain rule again, and nothing is lost.
#
# ## The two coins
#
# A toss is like the one before it with probability 0.8 (sticky), or 0.2 (fickle). There are $2^8 = 256$ rows.
# Which rows will be misjudged by somebody who knows all this?
# Those in which most of the 7 pairs go against the coin.

# %%
from math import comb

print(f"{sum(comb(7, against) * 0.2**against * 0.8 ** (7 - against) for against in range(4, 8)):.4f}")

# %% [markdown]
# The same by enumeration: every row goes to the class that makes it more probable, and errs with the other one's share.

# %%
p = less_naive.row_probabilities()  # (2, 256)
print(f"{0.5 * p.min(axis=0).sum():.4f}")

# %% [markdown]
# Now let models learn from 300 rows of each coin. The errors are exact, sums over the 256 rows.

# %%
from mlcore.less_naive_bayes import KOrderNB, TreeAugmentedNB

rng = np.random.default_rng(0)
X = np.vstack([less_naive.ROWS[rng.choice(256, size=300, p=p_c)] for p_c in p])
coins = np.repeat([0, 1], 300)
for k in (0, 1, 2, 4, 7):
    answers = KOrderNB(k=k).fit(X, coins).predict(less_naive.ROWS)
    print(f"k = {k}: error {less_naive.exact_error(answers, p):.3f}")

# %% [markdown]
# Naive Bayes guesses. $k = 1$ is all that it takes.
# More is not better: the model for $k = 7$ could represent the coins as well, but has 255 numbers per coin to learn, instead of 15.
# "More flexible, but hard to estimate", says the lecture. Here you see both halves of the sentence.
#
# ## And if the order is lost?
#
# Shuffle the columns. "The bit before" is now a stranger. A *tree-augmented* model does not rely on an order.
# For each pair of features it measures what one tells about the other (given the class), and keeps the strongest pairs that make a tree.

# %%
order = list(less_naive.SHUFFLED)
for name, model in (("k = 1", KOrderNB(k=1)), ("tree", TreeAugmentedNB())):
    model.fit(X[:, order], coins)
    print(f"{name}: error {less_naive.exact_error(model.predict(less_naive.ROWS[:, order]), p):.3f}")
edges = [sorted((order[i], order[j])) for i, j in enumerate(model.parent_) if j >= 0]
print("the tree's edges, by the old names:", sorted(edges))

# %% [markdown]
# It has put the row together again.
#
# ## The picture
#
# Error against the number of examples. Look first at the right end, then at the left.

# %% alt="Error over the number of examples. Naive Bayes stays at one half, one predecessor with shuffled bits above 0.4; one predecessor and the tree are close to the best at once, the full table comes down slowly."
less_naive.draw_bits(result)

# %% [markdown]
# On the right the full table still pays for its many cells.
# On the left the tree pays a little for having to find its edges.
#
# ## One parent is not always enough
#
# Three bits; the class says whether the number of ones is odd. Any two of the bits tell nothing. $P(\text{odd} \mid x)$ for the eight images:

# %%
for name, row in zip(("k = 0", "k = 1", "k = 2", "tree "), result.parity, strict=True):
    print(name, row.round(2).tolist())

# %% [markdown]
# ## The same with real numbers
#
# Give each class a normal density with a full covariance matrix: *Gaussian discriminant analysis* (GDA).
# With one matrix for all classes it is called *linear* discriminant analysis (LDA), because the quadratic terms cancel.
# With diagonal matrices it is Gaussian naive Bayes.
#
# Two clouds with means $(0, 0)$ and $(1.2, 0)$, and correlation 0.8 in both. The second feature has the same mean in both classes. Is it of any use?

# %%
from scipy.stats import norm

delta, cov = np.array([1.2, 0]), np.array([[1, 0.8], [0.8, 1]])
for name, w in (("naive Bayes", delta / np.diag(cov)), ("LDA", np.linalg.solve(cov, delta))):
    error = norm.cdf(-0.5 * (w @ delta) / np.sqrt(w @ cov @ w))
    print(f"{name}: weights {w.round(2)}, error {error:.4f}")

# %% [markdown]
# LDA gives the second feature a negative weight: it uses it to subtract the noise that both share.
# For naive Bayes it is worth nothing.
#
# Next, a cross: equal means, correlation +0.8 in one class and −0.8 in the other.
# It is XOR in real numbers. The best rule is the sign of $x_1 x_2$, and errs with $\frac12 - \arcsin(0.8)/\pi$.

# %%
print(f"{0.5 - np.arcsin(0.8) / np.pi:.4f}")

# %% alt="On the left two slanted clouds beside each other: the border of naive Bayes is upright, that of LDA aslant and better. On the right two clouds cross like an X, and only GDA divides them, by the two axes."
less_naive.draw_gaussians(result)

# %% [markdown]
# On the right naive Bayes and LDA have no line to draw: they see two equal clouds.
#
# ## Confirmed
#
# `confirm` goes other ways: all 24 orders of the chain rule, losses as differences of entropies, the binomial distribution, densities summed over a fine grid.

# %%
less_naive.confirm(result)
print("\n".join(less_naive.conclude(result)))

# %% [markdown]
# How sticky must the coin be? At 0.5 there is nothing to hear.


# %%
def listen(like, k, n):
    alike = (less_naive.ROWS[:, 1:] == less_naive.ROWS[:, :-1]).sum(axis=1)
    p = np.array([0.5 * q**alike * (1 - q) ** (7 - alike) for q in (like, 1 - like)])
    rng = np.random.default_rng(0)
    X = np.vstack([less_naive.ROWS[rng.choice(256, size=n, p=p_c / p_c.sum())] for p_c in p])
    model = KOrderNB(k=k, min_categories=2).fit(X, np.repeat([0, 1], n))
    error = less_naive.exact_error(model.predict(less_naive.ROWS), p)
    print(f"P(like) = {like:.2f}, k = {k}: error {error:.3f}, the best {0.5 * p.min(axis=0).sum():.3f}")


for like in (0.5, 0.6, 0.8, 0.9):
    listen(like, k=1, n=100)

# %% tags=["nbval-ignore-output"]
from ipywidgets import FloatSlider, IntSlider, interact

like = FloatSlider(value=0.8, min=0.5, max=0.99, step=0.01)
_ = interact(listen, like=like, k=IntSlider(1, 0, 7), n=IntSlider(100, 10, 1000))

# %% [markdown]
# ## Now you
#
# 1. How many numbers does a $k$-order model of $d$ bits store per class? Check your formula with $d = 8$: 15 for $k = 1$ and 255 for $k = 7$.
# 2. The chain rule holds in every order. Why does the order matter for $k = 1$?
# 3. Which new feature would make plain naive Bayes as good as $k = 1$ on the two coins?
# 4. In the cross, add the feature $x_1 x_2$. What can LDA do now? And Gaussian naive Bayes?
# 5. Words in a mail: what would $k = 1$ mean there, and how many numbers would it need for a vocabulary of 10,000 words?
#
# > [!fold] Answer to 1
# > Each bit a table over its $k$ predecessors: $\sum_{j=0}^{7} 2^{\min(j, k)}$. For $k = 1$: $1 + 7 \cdot 2 = 15$; for $k = 7$: $1 + 2 + \dots + 128 = 255$.
#
# > [!fold] Answer to 2
# > Because each bit may look at one predecessor only. In an order in which those that hang together are neighbours nothing is lost.
#
# > [!fold] Answer to 3
# > For each toss, whether it is like the one before. Given the coin these seven answers are independent: naive Bayes is right to be naive about them, and errs with 0.033 only.
#
# > [!fold] Answer to 4
# > Both can do it: the best rule is the sign of $x_1 x_2$, and now that is a feature. With 20,000 examples they err in about 20.5 % and 20.7 % of the cases; the best possible is 20.5 %.
#
# > [!fold] Answer to 5
# > If each word depends on the one before: $10\,000 \cdot 9\,999$ shares per class, nearly all of them never seen.
