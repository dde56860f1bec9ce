"""Values as trees of JSON with buffers beside them: exact types only, bounded, never pickle.

In: None, truth values, numbers, text, bytes, list, tuple, dict, set, frozenset, range, slice, numpy arrays
and scalars, collections; by adapters (`values`, `libraries`, `columns`) dates, data frames and the like.
`type(v) is`, never `isinstance`: a subclass may answer whatever it likes. A value that is met twice is one
object on the other side too.
Left out: what stands for objects that are no values. Each side gives an `other` function for them.

Both directions have the same limits, for the decoder cannot trust the encoder.
"""

import array
import math
import re
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from nbjudge.inside import columns, libraries, values

MAX_NODES = 2_000_000
MAX_DEPTH = 120
MAX_BITS = 1 << 20  # of an integer
_LONG = 4096  # characters, or bytes of an array: what is shorter is copied
_ADAPTED = "value"  # the tag of what an adapter took apart
for _adapter in libraries.ADAPTERS:
    values.register(_adapter)
_LOOKED_AT = frozenset(["c", "g", "u", "y", "N", "M", "n", "k", "v"])
_DTYPE = re.compile(r"[<>|=]?(?:[biufcSU]\d{1,9}|[mM]8(?:\[\d{0,9}(?:[YMWDhms]|ms|us|ns|ps|fs|as)\])?)")

Tree = Any
Buffer = bytes | bytearray | memoryview


class TooLargeError(ValueError):
    """The value exceeds what may cross: too many parts, too deep, too many digits."""


class MalformedError(ValueError):
    """The tree is not one that the encoder makes."""


def _no_objects(_coder: object, *_rest: object) -> object:
    raise MalformedError("objects are not expected here")


