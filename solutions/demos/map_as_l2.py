# %% [markdown]
# # Why is a Gaussian prior the same as L2 regularisation?
#
# *18 of 23. To unit [4 · Multinomial naive Bayes: how often?](../04_multinomial_nb/04_multinomial_nb.ipynb) · before: [mail_filter](mail_filter.ipynb) · next: [heights](heights.ipynb)*
#
# One lecture says: put a normal prior on the weights, look for the most probable weights, and you have L2 regularisation.
# Another habit says: add $\lambda \lVert w \rVert^2$ to the error, and try some values of $\lambda$.
# Are these really the same thing? And if so, what is $\lambda$?
#
# *Prior*: what we believe about the weight $w$ before the data.
# *Likelihood*: how probable the data are, given $w$; a function of $w$.
# *MAP estimate*: the $w$ at which prior × likelihood is highest.

# %% [markdown]
# ## Three points
#
# Small enough for paper: a line through the origin, $t_i = w x_i + \text{noise}$.

# %%
import numpy as np

x, t = np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 2.0])
print("least squares:", x @ t, "/", x @ x, "=", round(x @ t / (x @ x), 4))

# %% [markdown]
# That is the maximum of the likelihood if the noise is normal.
# Now we also believe that slopes are rarely large: $w \sim \mathcal N(0, \tau^2)$.
#
# ## Step 1: the density of the prior
#
# From here on every line of the derivation runs.

# %%
import sympy as sp

w, S_xt = sp.symbols("w S_xt", real=True)
sigma2, tau2, S_xx, S_tt = sp.symbols("sigma^2 tau^2 S_xx S_tt", positive=True)
n = sp.symbols("n", positive=True, integer=True)
prior = sp.exp(-(w**2) / (2 * tau2)) / sp.sqrt(2 * sp.pi * tau2)
prior

# %% [markdown]
# ## Step 2: minus its logarithm
#
# The logarithm turns the bell into a parabola.
# All that is left of the prior is $w^2 / (2\tau^2)$, and a constant.

# %%
minus_log_prior = sp.expand_log(-sp.log(prior), force=True)
minus_log_prior

# %% [markdown]
# ## Step 3: minus the logarithm of the likelihood
#
# Each example has the density $\mathcal N(t_i; w x_i, \sigma^2)$.
# The product over the examples becomes a sum of squares.
# Multiplied out, the data are only three sums: $S_{tt} = \sum t_i^2$, $S_{xt} = \sum x_i t_i$, $S_{xx} = \sum x_i^2$.

# %%
squares = S_tt - 2 * w * S_xt + w**2 * S_xx
minus_log_likelihood = squares / (2 * sigma2) + n * sp.log(2 * sp.pi * sigma2) / 2
minus_log_likelihood

# %% [markdown]
# Is $\sum_i (t_i - w x_i)^2$ really that? Ask the three points.

# %%
direct = sum((int(b) - w * int(a)) ** 2 for a, b in zip(x, t, strict=True))
sp.expand(direct) - squares.subs({S_tt: 9, S_xt: 11, S_xx: 14})

# %% [markdown]
# ## Step 4: add them
#
# The product prior × likelihood is a sum of logarithms.
# Mark where the prior stands: beside the sum over the examples. There is one prior, however many examples there are.

# %%
objective = minus_log_likelihood + minus_log_prior

# %% [markdown]
# ## Step 5: multiply by $2\sigma^2$ and drop the constants
#
# Neither moves the minimum. Which $\lambda$ do you expect before $w^2$?

# %%
constant, ridge = sp.expand(2 * sigma2 * objective).as_independent(w, as_Add=True)
ridge

# %% [markdown]
# The first two terms are the sum of squares; the third is the penalty $\lambda w^2$.
# Take the first two away and see what the prior has added.

# %%
lam = sp.simplify(ridge.coeff(w, 2) - S_xx)
lam

# %% [markdown]
# $$\lambda = \frac{\sigma^2}{\tau^2} = \frac{\text{noise variance}}{\text{prior variance}}$$
#
# So $\lambda$ has a meaning: much noise or a firm belief, and the penalty is heavy.
#
# ## Step 6: the minimum
#
# The objective is an upright parabola. Its derivative is 0 in one place.

# %%
(w_map,) = sp.solve(sp.diff(objective, w), w)
w_map

