"""A picture of what a predictor does in the plane: expected regions on the left, the student's on the right.

    picture  an exercise whose answers predict from two features, and a function -> the picture
    each     what an answer that predicts for one point gives for many
    window   the part of the plane in which the data of the picture lie

Drawn only when a check fails in a notebook; a function that fails or is too slow on the grid gets no picture.
The two grids are small PNGs that are written here, for that takes a millisecond and needs no library; titles,
legend and the numbers on the axes are the panel's text.
"""

import base64
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from selfcheck.attempt import call
from selfcheck.exercise import Answer, Exercise

SIDE = 30  # points along one axis
SCALE = 7  # pixels along one side of a point
COLOURS = ("#4c78a8", "#f2a541", "#59a14f", "#b07aa1", "#e15759", "#9c9c9c")
OTHER = "#ffffff"  # of what is none of the first classes


@dataclass(frozen=True)
class Grid:
    """What one function predicts: a PNG in base64, and each class's share of the plane."""

    png: str
    shares: tuple[float, ...]


@dataclass(frozen=True)
class Picture:
    """Both grids, the classes in the order of the colours, and the box that is shown."""

    expected: Grid
    got: Grid
    classes: tuple[str, ...]
    extent: tuple[float, float, float, float]  # left, right, low, high


def picture(exercise: Exercise, function: Answer) -> Picture | None:
    """Return the picture, or nothing if there is nothing to compare."""
    if exercise.regions is None:
        return None
    half = _reference_half(exercise)
    got = _answers(exercise, function, half.points) if half.expected else None
    if half.expected is None or got is None or got == half.expected:
        return None
    classes = tuple(sorted({*half.expected, *got})[: len(COLOURS)])
    return Picture(_grid(half.expected, classes), _grid(got, classes), classes, half.extent)


def each(answer: Answer, points: Any, *rest: object) -> list[Any]:
    """Return what an answer gives for each point by itself; one in another process is asked all at once."""
    together = getattr(type(answer), "each", None)
    found = None if together is None else together(answer, points, rest)
    return [answer(point, *rest) for point in points] if found is None else found


def prepare(exercise: Exercise, half: "Half | None" = None) -> "Half | None":
    """Have ready what every picture of this exercise needs, and give it; it may have been made before."""
    if exercise.regions is None:
        return None
    if half is not None:
        _halves[exercise.reference, exercise.regions] = half
    return _reference_half(exercise)


@dataclass(frozen=True)
class Half:
    """What is the same in all pictures of an exercise."""

    extent: tuple[float, float, float, float]
    points: NDArray[np.float64]  # (SIDE², 2)
    expected: list[str] | None


_halves: dict[tuple[object, object], Half] = {}


def _reference_half(exercise: Exercise) -> Half:
    key = exercise.reference, exercise.regions
    if key not in _halves:
        left, right, low, high = window(_inputs(exercise))
        x, y = np.linspace(left, right, SIDE), np.linspace(low, high, SIDE)
        points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)  # (SIDE², 2)
        expected = _answers(exercise, exercise.reference, points)
        _halves[key] = Half((left, right, low, high), points, expected)
    return _halves[key]


def _answers(exercise: Exercise, answer: Answer, points: NDArray[np.float64]) -> list[str] | None:
    outcome = call(_labels(exercise), answer, (points,), seconds=exercise.seconds)
    found: list[str] | None = outcome.value if outcome.status == "value" else None
    return found


def _grid(labels: list[str], classes: tuple[str, ...]) -> Grid:
    places = [classes.index(label) if label in classes else len(classes) for label in labels]
    shares = tuple(places.count(place) / len(places) for place in range(len(classes)))
    cells = np.array(places, dtype=np.uint8).reshape(SIDE, SIDE)[::-1]  # the first row of a PNG is the top
    return Grid(base64.b64encode(_png(cells.repeat(SCALE, 0).repeat(SCALE, 1))).decode("ascii"), shares)


def _png(pixels: NDArray[np.uint8]) -> bytes:
    """Write numbers of colours as a PNG with a palette.

    >>> _png(np.array([[0, 1]], dtype=np.uint8))[1:4]
    b'PNG'
    """
    height, width = pixels.shape
    palette = bytes.fromhex("".join((*COLOURS, OTHER)).replace("#", ""))
    lines = np.pad(pixels, ((0, 0), (1, 0)))  # each line begins with 0: it is stored as it is
    parts = (
        (
            b"IHDR",
            struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0),
        ),  # 8 bits for a colour of the palette
        (b"PLTE", palette),
        (b"IDAT", zlib.compress(lines.tobytes(), 9)),
        (b"IEND", b""),
    )
    written = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(written)


def _labels(exercise: Exercise) -> Callable[..., list[str] | None]:
    """Ask for labels as text, one for each point; None if the answer gives anything else."""

    def ask(answer: Answer, points: Any) -> list[str] | None:
        assert exercise.regions is not None
        found = np.asarray(exercise.regions(answer)(points))
        return [str(label) for label in found.tolist()] if found.shape == (len(points),) else None

    return ask


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
