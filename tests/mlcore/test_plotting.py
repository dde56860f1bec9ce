import inspect
import math

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch

from mlcore import plotting
from mlcore.datasets import load_digits, load_knn_table, load_towns, load_wealth_joint
from mlcore.discriminant import boundary_1d
from mlcore.evaluation import confusion_matrix, pr_points, roc_points
from mlcore.plotting import (
    class_conditional_densities,
    class_points,
    confusion_heatmap,
    decision_regions,
    error_against_k,
    joint_bars,
    nb_graph,
    neighbour_circles,
    parameter_images,
    pr_curve,
    roc_curve,
    voronoi_cells,
    voronoi_polygons,
)
from mlcore.plotting.style import HATCHES, LINE_STYLES, MARKERS, class_colours, line_colours, tint

X, Y = load_knn_table()
Y10 = [1, 1, 1, 0, 0, 0, 0, 0, 1, 0]
SCORE10 = [0.9, 0.4, 0.8, 0.35, 0.7, 0.4, 0.1, 0.2, 0.85, 0.05]


def new_axes(*shape):
    figure = Figure()
    FigureCanvasAgg(figure)
    return figure.subplots(*shape)


@pytest.fixture
def ax():
    return new_axes()


def right_half(Q):
    return np.where(Q[:, 0] > 2, "+", "o")


