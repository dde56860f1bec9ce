# %% [markdown]
# # Does kNN reach the best possible error when examples never run out?
#
# *11 of 23. To unit [1 · Who are your neighbours?](../01_knn/01_knn.ipynb) · before: [memory](memory.ipynb) · next: [smoothing](smoothing.ipynb)*
#
# Somebody gives you a thousand examples, then a million, then as many as you like.
# Does the error of kNN go down to the best one that is possible?
# And which $k$ should you take on the way: always 1, always 5, more and more? Guess before you read on.
#
# *Best error* $E^*$ (also $E_{best}$): the error of somebody who knows $P(y \mid x)$. It is 0 only if $x$ determines $y$.
# *Consistent* for a problem: the error tends to $E^*$ as $n \to \infty$.
# *Universally consistent*: consistent for every problem, or for every one of a class that has been named.
# All labels here are 0 or 1.

# %% [markdown]
# ## 1. The easy case: what has been seen is never wrong
#
# Let $x$ have $d$ binary features, and let $x$ determine $y$.
# There are $N = 2^d$ inputs, all equally probable, so $E^* = 0$.
# Follow one query through $n$ examples.

# %%
d, n = 8, 256
N = 2**d
missed_once = 1 - 1 / N  # one example is not the query
unseen = missed_once**n  # none of n is
print(f"{N} inputs, {n} examples: a query has not been seen with probability {unseen:.4f}")

# %% [markdown]
# If it has been seen, 1-NN answers with its own label: no error.
# If not, the neighbour is another input.
# Suppose that the labels have no pattern at all, each thrown by a fair coin: then the neighbour is right half of the time.

# %%
from mlcore.demos.consistency import deterministic as binary

print(f"expected error {unseen / 2:.4f}; by the module's formula {binary.expected_error(d, n)[0]:.4f}")

# %% [markdown]
# How long until *everything* has been seen?
# When $i$ inputs are missing, the next example is one of them with probability $i/N$, so it takes $N/i$ examples on average.
# Add up from the first to the last.

# %%
for d in (4, 8, 12):
    N = 2**d
    print(f"d = {d:2}: {N:5} inputs, all seen after {sum(N / i for i in range(1, N + 1)):9,.1f} examples")

# %% [markdown]
# From then on the error is exactly 0.
# On the left of the picture, labels without a pattern: lines by formula, dots simulated.
# On the right, three ways in which eight features may determine $y$. Which of them does 1-NN like?

# %% alt="Error of one neighbour against the number of examples, which grows tenfold from mark to mark. On the left it falls to 0 the later the more binary features there are. On the right three rules with eight features: one feature alone is learnt first; parity rises above one half before it falls."
from mlcore.demos import consistency

result = consistency.compute()
consistency.confirm(result)
binary.draw(result.deterministic)

# %% [markdown]
# If $y$ is simply the first feature, neighbours help long before everything has been seen.
# For the parity every single step changes the label: with the nearest example one step away, 1-NN is *always* wrong.
#
# Neighbours help only if similar inputs have similar labels, and nobody promises that.
# Take all 16 ways to label the four inputs of $d = 2$, and every training set of two examples: how often is 1-NN wrong on inputs it has not seen?

# %%
rates = binary.average_over_labellings(d=2, n=2)
print(f"{len(rates)} training sets; error on unseen inputs, averaged over labellings: {set(map(str, rates))}")

# %% [markdown]
# One half, whatever the training set: that is *no free lunch*, for one learner; every other would do as badly.
# It does not contradict consistency.
# No free lunch speaks of what has not been seen at a given $n$; consistency speaks of the limit, where all has been seen.

# %% [markdown]
# ## 2. Noise: one neighbour is not enough
#
# Now a label is random even if $x$ is known: $\eta(x) = P(y = 1 \mid x)$.
# With very many examples the nearest one sits practically at the query, and has a label of its own, drawn with the same $\eta$.
# 1-NN is wrong if the two labels differ.

# %%
import sympy as sp

eta, m = sp.symbols("eta m")
differ = eta * (1 - eta) + (1 - eta) * eta  # query 1 and neighbour 0, or the reverse
print(sp.factor(differ))

# %% [markdown]
# Who knows $\eta$ is wrong with $m = \min(\eta, 1 - \eta)$.
# Put $\eta = m$ or $\eta = 1 - m$: the same comes out.

# %%
print(sp.factor(differ.subs(eta, m)), "=", sp.factor(differ.subs(eta, 1 - m)))

