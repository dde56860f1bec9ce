# %% [markdown]
# # Can two near neighbours outvote three far ones?
#
# *5 of 23. To unit [1 · Who are your neighbours?](../01_knn/01_knn.ipynb) · before: [role_of_k](role_of_k.ipynb) · next: [irrelevant_features](irrelevant_features.ipynb)*
#
# Five neighbours vote.
# Two say $+$ and are close; three say $-$ and are not.
# Counting heads gives $-$. Does that feel right?
#
# ## Weights
#
# A *kernel* $\kappa$ turns a distance into a weight: the nearer, the larger.
# The *bandwidth* $h$ says what "near" means.
#
# $$w_i = \kappa(d_i / h), \qquad p(c) = \frac{\sum_i w_i\,1(y_i = c)}{\sum_i w_i}$$
#
# Take five distances and the triangular kernel $\kappa(u) = 1 - u$ with $h = 1$.

# %%
import numpy as np

from mlcore.demos import kernels

distances, labels = np.array(kernels.DISTANCES), np.array(kernels.LABELS)
weights = 1 - distances
print(weights.round(2).tolist(), labels.tolist())

# %% [markdown]
# These are the weights of the lectures' example.
# With labels $\pm 1$ the sum of $w_i y_i$ decides by its sign.

# %%
print(round(float(weights @ labels), 4), round(float(weights[labels == 1].sum() / weights.sum()), 4))

# %% [markdown]
# Plus wins, with probability 0.6182, although three of five say minus.
# (The lectures print this sum with a doubled sign, `0.8 * * 1`; the result 0.65 is right.)
#
# How often does this happen? Try all labels that five neighbours can have.

# %%
from itertools import product

overruled = [y for y in product((-1, 1), repeat=5) if np.sign(weights @ y) != np.sign(sum(y))]
print(overruled)

# %% [markdown]
# Only when the two heaviest stand together.
#
# ## From the sign to any number of classes
#
# The lectures write the answer as $\mathrm{sign}(\sum_i w_i y_i)$.
# That serves two classes, coded $-1$ and $+1$, and leaves one case open:

# %%
print(np.sign(0.5 * 1 + 0.5 * -1))

# %% [markdown]
# Zero is the name of no class.
# The general rule is $\hat y = \mathrm{argmax}_c \sum_i w_i\,1(y_i = c)$, where a tie goes to the first class.
# For two classes both say the same, since $\sum_i w_i y_i / \sum_i w_i = 2\,p(+) - 1$.

# %%
from mlcore.kernels import weighted_vote

p = weighted_vote(labels, weights, classes=[-1, 1])
print(round(float(weights @ labels / weights.sum()), 6), round(float(2 * p[1] - 1), 6))

# %%
print(weighted_vote(["blue", "red", "green"], [0.4, 0.35, 0.3], classes=["blue", "green", "red"]).round(4))

# %% [markdown]
# ## The kernels
#
# On the left some kernels, on the right the vote: a mark is as large as its weight.

# %% alt="On the left six kernels over the distance in bandwidths, all falling. On the right a star with five neighbours: two large open circles close by with plus, three smaller dark ones further away with minus."
result = kernels.compute()
kernels.confirm(result)
kernels.draw(result)

# %% [markdown]
# Here are all ten. Which of them ever reach zero?

# %% alt="Ten small pictures, one kernel bold in each. The first seven reach 0 at a distance of one bandwidth, Gaussian and exponential fall without reaching it, the inverse comes from infinity."
kernels.draw_zoo(result)

# %% [markdown]
# Books write constants before some of them, such as $\tfrac34(1 - u^2)$, so that the area is 1.
# SymPy finds these constants by integration.

# %%
from mlcore.demos.kernels.algebra import FORMULAS, constant

for name in FORMULAS:
    print(f"{name:13} {FORMULAS[name]!s:16} times {constant(name)}")

# %% [markdown]
# In a vote a constant stands above and below the line, and cancels.
# So we leave it out.

# %%
heavy = 0.75 * (1 - distances**2)
plain = 1 - distances**2
print(np.allclose(heavy / heavy.sum(), plain / plain.sum()))

# %% [markdown]
# ## The bandwidth matters more than the kernel
#
# With a tiny $h$ only the nearest counts; with a huge $h$ all count the same.
# In between the answer must turn. Where? For the triangular kernel we need paper only:
#
# $$\Big(1 - \frac{0.1}{h}\Big) + \Big(1 - \frac{0.2}{h}\Big) = \Big(1 - \frac{0.6}{h}\Big) + \Big(1 - \frac{0.65}{h}\Big) + \Big(1 - \frac{0.7}{h}\Big)$$

