"""The student's side of one test cell: after the fork, the judge's requests are answered here.

Requests: fetch a name, call, call for each row, read and set attributes, operate, run a text. An answer is a
value, or says that an object stays here as number n, or what was raised; with it travels what was printed and
which arguments changed. While a call is served, a function of the test may be called back.
Left out: any verdict. Nothing here is trusted: this is the student's process, and the judge knows it.
"""

import builtins
import contextlib
import importlib
import inspect
import io
import itertools
import operator
import os
import random
import re
import signal
import socket
import sys
import threading
import types
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from nbjudge.inside import cells, codec, contents, derived, doubles, files, frames, objects, replaced

MAX_OBJECTS = 20_000
MAX_DRAINED = 100_000  # items of an iterator
MAX_SHARED = 256  # parts of a value that are numbered
MAX_KEPT = 1_000_000  # elements of all that is numbered
WRAPPINGS = 3  # parts of a call that are no argument: the positional ones, the named ones, both together
MAX_PRINTED = 1 << 20
_FIRST_WORD = 10.0  # seconds until somebody must introduce a connection

_ALTERING = frozenset(("set", "unset", "run", "cell"))  # requests by which a test changes what is here
OPERATIONS: Mapping[str, Callable[..., Any]] = {
    **{name: getattr(operator, name) for name in operator.__all__ if not name.startswith("attr")},
    **{
        name: getattr(builtins, name)
        for name in ["len", "iter", "next", "str", "repr", "bool", "float", "int", "complex"]
    },
    **{
        name: getattr(builtins, name)
        for name in ["hash", "dir", "format", "reversed", "isinstance", "issubclass"]
    },
    "drain": lambda value: _drained(value),
    **{name: getattr(builtins, name) for name in ["abs", "round", "divmod", "sum", "pow", "hasattr"]},
}


def serve(channel: socket.socket, shell: Any) -> bool:
    """Answer the requests of one test cell; return when the judge has closed the connection.

    Say whether everything is as it was, but for names and what the student's code did.
    """
    session = Session(channel, shell.user_ns, shell)
    with contextlib.suppress(frames.ChannelClosedError, frames.FrameError):
        session.serve()
    return not session.altered


def serve_each(introductions: socket.socket, shell: Any) -> None:
    """Answer for one test cell after the other, each over a connection of its own, as if it were the first.

    When the judge has closed a connection, names are as they were and warnings may come again; then a byte
    says that the next one is welcome. It is not, once a test has changed an object here, or run a text.
    """
    names = dict(shell.user_ns)
    ask = builtins.input
    with contextlib.suppress(frames.ChannelClosedError, OSError):
        while True:
            with frames.receive_socket(introductions) as channel:
                if not serve(channel, shell):
                    return
                _restore(shell.user_ns, names)
                builtins.input = ask
                with warnings.catch_warnings():  # which forgets what has been warned of
                    pass
                channel.send(frames.READY)


def _restore(names: dict[str, object], before: dict[str, object]) -> None:
    for name in names.keys() - before.keys():
        del names[name]
    for name, value in before.items():
        if name not in names or names[name] is not value:
            names[name] = value


def bind(shell: Any, message: Mapping[str, Any]) -> None:
    """In the main process: set the names that a test cell bound, for the cells that follow."""
    request, buffers = frames.parse(memoryview(message["names"]))
    Session(None, shell.user_ns, shell).bind(request, codec.Decoder(buffers))


@dataclass
class Arguments:
    """What came with a request, to be compared afterwards with what became of it."""

    decoder: codec.Decoder
    tree: codec.Tree
    value: Any = None


