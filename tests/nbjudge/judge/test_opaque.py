"""Any object graph that a student returns is opaque, unless the record says otherwise."""

import socket
import threading
import time
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nbjudge.inside import calls, codec, frames
from nbjudge.judge import standins
from nbjudge.judge.places import Places
from nbjudge.judge.student import Student


class Evil:
    """Claims to be whatever it is asked for."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        return 3

    def __getattr__(self, name: str) -> Any:
        return self


class EvilFloat(float):
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = float.__hash__


class EvilArray(np.ndarray):  # type: ignore[type-arg]
    pass


class EvilMeta(type):
    def __eq__(cls, other: object) -> bool:
        return True

    __hash__ = type.__hash__


class EvilClass(metaclass=EvilMeta):
    pass


EVIL = [
    Evil(),
    EvilFloat(3),
    np.zeros(3).view(EvilArray),
    EvilClass,
    EvilClass(),
    Evil,
    print,
    eval,
    lambda: 0,
    object(),
]
OBJECTS = st.integers(0, len(EVIL) - 1).map(EVIL.__getitem__)  # Hypothesis itself would ask them
GRAPHS = st.recursive(
    OBJECTS | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda parts: (
        st.lists(parts, max_size=4)
        | st.tuples(parts)
        | st.dictionaries(st.text(max_size=2), parts, max_size=3)
    ),
    max_leaves=8,
)
PLAIN = {int, float, str, bool, type(None)}


def answer(value: Any, places: Places) -> Any:
    """Return what arrives in the judge when a student's name has this value."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        session = calls.Session(theirs, {"x": value})
        request = {"op": "fetch", "nonce": "n", "name": "x", "arguments": None}
        serving = threading.Thread(target=session._answer, args=(request, []))
        serving.start()
        student = Student(ours, places, "t", time.monotonic() + 5)
        message, buffers = student._wait("n", "t:x")
        serving.join()
        return student._read(message, buffers, student.sender.encode(None), "t:x", ("fetch", "x"))


def leaves(value: Any) -> list[Any]:
    if type(value) in (list, tuple):
        return [leaf for part in value for leaf in leaves(part)]
    if type(value) is dict:
        return [leaf for part in value.values() for leaf in leaves(part)]
    return [value]


@settings(max_examples=60, deadline=None)
@given(GRAPHS)
def test_every_object_is_opaque_or_plain_data_at_a_place_that_is_not_recorded(value: Any) -> None:
    kinds = {type(leaf) for leaf in leaves(answer(value, Places(frozenset())))}
    assert kinds <= PLAIN | {standins.Opaque, standins.Items, np.ndarray}


@settings(max_examples=60, deadline=None)
@given(GRAPHS)
def test_a_handle_arrives_at_a_recorded_place_only(value: Any) -> None:
    places = Places(frozenset({"t:x"}))
    kinds = {type(leaf) for leaf in leaves(answer(value, places))}
    assert kinds <= PLAIN | standins.HANDLES
    assert places.met <= {"t:x"}


def test_an_opaque_object_equals_nothing_and_holds_nothing() -> None:
    opaque = answer(Evil(), Places(frozenset()))
    assert repr(opaque) == "<object of class Evil>"
    assert opaque != 3
    assert not np.array_equal(opaque, [1, 2, 3])
    assert not hasattr(opaque, "value")
    assert not callable(opaque)
    assert not isinstance(opaque, (int, float, str, list))
    for use in (
        bool,
        len,
        iter,
        float,
        int,
        lambda o: o[0],
        lambda o: o + 1,
        lambda o: o < 1,
        lambda o: np.sin(o),
    ):
        with pytest.raises(TypeError):
            use(opaque)  # type: ignore[operator]


def test_a_name_made_up_by_the_student_is_made_harmless() -> None:
    hostile = type("<script>\n10 " * 50, (), {})
    shown = repr(answer(hostile(), Places(frozenset())))
    assert shown == "<object of class " + ("script10" * 8)[: len(shown) - 18] + ">"
    assert len(shown) < 80


TREES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda parts: (
        st.lists(parts, max_size=4)
        | st.dictionaries(
            st.sampled_from(["class", "lineage", "kind", "plain", "text", "number"]), parts, max_size=4
        )
        | st.tuples(
            st.sampled_from(
                ["h", "cb", "rng", "lib", "given", "big", "mine", "l", "d", "k", "v", "r", "exc"]
            ),
            parts,
            parts,
        ).map(list)
    ),
    max_leaves=10,
)


@settings(max_examples=300, deadline=None)
@given(
    st.fixed_dictionaries(
        {},
        optional={"value": TREES, "error": TREES, "changed": TREES, "printed": TREES, "missing": TREES},
    )
)
def test_no_forged_answer_does_more_than_end_the_conversation(message: dict[str, Any]) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        student = Student(ours, Places(frozenset()), "t", time.monotonic() + 5)
        mine = [1, 2]
        frames.send(theirs, {"nonce": "n", **message})
        arrived, buffers = student._wait("n", "t:x")
        try:
            value = student._read(arrived, buffers, student.sender.encode(mine), "t:x", ("fetch", "x"))
        except Exception as error:
            assert not isinstance(error, (AttributeError, UnboundLocalError, RecursionError)), error  # noqa: PT017
            return
        assert not {type(leaf) for leaf in leaves(value)} & standins.HANDLES


def test_an_object_cannot_be_asked_after_its_test_cell() -> None:
    ours, theirs = socket.socketpair()
    with theirs:
        earlier = Student(ours, Places(), "t1", time.monotonic() + 5)
        handle = earlier._object("t1:x", 0, {"kind": "function", "class": "function"})
        ours.close()
        with pytest.raises((RuntimeError, OSError)):
            handle(3)
        one, other = socket.socketpair()
        with one, other:
            later = Student(one, Places(), "t2", time.monotonic() + 5)
            with pytest.raises(RuntimeError, match="earlier test cell"):
                later.sender.encode([handle])


def test_too_many_objects_are_refused() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        student = Student(ours, Places(), "t", time.monotonic() + 5)
        with pytest.raises(codec.MalformedError):
            student._object("t:x", 1 << 40, {})
