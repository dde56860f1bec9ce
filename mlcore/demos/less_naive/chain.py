"""The chain rule as sums over a joint table p(c, x_1, ..., x_d), and what shorter factors lose."""

import numpy as np

from mlcore._checks import FloatArray


def chain_product(joint: FloatArray, order: tuple[int, ...]) -> FloatArray:
    """Return p(c) ∏_j p(x_j | c, those before it in the order), each factor a ratio of two sums.

    >>> joint = np.arange(1, 9).reshape(2, 2, 2) / 36
    >>> bool(np.allclose(chain_product(joint, (2, 1)), joint))
    True
    """
    axes = set(range(1, joint.ndim))
    before: set[int] = set()
    result: FloatArray = joint.sum(axis=tuple(axes), keepdims=True)  # p(c)
    for j in order:
        upper = joint.sum(axis=tuple(axes - before - {j}), keepdims=True)
        lower = joint.sum(axis=tuple(axes - before), keepdims=True)
        result = result * (upper / lower)
        before.add(j)
    return result


def divergence(p: FloatArray, q: FloatArray) -> float:
    """Return KL(p ‖ q) = Σ p log(p / q), in nats."""
    return float((p * np.log(p / q)).sum())


def entropy(joint: FloatArray, keep: tuple[int, ...]) -> float:
    """Return the entropy of the variables kept, in nats.

    >>> round(entropy(np.full((2, 2), 0.25), (0,)), 4)
    0.6931
    """
    p = joint.sum(axis=tuple(set(range(joint.ndim)) - set(keep)))
    return float(-(p * np.log(p)).sum())


def lost_by_entropies(joint: FloatArray, k: int) -> float:
    """Return KL(p ‖ p_k) by another way: Σ_j H(x_j | k before it, c) + H(c) − H(x, c)."""
    d = joint.ndim - 1
    total = entropy(joint, (0,)) - entropy(joint, tuple(range(d + 1)))
    for j in range(1, d + 1):
        parents = (0, *range(max(1, j - k), j))
        total += entropy(joint, (*parents, j)) - entropy(joint, parents)
    return total
