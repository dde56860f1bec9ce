"""Files that answers write and tests read: they come over by their names in the test, and as bytes."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from nbjudge.execution.executor import Executor
from nbjudge.tasks import CellResult, NotebookResult
from tests.nbjudge.judge.conftest import Course

Grade = Callable[..., list[CellResult]]
Run = Callable[[Course], NotebookResult]
SAVE = "def save(text, name='out.txt'):\n    with open(name, 'w') as file:\n        file.write(text)\n"


@pytest.mark.parametrize(
    "test",
    [
        "assert open('first.txt').read() == 'hello'",
        "save('a b')\nassert open('out.txt').read().split() == ['a', 'b']",
        "for text in ('one', 'two', 'six'):\n    save(text)\n    assert open('out.txt').read() == text",
        "import os\nsave('x', 'made/here.csv')\nassert os.path.getsize('made/here.csv') == 1",
        "import os\nassert os.path.exists('first.txt')\ndrop()\nassert not os.path.exists('first.txt')",
        "try:\n    save(1)\nexcept TypeError:\n    assert open('out.txt').read() == ''",
    ],
)
def test_a_test_reads_what_the_answer_has_written(grade: Grade, test: str) -> None:
    solution = f"{SAVE}\nimport os\nos.makedirs('made', exist_ok=True)\nsave('hello', 'first.txt')\n"
    (cell,) = grade(f"{solution}def drop():\n    os.remove('first.txt')", test)
    assert (cell.score, cell.weaker) == (2.0, True), cell


def test_what_came_for_one_test_is_not_there_for_the_next(grade: Grade) -> None:
    name = "import os\nassert not os.path.exists('out' + '.txt')"
    assert [cell.score for cell in grade(SAVE, "save('a')\nassert open('out.txt').read() == 'a'", name)] == [
        2.0,
        2.0,
    ]


def test_a_file_that_the_solution_does_not_write_stays_where_it_is(grade: Grade) -> None:
    test = "import os\nsave('x')\nassert os.path.exists('out.txt') and not os.path.exists('other.txt')"
    answer = f"{SAVE}\nsave('x', 'other.txt')"
    (cell,) = grade(SAVE, test, answer=answer)
    assert cell.score == 2.0


def test_a_file_of_the_course_stays_the_course_s(executor: Executor) -> None:
    """Even where its own solution writes one of that name."""
    solution = f"{SAVE}\nsave('the student')"
    test = "save('x')\nassert open('out.txt').read() == 'the course'"
    task = replace(Course(solution, [test]).task(), course_files={"out.txt": b"the course"})
    for golden in (None, frozenset({"*=kinds", "test0:save", "test0=file out.txt"})):
        cell = executor.run(replace(task, golden=golden)).cells[-1]
        assert (cell.score, cell.weaker) == (2.0, False)


@pytest.mark.parametrize(
    "name", ["helper.py", "helper.so", "n.ipynb", "../out.txt", "/tmp/out.txt", ".out.txt"]
)
def test_code_and_what_lies_elsewhere_never_comes(run: Run, name: str) -> None:
    test = f"import os\nname = {name!r}\nassert not os.path.exists(os.path.basename(name))"
    cells = run(Course(f"{SAVE}\nsave('x', {name.rpartition('/')[2]!r})", [test])).cells
    assert (cells[-1].score, cells[-1].weaker) == (2.0, False)


@pytest.mark.parametrize(
    "reading",
    [
        "import pickle\nassert pickle.load(open('p.bin', 'rb')) == 3",
        "import pickle\nassert pickle.Unpickler(open('p.bin', 'rb')).load() == 3",
        "import pandas as pd\nassert pd.read_pickle('p.bin') == 3",
        "import joblib\nassert joblib.load('p.bin') == 3",
        "assert eval(open('p.bin').read()) == 3",
        "exec(open('p.bin').read())",
    ],
)
def test_a_file_never_becomes_code_of_the_test(run: Run, reading: str) -> None:
    """What it would do is make a folder for the test to find."""
    solution = "import pickle\npickle.dump(3, open('p.bin', 'wb'))"
    call = "class Call:\n    def __reduce__(self):\n        return os.mkdir, ('made',)\n"
    pickled = f"import os, pickle\n{call}pickle.dump(Call(), open('p.bin', 'wb'))"
    written = "open('p.bin', 'w').write('import os; os.mkdir(\"made\")')"
    test = f"import os\ntry:\n    {reading.replace(chr(10), chr(10) + '    ')}\n"
    test += "except Exception:\n    pass\nassert not os.path.exists('made')"
    golden = frozenset({"*=kinds", "test0=file p.bin"})
    for answer in (pickled, written):
        cells = run(Course(solution, [test], answer=answer, golden=golden)).cells
        assert cells[-1].score == 2.0, cells[-1]
        assert cells[-1].weaker


@pytest.mark.parametrize(
    "answer",
    [
        "import os\nos.mkfifo('out.txt')\ndef save(text): pass",
        "import os\nos.mkdir('out.txt')\ndef save(text): pass",
        "import os\nos.symlink('/proc/self/mem', 'out.txt')\ndef save(text): pass",
        "import os\nos.symlink('out.txt', 'out.txt')\ndef save(text): pass",
        "def save(text):\n    with open('out.txt', 'wb') as file:\n        file.truncate(1 << 30)",
    ],
)
def test_what_is_no_file_or_too_large_is_not_there(grade: Grade, answer: str) -> None:
    (cell,) = grade(SAVE, "save('a')\nassert open('out.txt').read() == 'a'", answer=answer)
    assert cell.score == 0.0
    assert "FileNotFoundError" in (cell.reason or "")
