"""Which cells no mark depends on: what earns nothing is found, and in doubt a cell counts."""

import ast
from collections.abc import Callable

import pytest

from nbjudge.execution.cell_text import read, words_of
from nbjudge.execution.illustrations import illustrations
from nbjudge.execution.one_copy import one_copy_will_do
from nbjudge.tasks import Cell

IMPORTS = "import numpy as np\nimport matplotlib.pyplot as plt\nfrom mine import load, draw"
LEARN = "def learn(X, k=3):\n    best = sorted(X)\n    return best[:k]"
PICTURE = (
    "X = load()\nmodel = learn(X)\nfig, ax = plt.subplots()\ndraw(ax, model)\nax.set_title('x')\nplt.show()"
)


def notebook(
    given: str = PICTURE, answer: str = LEARN, test: str = "assert learn([2, 1]) == [1, 2]", *more: Cell
) -> list[Cell]:
    """A cell with imports, one to be judged, an answer and its test, and whatever comes after."""
    return [
        Cell("imports", "given", IMPORTS),
        Cell("picture", "given", given),
        Cell("answer", "answer", answer, reference=LEARN),
        Cell("test", "test", test, 1.0),
        *more,
    ]


def left_out(*arguments: str, more: tuple[Cell, ...] = ()) -> set[str]:
    defaults = (PICTURE, LEARN, "assert learn([2, 1]) == [1, 2]")
    return set(illustrations(notebook(*(*arguments, *defaults[len(arguments) :]), *more), ["mine"]))


def test_a_picture_of_what_was_learnt_is_an_illustration_and_imports_are_not() -> None:
    assert left_out() == {"picture"}


@pytest.mark.parametrize(
    "given",
    [
        "for k in (1, 3):\n    print(k, learn([1, 2, 3], k))",
        "rng = np.random.default_rng(1)\nplt.plot(rng.normal(size=3))",
        "from sklearn.neighbors import KNeighborsClassifier\nKNeighborsClassifier().fit([[1]], [1])",
        "def every(Q):\n    return [learn(q) for q in Q]\n\nprint(every([[1], [2]]))",
        "table = np.zeros((2, 2))\ntable[0] = 1\ntable += 1\ntable.fill(2)\nprint(table.T)",
        "names = {'a': 1}\nnames['b'] = 2\nprint(f'{names} {sum(x for x in names.values()):.2f}')",
        "class Point:\n    size = 2\n    def __init__(self, x):\n        self.x = x\n\nprint(Point(1).x)",
        "kept = learn([3, 1])\nkept[0] = 7\nprint(kept)",
        "answers = learn([1])\nprint(np.mean(answers != np.array([2])))",
        "far = [3, 1]\nprint(sorted(range(2), key=far.__getitem__), far.__len__())",
        "print(nobody_knows)",
    ],
)
def test_what_shows_something_and_leaves_nothing_is_not_run(given: str) -> None:
    assert left_out(given) == {"picture"}


@pytest.mark.parametrize(
    ("given", "test"),
    [
        ("X = load()\nplt.plot(X)", "assert learn(X)"),
        ("X, y = load()\nprint(X)", "assert learn([1]) and y"),
        ("for X in [load()]:\n    print(X)", "assert learn(X)"),
        ("with load() as X:\n    print(X)", "assert learn(X)"),
        ("X = load()\nprint(X)", "def check():\n    assert learn(X)\n\ncheck()"),
        ("X = load()\nprint(X)", "assert learn([x for x in X])"),
        ("print(learn)\ndel learn", "assert learn([1])"),
        ("if load():\n    def helper():\n        return 1\nprint(2)", "assert learn([helper()])"),
        ("X = load()\nprint(X)", "check('the value of X')"),
        ("X = load()", "assert learn(globals()['X'])"),
        ("X = load()", "assert eval('learn(X)')"),
        ("5 + 5", "assert learn([_])"),
        ("5 + 5", "assert learn([Out[2]])"),
        ("fig, ax = plt.subplots()\nplt.plot([1])", "assert plt.gcf().axes"),
    ],
)
def test_what_a_test_reads_is_run(given: str, test: str) -> None:
    assert left_out(given, LEARN, test) == set()


