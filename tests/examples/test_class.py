"""The bundled course: what is kept is what the script writes, and grading it gives each student their due."""

import filecmp
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COURSE = ROOT / "examples" / "course"
DUE = {
    "ada": 10, "blaise": 7, "carl": 8, "daphne": 0, "emmy": 10, "florence": 6, "grace": 7, "hypatia": 8,
    "ivan": 8, "julia": 10, "karl": 10, "lise": 10, "maryam": 8, "niels": 2, "otto": 0, "pierre": 10,
}  # fmt: skip


def files(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_what_is_kept_is_what_the_script_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    spec = importlib.util.spec_from_file_location("write_class", ROOT / "examples" / "write_class.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    monkeypatch.setattr(script, "COURSE", tmp_path)
    script.main()
    for step in ("source", "submitted"):
        assert files(tmp_path / step) == files(COURSE / step)
        _, different, missing = filecmp.cmpfiles(
            tmp_path / step, COURSE / step, files(tmp_path / step), shallow=False
        )
        assert different == missing == []


def test_each_student_gets_their_due(tmp_path: Path):
    for step in ("source", "submitted", "golden"):
        shutil.copytree(COURSE / step, tmp_path / step)
    shutil.copy(COURSE / "nbgrader_config.py", tmp_path)
    made = subprocess.run(
        [sys.executable, "-m", "nbjudge", "grade", "--json"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=300,
    )
    graded = json.loads(made.stdout)["assignments"][0]
    assert {entry["student"]: entry["score"] for entry in graded["submissions"]} == DUE
    assert graded["checkup"]["healthy"]
    assert (tmp_path / "golden" / "measuring.txt").read_text() == (
        COURSE / "golden" / "measuring.txt"
    ).read_text()
    assert made.returncode == 0
