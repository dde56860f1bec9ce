# %% [markdown]
# # 6 · Decisions
#
# A filter says: this mail is spam with probability 0.6. Does it go into the junk folder?
#
# Spam is more likely than not. And still it would be a bad decision: a lost letter costs you far more than one piece of spam in the inbox.
# In five units you have learnt to say *how probable* a class is.
# This one is about what to *do* with a probability, and about how good the answers of a classifier are.
#
# | part | minutes | points | what you write, and about how many minutes |
# |---|---|---|---|
# | **Core**, 1 to 4 | 54 | 16 | `confusion` 12, `metrics` 12, `expected_cost` 12, `decide` 6, `cost_threshold` 12 |
# | **Upper rungs**, 5 to 9 | 76 | 19 | `roc_points` 15, `auc` 15, `pr_points` 8, `weighted_error` 8, `f_beta` 8, `correct_prior` 12, `undersample` 10 |
# | **Further rungs**, 10 to 12 | 40 | 10 | `error_decomposition` 5, `log_loss` 8, `confusion_matrix` 12, `macro_micro` 15 |
# | **In words** | 16 | 4 | 2 answers, about 8 each |
# | **Real data**, 13 | | | 6046 e-mails: to run and to look at |
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

from mlcore.datasets import load_mails
from mlcore.exercises import check
from mlcore.plotting import confusion_heatmap, pr_curve, roc_curve

# %% [markdown]
# ## 1 · Four counts
#
# Ten mails, of which four are spam (1). A classifier gave each a score, and called spam what had a score of at least 0.5.

# %%
y = np.array([1, 1, 1, 0, 0, 0, 0, 0, 1, 0])
score = np.array([0.9, 0.4, 0.8, 0.35, 0.7, 0.4, 0.1, 0.2, 0.85, 0.05])
yhat = (score >= 0.5).astype(int)
print("truth  ", y)
print("answer ", yhat)

# %% [markdown]
# Go through them with a pencil. One label is called **positive**, here 1.
#
# | | truly positive | truly negative |
# |---|---|---|
# | called positive | true positive, **tp** = 3 | false positive, **fp** = 1 (the fifth mail) |
# | called negative | false negative, **fn** = 1 (the second mail) | true negative, **tn** = 5 |
#
# The second word is what the classifier *said*, the first one says whether that is right.
# A false positive is a false alarm, a false negative is a miss.
#
# ### Task 1: count (3 points)
#
# Which label is positive is an argument: never guess it. All other labels are negative, even if there are several.
# Some models return their answers as a column of shape (n, 1). `np.ravel` makes one long row of it.


# %% exercise="confusion"
def confusion(y, yhat, positive):
    """Count right and wrong answers.

    y          true labels, array (n,): numbers or words
    yhat       predicted labels, array (n,) or a column (n, 1)
    positive   the label that counts as positive

    Returns four whole numbers (tp, fp, fn, tn).

    confusion(y, yhat, 1) -> (3, 1, 1, 5)
    """
    ### BEGIN SOLUTION
    is_positive, said_positive = np.ravel(y) == positive, np.ravel(yhat) == positive
    tp = int((said_positive & is_positive).sum())
    fp = int((said_positive & ~is_positive).sum())
    fn = int((~said_positive & is_positive).sum())
    tn = int((~said_positive & ~is_positive).sum())
    return tp, fp, fn, tn
    ### END SOLUTION


# %% check="confusion" points=3
check("decisions.confusion", confusion)

# %% [markdown]
# As a picture: rows are what was said, columns what is true. Errors are off the diagonal.

# %% alt="A square of four counts, rows for what was said, columns for what is true: 3 and 1 above, 1 and 5 below. Right answers are on the diagonal."
tp, fp, fn, tn = confusion(y, yhat, 1)
fig, ax = plt.subplots(figsize=(3.6, 3), layout="constrained")
confusion_heatmap(ax, [[tp, fp], [fn, tn]], ["spam", "ham"])
plt.show()

# %% [markdown]
# (scikit-learn's confusion matrix has the truth in the rows. Look twice before you read one.)
#
# ## 2 · Measures
#
# Four counts are hard to compare. Six shares are made of them:
#
# | measure | question | formula | here |
# |---|---|---|---|
# | accuracy | How many answers are right? | (tp + tn) / all | 8/10 |
# | precision | Of those called positive, how many are? | tp / (tp + fp) | 3/4 |
# | recall | Of the positives, how many were found? | tp / (tp + fn) | 3/4 |
# | F1 | Are both good? Their harmonic mean $\frac{2PR}{P+R}$ | 2 tp / (2 tp + fp + fn) | 3/4 |
# | Jaccard | How far do "positive" and "called positive" overlap? | tp / (tp + fp + fn) | 3/5 |
# | FPR | Of the negatives, how many were called positive? | fp / (fp + tn) | 1/6 |
#
# The recall is also called *true-positive rate*. FPR is short for *false-positive rate*.
#
# Is 99 % accuracy good? Take a mailbox in which 99 of 100 mails are spam, and a filter that always says "spam".
# It is right in 99 % of the cases, and finds not a single letter: for the positive class "ham" its recall is 0.
# And its precision? It never says "ham", so that is 0/0. We agree on 0.
#
# > [!fold lecture-4] Mind the slide (lecture 4): The false-positive rate has brackets
# > A lecture prints the false-positive rate as FP/FP+TN. Typed in like that, with 5 false positives and 95 true negatives, it is $5/5 + 95 = 96$.
# > Python divides before it adds. With brackets it is 1/20.
# >
# > In the errata: [E68](../../notebooks/errata.md#e68--the-false-positive-rate-has-brackets).
#
# ### Task 2: measure (4 points)


