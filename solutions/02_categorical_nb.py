# %% [markdown]
# # 2 · Shall we play tennis?
#
# For two weeks somebody wrote down the weather, and whether tennis was played.
# Tomorrow will be sunny, cool, humid and windy.
# No day in the list was exactly like that. Shall we play?
#
# **Naive Bayes** answers by counting each feature on its own, and by multiplying.
# It is the quickest learner of this course: one pass over the data.
#
# | part | minutes | points | what you write, and about how many minutes |
# |---|---|---|---|
# | **Core**, 1 to 5 | 71 | 23.5 | `learn_pairs` 10, `predict_one` 12, `predict_one_with_prob` 8, `class_prior` 8, `cond_table` 12, `learn` 6, `log_joint` 10, `predict` 5 |
# | **Upper rungs**, 6 to 8 | 52 | 11.5 | `predict_with_prob` 10, `log_joint_with_gaps` 12, `cond_table_with_gaps` 15, `update` 15 |
# | **In words** | 24 | 5 | 3 answers, about 8 each |
# | **Real data**, 9 | | | penguins and digits: to run and to look at |
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

from mlcore.datasets import load_digits, load_penguins, load_play_tennis, load_ten_by_two, load_xor
from mlcore.exercises import check
from mlcore.plotting import nb_graph, parameter_images

# %% [markdown]
# ## 1 · Learning is counting
#
# Here are the fourteen days: a tuple of four words and a label for each, and the values that each word may have.

# %%
tennis = load_play_tennis()
weather = [list(values) for values in tennis.domains]
days = [(tuple(map(str, x)), str(y)) for x, y in zip(tennis.X, tennis.y, strict=True)]
print(weather)
for day in days:
    print(day)

# %% [markdown]
# Four features of 3, 3, 2 and 2 values: 36 possible days, of which we have seen fourteen.
# For most of them there is nothing to count.
# So naive Bayes takes the features apart. *Given the class*, it treats them as independent:
#
# $$P(x_1, x_2, x_3, x_4 \mid y) = P(x_1 \mid y)\,P(x_2 \mid y)\,P(x_3 \mid y)\,P(x_4 \mid y)$$
#
# In a picture, arrows lead from the class to the features, and none from feature to feature.

# %% alt="A graph: from the class tennis four arrows lead to outlook, temperature, humidity and wind. No arrow leads from feature to feature."
fig, ax = plt.subplots(figsize=(8, 3.2))
nb_graph(ax, tennis.feature_names, class_name="tennis?")
plt.show()

# %% [markdown]
# > [!fold lecture-1] Mind the slide (lecture 1): Independence given the class is what is used
# > "The features are independent of one another" is not what is used.
# > Sun and heat may go together over the year; what is assumed is independence *given the class*.
# > Neither implies the other: unit 0 has an example of each.
# > (In our list even this fails: all four cool days have normal humidity, with tennis and without.
# > Naive Bayes shrugs, and mostly gets away with it.)
# > And do not confuse this with an *independent variable*, which in statistics is merely an input.
# >
# > In the errata: [E06](../../notebooks/errata.md#e06--independence-given-the-class-is-what-is-used).
#
# What remains is easy. With $n_c$ days of class $c$, of which $n_{c,j,v}$ have the value $v$ in feature $j$:
#
# $$\pi_c = \frac{n_c}{n} \qquad\qquad \theta_{c,j,v} = \frac{n_{c,j,v}}{n_c}$$
#
# By hand: tennis was played on 9 of 14 days, so $\pi_\text{Yes} = 9/14 = 0.64$.
# Two of these nine days were sunny, so $\theta_{\text{Yes}, \text{outlook}, \text{Sunny}} = 2/9$.
# Of the five days without tennis three were sunny: $3/5$.
#
# The first rung is the lecture's pseudo-code as it stands: three loops, over classes, features and values.
#
# ### Task: `learn_pairs`


# %% exercise="learn_pairs"
def learn_pairs(examples, values):
    """Return a model: the shares of the classes, and of every value in every class.

    examples   a list of pairs (x, y): x a tuple of d values, y a label
    values     a list of d lists: the values that each feature may have, seen or not

    Returns a dictionary with two keys:
      "prior"  a dictionary: class c -> n_c / n
      "table"  a dictionary: (c, j, v) -> n_cjv / n_c, for every class c that occurs in the examples, every
               feature j = 0 ... d-1 and every v in values[j]; 0 for a value that the class never showed

    learn_pairs(days, weather)["table"]["Yes", 0, "Sunny"] is 2/9
    """
    ### BEGIN SOLUTION
    prior, table = {}, {}
    for c in sorted({y for _, y in examples}):
        of_class = [x for x, y in examples if y == c]
        prior[c] = len(of_class) / len(examples)
        for j in range(len(values)):
            for v in values[j]:
                table[c, j, v] = sum(x[j] == v for x in of_class) / len(of_class)
    return {"prior": prior, "table": table}
    ### END SOLUTION


# %% check="learn_pairs" points=2.5
check("categorical_nb.learn_pairs", learn_pairs)

# %% [markdown]
# > [!fold] When a check fails: how to find out why
# > Make the problem smaller before you change anything.
# >
# > 1. *By hand:* two classes, one feature, three examples. Write all counts down.
# > 2. *Learn alone:* look into the model. Do the shares of one class and one feature sum to 1?
# > 3. *Predict alone:* give it a model that you made up yourself, so that learning cannot be to blame.
# > 4. *One query, one class:* print every factor of the product.
# > 5. *Slow against fast:* compare the version with arrays to the loops, on data small enough to print.
# > 6. *Two features:* compute the answer for every pair of values and look at the grid.
#
# Look into your model: the outlook, for both classes.
# Which number would worry you?

# %%
model = learn_pairs(days, weather)
print(model["prior"])
for c in ("No", "Yes"):
    print(c, {v: round(model["table"][c, 0, v], 3) for v in weather[0]})

