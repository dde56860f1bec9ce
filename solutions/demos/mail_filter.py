# %% [markdown]
# # Which words does a mail filter listen to, and who else knows that?
#
# *17 of 23. To unit [4 · Multinomial naive Bayes: how often?](../04_multinomial_nb/04_multinomial_nb.ipynb) · before: [digits](digits.ipynb) · next: [map_as_l2](map_as_l2.ipynb)*
#
# You send spam, and you know that a filter reads your mails before anybody else does.
# It has learnt from thousands of mails which words spam uses.
# Which one word would you add to yours?
#
# *Spam* is junk mail, *ham* is all other mail.
# A *bag of words* is a mail of which only the counts of its words are kept.

# %% [markdown]
# ## From text to a table
#
# Three mails that we made up. Which words are there?

# %%
from mlcore.text import build_vocabulary, tokenise

docs = ["The loan is FREE: free money!", "Is the kernel patch free?", "A patch for the kernel."]
print(tokenise(docs[0]))

# %% [markdown]
# Upper case and punctuation are gone; the order will be gone in a moment.
# The *vocabulary* has each word of all mails once.
# *Stop words* such as "the" and "is" occur everywhere, so one may leave them out.

# %%
vocabulary = build_vocabulary(docs, stop_words=["the", "is", "a", "for"])
print(len(build_vocabulary(docs)), "words, without stop words", len(vocabulary), vocabulary)

# %% [markdown]
# Now every mail is a row, as long as the vocabulary.

# %%
from mlcore.text import count_matrix

print(count_matrix(docs, vocabulary).toarray())

# %% [markdown]
# ## From the table to a label
#
# The lectures show a small table of mails, with arrows from the features to the label.
# A 1 says that the mail contains the word.
# Two mails are spam, one is not.

# %%
from fractions import Fraction

from mlcore.datasets import load_spam_table

table = load_spam_table()
for word, column in zip(table.feature_names, table.X.T, strict=True):
    in_spam, in_other = column[table.y == 1].sum(), column[table.y == 0].sum()
    theta_spam, theta_other = Fraction(in_spam + 1, 2 + 2), Fraction(in_other + 1, 1 + 2)
    print(f"{word:8} {theta_spam} : {theta_other}, so the odds of spam × {float(theta_spam / theta_other):g}")

# %% [markdown]
# Each word has two values, there and not there; we added 1 to the count of both, so 2 below the line.
# That is *smoothing* with $\alpha = 1$.
# Each word that is there multiplies the odds of spam by its own factor.
# Draw that as an arrow, solid towards spam and dashed away from it.
# (A word that is *not* there has a factor too, with $1 - \theta$ for $\theta$; the picture leaves it out.)

# %% alt="A table of three mails and six words, with an arrow from each word to the label: solid from the dollar sign, Vicodin and Offer, dashed from Hi, CPSC and 340. Vicodin multiplies the odds by 2.25, CPSC by 0.375."
from mlcore.demos import mail_filter

result = mail_filter.compute()
mail_filter.confirm(result)
mail_filter.draw_arrows(result)

# %% [markdown]
# ## Real mails
#
# 6046 mails of the years around 2002, and how often each uses 2000 common words.
# Three quarters are for learning, the others for the test.

# %%
from mlcore.datasets import load_mails

mails = load_mails()
X, X_test, y, y_test = mails.split()
print(mails, f"{mails.X.nnz / (6046 * 2000):.1%} of the cells are not 0")

# %% [markdown]
# Such a table is stored *sparse*: only what is not 0.
#
# Note the change: the small table says *whether* a word is there (Bernoulli naive Bayes), this one *how often* (multinomial).
# One takes the one model or the other, never a mixture: one lecture learns the first and decides by the second.
# With counts, a word that is not there says nothing, and the $\theta$ of a class sum to 1 over the vocabulary.
#
# ## What the filter learns
#
# Let $N_{c,j}$ be how often class $c$ uses word $j$ and $N_c$ how many words it has in all, with $d$ words in the vocabulary.
#
# $$\theta_{c,j} = \frac{N_{c,j} + \alpha}{N_c + \alpha d}$$

# %%
import numpy as np

ham, spam = (np.asarray(X[y == label].sum(axis=0)).ravel() for label in ("ham", "spam"))
theta_ham, theta_spam = ((N + 1) / (N.sum() + len(N)) for N in (ham, spam))
print(round(theta_ham.sum(), 12), round(theta_spam.sum(), 12))

