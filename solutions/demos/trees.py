# %% [markdown]
# # Who is sick after which food: what say a decision tree and naive Bayes?
#
# *14 of 23. To unit [2 · Shall we play tennis?](../02_categorical_nb/02_categorical_nb.ipynb) · before: [xor](xor.ipynb) · next: [linearity](linearity.ipynb)*
#
# Forty-eight people have eaten. Fourteen of them are sick.
# You know who had milk, who had egg, and who took a lactase pill (it helps to digest milk).
# A stranger has had milk, and nothing else. Sick or well? And how would you explain your answer to him?
#
# ## The table

# %%
from mlcore.demos.trees.meal_table import EACH, FOODS, SICK

print("milk egg lactase   sick")
for kind, sick in SICK.items():
    print("  {}   {}    {}      {} of {}".format(*kind, sick, EACH))

# %% [markdown]
# ## A decision tree asks one question after the other
#
# Which question first? The one after which the groups are purest.
# The impurity of a group is $2p(1 - p)$, with $p$ the share of the sick: the chance that two people drawn from it differ.
# Milk divides the people into 24 with, of which 12 are sick, and 24 without, of which 2 are sick.

# %%
from fractions import Fraction


def impurity(sick, people):
    p = Fraction(sick, people)
    return 2 * p * (1 - p)


milk = (impurity(12, 24) + impurity(2, 24)) / 2
egg = (impurity(7, 24) + impurity(7, 24)) / 2
lactase = (impurity(3, 24) + impurity(11, 24)) / 2
print(*(f"{food}: {float(left):.4f}" for food, left in zip(FOODS, (milk, egg, lactase), strict=True)))

# %% [markdown]
# Milk leaves the least. The same game goes on inside each group. scikit-learn plays it:

# %%
from sklearn.tree import export_text

from mlcore.demos.trees.meal_table import arrays, grow, meals

tree = grow(meals())
print(export_text(tree, feature_names=list(FOODS)))

# %% [markdown]
# Read "milk <= 0.50" as "no milk".
# Our stranger goes down on the right: milk, no lactase. Ten of twelve such people were sick.
#
# ## Naive Bayes takes everything at once
#
# One lecture writes, with this very example,
#
# $$p(\text{sick} \mid \text{milk}, \text{egg}, \text{lactase}) \approx p(\text{milk} \mid \text{sick})\, p(\text{egg} \mid \text{sick})\, p(\text{lactase} \mid \text{sick})\, p(\text{sick})$$
#
# Let us compute the right side. Of the 14 sick, 12 had milk, 7 no egg, 11 no lactase.

# %%
sick = Fraction(14, 48) * Fraction(12, 14) * Fraction(7, 14) * Fraction(11, 14)
print(f"{float(sick):.4f}")

# %% [markdown]
# Ten percent? For the most dangerous meal in the table? Something is missing.
# Compute the same product for the 34 who were well.

# %%
well = Fraction(34, 48) * Fraction(12, 34) * Fraction(17, 34) * Fraction(13, 34)
print(f"{float(well):.4f}")

# %% [markdown]
# The product for sick is twice as large, and that is what counts. To get a probability, divide by the sum:

# %%
posterior = sick / (sick + well)
print(f"{float(posterior):.4f}")

# %% [markdown]
# So the sign must be ∝, "proportional to", and not ≈. (Elsewhere the same lecture has it right.)
# The decision is the same with both signs; the number is not.
#
# Take logarithms of the ratio sick : well, and each food has a part of its own.

# %%
from math import log

parts = {
    "prior": Fraction(14, 34),
    "milk": Fraction(12, 14) / Fraction(12, 34),
    "no egg": Fraction(7, 14) / Fraction(17, 34),
    "no lactase": Fraction(11, 14) / Fraction(13, 34),
}
for name, ratio in parts.items():
    print(f"{name:10} {log(ratio):+.3f}")
print(f"{'together':10} {sum(map(log, parts.values())):+.3f} = {log(posterior / (1 - posterior)):+.3f}")

# %% [markdown]
# ## Two explanations
#
# To the stranger the tree says: "You had milk and no lactase. Of such people 83 % were sick."
# Naive Bayes says: "Most people are well. Milk speaks for sick, just as strongly; the missing pill, too. Egg does not matter. Taken together: 67 %."

# %% alt="On the left a tree: milk, then lactase; milk without lactase leads to sick, 83 percent. On the right bars: the prior takes 0.89 off, milk adds 0.89, no lactase 0.72; together 0.72 for sick."
from mlcore.demos import trees

result = trees.compute()
trees.draw_explanations(result)

# %% [markdown]
# Both say "sick". The tree is nearer to the true share, 5 of 6: the pill matters only *with milk*, and naive Bayes has no way to say "only with".
# (That milk just cancels the prior is a coincidence of our table: 12 of the sick had milk, and 12 of the well.)
#
# ## New data
#
# Two more people turn up sick. They had neither milk nor egg nor lactase: a virus, perhaps.

# %%
print(export_text(grow(meals(bugs=2)), feature_names=list(FOODS)))

# %% [markdown]
# The tree now asks for lactase first. Two meals in fifty, and the explanation is another one.
# For naive Bayes they are counts: add them, and it is as if it had seen all fifty at once.

# %%
import numpy as np

from mlcore.naive_bayes import BernoulliNB

