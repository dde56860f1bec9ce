"""What a submitted file may be: everything that can be read is, and the rest says why not."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbjudge.submission import notebook
from nbjudge.submission.notebook import Unreadable, parse

CODE = {"cell_type": "code", "metadata": {"nbgrader": {"grade_id": "a"}}, "source": ["x = 1\n", "x"]}


def as_bytes(data: object) -> bytes:
    return json.dumps(data).encode()


def test_reads_sources_written_as_lists_and_as_text():
    cells, notes = parse(as_bytes({"cells": [CODE, {"cell_type": "markdown", "source": "hello"}]}))
    assert [(cell.cell_type, cell.source, cell.grade_id) for cell in cells] == [
        ("code", "x = 1\nx", "a"),
        ("markdown", "hello", ""),
    ]
    assert notes == ()


def test_reads_format_3():
    old = {"worksheets": [{"cells": [{"cell_type": "code", "input": "x = 1", "language": "python"},
                                     {"cell_type": "heading", "level": 2, "source": "Part"}]}]}  # fmt: skip
    cells, notes = parse(as_bytes(old))
    assert [cell.source for cell in cells] == ["x = 1", "## Part"]
    assert "format 3" in notes[0]


def test_a_byte_order_mark_is_skipped_and_told():
    cells, notes = parse(b"\xef\xbb\xbf" + as_bytes({"cells": [CODE]}))
    assert len(cells) == 1
    assert "byte order mark" in notes[0]


def test_other_encodings_are_read():
    text = json.dumps({"cells": [{"cell_type": "code", "source": "é"}]}, ensure_ascii=False)
    assert parse(text.encode("utf-16"))[0][0].source == "é"
    assert parse(text.encode("latin-1"))[0][0].source == "é"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "empty"),
        (b"\0\0\0\0", "empty"),
        (b'{"cells": [', "not a notebook"),
        (b"[1, 2]", "no cells"),
        (b'{"cells": 3}', "no cells"),
        (b'{"cells": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested too deeply"),
        (b'{"cells": [' + b"0," * 3_000_001 + b"0]}", "more than"),
        (as_bytes({"cells": [CODE] * 5_001}), "5,001 cells"),
    ],
)
def test_what_cannot_be_read_says_why(content: bytes, why: str):
    with pytest.raises(Unreadable, match=why):
        parse(content)


def test_odd_shapes_of_metadata_are_passed_over():
    odd = [
        {"cell_type": "code", "metadata": None, "source": 5},
        {"cell_type": "code", "metadata": {"nbgrader": "yes"}, "source": ["a", 3, None]},
        {"cell_type": ["code"], "metadata": {"nbgrader": {"grade_id": 7}}, "source": "b"},
        {"cell_type": "code", "metadata": {"nbgrader": {"grade_id": "x" * 10_000}}, "source": "c"},
        "not a cell",
        None,
    ]
    cells, notes = parse(as_bytes({"cells": odd}))
    assert [cell.source for cell in cells] == ["", "a", "b", "c"]
    assert all(cell.grade_id == "" for cell in cells)
    assert "2 entries" in notes[0]


def test_half_characters_and_endless_lines_are_cut():
    cells, _ = parse(
        b'{"cells": [{"cell_type": "code", "source": "\\ud800"}, {"source": "' + b"x" * (2 << 20) + b'"}]}'
    )
    assert cells[0].source == "?"
    assert len(cells[1].source) == notebook.MOST_SOURCE


def test_long_numbers_take_no_time():
    assert parse(b'{"nbformat": ' + b"9" * 1_000_000 + b', "cells": []}') == ((), ())


def test_pasted_pictures_are_kept_and_other_attachments_are_not():
    attached = {
        "a.png": {"image/png": "aGk="},
        "../../x": {"text/html": "<script>"},
        "b": {"image/png": "<script>"},
    }
    cells, _ = parse(as_bytes({"cells": [{"cell_type": "markdown", "source": "", "attachments": attached}]}))
    assert cells[0].pictures == {"a.png": {"image/png": "aGk="}}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(st.sampled_from(["cells", "source", "metadata", "id"]) | st.text(), inner)
    ),
    max_leaves=20,
)


@given(
    st.binary(max_size=500)
    | json_values.map(as_bytes)
    | json_values.map(lambda v: as_bytes({"cells": [v, v]}))
)
def test_any_bytes_are_read_or_refused(content: bytes):
    with contextlib.suppress(Unreadable):
        assert all(isinstance(cell.source, str) for cell in parse(content)[0])
