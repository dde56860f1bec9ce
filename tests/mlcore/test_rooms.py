"""The rooms of the reference: each imports only from those before it."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import mlcore

ROOT = Path(mlcore.__file__).parent
ORDER = [
    *("plain", "_checks", "_given", "_parallel", "_sklearn", "_tables"),
    *("probability", "estimation", "bayes_classifier", "naive_bayes", "less_naive_bayes"),
    *("boundary", "discriminant"),
    *("distances", "kernels", "neighbors"),
    *("evaluation", "decisions", "selection"),
    *("text", "datasets", "plotting", "demos"),
    *("installed", "course_folder", "progress", "__main__"),
]


def imported_rooms(room):
    path = ROOT / room
    for file in path.rglob("*.py") if path.is_dir() else [path.with_suffix(".py")]:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("mlcore."):
                yield node.module.split(".")[1]


def test_every_room_has_its_place():
    rooms = {path.stem for path in ROOT.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert rooms - {"__init__", "exercises"} == set(ORDER)


@pytest.mark.parametrize("room", ORDER)
def test_a_room_imports_only_from_rooms_before_it(room):
    before = ORDER[: ORDER.index(room) + 1]
    assert set(imported_rooms(room)) <= set(before)


WITHOUT_MATPLOTLIB = """
import importlib, pkgutil, sys
sys.modules["matplotlib"] = None
import mlcore
for module in pkgutil.walk_packages(mlcore.__path__, "mlcore.", onerror=lambda name: None):
    if not module.name.startswith(("mlcore.demos", "mlcore.plotting", "mlcore.exercises.")):
        importlib.import_module(module.name)
for package in ("plotting", "demos"):
    try:
        importlib.import_module(f"mlcore.{package}")
    except ImportError as error:
        print(error)
"""


def test_only_what_draws_needs_matplotlib():
    run = [sys.executable, "-c", WITHOUT_MATPLOTLIB]
    assert subprocess.check_output(run, text=True).splitlines() == [
        "Pictures need matplotlib too: pip install 'mlcore[plot]'",
        "The demonstrations need matplotlib too: pip install 'mlcore[demos]'",
    ]
