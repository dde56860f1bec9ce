"""The Chow-Liu tree: which one other feature tells most about each feature, within the classes.

    I(x_i; x_j | c) = Σ_{c,u,v} p(c, u, v) log p(u, v|c) / (p(u|c) p(v|c))

The tree that maximises the sum of these numbers over its edges maximises the likelihood among all models in
which each feature has one other feature as a parent.
"""

import numpy as np
from scipy.special import xlogy

from mlcore._checks import FloatArray, IntArray, shown


def conditional_mutual_information(pair_count: FloatArray, n_values: IntArray) -> FloatArray:
    """Return I(x_i; x_j | class) in nats for each pair of features, shape (d, d); the diagonal is 0.

    pair_count[c], of shape (S, S) with S = Σ V_j, says how often each value met each value in class c.
    With missing values each pair rests on the examples that have both.

    Two pixels that are always equal within the class know each other completely, log 2:

    >>> one_hot = np.array([[[1.0, 0, 1, 0], [0, 1, 0, 1]]])
    >>> pairs = np.einsum("cns,cnt->cst", one_hot, one_hot)
    >>> conditional_mutual_information(pairs, np.array([2, 2])).round(4).tolist()
    [[0.0, 0.6931], [0.6931, 0.0]]
    """
    first = np.concatenate([[0], np.cumsum(n_values)[:-1]])  # where each feature's values begin
    row = np.add.reduceat(pair_count, first, axis=2)  # (K, S, d): n_{c,i=u} among examples that have j
    n = np.add.reduceat(row, first, axis=1)  # (K, d, d)
    # n I = Σ n_uv log n_uv − Σ n_u log n_u − Σ n_v log n_v + n log n, summed over the classes.
    cells = np.add.reduceat(np.add.reduceat(xlogy(pair_count, pair_count), first, axis=2), first, axis=1)
    margins = np.add.reduceat(xlogy(row, row), first, axis=1)  # (K, d, d)
    total = n.sum(axis=0)  # (d, d)
    information = (cells - margins - margins.transpose(0, 2, 1) + xlogy(n, n)).sum(axis=0)
    information = np.divide(information, total, out=np.zeros_like(total), where=total > 0)
    np.fill_diagonal(information, 0)
    # Sums by rows and by columns differ by rounding; the two halves must not.
    symmetric: FloatArray = np.maximum((information + information.T) / 2, 0)
    return symmetric


def maximum_spanning_tree(weight: FloatArray, root: int = 0) -> IntArray:
    """Return the parent of each feature in the spanning tree of greatest weight, −1 for the root, shape (d,).

    Prim's rule: of the edges that lead out of the tree take the heaviest; among equal ones the one to the
    first feature outside, from the feature that joined first. A difference below 1e-12 of the largest weight
    is rounding and counts as equal.

    >>> maximum_spanning_tree(np.array([[0, 5, 1], [5, 0, 2], [1, 2, 0]])).tolist()
    [-1, 0, 1]
    """
    d = len(weight)
    if not 0 <= root < d:
        raise ValueError(f"root must lie between 0 and {d - 1}; got {shown(root)}.")
    tolerance = 1e-12 * max(float(weight.max()), 0.0)
    parent = np.full(d, -1)
    outside = np.arange(d) != root
    best, heaviest = np.full(d, root), weight[root].astype(np.float64)
    while outside.any():
        candidates = np.flatnonzero(outside)
        reach = heaviest[candidates]
        j = int(candidates[np.argmax(reach >= reach.max() - tolerance)])
        parent[j] = best[j]
        outside[j] = False
        heavier = weight[j] > heaviest + tolerance
        best[heavier], heaviest[heavier] = j, weight[j][heavier]
    return parent