# %% exercise="metrics"
def metrics(tp, fp, fn, tn):
    """Return the six measures of four counts.

    tp, fp, fn, tn   whole numbers, not all of them 0

    Returns a dict with the keys "accuracy", "precision", "recall", "f1", "jaccard", "fpr".
    A measure that would be 0 / 0 is 0.0.

    metrics(3, 1, 1, 5)["jaccard"] -> 0.6
    """

    ### BEGIN SOLUTION
    def share(part, whole):
        return part / whole if whole > 0 else 0.0

    return {
        "accuracy": share(tp + tn, tp + fp + fn + tn),
        "precision": share(tp, tp + fp),
        "recall": share(tp, tp + fn),
        "f1": share(2 * tp, 2 * tp + fp + fn),
        "jaccard": share(tp, tp + fp + fn),
        "fpr": share(fp, fp + tn),
    }
    ### END SOLUTION


# %% check="metrics" points=4
check("decisions.metrics", metrics)

# %% [markdown]
# > [!fold] When a check fails: how to find out why
# > Make the problem smaller.
# > Writing everything and then trying looks fast. Count the hours of searching, too, and compare what the two ways of working cost.
# >
# > - **A case by hand first.** The ten mails: 3, 1, 1, 5. Which of the four is wrong?
# > - **Each function on its own.** `decide` needs only rows of numbers that add up to 1; no classifier must be trained for it.
# > - **One example.** One mail, `[[0.6, 0.4]]`: 40 and 6. Swapped? Then rows and columns of `C` are.
# > - **Unequal numbers.** With equal counts and equal costs many mistakes cancel. Try (8, 2, 4, 6).
# > - **A picture.** A ROC curve that falls, or ends before (1, 1), shows its mistake at once.
# > - **Slow against fast.** Count the pairs by two loops and compare with your area.
# > - **Print** shapes: `(m, K)` times `(actions, K)` must give `(m, actions)`.

# %% [markdown]
# **Before you go on.** Of 100 cases 32 are positive. A careful classifier calls 10 positive and is right in 8 of them: precision 0.8, recall 0.25. What is F1?
#
# - (a) 0.19
# - (b) 0.38
# - (c) 0.45
# - (d) 0.53
#
# > [!fold] Answer
# > **(b).** $2 \cdot 8 / (2 \cdot 8 + 2 + 24) = 16/42$: the harmonic mean stays near the worse of the two.
# > (d) is their ordinary mean: then whoever raises one alarm, and a right one, would have more than one half. (c) is the geometric mean, closer, but another measure.
# > (a) has lost the 2 above the line: two equal numbers would have half of themselves as their mean.

# %% [markdown]
# Five classifiers on the same 1000 mails, of which 100 are positive. Where does the first one look good, and where the second?
# Accuracy hardly tells the careful one from the bold one. Which columns do?

# %%
for name, counts in {
    "never positive": (0, 0, 100, 900),
    "always positive": (100, 900, 0, 0),
    "careful": (50, 1, 50, 899),
    "bold": (95, 60, 5, 840),
    "a coin": (50, 450, 50, 450),
}.items():
    print(f"{name:16}", "  ".join(f"{key} {value:.2f}" for key, value in metrics(*counts).items()))

# %% [markdown]
# ### In your own words (2 points)
#
# Somebody shows you a test for a rare illness (1 of 1000 people has it) and says: "Its accuracy is 99.5 %."
# Which very simple "test" is more accurate? Which two numbers would you ask for instead, and why two?

# %% [markdown] answer="accuracy-trap" points=2
# "Nobody is ill", said without looking, is right for 999 of 1000 people: 99.9 %. So 99.5 % says nothing about whether any ill person is found.
# Ask for the recall (how many of the ill are found?) and for the precision (how many of those with an alarm are ill?), or the false-positive rate instead of the precision. One number is not enough: "everybody is ill" has recall 1, and one sure alarm has precision 1; each alone is easily had at the cost of the other.
#
# (1 point for the constant answer with its 99.9 %; 1 point for two measures that pull in opposite directions, with the reason.)

# %% [markdown]
# ## 3 · What does an error cost?
#
# Write down a cost for each pair of *what I do* and *what is true*:
#
# | | is spam | is ham |
# |---|---|---|
# | I say "spam" | 0 | 100, a letter is lost |
# | I say "ham" | 10, somebody sighs | 0 |
#
# As an array: `C[action, truth]`. The *expected cost* of an action weighs each entry of its row with the probability of its column:
#
# $$E[\text{cost of } a \mid x] = \sum_c C_{a,c}\; P(c \mid x)$$
#
# By hand for $P(\text{spam} \mid x) = 0.6$:
#
# - say "spam": $0.6 \cdot 0 + 0.4 \cdot 100 = 40$
# - say "ham": $0.6 \cdot 10 + 0.4 \cdot 0 = 6$
#
# So say "ham", although spam is more probable. **The most probable label and the best action are two different questions.**
#
# ### Task 3: expected cost (3 points)
#
# Many observations at once, and as many actions as you like: asking a person is an action, and no class.


# %% exercise="expected_cost"
def expected_cost(P, C):
    """Return the expected cost of each action for each observation.

    P   probabilities, array (m, K): a row for each observation, a column for each class
    C   costs, array (actions, K): C[action, truth]

    Returns an array (m, actions).

    expected_cost([[0.6, 0.4]], [[0, 100], [10, 0]]) -> [[40, 6]]
    """
    ### BEGIN SOLUTION
    return np.array([[np.dot(p, costs) for costs in C] for p in P])
    ### END SOLUTION


# %% check="expected_cost" points=3
check("decisions.expected_cost", expected_cost)

# %% [markdown]
# ### Task 4: decide (3 points)
#
# The number of the action with the least expected cost.


