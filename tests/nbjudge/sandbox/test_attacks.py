"""Every attack, at every level that this machine gives, as root and as an ordinary user.

A level of another distribution has to pass this as well: it is tried wherever it is installed.

For each: it ends in time, nothing of it is left, nothing outside is touched or read, and the next job works.
"""

import contextlib
import json
import os
import platform
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from nbjudge.sandbox import levels

from . import tried
from .attacks import ATTACKS, CALLS, SECRET

HERE = Path(__file__).parent
BARE = HERE.parents[2] / "tools" / "bare.py"
WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
ORDINARY = 61000 + 100 * (
    WORKER % 20
)  # users that nobody is, others for each of pytest's workers and each level
USERS = ["root", "ordinary user"] if os.geteuid() == 0 else ["this user"]
PLACES = [(user, level) for user in USERS for level in tried.LEVELS]


@pytest.fixture(scope="module")
def outside():
    """A folder that anybody may read and write, with a secret and sockets that anybody may reach."""
    folder = Path(tempfile.mkdtemp(prefix="outside-"))
    folder.chmod(0o777)
    (folder / "secret").write_text(SECRET)
    with contextlib.ExitStack() as stack:
        for address in (str(folder / "socket"), f"\0{folder}"):
            listener = stack.enter_context(socket.socket(socket.AF_UNIX))
            listener.bind(address)
            listener.listen(100)
        for address in (str(folder / "letters"), f"\0{folder}/letters"):
            stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)).bind(address)
        (folder / "socket").chmod(0o777)
        (folder / "letters").chmod(0o777)
        yield folder
    shutil.rmtree(folder)


class Runner:
    """A process that runs attacks in a sandbox."""

    def __init__(self, user, level, home):
        command = [sys.executable, str(HERE / "runner.py"), level.name]
        if user != "this user":
            number = ORDINARY + tried.LEVELS.index(level) if user == "ordinary user" else 0
            command = [sys.executable, str(BARE), "--user", str(number), *command]
        self.mine = Path(home, "mine")
        environment = {
            **os.environ,
            "HOME": home,
            "SECRET_TOKEN": SECRET,
            "PYTHONPATH": tried.PATH,
            "NBGRADER_EXECUTION": "autograde",
        }
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        line = self.process.stdout.readline()
        if not line:
            self.reason = (
                self.process.stderr.read().strip().rpartition("does not start: ")[2].splitlines()[-1]
            )
        else:
            self.reason = ""

    def run(self, cells, after):
        self.process.stdin.write(json.dumps({"cells": cells, "after": after}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.communicate(timeout=10)


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((user, level), id=name, marks=pytest.mark.xdist_group(name))
        for user, level in PLACES
        for name in [f"{user}, {level.name}"]
    ],
)
def runner(request):
    user, level = request.param
    home = tempfile.mkdtemp(prefix="home-")
    os.chmod(home, 0o777)
    started = Runner(user, level, home)
    if started.reason:
        started.close()
        pytest.skip(f"level {level.name} does not work here: {started.reason}")
    yield started, level
    started.close()
    shutil.rmtree(home, ignore_errors=True)


@pytest.mark.parametrize("attack", [pytest.param(attack, id=attack.name) for attack in ATTACKS])
def test_it_ends_in_time_gets_nothing_and_leaves_nothing(runner, outside, attack, record_property):
    started, level = runner
    record_property("protection", level.name)
    if attack is CALLS and platform.machine() != "x86_64":
        pytest.skip("the numbers of the calls are those of x86-64")
    if attack.not_below and level.rank < levels.named(attack.not_below).rank:
        pytest.skip(f"level {level.name} does not refuse it: the guide says so")
    before = state(started.mine)
    cells = [filled(cell, outside, started.mine) for cell in attack.cells]
    result = started.run(cells, filled(attack.after, outside, started.mine))
    assert "ESCAPED" not in result["text"], result["text"]
    assert SECRET not in result["text"]
    assert result["left"] == []
    assert result["seconds"] < len(cells) * 1.5 + 5.0  # a busy machine is slow to kill and to clear up
    assert result["bytes"] < 3 << 17
    assert result["after"][0] == "ok"
    assert "ESCAPED" not in result["after"][1]
    if attack.status:
        assert result["statuses"][-1] == attack.status, result
    assert sorted(path.name for path in outside.iterdir()) == ["letters", "secret", "socket"]
    assert (outside / "secret").read_text() == SECRET
    assert state(started.mine) == before


def filled(cell, outside, mine):
    places = cell.replace("{outside}", str(outside)).replace("{mine}", str(mine))
    return places.replace("{{", "{").replace("}}", "}")


def state(folder):
    """All that somebody could change of the folder and of what is in it."""
    return {
        str(path): (told.st_mode, told.st_uid, told.st_size, told.st_mtime_ns, *os.listxattr(path))
        for path in (folder, *sorted(folder.iterdir()))
        for told in [path.stat()]
    }
