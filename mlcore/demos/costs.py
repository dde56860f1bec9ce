"""Costs: which action is best when errors are not equally bad?

    best action = argmin_a Σ_c C[a, c] p(c|x)

Each action's expected cost is a straight line in p, and where two lines cross the decision turns:
τ = c_FP / (c_FP + c_FN). Computed here: the lecture's mail filter, with a third action ("ask") besides; what
any other threshold costs; and a shot at the basket, where the action changes the probability too. The
probabilities of the shots are made up. Confirmed by fractions, by integration, by search and by simulation.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike
from scipy.integrate import quad
from scipy.optimize import brentq, minimize_scalar

from mlcore._checks import Array, FloatArray
from mlcore.decisions import cost_threshold, decide, expected_cost
from mlcore.demos.frame import TEXT_SIZE, Demo, Slide, agree, claim, name_axes, slide

SPAM, HAM, ASK = (0.0, 100.0), (10.0, 0.0), (5.0, 5.0)  # cost of each action if spam, if not spam
COSTS = np.array([SPAM, HAM, ASK])  # C[action, truth]
P_EXAMPLES = (0.6, 0.9095)
SHOTS = 200_000
AT_RIM, FALL = 0.65, 11.0  # made up: P(hit) = AT_RIM · exp(−r / FALL), r metres from the basket
LINE, CORNER, BEHIND = 6.75, 6.6, 1.575  # metres: radius of the arc, half width, basket to baseline


def hit(distance: ArrayLike, fall: float = FALL) -> FloatArray:
    """Return the made-up probability of a hit from a distance in metres."""
    return np.asarray(AT_RIM * np.exp(-np.asarray(distance) / fall))


def is_three(place: ArrayLike) -> FloatArray:
    """Say for each place (across, along; the basket at (0, 0)) whether a hit is worth 3 points.

    >>> is_three([[0, 6.7], [0, 6.8], [6.7, 0]]).tolist()
    [False, True, True]
    """
    across, along = np.abs(np.asarray(place, dtype=float)).T
    return np.asarray((np.hypot(across, along) > LINE) | (across > CORNER))


def worth(place: ArrayLike, fall: float = FALL) -> FloatArray:
    """Return the expected points of a shot from each place, (s,)."""
    place = np.asarray(place, dtype=float)
    return np.asarray(np.where(is_three(place), 3, 2) * hit(np.hypot(*place.T), fall))


def break_even(fall: float = FALL, value: float = 3.0) -> float:
    """Return r with 2 P(hit from r) = value · P(hit from the line): r = LINE − fall · log(value / 2)."""
    return LINE - fall * float(np.log(value / 2))


def court(step: float = 0.75) -> FloatArray:
    """Return places on the half court up to 8.4 m from the basket's line, (s, 2)."""
    across, along = np.meshgrid(np.arange(-7.125, 7.2, step), np.arange(-1.2, 8.4, step))
    return np.column_stack((across.ravel(), along.ravel()))


def draw_line(ax: Axes) -> None:
    """Draw the sidelines, the baseline, the basket and the three-point line."""
    corner = float(np.sqrt(LINE**2 - CORNER**2))
    angle = np.linspace(np.arctan2(corner, CORNER), np.arctan2(corner, -CORNER), 100)
    across = np.concatenate(([CORNER], LINE * np.cos(angle), [-CORNER]))
    along = np.concatenate(([-BEHIND], LINE * np.sin(angle), [-BEHIND]))
    ax.plot(across, along, color="black", linewidth=2.5, zorder=3)
    ax.plot([-7.5, -7.5, 7.5, 7.5], [8.4, -BEHIND, -BEHIND, 8.4], color="0.5", linewidth=1)
    ax.plot(0, 0, "P", color="white", markeredgecolor="black", markersize=14, zorder=4)
    ax.set_aspect("equal")


@dataclass(frozen=True)
class Result:
    """Expected costs along p, where decisions turn, what thresholds cost; shots by distance and by place."""

    examples: FloatArray  # (2, 2) expected cost of "spam" and of "not spam" at P_EXAMPLES
    p: FloatArray  # (g,) P(spam)
    expected: FloatArray  # (g, 3)
    threshold: float  # between "not spam" and "spam"
    asking: tuple[float, float]  # where asking begins and ends to be best
    cutoff: FloatArray  # (t,)
    cost: FloatArray  # (t,) per mail, if p is uniform and "spam" is said from each cutoff on
    cost_of_half: float
    cost_of_best: float
    distance: FloatArray  # (r,)
    points: FloatArray  # (r,) expected, on the line through the middle of the court
    break_even: float  # a two from here is worth a three from the line
    step_back: float  # what the three from the line is worth
    place: FloatArray  # (s, 2) across and along the court, the basket at (0, 0)
    worth: FloatArray  # (s,)


def turning_point(first: tuple[float, float], second: tuple[float, float]) -> float:
    """Return the p at which two actions cost the same: p a₁ + (1 − p) a₀ = p b₁ + (1 − p) b₀.

    >>> round(turning_point(SPAM, HAM), 6)
    0.909091
    """
    (a1, a0), (b1, b0) = first, second
    return (a0 - b0) / ((a0 - b0) + (b1 - a1))


