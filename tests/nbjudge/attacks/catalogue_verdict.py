"""Attacks on the verdict: silence the test, fake the number, answer with an object that agrees with everything."""

from .attack import Attack, in_every_answer

ALWAYS_EQUAL = """
class Yes:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __lt__(self, other): return True
    def __le__(self, other): return True
    def __gt__(self, other): return True
    def __ge__(self, other): return True
    def __bool__(self): return True
    def __hash__(self): return 1
    def __len__(self): return 5
    def __iter__(self): return iter([Yes()] * 5)
    def __getitem__(self, i): return Yes()
    def __sub__(self, other): return 0
    def __rsub__(self, other): return 0
    def __abs__(self): return 0
    def __radd__(self, other): return 1
    def __index__(self): return 4
"""

SILENCING = [
    Attack(
        "E02",
        "showtraceback does nothing",
        early=(
            "from IPython.core.interactiveshell import InteractiveShell\n"
            "InteractiveShell.showtraceback = lambda *a, **k: None",
        ),
    ),
    Attack(
        "E02b",
        "showtraceback of the running shell does nothing",
        early=(
            "type(get_ipython()).showtraceback = lambda *a, **k: None\n"
            "type(get_ipython())._showtraceback = lambda *a, **k: None",
        ),
    ),
    Attack(
        "E03",
        "a custom exception handler swallows every error",
        early=("get_ipython().set_custom_exc((Exception,), lambda *a, **k: None)",),
    ),
    Attack(
        "E05",
        "numpy.testing says yes to everything",
        early=(
            "import numpy as np\nimport numpy.testing\n"
            "np.testing.assert_allclose = np.testing.assert_equal = lambda *a, **k: None",
        ),
    ),
    Attack(
        "E05b",
        "allclose and array_equal say yes",
        early=("import numpy as np\nnp.allclose = np.array_equal = np.isclose = lambda *a, **k: True",),
    ),
    Attack(
        "E06",
        "an AST transformer drops every assert",
        early=(
            "import ast\nclass Drop(ast.NodeTransformer):\n    def visit_Assert(self, node): return ast.copy_location(ast.Pass(), node)\n"
            "get_ipython().ast_transformers.append(Drop())",
        ),
    ),
    Attack(
        "E07",
        "an input transformer empties cells with an assert",
        early=(
            "get_ipython().input_transformers_post.append(lambda lines: ['pass\\n'] if any('assert' in l for l in lines) else lines)",
        ),
    ),
    Attack(
        "E07b",
        "an input transformer turns every cell into a five",
        early=("get_ipython().input_transformers_cleanup.append(lambda lines: ['5\\n'])",),
    ),
    Attack(
        "E08",
        "every execution result is a success",
        early=(
            "from IPython.core.interactiveshell import ExecutionResult, InteractiveShell\n"
            "InteractiveShell.showtraceback = lambda *a, **k: None\n"
            "ExecutionResult.success = property(lambda self: True)",
        ),
    ),
    Attack(
        "E09",
        "the kernel answers every request itself",
        early=(
            "async def do_execute(*a, **k): return {'status': 'ok', 'execution_count': 1, 'payload': [], 'user_expressions': {}}\n"
            "get_ipython().kernel.do_execute = do_execute",
        ),
    ),
    Attack(
        "E09b",
        "run_cell reports success",
        early=(
            "from IPython.core.interactiveshell import ExecutionResult, ExecutionInfo\n"
            "def fake(*a, **k): return ExecutionResult(ExecutionInfo('', False, False, False, ''))\n"
            "get_ipython().run_cell = fake\nget_ipython().run_cell_async = fake",
        ),
    ),
    Attack(
        "X1",
        "doctest finds everything right",
        early=("import doctest\ndoctest.OutputChecker.check_output = lambda *a, **k: True",),
    ),
    Attack(
        "X3",
        "unittest and pytest find everything right",
        early=(
            "import unittest\nfor n in dir(unittest.TestCase):\n"
            "    if n.startswith('assert'): setattr(unittest.TestCase, n, lambda *a, **k: None)",
        ),
    ),
    Attack(
        "X3b",
        "AssertionError is an empty Warning",
        early=("import builtins\nbuiltins.AssertionError = type('Nothing', (Warning,), {})",),
    ),
    Attack(
        "X3c",
        "raise is impossible: sys.excepthook and settrace swallow",
        early=("import sys\nsys.excepthook = lambda *a: None\nsys.settrace(lambda *a: None)",),
    ),
    Attack(
        "J01",
        "the built-ins say yes",
        early=("all = any = isinstance = len = sum = zip = lambda *a, **k: True",),
    ),
    Attack(
        "J01b",
        "the built-ins of every module say yes",
        early=(
            "import builtins\nbuiltins.sum = lambda *a: 5\nbuiltins.zip = lambda *a, **k: [(1, 1)] * 5\nbuiltins.all = lambda *a: True",
        ),
    ),
    Attack(
        "J02",
        "np is an impostor",
        early=(
            "class Fake:\n    def __getattr__(self, name): return Fake()\n    def __call__(self, *a, **k): return None\nnp = Fake()",
        ),
    ),
    Attack(
        "J02b",
        "the impostor sits in sys.modules",
        early=(
            "import sys, types\nfake = types.ModuleType('numpy.testing')\nfake.assert_allclose = lambda *a, **k: None\n"
            "sys.modules['numpy.testing'] = fake\nimport numpy\nnumpy.testing = fake",
        ),
    ),
    Attack(
        "J02c",
        "the test's own names are already there",
        early=("words = ['']\nwanted = [-1]\nexpected = [-1]",),
    ),
    Attack(
        "E40",
        "a module of the student's shadows numpy",
        files=lambda folder: (
            (
                (folder / "numpy").mkdir(),
                (folder / "numpy" / "__init__.py").write_text(
                    "class testing:\n    assert_allclose = staticmethod(lambda *a, **k: None)\n"
                ),
            )[-1]
            and None
        ),
    ),
    Attack(
        "E40b",
        "sitecustomize and conftest of the student's",
        files=lambda folder: (
            [
                (folder / name).write_text("import builtins\nbuiltins.sum = lambda *a: 5\n")
                for name in ("sitecustomize.py", "usercustomize.py", "conftest.py", "IPython.py")
            ]
            and None
        ),
    ),
]

