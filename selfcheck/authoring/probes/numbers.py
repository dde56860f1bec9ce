"""Numbers that lose something: cut, rounded, taken for nothing or for infinity, or the wrong way round."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from selfcheck.authoring.probes.probe import Probe, each, gives, takes, with_arguments, with_result
from selfcheck.corners import capped, huge, only_scaled
from selfcheck.exercise import Change, Exercise


def _narrow(dtype: Any) -> Change:
    def change(value: Any) -> Any:
        if isinstance(value, np.ndarray) and value.dtype.kind == "f":
            with np.errstate(all="ignore"):
                return value.astype(dtype).astype(float)
        if isinstance(value, (float, np.floating)):
            with np.errstate(all="ignore"):
                return float(dtype(value))
        return value

    return change


def _tiny_is_nothing(value: object) -> Any:
    if isinstance(value, np.ndarray) and value.dtype.kind == "f":
        return np.where(np.abs(value) < 1e-8, 0.0, value)
    return 0.0 if isinstance(value, (float, np.floating)) and abs(float(value)) < 1e-8 else value


def _square(value: object) -> bool:
    return isinstance(value, np.ndarray) and value.ndim == 2 and 1 < value.shape[0] == value.shape[1]


def _transposed_if_square(value: Any) -> Any:
    return value.T.copy() if _square(value) else value


def _is_float(value: object) -> bool:
    fractions = isinstance(value, np.ndarray) and value.dtype.kind == "f"
    return isinstance(value, (float, np.floating)) or fractions


def _is_table(value: object) -> bool:
    return isinstance(value, np.ndarray) and value.ndim == 2


def _scaled(exercise: Exercise, values: Sequence[object], result: object) -> bool:
    """Whether a smaller unit only makes the result larger, and a largest number would spoil that."""
    try:
        for arguments, _ in huge(exercise.arguments, (tuple(values), {})):
            right, cut = exercise.reference(*arguments), exercise.reference(*each(capped, arguments))
            scaled = only_scaled(result, right, lambda one, other: exercise.compare(one, other) is None)
            if scaled and exercise.compare(right, cut) is not None:
                return True
    except Exception:  # an input that makes no sense so large
        return False
    return False


PROBES = (
    Probe(
        "single precision",
        "numbers that come in are cut to float32",
        with_arguments(_narrow(np.float32)),
        takes(_is_float),
    ),
    Probe(
        "half precision",
        "numbers that come in are cut to float16",
        with_arguments(_narrow(np.float16)),
        takes(_is_float),
    ),
    Probe(
        "rounded",
        "numbers that go out are rounded to six digits after the point",
        with_result(lambda value: np.round(value, 6) if _is_float(value) else value),
        gives(_is_float),
    ),
    Probe(
        "tiny is nothing",
        "numbers below 1e-8 are taken for 0",
        with_arguments(_tiny_is_nothing),
        takes(_is_float),
    ),
    Probe(
        "huge is infinite", "a billion is the largest number that there is", with_arguments(capped), _scaled
    ),
    Probe(
        "wrong axis if square",
        "a square array is taken the wrong way round",
        with_arguments(_transposed_if_square),
        takes(_is_table),
    ),
)
