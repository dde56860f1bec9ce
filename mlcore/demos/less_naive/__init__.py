"""Less naive: what is won, and what is paid, when features may depend on each other?

    p(x|c) = ∏_j p(x_j | x_1, ..., x_{j−1}, c)         the chain rule: always true, for every order
           ≈ ∏_j p(x_j | x_{j−k}, ..., x_{j−1}, c)     k-order: k features before it (k = 0: naive Bayes)
           ≈ ∏_j p(x_j | x_parent(j), c)               tree-augmented: one other feature, found in the data

The chain rule is confirmed by enumeration, over all orders of four bits. Then bits in a row, each like the
one before it (class A) or unlike it (class B): every single bit says nothing, and naive Bayes errs with ½;
all errors are sums over the 256 rows. Normal densities with correlations: see ``gaussians``.
"""

from dataclasses import dataclass
from itertools import permutations, product

import numpy as np
from scipy.stats import binom

from mlcore._checks import FloatArray, IntArray
from mlcore.demos.frame import TEXT_SIZE, Demo, Slide, agree, claim, name_axes, progress, slide
from mlcore.demos.less_naive.chain import chain_product, divergence, lost_by_entropies
from mlcore.demos.less_naive.gaussians import (
    TEST,
    closed_forms,
    draw_world,
    integrated_errors,
    learned_errors,
)
from mlcore.less_naive_bayes import KOrderNB, TreeAugmentedNB
from mlcore.less_naive_bayes.network import BayesNetwork

D, LIKE = 8, 0.8  # bits in a row; P(a bit is like the one before it | A), and unlike it in B
ROWS = np.array(list(product((0, 1), repeat=D)))  # (256, D), all there are
SHUFFLED = (3, 6, 1, 4, 7, 2, 5, 0)  # an order in which neighbours are strangers
MODELS = (
    "naive Bayes (k = 0)",
    "k = 1",
    "k = 1, bits shuffled",
    "tree, bits shuffled",
    "k = 7: the full table",
)
SIZES, REPEATS = (30, 100, 300, 1000, 3000), 40


@dataclass(frozen=True)
class Result:
    """A joint distribution taken apart; errors of more and less naive models."""

    joint: FloatArray  # (2, 2, 2, 2, 2) p(c, x1, ..., x4), any at all
    products: FloatArray  # (24, 2, 2, 2, 2, 2) the chain rule's product, for each order
    lost: FloatArray  # (4,) KL(p ‖ p_k) in nats, k = 0, ..., 3
    best: float  # least possible error on the rows
    error: FloatArray  # (5 models, 5 sizes) mean exact error after learning
    parent: IntArray  # (D,) the tree in the largest data set, columns shuffled
    parity: FloatArray  # (4, 8) P(odd | x) of three bits: k = 0, 1, 2 and the tree
    gaussian: FloatArray  # (2 worlds, 3 methods) errors by closed forms
    learned: FloatArray  # (2, 3) the same, learned and counted


def row_probabilities() -> FloatArray:
    """Return p(x|c) of all 256 rows, shape (2, 256): a fair first bit, then like or unlike with 0.8."""
    alike = (ROWS[:, 1:] == ROWS[:, :-1]).sum(axis=1)  # (256,)
    return np.array([0.5 * q**alike * (1 - q) ** (D - 1 - alike) for q in (LIKE, 1 - LIKE)])


def exact_error(answers: IntArray, p: FloatArray) -> float:
    """Return Σ_x p(x, other class than answered), over all rows."""
    return float(0.5 * np.where(answers == 0, p[1], p[0]).sum())


def all_models() -> list[tuple[BayesNetwork, list[int]]]:
    """Return the models, and the order in which each gets the columns."""
    plain, shuffled = list(range(D)), list(SHUFFLED)
    return [
        (KOrderNB(k=0), plain),
        (KOrderNB(k=1), plain),
        (KOrderNB(k=1), shuffled),
        (TreeAugmentedNB(), shuffled),
        (KOrderNB(k=D - 1), plain),
    ]