def legend(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def texts(ax):
    return [text.get_text() for text in ax.texts]


def markers(ax):
    """Return the path of the marker of each set of points, as something that can be compared."""
    return [
        tuple(map(tuple, points.get_paths()[0].vertices))
        for points in ax.collections
        if points.get_label()[0] != "_"
    ]


# one call of every function: name → function of an Axes
CALLS = {
    "class_points": lambda ax: class_points(ax, X, Y),
    "decision_regions": lambda ax: decision_regions(ax, right_half, X, Y, resolution=20),
    "voronoi_cells": lambda ax: voronoi_cells(ax, X, Y),
    "class_conditional_densities": lambda ax: class_conditional_densities(
        ax, [165, 178], [36, 49], priors=[0.5, 0.5], boundaries=[171.5], shade_errors=True
    ),
    "roc_curve": lambda ax: roc_curve(ax, roc_points(Y10, SCORE10), label="ten"),
    "pr_curve": lambda ax: pr_curve(ax, pr_points(Y10, SCORE10), label="ten", positive_share=0.4),
    "error_against_k": lambda ax: error_against_k(
        ax, [1, 3, 5], {"test": [0.3, 0.2, 0.4]}, mark="test", log=True
    ),
    "confusion_heatmap": lambda ax: confusion_heatmap(ax, [[3, 1], [1, 5]]),
    "joint_bars": lambda ax: joint_bars(ax, load_wealth_joint()),
    "nb_graph": lambda ax: nb_graph(ax, ["a", "b", "c"], edges=[("a", "c"), ("b", "a")]),
    "neighbour_circles": lambda ax: neighbour_circles(ax, X, Y, [2, 2], [1, 3]),
}
OTHERS = {"parameter_images", "voronoi_polygons"}


# ---- what holds of every picture ----


@pytest.mark.parametrize("name", CALLS)
def test_axes_in_the_same_axes_out_and_the_picture_can_be_drawn(name, ax):
    assert CALLS[name](ax) is ax
    ax.set_title("a title of the caller's")
    ax.figure.canvas.draw()


@pytest.mark.parametrize("name", CALLS)
def test_nothing_global_is_touched(name, ax):
    settings_before = dict(mpl.rcParams)
    CALLS[name](ax)
    ax.figure.canvas.draw()
    assert dict(mpl.rcParams) == settings_before
    assert plt.get_fignums() == []


@pytest.mark.parametrize("name", CALLS)
def test_every_letter_can_be_read_from_the_last_row(name, ax):
    CALLS[name](ax)
    ax.figure.canvas.draw()
    shown = list(ax.texts)
    if ax.axison:
        shown += [ax.xaxis.label, ax.yaxis.label, *ax.get_xticklabels(), *ax.get_yticklabels()]
    for child in ax.child_axes:
        shown += child.get_xticklabels()
    shown += ax.get_legend().get_texts() if ax.get_legend() else []
    assert min(text.get_fontsize() for text in shown) >= 11


@pytest.mark.parametrize("name", CALLS)
def test_what_is_no_axes_is_refused(name):
    with pytest.raises(TypeError, match=r"ax must be a matplotlib Axes, .*; got <Figure"):
        CALLS[name](Figure())


def test_every_public_function_is_tested_here():
    assert set(plotting.__all__) == set(CALLS) | OTHERS


def test_axes_come_first_and_look_is_given_by_name():
    for name in CALLS:
        first, *_ = inspect.signature(getattr(plotting, name)).parameters
        assert first == "ax"


def test_the_callers_arrays_are_left_alone(ax):
    points, marks, table = X.copy(), Y.copy(), np.array([[3.0, 1], [1, 5]])
    for array in (points, marks, table):
        array.setflags(write=False)
    decision_regions(ax, right_half, points, marks, resolution=10)
    voronoi_cells(new_axes(), points, marks)
    neighbour_circles(new_axes(), points, marks, points[0], [1])
    confusion_heatmap(new_axes(), table)
    roc_curve(new_axes(), np.array([[0, 0], [1, 1.0]]))
    assert points.tolist() == X.tolist()
    assert table.tolist() == [[3, 1], [1, 5]]


# ---- colours that survive a black-and-white printer ----


def luminance(colour):
    return float(np.dot(colour, [0.2126, 0.7152, 0.0722]))


@pytest.mark.parametrize("K", range(1, 11))
def test_classes_go_from_dark_to_light_in_grey(K):
    for palette in (
        class_colours(K),
        [tint(colour) for colour in class_colours(K)],
        class_colours(K, lightest=0.7),
    ):
        grey = [luminance(colour) for colour in palette]
        assert grey == sorted(grey)
        assert len(set(grey)) == K


@pytest.mark.parametrize("K", [2, 3])
def test_the_regions_of_few_classes_are_clearly_different_greys(K):
    grey = [luminance(tint(colour)) for colour in class_colours(K)]
    assert np.diff(grey).min() > 0.08


def test_no_line_is_as_pale_as_paper():
    assert max(luminance(colour) for colour in line_colours(6)) < 0.7
    assert len(set(line_colours(6))) == 6


def test_marks_lines_and_hatches_are_all_different():
    for marks in (MARKERS, LINE_STYLES, HATCHES):
        assert len(set(marks)) == len(marks)


def test_ten_classes_are_the_most():
    with pytest.raises(ValueError, match="At most 10 classes can be told apart in a picture; got 11"):
        class_points(new_axes(), np.zeros((11, 2)), np.arange(11))


# ---- decision regions ----


def test_regions_take_the_colour_of_the_predicted_class(ax):
    decision_regions(ax, right_half, X, Y, limits=(0, 4, 0, 4), resolution=4)
    picture = ax.images[0].get_array()
    plus, circle = (tint(colour) for colour in class_colours(2))  # sorted: "+" before "o"
    assert picture.shape == (4, 4, 3)
    for row in picture:
        np.testing.assert_allclose(row, [circle, circle, plus, plus])


def test_rows_of_the_picture_run_upwards(ax):
    decision_regions(ax, lambda Q: np.where(Q[:, 1] > 2, "+", "o"), X, Y, limits=(0, 4, 0, 4), resolution=4)
    plus = tint(class_colours(2)[0])
    np.testing.assert_allclose(ax.images[0].get_array()[3], [plus] * 4)
    assert ax.images[0].origin == "lower"
    assert ax.images[0].get_extent() == [0, 4, 0, 4]


def test_predict_is_asked_once_at_the_middles_of_the_cells(ax):
    asked = []

    def predict(Q):
        asked.append(Q.copy())
        return np.full(len(Q), "o")

    decision_regions(ax, predict, X, Y, limits=(0, 2, 0, 4), resolution=2)
    assert len(asked) == 1
    assert asked[0].tolist() == [[0.5, 1], [1.5, 1], [0.5, 3], [1.5, 3]]


@pytest.mark.parametrize("labels", [(0, 1, 2), ("a", "b", "c"), (-1.0, 0.5, 7.0)])
def test_boundaries_lie_where_the_class_changes(ax, labels):
    def predict(Q):
        return np.array(labels)[np.digitize(Q[:, 0], [1, 3])]

    decision_regions(
        ax, predict, [[0.5, 0], [2, 1], [3.5, 4]], list(labels), limits=(0, 4, 0, 4), resolution=40
    )
    lines = [c for c in ax.collections if type(c).__name__ == "QuadContourSet"]
    where = sorted(
        {round(float(x), 9) for line in lines for path in line.get_paths() for x in path.vertices[:, 0]}
    )
    assert len(lines) == 2
    assert where == [1.0, 3.0]


def test_a_class_between_two_others_gets_no_band_of_its_own(ax):
    """Interpolating codes 0 and 2 would pass through 1 at the border."""
    decision_regions(
        ax, lambda Q: np.where(Q[:, 0] > 2, 2, 0), [[0, 0], [1, 1], [4, 4]], [0, 1, 2], resolution=30
    )
    middle = tint(class_colours(3)[1])
    assert not np.isclose(ax.images[0].get_array(), middle).all(axis=2).any()


def test_one_class_everywhere_needs_no_boundary(ax):
    decision_regions(ax, lambda Q: np.full(len(Q), "o"), X, Y, resolution=5)
    assert [type(c).__name__ for c in ax.collections] == ["PathCollection", "PathCollection"]


def test_examples_lie_on_top_one_marker_per_class(ax):
    decision_regions(ax, right_half, X, Y, class_names=["cross", "ring"], resolution=5)
    assert legend(ax) == ["cross", "ring"]
    points = {c.get_label(): c.get_offsets().tolist() for c in ax.collections if c.get_label() in legend(ax)}
    assert points == {"cross": X[Y == "+"].tolist(), "ring": X[Y == "o"].tolist()}
    assert len(set(markers(ax))) == 2


def test_a_predicted_class_without_examples_has_a_colour_but_no_points(ax):
    decision_regions(
        ax, lambda Q: np.where(Q[:, 0] > 2, "new", "o"), X, Y, class_names={"+": "p", "new": "n", "o": "r"}
    )
    assert legend(ax) == ["p", "r"]


def test_the_view_holds_the_examples_with_a_margin(ax):
    decision_regions(ax, right_half, X, Y, margin=0.5, resolution=5)
    assert ax.get_xlim() == (1 - 1.25, 3.5 + 1.25)
    assert ax.get_ylim() == (0, 4)


def test_examples_in_a_line_or_a_point_still_have_a_view(ax):
    decision_regions(ax, right_half, [[1, 5], [3, 5]], ["o", "+"], resolution=5)
    assert ax.get_ylim() == (4.9, 5.1)
    class_points(new_axes(), [[1, 5]], ["o"])


def test_axes_are_named(ax):
    decision_regions(ax, right_half, X, Y, feature_names=("length", "width"), resolution=5)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("length", "width")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"X": np.zeros((5, 3))}, r"X must have 2 columns to be drawn in the plane; got shape \(5, 3\)"),
        ({"X": X[:4]}, "X and y must have one length; X has 4, y has 5"),
        ({"X": np.array([[np.nan, 1.0]] * 5)}, "X must be finite"),
        ({"X": np.empty((0, 2)), "y": []}, "X must not be empty"),
        ({"predict": lambda Q: ["o"]}, "predict must return 400 labels, one per point; got 1"),
        ({"predict": lambda Q: np.zeros((len(Q), 1))}, "predict's result must have one dimension"),
        ({"predict": lambda Q: np.zeros(len(Q))}, "y holds str, predict returned number"),
        ({"resolution": 1}, "resolution must lie between 2 and 2000; got 1"),
        ({"limits": (0, 1)}, "limits must be x_min < x_max, y_min < y_max"),
        ({"limits": (1, 0, 0, 1)}, "limits must be x_min < x_max, y_min < y_max"),
        ({"margin": -1}, "margin must be at least 0; got -1"),
        ({"feature_names": "ab"}, "feature_names must be two names; got 'ab'"),
        ({"feature_names": ["a"]}, "feature_names must be two names"),
        ({"class_names": ["a"]}, r"class_names must name the classes \['\+', 'o'\]; got \['a'\]"),
        ({"class_names": "ab"}, "class_names must name the classes"),
        ({"class_names": {"o": "ring"}}, r"class_names must name every class; \['\+'\] is missing"),
    ],
)
def test_bad_arguments_of_regions_are_named(ax, change, message):
    good = {"predict": right_half, "X": X, "y": Y, "resolution": 20}
    with pytest.raises(ValueError, match=message):
        decision_regions(ax, **{**good, **change})
    assert not ax.collections
    assert not ax.images


