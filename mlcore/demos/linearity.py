"""Linearity: which members of the naive Bayes family draw a straight line, and where its weights come from.

    Bernoulli     w_{c,j} = log(θ_{c,j} / (1 − θ_{c,j})),  b_c = log π_c + Σ_j log(1 − θ_{c,j})
    multinomial   w_{c,j} = log θ_{c,j},                   b_c = log π_c
    Gaussian      log-odds with the term Σ_j ½ (1/σ²_{0,j} − 1/σ²_{1,j}) x_j²: straight only if it vanishes

Computed here: the weights for two tables of the lectures, curvature for equal and unequal variances, and two
ways to go wrong: cosine instead of dot product, and a prior left out. Confirmed by second routes: weights
read off the log joint probability as off a black box, products of probabilities, derivatives by SymPy.
"""

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

import numpy as np
import sympy
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from mlcore._checks import FloatArray, IntArray
from mlcore.datasets import Dataset, load_multinomial_table, load_spam_table
from mlcore.demos.frame import TEXT_SIZE, Demo, Slide, agree, claim, name_axes, slide
from mlcore.distances import cosine_similarity
from mlcore.naive_bayes import BernoulliNB, GaussianNB, MultinomialNB

MAILS = ([1, 0, 0, 0, 0, 0], [0, 1, 1, 0, 0, 0], [0, 0, 0, 0, 1, 1], [0, 0, 0, 0, 0, 0])
DOCUMENTS = ([1, 1, 0, 0], [0, 0, 1, 1], [2, 0, 0, 3], [0, 0, 0, 0])
DIRECTIONS = ((0.5, 0.25, 0.25), (0.9, 0.05, 0.05))  # θ of two classes, three words
DOCUMENT = (1.0, 1.0, 0.0)
LEAN, RARE_FIRST = ((0.6, 0.4), (0.5, 0.5)), (0.1, 0.9)  # θ of two classes, and their priors
CLOUD = np.array([[-1, 0], [1, 0], [0, -1], [0, 1], [-0.6, 0.6], [0.6, -0.6], [0.6, 0.6], [-0.6, -0.6]])
SHIFT = np.array([3.0, 1.5])


def score_mail(x: list[int], X: IntArray, n: int) -> float:
    """Return π_c ∏_j θ_j^{x_j} (1 − θ_j)^{1 − x_j} for one mail, θ_j = (n_j + 1) / (n_c + 2)."""
    theta = [(sum(column) + 1) / (len(X) + 2) for column in X.T.tolist()]
    return float(len(X) / n * prod(t if present else 1 - t for t, present in zip(theta, x, strict=True)))


def score_document(x: list[int], data: Dataset, c: int) -> float:
    """Return π_c ∏_j θ_j^{x_j} for the counts of one document, θ_j = (N_j + 1) / (N + d)."""
    N = data.X[data.y == c].sum(axis=0).tolist()
    theta = [(N_j + 1) / (sum(N) + len(N)) for N_j in N]
    return float(np.mean(data.y == c) * prod(t**count for t, count in zip(theta, x, strict=True)))


def gaussian_hessian() -> tuple[sympy.Matrix, tuple[sympy.Symbol, ...]]:
    """Return the second derivatives of the log-odds of Gaussian naive Bayes, and its variances.

    >>> gaussian_hessian()[0][0, 1]  # features do not interact: the axes of the conic are the features'
    0
    """
    x = sympy.symbols("x1 x2", real=True)
    mean, var = sympy.symbols("m01 m02 m11 m12", real=True), sympy.symbols("v01 v02 v11 v12", positive=True)
    density = [-sympy.log(v) / 2 - (a - m) ** 2 / (2 * v) for a, m, v in zip(x * 2, mean, var, strict=True)]
    return sympy.hessian(sum(density[2:]) - sum(density[:2]), x).applyfunc(sympy.simplify), var


