"""Naive Bayes for five kinds of feature, with scikit-learn's interface.

Reading order: ``base`` (how counts become models), ``discrete`` (smoothing), then one module per model:
``categorical``, ``bernoulli``, ``multinomial``, ``complement``, ``gaussian``.
"""