# ---- Voronoi cells ----


def area(cell):
    x, y = cell.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def test_the_perpendicular_bisector_parts_two_points():
    left, right = voronoi_polygons([[0, 0], [2, 1]], (-1, 3, -1, 2))
    assert area(left) == pytest.approx(area(right))
    on_border = [corner for corner in left.tolist() if any(np.allclose(corner, other) for other in right)]
    for corner in np.array(on_border):
        assert math.dist(corner, (0, 0)) == pytest.approx(math.dist(corner, (2, 1)))
    assert len(on_border) == 2


@pytest.mark.parametrize(
    ("points", "areas"),
    [
        ([[0, 0]], [16]),
        ([[-1, 0], [1, 0]], [8, 8]),
        ([[-1, 0], [0, 0], [1, 0]], [6, 4, 6]),
        ([[-1, -1], [0, 0], [1, 1]], [4.5, 7, 4.5]),
        ([[1, 1], [1, 1], [-1, 1]], [8, 0, 8]),
        ([[0, 0], [100, 0]], [16, 0]),
    ],
    ids=["one", "two", "in a row", "on the diagonal", "twins", "cell outside the view"],
)
def test_few_points_points_in_line_and_twins_have_their_cells(points, areas):
    cells = voronoi_polygons(points, (-2, 2, -2, 2))
    assert [area(cell) for cell in cells] == pytest.approx(areas)
    voronoi_cells(new_axes(), points, limits=(-2, 2, -2, 2)).figure.canvas.draw()


