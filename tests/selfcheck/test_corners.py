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
