# %% [markdown]
# # What does a naive Bayes model think that a three looks like?
#
# *16 of 23. To unit [3 · Bernoulli naive Bayes: is it there?](../03_bernoulli_nb/03_bernoulli_nb.ipynb) · before: [linearity](linearity.ipynb) · next: [mail_filter](mail_filter.ipynb)*
#
# A classifier of handwritten digits answers "three".
# Ask it back: and what is a three, in your opinion?
# Many classifiers could not tell. Naive Bayes can, because it has stored exactly that.
# Guess before you go on: will its three look like a three?
#
# ## The images
#
# Eight by eight pixels, each from 0 (white) to 16 (black). Here is one as numbers.

# %%
from mlcore.datasets import load_digits

X, X_test, y, y_test = load_digits().split()
three = X[y == 3][3].reshape(8, 8)
print("\n".join(" ".join(f"{pixel:2.0f}" for pixel in row) for row in three))

# %% [markdown]
# ## Bernoulli: how often is the pixel on?
#
# A pixel is "on" above half of the darkest ink.
# $\theta_{c,j}$ is the share of images of digit $c$ with pixel $j$ on, with one pseudo-count for on and one for off.

# %%
threes = X[y == 3]
on = (threes > 7.5).sum(axis=0)  # (64,)
theta_bernoulli = (on + 1) / (len(threes) + 2)
print(theta_bernoulli.reshape(8, 8).round(2)[3].tolist())

# %% [markdown]
# That was the fourth row from the top: the stroke in the middle is almost always there.
# The reference must say the same.

# %%
import numpy as np

from mlcore.naive_bayes import BernoulliNB

bernoulli = BernoulliNB(binarize=7.5).fit(X, y)
print(np.allclose(np.exp(bernoulli.feature_log_prob_[3]), theta_bernoulli))

# %% [markdown]
# ## Gaussian: how dark, and how variable?
#
# Two images for each digit: the mean $\mu_{c,j}$ and the standard deviation $\sigma_{c,j}$ of each pixel.

# %%
mean, sd = threes.mean(axis=0), threes.std(axis=0)
print("mean", mean.reshape(8, 8).round(1)[3].tolist())
print("sd  ", sd.reshape(8, 8).round(1)[3].tolist())

# %% [markdown]
# Where writers agree, σ is small. At the edges of a stroke it is large.
#
# ## Multinomial: who gets the ink?
#
# This model takes an image for a heap of drops of ink.
# $\theta_{c,j}$ is the share of the class's drops that fall on pixel $j$.

# %%
drops = threes.sum(axis=0)  # (64,)
theta_multinomial = (drops + 1) / (drops.sum() + 64)
print(theta_multinomial.reshape(8, 8).round(3)[3].tolist())

# %% [markdown]
# Look at the zeros and the large numbers: have you not seen this row before?
# A pixel's drops are $n_c\,\mu_{c,j}$, so without smoothing $\theta_{c,j} = \mu_{c,j} / \sum_{j'} \mu_{c,j'}$.

# %%
print("share of ink ", (drops / drops.sum()).reshape(8, 8).round(3)[3].tolist())
print("mean / total ", (mean / mean.sum()).reshape(8, 8).round(3)[3].tolist())

# %% [markdown]
# So the multinomial model keeps the Gaussian's mean image, scaled to a sum of 1.
# What it forgets is how much ink there was: a thin three and a fat three are the same to it.
#
# ## The picture
#
# One column for each digit, one row for each set of parameters.
# Cover the first row. Can you still read the digits?

# %% alt="Six rows of ten digits: a real one, the Bernoulli and the multinomial shares, the Gaussian means, the spreads, and means and spreads together. All rows but that of the spreads can be read at once."
from mlcore.demos import digits

result = digits.compute()
digits.draw(result)

# %% [markdown]
# You can, in every row but perhaps that of σ: there you see the *outline*, where writers differ.
#
# ## Let the model write
#
# A generative model knows $p(x \mid c)$, so it can draw an $x$.
# Before you run on: what will be missing?

# %% alt="Four rows of ten digits: real ones, and drawn ones of three models. The Bernoulli images are torn into black pixels, the multinomial and Gaussian ones are noisy; the strokes are missing."
digits.draw_drawn(result)

# %% [markdown]
# Every pixel was drawn for itself, given the digit.
# On the average that gives the right image. But a real pen does not lift after every pixel: neighbours are dark together.
# Measure it: the correlation of two pixels side by side, in real threes and in drawn ones.

