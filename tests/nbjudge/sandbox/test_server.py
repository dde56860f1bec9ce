"""What a sandbox promises its owner, at every level that this machine gives."""

import os
import platform
import select
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time

import pytest

from nbjudge.sandbox import Conversation, Sandbox, SandboxError, levels, protection
from nbjudge.sandbox.level import protects
from nbjudge.sandbox.watch import tree
from nbjudge.tasks import Limits

from . import tried

LIMITS = Limits(cell_seconds=5, grace_seconds=0.5)


@pytest.fixture(scope="module", params=[*tried.LEVELS, levels.NONE], ids=lambda level: level.name)
def level(request):
    if protects(request.param) and (reason := protection.attempt(request.param).refused):
        pytest.skip(f"level {request.param.name} does not work here: {reason.splitlines()[-1]}")
    return request.param


def sandbox_at(level, preload=("numpy",), **options):
    choice = protection.choose(level, unsafe=not protects(level))
    return Sandbox(preload=preload, limits=LIMITS, level=level, launcher=choice.launcher, **options)


@pytest.fixture(scope="module")
def sandbox(level):
    with sandbox_at(level) as opened:
        yield opened


def said(sandbox, *cells, **options):
    """What the cells of one job printed, together."""
    with sandbox.start(**options) as job:
        talk = Conversation(job, LIMITS)
        outcomes = [talk.execute(cell) for cell in cells]
    assert [outcome.status for outcome in outcomes] == ["ok"] * len(cells), outcomes
    return "".join(output.get("text", "") for outcome in outcomes for output in outcome.outputs).strip()


def test_files_are_in_the_working_folder(sandbox):
    files = {"data.csv": b"1,2", "folder/more.txt": b"more"}
    assert (
        said(sandbox, "print(open('data.csv').read(), open('folder/more.txt').read())", files=files)
        == "1,2 more"
    )


def test_a_job_begins_with_an_empty_folder(sandbox):
    said(sandbox, "open('mine', 'w').close()", files={"data.csv": b"1"})
    assert said(sandbox, "import os; print(os.listdir('.'))") == "[]"


def test_descriptors_are_handed_over(sandbox):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        said(sandbox, "import os; os.write(4, b'here')", fds=[theirs.fileno()])
        assert ours.recv(10) == b"here"


def test_the_environment_is_the_jobs_own(sandbox, monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "hush")
    cell = "import os; print(os.environ.get('SECRET_TOKEN'), os.environ['SEED'])"
    assert said(sandbox, cell, environment={"SEED": "7"}) == "None 7"


def test_jobs_draw_different_random_numbers(sandbox):
    cell = "import random, numpy as np; print(random.random(), np.random.rand())"
    assert said(sandbox, cell) != said(sandbox, cell)


def test_jobs_of_one_seed_draw_the_same_however_they_draw(sandbox):
    cell = (
        "import random, numpy as np\n"
        "for draw in (random.random, random.Random().random, np.random.rand,\n"
        "             np.random.default_rng().random, np.random.RandomState().rand): print(draw())\n"
        "random.seed(); np.random.seed(); print(random.random(), np.random.rand())"
    )
    first = said(sandbox, cell, seed="one")
    assert len(set(first.split())) == 7
    assert said(sandbox, cell, seed="one") == first
    assert not set(said(sandbox, cell, seed="another").split()) & set(first.split())


def test_processes_that_a_job_forks_draw_their_own_numbers_and_the_same_again(sandbox):
    cell = (
        "import os, random\nfor _ in range(2):\n    ends = os.pipe()\n    if os.fork() == 0:\n"
        "        os.write(ends[1], str(random.random()).encode())\n        os._exit(0)\n"
        "    print(os.read(ends[0], 50).decode())\n    os.wait()\nprint(random.random())"
    )
    first = said(sandbox, cell, seed="one")
    assert len(set(first.split())) == 3
    assert said(sandbox, cell, seed="one") == first


def test_a_fork_says_nothing_where_a_job_draws_in_its_own_way(sandbox):
    cell = (
        "import os, random, sys\nrandom.random = lambda: 0.5\nends = os.pipe()\nos.dup2(ends[1], 2)\n"
        "if os.fork() == 0: os._exit(0)\nos.wait(); os.set_blocking(ends[0], False)\n"
        "try: print(os.read(ends[0], 5000).decode())\nexcept BlockingIOError: print('nothing')"
    )
    assert said(sandbox, cell, seed="any") == "nothing"


def test_a_seed_of_the_students_own_means_what_it_means_everywhere(sandbox):
    import random

    cell = "import random; random.seed(1); print(random.random(), random.Random('x').random())"
    expected = f"{random.Random(1).random()} {random.Random('x').random()}"
    assert said(sandbox, cell, seed="any") == expected