X, y = arrays(meals(bugs=2))
updated = BernoulliNB().fit(X[:48], y[:48]).partial_fit(X[48:], y[48:])
print(np.allclose(updated.feature_log_prob_, BernoulliNB().fit(X, y).feature_log_prob_))

# %% [markdown]
# ## Who is right more often?
#
# The lecture says: trees are good "if simple rules based on individual features work", naive Bayes "if features are almost independent given the label".
# Make a world of each kind, with nine foods.
#
# * *Two rules*: sick after milk without lactase, or after egg that is raw; right nine times in ten.
# * *Nine hints*: each food is somewhat more frequent among the sick, and independent of the others given the class.
#
# Could weights express the two rules? Here are two meals of the sick and two of the well, as (milk, lactase, egg, raw).

# %%
meals_of_sick = np.array([[1, 0, 0, 0], [0, 1, 1, 1]])
meals_of_well = np.array([[1, 1, 0, 1], [0, 0, 1, 0]])
print(trees.rule(meals_of_sick), trees.rule(meals_of_well))
print(meals_of_sick.sum(axis=0), meals_of_well.sum(axis=0))

# %% [markdown]
# Both pairs add up to the same vector.
# So whatever the weights, both pairs have the same total score, and it cannot be positive for the sick and negative for the well.
# Naive Bayes is linear: it must err, however much it has seen. How much?
# It misjudges 2 of the 16 combinations; there the rules are right 90 % of the time, and it 10 %.

# %%
print(f"by hand {0.1 + 0.8 * 2 / 16:.3f}, learnt from the exact distribution {result.limit[0]:.3f}")

# %% [markdown]
# ## The curves

# %% alt="Errors over the number of examples. With two rules the tree comes down to the best, 0.10, and naive Bayes stays at 0.20. With nine hints naive Bayes is at the best soon and the tree comes close only at ten thousand."
trees.confirm(result)
trees.draw_curves(result)

# %% [markdown]
# Each method wins in its own world.
# On the right the tree does get better, but slowly: to add up nine hints it needs a leaf for each of many combinations.
#
# And sometimes neither of them sees anything. On XOR no single question makes the groups purer, so a greedy tree has no reason to start:

# %%
print("leaves of a tree that wants to gain something:", result.xor_leaves)

# %% [markdown]
# ## Side by side
#
# | | decision tree | naive Bayes |
# |---|---|---|
# | a decision | a sequence of rules, each on one feature | all features combined |
# | learning | about one pass over the data per level | one pass of counting |
# | the short cut | greedy: the best question now | independence given the class |
# | prediction | reads the features on its way | reads all features |
# | new data | the tree may change | counts change |
# | accurate if | few features, in simple rules | many features, each for itself |
# | explanation | a rule and a share | a sum of parts |

# %%
print("\n".join(trees.conclude(result)))

# %% [markdown]
# Change one line of the table: of the six who had milk only, how many were sick?

# %% tags=["nbval-ignore-output"]
from ipywidgets import IntSlider, interact

from mlcore.demos.trees.meal_table import scores


def explain(milk_only):
    rows = [row for row in meals() if row[0] != (1, 0, 0)]
    rows += [((1, 0, 0), int(i < milk_only)) for i in range(6)]
    well, sick = scores(rows, (1, 0, 0))
    print(export_text(grow(rows), feature_names=list(FOODS)))
    print(f"naive Bayes: P(sick | milk only) = {float(sick / (sick + well)):.2f}")


_ = interact(explain, milk_only=IntSlider(5, 0, 6, description="sick of 6"))

# %% [markdown]
# ## Now you
#
# 1. Which of the two explanations would you give to a doctor, and which to a judge?
# 2. The stranger does not remember whether he took the pill. What does each method do?
# 3. Which new feature would let naive Bayes say "only with milk"? What would then become of its 67 %?
# 4. A tree with one leaf for every combination of nine foods: what is it called elsewhere in this course, and what is wrong with it?
# 5. Draw a hundred trees, each from a random part of the data, and let them vote. Which of the seven rows of the table change?
#
# > [!fold] Answer to 1
# > No answer is the only one. To the doctor the tree's: milk without the pill is something that can be acted on, and it is nearer to the truth here. To the judge perhaps the sum of parts: each piece of evidence is weighed in the open, and two new cases do not turn the explanation round.
#
# > [!fold] Answer to 2
# > Naive Bayes leaves the factor out: $\frac{14}{48} \cdot \frac{12}{14} \cdot \frac{7}{14}$ against $\frac{34}{48} \cdot \frac{12}{34} \cdot \frac{17}{34}$, equal, so one half. The tree has no rule for it; one may go down both ways and weigh them: of 24 people with milk 12 were sick, one half as well.
#
# > [!fold] Answer to 3
# > *Milk and no pill*. In place of milk and pill it gives $\frac56$, the true share. Beside them it gives 96 %: then milk and the missing pill are heard twice.
#
# > [!fold] Answer to 4
# > The joint table. It has 512 leaves, most of which nobody has filled.
#
# > [!fold] Answer to 5
# > A forest. A decision is now a vote of many sequences of rules, learning costs a hundred times as much, prediction reads more features, new data change little, hints add up better, and the one rule that could be read aloud is gone. Only the short cut is the same: each tree is still greedy.
