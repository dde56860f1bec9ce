# %% [markdown]
# # 3 · Bernoulli naive Bayes: is it there?
#
# A mail speaks of Vicodin and has an offer for you. You do not need a computer to call it spam.
# Another mail contains *none* of the words that you have a list of.
# Does it say nothing, then? Or does it say something that these words are missing?
#
# In this unit every feature is a question with the answer yes or no: is the word there, is the pixel dark?
# Both answers are evidence. That is the whole idea, and it is the one that is most easily forgotten.
#
# | part | minutes | points | what you write, and about how many minutes |
# |---|---|---|---|
# | **Core**, 1 to 4 | 58 | 17 | `binarise` 5, `learn` 18, `predict_one` 15, `log_joint` 20 |
# | **Upper rungs**, 5 to 8 | 51 | 14 | `predict` 6, `predict_with_prob` 15, `to_linear` 20, `evidence` 10 |
# | **In words** | 24 | 6 | 3 answers, about 8 each |
# | **Real data**, 9 | | | handwritten digits: to run and to look at |
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

from mlcore.datasets import load_digits, load_spam_table, load_ten_by_two
from mlcore.exercises import check
from mlcore.plotting import decision_regions, parameter_images

# %% [markdown]
# ## 1 · From "how often" to "whether"
#
# Here are two short texts, as counts of three words.
#
# | | free | meeting | money |
# |---|---|---|---|
# | first text | 2 | 0 | 1 |
# | second text | 0 | 1 | 3 |
#
# We now ask only *whether* a word is there, and write 1 for yes and 0 for no.
# The two rows become 1 0 1 and 0 1 1. A text is then a *set* of words: order and repetition are gone.
#
# The same works for anything that has more or less of something, with a *threshold*: a pixel counts as dark if it is darker than the threshold.
#
# ### Task 1: `binarise` (2 points)


# %% exercise="binarise"
def binarise(X, threshold=0):
    """Return 1 where X is strictly above the threshold, and 0 elsewhere.

    X          an array of numbers, of any shape
    returns    an array of that shape with 0 and 1 (or False and True); X itself stays as it is

    binarise(np.array([[2, 0, 1], [0, 1, 3]])) -> [[1, 0, 1], [0, 1, 1]]
    A value that is equal to the threshold becomes 0.
    """
    ### BEGIN SOLUTION
    return (np.asarray(X) > threshold).astype(int)
    ### END SOLUTION


# %% check="binarise" points=2
check("bernoulli_nb.binarise", binarise)

# %% [markdown]
# Look at what a threshold does to a handwritten digit. Its pixels go from 0 (white) to 16 (black).
# Which of the three binary images would you like to read?

# %% alt="A handwritten five, and three versions of it in black and white. Above 0 it is fat, above 7.5 it is easily read, above 14 only a few pixels of it are left."
digit = load_digits().X[5]
images = [digit / 16, *(binarise(digit, t) for t in (0, 7.5, 14))]
fig, axes = plt.subplots(1, 4, figsize=(8, 2.2), layout="constrained")
parameter_images(
    axes, images, (8, 8), titles=["as it is", "above 0", "above 7.5", "above 14"], colorbar=False
)
plt.show()

# %% [markdown]
# Above 0 every trace of ink counts, and the five grows fat. Above 14 it falls to pieces.
# The threshold is a choice that *you* make before learning: a hyperparameter.

# %% [markdown]
# ## 2 · Learning: which share of the class has it?
#
# Three mails and six words. The last column is what we want to predict.

# %%
mails, is_spam = load_spam_table()
words = load_spam_table().feature_names
print(*(f"{word:>8}" for word in words), "   spam?")
for row, label in zip(mails, is_spam, strict=True):
    print(*(f"{value:>8}" for value in row), f"{label:>8}")