# %% [markdown]
# It never happened that an overcast day went without tennis, and the model takes that for a law: probability 0.
# We come back to this in section 4.
#
# > [!fold lecture-1 lecture-3] Mind the slide (lectures 1 and 3): Counts are divided before they are multiplied
# > Three traps lie on the way from the slides to these shares.
# > "Just count" leaves out the division: 2 of 9 and 3 of 5 cannot be compared as 2 and 3.
# > A factor is printed as $p(x_{1, l_j} \mid y)$, with feature 1 in every factor; each comes from its own column, $x_j$.
# > And the zero is called $P(\text{no} \mid \text{overcast})$. What we estimate is $P(\text{overcast} \mid \text{no})$:
# > both are 0 here, but for cool days they are 1/4 and 1/5.
# >
# > In the errata: [E10](../../notebooks/errata.md#e10--counts-are-divided-before-they-are-multiplied), [E07](../../notebooks/errata.md#e07--each-factor-comes-from-its-own-column), [E39](../../notebooks/errata.md#e39--the-factor-is-the-value-given-the-class).

# %% [markdown]
# ## 2 · Predicting is multiplying
#
# For tomorrow, *sunny, cool, high humidity, strong wind*:
#
# | | prior | sunny | cool | high | strong | product |
# |---|---|---|---|---|---|---|
# | Yes | 9/14 | 2/9 | 3/9 | 3/9 | 3/9 | 1/189 = 0.0053 |
# | No | 5/14 | 3/5 | 1/5 | 4/5 | 3/5 | 18/875 = 0.0206 |
#
# *No* has the larger product. Better stay at home.
#
# $$\hat y = \arg\max_c\; \pi_c \prod_{j=1}^{d} \theta_{c,j,x_j}$$
#
# These products need not be divided by anything to be compared: the evidence is the same for both.
#
# ### Task: `predict_one`


# %% exercise="predict_one"
def predict_one(x, model):
    """Return the most probable class of one observation.

    x       a tuple of d values
    model   a dictionary with "prior" and "table", as learn_pairs returns it

    If several classes have the same product, the first of them in sorted order.

    predict_one(("Sunny", "Cool", "High", "Strong"), learn_pairs(days, weather)) is "No"
    """
    ### BEGIN SOLUTION
    best, best_product = None, -1
    for c in sorted(model["prior"]):
        product = model["prior"][c]
        for j in range(len(x)):
            product *= model["table"][c, j, x[j]]
        if product > best_product:
            best, best_product = c, product
    return best
    ### END SOLUTION


# %% check="predict_one" points=2
check("categorical_nb.predict_one", predict_one)

# %% [markdown]
# > [!fold lecture-1 lecture-4] Mind the slide (lectures 1 and 4): Predict returns the best class
# > The pseudo-code finds the best index $m^\star$ and then returns $y_m$.
# > But $m$ only runs inside the $\arg\max$: typed in as it stands, `predict` returns the class of the last turn of its loop.
# > It must be $y_{m^\star}$.
# >
# > Elsewhere the decision is "the class that makes $x$ most probable", which forgets the prior: think of the stadium.
# > And $\prod_j [\,p(x_j \mid c)\,]\,p(c)$ has its bracket in the wrong place:
# > the prior stands outside, once, and not in each of the $d$ factors.
# >
# > In the errata: [E09](../../notebooks/errata.md#e09--predict-returns-the-best-class), [E61](../../notebooks/errata.md#e61--the-decision-weighs-the-likelihood-with-the-prior), [E62](../../notebooks/errata.md#e62--the-prior-stands-outside-the-product).
#
# Does the model get the days right that it has learnt from?

# %%
tomorrow = ("Sunny", "Cool", "High", "Strong")
print("tomorrow:", predict_one(tomorrow, model))
for x, y in days:
    if predict_one(x, model) != y:
        print("wrong about", x, "which is", y)

# %% [markdown]
# One miss in fourteen. (How good it is on *new* days these cannot tell.)
#
# Now the variant with probabilities. The two products do not sum to 1; they are shares of their sum:
#
# $$P(\text{No} \mid x) = \frac{0.02057}{0.00529 + 0.02057} = 0.795$$
#
# ### Task: `predict_one_with_prob`


# %% exercise="predict_one_with_prob"
def predict_one_with_prob(x, model):
    """Return the probability of every class for one observation.

    x, model   as for predict_one

    Returns a dictionary: class -> probability; they sum to 1.
    ValueError if the products of all classes are 0.

    predict_one_with_prob(("Sunny", "Cool", "High", "Strong"), model) is {"No": 0.7954..., "Yes": 0.2045...}
    """
    ### BEGIN SOLUTION
    products = {}
    for c in model["prior"]:
        products[c] = model["prior"][c]
        for j in range(len(x)):
            products[c] *= model["table"][c, j, x[j]]
    evidence = sum(products.values())
    if evidence == 0:
        raise ValueError("no class allows this observation")
    return {c: product / evidence for c, product in products.items()}
    ### END SOLUTION


# %% check="predict_one_with_prob" points=2
check("categorical_nb.predict_one_with_prob", predict_one_with_prob)

# %% [markdown]
# > [!fold lecture-3 lecture-4] Mind the slide (lectures 3 and 4): A product is rounded and not cut
# > The product for *no* is printed as 0.0205; it is 0.02057…, and rounds to 0.0206.
# > One lecture writes $\approx$ between the product and the posterior. It is $\propto$: 0.0206 is not close to 0.795.
# >
# > In the errata: [E38](../../notebooks/errata.md#e38--a-product-is-rounded-and-not-cut), [E58](../../notebooks/errata.md#e58--the-product-is-proportional-and-not-close-to-the-posterior).
#
# Naive Bayes explains itself. Divide the factors of *No* by those of *Yes*, and see what pulls which way.
# A bar to the right speaks for *No*, one to the left for *Yes*; the length of all bars together decides.

