"""The levels that the tests try: the grader's own, those that are installed, and the guide's example."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from nbjudge.course import extensions
from nbjudge.sandbox import levels
from nbjudge.sandbox.level import Level
from tests.nbjudge import distributions


def _installed() -> tuple[Path, Level]:
    """Install the guide's example where any user can read it; load it, but offer it to nobody here."""
    program = distributions.example("A level of sandbox")
    folder = Path(tempfile.mkdtemp(prefix="a-level-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    folder.chmod(0o755)
    distributions.write(folder, program, {extensions.LEVELS: {"1n": "apart"}}, "apart")
    names: dict[str, Any] = {}
    exec(program, names)
    return folder, names["apart"]


FOLDER, EXAMPLE = _installed()
LEVELS = sorted([*levels.installed(), EXAMPLE], key=lambda level: -level.rank)
PATH = os.pathsep.join([str(FOLDER), *filter(None, [os.environ.get("PYTHONPATH")])])