@pytest.mark.parametrize(
    "answer",
    [
        "def learn(X, k=3):\n    return sorted(X + model)[:k]",
        "def learn(X, k=3):\n    def inner():\n        return model\n    return inner()",
        "class Learner:\n    start = model\n\ndef learn(X):\n    return X",
        "def learn(X):\n    return globals()['model']",
        "def learn(X):\n    import sys\n    return sys.modules['__main__'].model",
        "def learn(X):\n    return eval('model')",
        "learn = lambda X: [x for x in model]",
        "model += 1\ndef learn(X):\n    return X",
        "def learn(X):\n    return _\n",
        "%timeit model",
    ],
)
def test_what_an_answer_may_read_when_it_is_called_is_run_for_this_student_alone(answer: str) -> None:
    assert left_out(PICTURE, answer) == set()


@pytest.mark.parametrize(
    "answer",
    [
        "seen = []\ndef learn(X, k=3):\n    seen.append(len(X))\n    return sorted(X)[: len(seen)]",
        "count = 0\ndef learn(X, k=3):\n    global count\n    count += 1\n    return X[:count]",
        "def learn(X, k=3, seen=[]):\n    seen.append(1)\n    return seen",
        "def learn(X):\n    learn.calls = 1\n    return X",
        "def learn(X):\n    me = learn\n    me.calls = 1\n    return X",
        "import functools\n@functools.cache\ndef learn(X):\n    return X",
        "class Store:\n    kept = []\n\ndef learn(X):\n    Store().kept.append(X)\n    return X",
        "class Store:\n    pass\n\ndef learn(X):\n    Store.kept = X\n    return X",
        "def learn(X):\n    open('cache.txt', 'w').write('x')\n    return X",
        "def learn(X):\n    np.save('cache', X)\n    return X",
        "def learn(X):\n    np.random.seed(1)\n    return X",
        "def learn(X):\n    import os\n    os.environ['x'] = '1'\n    return X",
        "def helper(X):\n    global kept\n    kept = X\n\ndef learn(X):\n    helper(X)\n    return X",
        "import functools\ndef add(kept, X):\n    kept.append(1)\nlearn = functools.partial(add, [])",
        "numbers = iter([1, 2, 3])\ndef learn(X):\n    return next(numbers)",
        "rng = np.random.default_rng(1)\ndef learn(X):\n    return rng.random()",
    ],
)
def test_calling_an_answer_that_keeps_something_may_matter(answer: str) -> None:
    assert left_out("print(learn([3, 1]))", answer) == set()


@pytest.mark.parametrize(
    "given",
    [
        "np.random.seed(1)",
        "from numpy.random import seed\nprint(1)\nseed(1)",
        "np.set_printoptions(precision=2)\nprint(1)",
        "plt.rcParams['figure.dpi'] = 50\nplt.plot([1])",
        "plt.rcParams.update({'figure.dpi': 50})",
        "plt.style.use('ggplot')\nplt.plot([1])",
        "settings = plt.rcParams\nsettings['figure.dpi'] = 50",
        "np.mean = None\nprint(1)",
        "for f in (learn, load):\n    f.calls = 0",
        "print(open('x').read())",
        "plt.plot([1])\nplt.savefig('x.png')",
        "np.zeros(2).tofile('x')",
        "import os\nprint(os.getcwd())",
        "import helpers\nprint(helpers.x)",
        "from . import helpers\nprint(helpers.x)",
        "from math import *\nprint(pi)",
        "exec('X = 1')",
        "setattr(learn, 'x', 1)",
        "print(learn.__globals__)",
        "%run other.py",
        "!ls",
        "%matplotlib inline\nprint(1)",
        "await load()",
        "from math import *",
        "print(learn.__dict__, learn.__getattribute__('x'))",
        "far = [3, 1]\nfar.__setitem__(0, 1)\nprint(far)",
        "print(open)",
        "print(get_ipython())",
        "print(_oh)",
        "this is no Python",
    ],
)
def test_what_may_have_an_effect_is_run(given: str) -> None:
    assert left_out(given) == set()