# %% [markdown]
# For each class we want the share of its mails that have the word,
#
# $$\theta_{c,j} = P(x_j = 1 \mid c)$$
#
# Two mails are spam. Both contain Vicodin, one contains Hi, none contains CPSC:
#
# $$\theta_{\text{spam},\text{Vicodin}} = \tfrac22 \qquad \theta_{\text{spam},\text{Hi}} = \tfrac12 \qquad \theta_{\text{spam},\text{CPSC}} = \tfrac02$$
#
# A share is an obvious choice. It is also the *best* one in a precise sense.
# Of the $n_c$ mails of a class, let $n_1$ have the word and $n_0$ not. The model gives these answers the probability
#
# $$L(\theta) = \theta^{\,n_1} (1 - \theta)^{\,n_0} \qquad \log L(\theta) = n_1 \log\theta + n_0 \log(1 - \theta)$$
#
# Where is it largest? Set the derivative to zero: $\frac{n_1}{\theta} = \frac{n_0}{1 - \theta}$, so $n_1 (1 - \theta) = n_0\,\theta$, and $\theta = \frac{n_1}{n_1 + n_0}$.
# The share makes what we have seen as probable as possible: *maximum likelihood*.
#
# > [!fold lecture-3] Mind the slide (lecture 3): Theta is the probability of a one
# > One lecture calls 1 the success and then lets $\theta$ be the probability of **0**.
# > Six zeros and four ones give $\theta = 6/10$ there. Here $\theta$ always belongs to the value 1, and it is $4/10$.
# >
# > In the errata: [E41](../../notebooks/errata.md#e41--theta-is-the-probability-of-a-one).
#
# ### The trouble with zero
#
# Look again at CPSC. No spam of our table has it, so $\theta = 0$.
# Take that at its word: a mail that contains CPSC *cannot* be spam, whatever else it says.
# One factor 0, and the whole product is 0. It is a **veto**.
#
# Is that reasonable after two mails? And whoever sends spam will be glad to hear of it: one rare word, added to every mail, and the filter lets all of them through.
#
# > [!fold lecture-1] Mind the slide (lecture 1): Zero counts are normal and veto a class
# > One lecture says that a count of 0 is unlikely once the features are looked at one by one.
# > For words it is the normal case: a word that one text in a hundred has is missing from all of 50 texts with probability $0.99^{50} = 0.605$.
# >
# > In the errata: [E12](../../notebooks/errata.md#e12--zero-counts-are-normal-and-veto-a-class).
#
# ### Pretended examples
#
# The remedy is to pretend that we have seen a little more: $\alpha$ mails of the class with the word, and $\alpha$ without it.
#
# $$\theta_{c,j} = \frac{n_{c,j} + \alpha}{n_c + 2\alpha}$$
#
# $\alpha$ is called the *pseudo-count*; $\alpha = 1$ is *Laplace smoothing*. With it CPSC gets $\frac{0 + 1}{2 + 2} = \frac14$ in spam, and Vicodin $\frac{2 + 1}{2 + 2} = \frac34$.
# After ten spam mails without a certain word its $\theta$ is $\frac{1}{12}$, after a hundred $\frac{1}{102}$: small, and smaller the more we know, but never 0.
#
# Why $2\alpha$ below the line? Because the answer has **two** values. Compute "has it" and "has it not" the same way:
#
# $$\frac{n_1 + \alpha}{n_c + 2\alpha} + \frac{n_0 + \alpha}{n_c + 2\alpha} = \frac{n_c + 2\alpha}{n_c + 2\alpha} = 1$$
#
# Nothing else gives 1.
#
# > [!fold lecture-5] Mind the slide (lecture 5): The pseudo-counts belong to the values of the feature
# > A lecture adds the number of *classes* below the line.
# > With two classes nobody notices. With three, 4 of 10 texts give the shares $5/13$ and $7/13$, and these sum to $12/13$.
# >
# > In the errata: [E84](../../notebooks/errata.md#e84--the-pseudo-counts-belong-to-the-values-of-the-feature).
#
# The prior of a class is its share of the mails, $\pi_c = n_c / n$. It is **not** smoothed.
#
# > [!fold lecture-4] Mind the slide (lecture 4): Smoothing adds no examples
# > "Like adding one fake mail with the word and one without" is a good picture of one column, but not of the whole data.
# > Real added rows would need a value in every column, and would change the prior: here from $2/3$ to $4/5$.
# >
# > In the errata: [E57](../../notebooks/errata.md#e57--smoothing-adds-no-examples).
#
# ### Task 2: `learn` (7 points)
#
# Use loops or not, as you like. `np.unique(y)` gives the classes in sorted order, `X[y == c]` the rows of class `c`.


# %% exercise="learn"
def learn(X, y, alpha=1):
    """Learn a Bernoulli model.

    X          array (n, d) of 0 and 1
    y          array (n,) of labels: numbers or words
    alpha      the pseudo-count, added to "has it" and to "has it not"
    returns    a dictionary with
               "classes"  the labels, sorted, each once: (K,)
               "prior"    the share of each class, not smoothed: (K,)
               "theta"    the smoothed share of the class's examples that have the feature: (K, d)

    learn(mails, is_spam)["theta"][1] -> [1/2, 1/2, 1/4, 1/4, 3/4, 1/2]
    """
    ### BEGIN SOLUTION
    classes = np.unique(y)
    prior, theta = [], []
    for c in classes:
        members = X[y == c]
        prior.append(len(members) / len(X))
        theta.append((members.sum(axis=0) + alpha) / (len(members) + 2 * alpha))
    return {"classes": classes, "prior": np.array(prior), "theta": np.array(theta)}
    ### END SOLUTION


# %% check="learn" points=7
check("bernoulli_nb.learn", learn)

# %% [markdown]
# > [!fold] When a check fails: how to find out why
# > Do not change things at random and try again. Make the problem smaller.
# >
# > 1. *By hand.* Take the three mails and work one number out with a pencil.
# > 2. *Learning alone.* Print the table. Is every $\theta$ between 0 and 1? Does the prior sum to 1?
# > 3. *Prediction alone.* Give it a model that you have written down yourself, as we do in the next section.
# > 4. *One example, one feature.* Most mistakes with indices and sums still show in a table of one row.
# > 5. *Two features and a picture.* There are only four inputs: look at all of them.
# > 6. *Loop against no loop.* Write the slowest version that you can be sure of, and compare.
# > 7. *Print* what is in the variable, its shape and its first row, and not what ought to be in it.