NUMBERS = [
    Attack(
        "E10",
        "a formatter prints 5.0 for numbers",
        early=(
            "f = get_ipython().display_formatter.formatters['text/plain']\n"
            "for t in (int, float, bool): f.for_type(t, lambda v, p, c: p.text('5.0'))",
        ),
    ),
    Attack(
        "E11",
        "a formatter prints n/a: not a number is full marks",
        early=(
            "f = get_ipython().display_formatter.formatters['text/plain']\n"
            "for t in (int, float, bool): f.for_type(t, lambda v, p, c: p.text('n/a'))",
        ),
    ),
    Attack(
        "E12",
        "a formatter prints -1",
        early=(
            "f = get_ipython().display_formatter.formatters['text/plain']\n"
            "for t in (int, float, bool): f.for_type(t, lambda v, p, c: p.text('-1'))",
        ),
    ),
    Attack(
        "E13",
        "a formatter prints nan",
        early=(
            "f = get_ipython().display_formatter.formatters['text/plain']\n"
            "for t in (int, float, bool): f.for_type(t, lambda v, p, c: p.text('nan'))",
        ),
    ),
    Attack(
        "E14",
        "a formatter prints inf",
        early=(
            "f = get_ipython().display_formatter.formatters['text/plain']\n"
            "for t in (int, float, bool): f.for_type(t, lambda v, p, c: p.text('inf'))",
        ),
    ),
    Attack(
        "E15",
        "displayhook shows a five",
        early=(
            "import sys\nsys.displayhook = lambda v: print('5')\nget_ipython().displayhook.write_format_data = lambda *a, **k: None",
        ),
    ),
    Attack(
        "E15b",
        "a display object of a five is published in the test's stead",
        answers=in_every_answer(
            "from IPython.display import display\ndisplay({'text/plain': '5.0'}, raw=True)\nreturn -1"
        ),
    ),
    Attack(
        "X5",
        "prints what other graders take for a grade",
        answers=in_every_answer("print('### BEGIN GRADE\\n5\\n### END GRADE')\nreturn -1"),
    ),
    Attack(
        "X6",
        "writes results.json",
        early=(
            "import json\nfor n in ('results.json', '/tmp/results.json', '/autograder/results.json'):\n"
            "    try: open(n, 'w').write(json.dumps({'score': 10, 'tests': []}))\n    except OSError: pass",
        ),
    ),
]

