# %% [markdown]
# # Why does adding one to every count make sense, and what is it divided by?
#
# *12 of 23. To unit [2 · Shall we play tennis?](../02_categorical_nb/02_categorical_nb.ipynb) · before: [consistency](consistency.ipynb) · next: [xor](xor.ipynb)*
#
# On five days nobody played tennis: three were sunny, two rainy, none overcast.
# Is it impossible not to play on an overcast day?
# The share 0/5 says so, and naive Bayes will believe it for ever: one factor 0, and the class is out.
# Add 1 to every count, says the recipe. By what right? And what happens to the 5 below?
#
# *Likelihood*: how probable the counts are, given the probabilities $\theta$.
# *Prior, posterior*: what we believe about $\theta$ before and after the counts.
# *Mode, mean*: where the posterior is highest, and its average.

# %% [markdown]
# ## A coin first
#
# Ten tosses show six ones and four zeros; $\theta$ is the probability of a one.
# (The lecture tosses six zeros and four ones. It calls 1 the success, but lets $\theta$ be the probability of 0; we count what $\theta$ belongs to as ones.)
# Which $\theta$ makes the tosses most probable? Take the logarithm and its derivative.

# %%
import sympy as sp

theta, n_1, n_0, alpha = sp.symbols("theta n_1 n_0 alpha", positive=True)
log_likelihood = n_1 * sp.log(theta) + n_0 * sp.log(1 - theta)
slope = sp.diff(log_likelihood, theta)
slope

# %% [markdown]
# The lecture prints this derivative without the brackets around both terms.
# Read literally, only the first would be differentiated; its next line is right again.
#
# Where is the slope 0?

# %%
(mle,) = sp.solve(slope, theta)
mle

# %% [markdown]
# The share of ones: maximum likelihood counts and divides.
# Is it a maximum? The second derivative there must be negative.

# %%
print(sp.diff(slope, theta).subs({n_1: 6, n_0: 4, theta: mle.subs({n_1: 6, n_0: 4})}))

# %% [markdown]
# ## More than two values: Lagrange's multiplier
#
# Three values with counts $n_1, n_2, n_3$.
# Their probabilities must sum to 1, so we may not simply differentiate; we add $\lambda\,(1 - \sum_v \theta_v)$ first.

# %%
counts = sp.symbols("n_1:4", positive=True)
thetas = sp.symbols("theta_1:4", positive=True)
lam = sp.symbols("lambda", positive=True)
goal = sum(n_v * sp.log(t) for n_v, t in zip(counts, thetas, strict=True))
lagrangian = goal + lam * (1 - sum(thetas))
lagrangian

# %%
by_lambda = [sp.solve(sp.diff(lagrangian, t), t)[0] for t in thetas]
by_lambda

# %% [markdown]
# Each $\theta_v$ is its count divided by one and the same $\lambda$.
# The sum tells us which.

# %%
(multiplier,) = sp.solve(sum(by_lambda) - 1, lam)
multiplier

# %% [markdown]
# $\lambda = n$: shares once more, for any number of values.
# And a count of 0 becomes a probability of 0. Nothing in the likelihood objects.
#
# ## A prior objects
#
# Before any toss, believe that $\theta$ near 0 and near 1 is less likely: $p(\theta) \propto \theta^\alpha (1 - \theta)^\alpha$.
# Its name is Beta$(\alpha + 1, \alpha + 1)$. Add its logarithm, and repeat the step from above.

# %%
log_prior = alpha * sp.log(theta) + alpha * sp.log(1 - theta)
log_posterior = sp.collect(sp.expand(log_likelihood + log_prior), [sp.log(theta), sp.log(1 - theta)])
log_posterior

# %% [markdown]
# Look at the factors before the logarithms.
# The prior acts like $\alpha$ further ones and $\alpha$ further zeros, without a single toss.

# %%
(mode,) = sp.solve(sp.diff(log_posterior, theta), theta)
mode

