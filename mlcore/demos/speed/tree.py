"""How much of a k-d tree a query looks at: a search that counts, and the cells it cannot avoid.

The tree is SciPy's. The search opens cells in the order of their distance from the query, and ends when the
next one is farther than the k-th nearest point found: no search by cells can open fewer.
"""

from heapq import heappop, heappush
from itertools import count
from typing import Any, NamedTuple

import numpy as np
from scipy.spatial import cKDTree

from mlcore._checks import FloatArray, IntArray

LEAF = 8  # points in a leaf at most


class Walk(NamedTuple):
    """What one search did."""

    nodes: int  # cells opened, inner ones and leaves
    points: int  # points whose distance was computed
    sq_dists: FloatArray  # (k,) squared distances of the nearest, ascending


def walk(tree: cKDTree, query: FloatArray, k: int = 1) -> Walk:
    """Find the k nearest points, the nearest cell first, and count.

    >>> tree = cKDTree(np.arange(64.0)[:, None], LEAF)
    >>> found = walk(tree, np.array([12.2]))
    >>> found.nodes, found.points, found.sq_dists.round(2).tolist()
    (4, 8, [0.04])
    """
    nodes = points = 0
    best = np.full(k, np.inf)
    ticket = count()  # decides between cells that are equally far
    heap: list[tuple[float, int, Any, FloatArray]] = [(0.0, next(ticket), tree.tree, np.zeros(len(query)))]
    while heap and heap[0][0] < best[-1]:
        _, _, node, gaps = heappop(heap)  # gaps: from the query to the cell, for each feature
        nodes += 1
        j = node.split_dim
        if j == -1:  # a leaf
            sq_dists = ((tree.data[node.indices] - query) ** 2).sum(axis=1)
            points += len(sq_dists)
            best = np.sort(np.concatenate([best, sq_dists]))[:k]
            continue
        beyond = query[j] - node.split
        near, far = (node.lesser, node.greater) if beyond < 0 else (node.greater, node.lesser)
        heappush(heap, (float(gaps @ gaps), next(ticket), near, gaps))
        farther = gaps.copy()
        farther[j] = abs(beyond)
        heappush(heap, (float(farther @ farther), next(ticket), far, farther))
    return Walk(nodes, points, best)


def all_cells(tree: cKDTree) -> tuple[FloatArray, FloatArray, IntArray]:
    """Return lower and upper corner of each cell, (c, d) both, and its points, (c,): 0 for an inner one."""
    low, high, size = [], [], []
    waiting = [(tree.tree, np.full(tree.m, -np.inf), np.full(tree.m, np.inf))]
    while waiting:
        node, lower, upper = waiting.pop()
        inner = node.split_dim != -1
        low.append(lower)
        high.append(upper)
        size.append(0 if inner else node.children)
        if inner:
            cut = np.arange(tree.m) == node.split_dim
            waiting.append((node.lesser, lower, np.where(cut, node.split, upper)))
            waiting.append((node.greater, np.where(cut, node.split, lower), upper))
    return np.array(low), np.array(high), np.array(size)


def unavoidable(
    cells: tuple[FloatArray, FloatArray, IntArray], query: FloatArray, reach: float
) -> tuple[int, int]:
    """Return how many cells come nearer to the query than the squared reach, and the points of the leaves.

    >>> cells = np.array([[-np.inf], [3.0]]), np.array([[3.0], [np.inf]]), np.array([8, 5])
    >>> unavoidable(cells, np.array([1.0]), reach=2.0), unavoidable(cells, np.array([1.0]), reach=5.0)
    ((1, 8), (2, 13))
    """
    low, high, size = cells
    gaps = np.maximum(np.maximum(low - query, query - high), 0)  # (c, d)
    near = (gaps**2).sum(axis=1) < reach
    return int(near.sum()), int(size[near].sum())
