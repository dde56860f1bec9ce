"""The database of a gradebook: its address, how it is opened, and what is said where that fails.

SQLite's file, or another database that SQLAlchemy speaks to; PostgreSQL is tried by the tests. A password in
an address is never said.
"""

import contextlib
import re
import time
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, exc, inspect, make_url, select, text

from nbjudge.course.course import CourseError
from nbjudge.gradebook import tables

PATIENCE = 60.0  # seconds for which another program may keep the gradebook locked, or its server be away
PAUSE = 0.05  # seconds between two tries
MOST_CLASHES = 5  # times that another writer may have put in the same row first
DRIVER = "pip install 'psycopg[binary]', and let c.CourseDirectory.db_url begin with postgresql+psycopg://"
SETTING = "c.CourseDirectory.db_url"
NOTICING = {  # that a server is gone without a word, half a minute later in place of two hours: libpq's names
    "connect_timeout": 10,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
_OLD_TABLES = "If nbgrader was updated recently: back up the file and run `nbgrader db upgrade`."
_REMEDIES = (  # in which words of a database which way out stands; the first that fits
    (
        "locked",
        f"Another program kept it locked for more than {PATIENCE:.0f} seconds: close it and run this again.",
    ),
    (
        r"readonly|unable to open|disk.*full",
        "Check the permissions of the file and its folder, and the free space on the disk.",
    ),
    (
        "authentication|no password|role .* does not exist",
        f"The server refuses this user or this password: correct {SETTING}.",
    ),
    (
        r"database\b.*does not exist",
        f"The server has no such database: create it (createdb), or correct {SETTING}.",
    ),
    (
        "refused|timeout|timed out|No such file|resolve|not known|unreachable|no route|closed the connection",
        f"No server answers there: start it, or correct {SETTING}.",
    ),
    (
        "permission denied|must be owner",
        "The user may not make or change tables there: grant that to it, or name another.",
    ),
)
_PASSING = re.compile("40001|40P01|53300|55P03|57P|08")  # SQLSTATE: collisions, and servers that come back
_TRIGGERS = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid "
    "WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace",
}


class GradebookError(CourseError):
    """The gradebook cannot be used; the text says what to do."""


def shown(address: str) -> str:
    """Give an address as anybody may read it.

    >>> shown("postgresql+psycopg://nb:secret@host/gradebook")
    'postgresql+psycopg://nb:***@host/gradebook'
    """
    return re.sub(r"(://[^:/@]*):.*@", r"\1:***@", address)


def engine_of(address: str) -> Engine:
    """Make the engine for an address; without its driver a GradebookError names it."""
    try:
        return _engine(make_url(address))
    except ImportError as error:
        remedy = f"Its driver is not installed: {DRIVER}." if "postgres" in address else "Install its driver."
        raise GradebookError(f"The gradebook {shown(address)} cannot be used: {error}. {remedy}") from error
    except exc.SQLAlchemyError as error:
        reason = f"this is not the address of a database of a known kind. Correct {SETTING}."
        raise GradebookError(f"The gradebook {shown(address)} cannot be used: {reason}") from error


def _engine(url: URL) -> Engine:
    """Make an engine; what the address itself says of connections goes first."""
    speaks_libpq = url.get_driver_name() in ("psycopg", "psycopg2")
    own = {name: value for name, value in NOTICING.items() if speaks_libpq and name not in url.query}
    return create_engine(url, connect_args=own)


def exists(engine: Engine) -> bool:
    """Whether there are tables; SQLite would make an empty file of an address that is none yet."""
    database = engine.url.database
    if engine.dialect.name == "sqlite" and database and not Path(database).exists():
        return False
    return tables.ASSIGNMENTS.name in inspect(engine).get_table_names()


def hold(connection: Connection, assignment: str) -> None:
    """Keep other writers from an assignment until the transaction ends; SQLite, from all of the gradebook.

    An assignment that is not there yet is held by whoever puts it there first. Who marks by hand is not kept
    waiting by PostgreSQL.
    """
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        return
    names = tables.ASSIGNMENTS.c.name
    connection.execute(select(names).where(names == assignment).with_for_update(key_share=True))