# %% [markdown]
# A mail with counts $x$ has the log odds
#
# $$\log \frac{P(\text{spam} \mid x)}{P(\text{ham} \mid x)} = \log \frac{\pi_{spam}}{\pi_{ham}} + \sum_j x_j \log \frac{\theta_{spam,j}}{\theta_{ham,j}}$$
#
# A sum: each occurrence of word $j$ adds its *pull*, whatever else is in the mail.

# %%
pull = np.log(theta_spam / theta_ham)
log_prior_odds = np.log((y == "spam").sum() / (y == "ham").sum())
log_odds = log_prior_odds + X_test @ pull
print(f"right on {((log_odds > 0) == (y_test == 'spam')).mean():.1%} of {len(y_test)} new mails")

# %% [markdown]
# Counting, logarithms, one sum: that is the whole filter.
# The same one from `mlcore`:

# %%
from mlcore.naive_bayes import MultinomialNB

model = MultinomialNB(alpha=1).fit(X, y)
print(f"{model.score(X_test, y_test):.1%}", np.allclose(pull, result.pull))

# %% [markdown]
# A mail of your own goes through the same steps: words, counts, sum.
# Change the two sentences and try.

# %%
from mlcore.text import count_vector

for text in ("A mortgage, guaranteed! Earn money now.", "The patch fixes a bug in the kernel."):
    x = count_vector(text, mails.feature_names)
    print(f"{log_prior_odds + x @ pull:6.2f}  {text}")

# %% [markdown]
# ## Does a smaller vocabulary help? Does α matter?

# %%
print("\n".join(mail_filter.conclude(result)[:3]))

# %% [markdown]
# Without stop words half of all words are gone, and the accuracy stays where it was, up to a mail.
# Putting words of one stem together saves almost a fifth of the columns and changes as little.
# No $\alpha$ makes a difference of one point here: the 2000 words are common, so their counts are large.
# Then why smooth? Wait for the attack.
#
# ## What does it listen to?
#
# The model is a list of numbers, so we can read it.

# %% alt="Two bar charts. Towards ham pull kernel, folder, bug, unseen, redhat, cvs; towards spam mortgage, lenders, mailings, guaranteed, insurance."
mail_filter.draw_telling(result)

# %% [markdown]
# The ham in this corpus was written largely by programmers, and it shows.
# A word at the top pulls most *per occurrence*; it may occur in few mails.
#
# ## Poisoning
#
# Suppose there is no smoothing. Some word occurs in ham, but never in the spam of the training data.

# %%
unseen = mails.feature_names.index(result.unseen)
print(f"{result.unseen!r}: {ham[unseen]} times in ham, {spam[unseen]} times in spam")
print("words like that:", int(((ham > 0) & (spam == 0)).sum()))

# %% [markdown]
# Then $\theta_{spam,j} = 0$, and a single occurrence makes the whole product 0, whatever the other words say.
# It is a *veto*.
# Add the word once to every spam of the test, and see what is still found.

# %%
spam_mails = X_test[y_test == "spam"].toarray()
poisoned = spam_mails.copy()
poisoned[:, unseen] += 1
for alpha in (0, 1):
    filter_ = MultinomialNB(alpha=alpha).fit(X, y)
    before, after = ((filter_.predict(Q) == "spam").mean() for Q in (spam_mails, poisoned))
    print(f"α = {alpha}: {before:.1%} of the spam found, with the word {after:.1%}")

# %% [markdown]
# That is what smoothing is for.
# But is it enough?
# With $\alpha = 1$ the word pulls by a finite amount, $-5.5$.
# A spam with log odds $s$ gets through with $\lceil s / 5.5 \rceil$ of them.

# %%
s = log_odds[(y_test == "spam") & (log_odds > 0)]
needed = np.ceil(s / -pull[unseen])
print("needed by a quarter, a half, three quarters of the spam:", np.quantile(needed, [0.25, 0.5, 0.75]))

# %% [markdown]
# The confirmation did not trust the division.
# It sent every spam through the filter with as many words as it needs, and with one less.

# %% alt="The share of spam that is found, over how often the word kernel is added to each. Without smoothing it falls to 0 at one word; with smoothing it falls slowly, to one half after ten and below 0.1 after thirty."
mail_filter.draw_attack(result)

