"""The picture of decision regions: drawn on failure only, and never in the way."""

import base64
import sys
from dataclasses import replace

import numpy as np
import pytest

from selfcheck import regions
from selfcheck.check import Checker
from selfcheck.exercise import Case, Exercise, Family, Unit

X = np.array([[0.0, 0.0], [4.0, 2.0]])


def nearest(X, Q):
    return np.array(["a", "b"])[((Q[:, None] - X) ** 2).sum(axis=2).argmin(axis=1)]


def farthest(X, Q):
    return np.array(["a", "b"])[((Q[:, None] - X) ** 2).sum(axis=2).argmax(axis=1)]


EXERCISE = Exercise(
    "predict",
    "predict(X, Q) -> labels",
    nearest,
    (Family("by hand", "example", 1, (Case("one point", (X, np.array([[1.0, 0.0]]))),)),),
    (),
    regions=lambda answer: lambda points: answer(X, points),
)
check = Checker([Unit("u", "00_u", (EXERCISE,))])


def test_a_wrong_predictor_is_drawn_beside_the_right_one():
    report = check("u.predict", farthest).report
    assert base64.b64decode(report.picture).startswith(b"\x89PNG")
    assert 'alt="Where each class is predicted' in check("u.predict", farthest)._repr_html_()


def test_a_right_one_is_not_and_never_when_it_is_graded():
    assert check("u.predict", nearest).report.picture == ""
    assert check("u.predict", farthest, hidden=True).report.picture == ""


def test_nobody_waits_for_the_picture_of_a_function_that_ran_out_of_time():
    asked = []

    def endless(X, Q):
        asked.append(len(Q))
        while True:
            pass

    assert check("u.predict", endless).report.picture == ""
    assert max(asked) < regions.SIDE


@pytest.mark.parametrize("answer", [lambda X, Q: 1 / 0, lambda X, Q: None, lambda X, Q: "a", lambda X, Q: Q])
def test_what_cannot_be_drawn_gets_no_picture(answer):
    assert regions.picture(EXERCISE, answer) == ""


def test_an_exercise_without_regions():
    assert regions.picture(replace(EXERCISE, regions=None), farthest) == ""


def test_without_matplotlib_the_panel_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert check("u.predict", farthest).report.picture == ""
    assert "pip install matplotlib" in check("u.predict", farthest)._repr_html_()
    assert "pip install" not in check("u.predict", nearest)._repr_html_()


def test_the_right_half_is_worked_out_once():
    asked = []

    def counted(X, Q):
        asked.append(len(Q))
        return nearest(X, Q)

    exercise = replace(EXERCISE, reference=counted)
    regions.prepare(exercise)
    assert asked == [1, regions.SIDE**2]  # a point to find the window, then the grid
    assert regions.picture(exercise, farthest) == regions.picture(EXERCISE, farthest) != ""
    assert asked == [1, regions.SIDE**2]
    regions.prepare(replace(EXERCISE, regions=None))  # nothing to prepare


def test_the_window_lies_around_the_data_of_the_picture():
    left, right, low, high = regions.window(({"X": X}, "text", [np.zeros((0, 2))]))
    assert (left, right, low, high) == (-1.0, 5.0, -0.5, 2.5)
    assert regions.window(()) == (-3.0, 3.0, -3.0, 3.0)