def test_servers_agree_on_sets_and_on_the_rest_of_the_world(level, monkeypatch):
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    monkeypatch.setenv("PYTHONHASHSEED", "77")
    cell = (
        "import locale, os, time\nprint(list({'kNN', 'bayes', 'prior', 'odds'}), time.tzname[0], "
        "locale.getlocale()[1], os.environ['OMP_NUM_THREADS'])"
    )
    answers = set()
    for _ in range(2):
        with sandbox_at(level) as sandbox:
            answers.add(said(sandbox, cell))
    assert len(answers) == 1
    assert answers.pop().endswith("UTC UTF-8 1")


def test_a_job_leaves_no_memory_queue_or_semaphore_to_others(sandbox, level):
    if not protects(level) or platform.machine() != "x86_64":
        pytest.skip("the numbers of the calls are those of x86-64, and level 0 refuses nothing")
    calls = {"shmget": (29, 7, 4096, 0o1666), "semget": (64, 7, 1, 0o1666), "msgget": (68, 7, 0o1666)}
    calls["mq_open"] = (240, 0, 66, 384, 0)
    cell = f"import ctypes\nprint([ctypes.CDLL(None).syscall(*call) for call in {list(calls.values())}])"
    assert said(sandbox, cell) == "[-1, -1, -1, -1]"


def test_numbers_of_cells_and_names_begin_anew(sandbox):
    said(sandbox, "x = 1", "y = 2")
    with sandbox.start() as job:
        outcome = Conversation(job, LIMITS).execute("print('x' in dir(), len(In), Out, '_' in dir())")
    assert outcome.execution_count == 1
    assert outcome.outputs[0]["text"] == "False 2 {} False\n"


def test_usage_is_the_kernels_count(sandbox):
    with sandbox.start() as job:
        Conversation(job, LIMITS).execute("sum(range(10**6)); import os; os._exit(7)")
        usage = job.wait(5)
    assert (usage.ended, usage.code) == ("exit", 7)
    assert 0 < usage.seconds < 5
    assert 10 << 20 < usage.most_memory < 500 << 20


def test_waiting_ends_at_its_timeout(sandbox):
    with sandbox.start() as job, pytest.raises(TimeoutError, match="goes on"):
        job.wait(0.01)


def test_one_job_at_a_time(sandbox):
    with sandbox.start(), pytest.raises(RuntimeError, match="one job at a time"):
        sandbox.start()


def test_a_zygote_that_was_killed_is_started_again(level):
    with sandbox_at(level) as sandbox:
        assert said(sandbox, "print(1)") == "1"
        server = sandbox._process.pid
        os.kill(server, signal.SIGKILL)
        time.sleep(0.1)
        assert said(sandbox, "print(2)") == "2"
        assert sandbox._process.pid != server


def test_a_job_whose_zygote_is_killed_ends(level):
    with sandbox_at(level) as sandbox, sandbox.start() as job:
        os.kill(sandbox._process.pid, signal.SIGKILL)
        outcome = Conversation(job, LIMITS).execute("import time; time.sleep(100)")
        assert not outcome.alive
        assert job.wait(2).ended in ("zygote", "killed")


def test_matplotlib_is_imported_without_a_word_where_no_course_draws(sandbox):
    fonts = "from matplotlib import font_manager; print(len(font_manager.fontManager.ttflist) > 0)"
    assert said(sandbox, fonts) == "True"


def test_what_is_visible_is_visible_wherever_it_lies(level, tmp_path):
    folder = tmp_path / "course"
    folder.mkdir()
    (folder / "helper.py").write_text("answer = 42")
    (tmp_path / "secret").write_text("hush")
    with sandbox_at(level, visible=[folder]) as sandbox:
        cell = f"import sys; sys.path.append({str(folder)!r}); import helper; print(helper.answer)"
        assert said(sandbox, cell) == "42"
        if protects(level):
            look = f"try: print(open({str(tmp_path / 'secret')!r}).read())\nexcept OSError: print('closed')"
            assert said(sandbox, look) == "closed"


def test_what_is_visible_stays_visible_whatever_a_job_does_to_the_way_there(level, tmp_path):
    """Below /tmp, which jobs write to, cleaning up once hid it from the next job."""
    if not protects(level):
        pytest.skip("without protection a job may do what its user may")
    folder = tmp_path / "course"
    folder.mkdir()
    (folder / "helper.py").write_text("answer = 42")
    first = "/".join(tmp_path.parts[:3]).replace("//", "/")
    spoil = f"""
import os, shutil
for act in (lambda: os.rename({first!r}, "/tmp/elsewhere"), lambda: os.chmod({first!r}, 0),
            lambda: open({first!r} + "/left", "w"), lambda: shutil.rmtree({first!r})):
    try: act()
    except OSError: pass
"""
    read = f"import sys; sys.path.append({str(folder)!r}); import helper, os; print(helper.answer, "
    read += f"os.path.exists({first!r} + '/left'))"
    with sandbox_at(level, visible=[folder]) as sandbox:
        for cell in (spoil, spoil, read):
            told = said(sandbox, cell)
        assert told == "42 False"


