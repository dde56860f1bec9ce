"""What goes wrong besides wrong answers: each trouble is of its kind, in whatever text it strikes."""

import numpy as np
import pytest

from selfcheck.authoring.simulation.trouble import RUNS, TROUBLES

TEXT = '''import math

def helper(x):
    return x

def f(values):
    """Double them."""
    doubled = []
    for value in values:
        doubled.append(2 * helper(value))
    return doubled'''


def spoilt(name, seed=0):
    return TROUBLES[name](TEXT, "f", np.random.default_rng(seed))


def run(text):
    space = {}
    exec(text, space)
    return space["f"]


@pytest.mark.parametrize("seed", range(4))
def test_half_of_an_answer_gives_nothing_of_use(seed):
    assert run(spoilt("half", seed))([1]) in (None, 0)


def test_a_slip_is_a_name_that_does_not_exist():
    with pytest.raises(NameError):
        run(spoilt("slip"))([1])


@pytest.mark.parametrize("seed", range(4))
def test_an_unreadable_cell_is_no_python(seed):
    with pytest.raises(SyntaxError):
        compile(spoilt("unreadable", seed), "cell", "exec")


def test_a_function_that_calls_itself_ends_by_the_depth_of_the_stack():
    with pytest.raises(RecursionError):
        run(spoilt("itself"))([1])


def test_a_function_that_leaves_ends_the_program():
    with pytest.raises(SystemExit):
        run(spoilt("leaves"))([1])


@pytest.mark.parametrize("name", sorted(set(TROUBLES) - {"unreadable"}))
def test_every_trouble_keeps_the_head_and_defines_the_function(name):
    text = spoilt(name)
    assert '"""Double them."""' in text
    if name in RUNS:
        assert callable(run(text))
    else:
        compile(text, "cell", "exec")
