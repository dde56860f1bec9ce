"""Writes the small course of `examples/course` and its class: after a change run it, commit what it wrote.

One assignment of two notebooks; a class of sixteen that shows what a grader meets: right, nearly right and
untouched work, partial credit, answers in words, a drawing, a copied cell, a deleted cell, a renamed file, a
broken file, an endless loop, a forged test, warnings, and a script meant for the teacher's browser.
"""

import copy
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

COURSE = Path(__file__).parent / "course"
ASSIGNMENT = "measuring"
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
Cell = dict[str, Any]
Answers = Mapping[str, str]


def cell(kind: str, source: str, **marks: object) -> Cell:
    """Make a cell; with marks it is one of nbgrader's."""
    metadata: dict[str, Any] = {}
    if marks:
        plain = {"grade": False, "solution": False, "locked": False, "task": False, "schema_version": 3}
        metadata["nbgrader"] = plain | marks
    made: Cell = {"cell_type": kind, "metadata": metadata, "source": source.strip("\n")}
    return made | ({"execution_count": None, "outputs": []} if kind == "code" else {})


def answer(grade_id: str, source: str) -> Cell:
    """Make a cell that a student fills in."""
    return cell("code", source, grade_id=grade_id, solution=True)


def test(grade_id: str, points: float, source: str) -> Cell:
    """Make a cell that gives points."""
    return cell("code", source, grade_id=grade_id, grade=True, locked=True, points=points)


def words(grade_id: str, points: float, source: str) -> Cell:
    """Make a cell for an answer in words."""
    return cell("markdown", source, grade_id=grade_id, grade=True, solution=True, points=points)


NUMBERS = [
    cell("markdown", "# Middle and spread\n\nSeven people measured the same table, in centimetres."),
    cell("code", "import numpy as np", grade_id="imports", locked=True),
    cell("code", 'lengths = np.loadtxt("lengths.txt")', grade_id="data", locked=True),
    cell(
        "markdown",
        "The **mean** is $\\bar{x} = \\frac{1}{n} \\sum_i x_i$. Write it without `np.mean`.",
    ),
    answer(
        "mean",
        """
def mean(x):
    \"\"\"Return the mean of the numbers in x.\"\"\"
    ### BEGIN SOLUTION
    return sum(x) / len(x)
    ### END SOLUTION
""",
    ),
    test(
        "mean-of-few",
        2,
        """
assert mean([1, 2, 3]) == 2, "the mean of 1, 2 and 3 is 2"
### BEGIN HIDDEN TESTS
assert mean([1, 2]) == 1.5, "the mean of 1 and 2 is no whole number"
### END HIDDEN TESTS
""",
    ),
    cell("markdown", "The **median** is the middle of the sorted numbers, or the mean of the middle two."),
    answer(
        "median",
        """
def median(x):
    \"\"\"Return the median of the numbers in x.\"\"\"
    ### BEGIN SOLUTION
    x = sorted(x)
    middle = len(x) // 2
    return x[middle] if len(x) % 2 else (x[middle - 1] + x[middle]) / 2
    ### END SOLUTION
""",
    ),
    test(
        "median-in-parts",
        3,
        """
points = 0
points += median([3, 1, 2]) == 2  # an odd number of them, not sorted
points += median([4, 1, 2, 3]) == 2.5  # an even number of them
points += median(lengths) == np.median(lengths)
float(points)
""",
    ),
    answer(
        "standardise",
        """
def standardise(x):
    \"\"\"Return x with mean 0 and standard deviation 1.\"\"\"
    ### BEGIN SOLUTION
    return (x - x.mean()) / x.std()
    ### END SOLUTION
""",
    ),
    test(
        "standardised",
        3,
        """
z = standardise(lengths)
np.testing.assert_allclose(z.mean(), 0, atol=1e-12, err_msg="the mean should be 0")
np.testing.assert_allclose(z.std(), 1, err_msg="the standard deviation should be 1")
### BEGIN HIDDEN TESTS
np.testing.assert_allclose(standardise(np.array([1.0, 3.0])), [-1, 1])
### END HIDDEN TESTS
""",
    ),
    words("which", 2, "One person misread the scale. The median hardly moves, the mean does."),
]
DRAWING = [
    cell("markdown", "# A drawing\n\nDraw the lengths as points, in the order of measuring."),
    cell(
        "code", "import matplotlib.pyplot as plt\nimport numpy as np", grade_id="drawing-imports", locked=True
    ),
    answer(
        "draw",
        """
def draw(x):
    \"\"\"Draw x as points, label the axes, and return the axes.\"\"\"
    ### BEGIN SOLUTION
    figure, axes = plt.subplots(figsize=(4, 2.5))
    axes.plot(x, "o")
    axes.set_xlabel("person")
    axes.set_ylabel("length in cm")
    return axes
    ### END SOLUTION
""",
    ),
    cell("code", 'draw(np.loadtxt("lengths.txt"));'),
    test(
        "axes-have-names",
        2,
        'axes = draw([1.0, 2.0])\nassert axes.get_ylabel() == "length in cm"\nplt.close()',
    ),
]
NOTEBOOKS = {"numbers": NUMBERS, "drawing": DRAWING}
LENGTHS = "152.1\n151.9\n152.0\n152.3\n125.0\n151.8\n152.2\n"
STUB = "# YOUR CODE HERE\nraise NotImplementedError()"


