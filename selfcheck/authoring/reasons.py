"""Reasons that were written down beside a unit's exercises: why something need not be noticed by any check.

survivors.toml   small changes after which a model solution is right as well
probes.toml      probes that have nothing to spoil in a task
"""

import importlib.util
import tomllib
from pathlib import Path


def reasons(package: str, file: str) -> dict[str, dict[str, str]]:
    """Return the reasons by task and name, from a file in the folder of a unit's package."""
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations:
        return {}
    path = Path(found.submodule_search_locations[0]) / file
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
