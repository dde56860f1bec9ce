"""What is found and advised on machines that give less; what containers do is done to a process here."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from nbjudge.sandbox import Level, advice, bubblewrap, probe

AS_USER = str(Path(__file__).parent / "as_user.py")
SAY = "from nbjudge.sandbox import probe; found = probe.best(); print(found.level.name); print(found)"
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
with_bubblewrap = pytest.mark.skipif(bubblewrap.find() is None, reason="bubblewrap is not installed")


def found(user, *options, **environment):
    """The level that is found in a process of this user, and what is said about it."""
    command = [sys.executable, AS_USER, str(user), *options, sys.executable, "-c", SAY]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, "HOME": "/tmp", **environment}
    )
    level, _, said = done.stdout.partition("\n")
    return Level[level], said


@as_root
@with_bubblewrap
@pytest.mark.parametrize("user", [0, 61234])
def test_the_full_level_is_found_here(user):
    if user and (reason := found(user)[1]) and "not level 3:" in reason:
        pytest.skip(f"this machine does not give it to users: {reason}")
    assert found(user)[0] is Level.FULL


@as_root
@with_bubblewrap
def test_a_container_that_hides_proc_gives_an_empty_one():
    level, said = found(61234, "--mask-proc")
    assert level is Level.NO_PROC
    assert "unmask=ALL" in said


@as_root
@pytest.mark.parametrize("user", [0, 61234])
def test_a_container_that_refuses_namespaces_gives_landlock(user):
    level, said = found(user, "--no-namespaces")
    assert level is Level.LANDLOCK
    assert "not level 3:" in said


@as_root
def test_without_bubblewrap_landlock_is_found_and_the_way_out_said():
    level, said = found(61234, PATH="/nowhere")
    assert level is Level.LANDLOCK
    assert "apt install bubblewrap" in said


@pytest.mark.parametrize(
    ("level", "said", "part"),
    [
        (Level.FULL, "", ""),
        (Level.LANDLOCK, "bubblewrap is not installed", "apt install bubblewrap"),
        (Level.NO_PROC, "bwrap: Can't mount proc on /newroot/proc", "systempaths=unconfined"),
        (Level.LANDLOCK, "bwrap: setting up uid map: Permission denied", "AppArmor"),
        (Level.LANDLOCK, "jobs cannot read /root/python", "every user can read"),
    ],
)
def test_each_cause_has_its_advice(level, said, part):
    assert part in advice.advise(level, [said])


def test_refused_namespaces_are_the_containers_doing_or_the_kernels(monkeypatch):
    said = ["bwrap: No permissions to create new namespace"]
    monkeypatch.setattr(advice, "in_container", lambda: True)
    assert "docker run" in advice.advise(Level.LANDLOCK, said)
    monkeypatch.setattr(advice, "in_container", lambda: False)
    assert "max_user_namespaces" in advice.advise(Level.LANDLOCK, said)


@pytest.mark.parametrize(("system", "way"), [("Darwin", "Lima"), ("Windows", "WSL")])
def test_other_systems_are_told_the_way_to_linux(system, way):
    assert way in advice.elsewhere(system)


def test_another_system_gives_no_protection(monkeypatch):
    monkeypatch.setattr(probe.sys, "platform", "darwin")
    assert probe.best.__wrapped__().level is Level.NONE
