"""What a course's function prepares is kept from the checkup on, for just this assignment and code."""

from dataclasses import replace
from pathlib import Path

import pytest

from nbjudge.classroom import bundle, doctor, prepared
from nbjudge.course.course import Course
from nbjudge.course.release import ReleaseCell
from nbjudge.grading import unchanged
from nbjudge.grading.open_release import open_release
from nbjudge.grading.solution import solve
from nbjudge.grading.steps import Preparer, make_executor
from tests.nbjudge.courses import squares
from tests.nbjudge.grading_course import opened

PREPARE = "mlcore.exercises:prepare"


@pytest.fixture
def course(tmp_path: Path) -> Course:
    course = opened(squares.COURSE.write(tmp_path), executor="sandbox", unsafe=True)
    return replace(course, options=replace(course.options, preload=(PREPARE,)))


def test_the_checkup_keeps_it_and_the_next_server_is_handed_it(course):
    found = open_release(course, "ps1")
    speaks = ReleaseCell("speaks", "code", "# check('knn.nearest', nearest)", {})
    notebook = replace(found.notebooks[0], cells=(speaks, *found.notebooks[0].cells))
    release = replace(found, notebooks=(notebook,))
    assert doctor.ensure(course, release)
    kept = dict(prepared.load(course, release, unchanged.environment(course.options.own_code)))
    assert sorted(kept) == [PREPARE, "pages"]
    with bundle.unpacked(bundle.of(course, release, with_code=False)) as assignment:
        assert assignment.kept == kept
        del kept["pages"]
        for known, made in ((kept, {}), ({}, kept), ({PREPARE: kept[PREPARE], "another:one": b"1"}, {})):
            with make_executor(assignment.options, texts=release.texts, kept=known) as executor:
                assert isinstance(executor, Preparer)
                solve(assignment, executor, None, {}, {release.notebooks[0].name: "5eed"}, frozenset())
                assert executor.made == made, "only what is new is told"


def test_another_code_or_release_knows_nothing_of_it(course):
    release = open_release(course, "ps1")
    prepared.save(course, release, "here", {"preparing:prepare": b"made"})
    assert prepared.load(course, release, "here")
    assert not prepared.load(course, release, "elsewhere")
    other = replace(release, notebooks=(replace(release.notebooks[0], cells=release.notebooks[0].cells[1:]),))
    assert not prepared.load(course, other, "here")


@pytest.mark.parametrize("content", [b"", b"half", b"\0" * 40])
def test_a_file_that_is_not_whole_is_nothing(course, content):
    release = open_release(course, "ps1")
    prepared.save(course, release, "here", {"preparing:prepare": b"made"})
    (course.own / "prepared" / "ps1").write_bytes(content)
    assert not prepared.load(course, release, "here")


def test_a_function_of_one_argument_keeps_nothing(course):
    one = replace(course, options=replace(course.options, preload=("reprlib:repr",)))
    assert doctor.ensure(one, open_release(one, "ps1"))
    release = open_release(one, "ps1")
    assert [*prepared.load(one, release, unchanged.environment(one.options.own_code))] == ["pages"]


def test_an_executor_of_its_own_kind_may_ignore_it(course):
    with make_executor(replace(course.options, executor="plain"), kept={"f:g": b"made"}) as executor:
        assert executor.protection == ""