def notebook(cells: list[Cell]) -> dict[str, Any]:
    """Make a notebook of cells."""
    return {"cells": cells, "metadata": {"kernelspec": KERNEL}, "nbformat": 4, "nbformat_minor": 4}


def outside(source: str, begin: str, end: str, instead: str = "") -> str:
    """Cut what lies between two markers, put something in its place."""
    lines, inside = [], False
    for line in source.split("\n"):
        if begin in line:
            inside = True
            indent = line[: len(line) - len(line.lstrip())]
            lines += [indent + entry for entry in instead.split("\n")] if instead else []
        elif end in line:
            inside = False
        elif not inside:
            lines.append(line)
    return "\n".join(lines)


def released(cells: list[Cell]) -> list[Cell]:
    """Give the cells as students get them."""
    made = copy.deepcopy(cells)
    for entry in made:
        marks = entry["metadata"].get("nbgrader", {})
        if marks.get("solution") and entry["cell_type"] == "markdown":
            entry["source"] = "YOUR ANSWER HERE"
        elif marks.get("solution"):
            entry["source"] = outside(entry["source"], "BEGIN SOLUTION", "END SOLUTION", STUB)
        else:
            entry["source"] = outside(entry["source"], "BEGIN HIDDEN TESTS", "END HIDDEN TESTS")
    return made


def handed_in(answers: Answers) -> dict[str, list[Cell]]:
    """Give the notebooks with a student's answers in them."""
    made = {name: released(cells) for name, cells in NOTEBOOKS.items()}
    for cells in made.values():
        for entry in cells:
            grade_id = entry["metadata"].get("nbgrader", {}).get("grade_id")
            entry["source"] = answers.get(grade_id, entry["source"])
    return made


RIGHT: dict[str, str] = {
    "mean": "def mean(x):\n    return sum(x) / len(x)",
    "median": "def median(x):\n    x = sorted(x)\n    m = len(x) // 2\n"
    "    return x[m] if len(x) % 2 else (x[m - 1] + x[m]) / 2",
    "standardise": "def standardise(x):\n    return (x - np.mean(x)) / np.std(x)",
    "which": "The **median**: one wrong number among seven cannot be in the middle of the sorted ones, while "
    "$\\bar{x}$ moves by $\\frac{27}{7}$ cm.",
    "draw": 'def draw(x):\n    _, axes = plt.subplots()\n    axes.plot(x, "o")\n'
    '    axes.set_xlabel("person")\n    axes.set_ylabel("length in cm")\n    return axes',
}
UNSORTED = "def median(x):\n    return x[len(x) // 2]"
SUMMED = (
    "def mean(x):\n    total = 0\n    for value in x:\n        total += value\n    return total // len(x)"
)
WARNING = """\
import warnings

def standardise(x):
    warnings.warn("be careful")
    return (x - x.mean()) / x.std()"""
