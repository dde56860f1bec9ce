"""Which object here is which in the student's process: what has crossed during a test cell, either way.

The other side numbers the parts of a value that may change; so what is one object there is known to be one
here, and what a test writes into it is told before the next request.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nbjudge.inside import codec, contents
from nbjudge.judge import arguments, kinds
from nbjudge.judge.digests import digest_of, parts_of

if TYPE_CHECKING:
    from nbjudge.judge.student import Student

_OBJECT_AGAIN = "object again"  # in the golden record: an object of a given class that was there before


@dataclass
class Met:
    """Something that has crossed, and what it was when it last came from the student's process."""

    value: Any
    content: bytes
    came: str  # "handed" to the student's code by the test, as a "result" of it, or under a "name"


class Crossed:
    """What has crossed: each object as it was met first, and the copy of it that came last."""

    def __init__(self, student: "Student") -> None:
        """Begin with nothing."""
        self.student = student
        self.results_change = False  # by the test, in place
        self.last: object = None  # that came
        self._first: dict[int, Met] = {}  # by their numbers
        self._copies: dict[int, Met] = {}
        self._numbers: dict[int, int] = {}  # of both, by id

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return bool(self._first)

    def handed(self, serials: object, sent: arguments.Sent, changing: list[Any]) -> None:
        """Remember which numbers the other side gave to what it was handed."""
        watched = _watched(sent, changing)
        for serial, value in zip(serials if type(serials) is list else (), sent.encoder.shared, strict=False):
            if type(serial) is int and type(value) is not tuple:
                watches = self.student.strictly or id(value) in watched
                self._meet(serial, Met(value, digest_of(value) if watches else b"", "handed"))

    def changed_by_test(self, sent: arguments.Sent, values: list[Any]) -> Mapping[str, Any]:
        """Say what the test has made of objects that crossed before: whoever kept them has the same ones.

        Those that did not change go along as numbers, for what lies in another object stays that object.
        """
        last = [self.last] if id(self.last) in self._numbers else []
        parts = [part for value in _apart([*values, *last]) for part in parts_of(value)]
        met = {serial: part for part in parts if (serial := self._numbers.get(id(part))) is not None}
        known = [met[serial] for serial in sorted(met)]
        changed = [self._has_changed(serial, met[serial]) for serial in sorted(met)]
        if not any(changed):
            return {}
        try:
            told = self.student.sender.contents(sent, known, changed)
        except (codec.MalformedError, codec.TooLargeError, RecursionError, TypeError, RuntimeError):
            return {}  # what the test has put into it cannot be handed over
        return {"kept": [sorted(met), told]}

    def _has_changed(self, serial: int, part: object) -> bool:
        """Return whether the test has changed it since the other side last heard of it."""
        met = self._first[serial] if self._first[serial].value is part else self._copies[serial]
        before, now = met.content, digest_of(part) if met.content else b""
        met.content = now
        return now != before

    def same(self, serials: list[Any], index: int, value: object, place: str, named: bool) -> object:
        """Return the object that is here already under this number.

        Whoever asks twice for a name gets what it is now; else it is a doubt, for a test may have changed
        the object, or ask whether there are two. Then it is that one, as the test or the student left it.
        Where the course's solution gives it again as well, each time a copy comes.
        """
        if index >= len(serials) or type(serials[index]) is not int:
            raise codec.MalformedError("not numbered")
        content = digest_of(value) if self.student.strictly or self.results_change else b""
        new = Met(value, content, "name" if named else "result")
        known = self._meet(serials[index], new)
        if known.value is value or type(known.value) is not type(value):
            return value
        same = digest_of(known.value) == digest_of(value)
        if named and (same or known.came == "name"):
            return known.value if same else value
        arrivals, kind = kinds.Arrivals(self.student, place), kinds.AGAIN
        if type(value).__name__ not in kinds.CHANGEABLE:
            kind = _OBJECT_AGAIN if hasattr(value, "__dict__") else ""
        elif arrivals.in_doubt(kind):
            return _as_it_is_now(known, value)
        if self.results_change and kind and arrivals.admits(kind):
            self._copy(serials[index], new)
        return value

    def _meet(self, serial: int, new: Met) -> Met:
        known = self._first.setdefault(serial, new)
        self._numbers.setdefault(id(known.value), serial)
        return known

    def _copy(self, serial: int, new: Met) -> None:
        """Remember the copy that came last: what the test writes into it, it writes into the object."""
        before = self._copies.get(serial)
        if before is not None:
            self._numbers.pop(id(before.value), None)
        self._copies[serial] = new
        self._numbers[id(new.value)] = serial


def _as_it_is_now(known: Met, value: object) -> object:
    """Return an object that came back, with what the test has written into it, or the student's code.

    What is the test's own stays its own: nothing is written into it, and it is no result.
    """
    content = digest_of(value)
    if known.came == "handed":
        return kinds.copy(known.value) if content == known.content else value
    if content != known.content:
        contents.update(known.value, value)
        known.content = content
    return known.value


def _watched(sent: arguments.Sent, values: list[Any]) -> set[int]:
    """Return the ids of what was handed over and the test may change later."""
    if not sent.encoder.shared:
        return set()
    return {id(part) for value in _apart(values) for part in parts_of(value)}


def _apart(values: list[Any]) -> list[Any]:
    """Return each of these objects once."""
    return list({id(value): value for value in values}.values())
