"""Curves: which picture of a classifier changes when one class becomes rare?

    ROC         (FPR, TPR), each a share of one class: the shares of the classes do not enter
    precision   π TPR / (π TPR + (1 − π) FPR): the share π of positives does

A sensor reads N(0, 1) on good parts and N(2, 1) on defective ones, so every rate has a closed form. Computed
here from samples: both curves at 50 % and at 1 % defects; what under-sampling and weighting do to posteriors,
and how a correction of the prior undoes it; what a threshold costs. Confirmed by the normal distribution
function, by Bayes' rule on rates, and by a numerical optimum.
"""

from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike
from scipy.optimize import minimize_scalar
from scipy.special import logit
from scipy.stats import norm

from mlcore._checks import FloatArray
from mlcore.decisions import correct_prior, cost_threshold, prior_after_undersampling, undersample
from mlcore.demos.frame import TEXT_SIZE, Demo, Slide, agree, claim, name_axes, slide
from mlcore.evaluation import auc, confusion, metrics, pr_points, roc_points
from mlcore.naive_bayes import GaussianNB
from mlcore.plotting import pr_curve, roc_curve

FRACTION = 1 / 99  # of the good parts: as many remain as there are defects
TEN_Y = np.array([1, 1, 1, 0, 0, 0, 0, 0, 1, 0])  # ten examples, one tie: small enough to work by hand
TEN_SCORES = np.array([0.9, 0.4, 0.8, 0.35, 0.7, 0.4, 0.1, 0.2, 0.85, 0.05])
SHIFT = 2.0  # how many standard deviations higher the sensor reads on a defect
COMMON, RARE = 0.5, 0.01  # shares of the defects
N = 100_000
FALSE_ALARM, MISS = 1.0, 20.0


def sample(share: float, rng: np.random.Generator, n: int = N) -> tuple[FloatArray, FloatArray]:
    """Return labels (1 defective) and readings of n parts, of which a fixed share is defective, (n,) each."""
    y = np.zeros(n)
    y[: round(share * n)] = 1
    return y, rng.normal(SHIFT * y, 1.0)


def precision_of(tpr: ArrayLike, fpr: ArrayLike, share: float) -> FloatArray:
    """Return π TPR / (π TPR + (1 − π) FPR).

    >>> [round(float(precision_of(0.8, 0.1, share)), 3) for share in (0.5, 0.01)]
    [0.889, 0.075]
    """
    hits, false_alarms = share * np.asarray(tpr), (1 - share) * np.asarray(fpr)
    return np.asarray(hits / (hits + false_alarms))


def cost_per_part(
    cut: ArrayLike, share: float = RARE, fp: float = FALSE_ALARM, fn: float = MISS
) -> FloatArray:
    """Return the expected cost per part of an alarm at every reading of at least ``cut``."""
    cut = np.asarray(cut)
    return np.asarray(share * fn * norm.cdf(cut - SHIFT) + (1 - share) * fp * norm.sf(cut))


def reading_at(posterior: ArrayLike, share: float) -> FloatArray:
    """Return the reading whose posterior this is: log odds = SHIFT · x − SHIFT² / 2 + log(π / (1 − π))."""
    return np.asarray((logit(posterior) - logit(share)) / SHIFT + SHIFT / 2)


@dataclass(frozen=True)
class Result:
    """Curves at two shares of positives, posteriors from four training sets, and what thresholds cost."""

    ten_roc: FloatArray  # (10, 2)
    ten_pr: FloatArray  # (9, 2)
    ten_auc: float
    share: tuple[float, float]  # of the positives
    roc: tuple[FloatArray, FloatArray]
    pr: tuple[FloatArray, FloatArray]
    auc: FloatArray  # (2,)
    trap: dict[str, float]  # measures of "always spam" where 99 in 100 mails are spam; ham is positive
    thinned: float  # the share of spam there, once 5 % of it is kept
    reading: FloatArray  # (g,)
    plain: FloatArray  # (g,) P(defect | reading), learnt from 1 % defects
    balanced: FloatArray  # (g,) the same from the under-sampled set
    corrected: FloatArray  # (g,) ... with its prior corrected
    weighted: FloatArray  # (g,) each defect weighing 1 / FRACTION, prior corrected
    threshold: float  # the posterior from which on an alarm pays
    cut: float  # the reading that has this posterior
    cost: float  # per part, cutting there
    careless_cost: float  # the same threshold on posteriors that were not corrected