# %% [markdown]
# Smoothing takes the veto away, not the lever: whoever knows a good word can repeat it.
# Filters in use defend themselves.
# A lecture names Thunderbird's junk filter as an instance of this classifier; a relative would be fairer to say.
# It, too, gives each word a smoothed share, but combines only the most telling words, by a chi-square test.
#
# Try how the spammer's patience pays.

# %% tags=["nbval-ignore-output"]
from ipywidgets import IntSlider, SelectionSlider, interact

from mlcore.demos.frame import name_axes, slide

good_words = [mails.feature_names[j] for j in np.argsort(pull)[:300:20]]


def attack(word, times):
    moved = s + times * pull[mails.feature_names.index(word)]
    figure, (ax,) = slide()
    for scores, colour, name in ((s, "0.75", "before"), (moved, "darkorange", "after the attack")):
        ax.hist(
            np.clip(scores, -300, 700), bins=np.arange(-300, 701, 20), color=colour, alpha=0.8, label=name
        )
    ax.axvline(0, color="black", linewidth=3)
    ax.legend(fontsize=14)
    name_axes(ax, "log odds of spam (right of the line: found)", "spam mails")
    print(f"{times} × {word!r}: of {len(s)} spam mails that were found, {(moved > 0).mean():.1%} still are.")
    return figure


_ = interact(attack, word=SelectionSlider(options=good_words), times=IntSlider(value=5, min=0, max=60))

# %% [markdown]
# ## Whose mail is called spam?
#
# The corpus has *easy* ham and *hard* ham; the hard one is real mail that looks like spam.

# %%
for part, (called, n) in result.flagged.items():
    print(f"{part}: {called} of {n} called spam ({called / n:.1%})")

# %% [markdown]
# One accuracy for all hides that.
# An honest mail that does not sound like those the filter learnt from is lost far more often.
#
# ## To read: are all features fair?
#
# A mail filter decides about mails. The same method can decide about people.
#
# One lecture reports a study of loan applications.
# Some words went with loans that were paid back: "debt-free", "lower interest rate", "after-tax", "minimum payment", "graduate".
# Others went with loans that were not: "God", "promise", "will pay", "thank you", "hospital".
# As in our picture, each such word would be an arrow with a number.
#
# Before anybody uses those numbers, four things deserve thought.
#
# - **A pull is not a reason.** The counts say what went together in one collection of applications. They do not say that thanking somebody makes a debtor worse, nor that leaving it out makes one better.
# - **A word can stand for something else.** "God" may stand for a religion, "hospital" for an illness in the family, "graduate" for the parents' income. Deleting the word from the vocabulary does not help much if other words tell the same.
# - **A group's average falls on a single person.** Somebody who has paid back every debt still carries the number of a word.
# - **What is known will be used.** Once applicants hear of the list, they will write "debt-free". You have just seen what that does to a filter.
#
# So the question is not only "does it predict?" but also "may we use it?".
# Societies answer it by law for some decisions: a public insurer, says the lecture, is limited in the features that it may use.
# Where no law answers it, those who build the model do, and they should be able to give their reasons to the person concerned.

# %% [markdown]
# ## Now you
#
# 1. A filter that only asks whether a word is there, not how often: what does repeating a word do to it? What would you try instead?
# 2. The attack needs to know the filter's words. How could a spammer find them out from the outside, and what would that cost?
# 3. The filter learns from new mails each night. What happens to the pull of the added word, and to the mails of people who use it honestly?
# 4. Of the five words that lowered the chance of a loan, which would you be willing to use, and what would you tell the applicant?
# 5. How would you measure whether a filter treats two groups of people alike? Name two measures that can disagree.
#
# > [!fold] Answer to 1
# > Repeating does nothing there. Many *different* words of honest mail would.
#
# > [!fold] Answer to 2
# > By sending mails to an account of one's own and looking where they land: many mails for each word, and the filter may learn from them.
#
# > [!fold] Answer to 3
# > The pull turns towards spam, as spam now has the word. Honest mails with it become suspect: that is the real harm.
#
# > [!fold] Answer to 4
# > There is no right answer. A test: would you tell the applicant the word and the reason, and could they do something about it?
#
# > [!fold] Answer to 5
# > For example the share of honest mail that is lost, the share of spam that is let through, and the share of alarms that are right. If one group gets more spam than the other, not all three can be equal for both, unless the filter is perfect.
