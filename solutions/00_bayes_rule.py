# %% [markdown]
# # 0 · Who stands in front of you?
#
# You queue at a cinema.
# The person in front of you has long hair.
# A man or a woman?
#
# You would guess, and mostly be right.
# A week later you queue at a football stadium, behind the same hair, and you would guess differently.
# This notebook turns both guesses into arithmetic, and finds that they are the same rule.
#
# It is also where the whole course begins.
# We shall build two classifiers that are simple enough to understand completely, and good enough to be hard to beat:
# the *nearest neighbours* (unit 1), who remember, and *naive Bayes* (units 2 to 5), who counts.
# Whatever else you meet later, regression, trees, networks, has to do better than these two to be worth its trouble.
#
# | part | minutes | points | what you write, and about how many minutes |
# |---|---|---|---|
# | **Core**, 1 to 5 | 58 | 17 | `event_prob` 10, `cond_prob` 12, `bayes_posterior` 12, `diagnostic_posterior` 12, `map_theta` 12 |
# | **Upper rungs**, 6 to 10 | 79 | 17 | `normalise_log` 15, `cond_independent` 20, `binomial_likelihood` 8, `n_parameters` 12, `update_odds` 12, `repeated_test` 12 |
# | **In words** | 24 | 6 | 3 answers, about 8 each |
# | **Real data**, 11 | | | penguins: to run and to look at |
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

import math

import matplotlib.pyplot as plt
import numpy as np

from mlcore.datasets import load_penguins, load_two_coins, load_wealth_joint
from mlcore.exercises import check
from mlcore.plotting import joint_bars

# %% [markdown]
# ## 1 · A table that knows everything
#
# A *joint table* gives every combination of values its probability.
# Ours is about adults: gender, weekly hours of work, wealth.
# In Python it is a dictionary from combination to probability.

# %%
wealth = load_wealth_joint()
for row, p in wealth.items():
    print(row, p)

# %% [markdown]
# Eight rows, and one picture.
# Look for the longest bar, then for the two bars that are men *and* poor: they are what we compute next.

# %% alt="Eight bars, one for each row of the table. The longest by far are men and women who work less and are poor, 0.33 and 0.25; the shortest are women who work more and are rich, 0.01."
fig, ax = plt.subplots(figsize=(7, 3.6))
joint_bars(ax, wealth, variables=("gender", "hours", "wealth"))
plt.show()

# %% [markdown]
# An *event* fixes some of the variables and leaves the others open.
# "A poor man" fixes gender and wealth; the hours may be anything.
# So two rows belong to it, and its probability is their sum:
#
# $$P(\text{M}, \text{poor}) = 0.331313 + 0.134106 = 0.465419$$
#
# Leaving a variable open means adding over all its values.
# The lectures call this *marginalisation*.
#
# We write an event as a dictionary from position to value: `{0: "M", 2: "poor"}`.
#
# ### Task: `event_prob`


# %% exercise="event_prob"
def event_prob(joint, event):
    """Return the probability of an event.

    joint   a dictionary: a tuple of values -> its probability; combinations that are left out have 0
    event   a dictionary: position in the tuple -> the value it must have

    The result is the sum of all rows that agree with every condition of the event.
    An event without conditions agrees with every row. No row that agrees: 0.

    event_prob(wealth, {0: "M", 2: "poor"}) is 0.465419
    """
    ### BEGIN SOLUTION
    total = 0.0
    for row, p in joint.items():
        if all(row[position] == value for position, value in event.items()):
            total += p
    return total
    ### END SOLUTION


# %% check="event_prob" points=3
check("bayes_rule.event_prob", event_prob)

# %% [markdown]
# > [!fold] When a check fails: how to find out why
# > Do not change things at random and try again. Make the problem smaller.
# >
# > 1. *By hand.* Take the example of the task and write every intermediate number on paper.
# > 2. *One stage at a time.* Does what you feed in look as you think? Call the earlier function alone and look.
# > 3. *One example, one feature.* A table of two rows shows most mistakes of indices and sums.
# > 4. *Print.* What is in the variable, not what ought to be. Its type, its shape, its first row.
# > 5. *Slow and sure.* Write the plainest loop you can think of, and compare the clever version with it.
# > 6. *Draw.* With two features, plot what your function says everywhere.
#
# Now let your function work. How many of these people are poor, and how does the wealth split by gender?

# %%
for gender in ("F", "M"):
    for amount in ("poor", "rich"):
        print(gender, amount, round(event_prob(wealth, {0: gender, 2: amount}), 4))
print("poor", round(event_prob(wealth, {2: "poor"}), 4))

# %% [markdown]
# > [!fold lecture-3] Mind the slide (lecture 3): Sums of rounded rows are rounded twice
# > The lectures print 0.46 for poor men and 0.75 for the poor.
# > They add rows that were rounded to two digits first: 0.33 + 0.13, and so on.
# > Without rounding on the way it is 0.47 and 0.76.
# > Round last, and compare floating-point numbers with a tolerance, never with `==`.
# > The bins of the hours are printed as "≤ 40" and "≥ 40", so that somebody with exactly 40 hours has two rows.
# > Every value needs exactly one bin; the cut at 40.5 sees to that.
# >
# > In the errata: [E35](../../notebooks/errata.md#e35--sums-of-rounded-rows-are-rounded-twice), [E33](../../notebooks/errata.md#e33--bins-must-not-overlap).

# %% [markdown]
# ## 2 · Given that …
#
# Somebody is poor. How probable is it that this is a man?
#
# Now only the poor rows count. Cross out the rest.
# What is left does not sum to 1, so divide by what it sums to:
#
# $$P(\text{M} \mid \text{poor}) = \frac{P(\text{M}, \text{poor})}{P(\text{poor})}
# = \frac{0.465419}{0.760718} = 0.6118$$
#
# The bar reads "given".
# What stands behind it is known, and its probability is what we divide by.
# If it is impossible, there is no answer: we would divide 0 by 0.
#
# ### Task: `cond_prob`


# %% exercise="cond_prob"
def cond_prob(joint, event, given):
    """Return P(event | given) = P(event and given) / P(given).

    joint          a table, as for event_prob
    event, given   dictionaries: position -> value. They may fix the same position: if they agree there,
                   fine; if they contradict each other, no row agrees with both, and the result is 0

    ValueError if P(given) is 0, whatever the event.

    cond_prob(wealth, {0: "M"}, {2: "poor"}) is 0.6118155773
    """
    ### BEGIN SOLUTION
    p_given = event_prob(joint, given)
    if p_given == 0:
        raise ValueError("the condition never happens")
    left = {row: p for row, p in joint.items() if all(row[j] == v for j, v in given.items())}
    return event_prob(left, event) / p_given
    ### END SOLUTION


