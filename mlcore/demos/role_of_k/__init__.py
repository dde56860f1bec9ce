"""The role of k: one hyperparameter from "believe a single neighbour" to "ask everybody".

    error = ρ + (1 − 2ρ) P(vote of k noisy labels ≠ clean label)

Two classes in the unit square, divided by a wave; each label is flipped with probability ρ = 0.2, so that no
classifier errs less often than E* = 0.2. Computed here: errors against k on many training sets, errors
against the noise, how often a vote ties, how many distances a prediction costs, and a query that changes
its answer between k = 3 and k = 5. Confirmed by the exact expectation over all label flips.
"""

from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from sympy import Rational, expand, symbols

from mlcore._checks import FloatArray, IntArray
from mlcore.demos.frame import TEXT_SIZE, Demo, Slide, agree, claim, name_axes, progress, slide
from mlcore.demos.role_of_k.data import (
    CIRCLE,
    CIRCLE_LABELS,
    FOLDS,
    KS,
    NOISE,
    TRAINING_SETS,
    N,
    clean_votes,
    count_distances,
    errors_by_k,
    one_draw,
)
from mlcore.demos.role_of_k.theory import expected_error, noise_only, tied_votes, tied_votes_by_formula
from mlcore.neighbors import KNeighborsClassifier
from mlcore.plotting import decision_regions, neighbour_circles
from mlcore.selection import cross_validate_k

NOISES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)
REGIONS = (1, 3, 7, 10, 31, N)


@dataclass(frozen=True)
class Result:
    """Errors of many training sets by k, and the small counts."""

    ks: IntArray  # (p,)
    train: FloatArray  # (r, p) one row per training set
    test: FloatArray  # (r, p)
    cv: FloatArray  # (r, p − 1) without k = n
    noises: FloatArray  # (s,)
    one: FloatArray  # (s,) expected error of k = 1
    many: FloatArray  # (s,) and of k = 15
    stranger: float  # share of queries whose nearest example is of the other clean class
    ties: dict[tuple[int, int], int]  # (k, K): how many of the K^k votes tie
    distances: tuple[int, int]  # computed for one query among 1000 examples: k = 1, k = 50
    circle: dict[int, str]  # k: answer


def compute() -> Result:
    """Return errors on 40 training sets, errors by noise, and the counts."""
    train, test, cv = [], [], []
    for r in progress(range(TRAINING_SETS), "training sets"):
        X, y, Q, y_Q = one_draw(r)
        train.append(errors_by_k(X, y, X, y))
        test.append(errors_by_k(X, y, Q, y_Q))
        rng = np.random.default_rng((8, r))
        cv.append(cross_validate_k(X, y, KS[:-1], folds=FOLDS, rng=rng)[1])
    clean = clean_votes()
    circle = {k: KNeighborsClassifier(k).fit(CIRCLE, CIRCLE_LABELS).predict([[0, 0]])[0] for k in (3, 5)}
    return Result(
        ks=np.array(KS),
        train=np.array(train),
        test=np.array(test),
        cv=np.array(cv),
        noises=np.array(NOISES),
        one=np.array([expected_error(clean[0][:, 0], clean[1], 1, rho) for rho in NOISES]),
        many=np.array([expected_error(clean[0][:, KS.index(15)], clean[1], 15, rho) for rho in NOISES]),
        stranger=float((clean[0][:, 0] != clean[1]).mean()),
        ties={(k, K): tied_votes(k, K) for k, K in ((3, 2), (5, 2), (7, 2), (3, 3), (5, 3))},
        distances=(count_distances(1), count_distances(50)),
        circle={k: str(answer) for k, answer in circle.items()},
    )


