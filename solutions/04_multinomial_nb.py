# %% [markdown]
# # 4 · Multinomial naive Bayes: how often?
#
# "Goal! What a goal! The third goal tonight!"
#
# Is this about football? The word *goal* gives it away, and it gives it away *three times*.
# In unit 3 we only asked whether a word is there. Now we count.
#
# On the way a sentence becomes a row of numbers, a class becomes a bag of words, and a decision becomes a dot product.
#
# | part | minutes | points | what you write, and about how many minutes |
# |---|---|---|---|
# | **Core**, 1 to 5 | 58 | 20 | `build_vocabulary` 8, `count_vector` 8, `learn` 15, `predict_one` 12, `log_joint` 15 |
# | **Upper rungs**, 6 to 11 | 54 | 16.5 | `predict` 6, `predict_with_prob` 12, `spectral_scores` 10, `cosine_similarity` 6, `m_estimate` 8, `word_shares` 12 |
# | **In words** | 16 | 4 | 2 answers, about 8 each |
# | **Real data**, 12 | | | 6046 e-mails: to run and to look at |
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

import re

import matplotlib.pyplot as plt
import numpy as np

from mlcore.datasets import load_mails, load_multinomial_table
from mlcore.exercises import check
from mlcore.plotting import decision_regions

# %% [markdown]
# ## 1 · Which words are there?
#
# Three sentences:

# %%
texts = ["The cat sat on the mat.", "A dog! The dog sat still.", "Cat and dog met at 9, on a mat?"]

# %% [markdown]
# A classifier wants rows of numbers, all of the same length. So we fix a list of words, the *vocabulary*, and give each word a column.
#
# First cut a text into words. For us a word is a run of letters and digits, in lower case; everything else is a gap.

# %%
print(re.findall(r"[a-z0-9]+", texts[2].lower()))

# %% [markdown]
# Then collect the words of **all** texts, each once, in alphabetical order, so that everybody has the same columns in the same order.
#
# Words like *the*, *a*, *on*, *and* are in nearly every text and say little about it. They are called *stop words*, and may be left out.
# Without them our vocabulary is
#
# > 9 · at · cat · dog · mat · met · sat · still
#
# > [!fold lecture-5] Mind the slide (lecture 5): The vocabulary is that of the corpus
# > A lecture takes as attributes all words of *the document*.
# > Then "a b" and "c" have vectors of lengths 2 and 1, and cannot be compared. With the words of the whole collection both have length 3.
# >
# > It then estimates that 10 000 documents of 500 words contain at most 50 000 different words.
# > The bound is $10\,000 \cdot 500 = 5\,000\,000$: every word could be new. That real vocabularies stay far below it is because people repeat themselves.
# >
# > In the errata: [E86](../../notebooks/errata.md#e86--the-vocabulary-is-that-of-the-corpus), [E83](../../notebooks/errata.md#e83--ten-thousand-documents-can-hold-five-million-words).
#
# ### Task 1: `build_vocabulary` (3 points)


# %% exercise="build_vocabulary"
def build_vocabulary(docs, stop_words=()):
    """Return the different words of all texts, in lower case and alphabetical order, without stop words.

    docs         a list of texts
    stop_words   words to leave out; they count in any spelling: "The" is "the"
    returns      a list of words, each once

    re.findall(r"[a-z0-9]+", text.lower()) cuts a text into its words.
    build_vocabulary(["The cat sat.", "A cat!"], ["the", "a"]) -> ["cat", "sat"]
    """
    ### BEGIN SOLUTION
    found = set()
    for doc in docs:
        found.update(re.findall(r"[a-z0-9]+", doc.lower()))
    return sorted(found - {word.lower() for word in stop_words})
    ### END SOLUTION


# %% check="build_vocabulary" points=3
check("multinomial_nb.build_vocabulary", build_vocabulary)

# %% [markdown]
# > [!fold] When a check fails: how to find out why
# > Do not change things at random and try again. Make the problem smaller.
# >
# > 1. *By hand.* Take one short sentence and write down what should come out.
# > 2. *Learning alone.* Print the table. Does each row sum to 1?
# > 3. *Prediction alone.* Give it a model that you have written down yourself.
# > 4. *One example, one word.* A text of a single word has a single factor.
# > 5. *Two words and a picture.* With a vocabulary of two words a text is a point in the plane: section 9 draws it.
# > 6. *Loop against no loop.* Write the slowest version that you can be sure of, and compare.
# > 7. *Print* what is in the variable, its shape and its first row, and not what ought to be in it.

# %% [markdown]
# ## 2 · A bag of words
#
# Now count: one number for each word of the vocabulary, 0 for most of them.
#
# | | cat | dog | mat | sat |
# |---|---|---|---|---|
# | The cat sat on the mat; the dog sat, too: CAT! | 2 | 1 | 1 | 2 |
#
# Words without a column, *the*, *on* and *too*, are ignored. And the order is gone: "dog bites man" and "man bites dog" have the same vector.
# As if somebody had cut the words out and thrown them into a bag.
#
# > [!fold lecture-3] Mind the slide (lecture 3): A document vector has one entry per word
# > One lecture writes the vector of a document with the index of the *class*, $\langle n_k \rangle$.
# > It has one entry for each *word* of the vocabulary, whatever the number of classes and the length of the text.
# >
# > In the errata: [E48](../../notebooks/errata.md#e48--a-document-vector-has-one-entry-per-word).
#
# ### Task 2: `count_vector` (3 points)