# %% check="cond_prob" points=3.5
check("bayes_rule.cond_prob", cond_prob)

# %% [markdown]
# **Before you go on.** Of ten mails five are spam. Three of the five spam mails say *offer*, and one of the other five does.
# A mail says *offer*. How probable is it spam?
#
# - (a) 3/10
# - (b) 3/5
# - (c) 3/4
#
# > [!fold] Answer
# > **(c).** Four mails say *offer*, three of them are spam: $\frac{3/10}{4/10} = \frac34$.
# > (a) is $P(\text{spam}, \text{offer})$: nothing has been crossed out, all ten mails are still below the line.
# > (b) is the bar turned round, $P(\text{offer} \mid \text{spam})$: it divides by the five spam mails, but what we know is the word.

# %% [markdown]
# Turn the bar round and you ask another question.
# Of the poor, so many are men; of the men, so many are poor:

# %%
print("P(man | poor) =", round(cond_prob(wealth, {0: "M"}, {2: "poor"}), 4))
print("P(poor | man) =", round(cond_prob(wealth, {2: "poor"}, {0: "M"}), 4))

# %% [markdown]
# Everybody who won the lottery had bought a ticket; hardly anybody who bought one has won.
#
# > [!fold lecture-1] Mind the slide (lecture 1): The two conditionals differ
# > One slide says $P(A \mid B) \ne P(A \mid B)$. Nothing differs from itself:
# > it means $P(A \mid B) \ne P(B \mid A)$.
# > The formula before it, $P(B)\,P(B \mid A) = P(A, B)$, has the wrong factor in front.
# > Each conditional belongs to the probability of what stands *behind* its bar:
# >
# > $$P(A)\,P(B \mid A) = P(A, B) = P(B)\,P(A \mid B)$$
# >
# > Test it on the table: only this version gives 0.4654 both ways.
# >
# > In the errata: [E03](../../notebooks/errata.md#e03--the-two-conditionals-differ), [E01](../../notebooks/errata.md#e01--the-product-rule-with-the-right-marginals).
#
# The product rule on the table, both ways round, and once with the wrong factor in front:

# %%
p_man, p_poor = event_prob(wealth, {0: "M"}), event_prob(wealth, {2: "poor"})
print("P(man) P(poor | man)  =", round(p_man * cond_prob(wealth, {2: "poor"}, {0: "M"}), 4))
print("P(poor) P(man | poor) =", round(p_poor * cond_prob(wealth, {0: "M"}, {2: "poor"}), 4))
print("wrong factor          =", round(p_poor * cond_prob(wealth, {2: "poor"}, {0: "M"}), 4))

# %% [markdown]
# The table of $P(\text{rich} \mid \text{gender}, \text{hours})$ in the lectures has 0.09, 0.21, 0.23 and 0.38.
# Here is what the joint table gives; the last number is clearly different.

# %%
for gender in ("F", "M"):
    for hours in ("<40.5", ">=40.5"):
        print(gender, hours, round(cond_prob(wealth, {2: "rich"}, {0: gender, 1: hours}), 2))

# %% [markdown]
# ## 3 · Bayes' rule
#
# Back to the queue.
# Nobody hands you a joint table there.
# You know two other things: how many men and women come (the **prior**), and how common long hair is among each
# (the **likelihood**).
#
# Take 1000 people at the cinema.
# 500 are men, 4 % of whom have long hair: 20.
# 500 are women, 50 % of whom have long hair: 250.
# So 270 people have long hair, and 20 of them are men:
#
# $$P(\text{man} \mid \text{long}) = \frac{0.5 \cdot 0.04}{0.5 \cdot 0.04 + 0.5 \cdot 0.5}
# = \frac{0.02}{0.27} = 0.074$$
#
# | | prior | likelihood | product | posterior |
# |---|---|---|---|---|
# | man | 0.5 | 0.04 | 0.02 | 0.074 |
# | woman | 0.5 | 0.5 | 0.25 | 0.926 |
# | sum | 1 | | 0.27, the **evidence** | 1 |
#
# In symbols, for classes $c$ and an observation $x$:
#
# $$P(c \mid x) = \frac{\pi_c\, p(x \mid c)}{p(x)}, \qquad p(x) = \sum_{c'} \pi_{c'}\, p(x \mid c')$$
#
# *Posterior is prior times likelihood, divided by the evidence.*
# The evidence is the same for every class. It makes the posteriors sum to 1, and it does not change who wins.
#
# ### Task: `bayes_posterior`


# %% exercise="bayes_posterior"
def bayes_posterior(prior, likelihood):
    """Return the posterior probability of every class.

    prior        K numbers that sum to 1: the probability of each class before looking
    likelihood   K numbers: how probable the observation is in each class

    Returns K numbers that sum to 1 (a list or an array), in the order of the classes.
    ValueError if the evidence is 0: no class of positive prior allows the observation.

    bayes_posterior([0.5, 0.5], [0.04, 0.5]) is [0.0740740741, 0.9259259259]
    """
    ### BEGIN SOLUTION
    scores = np.asarray(prior) * np.asarray(likelihood)
    evidence = scores.sum()
    if evidence == 0:
        raise ValueError("no class allows this observation")
    return scores / evidence
    ### END SOLUTION


# %% check="bayes_posterior" points=3.5
check("bayes_rule.bayes_posterior", bayes_posterior)

# %% [markdown]
# **Before you go on.** One mail in five is spam. Half of the spam says *free*, and one in eight of the other mails.
# A mail says *free*. How probable is it spam?
#
# - (a) 0.1
# - (b) 0.5
# - (c) 0.8
#
# > [!fold] Answer
# > **(b).** The products are $0.2 \cdot 0.5 = 0.1$ and $0.8 \cdot 0.125 = 0.1$: equal, so one half each.
# > (a) is the first product, not yet divided by the evidence 0.2; it and its partner do not sum to 1.
# > (c) is $0.5 / (0.5 + 0.125)$: the word alone is heard, and that there are four times as many other mails is forgotten.

# %% [markdown]
# In the stadium 98 of 100 are men. Long hair is as common among each as before.