@pytest.mark.parametrize("number", ["float('inf')", "-float('inf')", "np.inf", "-math.inf", "(0.0, np.nan)"])
def test_a_number_that_an_answer_gives_a_name_makes_no_picture_count(number: str) -> None:
    """Nobody can change it, so calling the answer leaves nothing behind."""
    answer = f"MOST = {number}\ndef learn(X, k=3):\n    return sorted(X + [MOST])[:k]"
    assert left_out(PICTURE, answer) == {"picture"}
    assert left_out(PICTURE, answer.replace(number, "float(model)")) == set()


def test_a_slip_of_the_pen_in_an_answer_makes_no_picture_count() -> None:
    slip = "def learn(X, k=3):\n    best = sorted(XX, key=X.__getitem__)\n    return best[:k]"
    assert left_out(PICTURE, slip) == {"picture"}
    assert left_out(PICTURE, slip, more=(Cell("x", "extra", "from helpers import *"),)) == set()


HELPER = "def errors(X, k):\n    return sorted(X)[:k]\n\n"


def test_a_helper_that_an_answer_defines_for_itself_is_no_result_of_the_same_name() -> None:
    result = "best, errors = max(X), [1, 2]\nprint(best, errors)"
    reads = "def learn(X, k=3):\n    return errors(X, k)"
    assert left_out(result, HELPER + reads) == {"picture"}
    assert left_out(result, reads) == set()  # it means the result
    assert left_out(result, HELPER + "errors = print(errors)\n" + reads) == set()  # something is run


def test_a_helper_that_two_answers_define_each_for_itself_is_no_result_either() -> None:
    answer = HELPER + "def learn(X, k=3):\n    return errors(X, k)"
    again = HELPER + "def more(X):\n    return errors(X, 1)"
    other = Cell("other", "answer", again, reference="def more(X):\n    return X[:1]")
    copy = Cell("copy", "extra", HELPER)
    assert left_out("errors = [1, 2]\nprint(errors)", answer, more=(other, copy)) == {"picture"}


@pytest.mark.parametrize(
    "answer",
    [
        "def learn(X, k=3):\n    return sorted(set(X) - set(np.setdiff1d(X, X)))[:k]",
        "def learn(X, k=3, first=lambda Z: sorted(Z)):\n    return first(X)[:k]",
    ],
)
def test_what_only_looks_as_if_it_kept_something_makes_no_picture_count(answer: str) -> None:
    assert left_out(PICTURE, answer) == {"picture"}


@pytest.mark.parametrize(
    "answer",
    [
        "def learn(X, k=3):\n    np.seterr(all='ignore')\n    return sorted(X)[:k]",
        "def learn(X, k=3, first=lambda Z, kept=[]: kept.append(Z) or sorted(Z)):\n    return first(X)[:k]",
        "def learn(X, k=3, first=lambda Z: sorted(Z)):\n    first.calls = 1\n    return first(X)[:k]",
    ],
)
def test_what_does_keep_something_makes_it_count(answer: str) -> None:
    assert left_out(PICTURE, answer) == set()


def test_a_helper_that_another_cell_may_mean_as_well_is_no_answer_s_own() -> None:
    result = "errors = [1, 2]\nprint(errors)"
    answer = HELPER + "def learn(X, k=3):\n    return errors(X, k)"
    other = Cell("other", "answer", "def more():\n    return errors", reference="def more():\n    return 1")
    test = Cell("last", "test", "assert errors", 1.0)
    assert left_out(result, answer) == {"picture"}
    assert left_out(result, answer, more=(other,)) == set()
    assert left_out(result, answer, more=(test,)) == set()


def test_where_random_numbers_are_seeded_whatever_may_draw_is_run() -> None:
    seeding = "np.random.seed(3)\n" + LEARN
    assert left_out("print(np.random.random())", seeding) == set()
    assert left_out("print(load())", seeding) == set()
    assert left_out("plt.plot([1, 2])\nplt.show()", seeding) == {"picture"}


def test_what_a_needed_cell_needs_is_needed_as_well() -> None:
    first = Cell("first", "given", "Z = load()\nprint(Z)")
    last = Cell("last", "test", "assert learn(X)", 1.0)
    assert left_out("X = [z for z in Z]\nprint(X)", more=(first, last)) == set()
    assert left_out("X = [1]\nprint(X)", more=(first, last)) == {"first"}


