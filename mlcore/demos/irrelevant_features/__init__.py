"""Irrelevant features: every feature has a say in the distance, whether or not it knows anything.

    d_z(x, x') = √Σ_j z_j (x_j − x'_j)²        z_j = 0 removes feature j, z_j = 1 keeps it

Two of twenty features decide the label. Computed here: errors as irrelevant features join; weights 0 and 1
found by leave-one-out, greedily and by trying all pairs; a rule (XOR) at which the greedy search fails; how
much of a low validation error is luck; and the unit of a feature, which is a weight that nobody chose.
Confirmed by sorting all distances, by an exhaustive search, and by solving for the unit that turns an answer.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy.spatial.distance import cdist

from mlcore._checks import FloatArray, IntArray
from mlcore.demos.frame import TEXT_SIZE, Demo, Slide, agree, claim, name_axes, progress, slide
from mlcore.demos.irrelevant_features.unit import SCALES, answer, confirm_unit, draw_unit
from mlcore.naive_bayes import GaussianNB
from mlcore.neighbors import KNeighborsClassifier
from mlcore.selection import choose_k, select_features

D, RELEVANT = 20, (6, 13)
ADDED = (0, 1, 2, 4, 8, 12, 18)  # irrelevant features that the classifier sees
N, M, SETS = 200, 1000, 10
SEARCHES, LUCK = 6, 6  # data sets for the greedy search; data sets without anything to find
MODELS = ("1 neighbour", "7 neighbours", "naive Bayes")
RULES = ("sum", "xor")


@dataclass(frozen=True)
class Result:
    """Errors with and without the irrelevant features, and what the searches found."""

    errors: FloatArray  # (3, SETS, 7) test errors of each model, data set, number of irrelevant features
    chosen: IntArray  # (2, SEARCHES, D) weights that the greedy search found for each rule
    selected: FloatArray  # (SEARCHES,) test error of one neighbour with the weights found for the sum
    pairs: FloatArray  # (2, D, D) leave-one-out error of each pair of features; the diagonal: one alone
    lucky: FloatArray  # (LUCK,) leave-one-out error of the best features where all labels are coin tosses
    honest: FloatArray  # (LUCK,) test error with those features
    answers: tuple[str, ...]  # of one neighbour, second feature multiplied by each of SCALES
    standardised: tuple[str, ...]  # the same after standardising


def label(X: FloatArray, rule: str) -> IntArray:
    """Return the labels that the two relevant features decide.

    >>> X = np.zeros((1, 20)); X[0, 6] = 0.9
    >>> label(X, "sum").tolist(), label(X, "xor").tolist()
    ([0], [1])
    """
    a, b = X[:, RELEVANT[0]], X[:, RELEVANT[1]]
    return np.asarray(a + b > 1 if rule == "sum" else (a > 0.5) != (b > 0.5), dtype=np.intp)


def sample(r: int, n: int = N) -> FloatArray:
    """Return n examples of data set number r, uniform in [0, 1]^20."""
    return np.random.default_rng((12, r)).random((n, D))


def visible(added: int) -> list[int]:
    """Return the relevant features and the first so many irrelevant ones.

    >>> visible(2)
    [6, 13, 0, 1]
    """
    return [*RELEVANT, *[j for j in range(D) if j not in RELEVANT][:added]]


def errors_of(r: int) -> FloatArray:
    """Return the test errors of three models on data set r, shape (3, 7)."""
    X, Q = np.split(sample(r, N + M), [N])
    y, y_Q = label(X, "sum"), label(Q, "sum")
    models = (KNeighborsClassifier(1), KNeighborsClassifier(7), GaussianNB())
    return np.array(
        [
            [np.mean(m.fit(X[:, visible(a)], y).predict(Q[:, visible(a)]) != y_Q) for a in ADDED]
            for m in models
        ]
    )


def weighted_error(r: int, z: IntArray) -> float:
    """Return the test error of one neighbour on data set r with feature weights z."""
    X, Q = np.split(sample(r, N + M), [N])
    model = KNeighborsClassifier(1, feature_weights=z).fit(X, label(X, "sum"))
    return float(np.mean(model.predict(Q) != label(Q, "sum")))


def pair_errors(rule: str) -> FloatArray:
    """Return the leave-one-out error of one neighbour for each pair of features, shape (D, D)."""
    X, errors = sample(0), np.zeros((D, D))
    for i in range(D):
        for j in range(i, D):
            errors[i, j] = errors[j, i] = choose_k(X[:, sorted({i, j})], label(X, rule), [1], n_jobs=1)[1][0]
    return errors


def luck(r: int) -> tuple[float, float]:
    """Return leave-one-out and test error of features selected for labels that are coin tosses."""
    rng = np.random.default_rng((13, r))
    X, y, Q, y_Q = rng.random((50, D)), rng.integers(0, 2, 50), rng.random((M, D)), rng.integers(0, 2, M)
    z, error = select_features(X, y)
    return error, float(np.mean(KNeighborsClassifier(1, feature_weights=z).fit(X, y).predict(Q) != y_Q))


def compute() -> Result:
    """Return the errors, and what the searches find."""
    chosen = [
        [select_features(sample(r), label(sample(r), rule))[0] for r in progress(range(SEARCHES), rule)]
        for rule in RULES
    ]
    lucky, honest = zip(*[luck(r) for r in progress(range(LUCK), "luck")], strict=True)
    return Result(
        errors=np.stack([errors_of(r) for r in progress(range(SETS), "data sets")], axis=1),
        chosen=np.array(chosen),
        selected=np.array([weighted_error(r, z) for r, z in enumerate(chosen[0])]),
        pairs=np.array([pair_errors(rule) for rule in RULES]),
        lucky=np.array(lucky),
        honest=np.array(honest),
        answers=tuple(answer(scale) for scale in SCALES),
        standardised=tuple(answer(scale, standard=True) for scale in SCALES),
    )


def confirm(result: Result) -> None:
    """Sort distances instead of searching, try all pairs, solve for the unit."""
    for r, step in ((0, 0), (0, 6), (SETS - 1, 6)):
        X, Q = np.split(sample(r, N + M), [N])
        columns = visible(ADDED[step])
        order = np.argsort(cdist(Q[:, columns], X[:, columns]), axis=1)  # (M, N)
        votes = [label(X, "sum")[order[:, :k]].mean(axis=1) > 0.5 for k in (1, 7)]
        wrong = [np.mean(vote != label(Q, "sum")) for vote in votes]
        agree(result.errors[:2, r, step], wrong, "Sorted distances must give the same errors.")
    mean = result.errors.mean(axis=1)  # (3, 7)
    claim((np.diff(mean[:2]) > 0).all(), "Neighbours must err more with every irrelevant feature.")
    claim((mean[:2, -1] > 3 * mean[:2, 0]).all(), "Eighteen of them must treble the error.")
    harm = mean[:, -1] - mean[:, 0]
    claim((harm[2] < harm[:2] / 3).all(), "Naive Bayes, which learns what a feature tells, must suffer less.")
    _confirm_search(result)
    error = np.sqrt(0.25 / (M * LUCK))
    claim(abs(result.honest.mean() - 0.5) < 4 * error, "Coin tosses cannot be predicted, selected or not.")
    claim((result.lucky < 0.5).all(), "But the best of many validation errors lies below ½ each time.")
    confirm_unit(result.answers, result.standardised)


def _confirm_search(result: Result) -> None:
    """Leave each example out by hand, for all pairs of features."""
    X = sample(0)
    for rule, table, chosen in zip(RULES, result.pairs, result.chosen, strict=True):
        y, by_hand = label(X, rule), np.zeros((D, D))
        gaps = (X[:, None, :] - X[None, :, :]) ** 2  # (N, N, D)
        gaps[np.arange(N), np.arange(N)] = np.inf
        for i, j in [*combinations(range(D), 2), *[(i, i) for i in range(D)]]:
            nearest = (gaps[:, :, i] + gaps[:, :, j]).argmin(axis=1)
            by_hand[i, j] = by_hand[j, i] = np.mean(y[nearest] != y)
        agree(table, by_hand, "Leaving out by hand must give the same errors.")
        least = np.argwhere(by_hand == by_hand.min()).tolist()
        claim(least == [list(RELEVANT), list(RELEVANT)[::-1]], "The best of all pairs must be the relevant.")
        both_chosen = chosen[:, list(RELEVANT)].all(axis=1)  # (SEARCHES,)
        often = both_chosen.all() if rule == "sum" else both_chosen.mean() < 0.5
        claim(often, "Greedy must always find the pair of the sum, and mostly miss that of XOR.")
    for r, (z, error) in enumerate(zip(result.chosen[0], result.selected, strict=True)):
        X, Q = np.split(sample(r, N + M)[:, z == 1], [N])
        y, y_Q = (label(part, "sum") for part in np.split(sample(r, N + M), [N]))
        nearest = cdist(Q, X).argmin(axis=1)
        agree(error, np.mean(y[nearest] != y_Q), "Weight 0 must mean removal.")
    claim(result.selected.mean() < result.errors[0, :, -1].mean() / 3, "Selection must pay.")


def conclude(result: Result) -> list[str]:
    """Return what came out, in sentences."""
    mean = result.errors.mean(axis=1)
    exactly = result.chosen[0].sum(axis=1) == 2
    both = result.chosen[1][:, list(RELEVANT)].all(axis=1)
    return [
        f"{SETS} data sets of {N} examples, two relevant features: "
        + ", ".join(f"{name} {row[0]:.3f}" for name, row in zip(MODELS, mean, strict=True))
        + ".",
        f"With {ADDED[-1]} irrelevant ones beside them: "
        + ", ".join(f"{name} {row[-1]:.3f}" for name, row in zip(MODELS, mean, strict=True))
        + ".",
        f"Weights 0 and 1 by leave-one-out bring one neighbour back to {result.selected.mean():.3f}; the "
        f"greedy search keeps exactly the right two in {exactly.sum()} of {SEARCHES} data sets, and in "
        "the others something more.",
        f"If the label is an XOR of the two, it keeps them in {both.sum()} of {SEARCHES}; all pairs "
        f"of the first data set, tried out, show them at once (error {result.pairs[1].min():.3f}).",
        f"Labels tossed by a coin: the selected features err {result.lucky.mean():.2f} in validation and "
        f"{result.honest.mean():.2f} on new data.",
        f"Five points, one query: F2 × 1 says {result.answers[1]}, F2 × 100 says {result.answers[-1]}; the "
        f"answer turns at × 2. Standardised, both say {result.standardised[0]}.",
    ]


def draw_errors(result: Result) -> Slide:
    """Draw errors against the number of irrelevant features."""
    figure, (ax,) = slide(title="Features that know nothing have their say, too")
    looks = zip(MODELS, result.errors.mean(axis=1), ("-", "--", ":"), ("o", "s", "^"), strict=True)
    for name, row, style, marker in looks:
        ax.plot(ADDED, row, style, marker=marker, color="black", linewidth=3, markersize=8)
        ax.text(ADDED[-1] + 0.3, row[-1], name, fontsize=TEXT_SIZE, va="center")
    ax.set(xlim=(-0.5, 21), ylim=(0, 0.35), xticks=ADDED)
    name_axes(ax, "irrelevant features beside the two relevant ones", "test error")
    return figure


def draw_pairs(result: Result) -> Slide:
    """Draw the leave-one-out error of every pair: stripes lead a greedy search, a lone square does not."""
    figure, axes = slide(1, 2, title="One neighbour that sees two features: leave-one-out error", sharey=True)
    for ax, table, text in zip(axes, result.pairs, ("label by the sum", "label by XOR"), strict=True):
        image = ax.imshow(table, cmap="gray", vmin=0, vmax=0.6, origin="lower")
        ax.set_xticks(RELEVANT, [str(j) for j in RELEVANT])
        ax.set_yticks(RELEVANT, [str(j) for j in RELEVANT])
        name_axes(ax, "first feature", "second feature" if ax is axes[0] else "", text)
    bar = figure.colorbar(image, ax=axes, shrink=0.8)
    bar.ax.tick_params(labelsize=TEXT_SIZE)
    bar.set_label("error", fontsize=TEXT_SIZE)
    return figure


DEMO = Demo(
    name="irrelevant_features",
    question="What do features do that have nothing to do with the label?",
    compute=compute,
    confirm=confirm,
    conclude=conclude,
    figures={
        "irrelevant-features": draw_errors,
        "feature-pairs": draw_pairs,
        "feature-unit": lambda _: draw_unit(),
    },
)
