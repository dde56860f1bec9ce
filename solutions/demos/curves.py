# %% [markdown]
# # Which picture of a classifier changes when one class becomes rare?
#
# *23 of 23. To unit [6 · Decisions](../06_decisions/06_decisions.ipynb) · before: [costs](costs.ipynb)*
#
# A sensor finds 80 % of the defective parts and sounds a false alarm for 12 % of the good ones.
# In the laboratory, where every second part was defective, seven alarms in eight were right.
# In the factory one part in a hundred is defective.
# How many alarms will be right there? Guess before you read on.
#
# *True-positive rate* (TPR, also *recall*): the share of the defects that are found.
# *False-positive rate* (FPR): the share of the good parts that raise an alarm.
# *Precision*: the share of the alarms that are right.

# %% [markdown]
# ## Ten examples by hand
#
# Each example has a label and a score.
# Go down through the scores: whoever has at least the threshold is called positive.

# %%
import numpy as np

y = np.array([1, 1, 1, 0, 0, 0, 0, 0, 1, 0])
score = np.array([0.9, 0.4, 0.8, 0.35, 0.7, 0.4, 0.1, 0.2, 0.85, 0.05])
for threshold in np.unique(score)[::-1]:
    called = score >= threshold
    tp, fp = int(y[called].sum()), int((1 - y[called]).sum())
    print(f"{threshold:4}  TPR {tp}/4  FPR {fp}/6  precision {tp}/{tp + fp}")

# %% [markdown]
# Two examples share the score 0.4, a positive and a negative: they change sides together, in one step.
#
# One lecture prints the false-positive rate as FP/FP+TN.
# Meant is FP/(FP+TN); read literally, division first, the line gives 1 + TN, which is no rate at all.
# Another detail: one curve is introduced with the rule "probability $> t$", our thresholds use $\ge$.
# Both give the same set of points; only the thresholds written beside them differ.

# %% alt="Two curves through nine thresholds. Precision against recall is level at 1, falls in steps from a recall of 0.75 on; the ROC curve goes up, aslant at 0.4, and along the top."
from mlcore.demos import curves

result = curves.compute()
curves.confirm(result)
curves.draw_ten(result)

# %% [markdown]
# The area under the ROC curve is a probability: draw one positive and one negative; who scores higher?
# Count the pairs, a tie being worth a half.

# %%
pairs = [(a, b) for a in score[y == 1] for b in score[y == 0]]
won = sum(1.0 if a > b else 0.5 if a == b else 0.0 for a, b in pairs)
print(f"{won} of {len(pairs)} pairs: {won / len(pairs)}; the area: {result.ten_auc}")

# %% [markdown]
# ## Why the share of positives enters one curve only
#
# Let $\pi$ be the share of the positives.
# Of all parts, $\pi \cdot \text{TPR}$ are defects that raise an alarm, and $(1 - \pi) \cdot \text{FPR}$ are good parts that do.
# The first divided by both is the precision:
#
# $$\text{precision} = \frac{\pi\,\text{TPR}}{\pi\,\text{TPR} + (1 - \pi)\,\text{FPR}}$$
#
# That is Bayes' rule, with the alarm as the evidence.
# TPR and FPR are shares *within* a class, so $\pi$ does not occur in the ROC curve.

# %%
tpr, fpr = 0.8, 0.12
for share in (0.5, 0.1, 0.01, 0.001):
    found, false_alarms = share * tpr, (1 - share) * fpr
    print(f"{share:5}: precision {found / (found + false_alarms):.3f}")

# %% [markdown]
# From seven right alarms in eight to one in sixteen, and the sensor is the same.
#
# ## The picture
#
# The sensor reads $N(0, 1)$ on good parts and $N(2, 1)$ on defects; 100,000 parts were drawn for each curve.
# Compare the two panels: which of them would have warned you?

# %% alt="The ROC curves of a sensor for 50 percent and 1 percent of defects lie on each other. Of the precision curves the one for common defects stays high, the one for rare ones falls at once."
curves.draw_unbalanced(result)

# %%
print("\n".join(curves.conclude(result)[:2]))

# %% [markdown]
# The dashed curve is rougher because there are only 1000 defects to count.
#
# ## Accuracy does not warn you either
#
# If 99 mails in 100 are spam, "always spam" is right 99 times in 100.

# %%
print({name: result.trap[name] for name in ("accuracy", "precision", "recall", "f1")})

# %% [markdown]
# Seen from the mails that matter, the ham, it finds nothing.
#
# ## Under-sampling, and what it does to the posterior
#
# A common remedy is to keep only a part $f$ of the large class.
# The lectures' example keeps 5 % of the spam.

