"""Condensed nearest neighbours: how few examples tell the others?

    P = ∅;  repeat: for i ∉ P in order, if 1-NN on P misclassifies x_i: P ∪= {i};  until nothing was added

The training examples keep their answers, the rest of the plane need not, and the order of the visits decides
how many prototypes there are. Computed here: two moons condensed in a hundred orders, with and without a
first round that drops outliers; six points on a line in all 720 orders; twelve points whose smallest set is
known by trying all. Confirmed by the algorithm written out plainly, by enumeration and by random points.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from matplotlib.axes import Axes

from mlcore._checks import FloatArray, IntArray
from mlcore.demos.condensed.plainly import changed, condense_plainly, smallest_consistent
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
from mlcore.neighbors import CondensedNearestNeighbor, NearestNeighbors, condense
from mlcore.plotting import decision_regions

N, M, FEW = 120, 4000, 12
LINE, LINE_LABELS = np.arange(6.0)[:, None], [0, 0, 0, 1, 1, 1]
STEPS = (3, 9)
ORDERS = 100
VIEW = (-1.8, 2.8, -1.4, 1.9)


def moons(n: int, rng: np.random.Generator) -> tuple[FloatArray, IntArray]:
    """Return two noisy half-circles that reach into each other, (n, 2), and their labels by turns."""
    y = np.arange(n) % 2
    angle = rng.uniform(0, np.pi, n)
    upper = np.column_stack((np.cos(angle), np.sin(angle)))
    lower = np.array([1, 0.45]) - upper
    return np.where(y[:, None] == 0, upper, lower) + rng.normal(0, 0.28, (n, 2)), y


def by_nearest(X: FloatArray, y: IntArray, prototypes: IntArray, Q: FloatArray) -> IntArray:
    """Return the label of the nearest kept example for each query, (m,)."""
    prototypes = np.sort(prototypes)
    _, ids = NearestNeighbors(n_neighbors=1).fit(X[prototypes]).kneighbors(Q)  # (m, 1)
    return y[prototypes][ids[:, 0]]


def grid(side: int = 150) -> FloatArray:
    """Return the middles of side × side cells of the view, row by row, (side², 2)."""
    x_min, x_max, y_min, y_max = VIEW
    middles = (np.arange(side) + 0.5) / side
    x, y = np.meshgrid(x_min + (x_max - x_min) * middles, y_min + (y_max - y_min) * middles)
    return np.column_stack((x.ravel(), y.ravel()))


def orders(n: int) -> list[IntArray]:
    """Return random orders of n visits."""
    return [np.random.default_rng((5, r)).permutation(n) for r in range(ORDERS)]


@dataclass(frozen=True)
class Result:
    """Prototypes of one order and sizes of many; what changes off the training data; two small cases."""

    X: FloatArray  # (n, 2)
    y: IntArray  # (n,)
    prototypes: IntArray  # in the order of their choice, visits in the order 0, 1, ...
    outliers: IntArray
    tidy: IntArray  # prototypes if outliers are dropped first
    sizes: IntArray  # (ORDERS,) number of prototypes
    tidy_sizes: IntArray  # (ORDERS,)
    broken: int  # training answers that changed, over all orders
    tidy_broken: int  # the same for `tidy`
    differs: float  # share of the view that changes its answer
    errors: tuple[float, ...]  # test errors: all examples, prototypes, tidy
    line: dict[int, int]  # number of prototypes: how many of the 720 orders
    twins: tuple[int, ...]  # prototypes of two equal points with different labels
    smallest: int  # of twelve points
    few_sizes: IntArray  # (ORDERS,) what the algorithm keeps of them


def compute() -> Result:
    """Condense the moons, the line, the twins and the twelve points."""
    X, y = moons(N, np.random.default_rng(0))
    everything, prototypes = np.arange(N), condense(X, y)
    tidy = CondensedNearestNeighbor(remove_outliers=True).fit(X, y)
    sizes, tidy_sizes, broken = [], [], 0
    for order in progress(orders(N), "orders"):
        model = CondensedNearestNeighbor(order=order).fit(X, y)
        sizes.append(len(model.prototype_indices_))
        broken += int((model.predict(X) != y).sum())
        model = CondensedNearestNeighbor(order=order, remove_outliers=True).fit(X, y)
        tidy_sizes.append(len(model.prototype_indices_))
    Q, y_Q = moons(M, np.random.default_rng(99))
    answers = [by_nearest(X, y, members, Q) for members in (everything, prototypes, tidy.prototype_indices_)]
    maps = [by_nearest(X, y, members, grid()) for members in (everything, prototypes)]
    line = Counter(len(condense(LINE, LINE_LABELS, order)) for order in permutations(range(6)))
    few, few_y = X[:FEW], y[:FEW]
    return Result(
        X=X,
        y=y,
        prototypes=prototypes,
        outliers=tidy.outlier_indices_,
        tidy=tidy.prototype_indices_,
        sizes=np.array(sizes),
        tidy_sizes=np.array(tidy_sizes),
        broken=broken,
        tidy_broken=int((tidy.predict(X) != y).sum()),
        differs=float((maps[0] != maps[1]).mean()),
        errors=tuple(float((answer != y_Q).mean()) for answer in answers),
        line=dict(sorted(line.items())),
        twins=tuple(condense([[1.0], [1.0]], [0, 1]).tolist()),
        smallest=len(smallest_consistent(few, few_y.tolist())),
        few_sizes=np.array([len(condense(few, few_y, order)) for order in orders(FEW)]),
    )


def confirm(result: Result) -> None:
    """Run the plain loop, enumerate, and ask at random points."""
    X, y = result.X, result.y.tolist()
    plain = condense_plainly(X, y, range(N))
    claim(result.prototypes.tolist() == plain, "The plain loop must choose the same prototypes.")
    claim(changed(X, y, plain) == result.broken == 0, "All training examples must keep their answers.")
    for r, order in enumerate(orders(N)[:10]):
        claim(result.sizes[r] == len(condense_plainly(X, y, order.tolist())), f"Order {r} must repeat.")
    _confirm_tidy(result)
    rng = np.random.default_rng(17)
    Q = rng.uniform(VIEW[::2], VIEW[1::2], size=(10_000, 2))
    nearest = [_answers(result, members, Q) for members in (np.arange(N), result.prototypes)]
    share = float((nearest[0] != nearest[1]).mean())
    error = np.sqrt(share * (1 - share) / len(Q))
    claim(
        abs(share - result.differs) < 4 * error, "Random points must find the same share of changed answers."
    )
    claim(result.differs > 0, "Off the training data some answers must change.")
    Q, y_Q = moons(M, np.random.default_rng(99))
    for members, found in zip((np.arange(N), result.prototypes, result.tidy), result.errors, strict=True):
        agree(found, (_answers(result, members, Q) != y_Q).mean(), "All distances must give the same error.")
    by_loop = Counter(len(condense_plainly(LINE, LINE_LABELS, order)) for order in permutations(range(6)))
    claim(result.line == by_loop and len(by_loop) > 1, "The number of prototypes must depend on the order.")
    claim(result.twins == (0, 1), "Twins that disagree must both be kept, and the loop must end.")
    _confirm_few(result)


def _confirm_tidy(result: Result) -> None:
    """Drop those whose nearest other example has another label, and condense the rest."""
    X, y = result.X, result.y
    squares = ((X[:, None] - X[None]) ** 2).sum(axis=-1) + np.diag(np.full(N, np.inf))
    outliers = np.flatnonzero(y[squares.argmin(axis=1)] != y)
    claim(
        outliers.tolist() == result.outliers.tolist(), "Outliers are outvoted by the nearest other example."
    )
    rest = np.delete(np.arange(N), outliers)
    tidy = rest[condense_plainly(X[rest], y[rest].tolist(), range(len(rest)))]
    claim(tidy.tolist() == result.tidy.tolist(), "The plain loop must choose the same tidy prototypes.")
    claim(
        changed(X, y.tolist(), tidy.tolist()) == result.tidy_broken > 0, "Outliers must lose their answers."
    )
    claim(
        (result.tidy_sizes < result.sizes).all(), "Without outliers fewer prototypes must do, in any order."
    )


def _confirm_few(result: Result) -> None:
    few, labels = result.X[:FEW], result.y[:FEW].tolist()
    best = min(len(condense_plainly(few, labels, order.tolist())) for order in orders(FEW))
    claim(result.few_sizes.min() == best, "The plain loop must be as good in the same orders.")
    smallest = smallest_consistent(few, labels)
    claim(len(smallest) == result.smallest <= best, "No order may beat the smallest set.")
    claim(result.few_sizes.max() > result.smallest, "Some orders must miss the smallest set.")


def _answers(result: Result, prototypes: IntArray, Q: FloatArray) -> IntArray:
    """Return the nearest kept example's label from all distances."""
    ids = np.sort(prototypes)
    squares = ((Q[:, None] - result.X[ids][None]) ** 2).sum(axis=-1)  # (m, |P|)
    return np.asarray(result.y[ids][squares.argmin(axis=1)])