# %% exercise="decide"
def decide(P, C):
    """Return the action of least expected cost for each observation.

    P   probabilities, array (m, K)
    C   costs, array (actions, K)

    Returns whole numbers (m,), from 0 on: rows of C. Of equally cheap actions the first.

    decide([[0.6, 0.4], [0.95, 0.05]], [[0, 100], [10, 0]]) -> [1, 0]
    """
    ### BEGIN SOLUTION
    return np.argmin(expected_cost(P, C), axis=1)
    ### END SOLUTION


# %% check="decide" points=3
check("decisions.decide", decide)

# %% [markdown]
# A picture: the expected cost of an action is a straight line in $p = P(\text{spam} \mid x)$. We add a third action, to ask a person, which costs 5 whatever the truth is.
# Follow the lowest line from left to right. Where do you change from one to the next?

# %% alt="Expected cost against the probability of spam. Saying ham rises from 0 to 10, asking is level at 5, saying spam falls steeply to 0 at the right. The lowest line changes at 0.5 and at 0.95."
C = np.array([[0, 100], [10, 0], [5, 5]])
p = np.linspace(0, 1, 401)
costs = expected_cost(np.column_stack((p, 1 - p)), C)
fig, ax = plt.subplots(figsize=(7, 3.6), layout="constrained")
names = ('say "spam"', 'say "ham"', "ask a person")
for line, name, style in zip(costs.T, names, ("-", "--", ":"), strict=True):
    ax.plot(p, line, style, color="black", linewidth=2, label=name)
ax.fill_between(p, costs.min(axis=1), color="0.9")
ax.set(xlabel="probability of spam", ylabel="expected cost", xlim=(0, 1), ylim=(0, 20))
ax.legend(loc="upper left")
plt.show()

# %% [markdown]
# "Ham" up to 0.5, then ask, and "spam" only from 0.95 on.
# The steep line makes the filter careful: it is steep because a lost letter is dear.
# Without the third action the change is where the dashed and the solid line cross, far right.
#
# The same thinking helps elsewhere. In a screening for cancer a miss is far worse than a false alarm.
# In darts one does not aim at the most valuable field, if its neighbours are worth little. And a basketball player compares 2 points with a good chance and 3 points with a bad one.
#
# ## 4 · The threshold
#
# With two actions the decision turns where both cost the same. For the mails
#
# $$100\,(1 - p) = 10\,p \quad\Rightarrow\quad p = \frac{100}{110} = \frac{10}{11} = 0.90909\ldots$$
#
# In general right answers may cost something, too: an operation is no gift even if it was needed.
# Saying "positive" costs $p\,c_{TP} + (1-p)\,c_{FP}$, saying "negative" $p\,c_{FN} + (1-p)\,c_{TN}$. Set them equal and solve for $p$; you find the *extra* cost of each error, compared with the right answer for the same truth.
#
# > [!fold lecture-4] Mind the slide (lecture 4): A rounded threshold is not optimal
# > A lecture gives the rule "say spam if $p \ge 0.91$". That is 10/11, rounded.
# > At $p = 0.9095$ the rule says "ham" and pays 9.095, where "spam" costs 9.05. Compute a threshold from the costs, and do not copy it.
# >
# > In the errata: [E64](../../notebooks/errata.md#e64--a-rounded-threshold-is-not-optimal).
#
# ### Task 5: the threshold (3 points)


# %% exercise="cost_threshold"
def cost_threshold(c_fp, c_fn, c_tp=0, c_tn=0):
    """Return the probability of "positive" from which on it is best to say so.

    c_fp, c_fn   costs of a false alarm and of a miss
    c_tp, c_tn   costs of the right answers, not greater than those of the errors

    Returns a number from 0 to 1, not rounded.

    cost_threshold(100, 10) -> 10/11
    """
    ### BEGIN SOLUTION
    false_alarm, miss = c_fp - c_tn, c_fn - c_tp
    return false_alarm / (false_alarm + miss)
    ### END SOLUTION


# %% check="cost_threshold" points=3
check("decisions.cost_threshold", cost_threshold)

# %% [markdown]
# **Before you go on.** A false alarm costs 1, a miss costs 4, and what is right costs nothing. From which probability on is "positive" the cheaper answer?
#
# - (a) 0.2
# - (b) 0.25
# - (c) 0.5
# - (d) 0.8
#
# > [!fold] Answer
# > **(a).** $1 / (1 + 4)$: at $p = 0.2$ both answers cost 0.8. Misses are dear, so a small suspicion is enough.
# > (d) is the same upside down: it would be right if false alarms were the dear ones. (b) is the ratio of the costs, and could become larger than 1.
# > (c) is the most probable label, whatever the costs are.

# %% [markdown]
# **This is the core of the unit.** Probabilities and costs go in, a decision comes out.
#
# And if nobody tells you the costs? Then look at all thresholds at once.

# %% [markdown]
# ## 5 · All thresholds at once: the ROC curve
#
# Call positive whatever has a score of **at least** $\tau$. Begin with a $\tau$ above all scores, and lower it from one score to the next.
# Each time somebody becomes positive: rightly, or as a false alarm.
#
# | $\tau$ | becomes positive | true-positive rate | false-positive rate |
# |---|---|---|---|
# | above all | nobody | 0 | 0 |
# | 0.9 | a positive | 1/4 | 0 |
# | 0.85 | a positive | 2/4 | 0 |
# | 0.8 | a positive | 3/4 | 0 |
# | 0.7 | a negative | 3/4 | 1/6 |
# | 0.4 | **both, one of each** | 4/4 | 2/6 |
# | 0.35, 0.2, 0.1, 0.05 | a negative each | 4/4 | 3/6, 4/6, 5/6, 6/6 |
#
# The tie at 0.4 is **one** step: no threshold lets one of the two pass and not the other.
# The points (false-positive rate, true-positive rate), in this order, are the ROC curve.
#
# ### Task 6: the points of the ROC curve (4 points)
#
# Any numbers may be scores, also log-odds below 0. Only their order counts.