# %% [markdown]
# **Before you go on.** There are *three* classes and four words. All three mails of a class have the word. With $\alpha = 1$, what is its $\theta$?
#
# - (a) 4/3
# - (b) 4/7
# - (c) 4/6
# - (d) 4/5
#
# > [!fold] Answer
# > **(d).** One pretended mail with the word and one without it: $(3 + 1)/(3 + 2)$.
# > The 2 stands for the two *answers*, yes and no. (c) takes the number of classes; with two classes nobody would notice.
# > (b) takes the number of words. (a) adds above the line only, and a share cannot be larger than 1.

# %% [markdown]
# What has been learnt? One bar for each word and class. Look for the words with the largest *difference*.

# %% alt="For six words the share of mails that have it, in both classes. Vicodin is higher in spam, 0.75 against 0.33; Hi, CPSC and 340 are higher in the other class, the last two by far."
model = learn(mails, is_spam)
fig, ax = plt.subplots(figsize=(7, 2.6), layout="constrained")
for c, (name, shade) in enumerate((("not spam", "0.75"), ("spam", "0.3"))):
    ax.bar(np.arange(6) + 0.4 * c - 0.2, model["theta"][c], width=0.38, color=shade, label=name)
ax.set_xticks(range(6), words)
ax.set(ylabel="θ = P(word | class)", ylim=(0, 1))
_ = ax.legend(ncols=2, loc="upper left")
plt.show()

# %% [markdown]
# Vicodin speaks for spam; CPSC and 340 against it. The model is nothing but these twelve numbers and the prior: you can *read* it.

# %% [markdown]
# ## 3 · The lecture's prediction
#
# A mail contains a dollar sign and none of the other five words. Spam?
#
# The naive step: *given the class*, the words are independent. So multiply the prior and one factor for each word,
#
# $$\pi_c \prod_{j} \begin{cases} \theta_{c,j} & \text{if the word is there} \\ 1 - \theta_{c,j} & \text{if it is not} \end{cases}$$
#
# Six words, six factors. By hand, in the order of the table:
#
# $$\text{not spam:}\quad \tfrac13 \cdot \tfrac13 \cdot \tfrac13 \cdot \tfrac13 \cdot \tfrac13 \cdot \tfrac23 \cdot \tfrac23 = \tfrac{4}{2187} = 0.0018$$
#
# $$\text{spam:}\quad \tfrac23 \cdot \tfrac12 \cdot \tfrac12 \cdot \tfrac34 \cdot \tfrac34 \cdot \tfrac14 \cdot \tfrac12 = \tfrac{3}{256} = 0.0117$$
#
# The second is larger: spam. Notice how much work the *absent* words do. Only one factor in six belongs to a word that is there.
#
# On paper, both cases fit into one formula, since $\theta^1 = \theta$ and $\theta^0 = 1$:
#
# $$p(x \mid c) = \prod_j \theta_{c,j}^{\,x_j} (1 - \theta_{c,j})^{1 - x_j}$$
#
# > [!fold lecture-5] Mind the slide (lecture 5): Absent words count as well
# > A lecture learns these shares of texts, and then multiplies over the words that are *present* only.
# > Take three words with $\theta = 0.9, 0.9, 0.1$ in one class and $0.5, 0.1, 0.1$ in the other, equal priors, and a text with just the first word.
# > As printed, $0.9 > 0.5$: first class. With all factors, $0.9 \cdot 0.1 \cdot 0.9 = 0.081 < 0.5 \cdot 0.9 \cdot 0.9 = 0.405$: second class.
# > The first class almost always has the second word, and here it is missing.
# >
# > In the errata: [E85](../../notebooks/errata.md#e85--absent-words-count-as-well).
#
# ### Task 3: `predict_one` (3 points)
#
# Write it as the lectures do: one observation, and a loop over classes and features. First the observation, then the model.
#
# For now we hand you the model, so that it does not matter what happened in task 2.

# %%
mail_model = {
    "classes": np.array([0, 1]),
    "prior": np.array([1 / 3, 2 / 3]),
    "theta": np.array(
        [[1 / 3, 2 / 3, 2 / 3, 2 / 3, 1 / 3, 1 / 3], [1 / 2, 1 / 2, 1 / 4, 1 / 4, 3 / 4, 1 / 2]]
    ),
}


