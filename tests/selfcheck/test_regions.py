"""The picture of decision regions: drawn on failure only, and never in the way."""

import base64
import zlib
from dataclasses import replace

import numpy as np
import pytest

from selfcheck import regions
from selfcheck.attempt import call
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


def colours(grid):
    """The numbers of the colours in a PNG, from the bottom up, read by the format's description alone."""
    png = base64.b64decode(grid.png)
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    parts, at = {}, 8
    while at < len(png):
        size = int.from_bytes(png[at : at + 4])
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        assert int.from_bytes(png[at + 8 + size : at + 12 + size]) == zlib.crc32(kind + data)
        parts[kind] = data
        at += 12 + size
    width, height = (int.from_bytes(parts[b"IHDR"][i : i + 4]) for i in (0, 4))
    lines = np.frombuffer(zlib.decompress(parts[b"IDAT"]), np.uint8).reshape(height, width + 1)
    assert not lines[:, 0].any()  # no filter
    return lines[::-1, 1:][:: regions.SCALE, :: regions.SCALE]


def test_a_wrong_predictor_is_drawn_beside_the_right_one():
    drawn = check("u.predict", farthest).report.picture
    assert drawn.classes == ("a", "b")
    left, right, low, high = drawn.extent
    x, y = np.linspace(left, right, regions.SIDE), np.linspace(low, high, regions.SIDE)
    points = np.array([[[a, b] for a in x] for b in y])  # (SIDE, SIDE, 2), from the bottom up
    for grid, answer in ((drawn.expected, nearest), (drawn.got, farthest)):
        labels = answer(X, points.reshape(-1, 2)).reshape(regions.SIDE, regions.SIDE)
        np.testing.assert_array_equal(colours(grid), (labels == "b").astype(int))
        assert grid.shares == ((labels == "a").mean(), (labels == "b").mean())


def test_whoever_cannot_see_it_is_told_how_much_each_class_has():
    page = check("u.predict", farthest)._repr_html_()
    assert page.count("Share of each class in the plane: a: 50%, b: 50%") == 2
    assert "first feature from -1 to 5, second, upwards, from -0.5 to 2.5" in page


def test_more_classes_than_colours_and_names_that_are_markup():
    many = regions.picture(EXERCISE, lambda X, Q: np.arange(len(Q)).astype(str))
    assert len(many.classes) == len(regions.COLOURS)
    assert colours(many.got).max() == len(regions.COLOURS)  # the colour of all others

    def marked(X, Q):
        return np.where(nearest(X, Q) == "a", "<b>a", '"')

    page = check("u.predict", marked)._repr_html_()
    assert "<b>a" not in page
    assert "class &lt;b&gt;a</span>" in page
    assert "&lt;b&gt;a: 50%" in page


def test_a_right_one_is_not_and_never_when_it_is_graded():
    assert check("u.predict", nearest).report.picture is None
    assert check("u.predict", farthest, hidden=True).report.picture is None


def test_nobody_waits_for_the_picture_of_a_function_that_ran_out_of_time():
    asked = []

    def endless(X, Q):
        asked.append(len(Q))
        while True:
            pass

    assert check("u.predict", endless).report.picture is None
    assert max(asked) < regions.SIDE


@pytest.mark.parametrize("answer", [lambda X, Q: 1 / 0, lambda X, Q: None, lambda X, Q: "a", lambda X, Q: Q])
def test_what_cannot_be_drawn_gets_no_picture(answer):
    assert regions.picture(EXERCISE, answer) is None


def test_an_exercise_without_regions():
    assert regions.picture(replace(EXERCISE, regions=None), farthest) is None


def test_the_right_half_is_worked_out_once():
    asked = []

    def counted(X, Q):
        asked.append(len(Q))
        return nearest(X, Q)

    exercise = replace(EXERCISE, reference=counted)
    regions.prepare(exercise)
    assert asked == [1, regions.SIDE**2]  # a point to find the window, then the grid
    assert regions.picture(exercise, farthest) == regions.picture(EXERCISE, farthest) is not None
    assert asked == [1, regions.SIDE**2]
    regions.prepare(replace(EXERCISE, regions=None))  # nothing to prepare


def test_the_window_lies_around_the_data_of_the_picture():
    left, right, low, high = regions.window(({"X": X}, "text", [np.zeros((0, 2))]))
    assert (left, right, low, high) == (-1.0, 5.0, -0.5, 2.5)
    assert regions.window(()) == (-3.0, 3.0, -3.0, 3.0)


def test_what_lives_elsewhere_is_asked_for_all_points_at_once_and_one_by_one_where_it_cannot_be():
    asked = []

    class Elsewhere:
        def __init__(self, together):
            self.together = together

        def __call__(self, point):
            asked.append(1)
            return "left" if point[0] < 0 else "right"

        def __each__(self, points):
            asked.append(len(points))
            return [self(point) for point in points] if self.together else None

    points = np.array([[-1.0, 0], [1, 0], [2, 0]])
    for together in (True, False):
        outcome = call(lambda f: regions.each(f, points), Elsewhere(together))
        assert outcome.value == ["left", "right", "right"]
        assert asked == [3, 1, 1, 1]
        asked.clear()
