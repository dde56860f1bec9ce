"""Where two normal curves on a line, each times its prior, are equally high: the boundary of two classes.

    p₀ N(x; m₀, v₀) = p₁ N(x; m₁, v₁)

The logarithm of the ratio is a quadratic in x. In several dimensions: ``mlcore.discriminant``.
"""

import math

from mlcore._checks import number, positive, probability


def boundary_1d(m0: float, v0: float, p0: float, m1: float, v1: float, p1: float) -> list[float]:
    """Return the points where p0 N(x; m0, v0) = p1 N(x; m1, v1), sorted: none, one or two.

    Equal variances give one point, the midpoint shifted by the priors (none if the means are equal, too).
    With unequal variances the wider class wins at both far ends, and perhaps everywhere. Curves that touch
    without crossing give the point of touch.

    Parameters
    ----------
    m0, v0, p0, m1, v1, p1 : float
        Mean, variance (not standard deviation; greater than 0) and prior of the one and of the other class.
        The priors need not sum to 1.

    Returns
    -------
    list of float
        The points.

    Examples
    --------
    >>> [round(x, 4) for x in boundary_1d(165, 36, 0.5, 178, 49, 0.5)]
    [86.5049, 171.4951]
    >>> boundary_1d(165, 36, 0.5, 178, 36, 0.5)
    [171.5]
    """
    m0, m1 = number(m0, "m0"), number(m1, "m1")
    v0, v1 = positive(v0, "v0"), positive(v1, "v1")
    p0, p1 = probability(p0, "p0"), probability(p1, "p1")
    if p0 == p1 == 0:
        raise ValueError("p0 and p1 must not both be 0.")
    if p0 == 0 or p1 == 0:
        return []  # the other class wins everywhere
    # With u = (x − m0)/√v0 the log ratio of the scores, times 2ρ, is (ρ − 1)u² + 2δu + (2ρ log_ratio − δ²).
    scale = math.sqrt(v0)
    delta, rho = (m1 - m0) / scale, v1 / v0
    log_ratio = math.log(p1) - math.log(p0) - 0.5 * math.log(rho)
    a, b, c = (v1 - v0) / v0, delta, 2 * rho * log_ratio - delta * delta
    roots = _roots(a, b, c, rho * (delta * delta - 2 * a * log_ratio))
    return sorted(x for x in (m0 + scale * u for u in roots) if math.isfinite(x))


def _roots(a: float, b: float, c: float, discriminant: float) -> list[float]:
    """Return the roots of a u² + 2 b u + c, given its discriminant b² − a c."""
    if a == 0:
        return [] if b == 0 else [-c / (2 * b)]
    if discriminant < 0:
        return []
    # subtle: b and the root are added with one sign, never subtracted; the other root is c / a divided by the
    # first. The textbook formula loses the digits of the near root when the variances are almost equal.
    q = -(b + math.copysign(math.sqrt(discriminant), b))
    if discriminant == 0 or q == 0:
        return [-b / a]
    return [q / a, c / q]
