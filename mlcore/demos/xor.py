"""XOR: what naive Bayes cannot see, the feature that repairs it, and copies that make it too sure.

Class A are images of two equal pixels. Then P(p_j = 1 | A) = P(p_j = 1 | B) = ½, so that
π_c ∏_j P(p_j | c) = ⅛ for every image and class. With z = 1(p₁ = p₂) as a feature the posterior is 1 or 0.
A feature that is copied r times counts r times: its log-odds add up to r log(p / (1 − p)), and from 0.8
becomes certainty, although the decision and its accuracy stay what they were.

Confirmed by second routes: fractions, all rules that a straight line can make, counting out a simulation.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import log

import numpy as np
from numpy.typing import ArrayLike

from mlcore._checks import FloatArray, IntArray
from mlcore.datasets import load_xor
from mlcore.demos.frame import (
    AXIS_SIZE,
    TEXT_SIZE,
    Demo,
    Slide,
    agree,
    claim,
    name_axes,
    progress,
    slide,
)
from mlcore.naive_bayes import BernoulliNB
from mlcore.neighbors import KNeighborsClassifier
from mlcore.plotting import nb_graph
from mlcore.probability import cond_independent, independent

SAMPLES, TRAINING = 1000, 1_000_000  # training sets, images in each
STRENGTH = 0.8  # P(x = 1 | A) = P(x = 0 | B) of the feature that is copied
COPIES = range(1, 21)
IMAGES, LABELS = load_xor()  # (4, 2), (4,)


@dataclass(frozen=True)
class Result:
    """What naive Bayes learns from all images, from samples of them, and from copies of a feature."""

    theta: FloatArray  # (2, 2) P(p_j = 1 | c), rows A and B
    posterior: FloatArray  # (4,) P(A | image)
    repaired: FloatArray  # (4,) the same with z as a third feature
    neighbour: FloatArray  # (4,) P(A | image) of the nearest neighbour
    right_nb: IntArray  # (SAMPLES,) of the four images, those that naive Bayes gets right
    right_repaired: IntArray  # (SAMPLES,)
    farthest: float  # mean over samples of max |P(A | image) − ½|
    copies: IntArray  # (20,)
    stated: FloatArray  # (20,) confidence at x = 1 with that many copies
    accuracy: FloatArray  # (20,) share that is really right
    outvoting: int  # copies with which one feature outvotes two others of the same strength


def with_equal(X: ArrayLike) -> IntArray:
    """Return the images with the repairing feature z = 1(p₁ = p₂) as a third column.

    >>> with_equal([[0, 0], [0, 1]]).tolist()
    [[0, 0, 1], [0, 1, 0]]
    """
    X = np.asarray(X)
    return np.column_stack([X, X[:, 0] == X[:, 1]])


def posterior_with_copies(p: float, r: int) -> float:
    """Return p^r / (p^r + (1 − p)^r): what naive Bayes believes when a feature comes r times.

    >>> round(posterior_with_copies(0.8, 2), 4)  # 0.64 / 0.68
    0.9412
    """
    return p**r / (p**r + (1 - p) ** r)


def learn_copies(r: int) -> tuple[float, float]:
    """Return what naive Bayes with r equal columns believes at x = 1, and how often it is right.

    >>> [round(number, 4) for number in learn_copies(1)]
    [0.8, 0.8]
    """
    x, y = np.array([1, 0, 1, 0]), np.array(["A", "A", "B", "B"])
    weight = np.array([STRENGTH, 1 - STRENGTH, 1 - STRENGTH, STRENGTH]) / 2  # the exact distribution
    X = np.repeat(x[:, None], r, axis=1)  # (4, r)
    model = BernoulliNB(alpha=0).fit(X, y, sample_weight=weight)
    stated = model.predict_proba(np.ones((1, r)))[0, 0]
    return float(stated), float(weight[model.predict(X) == y].sum())


def compute() -> Result:
    """Return what is learned from the four images, from samples, and from copies."""
    model, rng = BernoulliNB(alpha=0).fit(IMAGES, LABELS), np.random.default_rng(11)
    with_z = with_equal(IMAGES)
    counts = rng.multinomial(TRAINING, [1 / 4] * 4, size=SAMPLES)  # (SAMPLES, 4)
    learned = [learn_sample(count) for count in progress(counts, "training sets")]
    right, repaired, distance = (np.array(column) for column in zip(*learned, strict=True))
    stated, accuracy = np.array([learn_copies(r) for r in COPIES]).T
    return Result(
        theta=np.exp(model.feature_log_prob_),
        posterior=model.predict_proba(IMAGES)[:, 0],
        repaired=BernoulliNB(alpha=0).fit(with_z, LABELS).predict_proba(with_z)[:, 0],
        neighbour=np.array(KNeighborsClassifier(1).fit(IMAGES, LABELS).predict_proba(IMAGES))[:, 0],
        right_nb=right,
        right_repaired=repaired,
        farthest=float(distance.mean()),
        copies=np.array(COPIES),
        stated=stated,
        accuracy=accuracy,
        outvoting=next(r for r in COPIES if posterior_with_copies(STRENGTH, r - 2) > 0.5),
    )


def learn_sample(counts: ArrayLike) -> tuple[int, int, float]:
    """Return how many images naive Bayes gets right without and with z, and max |P(A | image) − ½| without.

    >>> learn_sample([25, 25, 25, 25])[1:]
    (4, 0.0)
    """
    z = with_equal(IMAGES)
    nb = BernoulliNB().fit(IMAGES, LABELS, sample_weight=counts)
    repaired = BernoulliNB().fit(z, LABELS, sample_weight=counts)
    right = int((nb.predict(IMAGES) == LABELS).sum()), int((repaired.predict(z) == LABELS).sum())
    return *right, round(float(np.abs(nb.predict_proba(IMAGES)[:, 0] - 0.5).max()), 12)


def rules_of_lines() -> set[tuple[bool, ...]]:
    """Return all ways in which a straight line splits the four images, found by trying weights.

    >>> len(rules_of_lines())  # of 16: those without XOR and its opposite
    14
    """
    weights = product((-2, -1, 0, 1, 2), (-2, -1, 0, 1, 2), (-2.5, -1.5, -0.5, 0.5, 1.5, 2.5))
    return {tuple((IMAGES @ (w1, w2) + b > 0).tolist()) for w1, w2, b in weights}


def confirm(result: Result) -> None:
    """Count in fractions, try all straight lines, test the samples against chance, simulate the copies."""
    images = {(p1, p2, "BA"[p1 == p2]): Fraction(1, 4) for p1, p2 in product((0, 1), repeat=2)}
    ones = [[sum(p for row, p in images.items() if row[j] and row[2] == c) * 2 for j in (0, 1)] for c in "AB"]
    agree(result.theta, np.array(ones, dtype=float), "Every pixel must be on in half of each class.")
    claim(independent(images, 0, 1), "The pixels must be independent.")
    claim(not cond_independent(images, 0, 1, 2), "Given the class the pixels must determine each other.")
    agree(result.posterior, np.full(4, 0.5), "Naive Bayes must not see anything.")
    equal = np.array([True, False, False, True])
    agree(result.repaired, equal, "With z as a feature naive Bayes must be certain, and right.")
    agree(result.neighbour, equal, "The nearest neighbour must be right.")
    best = max(sum(a == b for a, b in zip(rule, equal.tolist(), strict=True)) for rule in rules_of_lines())
    claim(result.right_nb.max() <= best == 3, "No straight line gets more than three images right.")
    claim((result.right_repaired == 4).all(), "Repaired naive Bayes must get all images right every time.")
    z = (result.right_nb.mean() - 2) / (result.right_nb.std() / np.sqrt(SAMPLES))
    claim(abs(z) < 4, "On average two of four images must be right.")
    claim(0 < result.farthest < 3 / np.sqrt(TRAINING), "What is learned must be noise, of order 1/√n.")
    _confirm_copies(result)


def _confirm_copies(result: Result) -> None:
    exact = [posterior_with_copies(STRENGTH, int(r)) for r in result.copies]
    agree(result.stated, exact, "The learned confidence must be p^r / (p^r + (1 − p)^r).")
    log_odds = np.log(result.stated) - np.log1p(-result.stated)
    agree(log_odds, result.copies * log(4), "Each copy must add log 4.", rtol=1e-3)  # 1 − p loses digits
    agree(result.accuracy, np.full(len(exact), STRENGTH), "Copies must not change how often it is right.")
    rng, is_a = np.random.default_rng(5), np.arange(100_000) % 2 == 0
    x = np.where(rng.random(100_000) < STRENGTH, is_a, ~is_a)
    z = (np.mean(x == is_a) - result.accuracy[-1]) / np.sqrt(STRENGTH * (1 - STRENGTH) / 100_000)
    claim(abs(z) < 4, "Simulated examples must be right as often as stated with one copy.")
    r, (p, q) = result.outvoting, (Fraction(4, 5), Fraction(1, 5))
    turns = p**r * q**2 > q**r * p**2 and p ** (r - 1) * q**2 <= q ** (r - 1) * p**2
    claim(turns, "That many copies, and no fewer, must outvote two features.")


def conclude(result: Result) -> list[str]:
    """Return what came out, in sentences."""
    counts = np.bincount(result.right_nb, minlength=5)
    spread = ", ".join(f"{k} in {count}" for k, count in enumerate(counts) if count)
    return [
        f"From all four images naive Bayes learns θ = {result.theta[0, 0]:.1f} everywhere, and P(A) = "
        f"{result.posterior[0]:.1f} for each.",
        f"With z = 1(p1 = p2) it says {', '.join(f'{p:.0f}' for p in result.repaired)}; so does the nearest "
        "neighbour, without z.",
        f"After {TRAINING:,} random images, {SAMPLES:,} times over, naive Bayes gets right (of 4 images): "
        f"{spread} cases; {result.right_nb.mean():.2f} on average.",
        f"What it learns there is noise: the posterior is within {result.farthest:.4f} of ½, in the mean.",
        f"With z it gets {result.right_repaired.min()} of 4 every time.",
        f"A feature that is right {STRENGTH:.0%} of the time, copied: {result.stated[0]:.3f} for 1, "
        f"{result.stated[1]:.3f} for 2, {result.stated[9]:.6f} for 10; still right {result.accuracy[9]:.0%} "
        "of the time.",
        f"Copies can do harm: with {result.outvoting}, one feature outvotes two of the same strength.",
    ]


def draw_graph(result: Result) -> Slide:
    """Draw the naive assumption: the class points to the features; right, the repair of XOR."""
    figure, (left, right) = slide(1, 2, title="What naive Bayes assumes: features depend on the class alone")
    nb_graph(left, ["x1", "x2", "x3", "x4"], class_name="class y")
    nb_graph(right, ["p1", "p2", "z = 1(p1 = p2)"], class_name="class y")
    for ax, text in ((left, "no arrow between features"), (right, "XOR, repaired: only z tells")):
        for label in ax.texts:
            label.set_fontsize(TEXT_SIZE + 4)
        ax.set_ylim(-0.25, 1.2)
        ax.set_title(text, fontsize=AXIS_SIZE)
    return figure


def draw_xor(result: Result) -> Slide:
    """Draw the four images with what is believed of them, and confidence against copies."""
    figure, (left, right) = slide(1, 2, title="Too little to see, and too much confidence")
    for (x, y), p in zip(IMAGES, result.posterior, strict=True):
        marker, face, ink, name = ("o", "black", "white", "A") if x == y else ("s", "white", "black", "B")
        left.plot(x, y, marker, color=face, markeredgecolor="black", markersize=34)
        left.text(x, y, name, ha="center", va="center", fontsize=18, color=ink)
        left.text(x, y - 0.17, f"P(A) = {p:.1f}", ha="center", fontsize=TEXT_SIZE)
    left.plot([0.5, 0.5, np.nan, -0.35, 1.35], [-0.35, 1.35, np.nan, 0.5, 0.5], ":", color="0.6")
    left.set(xlim=(-0.35, 1.35), ylim=(-0.35, 1.35), xticks=[0, 1], yticks=[0, 1])
    name_axes(left, "pixel p1", "pixel p2", "each half holds one A and one B")
    right.plot(result.copies, result.stated, "o-", color="black", linewidth=2.5)
    right.plot(result.copies, result.accuracy, "--", color="black", linewidth=2.5)
    right.text(4.5, 0.968, "what it believes", fontsize=TEXT_SIZE)
    right.text(4.5, 0.81, "how often it is right", fontsize=TEXT_SIZE)
    right.set(ylim=(0.75, 1.01), xticks=[1, 5, 10, 15, 20])
    name_axes(right, "copies of one feature", "probability", "the same decision, and ever surer of it")
    return figure


DEMO = Demo(
    name="xor",
    question="What can naive Bayes not see, and what does it see twice?",
    compute=compute,
    confirm=confirm,
    conclude=conclude,
    figures={"nb-graph": draw_graph, "xor": draw_xor},
)