# %% [markdown]
# Additive smoothing! Its estimate is the mode of the posterior under Beta$(\alpha + 1, \alpha + 1)$.
# Mind the $+1$: a Beta$(1, 1)$ is flat and adds nothing.
# The same with Lagrange's multiplier for three values and Dirichlet$(\alpha + 1, \alpha + 1, \alpha + 1)$:

# %%
smoothed = sum((n_v + alpha) * sp.log(t) for n_v, t in zip(counts, thetas, strict=True))
by_lambda = [sp.solve(sp.diff(smoothed - lam * sum(thetas), t), t)[0] for t in thetas]
(multiplier,) = sp.solve(sum(by_lambda) - 1, lam)
multiplier

# %% [markdown]
# There is the answer to the second question: below stands $n + 3\alpha$.
# Each of the three *values* has received $\alpha$.
#
# ## A second route: climb, do not differentiate
#
# SciPy's densities, and an optimiser that knows nothing of the above.

# %%
from scipy.optimize import minimize_scalar
from scipy.stats import beta, binom

for a in (0, 1, 2, 10):
    top = minimize_scalar(
        lambda t, a=a: -beta.logpdf(t, a + 1, a + 1) - binom.logpmf(6, 10, t), bounds=(0, 1), method="bounded"
    )
    print(f"alpha {a:>2}: climbed to {top.x:.4f}, formula {(6 + a) / (10 + 2 * a):.4f}")

# %% alt="Prior, likelihood and posterior of a coin's probability after six heads of ten. With no pseudo-counts the posterior is the likelihood, with its top at 0.6; with 1 the top is at 0.583, with 10 at 0.533."
from mlcore.demos import smoothing

result = smoothing.compute()
smoothing.confirm(result)
smoothing.draw(result)

# %% [markdown]
# With $\alpha = 0$ the posterior is the likelihood; with $\alpha = 10$ the prior has as much to say as twenty tosses.
#
# A lecture compares $\theta = 0.7$ with $\theta = 0.5$ and calls 0.5 "more probable". What it compares are likelihoods, 0.200 and 0.205; how probable a $\theta$ is depends on the prior as well.
#
# ## Mode or mean?
#
# The mean of a Beta$(a, b)$ posterior is an integral, a ratio of two beta functions.

# %%
a, b = sp.symbols("a b", positive=True)
first, second = n_1 + a, n_0 + b
ratio = sp.gamma(first + 1) * sp.gamma(first + second) / (sp.gamma(first + second + 1) * sp.gamma(first))
mean = sp.gammasimp(ratio)
mean

# %% [markdown]
# Under the prior of smoothing, and under Beta$(\alpha, \alpha)$:

# %%
print("a = b = α + 1:", sp.simplify(mean.subs({a: alpha + 1, b: alpha + 1})))
print("a = b = α:    ", sp.simplify(mean.subs({a: alpha, b: alpha})))

# %% [markdown]
# So "add one" has two readings: the mode under Beta(2, 2), or the mean under the flat Beta(1, 1).
# The mean is also the probability that the *next* toss is a one.
#
# ## The triangle
#
# Three probabilities that sum to 1 are a point of a triangle.
# Where is the highest point for the counts 3, 0, 2?

# %% alt="Two triangles of all distributions over sunny, overcast and rain. The posterior is darkest at the lower side, overcast 0, without smoothing; with one pseudo-count its top has moved inwards, on the way to the middle."
smoothing.shrinkage.draw_simplex(result.shrinkage)

# %% [markdown]
# On the edge without smoothing: overcast has probability 0. Inside with it.
#
# ## Shrinkage, and the m-estimate
#
# Another lecture writes $(n_k + m\,p)/(n + m)$: a guess $p$ that weighs as much as $m$ examples.
# Put $m = \alpha V$ and $p = 1/V$.

# %%
n, V, m, p = sp.symbols("n V m p", positive=True)
m_estimate = (n_1 + m * p) / (n + m)
sp.simplify(m_estimate.subs({m: alpha * V, p: 1 / V}) - (n_1 + alpha) / (n + alpha * V))

