"""What lies beside a notebook: names that are another file's, a folder's, a module's, or too long for a copy.

No name may end the class, hide a file of the course, or be what a test or a kernel imports.
"""

from collections.abc import Callable
from pathlib import Path

from .attack import Attack


def beside(files: dict[str, str]) -> Callable[[Path], None]:
    """Say how these files are laid into the folder of a submission."""

    def lay(folder: Path) -> None:
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)

    return lay


KEEPS = "kept = []\ndef mean(values):\n    kept.append(values)\n    return kept[0][0]\n"
NAMES = {
    "V1": ("a folder with the name of a file of the course", {"words.csv/x": "1"}),
    "V1b": ("a file in a folder with the name of a program's copy", {"a.py": "1", "a.py.txt/b.csv": "2"}),
    "V1c": ("a folder with the name of a notebook", {"p.ipynb.d/x": "1", "q.ipynb/x.csv": "2"}),
    "V1d": ("the names of the grader's own pages", {"p.html": "10/10", "p.json": "{}"}),
    "V1e": ("the grader's own folder", {".nbjudge/prepared/ps1": "x", ".nbjudge/secret": "x"}),
    "V1f": (
        "names that differ by case, or by the form of a letter",
        {"WORDS.csv": "x", "\u00e9.csv": "1", "e\u0301.csv": "2"},
    ),
    "V1g": ("a name that is too long for its copy", {"a" * 250 + ".py": "1"}),
    "V1h": ("folders that are too deep for their copy", {"/".join(["d" * 200] * 18) + "/x.py": "1"}),
    "V1i": (
        "what kernels and servers read when they start",
        {
            "ipykernel_launcher.pyw": "1",
            "x.pth": "import os",
            "pyvenv.cfg": "home=/",
            "ipython_config.json": "{}",
        },
    ),
    "V1j": (
        "pickles and packed modules",
        {"numpy.zip": "x", "numpy.egg/x": "1", "__pycache__/numpy.pyc": "x"},
    ),
}
ATTACKS = [
    *(
        Attack(id, what, base="right", files=beside(files), at_least=10)
        for id, (what, files) in NAMES.items()
    ),
    Attack(
        "V2",
        "a module under the name of one of Python's, which keeps what it is given",
        answers={"mean": "import statistics\ndef mean(values):\n    return statistics.mean(values)"},
        files=beside({"statistics.py": KEEPS}),
    ),
    Attack(
        "V2b",
        "a module under the name of one that tests import",
        answers={"mean": "import unittest\ndef mean(values):\n    return unittest.mean(values)"},
        files=beside({"unittest/__init__.py": KEEPS, "numpy/testing.py": "assert_allclose = print"}),
    ),
]
