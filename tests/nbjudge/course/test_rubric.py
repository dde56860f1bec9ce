"""A rubric turns the criteria that a person names into points, and into what the student reads."""

from dataclasses import replace
from pathlib import Path

import pytest

from nbjudge.course import course as courses
from nbjudge.course import rubric
from nbjudge.course.course import Course, CourseError
from nbjudge.course.rubric import Criterion, Verdict
from nbjudge.grading.open_release import open_release
from tests.nbjudge.courses import squares

WHY = [Criterion("rule", 1, "Names the rule."), Criterion("example", 2, "Has an example.")]
CARELESS = [*WHY, Criterion("signs", -0.5, "Signs are lost.")]


@pytest.mark.parametrize(
    ("comment", "points"),
    [
        ("#rule", 1),
        ("#rule #example", 3),
        ("well done, #example.", 2),
        ("#none", 0),
        ("#rule #rule", 1),
    ],
)
def test_the_points_are_those_of_the_criteria_that_are_named(comment: str, points: float):
    assert rubric.verdict(WHY, comment, 3) == Verdict(points)


@pytest.mark.parametrize(
    "comment", ["", "rule", "see issue #3", "# A heading", "a#rule", "&#rule;", "x/#rule"]
)
def test_what_names_no_criterion_says_nothing(comment: str):
    assert rubric.verdict(WHY, comment, 3) is None
    assert rubric.explained(WHY, comment) == comment


def test_points_stay_between_none_and_those_of_the_answer():
    assert rubric.verdict(CARELESS, "#signs", 3) == Verdict(0)
    assert rubric.verdict(CARELESS, "#rule #signs", 3) == Verdict(0.5)
    assert rubric.verdict(WHY, "#rule #example", 2) == Verdict(2)


def test_a_name_that_the_rubric_does_not_know_is_not_guessed():
    assert rubric.verdict(WHY, "#rule #exmaple", 3) == Verdict(1, ("exmaple",))
    assert rubric.verdict([], "#rule", 3) is None


def test_the_student_reads_what_is_met_and_what_is_not():
    assert rubric.explained(CARELESS, "#rule Why the root?") == (
        "- ✓ Names the rule. (1 / 1)\n- ✗ Has an example. (0 / 2)\n\nWhy the root?"
    )
    assert rubric.explained(CARELESS, "#signs").splitlines()[-1] == "- ✗ Signs are lost. (-0.5)"


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return courses.read(squares.COURSE.write_source(tmp_path))


def written(course: Course, text: str) -> rubric.Rubric:
    path = rubric.path_of(course, "ps1")
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    found = rubric.read(course, "ps1")
    rubric.check(course, open_release(course, "ps1"), found)
    return found


def test_a_file_is_read_by_cell_or_by_notebook_and_cell(course: Course):
    found = written(course, '[why]\nrule = [1, "Names the rule."]\n["squares/use"]\nx = [0.5, "y"]\n')
    assert found.of("squares", "why") == [Criterion("rule", 1, "Names the rule.")]
    assert found.of("squares", "use") == [Criterion("x", 0.5, "y")]
    assert found.of("other", "use") == ()


def test_without_a_file_there_is_no_criterion(course: Course):
    elsewhere = replace(course, options=replace(course.options, rubric_directory="none"))
    assert rubric.read(elsewhere, "ps1").criteria == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[why\n", "cannot be read: "),
        ("[why]\nrule = 1\n", "not rule = 1."),
        ('[why]\nrule = ["1", "x"]\n', "a line names a criterion by a word"),
        ('[why]\n"two words" = [1, "x"]\n', "not two words = "),
        ('[why]\nnone = [1, "x"]\n', "not none = "),
        ("why = 3\n", "a line names"),
        ('[wy]\nrule = [1, "x"]\n', "there is no answer 'wy' that a person marks, only use, why."),
        ('[test-square]\nrule = [1, "x"]\n', "there is no answer 'test-square'"),
    ],
)
def test_what_is_wrong_is_said(course: Course, text: str, said: str):
    with pytest.raises(CourseError) as error:
        written(course, text)
    assert said in str(error.value)