def posteriors(rng: np.random.Generator) -> dict[str, FloatArray]:
    """Return P(defect | reading) over a grid, learnt from all parts, from fewer, and from weighted ones."""
    y, reading = sample(RARE, rng)
    X = reading[:, None]
    few = undersample(y, majority=0, fraction=FRACTION, rng=rng)
    true_prior = np.array([1 - RARE, RARE])
    thinned = prior_after_undersampling(true_prior, majority=0, fraction=FRACTION)

    grid = np.linspace(-2, 6, 161)
    plain = GaussianNB().fit(X, y)
    balanced = GaussianNB().fit(X[few], y[few]).predict_proba(grid[:, None])
    weighted = GaussianNB().fit(X, y, sample_weight=np.where(y == 1, 1 / FRACTION, 1.0))
    return {
        "reading": grid,
        "plain": plain.predict_proba(grid[:, None])[:, 1],
        "balanced": balanced[:, 1],
        "corrected": correct_prior(balanced, thinned, true_prior)[:, 1],
        "weighted": correct_prior(weighted.predict_proba(grid[:, None]), thinned, true_prior)[:, 1],
    }


def compute() -> Result:
    """Return the curves, the posteriors and the costs."""
    rng = np.random.default_rng(19)
    parts = [sample(share, rng) for share in (COMMON, RARE)]
    mail = np.repeat(["spam", "ham"], [99, 1])
    threshold = cost_threshold(FALSE_ALARM, MISS)
    cut = float(reading_at(threshold, RARE))
    return Result(
        ten_roc=roc_points(TEN_Y, TEN_SCORES),
        ten_pr=pr_points(TEN_Y, TEN_SCORES),
        ten_auc=auc(TEN_Y, TEN_SCORES),
        share=(COMMON, RARE),
        roc=(roc_points(*parts[0]), roc_points(*parts[1])),
        pr=(pr_points(*parts[0]), pr_points(*parts[1])),
        auc=np.array([auc(*part) for part in parts]),
        trap=metrics(*confusion(mail, np.full(100, "spam"), positive="ham")),
        thinned=float(prior_after_undersampling([0.99, 0.01], majority=0, fraction=0.05)[0]),
        **posteriors(rng),
        threshold=threshold,
        cut=cut,
        cost=float(cost_per_part(cut)),
        careless_cost=float(cost_per_part(reading_at(threshold, COMMON))),
    )