def cost_per_mail(cutoff: ArrayLike, c_fp: float = SPAM[1], c_fn: float = HAM[0]) -> FloatArray:
    """Return ∫₀ᵗ c_FN p dp + ∫ₜ¹ c_FP (1 − p) dp = c_FN t² / 2 + c_FP (1 − t)² / 2: every p equally frequent.

    >>> float(cost_per_mail(0.5))
    13.75
    """
    t = np.asarray(cutoff)
    return np.asarray((c_fn * t**2 + c_fp * (1 - t) ** 2) / 2)


def compute() -> Result:
    """Return the costs and the shots."""
    p, cutoff, distance = np.linspace(0, 1, 1001), np.linspace(0, 1, 201), np.linspace(0, 10, 401)
    straight = np.column_stack((np.zeros_like(distance), distance))
    threshold, place = cost_threshold(c_fp=SPAM[1], c_fn=HAM[0]), court()
    return Result(
        examples=expected_cost([[q, 1 - q] for q in P_EXAMPLES], COSTS[:2]),
        p=p,
        expected=expected_cost(np.column_stack((p, 1 - p)), COSTS),
        threshold=threshold,
        asking=(turning_point(ASK, HAM), turning_point(SPAM, ASK)),
        cutoff=cutoff,
        cost=cost_per_mail(cutoff),
        cost_of_half=float(cost_per_mail(0.5)),
        cost_of_best=float(cost_per_mail(threshold)),
        distance=distance,
        points=worth(straight),
        break_even=break_even(),
        step_back=3 * float(hit(LINE)),
        place=place,
        worth=worth(place),
    )


def confirm(result: Result) -> None:
    """Repeat the costs in fractions, by integration and by simulation; find the turning points by search."""
    rng = np.random.default_rng(21)
    exact = [[(1 - q) * 100, q * 10] for q in (Fraction(3, 5), Fraction(1819, 2000))]
    agree(result.examples, np.array(exact, dtype=float), "The lecture's example must come out in fractions.")
    sides = result.asking[0], result.threshold, result.asking[1]
    for between, turn in (((1, 2), sides[0]), ((0, 1), sides[1]), ((0, 2), sides[2])):
        crossing = brentq(_difference, 0.01, 0.99, args=between)
        agree(turn, crossing, "A decision must turn where two lines of cost cross.")
    expected = np.digitize(result.p, sides[::2])  # 0 not spam, 1 ask, 2 spam
    best = np.array([1, 2, 0])[expected]
    inside = np.abs(np.subtract.outer(result.p, sides[::2])).min(axis=1) > 1e-9
    claim(
        (result.expected.argmin(axis=1) == best)[inside].all(), "Asking must be best in between, only there."
    )
    integrals = [quad(_chosen_cost, 0, 1, args=(t,), points=[t])[0] for t in result.cutoff[::20]]
    agree(result.cost[::20], integrals, "The cost of a cutoff must be an integral over p.", rtol=1e-7)
    optimum = minimize_scalar(lambda t: float(cost_per_mail(t)), bounds=(0, 1), method="bounded")
    agree(optimum.x, result.threshold, "No cutoff may cost less than τ.", rtol=1e-6)
    for cutoff, cost in ((0.5, result.cost_of_half), (result.threshold, result.cost_of_best)):
        p = rng.uniform(size=SHOTS)
        is_spam, says_spam = rng.uniform(size=SHOTS) < p, p >= cutoff
        paid = np.where(says_spam, np.where(is_spam, *SPAM), np.where(is_spam, *HAM))
        claim(_near(paid, cost), f"Simulated mails must cost {cost:.3f} each at cutoff {cutoff:.3f}.")
    _confirm_shots(result, rng)


def _confirm_shots(result: Result, rng: np.random.Generator) -> None:
    root = brentq(lambda r: 2 * float(hit(r)) - 3 * float(hit(LINE)), 0, LINE)
    agree(result.break_even, root, "A two from the break-even distance is worth a three from the line.")
    claim(_near(2.0 * (rng.uniform(size=SHOTS) < hit(root)), result.step_back), "Shots must confirm it.")
    inside = result.distance <= LINE
    agree(
        result.points,
        np.where(inside, 2, 3) * AT_RIM * np.exp(-result.distance / FALL),
        "Points by distance.",
    )
    bad = inside & (result.distance > result.break_even)
    claim((result.points[bad] < result.step_back).all(), "In between, stepping back must be worth more.")
    claim((result.points[inside & ~bad] >= result.step_back).all(), "Near the basket it must not.")
    places = [(abs(x), abs(y)) for x, y in result.place.tolist()]
    threes = [x > CORNER or x * x + y * y > LINE * LINE for x, y in places]
    value = result.worth / (AT_RIM * np.exp(-np.linalg.norm(result.place, axis=1) / FALL))
    agree(value, np.where(threes, 3, 2), "A hit must count 3 behind the line and 2 before it.")