# %%
for place, prior in (("cinema", [0.5, 0.5]), ("stadium", [0.98, 0.02])):
    man, woman = bayes_posterior(prior, [0.04, 0.5])
    print(f"{place}: man {man:.3f}, woman {woman:.3f}")

# %% [markdown]
# The picture shows why.
# Each square is everybody in the queue.
# The width of a column is the prior, the filled height is the likelihood, so the filled *area* is their product.
# Compare the two areas: in the stadium the low but wide one is larger.

# %% alt="Two squares of everybody in the queue. In the cinema the men's column is half as wide, filled to 4 percent, the women's to 50 percent. In the stadium the women's column is a sliver, and its filled area is smaller than the men's low, wide one."
fig, axes = plt.subplots(1, 2, figsize=(8, 3.6), sharey=True)
for ax, place, p_man in zip(axes, ("cinema", "stadium"), (0.5, 0.98), strict=True):
    for left, width, height, colour in ((0, p_man, 0.04, "0.25"), (p_man, 1 - p_man, 0.5, "darkorange")):
        ax.bar(left, 1, width, align="edge", color="0.93", edgecolor="0.4")
        ax.bar(left, height, width, align="edge", color=colour, edgecolor="0.4")
    ax.set(title=place, xlim=(0, 1), ylim=(0, 1), xlabel="men (dark), then women (orange)")
axes[0].set_ylabel("share with long hair")
plt.show()

# %% [markdown]
# > [!fold lecture-1] Mind the slide (lecture 1): Bayes' rule multiplies by the prior
# > Bayes' rule is printed once as $P(B \mid A) = P(A)\,P(A \mid B)\,/\,P(B)$.
# > Prior and evidence have changed places.
# > With the slide's own numbers for the cinema that is $0.27 \cdot 0.04 / 0.5 = 0.0216$, and not 0.074.
# > The worked lines next to it are right.
# > On the same slides the letters $p$ (person) and $h$ (hair) get mixed up as $P(h = \text{man} \mid p = \text{long})$.
# > No person is "long": read $P(p = \text{man} \mid h = \text{long})$.
# >
# > In the errata: [E02](../../notebooks/errata.md#e02--bayes-rule-multiplies-by-the-prior), [E04](../../notebooks/errata.md#e04--persons-are-men-and-hair-is-long).
#
# One more, with names instead of hair.
# Steve is shy, tidy and helpful. Is he a librarian or a farmer?
# Suppose that the description fits librarians four times as well.
# But there are 130.3 thousand farmers for 4.33 thousand librarians.

# %%
prior = np.array([4.33, 130.3]) / (4.33 + 130.3)
for ratio in (1, 4, 10, 30.0923787529, 100):
    print(f"fits {ratio:6.2f} times better: librarian with {bayes_posterior(prior, [ratio, 1])[0]:.3f}")

# %% [markdown]
# A likelihood is not a distribution over the classes. The two need not sum to 1, and a density may even exceed 1.
# Only their ratio matters.
# It has to overcome the ratio of the priors, here 30 to 1.
#
# ### Written question (2 points)
#
# The hair is the same, the answer is not.
# Which of the two factors changed between cinema and stadium?
# Above which share of men do you guess "man", and how do you find it without a computer?
# Which assumption have we made about the people in the stadium that you would want to check?

# %% [markdown] answer="why-the-stadium" points=2
# The prior changed; the likelihoods are the same by assumption.
#
# The guess tips where both products are equal: $\pi \cdot 0.04 = (1 - \pi) \cdot 0.5$, so $\pi = 0.5 / 0.54 = 25/27 \approx 0.926$.
# More than 25 men in 27 people, and long hair still means "man".
#
# The assumption is that hair is distributed in the stadium as it is in the cinema, for men and for women separately.
# The people who go there may differ in age or habit; one would have to count.
#
# *(1 point for the prior and the break-even share, 1 point for the assumption.)*

# %% [markdown]
# ## 4 · A test beeps
#
# One part in ten thousand is defective.
# A test finds 99 of 100 defects (its **sensitivity**) and stays silent for 99 of 100 good parts (its **specificity**).
# It has just beeped. Is the part defective?
#
# Write down a guess. Then count a million parts:
#
# | | parts | beep |
# |---|---|---|
# | defective | 100 | 99 |
# | good | 999 900 | 9 999 |
# | together | 1 000 000 | 10 098 |
#
# Of these beeps 99 are right: $99 / 10098 = 1/102$, not even one percent.
#
# With prevalence $\pi$, sensitivity $se$ and specificity $sp$ it is Bayes' rule again, with two classes:
#
# $$P(\text{defect} \mid \text{beep}) = \frac{se\,\pi}{se\,\pi + (1 - sp)(1 - \pi)}$$
#
# ### Task: `diagnostic_posterior`


# %% exercise="diagnostic_posterior"
def diagnostic_posterior(prevalence, sensitivity, specificity):
    """Return P(defect | positive test).

    prevalence    P(defect)
    sensitivity   P(positive | defect)
    specificity   P(negative | no defect)

    ValueError if the test is never positive.

    diagnostic_posterior(0.0001, 0.99, 0.99) is 0.0098039216
    """
    ### BEGIN SOLUTION
    found = sensitivity * prevalence
    false_alarms = (1 - specificity) * (1 - prevalence)
    if found + false_alarms == 0:
        raise ValueError("this test never beeps")
    return found / (found + false_alarms)
    ### END SOLUTION


# %% check="diagnostic_posterior" points=3.5
check("bayes_rule.diagnostic_posterior", diagnostic_posterior)

# %% [markdown]
# > [!fold lecture-2] Mind the slide (lecture 2): Sensitivity and specificity are conditional probabilities
# > In the lecture's formula a brace marked *sensitivity* spans the product
# > $P(\text{pos} \mid \text{def})\,P(\text{def})$, and a brace marked *specificity* spans a false-positive rate.
# > Sensitivity and specificity are conditional probabilities, nothing more.
# > Whoever puts the specificity where its brace stands gets 0.0001.
# > With $se = sp$, as on the slide, several such mistakes stay invisible. So the check uses a test with $se \ne sp$.
# >
# > In the errata: [E25](../../notebooks/errata.md#e25--sensitivity-and-specificity-are-conditional-probabilities).
#
# How does the answer depend on the prevalence?
# Each curve is a test.
# Follow the dotted line, at a prevalence of one percent: which test makes you believe a beep there?

