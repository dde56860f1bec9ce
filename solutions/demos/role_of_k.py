# %% [markdown]
# # How many neighbours should be asked?
#
# *4 of 23. To unit [1 · Who are your neighbours?](../01_knn/01_knn.ipynb) · before: [voronoi](voronoi.ipynb) · next: [kernels](kernels.ipynb)*
#
# Ask one neighbour, and a single wrong label can mislead you.
# Ask everybody, and you get the same answer wherever you stand.
# Somewhere between lies a good $k$, and it is not in the data as a number: somebody must choose it.
#
# That makes $k$ a *hyperparameter*.
# Lectures sometimes call it a parameter; we keep that word for what learning itself finds, such as a mean.

# %% [markdown]
# ## One query, two answers
#
# Eleven points, and a star that wants to know what it is.
# Look at the inner circle first: who are the three nearest?

# %% alt="Dots and triangles around a star. The circle for three neighbours holds two triangles and a dot, the one for five three dots and two triangles."
from mlcore.demos import role_of_k

result = role_of_k.compute()
role_of_k.confirm(result)
role_of_k.draw_circle(result)

# %% [markdown]
# Two triangles against one dot inside the inner circle; three dots against two triangles inside the outer one.

# %%
print(result.circle)

# %% [markdown]
# ## A world whose best error we know
#
# Points fall evenly into a square.
# Above a wave the clean label is 1, below it is 0.
# Then each label is flipped with probability $\rho = 0.2$, in training and in test alike.
# Even who knows the wave is wrong about one label in five: $E^* = 0.2$.

# %%
import numpy as np

from mlcore.demos.role_of_k.data import noisy_sample, truth

X, y = noisy_sample(100_000, np.random.default_rng(0))
print(f"The wave itself errs on {np.mean(truth(X) != y):.2f} of the noisy labels.")

# %% [markdown]
# Train on 200 such points.
# The dashed line is the wave, which the classifier never sees.
# Look for islands on the left.

# %% alt="Two maps of the same noisy points. With one neighbour there are islands on both sides of the true wave; with fifteen one border follows it."
role_of_k.draw_two(result)

# %% [markdown]
# Each island is a flipped label that rules over its surroundings.
# Fifteen neighbours outvote it.
# Now the whole way, from one neighbour to all 200.

# %% alt="Six maps for 1, 3, 7, 10, 31 and all 200 neighbours. The islands vanish by ten, the border is smooth at 31, and with all neighbours the map has one colour."
role_of_k.draw_regions(result)

# %% [markdown]
# With $k = n$ the neighbourhood is everything, and $x$ is not used at all: one colour.
# (The even $k = 10$ can tie; our rule then takes the first class.)
#
# ## What noise alone costs
#
# Suppose all $k$ neighbours lie on the query's side of the wave.
# A vote goes wrong if more than half of their labels are flipped.
# The query's own label is flipped too sometimes, and then a wrong vote hits:
#
# $$P(\text{error}) = \rho + (1 - 2\rho)\,P\big(\mathrm{Bin}(k, \rho) > k/2\big)$$
#
# For $k = 1$ we check it by hand: exactly one of two labels is flipped.

# %%
from mlcore.demos.role_of_k.theory import noise_only

print(round(noise_only(1, 0.2), 6), round(2 * 0.2 * (1 - 0.2), 6))

# %% [markdown]
# More neighbours, less noise in the vote.

# %%
for k in (1, 3, 7, 15, 31):
    print(k, round(noise_only(k, 0.2), 4))

# %% [markdown]
# So why not take very many?
# Because then some of them live on the other side of the wave.
# For $k = 1$ let $b$ be the share of queries whose nearest neighbour does.
# The vote differs from the clean label if the neighbour is a stranger and not flipped, or no stranger and flipped:

# %%
from sympy import expand, factor, symbols

rho, b = symbols("rho b")
vote_wrong = (1 - rho) * b + rho * (1 - b)
error = rho + (1 - 2 * rho) * vote_wrong

