"""Several graders on one database at once, and a line to it that is cut: each result whole, once."""

import itertools
import multiprocessing
import os
import random
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import NullPool, create_engine, event, text

from nbjudge.course.course import Course
from nbjudge.gradebook import database
from nbjudge.gradebook.database import GradebookError
from nbjudge.gradebook.writer import Refused, Writer
from nbjudge.records import CellRecord, NotebookRecord, Record
from tests.nbjudge import cut_line
from tests.nbjudge.courses import squares
from tests.nbjudge.cut_line import AFTER, BEFORE, Line
from tests.nbjudge.grading_course import grade, opened, scores, with_golden
from tests.nbjudge.postgresql import NEEDED, Server

NUMBERS = itertools.count()
CELLS = {"test-square": 2.0, "test-part": 4.0, "test-total": 1.0}
LOW, HIGH = dict.fromkeys(CELLS, 0.0), CELLS
ON_POSTGRESQL = pytest.param("postgresql", marks=NEEDED)
ROWS = (
    "student",
    "assignment",
    "notebook",
    "base_cell",
    "source_cell",
    "submitted_assignment",
    "submitted_notebook",
    "grade",
    "comment",
)


@pytest.fixture
def course(request: pytest.FixtureRequest, tmp_path: Path) -> Course:
    """A course on SQLite; where a test asks for PostgreSQL, on that."""
    made = opened(squares.COURSE.write(tmp_path / "course"))
    if getattr(request, "param", "postgresql") == "sqlite":
        return made
    server: Server = request.getfixturevalue("server")
    return replace(made, db_url=server.made(f"several {next(NUMBERS)}"))


on_both = pytest.mark.parametrize("course", ["sqlite", ON_POSTGRESQL], indirect=True)
on_postgresql = pytest.mark.parametrize("course", [ON_POSTGRESQL], indirect=True)


@pytest.fixture
def line(course: Course, server: Server) -> Iterator[Line]:
    with cut_line.to_server(server.port) as made:
        yield made


def by(line: Line, course: Course) -> Course:
    return replace(course, db_url=course.db_url.replace(f":{line.to}/", f":{line.port}/"))


def record_of(course: Course, student: str, points: dict[str, float]) -> Record:
    """A record by which a submission has these points."""
    cells = [CellRecord(name, "test", "code", "ok", auto_score=most) for name, most in points.items()]
    return Record("ps1", student, (NotebookRecord("squares", "key", "squares.ipynb", tuple(cells)),))


def automatic(course: Course, student: str) -> dict[str, float]:
    with Writer(course) as gradebook:
        cells = gradebook.marks("ps1", student)["squares"].cells
    return {name: cells[name].score for name in CELLS}


def counted(course: Course) -> dict[str, int]:
    with create_engine(course.db_url, poolclass=NullPool).connect() as connection:
        return {name: connection.scalar(text(f"select count(*) from {name}")) for name in ROWS}


def expected(students: int) -> dict[str, int]:
    """So many rows there are of the course of squares: three tests, two answers, two that a person marks."""
    each = {"submitted_assignment": 1, "submitted_notebook": 1, "grade": 5, "comment": 4}
    fixed = {"assignment": 1, "notebook": 1, "base_cell": 9, "source_cell": 8}
    return {"student": students, **fixed, **{name: students * most for name, most in each.items()}}


@on_both
def test_a_submission_has_the_result_of_one_grader_never_of_both(course: Course):
    """One has read, then the other writes: it waits, so that the last one's result stands whole."""
    release = with_golden(course)
    with Writer(course) as first, Writer(course) as second, ThreadPoolExecutor(1) as aside:
        first.prepare(release)
        second.prepare(release)
        first.write(record_of(course, "amy", {**LOW, "test-part": 4.0}), None)
        waiting = []

        def begin(connection, cursor, statement, *rest):
            if "FROM grade" in statement and not waiting:
                waiting.append(aside.submit(second.write, record_of(course, "amy", HIGH), None))
                time.sleep(0.5)
                assert not waiting[0].done()

        event.listen(first.engine, "after_cursor_execute", begin)
        first.write(record_of(course, "amy", LOW), None)
        waiting[0].result(timeout=10)
    assert automatic(course, "amy") == HIGH
    assert counted(course) == expected(1)


@on_both
def test_what_two_put_there_at_once_is_there_once(course: Course):
    """The tables, the course, the assignment and the students, all by four who begin at the same moment."""
    release = with_golden(course)
    together = threading.Barrier(4, timeout=30)

    def one(number: int) -> None:
        together.wait()
        with Writer(course) as gradebook:
            together.wait()
            gradebook.prepare(release)
            for student in range(6):
                gradebook.write(record_of(course, f"s{student}", HIGH if number else LOW), None)

    with ThreadPoolExecutor(4) as four:
        list(four.map(one, range(4)))
    assert counted(course) == expected(6)
    for student in range(6):
        assert automatic(course, f"s{student}") in (LOW, HIGH)


