"""No folder of a sandbox stays in the temporary directory, however the sandbox ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from nbjudge.sandbox import launch, levels, protection, scratch
from nbjudge.sandbox.level import protects

PROGRAM = """
import sys
from nbjudge.sandbox import Sandbox, levels, protection
choice = protection.choose(levels.named(sys.argv[1]), unsafe=sys.argv[1] == "0")
sandbox = Sandbox(level=choice.level, launcher=choice.launcher, preload=()).open()
job = sandbox.start()
print(job.pid, flush=True)
sys.stdin.read()
sandbox.close()
"""


@pytest.fixture(params=[*levels.BUILT_IN, levels.NONE], ids=lambda level: level.name)
def running(request, tmp_path):
    """A process with a sandbox in which a job runs, and its own temporary directory."""
    if protects(request.param) and (reason := protection.attempt(request.param).refused):
        pytest.skip(reason.splitlines()[-1])
    tmp_path.chmod(0o711)
    command = [sys.executable, "-c", PROGRAM, request.param.name]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=environment, **pipes) as process:
        assert process.stdout.readline()
        yield process, tmp_path
        process.kill()


def nothing_is_left(folder):
    for _ in range(100):
        if not list(folder.iterdir()):
            return True
        time.sleep(0.05)
    return False


def test_not_after_an_end_in_order(running):
    process, folder = running
    process.communicate("")
    assert not list(folder.iterdir())


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_not_after_the_owner_was_killed(running, how):
    process, folder = running
    process.send_signal(how)
    process.wait()
    assert nothing_is_left(folder), list(folder.rglob("*"))


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    monkeypatch.setattr(scratch.tempfile, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(scratch.tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(scratch, "_SECONDS_TO_LOCK", -1)
    scratch._sweep.cache_clear()
    yield tmp_path
    scratch._sweep.cache_clear()


def test_what_owner_and_server_left_when_both_were_killed_is_swept_by_the_next(temporary):
    left = temporary / "nbjudge-sandbox-abandoned"
    (left / "job").mkdir(parents=True)
    with scratch.folder() as own:
        assert not left.exists()
        assert Path(own).is_dir()
    assert not list(temporary.iterdir())


def test_what_another_one_uses_stays(temporary):
    with scratch.folder() as own:
        scratch._sweep.cache_clear()
        with scratch.folder() as another:
            assert Path(own).is_dir()
            assert own != another


def test_nothing_stays_open_where_a_sandbox_cannot_be_started(tmp_path: Path) -> None:
    before = set(os.listdir("/proc/self/fd"))
    with pytest.raises(PermissionError):
        launch._start([str(tmp_path)], [], {})
    assert set(os.listdir("/proc/self/fd")) == before