class Session:
    """One test cell's conversation."""

    def __init__(self, channel: socket.socket | None, names: dict[str, object], shell: object = None) -> None:
        """Begin with the student's names."""
        self.channel = channel
        self.names = names
        self.shell = shell
        self.objects: list[Any] = []
        self.numbers: dict[tuple[int, int], int] = {}
        self.callbacks: dict[int, tuple[Any, int]] = {}  # id of our function -> itself, the judge's number
        self.standing_for: dict[int, Any] = {}
        self.generators: dict[int, Any] = {}
        self.talking = threading.RLock()  # for threads of the student's code may call the test's functions
        self.serials: dict[int, int] = {}  # of what has crossed, by id
        self.kept: list[object] = []
        self.room = MAX_KEPT
        self.given: frozenset[str] = frozenset()
        self.nonce = ""
        self.altered = False
        self.files = files.Watched()
        self.replaced = replaced.Replaced()
        self.printed = cells.Outputs(MAX_PRINTED)

    def serve(self) -> None:
        """Answer until the connection is closed."""
        sys.stdout, sys.stderr = cells.TextTo(self.printed, "stdout"), cells.TextTo(self.printed, "stderr")
        if self.shell is not None:
            cells.direct(self.shell, self.printed)
        while True:
            self._answer(*self._receive())

    def _receive(self) -> tuple[dict[str, Any], list[memoryview]]:
        assert self.channel is not None
        return frames.receive_buffers(self.channel, limit=frames.MAX_TRUSTED)

    def _answer(self, request: dict[str, Any], buffers: list[memoryview]) -> None:
        self.nonce = request["nonce"]
        self.altered = self.altered or request["op"] in _ALTERING
        if request["op"] == "cell":
            self._run_cell(request)
            return
        taken = Arguments(codec.Decoder(buffers, self._decode_other), request.get("arguments"))
        try:
            self.begin(request, buffers)
            if "kept" in request:
                self._change_kept(buffers, *request["kept"])
            taken.value = taken.decoder.decode(taken.tree)
            self.bind(request, taken.decoder)
            with _reckoning(None if request["op"] == "each" else request.get("seconds")):
                self.replaced.put()
                value = getattr(self, "_do_" + request["op"])(request, taken.value)
            self.replaced.take_back()
            answer, out = self._value(value, taken, WRAPPINGS if request["op"] in ("call", "each") else 0)
            if request["op"] == "each" and "changed" in answer:
                answer, out = {"value": None}, []
        except BaseException as error:
            self.replaced.take_back()
            answer, out = self._raised(error, taken, request)
        if "files" in request:
            answer["files"] = self._files(request["files"], out)
        about = {
            "nonce": request["nonce"],
            "printed": [[part["name"], part["text"]] for part in self._texts()],
        }
        assert self.channel is not None
        try:
            frames.send(self.channel, answer | about, out)
        except frames.FrameTooLargeError:
            most = f"what comes of this call is larger than {frames.MAX_FRAME >> 20} MB"
            told = objects.describe_error(OverflowError(most), self._remember)
            frames.send(self.channel, {"error": told} | about)

    def _files(self, names: list[str], out: list[codec.Buffer]) -> codec.Tree:
        """Say what has become of the files that the test reads."""
        encoder = codec.Encoder()
        encoder.buffers = out
        return [[name, encoder.encode(data)] for name, data in self.files.changed(names)]

    def _texts(self) -> list[dict[str, Any]]:
        texts = [part for part in self.printed.list if part["output_type"] == "stream"]
        self.printed.clear()
        return texts

    def begin(self, request: Mapping[str, Any], buffers: list[memoryview]) -> None:
        """Take what the judge says before a request: functions, and the random state that it seeded."""
        if "given" in request:
            self.given = frozenset(request["given"])
        for name in request.get("delete", ()):
            self.names.pop(name, None)
        for number, name, signature, home in request.get("functions", ()):
            self._stands(number, _found(home) or self._stand_in(number, name, signature))
        for number, name, methods in request.get("doubles", ()):
            self._stands(number, doubles.double(name, methods, self._asking(number)))
        for number, home, threads in request.get("pools", ()):
            self._stands(number, _there(*home.split(":"))(threads))
        if "input" in request:
            number = request["input"]
            builtins.input = _input if number is None else self.standing_for[number]
        for module, holder, name, state, tree in request.get("patches", ()):
            value = codec.Decoder(buffers, self._decode_other).decode(tree)
            with contextlib.suppress(ImportError, AttributeError):  # a library that is not here
                self.replaced.want(_there(module, *holder), name, state, value)
        if "random" in request:
            _seed(codec.Decoder(buffers).decode(request["random"]))
        for number, kind, tree in request.get("generators", ()):
            state = codec.Decoder(buffers).decode(tree)
            self.generators[number] = _set_state(self.generators.get(number), kind, state)

    def _stands(self, number: int, mine: object) -> None:
        """Let something here stand for what has this number in the judge."""
        self.standing_for[number] = mine
        self.callbacks[id(mine)] = mine, number

    def _change_kept(self, buffers: list[memoryview], serials: Any, trees: Any) -> None:
        """Give objects that crossed before the content that the test has given them since."""
        known = [self.kept[serial] for serial in serials]
        for value, tree in zip(known, trees, strict=True):
            if tree is not None:  # it did not change, and is part of what did
                contents.update(value, codec.Decoder(buffers, self._decode_other, known).decode(tree))

    def bind(self, request: Mapping[str, Any], decoder: codec.Decoder) -> None:
        """Set the names that the test bound; what is an argument too is the same object."""
        for statement in request.get("statements", ()):
            with contextlib.suppress(Exception):  # a library, say, that this process must not have
                exec(statement, self.names)
        for name, tree in request.get("bind", ()):
            self.names[name] = decoder.decode(tree)

    # Requests

    def _do_fetch(self, request: dict[str, Any], arguments: object) -> object:
        return self.names[request["name"]]

    def _do_call(self, request: dict[str, Any], arguments: Any) -> object:
        positional, keywords = arguments
        return self.objects[request["target"]](*positional, **keywords)

    def _do_each(self, request: dict[str, Any], arguments: Any) -> list[object] | None:
        """Call a function for each row of an array; give nothing where it changes what it is given."""
        rows, rest = arguments
        found = []
        for row in rows:
            own = row.copy()
            with _reckoning(request.get("seconds")):
                found.append(self.objects[request["target"]](own, *rest))
            if own.tobytes() != row.tobytes():
                return None
        return found

    def _do_look(self, request: dict[str, object], arguments: object) -> None:
        """Do nothing: the test wants to know of the files that there are."""

    def _do_attribute(self, request: dict[str, Any], arguments: object) -> object:
        return getattr(self.objects[request["target"]], request["name"])

    def _do_set(self, request: dict[str, Any], arguments: object) -> None:
        setattr(self.objects[request["target"]], request["name"], arguments)

    def _do_unset(self, request: dict[str, Any], arguments: object) -> None:
        delattr(self.objects[request["target"]], request["name"])

    def _do_operate(self, request: dict[str, Any], arguments: Any) -> object:
        return OPERATIONS[request["name"]](*arguments)

    def _do_run(self, request: dict[str, object], arguments: Any) -> object:
        if request["name"] == "eval":
            return eval(arguments, self.names)
        exec(arguments, self.names)
        return None

    def _run_cell(self, request: dict[str, Any]) -> None:
        """Run a test cell that must look inside: the worker asks this itself."""
        outputs = cells.Outputs(request["bytes"], request["displays"])
        result = cells.run(self.shell, request["arguments"], outputs)
        failed = result.error_before_exec or result.error_in_exec
        score = float(result.result) if _is_number(result.result) else None
        messages = [[part.pop("output_type"), part] for part in cells.plain(outputs.list)]
        for _, content in messages:
            content.update(execution_count=0)
        answer = {"outputs": messages, "failed": failed is not None, "score": score}
        assert self.channel is not None
        frames.send(self.channel, {"nonce": request["nonce"], "inside": answer})

    # Answers

    def _value(
        self, value: object, taken: Arguments, wrappings: int
    ) -> tuple[dict[str, Any], list[codec.Buffer]]:
        encoder = codec.Encoder(self._encode_other, known=taken.decoder.shared)
        answer: dict[str, Any] = {}
        self._changes(answer, encoder, taken)  # which are read first, too
        try:
            answer["value"] = encoder.encode(value)
        except (codec.TooLargeError, RecursionError) as problem:
            number = self._remember(value)  # by which it can be handed back
            answer["value"] = ["big", type(value).__name__[:200], str(problem)[:200], number]
        took = taken.decoder.shared if len(taken.decoder.shared) > wrappings else []
        for key, shared in (("took", took), ("same", encoder.shared)):
            if shared and (serials := self._serials(shared)):
                answer[key] = serials
        return answer, encoder.buffers

    def _raised(
        self, error: BaseException, taken: Arguments, request: dict[str, object]
    ) -> tuple[dict[str, Any], list[codec.Buffer]]:
        if request["op"] == "fetch" and type(error) is KeyError and request["name"] not in self.names:
            return {"missing": True}, []
        encoder = codec.Encoder(self._encode_other)
        answer: dict[str, Any] = {"error": objects.describe_error(error, self._remember)}
        with contextlib.suppress(Exception):
            simple = codec.Encoder()
            trees = simple.encode(tuple(error.args)), simple.encode(dict(vars(error)))
            answer["error"]["arguments"], answer["error"]["fields"] = trees
            encoder = simple
        later = codec.Encoder(self._encode_other, known=taken.decoder.shared)
        later.buffers = encoder.buffers
        self._changes(answer, later, taken)
        return answer, later.buffers

    def _changes(self, answer: dict[str, object], encoder: codec.Encoder, taken: Arguments) -> None:
        """Say which arguments are no longer what they were when they came."""
        known = taken.decoder.shared
        if not known or _unchanged(taken, self._encode_other):
            return
        changes = []
        for number, value in enumerate(known):
            if type(value) not in (tuple, frozenset):
                with contextlib.suppress(codec.TooLargeError, RecursionError):
                    changes.append([number, encoder.content(value)])
        answer["changed"] = changes

    def _serials(self, values: list[object]) -> list[int]:
        """Number what crosses, so that what two names or results share is one object in the judge too."""
        new = [value for value in values if id(value) not in self.serials]
        size = sum(map(_size, new)) if len(values) <= MAX_SHARED else self.room
        if size >= self.room:
            return []
        self.room -= size
        for value in new:
            self.serials[id(value)] = len(self.serials)
            self.kept.append(value)  # or its id could become that of another
        return [self.serials[id(value)] for value in values]

    def _remember(self, value: object) -> int:
        identity = _identity(value)
        number = self.numbers.get(identity)
        if number is None:
            if len(self.objects) >= MAX_OBJECTS:
                raise codec.TooLargeError(f"more than {MAX_OBJECTS} objects")
            number = self.numbers[identity] = len(self.objects)
            self.objects.append(value)
        return number

    def _encode_other(self, encoder: codec.Encoder, value: object) -> codec.Tree:
        """Say what an object is that has no value to send."""
        if (callback := self.callbacks.get(id(value))) is not None:
            return ["cb", callback[1]]
        for number, generator in self.generators.items():
            if generator is value:
                return ["rng", number]
        if (name := objects.name_of(value, strictly=True)) is not None:
            return ["lib", name]
        kind = type(value)
        name = self._given_name(kind)
        if name is not None and (tree := fields(encoder, value, name)) is not None:
            return tree
        known = len(self.objects)
        number = self._remember(value)
        new = number >= known
        tree = ["h", number, objects.describe(value)] if new else ["h", number, None]
        return tree + self._plain(encoder, value)

    def _given_name(self, kind: type) -> str | None:
        """Return what a class is called that the judge has too: by a given cell, or beside the notebook."""
        name = kind.__name__
        if _is_courses(kind) and name in self.given and self.names.get(name) is kind:
            return name
        name = f"{kind.__module__}:{name}"
        return name if name in self.given and self._given_class(name) is kind else None

    def _given_class(self, name: str) -> object:
        module, _, own = name.rpartition(":")
        return _there(module, own) if module else self.names[name]

    def _plain(self, encoder: codec.Encoder, value: object) -> codec.Tree:
        """Return the plain data of a derived class, for places at which an object would not count."""
        try:
            if (found := derived.plain(value)) is None or type(found[1]) is type(value):
                return []
            inner = codec.Encoder(self._encode_other)
            inner.buffers = encoder.buffers
            return [found[0], inner.encode(found[1])]
        except Exception:  # one that contains itself, or that a library cannot read
            return []

    def _decode_other(self, decoder: codec.Decoder, tag: str, rest: list[Any]) -> object:
        if tag == "h":
            return self.objects[rest[0]]
        if tag == "cb":
            return self.standing_for[rest[0]]
        if tag == "lib":
            return objects.find(rest[0], strictly=False)
        if tag == "there":
            return _there(rest[0], rest[1])
        if tag == "name":
            return self.names[rest[0]]
        if tag == "mine":
            value = self.names[rest[0]]
            decoder.shared.append(value)
            return value
        if tag == "rng":
            return self.generators[rest[0]]
        if tag == "given":
            return given(decoder, self._given_class(rest[0]), *rest[1:])
        if tag == "text":
            return _text_stream(*rest)
        if tag == "module":
            return importlib.import_module(rest[0])
        if tag == "pattern":
            return re.compile(*rest)
        if tag == "exc":
            kind = self.objects[rest[0]] if type(rest[0]) is int else objects.find(rest[0], strictly=False)
            return kind(*decoder.items(rest[1]))
        raise codec.MalformedError(tag)

    # Functions of the test

    def _stand_in(self, number: int, name: str, signature: object) -> Callable[..., object]:
        """Make the function that calls the test's function of this number."""

        def stand_in(*args: object, **keywords: object) -> object:
            return self._call_back(number, args, keywords)

        stand_in.__name__ = stand_in.__qualname__ = name
        if signature is not None:
            stand_in.__signature__ = _signature(signature)  # type: ignore[attr-defined]
        return stand_in

    def _asking(self, number: int) -> Callable[..., object]:
        return lambda *args, **keywords: self._call_back(number, args, keywords)

    def _call_back(self, number: int, args: tuple[object, ...], keywords: dict[str, object]) -> object:
        with self.talking:
            was = self.replaced.take_back()
            try:
                return self._asked(number, args, keywords)
            finally:
                if was:
                    self.replaced.put()

    def _asked(self, number: int, args: tuple[object, ...], keywords: dict[str, object]) -> object:
        assert self.channel is not None
        encoder = codec.Encoder(self._encode_other)
        nonce = self.nonce
        question = {"op": "callback", "nonce": nonce, "number": number}
        question["arguments"] = encoder.encode((args, keywords))
        question["printed"] = [[part["name"], part["text"]] for part in self._texts()]
        frames.send(self.channel, question, encoder.buffers)
        while True:
            message, buffers = self._receive()
            if message["op"] != "answer":
                self._answer(message, buffers)
                continue
            self.nonce = nonce
            self.begin(message, buffers)
            decoder = codec.Decoder(buffers, self._decode_other, known=encoder.shared)
            if "error" in message:
                raise decoder.decode(message["error"])
            return decoder.decode(message["value"])


