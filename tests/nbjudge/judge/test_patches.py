"""Libraries that a test changes: what its text changes, and that the student's code meets it."""

from collections.abc import Callable

import pytest

from nbjudge.judge.patches import changed_in
from nbjudge.tasks import CellResult

Grade = Callable[..., list[CellResult]]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("np.mean = forbidden\nf(x)", ["np.mean"]),
        ("np.linalg.norm = lambda *a: 1 / 0", ["np.linalg.norm"]),
        ("del np.linalg.norm", ["np.linalg.norm"]),
        ("pd.DataFrame.apply = spy", ["pd.DataFrame.apply"]),
        ("builtins.print = collect", ["builtins.print"]),
        ("with patch('numpy.sort') as sort:\n    f(x)", ["numpy.sort"]),
        ("with unittest.mock.patch.object(np, 'sort'):\n    f(x)", ["np.sort"]),
        ("monkeypatch.setattr(np.linalg, 'norm', None)", ["np.linalg.norm"]),
        ("monkeypatch.setattr('numpy.linalg.norm', None)", ["numpy.linalg.norm"]),
        ("setattr(np, 'mean', f)", ["np.mean"]),
        ("builtins.input = lambda *a: '3'", []),
        ("sys.stdout = io.StringIO()", []),
        ("pd.options.mode.copy_on_write = True\nplt.rcParams['figure.dpi'] = 50", []),
        ("np.random.seed(1)\nrandom.shuffle(x)\nx[0] = np.mean(x)", []),
        ("f(x)[0].y = g\nsetattr(f(x), 'y', g)", []),
        ("not python at all", []),
    ],
)
def test_what_is_changed(text: str, names: list[str]) -> None:
    assert list(changed_in(text)) == names


SPY = "def spy(*a, **k):\n    seen.append(a)\n    return 7\nseen = []\n"
MOCK = "from unittest.mock import patch\n"
FORBIDDEN = "def forbidden(*a, **k):\n    raise AssertionError('not allowed')\n"


@pytest.mark.parametrize(
    ("solution", "test"),
    [
        (
            "import numpy as np\ndef f(x):\n    return np.max(x)",
            f"{SPY}was = np.max\nnp.max = spy\nassert f([2, 1]) == 7 and len(seen) == 1\nnp.max = was\n"
            "assert f([4, 3]) == 4 and len(seen) == 1",
        ),
        (
            "import pandas as pd\ndef f(x):\n    return pd.Series(x).sum()",
            f"{SPY}import pandas as pd\nwas = pd.Series.sum\npd.Series.sum = spy\n"
            "try:\n    assert f([2, 1]) == 7 and len(seen) == 1\nfinally:\n    pd.Series.sum = was",
        ),
        (
            "def f(x):\n    print('got', x)",
            f"{MOCK}with patch('builtins.print') as p:\n    f(3)\np.assert_called_once_with('got', 3)",
        ),
        (
            "import random\ndef f():\n    return random.randint(1, 6)",
            f"{MOCK}with patch('random.randint', return_value=9):\n    assert f() == 9\nassert f() < 7",
        ),
        (
            "import math\ndef f(x):\n    return math.sqrt(x) if hasattr(math, 'sqrt') else -1",
            "import math as m\nwas = m.sqrt\ndel m.sqrt\nassert f(4) == -1\nm.sqrt = was\nassert f(4) == 2",
        ),
        (
            "import math\ndef f(x):\n    return x * math.pi",
            f"{MOCK}with patch('math.pi', 3):\n    assert f(2) == 6\nassert f(2) > 6",
        ),
    ],
)
def test_the_student_s_code_meets_it(grade: Grade, solution: str, test: str) -> None:
    (cell,) = grade(solution, test)
    assert (cell.score, cell.weaker) == (2.0, True), cell


@pytest.mark.parametrize(
    ("answer", "score"),
    [
        ("import math\ndef total(x):\n    return math.fsum(x)", 0.0),
        ("def total(x):\n    n = 0\n    for v in x:\n        n += v\n    return n", 2.0),
        ("import functools, operator\ndef total(x):\n    return functools.reduce(operator.add, x)", 2.0),
    ],
)
def test_what_is_forbidden_is_forbidden_to_the_answer(grade: Grade, answer: str, score: float) -> None:
    solution = "def total(x):\n    n = 0\n    for v in x:\n        n = n + v\n    return n"
    test = f"import math\n{FORBIDDEN}was = math.fsum\nmath.fsum = forbidden\n"
    test += "try:\n    assert total([1, 2]) == 3\nfinally:\n    math.fsum = was"
    (cell,) = grade(solution, test, answer=answer)
    assert (cell.score, cell.weaker) == (score, True)


@pytest.mark.parametrize(
    "answer",
    [
        "import numpy as np\ndef f(x):\n    return np.load('hidden.npy').tolist()",
        "import numpy as np\ndef f(x):\n    return np.load(file='hidden.npy').tolist()",
        "import numpy as np\ndef f(x):\n    return np.load.__wrapped__('hidden.npy')",
    ],
)
def test_what_is_replaced_is_no_way_to_the_library_of_the_test(grade: Grade, answer: str) -> None:
    """One that counts calls and passes them on would read the course's files for the student."""
    test = "import numpy as np\nnp.save('hidden', [42])\nwas, got = np.load, None\n"
    test += "np.load = lambda *a, **k: was(*a, **k)\ntry:\n    got = f(1)\nexcept Exception:\n    pass\n"
    test += "finally:\n    np.load = was\nassert got != [42] and was('hidden.npy') == [42]"
    (cell,) = grade("def f(x):\n    return 3", test, answer=answer)
    assert cell.score == 2.0


def test_an_object_of_the_student_s_is_no_library(grade: Grade) -> None:
    """One of an earlier test cannot be asked for anything any more."""
    solution = "class A:\n    x = 1\ndef f():\n    return 2"
    tests = "a = A()\nassert a.x == 1", "a = A()\na.x = f()\nassert a.x == 2\nimport math\nmath.e = f\nf()"
    assert [cell.score for cell in grade(solution, *tests, "a = A()\na.x = 3\nassert a.x == 3")] == [2.0] * 3


def test_the_next_test_finds_the_library_as_it_was(grade: Grade) -> None:
    """Even if the one before has not put it back."""
    solution = "import math\ndef f(x):\n    return math.floor(x)"
    cells = grade(
        solution, "import math\nmath.floor = lambda *x: 7\nassert f(1.5) == 7", "assert f(1.5) == 1"
    )
    assert [cell.score for cell in cells] == [2.0, 2.0]
    assert [cell.weaker for cell in cells] == [True, False]
