"""Naive Bayes for five kinds of feature, with scikit-learn's interface.

Reading order: ``base`` (how counts become models), ``discrete`` (smoothing), then one module per model:
``categorical``; ``linear`` and its three, ``bernoulli``, ``multinomial``, ``complement``; ``gaussian``.
"""

from mlcore.naive_bayes.bernoulli import BernoulliNB
from mlcore.naive_bayes.categorical import CategoricalNB
from mlcore.naive_bayes.complement import ComplementNB
from mlcore.naive_bayes.gaussian import GaussianNB
from mlcore.naive_bayes.multinomial import MultinomialNB

__all__ = ["BernoulliNB", "CategoricalNB", "ComplementNB", "GaussianNB", "MultinomialNB"]
