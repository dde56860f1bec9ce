"""k-nearest neighbours and naive Bayes as the lectures write them down: loops and dictionaries, nothing else.

Learning makes a model of examples: a list X of n observations x, each with d features x[j], and a list y of
their labels. Prediction makes a number for each label of a model and an x, and takes the argmax.

Left out on purpose: speed, checks, missing values. ``mlcore.neighbors`` and ``mlcore.naive_bayes`` have them.
"""

import math
from typing import Any

Scores = dict[Any, float]  # a number for each label


def argmax(scores: Scores) -> Any:
    """Return the label of greatest score; ties go to the first."""
    return max(scores, key=lambda c: scores[c])


def euclidean(a: Any, b: Any) -> float:
    """Return √Σ_j (a_j − b_j)²."""
    total = 0.0
    for j in range(len(a)):
        total += (a[j] - b[j]) * (a[j] - b[j])
    return math.sqrt(total)


def knn_learn(X: Any, y: Any, k: int, distance: Any = euclidean) -> Any:
    """Learn by storing: the model is the examples, k and the distance."""
    return X, y, k, distance


def knn_with_prob(x: Any, model: Any) -> Scores:
    """Return the share of each label among the k examples nearest to x; ties go to the earlier example.

    >>> model = knn_learn([[1, 3], [2, 3], [3, 2], [2.5, 1], [3.5, 1]], ["o", "+", "+", "o", "+"], k=4)
    >>> shares = knn_with_prob([2.2, 1.5], model)
    >>> shares, argmax(shares)
    ({'+': 0.75, 'o': 0.25}, '+')
    """
    X, y, k, distance = model
    nearest = sorted(range(len(X)), key=lambda i: distance(X[i], x))[:k]
    return {c: sum(y[i] == c for i in nearest) / k for c in sorted(set(y))}


# Naive Bayes: argmax_c of p(x, c) = π_c ∏_j p(x_j|c); as products vanish, of log π_c + Σ_j log p(x_j|c).


def with_prob(log_joint: Scores) -> Scores:
    """Return p(c|x) = p(x, c) / Σ_c' p(x, c'), all p(x, c) divided by the greatest before they can vanish."""
    relative = {c: math.exp(log_joint[c] - max(log_joint.values())) for c in log_joint}
    return {c: relative[c] / sum(relative.values()) for c in relative}


def log(p: float) -> float:
    """Return log p, and −∞ for p = 0: what never happens rules a class out."""
    return math.log(p) if p > 0 else -math.inf


def priors(y: Any) -> Scores:
    """Return π_c = n_c / n for each label c."""
    return {c: sum(label == c for label in y) / len(y) for c in sorted(set(y))}


def examples_of(c: Any, X: Any, y: Any) -> Any:
    """Return the observations of class c."""
    return [x for x, label in zip(X, y, strict=True) if label == c]


def categorical_learn(X: Any, y: Any, alpha: float = 1) -> Any:
    """Return π_c and θ_{c,j,v} = (n_{c,j,v} + α) / (n_c + α V_j): how often does each value occur?

    >>> model = categorical_learn([["sunny"], ["rain"], ["rain"]], ["no", "no", "yes"], alpha=0)
    >>> with_prob(categorical_log_joint(["rain"], model))
    {'no': 0.5, 'yes': 0.5}
    """
    theta = {}
    for c in set(y):
        X_c = examples_of(c, X, y)
        for j in range(len(X[0])):
            values = {x[j] for x in X}
            for v in values:
                theta[c, j, v] = (sum(x[j] == v for x in X_c) + alpha) / (len(X_c) + alpha * len(values))
    return priors(y), theta


def categorical_log_joint(x: Any, model: Any) -> Scores:
    """Return log π_c + Σ_j log θ_{c,j,x_j} for each class."""
    pi, theta = model
    return {c: log(pi[c]) + sum(log(theta[c, j, x[j]]) for j in range(len(x))) for c in pi}


def bernoulli_learn(X: Any, y: Any, alpha: float = 1) -> Any:
    """Return π_c and θ_{c,j} = (n_{c,j,1} + α) / (n_c + 2α): how often is each feature there?"""
    theta = {}
    for c in set(y):
        X_c = examples_of(c, X, y)
        for j in range(len(X[0])):
            theta[c, j] = (sum(x[j] == 1 for x in X_c) + alpha) / (len(X_c) + 2 * alpha)
    return priors(y), theta


def bernoulli_log_joint(x: Any, model: Any) -> Scores:
    """Return log π_c + Σ_j of log θ_{c,j} where x_j = 1, and of log(1 − θ_{c,j}) where x_j = 0."""
    pi, theta = model
    factor = {(c, j): theta[c, j] if x[j] == 1 else 1 - theta[c, j] for c, j in theta}
    return {c: log(pi[c]) + sum(log(factor[c, j]) for j in range(len(x))) for c in pi}


def multinomial_learn(X: Any, y: Any, alpha: float = 1) -> Any:
    """Return π_c and θ_{c,j} = (N_{c,j} + α) / (N_c + α d): which share of its words is word j?"""
    theta = {}
    for c in set(y):
        X_c = examples_of(c, X, y)
        for j in range(len(X[0])):
            theta[c, j] = (sum(x[j] for x in X_c) + alpha) / (sum(map(sum, X_c)) + alpha * len(X[0]))
    return priors(y), theta


def multinomial_log_joint(x: Any, model: Any) -> Scores:
    """Return log π_c + Σ_j x_j log θ_{c,j} for each class; a word that does not occur says nothing."""
    pi, theta = model
    return {c: log(pi[c]) + sum(x[j] * log(theta[c, j]) for j in range(len(x)) if x[j]) for c in pi}


def gaussian_learn(X: Any, y: Any, smoothing: float = 1e-9) -> Any:
    """Return π_c, μ_{c,j} and σ²_{c,j} + ε, where ε is a small share of the largest variance of a feature."""
    epsilon = smoothing * max(mean_and_variance([x[j] for x in X])[1] for j in range(len(X[0])))
    mu, var = {}, {}
    for c in set(y):
        for j in range(len(X[0])):
            mu[c, j], variance = mean_and_variance([x[j] for x in examples_of(c, X, y)])
            var[c, j] = variance + epsilon
    return priors(y), mu, var


def mean_and_variance(values: Any) -> tuple[float, float]:
    """Return μ = Σ_i x_i / n and σ² = Σ_i (x_i − μ)² / n."""
    mu = sum(values) / len(values)
    return mu, sum((value - mu) ** 2 for value in values) / len(values)


def gaussian_log_joint(x: Any, model: Any) -> Scores:
    """Return log π_c + Σ_j log N(x_j; μ_{c,j}, σ²_{c,j}) for each class."""
    pi, mu, var = model
    log_joint = {c: log(pi[c]) for c in pi}
    for c, j in mu:
        log_joint[c] -= (math.log(2 * math.pi * var[c, j]) + (x[j] - mu[c, j]) ** 2 / var[c, j]) / 2
    return log_joint
