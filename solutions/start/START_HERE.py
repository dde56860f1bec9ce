# %% [markdown]
# # Start here
#
# Welcome.
# In this course you write two classifiers yourself, k-nearest neighbours and naive Bayes, in small functions that check themselves.
# You need Python as far as functions, loops and lists, and a little NumPy.
#
# This page takes ten minutes: a look at what is installed, a first task, how to ask for help, how to hand in.
#
# A notebook is made of *cells*.
# Click into a cell with code and press **Shift + Enter**: it runs, and what it says appears below it.
#
# ## 1 · Is everything there?
#
# Run this cell.

# %% tags=["nbval-ignore-output"]
try:
    from mlcore.installed import report
except ImportError:
    raise ImportError("The package mlcore is missing here, or too old. Read on below this cell.") from None
print(report())

# %% [markdown]
# Each line is a library with its version, and the last line says whether all of it fits.
#
# **If it says that mlcore is missing**, this notebook is running in a different Python from the one into which you installed the course.
#
# - *On your own machine*: open the course with the command `mlcore lab` that you installed; it always uses the right Python.
# - *In VS Code*: click on the name of the kernel at the top right, *Select Another Kernel*, *Python Environments*, and choose the one with mlcore.
# - *On Colab, or on a server of your university*: make a new cell above, write `%pip install "mlcore[lab]"` into it (or the address that your course gives you in place of `mlcore`), run it, then restart the kernel (menu *Kernel* or *Runtime*, *Restart*).
#
# **Your own copy.**
# `mlcore lab` made this folder, and everything in it is yours.
# Run that command as often as you like: what you have worked on is never overwritten.
# When there is a newer version of a notebook, it is put into the folder `updates`, and yours stays as it is.
# To start a notebook afresh, rename yours and run `mlcore lab` again.
#
# ## 2 · A first task
#
# Five neighbours have voted: `["+", "o", "+", "+", "o"]`.
# Three of five say `+`, so the *share* of `+` is $3/5 = 0.6$.
#
# Write the function `share`.
# Put your lines in place of `raise NotImplementedError()`, and take care with an empty list of votes: there every share is 0.
#
# Python has what you need: `votes.count(label)` counts, and `len(votes)` is the number of all votes.


# %% tags=["nbval-ignore-output"]
def share(votes, label):
    """Return the share of the votes that are for the label; 0 if there are no votes.

    share(["+", "o", "+", "+"], "+") -> 0.75
    """
    # YOUR CODE HERE
    raise NotImplementedError()


# %% [markdown]
# Run that cell, then the check below it.
# Before you write anything it says "Not written yet".

# %% tags=["nbval-ignore-output"]
from mlcore.exercises.start import check

check("start.share", share)

# %% [markdown]
# The check has a bar on its left: green, all of it is right; amber, a part of it; red, nothing yet; grey, not written.
# It shows the smallest input for which something is wrong, what was *expected* and what your function gave (*got*).
# If it knows your mistake, it asks you a question.
#
# Try it: leave out the division, run both cells, and read.
# A wrong answer costs nothing, here and in the units: ask as often as you like, and only what you hand in at the end counts.
#
# ## 3 · How to go on
#
# | notebook | what you write | time |
# |---|---|---|
# | [`00_bayes_rule`](00_bayes_rule/00_bayes_rule.ipynb) | probabilities out of tables, Bayes' rule, estimates from tosses | an hour for the core |
# | [`01_knn`](01_knn/01_knn.ipynb) | distances, votes, k-nearest neighbours | an hour for the core |
# | [`02_categorical_nb`](02_categorical_nb/02_categorical_nb.ipynb) | naive Bayes for features with names | an hour for the core |
# | [`03_bernoulli_nb`](03_bernoulli_nb/03_bernoulli_nb.ipynb) | for features that are there or not | an hour for the core |
# | [`04_multinomial_nb`](04_multinomial_nb/04_multinomial_nb.ipynb) | for counts of words | an hour for the core |
# | [`05_gaussian_nb`](05_gaussian_nb/05_gaussian_nb.ipynb) | for measurements | an hour for the core |
# | [`06_decisions`](06_decisions/06_decisions.ipynb) | error rates, costs, thresholds, ROC curves | an hour for the core |
#
# The folder `demos` has the lectures' claims, computed: nothing to hand in, much to look at and to move. In the order of the units:
#
# | unit | demonstrations |
# |---|---|
# | 0 · Who stands in front of you? | [base_rates](demos/base_rates.ipynb), [tables_explode](demos/tables_explode.ipynb) |
# | 1 · Who are your neighbours? | [voronoi](demos/voronoi.ipynb), [role_of_k](demos/role_of_k.ipynb), [kernels](demos/kernels.ipynb), [irrelevant_features](demos/irrelevant_features.ipynb), [condensed](demos/condensed.ipynb), [speed](demos/speed.ipynb), [high_dimension](demos/high_dimension.ipynb), [memory](demos/memory.ipynb), [consistency](demos/consistency.ipynb) |
# | 2 · Shall we play tennis? | [smoothing](demos/smoothing.ipynb), [xor](demos/xor.ipynb), [trees](demos/trees.ipynb) |
# | 3 · Bernoulli naive Bayes: is it there? | [linearity](demos/linearity.ipynb), [digits](demos/digits.ipynb) |
# | 4 · Multinomial naive Bayes: how often? | [mail_filter](demos/mail_filter.ipynb), [map_as_l2](demos/map_as_l2.ipynb) |
# | 5 · Gaussian naive Bayes | [heights](demos/heights.ipynb), [less_naive](demos/less_naive.ipynb), [generative_discriminative](demos/generative_discriminative.ipynb) |
# | 6 · Decisions | [costs](demos/costs.ipynb), [curves](demos/curves.ipynb) |
#
# Each notebook is in a folder of the same name.
# Work from top to bottom.
# After a break, or when something behaves strangely: menu *Kernel*, *Restart Kernel and Run All Cells*.
# That also works while tasks are not written yet.
#
# ## 4 · How to ask for help
#
# Good help needs three things, and often you find the answer yourself while you write them down.
#
# 1. **What is asked?** The name of the task, as the check says it: `start.share`.
# 2. **What happened?** What the check shows, copied as text: `print(check("start.share", share))`.
# 3. **What did you expect, and why?** The case by hand, with your numbers.
#
# Do not send your solution to others; the question is enough.
#
# ## 5 · How to hand in
#
# Before you hand in: *Restart Kernel and Run All Cells*, look through the checks once, save (Ctrl + S, on a Mac Cmd + S).
# In a terminal `mlcore progress 01_knn` does the same and lists your tasks: done, begun, untouched.
# (A button *Validate*, where you have one, does the same; it calls "failed" what is not written yet, and says below that it is not.)
# Do not rename the notebook or its cells, and do not copy cells that say "check": they are how your work is found.
# Then, whichever your course uses:
#
# - **A button in JupyterHub**: menu *Nbgrader*, *Assignment List*, *Submit*. You may submit again until the deadline; the last one counts.
# - **An upload page** (Moodle, Canvas and the like): upload the one file `01_knn.ipynb`, from the folder `01_knn`.
# - **A folder or a repository**: put the file where your course says, with its name unchanged.
#
# Written answers count, too: double-click on the cell, write in place of "YOUR ANSWER HERE".
