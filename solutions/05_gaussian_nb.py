# %% [markdown]
# # 5 · Gaussian naive Bayes
#
# A penguin has a bill of 44.3 mm. Which species is it?
#
# So far we *counted*: how many examples of the class have this value?
# But no penguin of the data has a bill of exactly 44.3 mm. All counts are zero, whatever the class.
# For numbers we need another answer to the question *how well does this value fit to the class?*
# In this unit it is the height of a curve.
#
# | part | minutes | points | what you write, and about how many minutes |
# |---|---|---|---|
# | **Core**, 1 to 3 | 57 | 13 | `gaussian_pdf` 12, `learn` 25, `predict_one` 20 |
# | **Upper rungs**, 4 to 9 | 81 | 23 | `gaussian_logpdf` 10, `log_joint` 18, `predict` 6, `predict_with_prob` 12, `boundary_1d` 25, `sample_class` 10 |
# | **In words** | 16 | 4 | 2 answers, about 8 each |
# | **Real data**, 10 | | | penguins and digits: to run and to look at |
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

import matplotlib.pyplot as plt
import numpy as np

from mlcore.datasets import load_digits, load_gaussian_table, load_penguins
from mlcore.exercises import check
from mlcore.plotting import class_conditional_densities, class_points, decision_regions, parameter_images

# %% [markdown]
# ## 1 · How high is the curve?
#
# On nine days on which somebody played tennis, the mean temperature was 73 °F and the standard deviation 6.2 °F.
# How well does a day of 66 °F fit to them?
#
# If we are content with a mean $\mu$ and a variance $\sigma^2$, the usual answer is the *normal density*
#
# $$N(x; \mu, \sigma^2) = \frac{1}{\sqrt{2\pi\sigma^2}}\; e^{-\frac{(x-\mu)^2}{2\sigma^2}}$$
#
# $\mu$ says where the curve is, $\sigma$ how wide it is, and $\sigma^2$, the mean of $(x-\mu)^2$, is the *variance*.
# By hand, in three steps:
#
# 1. the exponent: $(66 - 73)^2 / (2 \cdot 6.2^2) = 49 / 76.88 = 0.6374$
# 2. its power: $e^{-0.6374} = 0.5287$
# 3. the factor: $1 / (\sqrt{2\pi} \cdot 6.2) = 1 / 15.541$, and the result is $0.5287 / 15.541 = 0.0340$
#
# > [!fold lecture-5] Mind the slide (lecture 5): The normal density falls away from the mean
# > One lecture prints the density as $\frac{1}{\sqrt{2\pi\sigma}}\, e^{(x-\mu)^2/(2\sigma^2)}$.
# > Without the minus sign the curve *rises* away from the mean, and with $\sigma$ instead of $\sigma^2$ under the root its area is not 1.
# > Its example gives the standard deviation once as 26.2 and once as 6.2; the line as printed evaluates to 0.172.
# > The result on the slide, 0.034, is right, and it belongs to 6.2.
# >
# > In the errata: [E87](../../notebooks/errata.md#e87--the-normal-density-falls-away-from-the-mean), [E88](../../notebooks/errata.md#e88--the-standard-deviation-of-the-example-is-62).
#
# ### Task 1: the density (3 points)
#
# Write the formula down. Numbers go in, a number comes out. Note that the third argument is the **variance**.


# %% exercise="gaussian_pdf"
def gaussian_pdf(x, mean, var):
    """Return N(x; mean, var), the height of the normal curve at x.

    x, mean, var   numbers; var is the variance (not the standard deviation), above 0
    returns        a number, never negative, perhaps above 1

    gaussian_pdf(66, 73, 38.44) -> 0.0340187...
    """
    ### BEGIN SOLUTION
    return np.exp(-((x - mean) ** 2) / (2 * var)) / np.sqrt(2 * np.pi * var)
    ### END SOLUTION


# %% check="gaussian_pdf" points=3
check("gaussian_nb.gaussian_pdf", gaussian_pdf)

# %% [markdown]
# **Before you go on.** How high is the normal curve with variance 0.01 at its mean?
#
# - (a) 1
# - (b) 1.26
# - (c) 3.99
# - (d) 39.9
#
# > [!fold] Answer
# > **(c).** $1/\sqrt{2\pi \cdot 0.01} = 3.99$. The curve is narrow, so it has to be high: its area is 1.
# > (a) takes the height for a probability that cannot be above 1. (b) has $\sigma = 0.1$ below the root, where $\sigma^2$ belongs; (d) has 0.01 where its root belongs.
# > The third argument is the *variance*, and the formula has its root below the line, once.

# %% [markdown]
# Draw it, once in degrees Fahrenheit and once in degrees Celsius. It is the same weather.
# What changes, and what does not?

