"""Outputs without what is different each time although nothing is: addresses, and the sandbox's folder.

What a program says of the clock, of its own `id()`s or of what it asked the system for at random stays: that
is its output.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

_ADDRESS = re.compile(r"(?<= at 0x)[0-9a-fA-F]{6,16}(?=>)")
# Where it has the machine's own folders; no pattern that a hostile text makes slow.
_FOLDER = re.compile(r"/(?:[\w.+-]+/){0,8}nbjudge-sandbox-\w+(?=/)")


def outputs(given: Sequence[Mapping[str, object]]) -> tuple[dict[str, Any], ...]:
    """Give the outputs of a cell with the same text for the same object in every run."""
    return tuple(_plain(output) for output in given)


def _plain(value: object) -> Any:
    """Write every address in a text, and the way to the sandbox, as three dots, as deep as it may be.

    >>> _plain(["<function f at 0x7fffeef56f20>", 'File "/tmp/nbjudge-sandbox-a1_b/code/x.py"'])
    ['<function f at 0x…>', 'File "…/code/x.py"']
    """
    if isinstance(value, str):
        value = _ADDRESS.sub("…", value) if " at 0x" in value else value
        return _FOLDER.sub("…", value) if "/nbjudge-sandbox-" in value else value
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    return value
