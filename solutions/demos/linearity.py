# %% [markdown]
# # Is naive Bayes a linear classifier?
#
# *15 of 23. To unit [3 · Bernoulli naive Bayes: is it there?](../03_bernoulli_nb/03_bernoulli_nb.ipynb) · before: [trees](trees.ipynb) · next: [digits](digits.ipynb)*
#
# A linear classifier gives each feature a weight, adds up, and looks at the sign: $w \cdot x + b \ge 0$.
# Naive Bayes multiplies probabilities.
# How could these be the same thing? And are they always?
#
# ## From products to sums
#
# Decide for class 1 if $P(1 \mid x) \ge P(0 \mid x)$.
# Divide, and the evidence $p(x)$ is gone: the *odds* must be at least 1.
# Take logarithms, and the product is a sum: the *log-odds* must be at least 0.
#
# $$\log\frac{\pi_1}{\pi_0} + \sum_j \log\frac{P(x_j \mid 1)}{P(x_j \mid 0)} \ge 0$$
#
# Each feature already pulls on its own. What remains is to see that it pulls in proportion to $x_j$.
#
# ## The trick with booleans
#
# Any function of a boolean is a straight line through its two values: $f(x) = x\,f(1) + (1 - x)\,f(0)$.
# Put 0 and 1 in.

# %%
import sympy
from sympy import expand, expand_log, log, simplify, symbols

x, f0, f1 = symbols("x f0 f1")
f = x * f1 + (1 - x) * f0
print("f(0) =", f.subs(x, 0), "  f(1) =", f.subs(x, 1))

# %% [markdown]
# Use it for the log probability of one feature, where $f(1) = \log\theta$ and $f(0) = \log(1 - \theta)$.

# %%
theta = symbols("theta", positive=True)
log_p = expand(f.subs({f1: log(theta), f0: log(1 - theta)}))
print(log_p)

# %% [markdown]
# Collect what is multiplied by $x$: that is the weight. The rest goes into $b$.

# %%
print("weight   ", log_p.coeff(x, 1))
print("intercept", log_p.coeff(x, 0))

# %% [markdown]
# So Bernoulli naive Bayes has $w_{c,j} = \log\frac{\theta_{c,j}}{1 - \theta_{c,j}}$ and $b_c = \log\pi_c + \sum_j \log(1 - \theta_{c,j})$.
#
# ## Three mails
#
# Compute the weights for the lectures' spam table, with $\alpha = 1$.

# %%
import numpy as np

from mlcore.datasets import load_spam_table

X, y = load_spam_table()
count = np.array([X[y == c].sum(axis=0) for c in (0, 1)])  # (K, d)
n_c = np.array([[1], [2]])
theta_c = (count + 1) / (n_c + 2)
W = np.log(theta_c / (1 - theta_c))
b = np.log(n_c[:, 0] / 3) + np.log(1 - theta_c).sum(axis=1)
print(W.round(3))
print(b.round(3))

# %% [markdown]
# Does `W @ x + b` give the log joint probability?
# Multiply the probabilities of all $2^6 = 64$ possible mails, one by one, and compare.

# %%
from itertools import product

worst = 0.0
for mail in product((0, 1), repeat=6):
    for c in (0, 1):
        p = n_c[c, 0] / 3
        for j, present in enumerate(mail):
            p *= theta_c[c, j] if present else 1 - theta_c[c, j]
        worst = max(worst, abs(np.exp(W[c] @ mail + b[c]) - p))
print("largest difference below 1e-15:", worst < 1e-15)

# %% [markdown]
# Another test, as if the model were a black box.
# A linear function gives itself away with $d + 1$ questions: its value at 0 is $b$, and $w_j$ is what it grows by when $x_j$ becomes 1.

# %%
from mlcore.naive_bayes import BernoulliNB

model = BernoulliNB().fit(X, y)
answers = model.predict_joint_log_proba(np.vstack([np.zeros((1, 6), dtype=int), np.eye(6, dtype=int)]))
print("b is right:", np.allclose(answers[0], b))
print("W is right:", np.allclose((answers[1:] - answers[0]).T, W))

# %% [markdown]
# ## Counts of words
#
# The multinomial model has $\prod_j \theta_{c,j}^{x_j}$. The logarithm brings the exponent down, for every count $x_j$.

# %%
times = symbols("n", positive=True)
print(expand_log(log(theta**times)))

# %% [markdown]
# So $w_{c,j} = \log\theta_{c,j}$ and $b_c = \log\pi_c$.
# (The multinomial coefficient is the same for all classes, and drops out.)
# Look at what each word adds to the log-odds, in both models.

# %% alt="Bars to the left and right of 0. For the mails Vicodin adds 1.79 to the log-odds of spam, dollar sign and Offer 0.69; CPSC and 340 take 1.79 away. For the documents word 4 adds 1.61, word 1 takes 1.95 away."
from mlcore.demos import linearity