def hammer(course: Course, seed: int, rounds: int) -> None:
    """Write one result or the other, whole, again and again."""
    luck = random.Random(seed)
    with Writer(course) as gradebook:
        gradebook.prepare(with_golden(course))
        for _ in range(rounds):
            student = f"s{luck.randrange(3)}"
            gradebook.write(record_of(course, student, luck.choice([LOW, HIGH])), None)


@on_both
def test_two_processes_that_write_the_same_submissions_mix_nothing(course: Course):
    with_golden(course)
    spawn = multiprocessing.get_context("spawn")
    both = [spawn.Process(target=hammer, args=(course, seed, 100)) for seed in range(2)]
    for process in both:
        process.start()
    for process in both:
        process.join(timeout=120)
    assert [process.exitcode for process in both] == [0, 0]
    assert counted(course) == expected(3)
    for student in range(3):
        assert automatic(course, f"s{student}") in (LOW, HIGH)


@on_both
def test_a_cell_that_another_grader_has_taken_away_costs_nobody_a_result(course: Course):
    """One works by the release of this morning; the other has removed a test since."""
    release = with_golden(course)
    (notebook,) = release.notebooks
    fewer = tuple(cell for cell in notebook.cells if cell.id != "test-total")
    with Writer(course) as first, Writer(course) as second:
        first.prepare(release)
        second.prepare(replace(release, notebooks=(replace(notebook, cells=fewer),)))
        if course.db_url.startswith("postgresql"):  # SQLite does not look whether what a row names is there
            first.write(record_of(course, "amy", HIGH), None)
            assert first.marks("ps1", "amy")["squares"].score == 6


@on_postgresql
@pytest.mark.parametrize("when", [BEFORE, AFTER])
def test_a_commit_that_was_cut_off_is_done_exactly_once(course: Course, line: Line, when: str):
    release = with_golden(course)
    with Writer(by(line, course)) as gradebook:
        line.cut_at(b"COMMIT", when)
        gradebook.prepare(release)
        for number, student in enumerate(("amy", "ben"), start=2):
            line.cut_at(b"COMMIT", when)
            marks = gradebook.write(record_of(course, student, HIGH), None)
            assert marks["squares"].score == 7
            assert line.cuts == number
    assert counted(course) == expected(2)


@on_postgresql
def test_a_line_that_is_cut_wherever_one_likes_loses_nothing(course: Course, line: Line):
    """After one statement, after two, and so on, until all goes through uncut."""
    release, cut = with_golden(course), by(line, course)
    with Writer(cut) as gradebook:
        gradebook.prepare(release)
        for number in range(100):
            line.cut_at(b"amy", AFTER if number % 2 else BEFORE, left=number)
            gradebook.write(record_of(course, "amy", [LOW, HIGH][number % 2]), None)
            if line.word:  # it was not said so often
                break
            assert automatic(course, "amy") == [LOW, HIGH][number % 2]
    assert line.cuts == number > 0
    assert counted(course) == expected(1)


@on_postgresql
def test_a_server_that_is_started_anew_is_waited_for(course: Course, server: Server):
    release = with_golden(course)
    with Writer(course) as gradebook, ThreadPoolExecutor(1) as aside:
        gradebook.prepare(release)
        again = aside.submit(server.restart)
        number = 0
        while not again.done() or number < 50:
            gradebook.write(record_of(course, f"s{number}", HIGH), None)
            number += 1
        again.result()
    assert counted(course) == expected(number)


@on_postgresql
def test_two_graders_whose_connections_the_server_ends_again_and_again_lose_nothing(course: Course):
    """As an administrator does, or a server that has too many: in the middle of whatever is under way."""
    with Writer(course) as gradebook:
        gradebook.prepare(with_golden(course))
    over = threading.Event()

    def grade_some(first: int) -> None:
        with Writer(course) as gradebook:
            for number in range(first, first + 60):
                gradebook.write(record_of(course, f"s{number}", HIGH), None)

    with ThreadPoolExecutor(3) as aside:
        ended = aside.submit(_end_connections, course, over)
        graders = [aside.submit(grade_some, first) for first in (0, 40)]
        try:
            for grader in graders:
                grader.result()
        finally:
            over.set()
        assert ended.result() >= 5
    assert counted(course) == expected(100)
    assert automatic(course, "s50") == HIGH