# %% [markdown]
# So $E^* = \mathbb{E}[m]$, and the limit of 1-NN is $R = \mathbb{E}[2m(1 - m)]$.
# Write $M$ for the mean of $m$ and $S$ for the mean of $m^2$, and compare with the bound of Cover and Hart, $2E^*(1 - E^*)$.

# %%
M, S = sp.symbols("M S")
R = 2 * M - 2 * S
variance = S - M**2
print("bound - R =", sp.factor(2 * M * (1 - M) - R), "= 2 Var(m):", sp.expand(2 * variance))

# %% [markdown]
# A variance is never negative: $R \le 2E^*(1 - E^*)$.
# It is 0 where the noise is the same everywhere; there the bound is reached.
# And $R = E^* + \mathbb{E}[m(1 - 2m)] \ge E^*$, equal where each label is either certain ($m = 0$) or a fair coin ($m = ½$).

# %%
for best in (0, 0.05, 0.1, 0.25, 0.5):
    print(f"E* = {best:4}   2E*(1 - E*) = {2 * best * (1 - best):5.3f}   2E* = {2 * best:4.2f}")

# %% [markdown]
# One lecture says that 1-NN ends *below* twice the best error.
# That holds in every row but the first: at $E^* = 0$ both are 0, and that is the very case of our first section.
# "At most twice" is always right.
#
# In the picture are five problems with a known $E^*$, a million examples each.
# Which lie on the bound, which on the diagonal, which between?

# %% alt="On the left three probabilities of a label over x: a step, a ramp, and stairs. On the right the error of one neighbour against the best error: all points lie between the diagonal and a curve that bends up to twice as high."
from mlcore.demos.consistency import cover_hart

cover_hart.draw(result.cover_hart)

# %%
print("\n".join(cover_hart.conclude(result.cover_hart)))

# %% [markdown]
# How can a million examples be had without a million test examples?
# On a line kNN's answer is constant between two cuts, so its error is a sum of integrals of $\eta$.
# Two examples by hand, $\eta(x) = x$: label 0 at 0.2, label 1 at 0.6, the cut at 0.4.

# %%
import numpy as np

from mlcore.demos.consistency import line

x = sp.symbols("x")
by_hand = sp.integrate(x, (x, 0, sp.Rational(2, 5))) + sp.integrate(1 - x, (x, sp.Rational(2, 5), 1))
exact = line.exact_error(np.array([0.2, 0.6]), np.array([0, 1]), 1, line.ramp().area)
print(by_hand, "=", round(exact, 12))

# %% [markdown]
# ## 3. Five neighbours, or fifty: still not enough
#
# Fix $k$ and take the *ramp*, $\eta(x) = x$ with $x$ uniform on $[0, 1]$: $E^* = 1/4$.
# How many of the $k$ neighbours have label 1? Average over all $x$.

# %%
k = 5
votes = [sp.integrate(sp.binomial(k, s) * x**s * (1 - x) ** (k - s), (x, 0, 1)) for s in range(k + 1)]
print(votes)

# %% [markdown]
# All counts are equally probable!
# And the label of the query, given $s$ votes for 1?

# %%
both = [sp.integrate(sp.binomial(k, s) * x ** (s + 1) * (1 - x) ** (k - s), (x, 0, 1)) for s in range(k + 1)]
print([b / v for b, v in zip(both, votes, strict=True)])

# %% [markdown]
# That is Laplace's rule of succession, $(s + 1)/(k + 2)$: add-one smoothing, found where nobody smoothed anything.
# The majority is wrong with the smaller of $(s + 1)/(k + 2)$ and the rest.

# %%
wrong = [min(s + 1, k + 1 - s) for s in range(k + 1)]
print(wrong, "sum", sum(wrong), "so the limit is", sp.Rational(sum(wrong), (k + 1) * (k + 2)))

# %% [markdown]
# For odd $k$ the sum is twice $1 + 2 + \dots + (k+1)/2$.

# %%
k, i = sp.symbols("k i", positive=True)
half = sp.summation(i, (i, 1, (k + 1) / 2))
limit = sp.factor(sp.simplify(2 * half / ((k + 1) * (k + 2))))
print(limit, "; above E*:", sp.factor(limit - sp.Rational(1, 4)))

# %% [markdown]
# So $R_k = \frac14 + \frac{1}{4(k + 2)}$: every fixed $k$ stays above $E^*$, and the gap closes only if $k$ grows.
# A million examples agree, and the module confirms the formula up to $k = 19$ by integrating the error itself.

