"""Each promise of the guide is tried by cases that exist."""

import re
from pathlib import Path

import pytest

from tests.nbjudge.sandbox.attacks import ATTACKS as ON_THE_SANDBOX

from . import promises
from .test_attacks import ATTACKS

TESTS = Path(__file__).parents[1]
GUIDE = (Path(__file__).parents[3] / "docs" / "grading.md").read_text()
SECTION = GUIDE.partition("\n## How it is safe\n")[2].partition("\n## ")[0]
PROMISING = re.compile(
    r"\b(never|cannot|nothing|nobody|nowhere|anywhere|none|no|not|only|same|ends|vanish|any more)\b"
)


def promising(text):
    """The sentences that promise something; the guide has each on a line of its own."""
    sentences = (line for line in text.splitlines() if line and not line.startswith(("|", "#")))
    return [sentence for sentence in sentences if PROMISING.search(sentence)]


def test_a_sentence_with_never_is_a_promise():
    assert promising("## No\n\nA job is never root.\nIt is quick.\n| no | x |") == ["A job is never root."]


def test_every_promise_is_tried():
    known = (*promises.PROMISES, *promises.EXPLAINS)
    assert len(promising(SECTION)) > 10
    assert [sentence for sentence in promising(SECTION) if not sentence.startswith(known)] == []


def test_every_promise_is_still_in_the_guide():
    lines = SECTION.splitlines()
    known = (*promises.PROMISES, *promises.EXPLAINS)
    assert [begin for begin in known if not any(line.startswith(begin) for line in lines)] == []


@pytest.mark.parametrize("promise", promises.PROMISES)
def test_its_cases_exist(promise):
    assert promises.PROMISES[promise]
    assert [case for case in promises.PROMISES[promise] if not exists(case)] == []


def exists(case):
    if case.startswith("sandbox: "):
        return case.removeprefix("sandbox: ") in {attack.name for attack in ON_THE_SANDBOX}
    if "::" in case:
        file, _, function = case.partition("::")
        path = next(place for place in (TESTS / file, TESTS.parent / file) if place.exists())
        return f"\ndef {function}(" in path.read_text()
    return case in ATTACKS


def test_every_attack_on_hidden_inputs_and_copies_is_named():
    named = {case for cases in promises.PROMISES.values() for case in cases}
    assert {name for name in ATTACKS if re.fullmatch(r"T[1-5][a-z]?", name)} <= named