def confirm(result: Result) -> None:
    """Compare samples with the normal distribution, PR with ROC by Bayes' rule, the cut with an optimum."""
    pairs = [(a, b) for a in TEN_SCORES[TEN_Y == 1] for b in TEN_SCORES[TEN_Y == 0]]
    won = sum(1.0 if a > b else 0.5 if a == b else 0.0 for a, b in pairs)
    agree(result.ten_auc, won / len(pairs), "The area counts the pairs that are in the right order.")
    area = norm.cdf(SHIFT / np.sqrt(2))  # P(x⁺ − x⁻ > 0), a difference with variance 2
    for share, roc, pr, found in zip(result.share, result.roc, result.pr, result.auc, strict=True):
        fpr, tpr = roc[1:].T
        agree(pr[:, 0], tpr, "Recall is the true-positive rate.")
        agree(pr[:, 1], precision_of(tpr, fpr, share), "Precision must follow from the two rates and π.")
        z = (found - area) / np.sqrt(area * (1 - area) / (N * share))  # the variance is at most this
        claim(abs(z) < 4, f"The area under the ROC curve is Φ(√2) at every share; z = {z:.1f} at {share}.")
        claim(_on_the_curve(fpr, tpr, share), f"The ROC curve at {share} must be that of two normals.")
    claim(result.trap["accuracy"] == 0.99 and result.trap["recall"] == 0, "99 % right, and no ham found.")
    agree(result.thinned, 0.05 * 99 / (0.05 * 99 + 1), "Of 99 spam mails 4.95 stay beside 1 ham.")
    shift = logit(result.balanced) + np.log(FRACTION)
    agree(logit(result.corrected), shift, "The correction must shift the log odds by log f.", 1e-6)
    agree(result.weighted, result.plain, "Weights change nothing but the prior.", rtol=1e-6)
    truth = 1 / (1 + (1 - RARE) / RARE * norm.pdf(result.reading) / norm.pdf(result.reading - SHIFT))
    claim(np.abs(result.corrected - truth).max() < 0.1, "Corrected posteriors must be near the true ones.")
    claim(np.abs(result.balanced - truth).max() > 0.5, "Posteriors from a balanced set must be far off.")
    best = minimize_scalar(cost_per_part, bounds=(-2, 6), method="bounded", options={"xatol": 1e-10})
    agree(result.cut, best.x, "The cut must be where the expected cost is smallest.", rtol=1e-6)
    agree(result.cost, best.fun, "No cut may cost less.")
    agree(result.threshold, FALSE_ALARM / (FALSE_ALARM + MISS), "An alarm pays from 1 in 21 on.")
    claim(
        result.careless_cost > RARE * MISS, "A threshold on biased posteriors must cost more than no alarm."
    )


def _on_the_curve(fpr: FloatArray, tpr: FloatArray, share: float) -> bool:
    """Say whether Φ(Φ⁻¹(FPR) + SHIFT) runs within chance of every point: Dvoretzky–Kiefer–Wolfowitz, 10⁻⁶."""
    width, height = np.sqrt(np.log(2e6) / (2 * N * np.array([1 - share, share])))
    low, high = (norm.cdf(norm.ppf(np.clip(fpr + step, 0, 1)) + SHIFT) for step in (-width, width))
    return bool((low - height <= tpr).all() and (tpr <= high + height).all())


def conclude(result: Result) -> list[str]:
    """Return what came out, in sentences."""
    fpr = norm.sf(SHIFT - norm.ppf(0.8))
    often, seldom = (float(precision_of(0.8, fpr, share)) for share in result.share)
    return [
        f"Area under the ROC curve: {result.auc[0]:.3f} with 50 % defects, {result.auc[1]:.3f} with 1 %; "
        f"in theory {norm.cdf(SHIFT / np.sqrt(2)):.4f} for both.",
        f"With 80 % of the defects found, precision is {often:.3f} at 50 % defects, {seldom:.3f} at 1 %.",
        f"'Always spam' among 99 % spam: accuracy {result.trap['accuracy']:.2f}, recall of ham "
        f"{result.trap['recall']:.0f}; keeping 5 % of the spam leaves {result.thinned:.4f} of spam.",
        f"With a miss {MISS:.0f} times as dear as a false alarm, an alarm pays from a posterior of 1/21 on, "
        f"reading {result.cut:.3f}: {result.cost:.4f} per part.",
        f"The same threshold on posteriors of a balanced set costs {result.careless_cost:.4f}; "
        f"never an alarm costs {RARE * MISS:.4f}.",
    ]


def draw_ten(result: Result) -> Slide:
    """Draw both curves of ten examples, each point with its threshold."""
    figure, (left, right) = slide(1, 2, title="Ten examples, nine thresholds")
    pr_curve(left, result.ten_pr, positive_share=float(TEN_Y.mean()))
    roc_curve(right, result.ten_roc)
    name_axes(left, "recall", "precision", "precision–recall")
    name_axes(right, "false-positive rate", "true-positive rate", f"ROC, area {result.ten_auc:.4f}")
    thresholds = np.unique(TEN_SCORES)[::-1]
    for ax, points in ((left, result.ten_pr), (right, result.ten_roc[1:])):
        ax.tick_params(labelsize=TEXT_SIZE)
        ax.plot(*points.T, "o", markersize=8, color="black", zorder=3)
        for (x, y), threshold in zip(points, thresholds, strict=True):
            ax.annotate(f"{threshold:g}", (x, y), (7, -17), textcoords="offset points", fontsize=TEXT_SIZE)
    left.text(0.02, TEN_Y.mean() - 0.06, "guessing", fontsize=TEXT_SIZE, color="0.35")
    right.text(0.6, 0.5, "guessing", fontsize=TEXT_SIZE, color="0.35")
    return figure