@dataclass(frozen=True)
class Result:
    """Weights and intercepts, how the Gaussian log-odds bend, and decisions that a shortcut changes."""

    bernoulli_w: FloatArray  # (2, 6) rows not spam, spam
    bernoulli_b: FloatArray  # (2,)
    spam: FloatArray  # (4,) P(spam | mail)
    multinomial_w: FloatArray  # (2, 4)
    multinomial_b: FloatArray  # (2,)
    first: FloatArray  # (4,) P(0 | document)
    bend_shared: FloatArray  # (2,) second derivative of the log-odds along each axis, equal variances
    bend_own: FloatArray  # (2,) the same if the second class is wider
    dot: FloatArray  # (2,) scores of DOCUMENT: dot product with log θ
    cosine: FloatArray  # (2,) the same, divided by both lengths
    without_prior: FloatArray  # (2,) scores of the document (1, 0) for LEAN
    with_prior: FloatArray  # (2,)
    repeated: FloatArray  # (2, 2, 4) θ before and after the documents of class 1 are repeated fivefold
    repeated_prior: FloatArray  # (2, 2) π before and after


def clouds(stretch: float) -> tuple[FloatArray, IntArray]:
    """Return two clouds of eight points; the second is the first, stretched and moved.

    >>> X, y = clouds(1.0)
    >>> np.allclose(X[y == 0].var(axis=0), X[y == 1].var(axis=0))
    True
    """
    return np.vstack([CLOUD, stretch * CLOUD + SHIFT]), np.repeat([0, 1], len(CLOUD))


def log_odds(model: Any, Q: ArrayLike) -> FloatArray:
    """Return log p(q, class 1) − log p(q, class 0) for each row, (m,)."""
    log_joint = model.predict_joint_log_proba(np.asarray(Q, dtype=float))
    return np.asarray(log_joint[:, 1] - log_joint[:, 0])


def second_differences(model: object, at: ArrayLike = (1.0, 1.0), step: float = 0.5) -> FloatArray:
    """Return (f(x + h) − 2 f(x) + f(x − h)) / h² of the log-odds along each axis: 0 for a straight line.

    For a quadratic it is the second derivative, whatever the step.
    """
    x, axes = np.asarray(at), step * np.eye(2)
    values = [log_odds(model, [x + h, x, x - h]) for h in axes]
    return np.array([(up - 2 * here + down) / step**2 for up, here, down in values])


def black_box(model: Any, d: int) -> tuple[FloatArray, FloatArray]:
    """Return the weights (K, d) and intercepts (K,) of a linear function, found by asking it d + 1 times.

    b is its value at 0, w_j how much it grows from 0 to e_j.
    """
    answers = model.predict_joint_log_proba(np.vstack([np.zeros(d), np.eye(d)]).astype(int))  # (d + 1, K)
    return (answers[1:] - answers[0]).T, answers[0]


def compute() -> Result:
    """Return weights, bends and scores."""
    mails, documents = load_spam_table(), load_multinomial_table()
    bernoulli = BernoulliNB().fit(mails.X, mails.y)
    multinomial = MultinomialNB().fit(documents.X, documents.y)
    times = (np.ones(5), np.where(documents.y == 1, 5, 1))  # α = 0: pseudo-counts would not be repeated
    plain = [MultinomialNB(alpha=0).fit(documents.X, documents.y, sample_weight=t) for t in times]
    shared, own = (GaussianNB(var_smoothing=0).fit(*clouds(stretch)) for stretch in (1.0, 2.0))
    directions, scores = np.log(DIRECTIONS), np.log(LEAN)[:, 0]
    return Result(
        bernoulli_w=bernoulli.coef_,
        bernoulli_b=bernoulli.intercept_,
        spam=bernoulli.predict_proba(MAILS)[:, 1],
        multinomial_w=multinomial.coef_,
        multinomial_b=multinomial.intercept_,
        first=multinomial.predict_proba(DOCUMENTS)[:, 0],
        bend_shared=second_differences(shared),
        bend_own=second_differences(own),
        dot=directions @ DOCUMENT,
        cosine=np.array([cosine_similarity(row, DOCUMENT) for row in directions]),
        without_prior=scores,
        with_prior=scores + np.log(RARE_FIRST),
        repeated=np.exp([model.feature_log_prob_ for model in plain]),
        repeated_prior=np.exp([model.class_log_prior_ for model in plain]),
    )


