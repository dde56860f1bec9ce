"""Files of the student's code that a test reads: what has become of them since the judge last heard of them.

Left out: which names are asked for, and what is made of the bytes (`judge.written`).
"""

import hashlib
import os
import stat
from collections.abc import Iterator, Sequence

MOST_BYTES = 16 << 20  # of all files that one answer tells of


class Watched:
    """Files by their names, as the judge knows them."""

    def __init__(self) -> None:
        """Begin with none."""
        self._told: dict[str, bytes] = {}  # digests

    def changed(self, names: Sequence[str]) -> Iterator[tuple[str, bytes | None]]:
        """Give those that are no longer what they were, with their bytes; None where there is none now.

        They are read each time: two changes can be closer than what a file's time tells apart.
        """
        room = MOST_BYTES
        for name in names:
            data = _read(name, room)
            told = b"" if data is None else hashlib.sha256(data).digest()
            if self._told.get(name, b"") != told:
                self._told[name] = told
                room -= len(data or b"")
                yield name, data


def _read(name: str, most: int) -> bytes | None:
    """Return a file's bytes, or None: there is no such file, or it is a pipe, or too large."""
    try:
        descriptor = os.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        try:
            about = os.fstat(descriptor)
            if not stat.S_ISREG(about.st_mode) or about.st_size > most:
                return None
            with open(descriptor, "rb", closefd=False) as file:
                return file.read(most)
        finally:
            os.close(descriptor)
    except OSError:
        return None
