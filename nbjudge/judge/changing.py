"""Which objects may a test change in place, and by which names can it get at them?

`xs.append(3)` says so itself. So do other names for the same object, or for a part of it: `ys = xs`,
`for row in xs`, the parameter of a function that the cell defines. What is said too often costs time only;
what is not said, a change that the student's process does not learn of. In: analysis of the text alone, and
the values that these names have now.
"""

import ast
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import FrameType
from typing import Any

from nbjudge.course import syntax
from nbjudge.judge import source

_METHODS = source.FILLING | {
    *("appendleft", "extendleft", "popleft", "popitem", "reverse", "rotate", "discard", "subtract"),
    *("intersection_update", "difference_update", "symmetric_difference_update"),
    *("resize", "put", "itemset", "setfield"),
}
_FUNCTIONS = frozenset(  # that change their first argument
    [
        *("copyto", "place", "put", "putmask", "put_along_axis", "fill_diagonal", "shuffle"),
        *("setitem", "delitem", "setattr", "delattr", "iadd", "isub", "imul", "iconcat", "ior", "iand"),
        *("heappush", "heappop", "heapify", "heapreplace", "heappushpop", "insort", "insort_left"),
        "insort_right",
    ]
)
_IN_PLACE = frozenset(["out", "inplace"])
_LOOPS = (ast.For, ast.AsyncFor, ast.comprehension)
_DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.Constant, ast.BinOp)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(frozen=True)
class Changing:
    """What a cell may change in place."""

    results: bool = False  # of calls
    names: frozenset[str] = frozenset()  # by which the test can get at them

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return self.results or bool(self.names)

    def values(self, globals: Mapping[str, Any]) -> list[Any]:
        """Return what these names stand for now: in the cell, and in those of its functions that run."""
        found = [dict.__getitem__(globals, name) for name in self.names if dict.__contains__(globals, name)]  # type: ignore[index]
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if frame.f_globals is globals and frame.f_code.co_name != "<module>":
                found += [value for name, value in frame.f_locals.items() if name in self.names]
            frame = frame.f_back
        return found


@lru_cache(maxsize=512)
def changing(text: str) -> Changing:
    """Read what a cell may change in place.

    >>> changing("xs = [1]; f(xs); xs.append(1)"), changing("f().append(2)").results
    (Changing(results=False, names=frozenset({'xs'})), True)
    >>> sorted(changing("for row in xs: row.append(1)").names)
    ['row', 'xs']
    """
    parts = syntax.parts(source.parse(text) or ast.Module([], []))
    unnamed, seeds = _changed(parts)
    functions = _functions(parts)
    names = _reachable(seeds, [linked for part in parts for linked in _links(part, functions)])
    bound = {part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    suspected = (seeds | (names & bound)) - _made_here(parts)
    return Changing(unnamed or bool(suspected), frozenset(names))


def _changed(parts: list[ast.AST]) -> tuple[bool, set[str]]:
    """Return whether something without a name is changed, and what else is, by the names in the text."""
    counters = {name for part in parts for name in _numbers(part)}
    unnamed, seeds = False, set()
    for part in parts:
        for target in _targets(part):
            while isinstance(target, (ast.Subscript, ast.Attribute, ast.Starred)):
                target = target.value
            if isinstance(target, ast.Name):
                seeds |= {target.id} - (counters if isinstance(part, ast.AugAssign) else set())
            unnamed = unnamed or isinstance(target, ast.Call)
    return unnamed, seeds


def _targets(part: ast.AST) -> Iterator[ast.expr]:
    """Go through the expressions whose objects a part of the text changes."""
    if isinstance(part, (ast.Subscript, ast.Attribute)) and not isinstance(part.ctx, ast.Load):
        yield part.value
    elif isinstance(part, ast.AugAssign):
        yield part.target
    elif isinstance(part, ast.Call):
        called = part.func.attr if isinstance(part.func, ast.Attribute) else getattr(part.func, "id", "")
        in_place = [keyword.value for keyword in part.keywords if keyword.arg in _IN_PLACE]
        if isinstance(part.func, ast.Attribute) and (called in _METHODS or in_place):
            yield part.func.value
        if called in _FUNCTIONS:
            yield from part.args[:1]
        yield from in_place


def _numbers(part: ast.AST) -> Iterator[str]:
    """Name what begins as a number: to add to it changes nothing."""
    if isinstance(part, ast.Assign) and isinstance(part.value, ast.Constant):
        yield from (target.id for target in part.targets if isinstance(target, ast.Name))


def _functions(parts: list[ast.AST]) -> dict[str, set[str]]:
    """Return the parameters of the functions that the cell defines, by their names."""
    found: dict[str, set[str]] = {}
    for part in parts:
        if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found[part.name] = _parameters(part.args)
        elif isinstance(part, ast.Assign) and isinstance(part.value, ast.Lambda):
            made = _parameters(part.value.args)
            found |= {name: made for target in part.targets for name in _names(target)}
    return found


def _parameters(arguments: ast.arguments) -> set[str]:
    return {part.arg for part in syntax.parts(arguments) if isinstance(part, ast.arg)}


def _links(part: ast.AST, functions: Mapping[str, set[str]]) -> Iterator[set[str]]:
    """Give sets of names that may stand for one object, or for one and a part of it."""
    if isinstance(part, (ast.Assign, ast.NamedExpr, ast.AnnAssign)):
        targets = part.targets if isinstance(part, ast.Assign) else [part.target]
        yield {name for side in (*targets, part.value) for name in _names(side)}
    elif isinstance(part, _LOOPS):
        yield _names(part.target) | _names(part.iter)
    elif isinstance(part, ast.withitem):
        yield _names(part.optional_vars) | _names(part.context_expr)
    elif isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id in functions:
        given = (*part.args, *(keyword.value for keyword in part.keywords))
        yield functions[part.func.id] | {name for argument in given for name in _names(argument)}


def _names(node: ast.AST | None) -> set[str]:
    """Name what an expression may give, or hold: not the functions that it calls by their name."""
    if node is None:
        return set()
    parts = syntax.parts(node)
    called = {id(part.func) for part in parts if isinstance(part, ast.Call)}
    return {part.id for part in parts if isinstance(part, ast.Name) and id(part) not in called}


def _reachable(seeds: set[str], links: list[set[str]]) -> set[str]:
    found = set(seeds)
    while more := [linked for linked in links if linked & found and not linked <= found]:
        found = found.union(*more)
    return found


def _made_here(parts: list[ast.AST]) -> set[str]:
    """Name what the cell makes itself, wherever it binds the name: what is written down, or a module's."""
    made, other = set[str](), set[str]()
    for part in parts:
        if isinstance(part, ast.Assign):
            for target in part.targets:
                own = isinstance(target, ast.Name) and _is_made_here(part.value)
                (made if own else other).update(_names(target))
        elif isinstance(part, (*_LOOPS, ast.NamedExpr)):
            other |= _names(part.target)
    return made - other


def _is_made_here(value: ast.expr) -> bool:
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Attribute) and isinstance(value.func.value, ast.Name)
    return isinstance(value, (*_DISPLAYS, *_COMPREHENSIONS))
