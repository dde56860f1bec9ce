"""One meal, explained twice: the way through the tree, and the sum of naive Bayes; learning curves."""

from collections.abc import Sequence

from mlcore._checks import FloatArray
from mlcore.demos.frame import TEXT_SIZE, Slide, name_axes, slide


def draw_meal(tree: FloatArray, parts: FloatArray) -> Slide:
    """Draw the answers of the tree (8,), and what prior and foods add to the log-odds of milk alone (4,)."""
    figure, (left, right) = slide(1, 2, title="Sick after milk alone: two explanations of one table")
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
        left.plot(*zip(start, end, strict=True), color="black", linewidth=5 if way else 1.5, zorder=0)
        side = -0.02 if end[0] < start[0] else 0.02
        middle = ((start[0] + end[0]) / 2 + side, (start[1] + end[1]) / 2 + 0.03)
        left.text(*middle, word, fontsize=TEXT_SIZE, ha="right" if side < 0 else "left")
    for place, text in {**boxes, **leaves}.items():
        style = {
            "boxstyle": "round" if place in leaves else "square",
            "fc": "white",
            "ec": "black",
            "pad": 0.5,
        }
        left.text(*place, text, fontsize=TEXT_SIZE + 2, ha="center", va="center", bbox=style)
    left.set(xlim=(0, 1.05), ylim=(-0.02, 1.02))
    left.axis("off")
    left.set_title("decision tree: one question at a time", fontsize=TEXT_SIZE + 2)
    names = ["prior", "milk", "no egg", "no lactase", "together"]
    values = [*parts, parts.sum()]
    fills = ["0.75"] * 4 + ["black"]
    right.barh(range(5), values, color=fills, edgecolor="black")
    for i, value in enumerate(values):
        side = -1 if value < -1e-9 else 1  # egg's zero may come as −1e−17
        text = f"{side * abs(value):+.2f}".replace("-", "−")
        ha = "left" if side > 0 else "right"
        right.text(value + 0.05 * side, i, text, va="center", ha=ha, fontsize=TEXT_SIZE)
    right.axvline(0, color="black", linewidth=1)
    right.set_yticks(range(5), names)
    right.invert_yaxis()
    right.set_xlim(-1.4, 1.4)
    name_axes(right, "well  ←  log-odds  →  sick", "what is known")
    right.set_title("naive Bayes: everything at once", fontsize=TEXT_SIZE + 2)
    return figure


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