SCRIPT = """\
from IPython.display import HTML

HTML('<h1 style="position:fixed;top:0">Score: 12/12</h1><script>alert(1)</script>')"""
ODD_ONLY = "def median(x):\n    return sorted(x)[len(x) // 2]"
CLASS: dict[str, Answers] = {
    "ada": RIGHT,
    "blaise": RIGHT | {"median": UNSORTED, "which": "the mean"},
    "carl": RIGHT | {"mean": SUMMED},
    "daphne": {},
    "emmy": RIGHT | {"standardise": WARNING},
    "florence": RIGHT | {"median": ODD_ONLY, "standardise": "def standardise(x):\n    return x - x.mean()"},
    "grace": RIGHT | {"median": "def median(x):\n    while True:\n        pass"},
    "hypatia": RIGHT | {"mean": "def mean(x)\n    return sum(x) / len(x)"},
    "ivan": RIGHT | {"draw": "def draw(x):\n    return plt.plot(x)"},
    "julia": RIGHT,
    "karl": RIGHT,
    "lise": RIGHT,
    "maryam": RIGHT,
    "niels": {"mean": RIGHT["mean"]},
    "otto": {"mean": SUMMED, "median": UNSORTED, "which": SCRIPT},
    "pierre": RIGHT | {"which": ""},
}


def copied_cell(made: dict[str, list[Cell]]) -> None:
    """Julia copied her own answer, and tried something in the copy before."""
    first = copy.deepcopy(made["numbers"][4])
    first["source"] = "def mean(x):\n    return 0  # first try"
    made["numbers"].insert(4, first)


def deleted_cell(made: dict[str, list[Cell]]) -> None:
    """Karl wrote into a new cell, and deleted the one that was meant."""
    made["numbers"][4] = cell("code", RIGHT["mean"])


def forged_test(made: dict[str, list[Cell]]) -> None:
    """Niels makes the tests his own."""
    for entry in made["numbers"]:
        if entry["metadata"].get("nbgrader", {}).get("grade"):
            entry["source"], entry["metadata"]["tags"] = "pass", ["skip-execution"]
            entry["metadata"]["nbgrader"]["points"] = 100


def script(made: dict[str, list[Cell]]) -> None:
    """Otto would like a script to run where the page is read."""
    made["numbers"].append(cell("code", SCRIPT))


ODD: dict[str, Callable[[dict[str, list[Cell]]], None]] = {
    "julia": copied_cell,
    "karl": deleted_cell,
    "niels": forged_test,
    "otto": script,
}


def write(path: Path, content: object) -> None:
    """Write a file, the same bytes every time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = content if isinstance(content, str) else json.dumps(content, indent=1, ensure_ascii=False) + "\n"
    path.write_text(text, encoding="utf-8")


def main() -> None:
    """Write the source of the course, and what its class handed in."""
    source = COURSE / "source" / ASSIGNMENT
    write(source / "lengths.txt", LENGTHS)
    for name, cells in NOTEBOOKS.items():
        write(source / f"{name}.ipynb", notebook(cells))
    for number, (student, answers) in enumerate(CLASS.items()):
        made = handed_in(answers)
        ODD.get(student, lambda _: None)(made)
        folder = COURSE / "submitted" / student / ASSIGNMENT
        for name, cells in made.items():
            renamed = f"{name} (1)" if (student, name) == ("lise", "numbers") else name
            write(folder / f"{renamed}.ipynb", notebook(cells))
        write(folder / "timestamp.txt", f"2026-11-{number + 2:02d} 12:00:00 UTC\n")
    write(COURSE / "submitted" / "maryam" / ASSIGNMENT / "drawing.ipynb", '{"cells": [')


if __name__ == "__main__":
    main()
