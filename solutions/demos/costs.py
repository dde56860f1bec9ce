# %% [markdown]
# # Which action is best when errors are not equally bad?
#
# *22 of 23. To unit [6 · Decisions](../06_decisions/06_decisions.ipynb) · before: [generative_discriminative](generative_discriminative.ipynb) · next: [curves](curves.ipynb)*
#
# A filter says: this mail is spam with probability 0.6.
# Should it go into the junk folder?
#
# If you throw away a good mail, somebody is angry: cost 100.
# If you let spam through, somebody sighs: cost 10.
# Decide before you read on.

# %% [markdown]
# ## The cost matrix
#
# One row for each *action*, one column for each *truth*.

# %%
import numpy as np

C = np.array([[0, 100], [10, 0]])  # rows: say "spam", say "not spam"; columns: is spam, is not

# %% [markdown]
# The *expected cost* of an action weighs each entry of its row with the probability of its column.

# %%
p = np.array([0.6, 0.4])
for action, row in zip(("say 'spam'", "say 'not spam'"), C, strict=True):
    print(f"{action}: {row[0]} · {p[0]} + {row[1]} · {p[1]} = {row @ p:.0f}")

# %% [markdown]
# Spam is more likely, and still "not spam" is the better thing to say.
# The most probable label and the best action are two different questions.
#
# ## Where does the decision turn?
#
# Let $p$ be the probability of spam.
# The two actions cost the same when
#
# $$100\,(1 - p) = 10\,p$$
#
# Collect the terms with $p$ on the right, by adding $100\,p$ on both sides.

# %%
from sympy import Eq, Rational, symbols

p = symbols("p", positive=True)
equal = Eq(100 * (1 - p), 10 * p)
print(equal)
collected = Eq(equal.lhs + 100 * p, equal.rhs + 100 * p)
print(collected)

# %% [markdown]
# Divide by 110.

# %%
turn = collected.lhs / collected.rhs.coeff(p)
print(turn, "=", turn.evalf(10))

# %% [markdown]
# In general $\tau = c_{FP} / (c_{FP} + c_{FN})$, when right answers cost nothing.
#
# The lecture prints 0.91, which is 10/11 rounded to two places.
# As a number to talk about that is fine; as a rule to program it fails just above 10/11.

# %%
p = np.array([Rational(9095, 10000), Rational(905, 10000)])
print("spam:", (C @ p)[0].evalf(5), " not spam:", (C @ p)[1].evalf(5))

# %% [markdown]
# At 0.9095 the printed rule says "not spam", and pays 0.045 too much.
# A small loss here; the point is to compute the threshold from the costs instead of copying it.
#
# ## A third action
#
# Nobody says that there must be as many actions as classes.
# Asking a person costs 5, whatever the truth is.

# %%
from mlcore.decisions import decide

C = np.array([[0, 100], [10, 0], [5, 5]])
actions = np.array(["say 'spam'", "say 'not spam'", "ask a person"])
for p in (0.3, 0.6, 0.94, 0.96):
    print(p, actions[decide([[p, 1 - p]], C)][0])

# %% [markdown]
# ## The picture
#
# On the left each action is a straight line in $p$; follow the lowest one.
# On the right: what does each cutoff cost, if every $p$ between 0 and 1 is equally frequent?
#
# $$\text{cost}(t) = \int_0^t 10\,p\,dp + \int_t^1 100\,(1 - p)\,dp$$

# %% alt="On the left the expected costs of three actions over the probability of spam, the lowest marked in grey. On the right the cost of each threshold: 13.75 at one half, lowest, 4.55, at 10/11."
from mlcore.demos import costs

result = costs.compute()
costs.confirm(result)
costs.draw_costs(result)

# %% [markdown]
# The right curve by SymPy: integrate, differentiate, find the zero.

# %%
from sympy import diff, factor, integrate, solve

p, t = symbols("p t", positive=True)
cost = integrate(10 * p, (p, 0, t)) + integrate(100 * (1 - p), (p, t, 1))
print("cost      ", cost)
print("derivative", factor(diff(cost, t)))
print("zero      ", solve(diff(cost, t), t))

# %% [markdown]
# The same 10/11 by another road: no comparison of two actions, only a curve and its lowest point.
# The confirmation went a third way, and let 200,000 mails arrive.

# %%
print("\n".join(costs.conclude(result)[:4]))

# %% [markdown]
# Now set the costs yourself.

# %% tags=["nbval-ignore-output"]
from ipywidgets import FloatSlider, interact

from mlcore.decisions import cost_threshold
from mlcore.demos.frame import name_axes, slide


