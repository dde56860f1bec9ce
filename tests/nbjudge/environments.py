"""A Python environment that a test makes, for what the sandbox must find among the packages of its Python."""

import os
import subprocess
import sysconfig
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def make(folder: Path) -> tuple[Path, Path]:
    """Make a Python environment that sees all that this one does; give its Python and its packages' folder.

    A sandbox imports from the packages of its Python and from nowhere else.
    """
    venv.create(folder, symlinks=True)
    packages = next(folder.glob("lib/python*/site-packages"))
    (packages / "outer.pth").write_text(f"{sysconfig.get_path('purelib')}\n{ROOT}\n")
    return folder / "bin" / "python", packages


def run(python: Path, script: str) -> str:
    """Run a script by another Python; give what it prints."""
    told = subprocess.run(
        [python, "-c", script], capture_output=True, text=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": ""}
    )
    assert told.returncode == 0, told.stderr
    return told.stdout