# %% alt="The same normal curve over degrees Fahrenheit and over degrees Celsius, with one standard deviation on either side grey. Over Celsius it is narrower and 9/5 times as high; the red line at 66 °F is as well."
fig, axes = plt.subplots(1, 2, figsize=(9, 3), layout="constrained")
for ax, unit, mean, sd, day in ((axes[0], "°F", 73, 6.2, 66), (axes[1], "°C", 22.8, 3.44, 18.9)):
    x = np.linspace(mean - 4 * sd, mean + 4 * sd, 200)
    ax.plot(x, [gaussian_pdf(value, mean, sd**2) for value in x], color="black")
    ax.fill_between(
        x, [gaussian_pdf(value, mean, sd**2) for value in x], where=abs(x - mean) < sd, color="0.85"
    )
    ax.plot([day, day], [0, gaussian_pdf(day, mean, sd**2)], color="tab:red", linewidth=3)
    ax.set(xlabel=f"temperature in {unit}", ylabel=f"density per {unit}", ylim=(0, 0.13))
plt.show()

# %% [markdown]
# The red line is 66 °F. On the right it is 9/5 times as high, since the same area is spread over fewer degrees.
# So a height is **no probability**: it has a unit, and for $\sigma = 0.1$ the curve is 3.99 high.
# Probabilities are *areas*. The whole area is 1, and the grey one, within one standard deviation of the mean, is 0.68.
#
# > [!fold lecture-3 lecture-5] Mind the slide (lectures 3 and 5): A density may exceed one
# > Two lectures call the height a probability.
# > For naive Bayes it does no harm: all classes are compared in the same unit, and the unit cancels.
# > But do not be alarmed by "0.034", nor by "3.99".
# >
# > In the errata: [E51](../../notebooks/errata.md#e51--a-density-may-exceed-one), [E90](../../notebooks/errata.md#e90--a-density-has-a-unit).

# %% [markdown]
# ## 2 · Learning: a mean and a variance for each class and feature
#
# Here are seven examples with two features and two classes.

# %%
table = load_gaussian_table()
for row, label in zip(table.X, table.y, strict=True):
    print(row, "class", label)

# %% [markdown]
# The *naive* step is the same as before: within a class, the features are independent of each other.
# So each class gets one curve for each feature, $N(x_j; \mu_{c,j}, \sigma^2_{c,j})$, and its share $\pi_c$ of the examples.
#
# Which curve fits best? *Maximum likelihood* takes the one that makes the data most likely. For the values of one feature in one class
#
# $$\log L = -\frac{n_c}{2}\log(2\pi\sigma^2) - \frac{1}{2\sigma^2}\sum_i (x_i - \mu)^2$$
#
# Set the derivative with respect to $\mu$ to zero: $\sum_i (x_i - \mu) = 0$. With respect to $\sigma^2$: $n_c\,\sigma^2 = \sum_i (x_i-\mu)^2$. So
#
# $$\pi_c = \frac{n_c}{n}, \qquad \mu_{c,j} = \frac{1}{n_c}\sum_{i \in c} x_{ij}, \qquad \sigma^2_{c,j} = \frac{1}{n_c}\sum_{i \in c} (x_{ij} - \mu_{c,j})^2$$
#
# By hand, for the first feature of class 0: the values 1, 2, 3 have mean 2, and variance $\frac{1 + 0 + 1}{3} = \frac23$.
#
# > [!fold lecture-3 lecture-5] Mind the slide (lectures 3 and 5): Maximum likelihood divides by n
# > The standard deviation 6.2 of the tennis days has the divisor $n - 1$: it is 6.164.
# > Maximum likelihood divides by $n$ and gives 5.812. Both are in use. **We divide by $n_c$**, as scikit-learn does.
# > And a slide writes $\mu_k$ for the prior of a class. Here $\mu$ is always a mean, and the prior is $\pi$.
# >
# > In the errata: [E89](../../notebooks/errata.md#e89--maximum-likelihood-divides-by-n), [E54](../../notebooks/errata.md#e54--prior-and-mean-need-two-names).
#
# ### What if all values of a class are equal?
#
# Then the variance is 0, and the density divides by it.
# Pixels in the corner of an image are like that: always white.
# The remedy is to add a tiny variance everywhere,
#
# $$\varepsilon = \text{var\_smoothing} \cdot \max_j \text{Var}(x_j)$$
#
# where $\text{Var}(x_j)$ is the variance of a whole column, over all classes. It is **one** number, added to **every** variance of the model.
# As a share of the largest variance it does not depend on whether we measure in metres or in millimetres.
#
# ### Task 2: learn (7 points)
#
# `np.unique(y)` gives the classes in sorted order, `X[y == c]` the rows of a class, and `axis=0` goes down the columns.