# %% exercise="count_vector"
def count_vector(doc, vocab):
    """Return how often each word of the vocabulary occurs in a text.

    doc        a text; it is cut into words as in task 1
    vocab      a list of words in lower case, in any order
    returns    an array (or list) of whole numbers: entry j belongs to vocab[j]

    Words that are not in the vocabulary are ignored.
    count_vector("A cat sat at a table.", ["a", "at", "cat"]) -> [2, 1, 1]
    """
    ### BEGIN SOLUTION
    found = re.findall(r"[a-z0-9]+", doc.lower())
    return np.array([found.count(word) for word in vocab])
    ### END SOLUTION


# %% check="count_vector" points=3
check("multinomial_nb.count_vector", count_vector)

# %%
vocabulary = build_vocabulary(texts, ["the", "a", "on", "and"])
print(vocabulary)
for text in texts:
    print(*count_vector(text, vocabulary), " ", text)

# %% [markdown]
# ## 3 · Learning: which share of the class's words?
#
# Imagine how a text of class $c$ comes about. At every place somebody draws a word from the class's bag, notes it, and puts it back.
# The bag is described by the shares of the words,
#
# $$\theta_{c,w} = P(\text{the next word is } w \mid c) \qquad \sum_w \theta_{c,w} = 1$$
#
# This is naive in two ways: the words of a text are independent, given the class; and it is the same bag at every place, so that order does not matter.
#
# Five texts with four words, in two classes:

# %%
X, y = load_multinomial_table()
for row, label in zip(X, y, strict=True):
    print(*row, "  class", label)

# %% [markdown]
# Pour all texts of a class together. Class 0 has used the words 6, 1, 1 and 0 times. Class 1 has used them 0, 1, 3 and 4 times. That makes 8 words each.
# Without smoothing, $\theta_0 = (\frac68, \frac18, \frac18, 0)$ and $\theta_1 = (0, \frac18, \frac38, \frac48)$.
#
# Again the share is the *maximum likelihood* estimate, but now the shares depend on each other: they sum to 1.
# We look for the maximum of $\sum_w N_w \log\theta_w$ under that condition. Lagrange's trick: subtract a multiple $\lambda$ of what must be 0,
#
# $$\sum_w N_w \log\theta_w - \lambda \Bigl(\sum_w \theta_w - 1\Bigr) \qquad\Rightarrow\qquad \frac{N_w}{\theta_w} - \lambda = 0 \qquad\Rightarrow\qquad \theta_w = \frac{N_w}{\lambda}$$
#
# They sum to 1 if $\lambda = \sum_w N_w$. So each word gets its share of all words of the class.
#
# > [!fold lecture-3] Mind the slide (lecture 3): Theta is the word given the category
# > One lecture reads $\theta$ as the probability that the *word belongs to the category*.
# > It is the other way round: of the words in this category, the share of this word.
# > A word with count 1 of 10 here and 1 of 2 there has $\theta = 1/10$ here; read the wrong way round one would say 1/2.
# >
# > In the errata: [E46](../../notebooks/errata.md#e46--theta-is-the-word-given-the-category).
#
# ### Smoothing
#
# The last word never occurs in class 0, and a zero is a veto, as in unit 3. So add $\alpha$ to the count of **every** word, $D$ words in all:
#
# $$\theta_{c,w} = \frac{N_{c,w} + \alpha}{N_c + \alpha D}$$
#
# With $\alpha = 1$: $\theta_0 = \frac{1}{12}(7, 2, 2, 1)$ and $\theta_1 = \frac{1}{12}(1, 2, 4, 5)$, where $12 = 8 + 4$.
# Below the line the sum of what is above it, nothing else: that is why it is $D$, not 2, and not the number of classes.
#
# The prior is the share of *texts*, $\pi = (\frac35, \frac25)$, however long they are.
#
# ### Task 3: `learn` (6 points)


# %% exercise="learn"
def learn(X, y, alpha=1):
    """Learn a multinomial model.

    X          array (n, D) of counts
    y          array (n,) of labels: numbers or words
    alpha      the pseudo-count, added to the count of every word
    returns    a dictionary with
               "classes"  the labels, sorted, each once: (K,)
               "prior"    the share of texts of each class, not smoothed: (K,)
               "theta"    the smoothed share of each word in the words of the class: (K, D), rows sum to 1

    learn(X, y)["theta"][0] -> [7/12, 2/12, 2/12, 1/12]
    """
    ### BEGIN SOLUTION
    classes = np.unique(y)
    prior, theta = [], []
    for c in classes:
        count = X[y == c].sum(axis=0) + alpha
        prior.append(np.mean(y == c))
        theta.append(count / count.sum())
    return {"classes": classes, "prior": np.array(prior), "theta": np.array(theta)}
    ### END SOLUTION


# %% check="learn" points=6
check("multinomial_nb.learn", learn)

# %% [markdown]
# **Before you go on.** A class has two texts, "goal goal team" and "goal". The vocabulary is *goal*, *team*, *win*. With $\alpha = 1$, what is $\theta$ of *goal*?
#
# - (a) 4/5
# - (b) 4/6
# - (c) 4/7
# - (d) 3/6
#
# > [!fold] Answer
# > **(c).** Four words, three of them *goal*, and one more for each of the $D = 3$ words of the vocabulary: $(3 + 1)/(4 + 3)$.
# > (a) adds $\alpha$ once below, (b) $2\alpha$ as in unit 3; in both the three shares sum to more than 1.
# > (d) counts in how many *texts* the word is: that *goal* comes twice in the first text is news here.

# %% [markdown]
# Look at the two bags. What changes with more smoothing? Think of $\alpha \to \infty$ before you look at the right.

