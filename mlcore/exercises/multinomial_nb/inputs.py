"""Inputs that several tasks of this unit share: texts, tables small enough for a pencil, models made by hand.

A model is a dict of three arrays: "classes" (K,) sorted, "prior" (K,), and "theta" (K, D), where θ_{c,w} is
the share of word w in the texts of class c: each row sums to 1.
"""

import re
from typing import Any

import numpy as np

from mlcore.datasets import load_multinomial_table
from mlcore.exercises.naive_bayes.theta_model import Model, model_of


def words(text: str) -> list[str]:
    """Return the words of a text in order: runs of letters and digits, in lower case.

    >>> words("The cat, the CAT: no. 9!")
    ['the', 'cat', 'the', 'cat', 'no', '9']
    """
    return re.findall(r"[a-z0-9]+", text.lower())


TEXTS = ["The cat sat on the mat.", "A dog! The dog sat still.", "Cat and dog met at 9, on a mat?"]
STOP_WORDS = ("the", "a", "on", "and")

# Five texts, four words; three of class 0 and two of class 1.
COUNTS, LABELS = load_multinomial_table()
QUERIES = np.array([[1, 1, 0, 0], [0, 0, 1, 1], [2, 0, 0, 3], [0, 0, 0, 0]])
# What learning with α = 1 makes of them.
FIVE_MODEL = model_of([0, 1], [0.6, 0.4], np.array([[7, 2, 2, 1], [1, 2, 4, 5]]) / 12)

# Three subjects with very different amounts of text; the words: ball, bill, brush. Nobody paints a bill.
SUBJECT_COUNTS = np.array(
    [[3, 0, 1], [1, 9, 0], [0, 0, 1], [40, 1, 0], [0, 0, 2], [2, 6, 1], [0, 0, 4], [1, 0, 1]]
)
SUBJECTS = np.array(["sport", "money", "art", "sport", "art", "money", "art", "art"])

# Three classes, three words, labels that are words, a rare class.
NEWS = model_of(
    ["art", "money", "sport"], [0.75, 0.05, 0.2], [[0.25, 0.05, 0.7], [0.2, 0.7, 0.1], [0.7, 0.2, 0.1]]
)
NEWS_QUERIES = np.array([[2, 0, 1], [0, 3, 1], [1, 1, 1], [0, 0, 0], [5, 1, 0]])

# Learnt without smoothing: neither class uses all words.
HARD = model_of([3, 7], [0.5, 0.5], [[0.5, 0.5, 0.0], [0.0, 0.25, 0.75]])
UNEVEN = model_of([3, 7], [0.1, 0.9], [[0.5, 0.5, 0.0], [0.0, 0.25, 0.75]])
HARD_QUERIES = np.array([[2, 1, 0], [0, 1, 2], [0, 2, 0]])
NOBODY = np.array([[1, 0, 1]])  # a text that neither class can have written

# A prior of 9 to 1 against words that speak 4 to 1, or only 3 to 2, the other way.
SKEWED = model_of(["common", "rare"], [0.9, 0.1], [[0.2, 0.4, 0.4], [0.8, 0.1, 0.1]])
WEAK = model_of(["common", "rare"], [0.9, 0.1], [[0.4, 0.6], [0.6, 0.4]])

# A word that hardly anybody uses, and yet three times as often in the second class.
SELDOM = model_of([3, 7], [0.5, 0.5], [[1 - 1e-10, 1e-10], [1 - 3e-10, 3e-10]])

# Only the words that a text has not speak for the second class, and they must not speak.
SILENT = model_of(["a", "b"], [0.5, 0.5], [[0.4, 0.55, 0.05], [0.38, 0.31, 0.31]])

# Long texts: their probability is too small for a float, the ratio of two is not.
LONG = model_of(["no", "yes"], [0.5, 0.5], [[0.50, 0.25, 0.25], [0.49, 0.26, 0.25]])
LONG_QUERIES = 400 * np.array([[2, 1, 1], [1, 1, 0], [4, 0, 1]])


def random_counts(rng: np.random.Generator, K: int, D: int) -> tuple[Any, Any]:
    """Return texts of K classes of unequal size and length, in no order: X (n, D), y (n,)."""
    labels = np.repeat(rng.choice(np.arange(-9, 30), size=K, replace=False), rng.permutation(K) + 1)
    y = rng.permutation(labels)
    return rng.poisson(rng.uniform(0.5, 4, size=(len(y), 1)), size=(len(y), D)), y


def random_model(rng: np.random.Generator, K: int, D: int) -> Model:
    """Return a model of K classes with an uneven prior and parameters that are not 0."""
    weight, share = rng.integers(1, 9, size=K), rng.integers(1, 12, size=(K, D))
    labels = np.sort(rng.choice(np.arange(-9, 30), size=K, replace=False))
    theta = share / share.sum(axis=1, keepdims=True)
    return model_of(labels.tolist(), (weight / weight.sum()).tolist(), theta)
