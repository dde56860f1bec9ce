"""Which cells of a notebook no mark depends on: pictures, experiments, printed examples.

Tests and answers count. So does every cell
    that binds a name which one that counts reads, from a function too;
    that uses data which one that counts has as well, for it may change them;
    that may have an effect besides (`effects`): a file, a setting, a magic, seeded random numbers;
    that only defines something, for that costs nothing.
The first two count only before the last cell that does. What is left is an illustration. Where code can read
any name, every cell counts.

A student's own cells are read like given ones, but those beside an answer that a person marks count always:
they may be part of it. It is decided for each submission, by what its answers read, and no cell that the
course's own answers need is ever left out.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from nbjudge.execution import effects
from nbjudge.execution.cell_text import Text, read
from nbjudge.execution.effects import Namespace, Reach, sees_all
from nbjudge.tasks import Cell

_WORD = re.compile(r"[^\W\d]\w*")
_TELLS_OF_FIGURES = frozenset(
    ("axes", "fig", "figure", "gca", "gcf", "get_fignums", "matplotlib", "plt", "pyplot", "seaborn", "sns")
)


def illustrations(cells: Sequence[Cell], own: Iterable[str] = ()) -> frozenset[str]:
    """Name the cells that need not be run for the marks; `own` are packages that the course answers for.

    >>> cells = [
    ...     Cell("g", "given", "X = [1, 2]\\nprint(f(X))"),
    ...     Cell("a", "answer", "def f(x): return x", reference="def f(x): return x"),
    ...     Cell("t", "test", "assert f(2) == 2", 1.0),
    ... ]
    >>> sorted(illustrations(cells))
    ['g']
    """
    packages = frozenset(own)
    courses = tuple(
        replace(cell, source=cell.reference or cell.source) for cell in cells if cell.kind != "extra"
    )
    submitted = _left_out(tuple(cells), packages)
    extra = {cell.id for cell in cells if cell.kind == "extra"}
    return submitted & (_of_course(courses, packages) | extra)


@lru_cache(maxsize=64)
def _of_course(cells: tuple[Cell, ...], own: frozenset[str]) -> frozenset[str]:
    return _left_out(cells, own)


def _left_out(cells: tuple[Cell, ...], own: frozenset[str]) -> frozenset[str]:
    code = [cell for cell in cells if cell.kind != "text" and cell.source.strip()]
    texts = {cell.id: read(cell.source) for cell in code}
    namespace = Namespace(list(texts.values()), own)
    always = _beside_hand_marked(cells)
    seeded = any(map(effects.SEEDS.search, _words(texts[cell.id] for cell in code if cell.kind != "test")))
    figures = any(_tells_of_figures(texts[cell.id]) for cell in code if cell.kind == "test")
    counting = {cell.id: texts[cell.id] for cell in code if cell.kind in ("answer", "test")}
    waiting: dict[str, Reach] = {}
    for cell in code:
        if cell.id in counting:
            continue
        text, reach = texts[cell.id], namespace.reach(cell.source, texts[cell.id])
        drawn = figures and bool(reach.libraries & (effects.FIGURES | own))
        if text.only_defines or reach.doubt or cell.id in always or (seeded and reach.draws) or drawn:
            counting[cell.id] = text
        else:
            waiting[cell.id] = reach
    tests = " ".join(cell.source for cell in code if cell.kind == "test")
    return _not_needed(texts, counting, waiting, frozenset(_WORD.findall(tests)))


def _not_needed(
    texts: dict[str, Text],
    counting: dict[str, Text],
    waiting: dict[str, Reach],
    spoken_of: frozenset[str],
) -> frozenset[str]:
    """Let what counts draw in what it needs, until nothing more is drawn in.

    Whatever the words of a test name is needed: what a test calls may look for a name by its text.
    """
    last = max((place for place, name in enumerate(texts) if name in counting), default=-1)
    early = {name for place, name in enumerate(texts) if place < last}
    while True:
        if any(sees_all(text) for text in counting.values()):
            return frozenset()
        read = spoken_of.union(*(text.read for text in counting.values()))
        helpers = _own_helpers(list(counting.values())) - spoken_of
        read -= helpers
        known = read.union(*(text.bound for text in counting.values())) - helpers
        found = [
            name
            for name, reach in waiting.items()
            if name in early and (texts[name].bound & read or reach.data & known)
        ]
        if not found:
            return frozenset(waiting)
        for name in found:
            counting[name] = texts[name]
            del waiting[name]


def _own_helpers(counting: list[Text]) -> frozenset[str]:
    """Name the functions that every cell which reads or binds them defines for itself.

    Whatever else has such a name, as the result of an illustration may, those cells do not mean it.
    """
    defined = frozenset[str]().union(*map(_defined_by, counting))
    return defined.difference(*((text.read | text.bound) - _defined_by(text) for text in counting))


def _defined_by(text: Text) -> frozenset[str]:
    return frozenset(node.name for node in text.definitions) if text.only_defines else frozenset()


def _words(texts: Iterable[Text]) -> Iterable[str]:
    return (word for text in texts for word in text.words)


def _tells_of_figures(test: Text) -> bool:
    return not _TELLS_OF_FIGURES.isdisjoint(word.lstrip(".@") for word in test.words)


def _beside_hand_marked(cells: tuple[Cell, ...]) -> frozenset[str]:
    """Name the student's own cells between whose neighbours that give points a person marks one."""
    found: set[str] = set()
    since: list[str] = []
    by_hand = False
    for cell in cells:
        if cell.kind == "extra":
            since.append(cell.id)
        elif cell.manual or cell.kind in ("answer", "test"):
            found |= set(since) if by_hand or cell.manual else set()
            since, by_hand = [], cell.manual
    return frozenset(found | (set(since) if by_hand else set()))
