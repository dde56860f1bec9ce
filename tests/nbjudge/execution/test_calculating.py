"""What only calculates is known by a list; whatever is not on it is in doubt."""

import ast
import importlib
import types

import pytest

from nbjudge.execution.calculating import LIBRARIES, Names, is_known, only_calculates

LASTS = (types.ModuleType, dict, list, set, bytearray)


def says(text: str) -> bool:
    tree = ast.parse(text)
    return only_calculates(tree, Names.of([tree]))


@pytest.mark.parametrize(
    "text",
    [
        "import numpy as np\ndef f(x):\n    return np.sqrt(np.asarray(x, float)).sum(axis=1)",
        "import numpy as np\ndef f(a):\n    with np.errstate(divide='ignore'):\n        return np.log(a)",
        "import numpy as np\ndef f(a, b): return np.divide(a, b, out=np.zeros_like(a), where=b != 0)",
        "from collections import Counter\ndef f(xs): return Counter(xs).most_common(1)[0][0]",
        "import itertools, math\ndef f(xs): return math.prod(itertools.chain.from_iterable(xs))",
        "def f(m, x):\n    counts = {}\n    counts.setdefault(x, []).append(m['prior'])\n    return counts",
        "def f(rng, n): return rng.normal(size=n)",
        "def f(n):\n    for i in range(n):\n        yield i",
        "def g(f, *given, **named): return h(*given, **named)\ndef h(*given, **named): return given",
        "class Model:\n    def __init__(self, k): self.k = k\n    def predict(self, x): return self.k * x\n"
        "class Larger(Model):\n    def __init__(self, k):\n        super().__init__(k)\n        self.n = 0\n"
        "def f(x):\n    m = Larger(2)\n    return m.predict(x) if isinstance(m, (Model, int)) else 0",
        "class Wrong(ValueError): pass\n"
        "def f(x):\n    try: raise Wrong(x)\n    except Wrong as e: return e.args",
        "def f(x: dict[str, list[int]], k: 'int' = 3) -> tuple[int, ...]: return x, k",
    ],
)
def test_what_answers_usually_do_is_known(text: str):
    assert says(text)


@pytest.mark.parametrize(
    "text",
    [
        "import enum\ndef f(x): return enum",
        "import os.path as p\ndef f(x): return p.join(x)",
        "from numpy import typecodes as t\ndef f(x): return t",
        "def f(x): return x.anything",
        "def f(x): return math.sqrt(x)",  # a test may import it
        "def f(g, **named): return g(**named)",
        "def f(x): x.n = 1",
        "class K:\n    def f(this): this.n = 1",
        "class K: pass\ndef f(): return K",
        "class K(type): pass",
        "def f(x): return [display(part) for part in x]",
    ],
)
def test_what_is_not_known_is_in_doubt(text: str):
    assert not says(text)


@pytest.mark.parametrize("library", LIBRARIES)
def test_nothing_of_a_library_that_is_known_holds_what_could_be_changed(library: str):
    module = importlib.import_module(library)
    known = {name: getattr(module, name) for name in dir(module) if is_known(f"{library}.{name}")}
    assert known
    assert [name for name, value in known.items() if isinstance(value, LASTS)] == []


@pytest.mark.parametrize("room", ["linalg", "fft"])
def test_nor_does_anything_in_the_rooms_of_numpy(room: str):
    module = importlib.import_module(f"numpy.{room}")
    known = {name: getattr(module, name) for name in dir(module) if is_known(f"numpy.{room}.{name}")}
    assert {"norm", "fft"} & set(known)
    assert [name for name, value in known.items() if isinstance(value, LASTS)] == []


@pytest.mark.parametrize(
    "name",
    ["empty", "empty_like", "ndarray", "seterr", "geterr", "set_printoptions", "random", "save", "load"],
)
def test_what_sets_something_or_gives_memory_as_it_was_left_is_not_known(name: str):
    assert not is_known(f"numpy.{name}")
    assert is_known("numpy.setdiff1d")
    assert is_known("numpy.reciprocal")
