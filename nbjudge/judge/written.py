"""Files that the student's code writes and a test reads: brought over as bytes, for this one test.

The names are those that stand in the test's text. In a graded run only those come which the course's own
solution writes as well, and the test is marked as weaker: nobody checks what kinds of values a file holds.
Left out: names that a test puts together, and files that would become code here.
"""

import contextlib
import importlib.machinery
import os
from functools import lru_cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from nbjudge.course import syntax
from nbjudge.inside import codec
from nbjudge.judge import source

if TYPE_CHECKING:
    from nbjudge.judge.student import Student

_MOST_NAMES = 32
_LONGEST = 200  # characters of a name
_CODE = (*importlib.machinery.all_suffixes(), ".pth", ".ipynb", ".ipy")


@lru_cache(maxsize=512)
def names_in(text: str) -> tuple[str, ...]:
    """Return the names of files that stand in a cell as texts, but none that Python would import.

    >>> names_in("read('a/b.tsv'), open('/etc/x.y'), open('../x.y'), run('m.py'), f'{x}.csv', 'a word'")
    ('a/b.tsv',)
    """
    tree = source.parse(text)
    texts = [part.value for part in syntax.parts(tree) if hasattr(part, "value")] if tree is not None else []
    return tuple(dict.fromkeys(one for one in texts if type(one) is str and _is_name(one)))[:_MOST_NAMES]


def _is_name(text: str) -> bool:
    path = PurePosixPath(text)
    parts_fit = all(part[0] not in ".~" and part.isprintable() for part in path.parts)
    fits = text == str(path) and len(text) <= _LONGEST and not path.is_absolute() and parts_fit
    return fits and path.suffix[1:].isalnum() and not path.name.lower().endswith(_CODE)


class Written:
    """The files of one test cell."""

    def __init__(self, student: "Student", text: str) -> None:
        """Begin with the names in the cell's text that the course's solution writes."""
        self.student = student
        self.names = [name for name in names_in(text) if self._expects(name) is not False]
        self._came: set[str] = set()

    def _place(self, name: str) -> str:
        return f"{self.student.cell}=file {name}"

    def _expects(self, name: str) -> bool | None:
        return self.student.places.expects(self._place(name))

    def take(self, told: object, buffers: list[memoryview]) -> None:
        """Put here what an answer tells of, for the test to find it."""
        for entry in told if type(told) is list else ():
            if type(entry) is not list or len(entry) != 2 or entry[0] not in self.names:
                raise codec.MalformedError("not a file that the test reads")
            data = codec.Decoder(buffers).decode(entry[1])
            if data is not None and type(data) is not bytes:
                raise codec.MalformedError("not what a file holds")
            self._put(entry[0], data)

    def _put(self, name: str, data: bytes | None) -> None:
        """Put a file here, or take it away; one of the course's own, or of the test's, stays as it is."""
        here = _content(name)
        if data == here or (here is not None and name not in self._came):
            return
        self.student.places.note(self._place(name))
        self.student.weaker = self.student.told_text = True
        self._came.add(name)
        with contextlib.suppress(OSError):  # a folder of this name, a full disk: the test reads what there is
            _write(name, data)

    def take_away(self) -> None:
        """Take away again what came: the next test does not find it."""
        for name in self._came:
            with contextlib.suppress(OSError):
                _write(name, None)


def _content(name: str) -> bytes | None:
    try:
        with open(name, "rb") as file:
            return file.read()
    except OSError:
        return None


def _write(name: str, data: bytes | None) -> None:
    if data is None:
        os.remove(name)
        return
    os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
    with open(name, "wb") as file:
        file.write(data)
