"""What an attack is: answers that are wrong (or right), and a trick on top of them.

The property that every case must keep: the score is not above that of the same answers without the trick,
nobody else's score or file changes, nothing is left running, and the class is graded to its end.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Notebook = dict[str, Any]

RIGHT = {
    "square": "def square(x):\n    return x * x",
    "mean": "import numpy as np\n\ndef mean(values):\n    return np.mean(values, axis=0)",
    "vowels": "def count_vowels(words):\n"
    "    return [sum(letter in 'aeiou' for letter in word) for word in words]",
}
WRONG = {
    "square": "def square(x):\n    return -1",
    "mean": "def mean(values):\n    return -1",
    "vowels": "def count_vowels(words):\n    return [-1]",
}
ANSWERS = {"wrong": WRONG, "right": RIGHT}


@dataclass(frozen=True)
class Attack:
    """One submission.

    In its texts {course} is the course's folder, {canary} a file outside of it, and {nap} a number of seconds
    by which a process that is left sleeping is known again.
    """

    id: str
    what: str
    base: str = "wrong"  # the answers below the trick
    early: tuple[str, ...] = ()  # cells put before the first answer
    answers: Mapping[str, str] = field(default_factory=dict)  # answers that carry the trick themselves
    late: tuple[str, ...] = ()  # cells put after the last test
    notebook: Callable[[Notebook], Notebook | bytes | None] | None = None  # what is done to the file itself
    files: Callable[[Path], None] | None = None  # what else is handed in; called with the submission's folder
    at_least: float = 0.0  # what is due all the same: the questions that the trick does not touch


def in_every_answer(body: str) -> dict[str, str]:
    """Return three answers whose functions do nothing but the body; `x` is the argument."""
    lines = "\n".join("    " + line for line in body.splitlines())
    names = {"square": "square", "mean": "mean", "vowels": "count_vowels"}
    return {cell: f"def {name}(x):\n{lines}" for cell, name in names.items()}