# %%
rng = np.random.default_rng(0)
drawn = bernoulli.sample(len(threes), 3, rng)
print(f"real threes:  {digits.togetherness((threes > 7.5).astype(float)):.2f}")
print(f"drawn threes: {digits.togetherness(drawn.astype(float)):.2f}")

# %% [markdown]
# What is left in the drawn ones is chance: even independent columns of this length are never quite uncorrelated.
#
# ## Confirmed
#
# `confirm` counts all parameters again from the images, and uses a law that has nothing to do with classification:
# the variance of all images is the mean variance *within* the digits plus the variance *between* their means.

# %%
share = np.bincount(y)[:, None] / len(y)  # (10, 1)
within = (share * result.sd**2).sum(axis=0)
between = (share * (result.mean - X.mean(axis=0)) ** 2).sum(axis=0)
print(np.allclose(within + between, X.var(axis=0), atol=1e-6))

# %% [markdown]
# It then asks whether thousands of drawn digits have the means that they were drawn from, up to chance.

# %%
digits.confirm(result)
print("\n".join(digits.conclude(result)))

# %% [markdown]
# Two things to take away.
# The models classify well, although their world looks nothing like ours.
# And they are surer than they are right: they count a stroke of six dark pixels as six witnesses.
#
# The Gaussian drew with a little added to every variance, 1 % of the largest.
# What if you add less, or more? Follow the number of test images that it gets right.

# %%
from mlcore.naive_bayes import GaussianNB

for share in (1e-9, 1e-4, 1e-2, 1e-1, 1):
    right = (GaussianNB(var_smoothing=share).fit(X, y).predict(X_test) == y_test).sum()
    print(f"var_smoothing {share:g}: {right} of {len(y_test)}")

# %% [markdown]
# Almost nothing added, and a pixel that was never inked in training vetoes the digit when it has a speck.
#
# Now let any model write any digit.

# %% tags=["nbval-ignore-output"]
from ipywidgets import Dropdown, IntSlider, interact

from mlcore.demos.frame import slide

fitted = dict(zip(digits.MODELS, [model.fit(X, y) for model in digits.models()], strict=True))


def write(model, digit, seed):
    figure, axes = slide(1, 6)
    for ax, x in zip(axes, fitted[model].sample(6, digit, np.random.default_rng(seed)), strict=True):
        ax.imshow(x.reshape(8, 8), cmap="Greys")
    return figure


_ = interact(write, model=Dropdown(options=digits.MODELS), digit=IntSlider(3, 0, 9), seed=IntSlider(0, 0, 99))

# %% [markdown]
# ## Now you
#
# 1. Which pixels have σ = 0 for every digit? What do they contribute to the decision, and what could go wrong there?
# 2. The mean of all threes is not a three that anybody wrote. Is it the *likeliest* image under the Gaussian model? And under Bernoulli, which image is the likeliest?
# 3. More than a quarter of the Gaussian's pixels are whiter than white or blacker than black. Which digit's pixels are the worst, and why does that not spoil the classification?
# 4. Turn all images into negatives (16 − x). Which of the three models do not care, and which does?
# 5. How would you have to change the model so that strokes hang together? How many numbers would you have to learn for it?
#
# > [!fold] Answer to 1
# > Three of them, at the left and right edge: no image of the training data has ink there. Mean 0 and the same small variance for every digit, so they change no decision. Without anything added it would be 0 divided by 0. Worse are pixels that are white for *one* digit only: a speck there all but forbids that digit.
#
# > [!fold] Answer to 2
# > Under the Gaussian model yes: each pixel is likeliest at its mean, and the pixels do not look at each other. Under Bernoulli the likeliest image has exactly those pixels on that are on in more than half of the threes. Nobody need ever have drawn it.
#
# > [!fold] Answer to 3
# > Those of the one: about a third of its pixels, since most of them are nearly always white, and half of a normal curve around 0 lies below 0. For the zero it is a quarter. Real images have no such pixels, and a decision only compares the heights of the curves where an image is.
#
# > [!fold] Answer to 4
# > Gaussian: the means turn, the spreads stay, and no answer changes. Bernoulli: on and off change names; with the threshold turned as well (8.5) no answer changes. Multinomial does care: now the paper is the ink, which every digit has in plenty. Of the test images 8 % get another answer.
#
# > [!fold] Answer to 5
# > Let each pixel depend on a neighbour as well as on the digit: with one neighbour each, yes-no pixels need $1 + 2 \cdot 63 = 127$ numbers for each digit in place of 64. With all the others it would be $2^{64} - 1$.