# %% alt="Three curves rise from 0 to 1 as the prevalence grows from a hundred-thousandth to one. At one percent the test of 90 percent is believed with 0.1, that of 99 percent with one half, that of 99.9 percent with 0.9."
prevalence = np.logspace(-5, -0.01, 200)
fig, ax = plt.subplots(figsize=(7, 3.6))
for quality, style in ((0.9, ":"), (0.99, "--"), (0.999, "-.")):
    posterior = [diagnostic_posterior(p, quality, quality) for p in prevalence]
    ax.plot(prevalence, posterior, style, label=f"{quality:.1%}")
ax.axvline(0.01, color="0.7", linestyle="dotted")
ax.set(xscale="log", xlabel="prevalence", ylabel="P(defect | beep)")
ax.legend(title="sensitivity = specificity")
plt.show()

# %% [markdown]
# A curve crosses one half where the prevalence equals $1 - q$ (for $se = sp = q$): the rarer the defect, the better
# the test has to be.
# Or you test again.
# The first posterior is the second prior, if the second test errs independently of the first. (Section 10 makes a function of it.)

# %%
p = 0.0001
for beep in range(1, 5):
    p = diagnostic_posterior(p, 0.99, 0.99)
    print(f"after beep {beep}: {p:.4f}")

# %% [markdown]
# ### Written question (2 points)
#
# A friend says: "The test is right in 99 % of all cases. It beeped. So I am 99 % sure."
# Show your friend the mistake with ten thousand parts of which one is defective, in words and whole numbers.
# Then name one way, other than building a better test, to be surer after a beep.

# %% [markdown] answer="why-not-99-percent" points=2
# Of ten thousand parts one is defective, and it almost surely beeps. Of the 9999 good parts one in a hundred beeps,
# about 100. So about 101 parts beep, and one of them is defective: about 1 %.
# "Right in 99 % of all cases" speaks of all parts, almost all of which are good and silent.
# The friend has confused $P(\text{beep} \mid \text{defect})$ with $P(\text{defect} \mid \text{beep})$.
#
# Ways to be surer: test again, independently; or test only parts that are under suspicion for another reason, so that
# the prevalence among the tested is higher.
#
# *(1 point for the count, 1 point for a way that works.)*

# %% [markdown]
# ## 5 · Where probabilities come from
#
# So far the numbers were given. In learning they are *counted*.
#
# On five days nobody played tennis. Three were sunny, none was overcast, two were rainy.
# The shares 3/5, 0/5, 2/5 are the **maximum-likelihood** estimate: no other values make these five days more probable.
#
# But would you bet your house that it is never overcast on a day without tennis, after five days?
# A probability of 0 in a product lets nothing else speak.
# So pretend to have seen every value $\alpha$ times more often than you did:
#
# $$\theta_v = \frac{n_v + \alpha}{n + \alpha V}$$
#
# with $V$ values. For $\alpha = 1$, called *Laplace*: $\frac{3+1}{5+3},\ \frac{0+1}{5+3},\ \frac{2+1}{5+3} = \frac48, \frac18, \frac38$.
#
# ### Task: `map_theta`


# %% exercise="map_theta"
def map_theta(counts, alpha):
    """Return the estimated probability of each of V values.

    counts   V numbers: how often each value was seen
    alpha    the pseudo-count that every value gets; 0 is maximum likelihood

    Returns V numbers that sum to 1 (a list or an array).
    ValueError if nothing was seen and alpha is 0: 0 / 0 is no estimate.

    map_theta([3, 0, 2], 1) is [0.5, 0.125, 0.375]
    """
    ### BEGIN SOLUTION
    smoothed = np.asarray(counts) + alpha
    if smoothed.sum() == 0:
        raise ValueError("nothing was seen, and alpha is 0")
    return smoothed / smoothed.sum()
    ### END SOLUTION


# %% check="map_theta" points=3.5
check("bayes_rule.map_theta", map_theta)

# %% [markdown]
# **Before you go on.** On four rainy days the wind was strong each time. It might have been strong, weak or still.
# With $\alpha = 1$, what is the estimate for *weak*?
#
# - (a) 1/4
# - (b) 1/5
# - (c) 1/6
# - (d) 1/7
#
# > [!fold] Answer
# > **(d).** Each of the *three* values gets one pretended day, so four days become seven: $\frac57, \frac17, \frac17$.
# > (a) adds above the line only: $\frac54 + \frac14 + \frac14$ is more than 1.
# > (b) adds one day below, although three were added above. (c) is right for two values; here there are three.

# %% [markdown]
# > [!fold lecture-3 lecture-5] Mind the slide (lectures 3 and 5): Smoothing enlarges the denominator
# > "Add 1 everywhere" is only half of it.
# > Each of the $V$ values got one more, so the total grew by $V$.
# > With the numerators alone the shares are 4/5, 1/5 and 3/5, and sum to 8/5.
# > Another slide adds the number of *classes* below the line. It is the number of values of the feature that counts,
# > however many classes there are.
# >
# > In the errata: [E37](../../notebooks/errata.md#e37--smoothing-enlarges-the-denominator), [E84](../../notebooks/errata.md#e84--the-pseudo-counts-belong-to-the-values-of-the-feature).
#
# What does $\alpha$ do? Watch the three bars as it grows.

# %% alt="Five groups of bars for sunny, overcast and rain. With no pseudo-counts they are 0.6, 0 and 0.4; as the pseudo-count grows overcast rises and sunny falls, until at 100 all three are nearly one third."
fig, ax = plt.subplots(figsize=(7, 3.2))
for place, alpha in enumerate((0, 0.5, 1, 5, 100)):
    bars = ax.bar(np.arange(3) + 4 * place, map_theta([3, 0, 2], alpha), color=["0.2", "darkorange", "0.65"])
    ax.text(4 * place + 1, 0.66, f"α = {alpha:g}", ha="center")
ax.legend(bars, ["sunny", "overcast", "rain"], loc="upper left", bbox_to_anchor=(1, 1))
ax.set(xticks=[], ylim=(0, 0.75), ylabel="θ given no tennis")
plt.show()

# %% [markdown]
# With 0 the bars repeat the counts. With 100 they are almost equal, whatever the counts.
# More pseudo-counts, less trust in the data.
# Five hundred real days would need a far larger $\alpha$ to be drowned: the prior fades as examples come in.
#
# The name `map_theta` says where the formula comes from.
# Put a prior on $\theta$ itself, the Dirichlet distribution with parameters $\alpha + 1$, and its posterior is largest
# here: the *maximum a posteriori*.
# With $\alpha = 0$ that prior is flat, and prevents nothing.
#
# **You have reached the end of the core.** Bayes' rule, and probabilities from counts: that is all that naive Bayes
# is made of. The rest of this notebook is the tools that make it work on real data.