# %% alt="Two classes' shares of four words, for three pseudo-counts. At 0 class 0 uses mostly word 0 and class 1 never does; at 1 no bar is empty; at 20 all bars are nearly equal."
fig, axes = plt.subplots(1, 3, figsize=(9, 2.4), layout="constrained", sharey=True)
for ax, alpha in zip(axes, (0, 1, 20), strict=True):
    theta = learn(X, y, alpha)["theta"]
    for c, shade in ((0, "0.75"), (1, "0.3")):
        ax.bar(np.arange(4) + 0.4 * c - 0.2, theta[c], 0.38, color=shade, label=f"class {c}")
    ax.set(title=f"α = {alpha}", xlabel="word")
axes[0].set_ylabel("θ")
_ = axes[2].legend()
plt.show()

# %% [markdown]
# The bars of one class always sum to 1. If one word gets more, the others get less: the words *compete*.
# That is the difference to unit 3, where every word had a share of its own, and all of them could be large.
# With much smoothing both bags become alike, and what is left to decide by is the prior.

# %% [markdown]
# ## 4 · The lecture's prediction
#
# A text is now a sequence of places, and each place has a word. Multiply the prior and one factor for each *place*:
#
# $$\pi_c \prod_i \theta_{c, x_i} \qquad x_i \text{ is the number of the word at place } i$$
#
# The text "first word, second word" by hand, with the smoothed model:
#
# $$\text{class 0:}\quad \tfrac35 \cdot \tfrac{7}{12} \cdot \tfrac{2}{12} = 0.0583 \qquad \text{class 1:}\quad \tfrac25 \cdot \tfrac{1}{12} \cdot \tfrac{2}{12} = 0.0056$$
#
# Class 0, and with probability $0.0583 / (0.0583 + 0.0056) = 0.913$.
#
# A word that stands at two places gets two factors. A word that stands nowhere gets none: in this model, absence says nothing.
#
# > [!fold lecture-5] Mind the slide (lecture 5): Absent words count as well
# > One lecture learns the share of *texts* with the word, and then multiplies over the words of the text.
# > These are two models, and one has to choose. Shares of texts: then absent words count too (unit 3). Shares of words: then multiply over the places (here).
# >
# > In the errata: [E85](../../notebooks/errata.md#e85--absent-words-count-as-well).
#
# ### Task 4: `predict_one` (3 points)
#
# As in the lectures: one observation, loops allowed, first the observation and then the model.

# %%
small_model = {
    "classes": np.array([0, 1]),
    "prior": np.array([3 / 5, 2 / 5]),
    "theta": np.array([[7, 2, 2, 1], [1, 2, 4, 5]]) / 12,
}


# %% exercise="predict_one"
def predict_one(x, model):
    """Return the most probable class of one text: one of model["classes"].

    x          the numbers of its words, place by place: [3, 0, 3] has word 3, then word 0, then word 3
    model      as learn returns it

    The score of a class is its prior times one factor for each place.
    If two classes have the same score, even if it is 0, return the one that stands first.

    predict_one([0, 1], small_model) -> 0
    """
    ### BEGIN SOLUTION
    best, best_score = None, -1
    for c, label in enumerate(model["classes"]):
        score = model["prior"][c]
        for word in x:
            score = score * model["theta"][c, word]
        if score > best_score:
            best, best_score = label, score
    return best
    ### END SOLUTION


# %% check="predict_one" points=3
check("multinomial_nb.predict_one", predict_one)

# %% [markdown]
# ## 5 · Group equal words, and take logarithms
#
# Equal words have equal factors. If word $w$ occurs $q_w$ times, they make $\theta_{c,w}^{\,q_w}$ together, and in logarithms
#
# $$\log p(q, c) = \log\pi_c + \sum_w q_w \log\theta_{c,w}$$
#
# The sum now runs over the **vocabulary**. A text is its vector of counts, and nothing else matters.
#
# By hand, the text with counts $(2, 0, 0, 3)$:
#
# $$\text{class 0:}\quad \log\tfrac35 + 2\log\tfrac{7}{12} + 3\log\tfrac{1}{12} = -0.511 - 1.078 - 7.455 = -9.044$$
#
# $$\text{class 1:}\quad \log\tfrac25 + 2\log\tfrac{1}{12} + 3\log\tfrac{5}{12} = -0.916 - 4.970 - 2.626 = -8.512$$
#
# Class 1 is larger. For the empty text the sum is empty too, and the prior is all that we know.
#
# > [!fold lecture-3] Mind the slide (lecture 3): The sum with counts runs over the vocabulary
# > A lecture groups the words, multiplies by the counts, and lets the sum run over the *places* all the same.
# > Then a word that occurs twice is counted two times two. Take "a b b c" with shares 0.2, 0.3 and 0.5:
# > $\log 0.2 + 2 \log 0.3 + \log 0.5 = -4.71$ is right; as printed it is $-7.12$.
# >
# > In the errata: [E47](../../notebooks/errata.md#e47--the-sum-with-counts-runs-over-the-vocabulary).
#
# Two remarks. A bag with these counts can be written in many orders, $\frac{n!}{q_1! \cdots q_D!}$ of them. That number is the same for every class, so we leave it out.
# And without smoothing the corner $0 \cdot \log 0$ comes back: a word that the class never used and the text does not contain must add **0**; only if the text contains it is the result $-\infty$.
# As in unit 3: choose with `np.where`, and let `np.errstate(divide="ignore", invalid="ignore")` keep NumPy quiet.
#
# ### Task 5: `log_joint` (5 points)