def say(lost_mail, spam_let_through, ask, p):
    C = np.array([[0, lost_mail], [spam_let_through, 0], [ask, ask]])
    figure, (ax,) = slide()
    for name, (if_spam, if_ham), style in zip(actions, C, ("-", "--", ":"), strict=True):
        ax.plot([0, 1], [if_ham, if_spam], style, color="black", linewidth=2.5, label=name)
    ax.axvline(p, color="darkorange", linewidth=3)
    ax.set_ylim(0, 3 * max(spam_let_through, ask))
    ax.legend(loc="upper right", fontsize=14)
    name_axes(ax, "probability of spam", "expected cost")
    print(f"Without asking the decision turns at {cost_threshold(lost_mail, spam_let_through):.4f}.")
    print(f"At {p:.2f}: {actions[decide([[p, 1 - p]], C)][0]}.")
    return figure


_ = interact(
    say,
    lost_mail=FloatSlider(value=100, min=1, max=200),
    spam_let_through=FloatSlider(value=10, min=1, max=200),
    ask=FloatSlider(value=5, min=0, max=50),
    p=FloatSlider(value=0.6, min=0, max=1, step=0.01),
)

# %% [markdown]
# ## Elsewhere
#
# In a screening for cancer a missed case is far worse than a false alarm, so the threshold is low.
# In darts and in video poker one chooses where to aim, or which cards to keep, by the expected gain.
# And in basketball a shot from far away counts three points, one from nearer two.
#
# ## Two points or three?
#
# Here the action changes the *probability* as well: from far away one hits less often.
# So each place has its own expected points, value times probability of a hit.
#
# **The probabilities are made up.** They fall with the distance $r$ in metres as $0.65\,e^{-r/11}$, which is no measurement of anybody's shots.
# The court is real: the line is 6.75 m from the basket.

# %%
for metres in (0, 2, 4, 6.7, 6.8, 9):
    value = 3 if metres > 6.75 else 2
    chance = 0.65 * np.exp(-metres / 11)
    print(f"{metres:4} m: {value} · {chance:.3f} = {value * chance:.3f} points")

# %% [markdown]
# Ten centimetres make half as much again.
# From which distance on is it better to step back behind the line?
#
# $$2 \cdot 0.65\,e^{-r/11} = 3 \cdot 0.65\,e^{-6.75/11}$$
#
# Cancel 0.65, take logarithms, and solve for $r$: $\;r = 6.75 - 11 \log\frac{3}{2}$.

# %%
from scipy.optimize import brentq

root = brentq(lambda r: 2 * costs.hit(r) - 3 * costs.hit(6.75), 0, 6.75)
print(f"{6.75 - 11 * np.log(3 / 2):.3f} m; found by searching: {root:.3f} m")

# %% [markdown]
# The size of a circle shows what a shot is worth.

# %% alt="On the left a court of dots, filled near the basket and just outside the three-point line. On the right the expected points fall with the distance, jump at the line, and fall again; the stretch before the line is hatched."
costs.draw_shots(result)

# %% [markdown]
# Everything between 2.29 m and the line is a bad decision for this player.
# Turn two screws: how fast the probability falls, and what a far hit counts.


# %% tags=["nbval-ignore-output"]
def step_back(fall, value):
    r = costs.break_even(fall, value)
    print(
        f"Better step back from {r:.2f} m on." if 0 < r < 6.75 else "There is no such place before the line."
    )


_ = interact(
    step_back,
    fall=FloatSlider(value=11, min=2, max=30),
    value=FloatSlider(value=3, min=1.5, max=4, step=0.25),
)

# %% [markdown]
# ## Now you
#
# 1. How cheap must asking be before anybody should ask at all? How dear, before nobody should?
# 2. Multiply all costs by ten, or add 7 to a whole column. Which decisions change, and why?
# 3. Your team is two points down and there is time for one shot; a draw means a coin toss. Under the basket you hit with 0.6, from the line with 0.35. Which shot has more expected points, and which one do you take?
# 4. The filter's probabilities are too extreme: it says 0.99 where 0.9 would be right. What does the threshold 10/11 do then?
# 5. Who should write down the entry "100", and whom should they ask?
#
# > [!fold] Answer to 1
# > At $p = 10/11$ both other actions cost $100/11 \approx 9.09$, and everywhere else one of them costs less. Below that price asking is best somewhere, above it nowhere.
#
# > [!fold] Answer to 2
# > None. Times ten changes all expected costs alike; 7 in a column adds $7\,P(c \mid x)$ to every action.
#
# > [!fold] Answer to 3
# > Under the basket: 1.2 points against 1.05, but two points only draw: $0.6 \cdot ½ = 0.3$ against $0.35$. Take the far shot: points are not what you want.
#
# > [!fold] Answer to 4
# > It calls mails spam that are so with 0.9, below the threshold, and loses letters for which that is too dear.
#
# > [!fold] Answer to 5
# > Those who bear the error should be heard: here whoever waits for the letter.