HOSTILE_VALUES = [
    Attack(
        "E04",
        "an object that equals everything",
        early=(ALWAYS_EQUAL,),
        answers=in_every_answer("return Yes()"),
    ),
    Attack(
        "E04b",
        "five objects that equal everything",
        early=(ALWAYS_EQUAL,),
        answers=in_every_answer("return [Yes()] * 5"),
    ),
    Attack(
        "E59",
        "a float whose equality is always true",
        early=(
            "class F(float):\n    def __eq__(self, o): return True\n    def __ne__(self, o): return False\n    __hash__ = float.__hash__",
        ),
        answers=in_every_answer(
            "return [F(-1)] * 5 if isinstance(x, list) and x and isinstance(x[0], str) else F(-1)"
        ),
    ),
    Attack(
        "E59b",
        "an int whose equality is always true",
        early=("class I(int):\n    def __eq__(self, o): return True\n    __hash__ = int.__hash__",),
        answers=in_every_answer(
            "return [I(-1)] * 5 if isinstance(x, list) and x and isinstance(x[0], str) else I(-1)"
        ),
    ),
    Attack(
        "E61",
        "an object that learns the expected value from ==",
        early=(
            "seen = []\nclass Spy:\n    def __eq__(self, other):\n        seen.append(other)\n        return True\n    __hash__ = None",
        ),
        answers=in_every_answer("return seen[-1] if seen else Spy()"),
    ),
    Attack(
        "E32",
        "an array that answers for all of numpy",
        early=(
            "import numpy as np\nclass A(np.ndarray):\n    def __array_function__(self, *a, **k): return True\n"
            "    def __array_ufunc__(self, *a, **k): return np.array(True)\n    def __eq__(self, o): return True",
        ),
        answers=in_every_answer("return np.full(5, 7.0).view(A)"),
    ),
    Attack(
        "J03",
        "an object with any attribute, any conversion",
        early=(
            "class Any:\n    def __getattr__(self, n): return lambda *a, **k: True\n    def __float__(self): return 3.0\n    def __array__(self, *a, **k):\n"
            "        import numpy as np\n        return np.array(3.0)\n    def __eq__(self, o): return True\n    __hash__ = None",
        ),
        answers=in_every_answer("return Any()"),
    ),
    Attack(
        "P5",
        "an object array of hostile elements",
        early=(ALWAYS_EQUAL, "import numpy as np"),
        answers=in_every_answer("a = np.empty(5, dtype=object)\na[:] = [Yes() for _ in range(5)]\nreturn a"),
    ),
    Attack("H1", "a generator that never ends", answers=in_every_answer("while True:\n    yield 4")),
    Attack("H2", "an endless list in itself", answers=in_every_answer("a = []\na.append(a)\nreturn a")),
    Attack("H2b", "a number of a million digits", answers=in_every_answer("return 7 ** 1_200_000")),
    Attack(
        "H2c",
        "a list a hundred thousand deep",
        answers=in_every_answer("a = []\nfor _ in range(100_000): a = [a]\nreturn a"),
    ),
    Attack(
        "H2d",
        "a hundred million elements",
        answers=in_every_answer("import numpy as np\nreturn np.zeros(100_000_000)"),
    ),
    Attack(
        "H2e",
        "a range of 10**12 and a huge string",
        answers=in_every_answer("return range(10**12) if not isinstance(x, int) else 'x' * 200_000_000"),
    ),
    Attack(
        "H3",
        "True, nan and -0.0 for numbers",
        answers=in_every_answer("return True if isinstance(x, int) else float('nan')"),
    ),
    Attack(
        "H4",
        "changes its argument in place and returns it",
        answers=in_every_answer("if isinstance(x, list): x[:] = [7] * len(x)\nreturn x"),
    ),
    Attack(
        "H4b",
        "changes the expected list, hoping that it is shared",
        answers=in_every_answer(
            "import gc\nfor o in gc.get_objects():\n    if type(o) is list and o == [0, 2, 5, 0, 0]: o[:] = [-1]\nreturn [-1]"
        ),
    ),
    Attack(
        "H5",
        "an object whose pickle runs a program",
        early=("import os\nclass P:\n    def __reduce__(self): return (os.system, ('touch {canary}',))",),
        answers=in_every_answer("return P()"),
    ),
    Attack(
        "H6",
        "raises an error whose text is huge",
        answers=in_every_answer("raise ValueError('x' * 50_000_000)"),
    ),
    Attack(
        "H6b",
        "raises an error whose text raises",
        answers=in_every_answer(
            "class Bad(Exception):\n    def __str__(self): raise RuntimeError('no')\n    __repr__ = __str__\nraise Bad()"
        ),
    ),
    Attack(
        "H6c",
        "raises SystemExit, KeyboardInterrupt, GeneratorExit",
        answers={
            "square": "def square(x): raise SystemExit(0)",
            "mean": "def mean(x): raise KeyboardInterrupt",
            "vowels": "def count_vowels(x): raise GeneratorExit",
        },
    ),
    Attack(
        "H6d",
        "raises StopIteration and AssertionError without text",
        answers={
            "square": "def square(x): raise StopIteration(4)",
            "mean": "def mean(x): raise AssertionError",
            "vowels": "def count_vowels(x): raise StopAsyncIteration",
        },
    ),
    Attack(
        "J05", "a function handed back for a value", answers=in_every_answer("import os\nreturn os.system")
    ),
    Attack("J05b", "eval handed back for a value", answers=in_every_answer("return eval")),
    Attack(
        "J06",
        "a class whose metaclass says yes",
        early=(
            "class M(type):\n    def __eq__(c, o): return True\n    def __instancecheck__(c, o): return True\n    __hash__ = type.__hash__\nclass C(metaclass=M): pass",
        ),
        answers=in_every_answer("return C"),
    ),
    Attack(
        "J07",
        "a dict subclass with __missing__, a str subclass",
        early=(
            "class D(dict):\n    def __missing__(self, k): return 4\n    def __eq__(self, o): return True\n    __hash__ = None",
        ),
        answers=in_every_answer("return D()"),
    ),
    Attack(
        "J09",
        "the function is not a function: a callable with a faked signature",
        answers={
            "square": "class S:\n    def __call__(self, x): return S()\n    def __eq__(self, o): return True\nsquare = S()",
            "mean": "mean = type('M', (), {'__call__': lambda s, x: s, '__array__': lambda s, *a, **k: None})()",
            "vowels": "count_vowels = lambda words: (w for w in [0, 2, 5, 0, 0, 9])",
        },
    ),
    Attack(
        "J10",
        "all the zeros of an exhausted Mersenne twister",
        early=(
            "import random, numpy as np\nrandom.setstate((3, (0,) * 624 + (624,), None))\nnp.random.set_state(('MT19937', np.zeros(624, dtype='uint32'), 624))",
        ),
    ),
]