# %%
from sympy import Rational, solve, symbols

h = symbols("h", positive=True)
d = [Rational(2, 20), Rational(4, 20), Rational(12, 20), Rational(13, 20), Rational(14, 20)]
vote = sum((1 - x / h) * int(y) for x, y in zip(d, labels, strict=True))
print(solve(vote, h))

# %% [markdown]
# A root search on the vote itself finds the same.

# %%
print(round(kernels.turning_bandwidth("triangular"), 9))

# %% [markdown]
# For the exponential kernel put $z = e^{-1/(20h)}$.
# The distances are 2, 4, 12, 13, 14 twentieths, so each weight is a power of $z$, and the vote is a polynomial:
# $z^2 + z^4 - z^{12} - z^{13} - z^{14}$.
# Its signs change once, so by Descartes' rule it has exactly one positive root: the answer turns once.

# %%
from mlcore.demos.kernels.algebra import turning_points

(z,) = turning_points((2, 4), (12, 13, 14))
print(round(z, 6), round(-1 / (20 * np.log(z)), 6), round(kernels.turning_bandwidth("exponential"), 6))

# %% [markdown]
# Now the whole way from the nearest neighbour to the majority.

# %% alt="Probability of plus over the bandwidth for four kernels. All come down from 1, cross one half between 0.7 and 1.7, and end at 2 of 5."
kernels.draw_bandwidth(result)

# %% [markdown]
# The curves differ in their shape, yet all come from 1, go to 2/5 and cross ½ once.
# A bandwidth does for weights what $k$ does for heads.
#
# ## A root that matters
#
# The lectures' weighted distance reads $d_z = \sum_k z_l (x_i(k) - x_j(k))^2$.
# The weight should carry the index of the sum, $z_k$; and there is no root.
# Leaving the root out does not change who is nearest.
# But look at votes by $1/d$, one plus at distance 1, minuses at 1.8 and 2.

# %%
from mlcore.kernels import vote_weights

gaps = np.array([1, 1.8, 2])
for what, dists in (("with root", gaps), ("without", gaps**2)):
    p = weighted_vote([1, -1, -1], vote_weights(dists, "distance"), classes=[-1, 1])
    print(f"{what:10} P(+) = {p[1]:.4f}")

# %% [markdown]
# The order is the same, the answer is not.

# %%
print("\n".join(kernels.conclude(result)))

# %% [markdown]
# Choose a kernel and move the bandwidth. Watch the three dark marks grow.

# %% tags=["nbval-ignore-output"]
from IPython.display import display
from ipywidgets import FloatLogSlider, interact


def vote_with(kernel, h):
    display(kernels.draw_vote(kernel, h))


_ = interact(
    vote_with,
    kernel=sorted(FORMULAS),
    h=FloatLogSlider(value=0.5, min=-1, max=1, step=0.05, continuous_update=False),
)

# %% [markdown]
# ## Now you
#
# 1. Set the triangular kernel to a bandwidth just above 0.1, then to 0.1. What happens to $P(+)$, and which rule made it so?
# 2. With weights $1/d$ the bandwidth does nothing at all. Why?
# 3. Invent five distances, two plus and three minus, for which the answer turns twice as $h$ grows.
# 4. Can a kernel that *rises* be of use? Think of a neighbour that is a copy of the query with another label.
# 5. With a Gaussian kernel all $n$ examples may vote. What, then, is left for $k$ to do?
#
# > [!fold] Answer to 1
# > It falls from 1 to $\frac25$. Just above 0.1 the nearest alone has a weight, however small, and it says plus. At 0.1 all weights are 0, and where nobody has a weight all count the same: two of five.
#
# > [!fold] Answer to 2
# > $1/(d/h) = h/d$: the bandwidth is a factor before every weight, and a common factor cancels.
#
# > [!fold] Answer to 3
# > Minus at 0.1; plus at 0.3 and 0.35; minus at 0.8 and 0.9, with the triangular kernel. First the nearest decides, minus; at $h = 0.6$ the two behind it, plus; at $h = 2$ the heads, minus.
#
# > [!fold] Answer to 4
# > To leave somebody out: if the examples hold the query itself, or a copy of it that you do not trust, its weight must be 0, and that of the next ones not. Leaving one out is such a kernel. But beyond the copies the weights should fall again.
#
# > [!fold] Answer to 5
# > Only work: beyond the $k$ nearest the weights are so small that one need not look. How far the answer listens is decided by the bandwidth.
