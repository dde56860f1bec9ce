"""Trees: one table of meals, two explanations of who is sick.

    decision tree   one question after the other; the first is the one that leaves the purest groups
    naive Bayes     p(sick | milk, egg, lactase) ∝ p(sick) p(milk | sick) p(egg | sick) p(lactase | sick)

The sign is ∝, not ≈: what stands on the right is not yet a probability of being sick, and only becomes one
when it is divided by its sum over sick and well. The tree is scikit-learn's. Computed here: both
explanations, how much it takes to change them, and which model errs less in a world of rules and in one of
many weak hints. Confirmed by fractions, by enumeration of all 512 menus, and by a linear programme.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from matplotlib.axes import Axes
from scipy.optimize import linprog
from sklearn.tree import DecisionTreeClassifier

from mlcore._checks import FloatArray, IntArray
from mlcore.demos.frame import TEXT_SIZE, Demo, Slide, agree, claim, name_axes, progress, slide
from mlcore.demos.generative_discriminative import error_by_scores
from mlcore.demos.trees.meal_table import (
    ASKED,
    FOODS,
    KINDS,
    arrays,
    gini_after,
    grow,
    impurity_after,
    meals,
    scores,
    share,
)
from mlcore.naive_bayes import BernoulliNB

MENUS = np.array(list(product((0, 1), repeat=9)))  # (512, 9), all there are
HINTS = np.array([0.7, 0.65, 0.6] * 3)  # P(x_j = 1 | sick) = P(x_j = 0 | well) of nine weak hints
TWICE, SICK_OR_WELL = np.vstack([MENUS, MENUS]), np.repeat([0, 1], len(MENUS))
WORLDS = ("two rules", "nine hints")
SIZES, REPEATS = (30, 100, 300, 1000, 3000, 10_000), 30


@dataclass(frozen=True)
class Result:
    """Two explanations of one table, and two learning curves in two worlds."""

    impurity: FloatArray  # (3,) what each food leaves, as the first question
    root: int  # the food that the tree asks for first
    tree: FloatArray  # (8,) P(sick) of each kind of meal
    naive: FloatArray  # (8,)
    questions: float  # asked by the tree, mean over the meals
    score: FloatArray  # (2,) π_c ∏_j P(x_j | c) of well and sick, for milk alone
    parts: FloatArray  # (4,) log-odds of the prior and of milk, no egg, no lactase
    bugs: int  # more meals that it takes to change the tree's first question
    best: FloatArray  # (2,) least possible error in each world
    limit: FloatArray  # (2,) of naive Bayes with endless data
    error: FloatArray  # (2 worlds, 2 methods, 6 sizes, REPEATS), exact
    xor_leaves: int  # of a tree that stops where no question gains anything


def rule(menus: IntArray) -> IntArray:
    """Return 1 where there is milk without lactase, or egg that is raw (columns 0 to 3).

    >>> rule(np.array([[1, 0, 0, 0], [1, 1, 1, 0], [0, 0, 1, 1]])).tolist()
    [1, 0, 1]
    """
    milk, lactase, egg, raw = menus[:, :4].T
    sick: IntArray = (milk & (1 - lactase)) | (egg & raw)
    return sick


def world(name: str) -> FloatArray:
    """Return p(x, c) of all menus, shape (2, 512); the rules hold nine times in ten."""
    if name == "two rules":
        sick = np.where(rule(MENUS) == 1, 0.9, 0.1)
        return np.array([1 - sick, sick]) / len(MENUS)
    table = [0.5 * np.where(MENUS == 1, theta, 1 - theta).prod(axis=1) for theta in (1 - HINTS, HINTS)]
    return np.array(table)


def exact_error(answers: IntArray, joint: FloatArray) -> float:
    """Return Σ_x p(x, other class than answered)."""
    return float(np.where(answers == 0, joint[1], joint[0]).sum())


def learn(counts: IntArray, joint: FloatArray) -> tuple[float, float]:
    """Return the exact errors of naive Bayes and of a tree with at least five menus in each leaf."""
    X, y = np.repeat(TWICE, counts, axis=0), np.repeat(SICK_OR_WELL, counts)
    tree = DecisionTreeClassifier(min_samples_leaf=5, random_state=0).fit(X, y)
    return exact_error(BernoulliNB().fit(X, y).predict(MENUS), joint), exact_error(tree.predict(MENUS), joint)


def learning_curves(rng: np.random.Generator) -> FloatArray:
    """Return errors after learning samples, shape (2, 2, 6, REPEATS)."""
    errors = np.empty((2, 2, len(SIZES), REPEATS))
    for repeat in progress(range(REPEATS), "data sets"):
        for i, name in enumerate(WORLDS):
            joint = world(name)
            for s, n in enumerate(SIZES):
                errors[i, :, s, repeat] = learn(rng.multinomial(n, joint.ravel()), joint)
    return errors


def limit_of_naive_bayes(joint: FloatArray) -> float:
    """Return the error of naive Bayes that has learnt the exact distribution."""
    model = BernoulliNB(alpha=0).fit(TWICE, SICK_OR_WELL, sample_weight=joint.ravel())
    return exact_error(model.predict(MENUS), joint)


def compute() -> Result:
    """Explain the meals twice, then learn in both worlds."""
    X, y = arrays(meals())
    tree, naive = grow(meals()), BernoulliNB(alpha=0).fit(X, y)
    theta, meal = np.exp(naive.feature_log_prob_), np.array(ASKED)
    conditional = np.where(meal == 1, theta, 1 - theta)  # (2, 3) P(x_j | c)
    prior = np.exp(naive.class_log_prior_)
    root = tree.tree_.feature[0]
    pairs = np.array(list(product((0, 1), repeat=2)))
    # Without this least gain scikit-learn splits on, even where nothing is won.
    xor = DecisionTreeClassifier(min_impurity_decrease=1e-9).fit(pairs, pairs[:, 0] ^ pairs[:, 1])
    return Result(
        impurity=np.array([gini_after(X, y, j) for j in range(3)]),
        root=int(root),
        tree=tree.predict_proba(KINDS)[:, 1],
        naive=naive.predict_proba(KINDS)[:, 1],
        questions=float(tree.decision_path(X).sum(axis=1).mean() - 1),  # the leaf asks nothing
        score=np.exp(naive.predict_joint_log_proba([ASKED])[0]),
        parts=np.log(np.r_[prior[1] / prior[0], conditional[1] / conditional[0]]),
        bugs=next(m for m in range(1, 20) if grow(meals(m)).tree_.feature[0] != root),
        best=np.array([world(name).min(axis=0).sum() for name in WORLDS]),
        limit=np.array([limit_of_naive_bayes(world(name)) for name in WORLDS]),
        error=learning_curves(np.random.default_rng(22)),
        xor_leaves=int(xor.get_n_leaves()),
    )


def is_linear(menus: IntArray, labels: IntArray) -> bool:
    """Say whether some w, b give w·x + b ≥ 1 for all of label 1 and ≤ −1 for all others.

    >>> pairs = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    >>> is_linear(pairs, pairs[:, 0] & pairs[:, 1]), is_linear(pairs, pairs[:, 0] ^ pairs[:, 1])
    (True, False)
    """
    sign = np.where(labels == 1, -1.0, 1.0)[:, None]
    rows = sign * np.column_stack([menus, np.ones(len(menus))])
    free = [(None, None)] * rows.shape[1]
    return bool(linprog(np.zeros(rows.shape[1]), rows, -np.ones(len(rows)), bounds=free).status == 0)


def confirm(result: Result) -> None:
    """Count in fractions; judge the limits by other routes; hold the curves against chance."""
    _confirm_tree(result)
    _confirm_product(result)
    _confirm_curves(result)


def _confirm_tree(result: Result) -> None:
    """Count impurities and leaves in fractions."""
    rows = meals()
    tree = grow(rows).tree_
    after = [len(rows) * float(impurity_after(rows, j)) for j in range(3)]
    agree(result.impurity * len(rows), after, "The impurities must be those of the counts.")
    left, right = tree.children_left[0], tree.children_right[0]
    impurity = sum(tree.impurity[i] * tree.n_node_samples[i] for i in (left, right))
    agree(impurity, min(after), "The tree's first two groups must be the purest there are.")
    claim(result.root == int(np.argmin(after)), "The tree must ask first for the food that leaves least.")
    groups = [
        [(food, s) for food, s in rows if food[0] == milk and (not milk or food[2] == lactase)]
        for milk, _, lactase in KINDS.tolist()
    ]
    agree(result.tree, [float(share(group)) for group in groups], "A leaf must answer with its share.")
    asked = [1 + food[0] for food, _ in rows]  # lactase is of interest after milk only
    agree(result.questions, np.mean(asked), "Two questions after milk, else one.")
    first = next(m for m in range(20) if impurity_after(meals(m), 2) < impurity_after(meals(m), 0))
    claim(result.bugs == first, "The first question must change when the impurities change places.")


def _confirm_product(result: Result) -> None:
    """Apply Bayes' rule in fractions, and compare products with posteriors."""
    rows = meals()
    naive = [scores(rows, tuple(kind)) for kind in KINDS.tolist()]
    agree(
        result.naive, [float(s / (w + s)) for w, s in naive], "Naive Bayes must be Bayes' rule in fractions."
    )
    product_of_asked = scores(rows, ASKED)
    agree(result.score, [float(s) for s in product_of_asked], "The scores must be products of shares.")
    posterior = float(product_of_asked[1] / sum(product_of_asked))
    claim(posterior > 5 * result.score[1], "The product must be far from the posterior: ∝, not ≈.")
    agree(result.parts.sum(), np.log(posterior / (1 - posterior)), "The parts must add up to the log-odds.")
    agree(result.parts[2], 0, "Egg must say nothing.")


