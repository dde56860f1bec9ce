# %% [markdown]
# # What can naive Bayes not see, and what does it see twice?
#
# *13 of 23. To unit [2 · Shall we play tennis?](../02_categorical_nb/02_categorical_nb.ipynb) · before: [smoothing](smoothing.ipynb) · next: [trees](trees.ipynb)*
#
# An image has two pixels, each black or white at random.
# It is of class A if the pixels are equal, of class B if not.
# You see a thousand of them. Could you learn the rule? Could naive Bayes?
#
# ## The assumption
#
# Naive Bayes multiplies one factor for each feature, $P(y) \prod_j P(x_j \mid y)$.
# That is right if the features are *independent given the class*: once the class is known, one feature tells nothing about another.
# In a drawing, arrows lead from the class to the features, and none from feature to feature.

# %% alt="Two graphs. From the class arrows lead to x1 to x4, and none from feature to feature; in the other one they lead to both pixels and to z, which says whether these are equal."
from mlcore.demos import xor

result = xor.compute()
xor.draw_graph(result)

# %% [markdown]
# ## Given the class, or not?
#
# The lectures often say "the features are independent of each other". That is another statement.
# Our pixels *are* independent of each other. Given the class, they are anything but.

# %%
from mlcore.probability import cond_independent, independent

images = {(0, 0, "A"): 1 / 4, (0, 1, "B"): 1 / 4, (1, 0, "B"): 1 / 4, (1, 1, "A"): 1 / 4}
print("p1 and p2 independent?          ", independent(images, 0, 1))
print("p1 and p2 independent, given y? ", cond_independent(images, 0, 1, 2))

# %% [markdown]
# ## What is there to learn?
#
# Take class A, the images (0, 0) and (1, 1). How often is the first pixel on? And in class B?

# %%
from mlcore.probability import cond_prob

for c in ("A", "B"):
    for j in (0, 1):
        print(f"P(p{j + 1} = 1 | {c}) = {cond_prob(images, {j: 1}, given={2: c})}")

# %% [markdown]
# One half, everywhere. Multiply:

# %%
for p1, p2, _ in images:
    score = {c: 1 / 2 * cond_prob(images, {0: p1}, {2: c}) * cond_prob(images, {1: p2}, {2: c}) for c in "AB"}
    print((p1, p2), score)

# %% [markdown]
# Every score is 1/8, so every posterior is ½.
# No more data will help: these were not estimates but the true probabilities.
#
# ## With real samples
#
# A sample is never exactly balanced. What does naive Bayes make of the difference?
# The next cell learns from 20 samples of a million images, and counts which of the four images it then gets right.

# %%
import numpy as np

counts = np.random.default_rng(1).multinomial(1_000_000, [1 / 4] * 4, size=20)
print("right without z:", [xor.learn_sample(count)[0] for count in counts])
print("right with z:   ", [xor.learn_sample(count)[1] for count in counts])

# %% [markdown]
# Without $z$ (that is for later) it is right twice in four, more or less: a coin would do as well.
# But never four times, and never by skill. Why is three the limit?
#
# ## No straight line
#
# Naive Bayes for booleans decides by the sign of $w_1 p_1 + w_2 p_2 + b$: a straight line.
# Try many weights and collect the rules that they make.

# %%
from itertools import product

grid = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
rules = set()
for w1, w2, b in product((-2, -1, 0, 1, 2), (-2, -1, 0, 1, 2), (-2.5, -1.5, -0.5, 0.5, 1.5, 2.5)):
    rules.add(tuple((grid @ (w1, w2) + b > 0).tolist()))
print(len(rules), "of 16 rules")

# %% [markdown]
# Which two are missing?

# %%
for rule in product((False, True), repeat=4):
    if rule not in rules:
        print([int(a) for a in rule])

# %% [markdown]
# XOR and its opposite, and no others.
#
# ## The repair
#
# Give naive Bayes the question that it cannot ask by itself: are the pixels equal?
# The new feature is $z = 1(p_1 = p_2)$.

# %%
from mlcore.naive_bayes import BernoulliNB

y = np.array(["A", "B", "B", "A"])
with_z = xor.with_equal(grid)
print(with_z.tolist())
print(BernoulliNB(alpha=0).fit(with_z, y).predict_proba(with_z)[:, 0])

# %% [markdown]
# Certain, and right. The method is as naive as before; the feature is not.
#
# The nearest neighbour needs no help: it has seen the image.

# %%
from mlcore.neighbors import KNeighborsClassifier

print(KNeighborsClassifier(1).fit(grid, y).predict(grid))