coordinates = st.one_of(
    st.integers(0, 3).map(float), st.floats(-5, 5, allow_nan=False).map(lambda v: round(v, 3))
)


@settings(deadline=None, max_examples=50)
@given(st.lists(st.tuples(coordinates, coordinates), min_size=1, max_size=12))
def test_cells_share_out_the_view_and_hold_what_is_nearest(points):
    cells = voronoi_polygons(points, (-6, 6, -6, 6))
    areas = [area(cell) for cell in cells]
    assert min(areas) >= -1e-9
    assert sum(areas) == pytest.approx(144)
    for point, cell in zip(points, cells, strict=True):
        for corner in cell:
            nearest = min(math.dist(corner, other) for other in points)
            assert math.dist(corner, point) <= nearest + 1e-6


def test_the_map_of_the_four_towns(ax):
    towns = load_towns()
    voronoi_cells(ax, towns.X, towns.y, names=towns.y, feature_names=towns.feature_names)
    assert len(ax.patches) == 4
    assert texts(ax) == towns.y.tolist()
    assert ax.get_legend() is None
    assert ax.get_aspect() == 1


def test_cells_take_the_colour_of_the_class(ax):
    voronoi_cells(ax, X, Y)
    faces = [patch.get_facecolor()[:3] for patch in ax.patches]
    colour = dict(zip(["+", "o"], map(tint, class_colours(2)), strict=True))
    np.testing.assert_allclose(faces, [colour[label] for label in Y])
    assert legend(ax) == ["+", "o"]