# %% exercise="learn"
def learn(X, y, var_smoothing=1e-9):
    """Learn one normal curve for each class and feature.

    X               examples, array (n, d)
    y               their labels, array (n,): numbers or words
    var_smoothing   ε is this share of the largest variance of a column of X; it is added to all variances

    Returns the model, a dict of arrays: "classes" (K,) sorted, "prior" (K,), "mean" (K, d), "var" (K, d).

    learn(table.X, table.y, 0.0)["var"] -> [[2/3, 8/3], [1.25, 13.5]]
    """
    ### BEGIN SOLUTION
    classes = np.unique(y)
    parts = [X[y == c] for c in classes]
    epsilon = var_smoothing * X.var(axis=0).max()
    return {
        "classes": classes,
        "prior": np.array([len(part) / len(X) for part in parts]),
        "mean": np.array([part.mean(axis=0) for part in parts]),
        "var": np.array([part.var(axis=0) for part in parts]) + epsilon,
    }
    ### END SOLUTION


# %% check="learn" points=7
check("gaussian_nb.learn", learn)

# %% [markdown]
# > [!fold] When a check fails: how to find out why
# > Make the problem smaller.
# >
# > - **A case by hand first.** The values 1, 2, 3 of class 0: mean 2, variance 2/3. Does `learn` say so?
# > - **`learn` on its own.** Print the model. Shapes $(K,)$ and $(K, d)$? Do the priors add up to 1? Are the variances above 0?
# > - **`predict` on its own.** Write a model by hand, with two classes and one feature, so that a mistake in `learn` cannot disturb you.
# > - **One query.** `log_joint(model, Q[:1])`: print the prior's logarithm and each feature's logarithm, and add them up on paper.
# > - **Two features and a picture.** With unequal variances, a boundary that is a straight line means that a variance got lost.
# > - **The loop against the fast version.** They must agree on random queries.
# > - **Print** shapes before values. Most errors with arrays are wrong axes.

# %% [markdown]
# **Before you go on.** A class has two examples, 1 and 5; another class has 10 and 10. What is the variance of the first class, before anything is added?
#
# - (a) 2
# - (b) 4
# - (c) 8
# - (d) 14.25
#
# > [!fold] Answer
# > **(b).** Mean 3, squared gaps 4 and 4, divided by $n_c = 2$.
# > (a) is the standard deviation, its root. (c) divides by $n_c - 1$, as statistics books do for another purpose: maximum likelihood divides by $n_c$.
# > (d) is the variance of the whole column: the classes have not been told apart.

# %% [markdown]
# Look at your model before you go on: one row for each class, one column for each feature.

# %%
model = learn(table.X, table.y)
for key, value in model.items():
    print(key, np.round(value, 4).tolist())

# %% [markdown]
# And look at its curves, each times its prior. For each feature there is one curve for each class.

# %% alt="Two curves for each of two features, and a red line at the query. In both pictures the line is in the tails of both curves: the narrow one of class 0 on the left, the wide one of class 1 on the right."
names = ["class 0", "class 1"]
fig, axes = plt.subplots(1, 2, figsize=(10, 3.4), layout="constrained")
for j, ax in enumerate(axes):
    mean, var, name = model["mean"][:, j], model["var"][:, j], f"feature {j + 1}"
    class_conditional_densities(ax, mean, var, priors=model["prior"], class_names=names, feature_name=name)
    ax.axvline([5, 20][j], color="tab:red", linewidth=2)
plt.show()

# %% [markdown]
# The red lines are a query: $x = (5, 20)$. Which class would you say?
# Look at the left picture, then at the right one.
# In both, the query lies in the tail of *both* classes, and on the right it is nearer to class 0. But which class is the wider one?
#
# ## 3 · One decision, by hand and by loop
#
# The rule is the old one. Choose the class with the greatest
#
# $$\pi_c \prod_j N(x_j; \mu_{c,j}, \sigma^2_{c,j})$$
#
# For $x = (5, 20)$:
#
# | | $\pi_c$ | first feature | second feature | product |
# |---|---|---|---|---|
# | class 0 | $3/7$ | $0.4886\, e^{-6.75} = 0.000572$ | $0.2443\, e^{-12} = 0.0000015$ | $3.7 \cdot 10^{-10}$ |
# | class 1 | $4/7$ | $0.3568\, e^{-2.5} = 0.0293$ | $0.1086\, e^{-6.26} = 0.000208$ | $3.5 \cdot 10^{-6}$ |
#
# Class 1, by far. And that although the mean of class 0, $(2, 12)$, is *nearer*: 8.5 away, against 13.2.
# Distance is measured in standard deviations here, and class 0 is narrow.
#
# > [!fold lecture-4] Mind the slide (lecture 4): The decision weighs the likelihood with the prior
# > Two lectures say in words: choose the class from which the observation most probably came, that is, the largest $p(x \mid c)$.
# > That forgets the prior. The formulas below the sentence have it.
# > One of them closes a bracket too early, $\prod_j [p(x_j \mid c)]\, p(c)$. The prior stands *outside* the product, once, and not once for each feature.
# >
# > In the errata: [E61](../../notebooks/errata.md#e61--the-decision-weighs-the-likelihood-with-the-prior), [E62](../../notebooks/errata.md#e62--the-prior-stands-outside-the-product).
#
# ### Task 3: predict one (3 points)
#
# In the order of the lecture: the observation first, then the model. Loops are welcome.
# Few features come in, so a product is fine for now. A tie goes to the first class.


