import numpy as np
import pytest

from selfcheck.exercise import Case, Exercise, Family
from selfcheck.trial import Sheet


def shares(X, y):
    X, y = np.asarray(X), np.asarray(y)
    return {c: X[y == c].mean(axis=0).tolist() for c in sorted(set(y.tolist()))}


def exercise(answer, cases, right=(), **more):
    return Exercise(
        "task", "task(X, y) -> dict", answer, (Family("by hand", "example", 1, cases),), (), right, **more
    )


X, Y = np.array([[1.0, 0.0], [0.5, 1.0], [0.25, 0.75]]), np.array(["a", "b", "b"])
SHARES = exercise(shares, (Case("three rows", (X, Y)),), lists=("y",))


def corner(task, start):
    return next(case for case in Sheet(task).cases if case.name.startswith(start))


def test_all_of_one_class():
    assert corner(SHARES, "all of one class").arguments[1].tolist() == ["a", "a", "a"]


def test_as_many_rows_as_columns():
    rows, labels = corner(SHARES, "as many rows").arguments
    assert (rows.shape, labels.tolist()) == ((2, 2), ["a", "b"])


def test_labels_that_a_cast_confuses():
    assert corner(SHARES, "labels that are fractions").arguments[1].tolist() == [0.125, 0.25, 0.25]
    assert corner(SHARES, "labels that are 9 and 10").arguments[1].tolist() == [9, 10, 10]
    assert corner(SHARES, "labels that are words").arguments[1].tolist() == ["no", "not", "not"]


def test_tiny_numbers():
    assert corner(SHARES, "tiny").arguments[0].max() < 1e-9


def test_lists_where_the_task_shows_them():
    rows, labels = corner(SHARES, "lists").arguments
    assert (type(rows), labels) == (np.ndarray, ["a", "b", "b"])


@pytest.mark.parametrize(
    "wrong",
    [
        lambda X, y: shares(X, np.asarray(y).astype(str)),
        lambda X, y: shares(np.round(X, 6), y),
        lambda X, y: shares(X.T if X.shape[0] == X.shape[1] else X, y),
        lambda X, y: shares(X, y) if len(set(y)) > 1 else {},
        lambda X, y: {c: X[y == c].mean(axis=0).tolist() for c in sorted(set(y))} if y.shape else {},
    ],
)
def test_each_corner_finds_its_kind(wrong):
    assert not Sheet(SHARES).try_out(wrong)[0].passed


def test_an_input_that_right_answers_do_not_agree_on_is_not_asked():
    def only_two(X, y):
        found = shares(X, y)
        if len(found) < 2:
            raise ValueError("one class")
        return found

    task = exercise(shares, (Case("three rows", (X, Y)),), (only_two,))
    assert not [case for case in Sheet(task).cases if case.name == "all of one class"]


def test_an_input_that_the_task_excludes_is_not_asked():
    task = exercise(shares, (Case("three rows", (X, Y)),), valid=lambda X, y: len(set(y.tolist())) == 2)
    assert not [case for case in Sheet(task).cases if case.name == "all of one class"]


def of_two(answer, one, other, names="a, b"):
    cases = (Case("one", (np.array(one), np.array(other))),)
    return Exercise("task", f"task({names}) -> it", answer, (Family("by hand", "example", 1, cases),), ())


def test_only_zeros_in_either_of_two():
    def cosine(a, b):
        below = np.sqrt((a @ a) * (b @ b))
        return float(a @ b / below) if below else 0.0

    def looks_at_the_first(a, b):
        return float(a @ b / np.sqrt((a @ a) * (b @ b))) if a.any() else 0.0

    task = of_two(cosine, [3.0, 4.0], [4.0, 3.0])
    assert [corner(task, f"only zeros in the {which}").arguments for which in ("first", "second")]
    with np.errstate(invalid="ignore"):
        assert not Sheet(task).try_out(looks_at_the_first)[0].passed


def test_a_number_that_stands_for_infinity():
    def least(dists, k):
        return int(np.argmin(dists))

    def from_a_thousand_on(dists, k):
        best, place = 1000, 0
        for i, d in enumerate(dists):
            if d < best:
                best, place = d, i
        return place

    task = of_two(least, [5.0, 1.0, 3.0], 1, "dists, k")
    assert not Sheet(task).try_out(from_a_thousand_on)[0].passed


def test_what_changes_with_the_unit_is_not_asked_in_huge_numbers():
    task = of_two(lambda a, b: np.exp(-abs(a - b).max()), [1.0, 2.0], [0.5, 3.0])
    assert not [case for case in Sheet(task).cases if case.name == "huge numbers"]


def test_more_examples_than_eight_bits_count():
    def counts(X, y):
        return [int((y == c).sum()) for c in np.unique(y)]

    def in_eight_bits(X, y):
        return [int(np.uint8((y == c).sum() % 256)) for c in np.unique(y)]

    task = of_two(counts, [[1.0], [0.0], [0.5]], ["a", "b", "b"], "X, y")
    assert not Sheet(task).try_out(in_eight_bits)[0].passed
    assert Sheet(task).try_out(counts)[0].passed