def _confirm_curves(result: Result) -> None:
    """Judge best errors and limits without learning, and hold the curves against chance."""
    claim(not is_linear(MENUS, rule(MENUS)), "No weights must be able to say the two rules.")
    claim(result.xor_leaves == 1, "Where no single question gains, a greedy tree must not start.")
    hints = error_by_scores(HINTS, np.ones(9, dtype=int))
    agree(result.best, [0.1, hints], "The best errors must be the exceptions, and wrong sums of log-odds.")
    # Of 16 menus of four foods, linear scores of equal weight have 2 on the wrong side at least.
    agree(result.limit, [0.1 + 0.8 * 2 / 16, hints], "Naive Bayes must miss two menus in 16, and no hint.")
    claim(
        (result.error >= result.best[:, None, None, None] - 1e-12).all(), "Nothing must beat the best rule."
    )
    mean = result.error.mean(axis=3)
    claim((np.abs(mean[:, 0, -1] - result.limit) < 0.005).all(), "Naive Bayes must end at its limits.")
    claim(abs(mean[0, 1, -1] - 0.1) < 0.005, "The tree must learn the two rules.")
    lead = result.error[:, 1] - result.error[:, 0]  # (2, sizes, REPEATS) of naive Bayes
    z = lead.mean(axis=2) / (lead.std(axis=2, ddof=1) / np.sqrt(REPEATS))
    claim((z[0, 1:] < -3).all() and (z[1] > 3).all(), "Rules must be for trees, and hints for naive Bayes.")


