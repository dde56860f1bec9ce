# ruff: noqa: E501 - cells are written as they are in notebooks
"""Test cells as they are written in the wild: each passes for the solution, with the record made from it."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from nbjudge.tasks import CellResult

Grade = Callable[..., list[CellResult]]


class Rule(NamedTuple):
    name: str
    solution: str
    test: str
    given: str = ""
    wrong: str = ""  # an answer that has to lose the points


ACCOUNT = """
class Account:
    "Money."
    def __init__(self, balance=0):
        self.balance = balance
    def deposit(self, amount):
        if amount < 0:
            raise ValueError("no debts")
        self.balance += amount
        return self
    def __eq__(self, other):
        return self.balance == other.balance
    def __len__(self):
        return 3
    def __getitem__(self, i):
        return [10, 20, 30][i]
    def __add__(self, other):
        return Account(self.balance + other.balance)
    def __repr__(self):
        return f"Account({self.balance})"
"""
SQUARE = "def square(x):\n    return x * x\n"

RULES = [
    Rule("a plain assert", SQUARE, "assert square(3) == 9", wrong="def square(x):\n    return x"),
    Rule(
        "arrays",
        SQUARE,
        "np.testing.assert_allclose(square(np.arange(4.0)), [0, 1, 4, 9])",
        "import numpy as np",
        "def square(x):\n    return x",
    ),
    Rule("a value", "x = [1, 2, {'a': (3,)}]", "assert x == [1, 2, {'a': (3,)}]\nassert type(x) is list"),
    Rule(
        "a global in a helper of the test",
        SQUARE,
        "def check():\n    return [square(i) for i in range(3)]\nassert check() == [0, 1, 4]",
    ),
    Rule(
        "a class: methods, operators, errors",
        ACCOUNT,
        "a = Account(5)\nassert a.deposit(3).balance == 8\nassert a == Account(8)\nassert len(a) == 3\n"
        "assert list(a) == [10, 20, 30]\nassert (a + Account(1)).balance == 9\nassert repr(a) == 'Account(8)'\n"
        "assert isinstance(a, Account)\nassert not isinstance(3, Account)\nassert type(a) == Account\n"
        "assert a.__class__.__name__ == 'Account' and Account.__name__ == 'Account'\n"
        "assert Account.__doc__ == 'Money.'\nimport inspect\nassert inspect.isclass(Account)\n"
        "assert 'no debts' in inspect.getsource(Account.deposit)\n"
        "try:\n    a.deposit(-1)\nexcept ValueError as e:\n    assert 'debts' in str(e)\nelse:\n    assert False\n"
        "a.balance = 4\nassert a.balance == 4 and hasattr(a, 'balance') and not hasattr(a, 'nothing')",
        wrong=ACCOUNT.replace("+= amount", "-= amount"),
    ),
    Rule(
        "a function looks like one",
        "def f(a, b=2, *c, d='x'):\n    'Doc.'\n    return a",
        "import inspect, types\nassert callable(f) and f.__name__ == 'f' and f.__doc__ == 'Doc.'\n"
        "assert str(inspect.signature(f)) == \"(a, b=2, *c, d='x')\"\nassert isinstance(f, types.FunctionType)\n"
        "assert inspect.getfullargspec(f).args == ['a', 'b']\nassert inspect.getsource(f).startswith('def f')\n"
        "assert len(inspect.getsourcelines(f)[0]) == 3\nassert f.__code__.co_argcount == 2\n"
        "assert f.__defaults__ == (2,)",
    ),
    Rule(
        "pytest.raises with built-in and own classes",
        "class Own(ValueError):\n    pass\ndef f(x):\n    if x: raise Own('bad', 3)\n    raise KeyError('k')",
        "import pytest\nwith pytest.raises(Own) as e:\n    f(1)\nassert e.value.args == ('bad', 3)\n"
        "with pytest.raises(ValueError, match='bad'):\n    f(1)\nwith pytest.raises(KeyError):\n    f(0)\n"
        "try:\n    f(1)\nexcept Own as own:\n    assert 'raise Own' in own.student_traceback",
    ),
    Rule(
        "arguments changed in place",
        "def fill(x, d, a):\n    x.append(4)\n    d['k'] = x\n    a[0] = 7.0\n    x.sort(reverse=True)",
        "x, d, a = [1, 2], {}, np.zeros(3)\nassert fill(x, d, a) is None\nassert x == [4, 2, 1]\n"
        "assert d['k'] is x\nassert a[0] == 7.0",
        "import numpy as np",
        "def fill(x, d, a):\n    x = [4, 2, 1]",
    ),
    Rule(
        "a result that is the argument, or looks into it",
        "def same(x):\n    return x\ndef part(x):\n    return x[1:3]\ndef own(x):\n    return x.copy()\n"
        "def nested(x):\n    return {'x': [x]}",
        "a = np.arange(6.0).reshape(2, 3)\nassert same(a) is a\nassert np.shares_memory(a, part(np.arange(2)) if False else a[:1])\n"
        "b = np.arange(5.0)\nv = part(b)\nassert np.shares_memory(b, v) and v.tolist() == [1, 2]\n"
        "v[0] = 9\nassert b[1] == 9\nassert not np.shares_memory(own(b), b) and own(b) is not b\n"
        "assert nested(b)['x'][0] is b\nl = [1]\nassert same(l) is l and own(l) is not l",
        "import numpy as np",
    ),
    Rule(
        "names read again after a call",
        "count = [0]\ntotal = 0\ndef more():\n    global total\n    count[0] += 1\n    total += 2",
        "before = count\nassert count == [0] and total == 0\nmore()\nassert count == [1] and total == 2\n"
        "more()\nassert count is before and before[0] == 2 and total == 4",
    ),
    Rule(
        "what the test binds is carried over",
        "def scaled(x):\n    return FACTOR * x",
        "FACTOR = 3\nassert scaled(2) == 6\nFACTOR = 5\nassert scaled(2) == 10",
    ),
    Rule(
        "deleting and binding again: nbgrader's example",
        "def squares(n):\n    return [i ** 2 for i in range(1, n + 1)]\ndef sum_of_squares(n):\n    return sum(squares(n))",
        "assert sum_of_squares(3) == 14\norig = squares\ndel squares\ntry:\n    sum_of_squares(1)\n"
        "except NameError:\n    pass\nelse:\n    raise AssertionError('does not use squares')\n"
        "finally:\n    squares = orig\nassert sum_of_squares(2) == 5\ndel orig",
        wrong="def squares(n):\n    return [i ** 2 for i in range(1, n + 1)]\n"
        "def sum_of_squares(n):\n    return sum(i * i for i in range(1, n + 1))",
    ),
    Rule(
        "prints travel",
        "import sys\ndef hello(name):\n    print('Hello', name)\n    print('oh', file=sys.stderr)",
        "import io, contextlib\nout = io.StringIO()\nwith contextlib.redirect_stdout(out):\n    hello('you')\n"
        "assert out.getvalue() == 'Hello you\\n'",
    ),
    Rule(
        "captured by a magic",
        "def hello(name):\n    print('Hello', name)",
        "%%capture captured\nhello('you')\nassert True",
    ),
    Rule(
        "input replaced",
        "def ask():\n    return int(input('n? ')) + 1",
        "import builtins\nreal, builtins.input = builtins.input, lambda prompt: '4'\ntry:\n    assert ask() == 5\n"
        "finally:\n    builtins.input = real\ninput = lambda prompt: '7'\nassert ask() == 8",
    ),
    Rule(
        "call-backs, with the student's function handed back",
        "def apply(f, *xs):\n    return [f(x) for x in xs]\ndef twice(x):\n    return 2 * x\n"
        "def careful(f):\n    try:\n        return f()\n    except ValueError as e:\n        return str(e)",
        "seen = []\ndef note(x):\n    seen.append(x)\n    return x + 1\nassert apply(note, 1, 2) == [2, 3] and seen == [1, 2]\n"
        "assert apply(twice, 1, 2) == [2, 4]\nassert apply(abs, -1) == [1]\nassert apply(lambda x: twice(x) + 1, 1) == [3]\n"
        "import numpy as np\nassert apply(np.sin, 0.0) == [0.0]\n"
        "def bad():\n    raise ValueError('no')\nassert careful(bad) == 'no'\n"
        "def worse():\n    raise KeyError('k')\ntry:\n    careful(worse)\nexcept KeyError as e:\n    assert e.args == ('k',)\n"
        "else:\n    assert False",
    ),
    Rule(
        "seeds of the test, one way",
        "import random\nimport numpy as np\ndef draw():\n    return random.random(), np.random.rand()",
        "random.seed(3)\nnp.random.seed(4)\ngot = draw()\nrandom.seed(3)\nnp.random.seed(4)\n"
        "assert got == (random.random(), np.random.rand())",
        "import random\nimport numpy as np",
    ),
    Rule(
        "a generator as argument goes on drawing",
        "def draw(rng, n):\n    return rng.normal(size=n)",
        "rng, mine = np.random.default_rng(1), np.random.default_rng(1)\n"
        "assert (draw(rng, 3) == mine.normal(size=3)).all()\nassert (draw(rng, 2) == mine.normal(size=2)).all()\n"
        "old, own = np.random.RandomState(2), np.random.RandomState(2)\nassert (draw(old, 3) == own.normal(size=3)).all()",
        "import numpy as np",
    ),
    Rule(
        "given functions and classes are on both sides",
        "def move(p):\n    return Point(p.x + 1, p.y)\ndef use(f):\n    return f(2)\ndef colour():\n    return Colour.RED\n"
        "def pair():\n    return Pair(1, 'b')",
        "q = move(Point(1, 2))\nassert isinstance(q, Point) and (q.x, q.y) == (2, 2) and q == Point(2, 2)\n"
        "assert use(helper) == 20\nassert colour() is Colour.RED\nassert pair() == Pair(1, 'b') and pair().a == 1",
        "from dataclasses import dataclass\nfrom enum import Enum\nfrom collections import namedtuple\n"
        "@dataclass\nclass Point:\n    x: int\n    y: int\nclass Colour(Enum):\n    RED = 1\n"
        "Pair = namedtuple('Pair', 'a b')\ndef helper(x):\n    return 10 * x",
    ),
    Rule(
        "a given statement that needs the student is left to him",
        "def square(x):\n    return x * x\n",
        "assert numbers == [0, 1, 4] and other == 3",
        "other = 3\ntry:\n    numbers = [square(i) for i in range(3)]\nexcept NameError:\n    numbers = [0, 1, 4]",
    ),
    Rule(
        "a given list that the solution fills",
        "records.append(5)\nfor i in range(2):\n    table[i] = i",
        "assert records == [1, 5] and table == {0: 0, 1: 1} and other == [1]",
        "records = [1]\ntable = {}\nother = [1]",
        "other.append(2)",
    ),
    Rule(
        "data frames",
        "import pandas as pd\ndef totals(df):\n    return df.groupby('k', as_index=False).sum()\n"
        "def add(df):\n    df['s'] = df.v * 2\nframe = pd.DataFrame({'a': [1, 2], 'b': ['x', 'y']})",
        "df = pd.DataFrame({'k': ['a', 'b', 'a'], 'v': [1, 2, 3]})\n"
        "pd.testing.assert_frame_equal(totals(df), pd.DataFrame({'k': ['a', 'b'], 'v': [4, 2]}))\n"
        "assert frame.b.tolist() == ['x', 'y'] and isinstance(frame, pd.DataFrame)\nadd(df)\nassert df.s.sum() == 12",
        "import pandas as pd",
    ),
    Rule(
        "collections, dates, exact numbers",
        "from collections import Counter, defaultdict, namedtuple\nfrom fractions import Fraction\nimport datetime\n"
        "P = namedtuple('P', 'x y')\ndef f():\n    d = defaultdict(list)\n    d['a'].append(1)\n"
        "    return Counter('aab'), d, Fraction(1, 3), datetime.date(2020, 1, 2)",
        "c, d, r, t = f()\nassert c == Counter('aab') and c.most_common(1) == [('a', 2)]\nd['b'].append(2)\n"
        "assert d == {'a': [1], 'b': [2]} and r * 3 == 1 and t.year == 2020",
    ),
    Rule(
        "generators and iterators of the student",
        "def numbers(n):\n    for i in range(n):\n        yield i\nclass Box:\n    def __iter__(self):\n        return iter([1, 2])",
        "assert list(numbers(3)) == [0, 1, 2]\ng = numbers(2)\nassert next(g) == 0 and next(g) == 1\n"
        "try:\n    next(g)\nexcept StopIteration:\n    pass\nelse:\n    assert False\nassert sum(Box()) == 3",
    ),
    Rule(
        "exec of the student's text runs there",
        "source = 'y = 6 * 7'\n",
        "exec('z = 1')\nassert z == 1\nexec(source)\nassert eval('1 + 1') == 2 and eval(source[4:]) == 42\n"
        "assert 'source' in globals() and 'nothing' not in globals()\nassert globals()['source'] == source",
    ),
    Rule("the cells as a list", SQUARE, "assert 'x * x' in In[-1]"),
    Rule("the last cells by their short names", SQUARE, "assert 'x * x' in _i and _iii == '' != _ii"),
    Rule(
        "figures",
        "import matplotlib.pyplot as plt\ndef plot():\n    fig, ax = plt.subplots()\n    ax.plot([1, 2], [3, 4])\n"
        "    ax.set_title('T')\n    return ax",
        "ax = plot()\nassert ax.get_title() == 'T'\nfrom matplotlib.axes import Axes\nassert isinstance(ax, Axes)\n"
        "assert ax.lines[0].get_ydata().tolist() == [3, 4]",
    ),
    Rule(
        "a course's name may be a built-in's",
        "def sum(xs):\n    return 42",
        "assert sum([1]) == 42",
        wrong="pass",
    ),
    Rule(
        "imports of a solution cell are the course's",
        "import numpy as np\nfrom math import *\nx = np.ones(2)",
        "assert np.array_equal(x, np.ones(2)) and sqrt(4) == 2",
    ),
    Rule(
        "many kinds of arguments",
        "def f(model, words, seen, key):\n    return {k: v for k, v in model.items()}, [w[0] for w in words], seen, model[key]",
        "model = {('a', 1): 0.5, ('b', 2): 0.25}\nfor i in range(50):\n"
        "    m, w, s, v = f(model, [('x', 'y')] * 3, frozenset({'q'}), ('a', 1))\n"
        "    assert m == model and w == ['x'] * 3 and s == frozenset({'q'}) and v == 0.5 and m is not model",
    ),
    Rule(
        "the judge says that it is one",
        SQUARE,
        "import os\nassert os.environ['NBJUDGE_SEED'] == '5eed' and os.environ['NBJUDGE_STUDENT'] == 'ada'\n"
        "assert os.environ['NBJUDGE'] == '1'",
    ),
]


@pytest.mark.parametrize("rule", RULES, ids=[rule.name for rule in RULES])
def test_the_solution_gets_all_points(grade: Grade, rule: Rule) -> None:
    (result,) = grade(rule.solution, rule.test, given=rule.given)
    assert result.score == 2.0, result


@pytest.mark.parametrize("rule", [r for r in RULES if r.wrong], ids=[r.name for r in RULES if r.wrong])
def test_a_wrong_answer_gets_none(grade: Grade, rule: Rule) -> None:
    (result,) = grade(rule.solution, rule.test, given=rule.given, answer=rule.wrong)
    assert result.score == 0.0, result


OPERATIONS = [
    "assert abs(Number(3) - 3) < 1e-9",
    "assert not Number(3) > 3",
    "assert 3 - Number(3) == 0",
    "assert 3 in Number(3)",
    "assert round(Number(3)) == 3",
    "assert -Number(3) == -3",
]


@pytest.mark.parametrize("test", OPERATIONS)
def test_what_an_object_of_the_student_answers_by_an_operator_is_weaker(grade: Grade, test: str) -> None:
    solution = """
class Number:
    def __init__(self, n): self.n = n
    def __sub__(self, other): return self.n - other
    def __rsub__(self, other): return other - self.n
    def __gt__(self, other): return self.n > other
    def __contains__(self, n): return n == self.n
    def __round__(self): return round(self.n)
    def __neg__(self): return -self.n
"""
    (result,) = grade(solution, test)
    assert result.weaker


def test_fields_methods_and_items_of_objects_are_values_and_not_weaker(grade: Grade) -> None:
    solution = (
        "class Box(list):\n    def last(self):\n        return self[-1]\ndef box():\n    return Box([1, 2])"
    )
    (result,) = grade(solution, "assert box().last() == 2 and box()[0] == 1 and len(box()) == 2")
    assert not result.weaker
