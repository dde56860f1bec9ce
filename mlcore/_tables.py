"""How the estimators read their tables and weights: scikit-learn's validation, and a short cut to its result.

scikit-learn looks for data frames of every kind, names of columns, devices. For a small array of numbers that
takes longer than learning from it. Such an array has nothing to look for, so here its numbers are checked and
no more; everything else, and every array with something wrong, goes to ``validate_data``, which names it.
"""

from numbers import Number
from typing import Any

import numpy as np
from sklearn.utils import check_array
from sklearn.utils.validation import check_non_negative, validate_data

from mlcore._checks import FloatArray, Labels, Table

SMALL = 2**16  # numbers; beyond, looking for frames takes no time that matters
PLAIN = (np.dtype(np.float64), np.dtype(np.int64))


def read_table(
    estimator: Any, X: Table, *, finite: bool | str = True, dates: bool = False, **rules: Any
) -> Any:
    """Return the observations of a fitted estimator, checked.

    ``dates`` says whether dates and times may stand for numbers, which between two of them is a distance.
    ``finite`` is the ``ensure_all_finite`` of ``validate_data``; the further rules are for other tables.
    """
    if _is_sound(X, finite) and _has_no_names(estimator) and X.shape[1] == estimator.n_features_in_:
        return X
    return _numbers(validate_data(estimator, X, reset=False, ensure_all_finite=finite, **rules), dates)


def read_examples(
    estimator: Any,
    X: Table,
    y: Labels,
    *,
    reset: bool = True,
    finite: bool | str = True,
    dates: bool = False,
    **rules: Any,
) -> tuple[Any, Any]:
    """Return examples and labels, checked; with ``reset`` the estimator takes its features from them."""
    if (
        _is_sound(X, finite)
        and _has_no_names(estimator)
        and (reset or X.shape[1] == estimator.n_features_in_)
        and type(y) is np.ndarray
        and y.shape == (len(X),)
        and y.dtype.kind in "biuU"
    ):
        estimator.n_features_in_ = X.shape[1]
        return X, y
    X, y = validate_data(estimator, X, y, reset=reset, ensure_all_finite=finite, **rules)
    return _numbers(X, dates), y


def read_weights(sample_weight: object, n: int, *, non_negative: bool = False) -> FloatArray:
    """Return one weight for each of n examples, checked; None weighs them alike, and so does a number.

    The rules and the words are those of scikit-learn 1.9, which has no public function for them.

    >>> read_weights(None, 2), read_weights([1, 3], 2)
    (array([1., 1.]), array([1., 3.]))
    """
    if sample_weight is None or isinstance(sample_weight, Number):
        weights = np.full(n, 1 if sample_weight is None else sample_weight, dtype=np.float64)
    else:
        weights = check_array(
            sample_weight, ensure_2d=False, dtype=np.float64, order="C", input_name="sample_weight"
        )
    if weights.ndim != 1:
        raise ValueError(
            f"Sample weights must be 1D array or scalar, got {weights.ndim}D array. "
            f"Expected either a scalar value or a 1D array of length {n}."
        )
    if weights.shape != (n,):
        raise ValueError(f"sample_weight.shape == {weights.shape}, expected {(n,)}!")
    if not weights.any():
        raise ValueError("Sample weights must contain at least one non-zero number.")
    with np.errstate(over="ignore"):
        total = weights.sum()
    if not np.isfinite(total):
        raise ValueError("Sample weights must have a finite sum; these are too large.")
    if non_negative:
        check_non_negative(weights, "`sample_weight`")
    return weights


def _numbers(X: Table, dates: bool) -> Any:
    """Return a table of numbers as such: scikit-learn leaves frames of several kinds as objects.

    Dates pass its checks too. What their differences are counted in, seconds or days, would decide.
    """
    if X.dtype.kind in "mM" and not dates:
        raise TypeError(f"X must hold numbers; it holds dates or times ({X.dtype}): count them in a unit.")
    return X.astype(np.float64) if X.dtype == object else X


def _is_sound(X: Table, finite: bool | str) -> bool:
    """Return whether X is a small plain array in which nothing is wrong."""
    if type(X) is not np.ndarray or X.ndim != 2 or X.dtype not in PLAIN or not 0 < X.size <= SMALL:
        return False
    if not X.flags.c_contiguous:
        return False
    if finite is False or X.dtype.kind == "i":
        return True
    return not np.isinf(X).any() if finite == "allow-nan" else bool(np.isfinite(X).all())


def _has_no_names(estimator: object) -> bool:
    return not hasattr(estimator, "feature_names_in_")
