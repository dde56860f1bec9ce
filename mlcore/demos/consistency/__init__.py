"""Consistency: does kNN reach the best possible error when examples never run out?

    consistent                for one problem: the error tends to the best one, E*, as n → ∞
    universally consistent    for every problem

Five claims, each in a module of its own:

    deterministic    binary features: what has been seen is never wrong
    cover_hart       one neighbour ends between E* and 2 E* (1 − E*)
    stone            k → ∞ and k/n → 0 is universally consistent
    rates            why, argued on the line; and which rate nobody can beat
    limits           a parametric model stops at its limit

and what consistency does not say, namely when: `speed`. They share `line`, which
computes the error of kNN exactly.
"""

from dataclasses import dataclass

import numpy as np

from mlcore.demos.consistency import cover_hart, deterministic, limits, rates, speed, stone
from mlcore.demos.frame import Demo


@dataclass(frozen=True)
class Result:
    """The results of the five parts."""

    deterministic: deterministic.Deterministic
    cover_hart: cover_hart.CoverHart
    stone: stone.Stone
    limits: limits.Limits
    speed: speed.Speed


def compute() -> Result:
    """Return the results of all parts, each with a random generator of its own."""
    rngs = np.random.default_rng(1967).spawn(5)  # the year of Cover and Hart's article
    return Result(
        deterministic.compute(rngs[0]),
        cover_hart.compute(rngs[1]),
        stone.compute(rngs[2]),
        limits.compute(rngs[3]),
        speed.compute(rngs[4]),
    )


def confirm(result: Result) -> None:
    """Let each part confirm its own."""
    deterministic.confirm(result.deterministic)
    cover_hart.confirm(result.cover_hart)
    stone.confirm(result.stone)
    limits.confirm(result.limits)
    speed.confirm(result.speed)
    rates.confirm()


def conclude(result: Result) -> list[str]:
    """Return what came out, part by part."""
    return [
        *deterministic.conclude(result.deterministic),
        *cover_hart.conclude(result.cover_hart),
        *stone.conclude(result.stone),
        *limits.conclude(result.limits),
        *speed.conclude(result.speed),
    ]


DEMO = Demo(
    name="consistency",
    question="Does kNN reach the best possible error when examples never run out?",
    compute=compute,
    confirm=confirm,
    conclude=conclude,
    figures={
        "binary-features": lambda result: deterministic.draw(result.deterministic),
        "cover-hart": lambda result: cover_hart.draw(result.cover_hart),
        "stone": lambda result: stone.draw(result.stone),
        "fat-cantor": lambda result: stone.draw_cantor(result.stone),
        "effect-n": lambda result: limits.draw(result.limits),
        "examples-needed": lambda result: speed.draw(result.speed),
    },
)