# %% [markdown]
# ## 6 · Numbers too small to multiply
#
# Multiply 0.1 by itself four hundred times:

# %%
product = 1.0
for factors in range(1, 401):
    product *= 0.1
    if factors in (10, 300, 323, 324, 400):
        print(factors, product)

# %% [markdown]
# The smallest positive number of your computer is about $5 \cdot 10^{-324}$. Below it there is only 0.
# An image has hundreds of pixels, a mail hundreds of words, and each gives a factor.
#
# Logarithms turn the product into a sum: $400 \cdot \log 0.1 = -921$, nothing to worry about.
# As the logarithm grows with its argument, the class with the larger sum is still the one with the larger product.
#
# But what if we want probabilities back? With scores $s_c = \log(\text{product}_c)$:
#
# $$P(c) = \frac{e^{s_c}}{\sum_{c'} e^{s_{c'}}}$$
#
# For $(-1, -2)$ that is $\frac{e^{-1}}{e^{-1} + e^{-2}} = \frac{1}{1 + e^{-1}} = 0.731$.
# For $(-1000, -1001)$ it is the same, as a common factor $e^{-999}$ drops out. Your computer, though, sees 0 / 0.
# Find the number that you may subtract from all scores, so that no $e^{s_c}$ is too large and not all are too small.
#
# ### Task: `normalise_log`


# %% exercise="normalise_log"
def normalise_log(log_scores):
    """Return the probabilities that are proportional to exp(log_scores).

    log_scores   K numbers; -inf is the logarithm of 0 and allowed

    Returns K numbers that sum to 1 (a list or an array).
    ValueError if all scores are -inf.

    normalise_log([-1000, -1001]) is [0.7310585786, 0.2689414214]
    """
    ### BEGIN SOLUTION
    scores = np.asarray(log_scores, dtype=float)
    if scores.max() == -np.inf:
        raise ValueError("every score is the logarithm of 0")
    shares = np.exp(scores - scores.max())
    return shares / shares.sum()
    ### END SOLUTION


# %% check="normalise_log" points=3.5
check("bayes_rule.normalise_log", normalise_log)

# %% [markdown]
# The same step finds a constant that makes anything a distribution.
# Let $p(y) = \beta\, e^{-y^2}$ for $y = 1, 2, 3, 4$. What is $\beta$?
# The four values must sum to 1, so $\beta = 1 / (e^{-1} + e^{-4} + e^{-9} + e^{-16})$.

# %%
p = np.array(normalise_log([-1, -4, -9, -16]))
print(p.round(6).tolist(), "sum", round(float(p.sum()), 12), "β =", round(float(p[0] * np.e), 6))

# %% [markdown]
# "Proportional to", written $\propto$, means just this: equal up to one factor, the same for all $y$.
# It does not mean "about equal" ($\approx$): the products of the cinema, 0.02 and 0.25, are far from the
# posteriors 0.074 and 0.926, and proportional to them.

# %% [markdown]
# ## 7 · What makes naive Bayes naive
#
# One coin is fair, the other has two heads.
# You pick one without looking, and toss it twice.
# The first toss shows heads. Does that tell you something about the second?

# %%
coins = load_two_coins()
print("P(second head)              =", event_prob(coins, {2: "head"}))
print("P(second head | first head) =", round(cond_prob(coins, {2: "head"}, {1: "head"}), 4))

# %% [markdown]
# Yes: the first head makes the two-headed coin more probable, and so another head.
# The tosses are *dependent*.
#
# Now somebody tells you which coin it is. The first toss has nothing left to say:

# %%
for coin in ("fair", "two-headed"):
    alone = cond_prob(coins, {2: "head"}, {0: coin})
    after = cond_prob(coins, {2: "head"}, {0: coin, 1: "head"})
    print(f"{coin}: P(second head) = {alone}, after a first head {after}")

# %% [markdown]
# The tosses are *independent given the coin*: for all values $u, v$ of two variables and every value $w$ of the third,
#
# $$P(u, v \mid w) = P(u \mid w)\,P(v \mid w)$$
#
# By hand, for the fair coin: $P(\text{head}, \text{head} \mid \text{fair}) = \frac14 = \frac12 \cdot \frac12$. Three more
# pairs of values, and the other coin, to go.
#
# ### Task: `cond_independent`


# %% exercise="cond_independent"
def cond_independent(joint, a, b, c, tol=1e-9):
    """Say whether the variables at positions a and b are independent given the one at position c.

    joint     a table, as for event_prob
    a, b, c   three different positions
    tol       how far P(a, b | c) and P(a | c) P(b | c) may lie apart (both as given here, not multiplied out)

    Returns True or False. The equation must hold for all values of a and b that occur in the table, and
    every value of c. A value of c with probability 0 is skipped.

    cond_independent(coins, 1, 2, 0) is True: two tosses, given the coin
    """
    ### BEGIN SOLUTION
    values = [{row[position] for row in joint} for position in (a, b, c)]
    for w in values[2]:
        if event_prob(joint, {c: w}) == 0:
            continue
        for u in values[0]:
            for v in values[1]:
                both = cond_prob(joint, {a: u, b: v}, {c: w})
                each = cond_prob(joint, {a: u}, {c: w}) * cond_prob(joint, {b: v}, {c: w})
                if abs(both - each) > tol:
                    return False
    return True
    ### END SOLUTION


# %% check="cond_independent" points=3.5
check("bayes_rule.cond_independent", cond_independent)

# %% [markdown]
# It also happens the other way round.
# Two pixels are black or white, by two fair coins: independent.
# The class says whether they are equal. Once you know it, one pixel tells you the other.

# %%
pixels = {(0, 0, "equal"): 0.25, (1, 1, "equal"): 0.25, (0, 1, "different"): 0.25, (1, 0, "different"): 0.25}
one_class = {(*row, "any"): p for row, p in pixels.items()}  # a third variable that says nothing
print("pixels independent:                ", cond_independent(one_class, 0, 1, 3))
print("pixels independent given the class:", cond_independent(pixels, 0, 1, 2))
print("tosses independent given the coin: ", cond_independent(coins, 1, 2, 0))