# %% exercise="log_joint"
def log_joint(model, Q):
    """Return log p(q, c) for each text and class, without the number of orders.

    model      as learn returns it; theta may contain 0
    Q          array (m, D) of counts
    returns    array (m, K), a row for each text; -inf where a class is ruled out, never nan

    log_joint(small_model, np.array([[2, 0, 0, 3]])) -> [[-9.0436..., -8.5125...]]
    """
    ### BEGIN SOLUTION
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(Q[:, None, :] > 0, Q[:, None, :] * np.log(model["theta"]), 0)  # (m, K, D)
    return np.log(model["prior"]) + terms.sum(axis=2)
    ### END SOLUTION


# %% check="log_joint" points=5
check("multinomial_nb.log_joint", log_joint)

# %% [markdown]
# **Before you go on.** A class has prior $\frac12$ and $\theta = (0.1, 0.9)$. A text consists of the first word, twice. What is $p(q, c)$?
#
# - (a) 0.0005
# - (b) 0.005
# - (c) 0.05
#
# > [!fold] Answer
# > **(b).** $0.5 \cdot 0.1 \cdot 0.1$: one factor for each place.
# > (c) hears the word once, as in unit 3. (a) adds a factor $1 - 0.9$ for the word that is missing: in this model absence says nothing.

# %% [markdown]
# **This was the core.** From a sentence to a comparison of classes, by counting. What follows makes it safe and shows it from another side.

# %% [markdown]
# ## 6 · Labels, for long texts too
#
# The product of section 4 has a factor for every word. Take a page of 400 words, each with a share of about one tenth: $0.1^{400}$ is 0 for the computer.
# The sums of section 5 do not mind.
#
# ### Task 6: `predict` (3 points)
#
# You may call your `log_joint`; if that one is not right yet, the check tries this task once more with ours in its place.


# %% exercise="predict"
def predict(model, Q):
    """Return the most probable class of each text.

    Q          array (m, D) of counts; texts may have thousands of words
    returns    m labels out of model["classes"]; of equally probable classes the one that stands first

    predict(small_model, np.array([[1, 1, 0, 0], [2, 0, 0, 3]])) -> [0, 1]
    """
    ### BEGIN SOLUTION
    return model["classes"][np.argmax(log_joint(model, Q), axis=1)]
    ### END SOLUTION


# %% check="predict" points=3
check("multinomial_nb.predict", predict)

# %% [markdown]
# ## 7 · How sure?
#
# As in unit 3: subtract the largest number of each row, take powers, divide by the sum.
# For $(2, 0, 0, 3)$: $(-9.044, -8.512)$ becomes $(-0.531, 0)$, the powers are $0.588$ and $1$, and $0.588 / 1.588 = 0.370$ for class 0.
#
# If every class is ruled out there is nothing to divide: raise a `ValueError`.
#
# ### Task 7: `predict_with_prob` (4 points)


# %% exercise="predict_with_prob"
def predict_with_prob(model, Q):
    """Return P(c | q) for each text and class.

    Q          array (m, D) of counts; texts may have thousands of words
    returns    array (m, K); each row sums to 1

    Raise a ValueError if some text has probability 0 in every class.

    predict_with_prob(small_model, np.array([[2, 0, 0, 3]])) -> [[0.3702..., 0.6297...]]
    """
    ### BEGIN SOLUTION
    scores = log_joint(model, Q)
    largest = scores.max(axis=1, keepdims=True)
    if np.isneginf(largest).any():
        raise ValueError("A text has probability 0 in every class: learn with alpha > 0.")
    p = np.exp(scores - largest)
    return p / p.sum(axis=1, keepdims=True)
    ### END SOLUTION


# %% check="predict_with_prob" points=4
check("multinomial_nb.predict_with_prob", predict_with_prob)

# %% [markdown]
# Write the text $(2, 0, 0, 3)$ once, twice, three times in a row. The words say the same as before. How sure is the model?

# %% alt="Probability of class 1 against how often the text is written. It starts at the prior, 0.4, is 0.63 for the text once, 0.81 for twice, and nearly 1 from five times on."
times = np.arange(9)
p = predict_with_prob(small_model, times[:, None] * np.array([2, 0, 0, 3]))
fig, ax = plt.subplots(figsize=(5.5, 2.6), layout="constrained")
ax.plot(times, p[:, 1], "o-", color="0.2")
_ = ax.set(xlabel="how often the text is written", ylabel="P(class 1)", ylim=(0, 1.03))
plt.show()

# %% [markdown]
# At 0, for the empty text, you see the prior, 0.4. Eight copies, and class 1 is all but certain.
#
# ### Written answer 1 (2 points)
#
# 1. Write down the log-odds $\log\frac{P(1 \mid q)}{P(0 \mid q)}$ of a text, as prior plus evidence. What becomes of them when the text is written twice?
# 2. Which assumption is behind it, and is it reasonable for a copy? And for a text that is simply twice as long?
# 3. A colleague divides the evidence by the length of the text. Name one thing that gets better and one that is lost.

# %% [markdown] answer="twice" points=2
# 1. $\log\frac{\pi_1}{\pi_0} + \sum_w q_w \log\frac{\theta_{1,w}}{\theta_{0,w}}$. The sum doubles, the prior's part stays: here $-0.405 + 0.937$ becomes $-0.405 + 1.874$.
# 2. That places are independent, given the class: each word is a new drawing from the bag. A copy is no new drawing at all. In a longer text there is new evidence, but less than the model thinks, since a word that has occurred is likely to occur again (a text about one goal speaks of goals).
# 3. Better: probabilities of long texts are no longer always 0 or 1. Lost: a long text can no longer convince more than a short one, the prior keeps its full weight against any text; and it is no longer Bayes' rule, so the numbers are no probabilities under the model.