class Encoder:
    """Turns values into trees. `known` are objects which the other side has already, by their number."""

    def __init__(
        self,
        other: Callable[["Encoder", Any], Tree] = _no_objects,
        known: Sequence[object] = (),
        mine: Mapping[int, str] | None = None,
    ) -> None:
        """Begin; `mine` names, by their id, objects which the other side has under that name."""
        self.other = other
        self.buffers: list[Buffer] = []
        self.shared: list[object] = []  # in the order in which they are complete, as in the decoder
        self._numbers: dict[int, int] = {}
        self._known = {id(value): number for number, value in enumerate(known)}
        self._mine = mine or {}
        self.instead: Mapping[int, Any] = {}  # by id, library values in whose place others are sent
        self._open: set[int] = set()
        self._nodes = 0

    def encode(self, value: Any) -> Tree:
        """Return the tree of a value."""
        kind = type(value)
        if value is None or kind is bool:
            return value
        if kind is int:
            return _integer(value)
        if kind is float:
            return value
        if kind is str:
            return value if len(value) < _LONG else ["u", self.add(value.encode("utf-8", "surrogatepass"))]
        method = self._METHODS.get(kind)
        if method is not None:
            return method(self, value)
        if (number := self._known.get(id(value))) is not None:
            return ["k", number]
        numpy = sys.modules.get("numpy")
        if numpy is not None:
            if kind is numpy.ndarray:
                return self._array(value)
            if issubclass(kind, numpy.generic) and kind.__module__ == "numpy":
                return self._scalar(value)
        return self._library_or_other(value, kind)

    def add(self, buffer: Buffer) -> int:
        """Put bytes beside the tree; return their number."""
        self.buffers.append(buffer)
        return len(self.buffers) - 1

    def part(self, value: object, make: Callable[[], Tree]) -> Tree:
        """Return the tree of a value that may be met again; a value that contains itself is refused."""
        identity = id(value)
        if (number := self._known.get(identity)) is not None:
            return ["k", number]
        if (number := self._numbers.get(identity)) is not None:
            return ["r", number]
        if (name := self._mine.get(identity)) is not None:
            self._numbers[identity] = len(self.shared)
            self.shared.append(value)
            return ["mine", name]
        if identity in self._open or len(self._open) >= MAX_DEPTH:
            raise TooLargeError("the value is nested too deeply, or contains itself")
        self._open.add(identity)
        try:
            tree = make()
        finally:
            self._open.discard(identity)
        self._numbers[identity] = len(self.shared)
        self.shared.append(value)
        return tree

    def items(self, values: Sequence[object]) -> Tree:
        """Return the trees of values, or one buffer for all of them where they are numbers of one type."""
        count = len(values)
        self._nodes += count
        if self._nodes > MAX_NODES:
            raise TooLargeError(f"the value has more than {MAX_NODES} parts")
        if count >= 8:
            kinds = set(map(type, values))
            if len(kinds) == 1 and (packed := self._pack(kinds.pop(), values)) is not None:
                return packed
        return [self.encode(value) for value in values]

    def content(self, value: object) -> Tree:
        """Return the tree of an object's content, though the other side knows the object."""
        number = self._known.pop(id(value))
        try:
            return self.encode(value)
        finally:
            self._known[id(value)] = number

    def _pack(self, kind: type, values: Sequence[Any]) -> Tree:
        if kind is float:
            return {"d": self.add(array.array("d", values).tobytes())}
        if kind is int:
            try:
                return {"q": self.add(array.array("q", values).tobytes())}
            except OverflowError:
                return None
        if kind is str and len(values) >= 64:
            texts = [text.encode("utf-8", "surrogatepass") for text in values]
            lengths = array.array("I", map(len, texts)).tobytes()
            return {"s": [self.add(lengths), self.add(b"".join(texts))]}
        return None

    def _array(self, value: Any) -> Tree:
        if value.dtype.hasobject:
            return self._objects(value)
        if value.dtype.kind not in "biufcSUMmV":
            return self.other(self, value)
        view = self._view_of_known(value)
        return self.part(value, lambda: self._bytes_of(value)) if view is None else view

    def _bytes_of(self, value: Any) -> Tree:
        flags = value.flags
        order = "C" if flags.c_contiguous or not flags.f_contiguous else "F"
        if value.nbytes < _LONG or value.dtype.kind in "mMUSV":
            data: Buffer = value.tobytes(order)
        else:
            flat = value.reshape(-1, order=order)
            data = memoryview(flat).cast("B") if flat.flags.c_contiguous else flat.tobytes()
        return ["a", dtype_tree(value.dtype), list(value.shape), order, bool(flags.writeable), self.add(data)]

    def _objects(self, value: Any) -> Tree:
        if value.dtype.names is not None:
            return self.other(self, value)
        return self.part(value, lambda: ["ao", list(value.shape), self.items(value.reshape(-1).tolist())])

    def _view_of_known(self, value: Any) -> Tree:
        """Return how the array looks into one that the other side has, or None."""
        base, depth = value.base, 0
        while base is not None and type(base) is type(value) and depth < 8:
            number = self._known.get(id(base))
            if number is not None and id(value) not in self._known:
                if value.dtype != base.dtype or not base.flags.c_contiguous:
                    return None
                offset = value.ctypes.data - base.ctypes.data
                return ["v", number, offset, list(value.shape), list(value.strides)]
            base, depth = base.base, depth + 1
        return None

    def _scalar(self, value: Any) -> Tree:
        name = value.dtype.name
        if name == "float64":
            return ["N", float(value)]
        if name == "int64":
            return ["M", int(value)]
        if name == "bool":
            return ["B", bool(value)]
        if value.dtype.hasobject or value.dtype.kind not in "biufcSUMm":
            return self.other(self, value)
        return ["n", value.dtype.str, self.add(value.tobytes())]

    def _library_or_other(self, value: object, kind: type) -> Tree:
        value = self.instead.get(id(value), value)
        if (adapter := values.adapter_of(kind)) is not None:
            return self._or_other(value, lambda: self._adapted(adapter, value))
        if (encode := columns.encoder_of(kind)) is not None:
            return self._or_other(value, lambda: encode(self, value))
        return self.other(self, value)

    def _adapted(self, adapter: values.ValueAdapter, value: object) -> Tree:
        """Return the tree of a value's parts; they refer to nothing outside, and hold no objects."""
        inner = Encoder()
        inner.buffers, inner._open, inner._nodes = self.buffers, self._open, self._nodes
        trees = [inner.encode(part) for part in adapter.parts(value)]
        self._nodes = inner._nodes
        return [_ADAPTED, adapter.class_name, *trees]

    def _or_other(self, value: object, make: Callable[[], Tree]) -> Tree:
        """Return the tree of a value; if it cannot be taken apart, that of an object that stays here."""
        complete = len(self.shared)
        try:
            return self.part(value, make)
        except (TooLargeError, RecursionError):
            raise
        except Exception:  # of a library, or of an adapter
            for part in self.shared[complete:]:  # the other side will not meet them
                del self._numbers[id(part)]
            del self.shared[complete:]
            return self.other(self, value)

    def _pairs(self, value: Mapping[object, object]) -> list[Tree]:
        return [self.items(list(value.keys())), self.items(list(value.values()))]

    def _default(self, value: defaultdict[Any, Any]) -> Tree:
        return self.part(value, lambda: ["cd", self.encode(value.default_factory), *self._pairs(value)])

    _METHODS: Mapping[type, Callable[["Encoder", Any], Tree]] = {
        list: lambda self, value: self.part(value, lambda: ["l", self.items(value)]),
        tuple: lambda self, value: self.part(value, lambda: ["t", self.items(value)]),
        dict: lambda self, value: self.part(value, lambda: ["d", *self._pairs(value)]),
        Counter: lambda self, value: self.part(value, lambda: ["cc", *self._pairs(value)]),
        OrderedDict: lambda self, value: self.part(value, lambda: ["co", *self._pairs(value)]),
        defaultdict: _default,
        deque: lambda self, value: self.part(value, lambda: ["cq", self.items(list(value)), value.maxlen]),
        set: lambda self, value: self.part(value, lambda: ["s", self.items(list(value))]),
        frozenset: lambda self, value: self.part(value, lambda: ["f", self.items(list(value))]),
        complex: lambda self, value: ["c", value.real, value.imag],
        bytes: lambda self, value: ["y", self.add(value)],
        bytearray: lambda self, value: self.part(value, lambda: ["Y", self.add(bytes(value))]),
        range: lambda self, value: ["g", *map(self.encode, (value.start, value.stop, value.step))],
        slice: lambda self, value: ["x", *map(self.encode, (value.start, value.stop, value.step))],
        type(...): lambda self, value: ["e"],
    }


