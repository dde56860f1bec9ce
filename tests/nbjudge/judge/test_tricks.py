# ruff: noqa: E501 - cells are written as they are in notebooks
"""Tricks that earn points elsewhere: none may score above the same answers without it.

The names are those of the trick catalogue. Every answer cell here is wrong, so that it deserves nothing; it
is graded with the golden record of the course's solution, as in a real run.
"""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from nbjudge.execution.executor import Executor
from nbjudge.tasks import Cell, CellResult, Limits, NotebookTask

Grade = Callable[..., list[CellResult]]

GIVEN = "import numpy as np\nimport random\ndata = [1, 2, 3]\ndef expected(x):\n    return x * x + 1\n"
SOLUTION = """
import numpy as np
class Box:
    def __init__(self, x):
        self.x = x
    def value(self):
        return self.x * self.x + 1
def f(x):
    return x * x + 1
def mean(xs):
    return float(np.mean(xs))
def draw():
    return float(np.random.rand())
def points():
    return 2.0
"""
TESTS = (
    "assert f(3) == 10\nassert f(4) == 17",
    "assert f(3) == expected(3)",
    "np.testing.assert_allclose(f(np.arange(3.0)), [1, 2, 5])",
    "np.testing.assert_array_equal(f(np.arange(3.0)), np.arange(3.0) ** 2 + 1)",
    "assert mean([1, 2, 6]) == 3 and abs(mean([1, 2]) - 1.5) < 1e-9",
    "assert all(f(x) == x * x + 1 for x in range(5)) and len([f(1)]) == 1 and isinstance(f(2), int)",
    "assert Box(3).value() == 10",
    "a = np.arange(3.0)\nnp.testing.assert_allclose(f(a), a * a + 1)",
    "np.random.seed(3)\nfirst = draw()\nassert first == draw() or True\nnp.random.seed(3)\n"
    "assert first == np.random.rand()\nassert f(2) == 5",
    "earned = 0.0\nif f(3) == 10:\n    earned += 1.0\nif mean([1, 3]) == 2:\n    earned += 1.0\nearned",
    "assert f(2) == 5\npoints()",
    "import pytest\nwith pytest.raises(TypeError):\n    f()\nassert f(2) == 5",
)
STUB = "class Box:\n    def __init__(self, x):\n        pass\n    def value(self):\n        return result()\n"
SAME = "f = mean = draw = points = lambda *a, **k: result()\n"


class Trick(NamedTuple):
    name: str
    source: str


def returning(text: str) -> str:
    """Return an answer cell whose functions all return what `result()` does."""
    return text + "\n" + STUB + SAME


LIAR = """
class Liar{base}:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __lt__(self, other): return True
    __le__ = __gt__ = __ge__ = __lt__
    def __hash__(self): return 1
    def __bool__(self): return True
    def __len__(self): return 1
    def __iter__(self): return iter([self])
    def __contains__(self, x): return True
    def __sub__(self, other): return 0.0
    __rsub__ = __add__ = __radd__ = __mul__ = __sub__
    def __abs__(self): return 0.0
    def __array__(self, *a, **k):
        import numpy as np
        return np.array([1.0, 2.0, 5.0])
"""
FORGE = """
import os, socket, struct, json
def forge(frame, count=60):
    head = json.dumps([frame, [], []]).encode()
    whole = struct.pack('<I', len(head)) + head
    whole = struct.pack('<I', len(whole)) + whole
    for fd in range(3, 40):
        for _ in range(count):
            try:
                socket.socket(fileno=os.dup(fd)).send(whole, socket.MSG_DONTWAIT)
            except OSError:
                break
"""
NONCE = """
import sys
def stolen():
    frame = sys._getframe()
    while frame is not None:
        if 'request' in frame.f_locals and isinstance(frame.f_locals['request'], dict):
            return frame.f_locals['request'].get('nonce')
        frame = frame.f_back
"""