# %% [markdown]
# Divide above and below by $\tau^2$: it is $S_{xt} / (S_{xx} + \lambda)$.
# The prior acts like further data with $S_{xx} = \lambda$ and target 0.
#
# Check both ends: a prior that knows nothing, and a prior that knows it all.

# %%
print("tau² → ∞:", sp.limit(w_map, tau2, sp.oo), "  tau² → 0:", sp.limit(w_map, tau2, 0))

# %%
for variance in ("1/10", "1", "10"):
    value = w_map.subs({S_xt: 11, S_xx: 14, sigma2: 1, tau2: sp.Rational(variance)})
    print(f"prior variance {variance:>4}: {value} = {float(value):.4f}")

# %% [markdown]
# ## Several weights
#
# With more than one weight the same steps lead to $(X^\top X + \lambda I)\, w = X^\top t$.
# Let SymPy differentiate for three rows and two weights, all of them letters, and compare.

# %%
X = sp.Matrix(3, 2, sp.symbols("x_1:4_1:3", real=True))
T, W, L = sp.Matrix(sp.symbols("t_1:4")), sp.Matrix(sp.symbols("w_1:3")), sp.symbols("lambda")
penalised = (T - X * W).dot(T - X * W) + L * W.dot(W)
half_gradient = sp.Matrix([sp.diff(penalised, weight) / 2 for weight in W])
sp.simplify(half_gradient - ((X.T * X + L * sp.eye(2)) * W - X.T * T))

# %% [markdown]
# Nothing is left: the gradient is that of ridge regression.
#
# ## Three routes, one number
#
# Never trust a derivation that only agrees with itself.
# First, multiply densities and let an optimiser climb; it knows nothing of our algebra.

# %%
from scipy.optimize import minimize_scalar
from scipy.stats import norm


def log_posterior(slope, prior_sd):
    return norm.logpdf(t, slope * x, 1).sum() + norm.logpdf(slope, 0, prior_sd)


for variance in (0.1, 1, 10):
    print(variance, round(minimize_scalar(lambda s, v=variance: -log_posterior(s, v**0.5)).x, 4))

# %% [markdown]
# Second, scikit-learn's `Ridge`, which has never heard of priors; we tell it `alpha` = $\sigma^2/\tau^2$.
# Third, the function of this course.

# %%
from sklearn.linear_model import Ridge

from mlcore.estimation import map_slope

for variance in (0.1, 1, 10):
    ridge_model = Ridge(alpha=1 / variance, fit_intercept=False).fit(x[:, None], t)
    print(variance, round(ridge_model.coef_[0], 4), round(map_slope(x, t, 1, variance), 4))

# %% [markdown]
# Mind the names: `alpha` is $\lambda$, not a pseudo-count, and `fit_intercept=False` because our line has none.
# An intercept of scikit-learn's has no penalty, that is, a flat prior.
#
# ## What the lecture prints
#
# The lecture puts $-\log p(w)$ inside the sum over the examples, and later $\lVert w \rVert^2 / (2\sigma^2)$ with it.
# (Its $\sigma^2$ is the variance of the prior, our $\tau^2$.)
# It is a slip of a bracket: the line before reads $\prod_i p(x_i \mid w)\, p(w)$, and the product reaches too far.
# Read as printed, the prior counts once per example. What does that do to $\lambda$?

# %%
printed = minus_log_likelihood + n * minus_log_prior
lam_printed = sp.simplify(sp.expand(2 * sigma2 * printed).coeff(w, 2) - S_xx)
lam_printed

# %%
(w_printed,) = sp.solve(sp.diff(printed, w), w)
for variance in ("1/10", "1", "10"):
    value = w_printed.subs({S_xt: 11, S_xx: 14, sigma2: 1, n: 3, tau2: sp.Rational(variance)})
    print(f"prior variance {variance:>4}: {value} = {float(value):.4f}")

# %% [markdown]
# Still a penalty, so nothing looks broken: the picture is only shifted.
# The harm shows as the data grow.
# Let each example bring $u = S_{xx}/n$ and $v = S_{xt}/n$ on average, and let $n \to \infty$.

# %%
u, v = sp.symbols("u v", positive=True)
growing = {S_xx: n * u, S_xt: n * v}
print("right:  ", sp.limit(w_map.subs(growing), n, sp.oo))
print("printed:", sp.simplify(w_printed.subs(growing)))

