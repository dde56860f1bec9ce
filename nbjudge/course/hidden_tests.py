"""Hidden tests: which lines of a cell they are, and how they are kept out of everything that a student gets.

The lines are known from the release, never from a submission. What a test cell printed or raised is shown
only as far as it cannot hold a hidden line or what a hidden test was given.
"""

import ast
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from nbjudge.course.notebook_json import NewOutput, Output

BEGIN, END = "BEGIN HIDDEN TESTS", "END HIDDEN TESTS"
_MARK_SCHEME = ("BEGIN MARK SCHEME", "END MARK SCHEME")
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[@-Z\\-_]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_ARROW = re.compile(r"^-+> *(\d+)", re.MULTILINE)
_LINE = re.compile(r"(?:^|\n)\s*(?:File \S+|Cell In\[\d+\]), line (\d+)")
NO_REASON = "A hidden test did not pass."
UNSHOWN = "This test did not pass; its cell in your notebook says why."
LEFT_OUT = "[left out: hidden tests had been run before this cell]\n"
_SAYS_NOTHING = frozenset(  # of what a hidden test was given
    [
        "",
        "It is not answered yet: NotImplementedError.",
        "the student's code took too long",
        "the student's process ended during the call",
    ]
)
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
def reached(source: str, line: int | None) -> bool:
    """Say whether a cell that ended at this line may have come to hidden lines; None is its end.

    What a statement holds in a loop or a function counts from its first line on.

    >>> reached("f(1)\\n# BEGIN HIDDEN TESTS\\nf(2)\\n# END HIDDEN TESTS", 1)
    False
    """
    hidden = lines(source)
    if not hidden or line is None:
        return bool(hidden)
    try:
        statements = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # magics
        return line >= min(hidden)
    first = next((s.lineno for s in statements if (s.end_lineno or 0) >= min(hidden)), min(hidden))
    return line >= min(first, min(hidden))


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
    source: str, given: Sequence[Output], show_hidden: bool, secret_known: bool = False
) -> list[NewOutput]:
    """Give the outputs of a test cell as a student may see them.

    The error of an open line stays. The one of a hidden line loses its message and its name, which may be
    one that the student's code made of what it was given; so does every error once the student's process
    knew what hidden tests give: `secret_known`. For the same reason what was printed is left out then, and
    where a cell has hidden lines.
    """
    if show_hidden:
        return [_last_line(output) if output["output_type"] == "error" else dict(output) for output in given]
    secret = texts(source)
    shown = []
    for output in given:
        kind = output["output_type"]
        if kind == "error":
            shown.append(_error(source, output, secret, secret_known))
        elif not (kind == "stream" and (secret_known or lines(source))) and not _holds(output, secret):
            shown.append(dict(output))
    return shown


def of_cell(given: Sequence[Output], show_hidden: bool, secret_known: bool) -> list[NewOutput]:
    """Give the outputs of a cell that is no test as a student may see them."""
    if not given or not secret_known or show_hidden:
        return [dict(output) for output in given]
    return [{"output_type": "stream", "name": "stdout", "text": LEFT_OUT}]


def reason(
    source: str, given: Sequence[Output], said: str, show_hidden: bool, secret_known: bool = False
) -> str:
    """Give the reason why points are missing as a student may read it."""
    if show_hidden or not (secret_known or lines(source)):
        return said
    if secret_known and said in _SAYS_NOTHING:
        return said
    errors = [output for output in given if output["output_type"] == "error"]
    if secret_known:
        return _unshown(source, errors)
    secret = texts(source)
    if _holds(said, secret) or any(_is_secret(source, output, secret) for output in errors):
        return NO_REASON if said else ""
    return said


def _unshown(source: str, errors: Sequence[Output]) -> str:
    """Say no more of a test than that it did not pass, and whether that was one that students can run."""
    at = [failing_line(output.get("traceback", ())) for output in errors] or [None]
    hidden = lines(source) and (at[-1] is None or at[-1] in lines(source))
    return NO_REASON if hidden else UNSHOWN


def _is_secret(source: str, output: Output, secret: Sequence[str]) -> bool:
    at = failing_line(output.get("traceback", ()))
    return at is None or at in lines(source) or _holds(output.get("evalue", ""), secret)


def _error(source: str, output: Output, secret: Sequence[str], secret_known: bool) -> NewOutput:
    if secret_known or (lines(source) and _is_secret(source, output, secret)):
        text = _unshown(source, [output]) if secret_known else NO_REASON
        return {"output_type": "error", "ename": "Error", "evalue": text, "traceback": [text]}
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
