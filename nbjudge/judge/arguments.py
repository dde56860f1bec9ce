"""What a test hands to the student's code: values, functions to call back, generators, its own objects.

In: encoding of arguments, their numbers on both sides, and what became of them after the call. Random state
goes one way: a generator's state is sent when the test has changed it, and never read back, for a state
chosen by the student would decide what the test draws next.
"""

import io
import re
import sys
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nbjudge.inside import calls, codec, objects
from nbjudge.judge import beside, standins

if TYPE_CHECKING:
    from nbjudge.judge.student import Student


@dataclass
class Sent:
    """Arguments as they are sent, and what has to be told beside them."""

    encoder: codec.Encoder
    tree: Any = None


class Sender:
    """Encodes for one test cell: functions, generators and objects keep their numbers."""

    def __init__(self, student: "Student") -> None:
        """Begin without any."""
        self.student = student
        self.functions: list[Callable[..., Any]] = []
        self.generators: list[Any] = []
        self.names: Mapping[int, str] = {}  # values fetched by name and unchanged since, by id
        self.given: Mapping[str, Any] = {}  # functions and classes of given cells, by name
        self.by_name = False  # whether functions of the course's modules may be named: nobody calls them
        self._numbers: dict[int, int] = {}
        self._states: dict[int, str] = {}
        self._announced: set[str] = set()
        self._new_functions: list[list[Any]] = []  # not yet told
        self._new_states: list[tuple[int, str, Any]] = []

    def encode(self, value: Any, known: Any = ()) -> Sent:
        """Return the value as it is to be sent."""
        sent = Sent(codec.Encoder(known=known, mine=self.names))
        sent.encoder.other = lambda encoder, other: self._other(sent, other)
        sent.tree = sent.encoder.encode(value)
        return sent

    def beside(self, sent: Sent, more: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the request has to say of functions, generators and names."""
        bound, about = more.get("bind", {}), {key: value for key, value in more.items() if key != "bind"}
        if bound:
            about["bind"] = [
                [name, sent.encoder.encode(value)] for name, value in bound.items() if self.sendable(value)
            ]
        if "random" in about:
            about["random"] = _apart(sent, about["random"])
        if "input" in about and about["input"] is not None:
            about["input"] = self._function(about["input"])
        classes = [name for name, value in self.given.items() if isinstance(value, type)]
        if not self._announced >= set(classes):
            self._announced |= set(classes)
            about["given"] = classes
        if self._new_functions:
            about["functions"], self._new_functions = self._new_functions, []
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

    def function(self, number: object) -> Callable[..., Any]:
        """Return the test's function of this number."""
        if type(number) is not int or not 0 <= number < len(self.functions):
            raise codec.MalformedError("no such function")
        return self.functions[number]

    def generator(self, number: object) -> object:
        """Return the test's generator of this number."""
        if type(number) is not int or not 0 <= number < len(self.generators):
            raise codec.MalformedError("no such generator")
        return self.generators[number]

    def given_object(self, decoder: codec.Decoder, name: Any, form: Any, content: Any) -> object:
        """Build an object of the judge's own class of that name, which a given cell defined."""
        kind = self.given.get(name) if type(name) is str else None
        if not isinstance(kind, type) or not (kind.__module__ == "__main__" or beside.owns(kind.__module__)):
            raise codec.MalformedError("not a given class")
        return calls.given(decoder, kind, form, content)

    def _other(self, sent: Sent, value: object) -> codec.Tree:
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
        if self.given.get(type(value).__name__) is type(value):
            tree = calls.fields(sent.encoder, value)
            if tree is not None:
                return tree
        if type(value) is io.StringIO:
            return ["text", value.getvalue(), value.tell()]
        if isinstance(value, types.ModuleType) and value.__name__.partition(".")[0] in _MODULES:
            return ["module", value.__name__]
        if callable(value) and not isinstance(value, type):
            return ["cb", self._function(value)]
        if isinstance(value, re.Pattern) and type(value.pattern) is str:
            return ["pattern", value.pattern, value.flags]
        raise TypeError(
            f"a test cannot hand a {type(value).__name__} to the student's code: only values and functions "
            "cross. If it has to, give the cell the tag in-student."
        )

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
            self._new_functions.append([number, name, _parameters(value)])
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


def update(mine: Any, content: Any) -> bool:
    """Give an argument of the test the content that the call left in it; return whether that changed it."""
    kind = type(mine)
    if type(content) is not kind:
        if hasattr(mine, "__dict__") and type(content) is type(mine):
            vars(mine).update(vars(content))
        return False
    if kind is list or kind is bytearray:
        before, mine[:] = mine[:], content
    elif kind in (dict, set) or isinstance(mine, (dict, set)):
        before = mine.copy()
        mine.clear()
        mine.update(content)
    elif kind.__name__ == "ndarray":
        return _update_array(mine, content)
    elif kind.__name__ == "deque":
        before = mine.copy()
        mine.clear()
        mine.extend(content)
    elif kind.__name__ in ("DataFrame", "Series"):
        return _update_frame(mine, content)
    elif hasattr(mine, "__dict__"):
        before = dict(vars(mine))
        vars(mine).clear()
        vars(mine).update(vars(content))
        return repr(before) != repr(vars(mine))
    else:
        return False
    return _differ(before, mine)


def _update_array(mine: Any, content: Any) -> bool:
    if not mine.flags.writeable:
        return False
    if mine.shape != content.shape:
        try:
            mine.resize(content.shape, refcheck=False)
        except ValueError:
            return False
    if mine.dtype != content.dtype or mine.tobytes() == content.tobytes():
        return False
    mine[...] = content
    return True


def _update_frame(mine: Any, content: Any) -> bool:
    """Change a data frame in place, with all that it is made of."""
    try:
        if (
            mine.equals(content)
            and mine.axes[-1].equals(content.axes[-1])
            and mine.axes[0].equals(content.axes[0])
        ):
            return False
        mine._update_inplace(content)
    except (AttributeError, TypeError, ValueError):
        return False
    return True


def _differ(before: Any, after: Any) -> bool:
    try:
        if len(before) != len(after):
            return True
        if isinstance(before, dict):
            pairs = list(zip(before.items(), after.items(), strict=True))
            return any(a is not c or b is not d for (a, b), (c, d) in pairs) and repr(before) != repr(after)
        return repr(before) != repr(after)
    except Exception:
        return True


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
