"""A cluster may lose workers, get them back, lose its scheduler: every submission has one right record."""

import contextlib
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import dask
import pytest
from distributed import Client

from nbjudge.classroom import bundle, cluster, doctor, link, run
from nbjudge.classroom.backend import Unprotected
from nbjudge.classroom.run import Graded, Protected, Standing, to_grade
from nbjudge.classroom.watching import Watch
from nbjudge.course.course import Course, CourseError
from nbjudge.grading.open_release import open_release
from tests.nbjudge import namespaces
from tests.nbjudge.attacks import catalogue_verdict
from tests.nbjudge.attacks import classroom as attackers
from tests.nbjudge.courses import squares
from tests.nbjudge.courses.building import filled
from tests.nbjudge.dask_cluster import DaskCluster, wait_until_listening
from tests.nbjudge.disturbances import Disturbance, disturbed
from tests.nbjudge.grading_course import grade, opened, with_golden

STUDENTS = 12
SLOW = "# WAIT A MOMENT\n"
QUICK = {  # how soon a cluster notices, in place of half a minute and five
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__TCP": "11s",
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "3s",
    "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "5s",
}
QUICK_HERE = {"distributed.comm.timeouts.tcp": "11s", "distributed.comm.timeouts.connect": "3s"}
Do = Callable[[], None]


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[DaskCluster]:
    """A scheduler and two workers of a test's own; whoever loses the scheduler notices soon."""
    made = DaskCluster(tmp_path / "dask", **QUICK)
    made.start_scheduler()
    for name in ("one", "two"):
        made.start_worker(name)
    with dask.config.set(QUICK_HERE):
        yield made
    made.close()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes]]:
    """A class of twelve, and its records as one machine makes them."""
    root = squares.COURSE.write(tmp_path_factory.mktemp("undisturbed") / "course")
    for number in range(STUDENTS):
        answers = {**(squares.RIGHT, squares.HALF, squares.WRONG)[number % 3]}
        answers["square"] = SLOW + answers["square"]
        squares.COURSE.submit(root, f"student{number:02}", filled(squares.CELLS, answers))
    course = opened(root)
    assert not any(one.error for one in grade(course, workers=2).values())
    written = records(course)
    assert len(written) == STUDENTS + len(squares.CLASS)
    return root, written


@pytest.fixture
def course(undisturbed: tuple[Path, dict[str, bytes]], workers: DaskCluster, tmp_path: Path) -> Course:
    return copied(undisturbed[0], tmp_path, workers)


def copied(original: Path, folder: Path, cluster: DaskCluster) -> Course:
    """The class as it was handed in, to be graded on a cluster."""
    root = shutil.copytree(original, folder / "course")
    for kept in ("records", "published"):
        shutil.rmtree(root / ".nbjudge" / kept)
    (root / "gradebook.db").unlink()
    return opened(root, backend="dask", cluster=cluster.address)


def records(course: Course) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (course.own / "records" / "ps1").glob("*.json")}


def graded(course: Course, **at: Do) -> dict[str, Graded]:
    """Grade; after the third result do one thing, after the sixth another: `after3=…, after6=…`."""
    release, found = with_golden(course), dict[str, Graded]()
    for event in run.grade_all(course, release, course.submissions("ps1"), 0):
        if isinstance(event, Graded):
            assert event.student not in found
            found[event.student] = event
            at.get(f"after{len(found)}", lambda: None)()
    return found


def assert_right(
    course: Course, found: dict[str, Graded], undisturbed: tuple[Path, dict[str, bytes]]
) -> None:
    assert {student: one.error for student, one in found.items() if one.error} == {}
    assert records(course) == undisturbed[1]
    assert {f"{student}.json" for student in found} == {*undisturbed[1]}


def test_what_arrives_while_a_course_is_watched_is_graded_there_too(
    course, workers, undisturbed, monkeypatch: pytest.MonkeyPatch
):
    """Some have handed in, the others do it while these are being graded; a worker is lost meanwhile."""
    monkeypatch.setattr(doctor, "ensure", lambda course, release: None)  # it would run the solution as well
    later = shutil.move(course.root / "submitted", course.root / "later")
    students = sorted(path.name for path in Path(later).iterdir())
    (course.root / "submitted").mkdir()
    found: dict[str, Graded] = {}
    with_golden(course)
    with Watch(course, ["ps1"]) as watch:
        for _, event in watch.events():
            if isinstance(event, Graded):
                assert event.student not in found
                found[event.student] = event
                if len(found) == 3:
                    workers.kill("one")
            if len(found) == len(undisturbed[1]):
                break
            if students:
                student = students.pop()
                shutil.move(Path(later, student), course.root / "submitted" / student)
    assert_right(course, found, undisturbed)


def test_a_worker_that_is_killed_and_returns_costs_nobody_anything(course, workers, undisturbed):
    found = graded(
        course,
        after2=lambda: workers.kill("one"),
        after6=lambda: workers.start_again("one"),
        after9=lambda: workers.kill("two"),
    )
    assert_right(course, found, undisturbed)


