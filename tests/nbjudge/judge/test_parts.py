"""A result that holds an object beside a value: only the object may be one."""

from collections.abc import Callable

import pytest

from nbjudge.judge import parts
from nbjudge.tasks import CellResult

Grade = Callable[..., list[CellResult]]

MODEL = "class Model:\n    def predict(self, x): return 1\n"
YES = """
class Yes:
    def __eq__(self, other): return True
    def __lt__(self, other): return True
    def __gt__(self, other): return True
    def __sub__(self, other): return 0.0
    def __abs__(self): return 0.0
    def __float__(self): return 0.9
    def predict(self, x): return 1
    __le__ = __ge__ = __lt__
    __hash__ = None
"""
BOTH = MODEL + "def learn(x):\n    return Model(), 0.9"
TESTS = [
    "m, s = learn(3)\nassert m.predict(1) == 1\nassert s == 0.9",
    "m, s = learn(3)\nassert m.predict(1) == 1\nassert abs(s - 0.9) < 1e-9",
    "import math\nm, s = learn(3)\nassert m.predict(1) == 1\nassert math.isclose(s, 0.9)",
    "r = learn(3)\nassert r[0].predict(1) == 1 and 0.8 < r[1] < 1",
]


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("returned", ["Yes(), Yes()", "Yes(), [Yes()]", "[Yes(), Yes()]"])
def test_no_object_passes_for_the_number_beside_it(grade: Grade, test: str, returned: str) -> None:
    answer = YES + f"def learn(x):\n    return {returned}"
    assert grade(BOTH, test, answer=answer)[0].score == 0.0


@pytest.mark.parametrize("test", TESTS)
def test_a_number_of_a_class_of_its_own_counts_as_a_number(grade: Grade, test: str) -> None:
    answer = "class Score(float): pass\n" + BOTH.replace("0.9", "Score(0.9)")
    assert grade(BOTH, test, answer=answer)[0].score == 2.0
    lies = answer.replace(
        "(float): pass", "(float):\n    def __eq__(self, other): return True\n    __hash__ = None"
    )
    assert grade(BOTH, test, answer=lies.replace("0.9", "0.1"))[0].score == 0.0


def test_so_it_is_in_a_dictionary(grade: Grade) -> None:
    solution = MODEL + "def learn(x):\n    return {'model': Model(), 'score': 0.9}"
    test = "r = learn(3)\nassert r['model'].predict(1) == 1\nassert r['score'] == 0.9"
    assert grade(solution, test)[0].score == 2.0
    answer = YES + "def learn(x):\n    return {'model': Yes(), 'score': Yes()}"
    assert grade(solution, test, answer=answer)[0].score == 0.0


def test_a_part_that_is_either_may_be_either(grade: Grade) -> None:
    solution = MODEL + "def learn(x):\n    return (Model(), 1) if x else (1, Model())"
    test = "assert learn(1)[0].predict(1) == learn(0)[1].predict(1) == 1"
    assert grade(solution, test)[0].score == 2.0


def test_nothing_is_no_value(grade: Grade) -> None:
    """What has no parent in the one case may have one in another."""
    solution = MODEL + "def find(x):\n    return (Model(), Model(), 5) if x else (Model(), None, 5)"
    test = "a, b, n = find(%s)\nassert a.predict(1) == 1 and n == 5 and (b is None or b.predict(1))"
    assert grade(solution, test % 0, answer=solution.replace("if x", "if not x"))[0].score == 2.0


def test_where_all_parts_are_alike_nothing_is_noted() -> None:
    assert (
        list(parts.kinds_of((1, 2))) == list(parts.kinds_of({"a": 1})) == list(parts.kinds_of([1, 2])) == []
    )


@pytest.mark.parametrize(
    "tree",
    [
        None,
        1,
        [],
        ["t"],
        ["t", {"d": 0}],
        ["d", [], [1]],
        ["t", [["h"], "h", ["h", 1]]],
        ["d", {"q": 0}, [["h", 1]]],
    ],
)
def test_odd_answers_are_left_to_the_decoder(tree: object) -> None:
    assert parts.fitted(tree, lambda part: part == "value 7") == tree


def test_a_text_that_looks_like_a_tag_stays() -> None:
    tree = ["t", [["h", 0, {}], ["l", ["h", 1, 2]]]]
    assert parts.fitted(tree, lambda part: part == "value 1") == tree
