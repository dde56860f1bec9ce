# %% [markdown]
# # What does a model keep of the data it has seen?
#
# *10 of 23. To unit [1 · Who are your neighbours?](../01_knn/01_knn.ipynb) · before: [high_dimension](high_dimension.ipynb) · next: [consistency](consistency.ipynb)*
#
# You fit a model, save it, and send the file to a friend.
# How large is the file after a hundred examples, and how large after thirty thousand?
# And what have you just given away?

# %% [markdown]
# ## Three models, one data set
#
# Ten features, three classes that overlap.

# %%
from mlcore.demos import memory

small, large = memory.models(100), memory.models(30_000)


def kilobytes(model):
    """Return the size of the file to one digit: the rest is packaging."""
    return f"{float(f'{len(memory.pickled(model)) / 1000:.1g}'):,.0f} kB"


for name in memory.MODELS:
    print(f"{name:12} {kilobytes(small[name]):>6} {kilobytes(large[name]):>9}")

# %% [markdown]
# One of the three has not noticed that there is more data.
#
# ## Count the numbers
#
# A *parametric* model has a fixed number of parameters.
# Gaussian naive Bayes keeps a mean and a variance for each class and feature, and the size of each class.
# We count: $2Kd + K$.

# %%
model = large["naive Bayes"]
print(model.theta_.size, "means,", model.var_.size, "variances,", model.class_count_.size, "class counts")

# %% [markdown]
# A *non-parametric* model grows with the data.
# The neighbours keep every example: $d$ features and a label, eight bytes each.

# %%
added = len(memory.pickled(large["neighbours"])) - len(memory.pickled(small["neighbours"]))
print(f"{added / (30_000 - 100):.1f} bytes for each further example; 8 · (10 + 1) = {8 * (10 + 1)}")

# %% [markdown]
# A full-grown tree is in between: it keeps no example, but where the classes overlap it needs a leaf for every few of them.

# %%
print(small["tree"].tree_.node_count, "nodes for 100 examples,", large["tree"].tree_.node_count, "for 30,000")

# %% [markdown]
# ## The picture
#
# Both axes are logarithmic: a straight line that rises as fast as it goes right means "in proportion to $n$".

# %% alt="The size of a saved model over the number of examples, both axes logarithmic. Neighbours and tree rise in straight lines to megabytes, naive Bayes is level at a few kilobytes."
result = memory.compute()
memory.confirm(result)
memory.draw(result)

# %% [markdown]
# The curve of naive Bayes is flat: its memory is bounded, so is what it can learn.
#
# ## Reading somebody's mail
#
# To share the neighbours is to share the training data.
# We take the file as bytes and look for the first example.

# %%
file = memory.pickled(large["neighbours"])
X, y = memory.examples(30_000)
print("in the neighbours:", X[0].tobytes() in file)
print("in naive Bayes:   ", X[0].tobytes() in memory.pickled(model))

# %% [markdown]
# All ten features of an example stand in the file, to the last digit.

# %%
print("\n".join(memory.conclude(result)))

# %% [markdown]
# ## Now you
#
# 1. "Naive Bayes just stores counts, so its size does not depend on $n$." Is that still true if the features are the words of the training mails?
# 2. How would you make the neighbours' file smaller without changing a single answer on the training data? (There is a demonstration of that: `condensed`.)
# 3. A hospital wants to publish a model. Which of the three would you advise against, and is the most compact one safe?
# 4. What happens to the tree's curve if its depth is limited to five?
#
# > [!fold] Answer to 1
# > No: with more mails come more words, and so more numbers.
#
# > [!fold] Answer to 2
# > Keep only the examples that are needed for the same answers on the training data: condensing.
#
# > [!fold] Answer to 3
# > The neighbours: they are the records. A compact model is no guarantee either: a count of 1 for a rare value is one person.
#
# > [!fold] Answer to 4
# > It becomes flat: at most 32 leaves, whatever $n$ is.
