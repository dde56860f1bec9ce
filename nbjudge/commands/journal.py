"""What a service says of its work: a line for each event, and numbers for Prometheus.

Lines go through Python's own `logging` (the logger is called nbjudge), as text or as JSON. The numbers are a
text file that node_exporter's textfile collector reads: no port, no password, nothing to install here, and
it works for a command that ends as for one that stays. It is replaced as a whole, every few seconds.
"""

import json
import logging
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from nbjudge.classroom.run import Graded
from nbjudge.course.course import Course, CourseError
from nbjudge.course.files import write_text
from nbjudge.course.printable import printable

OFTEN = 5.0  # seconds between two files of numbers
_HELP = {
    "nbjudge_results_total": ("counter", "Submissions that have a result: run, or unchanged."),
    "nbjudge_failures_total": ("counter", "Submissions without one, by what failed."),
    "nbjudge_waiting": ("gauge", "Submissions that are due and not begun."),
    "nbjudge_protection_level": ("gauge", "The level of protection that workers have, by its name."),
    "nbjudge_results_per_second": ("gauge", "Results per second since the start."),
    "nbjudge_looked_timestamp_seconds": ("gauge", "When these numbers were written."),
}


class Journal:
    """The log and the numbers of one command."""

    def __init__(self, course: Course, to_terminal: bool = False) -> None:
        """Open the log file that the course names; else lines go to standard error if that is asked for."""
        options = course.options
        self._logger = logging.Logger("nbjudge", logging.INFO)
        self._metrics = Path(course.root, options.metrics_file) if options.metrics_file else None
        self._counts: Counter[tuple[str, str, str, str]] = Counter()
        self._waiting: Mapping[str, int] = {}
        self._level = ""
        self._started, self._next = time.monotonic(), 0.0
        if options.log_file or to_terminal:
            self._logger.addHandler(_handler(course, options.log_file))
            formatter = _Lines() if options.log_json else logging.Formatter("%(asctime)s %(message)s")
            self._logger.handlers[0].setFormatter(formatter)
        try:
            self._write()
        except OSError as error:
            raise CourseError(
                f"The metrics file cannot be written: {error}. Correct c.NbJudge.metrics_file."
            ) from error

    def __enter__(self) -> "Journal":
        """Give the journal itself."""
        return self

    def __exit__(self, *error: object) -> None:
        """Write the last numbers, and close the log."""
        self.numbers(self._waiting, now=True)
        for handler in self._logger.handlers:
            handler.close()

    def say(self, words: str, assignment: str = "", **more: object) -> None:
        """Write a line; what else there is to it is said in JSON only."""
        shown = f"{assignment} {words}" if assignment else words
        about = {"event": words, **({"assignment": assignment} if assignment else {}), **more}
        self._logger.info("%s", printable(shown), extra={"about": about})

    def graded(self, assignment: str, result: Graded) -> None:
        """Count and tell a result."""
        if result.error:
            self._counts["nbjudge_failures_total", assignment, "kind", result.failure] += 1
            said = f"NOT GRADED, {result.failure}: {result.error}"
        else:
            how = "unchanged" if result.reused else "run"
            self._counts["nbjudge_results_total", assignment, "how", how] += 1
            said = f"{result.score:g} of {result.max_score:g} ({how})"
        self.say(f"{result.student}: {said}", assignment, **_data_of(result))

    def protected(self, protection: str) -> None:
        """Take note of the level that the workers have."""
        self._level = protection.partition(":")[0]

    def numbers(self, waiting: Mapping[str, int], now: bool = False) -> None:
        """Write the numbers, if it is time."""
        self._waiting = waiting
        if time.monotonic() < self._next and not now:
            return
        self._next = time.monotonic() + OFTEN
        with suppress(OSError):  # a full disk: that the numbers are old says so
            self._write()

    def _write(self) -> None:
        if self._metrics is not None:
            write_text(self._metrics, "".join(f"{line}\n" for line in self._lines()), sync=False)

    def _lines(self) -> Iterator[str]:
        of = {name: [] for name in _HELP}  # type: dict[str, list[str]]
        for (name, assignment, label, value), count in sorted(self._counts.items()):
            of[name].append(f'{{assignment="{_label(assignment)}",{label}="{_label(value)}"}} {count}')
        for name, count in sorted(self._waiting.items()):
            of["nbjudge_waiting"].append(f'{{assignment="{_label(name)}"}} {count}')
        if self._level:
            of["nbjudge_protection_level"].append(f'{{level="{_label(self._level)}"}} 1')
        results = sum(count for key, count in self._counts.items() if key[0] == "nbjudge_results_total")
        rate = results / max(time.monotonic() - self._started, 1e-9)
        of["nbjudge_results_per_second"].append(f" {rate:.6g}")
        of["nbjudge_looked_timestamp_seconds"].append(f" {time.time():.3f}")
        for name, (kind, text) in _HELP.items():
            if of[name]:
                yield f"# HELP {name} {text}"
                yield f"# TYPE {name} {kind}"
                yield from (name + sample for sample in of[name])


class _Lines(logging.Formatter):
    """One JSON object for each line, with the time in UTC."""

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        about = getattr(record, "about", {"event": record.getMessage()})
        return json.dumps({"time": moment, "level": record.levelname.lower(), **about})


def _handler(course: Course, name: str) -> logging.Handler:
    if not name:
        return logging.StreamHandler(sys.stderr)
    try:
        return logging.FileHandler(Path(course.root, name), encoding="utf-8", errors="replace")
    except OSError as error:
        raise CourseError(f"The log file cannot be written: {error}. Correct c.NbJudge.log_file.") from error


def _data_of(result: Graded) -> dict[str, object]:
    if result.error:
        return {"student": result.student, "failure": result.failure, "error": result.error}
    return {
        "student": result.student,
        "score": result.score,
        "max_score": result.max_score,
        "by_hand": result.by_hand,
        "reused": result.reused,
    }


def _label(text: str) -> str:
    """Escape a text for Prometheus.

    >>> _label('a"b')
    'a\\\\"b'
    """
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