# %% exercise="predict_one"
def predict_one(x, model):
    """Return the label of the class with the greatest π_c ∏_j N(x_j; μ_cj, σ²_cj).

    x       one observation, array (d,)
    model   as from learn: "classes", "prior", "mean", "var"

    Returns an element of model["classes"]; of equally good classes the first.

    predict_one([5, 20], model) -> 1
    """
    ### BEGIN SOLUTION
    best, best_score = None, -1.0
    for c, label in enumerate(model["classes"]):
        score = model["prior"][c]
        for j in range(len(x)):
            score = score * gaussian_pdf(x[j], model["mean"][c][j], model["var"][c][j])
        if score > best_score:
            best, best_score = label, score
    return best
    ### END SOLUTION


# %% check="predict_one" points=3
check("gaussian_nb.predict_one", predict_one)

# %% [markdown]
# Two features fit on a sheet of paper, so ask your function for every point of it.
# The red star is $(5, 20)$. What shape has the boundary?


# %% alt="Seven points in the plane. The region of class 0 is a quarter of an oval around three points at the lower left; all else is class 1, the red star just outside included."
def predict_all(Q):
    return np.array([predict_one(q, model) for q in Q])


fig, ax = plt.subplots(figsize=(6, 4), layout="constrained")
decision_regions(ax, predict_all, table.X, table.y, class_names=names, resolution=90)
ax.plot(5, 20, marker="*", markersize=16, color="tab:red")
plt.show()

# %% [markdown]
# It bends round class 0, the narrow one.
# Bernoulli and multinomial naive Bayes draw straight lines. Gaussian naive Bayes does not, unless the variances of the classes are equal.
#
# **This is the core of the unit.** You can learn from numbers and predict.
# The rest makes it safe, fast and honest.

# %% [markdown]
# ### In your own words (2 points)
#
# Two classes have the same mean 0 in their only feature. Class *narrow* has variance 1, class *wide* has variance 4, and both are equally frequent.
# What does Gaussian naive Bayes look at to tell them apart? Which values does it call narrow, and which wide?
# What would the rule "nearest mean" do?

# %% [markdown] answer="same-mean" points=2
# It looks at the distance from the common mean, measured against both widths.
# Near 0 the narrow curve is higher, since the same area is squeezed into less room; far out, on *both* sides, the wide one is higher.
# So there are two boundaries, symmetric about 0, where both curves are equally high: at $x^2 = \frac{8}{3}\log 2$, that is at about ±1.36; between them the answer is narrow, outside it is wide.
# Nearest mean cannot decide at all: both distances are always equal.
#
# (1 point for "how far from the mean" and two boundaries, or inside and outside; 1 point for nearest mean being useless. The number is not needed.)

# %% [markdown]
# ## 4 · Logarithms
#
# How far does a product carry? Ask for the density 50 standard deviations away, and for a product of 400 small factors.

# %%
print("50 standard deviations away:", gaussian_pdf(50, 0, 1))
print("400 factors of 0.1:         ", 0.1**400)

# %% [markdown]
# Both are 0: the smallest number of this kind is about $10^{-308}$.
# As soon as both classes have the score 0, the decision is a coin toss.
# Take the logarithm **on paper**, before there is a power to be computed:
#
# $$\log N(x; \mu, \sigma^2) = -\tfrac12 \log(2\pi\sigma^2) - \frac{(x-\mu)^2}{2\sigma^2}$$
#
# For the 66 °F that is $-2.7435 - 0.6374 = -3.3808$, and $e^{-3.3808} = 0.0340$, as before.
#
# ### Task 4: the logarithm of the density (3 points)
#
# Write it so that arrays may come in as well: `np.log` and `**` work on every entry, and numpy stretches shapes that fit.


# %% exercise="gaussian_logpdf"
def gaussian_logpdf(x, mean, var):
    """Return log N(x; mean, var), natural logarithm.

    x, mean, var   numbers or arrays whose shapes fit together; var is the variance, above 0
    returns        an array of the common shape (a number for three numbers)

    gaussian_logpdf(66, 73, 38.44) -> -3.3808...;  gaussian_logpdf(50, 0, 1) -> -1250.9189...
    """
    ### BEGIN SOLUTION
    return -0.5 * np.log(2 * np.pi * var) - (x - mean) ** 2 / (2 * var)
    ### END SOLUTION


# %% check="gaussian_logpdf" points=3
check("gaussian_nb.gaussian_logpdf", gaussian_logpdf)

