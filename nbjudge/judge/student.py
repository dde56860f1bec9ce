"""The conversation with a student's process during one test cell: requests, answers, call-backs, deadlines.

Every request has a nonce that its answer repeats, and ends at the cell's deadline; after a time-out or the
end of the process each later request fails at once. What arrives is a value, decoded afresh, or an object: a
handle where the golden record has the place, opaque elsewhere.
Left out: how arguments are sent (`arguments`) and what names mean (`names`).
"""

import builtins
import contextlib
import socket
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

from nbjudge.inside import cells, codec, contents, derived, frames, objects
from nbjudge.judge import arguments, beside, crossed, errors, given, kinds, parts, standins, written
from nbjudge.judge.digests import digest_of
from nbjudge.judge.places import Places

MAX_STRAYS = 64  # answers to other questions, before the conversation ends
MAX_HANDLES = 20_000
_real_input = builtins.input


class Student:
    """The process at the other end, for one test cell."""

    def __init__(self, channel: socket.socket, places: Places, cell: str, deadline: float) -> None:
        """Begin; `cell` is where all places of this test cell begin."""
        self.channel = channel
        self.places = places
        self.cell = cell
        self.deadline = deadline
        self.call_seconds: float | None = None  # that one call may take; None: until the deadline
        self.reckoning: float | None = None  # seconds of the processor that one call may take
        self.ended: BaseException | None = None
        self.timed_out = False
        self.calls = 0  # after a call, names may have changed
        self.weaker = False
        self.strictly = False  # unexpected changes of arguments are left out, values in doubt withheld
        self.doubts: set[str] = set()  # what arrived, and the course's solution does not give
        self.changed: set[str] = set()  # arguments, where the course's solution does not change them
        self.told_text = False  # whether any text came from the student's process
        self.sender = arguments.Sender(self)
        self.before: Callable[[], Mapping[str, Any]] = dict  # what a request takes along
        self.changing: Callable[[], list[Any]] | None = None  # gives what the test may have changed
        self.crossed = crossed.Crossed(self)
        self.files = written.Written(self, "")
        self._known: dict[int, Any] = {}  # stand-ins, by the number of their object
        self._about: dict[int, dict[str, Any]] = {}
        self._classes: dict[int, type[BaseException]] = {}
        self._strays = 0
        self.serial: int | None = None  # of the value that was fetched last

    # Asking

    def request(
        self,
        op: str,
        place: str,
        argument: object = None,
        *,
        target: int | None = None,
        name: str | None = None,
    ) -> object:
        """Ask for something, wait for the answer, return the value or raise the error that it tells of."""
        self._fail_if_over()
        begun, deadline = time.monotonic(), self._call_ends()
        nonce = frames.new_nonce()
        question: dict[str, Any] = {"op": op, "nonce": nonce, "target": target, "name": name}
        question |= {} if self.reckoning is None else {"seconds": self.reckoning}
        question |= {"files": self.files.names} if self.files.names and op != "fetch" else {}
        self.sender.by_name = op == "operate"
        sent = self.sender.encode(argument)
        question["arguments"] = sent.tree
        if self.changing is not None and self.crossed:
            question |= self.crossed.changed_by_test(sent, self.changing())
        question |= self.sender.beside(sent, self.before())
        try:
            frames.send(
                self.channel,
                question,
                sent.encoder.buffers,
                deadline=deadline,
                limit=frames.MAX_TRUSTED,
            )
            answer, buffers = self._wait(nonce, place, deadline)
        except (TimeoutError, frames.FrameError, ConnectionError) as problem:
            raise self._over(problem, time.monotonic() - begun) from None
        if op != "fetch":
            self.calls += 1
        self.crossed.last = value = self._read(answer, buffers, sent, place, (op, name))
        return value

    def _call_ends(self) -> float:
        if self.call_seconds is None:
            return self.deadline
        return min(self.deadline, time.monotonic() + self.call_seconds)

    def _wait(
        self, nonce: str, place: str, deadline: float | None = None
    ) -> tuple[dict[str, Any], list[memoryview]]:
        while True:
            message, buffers = frames.receive_buffers(self.channel, deadline=deadline or self.deadline)
            if message.get("nonce") != nonce:
                self._strays += 1
                if self._strays > MAX_STRAYS:
                    raise frames.FrameError("too many answers to questions that nobody asked")
                continue
            self._show(message.get("printed"))
            if message.get("op") != "callback":
                return message, buffers
            self._call_back(message, buffers, nonce, place)

    def _read(
        self,
        answer: dict[str, object],
        buffers: list[memoryview],
        sent: arguments.Sent,
        place: str,
        asked: tuple[str, str | None],
    ) -> object:
        decoder = codec.Decoder(buffers, self._decoder_of(place), known=sent.encoder.shared)
        try:
            self.files.take(answer.get("files"), buffers)
            self._bring_back(answer.get("changed"), decoder, sent, place)
            if answer.get("missing") is True:
                raise KeyError(place)
            if "error" in answer:
                self.told_text = True
                decoder.arrived = kinds.Arrivals(self, place, frozenset({kinds.EMPTY}))
                raise self._error(answer["error"], decoder, place, asked == ("operate", "next"))
            decoder.arrived = kinds.Arrivals(self, place)
            self.crossed.handed(answer.get("took"), sent, self.changing() if self.changing else [])
            serials, tree = answer.get("same"), answer.get("value")
            self.serial = None
            if self.places.expects(place):
                tree = parts.fitted(tree, lambda part: self.places.expects(f"{place}={part}") is True)
            if type(serials) is not list or not serials:
                return self._noted(place, decoder.decode(tree))
            named = asked[0] == "fetch"
            decoder.same = lambda index, value: self.crossed.same(serials, index, value, place, named)
            value = self._noted(place, decoder.decode(tree))
            whole = bool(decoder.shared) and decoder.shared[-1] is value
            self.serial = serials[len(decoder.shared) - 1] if whole else None
            return value
        except (codec.MalformedError, codec.TooLargeError) as problem:
            raise self._over(frames.FrameError(str(problem))) from None
        finally:
            self.told_text = self.told_text or decoder.texts

    def _noted(self, place: str, value: object) -> object:
        """Note of the solution's result which of its parts are objects."""
        if self.places.recording:
            for part in parts.kinds_of(value):
                self.places.note(f"{place}={part}")
        return value

    def _bring_back(self, changes: object, decoder: codec.Decoder, sent: arguments.Sent, place: str) -> None:
        """Change the arguments that the call changed."""
        if type(changes) is not list:
            return
        looks = kinds.Arrivals(self, place, frozenset({kinds.ARGUMENT}))
        looks_at_empty = kinds.Arrivals(self, place, frozenset({kinds.ARGUMENT, kinds.EMPTY}))
        decoder.known = known = list(decoder.known)
        handed, left = arguments.Handed(sent), []
        for change in changes[:10_000]:
            if type(change) is not list or len(change) != 2 or type(change[0]) is not int:
                raise codec.MalformedError("not a change")
            number = change[0]
            if not 0 <= number < len(known):
                raise codec.MalformedError("not an argument")
            part = sent.encoder.shared[number]
            decoder.arrived = looks if kinds.holds_something(part) else looks_at_empty  # as the keywords are
            content = decoder.decode(change[1])
            if not self.strictly or any(self._may_change(place, label) for label in handed.labels_of(part)):
                left.append((part, content))
            elif type(content) is type(part) and digest_of(content) != digest_of(part):
                known[number] = content  # what comes of it has it as the call left it, the test as it was
        for part, content in left:
            contents.update(part, content)
        for label in handed.changed():
            self.places.note(f"{place}=changes {label}")
            if not self._may_change(place, label):
                self.changed.add(label)

    def _may_change(self, place: str, label: str) -> bool:
        """Return whether the course's solution changes this argument, or there is no record that says so."""
        expected = self.places.expects(f"{place}=changes {label}")
        if not self.places.expects(kinds.NOTED):  # a record of before tells of whole cells
            expected = self.places.expects(f"{self.cell}=changes")
        return expected is not False

    def _error(self, about: object, decoder: codec.Decoder, place: str, iterating: bool) -> BaseException:
        if type(about) is not dict:
            raise codec.MalformedError("not an error")
        about = dict(about)
        if "arguments" in about:
            about["values"] = decoder.decode(about["arguments"])
            fields = decoder.decode(about.get("fields"))
            about["attributes"] = fields if type(fields) is dict else {}
        own = None
        if type(about.get("number")) is int and objects_is_local(about):
            own = self.exception_class(about["number"], about)
        return errors.error_of(about, own, iterating)

    # Being asked

    def _call_back(
        self, message: dict[str, object], buffers: list[memoryview], nonce: str, place: str
    ) -> None:
        """Call the test's function that the student's code calls, and answer."""
        decoder = codec.Decoder(buffers, self._decoder_of(f"{place}(callback)"))
        decoder.arrived = kinds.Arrivals(self, f"{place}(callback)", frozenset({kinds.EMPTY}))
        try:
            function = self.sender.called(message.get("number"))
            taken = decoder.decode(message.get("arguments"))
            if (
                type(taken) is not tuple
                or len(taken) != 2
                or type(taken[0]) is not tuple
                or type(taken[1]) is not dict
            ):
                raise codec.MalformedError("not arguments")
            self.told_text = self.told_text or decoder.texts
        except (codec.MalformedError, codec.TooLargeError) as problem:
            raise frames.FrameError(str(problem)) from None
        answer: dict[str, Any] = {"op": "answer", "nonce": nonce}
        try:
            sent = self.sender.encode(function(*taken[0], **taken[1]), known=decoder.shared)
            answer["value"] = sent.tree
        except Exception as error:
            sent = self.sender.encode(error)
            answer["error"] = sent.tree
        if self.ended is not None:
            raise self.ended
        answer |= self.sender.beside(sent, {})
        limit = frames.MAX_TRUSTED
        frames.send(self.channel, answer, sent.encoder.buffers, deadline=self.deadline, limit=limit)

    def _show(self, printed: object) -> None:
        """Write what was printed to wherever the test sends its own prints."""
        for part in printed if type(printed) is list else ():
            if type(part) is list and len(part) == 2 and type(part[1]) is str:
                stream = sys.stderr if part[0] == "stderr" else sys.stdout
                if type(stream) is not cells.TextTo:  # the test reads it
                    self.told_text = True
                stream.write(part[1])

    def look_at_files(self, text: str) -> None:
        """Bring over the files that a test with this text reads and the student's cells have written."""
        self.files = written.Written(self, text)
        if self.files.names:
            with contextlib.suppress(TimeoutError, errors.StudentProcessEndedError):  # the next one says so
                self.request("look", f"{self.cell}:look")

    def run_text(self, kind: str, text: str) -> object:
        """Run a text in the student's process: one that may hold what came from there.

        Its verdict is what that process says: it must be so for the course's solution too, and is marked.
        """
        place = f"{self.cell}:{kind}()"
        if not self.places.admits(f"{place}=text") and self.places.expects(kinds.NOTED):
            raise TypeError(f"{kind} of a text in which there is text of the student's code")
        self.weaker = True
        return self.request("run", place, text, name=kind)

    # Objects

    def _decoder_of(self, place: str) -> Callable[[codec.Decoder, str, list[Any]], Any]:
        def other(decoder: codec.Decoder, tag: str, rest: list[object]) -> object:
            if tag == "h":
                return self._object_or_data(decoder, place, *rest)
            if tag == parts.NOT_AN_OBJECT:
                return self._object_or_data(decoder, f"{place}={parts.VALUE}", *rest)
            if tag == "cb":
                return kinds.Arrivals(self, place).function(self.sender.function(rest[0]))
            if tag == "rng":
                return self.sender.generator(rest[0])
            if tag == "lib":
                return kinds.Arrivals(self, place).library(_library(rest[0]))
            if tag == "given":
                return self._given_object(decoder, place, *rest)
            if tag == "big":
                return self._too_large(place, *rest)
            raise codec.MalformedError("not a value")

        return other

    def _given_object(
        self, decoder: codec.Decoder, place: str, name: object, form: object, content: object
    ) -> object:
        """Return an object of a given class; one with fields that the class does not know is opaque."""
        arrivals = kinds.Arrivals(self, place)
        try:
            made = given.build(decoder, self.sender.given_class(name), form, content, arrivals.admits)
            return made if form == "member" else decoder.completed(made)
        except given.Refused:
            decoder.shared.append(arrivals.opaque(str(name)))
            return decoder.shared[-1]

    def _object_or_data(
        self, decoder: codec.Decoder, place: str, number: object, about: object = None, *data: object
    ) -> object:
        """Return an object where the record has the place; elsewhere the plain data in it, if it has any."""
        made = self._object(place, number, about)
        if type(made) is not standins.Opaque:
            return made
        if not data:
            iterates = standins.link_of(made).about.get("iterates") is True
            return self.sender.instead_of(made, standins.Items(made)) if iterates else made
        form, tree = data
        value = decoder.apart(tree, self._decoder_of(place))
        if form not in derived.VIEWS or type(value) is not list:
            return value
        return derived.VIEWS[form](value if form == "values" else codec.checked(value))

    def _object(self, place: str, number: object, about: object = None) -> object:
        """Return the stand-in for an object: a handle where the record has the place, opaque elsewhere."""
        number = self._numbered(number)
        if type(about) is dict:
            self._about.setdefault(number, about)
        about = self._about.get(number, {"kind": "object"})
        if number < 0 or not self.places.admits(place):
            return standins.Opaque(standins.Link(self, number, place, about))
        if number not in self._known:
            self._known[number] = self._stand_in(number, place, about)
        return self._known[number]

    def _numbered(self, number: object) -> int:
        if type(number) is not int or not -1 <= number <= MAX_HANDLES:
            raise codec.MalformedError("not an object")
        return number

    def _too_large(self, place: str, name: object, problem: object, number: object) -> standins.Opaque:
        """Return what stands for a value that is too large to cross: it can be handed back, no more."""
        about = {"class": f"{name} ({problem})", "kind": "object"}
        return standins.Opaque(standins.Link(self, self._numbered(number), place, about))

    def _stand_in(self, number: int, place: str, about: dict[str, object]) -> object:
        link = standins.Link(self, number, place, about)
        if about.get("kind") == "class":
            lineage = {"class": about.get("__name__"), "lineage": about.get("bases")}
            if errors.class_of(lineage) is not None:
                return self.exception_class(number, lineage)
            return standins.ClassHandle(link)
        return standins.FunctionHandle(link) if about.get("kind") == "function" else standins.Handle(link)

    def exception_class(self, number: int, about: dict[str, object]) -> type[BaseException]:
        """Return the judge's class for an exception class of the student: the same one each time."""
        if number not in self._classes:
            base = errors.class_of(about) or Exception
            if issubclass(base, errors.NOT_RAISED):
                base = RuntimeError
            self._classes[number] = errors.local_class(about, base)
        return self._classes[number]

    def number_of_class(self, kind: type) -> int | None:
        """Return which class of the student a local exception class stands for."""
        return next((number for number, own in self._classes.items() if own is kind), None)

    def library_class(self, about: dict[str, Any]) -> type | None:
        """Return the class of a library, loaded here, that an object derives from."""
        for line in about.get("lineage", ())[:20]:
            found = _class_of_library(str(line))
            if found is not None:
                return found
        return None

    # The end

    def _fail_if_over(self) -> None:
        if self.ended is not None:
            kind = type(self.ended)
            raise kind(*self.ended.args)

    def _over(self, problem: BaseException, seconds: float = 0.0) -> BaseException:
        """Note why nothing more comes; a process that ended after so many seconds may have had its time."""
        reckoned = self.reckoning is not None and seconds >= self.reckoning
        gone = isinstance(problem, frames.ChannelClosedError)
        if isinstance(problem, TimeoutError) or (gone and reckoned):
            self.timed_out = True
            self.ended = TimeoutError("the student's code took too long")
        elif isinstance(problem, frames.FrameError):
            self.ended = errors.StudentProcessEndedError(f"the answer could not be read: {problem}")
        else:
            self.ended = errors.StudentProcessEndedError(
                "Python ended during this call: it crashed, or the code ended it"
            )
        self.channel.close()
        return self.ended


def objects_is_local(about: dict[str, Any]) -> bool:
    """Return whether an error's own class is not one that the judge knows by name."""
    first = list(about.get("lineage", ()))[:1]
    return errors.class_of({"lineage": first}) is None


def _library(name: object) -> object:
    try:
        return objects.find(name, strictly=True)
    except LookupError:
        raise codec.MalformedError("not a name that a student's process may send") from None


_WITH_BEHAVIOUR = frozenset(
    [
        "sklearn",
        "matplotlib",
        "scipy",
        "networkx",
        "sympy",
        "seaborn",
        "PIL",
        "statsmodels",
        "pandas",
        "collections",
    ]
)
_WITH_ADAPTER = frozenset(
    ["DataFrame", "Series", "Index", "ndarray", "generic", "MaskedArray", "matrix", "OrderedDict", "Counter"]
)


def _class_of_library(line: str) -> type | None:
    module, _, name = line.partition(":")
    if (module.partition(".")[0] not in _WITH_BEHAVIOUR or name in _WITH_ADAPTER) and not beside.owns(module):
        return None
    found = getattr(sys.modules.get(module), name, None)
    return found if isinstance(found, type) else None