def _end_connections(course: Course, over: threading.Event) -> int:
    """End everybody else's connection to this database, every moment, so often; say how many there were."""
    ended = 0
    others = "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()"
    with create_engine(course.db_url, poolclass=NullPool, isolation_level="AUTOCOMMIT").connect() as mine:
        while ended < 20 and not over.wait(0.1):  # a slow machine would never come to an end
            ended += len(mine.execute(text(f"{others} and pid <> pg_backend_pid()")).all())
    return ended


@on_postgresql
def test_a_server_that_is_gone_without_a_word_is_noticed_unless_the_address_says_otherwise(course: Course):
    """A machine without power says nothing: the system asks, if it is told to."""
    with Writer(course) as gradebook:
        asked = gradebook.connection.connection.dbapi_connection.info.get_parameters()
        assert (asked["tcp_user_timeout"], asked["keepalives_idle"]) == ("30000", "15")
    with Writer(replace(course, db_url=f"{course.db_url}?keepalives_idle=99")) as gradebook:
        asked = gradebook.connection.connection.dbapi_connection.info.get_parameters()
        assert (asked["tcp_user_timeout"], asked["keepalives_idle"]) == ("30000", "99")


@on_postgresql
def test_a_server_that_stays_away_ends_the_run_with_one_sentence(
    course: Course, line: Line, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(database, "PATIENCE", 0.3)
    with Writer(by(line, course)) as gradebook:
        gradebook.prepare(with_golden(course))
        line.to = 1  # from now on nobody is there
        line.cut_at(b"amy", BEFORE)
        with pytest.raises(GradebookError, match="cannot be used"):
            gradebook.write(record_of(course, "amy", HIGH), None)
    assert counted(course)["grade"] == 0


@on_postgresql
def test_what_the_database_never_takes_is_said_and_not_tried_for_ever(course: Course):
    release = with_golden(course)
    with Writer(course) as gradebook:
        gradebook.prepare(release)
        gradebook.write(record_of(course, "amy", HIGH), None)
        with create_engine(course.db_url, poolclass=NullPool).begin() as connection:
            connection.execute(text("alter table grade add constraint low check (auto_score < 3)"
                                    " not valid"))  # fmt: skip
        with pytest.raises(Refused, match="violates check constraint"):
            gradebook.write(record_of(course, "ben", HIGH), None)
        assert gradebook.write(record_of(course, "ben", LOW), None)["squares"].score == 0


@on_postgresql
def test_nobody_keeps_a_transaction_open_while_submissions_run(course: Course):
    """An open transaction holds up whoever changes tables, and the server's own cleaning."""
    release = with_golden(course)
    with Writer(course) as gradebook:
        gradebook.prepare(release)
        gradebook.all_marks("ps1")
        gradebook.terms("ps1")
        gradebook.students()
        with create_engine(course.db_url, poolclass=NullPool).connect() as connection:
            states = connection.scalars(text(
                "select state from pg_stat_activity where datname = current_database()"
                " and pid <> pg_backend_pid() and backend_type = 'client backend'"
            ))  # fmt: skip
            assert set(states) == {"idle"}


def commands(*roots: Path) -> list[subprocess.CompletedProcess[str]]:
    """Run `nbjudge grade` in several folders at once."""
    root = Path(__file__).parents[3]
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "nbjudge", "grade", "--course", folder, "--workers", "1"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": str(root)},
        )
        for folder in roots
    ]  # fmt: skip
    done = []
    for process in started:
        out, said = process.communicate(timeout=120)
        done.append(subprocess.CompletedProcess(process.args, process.returncode, out, said))
    return done


@on_postgresql
def test_two_commands_at_once_on_one_assignment_and_on_different_ones(course: Course, tmp_path: Path):
    """Two machines, each with a copy of the course; the second has an assignment more."""
    where = f"c.CourseDirectory.db_url = {course.db_url!r}\n"
    squares.COURSE.write_source(course.root, where)
    course.secret()  # both draw the same hidden inputs
    other = shutil.copytree(course.root, tmp_path / "other")
    replace(squares.COURSE, assignment="ps2").write(other, where)
    for made in commands(course.root, other):
        assert (made.returncode, made.stderr) == (0, ""), made.stderr
    one = expected(4)
    two = {name: count if name == "student" else 2 * count for name, count in one.items()}
    assert counted(course) == two
    on_sqlite = replace(course, db_url=f"sqlite:///{tmp_path}/alone.db")
    alone = {name: scores(found) for name, found in grade(on_sqlite).items()}
    with Writer(course) as gradebook:
        for name in ("ps1", "ps2"):
            found = gradebook.all_marks(name)
            assert {who: {k: c.score for k, c in marks["squares"].cells.items()}
                    for who, marks in found.items()} == alone  # fmt: skip
