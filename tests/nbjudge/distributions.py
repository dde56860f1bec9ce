"""Makes a tiny distribution outside the package: a module, and entry points that name what is in it."""

import re
from collections.abc import Mapping
from pathlib import Path

GUIDE = (Path(__file__).parents[2] / "docs" / "extending.md").read_text(encoding="utf-8")


def example(heading: str) -> str:
    """The first program under a heading of docs/extending.md."""
    section = GUIDE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    found = re.search(r"```python\n(.*?)```", section, re.DOTALL)
    assert found, heading
    return found[1]


def write(folder: Path, module: str, points: Mapping[str, Mapping[str, str]], name: str = "example") -> Path:
    """Write the module `<name>_extension` and its metadata as an installer would; give the folder.

    `points` holds, by group, the names and what they stand for: `{"nbjudge.exporters": {"one": "One"}}`.
    """
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (folder / f"{name}_extension.py").write_text(module, encoding="utf-8")
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    groups = (
        f"[{group}]\n" + "".join(f"{key} = {name}_extension:{value}\n" for key, value in entries.items())
        for group, entries in points.items()
    )
    (info / "entry_points.txt").write_text("\n".join(groups), encoding="utf-8")
    return folder