def conclude(result: Result) -> list[str]:
    """Return what came out, in sentences."""
    (rules_nb, rules_tree), (hints_nb, hints_tree) = result.error.mean(axis=3)[:, :, 3]
    bayes = result.score[1] / result.score.sum()
    return [
        f"The tree asks first for {FOODS[result.root]}, and {result.questions:.1f} questions on average; "
        "naive Bayes reads all three foods.",
        f"Milk, no egg, no lactase: sick with {result.tree[4]:.3f} says the tree, {bayes:.3f} naive Bayes.",
        f"The product for sick is {result.score[1]:.4f}: proportional to {bayes:.4f}, not nearly equal.",
        f"{result.bugs} more meals change the tree's first question; for naive Bayes they are counts.",
        f"Two rules, after {SIZES[3]} menus: the tree errs with {rules_tree:.3f}, naive Bayes with "
        f"{rules_nb:.3f} (limits {result.best[0]:.2f} and {result.limit[0]:.2f}).",
        f"Nine hints, after {SIZES[3]} menus: naive Bayes errs with {hints_nb:.3f}, the tree with "
        f"{hints_tree:.3f} (best {result.best[1]:.3f}).",
    ]


def draw_meal(tree: FloatArray, parts: FloatArray) -> Slide:
    """Draw the answers of the tree (8,), and what prior and foods add to the log-odds of milk alone (4,)."""
    figure, (left, right) = slide(1, 2, title="Sick after milk alone: two explanations of one table")
    _draw_tree(left, tree)
    _draw_parts(right, parts)
    return figure