# %% [markdown]
# ## 5 · All queries and all classes at once
#
# The product becomes a sum:
#
# $$\log p(q, c) = \log \pi_c + \sum_j \log N(q_j; \mu_{c,j}, \sigma^2_{c,j})$$
#
# This *joint log probability* is the core that all models of naive Bayes share. Only the last term differs.
# For our query $(5, 20)$ it is $-21.7229$ for class 0 and $-12.5697$ for class 1.
#
# ### Task 5: the joint log probability (5 points)
#
# From $m$ queries and $K$ classes comes a table $(m, K)$.
# One way: `Q[:, None, :]` has the shape $(m, 1, d)$ and fits to means of the shape $(K, d)$. What is the shape of the difference, and which axis must go?
# A loop over the classes is just as good.


# %% exercise="log_joint"
def log_joint(model, Q):
    """Return log π_c + Σ_j log N(q_j; μ_cj, σ²_cj) for each query and class.

    model   "classes" (K,), "prior" (K,), "mean" (K, d), "var" (K, d); it stays as it is
    Q       queries, array (m, d)

    Returns an array (m, K): a row for each query, a column for each class.

    log_joint(model, np.array([[5.0, 20.0]])) -> about [[-21.7229, -12.5697]]
    """
    ### BEGIN SOLUTION
    log_likelihood = gaussian_logpdf(Q[:, None, :], model["mean"], model["var"])  # (m, K, d)
    return np.log(model["prior"]) + log_likelihood.sum(axis=2)  # (m, K)
    ### END SOLUTION


# %% check="log_joint" points=5
check("gaussian_nb.log_joint", log_joint)

# %% [markdown]
# ## 6 · Labels
#
# ### Task 6: predict (3 points)
#
# The label of the greatest entry of each row. From here on the model comes first.
# If something is wrong, the check draws your regions beside the right ones, for a narrow class inside a wide one.


# %% exercise="predict"
def predict(model, Q):
    """Return the most probable class of each query.

    model   as from learn
    Q       queries, array (m, d)

    Returns labels (m,), elements of model["classes"]; of equally good classes the first.

    predict(model, np.array([[2.0, 13.0], [5.0, 20.0]])) -> [0, 1]
    """
    ### BEGIN SOLUTION
    return model["classes"][np.argmax(log_joint(model, Q), axis=1)]
    ### END SOLUTION


# %% check="predict" points=3
check("gaussian_nb.predict", predict)

# %% [markdown]
# The loop and the fast version must agree. If they do not, one of them is wrong, and the loop is easier to read.

# %%
queries = np.random.default_rng(0).uniform([0, 8], [10, 40], size=(500, 2))
print("equal:", (predict(model, queries) == [predict_one(q, model) for q in queries]).all())

# %% [markdown]
# ## 7 · How sure?
#
# The joint probabilities of a query do not add up to 1. Divide by their sum, the evidence $p(q)$:
#
# $$P(c \mid q) = \frac{p(q, c)}{\sum_{c'} p(q, c')}$$
#
# But we only have logarithms, and $e^{-1000}$ is 0 for the computer. What is $0/0$?
# The way out: a number subtracted from all logarithms of a row cancels in the fraction. Subtract the greatest one, and the greatest power is $e^0 = 1$.
#
# By hand for $(5, 20)$: $-21.7229 + 12.5697 = -9.1532$, so class 0 gets $\frac{e^{-9.1532}}{e^{-9.1532} + 1} = 0.000106$.
#
# ### Task 7: probabilities (4 points)


# %% exercise="predict_with_prob"
def predict_with_prob(model, Q):
    """Return P(c|q) for each query and class.

    model   as from learn
    Q       queries, array (m, d), however far from all means

    Returns an array (m, K); its rows add up to 1.

    predict_with_prob(model, np.array([[5.0, 20.0]])) -> about [[0.000106, 0.999894]]
    """
    ### BEGIN SOLUTION
    scores = log_joint(model, Q)
    shifted = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shifted / shifted.sum(axis=1, keepdims=True)
    ### END SOLUTION


# %% check="predict_with_prob" points=4
check("gaussian_nb.predict_with_prob", predict_with_prob)

