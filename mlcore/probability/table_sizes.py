"""How large a table of probabilities is, and how much of it any data can fill.

Left out on purpose: the tables themselves. They are in ``joint_tables``.
"""

import math
from collections.abc import Sequence

from mlcore._checks import one_of, whole


def n_parameters(K: int, n_values: Sequence[int], kind: str) -> int:
    """Return how many numbers a model of K classes and features of V_j values has.

    ============= ======================== ===============================================
    kind          formula                  what is counted
    ============= ======================== ===============================================
    "table"       K ∏ V_j                  rows of the full table of P(x, y)
    "joint"       K ∏ V_j − 1              of these, free: they sum to 1
    "conditional" (K − 1) ∏ V_j            free numbers of the table of P(y | x)
    "stored"      K + K Σ V_j              numbers that naive Bayes keeps: priors, conditionals
    "naive"       (K − 1) + K Σ (V_j − 1)  of these, free: every distribution sums to 1
    ============= ======================== ===============================================

    Parameters
    ----------
    K : int
        The number of classes.
    n_values : sequence of int
        V_j, the number of values of each feature.
    kind : {"table", "joint", "conditional", "stored", "naive"}
        What is counted; see the table.

    Returns
    -------
    int
        The count.

    Examples
    --------
    >>> n_parameters(2, (3, 3, 2, 2), "joint"), n_parameters(2, (3, 3, 2, 2), "naive")
    (71, 13)
    """
    K = whole(K, "K", low=1)
    V = [whole(v, f"n_values[{j}]", low=1) for j, v in enumerate(n_values)]
    one_of(kind, ("joint", "table", "conditional", "naive", "stored"), "kind")
    return {
        "table": K * math.prod(V),
        "joint": K * math.prod(V) - 1,
        "conditional": (K - 1) * math.prod(V),
        "stored": K + K * sum(V),
        "naive": (K - 1) + K * sum(v - 1 for v in V),
    }[kind]


def expected_empty_share(n: int, n_cells: int) -> float:
    """Return the expected share of cells that n examples leave empty: (1 − 1/N)ⁿ for N equally likely cells.

    Parameters
    ----------
    n : int
        The number of examples.
    n_cells : int
        N, the number of cells of the table.

    Returns
    -------
    float
        The expected share.

    Examples
    --------
    >>> round(expected_empty_share(1000, 1024), 4)
    0.3764
    """
    n, n_cells = whole(n, "n", low=0), whole(n_cells, "n_cells", low=1)
    if n_cells == 1:
        return float(n == 0)
    return math.exp(n * math.log1p(-1 / n_cells))  # keeps its digits when 1 - 1/N would round to 1


def expected_distinct_cells(n: int, n_cells: int) -> float:
    """Return the expected number of cells that n examples fill: N (1 − (1 − 1/N)ⁿ).

    Parameters
    ----------
    n : int
        The number of examples.
    n_cells : int
        N, the number of cells of the table.

    Returns
    -------
    float
        The expected number.

    Examples
    --------
    >>> round(expected_distinct_cells(1000, 1024), 1)
    638.5
    """
    n, n_cells = whole(n, "n", low=0), whole(n_cells, "n_cells", low=1)
    cell = 1 / n_cells
    if n_cells == 1 or cell == 0:  # one cell; or so many that no two examples meet
        return float(min(n, n_cells))
    return -math.expm1(n * math.log1p(-cell)) / cell