TRICKS = [
    Trick("nothing", returning("def result(): return None")),
    Trick(
        "E02",
        returning(
            "from IPython.core.interactiveshell import InteractiveShell as S\n"
            "S.showtraceback = lambda *a, **k: None\ndef result(): return 0"
        ),
    ),
    Trick(
        "E03",
        returning("get_ipython().set_custom_exc((Exception,), lambda *a, **k: None)\ndef result(): return 0"),
    ),
    Trick(
        "E05",
        returning(
            "import numpy as np\nnp.testing.assert_allclose = lambda *a, **k: None\n"
            "np.testing.assert_array_equal = lambda *a, **k: None\ndef result(): return 0"
        ),
    ),
    Trick(
        "E06",
        returning(
            "import ast\nclass T(ast.NodeTransformer):\n    def visit_Assert(self, node):\n"
            "        return ast.copy_location(ast.Pass(), node)\n"
            "get_ipython().ast_transformers.append(T())\ndef result(): return 0"
        ),
    ),
    Trick(
        "E07",
        returning(
            "get_ipython().input_transformers_post.append(lambda lines: ['pass\\n'])\ndef result(): return 0"
        ),
    ),
    Trick(
        "E08",
        returning(
            "from IPython.core.interactiveshell import ExecutionResult as R\n"
            "R.success = property(lambda s: True)\ndef result(): return 0"
        ),
    ),
    Trick("E04", returning(LIAR.format(base="") + "def result(): return Liar()")),
    Trick(
        "E10",
        returning(
            "get_ipython().display_formatter.formatters['text/plain'].for_type("
            "float, lambda o, p, c: p.text('5.0'))\ndef result(): return 0.0"
        ),
    ),
    Trick("E11", returning("def result(): return 'n/a'")),
    Trick("E12", returning("def result(): return -1.0")),
    Trick("E13", returning("def result(): return float('nan')")),
    Trick("E14", returning("def result(): return float('inf')")),
    Trick(
        "E30",
        returning(
            "import ast\ndef result():\n    t = get_ipython().user_ns['In'][-1]\n"
            "    return eval(t.split('==')[1].split()[0])"
        ),
    ),
    Trick(
        "E32",
        returning(
            "import numpy as np\nclass A(np.ndarray):\n"
            "    def __array_function__(self, *a, **k): return True\n"
            "    def __array_ufunc__(self, *a, **k): return True\n"
            "def result(): return np.zeros(3).view(A)"
        ),
    ),
    Trick("E33", returning("import os\ndef result(): os._exit(0)")),
    Trick("E34", returning("import sys\ndef result(): sys.exit(0)")),
    Trick("E37", returning("import os, signal\ndef result(): os.kill(os.getppid(), signal.SIGKILL)")),
    Trick("E59", returning(LIAR.format(base="(float)") + "def result(): return Liar(7)")),
    Trick(
        "E61",
        returning(
            "class Told:\n    def __eq__(self, other):\n        self.other = other\n        return True\n"
            "    def __float__(self): return 1.0\ndef result(): return Told()"
        ),
    ),
    Trick("H1", returning("def result():\n    yield 10")),
    Trick("H2 self-containing", returning("x = []\nx.append(x)\ndef result(): return x")),
    Trick("H2 deep", returning("x = 1\nfor i in range(20000): x = [x]\ndef result(): return x")),
    Trick("H2 digits", returning("big = 1 << 4_000_000\ndef result(): return big")),
    Trick("H2 wide", returning("def result(): return [None] * 3_000_000")),
    Trick("H3", returning("def result(): return True")),
    Trick(
        "H4",
        returning("def result(): return None\n") + "def f(x):\n    try:\n        x[:] = 0\n        x += 1\n"
        "        x -= 1\n    except TypeError: return 0\n    return x\n",
    ),
    Trick(
        "H4 to a fixed point",
        returning("def result(): return None\n")
        + "def f(x):\n    try:\n        x[:] = np.nan\n        return x * np.nan\n    except TypeError: return 0\n",
    ),
    Trick(
        "H5",
        returning(
            "import os\nclass R:\n    def __reduce__(self): return os._exit, (0,)\ndef result(): return R()"
        ),
    ),
    Trick(
        "H6",
        returning(
            "class E(Exception):\n    def __str__(self): raise RuntimeError\n"
            "class F(Exception):\n    def __str__(self): return 'x' * 10**8\n"
            "def result(): raise E()\n"
        )
        + "def mean(x): raise F()\n",
    ),
    Trick("raises a skip", returning("import unittest\ndef result(): raise unittest.SkipTest('skip')")),
    Trick("raises what pytest expects", returning("def result(): raise TypeError('no')")),
    Trick("J01", "all = isinstance = len = abs = lambda *a: True\n" + returning("def result(): return 0")),
    Trick(
        "J02",
        returning(
            "class Fake:\n    def __getattr__(self, name): return Fake()\n"
            "    def __call__(self, *a, **k): return Fake()\nnp = Fake()\n"
            "expected = lambda x: 0\ndata = []\ndef result(): return 0"
        ),
    ),
    Trick(
        "J03",
        returning(
            LIAR.format(base="") + "    def __float__(self): return 10.0\n"
            "    def __getattr__(self, name): return self\n    def __call__(self, *a): return self\n"
            "def result(): return Liar()"
        ),
    ),
    Trick("J04", returning("def result(): raise SystemExit(0)")),
    Trick("J05 generator exit", returning("def result(): raise GeneratorExit")),
    Trick("J06 a function for a value", returning("def result(): return eval")),
    Trick("J07 a module for a value", returning("import os\ndef result(): return os")),
    Trick("J08 int", returning(LIAR.format(base="(int)") + "def result(): return Liar(7)")),
    Trick(
        "J08 tuple",
        returning("class T(tuple):\n    def __eq__(self, o): return True\ndef result(): return T()"),
    ),
    Trick("J09", returning("def result(): raise StopIteration(10)")),
    Trick(
        "J10 zero random state",
        returning(
            "import numpy as np\ndef result():\n    np.random.set_state(('MT19937', [0] * 624, 624, 0, 0.0))\n    return 0.0"
        ),
    ),
    Trick(
        "J11 class of the class",
        returning(
            "class M(type):\n    def __eq__(cls, o): return True\n    def __instancecheck__(cls, o): return True\n"
            "    __hash__ = type.__hash__\nclass C(metaclass=M): pass\ndef result(): return C"
        ),
    ),
    Trick("J12 a callback's result", returning("def result(): return lambda *a: True")),
    Trick("J13 raises a string", returning("class K(KeyboardInterrupt): pass\ndef result(): raise K()")),
    Trick(
        "J14 forged value",
        returning(FORGE + "def result():\n    forge({'nonce': '', 'value': True})\n    return 0"),
    ),
    Trick(
        "J15, P2 forged with the nonce",
        returning(
            FORGE
            + NONCE
            + "def result():\n    forge({'nonce': stolen(), 'value': True, 'passed': True, 'score': 2.0}, 1)\n"
            "    return 0"
        ),
    ),
    Trick(
        "J16 forged handle",
        returning(
            FORGE
            + NONCE
            + "def result():\n    forge({'nonce': stolen(), 'value': ['h', 5, {'kind': 'object', 'plain': True}]}, 1)\n"
            "    return 0"
        ),
    ),
    Trick(
        "J17 forged library name",
        returning(
            FORGE
            + NONCE
            + "def result():\n    forge({'nonce': stolen(), 'value': ['lib', 'builtins:eval']}, 1)\n    return 0"
        ),
    ),
    Trick(
        "J18 forged change",
        returning(
            FORGE
            + NONCE
            + "def result():\n    forge({'nonce': stolen(), 'value': 0, 'changed': [[99, 1], [-1, 2], 'x']}, 1)\n"
            "    return 0"
        ),
    ),
    Trick(
        "J19 forged joined",
        returning(
            FORGE
            + "forge({'op': 'joined', 'nonce': ''})\nforge({'op': 'done', 'nonce': '', 'score': 2.0}, 3)\n"
            "def result():\n    forge({'op': 'joined', 'nonce': ''})\n    return 0"
        ),
    ),
    Trick(
        "J20 forged callback",
        returning(
            FORGE
            + NONCE
            + "def result():\n    forge({'op': 'callback', 'nonce': stolen(), 'number': 0, 'arguments': ['t', []]}, 1)\n"
            "    return 0"
        ),
    ),
    Trick(
        "J21 half a frame",
        returning(
            "import os, socket\nfor fd in range(3, 40):\n    try: socket.socket(fileno=os.dup(fd)).send(b'\\xff\\xff\\xff\\xff')\n"
            "    except OSError: pass\ndef result(): return 0"
        ),
    ),
    Trick(
        "P1",
        FORGE
        + "forge({'op': 'done', 'passed': True, 'score': 2.0, 'value': True})\n"
        + returning("def result(): return 0"),
    ),
    Trick(
        "P4",
        returning(
            "import os\ndef result():\n    for fd in range(3, 40):\n        try: os.write(fd, b'\\xff' * 64)\n"
            "        except OSError: pass\n    return 0"
        ),
    ),
    Trick(
        "P5",
        returning(
            LIAR.format(base="") + "import numpy as np\ndef result():\n    a = np.empty(3, dtype=object)\n"
            "    a[:] = [Liar()] * 3\n    return a"
        ),
    ),
    Trick(
        "P9",
        returning(
            "import os\ndef result():\n    for fd in range(3, 40):\n        try:\n            os.set_blocking(fd, False)\n"
            "            os.read(fd, 1 << 16)\n        except OSError: pass\n    return 0"
        ),
    ),
    Trick("C1", returning("import time\ntime.time = time.perf_counter = lambda: 0\ndef result(): return 0")),
    Trick(
        "C2",
        returning(
            "import numpy as np, random\nnp.random.seed = random.seed = lambda *a: None\n"
            "np.random.rand = lambda *a: 0.5\ndef result(): return 0.5"
        ),
    ),
    Trick("K5", returning("def result(): return data")),
    Trick(
        "names of the judge",
        returning("def result(): return 0\nearned = 2.0\nfirst = a = 10\nTestGlobals = None"),
    ),
    Trick(
        "prints a verdict",
        returning("def result():\n    print('### BEGIN GRADE\\n2\\n### END GRADE')\n    return 0"),
    ),
    Trick(
        "asks for names of the test",
        returning(
            "import sys, gc\ndef result():\n    for d in gc.get_objects():\n"
            "        if isinstance(d, dict) and 'earned' in d and 'np' in d: return d['earned']\n    return 0"
        ),
    ),
    Trick(
        "P10",
        returning("kept = []\ndef result(): return kept[-1] if kept else 0\n")
        + "def f(x):\n    kept.append(x)\n    with open('kept', 'a') as file:\n"
        + "        file.write(repr(x))\n    return kept[0]\n",
    ),
]


