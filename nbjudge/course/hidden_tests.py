"""Hidden tests: which lines of a cell they are, and how they are kept out of everything that a student gets.

The lines are known from the release, never from a submission. What a test cell printed or raised is shown
only as far as it cannot hold a hidden line or what a hidden test was given.
"""

import ast
import builtins
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from nbjudge.course.files import digest
from nbjudge.course.notebook_json import NewOutput, Output

BEGIN, END = "BEGIN HIDDEN TESTS", "END HIDDEN TESTS"
_MARK_SCHEME = ("BEGIN MARK SCHEME", "END MARK SCHEME")
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[@-Z\\-_]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_ARROW = re.compile(r"^-+> *(\d+)", re.MULTILINE)
_LINE = re.compile(r"(?:^|\n)\s*(?:File \S+|Cell In\[\d+\]), line (\d+)")
NO_REASON = "A hidden test did not pass."
_NAMES_A_VALUE = "The test ends in "  # which may come from the student's function
SHORT = 6  # a hidden line that is shorter says nothing: `x = 1`, `)`


def cut(source: str, begin: str = BEGIN, end: str = END) -> str:
    """Give a cell's source without its hidden regions; a region that is not closed runs to the end.

    >>> cut("a\\n### BEGIN HIDDEN TESTS\\nb\\n### END HIDDEN TESTS\\nc")
    'a\\nc'
    """
    shown, inside = [], False
    for line in source.split("\n"):
        if begin in line:
            inside = True
        elif end in line:
            inside = False
        elif not inside:
            shown.append(line)
    return "\n".join(shown)


def for_students(source: str) -> str:
    """Give a cell's source without hidden tests and marking schemes.

    >>> for_students("Explain.\\n=== BEGIN MARK SCHEME ===\\ntwo points\\n=== END MARK SCHEME ===")
    'Explain.'
    """
    return cut(cut(source), *_MARK_SCHEME)


def text_digest(source: str) -> str:
    """Name what a student gets of a cell's text."""
    return digest(for_students(source).strip().encode("utf-8", "replace"))[:16]


@lru_cache(maxsize=4096)
def lines(source: str) -> frozenset[int]:
    """Number the lines of the hidden regions, from 1, with their markers."""
    hidden, inside = set(), False
    for number, line in enumerate(source.split("\n"), start=1):
        inside = inside or BEGIN in line
        if inside:
            hidden.add(number)
        inside = inside and END not in line
    return frozenset(hidden)


@lru_cache(maxsize=4096)
def halves(source: str) -> tuple[str, str]:
    """Give what stands before the first hidden line, and the rest with its lines numbered as they were.

    What is shown before a hidden line runs can hold nothing of it. The first half is empty where nothing
    comes before, where a region lies within a statement, or where nothing that runs follows.

    >>> halves("a = 1\\n### BEGIN HIDDEN TESTS\\nb = 2\\n### END HIDDEN TESTS")
    ('a = 1', '#\\n### BEGIN HIDDEN TESTS\\nb = 2\\n### END HIDDEN TESTS')
    """
    if not lines(source):
        return "", source
    every, first = source.split("\n"), min(lines(source)) - 1
    before, rest = "\n".join(every[:first]), "\n".join(["#"] * first + every[first:])
    return (before, rest) if _runs(before) and _runs(rest) else ("", source)


def _runs(text: str) -> bool:
    """Whether a text is whole statements, at least one; magics are not."""
    try:
        return bool(ast.parse(text).body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


@lru_cache(maxsize=4096)
def texts(source: str) -> tuple[str, ...]:
    """Give the hidden lines that would say something if they were seen."""
    every = source.split("\n")
    found = (every[number - 1].strip() for number in sorted(lines(source)))
    open_lines = {line.strip() for line in cut(source).split("\n")}
    return tuple(text for text in found if len(text) >= SHORT and text not in open_lines)


def plain(text: str) -> str:
    """Take the colours and the control characters out of a text.

    >>> plain("\\x1b[0;31mNameError\\x1b[0m: x")
    'NameError: x'
    """
    return _ESCAPES.sub("", text)


def failing_line(traceback: Sequence[str]) -> int | None:
    """Read the line of the test cell at which it failed out of IPython's traceback, if it says so."""
    text = plain("\n".join(traceback))
    found = _ARROW.search(text) or _LINE.search(text)
    return int(found[1]) if found else None


def outputs(
    source: str, given: Sequence[Output], show_hidden: bool, before_hidden: int = 0
) -> list[NewOutput]:
    """Give the outputs of a test cell as a student may see them.

    An error keeps its name; its message stays if the failing line is not hidden. Where a cell has hidden
    lines, what was shown before the first of them ran stays, and nothing of what came after but the name of
    an error: the student's functions were given what is hidden, and may hand it on.
    """
    if show_hidden:
        return [_last_line(output) if output["output_type"] == "error" else dict(output) for output in given]
    secret = texts(source)
    shown: list[NewOutput] = []
    for place, output in enumerate(given):
        if output["output_type"] == "error":
            shown.append(_error(source, output, secret))
        elif (place < before_hidden or not lines(source)) and not _holds(output, secret):
            shown.append(dict(output))
    return shown


def reason(source: str, given: Sequence[Output], said: str, show_hidden: bool) -> str:
    """Give the reason why points are missing as a student may read it."""
    if show_hidden or not lines(source):
        return said
    errors = [output for output in given if output["output_type"] == "error"]
    secret = texts(source)
    if (
        _holds(said, secret)
        or said.startswith(_NAMES_A_VALUE)
        or any(_is_secret(source, output, secret) for output in errors)
    ):
        return NO_REASON if said else ""
    return said


def open_outputs(source: str, given: Sequence[Output], before_hidden: int) -> Sequence[Output]:
    """Give what a test showed before any hidden line of it ran; all, where it has none."""
    return given[:before_hidden] if lines(source) else given


def _is_secret(source: str, output: Output, secret: Sequence[str]) -> bool:
    at = failing_line(output.get("traceback", ()))
    return at is None or at in lines(source) or _holds(output.get("evalue", ""), secret)


def _error(source: str, output: Output, secret: Sequence[str]) -> NewOutput:
    if lines(source) and _is_secret(source, output, secret):
        name = str(output.get("ename", ""))
        name = name if isinstance(getattr(builtins, name, None), type) else "Error"  # a student may choose it
        at = failing_line(output.get("traceback", ()))
        text = "a hidden test did not pass" if at in lines(source) else "this test did not pass"
        return {"output_type": "error", "ename": name, "evalue": text, "traceback": [f"{name}: {text}"]}
    return _last_line(output)


def _last_line(output: Output) -> NewOutput:
    """Keep an error's name and message; the lines around it are the test's source."""
    name, value = plain(str(output.get("ename", "Error"))), plain(str(output.get("evalue", "")))
    text = f"{name}: {value}" if value else name
    return {"output_type": "error", "ename": name, "evalue": value, "traceback": [text]}


def _holds(value: object, secret: Sequence[str]) -> bool:
    """Whether a hidden line occurs anywhere in an output."""
    if isinstance(value, str):
        return any(text in value for text in secret)
    if isinstance(value, Mapping):
        return any(_holds(entry, secret) for entry in value.values())
    if isinstance(value, (list, tuple)):
        return _holds("".join(str(entry) for entry in value), secret)
    return False