# %% [markdown]
# > [!fold lecture-1] Mind the slide (lecture 1): Independence given the class is what is used
# > Naive Bayes is introduced with features that are "independent of one another".
# > What its formula uses is independence *given the class*, $p(x \mid y) = \prod_j p(x_j \mid y)$.
# > Neither implies the other: coins and pixels are the two examples.
# > A note says that the product "is always true". What is always true is the chain rule,
# > $p(x_1, x_2 \mid y) = p(x_1 \mid y)\,p(x_2 \mid x_1, y)$; dropping the $x_1$ behind the bar is the naive step.
# >
# > In the errata: [E06](../../notebooks/errata.md#e06--independence-given-the-class-is-what-is-used), [E05](../../notebooks/errata.md#e05--the-product-is-an-assumption).
#
# ### Written question (2 points)
#
# Height and vocabulary of the pupils of a school depend on each other: the taller know more words.
# Given which third variable do you expect them to be independent, and why?
# Then find such a triple of your own, and one in which two variables are independent at first and dependent once
# the third is known.

# %% [markdown] answer="given-the-class" points=2
# Given the age: older pupils are taller and know more words, and among pupils of one age there is no reason why the
# tall ones should know more.
#
# A triple of one's own needs a common cause: ice cream sold and people drowned, given the temperature.
# The other way round needs a common effect: sprinkler and rain, once the lawn is known to be wet (if it did not rain,
# the sprinkler must have run); or the two pixels of this section.
#
# *(1 point for age with a reason, 1 point for both triples.)*

# %% [markdown]
# ## 8 · How well does a parameter explain the data?
#
# A coin showed "success" in six of ten tosses. Is it fair, or one that is loaded to $\theta = 0.7$?
#
# One order of the ten, say six successes first, has the probability $\theta^6 (1 - \theta)^4$.
# There are $\binom{10}{6} = 210$ orders, all equally probable:
#
# $$P(k \text{ of } n \mid \theta) = \binom{n}{k}\,\theta^k (1 - \theta)^{n - k}$$
#
# For $\theta = 0.5$ that is $210 / 1024 = 0.205$, for $\theta = 0.7$ it is $0.200$.
#
# Here $\theta$ is the probability of what $k$ counts.
# (One slide counts ones as successes, and lets $\theta$ be the probability of a zero. Decide once, and keep to it.)
#
# ### Task: `binomial_likelihood`


# %% exercise="binomial_likelihood"
def binomial_likelihood(k, n, theta):
    """Return the probability of exactly k successes in n independent tosses.

    k, n    whole numbers, 0 <= k <= n; n may be 0, and it may be 1000
    theta   the probability of a success in one toss, from 0 to 1, both included

    Python's math.comb(n, k) counts the orders.

    binomial_likelihood(6, 10, 0.5) is 0.205078125
    """
    ### BEGIN SOLUTION
    return math.comb(n, k) * theta**k * (1 - theta) ** (n - k)
    ### END SOLUTION


# %% check="binomial_likelihood" points=3
check("bayes_rule.binomial_likelihood", binomial_likelihood)

# %% [markdown]
# Fix the data and let $\theta$ run: the **likelihood**, a function of the parameter.
# See where it is highest, and how little 0.5 and 0.7 differ.

# %% alt="Two hills over the parameter from 0 to 1, both highest at 0.6. The one for 6 of 10 is wide and 0.25 high, the one for 60 of 100 is narrow and 0.08 high; lines mark 0.5, 0.6 and 0.7."
theta = np.linspace(0, 1, 201)
fig, ax = plt.subplots(figsize=(7, 3.2))
ax.plot(theta, [binomial_likelihood(6, 10, t) for t in theta], color="0.2", label="6 of 10")
ax.plot(theta, [binomial_likelihood(60, 100, t) for t in theta], "--", color="darkorange", label="60 of 100")
for t in (0.5, 0.6, 0.7):
    ax.axvline(t, color="0.8", zorder=0)
ax.set(xlabel="θ", ylabel="likelihood")
ax.legend()
plt.show()

# %% [markdown]
# The top is at 6/10, the share: maximum likelihood is counting.
# With a hundred tosses the hill is narrower, so more values of $\theta$ are ruled out. (It is also lower, as a hundred
# tosses can come out in more ways.)
#
# > [!fold lecture-3] Mind the slide (lecture 3): The likelier parameter need not be the more probable
# > "$\theta = 0.5$ is slightly more probable" is said of these two numbers.
# > It has the greater *likelihood*, and that is another thing.
# >
# > In the errata: [E43](../../notebooks/errata.md#e43--the-likelier-parameter-need-not-be-the-more-probable).
#
# For a probability of $\theta$ you need a prior, and Bayes' rule, which you have:

# %%
likelihood = [binomial_likelihood(6, 10, 0.5), binomial_likelihood(6, 10, 0.7)]
for prior in ([0.5, 0.5], [0.1, 0.9]):
    print(f"prior of the fair coin {prior[0]}: posterior {bayes_posterior(prior, likelihood)[0]:.4f}")

# %% [markdown]
# ## 9 · Why not keep the whole table?
#
# A joint table answers every question, without any assumption. So why do we need more?
# Count its rows.
#
# Play-tennis has four features with 3, 3, 2 and 2 values and a class of two: $2 \cdot 36 = 72$ rows.
# They sum to 1, so 71 numbers are *free*.
#
# Naive Bayes keeps two priors, and for each class a small table per feature: $2 + 2 \cdot (3 + 3 + 2 + 2) = 22$ numbers.
# The priors sum to 1, and so does each small table: $1 + 2 \cdot (2 + 2 + 1 + 1) = 13$ are free.
#
# | `kind` | counts | play-tennis |
# |---|---|---|
# | `"table"` | rows of the joint table of class and features | 72 |
# | `"joint"` | of these, free | 71 |
# | `"stored"` | numbers that naive Bayes keeps | 22 |
# | `"naive"` | of these, free | 13 |
#
# ### Task: `n_parameters`


# %% exercise="n_parameters"
def n_parameters(K, n_values, kind):
    """Return how many numbers a model has.

    K          number of classes
    n_values   d numbers: how many values each feature has
    kind       "table", "joint", "stored" or "naive", as in the table above; anything else: ValueError

    Returns a whole number, right for 784 features, too.

    n_parameters(2, (3, 3, 2, 2), "naive") is 13
    """
    ### BEGIN SOLUTION
    rows, values, free = K, 0, 0
    for V in n_values:
        rows *= V
        values += V
        free += V - 1
    if kind == "table":
        return rows
    if kind == "joint":
        return rows - 1
    if kind == "stored":
        return K + K * values
    if kind == "naive":
        return (K - 1) + K * free
    raise ValueError(f"unknown kind {kind!r}")
    ### END SOLUTION