# %% [markdown]
# ## 8 · The same, as a dot product
#
# Write the logarithms of a class as a vector, one entry for each word, and the text as its vector of counts:
#
# $$s_c = (\log\theta_{c,1}, \dots, \log\theta_{c,D}) \qquad s_c \cdot q = \sum_w q_w \log\theta_{c,w}$$
#
# One dot product for each class, and the largest wins, once the prior is added: $s_c \cdot q + \log\pi_c$.
# One lecture calls this the *spectral* view: the class has a spectrum, and we see how the text responds to it.
# So multinomial naive Bayes is a linear classifier too, with the weights $\log\theta_{c,w}$ and the constant $\log\pi_c$.
#
# By hand, the text $(1, 1, 0, 0)$ picks two entries of each vector: $\log\frac{7}{12} + \log\frac{2}{12} = -2.331$ for class 0, and $\log\frac{1}{12} + \log\frac{2}{12} = -4.277$ for class 1.
# With the prior: $-2.842$ and $-5.193$.
#
# > [!fold lecture-3] Mind the slide (lecture 3): Frequencies do not carry the prior
# > The lecture says that the prior may be left out, as the frequencies carry it. They do not.
# > $\theta$ is a share *inside* the class. Repeat one class's text nine times: its $\theta$ stays the same, its prior goes from 1/2 to 9/10, and decisions change.
# >
# > In the errata: [E50](../../notebooks/errata.md#e50--frequencies-do-not-carry-the-prior).
#
# ### Task 8: `spectral_scores` (3 points)


# %% exercise="spectral_scores"
def spectral_scores(model, Q, use_prior=True):
    """Return the dot product of each text with the logarithms of each class.

    model      as learn returns it, with every theta above 0
    Q          array (m, D) of counts
    use_prior  whether the logarithm of the prior is added
    returns    array (m, K)

    spectral_scores(small_model, np.array([[1, 1, 0, 0]]), use_prior=False) -> [[-2.3307..., -4.2766...]]
    """
    ### BEGIN SOLUTION
    scores = Q @ np.log(model["theta"]).T
    if use_prior:
        scores = scores + np.log(model["prior"])
    return scores
    ### END SOLUTION


# %% check="spectral_scores" points=3
check("multinomial_nb.spectral_scores", spectral_scores)

# %% [markdown]
# ## 9 · Is it the angle?
#
# A dot product has a geometric meaning: $a \cdot b = \|a\| \|b\| \cos\varphi$, where $\varphi$ is the angle between the vectors. Divide by the lengths, and the *cosine similarity* is left,
#
# $$\cos\varphi = \frac{a \cdot b}{\|a\|\,\|b\|} \qquad \|a\| = \sqrt{\textstyle\sum_w a_w^2}$$
#
# 1 for the same direction, 0 for a right angle, −1 for opposite directions. For texts it asks whether they use words in the same *proportions*, however long they are.
# By hand: $(3, 4)$ and $(4, 3)$ have the dot product 24 and both have length 5, so $\cos\varphi = 24/25$.
#
# The empty text has length 0 and no direction. By convention its similarity to anything is 0.
#
# ### Task 9: `cosine_similarity` (2 points)


# %% exercise="cosine_similarity"
def cosine_similarity(a, b):
    """Return the cosine of the angle between two vectors; 0 if one of them is the zero vector.

    cosine_similarity(np.array([3, 4]), np.array([4, 3])) -> 0.96
    """
    ### BEGIN SOLUTION
    lengths = np.sqrt(np.sum(a * a)) * np.sqrt(np.sum(b * b))
    return np.sum(a * b) / lengths if lengths > 0 else 0.0
    ### END SOLUTION


# %% check="cosine_similarity" points=2
check("multinomial_nb.cosine_similarity", cosine_similarity)

# %% [markdown]
# **Before you go on.** A text has the counts $(3, 4)$, another one $(30, 40)$. What is their cosine similarity?
#
# - (a) 1
# - (b) 0
# - (c) 250
#
# > [!fold] Answer
# > **(a).** The same proportions, so the same direction, however long the texts are.
# > (b) is their cosine *distance*, $1 - 1$: 0 means alike for a distance, and a right angle for a similarity. (c) is the dot product, not yet divided by the lengths 5 and 50.

# %% [markdown]
# Does the classifier compare angles, then? With a vocabulary of two words a text is a point in the plane, and we can see what each rule does.
# Class A uses both words equally, class B the first one nine times in ten. The marks are texts drawn from the two bags.

# %%
bags, names = np.array([[0.5, 0.5], [0.9, 0.1]]), np.array(["A", "B"])
even = {"classes": names, "prior": np.array([0.5, 0.5]), "theta": bags}
favoured = {"classes": names, "prior": np.array([0.02, 0.98]), "theta": bags}
rng = np.random.default_rng(39)
drawn = np.vstack([[rng.multinomial(length, bag) for length in range(3, 10)] for bag in bags])
labels = np.repeat(names, 7)


def by_cosine(Q):
    return names[[np.argmax([cosine_similarity(q, s) for s in np.log(bags)]) for q in Q]]


# %% alt="Three maps over the counts of two words, with texts of classes A and B. The dot product cuts by a line through the origin; with a strong prior the line is moved upwards and A loses the small texts; the cosine's line is steep and gives most of A to B."
rules = {
    "dot product": lambda Q: names[np.argmax(spectral_scores(even, Q), axis=1)],
    "dot product, prior 2 : 98": lambda Q: names[np.argmax(spectral_scores(favoured, Q), axis=1)],
    "cosine": by_cosine,
}
fig, axes = plt.subplots(1, 3, figsize=(10, 3.5), layout="constrained")
view = {"feature_names": ("first word", "second word"), "limits": (-0.4, 9.6, -0.4, 6.9)}
for ax, (name, rule) in zip(axes, rules.items(), strict=True):
    decision_regions(ax, rule, drawn, labels, **view, resolution=120)
    ax.set_title(name)