# %% exercise="predict_one"
def predict_one(x, model):
    """Return the most probable class of one observation: one of model["classes"].

    x          array (d,) of 0 and 1
    model      as learn returns it

    The score of a class is its prior times one factor for each feature.
    If two classes have the same score, even if it is 0, return the one that stands first.

    predict_one([1, 0, 0, 0, 0, 0], mail_model) -> 1
    """
    ### BEGIN SOLUTION
    best, best_score = None, -1
    for c, label in enumerate(model["classes"]):
        score = model["prior"][c]
        for j in range(len(x)):
            theta = model["theta"][c, j]
            score = score * (theta if x[j] == 1 else 1 - theta)
        if score > best_score:
            best, best_score = label, score
    return best
    ### END SOLUTION


# %% check="predict_one" points=3
check("bernoulli_nb.predict_one", predict_one)

# %% [markdown]
# **Before you go on.** Spam has prior $\frac12$, and $\theta = 0.5$ and $0.8$ for two words. A mail has the first word and not the second.
# What is the product for spam?
#
# - (a) 0.25
# - (b) 0.2
# - (c) 0.05
#
# > [!fold] Answer
# > **(c).** $0.5 \cdot 0.5 \cdot (1 - 0.8)$: that the second word is missing speaks against spam, where four of five mails have it.
# > (a) multiplies over the present words only; missing words are evidence too.
# > (b) takes $1 - \theta$ for the word that is there, and $\theta$ for the one that is not.

# %% [markdown]
# ## 4 · Logarithms, and many observations at once
#
# A vocabulary has thousands of words, and an image thousands of pixels. How small does the product get?

# %%
print(f"{0.1**100:g}  {0.1**320:g}  {0.1**400:g}")

# %% [markdown]
# The last one is not small, it is *zero*, and so is every other class's. Then nothing is left to compare.
# Long before, digits are lost: the second should be 1e-320.
#
# The logarithm turns the product into a sum, and keeps the order: the larger product has the larger logarithm.
#
# $$\log p(q, c) = \log\pi_c + \sum_j \bigl[\, q_j \log\theta_{c,j} + (1 - q_j) \log(1 - \theta_{c,j}) \,\bigr]$$
#
# For our mail with the dollar sign: $\log\frac{4}{2187} = -6.304$ and $\log\frac{3}{256} = -4.447$.
# We call these numbers *joint log probabilities*. All that follows is made of them.
#
# ### A corner: 0 · log 0
#
# Learn *without* smoothing, and $\theta$ may be 0 or 1. Say a class always has a feature: $\theta = 1$.
# If the query has it, the factor is $1^1 \cdot 0^0 = 1$, no trouble at all. But the formula above now multiplies 0 by $\log 0$, and the computer says

# %%
with np.errstate(all="ignore"):
    print(0 * np.log(0))

# %% [markdown]
# *Not a number*, and one of them spoils the whole sum.
# The way out is to *choose* instead of multiplying: $\log\theta$ where the feature is there, $\log(1-\theta)$ where it is not. `np.where(condition, a, b)` chooses entry by entry.
# If a factor really is 0, its logarithm is $-\infty$, and that is the right answer: the class is ruled out.
# (`with np.errstate(divide="ignore"):` stops NumPy from warning of $\log 0$.)
#
# ### Task 4: `log_joint` (5 points)
#
# Now the model comes first, then all the queries. First write a loop over queries, classes and features that you can trust.
# Then, if you like, get rid of the loops: `Q[:, None, :]` has the shape $(m, 1, d)$ and meets `theta` $(K, d)$ in a table $(m, K, d)$.


# %% exercise="log_joint"
def log_joint(model, Q):
    """Return log p(q, c) for each query and class.

    model      as learn returns it; theta may contain 0 and 1
    Q          array (m, d) of 0 and 1
    returns    array (m, K), a row for each query; -inf where a class is ruled out, never nan

    log_joint(mail_model, np.array([[1, 0, 0, 0, 0, 0]])) -> [[-6.3039..., -4.4466...]]
    """
    ### BEGIN SOLUTION
    theta = model["theta"]
    with np.errstate(divide="ignore"):
        log_factors = np.where(Q[:, None, :] == 1, np.log(theta), np.log(1 - theta))  # (m, K, d)
    return np.log(model["prior"]) + log_factors.sum(axis=2)
    ### END SOLUTION


# %% check="log_joint" points=5
check("bernoulli_nb.log_joint", log_joint)

# %% [markdown]
# **This was the core.** You can learn a model and compare classes. The rest makes it safe, readable and useful.

# %% [markdown]
# ## 5 · Labels
#
# The best class has the largest joint log probability. `np.argmax` finds the *place* of the largest number in a row, the first one if there are several.
#
# ### Task 5: `predict` (3 points)
#
# You may call your `log_joint`; if that one is not right yet, the check tries this task once more with ours in its place.


# %% exercise="predict"
def predict(model, Q):
    """Return the most probable class of each query.

    Q          array (m, d) of 0 and 1; d may be in the thousands
    returns    m labels out of model["classes"]; of equally probable classes the one that stands first

    predict(mail_model, np.array([[0, 1, 1, 0, 0, 0], [0, 0, 0, 0, 1, 1]])) -> [0, 1]
    """
    ### BEGIN SOLUTION
    return model["classes"][np.argmax(log_joint(model, Q), axis=1)]
    ### END SOLUTION


