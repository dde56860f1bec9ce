"""The unit of a feature is a weight: F2 in metres or in centimetres, another neighbour is nearest."""

import numpy as np
from sympy import Rational, solve, symbols

from mlcore.datasets import load_knn_table
from mlcore.demos.frame import TEXT_SIZE, Slide, claim, name_axes, slide
from mlcore.distances import standardise
from mlcore.neighbors import KNeighborsClassifier

SCALES = (0.1, 1.0, 1.9, 2.1, 10.0, 100.0)
POINTS, MARKS = load_knn_table()
QUERY = np.array([[1.0, 2.0]])


def answer(scale: float, standard: bool = False) -> str:
    """Return the mark of the nearest of the lectures' five points, F2 multiplied by the scale.

    >>> answer(1), answer(100)
    ('o', '+')
    """
    X, Q = POINTS * [1, scale], QUERY * [1, scale]
    if standard:
        X, Q = standardise(X, X), standardise(X, Q)
    return str(KNeighborsClassifier(1).fit(X, MARKS).predict(Q)[0])


def confirm_unit(answers: tuple[str, ...], standardised: tuple[str, ...]) -> None:
    """Solve for the scale s at which the nearest point changes from the first to the third: s² = 2²."""
    s = symbols("s", positive=True)
    squares = [
        Rational(str(a - QUERY[0, 0])) ** 2 + s**2 * Rational(str(b - QUERY[0, 1])) ** 2 for a, b in POINTS
    ]
    claim(solve(squares[0] - squares[2], s) == [2], "First and third point must be equally near at s = 2.")
    for scale, label in zip(SCALES, answers, strict=True):
        nearest = min(range(len(POINTS)), key=lambda i: float(squares[i].subs(s, Rational(str(scale)))))
        claim(label == MARKS[nearest], "The algebra must name the same nearest point.")
        claim(label == ("o" if scale < 2 else "+"), "The answer must turn at s = 2.")
    claim(len(set(standardised)) == 1, "After standardising the unit must not matter.")


def draw_unit() -> Slide:
    """Draw the distances of two points from the query against the scale of the second feature."""
    figure, (ax,) = slide(title="Who is nearest depends on the unit of a feature")
    scale = np.logspace(-1, 2, 200)
    for row, style, position in ((0, "-", (30, 20)), (2, "--", (30, 2.5))):
        gap = POINTS[row] - QUERY[0]
        ax.loglog(scale, np.hypot(gap[0], scale * gap[1]), style, color="black", linewidth=3)
        name = f"point ({POINTS[row, 0]:g}, {POINTS[row, 1]:g}), class {MARKS[row]}"
        ax.text(position[0], position[1], name, fontsize=TEXT_SIZE)
    ax.axvline(2, color="0.6", linewidth=1.5, zorder=0)
    ax.text(2.1, 0.13, "both equally near at 2", fontsize=TEXT_SIZE)
    ax.set_xticks([0.1, 1, 10, 100], ["0.1", "1", "10", "100"])
    ax.set_yticks([0.1, 1, 10, 100], ["0.1", "1", "10", "100"])
    ax.minorticks_off()
    name_axes(ax, "second feature multiplied by", "distance to the query (1, 2)")
    return figure