# %% alt="Five bars around 0. Sunny, high and strong reach to the right, for No, by 1.0, 0.9 and 0.6; the prior and cool to the left, for Yes, by 0.6 and 0.5."
names = ["prior", *tomorrow]
pull = [model["prior"]["No"] / model["prior"]["Yes"]]
pull += [model["table"]["No", j, v] / model["table"]["Yes", j, v] for j, v in enumerate(tomorrow)]
fig, ax = plt.subplots(figsize=(7, 2.6))
ax.barh(names, np.log(pull), color=["0.3" if p > 1 else "darkorange" for p in pull])
ax.axvline(0, color="0.2")
ax.invert_yaxis()
ax.set(xlabel="log of the ratio No : Yes")
plt.show()

# %% [markdown]
# ### Written question (2 points)
#
# Which of the five bars speaks loudest, and for what? Would the decision be another one without it?
# Then suppose that the wind had been written down twice, in two columns that are always equal.
# What happens to its bar, to the decision, and to the probability? What does that say about the word "naive"?

# %% [markdown] answer="loudest-feature" points=2
# "Sunny" speaks loudest, for *No*: $\frac35 : \frac29 = 2.7$. "High" follows with 2.4.
# Without "Sunny" the products are $\frac{9}{14}\cdot\frac{3}{9}^3 = 0.0238$ and
# $\frac{5}{14}\cdot\frac15\cdot\frac45\cdot\frac35 = 0.0343$: still *No*, but less clearly.
#
# With two equal columns the bar of the wind stands there twice, as $1.8^2$. The decision stays *No* and the probability
# rises to 0.875, although nothing new is known.
# The model takes the two columns for two independent witnesses. They are not independent given the class: that is the
# naive assumption, and when it fails the decision often survives, but the confidence is exaggerated.
#
# *(1 point for the loudest bar and the decision without it, 1 point for double counting and its effect.)*

# %% [markdown]
# ## 3 · The same with arrays: who is there, and how often
#
# Loops over words are fine for fourteen days. For thousands of images we want arrays.
# From here on `X` has one row per example and one column per feature, and holds *codes*:
# 0 for the first value of a feature, 1 for the second, and so on. `n_values[j]` says how many values feature $j$ has.

# %%
tennis = load_play_tennis(codes=True)
X, y, n_values = tennis.X, tennis.y, (3, 3, 2, 2)
print(X[:3].tolist(), y[:3].tolist())

# %% [markdown]
# For the classes we make a rule: **sorted, everywhere**. Row $c$ of every table and column $c$ of every result belong
# to `classes[c]`.
# Labels are names. They may be words, or the numbers 3 and 7, or $-1$ and 1; never use one as an index.
#
# For play-tennis: `["No", "Yes"]` and `[5/14, 9/14]`.
#
# ### Task: `class_prior`


# %% exercise="class_prior"
def class_prior(y):
    """Return the classes and their shares.

    y   an array of n labels: words or numbers

    Returns two arrays (or lists) of length K: the different labels in sorted order, and n_c / n for each.

    class_prior(["Yes", "No", "Yes", "Yes"]) is (["No", "Yes"], [0.25, 0.75])
    """
    ### BEGIN SOLUTION
    classes, n_c = np.unique(y, return_counts=True)
    return classes, n_c / len(y)
    ### END SOLUTION


# %% check="class_prior" points=2.5
check("categorical_nb.class_prior", class_prior)

# %% [markdown]
# **Before you go on.** Of twenty days eight had tennis. The wind was weak on six of these eight, and on ten of all twenty.
# What is $\theta_{\text{Yes}, \text{wind}, \text{weak}}$?
#
# - (a) 6/20
# - (b) 6/10
# - (c) 6/8
#
# > [!fold] Answer
# > **(c).** A share *within the class*: of eight days with tennis six had weak wind.
# > (a) divides by all days: that is $P(\text{weak}, \text{Yes})$, and the prior is in it already, so predicting would count it twice.
# > (b) divides by the days with weak wind: that is $P(\text{Yes} \mid \text{weak})$, the bar turned round.

# %% [markdown]
# > [!fold lecture-3] Mind the slide (lecture 3): Balancing the classes replaces the prior
# > One lecture advises to balance the classes, to 50 % each, before learning.
# > That replaces the prior, and with it every posterior.
# > For tomorrow's weather $P(\text{No})$ goes from 0.795 to 0.875.
# > If you have to balance, put the true prior back before you believe a probability.
# >
# > In the errata: [E40](../../notebooks/errata.md#e40--balancing-the-classes-replaces-the-prior).

# %%
likelihood = np.array([3 / 5 * 1 / 5 * 4 / 5 * 3 / 5, 2 / 9 * 3 / 9 * 3 / 9 * 3 / 9])
for prior in (class_prior(y)[1], [0.5, 0.5]):
    scores = prior * likelihood
    print("prior", np.round(prior, 3), "-> P(No | x) =", round(float(scores[0] / scores.sum()), 3))

# %% [markdown]
# ### Written question (1 point)
#
# You learn from a balanced collection of 1000 spam and 1000 good mails, but of the mail that will arrive one in ten is
# spam. Which numbers of your model are wrong, which are right, and how do you mend it?

# %% [markdown] answer="balanced-classes" points=1
# The prior is wrong: it says 1/2, and 1/10 is true. The tables $p(x_j \mid c)$ are right, as each was counted inside its
# own class. Set the prior to (0.1, 0.9) and keep the rest; or, given only posteriors, multiply each by true prior over
# training prior, and divide by the sum.
#
# *(½ point for prior wrong and tables right, ½ point for a way to mend it.)*

# %% [markdown]
# ## 4 · Tables, and what to do about zeros
#
# Ten examples, two yes-no features, two classes: small enough to learn by hand.

# %%
ten = load_ten_by_two()
print(np.column_stack([ten.X, ten.y]).T)

