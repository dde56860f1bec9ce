"""What a test hands to the student's code: values, functions to call back, generators, its own objects.

In: encoding of arguments, their numbers on both sides, and what became of them after the call. Random state
goes one way: a generator's state is sent when the test has changed it, and never read back, for a state
chosen by the student would decide what the test draws next.
"""

import io
import re
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from nbjudge.inside import calls, codec, objects
from nbjudge.inside.doubles import POOLS
from nbjudge.judge import beside, doubles, kinds, patches, shown, standins
from nbjudge.judge.digests import digest_of, parts_of

if TYPE_CHECKING:
    from nbjudge.judge.student import Student


@dataclass
class Sent:
    """Arguments as they are sent, and what has to be told beside them."""

    encoder: codec.Encoder
    argument: object = None
    tree: Any = None
    bound: dict[str, Any] = field(default_factory=dict)  # names of the test, told on the way


class Sender:
    """Encodes for one test cell: functions, generators and objects keep their numbers."""

    def __init__(self, student: "Student") -> None:
        """Begin without any."""
        self.student = student
        self.functions: list[Callable[..., object]] = []  # and objects with a stand-in there
        self.generators: list[Any] = []
        self.names: Mapping[int, str] = {}  # values fetched by name and unchanged since, by id
        self.given: Mapping[str, Any] = {}  # functions and classes of given cells, by name
        self._beside: dict[str, type] = {}  # classes of the course's modules, of which objects were sent
        self.instead: dict[int, Any] = {}  # by id, what is handed back for a value of the student's
        self._kept: list[object] = []
        self.shown = shown.Shown()
        self.by_name = False  # whether functions of the course's modules may be named: nobody calls them
        self._numbers: dict[int, int] = {}
        self._states: dict[int, str] = {}
        self._announced: set[str] = set()
        self._new_functions: list[list[Any]] = []  # not yet told
        self._new_states: list[tuple[int, str, Any]] = []
        self._asked: dict[int, doubles.Asked] = {}  # by number, who answers for an object
        self._new_doubles: list[tuple[int, str, list[str]]] = []
        self._new_pools: list[tuple[int, str, int]] = []

    def encode(self, value: Any, known: Any = ()) -> Sent:
        """Return the value as it is to be sent."""
        sent = self._sending(codec.Encoder(known=known, mine=self.names), value)
        sent.tree = sent.encoder.encode(value)
        return sent

    def contents(self, sent: Sent, known: list[Any], changed: list[bool]) -> list[codec.Tree]:
        """Return what is in those that have changed of the objects which the other side knows."""
        encoder = self._sending(codec.Encoder(known=known)).encoder
        encoder.buffers = sent.encoder.buffers
        return [encoder.content(part) if new else None for part, new in zip(known, changed, strict=True)]

    def _sending(self, encoder: codec.Encoder, value: object = None) -> Sent:
        sent = Sent(encoder, value)
        encoder.instead = self.instead
        encoder.other = lambda _, other: self._other(sent, other)
        return sent

    def instead_of(self, value: object, shown: object) -> Any:
        """Show the test something else than the value; what is handed back to the student is the value."""
        self.instead[id(shown)] = self.instead.get(id(value), value)
        self._kept.append(shown)  # or its id could become that of another
        return shown

    def beside(self, sent: Sent, more: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the request has to say of functions, generators and names."""
        bound, about = more.get("bind", {}), {key: value for key, value in more.items() if key != "bind"}
        if bound:
            sent.bound = {name: value for name, value in bound.items() if self.sendable(value)}
            about["bind"] = [[name, sent.encoder.encode(value)] for name, value in sent.bound.items()]
        if "random" in about:
            about["random"] = _apart(sent, about["random"])
        if "input" in about and about["input"] is not None:
            about["input"] = self._function(about["input"])
        if "patches" in about:
            about["patches"] = [[*part, self._put(sent, part, now)] for *part, now in about["patches"]]
        classes = [name for name, value in self.given.items() if isinstance(value, type)] + [*self._beside]
        if not self._announced >= set(classes):
            self._announced |= set(classes)
            about["given"] = classes
        if self._new_functions:
            about["functions"], self._new_functions = self._new_functions, []
        if self._new_doubles:
            about["doubles"], self._new_doubles = self._new_doubles, []
        if self._new_pools:
            about["pools"], self._new_pools = self._new_pools, []
        if self._new_states:
            states, self._new_states = self._new_states, []
            about["generators"] = [[number, kind, _apart(sent, state)] for number, kind, state in states]
        return about

    def sendable(self, value: object) -> bool:
        """Return whether a value can be sent at all."""
        try:
            self.encode(value)
        except (TypeError, RuntimeError, ValueError, RecursionError):
            return False
        return True

    def function(self, number: object) -> Callable[..., object]:
        """Return the test's function of this number."""
        if type(number) is not int or not 0 <= number < len(self.functions):
            raise codec.MalformedError("no such function")
        return self.functions[number]

    def called(self, number: object) -> Callable[..., object]:
        """Return what is called for this number: a function, or what answers for an object."""
        function = self.function(number)
        return self._asked.get(self._numbers[id(function)], function)

    def generator(self, number: object) -> object:
        """Return the test's generator of this number."""
        if type(number) is not int or not 0 <= number < len(self.generators):
            raise codec.MalformedError("no such generator")
        return self.generators[number]

    def given_class(self, name: object) -> type:
        """Return the judge's own class of that name: of a given cell, or of a module beside the notebook."""
        kind = self._beside.get(name, self.given.get(name)) if type(name) is str else None
        if not isinstance(kind, type) or not (kind.__module__ == "__main__" or beside.owns(kind.__module__)):
            raise codec.MalformedError("not a given class")
        return kind

    def _other(self, sent: Sent, value: object) -> codec.Tree:
        if type(value) is kinds.Withheld:
            return sent.encoder.encode(value.value)
        if standins.is_standin(value):
            return self._own(value)
        if isinstance(value, type) and issubclass(value, BaseException):
            number = self.student.number_of_class(value)
            if number is not None:
                return ["h", number]
        for name in (getattr(value, "__name__", None), type(value).__name__):
            if type(name) is str and self.given.get(name) is value:
                return ["name", name]
        if self.by_name and (names := beside.name_of(value)) is not None:
            return ["there", *names]
        if isinstance(value, BaseException):
            return self._error(sent, value)
        if (name := objects.name_of(value, strictly=False)) is not None:
            return ["lib", name]
        if (kind := _kind_of_generator(value)) is not None:
            return self._generator(value, kind)
        if (tree := self._fields(sent, value)) is not None:
            return tree
        if type(value) is io.StringIO:
            return ["text", value.getvalue(), value.tell()]
        if isinstance(value, types.ModuleType) and value.__name__.partition(".")[0] in _MODULES:
            return ["module", value.__name__]
        if callable(value) and not isinstance(value, type):
            return ["cb", self._function(value)]
        if isinstance(value, re.Pattern) and type(value.pattern) is str:
            return ["pattern", value.pattern, value.flags]
        if (number := self._double(value)) is not None:
            return ["cb", number]
        raise TypeError(
            f"a test cannot hand a {type(value).__name__} to the student's code: only values and functions "
            "cross. If it has to, give the cell the tag in-student."
        )

    def _fields(self, sent: Sent, value: object) -> codec.Tree:
        """Return an object of a class that the course gives as its fields, or None."""
        kind = type(value)
        if self.given.get(kind.__name__) is kind:
            return calls.fields(sent.encoder, value, kind.__name__)
        names = None if callable(value) else beside.name_of(kind)  # who is called tells the test of it
        tree = None if names is None else calls.fields(sent.encoder, value, ":".join(names))
        if names is not None and tree is not None:
            self._beside[":".join(names)] = kind
        return tree

    def _error(self, sent: Sent, error: BaseException) -> codec.Tree:
        number = self.student.number_of_class(type(error))
        name = objects.name_of(type(error), strictly=False)
        kind = next(kind for kind in type(error).__mro__ if kind.__module__ == "builtins")
        home = number if number is not None else name or f"builtins:{kind.__name__}"
        try:
            values = codec.Encoder().encode(error.args) and sent.encoder.items(list(error.args))
        except (codec.MalformedError, codec.TooLargeError):
            values = [str(error)[:2000]]
        return ["exc", home, values]

    def _own(self, value: object) -> codec.Tree:
        link = standins.link_of(value)
        if link.student is not self.student:
            raise RuntimeError(
                "this object belongs to the student's process of an earlier test cell, which has ended"
            )
        if link.number < 0:
            raise TypeError(f"{value!r} cannot be handed back")
        return ["h", link.number]

    def _function(self, value: Callable[..., Any]) -> int:
        number = self._numbers.get(id(value))
        if number is None:
            number = self._numbers[id(value)] = len(self.functions)
            self.functions.append(value)
            name = str(getattr(value, "__name__", type(value).__name__))
            self._new_functions.append([number, name, _parameters(value), self.shown.home_of(value)])
        return number

    def _put(self, sent: Sent, part: list[object], now: object) -> codec.Tree:
        """Return what is to stand in a library; whether the student's code has met it, its process says."""
        self.student.weaker = True
        if standins.is_standin(now):
            return self._own(now)
        if callable(now) and not isinstance(now, type):
            return ["cb", self._function(now if part[:3] == patches.PRINT else patches.Bare(now))]
        return None if now is patches.NOTHING else _apart(sent, now)

    def _double(self, value: object) -> int | None:
        """Number an object for which something else stands at the other side, if anything can."""
        kind = type(value)
        home, courses = f"{kind.__module__}:{kind.__qualname__}", self.given.get(kind.__name__) is kind
        if home not in POOLS and (courses or not doubles.is_of_test(kind)):
            return None
        number = self._numbers.get(id(value))
        if number is None:
            number = self._numbers[id(value)] = len(self.functions)
            self.functions.append(cast(Callable[..., object], value))
            if home in POOLS:
                self._new_pools.append((number, home, getattr(value, POOLS[home])))
            else:
                self._asked[number] = doubles.Asked(value, self.student.places, self.student.cell)
                self._new_doubles.append((number, kind.__name__, doubles.methods_of(kind)))
        return number

    def _generator(self, value: object, kind: str) -> codec.Tree:
        """Send the state if the test has changed it; else the other side's goes on from where it is."""
        number = self._numbers.get(id(value))
        if number is None:
            number = self._numbers[id(value)] = len(self.generators)
            self.generators.append(value)
        state = _state_of(value, kind)
        if self._states.get(number) != repr(state):
            self._states[number] = repr(state)
            self._new_states.append((number, kind, state))
        return ["rng", number]


def _apart(sent: Sent, state: object) -> codec.Tree:
    """Return a tree that refers to nothing else of the request: it is decoded before the arguments."""
    encoder = codec.Encoder()
    encoder.buffers = sent.encoder.buffers
    return encoder.encode(state)


class Handed:
    """What a request hands over by its labels, and what it was before: arguments, names of the test."""

    def __init__(self, sent: Sent) -> None:
        """Remember what they are."""
        self._arguments = dict(_labelled(sent.argument))
        self._arguments |= {f"global {name}": value for name, value in sent.bound.items()}
        self._before = {label: digest_of(value, layout=True) for label, value in self._arguments.items()}
        self._labels: dict[int, list[str]] = {}
        for label, value in self._arguments.items():
            for part in parts_of(value):
                self._labels.setdefault(id(part), []).append(label)

    def labels_of(self, part: object) -> list[str]:
        """Return the labels of the arguments that something is a part of."""
        return self._labels.get(id(part), [])

    def changed(self) -> list[str]:
        """Return the labels of the arguments that are no longer what they were."""
        return [
            label
            for label, value in self._arguments.items()
            if digest_of(value, layout=True) != self._before[label]
        ]


def _labelled(argument: object) -> Iterator[tuple[str, object]]:
    """Name what a request hands over: positional and named arguments, or operands."""
    if type(argument) is not tuple:
        yield "0", argument
    elif len(argument) == 2 and type(argument[0]) is tuple and type(argument[1]) is dict:
        yield from ((str(number), value) for number, value in enumerate(argument[0]))
        yield from argument[1].items()
    else:
        yield from ((str(number), value) for number, value in enumerate(argument))


def _kind_of_generator(value: Any) -> str | None:
    kind = type(value)
    if kind.__module__ == "random" and kind.__name__ == "Random":
        return "python"
    if kind.__module__.startswith("numpy.random"):
        if kind.__name__ == "RandomState":
            return "RandomState"
        if kind.__name__ == "Generator":
            return str(type(value.bit_generator).__name__)
    return None


def _state_of(value: Any, kind: str) -> object:
    if kind == "python":
        return value.getstate()
    if kind == "RandomState":
        return value.get_state()
    return value.bit_generator.state


def _parameters(value: object) -> object:
    try:
        return objects.parameters(value)
    except (ValueError, TypeError):
        return None


_MODULES = frozenset(sys.stdlib_module_names) | objects.FREELY | {"matplotlib", "networkx", "sympy"}
