"""Says at the end at which level of protection the tests ran, and which level could not be tried, and why."""

import os
import re
import signal
import subprocess
from collections import Counter

import pytest

from nbjudge.sandbox import Sandbox, levels, protection

_ran = Counter()  # tests by the level that they started a job at, in all of pytest's workers
_skipped = Counter()  # by the reason, where that is a level
_now = set()  # the levels of the test that runs here


@pytest.hookimpl(tryfirst=True)  # before xdist reads the marks
def pytest_collection_modifyitems(config, items):
    """Keep the tests that share a fixture of their module in one of pytest's workers: it is made once."""
    if not config.pluginmanager.hasplugin("xdist"):  # as where the browser is tried
        return
    for item in items:
        known = item._fixtureinfo.name2fixturedefs.values() if hasattr(item, "_fixtureinfo") else ()
        shared = any(fixtures[-1].scope == "module" for fixtures in known)
        if shared and item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(item.location[0]))


@pytest.fixture(scope="session", autouse=True)
def _hears_ctrl_c():
    """A shell that starts the tests in the background has them ignore Ctrl-C, and all that they start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _protection(request, monkeypatch):
    """Note the level of each sandbox that a test uses, here or in a process that it starts."""
    _now.clear()
    start, popen = Sandbox.start, subprocess.Popen.__init__

    def noted_start(sandbox, *arguments, **options):
        _now.add(sandbox.level)
        return start(sandbox, *arguments, **options)

    def noted_popen(process, command, *arguments, **options):
        words = command if isinstance(command, (list, tuple)) else [command]
        if {"nbjudge", "nbjudge.classroom.worker", "nbgrader"} & {
            str(word).rsplit("/", 1)[-1] for word in words
        }:
            _now.add(levels.NONE if "--unsafe" in words else None)  # the best there is
        popen(process, command, *arguments, **options)

    monkeypatch.setattr(Sandbox, "start", noted_start)
    monkeypatch.setattr(subprocess.Popen, "__init__", noted_popen)
    yield
    if None in _now:
        monkeypatch.undo()
        _now.add(protection.best().level)
    for level in _now - {None}:
        request.node.user_properties.append(("protection", level.name))


def pytest_runtest_logreport(report):
    if report.when == "teardown":
        _ran.update(name for key, name in report.user_properties if key == "protection")
    if report.skipped and isinstance(report.longrepr, tuple) and re.search(r"level \S+ ", report.longrepr[2]):
        _skipped[report.longrepr[2].removeprefix("Skipped: ")] += 1


def pytest_terminal_summary(terminalreporter, config):
    if (_ran or _skipped) and not hasattr(config, "workerinput"):
        terminalreporter.write_line(summary(_ran, _skipped))


def summary(ran, skipped):
    """One line, strongest level first."""
    names = [level.name for level in (*levels.installed(), levels.NONE)]
    names += sorted(ran.keys() - {*names})  # which a test brought along
    told = [
        f"{ran[name]} {'tests ' if not number else ''}at level {by(name)}"
        for number, name in enumerate(name for name in names if ran[name])
    ]
    missed = {}
    for reason, count in skipped.items():
        level, rest = re.search(r"level (\S+) (.*)", " ".join(reason.split())).groups()
        missed.setdefault(rest, Counter())[level] += count
    lost = [
        f"{sum(counts.values())} skipped: level {' or '.join(counts)} {rest[:160]}"
        for rest, counts in missed.items()
    ]
    user = "root" if os.geteuid() == 0 else "an ordinary user"
    return f"protection, as {user}: " + "; ".join([", ".join(told) or "no test ran a job", *lost])


def by(name):
    """A level, and what made it here."""
    found = [protection.attempt(level).launcher for level in levels.installed() if level.name == name]
    program = str(found[0] or "").partition(":")[0] if found else ""
    return f"{name} ({program})" if program else name