# %% [markdown]
# ## 8 · Where does the decision turn?
#
# Somebody is 171 cm tall. A man or a woman?
# Say that women are $N(165, 6^2)$ and men $N(178, 7^2)$, and equally many. (The numbers are made up.)
# The decision turns where both curves, each times its prior, are equally high. Take the logarithm of their ratio:
#
# $$\log\frac{\pi_0}{\pi_1} + \frac12 \log\frac{\sigma_1^2}{\sigma_0^2} - \frac{(x-\mu_0)^2}{2\sigma_0^2} + \frac{(x-\mu_1)^2}{2\sigma_1^2} = 0$$
#
# Sort by powers of $x$ and you have $a x^2 + b x + c = 0$ with
#
# $$a = \frac{1}{2\sigma_1^2} - \frac{1}{2\sigma_0^2}, \qquad b = \frac{\mu_0}{\sigma_0^2} - \frac{\mu_1}{\sigma_1^2}, \qquad c = \frac{\mu_1^2}{2\sigma_1^2} - \frac{\mu_0^2}{2\sigma_0^2} + \log\frac{\pi_0}{\pi_1} + \frac12\log\frac{\sigma_1^2}{\sigma_0^2}$$
#
# For the heights $a = -0.003685$, $b = 0.950680$, $c = -54.665$, and the two roots are **86.50** and **171.50**.
# Two! At 171 cm the answer is "woman", at 175 "man", and at 80 cm "man" again: the wider curve is higher in *both* far tails.
#
# > [!fold lecture-3] Mind the slide (lecture 3): Two normal densities may have two boundaries
# > A lecture says that the boundary lies between the two peaks, with one class on each side.
# > So it is for equal variances and priors that are not too different. In general there are two boundaries, one, or none.
# >
# > In the errata: [E52](../../notebooks/errata.md#e52--two-normal-densities-may-have-two-boundaries).
#
# ### Task 8: the boundaries (5 points)
#
# Think of three cases: $a \ne 0$ and two roots; $a \ne 0$ and nothing under the root to take; $a = 0$, where a straight line is left. (And if that line is flat?)


# %% exercise="boundary_1d"
def boundary_1d(m0, v0, p0, m1, v1, p1):
    """Return the points where p0 N(x; m0, v0) = p1 N(x; m1, v1).

    m0, v0, p0   mean, variance and prior of class 0; the prior is above 0
    m1, v1, p1   the same of class 1

    Returns a sorted list of 0, 1 or 2 numbers.

    boundary_1d(165, 36, 0.5, 178, 36, 0.5) -> [171.5]
    """
    ### BEGIN SOLUTION
    a = 0.5 / v1 - 0.5 / v0
    b = m0 / v0 - m1 / v1
    c = 0.5 * m1**2 / v1 - 0.5 * m0**2 / v0 + np.log(p0 / p1) + 0.5 * np.log(v1 / v0)
    if a == 0:
        return [-c / b] if b != 0 else []
    inside = b**2 - 4 * a * c
    if inside < 0:
        return []
    return sorted([(-b - np.sqrt(inside)) / (2 * a), (-b + np.sqrt(inside)) / (2 * a)])
    ### END SOLUTION


# %% check="boundary_1d" points=5
check("gaussian_nb.boundary_1d", boundary_1d)

# %% [markdown]
# **Before you go on.** Two classes are $N(0, 1)$ and $N(2, 1)$, and four of five examples are of the first. Where does the decision turn?
#
# - (a) 0.31
# - (b) 1
# - (c) 1.35
# - (d) 1.69
#
# > [!fold] Answer
# > **(d).** At $1 + \frac12 \log 4$: the frequent class gets more room, so the boundary moves *away* from its mean.
# > (b) is halfway, as if both were equally frequent. (a) moves the wrong way: the ratio of the priors is upside down.
# > (c) moves half as far: the logarithm of the priors has no factor one half, unlike that of the variances.

# %% [markdown]
# The picture, with the areas of those who are decided wrongly. First half of the people are women, then one in five.
# Where does the boundary go, and which area grows?

# %% alt="Curves of the heights of women and men, with the areas that are decided wrongly. With equal numbers the border is at 171.5 cm; with one woman in five it moves left to 166.8, and more than half of the women's smaller curve is on the wrong side."
names = {"class_names": ["woman", "man"], "feature_name": "height in cm"}
fig, axes = plt.subplots(1, 2, figsize=(11, 3.8), layout="constrained")
for ax, p in zip(axes, (0.5, 0.2), strict=True):
    points = boundary_1d(165, 36, p, 178, 49, 1 - p)
    class_conditional_densities(
        ax, [165, 178], [36, 49], priors=[p, 1 - p], boundaries=points, shade_errors=True, **names
    )
plt.show()

# %% [markdown]
# With fewer women the boundary moves left, from 171.5 to 166.8, and more of the women are taken for men.
# The other boundary, at 86.5 or 91.2 cm, is out of the picture, and nobody misses it.
# But nothing keeps a second boundary out of the data. Here are $N(0, 1)$ and $N(2, 4)$:

# %% alt="A narrow curve around 0 and a wide one around 2. They cross at -2.571 and at 1.238: between these lines the narrow one is higher, outside on both sides the wide one."
fig, ax = plt.subplots(figsize=(6.5, 3.2), layout="constrained")
points = boundary_1d(0, 1, 0.5, 2, 4, 0.5)
names = ["narrow", "wide"]
class_conditional_densities(
    ax, [0, 2], [1, 4], priors=[0.5, 0.5], boundaries=points, shade_errors=True, class_names=names
)
plt.show()

