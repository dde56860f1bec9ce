"""Where a metric becomes a matrix product: examples and queries as the vectors whose products are scores.

    score(x, q) = |x|² − 2 x·q      Euclidean: the squared distance, up to |q|²
    score(x, q) = −2 x·q            angles, x and q of length 1: twice the cosine distance, up to a constant

Dense Euclidean images are centred, which changes no distance and keeps the numbers, and with them the
rounding errors, small; features with weights w_j are stretched by √w_j. CSR data stay sparse: not centred.
"""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import DTypeLike, NDArray
from scipy.sparse import issparse

from mlcore._checks import FloatArray, Table
from mlcore.neighbors.canonical import Canonical, rows

Floats = NDArray[np.floating[Any]]


class Image(Protocol):
    """What the matrix search asks of a map."""

    @property
    def precisions(self) -> tuple[DTypeLike, ...]:
        """The precisions worth trying, cheapest first."""

    def queries(self, Q: Table, dtype: DTypeLike) -> tuple[Any, FloatArray]:
        """Return the images of the queries, ready for the product, and their lengths |q|."""

    def examples(self, X: Table, dtype: DTypeLike) -> tuple[Any, FloatArray]:
        """Return the images of examples, ready for the product, and their lengths |x|."""

    def score(self, queries: Table, examples: Table, out: Floats) -> None:
        """Write the scores of all pairs, (m, n)."""


@dataclass(frozen=True)
class DenseImage:
    """Images of dense rows: one more column makes the score a single product, (−2q, 1) · (x, |x|²)."""

    shift: FloatArray
    stretch: FloatArray | None = None
    angle: str | None = None
    precisions: tuple[DTypeLike, ...] = (np.float32, np.float64)

    def queries(self, Q: FloatArray, dtype: DTypeLike) -> tuple[Floats, FloatArray]:
        """Return the rows (−2q, 1) and the lengths |q|."""
        images, squares = self._images(Q, dtype)
        images[:, :-1] *= -2
        images[:, -1] = 1
        return images, np.sqrt(squares.astype(np.float64))

    def examples(self, X: Table, dtype: DTypeLike) -> tuple[Floats, FloatArray]:
        """Return the rows (x, |x|²), or (x, 0) for angles, and the lengths |x|."""
        images, squares = self._images(X, dtype)
        images[:, -1] = 0 if self.angle else squares
        return images, np.sqrt(squares.astype(np.float64))

    def score(self, queries: Floats, examples: Floats, out: Floats) -> None:
        """Write the scores of all pairs, (m, n)."""
        np.matmul(queries, examples.T, out=out)

    def _images(self, X: Table, dtype: DTypeLike) -> tuple[Floats, Floats]:
        """Return the images with a last column that is still empty, and their squared lengths."""
        augmented = np.empty((X.shape[0], X.shape[1] + 1), dtype=dtype)
        images = augmented[:, :-1]
        if self.angle:
            images[:] = _unit_rows(rows(X), self.angle)
        else:
            np.subtract(X, self.shift, out=images, casting="same_kind")
            if self.stretch is not None:
                images *= self.stretch.astype(dtype)
        squares: Floats = np.einsum("ij,ij->i", images, images)
        return augmented, squares


@dataclass(frozen=True)
class SparseImage:
    """Images of CSR rows, which the product keeps sparse."""

    angle: str | None = None
    precisions: tuple[DTypeLike, ...] = (np.float64,)

    def queries(self, Q: Table, dtype: DTypeLike) -> tuple[Any, FloatArray]:
        """Return the rows and the lengths |q|, which for angles are 1."""
        if self.angle:
            return Q.astype(dtype), _lengths(Q) / _lengths(Q)
        return Q.astype(dtype), np.sqrt(_squares(Q))

    def examples(self, X: Table, dtype: DTypeLike) -> tuple[Any, FloatArray]:
        """Return the rows beside what changes their scores, and the lengths |x|, for angles 1 or NaN."""
        change = _lengths(X) if self.angle else _squares(X)
        return (X.astype(dtype), change), change / change if self.angle else np.sqrt(change)

    def score(self, queries: Table, examples: Table, out: Floats) -> None:
        """Write the scores of all pairs, (m, n)."""
        X, change = examples
        np.multiply((queries @ X.T).toarray(), -2, out=out)
        if self.angle:
            out /= _lengths(queries)[:, None]
            out /= change
        else:
            out += change


def _squares(X: Table) -> FloatArray:
    """Return |x|² for each row of a CSR matrix."""
    return np.asarray(X.astype(np.float64).power(2).sum(axis=1)).ravel()


def _lengths(X: Table) -> FloatArray:
    """Return |x| of CSR rows to divide by: 1 for a zero vector, whose products are 0 already."""
    squares = _squares(X)
    zero = np.asarray(X.astype(np.bool_).sum(axis=1)).ravel() == 0
    # subtle: lengths whose squares leave the range of ordinary numbers prove nothing; NaN makes them lost
    sound = zero | ((squares > 1e-140) & (squares < 1e140))
    return np.where(sound, np.sqrt(np.where(zero, 1.0, squares)), np.nan)


def _unit_rows(X: FloatArray, angle: str) -> FloatArray:
    """Return dense rows divided by their length; a zero vector stays."""
    X = _near_one(X)
    if angle == "centred":
        # the mean as the canonical formula takes it: far from 0, another rounding is another vector
        X = _near_one(X - np.cumsum(X, axis=1)[:, -1:] / X.shape[1])
    squares = np.einsum("ij,ij->i", X, X)
    unit: FloatArray = X / np.sqrt(np.where(squares == 0, 1.0, squares))[:, None]
    return unit


def _near_one(X: FloatArray) -> FloatArray:
    """Return rows divided by a power of two each, which rounds nothing, so that squares stay in range."""
    _, exponent = np.frexp(np.abs(X).max(axis=1, keepdims=True))
    return np.asarray(np.ldexp(X, -exponent))


def image_of(X: Table, distance: Canonical) -> Image:
    """Return the map under which a Euclidean metric or an angle becomes a score."""
    if issparse(X):
        return SparseImage(distance.angle)
    if distance.angle:
        return DenseImage(np.zeros(X.shape[1]), angle=distance.angle)
    # Any shift serves. The median of some rows is near the bulk of the data, wherever a few outliers are.
    sample = rows(X, slice(None, None, max(X.shape[0] // 1000, 1)))
    with np.errstate(over="ignore", invalid="ignore"):
        shift = np.median(sample, axis=0)  # (d,)
    return DenseImage(shift, None if distance.weights is None else np.sqrt(distance.weights))
