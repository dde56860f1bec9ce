"""What the class report needs of each test of a submission, as plain data beside its published pages.

The records hold all of it, but they hold outputs and pictures too: to read those of a large class again
for one page of summary takes longer than everything else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from nbjudge.records import CellRecord, Record

MOST_ANSWER = 1500  # characters of an answer that is shown to the staff


@dataclass(frozen=True)
class Mistake:
    """A mistake that a check has recognised."""

    name: str
    hint: str
    sure: bool


@dataclass(frozen=True)
class TestResult:
    """One test of one submission."""

    __test__ = False  # what it tests is not this project

    notebook: str
    cell: str
    reason: str
    weaker: bool = False
    mistakes: tuple[Mistake, ...] = ()
    lost: tuple[str, ...] = ()  # the families of inputs that did not earn their points
    answer: str = ""  # what the student wrote, where points are missing


def of_record(record: Record) -> list[dict[str, object]]:
    """Gather the results of a submission, as data that JSON can hold."""
    return [
        asdict(_of_test(notebook.name, test, "\n\n".join(answer.source or "" for answer in answers)))
        for notebook in record.notebooks
        for test, answers in notebook.tests()
    ]


def _of_test(notebook: str, cell: CellRecord, answer: str) -> TestResult:
    findings = cell.report.findings if cell.report else ()
    families = cell.report.families if cell.report else ()
    return TestResult(
        notebook=notebook,
        cell=cell.id,
        reason=cell.lost,
        weaker=cell.weaker,
        mistakes=tuple(Mistake(f.misconception, f.hint, f.sure) for f in findings if f.misconception),
        lost=tuple(family.name for family in families if family.points < family.total),
        answer=answer[:MOST_ANSWER] if cell.lost else "",
    )


def from_json(data: Sequence[Mapping[str, Any]]) -> tuple[TestResult, ...]:
    """Read what `of_record` gave, or JSON made of it."""
    return tuple(
        TestResult(
            **{
                **entry,
                "mistakes": tuple(Mistake(**mistake) for mistake in entry["mistakes"]),
                "lost": tuple(entry["lost"]),
            }
        )
        for entry in data
    )