# %% check="predict" points=3
check("bernoulli_nb.predict", predict)

# %% [markdown]
# ## 6 · How sure?
#
# Bayes' rule divides by $p(q)$, the sum of the joint probabilities over the classes. For the mail with the dollar sign
#
# $$P(\text{spam} \mid q) = \frac{3/256}{4/2187 + 3/256} = 0.865$$
#
# If the joint probabilities are too small for the computer, shift first: subtract the largest number of the row from all of it.
# Subtracting a number from a logarithm divides the probability by a constant, and in the quotient the constant cancels. The largest becomes $e^0 = 1$, and nothing underflows that matters.
#
# $$P(c \mid q) = \frac{e^{\,\ell_c - \max \ell}}{\sum_{c'} e^{\,\ell_{c'} - \max \ell}} \qquad \text{with } \ell_c = \log p(q, c)$$
#
# By hand: $\ell = (-6.304, -4.447)$ becomes $(-1.857, 0)$, the powers are $0.156$ and $1$, their sum is $1.156$, and $1 / 1.156 = 0.865$.
#
# What if *every* class is ruled out? Then we would divide 0 by 0. There is no right number, so say so, with an error.
#
# ### Task 6: `predict_with_prob` (4 points)


# %% exercise="predict_with_prob"
def predict_with_prob(model, Q):
    """Return P(c | q) for each query and class.

    Q          array (m, d) of 0 and 1; d may be in the thousands
    returns    array (m, K); each row sums to 1

    Raise a ValueError if some query has probability 0 in every class.

    predict_with_prob(mail_model, np.array([[1, 0, 0, 0, 0, 0]])) -> [[0.1350..., 0.8649...]]
    """
    ### BEGIN SOLUTION
    scores = log_joint(model, Q)
    largest = scores.max(axis=1, keepdims=True)
    if np.isneginf(largest).any():
        raise ValueError("A query has probability 0 in every class: learn with alpha > 0.")
    p = np.exp(scores - largest)
    return p / p.sum(axis=1, keepdims=True)
    ### END SOLUTION


# %% check="predict_with_prob" points=4
check("bernoulli_nb.predict_with_prob", predict_with_prob)

# %% [markdown]
# Four mails: one with a dollar sign, one with Hi and CPSC, one with Vicodin and Offer, and one with none of the six words.

# %%
queries = np.array([[1, 0, 0, 0, 0, 0], [0, 1, 1, 0, 0, 0], [0, 0, 0, 0, 1, 1], [0, 0, 0, 0, 0, 0]])
for q, p in zip(queries, predict_with_prob(mail_model, queries), strict=True):
    print(f"{p[1]:.4f}", [word for word, there in zip(words, q, strict=True) if there])

# %% [markdown]
# ### What convinced it?
#
# The quotient of the two joint probabilities is a product of quotients, and its logarithm a sum: each word pulls on its own.
#
# $$\log\frac{P(\text{spam} \mid q)}{P(\text{ham} \mid q)} = \log\frac{\pi_\text{spam}}{\pi_\text{ham}} + \sum_j \begin{cases} \log\frac{\theta_{\text{spam},j}}{\theta_{\text{ham},j}} & \text{there} \\ \log\frac{1 - \theta_{\text{spam},j}}{1 - \theta_{\text{ham},j}} & \text{absent} \end{cases}$$
#
# (*Ham* is mail that is not spam.) Here are the pulls for the mail with Vicodin and Offer.
# Before you look: which word do you think pulls most?

# %% alt="Seven bars of pull on the log-odds. Vicodin that is there, and CPSC and 340 that are absent, pull by 0.8 towards spam, the prior by 0.7; only the absent dollar sign pulls the other way."
theta_ham, theta_spam = mail_model["theta"]
present = queries[2] == 1
pull = np.where(present, np.log(theta_spam / theta_ham), np.log((1 - theta_spam) / (1 - theta_ham)))
names = ["prior", *(f"{words[j]}: {'there' if present[j] else 'absent'}" for j in range(6))]
fig, ax = plt.subplots(figsize=(7, 2.8), layout="constrained")
ax.barh(names, [np.log(2), *pull], color=["0.85", *np.where(present, "0.3", "0.65")])
ax.invert_yaxis()
ax.axvline(0, color="black", linewidth=1)
_ = ax.set_xlabel("← not spam       pull on the log-odds       spam →")
plt.show()
print(f"sum {np.log(2) + pull.sum():.3f}, so P(spam) = {1 / (1 + np.exp(-np.log(2) - pull.sum())):.4f}")

# %% [markdown]
# That CPSC and 340 are *absent* pulls exactly as hard as that Vicodin is there: $\frac{3/4}{1/3} = \frac94$ each time.
# Dark bars are words that are there, light ones are absent.
#
# ### Written answer 1 (2 points)
#
# The mail with none of the six words is called spam with probability 0.762, although only 2/3 of the mails are spam.
#
# 1. Which absences speak for spam, and which against it?
# 2. What would a filter answer that multiplies over the present words only?
# 3. The mail is a birthday greeting. Would you trust the 0.762? Say why, or why not.