def conclude(result: Result) -> list[str]:
    """Return what came out, in sentences."""
    m, full, small, tidy = len(result.prototypes), *result.errors
    line = ", ".join(f"{size} prototypes in {count}" for size, count in result.line.items())
    missed = int((result.few_sizes > result.smallest).sum())
    return [
        f"{N} examples leave {m} prototypes; other orders {result.sizes.min()} to {result.sizes.max()}.",
        f"A query then costs {m} distances instead of {N}. No training answer changes, but "
        f"{result.differs:.1%} of the view does.",
        f"Test error: {full:.3f} with all, {small:.3f} with the prototypes.",
        f"Dropping {len(result.outliers)} outliers first leaves {len(result.tidy)} prototypes and error "
        f"{tidy:.3f}; {result.tidy_broken} training examples are now misclassified.",
        f"Six points on a line, all 720 orders: {line}.",
        f"Twelve points: the smallest set has {result.smallest}; {missed} of {ORDERS} orders keep more.",
    ]


def draw(result: Result) -> Slide:
    """Draw full and condensed data, steps of the algorithm, and where answers changed."""
    figure, axes = slide(2, 3, title="Two moons, condensed", sharex=True, sharey=True)
    m = len(result.prototypes)
    panels = (
        (np.arange(N), f"all {N} examples"),
        (result.prototypes, f"condensed: {m} prototypes"),
        (result.tidy, f"outliers dropped first: {len(result.tidy)}"),
        *((result.prototypes[:step], f"after {step} prototypes") for step in STEPS),
    )
    for ax, (members, title) in zip(axes, panels, strict=False):
        _regions(ax, result, members)
        ax.set_title(title, fontsize=AXIS_SIZE)
    maps = [by_nearest(result.X, result.y, members, grid()) for members in (np.arange(N), result.prototypes)]
    x, y = grid().reshape(150, 150, 2).transpose(2, 0, 1)
    axes[5].contourf(x, y, (maps[0] != maps[1]).reshape(150, 150), levels=[0.5, 1.5], colors="0.3")
    axes[5].set_title("where the answer changed", fontsize=AXIS_SIZE)
    for i, ax in enumerate(axes):
        ax.set(xticks=[-1, 0, 1, 2], yticks=[-1, 0, 1])
        name_axes(ax, "x₁" if i > 2 else "", "x₂" if i % 3 == 0 else "")
    return figure