# %% [markdown]
# The right estimate forgets the prior: $v/u$ is least squares.
# The printed one contains no $n$ at all: a million examples leave it where ten left it.
#
# ## The picture
#
# Left: the three points. Right: a sample with the true slope 2 that grows to 100,000.
# Where does the grey line go?

# %% alt="On the left the estimated slope over the prior's variance: both curves rise from 0 to 0.79, the one with the prior in the sum later. On the right over the number of examples: the right one comes to the truth, 2, the other one stays at 1."
from mlcore.demos import map_as_l2

result = map_as_l2.compute()
map_as_l2.confirm(result)
map_as_l2.draw(result)

# %% [markdown]
# To half of the truth, and it stays there, while the posterior has long been sure of 2.
#
# The same as beliefs: prior (dotted) times likelihood (dashed) is the posterior (solid).
# See how the wide prior on the right lets the data speak.

# %% alt="Prior, likelihood and posterior of the slope for three prior variances. For 0.1 the posterior stands between both; for 1 and 10 it lies on the likelihood."
map_as_l2.draw_posteriors(result)

# %% [markdown]
# Move the width of the prior yourself.

# %% tags=["nbval-ignore-output"]
from ipywidgets import FloatLogSlider, IntSlider, interact

from mlcore.demos.frame import name_axes, slide


def slopes(prior_var, copies):
    X_more, t_more = np.tile(x, copies), np.tile(t, copies)
    right = map_slope(X_more, t_more, 1, prior_var)
    slip = map_as_l2.growth.slip_slope(X_more, t_more, 1, prior_var)
    figure, (ax,) = slide()
    ax.plot(x, t, "o", color="black", markersize=12)
    for slope, style, name in ((right, "-", "MAP"), (slip, "--", "as printed"), (0.7857, ":", "MLE")):
        ax.axline((0, 0), slope=slope, linestyle=style, color="black", linewidth=2.5, label=name)
    ax.legend(fontsize=14)
    name_axes(ax, "x", "t")
    print(f"{3 * copies} points, λ = {1 / prior_var:.3g}: MAP {right:.4f}, printed {slip:.4f}, MLE 0.7857")
    return figure


_ = interact(
    slopes,
    prior_var=FloatLogSlider(value=1, min=-3, max=3, description="prior var."),
    copies=IntSlider(value=1, min=1, max=50, description="repeat data"),
)

# %% [markdown]
# ## Logistic regression
#
# Nothing in steps 1 and 2 was about regression. Add the same parabola to another likelihood:
#
# $$\sum_i \left[\log(1 + e^{w x_i}) - y_i\, w x_i\right] + \frac{w^2}{2\tau^2}$$
#
# Its derivative says what the optimum balances.

# %%
a, y = sp.symbols("x y", real=True)
loss = sp.log(1 + sp.exp(w * a)) - y * w * a
sp.simplify(sp.diff(loss, w) - (1 / (1 + sp.exp(-w * a)) - y) * a)

# %% [markdown]
# Nothing is left again: the derivative of each term is (predicted probability − label) · x.
# At the MAP estimate these add up to $-w/\tau^2$; there is no closed form, so we take Newton's steps.
#
# scikit-learn writes $C \sum_i \text{loss}_i + \tfrac12 \lVert w \rVert^2$. Divide by $C$ and compare: $C = \tau^2$.
# There is no noise variance here; a label is noisy by itself.

# %%
from sklearn.linear_model import LogisticRegression

logistic = map_as_l2.logistic
for C in (0.1, 1, 10):
    theirs = LogisticRegression(C=C, fit_intercept=False, tol=1e-10).fit(logistic.X, logistic.MIXED)
    ours = logistic.map_logistic(logistic.X, logistic.MIXED, prior_var=C)
    print(f"C = τ² = {C:>4}: ours {ours[0]:.4f}, scikit-learn's {theirs.coef_[0, 0]:.4f}")

# %% [markdown]
# And if a threshold separates the classes?
# Then a steeper curve is always more likely, and the maximum of the likelihood lies at infinity.
# The prior is what keeps the answer finite.

# %%
for C in (1, 100, 10_000, 1_000_000):
    print(f"{C:>9,}: {logistic.map_logistic(logistic.X, logistic.SEPARABLE, C)[0]:.2f}")