# %% check="n_parameters" points=3
check("bayes_rule.n_parameters", n_parameters)

# %% [markdown]
# Watch both grow with the number of yes-no features. Mind the axis: each step upwards is a factor of thousands.

# %% alt="Free numbers against yes-no features, on a logarithmic axis. The joint table rises in a straight line and passes the number of people on earth at about 32 features; naive Bayes stays below a hundred."
d = np.arange(1, 41)
fig, ax = plt.subplots(figsize=(7, 3.2))
ax.plot(d, [n_parameters(2, [2] * n, "joint") for n in d], color="0.2", label="joint table")
ax.plot(d, [n_parameters(2, [2] * n, "naive") for n in d], "--", color="darkorange", label="naive Bayes")
ax.axhline(8e9, color="0.7", linestyle="dotted")
ax.text(1, 1.5e10, "people on earth", color="0.4")
ax.set(yscale="log", xlabel="yes-no features", ylabel="free numbers")
ax.legend(loc="center right")
plt.show()

# %% [markdown]
# With 32 features every person on earth could have a row of their own. Who would fill the table?
# Already with ten features and a thousand examples more than a third of the cells stay empty.
#
# > [!fold lecture-3 lecture-5] Mind the slide (lectures 3 and 5): Three variables are not three parameters
# > Three of these counts are misprinted.
# > A table of three yes-no variables has $2^3 - 1 = 7$ free numbers, not 3: that is the number of variables.
# > With $d$ yes-no features *and* a class it is $2^{d+1} - 1$ and $2d + 1$, and not $2^d - 1$ and $2d - 1$;
# > the printed formulas are right only if $d$ counts the class as well.
# > And "$d \cdot K$ estimates are enough" holds for yes-no features: one of $V$ values needs $V - 1$ for each class.
# >
# > In the errata: [E32](../../notebooks/errata.md#e32--three-variables-are-not-three-parameters), [E36](../../notebooks/errata.md#e36--parameters-of-n-features-and-a-class), [E82](../../notebooks/errata.md#e82--a-feature-of-v-values-needs-v--1-numbers).
#
# With $d$ yes-no features and a class of two:

# %%
for n in (1, 3, 10):
    print(f"d = {n}: joint", n_parameters(2, [2] * n, "joint"), "naive", n_parameters(2, [2] * n, "naive"))

# %% [markdown]
# ## 10 · Odds, and a second test
#
# Divide the two lines of Bayes' rule by each other, that of the class by that of its opposite. The evidence drops out:
#
# $$\frac{P(c \mid x)}{P(\bar c \mid x)} = \frac{P(c)}{P(\bar c)} \cdot \frac{p(x \mid c)}{p(x \mid \bar c)}$$
#
# Left and right of the equals sign stand **odds**, what gamblers call "three to one". The last factor is the **likelihood ratio**: how much better the class explains $x$ than its opposite does.
# *Posterior odds are prior odds times likelihood ratio.* No sum, no division by the evidence.
#
# | probability $p$ | odds $p / (1 - p)$ |
# |---|---|
# | 1/2 | 1 |
# | 3/4 | 3 |
# | 1/10 | 1/9 |
# | 1 | infinite |
#
# Back from odds $o$ to a probability: $p = o / (1 + o)$.
#
# By hand: you believe in something with probability 0.1, so the odds are 1 to 9.
# One witness speaks for it with a ratio of 6, another one, independent of the first, with 3.
# Odds $\frac19 \cdot 6 \cdot 3 = 2$, and the probability is $2/3$.
#
# A piece of evidence with ratio 1 says nothing, one below 1 speaks against, and 0 rules it out.
# Whoever was certain before ($p = 1$) stays certain, whatever the finite ratio. Certain *and* ruled out is a contradiction.
#
# ### Task: `update_odds`


# %% exercise="update_odds"
def update_odds(p, ratios):
    """Return the probability after independent pieces of evidence.

    p        the probability before, from 0 to 1, both included
    ratios   a list of likelihood ratios, one for each piece: finite numbers, 0 or more; may be empty

    ValueError if p is 1 and a ratio is 0: certain, and ruled out.

    update_odds(0.1, [6, 3]) is 2/3
    """
    ### BEGIN SOLUTION
    for_it, against_it = p, 1 - p
    for ratio in ratios:
        for_it = for_it * ratio
    if for_it + against_it == 0:
        raise ValueError("certain before, and ruled out")
    return for_it / (for_it + against_it)
    ### END SOLUTION


# %% check="update_odds" points=2
check("bayes_rule.update_odds", update_odds)

# %% [markdown]
# **Before you go on.** You believe something with probability 0.2. A witness speaks for it with likelihood ratio 4.
# How probable is it now?
#
# - (a) 0.8
# - (b) 0.5
# - (c) 1
# - (d) 0.44
#
# > [!fold] Answer
# > **(b).** The odds are $0.2/0.8 = \frac14$; times 4 that is 1, and odds of 1 to 1 are the probability $\frac12$.
# > (a) multiplies the *probability*; a second witness would bring it to 3.2.
# > (c) is the odds, not yet turned back. (d) begins with 0.2 as if that were the odds: $0.8/1.8$.

# %% [markdown]
# Steve again: odds of 4.33 to 130.3, and a description that fits librarians four times as well. Then three more things that we hear about him, each with its ratio.

# %%
steve = 4.33 / (4.33 + 130.3)
for heard in ([4], [4, 3], [4, 3, 5], [4, 3, 5, 0.2]):
    print(f"{heard!s:16} librarian with {update_odds(steve, heard):.3f}")

# %% [markdown]
# In logarithms the product is a sum: each piece of evidence *adds* its share, for or against. Units 3 and 4 use just that.
#
# ### The test again
#
# Section 4 ended with several beeps. What if the second test stays silent?
# Each answer gives one factor to the defects and one to the good parts:
#
# | answer | of the defects | of the good parts | likelihood ratio |
# |---|---|---|---|
# | beep | $se$ | $1 - sp$ | $se / (1 - sp)$ |
# | silence | $1 - se$ | $sp$ | $(1 - se) / sp$ |
#
# By hand, $\pi = 0.02$, $se = 0.9$, $sp = 0.7$, a beep and then a silence:
# defects $0.02 \cdot 0.9 \cdot 0.1 = 0.0018$, good parts $0.98 \cdot 0.3 \cdot 0.7 = 0.2058$. So $0.0018 / 0.2076 = 0.0087$: less than before any test.
#
# With $sp = 1$ the ratio of a beep is infinite. So keep the two products, and divide at the end.
#
# ### Task: `repeated_test`


