"""Generative or discriminative: which kind of model learns faster, and which arrives?

    generative      learn p(t, x) = p(x|t) p(t), then p(t|x) = p(t, x) / Σ_t' p(t', x)      naive Bayes
    discriminative  learn p(t|x) = 1 / (1 + exp(−(w·x + b))) directly                     logistic regression

Both are linear in ten bits, and in both worlds each bit, seen alone, is the same. In the world "right" the
bits are independent given the class, as naive Bayes assumes; in "wrong" the first three are copies of one.
Naive Bayes is ahead at first in both; in "right" both arrive at the best error, in "wrong" only logistic
regression does. Errors are exact: sums over the 1024 rows. Confirmed by adding up log-odds, bit after bit.

Left out on purpose: how logistic regression is learnt (scikit-learn's does it, all but unpenalised).
"""

from dataclasses import dataclass
from itertools import product

import numpy as np
from sklearn.linear_model import LogisticRegression

from mlcore._checks import FloatArray, IntArray
from mlcore.demos.frame import TEXT_SIZE, Demo, Slide, agree, claim, name_axes, progress, slide
from mlcore.demos.generative_discriminative.two_clouds import (
    clouds,
    draw_clouds,
    line_errors,
    true_line,
    two_ways,
)
from mlcore.naive_bayes import BernoulliNB

THETA = np.array([0.65, 0.65, 0.65, 0.71, 0.56, 0.62, 0.67, 0.58, 0.63, 0.69])  # P(x_j = 1 | t = 1)
COPIES = 3  # in the world "wrong" the first three bits are one
WORLDS = ("right", "wrong")
ROWS = np.array(list(product((0, 1), repeat=len(THETA))))  # (1024, 10), all there are
TWICE, T = np.vstack([ROWS, ROWS]), np.repeat([0, 1], len(ROWS))
SIZES, REPEATS = (10, 20, 40, 80, 160, 320, 1000, 10_000), 60
SCALES = (0.2, 1.0, 5.0)


@dataclass(frozen=True)
class Result:
    """Errors of both kinds in both worlds; one boundary with many posteriors; two ways to one line."""

    best: FloatArray  # (2 worlds,) least possible error
    limit: FloatArray  # (2 worlds, 2 methods) error after learning the exact distribution
    error: FloatArray  # (2 worlds, 2 methods, 8 sizes, REPEATS) exact errors after learning samples
    scaled_error: FloatArray  # (3,) of the true log-odds times 0.2, 1, 5
    scaled_loss: FloatArray  # (3,) their log loss, in nats
    line: FloatArray  # (2 methods, 3) w1, w2, b learnt from normal clouds by LDA and logistic regression


def world(name: str) -> FloatArray:
    """Return p(x|t) of all rows, shape (2, 1024)."""
    p = np.array([np.where(ROWS == 1, theta, 1 - theta) for theta in (1 - THETA, THETA)])  # (2, 1024, 10)
    if name == "wrong":
        p[:, :, 1:COPIES] = ROWS[:, 1:COPIES] == ROWS[:, :1]  # certain, given the first
    probabilities: FloatArray = p.prod(axis=2)
    return probabilities


def exact_error(answers: IntArray, p: FloatArray) -> float:
    """Return Σ_x p(x, other class than answered), both classes having probability ½.

    >>> p = world("right")
    >>> round(exact_error(np.zeros(1024, dtype=int), p), 12)
    0.5
    """
    return float(0.5 * np.where(answers == 0, p[1], p[0]).sum())


def learn(weight: FloatArray, p: FloatArray, penalty: float = 0.01) -> tuple[float, float]:
    """Return the exact errors of both methods; ``weight`` says how often each row of each class was seen."""
    observed = weight > 0
    X, t, w = TWICE[observed], T[observed], weight[observed]
    # In a small sample the classes can often be separated: without any penalty, w would grow for ever.
    logistic = LogisticRegression(C=1 / penalty, solver="newton-cholesky")
    fitted = [model.fit(X, t, sample_weight=w) for model in (BernoulliNB(), logistic)]
    naive, direct = (exact_error(model.predict(ROWS), p) for model in fitted)
    return naive, direct


