"""What a check says of an answer, as plain data: the format in which a course's checks speak to the grader.

A check is any object that a test cell ends in. Beside the number that nbgrader takes for its points, it may
display itself with the MIME type below. The grader reads that from the judge's outputs and knows nothing
else of the check, so every course's checks can speak it; `docs/extending.md` describes it field by field.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

MIME = "application/vnd.nbjudge.check+json"
FORMAT = 1
MOST_ENTRIES = 50  # families and findings of one check
MOST_TEXT = 1000  # characters of a name or a hint


@dataclass(frozen=True)
class Family:
    """Inputs that earn their points together."""

    name: str
    points: float
    total: float
    hidden: bool = False  # drawn for this student alone: nothing of them is shown but this


@dataclass(frozen=True)
class Finding:
    """What is behind a wrong answer: a known mistake by its name, or only the question to ask oneself."""

    misconception: str  # empty where no known mistake explains the answer
    hint: str
    sure: bool


@dataclass(frozen=True)
class Failure:
    """The smallest case that failed, in words; texts that there are not are empty."""

    family: str
    case: str  # what it is called; empty where nothing was written yet
    call: str  # as code, if it is short enough to be read
    expected: str
    got: str  # empty where no value came
    why: str  # a sentence: where they differ, or what was raised at which line of the student's


@dataclass(frozen=True)
class CheckReport:
    """What one check found out about one answer."""

    exercise: str
    points: float
    total: float
    families: tuple[Family, ...]
    findings: tuple[Finding, ...]
    failure: Failure | None = None  # of what may be shown

    @property
    def is_right_where_shown_only(self) -> bool:
        """Whether everything that students see is right, and all that was drawn for this one is wrong."""
        drawn = [family.points for family in self.families if family.hidden and family.total]
        shown = [family.total - family.points for family in self.families if not family.hidden]
        return bool(drawn and shown) and not any(drawn) and not any(shown)

    def to_json(self) -> dict[str, object]:
        """Give the report as data that JSON can hold."""
        return asdict(self)


def in_outputs(outputs: Iterable[Mapping[str, object]]) -> CheckReport | None:
    """Find the last report among a cell's outputs; what is not one is passed over.

    >>> said = {"format": 1, "exercise": "sums.total", "points": 1, "total": 2, "families": [],
    ...         "findings": []}
    >>> in_outputs([{"data": {MIME: said}}]).points
    1.0
    """
    found = None
    for output in outputs:
        data = output.get("data")
        if isinstance(data, Mapping) and MIME in data:
            found = from_json(data[MIME]) or found
    return found


def from_json(data: Any) -> CheckReport | None:
    """Read a report; None if it is not one, or speaks a format that is not known."""
    try:
        if data["format"] != FORMAT:
            return None
        return CheckReport(
            exercise=_text(data["exercise"]),
            points=_number(data["points"]),
            total=_number(data["total"]),
            families=tuple(
                Family(
                    _text(family["name"]),
                    _number(family["points"]),
                    _number(family["total"]),
                    family.get("hidden") is True,
                )
                for family in data["families"][:MOST_ENTRIES]
            ),
            findings=tuple(
                Finding(_text(finding["misconception"]), _text(finding["hint"]), finding["sure"] is True)
                for finding in data["findings"][:MOST_ENTRIES]
            ),
            failure=_failure(data.get("failure")),
        )
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError):
        return None


def _failure(data: Any) -> Failure | None:
    return None if data is None else Failure(*(_text(data[part.name]) for part in fields(Failure)))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"a text was expected, got {type(value).__name__}")
    return value[:MOST_TEXT]


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < float("inf"):
        raise TypeError(f"a number was expected, got {value!r:.50}")
    return float(value)
