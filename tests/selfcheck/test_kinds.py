import numpy as np
import pytest

from selfcheck.diagnosis import diagnose
from selfcheck.exercise import Case, Exercise, Family
from selfcheck.trial import Sheet


def logs(xs):
    return [float(np.log(x)) for x in xs]


def shares(xs):
    return [x / sum(xs) for x in xs]


def nearest(xs):
    return int(np.argmin(xs))


def exercise(answer):
    cases = tuple(
        Case(str(xs), (xs,))
        for xs in ([3.5, 1.25, 2.0], [6.75, 2.5], [4.25, 4.125], [2.5, 3.0, 0.5], [9.0, 2.0])
    )
    return Exercise("task", "task(xs) -> value", answer, (Family("by hand", "example", 1, cases),), ())


def said(answer, function):
    sheet = Sheet(exercise(answer), "a")
    found = diagnose(sheet, sheet.try_out(function))
    return found.remark if found is not None else ""


@pytest.mark.parametrize(
    ("answer", "function", "sentence"),
    [
        (shares, lambda xs: [int(x / sum(xs)) for x in xs], "without what stands after the point"),
        (nearest, lambda xs: int(np.argmin(np.array(xs, dtype=int))), "inputs cut to whole numbers"),
        (shares, lambda xs: shares(xs)[:1], "Is your `return` inside of the loop?"),
        (shares, lambda xs: shares(xs)[:-1], "How often does your loop run?"),
        (nearest, lambda xs: int(np.argmin(np.float32(xs))), "somebody who calculates with few digits"),
        (logs, lambda xs: [float(np.log2(x)) for x in xs], "Your logarithms have the base 2"),
        (shares, lambda xs: np.repeat(shares(xs)[:1], len(xs)), "as it answers the first"),
        (logs, lambda xs: np.cumsum(logs(xs)), "still holds what those before it left"),
        (nearest, lambda xs: int(np.argmin(-np.array(xs))), "for minus the value in the place of `xs`"),
        (shares, lambda xs: shares(np.square(xs)), "for the square in the place of `xs`"),
    ],
)
def test_a_kind_is_recognised_without_a_list(answer, function, sentence):
    assert sentence in said(answer, function)


def test_what_is_of_no_kind_is_not_given_one():
    assert said(shares, lambda xs: [x / max(xs) + x * x for x in xs]) == ""


def power(base, k=2, weights=()):
    return [w * b**k for b, w in zip(base, weights, strict=True)]


POWER = Exercise(
    "power",
    "power(base, k, weights) -> list",
    power,
    (
        Family(
            "by hand",
            "example",
            1,
            tuple(Case(str(k), ([2.0, 3.0, 1.5], k, [0.5, 0.25 * k, 2.0])) for k in (2, 3, 1)),
        ),
    ),
    (),
)


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (lambda base, k, weights: power(base, 3, weights), "those for `k` = 3, whatever is given"),
        (
            lambda base, k, weights: power(base, k, [sum(weights) / len(weights)] * len(weights)),
            "those for equal entries of `weights`",
        ),
    ],
)
def test_an_argument_that_is_not_looked_at_is_named(function, sentence):
    sheet = Sheet(POWER, "a")
    assert sentence in diagnose(sheet, sheet.try_out(function)).remark


def test_what_is_done_with_the_first_entry_only_is_named():
    total = Exercise(
        "total",
        "total(table) -> float",
        lambda table: sum(table.values()),
        (
            Family(
                "by hand",
                "example",
                1,
                tuple(Case(str(n), ({i: n + i for i in range(n)},)) for n in (2, 3, 1)),
            ),
        ),
        (),
    )
    sheet = Sheet(total, "a")
    found = diagnose(sheet, sheet.try_out(lambda table: next(iter(table.values()))))
    assert "right if only the first of `table` counts" in found.remark


def test_shares_that_are_all_cut_to_zero_say_nothing_of_cutting():
    cases = tuple(Case(str(xs), (xs,)) for xs in ([0.5, 0.25, 0.125], [0.75, 0.5], [0.25, 0.125]))
    task = Exercise("task", "task(xs)", nearest, (Family("by hand", "example", 1, cases),), ())
    sheet = Sheet(task, "a")
    found = diagnose(sheet, sheet.try_out(lambda xs: 0))
    assert found is None or "cut to whole numbers" not in found.remark


def told(answer, cases, function):
    task = Exercise("task", "task(a, b) -> value", answer, (Family("all", "example", 1, cases),), ())
    sheet = Sheet(task, "a")
    return diagnose(sheet, sheet.try_out(function)).remark


def test_two_arguments_that_change_places_are_seen():
    cases = tuple(Case(f"{a} {b}", (a, b)) for a, b in ((1.5, 2.0), (0.5, 4.0), (3.0, 0.25), (2.5, 1.0)))
    said = told(lambda a, b: a / (a + b * b), cases, lambda a, b: b / (b + a * a))
    assert said.startswith("Your answers are right if `a` and `b` change places.")


def test_a_table_that_is_read_by_its_columns_is_seen():
    cases = tuple(Case(f"{number}", (np.arange(4.0).reshape(2, 2) + number,)) for number in range(4))
    exercise = Exercise(
        "task", "task(M) -> value", lambda M: M[0] / M.sum(), (Family("all", "example", 1, cases),), ()
    )
    sheet = Sheet(exercise, "a")
    said = diagnose(sheet, sheet.try_out(lambda M: M[:, 0] / M.sum())).remark
    assert said.startswith("Your answers are right for `M` with rows and columns exchanged.")


def test_rows_of_shares_that_pile_up_are_seen():
    def rows(a):
        return np.asarray(a) / np.sum(a, axis=1, keepdims=True)

    def piled(a):
        sums = np.cumsum(rows(a), axis=0)
        return sums / sums.sum(axis=1, keepdims=True)

    tables = ([[1, 3], [2, 2.5]], [[4, 1], [1, 1], [0.5, 3]], [[2, 3], [1, 6]])
    cases = tuple(Case(f"{number}", (np.array(table, float),)) for number, table in enumerate(tables))
    exercise = Exercise("task", "task(a) -> rows", rows, (Family("all", "example", 1, cases),), ())
    sheet = Sheet(exercise, "a")
    assert "still holds what those before it left" in diagnose(sheet, sheet.try_out(piled)).remark


def test_whole_numbers_that_ran_over_are_seen():
    cases = tuple(Case(f"{n}", (n,)) for n in (3, 20, 45, 70))
    exercise = Exercise("task", "task(n)", lambda n: 3**n, (Family("all", "example", 1, cases),), ())
    sheet = Sheet(exercise, "a")
    said = diagnose(sheet, sheet.try_out(lambda n: int(np.prod([3] * n, dtype=np.int64)))).remark
    assert said.startswith("Your whole numbers are right as long as they are small.")
