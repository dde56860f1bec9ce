"""A picture of what a predictor does in the plane: expected regions on the left, the student's on the right.

    picture  an exercise whose answers predict from two features, and a function -> a PNG in base64
    window   the part of the plane in which the data of the picture lie

Drawn only when a check fails in a notebook; a function that fails or is too slow on the grid gets no picture,
nor does anybody without matplotlib: then the panel says what to install.
"""

import base64
import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from selfcheck.attempt import call
from selfcheck.exercise import Answer, Exercise

SIDE = 30  # points along one axis
COLOURS = ("#4c78a8", "#f2a541", "#59a14f", "#b07aa1", "#e15759", "#9c9c9c")


def picture(exercise: Exercise, function: Answer) -> str:
    """Return a PNG in base64, or nothing if there is nothing to compare."""
    if exercise.regions is None or find_spec("matplotlib") is None:
        return ""
    half = _reference_half(exercise)
    got = _answers(exercise, function, half.points) if half.expected else None
    if got is None or got == half.expected:
        return ""
    return _compared(half, got)


def prepare(exercise: Exercise) -> None:
    """Have ready what every picture of this exercise needs, matplotlib included: the first one draws."""
    if exercise.regions is not None and find_spec("matplotlib") is not None:
        half = _reference_half(exercise)
        if half.expected and not _drawn:
            _drawn.append(_compared(half, half.expected))


@dataclass(frozen=True)
class _Half:
    """What is the same in all pictures of an exercise."""

    extent: tuple[float, float, float, float]
    points: NDArray[np.float64]  # (SIDE², 2)
    expected: list[str] | None


_halves: dict[tuple[object, object], _Half] = {}
_drawn: list[str] = []


def _reference_half(exercise: Exercise) -> _Half:
    key = exercise.reference, exercise.regions
    if key not in _halves:
        left, right, low, high = window(_inputs(exercise))
        x, y = np.linspace(left, right, SIDE), np.linspace(low, high, SIDE)
        points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)  # (SIDE², 2)
        expected = _answers(exercise, exercise.reference, points)
        _halves[key] = _Half((left, right, low, high), points, expected)
    return _halves[key]


def _answers(exercise: Exercise, answer: Answer, points: NDArray[np.float64]) -> list[str] | None:
    outcome = call(_labels(exercise), answer, (points,), seconds=exercise.seconds)
    found: list[str] | None = outcome.value if outcome.status == "value" else None
    return found


def _compared(half: _Half, got: list[str]) -> str:
    both = (half.expected or [], got)
    names = sorted(set().union(*both))[: len(COLOURS)]
    grids = [np.reshape([_place(names, label) for label in labels], (SIDE, SIDE)) for labels in both]
    return _draw(grids, names, half.extent)


def _labels(exercise: Exercise) -> Callable[..., list[str] | None]:
    """Ask for labels as text, one for each point; None if the answer gives anything else."""

    def ask(answer: Answer, points: Any) -> list[str] | None:
        assert exercise.regions is not None
        found = np.asarray(exercise.regions(answer)(points))
        return [str(label) for label in found.tolist()] if found.shape == (len(points),) else None

    return ask


def _place(names: list[str], label: str) -> int:
    return names.index(label) if label in names else len(names)


def _inputs(exercise: Exercise) -> list[Any]:
    """Return what the reference is given for the picture, without the point that is asked for."""
    seen: list[Any] = []

    def spy(*arguments: Any, **keywords: Any) -> Any:
        seen.extend(value for value in (*arguments, *keywords.values()) if np.size(value) != 2)
        return exercise.reference(*arguments, **keywords)

    call(_labels(exercise), spy, (np.array([[0.5, 0.25]]),), seconds=exercise.seconds)
    return seen


def window(inputs: object) -> tuple[float, float, float, float]:
    """Return a box around every array of points in the plane that the inputs hold, with a margin."""
    found = [points for points in _points(inputs, 0) if len(points) and np.isfinite(points).all()]
    if not found:
        return -3.0, 3.0, -3.0, 3.0
    together = np.concatenate(found)
    low, high = together.min(axis=0), together.max(axis=0)
    margin = 0.25 * np.maximum(high - low, 1.0)
    (left, bottom), (right, top) = low - margin, high + margin
    return float(left), float(right), float(bottom), float(top)


def _points(value: object, depth: int) -> Iterator[Any]:
    if (
        isinstance(value, np.ndarray)
        and value.ndim == 2
        and value.shape[1] == 2
        and value.dtype.kind in "iuf"
    ):
        yield value.astype(float)
    elif depth < 4 and isinstance(value, (list, tuple)):
        for inner in value:
            yield from _points(inner, depth + 1)
    elif depth < 4 and isinstance(value, Mapping):
        for inner in value.values():
            yield from _points(inner, depth + 1)


def _draw(grids: list[Any], names: list[str], extent: tuple[float, float, float, float]) -> str:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.colors import ListedColormap
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch

    figure = Figure(figsize=(6.4, 2.9), dpi=80, layout="constrained")
    FigureCanvasAgg(figure)
    colours = ListedColormap(list(COLOURS[: max(len(names), 2)]))
    for axes, title, grid in zip(figure.subplots(1, 2), ("expected", "yours"), grids, strict=True):
        axes.imshow(
            grid, origin="lower", extent=extent, aspect="auto", cmap=colours, vmin=-0.5, vmax=colours.N - 0.5
        )
        axes.set_title(title, fontsize=10)
        axes.tick_params(labelsize=7)
    handles = [Patch(color=COLOURS[place], label=name) for place, name in enumerate(names)]
    figure.legend(handles=handles, loc="outside right center", fontsize=8, frameon=False)
    out = io.BytesIO()
    figure.savefig(out, format="png", metadata={"Software": None})
    return base64.b64encode(out.getvalue()).decode("ascii")
