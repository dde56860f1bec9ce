import functools

import numpy as np

from selfcheck.memory import Memory

# ruff: noqa: B006

seen: dict[int, int] = {}
calls = 0
table = np.zeros(2)


def by_default(x, found=[]):
    found.append(x)
    return found


def outside(x):
    global calls
    calls += 1
    seen[x] = calls
    return inner(x)


def inner(x):
    table[0] += x
    return table


def with_attribute(x):
    with_attribute.last = x
    return x


with_attribute.last = None


class Shelf:
    first = None


def on_a_class(x):
    Shelf.first = Shelf.first or x
    return Shelf.first


def later(x):
    later.kept = x
    return x


@functools.cache
def cached(x):
    return x


def pure(x):
    return [x, len(seen)]


def changed_by(function):
    memory = Memory(function)
    function(3)
    names = memory.changed()
    memory.restore()
    assert memory.changed() == []
    return names


def test_what_a_call_leaves_behind_is_named_and_put_back():
    assert changed_by(by_default) == ["found"]
    assert by_default.__defaults__ == ([],)
    assert sorted(changed_by(outside)) == ["calls", "seen", "table"]
    assert (seen, calls, table.tolist()) == ({}, 0, [0.0, 0.0])
    assert changed_by(with_attribute) == ["with_attribute.last"]
    assert changed_by(cached) == ["functools.cache"]
    assert (changed_by(on_a_class), Shelf.first) == (["Shelf.first"], None)
    assert (changed_by(later), vars(later)) == (["later.kept"], {})


def test_of_an_enclosing_function_too():
    kept = []

    def keeper(x):
        kept.append(x)

    assert changed_by(keeper) == ["kept"]
    assert kept == []


def test_a_function_that_keeps_nothing_has_no_memory():
    assert changed_by(pure) == []
    assert changed_by(abs) == []
