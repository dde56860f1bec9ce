"""nbgrader's own tables, without the parts of nbgrader that serve pages.

`import nbgrader` brings in a web server and takes a second and a half, longer than grading ten notebooks
does. Its tables need an eighth of that. The package is entered for a moment as a bare one, and what the
tables import but do not need is loaded only if somebody uses it; whoever imports nbgrader later gets all of
it, with these same tables.
"""

import re
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import LazyLoader, module_from_spec
from pathlib import Path
from types import ModuleType
from typing import Any

_NOT_NEEDED = ("nbgrader.utils", "requests")  # the first brings in setuptools and the schemas of notebooks


def load() -> Any:
    """Give the module nbgrader.api."""
    api: Any = import_module("nbgrader.api") if "nbgrader" in sys.modules else _alone()
    versions = Path(str(api.__file__)).parent / "alembic" / "versions"
    api.get_alembic_version = lambda: _newest_schema(versions)
    return api


def _alone() -> ModuleType:
    """Import the tables under a bare package, which is taken away again."""
    sys.modules["nbgrader"] = _bare_package()
    sys.meta_path.insert(0, _WhenUsed)
    try:
        return import_module("nbgrader.api")
    finally:
        sys.meta_path.remove(_WhenUsed)
        sys.modules.pop("nbgrader", None)


class _WhenUsed:
    """Finds what is not needed so that it is loaded when something of it is used for the first time."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: object = None) -> ModuleSpec | None:
        """Give a module's own specification with a loader that waits; leave all others to the next finder."""
        spec = PathFinder.find_spec(name, path) if name in _NOT_NEEDED else None
        if spec is not None and spec.loader is not None:
            spec.loader = LazyLoader(spec.loader)
        return spec


def _bare_package() -> ModuleType:
    spec = PathFinder.find_spec("nbgrader")
    if spec is None:
        raise ModuleNotFoundError("nbgrader is not installed: pip install 'nbgrader>=0.9.6,<0.10'")
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