# %% exercise="roc_points"
def roc_points(y, score):
    """Return the points of the ROC curve.

    y       true labels, 1 for positive and 0 for negative, array (n,); both occur
    score   the higher, the more positive, array (n,)

    Returns an array (number of distinct scores + 1, 2) of pairs (false-positive rate, true-positive rate):
    first (0, 0), then one for the rule "score >= τ" with each distinct score as τ, the highest first.

    roc_points([1, 0, 1], [0.9, 0.5, 0.5]) -> [[0, 0], [0, 0.5], [1, 1]]
    """
    ### BEGIN SOLUTION
    y, score = np.asarray(y), np.asarray(score)
    points = [(0.0, 0.0)]
    for threshold in np.unique(score)[::-1]:
        said_positive = score >= threshold
        points.append((said_positive[y == 0].mean(), said_positive[y == 1].mean()))
    return np.array(points)
    ### END SOLUTION


# %% check="roc_points" points=4
check("decisions.roc_points", roc_points)

# %% [markdown]
# The curve of the ten mails, and that of scores drawn by lot. Which corner would a perfect classifier reach?

# %% alt="Two ROC curves. That of the ten mails goes straight up to 0.75, right to 1/6, aslant to the top, and on along it; that of the scores by lot wanders along the diagonal."
chance = np.random.default_rng(4)
coin_y, coin_score = chance.integers(0, 2, 200), chance.random(200).round(2)
fig, ax = plt.subplots(figsize=(4.6, 4.2), layout="constrained")
roc_curve(ax, roc_points(y, score), label="ten mails")
roc_curve(ax, roc_points(coin_y, coin_score), label="scores by lot")
plt.show()

# %% [markdown]
# The upper left corner: everything found, no false alarm. Guessing wanders along the diagonal.
# The slanted piece of the first curve is the tie.
#
# ## 6 · One number: the area
#
# The area under the curve, AUC, has a meaning of its own. Take a positive and a negative by lot: how probable is it that the positive one has the higher score? A tie counts one half.
#
# $$\text{AUC} = P(s^+ > s^-) + \tfrac12 P(s^+ = s^-)$$
#
# By hand: $4 \cdot 6 = 24$ pairs. The positive with 0.4 loses against 0.7 and has a tie with 0.4; all the others are won. So $22.5 / 24 = 0.9375$.
#
# ### Task 7: the area under the curve (3 points)
#
# Count pairs, or add up the trapezia under your points: both ways lead there.


# %% exercise="auc"
def auc(y, score):
    """Return the area under the ROC curve.

    y, score   as in roc_points

    Returns a number: 1 for a perfect order, 0 for a perfectly wrong one, 0.5 if all scores are equal.

    auc([1, 0, 1, 0], [0.9, 0.5, 0.5, 0.1]) -> 0.875
    """
    ### BEGIN SOLUTION
    y, score = np.asarray(y), np.asarray(score)
    differences = score[y == 1][:, None] - score[y == 0][None, :]  # every pair
    return (differences > 0).mean() + (differences == 0).mean() / 2
    ### END SOLUTION


# %% check="auc" points=3
check("decisions.auc", auc)

# %% [markdown]
# **Before you go on.** Two positives have the scores 0.9 and 0.5, two negatives 0.5 and 0.1. What is the area under the ROC curve?
#
# - (a) 0.75
# - (b) 0.875
# - (c) 1
#
# > [!fold] Answer
# > **(b).** Four pairs: three are won, one is a tie and counts one half, $3.5/4$.
# > (a) counts the tie as lost, (c) as won: then a classifier that gives everybody the same score would have 0 or 1, and it deserves one half.

# %% [markdown]
# ## 7 · Precision against recall
#
# The ROC curve does not know how rare the positives are: each rate looks at one class only. Precision does.
#
# ### Task 8: the points of the precision–recall curve (3 points)
#
# The same thresholds, other coordinates. By hand at $\tau = 0.4$: six are called positive, all 4 positives are among them: recall 4/4, precision 4/6.


# %% exercise="pr_points"
def pr_points(y, score):
    """Return the points of the precision-recall curve.

    y, score   as in roc_points

    Returns an array (number of distinct scores, 2) of pairs (recall, precision): one for the rule "score >= τ"
    with each distinct score as τ, the highest first. There is no point for "nobody": its precision is 0 / 0.

    pr_points([1, 0, 1], [0.9, 0.5, 0.5]) -> [[0.5, 1], [1, 2/3]]
    """
    ### BEGIN SOLUTION
    y, score = np.asarray(y), np.asarray(score)
    points = []
    for threshold in np.unique(score)[::-1]:
        said_positive = score >= threshold
        points.append((said_positive[y == 1].mean(), (y[said_positive] == 1).mean()))
    return np.array(points)
    ### END SOLUTION


# %% check="pr_points" points=3
check("decisions.pr_points", pr_points)

# %% [markdown]
# A sensor reads $N(0, 1)$ on good parts and $N(2, 1)$ on defective ones, to one decimal place.
# In one factory half of the 20 000 parts are defective, in the other 1 %. It is the same sensor. Compare the curves.

# %% alt="Two pictures of the same sensor. The two ROC curves lie on each other. In the other one precision stays above 0.8 for long where half of the parts are defective, and falls below 0.1 where one in a hundred is."
rng = np.random.default_rng(6)
fig, axes = plt.subplots(1, 2, figsize=(9.5, 4.2), layout="constrained")
for share in (0.5, 0.01):
    defective = (np.arange(20_000) < share * 20_000).astype(int)
    reading = rng.normal(2 * defective, 1).round(1)
    label = f"{share:.0%} defective, area {auc(defective, reading):.3f}"
    roc_curve(axes[0], roc_points(defective, reading), label=label)
    pr_curve(axes[1], pr_points(defective, reading), label=f"{share:.0%} defective")
plt.show()