# %% [markdown]
# The third row printed here holds the labels. Five steps, for feature 2 and the class 1:
#
# 1. $n_1 = 6$ examples have class 1.
# 2. $\pi_1 = 6/10$.
# 3. $n_{1,2,1} = 4$ of them have $x_2 = 1$.
# 4. As a share of all: $P(x_2 = 1, y = 1) = 4/10$.
# 5. As a share of the class: $\theta_{1,2,1} = \frac{4/10}{6/10} = 4/6$.
#
# The fifth is what we need, and it can be had at once: $n_{c,j,v} / n_c$.
#
# > [!fold lecture-4] Mind the slide (lecture 4): The labels are no feature
# > In the lecture's table the labels slip into $X$ as a third column, from one step to the next.
# > Whoever copies that hands the answer over as a feature: the model then looks perfect, and has learnt nothing.
# > The joint share is also written $p(x_{12} = 1, y_i = 1)$, with feature 2 of the *first* example; read $x_{i2}$.
# >
# > In the errata: [E59](../../notebooks/errata.md#e59--the-labels-are-no-feature), [E60](../../notebooks/errata.md#e60--the-feature-belongs-to-every-example).
#
# Now the zeros. One count of 0 makes the whole product 0, whatever the other features say.
# On one day in three of the 36 possible ones, those that are overcast, *No* is excluded by a single cell.
# So each value gets $\alpha$ pseudo-counts:
#
# $$\theta_{c,j,v} = \frac{n_{c,j,v} + \alpha}{n_c + \alpha V_j}$$
#
# For the outlook without tennis, $\alpha = 1$: the counts 3, 0, 2 become $\frac48, \frac18, \frac38$.
# The denominator grew from 5 to 8, as each of the three values got one more.
#
# ### Task: `cond_table`


# %% exercise="cond_table"
def cond_table(X, y, n_values, alpha):
    """Return the smoothed shares of the values in every class, one table for each feature.

    X          array of shape (n, d): codes, column j holds whole numbers 0 ... n_values[j] - 1
    y          array of n labels
    n_values   d numbers V_j: how many values each feature has, seen or not
    alpha      the pseudo-count of each value; 0: no smoothing

    Returns a list of d tables (arrays or nested lists). Table j has shape (K, V_j): row c for the c-th class
    in sorted order, column v for value v; (n_cjv + alpha) / (n_c + alpha V_j).

    cond_table(X, y, (3, 3, 2, 2), 1)[0][0] is [4/8, 1/8, 3/8]
    """
    ### BEGIN SOLUTION
    classes = np.unique(y)
    tables = []
    for j, V in enumerate(n_values):
        counts = np.array([[np.sum((y == c) & (X[:, j] == v)) for v in range(V)] for c in classes])
        tables.append((counts + alpha) / (counts.sum(axis=1, keepdims=True) + alpha * V))
    return tables
    ### END SOLUTION


# %% check="cond_table" points=4.5
check("categorical_nb.cond_table", cond_table)

# %% [markdown]
# **Before you go on.** A feature has two values. Of the four examples of a class three have the first one. With $\alpha = 2$, what is its $\theta$?
#
# - (a) 5/4
# - (b) 5/6
# - (c) 4/6
# - (d) 5/8
#
# > [!fold] Answer
# > **(d).** $(3 + 2)/(4 + 2 \cdot 2)$: each of the two values got two.
# > (a) adds above the line only, and is larger than 1. (b) adds $\alpha$ once below: with $\frac{1 + 2}{6}$ for the other value the sum is $\frac86$.
# > (c) is Laplace, $\alpha = 1$, whatever is asked.

# %% [markdown]
# > [!fold lecture-1 lecture-3 lecture-4 lecture-5] Mind the slide (lectures 1, 3, 4 and 5): Smoothing enlarges the denominator
# > Three printed versions of smoothing fail.
# > "Add 1 everywhere" adds to the numerators only: 4/5, 1/5, 3/5 sum to 8/5.
# > Another divides by $n + c$ with $c$ the number of *classes*; it is the number of values $V_j$ that must stand there.
# > (With two classes and yes-no features both are 2, and the mistake hides.)
# > A third says that zeros are unlikely after the naive step. With rare values and with words they are the rule.
# >
# > Pseudo-counts are no examples, either: they enter the tables, and the prior stays $n_c / n$.
# >
# > In the errata: [E37](../../notebooks/errata.md#e37--smoothing-enlarges-the-denominator), [E84](../../notebooks/errata.md#e84--the-pseudo-counts-belong-to-the-values-of-the-feature), [E12](../../notebooks/errata.md#e12--zero-counts-are-normal-and-veto-a-class), [E57](../../notebooks/errata.md#e57--smoothing-adds-no-examples).
#
# One lecture says that naive Bayes has no hyperparameters. $\alpha$ is one.
# Watch the tables lose their shape as it grows; orange is overcast, the value that had no day.

# %% alt="Shares of sunny, overcast and rain on days without tennis, for four pseudo-counts. Overcast is 0 at first, then 0.13 and 0.25; at 100 all three are nearly equal."
fig, axes = plt.subplots(1, 4, figsize=(9, 2.4), sharey=True)
for ax, alpha in zip(axes, (0, 1, 5, 100), strict=True):
    table = np.asarray(cond_table(X, y, n_values, alpha)[0])
    ax.bar([0, 1, 2], table[0], width=0.8, color=["0.3", "darkorange", "0.7"])
    ax.set(title=f"α = {alpha}", xticks=[0, 1, 2])
    ax.set_xticklabels(weather[0], rotation=30)
axes[0].set_ylabel("share, given No")
plt.show()

# %% [markdown]
# ### Written question (2 points)
#
# Without smoothing the model says $P(\text{No} \mid \text{overcast}, \dots) = 0$, whatever the rest of the weather.
# How many of the 36 possible days are decided by this one cell?
# Suppose that the fifteenth day is overcast, and without tennis. What does the model say about what has just happened?
# Explain to somebody who distrusts formulas what $\alpha = 1$ does, in terms of days that nobody saw.

