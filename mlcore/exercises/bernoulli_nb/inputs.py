"""Inputs that several tasks of this unit share: tables small enough for a pencil, and models made by hand.

A model is a dict of three arrays: "classes" (K,) sorted, "prior" (K,), and "theta" (K, d) with
θ_{c,j} = P(x_j = 1 | c).
"""

from typing import Any

import numpy as np

from mlcore.datasets import load_spam_table, load_ten_by_two
from mlcore.exercises.naive_bayes.theta_model import Model, model_of

# Three mails, six words ($, Hi, CPSC, 340, Vicodin, Offer); 1 is spam.
MAILS, IS_SPAM = load_spam_table()
# Ten examples of two features, six of class 1 and four of class 0.
TEN, TEN_LABELS = load_ten_by_two()
# Three classes of unequal size, in no order; five features: flies, swims, has fur, hunts by night, has wings.
ANIMALS = np.array(
    [
        [1, 0, 0, 1, 1],
        [0, 0, 1, 1, 0],
        [1, 0, 0, 0, 1],
        [0, 0, 1, 0, 0],
        [1, 0, 0, 1, 1],
        [0, 1, 1, 1, 0],
        [0, 0, 1, 1, 0],
    ]
)
KINDS = np.array(["owl", "cat", "bee", "cat", "owl", "cat", "cat"])

# What learning with α = 1 makes of the three mails.
MAIL_MODEL = model_of(
    [0, 1],
    [1 / 3, 2 / 3],
    [[1 / 3, 2 / 3, 2 / 3, 2 / 3, 1 / 3, 1 / 3], [1 / 2, 1 / 2, 1 / 4, 1 / 4, 3 / 4, 1 / 2]],
)
# {$}, {Hi, CPSC}, {Vicodin, Offer}, and the mail with none of the six words.
MAIL_QUERIES = np.array([[1, 0, 0, 0, 0, 0], [0, 1, 1, 0, 0, 0], [0, 0, 0, 0, 1, 1], [0, 0, 0, 0, 0, 0]])

# What learning with α = 0 makes of the ten examples: every example of class 0 has the first feature.
TEN_MODEL = model_of([0, 1], [0.4, 0.6], [[1, 1 / 4], [1 / 2, 2 / 3]])
TEN_QUERIES = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])

# Three classes, three features, labels that are words, a rare class.
ZOO = model_of(["bee", "cat", "owl"], [0.05, 0.8, 0.15], [[0.9, 0.2, 0.5], [0.1, 0.7, 0.3], [0.6, 0.4, 0.9]])
ZOO_QUERIES = np.array([[1, 0, 1], [0, 1, 0], [0, 0, 0], [1, 1, 1], [1, 0, 0]])

# 2000 features that hardly differ: the likelihoods are too small for a float, their ratio is not.
LONG = model_of(["no", "yes"], [0.5, 0.5], [[0.52] * 2000, [0.5] * 2000])
LONG_QUERIES = np.array([[1, 0] * 1000, [1, 1, 1, 0] * 500])

# 1000 features that nearly every example has: one query is probable, another one hardly possible.
FREQUENT = model_of(["no", "yes"], [0.5, 0.5], [[0.9] * 1000, [0.9001] * 1000])

# A prior of 9 to 1 against one feature that speaks 4 to 1 the other way.
SKEWED = model_of(["common", "rare"], [0.9, 0.1], [[0.2], [0.8]])
SKEWED_QUERIES = np.array([[1], [0]])

# The first class almost always has the second feature: that it is absent decides (E85).
ABSENT = model_of(["first", "second"], [0.5, 0.5], [[0.9, 0.9, 0.1], [0.5, 0.1, 0.1]])


def random_table(rng: np.random.Generator, K: int, d: int) -> tuple[Any, Any]:
    """Return 0/1 examples of K classes of unequal size, in no order: X (n, d), y (n,)."""
    labels = np.repeat(rng.choice(np.arange(-9, 30), size=K, replace=False), rng.permutation(K) + 2)
    y = rng.permutation(labels)
    return rng.integers(0, 2, size=(len(y), d)), y


def random_model(rng: np.random.Generator, K: int, d: int) -> Model:
    """Return a model of K classes with an uneven prior and parameters away from 0 and 1."""
    weight = rng.integers(1, 9, size=K)
    labels = np.sort(rng.choice(np.arange(-9, 30), size=K, replace=False))
    return model_of(labels.tolist(), (weight / weight.sum()).tolist(), rng.uniform(0.05, 0.95, size=(K, d)))