# %%
places, labels = line.sample(line.ramp(), 1_000_000, np.random.default_rng(5))
for k in (1, 5, 51):
    found = line.exact_error(places, labels, k, line.ramp().area)
    print(f"k = {k:2}: limit {(k + 3) / (4 * (k + 2)):.4f}, a million examples {found:.3f}")

# %% [markdown]
# An even $k$ gains nothing over the odd one before: try `limit_on_the_ramp(4)` from `mlcore.demos.consistency.stone`.
#
# ## 4. Stone: more votes, from nearer
#
# Two things can go wrong.
# Too few votes: their majority is luck. So $k \to \infty$.
# Votes from too far away: they speak of another place. The neighbours fill a window of width about $k/n$, so $k/n \to 0$.
# Stone (1977): with both, kNN is universally consistent, for every distribution on $\mathbb{R}^d$. It was the first rule for which that was proved.
#
# What it assumes, in full:
#
# - examples and queries are drawn independently from *one* distribution of $(x, y)$, which may be any;
# - $x$ has a finite number $d$ of real features, and near is meant by a norm, for instance the Euclidean one;
# - $k \to \infty$ and $k/n \to 0$;
# - examples that are equally far are ordered without looking at their labels: by chance, or by their numbers. (Where no two distances are equal, as for densities, this asks nothing.)
#
# Nothing is said about densities, or about $P(y \mid x)$ being continuous. What is promised is the *expected* error in the limit, and no speed.
#
# In the picture, solid lines obey Stone, dashed ones do not.
# Lines come from a theory that needs no data, dots from data.
# Which dashed line goes down all the same?

# %% alt="How far the error is above the best, for six choices of k, on two problems. Fixed k and k = n stay level; the logarithm and the root of n fall in both; a share of n falls only where the problem is a ramp."
from mlcore.demos.consistency import stone

stone.draw(result.stone)

# %%
print("\n".join(stone.conclude(result.stone)))

# %% [markdown]
# $k = n/4$ is consistent *for the ramp*: a window of a quarter still tells left from right.
# On five waves it sees more than a whole wave and votes for the wrong side. It is not *universally* consistent.
# Look also at $n^{0.8}$ on the waves: with a thousand examples it is worse than a coin, and later it is the best of all.
# Consistency says where a curve ends, not how it gets there.
#
# Now choose $k$ yourself, with 10,000 examples of the waves.
# Without the slider, a few values:

# %%
waves = line.waves()
places, labels = line.sample(waves, 10_000, np.random.default_rng(7))
for k in (1, 10, 100, 1_000, 2_500, 10_000):
    print(f"k = {k:6,}: {line.exact_error(places, labels, k, waves.area) - waves.best:.3f} above E*")

# %% tags=["nbval-ignore-output"]
from ipywidgets import IntSlider, interact

from mlcore.demos.frame import name_axes, slide


def error_for(k):
    error = line.exact_error(places, labels, k, waves.area)
    figure, (ax,) = slide()
    shown = np.linspace(0, 1, 501)
    order = np.argsort(np.abs(places[None, :] - shown[:, None]), axis=1)[:, :k]  # (501, k)
    ax.plot(shown, waves.eta(shown), color="black", label="η")
    ax.plot(shown, labels[order].mean(axis=1), color="darkorange", label=f"share among {k} neighbours")
    ax.axhline(0.5, color="0.7")
    ax.set_ylim(0, 1.2)
    ax.legend(loc="upper right", fontsize=14)
    name_axes(ax, "x", "P(y = 1 | x)")
    print(f"error {error:.4f}, E* {waves.best:.4f}; window {k / 10_000:.3f}, a wave is 0.2 long")
    return figure


_ = interact(error_for, k=IntSlider(value=100, min=1, max=5_000, step=10, continuous_update=False))

