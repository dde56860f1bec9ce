"""What is made once for a class of tests is made once: they go to one of pytest's workers.

Where pytest and xdist do not understand each other, nothing fails: every class is graded twice.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
MODULE = """
import os
import pytest

@pytest.fixture(scope="module")
def made():
    with open({log!r}, "a") as log:
        print({name!r}, file=log)

@pytest.mark.parametrize("number", range(6))
def test_uses_it(made, number):
    pass
"""


def test_a_fixture_of_a_module_is_made_once_by_two_workers(tmp_path):
    log = tmp_path / "made.txt"
    for name in ("one", "other"):
        (tmp_path / f"test_{name}.py").write_text(MODULE.format(log=str(log), name=name))
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadgroup", "-p", "tests.conftest"]
    command += ["-p", "no:cacheprovider", "--rootdir", str(tmp_path), "-c", "/dev/null", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "12 passed" in done.stdout, done.stdout + done.stderr
    assert sorted(log.read_text().split()) == ["one", "other"]