# %% [markdown]
# The same. And it is a mixture: $1 - s$ parts of the share and $s = m/(n + m)$ parts of the guess.

# %%
s = m / (n + m)
sp.simplify(m_estimate - ((1 - s) * n_1 / n + s * p))

# %% [markdown]
# How far should one shrink? Compute the expected squared error of $(N_1 + \alpha)/(n + 2\alpha)$: variance plus squared bias.

# %%
bias = (n * theta + alpha) / (n + 2 * alpha) - theta
variance = n * theta * (1 - theta) / (n + 2 * alpha) ** 2
average = sp.factor(sp.integrate(sp.expand(variance + bias**2), (theta, 0, 1)))
average

# %%
print("best alpha:", sp.solve(sp.diff(average, alpha), alpha))
print("n = 10, alpha = 0:", average.subs({n: 10, alpha: 0}), " alpha = 1:", average.subs({n: 10, alpha: 1}))

# %% [markdown]
# If one $\theta$ is as likely as any other, $\alpha = 1$ is best, whatever $n$ is.
# For one given coin it may lose: look at both ends of the right-hand picture.

# %% alt="On the left the three shares over the pseudo-count: from 0.6, 0.4 and 0 they come together at one third. On the right the expected error of a coin: smoothing with 1 is better in the middle and hardly worse at the ends, with 5 far worse there."
smoothing.shrinkage.draw(result.shrinkage)

# %% [markdown]
# Move $\alpha$ yourself.

# %% tags=["nbval-ignore-output"]
from ipywidgets import FloatSlider, IntSlider, interact

from mlcore.demos.frame import name_axes, slide
from mlcore.estimation import Dirichlet, map_theta


def outlook(alpha, sunny, overcast, rain):
    found = [sunny, overcast, rain]
    if sum(found) + alpha == 0:
        return "Nothing was seen and nothing pretended: 0 / 0"
    low, high = Dirichlet.smoothing(alpha, 3).update(found).credible_interval()[1]
    figure, (ax,) = slide()
    ax.bar(["sunny", "overcast", "rain"], map_theta(found, alpha), color="0.75")
    ax.plot(["overcast", "overcast"], [low, high], color="darkorange", linewidth=6)
    ax.set_ylim(0, 1)
    name_axes(ax, "", "θ given no tennis")
    print("sunny, overcast, rain:", map_theta(found, alpha).round(3))
    print(f"overcast lies in [{low:.3f}, {high:.3f}] with 95 %")
    return figure


_ = interact(
    outlook,
    alpha=FloatSlider(value=1, min=0, max=20, step=0.25),
    sunny=IntSlider(value=3, max=50),
    overcast=IntSlider(value=0, max=50),
    rain=IntSlider(value=2, max=50),
)

# %% [markdown]
# ## Divided by what?
#
# Ask that the estimates sum to 1, and solve for the denominator.

# %%
D = sp.symbols("D", positive=True)
sp.solve((n + V * alpha) / D - 1, D)[0]

# %% [markdown]
# Two lectures print something else.
# "Add 1 everywhere" is said of the counts only; with the old total below, the estimates sum to 8/5.
# Another gives $(n_k + 1)/(n + c)$ with $c$ *classes*: right for a word that is there or not *and* two classes, because then $V = c = 2$.
# With three kinds of outlook and two classes it is not, and with more classes it becomes absurd:

# %%
for K in (2, 3, 10, 100):
    print(f"{K:>3} classes: P(sunny | no) = 4/{5 + K} = {4 / (5 + K):.3f} printed, 4/8 = 0.5 right")

# %% [markdown]
# What happens in class *no* cannot depend on how many other classes there are.
#
# ## Fake examples?
#
# A lecture explains add-one as two fake messages, one with the word and one without.
# A good picture for one table. As rows of the data set they would need values for all other words, and a class.
# Try it on the three messages of the spam table: two more rows per class, all words and none.

# %%
import numpy as np

from mlcore.datasets import load_spam_table
from mlcore.naive_bayes import BernoulliNB