plt.show()

# %% [markdown]
# Left: a straight border through the origin. All texts with the same proportions are treated alike, so far it is about direction.
# Middle: the prior moves the border, and now a text of one or two words belongs to B, whatever its direction. Only a longer text can overrule a strong prior.
# Right: the cosine with $s_c$ puts the border elsewhere, and calls six of the seven texts of A a B.
#
# > [!fold lecture-3] Mind the slide (lecture 3): The dot product is not a correlation
# > A lecture calls the score a *correlation* that shows how well text and class are aligned.
# > But the entries of $s_c$ are logarithms, all negative, and their length differs from class to class; it carries information. Divide it away, and you have another classifier.
# > With the shares $(\frac12, \frac14, \frac14)$ and $(0.9, 0.05, 0.05)$ and a text with one each of the first two words, the scores choose the first class and the cosines the second.
# >
# > In the errata: [E49](../../notebooks/errata.md#e49--the-dot-product-is-not-a-correlation).
#
# The cosine is at home where *two texts* are compared: which of these mails is most like that one?

# %% [markdown]
# ## 10 · A prior guess with a weight
#
# Adding $\alpha$ to every count says: before I have seen anything, all words are equally likely.
# Perhaps you know better. The *m-estimate* lets you say what you guess, $p$, and how many examples your guess is worth, $m$:
#
# $$\frac{\text{count} + m\,p}{n + m}$$
#
# Pretend $m$ further examples, a share $p$ of them hits. By hand: a word that 0 of 10 texts have, guess ½ with the weight of two: $\frac{0 + 2 \cdot \frac12}{10 + 2} = \frac{1}{12}$, the same as Laplace for two values.
# In general $V$ values, an even guess $p = 1/V$ and the weight $m = V$ are add-one smoothing: of counts 3, 0, 2 it makes $\frac48, \frac18, \frac38$.
#
# The filter for junk mail in a well-known mail program guesses ½ with the weight 0.45. A word seen in 3 of 3 spam mails gets $\frac{3 + 0.225}{3.45} = 0.935$. (That program then goes its own way, so it is a relative of our classifier and not an instance: [E92](../../notebooks/errata.md#e92--the-mail-filter-smooths-with-an-m-estimate).)
#
# > [!fold lecture-5] Mind the slide (lecture 5): The pseudo-counts belong to the values of the feature
# > A lecture calls $m$ the number of labels, and smooths with $\frac{n_k + 1}{n + c}$ for $c$ classes.
# > $m$ is the weight of the guess. What is below the line has to do with the number of *values*: two for "there or not", $D$ for "which word", however many classes there are.
# >
# > In the errata: [E84](../../notebooks/errata.md#e84--the-pseudo-counts-belong-to-the-values-of-the-feature).
#
# ### Task 10: `m_estimate` (2 points)


# %% exercise="m_estimate"
def m_estimate(count, n, p, m):
    """Return the share count / n, pulled towards the guess p with the weight of m examples.

    count, p   numbers, or arrays of the same length
    n          the number of examples; may be 0
    m          the weight of the guess, above 0

    m_estimate(0, 10, 0.5, 2) -> 1/12
    """
    ### BEGIN SOLUTION
    return (count + m * p) / (n + m)
    ### END SOLUTION


# %% check="m_estimate" points=2
check("multinomial_nb.m_estimate", m_estimate)

# %% [markdown]
# A word has not been seen in $n$ texts, and we had guessed 0.2. How fast do we give the guess up?

# %% alt="An estimate that starts at 0.2 and falls with the number of texts that lack the word: for m = 1 it is near 0 after ten texts, for 5 it is 0.07, for 20 still 0.13."
n = np.arange(41)
fig, ax = plt.subplots(figsize=(5.5, 2.6), layout="constrained")
for m, style in ((1, ":"), (5, "-"), (20, "--")):
    ax.plot(n, m_estimate(0 * n, n, 0.2, m), style, color="0.2", label=f"m = {m}")
_ = ax.set(xlabel="texts, none of which has the word", ylabel="estimate", ylim=(0, 0.21))
_ = ax.legend()
plt.show()

# %% [markdown]
# All start at the guess and go to 0, and none arrives. After $n = m$ texts the guess has lost half its weight.
# This matters for *rare* words: the share 0/3 is hardly knowledge, and the estimate says so.

# %% [markdown]
# ## 11 · Words that nobody has seen
#
# A text arrives with a word that is in no column. So far we ignore it: `count_vector` has no place for it.
# That is one answer. But is it neutral? In a class with a small vocabulary a new word should surprise less than in one that says the same ten words again and again. How probable is a word that we have never counted?
#
# Smoothing has told us already what a word with the count 0 gets. So give *all words that are not in the list* one place together, with the count 0:
#
# $$\theta_{w} = \frac{N_{w} + \alpha}{N + \alpha (D + 1)} \qquad \theta_{\text{unknown}} = \frac{\alpha}{N + \alpha (D + 1)}$$
#
# The list has $D$ words, and there are $D + 1$ places now. What the unknown word gets, the others lose: all shares still sum to 1.
#
# By hand: *goal* three times and *team* once, $\alpha = 1$. Below the line $4 + 1 \cdot 3 = 7$. So goal has $\frac47$, team $\frac27$, and any other word $\frac17$.
#
# ### Task 11: `word_shares` (2.5 points)
#
# Here the words are the keys of a dictionary, and the unknown one has the key `"<unknown>"`. (No word of ours has such brackets.)