def confirm(result: Result) -> None:
    """Average over all label flips in closed form, and over the simulated ones: the same errors."""
    votes, clean = clean_votes()
    exact = [expected_error(votes[:, i], clean, k, NOISE) for i, k in enumerate(KS)]
    _within_chance(result.test - exact, "The simulated test errors must average to the exact expectation.")
    for r in (0, TRAINING_SETS - 1):
        X, y, Q, y_Q = one_draw(r)
        for i in (0, 4, len(KS) - 1):
            model = KNeighborsClassifier(KS[i]).fit(X, y)
            errors = [np.mean(model.predict(X) != y), np.mean(model.predict(Q) != y_Q)]
            agree([result.train[r, i], result.test[r, i]], errors, "Counted votes must be the classifier's.")
    train, test, cv = (table.mean(axis=0) for table in (result.train, result.test, result.cv))
    claim((result.train[:, 0] == 0).all(), "With k = 1 each training example is its own nearest neighbour.")
    claim((np.diff(train) > -0.01).all(), "The training error must tend to rise with k.")
    best, gap = int(test.argmin()), test - train
    claim((np.diff(gap[: best + 1]) < 0).all(), "Up to the best k, test and training error must draw closer.")
    claim(gap[best:].max() < gap[0] / 5, "Beyond it they must stay close.")
    claim(0 < best < len(KS) - 1, "The best k must lie between one neighbour and all of them.")
    claim(test[best] > NOISE, "No k may beat the noise.")
    claim(abs(cv - test[:-1]).max() < 0.04, "Cross-validation must see what the test sees.")
    _confirm_noise(result)
    for (k, K), tied in result.ties.items():
        claim(tied == tied_votes_by_formula(k, K), "Enumeration and multinomial coefficients must agree.")
        claim((tied == 0) == (K == 2), "An odd k rules ties out for two classes only.")
    claim(result.distances == (1000, 1000), "A larger k must not cost more distances.")
    claim(result.circle == {3: "triangle", 5: "dot"}, "The query must change its answer.")


def _confirm_noise(result: Result) -> None:
    """Multiply out for k = 1: ρ + (1 − 2ρ)((1 − ρ) b + ρ (1 − b)) = 2ρ(1 − ρ) + (1 − 2ρ)² b."""
    rho, b = symbols("rho b")
    printed = rho + (1 - 2 * rho) * ((1 - rho) * b + rho * (1 - b))
    claim(expand(printed - 2 * rho * (1 - rho) - (1 - 2 * rho) ** 2 * b) == 0, "The algebra must hold.")
    values = [printed.subs({rho: Rational(r).limit_denominator(10), b: result.stranger}) for r in NOISES]
    agree(result.one, np.array(values, dtype=float), "One neighbour must err as the algebra says.", rtol=1e-8)
    claim((result.many < result.one)[1:-1].all(), "With noise, many neighbours must err less than one.")


def _within_chance(differences: FloatArray, sentence: str) -> None:
    """Claim that the mean of each column is 0 up to four standard errors."""
    error = differences.std(axis=0, ddof=1) / np.sqrt(len(differences))
    claim((abs(differences.mean(axis=0)) < 4 * error + 1e-9).all(), sentence)


def conclude(result: Result) -> list[str]:
    """Return what came out, in sentences."""
    train, test, cv = (table.mean(axis=0) for table in (result.train, result.test, result.cv))
    best, chosen = int(test.argmin()), result.cv.argmin(axis=1)
    price = float((result.test[np.arange(len(chosen)), chosen] - result.test[:, best]).mean())
    picked = result.ks[chosen]
    return [
        f"{TRAINING_SETS} training sets of {N} examples, {NOISE:.0%} of the labels flipped: E* = {NOISE}.",
        f"k = 1: training error {train[0]:.3f}, test error {test[0]:.3f}; k = n: {train[-1]:.3f} and "
        f"{test[-1]:.3f}; the best, k = {KS[best]}: {train[best]:.3f} and {test[best]:.3f}.",
        f"Cross-validation is lowest at k = {KS[int(cv.argmin())]} on average. One data set at a time it "
        f"picks from {picked.min()} to {picked.max()}, and errs {price:.3f} more often than k = {KS[best]}.",
        f"Were all neighbours from the right side, k = 1, 15 would err {noise_only(1, NOISE):.3f} and "
        f"{noise_only(15, NOISE):.3f}; without any noise they err {result.one[0]:.3f} and "
        f"{result.many[0]:.3f}.",
        f"Three neighbours of three classes tie in {result.ties[3, 3]} of 27 cases, five in "
        f"{result.ties[5, 3]} of 243, although k is odd.",
        f"Distances computed for one query among 1000 examples: {result.distances[0]} with k = 1, "
        f"{result.distances[1]} with k = 50.",
        f"Eleven points, one query: k = 3 says {result.circle[3]}, k = 5 says {result.circle[5]}.",
    ]