def confirm(result: Result) -> None:
    """Ask the models as black boxes, multiply probabilities, differentiate by SymPy."""
    for model, data, w, b in (
        (BernoulliNB(), load_spam_table(), result.bernoulli_w, result.bernoulli_b),
        (MultinomialNB(), load_multinomial_table(), result.multinomial_w, result.multinomial_b),
    ):
        found_w, found_b = black_box(model.fit(data.X, data.y), data.X.shape[1])
        agree(w, found_w, "The weights must be what the log joint probability grows by.")
        agree(b, found_b, "The intercept must be the log joint probability of nothing.")
    mails, documents = load_spam_table(), load_multinomial_table()
    every = np.array(list(product((0, 1), repeat=6)))  # (64, 6)
    literal = [[score_mail(x, mails.X[mails.y == c], 3) for c in (0, 1)] for x in every.tolist()]
    linear = every @ result.bernoulli_w.T + result.bernoulli_b
    agree(np.exp(linear), literal, "All 64 mails: weights must give the product of probabilities.")
    counted = [[score_document(x, documents, c) for c in (0, 1)] for x in DOCUMENTS]
    linear = np.array(DOCUMENTS) @ result.multinomial_w.T + result.multinomial_b
    agree(np.exp(linear), counted, "Counts: weights must give the product of probabilities.")
    for shares, scores, c in ((result.spam, literal, 1), (result.first, counted, 0)):
        rows = [every.tolist().index(x) for x in MAILS] if c else range(4)
        agree(shares, [scores[i][c] / sum(scores[i]) for i in rows], "Posteriors are shares of the products.")
    _confirm_bends(result)
    _confirm_shortcuts(result)


def _confirm_bends(result: Result) -> None:
    hessian, symbols = gaussian_hessian()
    for bend, stretch in ((result.bend_shared, 1.0), (result.bend_own, 2.0)):
        X, y = clouds(stretch)
        var = np.concatenate([X[y == c].var(axis=0) for c in (0, 1)])
        values = hessian.subs(dict(zip(symbols, var.tolist(), strict=True)))
        agree(bend, [float(values[j, j]) for j in (0, 1)], "The bend must be 1/σ²₀ − 1/σ²₁.", atol=1e-9)
    claim(np.abs(result.bend_shared).max() < 1e-9, "With equal variances the boundary must be straight.")
    claim(np.abs(result.bend_own).min() > 0.5, "With unequal variances it must bend.")


def _confirm_shortcuts(result: Result) -> None:
    dot = [sum(np.log(t) for t in theta[:2]) for theta in DIRECTIONS]  # DOCUMENT has the first two words
    agree(result.dot, dot, "The dot product must be the sum of logarithms.")
    length = [np.sqrt(2 * sum(np.log(t) ** 2 for t in theta)) for theta in DIRECTIONS]
    agree(result.cosine, np.array(dot) / length, "The cosine must be the dot product over both lengths.")
    claim(result.dot.argmax() != result.cosine.argmax(), "Cosine and dot product must choose differently.")
    shares = np.array([LEAN[c][0] * RARE_FIRST[c] for c in (0, 1)])
    agree(np.exp(result.without_prior), [0.6, 0.5], "Without the prior only θ counts.")
    agree(np.exp(result.with_prior), shares, "With the prior θ is multiplied by π.")
    claim(result.without_prior.argmax() != result.with_prior.argmax(), "The prior must change the decision.")
    agree(result.repeated[1], result.repeated[0], "Repeating a class's documents must leave θ as it is.")
    agree(result.repeated_prior, [[3 / 5, 2 / 5], [3 / 13, 10 / 13]], "It must change π.")


