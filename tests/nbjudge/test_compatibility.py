"""The figure of how many test cells of other courses run unchanged can be repeated by anyone."""

from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from benchmarks import compatibility
from nbjudge.execution.executor import Executor


def test_each_test_cell_gets_its_verdict(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("one two")
    path = write(
        tmp_path / "n.ipynb",
        solution="def f(x):\n    return x + 1\nopen('made.txt', 'w').write('x')",
        value="assert f(1) == 2",
        data="assert len(open('words.txt').read().split()) == 2",
        file="assert open('made' + '.txt').read() == 'x'",
        never="assert f(1) == 3",
    )
    assert [found.name for found in compatibility.notebooks(tmp_path, "")] == [path.name]
    with Executor(unsafe=True) as executor:
        found = compatibility.examine(executor, compatibility.task_of(path))
    verdicts = {cell.partition(" ")[0]: verdict for cell, (verdict, _) in found.items()}
    assert verdicts == {"value": "judge", "data": "judge", "file": "in-student"}
    assert "FileNotFoundError" in next(why for verdict, why in found.values() if verdict == "in-student")


COURSES = {
    "an agent whose weights a test sets, matrix by matrix": {
        "solution": """
class Agent:
    def start(self):
        self.weights = [{"W": np.zeros(2), "b": np.zeros(1)} for _ in range(2)]
    def value(self, x):
        for layer in self.weights:
            x = x * layer["W"].sum() + layer["b"].sum()
        return x
""",
        "test": """
agent = Agent()
agent.start()
agent.weights[0]["W"] = np.array([1.0, 2.0])
agent.weights[0]["b"] = np.array([4.0])
agent.weights[1]["W"] = np.array([2.0, 3.0])
agent.weights[1]["b"] = np.array([1.0])
assert agent.value(2.0) == 51
""",
    },
    "draws that are counted after the seed of the notebook was set again": {
        "given": "np.random.seed(5)",
        "solution": "def draw(xs):\n    return np.random.choice(xs)",
        "test": """
assert draw([0, 1]) in (0, 1)
np.random.seed(5)
drawn = [draw([0, 1]) for _ in range(40)]
np.random.seed(5)
assert drawn == [np.random.choice([0, 1]) for _ in range(40)]
""",
    },
    "a world from a file of the course that the test makes and hands over": {
        "given": "import world",
        "solution": "def walk(place, steps):\n    [place.go(n) for n in steps]\n    return place.total()",
        "test": "place = world.World(10)\nassert walk(place, [1, 2]) == 13 and place.seen == [1, 2]",
    },
    "imports in a cell whose output is thrown away": {
        "given": "%%capture\n%matplotlib inline\nimport pickle",
        "solution": "def f(x):\n    return [x, x]",
        "test": "assert pickle.loads(pickle.dumps([1, 1])) == f(1)",
    },
    "a list of millions that the test only hands on": {
        "solution": "xs = [0.5] * 2_500_000\ndef total(xs):\n    return sum(xs)",
        "test": "assert total(xs) == 1_250_000",
    },
    "a locked cell with points that opens the database": {
        "test_first": "import sqlite3 as db\nopened = db.connect(':memory:')\ncursor = opened.cursor()",
        "solution": "cursor.execute('SELECT 6 * 7')\nfound = cursor.fetchall()",
        "test": "assert found == [(42,)]",
    },
}
WORLD = """
class World:
    def __init__(self, size):
        self.__size, self.seen = size, []
    def go(self, step):
        self.seen.append(step)
    def total(self):
        return self.__size + sum(self.seen)
"""


@pytest.mark.parametrize("course", COURSES)
def test_what_courses_of_strangers_do_passes_in_the_judge(tmp_path: Path, course: str) -> None:
    (tmp_path / "world.py").write_text(WORLD)
    path = write(tmp_path / "n.ipynb", given_first="import numpy as np", **COURSES[course])
    with Executor(unsafe=True) as executor:
        found = compatibility.examine(executor, compatibility.task_of(path))
    assert found
    assert {verdict for verdict, _ in found.values()} == {"judge"}, found


def test_notebooks_without_tests_and_copies_that_jupyter_keeps_are_left_out(tmp_path: Path) -> None:
    write(tmp_path / "no_tests.ipynb", solution="x = 1")
    (tmp_path / ".ipynb_checkpoints").mkdir()
    write(tmp_path / ".ipynb_checkpoints" / "n.ipynb", test="assert True")
    assert not list(compatibility.notebooks(tmp_path, ""))


def write(path: Path, **sources: str) -> Path:
    cells = []
    for name, source in sources.items():
        solution, given = name == "solution", name.startswith("given")
        marks = {"grade_id": name, "grade": not solution and not given, "solution": solution, "points": 1}
        cells.append(new_code_cell(source, metadata={"nbgrader": marks}))
    nbformat.write(new_notebook(cells=cells), path)
    return path
