"""Speed: what it costs to find the nearest neighbour, counted rather than timed.

    loops          n m (3d − 1) operations, each a step of the interpreter
    one product    ‖a − b‖² = ‖a‖² − 2aᵀb + ‖b‖²: about n m (2d + 1) operations in eight calls
    k-d tree       passes by cells that are too far: few points in few dimensions, nearly all in many

So m queries cost O(n m d) in any case but the last. Computed here: operations by formula; cells and points
that a search in a k-d tree looks at, as n and d grow; and what rounding does to the square multiplied out.
Confirmed by numbers and arrays that count, by the cells that no search can avoid, and by exact fractions.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from scipy.spatial import cKDTree
from scipy.spatial.distance import cdist

from mlcore._checks import FloatArray, IntArray
from mlcore.demos.frame import TEXT_SIZE, Demo, Slide, agree, claim, name_axes, progress, slide
from mlcore.demos.role_of_k.data import count_distances
from mlcore.demos.speed.arithmetic import WAYS, count_calls, count_operations, operations
from mlcore.demos.speed.tree import LEAF, all_cells, unavoidable, walk
from mlcore.distances import pairwise_sq_dists
from mlcore.neighbors import NearestNeighbors

SHAPES = ((1, 1, 1), (1, 1, 10), (6, 4, 2), (5, 7, 3), (20, 8, 10))  # (n, m, d) small enough to count
SIZES = tuple(2**e for e in range(7, 18))
DIMENSIONS = (2, 4, 6, 8, 10, 12, 16, 20)
KS = (1, 5, 50)
N, QUERIES = 4096, 40


@dataclass(frozen=True)
class Result:
    """Operations, calls, cells, points: what each way had to do."""

    operations: IntArray  # (3, 5) of each way for each of SHAPES, by formula
    calls: IntArray  # (3,) of NumPy, for any shape
    nodes: IntArray  # (11, QUERIES) cells opened in the plane, for each of SIZES
    points: IntArray  # (11, QUERIES) points looked at
    by_dimension: IntArray  # (8, QUERIES) points looked at among N, for each of DIMENSIONS
    by_k: IntArray  # (3, QUERIES) points looked at among N in the plane, for each of KS
    brute: tuple[int, int]  # distances that brute force computes among 1000, k = 1 and k = 50
    pairs: FloatArray  # (1000, 2) of numbers that are close together
    multiplied_out: FloatArray  # (1000,) a² − 2ab + b², as computed
    shifted: FloatArray  # (1000,) the same with the origin moved to a first


def points_and_queries(n: int, d: int) -> tuple[FloatArray, FloatArray]:
    """Return n uniform points and some queries of d features."""
    rng = np.random.default_rng((10, n, d))
    return rng.random((n, d)), rng.random((QUERIES, d))


def look(n: int, d: int, k: int = 1) -> tuple[list[int], list[int]]:
    """Return how many cells and how many points each query looks at."""
    X, Q = points_and_queries(n, d)
    tree = cKDTree(X, LEAF)
    walks = [walk(tree, q, k) for q in Q]
    return [step.nodes for step in walks], [step.points for step in walks]


def close_pairs() -> FloatArray:
    """Return 1000 pairs of numbers that differ in the tenth digit, shape (1000, 2)."""
    rng = np.random.default_rng(15)
    a = rng.random(1000)
    return np.column_stack([a, a * (1 + 1e-9 * rng.random(1000))])


def compute() -> Result:
    """Count operations, calls, cells and points; round on purpose."""
    in_plane = [look(n, 2) for n in progress(SIZES, "sizes")]
    pairs = close_pairs()
    a, b = pairs.T
    return Result(
        operations=np.array([[operations(way, *shape) for shape in SHAPES] for way in WAYS]),
        calls=np.array([count_calls(way, np.ones((6, 3)), np.ones((4, 3))) for way in WAYS]),
        nodes=np.array([nodes for nodes, _ in in_plane]),
        points=np.array([points for _, points in in_plane]),
        by_dimension=np.array([look(N, d)[1] for d in progress(DIMENSIONS, "dimensions")]),
        by_k=np.array([look(N, 2, k)[1] for k in KS]),
        brute=(count_distances(1), count_distances(50)),
        pairs=pairs,
        multiplied_out=a * a - 2 * a * b + b * b,
        shifted=np.array([pairwise_sq_dists([[x]], [[y]])[0, 0] for x, y in pairs]),
    )


def confirm(result: Result) -> None:
    """Count what is really done, find the cells that cannot be avoided, compute with fractions."""
    rng = np.random.default_rng(16)
    for (n, m, d), formula in zip(SHAPES, result.operations.T, strict=True):
        A, B = rng.random((n, d)), rng.random((m, d))
        counted = [count_operations(way, A, B) for way in WAYS]
        agree([done for done, _ in counted], formula, "The numbers must count what the formulas say.")
        for _, D in counted:
            agree(D, cdist(A, B) ** 2, "Each way must compute the squared distances.", atol=1e-12)
        calls = [count_calls(way, A, B) for way in WAYS]
        agree(result.calls, calls, "The number of calls must not depend on the shape.")
    claim(result.brute == (1000, 1000), "Brute force must compute n distances, whatever k is.")
    _confirm_tree(result)
    _confirm_rounding(result)


def _confirm_tree(result: Result) -> None:
    """Compare with the leaves whose cells come nearer than the neighbour, and with sorted distances."""
    trees = [(n, 2, 1, row) for n, row in zip(SIZES[:8], result.points, strict=False)]
    trees += [(N, d, 1, row) for d, row in zip(DIMENSIONS, result.by_dimension, strict=True)]
    trees += [(N, 2, k, row) for k, row in zip(KS, result.by_k, strict=True)]
    for i, (n, d, k, points) in enumerate(trees):
        X, Q = points_and_queries(n, d)
        tree, reach = cKDTree(X, LEAF), np.sort(cdist(Q, X), axis=1)[:, k - 1] ** 2
        cells = all_cells(tree)
        needed = np.array([unavoidable(cells, q, r * (1 - 1e-12)) for q, r in zip(Q, reach, strict=True)])
        agree(points, needed[:, 1], "The search must look at leaves that come near enough, and no other.")
        if i < 8:
            agree(result.nodes[i], needed[:, 0], "It must open the cells that come near enough.")
        nearest = [walk(tree, q, k).sq_dists[-1] for q in Q[:5]]
        by_search = NearestNeighbors(n_neighbors=k, algorithm="brute").fit(X).kneighbors(Q[:5])[0][:, -1]
        agree(np.sqrt(nearest), by_search, "The counting search must find the nearest neighbours.")
    cells_opened = result.nodes.mean(axis=1)
    slope = np.polyfit(np.log2(SIZES), cells_opened, 1)[0]
    claim(0.9 < slope < 1.3, "In the plane, doubling n must cost about one more cell.")
    path = np.log2(SIZES) - np.log2(LEAF) + 1  # cells from the root to a leaf, each half of the one before
    claim((result.nodes.min(axis=1) >= path).all(), "No search can be shorter than a path.")
    few = result.points.mean(axis=1)
    claim(few.max() < 2 * few.min(), "The points looked at must stay about as many.")
    share = result.by_dimension.mean(axis=1) / N
    claim((np.diff(share) > 0).all(), "The share must grow with the dimension.")
    claim(share[0] < 0.01 and share[-1] > 0.9, "It must be small in the plane, nearly all in 20 dimensions.")
    claim((np.diff(result.by_k.mean(axis=1)) > 0).all(), "In a tree, more neighbours do cost more.")


def _confirm_rounding(result: Result) -> None:
    """Compute (a − b)² in fractions, and bound what rounding may do to three terms that cancel."""
    u = 2.0**-53
    for (a, b), printed, shifted in zip(result.pairs, result.multiplied_out, result.shifted, strict=True):
        x, y = Fraction(float(a)), Fraction(float(b))
        exact = x * x - 2 * x * y + y * y
        claim(exact == (x - y) ** 2 and exact >= 0, "Without rounding the two forms are one, and never < 0.")
        off = abs(Fraction(float(printed)) - exact)
        claim(off <= Fraction(4 * u) * (x + y) ** 2, "Rounding moves the sum by some 10⁻¹⁶ of its terms.")
        agree(shifted, float(exact), "After moving the origin nothing cancels.", rtol=1e-12, atol=0)
    claim((result.multiplied_out < 0).mean() > 0.1, "Of close pairs, many squares must come out negative.")


def conclude(result: Result) -> list[str]:
    """Return what came out, in sentences."""
    ways = {way: operations(way, n=1000, m=100, d=50) for way in WAYS}
    few, share = result.points.mean(axis=1), result.by_dimension.mean(axis=1) / N
    negative = int((result.multiplied_out < 0).sum())
    by_k = result.by_k.mean(axis=1)
    return [
        "1000 examples, 100 queries, 50 features: "
        + ", ".join(f"{way} {number:,}" for way, number in ways.items())
        + " additions, subtractions and multiplications.",
        f"The loops do them one at a time; the product takes {result.calls[1]} calls of NumPy, however many.",
        f"A k-d tree in the plane: {few[0]:.1f} points looked at on average among {SIZES[0]}, {few[-1]:.1f} "
        f"among {SIZES[-1]:,}; {result.nodes[0].mean():.1f} and {result.nodes[-1].mean():.1f} cells opened.",
        f"Among {N} points it looks at "
        + ", ".join(f"{s:.1%} (d = {d})" for d, s in zip(DIMENSIONS, share, strict=True) if d in (2, 10, 20))
        + " of all.",
        f"k = 1 and k = 50: brute force computes {result.brute[0]} and {result.brute[1]} distances among "
        f"1000; the tree looks at {by_k[0]:.0f} and {by_k[-1]:.0f} points among {N}.",
        f"Of {len(result.pairs)} squared distances between close numbers, {negative} come "
        "out negative when multiplied out, none after moving the origin.",
    ]


def draw_operations(result: Result) -> Slide:
    """Draw operations per distance against the number of features."""
    figure, (ax,) = slide(title="Arithmetic per distance: 1000 examples, 1000 queries")
    d = np.arange(1, 51)
    for way, style in zip(WAYS, ("-", "--", ":"), strict=True):
        per_pair = [operations(way, 1000, 1000, int(j)) / 1e6 for j in d]
        ax.plot(d, per_pair, style, color="black", linewidth=3)
        ax.text(50.7, per_pair[-1], way, fontsize=TEXT_SIZE, va="center")
    ax.set(xlim=(0, 59), ylim=(0, 310))
    name_axes(ax, "number of features d", "operations for one distance")
    return figure


def draw_tree(result: Result) -> Slide:
    """Draw the points that a k-d tree looks at, against n in the plane and against d."""
    figure, (left, right) = slide(1, 2, title="How many points does a k-d tree look at?")
    left.loglog(SIZES, SIZES, "--", color="black", linewidth=2.5)
    left.loglog(SIZES, result.points.mean(axis=1), "-o", color="black", linewidth=2.5, markersize=8)
    left.loglog(SIZES, result.nodes.mean(axis=1), ":^", color="0.4", linewidth=2.5, markersize=7)
    for x, y, text in (
        (1400, 12_000, "brute force"),
        (110, 18, "points looked at"),
        (300, 4.5, "cells opened"),
    ):
        left.text(x, y, text, fontsize=TEXT_SIZE)
    left.set(ylim=(3, 200_000))
    name_axes(left, "number of points n", "looked at by one query", "two features")
    share = 100 * result.by_dimension / N
    right.plot(DIMENSIONS, share.mean(axis=1), "-o", color="black", linewidth=2.5, markersize=8)
    right.set(ylim=(0, 100), xticks=DIMENSIONS)
    name_axes(right, "number of features d", "points looked at, % of all", f"{N} points")
    return figure


DEMO = Demo(
    name="speed",
    question="How much work is it to find the nearest neighbour?",
    compute=compute,
    confirm=confirm,
    conclude=conclude,
    figures={"operations": draw_operations, "kd-tree": draw_tree},
)
