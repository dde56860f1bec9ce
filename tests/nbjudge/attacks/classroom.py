"""A course with three questions, ten points, and a class in which every attack is one submission.

Honest students sit between the attackers: right, wrong and untouched ones, whose scores must not move.
"""

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import nbformat

from .attack import ANSWERS, Attack, Notebook

ASSIGNMENT, NOTEBOOK = "ps1", "p"
SECRET = 48_611  # what the hidden test hands over: no student's page may have it
TESTS = {
    "test-square": (
        2,
        "assert square(2) == 4\nassert square(-3) == 9\n"
        f"### BEGIN HIDDEN TESTS\nassert square({SECRET}) == {SECRET**2}\n### END HIDDEN TESTS",
    ),
    "test-mean": (
        3,
        "import numpy as np\n"
        "np.testing.assert_allclose(mean([1, 2, 6]), 3.0)\n"
        "np.testing.assert_allclose(mean(np.array([[1.0, 3.0], [5.0, 7.0]])), [3.0, 5.0])",
    ),
    "test-vowels": (
        5,
        'words = ["kNN", "bayes", "aeiou", "", "x"]\n'
        "wanted = [0, 2, 5, 0, 0]\n"
        "sum(a == b for a, b in zip(count_vowels(words), wanted, strict=True))",
    ),
}
CONFIG = """from nbjudge.drop_in import configure

c = get_config()
c.CourseDirectory.course_id = "attacked"
c.CourseDirectory.root = {root!r}
configure(c)
c.NbJudge.leave_out_illustrations = {leave_out}
c.NbJudge.cell_seconds = 2
c.NbJudge.notebook_seconds = 12
"""


def source() -> Notebook:
    """Return the teacher's notebook as plain JSON."""
    cells = [_cell("markdown", "# Three questions", {})]
    for name, answer in ANSWERS["right"].items():
        head, body = answer.rsplit("\n", 1)
        text = f"{head}\n    ### BEGIN SOLUTION\n{body}\n    ### END SOLUTION"
        cells.append(_cell("code", text, _marks(name, solution=True)))
        points, test = TESTS[f"test-{name}"]
        cells.append(_cell("code", test, _marks(f"test-{name}", grade=True, locked=True, points=points)))
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def _marks(name: str, **marks: object) -> dict[str, object]:
    plain = {"grade": False, "solution": False, "locked": False, "task": False, "schema_version": 3}
    return {**plain, "grade_id": name, **marks}


def _cell(kind: str, text: str, marks: dict[str, object]) -> Notebook:
    cell: Notebook = {"cell_type": kind, "source": text, "metadata": {"nbgrader": marks} if marks else {}}
    cell["id"] = str(marks.get("grade_id") or f"c{abs(hash(text)) % 10**8}")
    return cell | ({"outputs": [], "execution_count": None} if kind == "code" else {})


def handed_in(answers: dict[str, str], early: Iterable[str] = (), late: Iterable[str] = ()) -> Notebook:
    """Return a student's notebook with these answers and extra cells."""
    notebook = source()
    for cell in notebook["cells"]:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id", "")
        cell["source"] = answers.get(name, cell["source"].split("\n### BEGIN HIDDEN")[0])
    notebook["cells"][1:1] = [_cell("code", text, {}) for text in early]
    notebook["cells"] += [_cell("code", text, {}) for text in late]
    return notebook


def lay_out(root: Path, attacks: Iterable[Attack], canary: Path, leave_out: bool = False) -> None:
    """Write the course, its release, the attackers and the honest students between them."""
    (root / "source" / ASSIGNMENT).mkdir(parents=True)
    (root / "nbgrader_config.py").write_text(CONFIG.format(root=str(root), leave_out=leave_out))
    nbformat.write(nbformat.from_dict(source()), root / "source" / ASSIGNMENT / f"{NOTEBOOK}.ipynb")
    (root / "source" / ASSIGNMENT / "words.csv").write_text("kNN,bayes\n")
    program = Path(sys.executable).parent / "nbgrader"
    subprocess.run(
        [program, "generate_assignment", ASSIGNMENT, "--quiet"],
        cwd=root,
        check=True,
        capture_output=True,
        env={"PATH": f"{program.parent}:/usr/bin:/bin", "HOME": str(root.parent)},
    )
    for name, answers in {**ANSWERS, "untouched": {}}.items():
        for twin in ("a", "m", "z"):  # before, between and after the attackers
            _hand_in(root, f"{twin}-honest-{name}", json.dumps(handed_in(_honest(answers))).encode())
    for attack in attacks:
        folder = _hand_in(root, f"x-{attack.id}", written(attack, root, canary))
        if attack.files:
            attack.files(folder)


def _honest(answers: dict[str, str]) -> dict[str, str]:
    stub = "    # YOUR CODE HERE\n    raise NotImplementedError()"
    return answers or {name: text.rsplit("\n", 1)[0] + "\n" + stub for name, text in ANSWERS["right"].items()}


def written(attack: Attack, root: Path, canary: Path) -> bytes:
    """Return the bytes that an attacker hands in."""
    notebook = handed_in({**ANSWERS[attack.base], **attack.answers}, attack.early, attack.late)
    changed = attack.notebook(notebook) if attack.notebook else notebook
    raw = changed if isinstance(changed, bytes) else json.dumps(changed).encode()
    places = {b"{course}": str(root), b"{canary}": str(canary), b"{nap}": nap(root)}
    for mark, text in places.items():
        raw = raw.replace(mark, text.encode())
    return raw


def nap(root: Path) -> str:
    """Return how many seconds this class's daemons sleep: no other class's do."""
    return str(100_000 + int(hashlib.sha256(str(root).encode()).hexdigest(), 16) % 900_000)


def _hand_in(root: Path, student: str, raw: bytes) -> Path:
    folder = root / "submitted" / student / ASSIGNMENT
    folder.mkdir(parents=True)
    (folder / f"{NOTEBOOK}.ipynb").write_bytes(raw)
    return folder
