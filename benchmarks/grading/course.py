"""A course with one assignment and a class of any size, laid out as nbgrader wants it.

The notebook is a small kNN exercise: three functions, four tests, a written answer, and a figure if wanted.
Every fourth submission is right, every fourth has one function wrong, one is half written, one untouched.
"""

import hashlib
import subprocess
import sys
from pathlib import Path

import nbformat
from nbformat import NotebookNode

ASSIGNMENT = "knn"
CONFIG = """c = get_config()
c.CourseDirectory.course_id = "benchmark"
c.CourseDirectory.root = {root!r}
c.Autograde.timeout = 60
"""

DISTANCES = '''def distances(X, query):
    """Return the Euclidean distances of the rows of X from the query."""
    ### BEGIN SOLUTION
    return np.sqrt(((X - query) ** 2).sum(axis=1))
    ### END SOLUTION
'''
NEAREST = '''def nearest(d, k):
    """Return the indices of the k least distances, the earlier row first among equals."""
    ### BEGIN SOLUTION
    return np.argsort(d, kind="stable")[:k]
    ### END SOLUTION
'''
PREDICT = '''def predict(X, y, query, k=3):
    """Return the label that most of the k nearest rows have."""
    ### BEGIN SOLUTION
    labels, votes = np.unique(y[nearest(distances(X, query), k)], return_counts=True)
    return labels[votes.argmax()]
    ### END SOLUTION
'''
FIGURE = """grid = np.linspace(-3, 3, 15)
regions = [[predict(X, y, np.array([a, b])) for a in grid] for b in grid]
plt.contourf(grid, grid, regions, alpha=0.3)
plt.scatter(X[:, 0], X[:, 1], c=y)
plt.title("Who wins where")
plt.show()
"""
TESTS = {
    "test-distances": (
        2,
        "assert np.allclose(distances(np.array([[3.0, 4.0], [0.0, 0.0]]), np.zeros(2)), [5.0, 0.0])",
    ),
    "test-nearest": (
        2,
        "assert list(nearest(np.array([5.0, 1.0, 3.0, 2.0]), 2)) == [1, 3]\n### BEGIN HIDDEN TESTS\n"
        "assert list(nearest(np.array([1.0, 1.0, 0.0]), 2)) == [2, 0]\n### END HIDDEN TESTS",
    ),
    "test-predict": (
        3,
        "assert predict(X, y, np.array([-1.0, -1.0])) == 0\n"
        "assert predict(X, y, np.array([1.5, 1.5]), k=1) == 1",
    ),
    "test-many": (
        3,
        "answers = [predict(X, y, query, k=5) for query in X]\n"
        "right = sum(a == b for a, b in zip(answers, y))\n"
        "min(3, right // 12)",
    ),
}


def source(figure: bool) -> NotebookNode:
    """Return the teacher's notebook."""
    imports = "import numpy as np" + ("\nimport matplotlib.pyplot as plt" if figure else "")
    cells = [
        _text("# k nearest neighbours\n\nWho lives near $q$?"),
        _code(imports),
        _code(
            "rng = np.random.default_rng(0)\n"
            "X = np.vstack([rng.normal(-1, 1, (20, 2)), rng.normal(1, 1, (20, 2))])\n"
            "y = np.repeat([0, 1], 20)"
        ),
        _answer("distances", DISTANCES),
        _test("test-distances"),
        _answer("nearest", NEAREST),
        _test("test-nearest"),
        _answer("predict", PREDICT),
        _test("test-predict"),
        _test("test-many"),
        *([_code(FIGURE)] if figure else []),
        _written("why-scale", "A feature in large units decides alone."),
    ]
    return nbformat.v4.new_notebook(
        cells=cells,
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    )


def _text(text: str) -> NotebookNode:
    return nbformat.v4.new_markdown_cell(text, id=_id(text))


def _code(text: str) -> NotebookNode:
    return nbformat.v4.new_code_cell(text, id=_id(text))


def _id(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _marked(cell: NotebookNode, name: str, **marks: object) -> NotebookNode:
    cell.id = name
    cell.metadata["nbgrader"] = {
        "grade_id": name,
        "schema_version": 3,
        "task": False,
        "locked": False,
        "grade": False,
        "solution": False,
        **marks,
    }
    return cell


def _answer(name: str, text: str) -> NotebookNode:
    return _marked(_code(text), name, solution=True)


def _test(name: str) -> NotebookNode:
    points, text = TESTS[name]
    return _marked(_code(text), name, grade=True, locked=True, points=points)


def _written(name: str, text: str) -> NotebookNode:
    return _marked(_text(text), name, grade=True, solution=True, points=2)


def submissions(figure: bool) -> list[NotebookNode]:
    """Return the four kinds of submission: right, one function wrong, half written, untouched."""
    stub = "    # YOUR CODE HERE\n    raise NotImplementedError()\n"

    def handed_in(**changed: str) -> NotebookNode:
        notebook = source(figure)
        for cell in notebook.cells:
            name = cell.metadata.get("nbgrader", {}).get("grade_id")
            cell.source = cell.source.split("### BEGIN HIDDEN")[0].rstrip()
            if name in changed:
                cell.source = changed[name]
        return notebook

    half = {"predict": PREDICT.split("    ### BEGIN")[0] + stub}
    untouched = {
        n: t.split("    ### BEGIN")[0] + stub
        for n, t in {"distances": DISTANCES, "nearest": NEAREST, "predict": PREDICT}.items()
    }
    return [
        handed_in(),
        handed_in(nearest=NEAREST.replace("[:k]", "[-k:]")),
        handed_in(**half),
        handed_in(**untouched),
    ]


def lay_out(root: Path, students: int, figure: bool) -> Path:
    """Write the course with its class; the release is made by nbgrader itself."""
    (root / "source" / ASSIGNMENT).mkdir(parents=True)
    (root / "nbgrader_config.py").write_text(CONFIG.format(root=str(root)))
    nbformat.write(source(figure), root / "source" / ASSIGNMENT / "knn.ipynb")
    run(root, "nbgrader", "generate_assignment", ASSIGNMENT, "--quiet")
    kinds = submissions(figure)
    for student in range(students):
        folder = root / "submitted" / f"s{student:04d}" / ASSIGNMENT
        folder.mkdir(parents=True)
        (folder / "timestamp.txt").write_text("2020-01-01 12:00:00 UTC")
        notebook = kinds[student % len(kinds)]
        notebook.cells[
            0
        ].source = f"# k nearest neighbours\n\nBy student {student}."  # no two files are alike
        nbformat.write(notebook, folder / "knn.ipynb")
    return root


def run(root: Path, program: str, *arguments: str) -> None:
    """Run a program of this environment in the course's folder; its words are shown only if it fails."""
    command = [str(Path(sys.executable).parent / program), *arguments]
    environment = {
        "PATH": f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin",
        "HOME": str(Path.home()),
    }
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(
            f"{program} {' '.join(arguments)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        )