# %% exercise="repeated_test"
def repeated_test(prevalence, sensitivity, specificity, beeps):
    """Return P(defect | all answers) of a test that is repeated and errs independently each time.

    prevalence    P(defect)
    sensitivity   P(beep | defect)
    specificity   P(silence | good)
    beeps         a list of answers: True for a beep, False for silence; may be empty

    ValueError if these answers never come.

    repeated_test(0.02, 0.9, 0.7, [True, False]) is 0.0086705202
    """
    ### BEGIN SOLUTION
    defect, good = prevalence, 1 - prevalence
    for beep in beeps:
        if beep:
            defect, good = defect * sensitivity, good * (1 - specificity)
        else:
            defect, good = defect * (1 - sensitivity), good * specificity
    if defect + good == 0:
        raise ValueError("these answers never come")
    return defect / (defect + good)
    ### END SOLUTION


# %% check="repeated_test" points=2
check("bayes_rule.repeated_test", repeated_test)

# %% [markdown]
# A rare defect and a good test: how many beeps in a row does it take, and what does one silence among them cost?

# %% alt="Belief in a defect after 0 to 6 tests. With beeps only it is one half after two tests and nearly 1 after three. With a silent third test it falls back to almost 0 and reaches the same height two tests later."
fig, ax = plt.subplots(figsize=(7, 3.2))
for silent, style in ((None, "o-"), (2, "s--")):
    answers = [place != silent for place in range(6)]
    beliefs = [repeated_test(0.0001, 0.99, 0.99, answers[:n]) for n in range(7)]
    ax.plot(
        range(7), beliefs, style, color="0.2", label="six beeps" if silent is None else "the third is silent"
    )
ax.set(xlabel="tests", ylabel="P(defect | answers)")
ax.legend()
plt.show()

# %% [markdown]
# One silence takes back exactly one beep here, since $0.99/0.01$ and $0.01/0.99$ cancel.
# All of it rests on *independently*: a part that beeps because of a scratch will beep again, and the second beep is no news.
# That is the naive assumption of section 7, and its price.

# %% [markdown]
# ## 11 · Real penguins
#
# Your functions are not toys. Here are 344 penguins of three species, on three islands.
# Their joint table is made of relative frequencies, by counting.

# %%
penguins = load_penguins()
islands = penguins.domains[0]
pairs = [(str(s), islands[int(i)]) for s, i in zip(penguins.y, penguins.X_categories[:, 0], strict=True)]
birds = {pair: pairs.count(pair) / len(pairs) for pair in sorted(set(pairs))}
for island in islands:
    shares = [round(cond_prob(birds, {0: species}, {1: island}), 3) for species in penguins.class_names]
    print(island, dict(zip(penguins.class_names, shares, strict=True)))

# %% [markdown]
# On Torgersen every penguin that was seen is an Adélie. Shall we say that another one is *impossible* there?
# Smooth, and compare with scikit-learn, whose naive Bayes estimates $P(\text{island} \mid \text{species})$ for us.

# %%
from sklearn.naive_bayes import CategoricalNB

model = CategoricalNB(alpha=1).fit(penguins.X_categories[:, :1], penguins.y)
for c, species in enumerate(penguins.class_names):
    ours = map_theta([pairs.count((species, island)) for island in islands], 1)
    theirs = np.exp(model.feature_log_prob_[0][c])
    print(f"{species:10}", np.round(ours, 4), "agrees with scikit-learn:", np.allclose(ours, theirs))

# %% [markdown]
# And Bayes' rule turns the bar round: prior times likelihood, divided by the evidence, is what it predicts.

# %%
prior = [np.mean(penguins.y == species) for species in penguins.class_names]
for i, island in enumerate(islands):
    counts = [[pairs.count((species, place)) for place in islands] for species in penguins.class_names]
    likelihood = [map_theta(row, 1)[i] for row in counts]
    ours, theirs = bayes_posterior(prior, likelihood), model.predict_proba([[i]])[0]
    print(f"{island:10}", np.round(ours, 4), "agrees with scikit-learn:", np.allclose(ours, theirs))

# %% [markdown]
# You have written a classifier, for one feature. Naive Bayes does the same with many: unit 2.
#
# ## What you take along
#
# - An event is a set of rows; its probability is their sum. A condition crosses rows out and divides by what is left.
# - $P(A \mid B)$ and $P(B \mid A)$ are answers to different questions. Bayes' rule leads from one to the other.
# - Posterior is prior times likelihood, divided by the evidence. The prior counts: think of the stadium, and of the beep.
# - Probabilities are counted. Pseudo-counts keep a zero from ruling everything else out; they enlarge the denominator.
# - Add logarithms, and subtract the largest before you come back.
# - In odds each piece of evidence is one factor, if the pieces are independent given the class.
# - Naive Bayes assumes independence *given the class*. In return it needs a few numbers where a full table needs billions.
#
# > [!fold] Cheat sheet: the words and formulas of this unit
# > | what | how |
# > |---|---|
# > | joint table | every combination of values with its probability; they sum to 1 |
# > | marginalise | leave a variable open: add over all its values |
# > | conditional | $P(A \mid B) = P(A, B) / P(B)$ |
# > | Bayes' rule | $P(c \mid x) = \pi_c\, p(x \mid c) / p(x)$: posterior is prior times likelihood, divided by the evidence |
# > | sensitivity, specificity | $P(\text{beep} \mid \text{defect})$, $P(\text{silence} \mid \text{good})$ |
# > | smoothed estimate | $\theta_v = (n_v + \alpha)/(n + \alpha V)$ |
# > | from log scores to probabilities | subtract the largest, `exp`, divide by the sum |
# > | independent given $w$ | $P(u, v \mid w) = P(u \mid w)\,P(v \mid w)$ for all values |
# > | odds | $o = p/(1-p)$, $p = o/(1+o)$; each piece of evidence multiplies them by its likelihood ratio |
#
# **See it move.** These demonstrations belong to this unit; nothing is handed in, much can be tried:
#
# - [base_rates](../../notebooks/demos/base_rates.ipynb): How good must a test be before you believe it?
# - [tables_explode](../../notebooks/demos/tables_explode.ipynb): Why not simply keep a table with a row for every combination?