class Decoder:
    """Builds fresh values from trees; raises MalformedError or TooLargeError, whatever the tree is."""

    def __init__(
        self,
        buffers: Sequence[Buffer],
        other: Callable[["Decoder", str, list[Tree]], Any] = _no_objects,
        known: Sequence[object] = (),
    ) -> None:
        """Begin; `known` are the objects that the encoder was told this side has."""
        self.buffers = buffers
        self.other = other
        self.known = known
        self.shared: list[object] = []
        self.same: Callable[[int, Any], Any] | None = None  # gives the object that a part is already here
        self.arrived: Callable[[str, Any], Any] | None = None  # looks at what was built; may give another
        self.texts = False  # whether there were any
        self._nodes = 0
        self._depth = 0

    def decode(self, tree: Tree) -> Any:
        """Return the value of a tree."""
        kind = type(tree)
        if kind is float:
            return tree if self.arrived is None or tree == tree else self.arrived("", tree)
        if kind is str:
            self.texts = True
            return tree if tree or self.arrived is None else self.arrived("u", tree)
        if tree is None or kind in (bool, int):
            return tree
        if kind is not list or not tree or type(tree[0]) is not str:
            raise MalformedError("not a value")
        self._depth += 1
        if self._depth > MAX_DEPTH + 2:
            raise TooLargeError("the value is nested too deeply")
        try:
            return self._decode(tree[0], tree[1:])
        except (MalformedError, TooLargeError):
            raise
        except Exception as problem:  # whatever a library makes of parts that do not fit
            raise MalformedError(f"not a value: {type(problem).__name__}") from None
        finally:
            self._depth -= 1

    def _decode(self, tag: str, rest: list[Tree]) -> object:
        method = self._METHODS.get(tag)
        if method is not None:
            value = method(self, *rest)
            return value if self.arrived is None or tag not in _LOOKED_AT else self.arrived(tag, value)
        container = self._CONTAINERS.get(tag) or columns.DECODERS.get(tag)
        if container is None:
            return self.other(self, tag, rest)
        value = container(self, *rest)
        if self.arrived is not None:
            value = self.arrived(tag, value)
        return self.completed(value)

    def completed(self, value: object) -> object:
        """Number a part that may be met again; return it, or the object that it is already here."""
        if self.same is not None:
            value = self.same(len(self.shared), value)
        self.shared.append(value)
        return value

    def bytes(self, number: int) -> memoryview:
        """Return the buffer of this number."""
        if type(number) is not int or not 0 <= number < len(self.buffers):
            raise MalformedError("a buffer is not there")
        return memoryview(self.buffers[number])

    def count(self, number: int) -> None:
        """Count parts, and refuse too many."""
        self._nodes += number
        if self._nodes > MAX_NODES:
            raise TooLargeError(f"the value has more than {MAX_NODES} parts")

    def items(self, tree: Tree) -> list[Any]:
        """Return the values of a list of trees, or of the buffer that stands for it."""
        if type(tree) is list:
            self.count(len(tree))
            return [self.decode(part) for part in tree]
        ((kind, buffer),) = tree.items()
        if kind == "s":
            texts: list[Any] = self._texts(*buffer)
            return texts if self.arrived is None else [text or self.arrived("u", text) for text in texts]
        if kind not in ("d", "q"):
            raise MalformedError("not a list of numbers")
        numbers: array.array[Any] = array.array(kind)
        self.count(len(self.bytes(buffer)) // numbers.itemsize)
        numbers.frombytes(self.bytes(buffer))
        made = numbers.tolist()
        if kind == "d" and self.arrived is not None and math.isnan(sum(made)):
            return [number if number == number else self.arrived("", number) for number in made]
        return made

    def bare(self, tree: Tree) -> Any:
        """Return an array or dictionary that is a part of something: only the whole is looked at."""
        tag, *rest = tree
        if tag not in ("a", "ao", "d"):
            raise MalformedError("not a part")
        made = self._CONTAINERS[tag](self, *rest)
        self.shared.append(made)
        return made

    def unseen(self, tree: Tree) -> list[Any]:
        """Return the values of a list of which only the whole is looked at."""
        arrived, self.arrived = self.arrived, None
        try:
            return self.items(tree)
        finally:
            self.arrived = arrived

    def apart(self, tree: Tree, other: Callable[["Decoder", str, list[Tree]], Any]) -> Any:
        """Return the value of a tree that was encoded for itself, beside this one."""
        inner = Decoder(self.buffers, other)
        inner.arrived, inner._nodes, inner._depth = self.arrived, self._nodes, self._depth
        value = inner.decode(tree)
        self._nodes, self.texts = inner._nodes, self.texts or inner.texts
        return value

    def _text(self, buffer: int) -> str:
        self.texts = True
        return str(self.bytes(buffer), "utf-8", "surrogatepass")

    def _bytes(self, buffer: int) -> Any:
        self.texts = True
        return bytes(self.bytes(buffer))

    def _texts(self, lengths: int, buffer: int) -> list[str]:
        self.texts = True
        sizes = array.array("I")
        self.count(len(self.bytes(lengths)) // sizes.itemsize)
        sizes.frombytes(self.bytes(lengths))
        data, position, texts = bytes(self.bytes(buffer)), 0, []
        for size in sizes:
            texts.append(data[position : position + size].decode("utf-8", "surrogatepass"))
            position += size
        if position != len(data):
            raise MalformedError("texts of another length")
        return texts

    def keys(self, tree: Tree) -> list[Any]:
        """Return values that can be keys; refuse many equal hashes, which would keep a dict busy."""
        return checked(self.items(tree))

    def _dict(self, keys: Tree, values: Tree) -> dict[Any, Any]:
        return dict(zip(self.keys(keys), self.items(values), strict=True))

    def _counter(self, keys: Tree, values: Tree) -> Counter[Any]:
        counter: Counter[Any] = Counter()
        counter.update(self._dict(keys, values))
        return counter

    def _default(self, factory: Tree, keys: Tree, values: Tree) -> defaultdict[Any, Any]:
        function = self.decode(factory)
        return defaultdict(function if callable(function) else None, self._dict(keys, values))

    def _adapted(self, class_name: Tree, *trees: Tree) -> object:
        """Build a value from its parts; they were encoded for themselves, and hold no objects."""
        adapter = values.adapter_named(class_name)
        inner = Decoder(self.buffers)
        inner._nodes, inner._depth = self._nodes, self._depth
        parts = inner.items(list(trees))
        self._nodes, self.texts = inner._nodes, self.texts or inner.texts
        value = adapter.build(*parts)
        if type(value) is not values.class_of(adapter):
            raise MalformedError(f"not a {adapter.class_name}")
        return value

    def _integer(self, digits: str) -> int:
        if len(digits) > MAX_BITS // 4 + 8:
            raise TooLargeError("an integer has too many digits")
        return int(digits, 16)

    def _range(self, *bounds: Tree) -> range:
        start, stop, step = (self.decode(bound) for bound in bounds)
        return range(start, stop, step)

    def _slice(self, *bounds: Tree) -> slice:
        start, stop, step = (self.decode(bound) for bound in bounds)
        return slice(start, stop, step)

    def _array(self, dtype: Tree, shape: Tree, order: str, writeable: bool, buffer: int) -> object:
        import numpy

        kind = self._dtype(dtype)
        size = _size(shape)
        data = self.bytes(buffer)
        if (
            kind.itemsize * size != len(data)
            or (kind.itemsize == 0 and size > 1000)
            or order not in ("C", "F")
        ):
            raise MalformedError("an array of another size")
        if not size:
            built = numpy.zeros(shape, kind)
        else:  # a copy owns its memory, as an array of one's own would
            whole: Any = numpy.frombuffer(data, dtype=kind) if len(data) else numpy.zeros(size, kind)
            built = numpy.array(whole.reshape(shape, order=order), order=order)  # type: ignore[call-overload]
        built.flags.writeable = writeable is not False
        return built

    def _dtype(self, tree: Tree) -> Any:
        kind = dtype_of(tree)
        self.texts = self.texts or kind.kind in "SUV"
        return kind

    def _object_array(self, shape: Tree, items: Tree) -> object:
        import numpy

        values = self.items(items)
        if _size(shape) != len(values):
            raise MalformedError("an array of another size")
        built = numpy.empty(len(values), dtype=object)
        for number, value in enumerate(values):
            built[number] = value
        return built.reshape(shape)

    def _scalar(self, dtype: str, buffer: int) -> object:
        import numpy

        kind, data = self._dtype(dtype), self.bytes(buffer)
        if kind.itemsize != len(data):
            raise MalformedError("a scalar of another size")
        return numpy.frombuffer(data, dtype=kind)[0] if len(data) else kind.type()

    def _view(self, number: int, offset: int, shape: Tree, strides: Tree) -> object:
        """Return an array that looks into a known one; numpy checks that it stays within its memory."""
        import numpy

        base = self._known(number)
        if type(base) is not numpy.ndarray or not base.flags.c_contiguous or type(offset) is not int:
            raise MalformedError("not a view")
        _size(shape)
        if len(strides) != len(shape) or offset < 0:
            raise MalformedError("not a view")
        try:
            whole = base.view() if base.ndim else base.reshape(1)
            flat = whole.reshape(-1)
            built = numpy.ndarray(tuple(shape), base.dtype, flat, offset, tuple(strides))
        except ValueError:
            raise MalformedError("not a view") from None
        built.flags.writeable = base.flags.writeable
        return built

    def _known(self, number: int) -> object:
        if type(number) is not int or not 0 <= number < len(self.known):
            raise MalformedError("not known")
        return self.known[number]

    def _again(self, number: int) -> object:
        if type(number) is not int or not 0 <= number < len(self.shared):
            raise MalformedError("not met before")
        return self.shared[number]

    def _numpy(self, name: str, value: object) -> object:
        import numpy

        return getattr(numpy, name)(value)

    _METHODS: Mapping[str, Callable[..., Any]] = {
        "i": _integer,
        "u": _text,
        "c": lambda self, real, imaginary: complex(_number(real), _number(imaginary)),
        "y": _bytes,
        "g": _range,
        "x": _slice,
        "e": lambda self: ...,
        "N": lambda self, value: self._numpy("float64", _number(value)),
        "M": lambda self, value: self._numpy("int64", int(_number(value))),
        "B": lambda self, value: self._numpy("bool_", value is True),
        "n": _scalar,
        "v": _view,
        "k": _known,
        "r": _again,
    }
    _CONTAINERS: Mapping[str, Callable[..., Any]] = {
        "l": lambda self, items: self.items(items),
        "t": lambda self, items: tuple(self.items(items)),
        "d": _dict,
        "s": lambda self, items: set(self.keys(items)),
        "f": lambda self, items: frozenset(self.keys(items)),
        "Y": lambda self, buffer: bytearray(self._bytes(buffer)),
        "a": _array,
        "ao": _object_array,
        "cc": _counter,
        "co": lambda self, keys, values: OrderedDict(self._dict(keys, values)),
        "cd": _default,
        "cq": lambda self, items, most: deque(self.items(items), most),
        _ADAPTED: _adapted,
    }


def checked(keys: list[Any]) -> list[Any]:
    """Return values that are to be keys, unless too many of them have one hash."""
    if len(keys) > 1000 and len(set(map(hash, keys))) < len(keys) // 2:
        raise TooLargeError("too many keys with the same hash")
    return keys


def dtype_tree(dtype: Any) -> Tree:
    """Return a dtype as text, or a structured one as its fields."""
    if dtype.names is None:
        if dtype.kind == "V" or dtype.subdtype is not None:
            raise TooLargeError("an array of raw memory")
        return dtype.str
    return [[name, dtype_tree(dtype.fields[name][0]), dtype.fields[name][1]] for name in dtype.names] + [
        dtype.itemsize
    ]


def dtype_of(tree: Tree, depth: int = 0) -> Any:
    """Return the dtype that a tree says, if it is one of numbers, texts or dates."""
    import numpy

    try:
        if type(tree) is str:
            return _dtype_named(tree)
        *fields, size = tree
        if depth > 4 or type(size) is not int or not 0 <= size < 1 << 20:
            raise MalformedError("not a dtype that may cross")
        names, kinds, offsets = zip(*fields, strict=True)
        formats = [dtype_of(kind, depth + 1) for kind in kinds]
        return numpy.dtype(
            {"names": list(map(str, names)), "formats": formats, "offsets": list(offsets), "itemsize": size}
        )
    except (TypeError, ValueError, OverflowError):
        raise MalformedError("not a dtype that may cross") from None


@lru_cache(maxsize=256)
def _dtype_named(text: str) -> object:
    import numpy

    if not _DTYPE.fullmatch(text):
        raise MalformedError("not a dtype that may cross")
    return numpy.dtype(text)


def _integer(value: int) -> Tree:
    if -(1 << 63) <= value < 1 << 63:
        return value
    if value.bit_length() > MAX_BITS:
        raise TooLargeError(f"an integer has more than {MAX_BITS} binary digits")
    return ["i", hex(value)]


def _number(value: object) -> Any:
    if type(value) not in (int, float):
        raise MalformedError("not a number")
    return value


def _size(shape: Tree) -> int:
    if type(shape) is not list or len(shape) > 32:
        raise MalformedError("not a shape")
    if not all(type(length) is int and 0 <= length < 1 << 40 for length in shape):
        raise MalformedError("not a shape")
    return math.prod(shape)
