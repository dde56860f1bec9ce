# ruff: noqa: E501 - cells are written as they are in notebooks
"""What a hidden test hands to a student's function is in nothing that the student is shown.

A copy of the student's process may tell the others whatever it likes, by whatever means the system has: when
it learns of a hidden input, all that students are shown has been shown.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from nbjudge.course import hidden_tests
from nbjudge.execution.executor import Executor
from nbjudge.grading import reasons
from nbjudge.pages import autograded
from nbjudge.records import CellRecord
from nbjudge.tasks import IN_STUDENT, Cell, CellResult, Limits, NotebookResult, NotebookTask

LIMITS = Limits(cell_seconds=3.0, grace_seconds=0.5, notebook_seconds=30.0)
SECRET = 987_654_321
HIDDEN = f"assert f(2) == 2\n### BEGIN HIDDEN TESTS\nassert f({SECRET}) == {SECRET}\n### END HIDDEN TESTS"
SILENT = "def f(x):\n    return x"

# Each: a cell before the test, in which `f(x)` hands x on, and one below that shows what it finds
CHANNELS = {
    "a file": (
        "def f(x):\n    open('seen', 'a').write(f' {x}')\n    return x",
        "import time; time.sleep(.3); print(open('seen').read())",
    ),
    "a file in shared memory": (
        "import os\nplace = '/dev/shm/seen'\ntry:\n    open(place, 'w').close()\n"
        "except OSError:\n    place = os.environ['TMPDIR'] + '/seen'\n    open(place, 'w').close()\n"
        "def f(x):\n    open(place, 'a').write(f' {x}')\n    return x",
        "print(open(place).read())",
    ),
    "a shared map": (
        "import mmap\nseen = mmap.mmap(-1, 4096)\ndef f(x):\n    seen.write(f' {x}'.encode())\n    return x",
        "print(bytes(seen[:100]))",
    ),
    "a pipe": (
        "import os\nends = os.pipe()\ndef f(x):\n    os.write(ends[1], f' {x}'.encode())\n    return x",
        "os.set_blocking(ends[0], False)\ntry: print(os.read(ends[0], 100))\nexcept OSError: print('nothing')",
    ),
    "a thread that waits for a socket": (
        "import socket, threading\nours, theirs = socket.socketpair()\nseen = []\n"
        "threading.Thread(target=lambda: [seen.append(ours.recv(100)) for _ in range(9)], daemon=True).start()\n"
        "def f(x):\n    theirs.send(f' {x}'.encode())\n    return x",
        "import time; time.sleep(.3); print(seen)",
    ),
    "a signal with a number": (
        "import os, signal, ctypes\nseen = []\nsignal.signal(signal.SIGUSR1, lambda *a: seen.append(1))\nme = os.getpid()\n"
        "def f(x):\n    if x > 2: [os.kill(me, signal.SIGUSR1)]\n    return x",
        "import time; time.sleep(.3); print('987654321' if seen else 'nothing')",
    ),
    "the name of a child's end": (
        "import os, threading\nseen = []\nold = os.waitpid\n"
        "def spy(*a):\n    made = old(*a)\n    seen.append(made)\n    return made\n"
        "os.waitpid = spy\ndef f(x):\n    if x > 2: os._exit(77)\n    return x",
        "print('987654321' if any(status >> 8 == 77 for _, status in seen) else 'nothing')",
    ),
    "a display above": (
        "from IPython.display import display\nimport os\nshown = display('nothing yet', display_id='d')\n"
        "from nbjudge.inside import kernel\ncontrol = os.dup(3)\n"
        "def f(x):\n    import socket, sys\n    from nbjudge.inside import frames\n    frame = sys._getframe()\n"
        "    while frame:\n        one = frame.f_locals.get('request')\n        frame = frame.f_back\n"
        "        if type(one) is dict and one.get('op') in ('fork', 'keep', 'serve'):\n"
        "            frames.send(socket.socket(fileno=os.dup(control)), {'op': 'output', 'nonce': one['nonce'],\n"
        "                'type': 'update_display_data', 'content': {'data': {'text/plain': str(x)},\n"
        "                'metadata': {}, 'transient': {'display_id': 'd'}}})\n"
        "    return x",
        "1 + 1",
    ),
    "a descriptor that is shared": (
        "import os, tempfile\nfile = tempfile.TemporaryFile()\ndef f(x):\n    file.seek(x)\n    return x",
        "print(file.seek(0, 1), os.lseek(file.fileno(), 0, 1))",
    ),
    "standard output by its number": (
        "import os\ndef f(x):\n    if os.fork() == 0:\n        import time; time.sleep(.4)\n"
        "        os.write(1, f' {x}'.encode())\n        os._exit(0)\n    return x",
        "import time; time.sleep(.8)",
    ),
}


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with Executor() as made:
        yield made


def answer(source: str) -> Cell:
    return Cell("a", "answer", source, reference=SILENT)


def check(source: str = HIDDEN, name: str = "t", **more: Any) -> Cell:
    return Cell(name, "test", source, 2.0, **more)


def run(executor: Executor, *cells: Cell) -> NotebookResult:
    return executor.run(NotebookTask("n", cells, limits=LIMITS))


def shown(result: NotebookResult) -> str:
    """What the student's own cells show, as far as students are shown it."""
    return repr([cell.outputs for cell in result.cells if not cell.secret and cell.id not in ("t", "u")])