# %% [markdown]
# Left of -2.57 the wide class wins again, although the narrow one has its peak nearer to it.
#
# ## 9 · The other way round: new examples
#
# A model that knows $p(x \mid c)$ can do more than decide. It can *make* examples: draw each feature from its curve.
# Such a model is called *generative*. What it draws shows what it believes.
#
# ### Task 9: draw examples of a class (3 points)
#
# `rng.normal(mean, sd, size=(n, d))` draws from normal curves, a column for each. It wants the **standard deviation**.


# %% exercise="sample_class"
def sample_class(model, c, n, rng):
    """Draw n new examples of class c, each feature on its own.

    model   as from learn
    c       a label, an element of model["classes"]
    n       how many
    rng     a numpy Generator, the only source of chance

    Returns an array (n, d).
    """
    ### BEGIN SOLUTION
    row = list(model["classes"]).index(c)
    mean, var = model["mean"][row], model["var"][row]
    return rng.normal(mean, np.sqrt(var), size=(n, len(mean)))
    ### END SOLUTION


# %% check="sample_class" points=3
check("gaussian_nb.sample_class", sample_class)

# %% [markdown]
# ## 10 · Real data: penguins
#
# 344 penguins of three species, four measurements of each. Two were not measured, and we leave them out.
# (Naive Bayes could also leave out the factors of what is missing, as in unit 2.)

# %%
penguins = load_penguins()
X_train, X_test, y_train, y_test = penguins.split()
known, known_test = ~np.isnan(X_train).any(axis=1), ~np.isnan(X_test).any(axis=1)
X_train, y_train, X_test, y_test = X_train[known], y_train[known], X_test[known_test], y_test[known_test]
birds = learn(X_train, y_train)
for species, prior, means in zip(birds["classes"], birds["prior"], birds["mean"], strict=True):
    print(
        f"{species:10} {prior:.2f}", dict(zip(penguins.feature_names, means.round(1).tolist(), strict=True))
    )

# %% [markdown]
# Two of the four measurements make a picture: the length of the bill and that of the flipper.
# The ellipses are your curves, seen from above: one and two standard deviations from the mean of a species.

# %% alt="Penguins by length of bill and flipper, in three regions with bent borders. Two ellipses around each species stand upright, while the cloud of the Gentoos is tilted."
from matplotlib.patches import Ellipse

two = learn(X_train[:, [0, 2]], y_train)
fig, ax = plt.subplots(figsize=(7.5, 5), layout="constrained")
names = ["length of the bill in mm", "length of the flipper in mm"]
decision_regions(ax, lambda Q: predict(two, Q), X_train[:, [0, 2]], y_train, feature_names=names)
for mean, var in zip(two["mean"], two["var"], strict=True):
    for width in (2, 4):
        ax.add_patch(Ellipse(mean, *(width * np.sqrt(var)), fill=False, linewidth=2, zorder=4))
plt.show()

# %% [markdown]
# Look at the Gentoo penguins, the ones on top: their cloud is *tilted*. Long bills go with long flippers, also within the species.
# The ellipses are not tilted, and never will be: "independent given the class" means that they stand upright.
# The assumption is false, and the decisions are good. That is often so, for a decision only asks which curve is higher.
#
# And what does the model believe about penguins? Draw 90 of its Gentoos beside the real ones.

# %% alt="Two clouds of Gentoo penguins. The real one rises from the lower left to the upper right; the one drawn from the model has the same middle and spread, and no slant."
fig, axes = plt.subplots(1, 2, figsize=(9, 3.6), sharex=True, sharey=True, layout="constrained")
drawn = sample_class(birds, "Gentoo", 90, np.random.default_rng(1))
for ax, title, gentoo in ((axes[0], "real", X_train[y_train == "Gentoo"]), (axes[1], "drawn", drawn)):
    frame = {"limits": (38, 61, 198, 236), "feature_names": ["bill in mm", "flipper in mm"]}
    class_points(ax, gentoo[:, [0, 2]], ["Gentoo"] * len(gentoo), **frame)
    ax.set_title(title)
plt.show()

# %% [markdown]
# The means are right, the spreads are right, and the tilt is gone.
# Does scikit-learn agree, to the last digits? And how many of the test penguins are decided rightly, with all four measurements?

# %%
from sklearn.naive_bayes import GaussianNB

theirs = GaussianNB().fit(X_train, y_train)
print("the same logarithms:", np.allclose(log_joint(birds, X_test), theirs.predict_joint_log_proba(X_test)))
print("the same labels:    ", (predict(birds, X_test) == theirs.predict(X_test)).all())
print("wrong:              ", (predict(birds, X_test) != y_test).sum(), "of", len(y_test))

# %% [markdown]
# ## Digits
#
# Images of 8 × 8 pixels are examples with 64 features. Show the means, the standard deviations, and one drawn image of each digit.