def test_who_uses_data_that_counts_may_change_it() -> None:
    data = Cell("data", "given", "D = load()\nprint(D)")
    test = Cell("last", "test", "assert learn(D)", 1.0)
    assert left_out("E = D\nE.sort()", more=(data, test)) == set()


def test_cells_of_a_student_s_own_are_read_like_given_ones() -> None:
    shown = Cell("extra-1", "extra", "print(learn([3, 2, 1]))")
    redefines = Cell("extra-2", "extra", "print(1)\ndef learn(X):\n    return X")
    assert left_out(more=(shown,)) == {"picture", "extra-1"}
    last = Cell("last", "test", "assert learn([1])", 1.0)
    assert left_out(more=(shown, redefines, last)) == {"picture", "extra-1"}
    assert left_out(more=(shown, redefines)) == {"picture", "extra-1", "extra-2"}


def test_after_the_last_test_nothing_matters_but_what_has_an_effect() -> None:
    data = Cell("data", "given", "D = load()\nprint(D)")
    test = Cell("last", "test", "assert learn(D)", 1.0)
    shows = Cell("shows", "given", "worst = D[learn(D)]\nplt.plot(D)\nplt.show()")
    writes = Cell("writes", "given", "open('made.txt', 'w').write(str(D))")
    assert left_out(more=(data, test, shows)) == {"picture", "shows"}
    assert left_out(more=(data, shows, test)) == {"picture"}
    assert left_out(more=(data, test, shows, writes)) == {"picture"}


def test_cells_of_a_student_s_own_beside_an_answer_that_a_person_marks_are_run() -> None:
    own = [Cell(f"extra-{n}", "extra", f"print({n})") for n in range(4)]
    written = Cell("why", "text", "because", 2.0, manual=True)
    more = (own[0], written, own[1], Cell("given", "given", "print(1)"), own[2])
    after = (Cell("other", "test", "assert learn([1])", 1.0), own[3])
    assert left_out(more=(*more, *after)) == {"picture", "given", "extra-3"}


def test_no_submission_can_leave_out_what_the_course_needs() -> None:
    given = "X = load()\nprint(X)"
    cells = notebook(given, "def learn(X):\n    return 1", "assert learn([1])")
    cells[2] = Cell("answer", "answer", cells[2].source, reference="def learn(Z):\n    return X")
    assert illustrations(cells, ["mine"]) == set()


@pytest.mark.parametrize("levels", [90, 150, 400, 1500])
@pytest.mark.parametrize(
    "text",
    [
        lambda n: "def learn(X):\n    return 1" + " + 1" * n,
        lambda n: "y = 1" + " + 1" * n + "\ndef learn(X):\n    return y",
        lambda n: "def learn(X):\n    return X" + ".a" * n,
        lambda n: "def learn(X):\n    return X" + "()" * n,
        lambda n: "learn" + "()" * n,
        lambda n: "def learn(X):\n    if X: pass\n" + "    elif X: pass\n" * n,
    ],
)
def test_code_that_is_too_deep_to_read_ends_nobody_s_run(text: Callable[[int], str], levels: int) -> None:
    cells = notebook("X = load()\nprint(learn(X))", text(levels), "assert learn([1])")
    assert one_copy_will_do(cells, illustrations(cells, ["mine"])) in (True, False)
    deep = levels > 100
    assert (read(text(levels)).tree is None) == deep
    assert not deep or illustrations(cells, ["mine"]) == set()


def test_the_text_of_a_cell_is_read() -> None:
    text = read("import math as m\nfrom a.b import c\nn = -1\nx = y = []\ndef f(z):\n    return z + w")
    assert text.bound == {"m", "c", "n", "x", "y", "f"}
    assert text.data == {"x", "y"}
    assert text.read == {"w"}
    assert {found.top for found in text.imports} == {"math", "a"}
    assert not text.only_defines
    assert read("'''words'''\nimport math\nk = 3\n\nclass A:\n    pass").only_defines
    assert set(words_of(ast.parse("a.b('c')"))) == {"a", ".b"}
