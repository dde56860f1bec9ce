"""What all demonstrations share: their parts, a claim that can be refused, a slide to draw on.

A demonstration computes a result (plain data), confirms the claim about it by a second, independent route,
says the conclusion in sentences with numbers, and draws. The same seed gives the same sentences on every run.
"""

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import ArrayLike
from tqdm import tqdm

Item = TypeVar("Item")
TITLE_SIZE, AXIS_SIZE, TEXT_SIZE = 20, 17, 14


class Refused(AssertionError):
    """A claim that the computation does not bear out."""


@dataclass(frozen=True)
class Demo:
    """One demonstration: what it asks, and the functions that answer."""

    name: str
    question: str
    compute: Callable[[], Any]
    confirm: Callable[[Any], None]
    conclude: Callable[[Any], list[str]]
    figures: Mapping[str, Callable[[Any], "Slide"]]


def run(demo: Demo, folder: Path = Path("figures"), kind: str = "png") -> None:
    """Compute, confirm, draw and report one demonstration; the pictures go into the folder.

    `kind` is "png", or "svg" for pictures that stay sharp at any size.
    """
    print(demo.question)
    result = demo.compute()
    demo.confirm(result)
    for sentence in demo.conclude(result):
        print(f"  {sentence}")
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw in demo.figures.items():
        path = folder / f"{name}.{kind}"
        save(draw(result), path)
        print(f"  picture: {path}")


def save(figure: Figure, path: Path) -> None:
    """Save a picture as its suffix says: the same bytes on every run, so without a date and ids by chance."""
    if path.suffix == ".svg":
        with rc_context({"svg.hashsalt": path.stem}):
            figure.savefig(path, metadata={"Date": None})
    else:
        figure.savefig(path, dpi=100)


def claim(holds: bool | np.bool_, sentence: str) -> None:
    """Raise `Refused` with the sentence unless the claim holds."""
    if not holds:
        raise Refused(sentence)


def agree(
    found: ArrayLike, expected: ArrayLike, sentence: str, rtol: float = 1e-9, atol: float = 1e-12
) -> None:
    """Raise `Refused` unless two routes lead to the same numbers, up to rounding or a stated tolerance."""
    found, expected = np.asarray(found, dtype=float), np.asarray(expected, dtype=float)
    if found.shape != expected.shape:
        raise Refused(f"{sentence} The shapes differ: {found.shape} and {expected.shape}.")
    if not np.allclose(found, expected, rtol=rtol, atol=atol):
        raise Refused(f"{sentence} They differ by up to {np.max(np.abs(found - expected)):.3g}.")


def progress(items: Iterable[Item], what: str) -> Iterable[Item]:
    """Go through the items; on a terminal, show a bar if that takes longer than a second."""
    bar: Iterable[Item] = tqdm(items, desc=what, delay=1, leave=False, disable=not sys.stderr.isatty())
    return bar


class Slide(Figure):
    """A figure of a slide's shape that a notebook shows by itself, without pyplot's global state."""

    def _repr_png_(self) -> bytes:
        image = BytesIO()
        self.savefig(image, format="png", dpi=80)
        return image.getvalue()


def slide(rows: int = 1, columns: int = 1, title: str = "", **options: Any) -> tuple[Slide, list[Axes]]:
    """Return a slide and its axes, row by row, with lettering for the back row of the room."""
    figure = Slide(figsize=(12.8, 7.2), layout="constrained")
    axes = list(figure.subplots(rows, columns, squeeze=False, **options).flat)
    for ax in axes:
        ax.tick_params(labelsize=TEXT_SIZE)
        ax.spines[["top", "right"]].set_visible(False)
    if title:
        figure.suptitle(title, fontsize=TITLE_SIZE)
    return figure, axes


def name_axes(ax: Axes, x: str, y: str, title: str = "") -> None:
    """Name both axes, and the panel if it has a title."""
    ax.set_xlabel(x, fontsize=AXIS_SIZE)
    ax.set_ylabel(y, fontsize=AXIS_SIZE)
    if title:
        ax.set_title(title, fontsize=AXIS_SIZE)
