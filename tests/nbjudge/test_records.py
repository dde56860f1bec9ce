"""Records and keys are written without copies, in the bytes that the obvious way gives."""

import hashlib
import json
from dataclasses import asdict, replace

import pytest

from nbjudge import records
from nbjudge.grading import unchanged
from nbjudge.marks import CellMarks, NotebookMarks, from_json, to_json
from nbjudge.records import CellRecord, NotebookRecord, Record
from nbjudge.tasks import Cell, Limits, NotebookTask

PRINTED = {"output_type": "stream", "name": "stdout", "text": "é\ud800\n"}
CELLS = (
    CellRecord("square", "answer", "code", "ok", "def f(): ...", (PRINTED,)),
    CellRecord("test-square", "test", "code", "error", auto_score=1 / 3, reason="No."),
    CellRecord("why", "text", "markdown", source="![a](attachment:a.png)", pictures={"a.png": {"b": "c"}}),
)
RECORD = Record("ps1", "amy", (NotebookRecord("a", "key", "a.ipynb", CELLS, notes=("x",)),), ("y",))


def test_a_record_has_the_bytes_of_its_copy():
    data = {"format": records.FORMAT, **asdict(RECORD)}
    del data["reused"]
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    assert records.to_bytes(RECORD) == text.encode() + b"\n"
    assert records.from_bytes(records.to_bytes(RECORD)) == RECORD


def test_to_give_the_data_changes_nothing():
    records.from_json(records.to_json(RECORD), reused=True)
    assert records.from_json(records.to_json(RECORD)) == RECORD


def test_a_key_is_the_hash_of_a_copy_of_the_task_with_its_files_hashed():
    cells = (Cell("a", "given", "x = 1", tags=("t",)), Cell("b", "test", "assert x", 2.0))
    task = NotebookTask(
        "a", cells, {"d.csv": b"1"}, {"e.csv": b"2"}, frozenset("ba"), Limits(), "seed", "amy"
    )
    plain = asdict(replace(task, files={}, course_files={})) | {"golden": ["a", "b"]}
    files, beside = (
        {name: hashlib.sha256(text).hexdigest()} for name, text in (("d.csv", b"1"), ("e.csv", b"2"))
    )
    told = json.dumps([records.FORMAT, "environment", plain, files, beside], sort_keys=True, default=sorted)
    assert unchanged.key_of(task, "environment") == hashlib.sha256(told.encode()).hexdigest()


def test_a_key_cannot_be_made_of_anything_else():
    task = NotebookTask("a", (), golden=object())
    with pytest.raises(TypeError, match="a task holds a object"):
        unchanged.key_of(task, "environment")


def test_marks_come_back_from_their_data():
    marks = {"a": NotebookMarks(1.5, 2.0, 0.5, {"b": CellMarks(2.0, 2.0, True, "well done")})}
    assert to_json(marks) == {name: asdict(entry) for name, entry in marks.items()}
    assert from_json(json.loads(json.dumps(to_json(marks)))) == marks
