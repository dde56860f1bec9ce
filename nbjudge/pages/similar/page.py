"""The pairs side by side: one HTML file for the staff, with a plain word on what it does not prove."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from nbjudge.pages.similar.agreement import Answer, Pair, Shared, Task
from nbjudge.pages.similar.tokens import RUN, fingerprints, normalised
from nbjudge.pages.templates import beside

MOST_TASKS = 4  # of a pair, side by side; the table names all
MOST_PAIRS = 60


@dataclass(frozen=True)
class Line:
    """One line of an answer, and whether it is part of what both have."""

    text: str
    shared: bool


@dataclass(frozen=True)
class Side:
    """Two answers to one task."""

    shared: Shared
    one: list[Line]
    other: list[Line]


@dataclass(frozen=True)
class ShownPair:
    """A pair as the page has it."""

    pair: Pair
    sides: list[Side]


def render(title: str, pairs: Sequence[Pair], answers: Iterable[Answer], tasks: Iterable[Task]) -> str:
    """Make the page."""
    sources = {(answer.student, answer.task): answer.source for answer in answers}
    words = {
        task.name: {token.written for text in task.given for token in normalised(text)} for task in tasks
    }
    shown = [ShownPair(pair, _sides(pair, sources, words)) for pair in pairs[:MOST_PAIRS]]
    page = beside(__file__)
    return page.render(title=title, shown=shown, more=len(pairs) - len(shown))


def _sides(pair: Pair, sources: Mapping[tuple[str, str], str], words: Mapping[str, set[str]]) -> list[Side]:
    return [
        Side(
            shared,
            *(lines(sources[student, shared.task], shared, words[shared.task]) for student in pair.students),
        )
        for shared in pair.tasks[:MOST_TASKS]
    ]


def lines(source: str, shared: Shared, given: set[str]) -> list[Line]:
    """Give an answer line by line, and mark where the runs stand that both have."""
    tokens = normalised(source, given)
    marked = {
        token.line
        for mark, places in fingerprints(tokens).items()
        if mark in shared.prints
        for start in places
        for token in tokens[start : start + RUN]
    }
    return [Line(text, number in marked) for number, text in enumerate(source.split("\n"))]
