"""Which parts of a result are objects: of `model, score = learn(xs)` the first one, and never the second.

Where the course's solution gives an object, a student's may arrive. Of a tuple or dictionary that holds
objects beside values the record says which is which, `test3:learn()=object 0`, `=value 1`: what is a value
there arrives as plain data, or opaque. A part that was both may be both; None is neither. In: what the record
says, and answers made to fit it before they are decoded. Left out: lists of the solution, whose parts are all
alike.
"""

from collections.abc import Callable, Iterator
from typing import Any

from nbjudge.judge import standins

OBJECT, VALUE = "object", "value"
NOT_AN_OBJECT = "p"  # the tag in the place of an object's, `h`
_MOST = 32


def kinds_of(result: object) -> Iterator[str]:
    """Say for each part of a result whether it is an object, if any is and others are not.

    >>> list(kinds_of((1, "a"))), list(kinds_of([1]))
    ([], [])
    """
    parts = dict(_named(result))
    objects = {name for name, part in parts.items() if _holds_object(part)}
    values = {name for name, part in parts.items() if part is not None and name not in objects}
    if objects and values:
        yield from (f"{OBJECT} {name}" for name in objects)
        yield from (f"{VALUE} {name}" for name in values)


def fitted(tree: object, expects: Callable[[str], bool]) -> Any:
    """Return the tree of a result in which no part is an object that the record knows as a value."""
    if type(tree) is not list or len(tree) < 2:
        return tree
    tag, *rest = tree
    if tag in ("t", "l") and type(rest[0]) is list:  # where a tuple is expected, a list does as well
        return [tag, [_fit(part, str(number), expects) for number, part in enumerate(rest[0])]]
    if tag == "d" and len(rest) == 2 and type(rest[0]) is type(rest[1]) is list:
        names, parts = rest
        named = [name if type(name) is str else "" for name in names] + [""] * (len(parts) - len(names))
        return [tag, names, [_fit(part, name, expects) for name, part in zip(named, parts, strict=False)]]
    return tree


def _fit(tree: object, name: str, expects: Callable[[str], bool]) -> Any:
    if type(tree) is not list or not expects(f"{VALUE} {name}") or expects(f"{OBJECT} {name}"):
        return tree
    return _without_objects(tree)


def _without_objects(tree: object, depth: int = 0) -> Any:
    """Take a tree's objects for values; what is neither list nor tuple nor dictionary holds none."""
    if type(tree) is not list or len(tree) < 2 or depth > _MOST:
        return tree
    tag, *rest = tree
    if tag == "h":
        return [NOT_AN_OBJECT, *rest]
    if tag in ("l", "t", "d") and type(rest[-1]) is list:
        return [tag, *rest[:-1], [_without_objects(part, depth + 1) for part in rest[-1]]]
    return tree


def _named(result: object) -> Iterator[tuple[str, object]]:
    if type(result) is tuple and len(result) <= _MOST:
        yield from ((str(number), part) for number, part in enumerate(result))
    elif type(result) is dict and len(result) <= _MOST and all(type(name) is str for name in result):
        yield from ((name, part) for name, part in result.items() if name.isidentifier())


def _holds_object(part: object, depth: int = 0) -> bool:
    if type(part) in (list, tuple, dict) and depth < _MOST:
        parts = part.values() if isinstance(part, dict) else part
        return any(_holds_object(one, depth + 1) for one in parts)  # type: ignore[attr-defined]
    return standins.is_standin(part)