def by_id(result: NotebookResult) -> dict[str, CellResult]:
    return {cell.id: cell for cell in result.cells}


@pytest.mark.parametrize("name", CHANNELS)
def test_no_channel_brings_it_to_a_cell_below(executor: Executor, name: str) -> None:
    before, below = CHANNELS[name]
    result = run(executor, answer(before), check(), Cell("x", "extra", below))
    assert str(SECRET) not in shown(result)
    assert by_id(result)["x"].status in ("ok", "error")
    assert not by_id(result)["x"].secret, "what it showed was left out, not kept clean"


IN_ORDER = (
    check(f"A = 1\n{HIDDEN}"),
    Cell("g", "given", "print('A is', A)"),
)  # a cell below reads what it binds
NOTES = {  # each: a cell before the test, and one below that knows what the test has handed over
    **CHANNELS,
    "an update of what is shown above": (
        "from IPython.display import display, update_display\nshown = display('nothing yet', display_id='d')\n"
        "def f(x):\n    open('seen', 'a').write(f' {x}')\n    return x",
        "update_display(open('seen').read(), display_id='d')",
    ),
    "the length of a frame that never comes": (
        "def f(x):\n    open('seen', 'w').write(str(x))\n    return x",
        "import os, struct\nos.write(3, struct.pack('>I', int(open('seen').read())))\nos._exit(0)",
    ),
    "an error, or none": (
        "def f(x):\n    open('seen', 'w').write(str(x))\n    return x",
        "if open('seen').read() == '987654321': raise ValueError(987654321)",
    ),
}


@pytest.mark.parametrize("name", NOTES)
def test_where_tests_cannot_wait_no_cell_says_anything_any_more(executor: Executor, name: str) -> None:
    before, below = NOTES[name]
    own = Cell("b", "answer", f"def g(x):\n    return x\n{below}", reference="def g(x):\n    return x")
    cells = (answer(before), *IN_ORDER, Cell("x", "extra", below), own, check("assert g(1) == 2", "u"))
    result = run(executor, *cells)
    assert str(SECRET) not in shown(result)
    assert {cell.id for cell in result.cells if cell.secret} == {"g", "x", "b", "u"}
    said = [reasons.reason(cells[-1], by_id(result)["u"], [by_id(result)["b"]])]
    for kind, cell in (("given", "g"), ("extra", "x"), ("answer", "b")):
        one = by_id(result)[cell]
        record = CellRecord(
            cell, kind, "code", one.status, "", one.outputs, reason=one.reason, secret=one.secret
        )
        page = autograded._cell(None, record, 0, show_hidden=False)
        said.append(repr((page["metadata"]["nbjudge"]["status"], page["outputs"])))
    assert said == [hidden_tests.UNSHOWN, *[repr(("ok", hidden_tests.of_cell([], False, True)))] * 3]


def test_a_test_sees_the_state_at_its_own_place(executor: Executor) -> None:
    later = "def f(x):\n    return -x\nprint('below')"
    other = Cell("b", "answer", "def g(x):\n    return f(x)", reference="def g(x):\n    return x")
    result = run(
        executor,
        answer(SILENT),
        check(),
        Cell("x", "extra", later),
        other,
        check("assert g(3) == -3", "u"),
        Cell("y", "extra", "print('end')"),
    )
    found = by_id(result)
    assert (found["t"].score, found["u"].score) == (2.0, 2.0)
    assert found["x"].outputs[0]["text"] == "below\n"
    assert found["y"].outputs[0]["text"] == "end\n"
    assert [cell.id for cell in result.cells] == ["a", "t", "x", "b", "u", "y"]


def test_a_death_below_costs_the_tests_above_nothing(executor: Executor) -> None:
    result = run(executor, answer(SILENT), check(), Cell("x", "extra", "import os; os._exit(1)"))
    assert by_id(result)["t"].score == 2.0
    assert by_id(result)["x"].status == "killed"


def test_a_call_that_hangs_costs_the_next_tests_nothing(executor: Executor) -> None:
    hangs = "def f(x):\n    while x > 2: pass\n    return x"
    result = run(executor, answer(hangs), check(), check("assert f(1) == 1", "u"))
    assert (by_id(result)["t"].score, by_id(result)["u"].score) == (0.0, 2.0)