def test_many_cells_are_quick_enough_to_draw():
    """Only near points cut: the corners stay few, and each cell is found by few cuts."""
    points = np.random.default_rng(0).uniform(size=(400, 2))
    cells = voronoi_polygons(points, (0, 1, 0, 1))
    assert sum(map(area, cells)) == pytest.approx(1)
    assert np.mean([len(cell) for cell in cells]) < 6.1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"X": [[1, 2, 3]]}, "X must have 2 columns"),
        ({"X": X, "y": ["a"]}, "X and y must have one length"),
        ({"X": X, "names": ["a"]}, "X and names must have one length"),
    ],
)
def test_bad_arguments_of_cells_are_named(ax, arguments, message):
    with pytest.raises(ValueError, match=message):
        voronoi_cells(ax, **arguments)


# ---- densities ----


def test_curves_are_normal_densities_with_area_one(ax):
    class_conditional_densities(ax, [73, 165], [6.2**2, 36], class_names=["days", "women"])
    days, women = ax.get_lines()
    assert np.interp(66, *days.get_data()) == pytest.approx(0.0340187055, rel=1e-3)
    for line in (days, women):
        x, density = line.get_data()
        assert np.trapezoid(density, x) == pytest.approx(1, abs=1e-3)
    assert legend(ax) == ["days", "women"]
    assert days.get_linestyle() != women.get_linestyle()


def test_priors_scale_the_curves(ax):
    class_conditional_densities(ax, [0, 0], [1, 1], priors=[0.2, 0.8])
    low, high = (line.get_ydata().max() for line in ax.get_lines())
    assert high / low == pytest.approx(4)
    assert ax.get_ylabel() == "π p(x | c)"


def test_boundaries_in_view_are_drawn_with_their_values(ax):
    boundaries = boundary_1d(165, 36, 0.5, 178, 49, 0.5)
    class_conditional_densities(ax, [165, 178], [36, 49], priors=[0.5, 0.5], boundaries=boundaries)
    dotted = [line for line in ax.get_lines() if line.get_linestyle() == ":"]
    assert [line.get_xdata()[0] for line in dotted] == [boundaries[1]]
    assert [label.get_text() for label in ax.child_axes[0].get_xticklabels()] == ["171.5"]
    assert ax.get_xlim() == (165 - 4 * 6, 178 + 4 * 7)


def test_the_hatched_areas_are_the_shares_taken_for_the_other_class(ax):
    class_conditional_densities(ax, [165, 178], [36, 49], shade_errors=True, class_names=["f", "m"])
    assert legend(ax) == ["f", "f taken for m", "m", "m taken for f"]
    areas = {c.get_label(): area_of(c) for c in ax.collections}
    assert areas["m taken for f"] == pytest.approx(0.1763744799, abs=2e-3)
    assert areas["f taken for m"] == pytest.approx(0.1395112460, abs=2e-3)
    assert len({c.get_hatch() for c in ax.collections}) == 2


def area_of(collection):
    return sum(abs(area(path.vertices)) for path in collection.get_paths())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0, 1], [1]), "means and variances must have one length"),
        (([0, 1], [1, 0]), r"variances must be positive; got \[1\.0, 0\.0\]"),
        (([], []), "means must not be empty"),
    ],
)
def test_bad_arguments_of_densities_are_named(ax, arguments, message):
    with pytest.raises(ValueError, match=message):
        class_conditional_densities(ax, *arguments)


def test_bad_priors_are_named(ax):
    with pytest.raises(ValueError, match="priors must sum to 1"):
        class_conditional_densities(ax, [0, 1], [1, 1], priors=[0.5, 0.6])
    with pytest.raises(ValueError, match="means and priors must have one length"):
        class_conditional_densities(ax, [0, 1], [1, 1], priors=[1.0])


