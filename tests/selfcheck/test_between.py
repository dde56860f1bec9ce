import numpy as np

from selfcheck import between
from selfcheck.exercise import Case, Exercise, Family
from selfcheck.trial import Sheet


def warmest(temperatures):
    return int(np.argmax(temperatures))


def exercise(answer, *cases):
    return Exercise("task", "task(x)", answer, (Family("by hand", "example", 1, cases),), ())


WARMEST = exercise(warmest, Case("three days", (np.array([20.5, 10.0, 17.25]),)))


def test_two_inputs_lie_on_both_sides_of_a_jump():
    before, after = (case.arguments[0] for case in Sheet(WARMEST).cases if case.name.startswith(between.NAME))
    assert warmest(before) != warmest(after)
    np.testing.assert_allclose(before, after, rtol=1e-7)


def test_who_rounds_gives_the_same_answer_on_both_sides():
    assert not Sheet(WARMEST).try_out(lambda xs: warmest(np.round(xs, 3)))[0].passed
    assert not Sheet(WARMEST).try_out(lambda xs: warmest(np.float32(xs)))[0].passed
    assert Sheet(WARMEST).try_out(lambda xs: list(xs).index(max(xs)))[0].passed


def test_where_nothing_jumps_the_numbers_have_many_digits():
    mean = exercise(lambda xs: sum(xs) / len(xs), Case("two", ([1.0, 3.5],)), Case("others", ([2.0, 4.0],)))
    (case,) = [case for case in Sheet(mean).cases if case.name == between.CROOKED]
    assert not Sheet(mean).try_out(lambda xs: float(np.mean(np.float32(xs))))[0].passed
    assert case.arguments[0] != [1.0, 3.5]


def test_whole_numbers_are_left_alone():
    total = exercise(sum, Case("two", ([1, 3],)), Case("others", ([2, 4],)))
    assert not [case for case in Sheet(total).cases if "digits" in case.name or "before" in case.name]


def test_a_list_of_arrays_stays_one():
    """A right answer may index them as arrays: `table[:, value]`."""
    tables = exercise(
        lambda tables, value: sum(float(table[0, value]) for table in tables),
        Case("two", ([np.array([[0.25, 0.75]]), np.array([[0.5, 0.5]])], 1)),
        Case("others", ([np.array([[0.5, 0.5]]), np.array([[0.125, 0.875]])], 1)),
    )
    made = [case for case in Sheet(tables).cases if case.name not in ("two", "others")]
    assert [case.name for case in made if between.CROOKED in case.name or between.NAME in case.name]
    for case in made:
        if len(case.arguments) == 2 and isinstance(case.arguments[0], list):
            assert all(isinstance(table, np.ndarray) for table in case.arguments[0]), case.name