def learn_rows(n: int, p: FloatArray, rng: np.random.Generator) -> tuple[list[float], IntArray]:
    """Return the exact errors of the models after n rows (half of each class), and the tree."""
    rows = np.concatenate([rng.choice(len(ROWS), size=n // 2, p=p_c) for p_c in p])
    y = np.repeat([0, 1], n // 2)
    models = all_models()
    errors = []
    for model, columns in models:
        model.set_params(min_categories=2).fit(ROWS[rows][:, columns], y)
        errors.append(exact_error(model.predict(ROWS[:, columns]), p))
    tree = models[3][0]
    assert isinstance(tree, TreeAugmentedNB)
    return errors, tree.parent_


def compute() -> Result:
    """Take a distribution apart, learn rows of bits and clouds of points."""
    rng = np.random.default_rng(17)
    joint = rng.dirichlet(np.ones(32)).reshape((2,) * 5)
    cells = np.array(list(product((0, 1), repeat=4)))  # (16, 4)
    X, c = np.vstack([cells, cells]), np.repeat([0, 1], 16)
    orders = [
        np.exp(KOrderNB(k=k, alpha=0).fit(X, c, sample_weight=joint.ravel()).predict_joint_log_proba(cells))
        for k in range(4)
    ]  # p_k(x, c), each (16, 2)
    p = row_probabilities()
    errors = np.empty((len(MODELS), len(SIZES), REPEATS))
    for repeat in progress(range(REPEATS), "data sets"):
        for i, n in enumerate(SIZES):
            errors[:, i, repeat], parent = learn_rows(n, p, rng)
    bits = np.array(list(product((0, 1), repeat=3)))
    odd = bits.sum(axis=1) % 2
    networks = [*(KOrderNB(k=k, alpha=0) for k in range(3)), TreeAugmentedNB(alpha=0)]
    return Result(
        joint=joint,
        products=np.array([chain_product(joint, order) for order in permutations(range(1, 5))]),
        lost=np.array([divergence(joint.reshape(2, 16), p_k.T) for p_k in orders]),
        best=float(0.5 * p.min(axis=0).sum()),
        error=errors.mean(axis=2),
        parent=parent,
        parity=np.array([model.fit(bits, odd).predict_proba(bits)[:, 1] for model in networks]),
        gaussian=closed_forms(),
        learned=learned_errors(rng),
    )


def confirm(result: Result) -> None:
    """Enumerate, count entropies, count heads, integrate; and hold what was learned against the theory."""
    for order, built in zip(permutations(range(1, 5)), result.products, strict=True):
        agree(built, result.joint, f"In the order {order} the factors must multiply to the joint table.")
    agree(
        result.lost,
        [lost_by_entropies(result.joint, k) for k in range(4)],
        "What k-order models lose must be the sum of the conditional entropies, less that of the joint.",
    )
    claim((np.diff(result.lost) <= 1e-12).all(), "A larger k must not lose more.")
    agree(result.lost[3], 0, "With all features before it, nothing must be lost.")

    # Of the 7 pairs of neighbours a Binomial(7, 0.2) number goes against the class.
    agree(result.best, binom.sf(3, D - 1, 1 - LIKE), "The best rule must count the pairs.")
    naive, first_order, wrong_order, tree, full = result.error
    claim((np.abs(naive - 0.5) < 0.02).all(), "Naive Bayes must stay at chance, whatever n.")
    claim((result.error >= result.best - 1e-12).all(), "Nothing must beat the best rule.")
    claim(first_order[-1] - result.best < 1e-3, "k = 1 must reach the best rule.")
    claim(tree[-1] - result.best < 1e-3, "The tree must reach it with shuffled bits, too.")
    claim((wrong_order > result.best + 0.1).all(), "In a bad order k = 1 must miss most of the pairs.")
    claim((full - first_order > 0.01).all(), "The full table must need more data than the right small one.")
    true_edges = {frozenset((j, j + 1)) for j in range(D - 1)}
    edges = {frozenset((SHUFFLED[i], SHUFFLED[p])) for i, p in enumerate(result.parent) if p >= 0}
    claim(edges == true_edges, "The tree must be the row that the bits were in before shuffling.")

    odd = [a ^ b ^ c for a, b, c in product((0, 1), repeat=3)]
    agree(result.parity[[0, 1, 3]], np.full((3, 8), 0.5), "One parent is not enough for the parity of three.")
    agree(result.parity[2], odd, "Two parents must be enough.")

    agree(result.gaussian, integrated_errors(), "Integrating must give the closed forms.", rtol=0, atol=1e-4)
    error = np.sqrt(result.gaussian * (1 - result.gaussian) / (2 * TEST))
    # Besides chance in counting there is that in learning: half a point, from 20,000 examples.
    claim(
        (np.abs(result.learned - result.gaussian) < 4 * error + 0.005).all(),
        "What is learned must err as the theory says.",
    )


def conclude(result: Result) -> list[str]:
    """Return what came out, in sentences."""
    lost = ", ".join(f"{abs(nats):.3f}" for nats in result.lost)
    naive, first_order, wrong_order, tree, full = result.error
    (slanted_nb, slanted, _), (crossed_nb, _, crossed) = result.gaussian
    return [
        "The chain rule gives the joint table in all 24 orders of four bits.",
        f"What is lost by keeping only k features before each (KL, in nats), k = 0 to 3: {lost}.",
        f"Bits in a row, best error {result.best:.3f}. After {SIZES[-1]} examples naive Bayes errs with "
        f"{naive[-1]:.2f}, k = 1 with {first_order[-1]:.3f}; in a shuffled order k = 1 with "
        f"{wrong_order[-1]:.2f}, the tree with {tree[-1]:.3f}.",
        f"After {SIZES[0]} examples the full table errs with {full[0]:.2f}, k = 1 with {first_order[0]:.2f}: "
        "255 free numbers per class to learn instead of 15.",
        "Whether three bits hold an odd number of ones: k = 0, k = 1 and the tree say ½ to everything, "
        "k = 2 is always right.",
        f"Slanted clouds: naive Bayes errs with {slanted_nb:.3f}, LDA and GDA with {slanted:.3f}. "
        f"Crossed clouds: naive Bayes and LDA {crossed_nb:.3f}, GDA {crossed:.3f}.",
    ]


def draw_gaussians(result: Result) -> Slide:
    """Draw slanted and crossed clouds, and the boundaries of naive Bayes and of GDA."""
    figure, (left, right) = slide(1, 2, title="What correlations tell")
    (slanted_nb, slanted, _), (crossed_nb, _, crossed) = result.gaussian
    draw_world(left, "slanted")
    draw_world(right, "crossed")
    left.set_title(
        f"one slant, other means\nwrong: naive Bayes (dashed) {slanted_nb:.1%}, LDA and GDA {slanted:.1%}",
        fontsize=TEXT_SIZE,
    )
    right.set_title(
        f"one mean, other slants\nwrong: naive Bayes and LDA {crossed_nb:.0%}, GDA {crossed:.1%}",
        fontsize=TEXT_SIZE,
    )
    return figure


def draw_bits(result: Result) -> Slide:
    """Draw the error on rows of bits against the number of examples, one curve per model."""
    figure, (ax,) = slide(title="Each bit like the one before it, or unlike: who finds out?")
    styles = ("o:", "s-", "^:", "D--", "v-.")
    for name, row, style in zip(MODELS, result.error, styles, strict=True):
        ax.plot(SIZES, row, style, color="black", linewidth=2.5, markersize=9, mfc="white")
        ax.text(SIZES[0] * 0.88, row[0], name, ha="right", va="center", fontsize=TEXT_SIZE)
    ax.hlines(result.best, SIZES[0], SIZES[-1], color="0.6", linewidth=1)
    ax.text(SIZES[-1] * 1.12, result.best - 0.003, "best possible", va="center", fontsize=TEXT_SIZE)
    ax.set_xscale("log")
    ax.set_xticks(SIZES, [f"{n:,}" for n in SIZES])
    ax.minorticks_off()
    ax.set(xlim=(6, 6500), ylim=(0, 0.55))
    name_axes(ax, "number of training examples", "error (exact)")
    return figure


DEMO = Demo(
    name="less_naive",
    question="What is won, and what is paid, when features may depend on each other?",
    compute=compute,
    confirm=confirm,
    conclude=conclude,
    figures={"less-naive-bits": draw_bits, "less-naive-gaussians": draw_gaussians},
)
