# ruff: noqa: D105 - the methods that Python calls say by their names what they do
"""The namespace of a test cell: whose is a name, and what does it stand for right now?

In: which names are the course's own and live here, which come from the student; fetching, reading again after
a call, carrying over what a test binds or deletes. Names belong to the course: a student can give only those
which its solution cells bind, never a built-in or an import of a given cell, whatever the submission binds.
"""

import builtins
import random
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from nbjudge.inside import chance, codec, contents
from nbjudge.judge import changing, patches, standins
from nbjudge.judge.digests import digest_of

if TYPE_CHECKING:
    from nbjudge.judge.student import Student

_UNKNOWN = object()
_MARK = 0.5


class AsksForStudent(BaseException):
    """A statement of a given cell needs a name of the student: it cannot be run here."""


class TestGlobals(dict[str, Any]):
    """What a test cell runs in; asked by Python for each name that is not here, before the built-ins."""

    __test__ = False  # no test of ours

    def __init__(self) -> None:
        """Begin with nothing of anybody."""
        super().__init__()
        self.students: set[str] = set()  # names that come from the student's process
        self.given: set[str] = set()  # names that given cells bound here
        self.left: set[str] = set()  # that given cells bound to what has to live in the student's process
        self.read_by_course: set[str] = set()  # globals that solution or given cells read
        self.fetched: Fetched | None = None  # during a test cell
        self.again: Callable[[], Student | None] = lambda: None
        self.bound: dict[str, Any] = {}  # by this test cell, not yet told
        self.deleted: set[str] = set()  # by this test cell
        self.untold: set[str] = set()  # deleted, not yet told
        self.written: set[str] = set()  # by the statement or cell that runs
        self.from_text: set[str] = set()  # bound by test cells to which the student's process gave text
        self.state: ProcessState | None = None
        self.changing = changing.Changing()  # which objects the cell changes

    def begin(self, student: "Student", cell: str, again: "Callable[[], Student | None]") -> None:
        """Begin a test cell with this text; `again` gives another process after one that took too long."""
        self.state = ProcessState(cell, self)
        self.again = again
        self.bound, self.deleted, self.untold, self.written = {}, set(), set(), set()
        self.changing = changing.changing(cell)
        self._meet(student)

    def _meet(self, student: "Student") -> None:
        self.fetched = Fetched(student)
        student.before = self.news
        student.changing = self._changing if self.changing else None
        student.crossed.results_change = self.changing.results
        student.sender.names = self.fetched
        student.sender.given = {name: dict.get(self, name) for name in self.given}

    def _changing(self) -> list[Any]:
        """Return the objects that the cell changes in place, as far as they have names."""
        return self.changing.values(self)

    def _current(self) -> "Fetched":
        """Return where names are fetched: another process, if the one before took too long."""
        assert self.fetched is not None
        if self.fetched.student.timed_out and (student := self.again()) is not None:
            self._meet(student)
            written = {name: dict.__getitem__(self, name) for name in self.written & self.mine()}
            self.bound = {name: value for name, value in written.items() if self._is_told(name, value)}
            self.untold = set(self.deleted)
            if self.state is not None:
                self.state.forget()
        return self.fetched

    def end(self) -> dict[str, Any]:
        """End a test cell; return what it bound that later cells of the course read."""
        carried = {}
        told = self.fetched is not None and self.fetched.student.told_text
        self.from_text = self.from_text | self.written if told else self.from_text - self.written
        for name in self.written & self.mine():
            value = dict.__getitem__(self, name)
            if name in self.read_by_course and not standins.is_standin(value):
                carried[name] = value
            if name in self.students:
                dict.__delitem__(self, name)
        self.fetched = None
        return carried

    def mine(self) -> set[str]:
        """Return the names that are here, without asking the student for others."""
        return set(dict.__iter__(self))

    def news(self) -> dict[str, Any]:
        """Return what the student's process has to know before the next request."""
        news: dict[str, Any] = {}
        if self.bound:
            news["bind"], self.bound = self.bound, {}
        if self.state is not None:
            news |= self.state.news()
        if self.untold:
            news["delete"], self.untold = sorted(self.untold), set()
        return news

    def __missing__(self, name: str) -> object:
        if name not in self.students or name in self.deleted:
            raise KeyError(name)
        if self.fetched is None:
            raise AsksForStudent(name)
        fetched = self._current()
        if name in self.left:  # the course's own, but what it says is said by the student's process
            fetched.student.weaker = True
        return fetched.value(name)

    def __setitem__(self, name: str, value: object) -> None:
        super().__setitem__(name, value)
        self.written.add(name)
        self.deleted.discard(name)
        self.untold.discard(name)
        if self.fetched is not None and self._is_told(name, value):
            self.bound[name] = value

    def _is_told(self, name: str, value: object) -> bool:
        """Return whether the student's process learns of what a test binds to a name.

        What the course's own cells read, and a function in the place of one of the student's: an answer may
        call another in ways that the solution does not. Not a result that only shares its name with one.
        """
        return name in self.read_by_course or (name in self.students and callable(value))

    def __delitem__(self, name: str) -> None:
        mine = dict.__contains__(self, name)
        if not mine:
            self[name]
        if mine:
            super().__delitem__(name)
        if name in self.students or name in self.read_by_course:
            self.deleted.add(name)
            self.untold.add(name)
            self.bound.pop(name, None)

    def __contains__(self, name: object) -> bool:
        if dict.__contains__(self, name):
            return True
        if self.fetched is None or name not in self.students or name in self.deleted:
            return False
        return self._current().value(str(name), _UNKNOWN) is not _UNKNOWN

    def get(self, name: str, default: object = None) -> object:
        """Return a name's value, the student's too."""
        try:
            return self[name]
        except KeyError:
            return default

    def keys(self) -> Any:
        """Return all names, the student's too."""
        return dict.fromkeys(
            [*dict.__iter__(self), *(name for name in sorted(self.students) if name in self)]
        ).keys()

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())