# %% [markdown] answer="zero-veto" points=2
# One outlook of three: $1 \cdot 3 \cdot 2 \cdot 2 = 12$ of 36 days.
# If day 15 is overcast without tennis, the model has called impossible what then happened. No later day can be as
# surprising: a probability of 0 is a claim of certainty, and five days do not justify one.
#
# $\alpha = 1$ pretends that every outlook was seen on one further day with tennis and one without it, for this table
# only. So overcast gets 1 of 8 instead of 0 of 5, and no value is ever ruled out; the more real days there are,
# the less these few count.
#
# *(1 point for the 12 days and the impossible event, 1 point for pseudo-days.)*

# %% [markdown]
# ### Putting the model together
#
# A model is a dictionary. Prediction will need its first three entries; the other three remember the counts, so that we
# can learn on later.
#
# | key | what | play-tennis |
# |---|---|---|
# | `"classes"` | sorted labels, $(K,)$ | No, Yes |
# | `"prior"` | $n_c / n$, never smoothed, $(K,)$ | 5/14, 9/14 |
# | `"tables"` | list of $d$ smoothed tables, $(K, V_j)$ | |
# | `"class_count"` | $n_c$, $(K,)$ | 5, 9 |
# | `"counts"` | list of $d$ tables of $n_{c,j,v}$, $(K, V_j)$ | |
# | `"alpha"` | $\alpha$ as given | 0 |
#
# ### Task: `learn`


# %% exercise="learn"
def learn(X, y, n_values, alpha=0):
    """Return the model of the examples, a dictionary with the six keys of the table above.

    X, y, n_values, alpha   as for cond_table; without a word about it, alpha is 0

    The counts are those that were seen, without alpha. More keys than these six do no harm.

    learn(ten.X, ten.y, (2, 2))["tables"][1] is [[3/4, 1/4], [2/6, 4/6]]
    """
    ### BEGIN SOLUTION
    classes, prior = class_prior(y)
    counts = []
    for j, V in enumerate(n_values):
        counts.append(np.array([[np.sum((y == c) & (X[:, j] == v)) for v in range(V)] for c in classes]))
    return {
        "classes": classes,
        "prior": prior,
        "tables": cond_table(X, y, n_values, alpha),
        "class_count": np.array([np.sum(y == c) for c in classes]),
        "counts": counts,
        "alpha": alpha,
    }
    ### END SOLUTION


# %% check="learn" points=2.5
check("categorical_nb.learn", learn)

# %% [markdown]
# How large is a model? Play-tennis keeps two priors and twenty shares: 22 numbers.
# Thirteen of them are free, as every distribution sums to 1.
# A table of all combinations would need 72.

# %%
model = learn(X, y, n_values, alpha=1)
print("numbers kept:", len(model["prior"]) + sum(np.size(table) for table in model["tables"]))
for name, table in zip(tennis.feature_names, model["tables"], strict=True):
    print(name, np.round(table, 3).tolist())

# %% [markdown]
# ## 5 · Add logarithms
#
# With hundreds of features the product of small factors leaves the range of floating-point numbers and becomes 0 for
# every class. So we compare its logarithm, a sum:
#
# $$\log p(x, c) = \log \pi_c + \sum_{j=1}^{d} \log \theta_{c,j,x_j}$$
#
# This is the *joint log probability*, the heart of every naive Bayes model: all else is read off it.
# For the query $(1, 1)$ of the ten examples:
#
# | class | prior | $x_1 = 1$ | $x_2 = 1$ | product | its logarithm |
# |---|---|---|---|---|---|
# | 0 | 4/10 | 1 | 1/4 | 0.1 | −2.303 |
# | 1 | 6/10 | 1/2 | 2/3 | 0.2 | −1.609 |
#
# And a zero? $\log 0 = -\infty$, and a sum that holds $-\infty$ is $-\infty$: the veto stays a veto.
# numpy warns when it takes the logarithm of 0; `with np.errstate(divide="ignore"):` tells it that we know.
#
# ### Task: `log_joint`


# %% exercise="log_joint"
def log_joint(model, Q):
    """Return the joint log probability of every query and every class.

    model   a dictionary with "classes" (K labels), "prior" (K numbers), "tables" (d arrays of shape (K, V_j));
            it may have been made by hand, and need not have the other keys
    Q       array of shape (m, d): codes, one query per row

    Returns an array (or nested lists) of shape (m, K): log prior[c] + sum over j of log tables[j][c, Q[i, j]].
    Natural logarithms; log 0 is -inf.

    log_joint(learn(ten.X, ten.y, (2, 2)), [[1, 1]]) is [[log 0.1, log 0.2]]
    """
    ### BEGIN SOLUTION
    Q = np.asarray(Q)
    with np.errstate(divide="ignore"):
        total = np.tile(np.log(model["prior"]), (len(Q), 1))  # (m, K)
        for j, table in enumerate(model["tables"]):
            total += np.log(np.asarray(table)).T[Q[:, j]]
    return total
    ### END SOLUTION


# %% check="log_joint" points=4.5
check("categorical_nb.log_joint", log_joint)

# %% [markdown]
# Does the version with arrays agree with your loops? Ask both for tomorrow.

# %%
query = np.array([[0, 2, 0, 1]])
print("arrays: ", np.exp(log_joint(learn(X, y, n_values), query)).round(6))
print("by hand:", np.round([18 / 875, 1 / 189], 6))

# %% [markdown]
# > [!fold lecture-4] Mind the slide (lecture 4): Factors may be one or more
# > "All these factors are smaller than 1" is given as the reason for the trouble with products.
# > They are at most 1: class 0 of the ten rows has a factor of exactly 1.
# > (With densities, in unit 5, factors exceed 1 and products may overflow as well. Logarithms do not mind.)
# >
# > In the errata: [E63](../../notebooks/errata.md#e63--factors-may-be-one-or-more).
#
# The decision is the class with the greatest sum.
#
# ### Task: `predict`