# %% [markdown]
# Left: the same curve twice. Right: two worlds.
# Where defects are rare, four of five of them are found only at the price that fifteen of sixteen alarms are false: the few false alarms among very many good parts are still more than all defects.
# So with rare positives look at precision and recall; an area of 0.92 can hide a useless alarm.
#
# ### In your own words (2 points)
#
# With 1 % defective parts, at recall 0.8 the sensor's precision is about 0.06. The ROC curve is as good as before.
# Explain with 10 000 parts, in whole numbers, how both can be true.

# %% [markdown] answer="rare-positives" points=2
# Of 10 000 parts 100 are defective and 9900 are good. Recall 0.8: 80 of the defective ones give an alarm. The false-positive rate at this threshold is about 0.12 (any value between 0.05 and 0.15 read off the curve is fine), so about 1200 of the good ones give one, too: a precision of 80/1280, about 0.06.
# For the ROC curve that is the good point (0.12, 0.8), since it divides the false alarms by the 9900. Precision divides by all alarms. Both rates are the same as in the other factory; there are just 99 times as many good parts as defective ones that can give a false alarm.
#
# (1 point for the whole numbers, 1 point for the different denominators.)

# %% [markdown]
# ## 8 · Errors that do not count the same
#
# Between counting errors and a full table of costs there is something simple: each example has a weight, that of its *true* label.
#
# $$\text{weighted error} = \frac{\sum_i w_{y_i}\,\mathbb 1(\hat y_i \ne y_i)}{\sum_i w_{y_i}}$$
#
# By hand, if a spam counts 10 and a ham 1: the four spam and six ham weigh $4 \cdot 10 + 6 \cdot 1 = 46$. One spam was missed and one ham was a false alarm: $(10 + 1)/46 = 0.239$. With equal weights it is the plain error, 2/10.
#
# ### Task 9: weighted error (2 points)


# %% exercise="weighted_error"
def weighted_error(y, yhat, w):
    """Return the weighted share of wrong answers.

    y, yhat   true and predicted labels, arrays (n,): numbers or words
    w         a dict: the weight of each true label

    Returns a number from 0 to 1.

    weighted_error([0, 0, 1, 1], [0, 1, 0, 1], {0: 3, 1: 1}) -> 0.5
    """
    ### BEGIN SOLUTION
    y, yhat = np.asarray(y), np.asarray(yhat)
    weights = np.array([w[label] for label in y.tolist()])
    return weights[y != yhat].sum() / weights.sum()
    ### END SOLUTION


# %% check="weighted_error" points=2
check("decisions.weighted_error", weighted_error)

# %% [markdown]
# Precision and recall can be weighed against each other, too. F1 treats both alike.
# $F_\beta$ is for those to whom recall is $\beta$ times as important as precision:
#
# $$F_\beta = \frac{(1 + \beta^2)\,P R}{\beta^2 P + R} = \frac{(1 + \beta^2)\,\text{tp}}{(1 + \beta^2)\,\text{tp} + \beta^2\,\text{fn} + \text{fp}}$$
#
# The weight $\beta^2$ stands at the *misses*. $\beta = 1$ is F1, $\beta = 0$ is the precision, and for large $\beta$ only the recall is left.
#
# By hand: the careful one of section 2 had tp = 50, fp = 1, fn = 50. With $\beta = 2$: $\frac{5 \cdot 50}{5 \cdot 50 + 4 \cdot 50 + 1} = \frac{250}{451} = 0.554$.
# The bold one, 95, 60, 5: $\frac{475}{475 + 20 + 60} = 0.856$. Whoever fears misses takes the bold one.
#
# ### Task 10: F-beta (2 points)


# %% exercise="f_beta"
def f_beta(tp, fp, fn, beta):
    """Return F-beta, the weighted harmonic mean of precision and recall.

    tp, fp, fn   whole numbers: true positives, false positives, false negatives
    beta         how much more recall counts than precision, 0 or more

    Returns a number from 0 to 1; 0.0 where it would be 0 / 0.

    f_beta(50, 1, 50, 2) -> 250/451
    """
    ### BEGIN SOLUTION
    top = (1 + beta**2) * tp
    bottom = top + beta**2 * fn + fp
    return top / bottom if bottom > 0 else 0.0
    ### END SOLUTION


# %% check="f_beta" points=2
check("decisions.f_beta", f_beta)

# %% [markdown]
# ## 9 · Rare classes
#
# With 990 spam and 10 ham many methods never learn what ham looks like. One remedy is to *under-sample*: keep all ham, and only a part of the spam, say 5 %.
# Then 50 spam and 10 ham are left. But the filter now believes that every sixth mail is ham, and in the world it is every hundredth.
#
# What was learnt about $p(x \mid c)$ is still right. Only the prior has changed, so take the old one out and put the new one in:
#
# $$P_\text{world}(c \mid x) \;\propto\; P_\text{train}(c \mid x) \cdot \frac{\pi_\text{world}(c)}{\pi_\text{train}(c)}$$
#
# By hand: trained on a balanced sample, a test says "ill" with 0.9. In the world 1 of 100 people is ill.
# $0.9 \cdot \frac{0.01}{0.5} = 0.018$ and $0.1 \cdot \frac{0.99}{0.5} = 0.198$. Divided by their sum 0.216: ill with probability $1/12$.
#
# > [!fold lecture-3] Mind the slide (lecture 3): Balancing the classes replaces the prior
# > A lecture says that one usually works with balanced data, so with priors of 50 %.
# > Balancing *replaces* the prior of the world and moves every posterior. That can be useful for learning. Correct for it afterwards.
# >
# > In the errata: [E40](../../notebooks/errata.md#e40--balancing-the-classes-replaces-the-prior).
#
# ### Task 11: another prior (3 points)


