"""What cases are drawn from: tables of numbers, the containers that they come in, labels, weights."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse as sp

Container = Callable[[Any], Any]


def _read_only(X: Any) -> Any:
    X = X.copy()
    X.flags.writeable = False
    return X


def _wide(X: Any) -> Any:
    """Return a view of every second row and column of a larger table."""
    large = np.repeat(np.repeat(X, 2, axis=0), 2, axis=1)
    return large[::2, ::2]


def _frame(X: Any) -> Any:
    return pd.DataFrame(X, columns=[f"feature {j}" for j in range(X.shape[1])])


def _mixed_frame(X: Any) -> Any:
    kinds = ["Float64", object, "float32" if (X.astype(np.float32) == X).all() else "float64"]
    return _frame(X).astype({f"feature {j}": kinds[j % 3] for j in range(X.shape[1])})


def as_type(dtype: Any) -> Container:
    """Return a container that stores the numbers in a type, where that changes none of them."""

    def store(X: Any) -> Any:
        with np.errstate(all="ignore"):
            stored = X.astype(dtype)
        return stored if np.array_equal(stored.astype(np.float64), X, equal_nan=True) else X

    return store


TYPES = [
    "int8",
    "uint8",
    "int16",
    "uint16",
    "int32",
    "uint32",
    "int64",
    "uint64",
    "bool",
    "float32",
    "float16",
]

DENSE: dict[str, Container] = {
    "array": lambda X: X,
    "list": lambda X: X.tolist(),
    "tuple of tuples": lambda X: tuple(map(tuple, X.tolist())),
    "list of arrays": list,
    "Fortran order": np.asfortranarray,
    "wide": _wide,
    "backwards": lambda X: X[::-1].copy()[::-1],
    "read-only": _read_only,
    "big-endian": lambda X: X.astype(">f8"),
    "objects": lambda X: X.astype(object),
    "frame": _frame,
    "nullable frame": lambda X: _frame(X).astype("Float64"),
    "frame of categories": lambda X: _frame(X).astype("category"),
    "frame of objects": lambda X: _frame(X).astype(object),
    "mixed frame": _mixed_frame,
    **{dtype: as_type(dtype) for dtype in TYPES},
}
SPARSE: dict[str, Container] = {
    **{
        f"{kind}_{form}": getattr(sp, f"{kind}_{form}")
        for kind in ("csr", "csc", "coo")
        for form in ("array", "matrix")
    },
    "lil_array": sp.lil_array,
    "wide indices": lambda X: _with_wide_indices(sp.csr_array(X)),
    "explicit zeros": lambda X: _with_zeros(X),
}
try:
    import polars as pl
except ImportError:
    pass
else:
    DENSE["polars"] = lambda X: pl.DataFrame(X, schema=[f"feature {j}" for j in range(X.shape[1])])


def _with_wide_indices(X: Any) -> Any:
    X.indices, X.indptr = X.indices.astype(np.int64), X.indptr.astype(np.int64)
    return X


def _with_zeros(X: Any) -> Any:
    """Return a sparse table that stores every cell, zeros too."""
    rows, columns = np.indices(X.shape)
    return sp.csr_array((X.ravel(), (rows.ravel(), columns.ravel())), shape=X.shape)


def draw_container(rng: np.random.Generator, sparse: bool) -> str:
    names = list(DENSE) + (list(SPARSE) if sparse else [])
    return str(rng.choice(names))


def put(X: Any, container: str) -> Any:
    return {**DENSE, **SPARSE}[container](X)


WORDS = np.array(["a", "no", "spam", "Ω"])
LABELS: dict[str, Callable[[Any], Any]] = {
    "numbers": lambda codes: codes,
    "list": lambda codes: codes.tolist(),
    "narrow": lambda codes: (codes * 40).astype(np.int8),
    "truth": lambda codes: codes > 0,
    "words": lambda codes: WORDS[codes],
    "objects": lambda codes: WORDS[codes].astype(object),
    "series": lambda codes: pd.Series(WORDS[codes]),
    "categories": lambda codes: pd.Series(WORDS[codes], dtype="category"),
    "floats": lambda codes: codes.astype(np.float64) - 1,
    "big-endian": lambda codes: codes.astype(">i4"),
    "beyond int64": lambda codes: codes.astype(np.uint64) + np.uint64(2**63),
    "dates": lambda codes: np.datetime64("2020-01-01") + codes,
}


def draw_weights(rng: np.random.Generator, n: int) -> Any:
    kinds = ["none", "whole", "parts", "some zero", "tiny", "huge"]
    kind = rng.choice(kinds, p=[0.4, 0.2, 0.2, 0.1, 0.05, 0.05])
    if kind == "none":
        return None
    if kind in ("tiny", "huge"):
        return (rng.random(n) + 0.1) * (1e-200 if kind == "tiny" else 1e200)
    if kind == "parts":
        return rng.random(n) + 0.1
    whole = rng.integers(0 if kind == "some zero" else 1, 4, n).astype(np.float64)
    return whole if rng.random() < 0.95 else -whole