# %%
spam, ham = 0.99 * 0.05, 0.01
print(f"{spam / ham:.2f} : 1, so spam makes up {spam / (spam + ham):.4f} of what is left")

# %% [markdown]
# What does that do to the posterior? Write its odds:
#
# $$\frac{P(1 \mid x)}{P(0 \mid x)} = \frac{p(x \mid 1)}{p(x \mid 0)} \cdot \frac{\pi}{1 - \pi}$$
#
# Dropping negatives at random leaves $p(x \mid 0)$ as it is, but multiplies $1 - \pi$ by $f$.
# So all odds are multiplied by $1/f$, and the same $f$ takes them back.

# %%
f = curves.FRACTION
odds = result.balanced / (1 - result.balanced) * f
print(np.allclose(odds / (1 + odds), result.corrected))

# %% [markdown]
# Giving each defect the weight $1/f$ instead has the same effect on the prior, and throws nothing away.
# With naive Bayes it changes the prior and nothing else: corrected, it is the model of all parts again.

# %%
print(np.allclose(result.weighted, result.plain))

# %% [markdown]
# ## Which threshold? Ask what errors cost
#
# A false alarm costs 1, a missed defect 20.
# At posterior $p$ an alarm costs $(1 - p) \cdot 1$ on average, silence $p \cdot 20$.
# They are equal at $1 - p = 20 p$, so $p = 1/21$.

# %%
from mlcore.decisions import cost_threshold

print(round(cost_threshold(c_fp=1, c_fn=20), 6), round(1 / 21, 6))

# %% [markdown]
# On the left, what under-sampling does to the posterior.
# On the right, what each threshold costs if the posterior is right, and if nobody corrected it.

# %% alt="On the left the posterior over the sensor's reading: the one from balanced data rises far too early, the corrected one lies on the curve from all parts. On the right the cost of each threshold is lowest at 1/21 with the right prior; without the correction that threshold is dear."
curves.draw_undersampling(result)

# %%
print("\n".join(curves.conclude(result)[3:]))

# %% [markdown]
# Both curves have the same lowest point: under-sampling has not hurt the order of the parts.
# It has moved the scale under the threshold, and at 1/21 that is worse than having no sensor.
# The confirmation found the best cut again without any posterior, by minimising the cost itself.
#
# Now move the share of defects and the costs yourself.

# %% tags=["nbval-ignore-output"]
from ipywidgets import FloatLogSlider, interact

from mlcore.demos.frame import name_axes, slide


def best_cut(share, miss):
    best = curves.reading_at(cost_threshold(1, miss), share)
    cuts = np.linspace(-3, 6, 200)
    figure, (ax,) = slide()
    ax.plot(cuts, curves.cost_per_part(cuts, share, fn=miss), color="black", linewidth=2.5)
    ax.axvline(best, color="darkorange", linewidth=3)
    ax.set_xlim(-3, 6)
    name_axes(ax, "alarm from this reading on", "cost per part")
    print(f"Best from reading {best:.2f} on; cost per part {curves.cost_per_part(best, share, fn=miss):.4f}")
    print(f"Never an alarm: {share * miss:.4f}; always: {1 - share:.4f}")
    return figure


_ = interact(
    best_cut,
    share=FloatLogSlider(value=0.01, min=-4, max=-0.3, description="defects"),
    miss=FloatLogSlider(value=20, min=0, max=4, description="cost of a miss"),
)

# %% [markdown]
# ## Now you
#
# 1. A paper reports an area under the ROC curve of 0.99 for a disease that one person in ten thousand has. What would you like to see besides?
# 2. Where does the precision–recall curve end on the right, and why there?
# 3. A colleague balances the classes and then uses the threshold ½. For which costs is that the right decision?
# 4. If weights and under-sampling are both undone by the correction, what is left as a reason for under-sampling?
# 5. The slope of the ROC curve at the best cut is $(1 - \pi)\,c_{FP} / (\pi\,c_{FN})$. Why?
#
# > [!fold] Answer to 1
# > The precision at the threshold that would be used, or the curve of precision and recall: of ten thousand people one is ill.
#
# > [!fold] Answer to 2
# > At recall 1: everybody is called positive there at the latest, and the precision is the share of positives.
#
# > [!fold] Answer to 3
# > For a miss that costs $(1 - \pi)/\pi$ times as much as a false alarm: as many times as the negatives are more frequent.
#
# > [!fold] Answer to 4
# > Time and memory, and methods that fail to learn a rare class at all.
#
# > [!fold] Answer to 5
# > At the best cut the next step pays nothing: $\pi\,c_{FN}\,d\text{TPR} = (1 - \pi)\,c_{FP}\,d\text{FPR}$.