def test_a_scheduler_that_is_killed_and_started_again_goes_on(course, workers, undisturbed):
    def restart() -> None:
        workers.kill("scheduler")
        workers.start_again("scheduler")
        wait_until_listening(workers)
        for name in ("one", "two"):
            workers.kill(name)
            workers.start_again(name)

    assert_right(course, graded(course, after4=restart), undisturbed)


def test_whoever_grades_may_be_killed_and_the_next_run_does_the_rest(course, workers, undisturbed):
    stopped = with_golden(course)
    events = run.grade_all(course, stopped, course.submissions("ps1"), 0)
    first = [event for event, _ in zip((e for e in events if isinstance(e, Graded)), range(4), strict=False)]
    events.close()
    found = graded(course)
    assert sum(one.reused for one in found.values()) >= len(first)
    assert_right(course, found, undisturbed)


@pytest.mark.parametrize("seed", range(5))
def test_whatever_is_drawn_every_submission_has_one_right_record(course, workers, undisturbed, seed):
    with disturbed(workers, seed) as begin:
        found = graded(course, after1=begin.set)
    assert_right(course, found, undisturbed)


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[tuple[DaskCluster, Mapping[str, Disturbance]]]:
    """The scheduler here, and two workers on machines of their own: with what may happen to them."""
    if why := namespaces.refused():
        pytest.skip(why)
    with namespaces.network() as network, contextlib.ExitStack() as stack:
        made = stack.enter_context(contextlib.closing(DaskCluster(tmp_path / "dask", network.host, **QUICK)))
        made.start_scheduler()
        for name in ("one", "two"):
            made.inside[name] = network.add(name)
            made.start_worker(name)
        wait_until_listening(made)
        with dask.config.set(QUICK_HERE):
            yield made, namespaces.disturbances_of(network)


@pytest.mark.parametrize("seed", range(20))
def test_so_it_is_on_machines_that_are_cut_off_slowed_and_lost(undisturbed, machines, tmp_path, seed):
    cluster, kinds = machines
    course = copied(undisturbed[0], tmp_path, cluster)
    with disturbed(cluster, seed, kinds) as begin:
        found = graded(course, after1=begin.set)
    assert_right(course, found, undisturbed)


def test_a_machine_that_is_cut_off_is_done_without(undisturbed, machines, tmp_path):
    cluster, kinds = machines
    course = copied(undisturbed[0], tmp_path, cluster)
    undo = contextlib.ExitStack()
    with undo:
        found = graded(course, after3=lambda: undo.callback(kinds["cut off"](cluster, "one")))
    assert_right(course, found, undisturbed)


def poisoned(course: Course, poison: str) -> None:
    answers = {**squares.RIGHT, "square": poison}
    squares.COURSE.submit(course.root, "mallory", filled(squares.CELLS, answers))


def test_who_kills_three_workers_is_set_aside_and_the_rest_goes_on(course, workers, undisturbed):
    poisoned(course, "# KILL THE WORKER")
    found = graded(course)
    assert "The grader itself failed on it, 3 times" in found.pop("mallory").error
    assert_right(course, found, undisturbed)


def test_so_is_who_takes_a_machine_along_each_time(course, workers, undisturbed):
    """The seat's parent is Dask's worker: without it, the machine is gone; a batch system starts another."""
    poisoned(course, "import os\nos.kill(os.getppid(), 9)")
    workers.start_worker("three")
    with disturbed(workers, 0, {}) as begin:
        begin.set()
        found = graded(course)
    assert "3 times: the worker tcp://127.0.0.1:" in found.pop("mallory").error
    assert_right(course, found, undisturbed)


def test_nothing_that_is_sent_holds_the_secret(course):
    release = with_golden(course)
    secret = course.secret()
    sent = [bundle.of(course, release, with_code=True)]
    sent += [to_grade(course, release, one, True).make() for one in course.submissions("ps1")]
    assert [secret in content for content in sent] == [False] * len(sent)
    assert course.seed("amy", "ps1/squares").encode() in b"".join(sent)


def test_a_worker_with_other_packages_gets_no_work(course, workers, tmp_path, monkeypatch):
    here = bundle.unchanged.environment
    monkeypatch.setattr(bundle.unchanged, "environment", lambda own: here(own)[::-1])
    with pytest.raises(CourseError, match="would not give the same results"):
        graded(course)


def test_the_run_says_who_is_at_work(course, workers):
    release = with_golden(course)
    events = list(run.grade_all(course, release, course.submissions("ps1"), 0))
    words = [event.words for event in events if isinstance(event, Standing)]
    assert words[-1] == f"2 of 2 workers of {workers.address}"


def test_the_scheduler_keeps_no_notes_of_what_is_done(course, workers, undisturbed, monkeypatch):
    """A million submissions would take a gigabyte of it."""
    monkeypatch.setattr(link, "MOST_NOTES", 4)
    monkeypatch.setattr(cluster, "LOOKING", 0.1)
    assert_right(course, graded(course), undisturbed)
    with Client(workers.address, set_as_default=False) as client:
        kept = client.run_on_scheduler(
            lambda dask_scheduler: [
                len(span.metadata["collections"])
                for span in dask_scheduler.extensions["spans"].spans.values()
            ]
        )
    orders = 2 * len(undisturbed[1])
    assert sum(kept) < orders / 2