def _there(module: str, *names: str) -> Callable[..., object]:
    """Return a function or class of a module that the test has, too, or the module itself."""
    found: object = importlib.import_module(module)
    for name in names:
        found = getattr(found, name)
    return cast(Callable[..., object], found)


def _found(home: tuple[str, str] | None) -> Callable[..., object] | None:
    """Find a function of the test that is here as well."""
    if home is None:
        return None
    with contextlib.suppress(Exception):  # then it is called where the test is
        return _there(*home)
    return None


@contextlib.contextmanager
def _reckoning(seconds: float | None) -> Iterator[None]:
    """Let the kernel end this process if the block takes longer on the processor: no code can catch that.

    Time is not counted while it waits: a busy machine takes nothing from anybody. A call from within a call
    goes on with the time of the first one. The first process of a namespace is never ended by a signal, and
    has to end itself.
    """
    if seconds is None or not hasattr(signal, "setitimer") or any(signal.getitimer(signal.ITIMER_PROF)):
        yield
        return
    first = os.getpid() == 1
    signal.signal(signal.SIGPROF, (lambda number, frame: os._exit(1)) if first else signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _drained(value: Any) -> list[Any]:
    items = list(itertools.islice(value, MAX_DRAINED + 1))
    if len(items) > MAX_DRAINED:
        raise OverflowError(f"it gives more than {MAX_DRAINED} items")
    return items


def _identity(value: object) -> tuple[int, int]:
    """Return which object it is; a method is another object each time that one asks for it."""
    if type(value) is types.MethodType:
        return id(value.__self__), id(value.__func__)
    return id(value), 0


def _size(value: object) -> int:
    size = getattr(value, "size", None)
    return 1 + (size if type(size) is int else len(value) if hasattr(value, "__len__") else 0)


def _is_courses(kind: type) -> bool:
    """Return whether a class was made by a cell, or by a module beside the notebook."""
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    beside = type(file) is str and os.path.dirname(file) == os.getcwd()
    return kind.__module__ == "__main__" or beside


def _set_state(generator: Any, kind: str, state: Any) -> object:
    if kind == "python":
        generator = generator or random.Random()
        generator.setstate(state)
        return generator
    import numpy

    if kind == "RandomState":
        generator = generator or numpy.random.RandomState()
        generator.set_state(state)
        return generator
    generator = generator or numpy.random.Generator(getattr(numpy.random, kind)())
    generator.bit_generator.state = state
    return generator


def _seed(state: Mapping[str, Any]) -> None:
    if state.get("python") is not None:
        random.setstate(state["python"])
    if state.get("numpy") is not None:
        import numpy

        numpy.random.set_state(state["numpy"])  # noqa: NPY002 - what the test seeded


def _unchanged(taken: Arguments, other: Any) -> bool:
    """Return whether encoding the arguments again gives what came."""
    encoder = codec.Encoder(other)
    try:
        again = encoder.encode(taken.value)
    except (codec.TooLargeError, RecursionError):
        return False
    if repr(again) != repr(taken.tree):
        return False
    came = taken.decoder.buffers  # those of the arguments are the first
    return all(_same_bytes(new, old) for new, old in zip(encoder.buffers, came, strict=False))


def _same_bytes(one: codec.Buffer, other: codec.Buffer) -> bool:
    if len(one) < 4096:
        return bytes(one) == bytes(other)
    import numpy

    return len(one) == len(other) and bool(
        (numpy.frombuffer(one, numpy.uint8) == numpy.frombuffer(other, numpy.uint8)).all()
    )


def fields(encoder: codec.Encoder, value: Any, name: str) -> codec.Tree:
    """Return an object of a given class as its fields, if these are all that it has."""
    kind = type(value)
    if isinstance(value, tuple):
        return encoder.part(value, lambda: ["given", name, "tuple", encoder.items(list(value))])
    if hasattr(kind, "__members__"):
        return ["given", name, "member", value.name]
    if isinstance(value, type) or hasattr(kind, "__slots__") or not hasattr(value, "__dict__"):
        return None
    if getattr(kind, "__new__", None) is not object.__new__:
        return None
    return encoder.part(value, lambda: ["given", name, "fields", encoder.encode(dict(vars(value)))])


def given(decoder: codec.Decoder, kind: Any, form: str, content: Any) -> object:
    """Build an object of a class that a given cell defined, on both sides."""
    if form == "member":
        return kind[content]
    if form == "tuple":
        made: Any = tuple.__new__(kind, decoder.items(content))
    else:
        made = object.__new__(kind)
        made.__dict__.update(decoder.decode(content))
    decoder.shared.append(made)
    return made


def _signature(parameters: Any) -> inspect.Signature:
    described = []
    for name, kind, default in parameters:
        value = inspect.Parameter.empty if default is None else default[1]
        described.append(inspect.Parameter(name, inspect._ParameterKind(kind), default=value))
    return inspect.Signature(described)


def _text_stream(text: str, position: int) -> io.StringIO:
    stream = io.StringIO(text)
    stream.seek(position)
    return stream


def _input(_prompt: object = "") -> str:
    raise RuntimeError("nobody is there to answer input()")


def _is_number(value: object) -> bool:
    if type(value) in (int, float):
        return True
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, (numpy.integer, numpy.floating))