# ---- parameter images ----


def test_images_share_one_scale():
    digits = load_digits()
    means = np.array([digits.X[digits.y == c].mean(axis=0) for c in range(10)])
    axes = new_axes(2, 5)
    out = parameter_images(axes, means, (8, 8), titles=list("0123456789"))
    images = [ax.images[0] for ax in out]
    assert {image.get_clim() for image in images} == {(means.min(), means.max())}
    np.testing.assert_array_equal(images[3].get_array(), means[3].reshape(8, 8))
    assert [ax.get_title() for ax in out] == list("0123456789")
    assert len(axes[0, 0].figure.axes) == 11  # the bar with the values
    assert out == list(axes.ravel())
    assert plt.get_fignums() == []


def test_images_need_not_be_square_and_a_single_axes_will_do():
    (ax,) = parameter_images([new_axes()], np.arange(6)[None], (2, 3), colorbar=False)
    assert ax.images[0].get_array().shape == (2, 3)
    assert len(ax.figure.axes) == 1
    parameter_images(new_axes(), [[1.0, 1.0]], (1, 2))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"shape": (8, 7)}, r"images must have 8 · 7 = 56 columns; got shape \(2, 64\)"),
        ({"images": np.zeros((3, 64))}, "axes must be one per image; got 2 Axes for 3 images"),
        ({"titles": ["one"]}, r"titles must be 2 texts; got \['one'\]"),
        ({"titles": "ab"}, "titles must be 2 texts; got 'ab'"),
        ({"shape": (8,)}, r"shape must be \(h, w\); got \(8,\)"),
    ],
)
def test_bad_arguments_of_images_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        parameter_images(new_axes(1, 2), **{"images": np.zeros((2, 64)), "shape": (8, 8), **arguments})


def test_images_need_axes():
    with pytest.raises(TypeError, match="ax must be a matplotlib Axes"):
        parameter_images([None], np.zeros((1, 4)), (2, 2))


# ---- ROC, precision and recall ----


def test_roc_curve_joins_its_points_above_the_diagonal(ax):
    points = roc_points(Y10, SCORE10)
    roc_curve(ax, points, label="ten")
    diagonal, curve = ax.get_lines()
    assert diagonal.get_xydata().tolist() == [[0, 0], [1, 1]]
    np.testing.assert_array_equal(curve.get_xydata(), points)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("false-positive rate", "true-positive rate")
    assert legend(ax) == ["ten"]


def test_a_second_curve_looks_different_and_brings_no_second_diagonal(ax):
    for name in ("first", "second", "third"):
        roc_curve(ax, [[0, 0], [0.2, 0.7], [1, 1]], label=name)
    _, *curves = ax.get_lines()
    assert len(curves) == 3
    assert len({line.get_linestyle() for line in curves}) == 3
    assert len({line.get_color() for line in curves}) == 3
    assert legend(ax) == ["first", "second", "third"]


def test_a_curve_without_label_needs_no_legend(ax):
    roc_curve(ax, [[0, 0], [1, 1]])
    pr_curve(new_axes(), [[1, 0.5]])
    assert ax.get_legend() is None


def test_pr_curve_is_drawn_in_steps_from_recall_zero(ax):
    points = pr_points(Y10, SCORE10)
    pr_curve(ax, points, positive_share=0.4)
    guessing, curve = ax.get_lines()
    assert set(guessing.get_ydata()) == {0.4}
    assert curve.get_drawstyle() == "steps-pre"
    np.testing.assert_array_equal(curve.get_xydata(), [[0, points[0, 1]], *points.tolist()])


