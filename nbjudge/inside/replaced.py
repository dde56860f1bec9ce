"""Parts of libraries that a test has replaced: they are replaced here, too, while the student's code runs.

Only then, for what serves the judge's requests here uses these libraries itself. Left out: which parts these
are (`judge.patches`).
"""

import contextlib

_NOTHING = object()


class Replaced:
    """What stands in the place of what."""

    def __init__(self) -> None:
        """Begin with nothing replaced."""
        self._wanted: dict[tuple[int, str], tuple[object, object]] = {}  # the holder, what is to stand there
        self._own: list[tuple[object, str, object]] = []  # what is out of its place at the moment
        self._in_place = False

    def want(self, holder: object, name: str, state: str, value: object) -> None:
        """From now on let a value stand there ("set"), nothing ("gone"), or what the library has ("own")."""
        self._wanted.pop((id(holder), name), None)
        if state != "own":
            self._wanted[id(holder), name] = holder, value if state == "set" else _NOTHING

    def put(self) -> None:
        """Replace them."""
        self._in_place = True
        for (_, name), (holder, value) in self._wanted.items():
            with contextlib.suppress(AttributeError, TypeError):  # what nobody can change, or is gone already
                own = vars(holder).get(name, _NOTHING)
                _set(holder, name, value)
                self._own.append((holder, name, own))

    def take_back(self) -> bool:
        """Let the libraries be as they were; say whether anything was in its place."""
        while self._own:
            with contextlib.suppress(AttributeError):  # the student's code has deleted it
                _set(*self._own.pop())
        was, self._in_place = self._in_place, False
        return was


def _set(holder: object, name: str, value: object) -> None:
    if value is _NOTHING:
        delattr(holder, name)
    else:
        setattr(holder, name, value)
