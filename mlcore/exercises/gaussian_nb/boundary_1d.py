"""Where the decision between two normal curves turns."""

import math
from collections.abc import Iterator

import numpy as np

from mlcore.boundary import boundary_1d
from mlcore.boundary import boundary_1d as boundary
from mlcore.exercises.mistakes import mistakes_in
from selfcheck.exercise import Answer, Case, Exercise, Family, wrong


def _coefficients(m0, v0, p0, m1, v1, p1) -> tuple[float, float, float]:
    """Return a, b, c of the log ratio log p0 N(x; m0, v0) − log p1 N(x; m1, v1) = a x² + b x + c."""
    a = 0.5 / v1 - 0.5 / v0
    b = m0 / v0 - m1 / v1
    c = 0.5 * m1**2 / v1 - 0.5 * m0**2 / v0 + math.log(p0 / p1) + 0.5 * math.log(v1 / v0)
    return a, b, c


def _roots(a: float, b: float, c: float) -> list[float]:
    if a == 0:
        return [] if b == 0 else [-c / b]
    inside = b * b - 4 * a * c
    if inside < 0:
        return []
    return sorted(((-b - math.sqrt(inside)) / (2 * a), (-b + math.sqrt(inside)) / (2 * a)))


def _by_formula(m0, v0, p0, m1, v1, p1) -> list[float]:
    return _roots(*_coefficients(m0, v0, p0, m1, v1, p1))


@wrong("5.5-M1")
def midpoint(m0, v0, p0, m1, v1, p1):
    """Halfway between the means both curves are equally high only if they are equally wide. Are they? And
    what about the priors?"""
    return [(m0 + m1) / 2]


@wrong()
def equally_many_deviations_away(m0, v0, p0, m1, v1, p1):
    """One standard deviation away from both means: are both curves equally high there, when one is wider?"""
    s0, s1 = math.sqrt(v0), math.sqrt(v1)
    return [(m0 * s1 + m1 * s0) / (s0 + s1)]


@wrong("5.5-M2")
def priors_ignored(m0, v0, p0, m1, v1, p1):
    """If one class is nine times as frequent, which way does the boundary move? Does yours move?"""
    return _by_formula(m0, v0, 0.5, m1, v1, 0.5)


@wrong("5.5-M3")
def root_between_the_peaks(m0, v0, p0, m1, v1, p1):
    """Which curve is higher very far to the left, and very far to the right: the same one, or another? How
    often must they cross then?"""
    return [x for x in _by_formula(m0, v0, p0, m1, v1, p1) if min(m0, m1) <= x <= max(m0, m1)]


@wrong("5.5-M3")
def greater_root_only(m0, v0, p0, m1, v1, p1):
    """A square root has two signs. Which boundary belongs to the other one?"""
    return _by_formula(m0, v0, p0, m1, v1, p1)[-1:]


@wrong("5.5-M3")
def smaller_root_only(m0, v0, p0, m1, v1, p1):
    """A square root has two signs. What happened to the plus?"""
    return _by_formula(m0, v0, p0, m1, v1, p1)[:1]


@wrong("5.5-M4")
def no_log_of_the_variances(m0, v0, p0, m1, v1, p1):
    """The factors 1/σ in front of the two curves differ. What becomes of their ratio when you take
    logarithms?"""
    a, b, c = _coefficients(m0, v0, p0, m1, v1, p1)
    return _roots(a, b, c - 0.5 * math.log(v1 / v0))


@wrong()
def log_of_the_variances_without_half(m0, v0, p0, m1, v1, p1):
    """In front of a curve stands 1/σ. Is the logarithm of that ratio log(v1 / v0), or half of it?"""
    a, b, c = _coefficients(m0, v0, p0, m1, v1, p1)
    return _roots(a, b, c + 0.5 * math.log(v1 / v0))


@wrong("5.5-M5")
def priors_the_wrong_way_round(m0, v0, p0, m1, v1, p1):
    """Make class 0 more frequent: should its region grow or shrink? What does yours do?"""
    return _by_formula(m0, v0, p1, m1, v1, p0)


@wrong()
def deviations_for_variances(m0, v0, p0, m1, v1, p1):
    """The arguments are variances. Do you square them again?"""
    return _by_formula(m0, v0**2, p0, m1, v1**2, p1)


@wrong()
def roots_not_sorted(m0, v0, p0, m1, v1, p1):
    """In which order do your two points come? When the leading coefficient is negative, which sign gives the
    smaller root?"""
    roots = _by_formula(m0, v0, p0, m1, v1, p1)
    return roots[::-1] if v1 > v0 else roots


@wrong()
def always_two_roots(m0, v0, p0, m1, v1, p1):
    """What is under the root when the curves do not cross at all, and what should come back then?"""
    a, b, c = _coefficients(m0, v0, p0, m1, v1, p1)
    return _roots(a, b, c) if a == 0 or b * b >= 4 * a * c else [math.nan, math.nan]


@wrong()
def real_part_of_no_root(m0, v0, p0, m1, v1, p1):
    """np.roots may return complex numbers. What do they tell you about the two curves?"""
    a, b, c = _coefficients(m0, v0, p0, m1, v1, p1)
    return sorted(np.roots([a, b, c]).real.tolist())


@wrong()
def divided_by_zero(m0, v0, p0, m1, v1, p1):
    """With equal variances the x² is gone. What do you divide by then, and which equation is left?"""
    a, b, c = _coefficients(m0, v0, p0, m1, v1, p1)
    if a == 0:
        raise ZeroDivisionError("float division by zero")
    return _roots(a, b, c)