# %% [markdown]
# Sort it by $b$: a part from noise, and a part from strangers that noise makes smaller.

# %%
error.expand().coeff(b, 0), factor(error.expand().coeff(b, 1))

# %%
print(expand(error - (2 * rho * (1 - rho) + (1 - 2 * rho) ** 2 * b)))

# %% [markdown]
# So the error of one neighbour is $2\rho(1-\rho) + (1-2\rho)^2 b$.
# Here is that formula beside the sum over all label flips, for several $\rho$.

# %%
for noise, one in zip(result.noises, result.one, strict=True):
    by_formula = 2 * noise * (1 - noise) + (1 - 2 * noise) ** 2 * result.stranger
    print(noise, round(one, 6), round(by_formula, 6))

# %% [markdown]
# ## The picture
#
# Forty training sets, averaged.
# Follow the training error from the left, then the test error, then the grey line.

# %% alt="Error rates over k. Training starts at 0 and rises; test starts at 0.33, is least, 0.24, between 10 and 30, and rises to one half at the end; cross-validation runs close to the test."
role_of_k.draw_errors(result)

# %% [markdown]
# Training error starts at 0, since every example is its own nearest neighbour, and tends to rise.
# It tells us nothing about which $k$ to take.
# The gap between training and test shrinks: less variance.
# The test error drifts away from the grey line, further with each step: that is bias, the price of asking strangers.
# Its lowest point is where one more neighbour costs as much as it saves.
# Cross-validation sees almost the same curve without any test data.

# %%
print("\n".join(role_of_k.conclude(result)))

# %% [markdown]
# ## Two sentences to take with care
#
# "Take an odd $k$, then there are no ties."
# True for two classes and equal votes.
# With three classes count all ways to label three neighbours.

# %%
from mlcore.demos.role_of_k.theory import tied_votes, tied_votes_by_formula

print(tied_votes(3, K=2), tied_votes(3, K=3), tied_votes_by_formula(3, K=3))

# %% [markdown]
# "A larger $k$ takes more computation time."
# Brute force computes one distance per example, whatever $k$ is.
# Let a metric count its own calls.

# %%
print(role_of_k.count_distances(k=1), role_of_k.count_distances(k=50))

# %% [markdown]
# What remains is to select the $k$ smallest, which partial sorting does in $O(n)$.
#
# Now move $k$ yourself. When does the last island drown? When does the wave?

# %% tags=["nbval-ignore-output"]
from IPython.display import display
from ipywidgets import IntSlider, interact


def regions(k):
    display(role_of_k.draw_k(k))


_ = interact(regions, k=IntSlider(value=5, min=1, max=200, continuous_update=False))

# %% [markdown]
# ## Now you
#
# 1. Without noise ($\rho = 0$) one neighbour errs less than fifteen. Why?
# 2. At $\rho = 0.5$ every $k$ errs equally often. How often, and could any other method do better?
# 3. The nearest neighbour errs about $2\rho(1-\rho)$, the best possible rule $\rho$. For which $\rho$ is the ratio largest?
# 4. Cross-validation trains on fewer examples than you have. Does that push its choice of $k$ up or down?
# 5. With 20,000 examples instead of 200, would the best $k$ stay at 15? Would $k/n$?
#
# > [!fold] Answer to 1
# > Without noise the nearest label is right except at the border, and fifteen neighbours reach across it.
#
# > [!fold] Answer to 2
# > Half of the time. Nothing can be better: the labels are coin tosses.
#
# > [!fold] Answer to 3
# > The ratio is $2(1 - \rho)$, largest for $\rho \to 0$: nearly two.
#
# > [!fold] Answer to 4
# > Down, a little: with fewer examples the same $k$ reaches farther.
#
# > [!fold] Answer to 5
# > The best $k$ grows, and $k/n$ falls: more votes, from nearer.