def learning_curves(rng: np.random.Generator) -> FloatArray:
    """Return the errors on samples, half of each class: shape (2, 2, 8, REPEATS)."""
    errors = np.empty((2, 2, len(SIZES), REPEATS))
    for repeat in progress(range(REPEATS), "data sets"):
        for i, name in enumerate(WORLDS):
            p = world(name)
            for s, n in enumerate(SIZES):
                counts = np.concatenate([rng.multinomial(n // 2, p_t) for p_t in p]).astype(np.float64)
                errors[i, :, s, repeat] = learn(counts, p)
    return errors


def compute() -> Result:
    """Learn in both worlds, scale the log-odds, find one line in two ways."""
    rng = np.random.default_rng(16)
    both = [world(name) for name in WORLDS]
    log_odds = np.log(both[0][1] / both[0][0])  # (1024,)
    signed = np.concatenate([-log_odds, log_odds])  # for the class that is true
    losses = [(0.5 * both[0].ravel() * np.logaddexp(0, -s * signed)).sum() for s in SCALES]
    return Result(
        best=np.array([0.5 * p.min(axis=0).sum() for p in both]),
        limit=np.array([learn(1e7 * p.ravel(), p) for p in both]),
        error=learning_curves(rng),
        scaled_error=np.array([exact_error((s * log_odds > 0).astype(int), both[0]) for s in SCALES]),
        scaled_loss=np.array(losses),
        line=two_ways(*clouds(rng)),
    )


def error_by_scores(theta: FloatArray, votes: IntArray) -> float:
    """Return the error of the sign of Σ_j votes_j (±logit θ_j), by adding up the scores bit after bit.

    By symmetry, t = 1 is enough: wrong is a negative sum.

    >>> round(error_by_scores(np.array([0.8, 0.7]), np.array([1, 1])), 12)  # 0.8 decides, 0.7 cannot
    0.2
    """
    scores = {0.0: 1.0}
    for th, vote in zip(theta, votes, strict=True):
        step, grown = float(vote * np.log(th / (1 - th))), dict[float, float]()
        for score, p in scores.items():
            for new, chance in ((score + step, th), (score - step, 1 - th)):
                grown[new] = grown.get(new, 0.0) + p * chance
        scores = grown
    return float(sum(p for score, p in scores.items() if score < 0))


def confirm(result: Result) -> None:
    """Add up log-odds instead of enumerating rows; hold curves against chance, and lines against truth."""
    _confirm_limits(result)
    _confirm_curves(result)
    _confirm_scaling(result)
    truth = true_line()
    claim(
        (np.abs(result.line - truth) < 4 * line_errors(truth)).all(),
        "Both ways must lead to the line w = Σ⁻¹(μ₁ − μ₀).",
    )


def _confirm_limits(result: Result) -> None:
    """Add up the log-odds of each bit, and of copied bits as often as naive Bayes counts them."""
    alone, once = np.ones(len(THETA), dtype=int), THETA[COPIES - 1 :]
    thrice = np.r_[COPIES, np.ones(len(once) - 1, dtype=int)]
    right, wrong = error_by_scores(THETA, alone), error_by_scores(once, np.ones(len(once), dtype=int))
    naive_wrong = error_by_scores(once, thrice)  # the copied bit counts three times
    agree(result.best, [right, wrong], "The best rule must add the log-odds of each bit once.")
    agree(
        result.limit,
        [[right, right], [naive_wrong, wrong]],
        "In the end naive Bayes must count copies as often as they come, logistic regression once.",
    )
    claim(naive_wrong > wrong + 0.005, "Copies must cost naive Bayes something.")


def _confirm_curves(result: Result) -> None:
    """Hold the learning curves against chance."""
    mean = result.error.mean(axis=3)  # (2, 2, sizes)
    lead = result.error[:, 1] - result.error[:, 0]  # (2, sizes, REPEATS) of naive Bayes
    z = lead.mean(axis=2) / (lead.std(axis=2, ddof=1) / np.sqrt(REPEATS))
    claim(
        (result.error >= result.best[:, None, None, None] - 1e-12).all(), "Nothing must beat the best rule."
    )
    claim((z[0] > 3).all(), "Where its assumption holds, naive Bayes must be ahead at every size.")
    claim(z[1, 1] > 3, "With twenty examples naive Bayes must be ahead where it does not hold, too.")
    claim(z[1, -1] < -3, "Where it does not hold, logistic regression must be ahead in the end.")
    claim((np.abs(mean[:, :, -1] - result.limit) < 0.004).all(), "The curves must end at their limits.")


def _confirm_scaling(result: Result) -> None:
    """Compute the log loss by entropies."""
    claim(np.ptp(result.scaled_error) == 0, "Scaled log-odds must have one boundary.")
    agree(result.scaled_error[1], result.best[0], "The true log-odds must be the best rule.")
    p_x = world("right").mean(axis=0)  # (1024,)
    bits = -(THETA * np.log(THETA) + (1 - THETA) * np.log(1 - THETA)).sum()  # H(x|t): bit by bit
    agree(
        result.scaled_loss[1],
        np.log(2) + bits + (p_x * np.log(p_x)).sum(),
        "The log loss of the true log-odds must be H(t|x) = H(t) + H(x|t) − H(x).",
    )
    claim(
        (result.scaled_loss[[0, 2]] > result.scaled_loss[1] + 0.1).all(),
        "Scaled log-odds must be worse probabilities.",
    )


def conclude(result: Result) -> list[str]:
    """Return what came out, in sentences."""
    mean = result.error.mean(axis=3)
    crossing = SIZES[int(np.argmax(mean[1, 1] < mean[1, 0]))]
    loss = ", ".join(f"{nats:.3f}" for nats in result.scaled_loss)
    return [
        *(
            f"{name.capitalize()} assumption, best error {best:.3f}: after {SIZES[1]} examples naive Bayes "
            f"errs with {curves[0, 1]:.3f}, logistic regression, hardly penalised, with {curves[1, 1]:.3f}; "
            f"in the end with {limits[0]:.3f} and {limits[1]:.3f}."
            for name, best, curves, limits in zip(WORLDS, result.best, mean, result.limit, strict=True)
        ),
        f"With the wrong assumption the curves cross near {crossing} examples.",
        f"Log-odds times 0.2, 1, 5: one boundary, one error ({result.scaled_error[0]:.3f}), log loss {loss}.",
        "Two normal clouds: by way of densities the line is "
        + " and directly ".join(f"{w1:.2f} x1 + {w2:.2f} x2 + {abs(b):.1f}" for w1, w2, b in result.line)
        + ".",
    ]


def draw_curves(result: Result) -> Slide:
    """Draw the learning curves of both methods, one panel per world."""
    figure, axes = slide(1, 2, title="Generative first, discriminative at last?", sharey=True)
    titles = ("naive assumption right", "wrong: three bits are copies")
    for ax, title, best, curves in zip(axes, titles, result.best, result.error.mean(axis=3), strict=True):
        for row, style in zip(curves, ("o--", "s-"), strict=True):  # naive Bayes, logistic regression
            ax.plot(SIZES, row, style, color="black", linewidth=2.5, markersize=8, mfc="white")
        ax.axhline(best, color="0.6", linewidth=1)
        ax.text(10, best - 0.002, "best possible", va="top", fontsize=TEXT_SIZE)
        ax.set_xscale("log")
        ax.set_xticks([10, 100, 1000, 10_000], ["10", "100", "1,000", "10,000"])
        ax.set_ylim(0.15, 0.32)
        name_axes(ax, "number of training examples", "error (exact)", title)
    axes[0].text(60, 0.23, "logistic regression", fontsize=TEXT_SIZE)
    axes[0].text(8.5, 0.188, "naive Bayes", fontsize=TEXT_SIZE)
    axes[1].text(400, 0.242, "naive Bayes", fontsize=TEXT_SIZE)
    axes[1].text(180, 0.208, "logistic regression", fontsize=TEXT_SIZE)
    return figure


def draw_kinds(result: Result) -> Slide:
    """Draw what a generative and what a discriminative model keep of two clouds."""
    return draw_clouds(result.line[1])


DEMO = Demo(
    name="generative_discriminative",
    question="Generative or discriminative: which learns faster, and which arrives?",
    compute=compute,
    confirm=confirm,
    conclude=conclude,
    figures={"gen-disc": draw_kinds, "gen-disc-curves": draw_curves},
)