# %% exercise="word_shares"
def word_shares(counts, alpha):
    """Return the smoothed share of each word, and of any word that is not in the list.

    counts     a dictionary: word -> how often a class has used it; the count may be 0
    alpha      the pseudo-count of each word and of the unknown one, 0 or more

    Returns a new dictionary with the same words and the key "<unknown>"; its values sum to 1.
    ValueError if there is nothing to divide by: no word was counted, and alpha is 0.

    word_shares({"goal": 3, "team": 1}, 1) -> {"goal": 4/7, "team": 2/7, "<unknown>": 1/7}
    """
    ### BEGIN SOLUTION
    total = sum(counts.values()) + alpha * (len(counts) + 1)
    if total == 0:
        raise ValueError("no word was counted, and alpha is 0")
    shares = {word: (count + alpha) / total for word, count in counts.items()}
    return {**shares, "<unknown>": alpha / total}
    ### END SOLUTION


# %% check="word_shares" points=2.5
check("multinomial_nb.word_shares", word_shares)

# %% [markdown]
# Two classes, the same two new words: a talkative one that has used many words a little, and one that repeats itself.

# %%
talkative = word_shares(dict.fromkeys("abcdefghijklmnop", 1), 1)
repeats = word_shares({"a": 8, "b": 8}, 1)
for name, shares in (("talkative", talkative), ("repeats itself", repeats)):
    print(f"{name:15} a known word {shares['a']:.4f}, an unknown one {shares['<unknown>']:.4f}")

# %% [markdown]
# Both classes have used 16 words. The talkative one gives the *smaller* share to an unknown word: it has a longer list, and each place costs it an $\alpha$.
# That is against what we wanted, and it is a weakness of adding the same to everything. (Better methods ask how many words were seen exactly *once*: whoever has often met a new word will meet another.)
# With one list for all classes, as in task 1, $D$ is the same for all of them. Then the unknown word speaks for the class that has used fewer words, only because less is known about it.
# So ignoring it is no bad rule either. What does *not* work is a share of 0: one new word, and every class is impossible.

# %% [markdown]
# ## 12 · Real data: is it spam?
#
# 6046 e-mails of the years around 2002, as counts of 2000 words; three quarters are for learning.
# Look at the table first: each row is one of 120 mails, each column a word, a dot for every count above 0.

# %% alt="A table of 120 mails and every fourth word as dots, nearly empty. A few columns are dark from top to bottom."
mails = load_mails()
X_train, X_test, y_train, y_test = mails.split()
print(mails, f"- {X_train.nnz / X_train.shape[0] / X_train.shape[1]:.1%} of the counts are not 0")
fig, ax = plt.subplots(figsize=(8, 2.6), layout="constrained")
ax.spy(X_train[::38, ::4], markersize=0.8, color="0.2", aspect="auto")
_ = ax.set(xlabel="words (every fourth)", ylabel="mails", xticks=[], yticks=[])
plt.show()

# %% [markdown]
# Nearly empty. That is why such tables are kept *sparse*: only what is not 0 is stored. A few columns are dark: words like *the* or *to*, which nearly every mail has.
#
# For our functions we write the zeros out. (If yours use loops, this takes a while: set `n_words` to 200.)

# %%
n_words = 2000
X_train, X_test = X_train[:, :n_words].toarray(), X_test[:, :n_words].toarray()
filter_ = learn(X_train, y_train)
answers = predict(filter_, X_test)
print(f"{(answers == y_test).sum()} of {len(y_test)} new mails right, {(answers == y_test).mean():.1%}")
for answer in ("ham", "spam"):
    ham, spam = (((answers == answer) & (y_test == c)).sum() for c in ("ham", "spam"))
    print(f"called {answer:>4}: {ham:5} ham {spam:5} spam")

# %% [markdown]
# *Ham* is mail that is not spam. 19 spam mails got through, and 26 honest mails were lost.
# These two mistakes do not weigh the same, and you will see in unit 6 what to do about that.
#
# ### What does it listen to?
#
# Each occurrence of a word adds $\log\frac{\theta_{\text{spam},w}}{\theta_{\text{ham},w}}$ to the log-odds of spam. Guess a few words on either side before you look.

# %% alt="Twelve words that pull most in each direction. Towards ham: kernel, folder, bug and other words of programmers, by 4 to 5.5. Towards spam: mortgage, lenders, mailings, guaranteed, by 3 to 5."
pull = np.log(filter_["theta"][1] / filter_["theta"][0])
order = np.argsort(pull)
fig, axes = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
for ax, chosen, title in ((axes[0], order[:12], "towards ham"), (axes[1], order[::-1][:12], "towards spam")):
    ax.barh(range(12), abs(pull[chosen]), color="0.5")
    ax.set_yticks(range(12), [mails.feature_names[j] for j in chosen])
    ax.invert_yaxis()
    ax.set(title=title, xlabel="pull per occurrence", xlim=(0, 6))
plt.show()

# %% [markdown]
# The honest mail of this collection was written largely by programmers, and it shows.
# A filter learns the mail of those whose mail it has seen. For your own it would need other words.
#
# ### Try your own
#
# Change the sentences. Can you write an honest mail that is called spam?

# %%
sentences = (
    "The kernel patch is on the list.",
    "Claim your free money now, guaranteed!",
    "We moved the meeting; see the agenda.",
    "Hello, how are you?",
)
own = np.array([count_vector(sentence, mails.feature_names[:n_words]) for sentence in sentences])
for sentence, p in zip(sentences, predict_with_prob(filter_, own), strict=True):
    print(f"P(spam) = {p[1]:.4f}  {sentence}")