def test_hidden_modules_are_inert_and_their_files_are_gone(level, tmp_path):
    package = tmp_path / "course"
    (package / "inner").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "checks.py").write_text("def check(*a): raise AssertionError('wrong')\nSOLUTION = 42")
    (package / "inner" / "__init__.py").write_text("SOLUTION = 43")
    (package / "open.py").write_text("answer = 7")
    hide = ("course.checks", "course.inner", "sklearn")
    with sandbox_at(level, visible=[package], hide=hide) as sandbox:
        given = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n" + textwrap.dedent("""
            from course import open as opened
            from course.checks import check, SOLUTION
            import course.inner.deep as deep
            from sklearn.neighbors import KNeighborsClassifier
            check('task', lambda: 1)
            print(opened.answer, SOLUTION, deep, KNeighborsClassifier().fit([1], [2]))
        """)
        assert " 42 " not in said(sandbox, given)  # an address may hold it
        if protects(level):
            files = [str(package / "checks.py"), str(package / "inner" / "__init__.py")]
            look = (
                f"for path in {files}:\n    try: print(open(path).read())\n    except OSError: print('gone')"
            )
            assert said(sandbox, look) == "gone\ngone"


def test_what_is_hidden_is_not_loaded_beforehand_either(level):
    """A class of a hidden module, loaded as a module, would be one that cannot be called."""
    preload = ("sklearn.neighbors", "sklearn.neighbors.KNeighborsClassifier", "numpy")
    fit = "from sklearn.neighbors import KNeighborsClassifier\nprint(KNeighborsClassifier().fit([1], [2]))"
    with sandbox_at(level, hide=("sklearn.neighbors",), preload=preload) as sandbox:
        assert said(sandbox, fit) == "<sklearn.neighbors.KNeighborsClassifier.fit is not available here>"


PROGRAM = """
import sys
from nbjudge.sandbox import Conversation, Sandbox, levels, protection
from nbjudge.sandbox.level import protects
from nbjudge.tasks import Limits
level = levels.named(sys.argv[1])
choice = protection.choose(level, unsafe=not protects(level))
with Sandbox(preload=(), level=level, launcher=choice.launcher) as sandbox:
    job = sandbox.start()
    print(sandbox._process.pid, flush=True)
    Conversation(job, Limits(cell_seconds=60)).execute(sys.argv[2])
"""
STUBBORN = """
import os, signal, subprocess, time
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT): signal.signal(number, signal.SIG_IGN)
subprocess.Popen(['sleep', '1000'])
if os.fork() == 0: time.sleep(1000)
time.sleep(1000)
"""


def test_nothing_is_left_when_the_supervisor_is_killed(level):
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, level.name, STUBBORN],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": tried.PATH},
    ) as owner:
        server = int(owner.stdout.readline())
        deadline = time.monotonic() + 10
        while len(tree(server)) < 4 and time.monotonic() < deadline:  # the job and what it started
            time.sleep(0.05)
        watches = [os.pidfd_open(pid) for pid in tree(server)]
        owner.kill()
    deadline = time.monotonic() + 5
    for watch in watches:
        assert select.select([watch], [], [], max(0.0, deadline - time.monotonic()))[0], "it lives on"
        os.close(watch)


def test_no_level_is_taken_silently():
    with pytest.raises(SandboxError, match=r"unsafe=True"):
        protection.choose(levels.NONE)


def test_without_protection_it_refuses_and_explains(monkeypatch):
    nothing = protection.Protection(levels.NONE, (("3", "bubblewrap is not installed"),), "Install it.")
    monkeypatch.setattr(protection, "best", lambda: nothing)
    with pytest.raises(
        SandboxError, match=r"(?s)no protection.*bubblewrap is not installed.*Install it.*--unsafe"
    ):
        protection.choose()
    assert protection.choose(unsafe=True).level is levels.NONE


def test_an_entry_that_fails_is_reported():
    with (
        pytest.raises(SandboxError, match="no_such_module"),
        Sandbox("no_such_module:serve", level=levels.NONE),
    ):
        pass


def test_a_server_that_cannot_be_started_is_no_server_the_second_time_either():
    sandbox = Sandbox(level=levels.NONE, python="/no/such/python")
    for _ in range(2):
        with pytest.raises(FileNotFoundError):
            sandbox.open()


def test_a_function_to_prepare_that_is_not_there_is_named():
    with pytest.raises(SandboxError, match="module 'math' has no attribute 'prepare'"):
        Sandbox(level=levels.NONE, preload=("math:prepare",)).open()


def test_a_closed_sandbox_leaves_no_thread_behind():
    before = set(threading.enumerate())
    with Sandbox(level=levels.NONE, preload=()) as sandbox:
        job = sandbox.start()
        job.kill("enough")
        job.wait()
    assert set(threading.enumerate()) == before