# %% alt="On the left three curves of a probability, the steeper the wider the prior. On the right the weight over the prior variance: for separable labels it grows without end, for overlapping ones it stops."
logistic.draw(result.logistic)

# %% [markdown]
# ## Is overfitting just a missing prior?
#
# One lecture says so. Half of it is true.
# A polynomial of degree 9 through twelve noisy examples, with priors from narrow to wide:

# %% alt="On the left a polynomial through twelve points: with the right prior close to the true wave, with a wide one it swings, with a narrow one it is flat. On the right the error against the truth is least at a middle variance, that on the examples only falls."
map_as_l2.overfitting.draw(result.overfitting)

# %% [markdown]
# A wide prior *is* a prior, and it overfits exactly as none does: on the right the solid line ends where it would be without.
# A narrow one is a prior, too, and misses the curve.
# What cures overfitting is information: a prior of about the right width, or more data.
#
# ## Why the normal prior, and what if not?
#
# If all we know are mean 0 and variance $\tau^2$, the lecture takes the density that assumes least: greatest entropy.
# Maximise $-\int p \log p$ under three conditions; the Lagrangian's derivative at each $w$ is $-\log p - 1 + a + b w + c w^2$.

# %%
p, a0, b0, c0 = sp.symbols("p a b c")
sp.solve(-sp.log(p) - 1 + a0 + b0 * w + c0 * w**2, p)[0]

# %% [markdown]
# The exponential of a parabola: a normal density ($b = 0$ for mean 0, $c = -1/(2\tau^2)$ for the variance).
# Its entropy beats those of other densities with variance 1, and a blind optimiser on a grid finds it as well (`confirm` does that).

# %%
for name, entropy in zip(map_as_l2.priors.DENSITIES, result.priors.entropy, strict=True):
    print(f"{name:8} {entropy:.4f}")

# %% [markdown]
# Another prior, another penalty: Laplace's $p(w) = e^{-|w|/b} / (2b)$ has minus the logarithm $|w|/b$, and that is L1.

# %%
b = sp.symbols("b", positive=True)
sp.expand_log(-sp.log(sp.exp(-sp.Abs(w) / b) / (2 * b)), force=True)

# %% alt="On the left three densities of variance 1: normal, Laplace with its tip, uniform. On the right what each makes of a slope: the normal prior shrinks it in proportion, Laplace's subtracts, with 0 over a stretch."
map_as_l2.priors.draw(result.priors)

# %% [markdown]
# The normal prior multiplies every slope by the same factor.
# Laplace's subtracts the same amount from every slope, and what falls below zero is zero: L1 selects features.
#
# ## What came out

# %%
print("\n".join(map_as_l2.conclude(result)))

# %% [markdown]
# ## Now you
#
# 1. You measure $t$ in centimetres instead of metres. What happens to $\sigma^2$, to a sensible $\tau^2$, and to $\lambda$?
# 2. Repeat every example ten times. By how much does $\lambda$ have to change so that the estimate stays? Which mistake have you just made on purpose?
# 3. A library minimises the *mean* of the squares plus $\alpha \lVert w \rVert^2$. Which prior is that after 10 examples, and after 10,000? Where have you seen this before?
# 4. You believe that the slope is near 1, not near 0. Which penalty is that?
# 5. With $b$ small enough, L1 sets a slope to exactly 0. Does the posterior say that $w = 0$ is probable? (How much probability has a single point?)
#
# > [!fold] Answer to 1
# > $t$ becomes a hundred times larger, so do the noise and the slope: $\sigma^2$ and $\tau^2$ both become $10^4$ times larger, and $\lambda = \sigma^2 / \tau^2$ stays.
#
# > [!fold] Answer to 2
# > All sums become ten times larger, so $\lambda$ must as well. Then the prior counts once per example: the slip of the lecture.
#
# > [!fold] Answer to 3
# > $n$ times the mean is the sum, so $\lambda = n \alpha$ and $\tau^2 = \sigma^2 / (n \alpha)$: after 10,000 examples a prior with a variance a thousand times smaller than after 10. It is the slip again: more data never overrule it.
#
# > [!fold] Answer to 4
# > $\lambda (w - 1)^2$: minus the logarithm of a normal density around 1.
#
# > [!fold] Answer to 5
# > No. The posterior is a density, and a single point has probability 0. It is only *highest* at 0, where Laplace's prior has its edge.
