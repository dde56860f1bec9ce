"""The differences from scikit-learn that are meant: which they are, and why. All others are failures."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from benchmarks.differences.compare import TIE, Difference, close
from benchmarks.differences.naive_bayes import Case as ModelCase
from benchmarks.differences.neighbours import Case as NeighboursCase

NARROW = ("bool", "float16", "int16", "int8", "uint16", "uint8")


class Intended(NamedTuple):
    """A row of the table: a name, the reason, and which differences it explains."""

    name: str
    reason: str
    explains: Callable[[Difference], bool]


def name_of(difference: Difference) -> str | None:
    """Return the row that explains a difference, or None: a failure."""
    if difference.aspect.startswith("wrong"):
        return None
    return next((row.name for row in TABLE if row.explains(difference)), None)


def _model(difference: Difference, *names: str) -> bool:
    return isinstance(difference.case, ModelCase) and (not names or difference.case.name in names)


def _says(difference: Difference, text: str) -> bool:
    error = difference.ours.error or difference.theirs.error
    return text in str(error)


def _no_zero_rule(difference: Difference) -> bool:
    return (
        _model(difference, "BernoulliNB", "CategoricalNB", "ComplementNB", "MultinomialNB")
        and bool(np.min(difference.case.options["alpha"]) == 0)
        and difference.aspect in ("joint", "proba", "predict", "refused by us")
        and (difference.aspect != "refused by us" or _says(difference, "probability 0 under every class"))
    )


def _rounding(difference: Difference) -> bool:
    """Ours is the exact model, which `compare` has checked, and theirs is near it only."""
    exact = difference.exact
    return (
        _model(difference)
        and difference.aspect in ("joint", "proba", "predict")
        and exact.error is None
        and close(difference.theirs.values["joint"], exact.values["joint"], 1e-2, 1e-2)
    )


def _gaps(difference: Difference) -> bool:
    holds_gaps = _model(difference) and bool(np.isnan([*difference.case.X, *difference.case.Q]).any())
    return holds_gaps and difference.aspect == "refused by them"


def _tied(difference: Difference) -> bool:
    """Each query with other neighbours has several at the distance of the last."""
    if not isinstance(difference.case, NeighboursCase) or difference.aspect != "neighbours":
        return False
    ours, theirs = difference.ours.values, difference.theirs.values
    for mine, yours, dists in zip(ours["indices"], theirs["indices"], ours["dists"], strict=True):
        only_mine = ~np.isin(mine, yours)
        if not close(dists[only_mine], np.full(only_mine.sum(), dists[-1]), TIE * 100, 1e-12):
            return False
    return True


def _scale(difference: Difference) -> bool:
    """Theirs overflows or vanishes where ours, by the exact judge or for angles, does not."""
    if not isinstance(difference.case, NeighboursCase):
        return False
    size = np.abs(difference.case.X).max(initial=0)
    return bool(size > 1e50 or size < 1e-50)


def _cancellation(difference: Difference) -> bool:
    """Theirs opens the square, which loses digits far from the origin; ours is exact as judged."""
    case = difference.case
    return (
        isinstance(case, NeighboursCase)
        and case.options["metric"]
        in ("euclidean", "sqeuclidean", "minkowski", "nan_euclidean", "cosine", "correlation")
        and difference.aspect in ("dists", "neighbours", "proba", "predict")
    )


def _weights_out_of_scale(difference: Difference) -> bool:
    if not _model(difference) or difference.case.weight is None:
        return False
    cast = _says(difference, "sample_weight contains infinity") or _says(difference, "non-zero number")
    refused = difference.aspect == "refused by them" and cast
    found = refused or difference.aspect in ("joint", "proba", "predict")
    return found and not 1e-100 < np.abs(difference.case.weight).max() < 1e100


TABLE = (
    Intended(
        "zero rule",
        "With alpha=0 a count of 0 is −∞, and 0 · −∞ is 0 here, NaN there; 0 / 0 is uniform or an error.",
        _no_zero_rule,
    ),
    Intended("gaps", "NaN is a missing value for our discrete models, an error for theirs.", _gaps),
    Intended(
        "epsilon of all batches",
        "partial_fit of GaussianNB takes ε from all data so far, not from the last batch.",
        lambda it: (
            _model(it, "GaussianNB") and it.case.parts > 1 and it.aspect in ("joint", "proba", "predict")
        ),
    ),
    Intended(
        "no density",
        "A Gaussian of variance 0 has no density: an error here, a warning and some label there.",
        lambda it: _model(it, "GaussianNB") and it.aspect == "refused by us" and _says(it, "variance 0"),
    ),
    Intended(
        "alpha per feature",
        "BernoulliNB takes one alpha for each feature; theirs raises or returns broken shapes.",
        lambda it: _model(it, "BernoulliNB") and np.ndim(it.case.options["alpha"]) > 0,
    ),
    Intended(
        "no binary values",
        "BernoulliNB with binarize=None refuses values outside of [0, 1], which would be no probabilities.",
        lambda it: (
            _model(it, "BernoulliNB") and it.aspect == "refused by us" and _says(it, "between 0 and 1")
        ),
    ),
    Intended(
        "no weight",
        "Weights that are 0 for everyone, or for one class of GaussianNB, leave nothing to learn from.",
        lambda it: _model(it) and it.case.weight is not None and bool((it.case.weight == 0).any()),
    ),
    Intended(
        "weights out of scale",
        "Weights of 1e-200 or 1e200 keep their proportions; there they vanish or overflow, in a sum or as "
        "float32.",
        _weights_out_of_scale,
    ),
    Intended(
        "large whole labels",
        "A label above 2⁶³ is a label; theirs, before 1.9, cannot convert it.",
        lambda it: it.aspect == "refused by them" and _says(it, "Python int too large to convert to C long"),
    ),
    Intended(
        "negative weights",
        "Nothing is left to learn from examples that count less than nothing; theirs divides two negatives.",
        lambda it: (
            _model(it)
            and it.aspect == "refused by us"
            and it.case.weight is not None
            and bool((it.case.weight < 0).any())
        ),
    ),
    Intended(
        "negative counts",
        "No document holds a word −1 times: an error in prediction as in learning; theirs computes on.",
        lambda it: (
            _model(it, "ComplementNB", "MultinomialNB")
            and it.aspect == "refused by us"
            and _says(it, "Negative values in data passed")
            and bool((it.case.Q < 0).any())
        ),
    ),
    Intended(
        "sums in narrow types",
        "Ours adds up in doubles; theirs as table and labels are stored: int8 wraps, float16 overflows.",
        lambda it: (
            _model(it)
            and it.case.container in NARROW
            and it.aspect in ("joint", "proba", "predict")
            and it.exact.error is None
        ),
    ),
    Intended(
        "frames of several kinds",
        "A frame of numbers of several types, or of categories, is a table of numbers; theirs fails on it.",
        lambda it: (
            _model(it)
            and it.aspect == "refused by them"
            and (_says(it, "loop of ufunc does not support") or _says(it, "from dtype('O')"))
        ),
    ),
    Intended(
        "one word",
        "ComplementNB(norm=True) divides by the sum of log θ; where that is 0, words count alike; NaN there.",
        lambda it: _model(it, "ComplementNB") and it.case.options["norm"] and it.case.X.shape[1] == 1,
    ),
    Intended(
        "weights of features",
        "Weights of features that are all 0 leave no distance: an error here, ties of everyone there.",
        lambda it: it.aspect == "refused by us" and _says(it, "w must be non-negative and not all zero"),
    ),
    Intended(
        "wide indices",
        "CSR tables with 64-bit indices are tables: theirs raises for some metrics.",
        lambda it: it.aspect == "refused by them" and _says(it, "Buffer dtype mismatch"),
    ),
    Intended(
        "sparse Minkowski",
        "Sparse tables have every Minkowski distance, weighted ones too; theirs takes p = 1 and p = 2 only.",
        lambda it: it.aspect == "refused by them" and _says(it, "'minkowski' not valid for sparse input"),
    ),
    Intended(
        "whole numbers wrap around",
        "A metric of one's own gets whole numbers as int64 or floats; in bytes, as there, 5 − 6 is 255.",
        lambda it: isinstance(it.case, NeighboursCase) and callable(it.case.options["metric"]),
    ),
    Intended(
        "greatest weighted difference",
        "p = ∞ with weights of features is the greatest difference of those that weigh; theirs refuses.",
        lambda it: it.aspect == "refused by them" and _says(it, "requires finite p"),
    ),
    Intended(
        "braycurtis of negative numbers",
        "Σ|a − b| / Σ(|a| + |b|) as in their trees; their brute search divides by Σ|a + b|.",
        lambda it: isinstance(it.case, NeighboursCase) and it.case.options["metric"] == "braycurtis",
    ),
    Intended(
        "nothing true",
        "Two rows in which nothing is true are at distance 0; by dice and sokalsneath at NaN or 1 there.",
        lambda it: (
            isinstance(it.case, NeighboursCase) and it.case.options["metric"] in ("dice", "sokalsneath")
        ),
    ),
    Intended("rounding", "Ours is the exact model to 1e-7; theirs is off by rounding.", _rounding),
    Intended("ties", "At equal distance ours is the lower index; theirs depends on the search.", _tied),
    Intended("scale", "Squares of tiny or huge numbers vanish or overflow there.", _scale),
    Intended(
        "cancellation", "Theirs computes |x|² − 2xq + |q|², which cancels; ours does not.", _cancellation
    ),
)
