"""nbgrader's own tables, without the parts of nbgrader that serve pages.

`import nbgrader` brings in a web server and takes a second and a half, longer than grading ten notebooks
does. Its tables need a fifth of that. The package is entered for a moment as a bare one; whoever imports
nbgrader later gets all of it, with these same tables.
"""

import re
import sys
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType
from typing import Any

_NOT_NEEDED = "rfc3987_syntax"  # a grammar for web addresses that the schemas of notebooks would load


def load() -> Any:
    """Give the module nbgrader.api."""
    api: Any = import_module("nbgrader.api") if "nbgrader" in sys.modules else _alone()
    versions = Path(str(api.__file__)).parent / "alembic" / "versions"
    api.get_alembic_version = lambda: _newest_schema(versions)
    return api


def _alone() -> ModuleType:
    """Import the tables under a bare package, which is taken away again."""
    blocked = _NOT_NEEDED not in sys.modules
    sys.modules["nbgrader"] = _bare_package()
    if blocked:
        sys.modules[_NOT_NEEDED] = None  # type: ignore[assignment]
    try:
        return import_module("nbgrader.api")
    finally:
        sys.modules.pop("nbgrader", None)
        if blocked:
            sys.modules.pop(_NOT_NEEDED, None)


def _bare_package() -> ModuleType:
    spec = PathFinder.find_spec("nbgrader")
    if spec is None:
        raise ModuleNotFoundError("nbgrader is not installed: pip install 'nbgrader>=0.9.5,<0.10'")
    return module_from_spec(spec)


def _newest_schema(versions: Path) -> str:
    """Name the newest version of the tables; nbgrader starts a program for it, which must be on the PATH."""
    named: dict[str, set[str]] = {"revision": set(), "down_revision": set()}
    for path in versions.glob("*.py"):
        for what, found in re.findall(
            r"^(revision|down_revision)\s*=\s*['\"](\w+)", path.read_text(), re.MULTILINE
        ):
            named[what].add(found)
    heads = named["revision"] - named["down_revision"]
    if len(heads) != 1:
        raise RuntimeError(f"nbgrader's tables have {len(heads)} newest versions: {sorted(heads)}")
    return heads.pop()