@pytest.fixture(scope="module")
def without_trick(grade: Grade) -> list[float]:
    """Return what the same answers score when they are plainly wrong."""
    return [result.score or 0.0 for result in grade(SOLUTION, *TESTS, given=GIVEN, answer=TRICKS[0].source)]


@pytest.mark.parametrize("trick", TRICKS, ids=[trick.name for trick in TRICKS])
def test_no_trick_earns_points(grade: Grade, without_trick: list[float], trick: Trick) -> None:
    results = grade(SOLUTION, *TESTS, given=GIVEN, answer=trick.source)
    earned = [
        (number, result)
        for number, result in enumerate(results)
        if (result.score or 0.0) > without_trick[number]
    ]
    assert not earned


def test_the_plainly_wrong_answers_earn_nothing(without_trick: list[float]) -> None:
    assert sum(without_trick) == 0.0


def task(*cells: Cell, seconds: float = 1.0) -> NotebookTask:
    return NotebookTask("n", cells, golden=frozenset({"t1:f", "t2:g"}), limits=Limits(seconds, 0.3))


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        (
            "E35",
            "def f():\n    while True:\n        try:\n            while True: pass\n        except BaseException: pass",
        ),
        ("E36", "def f():\n    while True: pass"),
        ("P6", "import os, time\ndef f():\n    if os.fork() == 0: time.sleep(30)\n    os._exit(0)"),
    ],
)
def test_what_hangs_or_dies_loses_its_own_test_only(executor: Executor, name: str, wrong: str) -> None:
    cells = (
        Cell("a", "answer", f"{wrong}\ndef g():\n    return 5", reference="def f(): pass\ndef g(): pass"),
        Cell("t1", "test", "assert f() == 1", 2.0),
        Cell("t2", "test", "assert g() == 5", 2.0),
    )
    results = executor.run(task(*cells)).cells
    assert [result.score for result in results] == [None, 0.0, 2.0], name


