"""Levels of sandbox that other distributions bring: found, ranked, refused with a reason, and graded at."""

import itertools
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from nbjudge.course import extensions
from nbjudge.sandbox import levels, protection
from tests.nbjudge import distributions
from tests.nbjudge.courses import squares

ROOT = Path(__file__).parents[3]
EXAMPLE = distributions.example("A level of sandbox")
_NUMBERS = itertools.count()  # Python keeps what it has imported by its name
STRONGEST = EXAMPLE.replace("rank = 15", "rank = 50")


@pytest.fixture
def offer(tmp_path, monkeypatch):
    """Install a program that offers a level; nothing is kept of what was found before."""
    caches = (levels._from_outside, protection.best, protection.attempt)

    def install(program, name="1n", value="apart"):
        points = {extensions.LEVELS: {name: value}}
        folder = tmp_path / f"lib_{next(_NUMBERS)}"
        monkeypatch.syspath_prepend(str(distributions.write(folder, program, points, f"of_{folder.name}")))
        for cache in caches:
            cache.cache_clear()
        return folder

    yield install
    monkeypatch.undo()
    for cache in caches:
        cache.cache_clear()


@pytest.fixture
def works_here():
    """The example starts on this machine."""
    if refused := protection.attempt(the_example()).refused:
        pytest.skip(f"level 1n does not work here: {refused}")


def the_example():
    names = {}
    exec(EXAMPLE, names)
    return names["apart"]


def test_it_has_its_rank_among_the_graders_own(offer):
    offer(EXAMPLE)
    assert levels.names() == ["3", "3b", "2", "1n", "1"]
    assert levels.is_below("1: Landlock", "1n")
    assert not levels.is_below("1n: as 1, and more", "1n")


@pytest.mark.usefixtures("works_here")
def test_the_doctor_hears_of_it_where_a_stronger_one_is_used(offer):
    offer(EXAMPLE)
    if protection.best().level.rank <= 15:
        pytest.skip("level 1n is the best here")
    assert dict(protection.beside()) == {f"1n: {the_example().protection}": ""}


@pytest.mark.usefixtures("works_here")
def test_the_strongest_is_used(offer):
    offer(STRONGEST)
    first, second, *_ = str(protection.best()).splitlines()
    assert first == f"protection level 1n: {the_example().protection}"
    assert second.startswith("  by unshare: /")


def test_a_level_says_what_it_lacks_and_the_next_is_used(offer, monkeypatch):
    offer(STRONGEST)
    monkeypatch.setenv("PATH", "/no/such/folder")
    assert ("1n", "unshare is not installed; it comes with util-linux") in [
        (sentence.partition(":")[0], reason) for sentence, reason in protection.best().refused
    ]


def test_a_launcher_that_fails_is_refused_by_starting_a_job(offer):
    offer(STRONGEST.replace('"--net", ', '"--no-such-option", '))
    (reason,) = [reason for sentence, reason in protection.best().refused if sentence.startswith("1n:")]
    assert "unshare" in reason


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ('["/bin/true", *mine,', "ended before it was ready"),
        ('["/no/such/program", *mine,', "FileNotFoundError"),
        ("[1 / 0, *mine,", "ZeroDivisionError"),
    ],
)
def test_a_level_that_starts_nothing_stops_nobody(offer, words, reason):
    offer(STRONGEST.replace("[self.program, *mine,", words))
    assert protection.best().level.name != "1n"
    assert reason in dict(protection.best().refused)[f"1n: {the_example().protection}"]


@pytest.mark.parametrize(
    ("program", "name", "reason"),
    [
        ("1 / 0", "x", "ZeroDivisionError"),
        ("apart = object()", "x", "calls itself by another name"),
        (EXAMPLE, "x", "calls itself by another name"),
        (EXAMPLE.replace('"1n"', '"1"'), "1", "the grader's own level has this name"),
        (EXAMPLE.replace("rank = 15", "rank = 0"), "1n", "rank"),
        (EXAMPLE.replace("Jobs.LANDLOCK", "Jobs.UNCONFINED"), "1n", "how jobs are confined"),
        (EXAMPLE.replace("def launchers", "def starters"), "1n", "no launchers"),
    ],
    ids=["broken", "no level", "named otherwise", "named as ours", "no rank", "unconfined", "no launchers"],
)
def test_what_is_no_level_is_passed_over_with_a_reason(offer, program, name, reason):
    offer(program, name)
    assert levels.installed() == list(levels.BUILT_IN)
    ((refused, said),) = levels.unusable()
    assert refused == name
    assert reason in said
    assert f"not level {name}: {said.splitlines()[-1]}" in str(protection.best())


def test_looking_twice_gives_the_same(monkeypatch):
    """What other distributions offer in vain is kept; what this machine refused does not join it."""
    monkeypatch.setattr(protection, "attempt", lambda level: protection.Attempt(f"no {level.name}"))
    once, again = protection.best.__wrapped__(), protection.best.__wrapped__()
    assert once == again
    assert len(once.refused) == len(levels.names()) + len(levels.unusable())


def test_two_of_one_name_are_both_passed_over(offer):
    offer(EXAMPLE)
    offer(EXAMPLE)
    assert levels.names() == ["3", "3b", "2", "1"]
    assert "ambiguous" in levels.unusable()[0][1]


def nbjudge(folder, *words):
    done = subprocess.run(
        [sys.executable, "-m", "nbjudge", *words],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}"},
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.usefixtures("works_here")
def test_a_class_is_graded_at_it_and_every_run_says_so(offer, tmp_path):
    folder = offer(STRONGEST)
    root = squares.COURSE.write(tmp_path / "course")
    with (root / "nbgrader_config.py").open("a") as file:
        file.write('\nc.NbJudge.level = "1n"\n')
    outcome = json.loads(nbjudge(folder, "grade", "--json", "-c", str(root), "--workers", "1"))
    assert f'"1n: {the_example().protection}"' in json.dumps(outcome)


@pytest.mark.usefixtures("works_here")
def test_the_doctor_lists_it(offer, tmp_path):
    folder = offer(EXAMPLE)
    said = nbjudge(folder, "doctor", str(squares.COURSE.write(tmp_path / "course")))
    best = protection.best().level
    used = f"protection level 1n: {the_example().protection}"
    beside = f"  weaker, and not used: level 1n: {the_example().protection}"
    assert (used if best.name == "1n" else beside) in said.splitlines()