# %% [markdown] answer="empty-mail" points=2
# 1. For spam: the absence of Hi, CPSC and 340, which ham has more often ($\theta = 2/3$ against 1/2, 1/4 and 1/4). Against it: the absence of the dollar sign, Vicodin and Offer, which spam has more often.
# 2. No factor at all, so the prior: 2/3.
# 3. Not much. The evidence that pulls towards spam is that the mail is not about a certain university course, because the only ham that we learnt from was. With three mails, $\theta$ says more about those three than about mail. (Full marks for a reason that names the few examples or the narrow choice of words.)

# %% [markdown]
# ## 7 · It was a linear classifier all along
#
# Take a function of one bit: it has only two values, $f(0)$ and $f(1)$. So it lies on a straight line,
#
# $$f(x) = x\, f(1) + (1 - x)\, f(0) = f(0) + x\,\bigl(f(1) - f(0)\bigr)$$
#
# Put in 0, put in 1. Now let $f(1) = \log\theta$ and $f(0) = \log(1-\theta)$, collect what is multiplied by $x_j$, and the joint log probability reads
#
# $$\log p(x, c) = w_c \cdot x + b_c \qquad w_{c,j} = \log\frac{\theta_{c,j}}{1 - \theta_{c,j}} \qquad b_c = \log\pi_c + \sum_j \log(1 - \theta_{c,j})$$
#
# A weight is the logarithm of the *odds* that the feature is there. For Vicodin in spam these are 3 to 1, and the weight is $\log 3 = 1.099$; $\theta = \frac12$ has weight 0.
# And $b_c$ is the joint log probability of the observation with *nothing* in it. The absent words have not gone: they are in $b_c$.
#
# The other numbers of spam, to compare with yours: $w = (0, 0, -1.099, -1.099, 1.099, 0)$ and $b = -4.447$.
#
# ### Task 7: `to_linear` (4 points)


# %% exercise="to_linear"
def to_linear(model):
    """Return the weights W and the constants b such that Q @ W.T + b is log_joint(model, Q).

    model      as learn returns it, with every theta strictly between 0 and 1
    returns    W, an array (K, d), and b, an array (K,)

    W, b = to_linear(mail_model); b -> [-5.6108..., -4.4465...]
    """
    ### BEGIN SOLUTION
    theta = model["theta"]
    W = np.log(theta / (1 - theta))
    b = np.log(model["prior"]) + np.log(1 - theta).sum(axis=1)
    return W, b
    ### END SOLUTION


# %% check="to_linear" points=4
check("bernoulli_nb.to_linear", to_linear)

# %% [markdown]
# With two features we can see it. Here are ten examples, with features that are on or off, and two classes.
# The four corners are the only possible inputs; the weights extend the decision to the whole plane.

# %% alt="Four corners of a square, each with its counts in both classes. A straight line cuts off the lower right corner, three of class 0, from the other three, which are called class 1."
X, y = load_ten_by_two()
ten_model = learn(X, y)
corners = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
W, b = to_linear(ten_model)
fig, ax = plt.subplots(figsize=(5.5, 4), layout="constrained")
answers = predict(ten_model, corners)
_ = decision_regions(ax, lambda Q: np.argmax(Q @ W.T + b, axis=1), corners, answers, margin=0.6)
for corner in corners:
    n0, n1 = (int(((corner == X).all(axis=1) & (y == c)).sum()) for c in (0, 1))
    text = f"{n0} of class 0\n{n1} of class 1"
    ax.annotate(text, corner, (0, 9), textcoords="offset points", ha="center")
plt.show()

# %% [markdown]
# One of the ten examples is on the wrong side: the one of class 0 at the upper right, where three others are of class 1.
#
# The border is a straight line, for every Bernoulli model; with more features, a flat cut.
# So a Bernoulli model can only learn what a straight cut can separate. Two pixels that are *equal* in class A and *different* in class B are beyond it.
#
# > [!fold lecture-4] Mind the slide (lecture 4): Naive Bayes is not always linear
# > One lecture concludes that naive Bayes is a linear classifier.
# > With features that are on or off, with categories and with counts: yes. With normal densities whose variances differ between the classes, the border bends. You will see it in unit 5.
# >
# > In the errata: [E76](../../notebooks/errata.md#e76--naive-bayes-is-not-always-linear).
#
# ### Written answer 2 (2 points)
#
# Somebody adds a seventh column to the three mails that is 1 in every row.
#
# 1. Learn without smoothing. Does any prediction change? Why?
# 2. Learn with $\alpha = 1$. By which factor does the quotient of spam and ham change, and which class gains? Work with the formula of $\theta$.