result = linearity.compute()
linearity.confirm(result)
linearity.draw_weights(result)

# %% [markdown]
# A word that is as frequent in both classes pulls nowhere.
# In the Bernoulli model its *absence* is evidence as well; that is in $b$.

# %% [markdown]
# ## Gaussian features
#
# Does it go on like this? One feature, a normal density for each class.

# %%
m0, m1 = symbols("m0 m1", real=True)
v0, v1 = symbols("v0 v1", positive=True)


def log_density(x, m, v):
    return -(log(2 * sympy.pi * v) + (x - m) ** 2 / v) / 2


log_odds = expand(log_density(x, m1, v1) - log_density(x, m0, v0))
print("x^2:", simplify(log_odds.coeff(x, 2)))
print("x:  ", simplify(log_odds.coeff(x, 1)))

# %% [markdown]
# There is a term with $x^2$. It vanishes if the variances are equal, and only then.

# %%
print("x^2:", simplify(log_odds.coeff(x, 2).subs(v1, v0)))

# %% [markdown]
# In the picture the second cloud is the first one, moved; on the right it is also stretched to twice its width.

# %% alt="Two rings of points. With equal variances the border is a straight line between them; with one class twice as wide it is a circle around the narrow one."
linearity.draw_bends(result)

# %% [markdown]
# A line becomes a circle.
# "Naive Bayes is a linear classifier" is shown in the lectures for booleans, and true for these, for counts, and for categories written as 0/1 columns.
# It does not hold for the whole family.
#
# ## Two shortcuts that change the classifier
#
# The lectures call the dot product of a document with $\log\theta_c$ a "correlation", as if it measured the angle alone.
# It also measures the length of $\log\theta_c$, and the classes have different lengths.
# Divide by it (the *cosine*), and see what happens.

# %%
thetas = np.array([[0.5, 0.25, 0.25], [0.9, 0.05, 0.05]])
document = np.array([1, 1, 0])
dot = np.log(thetas) @ document
lengths = np.linalg.norm(np.log(thetas), axis=1) * np.linalg.norm(document)
print("dot product", dot.round(3), "-> class", dot.argmax())
print("cosine     ", (dot / lengths).round(3), "-> class", (dot / lengths).argmax())

# %% [markdown]
# Naive Bayes is the first line. The second is a classifier too, but another one.
#
# The other shortcut is to leave out $\log\pi_c$, since "the frequencies hold it already".
# They do not: $\theta$ is normalised within its class.
# Let every document of class 1 arrive five times.

# %%
from mlcore.datasets import load_multinomial_table

D, label = load_multinomial_table()
for times in (1, 5):
    words = times * D[label == 1].sum(axis=0)
    n_1 = times * (label == 1).sum()
    print(f"theta {words / words.sum()}, prior {n_1 / (n_1 + (label == 0).sum()):.3f}")

# %% [markdown]
# The prior has moved and $\theta$ has not. So $\theta$ cannot know the prior.
# All of it in sentences:

# %%
print("\n".join(linearity.conclude(result)))

# %% [markdown]
# Stretch the second cloud, and watch the bend.

# %% tags=["nbval-ignore-output"]
from ipywidgets import FloatSlider, interact

from mlcore.demos.frame import slide
from mlcore.naive_bayes import GaussianNB
from mlcore.plotting import decision_regions


def bend(stretch):
    X_two, y_two = linearity.clouds(stretch)
    model = GaussianNB(var_smoothing=0).fit(X_two, y_two)
    figure, (ax,) = slide()
    decision_regions(ax, model.predict, X_two, y_two, resolution=120)
    print("second derivative of the log-odds:", linearity.second_differences(model).round(3))
    return figure


_ = interact(bend, stretch=FloatSlider(value=2, min=0.25, max=4, step=0.25))

# %% [markdown]
# ## Now you
#
# 1. A feature has three values. Write it as three 0/1 columns. Which weights does categorical naive Bayes give them?
# 2. XOR cannot be drawn with a line. What does that say about Bernoulli naive Bayes, without computing a single $\theta$?
# 3. Stretch the second cloud to half its width. Which class lies inside the curve now, and why?
# 4. With $\alpha = 0$ some weights are infinite. Which ones, and what does such a weight mean for a mail?
# 5. Logistic regression learns $w$ and $b$ directly, and may choose any. What does naive Bayes gain by not choosing?
#
# > [!fold] Answer to 1
# > Each column the logarithm of its share, $\log\theta_{c,v}$; exactly one of the three is on.
#
# > [!fold] Answer to 2
# > It cannot learn it: its decision is a line, whatever the shares are.
#
# > [!fold] Answer to 3
# > The second: a narrow curve falls off faster, so far away on all sides the other class wins.
#
# > [!fold] Answer to 4
# > Words that a class never or always has. One such word decides alone: a veto.
#
# > [!fold] Answer to 5
# > It needs no search, and far fewer examples until its weights are steady; it can learn on by counting.