# %% exercise="correct_prior"
def correct_prior(P, train_prior, true_prior):
    """Return the probabilities that hold where the classes have other shares than in training.

    P             probabilities of a model, array (m, K)
    train_prior   shares of the classes in its training data, array (K,), all above 0
    true_prior    shares of the classes in the world, array (K,)

    Returns an array (m, K); its rows add up to 1.

    correct_prior([[0.9, 0.1]], [0.5, 0.5], [0.01, 0.99]) -> [[1/12, 11/12]]
    """
    ### BEGIN SOLUTION
    scores = np.asarray(P) * np.asarray(true_prior) / np.asarray(train_prior)
    return scores / scores.sum(axis=1, keepdims=True)
    ### END SOLUTION


# %% check="correct_prior" points=3
check("decisions.correct_prior", correct_prior)

# %% [markdown]
# ### Task 12: under-sample (2 points)
#
# `rng.choice(rows, size=..., replace=False)` draws without putting back. Round a half upwards: `int(x + 0.5)`. Keep at least one.


# %% exercise="undersample"
def undersample(y, majority, fraction, rng):
    """Return the rows that are kept when a class is thinned out.

    y          labels, array (n,)
    majority   the label of the class to be thinned out
    fraction   which share of it is kept, above 0 and at most 1; rounded (a half upwards), at least one row
    rng        a numpy Generator, the only source of chance

    Returns sorted indices: all rows of the other classes, and a random part of the majority, none twice.

    undersample(np.array([0, 0, 0, 0, 1]), 0, 0.5, rng) -> three indices, the last of them 4
    """
    ### BEGIN SOLUTION
    y = np.asarray(y)
    rows = np.flatnonzero(y == majority)
    kept = max(1, int(fraction * len(rows) + 0.5))
    chosen = rng.choice(rows, size=kept, replace=False)
    return np.sort(np.concatenate((chosen, np.flatnonzero(y != majority))))
    ### END SOLUTION


# %% check="undersample" points=2
check("decisions.undersample", undersample)

# %% [markdown]
# Does the correction work? The factory with 1 % defects: learn from a sample with one good part in fifty, then ask about *all* parts.
# A model that knows the world should believe, on average, in 1 % defects.

# %%
from sklearn.naive_bayes import GaussianNB

rows = undersample(defective, 0, 0.02, np.random.default_rng(1))
learnt = GaussianNB().fit(reading[rows, None], defective[rows])
P = learnt.predict_proba(reading[:, None])
corrected = correct_prior(P, learnt.class_prior_, [0.99, 0.01])
print(f"in the sample {defective[rows].mean():.3f} of the parts are defective")
print(f"the model believes in {P[:, 1].mean():.3f}, corrected in {corrected[:, 1].mean():.3f}")

# %% [markdown]
# ## 10 · What does an error consist of?
#
# A classifier errs in 30 % of the test cases and in 10 % of the training cases. The best possible rule errs in 5 %, since the classes overlap. What should one work on?
#
# $$E_\text{test} = \underbrace{(E_\text{test} - E_\text{train})}_{\text{gap}} + \underbrace{(E_\text{train} - E_\text{best})}_{\text{model}} + \underbrace{E_\text{best}}_{\text{noise}}$$
#
# Here $0.30 = 0.20 + 0.05 + 0.05$. The gap is the greatest part: more data, or a simpler model.
# If the model's part were, another model would help. Against the noise nothing helps; nobody can foretell a fair coin better than in half of the cases.
# (The best error is known for made-up data only. For real ones it is guessed, for example by people.)
#
# ### Task 13: three parts (2 points)
#
# A lucky test set may have a negative gap. Let it be negative: the three parts add up to the test error.


# %% exercise="error_decomposition"
def error_decomposition(e_test, e_train, e_best):
    """Return the three parts of a test error: (gap, model, noise).

    e_test, e_train, e_best   error rates from 0 to 1

    error_decomposition(0.3, 0.1, 0.05) -> about (0.2, 0.05, 0.05)
    """
    ### BEGIN SOLUTION
    return e_test - e_train, e_train - e_best, e_best
    ### END SOLUTION


# %% check="error_decomposition" points=2
check("decisions.error_decomposition", error_decomposition)

# %% [markdown]
# ## 11 · Are the probabilities honest?
#
# Two forecasters say "rain" on the same day, one with probability 0.6, the other with 0.99. It stays dry.
# Both were wrong, and an error rate sees no difference. Yet the second has misled you more: you left without your sunglasses *and* cancelled the picnic.
#
# A measure for probabilities looks at one number only: what was given to the class that came true.
# Its *surprise* is $-\log p$: none at $p = 1$, 0.69 at one half, 4.6 at 0.01, and without bound towards 0.
# The mean over all observations is the *log loss*:
#
# $$L = -\frac{1}{m} \sum_{i=1}^{m} \log P_{i, y_i}$$
#
# You know it already. A model is fitted by the greatest likelihood of the labels, given the data; this is the same, with the sign turned and divided by $m$.
# And nobody gains by pretending: whoever believes in 0.7 expects the least surprise by saying 0.7.
#
# By hand: the rows (0.8, 0.2) and (0.4, 0.6) with the true classes 0 and 1 have the surprises 0.223 and 0.511; the mean is 0.367.
#
# ### Task 14: the surprise at what is true (3 points)


# %% exercise="log_loss"
def log_loss(P, y):
    """Return the log loss: the mean of -log of the probability that each true class was given.

    P   probabilities, array (m, K): a row for each observation
    y   the number of the true class of each row, array (m,), from 0 to K - 1

    Natural logarithm. If a true class was given 0, the loss is infinite.

    log_loss([[0.8, 0.2], [0.4, 0.6]], [0, 1]) -> 0.3669845875
    """
    ### BEGIN SOLUTION
    given = np.asarray(P)[np.arange(len(y)), np.asarray(y)]  # (m,)
    with np.errstate(divide="ignore"):
        return -np.log(given).mean()
    ### END SOLUTION


# %% check="log_loss" points=3
check("decisions.log_loss", log_loss)

