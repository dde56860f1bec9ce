"""One answer in many hands: the texts differ, what they do does not."""

import ast
from dataclasses import replace

import numpy as np
import pytest

from selfcheck.authoring.simulation.handwriting import Hand, head_of, write
from selfcheck.authoring.simulation.standalone import Notebook, standalone

STUB = '''def best(xs, default=None):
    """Return the largest.

    best([1, 2]) is 2
    """
    # YOUR CODE HERE
    raise NotImplementedError()'''


def largest(values, default=None):
    if len(values) == 0:
        raise ValueError("no values")
    total = [value for value in values if value is not None]
    result = total[0]
    for value in total:
        if value > result:
            result = value
    return result if result else default


def program():
    return standalone(largest, "best", Notebook({}, frozenset(["best"]), __name__))


def run(text):
    space = {}
    exec(text, space)
    return space["best"]


def test_the_stub_stays_and_the_arguments_are_its_own():
    text = write(program(), STUB, "best", Hand())
    assert text.startswith('def best(xs, default=None):\n    """Return the largest.\n')
    assert "YOUR CODE" not in text
    assert "values" not in ast.unparse(ast.parse(text).body[0]).replace("no values", "")
    assert run(text)([3, 5, 4]) == 5


@pytest.mark.parametrize("seed", range(40))
def test_no_hand_changes_what_an_answer_does(seed):
    function = run(write(program(), STUB, "best", Hand.drawn(np.random.default_rng(seed))))
    assert function([2, 9, None, 4]) == 9
    assert function([0]) is None
    with pytest.raises(ValueError):  # noqa: PT011 - each hand says it in other words
        function([])


def test_hands_differ_and_each_is_always_the_same():
    hands = [Hand.drawn(np.random.default_rng(seed)) for seed in range(30)]
    texts = [write(program(), STUB, "best", hand) for hand in hands]
    assert len(set(texts)) > 20
    assert texts == [write(program(), STUB, "best", hand) for hand in hands]


def test_what_each_habit_does():
    plain = Hand()
    assert "summe = [" in write(program(), STUB, "best", replace(plain, names="german"))
    assert "# " in write(program(), STUB, "best", replace(plain, comments=1.0))
    assert "Return the largest" not in write(program(), STUB, "best", replace(plain, docstring=False))
    assert "result=total[0]" in write(program(), STUB, "best", replace(plain, tight=True))
    assert "# print(" in write(program(), STUB, "best", replace(plain, prints=True, salt=3))


def test_another_default_than_the_stub_s_keeps_its_own_head():
    def with_default(values, default=0):
        return default

    made = standalone(with_default, "best", Notebook({}, frozenset(["best"]), __name__))
    assert write(made, STUB, "best", Hand()).startswith("def best(values, default=0):")


def test_a_stub_without_the_function_is_refused():
    with pytest.raises(ValueError, match="best: its cell has no function"):
        head_of("x = 1", "best")
