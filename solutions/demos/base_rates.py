# %% [markdown]
# # How good must a test be before you believe it?
#
# *1 of 23. To unit [0 · Who stands in front of you?](../00_bayes_rule/00_bayes_rule.ipynb) · next: [tables_explode](tables_explode.ipynb)*
#
# One part in ten thousand is defective.
# A test finds 99 of 100 defects and is wrong about 1 of 100 good parts.
# It has just beeped.
# Is the part defective? Make a guess before you read on.

# %% [markdown]
# ## Count parts
#
# Take a million of them.

# %%
parts = 1_000_000
defective = parts // 10_000
found = defective * 99 // 100
false_alarms = (parts - defective) // 100
print(f"{defective} are defective, {found} of them make the test beep; so do {false_alarms} good ones.")

# %%
print(f"Of all that beep, {found / (found + false_alarms):.2%} are defective.")

# %% [markdown]
# The good parts are so many that even their one percent drowns the defects.
#
# ## The same in symbols
#
# With prevalence $\pi$, sensitivity $se$ and specificity $sp$, Bayes' rule says
#
# $$P(\text{defect} \mid \text{positive}) = \frac{se\,\pi}{se\,\pi + (1 - sp)(1 - \pi)}$$

# %%
from mlcore.probability import diagnostic_posterior

print(f"{diagnostic_posterior(prevalence=0.0001, sensitivity=0.99, specificity=0.99):.2%}")

# %% [markdown]
# For which quality is the posterior one half?
# Put $se = sp = q$ and ask that both terms below the line be equal: $q\,\pi = (1 - q)(1 - \pi)$, so $q = 1 - \pi$.
# The rarer the defect, the better the test must be.

# %%
for prevalence in (0.1, 0.01, 0.001, 0.0001):
    print(prevalence, round(diagnostic_posterior(prevalence, 1 - prevalence, 1 - prevalence), 12))

# %% [markdown]
# ## The picture
#
# Each curve is one prevalence.
# Follow the line of 99 % upwards: the same test is nearly certain, or nearly worthless.

# %% alt="Five curves of the posterior against the quality of the test. For one defect in two it starts at one half; the rarer the defect, the further to the right its curve rises: for one in ten thousand it passes one half at 99.99 percent."
from mlcore.demos import base_rates

result = base_rates.compute()
base_rates.confirm(result)
base_rates.draw(result)

# %%
print("\n".join(base_rates.conclude(result)))

# %% [markdown]
# Now move the prevalence yourself.

# %% tags=["nbval-ignore-output"]
from ipywidgets import FloatLogSlider, interact

from mlcore.demos.frame import name_axes, slide


def posterior(prevalence, error):
    def means(p):
        return diagnostic_posterior(p, 1 - error, 1 - error)

    figure, (ax,) = slide()
    places = [10 ** (-k / 20) for k in range(8, 101)]
    ax.semilogx(places, [means(p) for p in places], color="black")
    ax.plot(prevalence, means(prevalence), "o", color="darkorange", markersize=16)
    ax.set_ylim(0, 1.02)
    name_axes(ax, "prevalence", "P(defect | positive)")
    print(f"A positive answer means {means(prevalence):.2%}.")
    return figure


_ = interact(
    posterior,
    prevalence=FloatLogSlider(value=0.0001, min=-5, max=-0.4, description="prevalence"),
    error=FloatLogSlider(value=0.01, min=-6, max=-0.4, description="test's error"),
)

# %% [markdown]
# ## Now you
#
# 1. The person in front of you in the queue has long hair. Why is the answer another one in the stadium than in the cinema, although hair is the same everywhere?
# 2. At which share of men does long hair tell you nothing either way?
# 3. A second, independent test beeps too. What is the posterior now? (The first posterior is the second prior.)
# 4. What would make a test of 99 % useful for a defect of one in ten thousand, without making the test better?
#
# > [!fold] Answer to 1
# > The hair is the same, the prior is not: in the stadium nearly all are men, so even a few men in a hundred with long hair are more than the women.
#
# > [!fold] Answer to 2
# > Where both products are equal: $0.04\,\pi = 0.5\,(1 - \pi)$, so $\pi = 25/27$.
#
# > [!fold] Answer to 3
# > Odds of 1 to 9999, times 99 twice: $9801/9999$, so about 0.495.
#
# > [!fold] Answer to 4
# > Test only parts that are suspect for another reason (a higher prevalence), test twice, or make a false alarm cheap: look at what beeps.