# %% [markdown]
# **Before you go on.** Two observations: what came true had the probability $\frac12$ in one, $\frac18$ in the other. What is the log loss?
#
# - (a) 1.16
# - (b) 1.39
# - (c) 2
# - (d) 2.77
#
# > [!fold] Answer
# > **(b).** The surprises are $\log 2 = 0.69$ and $\log 8 = 2.08$; their mean is 1.39.
# > (a) takes the mean of the probabilities first and its logarithm then: that forgives whoever was very sure and wrong.
# > (c) is counted in bits, with the logarithm to base 2. (d) is the sum: it would grow with the number of observations.

# %% [markdown]
# Probabilities may sort the observations perfectly and still not be honest: those of 0.9 should come true nine times in ten.
# That is called *calibration*. A log loss sees both, the order and the honesty; the area under the ROC curve sees the order only.
#
# ## 12 · More than two classes
#
# So far one label was positive and the rest negative. With apples, figs and pears there are nine kinds of answers, and they make a table:
#
# | | is apple | is fig | is pear |
# |---|---|---|---|
# | said "apple" | 1 | 0 | 0 |
# | said "fig" | 1 | 1 | 1 |
# | said "pear" | 0 | 1 | 2 |
#
# As in section 1, rows are what was *said*, columns what is *true*. Right answers stand on the diagonal. One apple was called a fig.
#
# ### Task 15: the whole table (2.5 points)


# %% exercise="confusion_matrix"
def confusion_matrix(y, yhat, classes):
    """Return the table of all pairs of answer and truth.

    y, yhat   true and predicted labels, arrays (n,): numbers or words
    classes   a list of K different labels, in any order; every label of y and yhat is in it

    Returns an array (K, K) of whole numbers: M[a, c] is how often classes[a] was said and classes[c] is true.

    confusion_matrix(["fig", "fig", "pear"], ["fig", "pear", "pear"], ["fig", "pear"]) -> [[1, 0], [1, 1]]
    """
    ### BEGIN SOLUTION
    place = {label: row for row, label in enumerate(classes)}
    table = np.zeros((len(place), len(place)), dtype=int)
    for truth, said in zip(y, yhat, strict=True):
        table[place[said], place[truth]] += 1
    return table
    ### END SOLUTION


# %% check="confusion_matrix" points=2.5
check("decisions.confusion_matrix", confusion_matrix)

# %% [markdown]
# Each class has a precision (the diagonal entry by the sum of its *row*), a recall (by the sum of its *column*) and an F1. How do you make one number of them?
#
# - **Macro**: compute it for each class, and take the mean. Every class counts the same, however rare it is.
# - **Micro**: put all examples into one heap, add up tp, fp and fn of all classes, and divide once. Every *example* counts the same.
#
# Each wrong answer is a false positive of one class and a false negative of another, so the heap has as many fp as fn: micro precision, micro recall and micro F1 are one and the same number.
# Which measure of section 2 is it? (Right answers, divided by all answers.)
#
# By hand, for the fruits:
#
# | | tp | fp | fn | precision | recall | F1 |
# |---|---|---|---|---|---|---|
# | apple | 1 | 0 | 1 | 1 | 1/2 | 2/3 |
# | fig | 1 | 2 | 1 | 1/3 | 1/2 | 2/5 |
# | pear | 2 | 1 | 1 | 2/3 | 2/3 | 2/3 |
# | **macro** | | | | 2/3 | 5/9 | 26/45 |
# | **heap** | 4 | 3 | 3 | 4/7 | 4/7 | 4/7 |
#
# Macro F1 is the mean of the last column, and not the F1 of the two means. Those two differ, and both are found in books; say which you use.
#
# ### Task 16: two ways to average (2.5 points)


# %% exercise="macro_micro"
def macro_micro(M):
    """Return the averages over the classes.

    M   table (K, K) of counts: rows what was said, columns what is true; not all of them 0

    Returns a dict with the keys "macro_precision", "macro_recall", "macro_f1" (means over all K classes,
    with 0.0 for a class whose share would be 0 / 0) and "micro".

    macro_micro([[1, 0, 0], [1, 1, 1], [0, 1, 2]])["macro_recall"] -> 5/9
    """
    ### BEGIN SOLUTION
    M = np.asarray(M)
    tp, said, true = np.diag(M), M.sum(axis=1), M.sum(axis=0)

    def mean_share(parts, wholes):
        return np.mean(
            [part / whole if whole > 0 else 0.0 for part, whole in zip(parts, wholes, strict=True)]
        )

    return {
        "macro_precision": mean_share(tp, said),
        "macro_recall": mean_share(tp, true),
        "macro_f1": mean_share(2 * tp, said + true),
        "micro": tp.sum() / M.sum(),
    }
    ### END SOLUTION


# %% check="macro_micro" points=2.5
check("decisions.macro_micro", macro_micro)

# %% [markdown]
# A lazy classifier on 90 cats, 8 dogs and 2 owls: it says "cat", always.

# %%
animals, lazy = ["cat"] * 90 + ["dog"] * 8 + ["owl"] * 2, ["cat"] * 100
averages = macro_micro(confusion_matrix(animals, lazy, ["cat", "dog", "owl"]))
print({key: round(float(value), 3) for key, value in averages.items()})

# %% [markdown]
# Micro is the accuracy, with its trap from section 2. Macro notices that two classes of three are never found.
# Which one you report depends on whether a rare class matters as much as a frequent one. Somebody should decide that before the numbers are known.
#
# ## 13 · Real data: a mail filter
#
# 6046 real e-mails as counts of 2000 words, and multinomial naive Bayes from unit 4, here scikit-learn's.

# %%
from sklearn.metrics import roc_auc_score
from sklearn.naive_bayes import MultinomialNB