# %% [markdown] answer="constant-feature" points=2
# 1. No. Every class has $\theta = 1$ for it, so a mail that has it (and all have) gets the factor 1 in each class.
# 2. $\theta = (n_c + 1)/(n_c + 2)$: 3/4 for spam ($n_c = 2$) and 2/3 for ham ($n_c = 1$). The quotient is multiplied by $\frac{3/4}{2/3} = \frac98$: spam gains a little. The class with more examples gains, as its pretended examples weigh less. A feature that says nothing should not do that; with many examples the effect vanishes.

# %% [markdown]
# ## 8 · How probable is this observation at all?
#
# The sum that Bayes' rule divides by, the *evidence*, has a meaning of its own: how probable is this observation, whatever its class?
#
# $$p(q) = \sum_c \pi_c\, p(q \mid c)$$
#
# For the ten examples without smoothing, $\pi = (0.4, 0.6)$ and $\theta_0 = (1, \frac14)$, $\theta_1 = (\frac12, \frac23)$. The input 1 1:
#
# $$0.4 \cdot 1 \cdot \tfrac14 + 0.6 \cdot \tfrac12 \cdot \tfrac23 = 0.1 + 0.2 = 0.3$$
#
# The four inputs have 0.1, 0.2, 0.4 and 0.3. Together that is 1, as it must be: something is observed.
# First the product over the features inside each class, then the sum over the classes. The other way round would be another world, with features that are independent without knowing the class.
#
# ### Task 8: `evidence` (3 points)


# %% exercise="evidence"
def evidence(model, Q):
    """Return p(q), the probability of each query under the model, whatever its class.

    Q          array (m, d) of 0 and 1
    returns    array (m,) of probabilities, not of logarithms

    With prior (0.4, 0.6) and theta ((1, 1/4), (1/2, 2/3)) the queries 00, 01, 10, 11 have 0.1, 0.2, 0.4, 0.3.
    """
    ### BEGIN SOLUTION
    return np.exp(log_joint(model, Q)).sum(axis=1)
    ### END SOLUTION


# %% check="evidence" points=3
check("bernoulli_nb.evidence", evidence)

# %% [markdown]
# **Before you go on.** Two classes are equally frequent. In the first both features have $\theta = 0.2$, in the second 0.8. What is $p(1, 1)$?
#
# - (a) 0.25
# - (b) 0.32
# - (c) 0.34
# - (d) 0.68
#
# > [!fold] Answer
# > **(c).** $0.5 \cdot 0.04 + 0.5 \cdot 0.64$: first the product in each class, then the sum over the classes.
# > (a) multiplies what each feature has on its own, $0.5 \cdot 0.5$: but the features are independent only *within* a class.
# > (b) asks the likelier class alone. (d) adds the classes without their priors.

# %% [markdown]
# ## 9 · Real data: handwritten digits
#
# 1797 images of 8 × 8 pixels, with three quarters for learning. "On" means darker than 7.5.

# %%
X_train, X_test, y_train, y_test = load_digits().split()
B_train, B_test = binarise(X_train, 7.5), binarise(X_test, 7.5)
digits = learn(B_train, y_train)
right = predict(digits, B_test) == y_test
print(f"{right.sum()} of {len(y_test)} new digits right, {right.mean():.1%}")

# %% [markdown]
# The model has 64 numbers for each digit: for each pixel the share of images in which it is on. Draw these as an image.
# Can you read what it has learnt? Where is it sure, and where not?

# %% alt="Ten images of eight by eight pixels, the share of images in which each pixel is on. All ten digits can be read; their middles are black, their edges grey."
fig, axes = plt.subplots(2, 5, figsize=(8, 3.4), layout="constrained")
_ = parameter_images(axes, digits["theta"], (8, 8), titles=[str(c) for c in digits["classes"]])
plt.show()

# %% [markdown]
# Black: nearly everybody's pen goes there. White: nearly nobody's. Grey: writers differ, as at the edges of the 1, or at the top of the 4.
# White is as useful as black: a dark pixel where a zero has its hole speaks strongly against a zero.
#
# ### What tells an eight from a three?
#
# The difference of two rows of weights says how much each pixel, *when it is on*, pulls towards the eight.

# %% alt="A map of eight by eight pixels. Purple pixels at the left, which close the loops of an eight, speak for 8; orange ones at the lower right speak for 3."
W, b = to_linear(digits)
fig, ax = plt.subplots(figsize=(3.6, 2.9), layout="constrained")
shades = ax.imshow((W[8] - W[3]).reshape(8, 8), cmap="PuOr", vmin=-5, vmax=5)
_ = ax.set(xticks=[], yticks=[], title="purple: on speaks for 8\norange: on speaks for 3")
_ = fig.colorbar(shades)
plt.show()

# %% [markdown]
# The purple patches on the left close the two loops of an eight; a three is open there.
#
# ### The strangest digits
#
# The evidence finds observations that do not look like anything the model knows.

