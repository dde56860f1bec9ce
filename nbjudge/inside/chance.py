"""What a process draws at random: the same again when the same submission is run again.

Python's and numpy's generators begin with a state that follows from a text. One that is made later without a
seed would ask the system for one; it gets one of ours, and so does a process that is forked. Left out:
`os.urandom` and `secrets`, which promise that nobody can know what they give, and libraries that ask the
system themselves.
"""

import hashlib
import os
import random
import sys
from typing import Any

_of_python = random.Random.seed
_shared: random.Random = random.random.__self__  # type: ignore[attr-defined] # before anybody replaces it
_source: list[random.Random] = []  # of the seeds for generators that are given none
_next_child: list[int] = []  # the seed for a process that is about to be forked
_seeded_anew = [0]  # how often the shared generator was given a seed


def pin(text: str | None) -> None:
    """Let all that is drawn follow from the text, or from the system."""
    random.Random.seed = _seed  # type: ignore[method-assign]
    random.seed = _shared.seed  # it was made of the other one
    _source[:] = [] if text is None else [_seeded(f"seeds {text}")]
    _of_python(_shared, None if text is None else f"python {text}")
    if "numpy" in sys.modules:
        numpy = sys.modules["numpy"]
        numpy.random.bit_generator.randbits = _bits  # found by name, each time
        numpy.random.seed(None if text is None else _number(text))


def warm() -> None:
    """Do it once before the fork: the first time takes long."""
    os.register_at_fork(
        before=_before_fork, after_in_child=_in_child
    )  # after Python's own, which asks the system
    pin(None)


def seeds() -> int:
    """Return how often Python's own generator was given a seed: the state may be the same after it."""
    return _seeded_anew[0]


def _before_fork() -> None:
    _next_child[:] = [source.getrandbits(256) for source in _source]


def _in_child() -> None:
    for seed in _next_child:
        _of_python(_shared, seed)


def _seed(self: random.Random, a: Any = None, version: int = 2) -> None:
    """Initialise a generator, with a seed of ours if none is given."""
    _seeded_anew[0] += self is _shared
    _of_python(self, _source[0].getrandbits(256) if a is None and _source else a, version)


def _bits(count: int) -> int:
    return (_source[0] if _source else random.SystemRandom()).getrandbits(count)


def _seeded(text: str) -> random.Random:
    generator = random.Random(0)
    _of_python(generator, text)
    return generator


def _number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "little")