# %% [markdown]
# ### Why it holds: the argument on the line
#
# Let $\hat\eta(x)$ be the share of ones among the $k$ nearest of $x$. The vote is wrong about $\eta$ only where $\hat\eta$ and $\eta$ lie on different sides of ½, and there it pays $|2\eta - 1| \le 2|\hat\eta - \eta|$. So
#
# $$\text{error} - E^* \le 2\,\mathbb{E}\,|\hat\eta - \eta| \le \underbrace{2\,\mathbb{E}\,|\hat\eta - \bar\eta|}_{\text{luck}} + \underbrace{2\,\mathbb{E}\,|\bar\eta - \eta|}_{\text{distance}}$$
#
# where $\bar\eta(x)$ is the mean of $\eta$ at the *places* of the $k$ neighbours.
#
# **Luck.** Given the places, the $k$ labels are independent, and the variance of each is at most ¼. The mean of $k$ has a standard deviation of at most $1/(2\sqrt k)$. It goes to 0 because $k \to \infty$.
#
# **Distance, if $\eta$ is continuous.** The neighbours come from a window that holds $k$ of $n$ examples. As $k/n \to 0$, the window shrinks to $x$ (wherever examples come at all), and $\eta$ in it becomes $\eta(x)$.
#
# **Distance, if $\eta$ jumps.** Take a continuous $g$ with $\mathbb{E}\,|\eta - g| < \varepsilon$; there always is one. For $g$ the window argument holds. What is left is the mean of $|\eta - g|$ at the *neighbours* of $x$. Could it be that all queries have their neighbours just where $\eta$ and $g$ differ?
# No: somebody on a line is among the $k$ nearest of at most $2k$ others, $k$ to the left and $k$ to the right, since those in between are nearer. As queries and examples come from one distribution they may change places, so at most $2\varepsilon$ is left, for every $\varepsilon$, and the sum goes to 0. $\square$
#
# Count the listeners. (In the plane it is at most $6k$, by sectors of 60° in place of two sides; in $d$ dimensions a number that depends on $d$ and $k$ only. The rest is the same. Examples at one place share their listeners, if chance orders them.)

# %%
from mlcore.demos.consistency import rates

rng = np.random.default_rng(1977)
for k in (1, 2, 5):
    counts = [rates.listeners(rng.normal(size=60), k) for _ in range(200)]
    print(
        f"k = {k}: at most {max(count.max() for count in counts):2} listeners, on average {np.mean(counts):.0f}; 2k = {2 * k}"
    )

# %% [markdown]
# ## 5. Must $P(y \mid x)$ be continuous?
#
# One lecture asks for continuity (and for bounded $x$). It is natural to ask: "near places have similar labels" sounds like it.
# Some simple proofs do need it, but Stone's theorem needs nothing of the kind.
# Take $[0, 1]$, remove the middle quarter, then the middle sixteenth from both parts, and so on.

# %%
for generations in (1, 2, 5, 10):
    low, high = line.fat_cantor(generations).T
    print(f"{len(low):5} intervals, together {(high - low).sum():.4f}, the longest {(high - low).max():.4f}")

# %% [markdown]
# Half of the length is left, and in the limit no interval at all: a *fat Cantor set*.
# Let $y = 1$ on it with probability 0.8, and beside it with 0.2. Then $\eta$ jumps at every point of a set of length ½.

# %% alt="On the left a bar that loses its middle, and so do its pieces, six times. On the right three error curves over n: one neighbour ends at twice the best error's curve, the root and the logarithm of n come down to the best error."
stone.draw_cantor(result.stone)

# %% [markdown]
# Still $\lceil \log n \rceil$ and $\sqrt n$ go to $E^* = 0.2$, and 1-NN to $2 \cdot 0.2 \cdot 0.8 = 0.32$.
# The computer draws eighteen generations; all later ones together would move two examples in a million.
#
# ## 6. A parametric model stops
#
# Gaussian naive Bayes keeps its few means and variances, however much it sees.
# Here its boundary ends as a straight line while the true one (dashed) is a wave.
# Watch the two rows, then the two curves.

# %% alt="Six small maps and two curves. kNN follows the wavy border better with every hundredfold of examples, naive Bayes draws a bent line and then stays with it; its error levels off at 0.16, that of kNN goes to 0.10."
from mlcore.demos.consistency import limits

limits.draw(result.limits)

# %%
print("\n".join(limits.conclude(result.limits)))

# %% [markdown]
# With 30 examples the parametric model is ahead: its form replaces data.
# Then it has had enough, at a limit that we know without any data, from integrals of the true distribution.
# kNN keeps everything, needs ever more memory, and goes on.
#
# Other families are universally consistent too, if they grow with $n$: polynomials of rising degree, more and more Gaussian bumps (RBFs), networks with one hidden layer and ever more units.
# With a fixed degree or width each of them is parametric and stops.
#
# ## 7. Yes, but when?
#
# One lecture says that the speed is "exponential in $d$". Meant is the opposite of speed: the number of examples *needed* grows exponentially.
# Say that every query in $[0, 1]^d$ shall have an example within 1/10 of it, in every feature.
# One example serves a cube of side 1/5 around itself, a share $5^{-d}$ of the whole. So it takes at least $5^d$.

# %%
print([5**d for d in (1, 2, 3, 10)])