def draw_step(result: Result, step: int) -> Slide:
    """Draw the regions of the first prototypes, for the slider."""
    figure, (ax,) = slide()
    _regions(ax, result, result.prototypes[:step])
    name_axes(ax, "x₁", "x₂", f"{step} of {len(result.prototypes)} prototypes")
    return figure


def _regions(ax: Axes, result: Result, prototypes: IntArray) -> None:
    X, y = result.X, result.y
    for label, marker in ((0, "o"), (1, "^")):
        ax.plot(*X[y == label].T, marker, color="0.45", markersize=3, zorder=2)
    decision_regions(
        ax,
        lambda Q: by_nearest(X, y, prototypes, Q),
        X[prototypes],
        y[prototypes],
        limits=VIEW,
        resolution=150,
    )
    if legend := ax.get_legend():
        legend.remove()
    ax.tick_params(labelsize=TEXT_SIZE)


def draw_orders(result: Result) -> Slide:
    """Draw how many prototypes a hundred orders leave."""
    figure, (ax,) = slide(title=f"{ORDERS} orders of the same {N} examples")
    bins = np.arange(result.tidy_sizes.min() - 0.5, result.sizes.max() + 1).tolist()
    for sizes, face, hatch, text in (
        (result.tidy_sizes, "white", "//", "outliers\ndropped first"),
        (result.sizes, "0.6", "", "all examples"),
    ):
        height, _, _ = ax.hist(sizes, bins=bins, facecolor=face, edgecolor="black", hatch=hatch)
        ax.text(sizes.mean(), np.max(height) + 0.5, text, fontsize=TEXT_SIZE, ha="center")
    name_axes(ax, "number of prototypes", "number of orders")
    return figure


DEMO = Demo(
    name="condensed",
    question="How few examples tell the others?",
    compute=compute,
    confirm=confirm,
    conclude=conclude,
    figures={"cnn": draw, "cnn-orders": draw_orders},
)