# %% exercise="predict"
def predict(model, Q):
    """Return the most probable class of every query.

    model, Q   as for log_joint

    Returns m labels (an array or a list): names from model["classes"]. Of equal scores the first class in
    model["classes"] wins.

    predict(learn(X, y, (3, 3, 2, 2)), [[0, 2, 0, 1]]) is ["No"]
    """
    ### BEGIN SOLUTION
    return np.asarray(model["classes"])[np.argmax(log_joint(model, Q), axis=1)]
    ### END SOLUTION


# %% check="predict" points=3
check("categorical_nb.predict", predict)

# %% [markdown]
# All 36 days at once. Each row of the grid is an outlook and a temperature, each column humidity and wind;
# dark cells are days without tennis. Which feature does the model follow first of all?

# %% alt="A grid of 36 days, eleven dark for no tennis. Nearly all dark cells have high humidity, on sunny or rainy days; the three overcast rows are bright throughout."
all_days = np.array(list(np.ndindex(3, 3, 2, 2)))
plays = (np.array(predict(learn(X, y, n_values, 1), all_days)) == "Yes").reshape(9, 4)
fig, ax = plt.subplots(figsize=(5, 4))
ax.pcolormesh(plays, cmap="Greys_r", vmin=-0.6, vmax=1.3, edgecolors="white", linewidth=2)
ax.set_yticks(np.arange(9) + 0.5, [f"{o}, {t}" for o in weather[0] for t in weather[1]])
ax.set_xticks(np.arange(4) + 0.5, [f"{h},\n{w}" for h in weather[2] for w in weather[3]])
ax.invert_yaxis()
plt.show()

# %% [markdown]
# Ten of the eleven dark cells have high humidity; overcast days are bright throughout.
# 25 of the 36 days are for tennis.
#
# **You have reached the end of the core.** You can learn from a table of categories, and predict.
#
# ## 6 · How sure are we?
#
# To get probabilities from joint log probabilities, take exp and divide by the sum, for each query on its own.
# But exp of $-9000$ is 0 in any computer. Which number may you subtract from all scores of one query first?
# (Unit 0 has the answer.)
#
# If all scores of a query are $-\infty$, no class allows it: there is no probability, and the honest answer is an error.
#
# ### Task: `predict_with_prob`


# %% exercise="predict_with_prob"
def predict_with_prob(model, Q):
    """Return the probability of every class for every query.

    model, Q   as for log_joint

    Returns an array (or nested lists) of shape (m, K); every row sums to 1, with 4000 features, too.
    ValueError if a query has probability 0 in every class.

    predict_with_prob(learn(ten.X, ten.y, (2, 2)), [[1, 1]]) is [[1/3, 2/3]]
    """
    ### BEGIN SOLUTION
    joint = np.asarray(log_joint(model, Q))
    top = joint.max(axis=1, keepdims=True)
    if np.isneginf(top).any():
        raise ValueError("no class allows one of the queries; smooth with alpha > 0")
    shares = np.exp(joint - top)
    return shares / shares.sum(axis=1, keepdims=True)
    ### END SOLUTION


# %% check="predict_with_prob" points=3.5
check("categorical_nb.predict_with_prob", predict_with_prob)

# %% [markdown]
# How much depends on $\alpha$? Follow $P(\text{No})$ for tomorrow, and for an overcast day.
# Look where the curves start, and where they end.

# %% alt="Probability of No against the pseudo-count. Tomorrow's starts at 0.8, the overcast day's at 0; they meet at the prior, 0.36, from a pseudo-count of about a hundred on."
alphas = np.logspace(-3, 3, 100)
fig, ax = plt.subplots(figsize=(7, 3.2))
for q, name, style in (([0, 2, 0, 1], "tomorrow", "-"), ([1, 1, 0, 1], "overcast, mild, high, strong", "--")):
    p_no = [predict_with_prob(learn(X, y, n_values, alpha), np.array([q]))[0][0] for alpha in alphas]
    ax.plot(alphas, p_no, style, color="0.2", label=name)
ax.axhline(0.5, color="0.8", zorder=0)
ax.axhline(5 / 14, color="darkorange", linestyle="dotted", label="prior")
ax.set(xscale="log", xlabel="α", ylabel="P(No)", ylim=(0, 1))
ax.legend()
plt.show()

# %% [markdown]
# Without smoothing *No* is impossible on the overcast day; a thousandth of a pseudo-day makes it possible, though hardly.
# With much smoothing all tables become even, and the prior is all that is left; on the way the decision for tomorrow
# flips. $\alpha$ *is* a hyperparameter, and on real data it is chosen as one, by validation.
#
# What naive Bayes cannot do, whatever $\alpha$ is: see two features *together*.
# Two pixels; the class says whether they are equal.

# %%
xor = load_xor()
model = learn(xor.X, xor.y, (2, 2))
print("two pixels:    ", np.array(predict_with_prob(model, xor.X)).tolist())
equal = (xor.X[:, :1] == xor.X[:, 1:]).astype(int)
print("are they equal?", np.array(predict_with_prob(learn(equal, xor.y, (2,)), equal)).tolist())

# %% [markdown]
# Each pixel alone says nothing about the class, and so the model is at chance, on its own training data.
# A new feature, "are they equal?", makes it perfect. Where the model is naive, the features have to be clever.
#
# ## 7 · Gaps in the data
#
# Tomorrow: sunny, cool, strong wind, and nobody knows the humidity.
# Sum the joint probability over both possible values, and the shares of the humidity sum to 1:
#
# $$\sum_v \pi_c\,\theta_{c,3,v} \prod_{j \ne 3} \theta_{c,j,x_j} = \pi_c \prod_{j \ne 3} \theta_{c,j,x_j}$$
#
# So leaving the factor out is no trick but exact: $\frac{9}{14}\cdot\frac29\cdot\frac39\cdot\frac39 = \frac{1}{63}$ for *Yes*,
# $\frac{5}{14}\cdot\frac35\cdot\frac15\cdot\frac35 = \frac{9}{350}$ for *No*.
# A gap is written as the code $-1$.
#
# ### Task: `log_joint_with_gaps`
#
# Learning comes right after; prediction is tried with models made by hand.


