"""Hidden tests: which lines of a cell they are, and how they are kept out of everything that a student gets.

The lines are known from the release, never from a submission. What a test cell printed or raised is shown
only as far as it cannot hold a hidden line or what a hidden test was given.
"""

import ast
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from nbjudge.course.files import digest
from nbjudge.course.notebook_json import NewOutput, Output
from nbjudge.reports import in_outputs

BEGIN, END = "BEGIN HIDDEN TESTS", "END HIDDEN TESTS"
_MARK_SCHEME = ("BEGIN MARK SCHEME", "END MARK SCHEME")
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[@-Z\\-_]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_ARROW = re.compile(r"^-+> *(\d+)", re.MULTILINE)
_LINE = re.compile(r"(?:^|\n)\s*(?:File \S+|Cell In\[\d+\]), line (\d+)")
NO_REASON = "A hidden test did not pass."
UNSHOWN = "This test did not pass; run its cell in your notebook to see why."
LEFT_OUT = "[left out: hidden tests had been run before this cell]\n"
_SAYS_NOTHING = frozenset(  # of what a hidden test was given
    [
        "It is not answered yet: NotImplementedError.",
        "the student's code took too long",
        "Python ended during this call: it crashed, or the code ended it",
    ]
)
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
    source: str,
    given: Sequence[Output],
    show_hidden: bool,
    before_hidden: int = 0,
    secret_known: bool = False,
    weaker: bool = False,
) -> list[NewOutput]:
    """Give the outputs of a test cell as a student may see them.

    The error of an open line stays. Where a cell has hidden lines, what was shown before the first of them
    ran stays, and nothing of what came after, not even the name of an error: the student's functions were
    given what is hidden, and may hand it on. If tests above had hidden lines (`secret_known`), this holds
    from the beginning; only the report of a check stays. For what a test displays, its last expression too,
    may have come from a student's function; and a `weaker` test is displayed by the student's process.
    """
    if show_hidden:
        return [_last_line(output) if output["output_type"] == "error" else dict(output) for output in given]
    secret = texts(source)
    shown: list[NewOutput] = []
    for place, output in enumerate(given):
        if output["output_type"] == "error":
            shown.append(_unshown(source, output) if secret_known else _error(source, output, secret))
        elif secret_known and (weaker or not in_outputs([output])):
            continue
        elif (place < before_hidden or not lines(source)) and not _holds(output, secret):
            shown.append(dict(output))
    return shown


def of_cell(given: Sequence[Output], show_hidden: bool, secret_known: bool) -> list[NewOutput]:
    """Give the outputs of a cell that is no test as a student may see them.

    Whether there are any would be a note, too.
    """
    if not secret_known or show_hidden:
        return [dict(output) for output in given]
    return [{"output_type": "stream", "name": "stdout", "text": LEFT_OUT}]


def reason(
    source: str, given: Sequence[Output], said: str, show_hidden: bool, secret_known: bool = False
) -> str:
    """Give the reason why points are missing as a student may read it."""
    if show_hidden or not said or not (secret_known or lines(source)):
        return said
    errors = [output for output in given if output["output_type"] == "error"]
    if secret_known:
        constant = str(_unshown(source, errors[-1])["evalue"]) if errors else UNSHOWN
        return said if said in _SAYS_NOTHING else constant
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


def failed_openly(source: str, given: Sequence[Output]) -> bool:
    """Whether a test ended in an error of an open line, before it came to a hidden one."""
    secret = texts(source)
    errors = [output for output in given if output["output_type"] == "error"]
    return bool(errors) and not any(_is_secret(source, output, secret) for output in errors)


def _is_secret(source: str, output: Output, secret: Sequence[str]) -> bool:
    at = failing_line(output.get("traceback", ()))
    return at is None or reached(source, at) or _holds(output.get("evalue", ""), secret)


def _error(source: str, output: Output, secret: Sequence[str]) -> NewOutput:
    if lines(source) and _is_secret(source, output, secret):
        return _unshown(source, output)
    return _last_line(output)


def _unshown(source: str, error: Output) -> NewOutput:
    """Say no more than that a test did not pass, and whether it is one that students have as well.

    Not even the name of the error: a student's code chooses it, knowing what the hidden test gave.
    """
    at = failing_line(error.get("traceback", ()))
    is_hidden = bool(lines(source)) and (at is None or at in lines(source))
    text = NO_REASON if is_hidden else UNSHOWN
    return {"output_type": "error", "ename": "Error", "evalue": text, "traceback": [text]}


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