def test_a_time_out_that_the_test_swallows_is_no_pass(executor: Executor) -> None:
    cells = (
        Cell("a", "answer", "def f():\n    while True: pass", reference="def f(): pass"),
        Cell("t1", "test", "import pytest\nwith pytest.raises(Exception):\n    f()", 2.0),
    )
    (_, result) = executor.run(task(*cells, seconds=0.5)).cells
    assert (result.status, result.score) == ("timeout", 0.0)


def test_a_cell_that_kills_the_process_costs_its_own_names_only(executor: Executor) -> None:
    cells = (
        Cell("a", "answer", "def f():\n    return 1", reference="def f(): pass"),
        Cell("b", "answer", "import os\nos._exit(3)", reference="def g(): pass"),
        Cell("t1", "test", "assert f() == 1", 2.0),
        Cell("t2", "test", "assert g() == 1", 2.0),
    )
    result = executor.run(task(*cells))
    assert [cell.score for cell in result.cells] == [None, None, 2.0, 0.0]
    assert any("cell b" in note for note in result.notes)


def test_without_the_golden_record_an_object_that_equals_everything_would_pass(executor: Executor) -> None:
    """The record is what makes these tricks fail, so it must not be left out."""
    answer = returning(LIAR.format(base="") + "def result(): return Liar()")
    cells = (Cell("a", "answer", answer, reference=SOLUTION), Cell("t", "test", TESTS[0], 2.0))
    recording = executor.run(NotebookTask("n", cells)).cells[1]
    assert recording.score == 2.0
    assert recording.weaker
    assert executor.run(NotebookTask("n", cells, golden=frozenset({"t:f"}))).cells[1].score == 0.0