def test_no_scheduler_is_named(course, monkeypatch):
    monkeypatch.setattr(link, "FIRST", 1.0)
    elsewhere = opened(course.root, backend="dask", cluster="tcp://127.0.0.1:9")
    with pytest.raises(CourseError, match=r"There is no Dask scheduler at tcp://127\.0\.0\.1:9"):
        graded(elsewhere)


def test_without_an_address_the_ways_to_give_one_are_named(course):
    with pytest.raises(CourseError, match="Give --cluster"):
        graded(opened(course.root, backend="dask"))


def test_the_address_may_come_from_dasks_own_configuration(course, workers, undisturbed):
    with dask.config.set({"scheduler-address": workers.address}):
        assert_right(course, graded(opened(course.root, backend="dask")), undisturbed)


def test_a_scheduler_that_stays_silent_ends_the_run(course, workers, monkeypatch):
    monkeypatch.setattr(link, "SILENT", 3.0)
    with pytest.raises(CourseError, match="has been silent"):
        graded(course, after4=lambda: workers.kill("scheduler"))


# With the real sandbox ------------------------------------------------------------------------------------


def real(course: Course, **options: object) -> Course:
    return opened(course.root, executor="sandbox", backend="dask", cluster=course.options.cluster, **options)


@pytest.mark.skipif(sys.platform != "linux", reason="levels are Linux's")
def test_a_worker_below_the_level_that_was_asked_for_gets_no_work(course, workers):
    """The second worker finds no bubblewrap that works, so it has level 1 at most."""
    workers.kill("two")
    workers.start_worker("two", NBJUDGE_BWRAP="/nonexistent")
    level = _level_here()
    if level not in ("3", "3b", "2"):
        pytest.skip("this machine has no level that needs bubblewrap")
    release = with_golden(course)
    asked = real(course, level=level)
    events = list(run.grade_all(asked, release, asked.submissions("ps1")[:6], 0))
    assert {event.error for event in events if isinstance(event, Graded)} == {""}
    assert [event.words for event in events if isinstance(event, Standing)][-1].startswith("1 of 2 workers")
    (protection,) = (event.level for event in events if isinstance(event, Protected))
    assert protection.partition(":")[0] == level
    workers.kill("one")
    with pytest.raises(Unprotected, match=f"Level {level} was asked for; this machine gives level"):
        list(run.grade_all(asked, release, asked.submissions("ps1")[6:], 0))


def _level_here() -> str:
    from nbjudge.sandbox import protection

    return protection.best().level.name


def test_attackers_get_no_more_on_a_cluster(workers, tmp_path):
    """Every tenth trick with a score: the records are those of this machine, byte for byte."""
    tricks = [one for one in catalogue_verdict.ATTACKS if one.base == "wrong"][::10]
    assert len(tricks) >= 5
    attackers.lay_out(tmp_path / "course", tricks, tmp_path / "canary")
    written = []
    for name in ("local", "dask"):
        course = opened(tmp_path / "course", executor="sandbox", backend=name, cluster=workers.address)
        doctor.ensure(course, open_release(course, "ps1"))
        found = grade(course, workers=2, force=True)
        assert {one.error for one in found.values()} == {""}
        assert {found[f"x-{trick.id}"].score for trick in tricks} == {0.0}
        assert found["a-honest-right"].score == 10
        written.append(records(course))
        shutil.rmtree(course.own / "records")
    assert written[0] == written[1]


# Encrypted ------------------------------------------------------------------------------------------------


@pytest.fixture
def certificates(tmp_path: Path) -> dict[str, object]:
    """Dask's own settings for TLS, with a certificate that was made for this test."""
    if shutil.which("openssl") is None:
        pytest.skip("there is no openssl to make a certificate with")
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=test"]
    subprocess.run([*made, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    settings: dict[str, object] = {"ca-file": str(certificate)}
    for role in ("scheduler", "worker", "client"):
        settings |= {f"{role}.key": str(key), f"{role}.cert": str(certificate)}
    return {f"distributed.comm.tls.{name}": value for name, value in settings.items()} | {
        "distributed.comm.require-encryption": True
    }


def test_tls_by_dasks_own_settings(course, certificates, tmp_path, undisturbed, monkeypatch):
    environment = {
        f"DASK_{name.upper().replace('.', '__').replace('-', '_')}": str(value)
        for name, value in certificates.items()
    }
    made = DaskCluster(tmp_path / "tls", **environment)
    made.protocol = "tls"
    made.start_scheduler()
    made.start_worker("one")
    with contextlib.closing(made):
        wait_until_listening(made)
        with dask.config.set(certificates):
            found = graded(opened(course.root, backend="dask", cluster=made.address))
        assert_right(course, found, undisturbed)
        plain = made.address.replace("tls:", "tcp:")
        monkeypatch.setattr(link, "FIRST", 1.0)
        with pytest.raises(CourseError, match="There is no Dask scheduler at tcp:"):
            graded(opened(course.root, backend="dask", cluster=plain))
