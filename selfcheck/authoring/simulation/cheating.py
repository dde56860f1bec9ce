"""Attempts to have points without an answer. Each stands around an answer, and deserves what that deserves.

A cheat is a function of the notebook's paper, the task, the text of the answer and what the course calls its
things; it writes into the paper. None of them is ever run here.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass

from selfcheck.authoring.simulation.papers import Paper
from selfcheck.report import FORMAT, MIME


@dataclass(frozen=True)
class Target:
    """What somebody who cheats may know of a task."""

    unit: str
    task: str
    points: float
    module: str  # where its right answer lives


Cheat = Callable[[Paper, Target, str], None]


def points_in_the_check(paper: Paper, target: Target, text: str) -> None:
    """Write the points where the check was."""
    paper.write(target.task, text)
    paper.write(f"check-{target.task}", f"{target.points}")


def locked_cell_opened(paper: Paper, target: Target, text: str) -> None:
    """Make the check worth a hundred, and have it skipped."""
    paper.write(target.task, text)
    cell = paper.cell(f"check-{target.task}")
    cell["metadata"]["tags"] = ["skip-execution"]
    cell["metadata"]["nbgrader"] |= {"points": 100, "solution": True, "locked": False}
    cell["source"] = "100"


def check_of_ones_own(paper: Paper, target: Target, text: str) -> None:
    """Call something else by the name of the check."""
    own = f"def check(name, function, hidden=False):\n    return {target.points}\n"
    paper.write(target.task, f"{text}\n\n\n{own}")


def report_displayed(paper: Paper, target: Target, text: str) -> None:
    """Display what a check displays."""
    said = {
        "format": FORMAT, "exercise": f"{target.unit}.{target.task}", "points": target.points,
        "total": target.points, "families": [], "findings": [],
    }  # fmt: skip
    paper.write(
        target.task,
        f"{text}\n\n\nfrom IPython.display import display\n\n"
        f'display({{"{MIME}": {json.dumps(said)}}}, raw=True)\nprint({target.points})',
    )


def checker_changed(paper: Paper, target: Target, text: str) -> None:
    """Reach into the checker."""
    paper.write(
        target.task,
        f"{text}\n\n\ntry:\n    import selfcheck.trial as t\n\n"
        "    t.FamilyResult.passed = property(lambda self: True)\n"
        "    t.Sheet.difference = lambda self, *rest: None\nexcept Exception:\n    pass",
    )


def reference_fetched(paper: Paper, target: Target, text: str) -> None:
    """Ask the reference, and fall back on the answer of one's own."""
    paper.write(
        target.task,
        f"{text}\n\n\n_own = {target.task}\ntry:\n    from {target.module} import {target.task}\n"
        f"except Exception:\n    pass\nif type({target.task}) is not type(_own):\n    {target.task} = _own",
    )


def frames_searched(paper: Paper, target: Target, text: str) -> None:
    """Look for what is expected, in whoever calls."""
    paper.write(
        target.task,
        f"{text}\n\n\nimport sys\n\n_mine = {target.task}\n\n\ndef {target.task}(*args, **kw):\n"
        "    frame = sys._getframe()\n    while frame is not None:\n"
        '        if "expected" in frame.f_locals:\n            return frame.f_locals["expected"]\n'
        "        frame = frame.f_back\n    return _mine(*args, **kw)",
    )


CHEATS: dict[str, Cheat] = {
    cheat.__name__.replace("_", "-"): cheat
    for cheat in (
        points_in_the_check, locked_cell_opened, check_of_ones_own, report_displayed, checker_changed,
        reference_fetched, frames_searched,
    )
}  # fmt: skip