def draw_two(result: Result) -> Slide:
    """Draw the regions of one neighbour and of fifteen, with the true boundary."""
    figure, axes = slide(1, 2, title="One neighbour believes a flipped label, fifteen do not", sharey=True)
    for ax, k in zip(axes, (1, 15), strict=True):
        _regions(ax, k)
        ax.set_aspect("equal")
        name_axes(ax, "x₁", "x₂" if k == 1 else "", f"k = {k}")
    return figure


def draw_regions(result: Result) -> Slide:
    """Draw the regions of six k, from one neighbour to all of them."""
    figure, axes = slide(2, 3, title="From one neighbour to all of them", sharex=True, sharey=True)
    for i, (ax, k) in enumerate(zip(axes, REGIONS, strict=True)):
        _regions(ax, k)
        name_axes(ax, "x₁" if i > 2 else "", "x₂" if i % 3 == 0 else "", f"k = {k}" + " = n" * (k == N))
    return figure


def draw_k(k: int) -> Slide:
    """Draw the regions of any k, for the slider."""
    figure, (ax,) = slide()
    _regions(ax, k)
    name_axes(ax, "x₁", "x₂", f"k = {k}")
    return figure


def _regions(ax: Axes, k: int) -> None:
    X, y, _, _ = one_draw(1)
    decision_regions(ax, KNeighborsClassifier(k).fit(X, y).predict, X, y, limits=(0, 1, 0, 1), resolution=150)
    wave = np.linspace(0, 1, 200)
    ax.plot(wave, 0.5 + 0.25 * np.sin(2 * np.pi * wave), color="black", linestyle="--", linewidth=3)
    if legend := ax.get_legend():
        legend.remove()
    ax.set(xticks=[0, 0.5, 1], yticks=[0, 0.5, 1])
    ax.tick_params(labelsize=TEXT_SIZE)


def draw_errors(result: Result) -> Slide:
    """Draw training, test and cross-validation error against k, beside what noise alone would cost."""
    figure, (ax,) = slide(title=f"Error against k: {TRAINING_SETS} training sets of {N} examples")
    for table, style, marker in ((result.test, "-", "o"), (result.train, "--", "s")):
        ax.plot(result.ks, table.mean(axis=0), style, marker=marker, color="black", linewidth=2.5)
    ax.plot(result.ks[:-1], result.cv.mean(axis=0), ":", marker="^", color="0.45", linewidth=2.5)
    odd = np.arange(1, 180, 2)
    ax.plot(odd, [noise_only(int(k), NOISE) for k in odd], color="0.7", linewidth=5, zorder=0)
    ax.axhline(NOISE, color="black", linewidth=1)
    ax.set_xscale("log")
    ax.set_xticks([1, 3, 7, 15, 31, 65, 131, N], labels=["1", "3", "7", "15", "31", "65", "131", "200 = n"])
    ax.minorticks_off()
    ax.set(ylim=(0, 0.55))
    notes = (
        (1.25, 0.36, "test"),
        (1.75, 0.05, "training"),
        (16, 0.29, "cross-validation (dotted)"),
        (62, 0.215, "noise alone (grey)"),
        (62, 0.165, "E*, the best possible"),
    )
    for x, height, text in notes:
        ax.text(x, height, text, fontsize=TEXT_SIZE)
    name_axes(ax, "k, number of neighbours", "error rate")
    return figure


def draw_circle(result: Result) -> Slide:
    """Draw the query whose three nearest say one thing and whose five nearest say another."""
    figure, (ax,) = slide(title="Three neighbours say triangle, five say dot")
    neighbour_circles(ax, CIRCLE, CIRCLE_LABELS, (0, 0), (3, 5))
    for points in ax.collections:
        if isinstance(points, PathCollection):
            points.set_sizes(3 * points.get_sizes())
    ax.legend(fontsize=TEXT_SIZE, ncols=3, loc="upper center")
    ax.tick_params(labelsize=TEXT_SIZE)
    name_axes(ax, "x₁", "x₂")
    return figure


DEMO = Demo(
    name="role_of_k",
    question="How many neighbours should be asked?",
    compute=compute,
    confirm=confirm,
    conclude=conclude,
    figures={
        "knn-two-k": draw_two,
        "regions-k": draw_regions,
        "error-k": draw_errors,
        "knn-circle": draw_circle,
    },
)
