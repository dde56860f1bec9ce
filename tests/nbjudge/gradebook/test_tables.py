"""The tables are nbgrader's, and a gradebook that is made here is one that nbgrader would make."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from nbgrader import api
from sqlalchemy import Column, create_engine, inspect, text

from nbjudge.gradebook import tables

WRITTEN = [*tables.METADATA.tables.values()]


@pytest.mark.parametrize("table", WRITTEN, ids=lambda table: table.name)
def test_columns_are_nbgraders(table):
    theirs = api.Base.metadata.tables[table.name]
    for column in table.columns:
        assert repr(column.type) == repr(theirs.c[column.name].type), column.name
        assert column.primary_key == theirs.c[column.name].primary_key, column.name


@pytest.mark.parametrize("table", WRITTEN, ids=lambda table: table.name)
def test_what_is_left_out_may_be_empty(table):
    """A row that is inserted here lacks these columns: nbgrader must neither need them nor fill them."""
    theirs = api.Base.metadata.tables[table.name]
    left_out: list[Column] = [column for column in theirs.columns if column.name not in table.c]
    assert [column.name for column in left_out if not column.nullable or column.default is not None] == []


def test_kinds_of_cells_have_nbgraders_names():
    assert {kind: vars(api)[kind].__table__.name for kind in tables.CELLS_OF_A_KIND} == {
        kind: table.name for kind, table in tables.CELLS_OF_A_KIND.items()
    }
    assert all(
        vars(api)[kind].__mapper_args__["polymorphic_identity"] == kind for kind in tables.CELLS_OF_A_KIND
    )


def test_a_new_gradebook_is_as_nbgrader_would_make_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)  # for alembic
    api.Gradebook(f"sqlite:///{tmp_path / 'theirs.db'}").close()
    ours, theirs = (create_engine(f"sqlite:///{tmp_path / name}.db") for name in ("ours", "theirs"))
    with ours.begin() as connection:
        tables.make_missing(connection)
    version = text("SELECT version_num FROM alembic_version")
    with ours.connect() as our, theirs.connect() as their:
        assert our.execute(version).all() == their.execute(version).all()
    assert set(inspect(ours).get_table_names()) == set(inspect(theirs).get_table_names())
    for table in api.Base.metadata.tables:
        assert repr(inspect(ours).get_columns(table)) == repr(inspect(theirs).get_columns(table))
        assert inspect(ours).get_unique_constraints(table) == inspect(theirs).get_unique_constraints(table)
    ours.dispose()
    theirs.dispose()


def test_nothing_of_nbgrader_is_imported_for_a_gradebook_that_is_there(tmp_path: Path):
    engine = create_engine(f"sqlite:///{tmp_path / 'gradebook.db'}")
    with engine.begin() as connection:
        tables.make_missing(connection)
    engine.dispose()
    program = f"""
import sys
from pathlib import Path
from nbjudge.course.course import read
from nbjudge.gradebook.writer import Writer
with Writer(read({str(tmp_path)!r})) as gradebook:
    print(gradebook.all_marks("none") if gradebook.assignments() else "empty")
print(sorted({{"nbgrader", "alembic", "sqlalchemy.orm"}} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["empty", "[]"]