def _draw_tree(ax: Axes, tree: FloatArray) -> None:
    boxes = {(0.45, 0.9): "milk?", (0.7, 0.5): "lactase?"}
    leaves = {
        (0.15, 0.5): f"well\nsick: {tree[0]:.0%}",
        (0.45, 0.1): f"SICK\nsick: {tree[4]:.0%}",
        (0.92, 0.1): f"well\nsick: {tree[5]:.0%}",
    }
    lines = [((0.45, 0.9), (0.15, 0.5)), ((0.45, 0.9), (0.7, 0.5)), ((0.7, 0.5), (0.45, 0.1))]
    for (start, end), word in zip(
        [*lines, ((0.7, 0.5), (0.92, 0.1))], ("no", "yes", "no", "yes"), strict=True
    ):
        way = (word == "yes" and end == (0.7, 0.5)) or end == (0.45, 0.1)
        ax.plot(*zip(start, end, strict=True), color="black", linewidth=5 if way else 1.5, zorder=0)
        side = -0.02 if end[0] < start[0] else 0.02
        middle = ((start[0] + end[0]) / 2 + side, (start[1] + end[1]) / 2 + 0.03)
        ax.text(*middle, word, fontsize=TEXT_SIZE, ha="right" if side < 0 else "left")
    for position, text in {**boxes, **leaves}.items():
        style = {
            "boxstyle": "round" if position in leaves else "square",
            "fc": "white",
            "ec": "black",
            "pad": 0.5,
        }
        ax.text(*position, text, fontsize=TEXT_SIZE + 2, ha="center", va="center", bbox=style)
    ax.set(xlim=(0, 1.05), ylim=(-0.02, 1.02))
    ax.axis("off")
    ax.set_title("decision tree: one question at a time", fontsize=TEXT_SIZE + 2)


def _draw_parts(ax: Axes, parts: FloatArray) -> None:
    names = ["prior", "milk", "no egg", "no lactase", "together"]
    values = [*parts, parts.sum()]
    fills = ["0.75"] * 4 + ["black"]
    ax.barh(range(5), values, color=fills, edgecolor="black")
    for i, value in enumerate(values):
        side = -1 if value < -1e-9 else 1  # egg's zero may come as −1e−17
        text = f"{side * abs(value):+.2f}".replace("-", "−")
        ha = "left" if side > 0 else "right"
        ax.text(value + 0.05 * side, i, text, va="center", ha=ha, fontsize=TEXT_SIZE)
    ax.axvline(0, color="black", linewidth=1)
    ax.set_yticks(range(5), names)
    ax.invert_yaxis()
    ax.set_xlim(-1.4, 1.4)
    name_axes(ax, "well  ←  log-odds  →  sick", "what is known")
    ax.set_title("naive Bayes: everything at once", fontsize=TEXT_SIZE + 2)


def draw_worlds(sizes: Sequence[int], error: FloatArray, best_error: FloatArray) -> Slide:
    """Draw mean errors (2 worlds, 2 methods, sizes), naive Bayes dashed, and the best possible ones (2,)."""
    figure, axes = slide(1, 2, title="Rules are for trees, hints for naive Bayes", sharey=True)
    for ax, name, best, curves in zip(axes, ("two rules", "nine hints"), best_error, error, strict=True):
        for row, style in zip(curves, ("o--", "s-"), strict=True):
            ax.plot(sizes, row, style, color="black", linewidth=2.5, markersize=8, mfc="white")
        ax.axhline(best, color="0.6", linewidth=1)
        ax.text(30, best - 0.004, "best possible", va="top", fontsize=TEXT_SIZE)
        ax.set_xscale("log")
        ax.set_xticks([30, 100, 1000, 10_000], ["30", "100", "1,000", "10,000"])
        ax.minorticks_off()
        ax.set_ylim(0.07, 0.36)
        name_axes(ax, "number of training examples", "error (exact)", name)
    for ax, x, y, text in (
        (axes[0], 450, 0.228, "naive Bayes"),
        (axes[0], 400, 0.122, "decision tree"),
        (axes[1], 120, 0.184, "naive Bayes"),
        (axes[1], 400, 0.235, "decision tree"),
    ):
        ax.text(x, y, text, fontsize=TEXT_SIZE)
    return figure


def draw_explanations(result: Result) -> Slide:
    """Draw the tree, and beside it what each food adds to naive Bayes's log-odds."""
    return draw_meal(result.tree, result.parts)


def draw_curves(result: Result) -> Slide:
    """Draw the learning curves in the world of rules and in that of hints."""
    return draw_worlds(SIZES, result.error.mean(axis=3), result.best)


DEMO = Demo(
    name="trees",
    question="Who is sick after which food: what say a decision tree and naive Bayes?",
    compute=compute,
    confirm=confirm,
    conclude=conclude,
    figures={"trees-explanations": draw_explanations, "trees-curves": draw_curves},
)