# %% exercise="log_joint_with_gaps"
def log_joint_with_gaps(model, Q):
    """Return the joint log probability of every query and every class; -1 in Q is a missing value.

    As log_joint, with the terms of missing values left out. If everything is missing, log prior is left.

    np.exp(log_joint_with_gaps(learn(X, y, (3, 3, 2, 2)), [[0, 2, -1, 1]])) is [[9/350, 1/63]]
    """
    ### BEGIN SOLUTION
    Q = np.asarray(Q)
    with np.errstate(divide="ignore"):
        total = np.tile(np.log(model["prior"]), (len(Q), 1))
        for j, table in enumerate(model["tables"]):
            known = Q[:, j] != -1
            total[known] += np.log(np.asarray(table)).T[Q[known, j]]
    return total
    ### END SOLUTION


# %% check="log_joint_with_gaps" points=2.5
check("categorical_nb.log_joint_with_gaps", log_joint_with_gaps)

# %% [markdown]
# **Before you go on.** A class has prior 0.5. The query's first feature has $\theta = 0.4$ there; the second was not recorded, and its table for the class is $(0.9, 0.1)$.
# What is the joint probability of class and query?
#
# - (a) 0.02
# - (b) 0.1
# - (c) 0.18
# - (d) 0.2
#
# > [!fold] Answer
# > **(d).** $0.5 \cdot 0.4$, and no third factor: summed over both values the second feature gives $0.9 + 0.1 = 1$.
# > (a) takes the last entry: the code $-1$, used as an index, means *the last* in Python.
# > (b) puts in one half, but another class may have another number of values, and 1 is exact. (c) fills in the likeliest value, and so pretends to know it.

# %% [markdown]
# Gaps in the *training* data are counted nowhere.
# Take the values 0, 1, missing, 1 of one class. The feature is known three times, so the shares are $\frac13$ and $\frac23$.
#
# > [!fold lecture-1] Mind the slide (lecture 1): Missing values count in no denominator
# > The lecture tells you to drop the factor when predicting, and says nothing about learning, where
# > its formula divides by all examples of the class: $\frac14$ and $\frac24$ sum to ¾.
# > Below the line must stand how often feature $j$ is *known* in the class, $n_{c,j} = \sum_v n_{c,j,v}$.
# >
# > In the errata: [E14](../../notebooks/errata.md#e14--missing-values-count-in-no-denominator).
#
# Do not throw the incomplete examples away, and do not fill the gaps with a guess: each feature is counted on its own,
# so a gap in one costs the others nothing.
#
# ### Task: `cond_table_with_gaps`


# %% exercise="cond_table_with_gaps"
def cond_table_with_gaps(X, y, n_values, alpha):
    """Return the tables of cond_table from examples in which -1 is a missing value.

    Table j holds (n_cjv + alpha) / (n_cj + alpha V_j), with n_cj the examples of class c in which feature j is
    known. If that is 0 / 0 (nothing known, no smoothing): 1 / V_j for every value.

    cond_table_with_gaps(np.array([[0], [1], [-1], [1]]), np.array([5, 5, 5, 5]), (2,), 0) is [[[1/3, 2/3]]]
    """
    ### BEGIN SOLUTION
    tables = []
    for j, V in enumerate(n_values):
        table = np.full((len(np.unique(y)), V), 1 / V)
        for row, c in enumerate(np.unique(y)):
            counts = np.array([np.sum((y == c) & (X[:, j] == v)) for v in range(V)]) + alpha
            if counts.sum() > 0:
                table[row] = counts / counts.sum()
        tables.append(table)
    return tables
    ### END SOLUTION


# %% check="cond_table_with_gaps" points=3
check("categorical_nb.cond_table_with_gaps", cond_table_with_gaps)

# %% [markdown]
# ## 8 · Learning on
#
# The fifteenth day comes in. Must everything be learnt again?
# No: a naive Bayes model is made of counts, and counts only grow.
# After nine days of the list and then five more, the model is the one of all fourteen.
#
# Shares could not do that: a share of ½ does not tell whether it is 1 of 2 or 500 of 1000.
# That is why `learn` kept the counts.
#
# ### Task: `update`


# %% exercise="update"
def update(model, X_new, y_new):
    """Return the model of the old examples and the new ones together.

    model          a model of learn, with all six keys; it must stay as it is
    X_new, y_new   further examples, maybe none; their labels and values are among those that the model knows

    Returns a new model with the same six keys and the same alpha.

    update(learn(X[:9], y[:9], n_values), X[9:], y[9:]) equals learn(X, y, n_values)
    """
    ### BEGIN SOLUTION
    classes, alpha = np.asarray(model["classes"]), model["alpha"]
    class_count = np.asarray(model["class_count"]) + np.array([np.sum(y_new == c) for c in classes])
    counts, tables = [], []
    for j, old in enumerate(model["counts"]):
        V = np.shape(old)[1]
        new = np.array([[np.sum((y_new == c) & (X_new[:, j] == v)) for v in range(V)] for c in classes])
        counts.append(np.asarray(old) + new)
        tables.append((counts[j] + alpha) / (counts[j].sum(axis=1, keepdims=True) + alpha * V))
    return {
        **model,
        "class_count": class_count,
        "prior": class_count / class_count.sum(),
        "counts": counts,
        "tables": tables,
    }
    ### END SOLUTION


# %% check="update" points=2.5
check("categorical_nb.update", update)

# %% [markdown]
# Learn the fourteen days one by one, and watch the opinion on tomorrow change.

# %%
model = learn(X[2:6], y[2:6], n_values, alpha=1)  # four days, so that both classes have been seen
opinion = []
for i in [0, 1, *range(6, 14)]:
    model = update(model, X[i : i + 1], y[i : i + 1])
    opinion.append(round(float(predict_with_prob(model, query)[0][0]), 2))
