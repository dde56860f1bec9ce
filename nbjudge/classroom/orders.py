"""What workers are asked and what they answer: each kind of order, with both of its ends side by side.

grade     a submission's bytes and its old record   ->  its record
publish   a record and the marks of the gradebook   ->  the files for people
solve     nothing but the bundle                    ->  what came of the course's own solution
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nbjudge import marks, records
from nbjudge.classroom import envelope
from nbjudge.grading.archive import understood
from nbjudge.grading.steps import Work
from nbjudge.marks import Marks
from nbjudge.records import Record
from nbjudge.submission.handed_in import File, HandedIn
from nbjudge.tasks import NotebookResult

_ONLY_FOR_PAGES: Mapping[str, object] = {"outputs": (), "source": None, "pictures": {}}


@dataclass(frozen=True)
class Grade:
    """Grade a submission; of what was run for an older record, nothing is run again."""

    work: Work
    old: bytes = b""
    former: bytes = b""  # the record of a preview

    def to_bytes(self) -> bytes:
        """Write the order."""
        work, handed_in = self.work, self.work.handed_in
        lists = {"notebooks": handed_in.notebooks, "beside": handed_in.beside}
        data = {
            "op": "grade",
            "student": work.student,
            "seeds": dict(work.seeds),
            "note": work.note,
            "notes": handed_in.notes,
            "files": {kind: [[file.name, file.problem] for file in files] for kind, files in lists.items()},
        }
        contents = {
            f"{kind}/{number}": file.content
            for kind, files in lists.items()
            for number, file in enumerate(files)
        }
        return envelope.sealed(data, {**contents, "old": self.old, "former": self.former})

    @classmethod
    def of(cls, data: Mapping[str, Any], files: Mapping[str, bytes]) -> "Grade":
        """Read what was written."""
        notebooks, beside = (
            tuple(
                File(name, files[f"{kind}/{number}"], problem)
                for number, (name, problem) in enumerate(data["files"][kind])
            )
            for kind in ("notebooks", "beside")
        )
        handed_in = HandedIn(notebooks, beside, tuple(data["notes"]))
        return cls(
            Work(data["student"], handed_in, data["seeds"], data["note"]), files["old"], files["former"]
        )


@dataclass(frozen=True)
class Graded:
    """The answer to Grade: the record, slim to be understood and whole to be kept."""

    record: Record  # without what only pages need
    content: bytes  # of the whole record; empty if the old one says the same

    @staticmethod
    def to_bytes(record: Record, order: Grade) -> bytes:
        """Write the answer."""
        content = records.to_bytes(record)
        kept = b"" if content == order.old else content
        return envelope.sealed({"record": _slim(record), "reused": record.reused}, {"record": kept})

    @classmethod
    def of(cls, answer: bytes) -> "Graded":
        """Read what was written."""
        data, files = envelope.opened(answer)
        return cls(records.from_json(data["record"], reused=bool(data["reused"])), files["record"])


def _slim(record: Record) -> dict[str, Any]:
    """Give a record's data without what only pages need."""
    data = records.to_json(record)
    for notebook in data["notebooks"]:
        notebook["cells"] = [{**cell, **_ONLY_FOR_PAGES} for cell in notebook["cells"]]
    return data


@dataclass(frozen=True)
class Publish:
    """Make the files of a submission that people see."""

    record: bytes
    marks: Marks
    pictures: Mapping[str, bytes]  # that lie beside the notebooks
    only_open: bool = False  # the student's page is to say nothing of hidden tests yet

    def to_bytes(self) -> bytes:
        """Write the order."""
        files = {f"picture/{name}": content for name, content in self.pictures.items()}
        return envelope.sealed(
            {"op": "publish", "marks": marks.to_json(self.marks), "only_open": self.only_open},
            {"record": self.record, **files},
        )

    @classmethod
    def of(cls, data: Mapping[str, Any], files: Mapping[str, bytes]) -> "Publish":
        """Read what was written."""
        start = "picture/"
        pictures = {name[len(start) :]: content for name, content in files.items() if name.startswith(start)}
        return cls(files["record"], marks.from_json(data["marks"]), pictures, bool(data["only_open"]))

    @property
    def understood(self) -> Record:
        """Give the record."""
        record = understood(self.record)
        if record is None:
            raise ValueError("the record cannot be read")
        return record


@dataclass(frozen=True)
class Published:
    """The answer to Publish: the files, and what the class report needs of each test."""

    files: Mapping[str, bytes]
    results: Sequence[Mapping[str, object]]

    def to_bytes(self) -> bytes:
        """Write the answer."""
        return envelope.sealed({"results": list(self.results)}, self.files)

    @classmethod
    def of(cls, answer: bytes) -> "Published":
        """Read what was written."""
        data, files = envelope.opened(answer)
        return cls(files, data["results"])


@dataclass(frozen=True)
class Solve:
    """Run the course's own solutions, those that are named or all; without a golden record, make it."""

    golden: Mapping[str, frozenset[str]] | None
    tags: Mapping[tuple[str, ...], tuple[str, ...]]  # to add, by notebook and cell
    seeds: Mapping[str, str]
    only: Sequence[str] = ()

    def to_bytes(self) -> bytes:
        """Write the order."""
        golden = self.golden
        return envelope.sealed({
            "op": "solve",
            "golden": {name: sorted(of) for name, of in golden.items()} if golden is not None else None,
            "tags": [[*cell, *added] for cell, added in self.tags.items()],
            "seeds": dict(self.seeds),
            "only": list(self.only),
        })  # fmt: skip

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Solve":
        """Read what was written."""
        golden = data["golden"]
        return cls(
            {name: frozenset(of) for name, of in golden.items()} if golden is not None else None,
            {(notebook, cell): tuple(added) for notebook, cell, *added in data["tags"]},
            data["seeds"],
            data["only"],
        )


@dataclass(frozen=True)
class Solved:
    """The answer to Solve."""

    notebooks: Sequence[NotebookResult]
    made: Mapping[str, bytes] = field(default_factory=dict)  # what is worth keeping for the next run

    def to_bytes(self) -> bytes:
        """Write the answer."""
        return envelope.sealed({"notebooks": [result.to_json() for result in self.notebooks]}, self.made)

    @classmethod
    def of(cls, answer: bytes) -> "Solved":
        """Read what was written."""
        data, made = envelope.opened(answer)
        return cls([NotebookResult.from_json(each) for each in data["notebooks"]], made)