@pytest.mark.parametrize("draw", [roc_curve, pr_curve])
@pytest.mark.parametrize(
    ("points", "message"),
    [
        ([0, 1], r"points must have 2 dimension\(s\)"),
        ([[0, 0, 0]], "points must have 2 columns"),
        ([[0, 1.5]], "points must hold rates between 0 and 1"),
        ([[0, np.nan]], "points must be finite"),
    ],
)
def test_bad_points_are_named(ax, draw, points, message):
    with pytest.raises(ValueError, match=message):
        draw(ax, points)


def test_recall_that_falls_is_refused(ax):
    with pytest.raises(ValueError, match="points must be in the order of rising recall"):
        pr_curve(ax, [[1, 0.5], [0.5, 1]])


def test_seven_curves_are_too_many(ax):
    for _ in range(6):
        roc_curve(ax, [[0, 0], [1, 1]])
    with pytest.raises(ValueError, match="At most 6 curves can be told apart"):
        roc_curve(ax, [[0, 0], [1, 1]])


# ---- error against k ----


def test_errors_are_one_line_per_name_and_the_best_is_ringed(ax):
    error_against_k(ax, [1, 3, 5], {"training": [0, 0.1, 0.2], "test": [0.3, 0.2, 0.2]}, mark="test")
    training, test = ax.get_lines()
    assert training.get_xydata().tolist() == [[1, 0], [3, 0.1], [5, 0.2]]
    assert training.get_marker() != test.get_marker()
    assert legend(ax) == ["training", "test"]
    assert ax.collections[0].get_offsets().tolist() == [[3, 0.2]]
    assert texts(ax) == ["0.2 at 3"]
    assert ax.get_ylim()[0] == 0
    assert ax.get_xscale() == "linear"


def test_a_logarithmic_axis_is_labelled_with_plain_numbers(ax):
    error_against_k(ax, [1, 10, 100], {"test": [0.1, 0.2, 0.3]}, log=True, xlabel="n")
    assert ax.get_xscale() == "log"
    assert [label.get_text() for label in ax.get_xticklabels()] == ["1", "10", "100"]
    assert ax.get_xlabel() == "n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"ks": [1, 1, 2]}, r"ks must ascend; got \[1\.0, 1\.0, 2\.0\]"),
        ({"ks": [0, 1, 2], "log": True}, "ks must ascend and be positive"),
        ({"errors": {}}, "errors must hold 1 to 6 curves; got 0"),
        ({"errors": {"ks": [0.1]}}, r"ks and errors\['ks'\] must have one length"),
        ({"mark": "tset"}, "mark must be one of 'test'; got 'tset'"),
    ],
)
def test_bad_arguments_of_errors_are_named(ax, arguments, message):
    with pytest.raises(ValueError, match=message):
        error_against_k(ax, **{"ks": [1, 2, 3], "errors": {"test": [0.1, 0.2, 0.3]}, **arguments})


# ---- tables, graphs, circles ----


def test_a_confusion_matrix_shows_every_number_where_it_belongs(ax):
    counts = confusion_matrix(["spam", "ham", "spam", "spam"], ["spam", "spam", "ham", "ham"])
    confusion_heatmap(ax, counts, ["ham", "spam"])
    cells = {text.get_position(): text.get_text() for text in ax.texts}
    assert cells == {(0, 0): "0", (1, 0): "2", (0, 1): "1", (1, 1): "1"}  # (true, predicted)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("true class", "predicted class")
    assert [label.get_text() for label in ax.get_yticklabels()] == ["ham", "spam"]


def test_numbers_are_light_on_dark_and_dark_on_light(ax):
    confusion_heatmap(ax, [[10, 1], [0, 6]])
    colours = {text.get_text(): text.get_color() for text in ax.texts}
    assert colours["10"] == "white"
    assert colours["1"] == colours["6"] != "white"


def test_shares_are_written_with_two_digits(ax):
    confusion_heatmap(ax, [[0.9, 0.25], [0.1, 0.75]])
    assert texts(ax) == ["0.90", "0.25", "0.10", "0.75"]