class ProcessState:
    """What a test may change in its process rather than in its names: random state, `input`, libraries.

    Random state goes one way: never back, for a state chosen by the student would decide what the test draws.
    """

    def __init__(self, cell: str, names: dict[str, object]) -> None:
        """Begin a test cell; the random state costs time, and matters only if the text speaks of it."""
        self.random = "random" in cell or "seed" in cell
        self.input = self._own_input = builtins.input
        self.last = _marked(_states()) if self.random else {}
        self.patches = patches.Patches(cell, names)

    def forget(self) -> None:
        """Tell everything again: there is another process to tell."""
        self.last, self.input = {}, self._own_input
        self.patches.forget()

    def news(self) -> dict[str, Any]:
        """Return what has changed since the last request."""
        news: dict[str, Any] = {}
        if builtins.input is not self.input:
            self.input = builtins.input
            news["input"] = None if self.input is self._own_input else self.input
        if patched := self.patches.news():
            news["patches"] = patched
        if self.random:
            states, before = _states(), self.last
            self.last = _marked(states)
            changed = {key: state.drawn for key, state in states.items() if state != before.get(key)}
            if changed:
                news["random"] = changed
        return news


class RandomState(NamedTuple):
    """The state of a generator, and how often somebody has given it a seed."""

    drawn: Any
    seeds: int = 0


def _states() -> dict[str, RandomState]:
    numpy: Any = sys.modules.get("numpy")
    states = {"python": RandomState(random.getstate(), chance.seeds())}
    if numpy is not None:
        kind, keys, *rest = numpy.random.get_state()
        states["numpy"] = RandomState((kind, keys.tolist(), *rest))
    return states


def _marked(states: dict[str, RandomState]) -> dict[str, RandomState]:
    """Mark NumPy's state, which does not count seeds: one that is set again shows, though it is the same.

    What is kept of a pair of normal draws means nothing while there is none; a seed sets it to 0.
    """
    if "numpy" not in states:
        return states
    kind, keys, place, has_normal, normal = states["numpy"].drawn
    if not has_normal and normal != _MARK:
        sys.modules["numpy"].random.set_state((kind, keys, place, 0, _MARK))
        return states | {"numpy": RandomState((kind, keys, place, 0, _MARK))}
    return states


class Known(NamedTuple):
    """A value that was fetched, and what tells whether it still holds."""

    value: Any
    calls: int  # that went before
    digest: bytes
    serial: int | None  # of the object at the other side


class Fetched(Mapping[int, str]):
    """The values of the student's names during one test cell; by their id, the names that they have there."""

    def __init__(self, student: "Student") -> None:
        """Begin with none."""
        self.student = student
        self._values: dict[str, Known] = {}
        self._names: dict[int, str] = {}

    def value(self, name: str, default: object = None) -> object:
        """Return a name's value, read again if a call may have changed it, or raise KeyError."""
        known = self._values.get(name)
        if known is not None and (known.calls == self.student.calls or _is_fixed(known.value)):
            return known.value
        try:
            value = self.student.request("fetch", f"{self.student.cell}:{name}", name=name)
        except KeyError:
            if default is None:
                raise KeyError(name) from None
            return default
        digest, serial = digest_of(value), self.student.serial
        if known is not None and type(known.value) is type(value) and not standins.is_standin(value):
            other = None not in (known.serial, serial) and known.serial != serial
            value = value if other else self._again(known, value, digest)
        self._values[name] = Known(value, self.student.calls, digest, serial)
        if type(value) not in (tuple, str) and not standins.is_standin(value):
            self._names[id(value)] = name
        return value

    def _again(self, known: Known, value: object, digest: bytes) -> object:
        """Keep the object that the test has, with the content that it has now."""
        if digest != known.digest:
            contents.update(known.value, value)
            return known.value if digest_of(known.value) == digest else value
        return known.value

    def __getitem__(self, identity: int) -> str:
        name = self._names[identity]
        known = self._values[name]
        if digest_of(known.value) != known.digest:  # the test changed it: its content has to be sent
            raise KeyError(identity)
        return name

    def __iter__(self) -> Iterator[int]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def keepable(value: object, given: Mapping[str, object]) -> bool:
    """Return whether what a given cell bound can live here: a module, function, class or plain value.

    Connections, figures, files and pools belong to the student's side: there can be only one of them.
    """
    try:
        codec.Encoder(lambda encoder, other: _kept(encoder, other, given)).encode(value)
    except (codec.TooLargeError, codec.MalformedError, RecursionError, TypeError, ValueError):
        return False
    return True


def _kept(encoder: codec.Encoder, value: object, given: Mapping[str, object]) -> codec.Tree:
    kind = type(value)
    simple = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType)
    if isinstance(value, simple) or kind.__name__ in (
        "ufunc",
        "partial",
        "Pattern",
        "Generator",
        "RandomState",
        "Random",
    ):
        return None
    if (
        kind.__module__ in ("typing", "types")
        or given.get(kind.__name__) is kind
        or kind.__name__ == "_lru_cache_wrapper"
    ):
        return None
    raise TypeError(kind.__name__)


def _is_fixed(value: object) -> bool:
    return type(value) in (standins.FunctionHandle, standins.ClassHandle) or isinstance(value, type)
