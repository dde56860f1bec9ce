"""Which files a Python needs, and where modules lie that it must not have."""

import functools
import importlib.machinery
import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

_ASK = "import json, sys; print(json.dumps([sys.prefix, sys.base_prefix, sys.path]))"


@dataclass(frozen=True)
class Interpreter:
    """A Python and its folders."""

    executable: str
    prefix: str
    base_prefix: str
    path: tuple[str, ...]

    @property
    def folders(self) -> list[Path]:
        """Give the folders that hold it and its packages, by every name that leads there."""
        places = [Path(self.prefix), Path(self.base_prefix), Path(self.base_prefix).resolve()]
        link = Path(self.executable)
        while link.is_symlink():
            link = link.parent / link.readlink()
            places.append(link.parent.parent)
        return distinct(places)


@functools.cache
def describe(executable: str) -> Interpreter:
    """Describe this Python, or ask another for it."""
    if executable == sys.executable:
        prefix, base_prefix, path = sys.prefix, sys.base_prefix, sys.path
    else:
        answer = subprocess.run([executable, "-I", "-c", _ASK], check=True, capture_output=True, text=True)
        prefix, base_prefix, path = json.loads(answer.stdout)
    return Interpreter(executable, prefix, base_prefix, tuple(place for place in path if place))


def distinct(places: Iterable[Path]) -> list[Path]:
    """Leave out what lies within another, or twice."""
    chosen: list[Path] = []
    for place in sorted({Path(*place.parts) for place in places}, key=lambda place: len(place.parts)):
        if not any(place.is_relative_to(other) for other in chosen):
            chosen.append(place)
    return chosen


def files_of(module: str, path: Sequence[str]) -> list[Path]:
    """Find all that holds a module, without an import: its folder, or its file and its bytecode."""
    places: Sequence[str] = path
    found: list[Path] = []
    parts = module.split(".")
    for part in parts[:-1]:
        places = [str(Path(place) / part) for place in places]
    for (
        place
    ) in places:  # every place, not only the first: the second would be found once the first is masked
        spec = importlib.machinery.PathFinder.find_spec(parts[-1], [place])
        if spec is None:
            continue
        if spec.submodule_search_locations is not None:
            found += map(Path, spec.submodule_search_locations)
        elif spec.origin:
            file = Path(spec.origin)
            found += [file, *file.parent.glob(f"__pycache__/{parts[-1]}.*")]
    return sorted(set(found))