def test_partial_points_after_a_call_that_hangs(executor: Executor) -> None:
    hangs = "def f(x):\n    while x == 2: pass\n    return x"
    hidden = check("assert f(1) == 1\n### BEGIN HIDDEN TESTS\nassert f(3) == 3\n### END HIDDEN TESTS")
    part = check(
        "points = 0\nfor x in (1, 2, 3):\n    try:\n        points += f(x) == x\n    except Exception:\n"
        "        pass\nmin(points, 2)",
        "u",
    )
    solved = run(executor, answer(SILENT), hidden, part, Cell("x", "extra", "1"))
    task = NotebookTask("n", (answer(hangs), hidden, part, Cell("x", "extra", "1")), limits=LIMITS)
    result = executor.run(NotebookTask(task.name, task.cells, golden=solved.places, limits=LIMITS))
    assert by_id(result)["u"].score == 2.0


def test_what_a_test_binds_for_later_cells_is_there_and_then_they_are_secret(executor: Executor) -> None:
    binds = f"A = {SECRET}\n{HIDDEN}"
    given = Cell("g", "given", "print('A is', A)")
    result = run(executor, answer("A = 1\n" + SILENT), check(binds), given)
    assert f"A is {SECRET}" in str(by_id(result)["g"].outputs)
    assert by_id(result)["g"].secret


@pytest.mark.parametrize(
    ("source", "ends", "is_secret"),
    [
        ("assert f(2) == 3\n### BEGIN HIDDEN TESTS\nf(5)\n### END HIDDEN TESTS", 0.0, False),
        ("assert f(2) == 2\n### BEGIN HIDDEN TESTS\nassert f(5) == 6\n### END HIDDEN TESTS", 0.0, True),
        ("### BEGIN HIDDEN TESTS\nf(5)\n### END HIDDEN TESTS\nassert f(2) == 3", 0.0, True),
        (
            "for x in (1, 2):\n    assert f(x) == 1\n### BEGIN HIDDEN TESTS\n    f(5)\n### END HIDDEN TESTS",
            0.0,
            True,
        ),
        ("assert f(2) == 2", 2.0, False),
        ("assert f(2) == 3", 0.0, False),
    ],
)
def test_what_is_shown_is_secret_once_a_hidden_line_was_reached(
    executor: Executor, source: str, ends: float, is_secret: bool
) -> None:
    found = by_id(run(executor, answer(SILENT), check(source), check("assert f(1) == 2", "u")))
    assert (found["t"].score, found["t"].secret, found["u"].secret) == (ends, False, is_secret)


def test_a_test_inside_the_students_process_waits_too(executor: Executor) -> None:
    before, below = CHANNELS["a file"]
    inside = check(tags=(IN_STUDENT,))
    result = run(executor, answer(before), inside, Cell("x", "extra", below))
    assert by_id(result)["t"].score == 2.0
    assert str(SECRET) not in shown(result)


def test_a_cell_that_was_interrupted_is_not_run_again_when_the_process_has_to_be(executor: Executor) -> None:
    bomb = "import subprocess\nsubprocess.run(['bash', '-c', ':(){ :|:& };:; sleep 9'])"
    result = run(executor, Cell("x", "extra", bomb), answer(SILENT), check())
    assert by_id(result)["t"].score == 2.0
    assert len(result.notes) <= 2


def test_a_second_run_of_a_test_says_nothing_of_what_the_first_one_gave(executor: Executor) -> None:
    """A narrow number makes a doubt; where tests cannot wait the same process is asked again."""
    source = (
        "import os, numpy as np\ndef f(x):\n    if os.path.exists('seen'): print(open('seen').read()); return 0\n"
        "    if x > 9: open('seen', 'w').write(str(x))\n    return np.int16(x) if x < 9 else x"
    )
    for more in (IN_ORDER, (check(),)):
        golden = run(executor, answer(SILENT), *more).places
        below = Cell("x", "extra", "print(open('seen').read() if os.path.exists('seen') else '')")
        task = NotebookTask("n", (answer(source), *more, below), limits=LIMITS, golden=golden)
        result = executor.run(task)
        found = by_id(result)["t"]
        assert str(SECRET) not in shown(result)
        text = more[0].source
        assert str(SECRET) not in repr(
            hidden_tests.outputs(text, found.outputs, False, found.before_hidden, found.secret, found.weaker)
        )


def test_a_test_inside_shows_nothing_of_what_one_above_gave(executor: Executor) -> None:
    source = (
        "from IPython.display import display\ndef f(x):\n    if x == 3: display(open('seen').read())\n"
        "    else: open('seen', 'a').write(f' {x}')\n    return x"
    )
    inside = Cell("u", "test", "assert f(3) == 3\nf(3)", 2.0, tags=(IN_STUDENT,))
    found = by_id(run(executor, answer(source), check(), inside))["u"]
    assert str(SECRET) in repr(found.outputs), "it knows, and the staff see it"
    given = (found.outputs, False, found.before_hidden, found.secret, found.weaker)
    assert hidden_tests.outputs(inside.source, *given) == []
