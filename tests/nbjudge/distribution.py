"""Small distributions that a test makes: a module, and the entry points by which the grader finds it."""

import os
import subprocess
import sysconfig
import venv
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def write(folder: Path, name: str, module: str, points: Mapping[str, Mapping[str, str]]) -> Path:
    """Write a module and its metadata into a folder, as an installer would; give the folder."""
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir(parents=True)
    (folder / f"{name}.py").write_text(module)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    groups = (
        f"[{group}]\n" + "".join(f"{key} = {of}\n" for key, of in at.items()) for group, at in points.items()
    )
    (about / "entry_points.txt").write_text("\n".join(groups))
    return folder


def environment(folder: Path) -> tuple[Path, Path]:
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