def _near(outcomes: Array, mean: float) -> bool:
    """Say whether the mean of simulated outcomes is within four standard errors of what it should be."""
    return bool(abs(outcomes.mean() - mean) < 4 * outcomes.std() / np.sqrt(len(outcomes)))


def _difference(p: float, first: int, second: int) -> float:
    costs = expected_cost([[p, 1 - p]], COSTS)[0]
    return float(costs[first] - costs[second])


def _chosen_cost(p: float, cutoff: float) -> float:
    return float(COSTS[0 if p >= cutoff else 1] @ (p, 1 - p))


def conclude(result: Result) -> list[str]:
    """Return what came out, in sentences."""
    (spam, ham), (later_spam, later_ham) = result.examples
    actions = ("spam", "not spam", "ask")
    decisions = [actions[a] for a in decide([[0.3, 0.7], [0.6, 0.4], [0.96, 0.04]], COSTS)]
    return [
        f"At P(spam) = 0.6 saying 'spam' costs {spam:.0f}, 'not spam' {ham:.0f}; the decision turns at "
        f"10/11 = {result.threshold:.6f}.",
        f"At P(spam) = 0.9095, below the printed 0.91, 'spam' is already cheaper: {later_spam:.2f} against "
        f"{later_ham:.3f}.",
        f"If asking costs 5, it is best from {result.asking[0]:.2f} to {result.asking[1]:.2f}; at 0.3, 0.6 "
        f"and 0.96 the actions are {', '.join(map(repr, decisions))}.",
        f"If every P(spam) is equally frequent, the cutoff ½ costs {result.cost_of_half:.2f} per mail, "
        f"10/11 costs {result.cost_of_best:.3f}.",
        f"Made-up shots: a three from the line is worth {result.step_back:.3f} points; between "
        f"{result.break_even:.2f} m and {LINE} m a two is worth less.",
    ]


def draw_costs(result: Result) -> Slide:
    """Draw the expected cost of each action against p, and that of each cutoff."""
    figure, (left, right) = slide(1, 2, title="The cheapest action, and the cheapest cutoff")
    left.plot(result.p, result.expected.min(axis=1), color="0.8", linewidth=12, solid_capstyle="butt")
    for costs, style in zip(result.expected.T, ("-", "--", ":"), strict=True):
        left.plot(result.p, costs, linestyle=style, color="black", linewidth=2.5)
    left.set_ylim(0, 20)
    spots = ((0.78, 18, "say\n'spam'"), (0.34, 7.2, "say 'not spam'"), (0.05, 5.4, "ask a person"))
    for x, y, text in spots:
        left.text(x, y, text, fontsize=TEXT_SIZE, ha="right" if "\n" in text else "left")
    name_axes(left, "P(spam)", "expected cost", "grey: the cheapest action")
    right.plot(result.cutoff, result.cost, color="black", linewidth=2.5)
    half = (0.5, result.cost_of_half, "½", (-8, 14))
    for x, y, text, aside in (half, (result.threshold, result.cost_of_best, "10/11", (-50, -28))):
        right.plot(x, y, "o", color="black", markersize=10)
        right.annotate(f"{text}: {y:.2f}", (x, y), aside, textcoords="offset points", fontsize=TEXT_SIZE)
    right.set_ylim(0, 52)
    name_axes(
        right, "say 'spam' from this probability on", "cost per mail", "if every P(spam) is equally frequent"
    )
    return figure


def draw_shots(result: Result) -> Slide:
    """Draw what a shot is worth, by place and by distance."""
    figure, (left, right) = slide(
        1, 2, title="Where is it worth shooting? (The probabilities are made up.)", width_ratios=(3, 2)
    )
    across, along = result.place.T
    faces = np.where(result.worth >= 1, "black", "white")
    left.scatter(across, along, s=150 * result.worth**2, c=faces, edgecolors="0.35", linewidths=1.2)
    draw_line(left)
    name_axes(left, "metres across", "metres from the basket", "filled: worth at least one point")
    for inside in (True, False):
        part = (result.distance <= LINE) == inside
        right.plot(result.distance[part], result.points[part], color="black", linewidth=3)
    right.axhline(result.step_back, color="0.6", linewidth=1, linestyle="--", zorder=0)
    edge = (result.break_even, LINE)
    right.fill_between(edge, 0, result.step_back, facecolor="0.95", edgecolor="0.6", hatch="//", linewidth=0)
    right.set(xlim=(0, 10), ylim=(0, 1.5))
    box = {"facecolor": "white", "edgecolor": "none"}
    middle = sum(edge) / 2
    right.text(middle, 0.3, "a bad place\nto shoot from", fontsize=TEXT_SIZE, ha="center", bbox=box)
    right.text(1.2, 1.27, "two points", fontsize=TEXT_SIZE)
    right.text(7.4, 1.09, "three points", fontsize=TEXT_SIZE)
    name_axes(right, "metres from the basket", "expected points")
    return figure


DEMO = Demo(
    name="costs",
    question="Which action is best when errors are not equally bad?",
    compute=compute,
    confirm=confirm,
    conclude=conclude,
    figures={"expected-costs": draw_costs, "shots": draw_shots},
)
