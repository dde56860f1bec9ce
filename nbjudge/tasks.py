"""What is run, and what came of it: the plain data between a course's files, the sandbox and the records.

A NotebookTask says everything that decides a result; running it gives a NotebookResult, and that is all.
Both are data: they can be hashed, written as JSON, sent to another process or another machine.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

CellKind = Literal["given", "answer", "test", "extra", "text"]
Status = Literal["ok", "error", "timeout", "killed", "not run"]

IN_STUDENT = "in-student"  # the tag of a test cell that must look inside the student's process


@dataclass(frozen=True)
class Limits:
    """What one notebook may use; the numbers are generous for honest work."""

    cell_seconds: float = 30.0
    grace_seconds: float = 1.0  # after the interrupt, before the kill
    notebook_seconds: float = 300.0
    memory_bytes: int = 2 << 30
    processes: int = 64
    output_bytes: int = 1 << 20  # per cell; what comes after is cut
    displays: int = 500  # per cell
    disk_bytes: int = 64 << 20


@dataclass(frozen=True)
class Cell:
    """One cell, as it is to be run; everything but the source of answers and extra cells is the release's."""

    id: str  # the grade_id, or an id that follows from the place
    kind: CellKind
    source: str
    points: float = 0.0
    manual: bool = False  # marked by a person
    tags: tuple[str, ...] = ()
    reference: str = ""  # the course's own source of an answer cell: it decides which names are the student's


@dataclass(frozen=True)
class NotebookTask:
    """One notebook of one submission, with all that decides its result."""

    name: str
    cells: tuple[Cell, ...]
    # beside the notebook: data of the course, then of the student
    files: Mapping[str, bytes] = field(default_factory=dict)
    course_files: Mapping[str, bytes] = field(default_factory=dict)  # what the judge finds there
    golden: frozenset[str] | None = None  # the places where a handle may arrive; None: record them
    limits: Limits = Limits()
    seed: str = ""  # course secret, student and notebook, hashed: decides the hidden draws
    student_id: str = ""
    # modules that the student's process must not have: the reference, forbidden libraries
    hide: tuple[str, ...] = ()
    kernel: str = "python3"
    left_out: frozenset[str] = frozenset()  # cells that need not be run for the marks
    # One copy of the student's process will do for all tests: nothing lasts from one to the next.
    one_copy: bool = False


@dataclass(frozen=True)
class CellResult:
    """What came of one cell."""

    id: str
    status: Status
    # nbformat's: the judge's for a test, the student's otherwise
    outputs: tuple[Mapping[str, Any], ...] = ()
    score: float | None = None  # tests only, 0 ≤ score ≤ points
    reason: str = ""  # why points are missing, or what staff should know, in one sentence
    weaker: bool = False  # the verdict came from inside the student's process, or from a handle's own answer
    before_hidden: int = 0  # so many of the outputs came before the first hidden line ran
    seconds: float = 0.0  # never written into a record: it differs between runs
    secret: bool = False  # the student's process knew inputs of hidden tests when this was shown


@dataclass(frozen=True)
class NotebookResult:
    """What came of one notebook: a result per cell, in order, and what staff should know."""

    name: str
    cells: tuple[CellResult, ...]
    notes: tuple[str, ...] = ()
    # where handles arrived: the golden record, if this was the course's solution
    places: frozenset[str] = frozenset()
    conditions: Mapping[str, str] = field(default_factory=dict)  # what was pinned, so that it can be repeated

    def to_json(self) -> dict[str, object]:
        """Give the result as data that JSON can hold."""
        return {**asdict(self), "places": sorted(self.places)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "NotebookResult":
        """Read what `to_json` gave.

        >>> result = NotebookResult("n", (CellResult("a", "ok"),), places=frozenset(["a:f"]))
        >>> NotebookResult.from_json(result.to_json()) == result
        True
        """
        cells = tuple(CellResult(**{**cell, "outputs": tuple(cell["outputs"])}) for cell in data["cells"])
        conditions = dict(data.get("conditions", {}))
        return cls(data["name"], cells, tuple(data["notes"]), frozenset(data["places"]), conditions)
