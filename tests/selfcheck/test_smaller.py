import time

import numpy as np
import pytest

from selfcheck.exercise import Case, Exercise, Family
from selfcheck.smaller import SECONDS, _leaves_out, _sizes, smaller
from selfcheck.trial import Sheet

X = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [-7.0, 8.0, 9.5], [1.0, 1.0, 1.0]])
WEIGHTS = np.array([0.25, 0.25, 0.5])


def means(X, weights):
    return (np.asarray(X) * np.asarray(weights)).sum(axis=1)


def by_rows(X, weights):
    return [sum(x * w for x, w in zip(row, weights, strict=True)) for row in X]


def one_after_another(answer, rows, weights):
    return [float(answer([row], weights)[0]) for row in rows]


def exercise(*cases):
    return Exercise(
        "means", "means(X, weights)", means, (Family("a table", "example", 1, cases),), (), right=(by_rows,)
    )


FOUR_ROWS = exercise(Case("four rows", (X, WEIGHTS)))


def made_smaller(task, answer, mistake=None):
    sheet = Sheet(task)
    trial = next(trial for trial in sheet.try_out(answer)[0].trials if not trial.passed)
    found = smaller(sheet, answer, trial, mistake)
    return found.trial if found is not None else None


def without_negatives(X, weights):
    return means(np.abs(X), weights)


def test_only_what_fails_is_left():
    small = made_smaller(FOUR_ROWS, without_negatives)
    rows, weights = small.case.arguments
    assert (rows.tolist(), weights.tolist()) == ([[-7.0]], [1.0])
    assert (small.expected.value.tolist(), small.got.value.tolist()) == ([-7.0], [7.0])


def test_a_neighbour_on_which_the_function_is_right_is_kept():
    sheet = Sheet(FOUR_ROWS)
    trial = sheet.try_out(without_negatives)[0].trials[0]
    found = smaller(sheet, without_negatives, trial)
    rows, _ = found.right.case.arguments
    assert (rows >= 0).all()
    assert found.right.passed
    assert found.right.got.value.tolist() == found.right.expected.value.tolist()


def test_what_sums_to_one_does_so_still():
    def not_weighted(X, weights):
        return np.mean(X, axis=1)

    _, weights = made_smaller(FOUR_ROWS, not_weighted).case.arguments
    assert len(weights) > 1
    assert weights.sum() == 1


def test_a_property_over_many_rows_becomes_one_call():
    task = exercise(
        Case("all rows", (X.tolist(), WEIGHTS), ask=one_after_another, shown="all rows, one by one")
    )

    def fails_at_eight(X, weights):
        return means(X, weights) + (np.max(X) > 8)

    small = made_smaller(exercise(Case("four rows", (X[::-1], WEIGHTS))), fails_at_eight)
    assert np.max(small.case.arguments[0]) > 8
    assert made_smaller(task, fails_at_eight) is None  # a row alone is no table: right answers break off


def test_the_smaller_case_still_shows_the_mistake():
    def first_column(X, weights):
        return np.asarray(X)[:, 0] * 1.0

    rows, _ = made_smaller(FOUR_ROWS, first_column, first_column).case.arguments
    assert rows.shape[1] > 1


def test_an_input_on_which_right_answers_differ_is_not_shown():
    def strict(X, weights):
        if len(X) < 3:
            raise ValueError("too few rows")
        return means(X, weights)

    task = Exercise(
        "means",
        "means(X, weights)",
        means,
        (Family("a table", "example", 1, (Case("four rows", (X, WEIGHTS)),)),),
        (),
        right=(strict,),
    )
    assert len(made_smaller(task, without_negatives).case.arguments[0]) == 3


def test_it_takes_no_longer_than_said():
    big = exercise(Case("many rows", (np.tile(X, (500, 30)), np.tile(WEIGHTS, 30) / 30)))
    sheet = Sheet(big)
    trial = next(trial for trial in sheet.try_out(without_negatives)[0].trials if not trial.passed)
    start = time.process_time()
    smaller(sheet, without_negatives, trial)
    assert time.process_time() - start < 2 * SECONDS + 0.1


@pytest.mark.parametrize("value", [["Hot", "Ice"], {"name": "Hot"}, [("Hot", "Ice")], "a b"])
def test_no_letters_are_left_out_of_labels_and_sentences(value):
    assert 3 not in set(_sizes(value))
    assert _leaves_out(3, (2,))(value) == value


def test_letters_are_left_out_of_a_word():
    assert list(_sizes("Hot")) == [3]
    assert _leaves_out(3, (2,))("Hot") == "Ho"


def test_the_smaller_case_breaks_off_for_the_same_reason():
    """Else the question, which is about the first case, would not fit to the words of the error beside it."""

    def breaks(X, weights):
        if len(X) > 2:
            raise ValueError("too many rows: 3")
        raise ValueError("another reason")

    assert len(made_smaller(FOUR_ROWS, breaks).case.arguments[0]) == 3
