"""Which bubblewrap is used: of those there are, the one that works."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from nbjudge.sandbox import levels, programs, protection
from nbjudge.sandbox.bubblewrap import Launcher
from nbjudge.sandbox.programs import Program

PACKAGED = programs._packaged()
packaged = pytest.mark.skipif(
    PACKAGED is None or not os.access(PACKAGED, os.X_OK),
    reason="there is no packaged bubblewrap that can be run",
)
SCRIPT = "#!/bin/sh\n"
OLD = "[ $1 = --version ] && echo bubblewrap 0.4.1 && exit; echo bwrap: Unknown option --perms >&2; exit 1"


@pytest.fixture
def on_the_path(tmp_path, monkeypatch):
    """A folder that the path begins with, and nothing kept of what was found before."""
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.delenv(programs.VARIABLE, raising=False)
    for kept in (protection.attempt, programs._ask):
        kept.cache_clear()
    yield tmp_path
    for kept in (protection.attempt, programs._ask):
        kept.cache_clear()


def put(folder, content, mode=0o755):
    path = folder / "bwrap"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    path.chmod(mode)
    return str(path)


def works(program):
    return not protection._start(levels.FULL, Launcher(program, levels.FULL.jobs)).refused


@packaged
def test_the_packaged_one_says_its_version_and_has_no_rights_of_its_own():
    program = Program(str(PACKAGED), "packaged")
    assert tuple(map(int, program.version.split("."))) >= (0, 11)
    assert str(program) == f"bubblewrap {program.version}, packaged: {PACKAGED}"
    mode = PACKAGED.stat().st_mode
    assert mode & 0o555 == 0o555, "everybody can run it"
    assert not mode & 0o6000, "with the rights of who runs it"


@packaged
def test_the_systems_goes_first_where_it_works(on_the_path):
    path = put(on_the_path, f'{SCRIPT}exec {PACKAGED} "$@"')
    assert [program.path for program in programs.candidates()] == [path, str(PACKAGED)]
    if not works(programs.candidates()[1]):
        pytest.skip("this machine refuses namespaces")
    used = protection.attempt(levels.FULL).launcher.program
    assert (used.path, used.whose) == (path, "the system's")


@packaged
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "Exec format error"),
        (b"\x7fELF\x02\x01\x01" + bytes(57), "cannot be run"),
        ("#!/no/such/interpreter\n", "No such file"),
        (f"{SCRIPT}exit 127", "it says nothing"),
        (f"{SCRIPT}echo it is broken >&2; exit 1", "it is broken"),
        (f"{SCRIPT}echo something else 1.0", "is not bubblewrap"),
        (f"{SCRIPT}printf '\\377'", "cannot be run"),
        (f"{SCRIPT}{OLD}", "Unknown option"),
    ],
)
def test_the_packaged_one_is_used_where_the_systems_fails(on_the_path, content, reason):
    path = put(on_the_path, content)
    trial = protection.attempt(levels.FULL)
    told = " ".join([trial.refused, *trial.notes])
    assert reason in told
    assert path in told or "Unknown option" in told
    if not works(Program(str(PACKAGED), "packaged")):
        pytest.skip("this machine refuses namespaces")
    assert trial.launcher.program.path == str(PACKAGED)


@packaged
def test_a_file_that_nobody_may_run_is_not_found(on_the_path):
    put(on_the_path, "", mode=0o644)
    assert str(on_the_path / "bwrap") not in [program.path for program in programs.candidates()]


def test_without_any_it_is_said(on_the_path, monkeypatch):
    monkeypatch.setenv("PATH", str(on_the_path))
    monkeypatch.setattr(programs, "_packaged", lambda: None)
    assert programs.candidates() == []
    assert protection.attempt(levels.FULL).refused == programs.NONE


def test_one_that_is_named_is_the_only_one(on_the_path, monkeypatch):
    monkeypatch.setenv(programs.VARIABLE, "/no/such/bwrap")
    assert [program.path for program in programs.candidates()] == ["/no/such/bwrap"]
    refused = protection.attempt(levels.FULL).refused
    assert refused == "/no/such/bwrap cannot be run: No such file or directory"


def test_a_better_level_goes_before_a_better_program(on_the_path, monkeypatch):
    """The system's gives level 2 only, the packaged one level 3."""
    system, own = Program("/usr/bin/bwrap", "the system's"), Program("/own/bwrap", "packaged")
    monkeypatch.setattr(programs, "candidates", lambda: [system, own])
    monkeypatch.setattr(Program, "fault", "")
    monkeypatch.setattr(Program, "version", "0.11.0")

    def start(level, launcher):
        fails = launcher.program is system and level is not levels.SHARED
        return protection.Attempt("bwrap: no" if fails else "")

    monkeypatch.setattr(protection, "_start", start)
    found = protection.best.__wrapped__()
    assert (found.level, found.launcher.program) == (levels.FULL, own)
    assert found.refused == ()  # nor what was refused when somebody looked before
    assert str(found).splitlines()[1:] == [
        "  by bubblewrap 0.11.0, packaged: /own/bwrap",
        "  not by bubblewrap 0.11.0, the system's: /usr/bin/bwrap: bwrap: no",
    ]


@packaged
@pytest.mark.skipif(not shutil.which("ldd"), reason="there is no ldd")
def test_the_packaged_one_needs_nothing_that_it_does_not_bring():
    told = subprocess.run(["ldd", str(PACKAGED)], capture_output=True, text=True).stdout
    others = [line.split()[0] for line in told.splitlines() if str(Path(sys.prefix)) not in line]
    assert {name.split("/")[-1].split(".")[0] for name in others} <= {
        "linux-vdso",
        "libc",
        "ld-linux-x86-64",
        "ld-linux-aarch64",
    }
