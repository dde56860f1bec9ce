"""The sections of the class report, each found by its name in the group `nbjudge.report_sections`.

A section is a function of the class (below) that gives HTML, or an empty text where it has nothing to say.
It is shown as it is, so whoever writes one escapes what students wrote; the templates beside the modules
here escape everything. A table of the class `sortable` is sorted by a click on a heading, and searched.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nbjudge.course.release import Release, ReleaseCell, ReleaseNotebook
from nbjudge.marks import Marks
from nbjudge.pages.feedback.page import anchor_of, name_of
from nbjudge.pages.results import TestResult


@dataclass(frozen=True)
class Similar:
    """What `nbjudge similar` has found."""

    compared: int  # submissions
    pairs: Sequence[Mapping[str, Any]]  # as its JSON has them


@dataclass(frozen=True)
class TheClass:
    """Everything that is known of an assignment and of those who have handed it in."""

    release: Release
    marks: Mapping[str, Marks]  # by student, as the gradebook has them
    notes: Mapping[str, Sequence[str]] = field(default_factory=dict)  # by student: what staff should know
    results: Mapping[str, Sequence[TestResult]] = field(default_factory=dict)  # by student: test by test
    pages: Mapping[tuple[str, str], str] = field(default_factory=dict)  # by student and notebook: the address
    missing: Sequence[str] = ()  # who is known to the gradebook and has handed in nothing
    formgrader: Mapping[tuple[str, str], str] = field(default_factory=dict)  # where a notebook is marked
    similar: Similar | None = None  # None: nobody has looked

    @property
    def tasks(self) -> list[tuple[ReleaseNotebook, ReleaseCell]]:
        """What gives points, in order."""
        return [
            (notebook, cell) for notebook in self.release.notebooks for cell in notebook.cells if cell.points
        ]

    def name(self, notebook: str, cell: str) -> str:
        """Name a task as people do; by its notebook too where there are several."""
        name = name_of(cell)
        return name if len(self.release.notebooks) == 1 else f"{notebook}/\u200b{name}"

    def link(self, student: str, notebook: str, cell: str = "") -> str:
        """Give the address of a student's page, or of a task on it; empty where there is none."""
        page = self.pages.get((student, notebook), "")
        return f"{page}#{anchor_of(cell)}" if page and cell else page


Section = Callable[[TheClass], str]
