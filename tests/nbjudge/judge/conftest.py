"""Small notebooks, run without a sandbox: what is tested here is the judge, not the walls around it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pytest

from nbjudge.execution.executor import Executor
from nbjudge.tasks import Cell, CellResult, Limits, NotebookResult, NotebookTask

LIMITS = Limits(cell_seconds=5.0, grace_seconds=0.5)


@dataclass(frozen=True)
class Course:
    """A notebook of a course: given cell, solution, tests of two points each; and what was handed in."""

    solution: str
    tests: Sequence[str]
    given: str = ""
    answer: str | None = None  # None: the solution itself
    later: str = ""  # an answer cell after the tests' first
    golden: frozenset[str] | None = None
    tags: tuple[str, ...] = ()
    limits: Limits = LIMITS

    def task(self) -> NotebookTask:
        answer = self.solution if self.answer is None else self.answer
        cells = [
            Cell("given", "given", self.given),
            Cell("answer", "answer", answer, reference=self.solution),
        ]
        for number, test in enumerate(self.tests):
            cells.append(Cell(f"test{number}", "test", test, 2.0, tags=self.tags))
            if number == 0 and self.later:
                cells.append(Cell("later", "answer", self.later, reference=self.later))
        return NotebookTask(
            "n", tuple(cells), golden=self.golden, limits=self.limits, seed="5eed", student_id="ada"
        )


@pytest.fixture(scope="session")
def executor() -> Iterator[Executor]:
    with Executor(unsafe=True) as made:
        yield made


@pytest.fixture(scope="session")
def run(executor: Executor) -> Callable[[Course], NotebookResult]:
    return lambda course: executor.run(course.task())


@pytest.fixture(scope="session")
def grade(executor: Executor) -> Callable[..., list[CellResult]]:
    """Return a function that grades an answer by the golden record of the course's solution."""
    records: dict[tuple[str, ...], frozenset[str]] = {}

    def graded(solution: str, *tests: str, answer: str | None = None, given: str = "") -> list[CellResult]:
        key = (solution, given, *tests)
        if key not in records:
            first = executor.run(Course(solution, tests, given).task())
            lost = [cell for cell in first.cells if cell.id.startswith("test") and cell.score != 2.0]
            assert not lost, f"the solution loses points: {lost}"
            records[key] = first.places
        course = Course(solution, tests, given, answer, golden=records[key])
        return [cell for cell in executor.run(course.task()).cells if cell.id.startswith("test")]

    return graded