# %% [markdown]
# The last one has three common words, *how*, *are* and *you*, and no others that the filter knows. It is a greeting, and the filter has to guess.
#
# ### Does it agree with scikit-learn?

# %%
from sklearn.naive_bayes import BernoulliNB, MultinomialNB

reference = MultinomialNB(alpha=1).fit(X_train, y_train)
same_table = np.allclose(np.log(filter_["theta"]), reference.feature_log_prob_)
same_p = np.allclose(predict_with_prob(filter_, X_test), reference.predict_proba(X_test))
same_labels = (answers == reference.predict(X_test)).all()
print(f"same table: {same_table}, same probabilities: {same_p}, same labels: {same_labels}")

# %% [markdown]
# And is it worth counting at all? The same mails, with the counts and with nothing but *whether* a word is there.

# %%
present, present_test = X_train > 0, X_test > 0
presence = MultinomialNB(alpha=1).fit(present, y_train)
bernoulli = BernoulliNB(alpha=1).fit(present, y_train)
models = ((reference, X_test), (presence, present_test), (bernoulli, present_test))
how_often, whether, absent_too = (model.score(Q, y_test) for model, Q in models)
print(f"multinomial, how often: {how_often:.1%}\nmultinomial, whether:   {whether:.1%}")
print(f"Bernoulli, whether:     {absent_too:.1%}")

# %% [markdown]
# Look at the middle line before you say "counting wins": the multinomial model is nearly as good if we only tell it *whether*.
# So it is not the counts that the Bernoulli model misses. What differs is what it does with **absent** words.
# A mail here has some 90 of the 2000 words; for Bernoulli 1900 of its 2000 factors are about what is *not* there, and in a long mail hardly anything is absent.
# Absence is good evidence where a feature is expected, as a pixel in a digit. In mails of any length it is mostly a way of saying how long they are.
#
# ### A word of veto
#
# Without smoothing, a word that no spam of the training data contained is a veto. How many such words are there, and what happens if a spammer knows one?

# %%
unseen = (X_train[y_train == "spam"].sum(axis=0) == 0) & (X_train.sum(axis=0) > 0)
poisoned = X_test[y_test == "spam"].copy()
poisoned[:, np.flatnonzero(unseen)[0]] += 1
bare, smoothed = ((predict(learn(X_train, y_train, alpha), poisoned) == "spam").mean() for alpha in (0, 1))
print(f"{unseen.sum()} words are used by ham only")
print(f"with one of them, {bare:.1%} of the spam is found without smoothing, {smoothed:.1%} with alpha = 1")

# %% [markdown]
# Before the attack 94.4% were found. One pretended occurrence of every word, and the trick is worth little. (Repeating the word works for some time. How often would you have to?)
#
# ### Written answer 2 (2 points)
#
# Bernoulli or multinomial? Choose for each task, with the reason.
#
# 1. Text messages of ten words, spam or not.
# 2. Newspaper articles of very different length: sport, politics or culture.
# 3. A medical questionnaire with forty questions, yes or no.
# 4. Could you use the multinomial model for heights in metres, one column, with the values 1.65 or 1.80? What would $\theta$ be?

# %% [markdown] answer="which-model" points=2
# 1. Either will do: hardly any word occurs twice, so counts and presence are the same. What decides is whether absent words should speak; as all messages are about equally short, they may. (Full marks for either choice with this reason.)
# 2. Multinomial: how often a word occurs says what an article is about, and only shares of the words are comparable between lengths. A Bernoulli model would take a long article for one with everything present.
# 3. Bernoulli: "no" is an answer, and must count as evidence. In the multinomial model it would say nothing, and the answers would compete.
# 4. No. It needs counts of things that compete for a total. With one column the shares sum to 1, so $\theta = 1$ in every class, whatever the heights: nothing is learnt. (A normal density is the model for it: unit 5.)

# %% [markdown]
# ## What you take along
#
# - A vocabulary comes from the whole collection; a text is its vector of counts, without order; unknown words are ignored.
# - $\theta_{c,w} = (N_{c,w} + \alpha)/(N_c + \alpha D)$, the share of the class's *words*; each row sums to 1, so words compete. The prior counts *texts*.
# - A repeated word counts each time, an absent one not at all. The sum of logarithms runs over the vocabulary.
# - The decision is a dot product plus $\log\pi_c$. The prior is not in $\theta$, and the dot product is not a cosine.
# - Longer texts give larger evidence, often too large: copies count as news.
# - A guess $p$ with the weight $m$ is the general form of smoothing.
#
# Next: what if a feature is a measurement, and no value ever comes twice? Unit 5.
#
# > [!fold] Cheat sheet: the words and formulas of this unit
# > | what | how |
# > |---|---|
# > | words | `re.findall(r"[a-z0-9]+", text.lower())` |
# > | share of the words | $\theta_{c,w} = (N_{c,w} + \alpha)/(N_c + \alpha D)$; rows sum to 1 |
# > | prior | the share of the *texts* |
# > | score | $\log \pi_c + \sum_w q_w \log \theta_{c,w}$: a sum over the vocabulary |
# > | cosine similarity | $a \cdot b / (\lVert a \rVert \lVert b \rVert)$, for two texts |
# > | m-estimate | $(\text{count} + m p)/(n + m)$ |
# > | unknown words | ignore them, or give them one place with the count 0 |
#
# **See it move.** These demonstrations belong to this unit; nothing is handed in, much can be tried:
#
# - [mail_filter](../../notebooks/demos/mail_filter.ipynb): Which words does a mail filter listen to, and who else knows that?
# - [map_as_l2](../../notebooks/demos/map_as_l2.ipynb): Why is a Gaussian prior the same as L2 regularisation?