# %% alt="Ten test images with their labels and probabilities. The upper five are odd: slanted sevens, a thin one, a crooked nine, with less than a quadrillionth each. The lower five are clear zeros and a six."
p = evidence(digits, B_test)
strange, usual = np.argsort(p)[:5], np.argsort(p)[-5:]
fig, axes = plt.subplots(2, 5, figsize=(8, 3.2), layout="constrained")
titles = [f"{y_test[i]}: {p[i]:.0e}" for i in [*strange, *usual]]
_ = parameter_images(axes, X_test[[*strange, *usual]], (8, 8), titles=titles, colorbar=False)
plt.show()

# %% [markdown]
# Above, the five least probable test images with their labels; below, the five most probable.
# Would you have read all the upper ones?
#
# ### Does it agree with scikit-learn?

# %%
from sklearn.naive_bayes import BernoulliNB

reference = BernoulliNB(alpha=1, binarize=7.5).fit(X_train, y_train)
same_table = np.allclose(np.log(digits["theta"]), reference.feature_log_prob_)
same_p = np.allclose(predict_with_prob(digits, B_test), reference.predict_proba(X_test))
same_labels = (predict(digits, B_test) == reference.predict(X_test)).all()
print(f"same table: {same_table}, same probabilities: {same_p}, same labels: {same_labels}")

# %% [markdown]
# That is the class you will use from now on, and you know what is inside.
#
# How much do the two choices matter that you made beforehand? Try the threshold and the pseudo-count.

# %%
lines = []
for threshold in (0, 3.5, 7.5, 11.5):
    B_train, B_test = binarise(X_train, threshold), binarise(X_test, threshold)
    models = (learn(B_train, y_train, alpha) for alpha in (0.01, 1, 100))
    hits = [int((predict(model, B_test) == y_test).sum()) for model in models]
    lines.append(f"threshold {threshold:4}: right with alpha = 0.01, 1, 100: {hits}")
print("\n".join(lines))

# %% [markdown]
# The threshold matters more than the smoothing, which is hardly noticed until it is as large as the classes, about 130 images each.
# (To *choose* one of these numbers you would need other data than those you report.)
#
# ### Written answer 3 (2 points)

# %%
B_test = binarise(X_test, 7.5)
p = predict_with_prob(digits, B_test).max(axis=1)
print(f"mean probability of the predicted class: {p.mean():.3f}")
print(f"share of right predictions:              {right.mean():.3f}")
print(f"{(p > 0.9).sum()} predictions with more than 0.9, of these {(~right & (p > 0.9)).sum()} wrong")

# %% [markdown]
# The model is surer than it is right.
#
# 1. Which assumption of the model do images of pen strokes violate? Give a pair of pixels as an example.
# 2. Why does this make the probabilities too extreme, in one direction or the other?
# 3. Why can the labels be mostly right all the same?

# %% [markdown] answer="too-sure" points=2
# 1. That pixels are independent *given the digit*. Two neighbours on a stroke are on together or off together: if the upper half of a vertical stroke is on, so is the lower one.
# 2. What is really one piece of evidence, "there is a stroke", is counted once for each of its pixels. The log-odds are a multiple of what they should be, so probabilities move towards 0 and 1.
# 3. The label only needs the right *order* of the classes. Counting evidence several times exaggerates the lead of the best class, but rarely changes which class leads.

# %% [markdown]
# ## What you take along
#
# - A Bernoulli feature is *on or off*, and both are evidence: $\theta$ if it is there, $1 - \theta$ if not.
# - $\theta_{c,j} = (n_{c,j} + \alpha)/(n_c + 2\alpha)$: 2 for the two values, whatever the number of classes. The prior is not smoothed.
# - $\theta = 0$ is a veto. One pretended example of each kind takes it away.
# - Logarithms instead of products; choose instead of multiplying by 0; subtract the largest before you come back.
# - The model is a weighted sum, $w_c \cdot x + b_c$, and the absent features are in $b_c$.
# - The evidence $p(q)$ says whether the model has ever seen anything like it.
#
# Next: a word that occurs five times is the same here as one that occurs once. In unit 4 it is not.
#
# > [!fold] Cheat sheet: the words and formulas of this unit
# > | what | how |
# > |---|---|
# > | on or off | `X > threshold` |
# > | share | $\theta_{c,j} = (n_{c,j} + \alpha)/(n_c + 2\alpha)$ |
# > | score | $\log \pi_c + \sum_j [x_j \log \theta_{c,j} + (1 - x_j) \log(1 - \theta_{c,j})]$: absence counts, too |
# > | $0 \cdot \log 0$ | is 0: choose with `np.where`, do not multiply |
# > | as a line | $w_{c,j} = \log \frac{\theta_{c,j}}{1 - \theta_{c,j}}$, $b_c = \log \pi_c + \sum_j \log(1 - \theta_{c,j})$ |
# > | evidence | $p(q) = \sum_c p(q, c)$ |
#
# **See it move.** These demonstrations belong to this unit; nothing is handed in, much can be tried:
#
# - [linearity](../../notebooks/demos/linearity.ipynb): Is naive Bayes a linear classifier?
# - [digits](../../notebooks/demos/digits.ipynb): What does a naive Bayes model think that a three looks like?