def draw_unbalanced(result: Result) -> Slide:
    """Draw ROC and precision–recall curves at both shares of positives."""
    figure, (left, right) = slide(1, 2, title="The same sensor, common and rare defects")
    for ax, (common, rare) in ((left, result.roc), (right, result.pr)):
        ax.plot(*common.T, color="0.7", linewidth=7)
        ax.plot(*rare.T, color="black", linewidth=2, linestyle="--")
        ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.04))
    for ax, spots in ((left, ((0.2, 0.8), (0.2, 0.7))), (right, ((0.15, 0.82), (0.33, 0.42)))):
        for spot, text in zip(spots, ("wide and grey: 50 % defects", "dashed: 1 % defects"), strict=True):
            ax.text(*spot, text, fontsize=TEXT_SIZE)
    name_axes(left, "false-positive rate", "true-positive rate", "ROC: the same curve")
    name_axes(right, "recall", "precision", "precision–recall: another one")
    return figure


def draw_undersampling(result: Result) -> Slide:
    """Draw the posteriors of each training set, and the cost of every threshold on them."""
    figure, (left, right) = slide(
        1, 2, title="Under-sampling moves the posterior, a corrected prior moves it back"
    )
    left.plot(result.reading, result.plain, color="0.7", linewidth=7)
    left.plot(result.reading, result.balanced, color="black", linewidth=2, linestyle="--")
    left.plot(result.reading, result.corrected, color="black", linewidth=2)
    left.text(0.75, 0.6, "balanced by\nunder-sampling", fontsize=TEXT_SIZE, ha="right")
    left.text(3.85, 0.35, "grey: from all parts\nblack: under-sampled,\nthen corrected", fontsize=TEXT_SIZE)
    name_axes(left, "reading of the sensor", "P(defect | reading)")
    posterior = np.logspace(-4, np.log10(0.99), 300)
    _draw_costs(right, posterior)
    right.axvline(result.threshold, color="0.6", linewidth=1, zorder=0)
    right.text(result.threshold * 1.15, 0.93, "1/21", fontsize=TEXT_SIZE)
    name_axes(right, "alarm from this posterior on", "expected cost per part")
    return figure


def _draw_costs(ax: Axes, posterior: FloatArray) -> None:
    """Draw the cost per part of each threshold, on posteriors of the right and of the balanced prior."""
    ax.plot(posterior, cost_per_part(reading_at(posterior, RARE)), color="black", linewidth=2)
    ax.plot(
        posterior, cost_per_part(reading_at(posterior, COMMON)), color="black", linewidth=2, linestyle="--"
    )
    ax.axhline(RARE * MISS, color="0.7", linewidth=1, zorder=0)
    ax.set_xscale("log")
    ax.set_ylim(0, 1.02)
    ax.text(1.2e-4, RARE * MISS + 0.02, "never an alarm", fontsize=TEXT_SIZE, color="0.35")
    ax.text(0.075, 0.75, "balanced,\nnot corrected", fontsize=TEXT_SIZE)
    ax.text(1.2e-4, 0.45, "right\nprior", fontsize=TEXT_SIZE)


DEMO = Demo(
    name="curves",
    question="Which picture of a classifier changes when one class becomes rare?",
    compute=compute,
    confirm=confirm,
    conclude=conclude,
    figures={"pr-roc": draw_ten, "unbalanced": draw_unbalanced, "undersampling": draw_undersampling},
)
