"""Inputs that several tasks of this unit share: joint tables, from tuples of values to probabilities."""

from typing import Any

import numpy as np

from mlcore.datasets import load_two_coins, load_wealth_joint

Joint = dict[tuple[Any, ...], float]
Event = dict[int, Any]

WEALTH: Joint = dict(load_wealth_joint())
COINS: Joint = dict(load_two_coins())
# Both variables have the values 0 and 1, so that a value alone does not tell where it stands.
BITS: Joint = {(0, 0): 0.1, (0, 1): 0.2, (1, 0): 0.3, (1, 1): 0.4}
# No row has x = 1 and y = 1: a combination that is left out has probability 0.
GAPS: Joint = {("x", 1, 0): 0.125, ("y", 2, 0): 0.5, ("x", 2, 1): 0.25, ("y", 2, 1): 0.125}


def random_joint(rng: np.random.Generator, sizes: tuple[int, ...] = (2, 3, 2)) -> Joint:
    """Return a table over whole numbers with random probabilities, its rows in random order."""
    rows = [tuple(int(v) for v in row) for row in np.ndindex(sizes)]
    order = rng.permutation(len(rows))
    p = rng.dirichlet(np.ones(len(rows)))
    return {rows[i]: float(p[i]) for i in order}
