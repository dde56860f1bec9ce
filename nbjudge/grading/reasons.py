"""Why points are missing, in one sentence that the student may read.

It is made of what the test showed before its first hidden line ran, and of the student's own cells: whatever
comes after that line could hold what a hidden test was given, so of it only the families' names are taken.
"""

import re
from collections.abc import Sequence

from nbjudge.course import hidden_tests
from nbjudge.course.notebook_json import Output
from nbjudge.reports import CheckReport, Failure, in_outputs
from nbjudge.tasks import Cell, CellResult

MOST = 600  # characters of a reason
MOST_VALUES = 160  # of an expected result and the one that came, together
PART, NOTHING = "Part of what is tested here is right.", "Nothing of what is tested here is right."
NOT_SHOWN = "on inputs that are not shown"
_LOCATION = re.compile(r"line (\d+)\)?$")
_OWN_FILE = re.compile(r"\((?:<[^>]*>|\d+\.py), line")  # a number in the place of the cell
Outputs = Sequence[Output]


def reason(cell: Cell, result: CellResult, answers: Sequence[CellResult]) -> str:
    """Say why a test gave less than all its points; `answers` are the student's cells that it is about."""
    if result.score is None or result.score >= cell.points:
        return ""
    shown = hidden_tests.open_outputs(cell.source, result.outputs, result.before_hidden)
    open_report = None if result.weaker else in_outputs(shown)
    report = None if result.weaker else in_outputs(result.outputs)
    sentences = [
        _of_answers(answers),
        _of_report(open_report) if open_report else "",
        _of_hidden_families(open_report, report) if report else "",
    ]
    if not any(sentences):
        sentences.append(_of_error(cell, result, shown))
    elif report and result.reason:
        sentences.append(
            hidden_tests.reason(cell.source, result.outputs, result.reason, False, result.secret)
        )
    return shortened(" ".join(filter(None, sentences)))


def shortened(text: str) -> str:
    """Cut a reason that is too long to be read."""
    return text if len(text) <= MOST else text[: MOST - 2] + " …"


def _of_answers(answers: Sequence[CellResult]) -> str:
    """Name the error that stopped the student's own cell: what follows from it needs no other reason."""
    for answer in answers:
        if answer.secret:
            continue
        errors = [output for output in answer.outputs if output.get("output_type") == "error"]
        if errors:
            return f"Your cell stopped: {_error_text(errors[-1])}{_own_line(errors[-1])}."
        if answer.status in ("timeout", "killed"):
            return f"Your cell did not finish. {answer.reason}".strip()
    return ""


def _of_report(report: CheckReport) -> str:
    if report.failure is None:
        return ""
    hint = " ".join(dict.fromkeys(finding.hint for finding in report.findings if finding.hint))
    return f"{_of_failure(report.failure)} {hint}".strip()


def _of_failure(failure: Failure) -> str:
    """Put a case into a sentence.

    >>> _of_failure(Failure("by hand", "two", "half(2)", "1", "2", ""))
    'half(2) should give 1, but gives 2.'
    """
    if not failure.case:
        return failure.why
    where = failure.call or f"“{failure.case}” ({failure.family})"
    if not failure.got:  # it raised an error, or never ended
        return f"{where}: {failure.why}"
    if len(failure.expected) + len(failure.got) > MOST_VALUES:
        return f"{where}: {failure.why or 'another result is right.'}"
    return f"{where} should give {failure.expected}, but gives {failure.got}."


def _of_hidden_families(open_report: CheckReport | None, report: CheckReport) -> str:
    """Name the families that lost points unseen; what the visible check says of the others is enough."""
    told = open_report is not None and open_report.failure is not None
    names = [f.name for f in report.families if f.points < f.total and (f.hidden or not told)]
    if not names or (told and all(not family.points for family in report.families)):
        return ""
    start = "Lost as well" if told else "What your notebook shows is right; lost" if open_report else "Lost"
    return f"{start}, {NOT_SHOWN}: {', '.join(names)}."


def _of_error(cell: Cell, result: CellResult, shown: Outputs) -> str:
    errors = [output for output in shown if output.get("output_type") == "error"]
    if (
        errors and not result.secret and errors[-1].get("ename") != "NotImplementedError"
    ):  # of which the result's reason says more
        line = _failing_line(cell.source, errors[-1])
        return f"{_error_text(errors[-1])}{f', in the line {line}' if line else ''}."
    said = hidden_tests.reason(cell.source, result.outputs, result.reason, False, result.secret)
    return said or (PART if result.score else NOTHING)


def _failing_line(source: str, error: Output) -> str:
    at, every = hidden_tests.failing_line(error.get("traceback", ())), source.split("\n")
    return every[at - 1].strip() if at and at <= len(every) and at not in hidden_tests.lines(source) else ""


def _error_text(error: Output) -> str:
    name, value = str(error.get("ename", "Error")), hidden_tests.plain(str(error.get("evalue", ""))).strip()
    first = _OWN_FILE.sub("(line", value.splitlines()[0]) if value else ""
    return f"{name}: {first}" if first else name


def _own_line(error: Output) -> str:
    at = hidden_tests.failing_line(error.get("traceback", ()))
    return f" (line {at})" if at and not _LOCATION.search(_error_text(error)) else ""