@contextlib.contextmanager
def one_journal(connection: Connection) -> Iterator[None]:
    """Let SQLite empty its journal after each transaction in place of removing it, and remove it in the end.

    To make and remove a file for each submission takes longer than to write what is in it. A gradebook whose
    journal is of another kind keeps that.
    """
    if _journal(connection, "delete", "truncate"):
        try:
            yield
        finally:
            with contextlib.suppress(exc.SQLAlchemyError):  # of a connection that is gone
                connection.rollback()
                _journal(connection, "truncate", "delete")
    else:
        yield


def _journal(connection: Connection, before: str, after: str) -> bool:
    """Change the kind of SQLite's journal from one to another; say whether it was that one."""
    if connection.dialect.name != "sqlite":
        return False
    found = False
    with contextlib.suppress(exc.SQLAlchemyError):  # somebody holds it at this moment: it goes on as it is
        found = connection.exec_driver_sql("PRAGMA journal_mode").scalar() == before
        if found:
            connection.exec_driver_sql(f"PRAGMA journal_mode = {after}")
    connection.rollback()
    return found


class Tries:
    """The tries of one step, as long as a moment later it may go well."""

    def __init__(self) -> None:
        """Begin to be patient."""
        self._until, self._clashes = time.monotonic() + PATIENCE, 0

    def wait(self, error: Exception, lost: bool) -> bool:
        """Wait a moment after a failure, by which the connection may be lost; False if that is of no use."""
        self._clashes += is_clash(error)
        again = passes(error) or (is_clash(error) and self._clashes < MOST_CLASHES)
        if not (lost or again) or time.monotonic() > self._until:
            return False
        time.sleep(PAUSE)
        return True


def passes(error: Exception) -> bool:
    """Whether what a database refuses may go well a moment later: it is held, collided, restarts."""
    if not isinstance(error, exc.DBAPIError):
        return False
    state = getattr(error.orig, "sqlstate", None) or getattr(error.orig, "pgcode", None) or ""
    return "locked" in str(error.orig) or _PASSING.match(state) is not None


def is_lost(error: Exception) -> bool:
    """Whether there was a connection, and it was lost; not so where no server answers at all.

    SQLAlchemy says so but of its own first questions to a server.
    """
    if not isinstance(error, exc.DBAPIError):
        return False
    words = str(error.orig)
    cut_off = "closed the connection" in words and "connection to server" not in words
    return error.connection_invalidated or cut_off


def is_clash(error: Exception) -> bool:
    """Whether another writer may have put the same row or table there first: who reads now finds it."""
    made = isinstance(error, exc.DBAPIError) and "already exists" in str(error.orig)
    return made or isinstance(error, exc.IntegrityError)


def explained(error: Exception, address: str) -> GradebookError:
    """Say in one sentence what a database refuses, in another the way out."""
    lines = str(getattr(error, "orig", error)).strip().splitlines() or [type(error).__name__]
    reason = re.sub(r"^connection failed: ", "", lines[0].strip()).rstrip(".")
    every = " ".join(lines)
    remedy = next((said for words, said in _REMEDIES if re.search(words, every, re.IGNORECASE)), _OLD_TABLES)
    return GradebookError(f"The gradebook {shown(address)} cannot be used: {reason}. {remedy}")


def refuse_triggers(connection: Connection, address: str) -> None:
    """Refuse a database into which somebody put rules that change scores as they are written."""
    query = _TRIGGERS.get(connection.dialect.name)
    triggers = connection.execute(text(query)).all() if query else []
    connection.rollback()  # nothing was written, and no transaction is to stay open
    if triggers:
        names = ", ".join(str(row[0])[:40] for row in triggers)
        raise GradebookError(
            f"The gradebook {shown(address)} holds triggers ({names}), which change scores as they "
            "are written. nbgrader makes none: restore the file from a copy."
        )
