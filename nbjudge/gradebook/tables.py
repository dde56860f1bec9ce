"""nbgrader's tables, as far as they are read and written here.

nbgrader defines them too, but importing it brings in a web server and takes longer than grading ten
notebooks. A test holds these definitions equal to nbgrader's. A gradebook that does not exist yet is made by
nbgrader's own, so that keys, indexes and the tables that nobody reads here are there as well.
"""

from pathlib import Path

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    DateTime,
    Enum,
    Float,
    Interval,
    MetaData,
    String,
    Table,
    Text,
    inspect,
)
from sqlalchemy.schema import SchemaItem

METADATA = MetaData()
GRADE, SOLUTION, TASK = "GradeCell", "SolutionCell", "TaskCell"  # what nbgrader calls the kinds of cells


def _table(name: str, *columns: SchemaItem) -> Table:
    return Table(name, METADATA, Column("id", String(32), primary_key=True), *columns)


def _cell_type(name: str) -> Column[str]:
    return Column("cell_type", Enum("code", "markdown", name=name, validate_strings=True))


COURSES = Table("course", METADATA, Column("id", String(128), primary_key=True))
STUDENTS = Table("student", METADATA, Column("id", String(128), primary_key=True))
ASSIGNMENTS = _table(
    "assignment",
    Column("name", String(128)),
    Column("duedate", DateTime()),
    Column("course_id", String(128)),
)
NOTEBOOKS = _table(
    "notebook",
    Column("name", String(128)),
    Column("assignment_id", String(32)),
    Column("kernelspec", String(1024)),
)
CELLS = _table(
    "base_cell", Column("name", String(128)), Column("notebook_id", String(32)), Column("type", String(50))
)
GRADE_CELLS = _table("grade_cells", Column("max_score", Float()), _cell_type("grade_cell_type"))
SOLUTION_CELLS = _table("solution_cells")
TASK_CELLS = _table("task_cells", Column("max_score", Float()), _cell_type("grade_cell_type"))
CELLS_OF_A_KIND = {GRADE: GRADE_CELLS, SOLUTION: SOLUTION_CELLS, TASK: TASK_CELLS}
SOURCE_CELLS = _table(
    "source_cell",
    Column("name", String(128)),
    _cell_type("source_cell_type"),
    Column("locked", Boolean()),
    Column("source", Text()),
    Column("checksum", String(128)),
    Column("notebook_id", String(32)),
)
SUBMISSIONS = _table(
    "submitted_assignment",
    Column("assignment_id", String(32)),
    Column("student_id", String(128)),
    Column("timestamp", DateTime()),
    Column("extension", Interval()),
)
SUBMITTED_NOTEBOOKS = _table(
    "submitted_notebook",
    Column("assignment_id", String(32)),
    Column("notebook_id", String(32)),
    Column("flagged", Boolean(), default=False),
    Column("late_submission_penalty", Float(0)),
)
GRADES = _table(
    "grade",
    Column("notebook_id", String(32)),
    Column("cell_id", String(32)),
    Column("auto_score", Float()),
    Column("manual_score", Float()),
    Column("extra_credit", Float()),
    Column("needs_manual_grade", Boolean()),
)
COMMENTS = _table(
    "comment",
    Column("notebook_id", String(32)),
    Column("cell_id", String(32)),
    Column("auto_comment", Text()),
    Column("manual_comment", Text()),
)


def make_missing(connection: Connection) -> None:
    """Make the tables that are not there yet.

    An empty database gets nbgrader's version first, so that a run which is ended in between leaves nothing
    that the next one takes for an old gradebook.
    """
    present = set(inspect(connection).get_table_names())
    if set(METADATA.tables) <= present:
        return
    import nbgrader.api  # two seconds, once for each course
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    if not present:
        versions = ScriptDirectory(str(Path(nbgrader.__file__).parent / "alembic"))
        MigrationContext.configure(connection).stamp(versions, "head")
    nbgrader.api.Base.metadata.create_all(connection)
