"""SQLite's journal while a class is graded: one file, gone in the end, and as safe as ever."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from nbjudge.gradebook.database import one_journal

KILLED = """
import os, signal, sys
from sqlalchemy import create_engine, text
from nbjudge.gradebook.database import one_journal
with create_engine(sys.argv[1]).connect() as connection, one_journal(connection):
    for value in (1, 2):
        connection.execute(text(f"UPDATE marks SET points = {value}"))
        connection.commit()
    connection.exec_driver_sql("PRAGMA cache_spill = 1")
    connection.exec_driver_sql("PRAGMA cache_size = 1")  # so that half of a transaction is in the file
    connection.execute(text("UPDATE marks SET points = 3, comment = randomblob(100000)"))
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def gradebook(tmp_path: Path) -> Path:
    path = tmp_path / "gradebook.db"
    with closing(sqlite3.connect(path)) as made:
        made.execute("CREATE TABLE marks (points, comment)")
        made.executemany("INSERT INTO marks VALUES (?, ?)", [(0, "")] * 20)
        made.commit()
    return path


def test_the_journal_is_one_file_for_all_transactions_and_gone_in_the_end(gradebook: Path):
    journal = gradebook.with_name("gradebook.db-journal")
    engine, files = create_engine(f"sqlite:///{gradebook}"), []
    with engine.connect() as connection, one_journal(connection):
        for value in (1, 2, 3):
            connection.execute(text(f"UPDATE marks SET points = {value}"))
            connection.commit()
            files.append(journal.stat())
    assert len({about.st_ino for about in files}) == 1
    assert [about.st_size for about in files] == [0, 0, 0]
    assert not journal.exists()
    engine.dispose()


def test_a_journal_of_another_kind_stays_so(gradebook: Path):
    with closing(sqlite3.connect(gradebook)) as made:
        made.execute("PRAGMA journal_mode = WAL")
    engine = create_engine(f"sqlite:///{gradebook}")
    with engine.connect() as connection, one_journal(connection):
        connection.execute(text("UPDATE marks SET points = 1"))
        connection.commit()
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    engine.dispose()
    with closing(sqlite3.connect(gradebook)) as made:
        assert made.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_whoever_is_killed_halfway_leaves_what_was_committed(gradebook: Path):
    done = subprocess.run([sys.executable, "-c", KILLED, f"sqlite:///{gradebook}"], check=False)
    assert done.returncode == -9
    assert gradebook.with_name("gradebook.db-journal").stat().st_size > 0  # it is needed
    with closing(sqlite3.connect(gradebook)) as found:
        assert set(found.execute("SELECT points, comment FROM marks")) == {(2, "")}


def test_two_writers_take_turns_whoever_ends_first(gradebook: Path):
    first, second = (create_engine(f"sqlite:///{gradebook}") for _ in range(2))
    with second.connect() as stays, one_journal(stays):
        with first.connect() as goes, one_journal(goes):
            goes.execute(text("UPDATE marks SET points = points + 1"))
            goes.commit()
            stays.execute(text("UPDATE marks SET points = points + 1"))
            # it is in the middle of a transaction when the other one removes its journal
        stays.commit()
        stays.execute(text("UPDATE marks SET points = points + 1"))
        stays.commit()
    first.dispose()
    second.dispose()
    with closing(sqlite3.connect(gradebook)) as found:
        assert set(found.execute("SELECT points FROM marks")) == {(3,)}