# %% alt="Three rows of ten digits. The means can be read; the spreads show the outlines; the drawn ones are noisy, but most can be recognised."
digits = load_digits()
X_train, X_test, y_train, y_test = digits.split()
images = learn(X_train, y_train)
fig, axes = plt.subplots(3, 10, figsize=(11, 3.6), layout="constrained")
drawn = np.array([sample_class(images, c, 1, np.random.default_rng(4))[0] for c in range(10)])
for row, pictures in zip(axes, (images["mean"], np.sqrt(images["var"]), drawn.clip(0, 16)), strict=True):
    parameter_images(row, pictures, (8, 8), colorbar=False)
for ax, title in zip(axes[:, 0], ("mean", "spread", "drawn"), strict=True):
    ax.set_ylabel(title)
plt.show()

# %% [markdown]
# The means look like digits, and the spreads show where people write differently.
# The drawn ones are noisy: each pixel was drawn without looking at its neighbours.
#
# How good is it? Some corner pixels are constant within a digit, so $\varepsilon$ is all the variance they have.
# Choose `var_smoothing` with a part of the *training* data, and look at the test data once.

# %%
held_out = np.arange(len(y_train)) % 4 == 3
for share in (1e-9, 1e-4, 1e-2, 1e-1, 1):
    tried = learn(X_train[~held_out], y_train[~held_out], share)
    right = (predict(tried, X_train[held_out]) == y_train[held_out]).mean()
    print(f"var_smoothing {share:g}: {right:.3f} of the held-out digits are right")

# %%
for share in (1e-9, 1e-1):
    tried = learn(X_train, y_train, share)
    right = (predict(tried, X_test) == y_test).mean()
    sure = predict_with_prob(tried, X_test).max(axis=1).mean()
    print(f"var_smoothing {share:g}: {right:.3f} right on the test, {sure:.3f} sure on average")

# %% [markdown]
# The held-out digits choose 0.1, and the test digits confirm it: from 83 % to 91 %. The tiny number against division by zero is a *hyperparameter*, and a good one to know.
#
# ### In your own words (2 points)
#
# With the usual `var_smoothing` the model is 99 % sure on average, and 83 % right.
# Which assumption makes it so sure? Explain it with two pixels that stand side by side.
# What does that mean for somebody who wants to use the probabilities, and not only the labels?

# %% [markdown] answer="too-sure" points=2
# Naive Bayes takes all 64 pixels for independent given the digit. Neighbouring pixels are nearly copies of each other, for a stroke covers both.
# The model counts their evidence twice, as if two witnesses had seen the same thing independently: log-odds add up, and probabilities are pushed towards 0 and 1.
# The order of the classes often survives, since all of them are exaggerated, so the labels may still be good. The probabilities are not to be taken at face value: they must not be used for costs or thresholds without calibrating them first.
#
# (1 point for independence and counting twice; 1 point for labels versus probabilities.)

# %% [markdown]
# ## What you take along
#
# - Numbers cannot be counted; a normal curve for each class and feature says how well a value fits.
# - A density is a height and no probability. Areas are.
# - Learning means a mean and a variance for each class and feature, with the divisor $n_c$, and a little $\varepsilon$ for each variance.
# - Decisions compare $\log \pi_c + \sum_j \log N(x_j)$. Logarithms are not a trick for speed, they are what keeps 400 features from becoming 0.
# - Boundaries bend. Between two curves there are two of them, one, or none.
# - Features that hang together make naive Bayes too sure, rarely wrong.
#
# | features | model | unit |
# |---|---|---|
# | categories | categorical | 2 |
# | yes or no, and absence counts | Bernoulli | 3 |
# | counts that compete | multinomial | 4 |
# | roughly normal numbers | Gaussian | 5 |
#
# > [!fold] Cheat sheet: the words and formulas of this unit
# > | what | how |
# > |---|---|
# > | density | $\frac{1}{\sqrt{2\pi\sigma^2}}\, e^{-(x-\mu)^2/(2\sigma^2)}$: a height, no probability |
# > | its logarithm | $-\frac12 \bigl[\log(2\pi\sigma^2) + (x-\mu)^2/\sigma^2\bigr]$ |
# > | learn | mean and variance of each class and feature, divisor $n_c$; the same small $\varepsilon$ added to all variances |
# > | score | $\log \pi_c + \sum_j \log N(x_j; \mu_{c,j}, \sigma^2_{c,j})$ |
# > | boundary | where two scores are equal: two points, one, or none |
# > | new examples | `rng.normal(mean, np.sqrt(var))`: the standard deviation, not the variance |
#
# **See it move.** These demonstrations belong to this unit; nothing is handed in, much can be tried:
#
# - [heights](../../notebooks/demos/heights.ipynb): Where does the decision between two normal curves turn, and whom does it get wrong?
# - [less_naive](../../notebooks/demos/less_naive.ipynb): What is won, and what is paid, when features may depend on each other?
# - [generative_discriminative](../../notebooks/demos/generative_discriminative.ipynb): Generative or discriminative: which learns faster, and which arrives?