def conclude(result: Result) -> list[str]:
    """Return what came out, in sentences."""
    words = load_spam_table().feature_names
    evidence = result.bernoulli_w[1] - result.bernoulli_w[0]
    pulls = ", ".join(f"{word} {w:+.3f}" for word, w in zip(words, evidence, strict=True))
    per_word = result.multinomial_w[1] - result.multinomial_w[0]
    return [
        f"Bernoulli, log-odds for spam: {pulls}, and {np.diff(result.bernoulli_b)[0]:+.3f} before any word.",
        f"P(spam) of four mails: {', '.join(f'{p:.3f}' for p in result.spam)}.",
        f"Multinomial, log-odds for class 1: {', '.join(f'{w:+.3f}' for w in per_word)} for each occurrence.",
        "All 64 mails have the log joint probability that the weights say.",
        f"Gaussian: the log-odds bend by {abs(result.bend_shared[0]):.3f} with equal variances, by "
        f"{result.bend_own[0]:.3f} if one class is twice as wide: no longer linear.",
        f"Dot product {result.dot[0]:.3f} against {result.dot[1]:.3f}, cosine {result.cosine[0]:.3f} against "
        f"{result.cosine[1]:.3f}: the cosine is another classifier.",
        "Repeating the documents of a class leaves θ as it is and moves its prior from "
        f"{result.repeated_prior[0, 1]:.2f} to {result.repeated_prior[1, 1]:.2f}.",
    ]


def draw_weights(result: Result) -> Slide:
    """Draw what each word adds to the log-odds, for both tables."""
    figure, (left, right) = slide(1, 2, title="A linear classifier: each feature pulls on its own")
    _bars(left, load_spam_table().feature_names, result.bernoulli_w)
    name_axes(left, "added to the log-odds of spam, if present", "word", "Bernoulli: three mails")
    _bars(right, load_multinomial_table().feature_names, result.multinomial_w)
    name_axes(right, "added to the log-odds of class 1, each time", "word", "multinomial: five documents")
    return figure


def _bars(ax: Axes, names: tuple[str, ...], weights: FloatArray) -> None:
    evidence = weights[1] - weights[0]
    bars = ax.barh(names, evidence, color=np.where(evidence > 0, "0.35", "white"), edgecolor="black")
    ax.bar_label(bars, [f"{w:+.2f}" for w in evidence], padding=5, fontsize=TEXT_SIZE)
    ax.axvline(0, color="black", linewidth=1)
    ax.set_xlim(-2.8, 2.8)
    ax.invert_yaxis()


def draw_bends(result: Result) -> Slide:
    """Draw the log-odds of Gaussian naive Bayes for equal and for unequal variances."""
    figure, axes = slide(1, 2, title="Gaussian naive Bayes: straight only if the variances are equal")
    x = np.linspace(-5, 8, 261)
    plane = np.stack(np.meshgrid(x, x - 1), axis=-1)  # (261, 261, 2)
    for ax, stretch, text in zip(
        axes, (1.0, 2.0), ("equal variances", "one class twice as wide"), strict=True
    ):
        X, y = clouds(stretch)
        model = GaussianNB(var_smoothing=0).fit(X, y)
        odds = log_odds(model, plane.reshape(-1, 2)).reshape(plane.shape[:2])
        ax.contourf(x, x - 1, odds, levels=[0, np.inf], colors=["0.88"])
        ax.contour(x, x - 1, odds, levels=[0], colors="black", linewidths=3)
        ax.plot(*X[y == 0].T, "o", color="black", markersize=9)
        ax.plot(*X[y == 1].T, "s", color="white", markeredgecolor="black", markersize=10)
        ax.text(7.8, 6.3, "grey: class 1 (squares) wins", fontsize=TEXT_SIZE, ha="right")
        name_axes(ax, "x1", "x2", text)
    return figure


DEMO = Demo(
    name="linearity",
    question="Is naive Bayes a linear classifier?",
    compute=compute,
    confirm=confirm,
    conclude=conclude,
    figures={"linear-weights": draw_weights, "gaussian-bends": draw_bends},
)
