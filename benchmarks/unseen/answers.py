"""Answers as they were written, and as cells of a notebook: text files of blocks.

A block begins with a line `%% unit.task | kind | what is wrong`, or how it is right; the cell follows.
"""

import linecache
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mlcore.exercises import UNITS

HERE = Path(__file__).parent
KINDS = ("slip", "pair", "half", "state", "narrow", "right")
SITTINGS = ("first", "second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True)
class Written:
    """One answer."""

    task: str
    kind: str
    what: str  # is wrong with it, or how it is right
    code: str

    @property
    def key(self) -> str:
        """Its name among the verdicts."""
        return f"{self.task}: {self.what}"


def read(sitting: str) -> Iterator[Written]:
    """Read the answers of one sitting."""
    for path in sorted((HERE / sitting).glob("*.txt")):
        for block in re.split(r"^%% ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            head, _, code = block.partition("\n")
            task, kind, what = (part.strip() for part in head.split("|", 2))
            yield Written(task, kind, what, code)


def function(answer: Written, number: int) -> Callable[..., Any]:
    """Run the cell, in a notebook whose other tasks are done, and return the function that it defines."""
    unit, _, task = answer.task.partition(".")
    names: dict[str, Any] = {"__name__": "__main__", "np": np, "math": math, "re": re}
    names |= {exercise.name: exercise.reference for exercise in UNITS[unit].exercises}
    file = f"<unseen {number}>"
    linecache.cache[file] = (len(answer.code), None, answer.code.splitlines(keepends=True), file)
    exec(compile(answer.code, file, "exec"), names)
    found: Callable[..., Any] = names[task]
    return found