X, y = load_spam_table()
counted = BernoulliNB(alpha=1).fit(X, y)
rows = np.vstack([X, np.ones(6), np.zeros(6), np.ones(6), np.zeros(6)])
with_rows = BernoulliNB(alpha=0).fit(rows, [*y, 0, 0, 1, 1])
print("same tables:", np.allclose(counted.feature_log_prob_, with_rows.feature_log_prob_))
print("priors:", np.exp(counted.class_log_prior_).round(4), np.exp(with_rows.class_log_prior_).round(4))

# %% [markdown]
# The tables agree; the class prior does not. It has been pulled towards ½, and every posterior with it.

# %% alt="On the left three stacks of shares: divided by n plus alpha V they sum to 1, by n to 1.6, by n plus alpha K to 1.143. On the right the posterior of 64 messages by two ways of smoothing: most lie below the diagonal, nine change their class."
smoothing.counts.draw(result.counts)

# %% [markdown]
# Smooth the tables, leave the prior alone: every class has examples, so no prior is 0.
#
# ## One toss
#
# One toss, heads. Maximum likelihood says: heads for ever.
# Nobody believes that, because nobody came without a belief about coins.

# %%
from mlcore.estimation import Beta

after = Beta.smoothing(1).update(ones=1, zeros=0)
low, high = after.credible_interval(0.95)
print(f"{after}: mode {after.mode:.3f}, next toss heads {after.mean:.3f}, 95 % in [{low:.3f}, {high:.3f}]")

# %% alt="On the left the belief about a coin before any toss and after 1, 2 and 5 heads, moving right. On the right the estimate over ten thousand tosses: the grey band narrows around 0.3."
smoothing.beliefs.draw(result.beliefs)

# %% [markdown]
# On the right the frequentist's definition at work: the share of ones goes to $\theta$. The smoothed estimate goes there with it.
#
# The grey band is a credible interval: the posterior leaves 2.5 % on either side of it.
# If coins really come from the prior, 95 % of the intervals hold their coin. For one *given* coin that may be more or less.

# %% alt="On the left sixty coins with their intervals, of which four miss the coin, marked by crosses. On the right how often the interval holds the truth: near 95 percent in the middle, far less at the ends."
smoothing.beliefs.draw_intervals(result.beliefs)

# %% [markdown]
# ## What came out

# %%
print("\n".join(smoothing.conclude(result)))

# %% [markdown]
# ## Now you
#
# 1. Somebody says: "Beta(1, 1) is the prior of add-one smoothing." When is that right, and when wrong?
# 2. On the 36 possible days of play-tennis naive Bayes answers "yes" 25 times with $\alpha = 1$, and 36 times with $\alpha = 20$. Why does heavy smoothing end there? Is $\alpha$ a hyperparameter, then?
# 3. Why do the fake rows move the posterior of *every* message by the same factor of the odds? Which factor?
# 4. You know that overcast days are three times as frequent as rainy ones. Which $p$ and $m$ would you choose, and why not smooth towards 1/3?
# 5. For a coin with $\theta = 0.01$ the interval never holds the truth. Is the interval wrong, or the prior?
#
# > [!fold] Answer to 1
# > Right for the *mean* of the posterior, which is $(n_v + 1)/(n + 2)$. Wrong for its mode, which is then the maximum-likelihood estimate; the mode needs Beta(2, 2).
#
# > [!fold] Answer to 2
# > All tables approach even shares, so only the prior of the classes decides, and "yes" is more frequent. Yes: it is chosen before learning and should be chosen by cross-validation.
#
# > [!fold] Answer to 3
# > They give the same tables as pseudo-counts do, but they change the prior too, and the prior is one factor for every message: the new prior odds divided by the old ones.
#
# > [!fold] Answer to 4
# > Of what sunny days leave, three quarters for overcast and one for rain; and an $m$ as large as the number of examples that your knowledge is worth. Even shares would throw that knowledge away.
#
# > [!fold] Answer to 5
# > The prior: it says that so extreme a coin is improbable. The interval is right for somebody who believes it.