mails = load_mails()
X_train, X_test, y_train, y_test = mails.split()
P_mails = MultinomialNB().fit(X_train, y_train).predict_proba(X_test)[:, ::-1]  # columns: spam, ham
spam = (y_test == "spam").astype(int)
counts = confusion(spam, (P_mails[:, 0] >= 0.5).astype(int), 1)
print("tp, fp, fn, tn:", counts)
print({name: round(value, 3) for name, value in metrics(*counts).items()})
print(
    "area, yours and scikit-learn's:",
    round(auc(spam, P_mails[:, 0]), 6),
    round(roc_auc_score(spam, P_mails[:, 0]), 6),
)

# %% [markdown]
# 97 % are right. Two curves of the same answers. Why is the right one flat for so long?

# %% alt="Two curves of the mail filter. The ROC curve runs close to the upper left corner; precision is level at 0.97 until a recall of 0.9, and falls at the very end."
fig, axes = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
roc_curve(axes[0], roc_points(spam, P_mails[:, 0]))
pr_curve(axes[1], pr_points(spam, P_mails[:, 0]), positive_share=spam.mean())
plt.show()

# %% [markdown]
# Hundreds of mails have a probability that the computer cannot tell from 1. They are one tie, spam and a few letters together, so the curve begins behind them.
#
# And what does it cost? A lost letter 100, a spam in the inbox 10. Compare a threshold of one half, your `decide`, and greater care.

# %%
C = np.array([[0, 100], [10, 0]])
truth = np.where(spam == 1, 0, 1)
for name, action in {
    "more probable": np.where(P_mails[:, 0] >= 0.5, 0, 1),
    "least expected cost": decide(P_mails, C),
    "at least 0.999": np.where(P_mails[:, 0] >= 0.999, 0, 1),
}.items():
    lost, let_through = ((action == 0) & (spam == 0)).sum(), ((action == 1) & (spam == 1)).sum()
    print(f"{name:20} lost {lost:2}, let through {let_through:2}, cost {C[action, truth].sum()}")

# %% [markdown]
# The threshold 10/11 saves more than a quarter. But 0.999 is better still, and that should not be: 10/11 is the *best* threshold, if the probabilities are right.
# They are not. Naive Bayes takes words for independent, counts the same evidence several times, and is too sure of itself (as in unit 5).
# Look at the mails of which it says "at least 99.9 %":

# %%
sure = P_mails[:, 0] >= 0.999
print(
    f"{sure.sum()} mails, said to be spam with {P_mails[sure, 0].mean():.5f} on average; {spam[sure].mean():.3f} are"
)

# %% [markdown]
# How honest are all of them? Put together what is said with about the same probability, and count what came true.
# Then let the same answers be less sure: divide the log odds by 20, which changes no order and no label.

# %%
for low, high in ((0, 0.001), (0.001, 0.1), (0.1, 0.5), (0.5, 0.9), (0.9, 0.999), (0.999, 1)):
    inside = (P_mails[:, 0] >= low) & ((P_mails[:, 0] < high) | (high == 1))
    print(f"{low:5} to {high:5}: {inside.sum():4} mails, {spam[inside].mean():.2f} of them spam")

log_odds = np.diff(MultinomialNB().fit(X_train, y_train).predict_joint_log_proba(X_test))[:, 0]
for factor in (1, 20):
    p = 1 / (1 + np.exp(-np.clip(log_odds / factor, -700, 700)))
    print(f"log odds / {factor:2}: log loss {log_loss(np.column_stack([1 - p, p]), spam):.2f}")

# %% [markdown]
# The loss is infinite: of some letters the filter says "spam" with a probability that the computer cannot tell from 1.
# With log odds twenty times smaller every mail has the same label and the same rank as before, and the loss is far below 0.69, that of somebody who always says one half.
#
# So the decision is only as good as the probability.
# If you choose a threshold by trying, try it on mails that are neither in training nor in the test: else you report a number that you have fitted.
#
# ## What you take along
#
# - Four counts, and a label that is *said* to be positive. Precision asks those who were called, recall those who are.
# - Accuracy looks good wherever one class is rare. With many classes the micro average is the accuracy; the macro average lets every class count the same.
# - Choose the action of least expected cost. With two actions that is a threshold, and it comes from the costs.
# - ROC curves show all thresholds, and do not see how rare the positives are. Precision does.
# - Balancing data replaces the prior; it can be put back.
# - Log loss is the mean surprise at what is true. It punishes whoever is too sure; error rates and areas do not see it.
# - Whoever fixes the costs decides. It is worth asking who that is, and whom they asked.
#
# > [!fold] Cheat sheet: the words and formulas of this unit
# > | what | how |
# > |---|---|
# > | tp, fp, fn, tn | the second word is what was said, the first whether that is right |
# > | precision, recall | tp / (tp + fp), tp / (tp + fn) |
# > | F1, $F_\beta$ | $\frac{2PR}{P+R}$, $\frac{(1+\beta^2)PR}{\beta^2 P + R}$ |
# > | expected cost | $\sum_c C_{a,c}\,P(c \mid x)$: `P @ C.T`; choose the action with the least |
# > | threshold | extra cost of a false alarm, divided by that of both errors together |
# > | ROC, PR | (fpr, tpr) and (recall, precision) for each distinct score; ties are one step |
# > | AUC | how often a positive has a higher score than a negative; a tie counts half |
# > | another prior | $P(c \mid x) \cdot \pi_\text{world}/\pi_\text{train}$, divided by the sum |
# > | log loss | the mean of $-\log$ of what was given to the true class |
# > | macro, micro | mean over the classes; all examples in one heap |
#
# **See it move.** These demonstrations belong to this unit; nothing is handed in, much can be tried:
#
# - [costs](../../notebooks/demos/costs.ipynb): Which action is best when errors are not equally bad?
# - [curves](../../notebooks/demos/curves.ipynb): Which picture of a classifier changes when one class becomes rare?