# %% [markdown]
# ## Seen twice
#
# Now the opposite trouble.
# A feature is right 80 % of the time: $P(x = 1 \mid A) = P(x = 0 \mid B) = 0.8$, both classes equally frequent.
# Somebody stores it twice, once as "tall" and once as "not short".
# Naive Bayes takes the copy for a second witness.

# %%
p = 0.8
for r in (1, 2, 3, 10):
    print(f"{r:2} copies: P(A | x = 1) = {p**r / (p**r + (1 - p) ** r):.6f}")

# %% [markdown]
# Divide both terms by $(1 - p)^r$ and see why: the *odds* are $\left(\frac{p}{1 - p}\right)^r = 4^r$.
# Does a model that learns from such data do the same? And how often is it right?

# %%
for r in (1, 2, 3, 10):
    stated, right = xor.learn_copies(r)
    print(f"{r:2} copies: it believes {stated:.6f} and is right {right:.0%} of the time")

# %% [markdown]
# The decision is the same, and so is the accuracy. Only the confidence is nonsense.
#
# One lecture calls naive Bayes "not so good", another says that it is often accurate even where the assumption fails.
# Here is one example for each of them. It depends on the data, and on what you ask for: a label, or a probability.

# %% alt="On the left four images of two pixels: A at the corners where both are equal, B at the others, and every probability is one half. On the right the belief rises to 1 with copies of a feature, while it is right 80 percent of the time."
xor.confirm(result)
xor.draw_xor(result)

# %% [markdown]
# There is a limit to "the decision survives".
# Let one feature speak for A and two others, just as strong, for B.
# Two against one: B. But copy the first one.

# %%
for r in (1, 2, 3):
    print(f"{r} for A, 2 for B: P(A) = {xor.posterior_with_copies(p, r - 2):.2f}")

# %% [markdown]
# All of it, with numbers:

# %%
print("\n".join(xor.conclude(result)))

# %% [markdown]
# Turn the screws yourself.

# %% tags=["nbval-ignore-output"]
from ipywidgets import FloatSlider, IntSlider, interact

from mlcore.demos.frame import name_axes, slide


def believe(strength, r):
    figure, (ax,) = slide()
    copies = range(1, 51)
    ax.plot(
        copies, [xor.posterior_with_copies(strength, each) for each in copies], color="black", linewidth=2.5
    )
    ax.plot(r, xor.posterior_with_copies(strength, r), "o", color="darkorange", markersize=16)
    ax.axhline(strength, linestyle="--", color="black")
    ax.set_ylim(0.48, 1.02)
    name_axes(ax, "copies of the feature", "what it believes (dashed: how often it is right)")
    print(
        f"It believes {xor.posterior_with_copies(strength, r):.6f} and is right {strength:.0%} of the time."
    )
    return figure


_ = interact(
    believe,
    strength=FloatSlider(value=0.8, min=0.5, max=0.99, step=0.01),
    r=IntSlider(value=5, min=1, max=50, description="copies"),
)

# %% [markdown]
# ## Now you
#
# 1. Three pixels, and the class is whether an odd number of them is on. Which new feature repairs that? How would you have found it, without knowing the rule?
# 2. Add 20 random pixels to each image. What becomes of the nearest neighbour? And of naive Bayes with $z$?
# 3. Class A has prior 0.1. The feature is right 80 % of the time and says A. What is the decision with one copy, and with two? So when exactly do decisions survive?
# 4. Which features of an e-mail are near-copies of each other? What does that do to a filter that asks "surer than 99.9 %?" before it deletes?
# 5. Give naive Bayes a single feature with four values, "00", "01", "10", "11". Does it learn XOR? What have you built?
#
# > [!fold] Answer to 1
# > The parity: 1 if an odd number is on. Without the rule one would have to try products of features.
#
# > [!fold] Answer to 2
# > The neighbour now compares 22 pixels, of which 20 are noise: with 100, 1000 and 10,000 images it errs in about 37, 30 and 21 % of the cases. For naive Bayes each random pixel has nearly equal shares in both classes and hardly pulls; with $z$ it stays right.
#
# > [!fold] Answer to 3
# > One copy: $0.1 \cdot 0.8 = 0.08$ against $0.9 \cdot 0.2 = 0.18$, so not A. Two: $0.064$ against $0.036$, so A. Decisions survive where copies do not lift the evidence over the prior.
#
# > [!fold] Answer to 4
# > Words that come together, "San" and "Francisco", or a greeting's parts. Such evidence is counted twice, and 99.9 % is reached too easily.
#
# > [!fold] Answer to 5
# > Yes: each of the four values has a share of its own in each class. It is a full table of both features.