# %% [markdown]
# The same in errors: only the first of $d$ features matters, there is no noise, and 1-NN has the error
#
# $$\frac{d + 1}{2d^2}\, B\!\left(n + 1, \frac1d\right) \approx c_d\, n^{-1/d}$$
#
# where $B$ is the Beta function. How much do ten times the examples help?

# %%
from mlcore.demos.consistency import speed

for d in (1, 2, 4, 8, 16):
    factor = float(speed.expected_error(d, 10**6) / speed.expected_error(d, 10**7))
    print(
        f"d = {d:2}: the error is divided by {factor:.2f}; error at a million {speed.expected_error(d, 10**6):.4f}"
    )

# %% [markdown]
# ### The best rate, if $\eta$ is not too steep
#
# Luck and distance pull in opposite directions. Say that $\eta$ changes by at most $L$ per unit, and $x$ fills a cube in $d$ dimensions. The neighbours are about $(k/n)^{1/d}$ away, and the squares add up to
#
# $$\mathbb{E}(\hat\eta - \eta)^2 \;\le\; \frac{1}{4k} + c\,\Bigl(\frac kn\Bigr)^{2/d}$$
#
# Which $k$ makes that smallest? Set the derivative to 0.

# %%
k, n, c, d = sp.symbols("k n c d", positive=True)
bound = 1 / (4 * k) + c * (k / n) ** (2 / d)
best = sp.solve(sp.diff(bound, k), k)[0]
power = sp.simplify(n * sp.diff(sp.log(best), n))
print(
    f"best k like n^({power}); luck like n^({-power}), distance like n^({sp.simplify((power - 1) * 2 / d)})"
)

# %% [markdown]
# The vote's error is above $E^*$ by no more than the order of the root of that.
#
# Could a cleverer method be faster? Not for all such $\eta$ at once (Stone, 1982): $n^{-2/(2+d)}$ is the *minimax* rate, the best that the best method can promise against the worst $\eta$.
# The opponent knows $n$, and draws teeth of a fixed slope, as wide as the best window, about $n^{-1/3}$ on the line. A wider window flattens the teeth; a narrower one is left to luck.

# %%
for n in rates.SIZES:
    k, error = rates.best_k(n)
    print(
        f"n = {n:6,}: best k {k:3} = {k / n ** (2 / 3):.2f} n^(2/3), error {error * n ** (2 / 3):.2f} n^(-2/3)"
    )

# %% [markdown]
# With ten features the power is $-1/6$: ten times the examples, and the squared error is divided by 1.5. That is the curse of dimensionality once more, now for *every* method.
# For smoother $\eta$ there are faster methods, and without any bound on the slope no rate at all.
#
# And one feature is no safety either: let $y$ change often.
# On the right each curve falls to 0, but you can have one that starts to fall as late as you like.
# No rate holds for all problems. That is how "universally consistent" and "no free lunch" live together.

# %% alt="Errors of one neighbour over n. On the left they fall in straight lines on logarithmic axes, steeply for one feature and hardly for sixteen. On the right the fall begins the later the more stripes there are."
speed.draw(result.speed)

# %%
print("\n".join(speed.conclude(result.speed)))

# %% [markdown]
# ## Now you
#
# 1. Name a problem for which 1-NN is consistent. Is it for the noise of one label in a hundred? How far off is it then?
# 2. For which problems is even $k = n$ consistent?
# 3. On the ramp with $k = \lceil \log n \rceil$ the error is $1/(4(k + 2))$ above $E^*$, roughly. How many examples bring it within 0.001? (The universe has about $10^{80}$ atoms.)
# 4. Which of Stone's two conditions does $k = n/4$ break, which does $k = 5$? Find in the picture what each of them costs.
# 5. Your data have 100 features, and kNN works well on them with 10,000 examples. How can that be, after section 7?
#
# > [!fold] Answer to 1
# > Any in which $x$ determines $y$ (and borders are thin). With 1 % noise it ends at $2 \cdot 0.01 \cdot 0.99 = 0.0198$, almost double.
#
# > [!fold] Answer to 2
# > For those in which one class is more probable everywhere.
#
# > [!fold] Answer to 3
# > $1/(4(k + 2)) < 0.001$ needs $k = 248$, so $n = e^{248}$, about $10^{108}$.
#
# > [!fold] Answer to 4
# > $n/4$ breaks $k/n \to 0$: votes from too far. 5 breaks $k \to \infty$: too few votes.
#
# > [!fold] Answer to 5
# > The section is about the worst case. Your features hang together, or few of them matter: what counts is how many directions the data fill.