@wrong()
def divided_by_zero_where_both_are_equal(m0, v0, p0, m1, v1, p1):
    """With equal means and equal variances the x is gone as well. How often do two curves cross that differ
    only in height?"""
    a, b, c = _coefficients(m0, v0, p0, m1, v1, p1)
    if a == b == 0:
        raise ZeroDivisionError("float division by zero")
    return _roots(a, b, c)


@wrong()
def mean_of_the_variances(m0: float, v0: float, p0: float, m1: float, v1: float, p1: float):
    """Two different variances make a quadratic equation. Where did the square go?"""
    if m0 == m1:
        return []
    return [(m0 + m1) / 2 + (v0 + v1) / 2 * math.log(p0 / p1) / (m1 - m0)]


@wrong()
def priors_count_half(m0: float, v0: float, p0: float, m1: float, v1: float, p1: float):
    """You multiply the equation by 2. All of it: the logarithm of the priors, too?"""
    return boundary(m0, v0, math.sqrt(p0), m1, v1, math.sqrt(p1))


@wrong()
def midpoint_for_equal_variances(m0: float, v0: float, p0: float, m1: float, v1: float, p1: float):
    """Equal variances: is the boundary in the middle, even if one class is much more common? And equal
    means?"""
    return [(m0 + m1) / 2] if v0 == v1 else boundary(m0, v0, p0, m1, v1, p1)


def _swapped(answer: Answer, m0: float, v0: float, p0: float, m1: float, v1: float, p1: float):
    """Name the classes the other way round: the points stay."""
    return answer(m1, v1, p1, m0, v0, p0)


def _shifted(answer: Answer, m0: float, v0: float, p0: float, m1: float, v1: float, p1: float):
    """Move both curves by 10: the points move with them."""
    return [float(x) - 10 for x in answer(m0 + 10, v0, p0, m1 + 10, v1, p1)]


def _draws(rng: np.random.Generator) -> Iterator[Case]:
    for i in range(4):
        m0, m1 = rng.normal(0, 4, 2).round(1).tolist()
        v0, v1 = rng.uniform(0.5, 9, 2).round(1).tolist()
        p0 = round(float(rng.uniform(0.1, 0.9)), 2)
        yield Case(f"draw {i + 1}", (m0, v0, p0, m1, v1 + 0.05, round(1 - p0, 2)))


def _by_numpy(m0, v0, p0, m1, v1, p1):
    a, b, c = _coefficients(m0, v0, p0, m1, v1, p1)
    roots = np.roots([a, b, c] if a else [b, c])
    return np.sort(roots[np.isreal(roots)].real)


def _by_halves(m0, v0, p0, m1, v1, p1):
    """Use x = −b/2 ± √(b²/4 − c) after division by the leading coefficient; a tuple."""
    a, b, c = _coefficients(m0, v0, p0, m1, v1, p1)
    if abs(a) < 1e-15:
        return (-c / b,) if b else ()
    half, rest = -b / a / 2, (b / a / 2) ** 2 - c / a
    return () if rest < 0 else (half - rest**0.5, half + rest**0.5)


EXERCISE = Exercise(
    name="boundary_1d",
    contract="boundary_1d(m0, v0, p0, m1, v1, p1) -> sorted list of 0, 1 or 2 points",
    reference=boundary_1d,
    read="8 · Where does the decision turn?",
    concepts=("gauss-boundary-1d", "gauss-height-demo", "fig-heights"),
    families=(
        Family("heights", "example", 1.5, (
            Case("women and men", (165, 36, 0.5, 178, 49, 0.5)),
        ), question="Write down the coefficients of x², x and 1 for the heights, and put 171.4951 in."),
        Family("equal variances", "trap", 1, (
            Case("equal priors", (165, 36, 0.5, 178, 36, 0.5)),
            Case("0.99 against 0.01", (0, 1, 0.99, 2, 1, 0.01)),
            Case("one apart", (0, 1, 0.5, 1, 1, 0.5)),
            Case("the other way round", (1, 1, 0.4, 0, 1, 0.6)),
            Case("equal curves, unequal priors", (1, 2, 0.3, 1, 2, 0.7)),
        ), question="Which equation is left when the x² is gone?"),
        Family("priors, and wide on the left", "trap", 1, (
            Case("fewer women", (165, 36, 0.2, 178, 49, 0.8)),
            Case("the wider curve first", (3, 9, 0.3, 1, 2, 0.7)),
            Case("equal means", (0, 1, 0.5, 0, 4, 0.5)),
            Case("the curves never cross", (0, 1, 0.05, 0, 4, 0.95)),
            Case("the curves nearly touch", (0, 1, 0.3, 0, 4, 0.7)),
        ), question="Draw the two curves, each times its prior, and count how often they cross."),
        Family("other names, another origin", "property", 0.5, (
            Case("classes swapped", (165, 36, 0.2, 178, 49, 0.8), ask=_swapped,
                 shown="boundary_1d(178, 49, 0.8, 165, 36, 0.2): the classes swapped"),
            Case("moved by 10", (3, 9, 0.3, 1, 2, 0.7), ask=_shifted,
                 shown="boundary_1d(13, 9, 0.3, 11, 2, 0.7), both means moved by 10; minus 10"),
        ), question="Does it matter which class is called 0?"),
        Family("other curves", "random", 1, _draws),
    ),
    misconceptions=mistakes_in(globals()),
    right=(_by_formula, _by_numpy, _by_halves),
)  # fmt: skip