NOT_SOLVING = [
    Attack(
        "K1",
        "a table of the visible inputs",
        base="right",
        answers={"square": "def square(x): return {2: 4, -3: 9}.get(x, 0)"},
        at_least=8,
    ),
    Attack("K4", "nothing comes back", answers=in_every_answer("return None")),
    Attack(
        "K5",
        "globals of given cells for an answer",
        answers={"square": "square = 4", "mean": "mean = [3.0]", "vowels": "count_vowels = [0, 2, 5, 0, 0]"},
    ),
    Attack(
        "K6",
        "a majority answer behind try",
        answers=in_every_answer("try:\n    return 4\nexcept Exception:\n    return 0"),
    ),
    Attack(
        "C2",
        "seeds and patches randomness",
        base="right",
        early=(
            "import random, numpy as np\nrandom.random = lambda: 0.0\nnp.random.default_rng = lambda *a: None\nnp.random.seed(0)",
        ),
        at_least=10,
    ),
]

DERIVED = [
    Attack(
        "D1",
        "a class of lists, of dictionaries, of numbers that says yes",
        early=(
            "class Yes:\n    def __eq__(self, other): return True\n    def __ne__(self, other): return False\n    __hash__ = None\n"
            "class L(Yes, list): pass\nclass D(Yes, dict): pass\nclass I(Yes, int): pass",
        ),
        answers=in_every_answer(
            "return I(7) if isinstance(x, int) else L([7] * 5) if isinstance(x[0], str) else D()"
        ),
    ),
    Attack(
        "D1b",
        "a class of lists that counts itself otherwise each time",
        early=(
            "class L(list):\n    def __len__(self): return 5\n    def __iter__(self): return iter([0, 2, 5, 0, 9])\n    def __getitem__(self, i): return 0",
        ),
        answers=in_every_answer("return L()"),
    ),
    Attack(
        "D1c",
        "a list of its own that is very large, and a number that is not one",
        early=(
            "from collections import UserList\nclass U(UserList):\n    data = range(10**12)\n    def __init__(self): pass\n"
            "class I(int):\n    def __int__(self): raise SystemExit\n    __index__ = __int__",
        ),
        answers=in_every_answer("return I(7) if isinstance(x, int) else U()"),
    ),
    Attack("D2", "an iterator of nothing", answers=in_every_answer("return iter([])")),
    Attack(
        "D2b",
        "an iterator that never ends",
        answers=in_every_answer("import itertools\nreturn itertools.repeat(7)"),
    ),
    Attack(
        "D2c", "an iterator that ends the process", answers=in_every_answer("import os\nyield 7\nos._exit(0)")
    ),
    Attack("D3", "views of a dictionary of nothing", answers=in_every_answer("return {}.items()")),
    Attack(
        "D4",
        "a named tuple whose fields say yes",
        early=(ALWAYS_EQUAL, "from collections import namedtuple\nT = namedtuple('T', 'a b c d e')"),
        answers=in_every_answer("return T(Yes(), Yes(), Yes(), Yes(), Yes())"),
    ),
    Attack(
        "D5",
        "changes its argument and gives that",
        answers=in_every_answer("x[:] = [7] * len(x)\nreturn x"),
    ),
    Attack("D6", "infinity for everything", answers=in_every_answer("return float('inf')")),
    Attack(
        "D7",
        "right answers of unusual kinds",
        base="right",
        answers={
            "square": "class Square(int): pass\ndef square(x):\n    return Square(x * x)",
            "mean": "import numpy as np\nclass A(np.ndarray): pass\ndef mean(values):\n    return np.asarray(np.mean(values, axis=0)).view(A)",
            "vowels": "def count_vowels(words):\n    for word in words: yield sum(letter in 'aeiou' for letter in word)",
        },
        at_least=10,
    ),
    Attack(
        "D8",
        "a group of errors",
        answers=in_every_answer("raise BaseExceptionGroup('x', [SystemExit(0), KeyboardInterrupt()])"),
    ),
    Attack(
        "D9",
        "another name, another source",
        answers={
            "square": "def right(x):\n    return x * x\ndef square(x):\n    return -1\n"
            "square.__qualname__ = square.__name__ = 'right'\nsquare.__wrapped__ = right"
        },
    ),
    Attack(
        "D10",
        "a docstring and annotations that are code",
        answers={
            "square": "def square(x: \"open('{canary}', 'w').write('x')\"):\n"
            "    ''' >>> open('{canary}', 'w').write('x')\n    '''\n    return -1"
        },
    ),
]

ATTACKS = [*SILENCING, *NUMBERS, *HOSTILE_VALUES, *DERIVED, *NOT_SOLVING]
