"""Tricks on strangers' questions: each earns nothing, or the test is marked; the next one is not harmed."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from nbjudge.execution.executor import Executor
from nbjudge.tasks import Cell, CellResult, Limits, NotebookTask

from .strangers import STRANGERS, Stranger

LIMITS = Limits(cell_seconds=6.0, grace_seconds=0.5)
pytestmark = pytest.mark.xdist_group("strangers")


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with Executor(unsafe=True, preload=("numpy", "pandas")) as made:
        yield made


def task(stranger: Stranger, answer: str, golden: frozenset[str] | None = None) -> NotebookTask:
    cells = (
        Cell("given", "given", stranger.given),
        Cell("answer", "answer", answer, reference=stranger.solution),
        Cell("test", "test", stranger.test, 2.0),
        Cell("after", "test", "assert 1 + 1 == 2", 1.0),
    )
    return NotebookTask("n", cells, golden=golden, limits=LIMITS, seed="5eed", student_id="ada")


def test_there_are_many() -> None:
    assert len({stranger.name for stranger in STRANGERS}) == len(STRANGERS) > 20
    assert sum(len(stranger.tricks) for stranger in STRANGERS) > 140


@pytest.mark.parametrize("stranger", STRANGERS, ids=lambda stranger: stranger.name)
def test_no_trick_on_a_stranger_s_test_gains(executor: Executor, stranger: Stranger) -> None:
    first = executor.run(task(stranger, stranger.solution))
    assert first.cells[2].score == 2.0, first.cells[2]
    plain = executor.run(task(stranger, stranger.plain, first.places)).cells[2]
    gained, harmed = [], []
    for trick in stranger.tricks:
        *_, result, after = executor.run(replace(task(stranger, trick), golden=first.places)).cells
        gained += [trick] if gains(result, plain) else []
        harmed += [trick] if after.score != 1.0 else []
    assert (gained, harmed) == ([], [])


def gains(result: CellResult, plain: CellResult) -> bool:
    return (result.score or 0.0) > (plain.score or 0.0) and not result.weaker