print("P(No) after 5, 6, ..., 14 days:", opinion)
print("learnt at once:", round(float(predict_with_prob(learn(X, y, n_values, 1), query)[0][0]), 2))

# %% [markdown]
# ## 9 · Agreement, penguins and digits
#
# scikit-learn's `CategoricalNB` is the same model. Its parameters and its joint log probabilities should be yours.

# %%
from sklearn.naive_bayes import CategoricalNB

theirs = CategoricalNB(alpha=1).fit(X, y)
ours = learn(X, y, n_values, alpha=1)
pairs = zip(theirs.feature_log_prob_, ours["tables"], strict=True)
print("tables agree:", all(np.allclose(np.exp(a), b) for a, b in pairs))
print("log_joint agrees:", np.allclose(theirs.predict_joint_log_proba(all_days), log_joint(ours, all_days)))

# %% [markdown]
# **Penguins.** The island, the sex (not recorded for eleven of them), and the length and depth of the bill, cut into
# four ranges each (two birds were not measured). We learn from every other bird and ask about the rest; so these birds
# alone say where to cut.

# %%
penguins = load_penguins()
bill = penguins.X[:, :2]
ranges = [np.digitize(column, np.nanquantile(column[::2], [0.25, 0.5, 0.75])) for column in bill.T]
codes = np.column_stack([penguins.X_categories, *ranges])
codes[:, 2:][np.isnan(bill)] = np.nan
birds, species = np.where(np.isnan(codes), -1, codes).astype(int), penguins.y
print("gaps:", int((birds == -1).sum()), "of", birds.size)

# %% [markdown]
# A model is a dictionary of three entries. We put it together from the pieces that know about gaps.

# %%
classes, prior = class_prior(species[::2])
tables = cond_table_with_gaps(birds[::2], species[::2], (3, 2, 4, 4), 1)
model = {"classes": classes, "prior": prior, "tables": tables}
answers = np.asarray(model["classes"])[np.argmax(log_joint_with_gaps(model, birds[1::2]), axis=1)]
print("right:", int(np.sum(answers == species[1::2])), "of", len(answers))

# %% [markdown]
# scikit-learn's class would have refused the gaps. Yours reads past them.
#
# **Digits.** Images of 8 × 8 pixels with values from 0 to 16: 64 features of 17 values, ten classes, 10 890 numbers.

# %%
digits = load_digits()
X_train, X_test, y_train, y_test = digits.split()
model = learn(X_train.astype(int), y_train, [17] * 64, alpha=0.1)
right = np.mean(np.asarray(predict(model, X_test.astype(int))) == y_test)
print(f"right: {right:.1%} of {len(y_test)} images")

# %% [markdown]
# What has it learnt? For each class and pixel, take the mean of the value under the table: how dark the model expects
# the pixel to be. Do you recognise the ten?

# %% alt="The ten digits as the model expects them, eight by eight pixels each. All can be read; the edges of the strokes are grey."
expected = np.array([np.asarray(table) @ np.arange(17) for table in model["tables"]]).T  # (10, 64)
fig, axes = plt.subplots(2, 5, figsize=(7, 3.2), layout="constrained")
parameter_images(axes, expected, (8, 8), titles=[str(c) for c in model["classes"]])
plt.show()

# %% [markdown]
# ## How good is naive Bayes?
#
# | axis | verdict | why |
# |---|---|---|
# | **efficiency** | very good | One pass of counting, $O(n d)$; a query costs $O(K d)$. New examples add to the counts, nothing is learnt anew. |
# | **explainability** | very good | The model is a set of shares. Every feature says how far it pulls, and which way. |
# | **effectiveness** | it depends | On tennis, digits and words better than its assumption deserves; on "are the pixels equal?" at chance. Decisions are often right when probabilities are too sure. |
# | **applicability** | good | Classification only. Categories here; counts and measurements in units 3 to 5, one factor for each kind of feature. Gaps are no trouble. One hyperparameter, $\alpha$. |
#
# A *decision tree* asks for one feature after the other and keeps a rule that you can read aloud; naive Bayes hears all
# features at once and adds up their votes.
# The tree sees features together and is unsettled by little changes of the data; naive Bayes has it the other way round.
#
# ## What you take along
#
# - Learning is counting inside each class, and dividing by $n_c$. Predicting is multiplying, prior included, once.
# - A zero vetoes a class. Every value gets $\alpha$; the denominator gets $\alpha V_j$.
# - Add logarithms. The joint log probability is computed once; decision and probabilities are read off it.
# - A missing value has no factor, above or below any line.
# - Keep counts, and you can learn on.
# - The assumption is independence *given the class*. Copies of a feature make the model vain, not wise.
#
# > [!fold] Cheat sheet: the words and formulas of this unit
# > | what | how |
# > |---|---|
# > | the assumption | $p(x \mid c) = \prod_j p(x_j \mid c)$: independent *given the class* |
# > | prior | $\pi_c = n_c / n$, not smoothed |
# > | table | $\theta_{c,j,v} = (n_{c,j,v} + \alpha)/(n_c + \alpha V_j)$ |
# > | decision | the class with the largest $\log \pi_c + \sum_j \log \theta_{c,j,x_j}$ |
# > | probabilities | the same scores: subtract the largest, `exp`, divide by the sum |
# > | a missing value | no factor, and no count below any line: $n_{c,j}$ for $n_c$ |
# > | more data | add to the counts; divide when you predict |
#
# **See it move.** These demonstrations belong to this unit; nothing is handed in, much can be tried:
#
# - [smoothing](../../notebooks/demos/smoothing.ipynb): Why does adding one to every count make sense, and what is it divided by?
# - [xor](../../notebooks/demos/xor.ipynb): What can naive Bayes not see, and what does it see twice?
# - [trees](../../notebooks/demos/trees.ipynb): Who is sick after which food: what say a decision tree and naive Bayes?