def test_an_empty_confusion_matrix_can_be_drawn(ax):
    confusion_heatmap(ax, [[0, 0], [0, 0]]).figure.canvas.draw()


@pytest.mark.parametrize(
    ("counts", "names", "message"),
    [
        ([[1, 2, 3]], None, r"counts must be a square table without negative numbers; got shape \(1, 3\)"),
        ([[1, -1], [0, 0]], None, "counts must be a square table without negative numbers"),
        ([[1, 0], [0, 1]], ["a"], "class_names must name the classes"),
    ],
)
def test_bad_confusion_matrices_are_named(ax, counts, names, message):
    with pytest.raises(ValueError, match=message):
        confusion_heatmap(ax, counts, names)


def test_a_joint_table_is_one_bar_per_row_first_row_on_top(ax):
    joint = load_wealth_joint()
    joint_bars(ax, joint, variables=("gender", "hours", "wealth"))
    assert [bar.get_width() for bar in ax.patches] == list(joint.values())
    assert texts(ax)[0] == "0.2531"
    assert ax.get_yticklabels()[0].get_text() == "F, <40.5, poor"
    assert ax.yaxis_inverted()
    assert ax.get_ylabel() == "gender, hours, wealth"


def test_variables_must_fit_the_joint_table(ax):
    with pytest.raises(ValueError, match="variables and the keys of joint must have one length"):
        joint_bars(ax, {("a", "b"): 1.0}, variables=("one",))


def test_the_naive_graph_has_one_arrow_per_feature(ax):
    nb_graph(ax, ["outlook", "wind"], class_name="play")
    arrows = [patch for patch in ax.patches if isinstance(patch, FancyArrowPatch)]
    assert len(arrows) == 2
    assert texts(ax) == ["play", "outlook", "wind"]


def test_edges_between_features_are_dashed(ax):
    nb_graph(ax, ["a", "b", "c"], edges=[("a", "b"), ("c", "a")])
    styles = [patch.get_linestyle() for patch in ax.patches]
    assert styles == ["-", "-", "-", "--", "--"]


@pytest.mark.parametrize(
    ("names", "edges", "message"),
    [
        ([], [], "feature_names must be different names, at least one"),
        (["a", "a"], [], "feature_names must be different names"),
        ("ab", [], "feature_names must be different names"),
        (["a", "b"], [("a", "z")], r"edges must join two of the features; got \('a', 'z'\)"),
        (["a", "b"], [("a", "a")], "edges must join two of the features"),
    ],
)
def test_bad_graphs_are_named(ax, names, edges, message):
    with pytest.raises(ValueError, match=message):
        nb_graph(ax, names, edges=edges)


def test_circles_pass_through_the_kth_neighbour(ax):
    neighbour_circles(ax, X, Y, [2.2, 1.5], [1, 3, 5])
    radii = [circle.get_radius() for circle in ax.patches]
    assert radii == pytest.approx([0.583095, 1.392839, 1.920937], abs=1e-6)
    assert texts(ax) == ["k = 1", "k = 3", "k = 5"]
    assert legend(ax) == ["query", "+", "o"]
    assert len({circle.get_linestyle() for circle in ax.patches}) == 3
    assert ax.get_aspect() == 1
    (x_min, x_max), (y_min, y_max) = ax.get_xlim(), ax.get_ylim()
    assert x_min < 2.2 - radii[-1] < 2.2 + radii[-1] < x_max
    assert y_min < 1.5 - radii[-1] < 1.5 + radii[-1] < y_max


@pytest.mark.parametrize("ks", [[0], [6]])
def test_k_must_lie_between_one_and_n(ax, ks):
    with pytest.raises(ValueError, match="k must lie between 1 and 5"):
        neighbour_circles(ax, X, Y, [2, 2], ks)


def test_a_query_is_a_point_of_the_plane(ax):
    with pytest.raises(ValueError, match=r"query must be a point of the plane; got shape \(3,\)"):
        neighbour_circles(ax, X, Y, [1, 2, 3], [1])
