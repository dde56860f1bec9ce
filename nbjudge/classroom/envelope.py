"""Data and files as one piece of bytes: what goes to workers and comes back, by a pipe or over a network.

A head of JSON, then the contents one after the other. Reading it runs nothing, whoever wrote it.
"""

import json
from collections.abc import Mapping
from typing import Any

_LENGTH = 8


def sealed(data: Mapping[str, object], files: Mapping[str, bytes] | None = None) -> bytes:
    """Put data that JSON can hold, and files, into one piece; the same for the same.

    >>> opened(sealed({"op": "grade"}, {"a.ipynb": b"{}"}))
    ({'op': 'grade'}, {'a.ipynb': b'{}'})
    """
    parts = files or {}
    sizes = [[name, len(content)] for name, content in parts.items()]
    head = json.dumps([data, sizes], sort_keys=True).encode()
    return b"".join([len(head).to_bytes(_LENGTH), head, *parts.values()])


def opened(content: bytes) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Give what was sealed; anything else is a ValueError."""
    at = _LENGTH + int.from_bytes(content[:_LENGTH])
    try:
        data, sizes = json.loads(content[_LENGTH:at])
        files = {}
        for name, size in sizes:
            files[name] = content[at : at + size]
            at += size
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"not an envelope: {error}") from error
    if at != len(content) or not isinstance(data, dict):
        raise ValueError("not a whole envelope")
    return data, files
