"""Four data sets that scikit-learn ships, in the form of this course.

Left out on purpose: any change of the numbers; they are scikit-learn's, row by row.
"""

from typing import Any

from mlcore.datasets.dataset import Dataset

_LICENCE = "shipped with scikit-learn, whose licence is BSD-3-Clause"


def load_digits() -> Dataset:
    """Return handwritten digits: 1797 images of 8 × 8 pixels, each a whole number from 0 to 16.

    Row ``X[i].reshape(8, 8)`` is an image.
    Source: the test part of the UCI data set *Optical Recognition of Handwritten Digits* (E. Alpaydin,
    C. Kaynak, 1998), as scikit-learn ships it.

    Returns
    -------
    Dataset
        X of shape (1797, 64), labels 0 to 9.

    Examples
    --------
    >>> X, y = load_digits()
    >>> X.shape, float(X.max()), y[:5].tolist()
    ((1797, 64), 16.0, [0, 1, 2, 3, 4])
    """
    bunch = _bunch("digits")
    return Dataset(
        X=bunch.data,
        y=bunch.target,
        feature_names=tuple(bunch.feature_names),
        class_names=tuple("0123456789"),
        description="A row is the image of a handwritten digit, 8 × 8 pixels from 0 to 16. Which digit?",
        source="UCI, Optical Recognition of Handwritten Digits (Alpaydin, Kaynak 1998), the test part",
        licence=_LICENCE,
    )


def load_iris() -> Dataset:
    """Return Fisher's iris flowers: four lengths in centimetres, three species of 50 flowers each.

    Source: R. A. Fisher, 1936, as scikit-learn ships it.

    Returns
    -------
    Dataset
        X of shape (150, 4), labels 0, 1, 2.

    Examples
    --------
    >>> load_iris()
    Dataset(n=150, d=4, classes=setosa, versicolor, virginica)
    """
    bunch = _bunch("iris")
    return Dataset(
        X=bunch.data,
        y=bunch.target,
        feature_names=tuple(bunch.feature_names),
        class_names=tuple(bunch.target_names.tolist()),
        description="A row is an iris flower, measured in centimetres. Which species?",
        source="R. A. Fisher, The use of multiple measurements in taxonomic problems, 1936",
        licence=_LICENCE,
    )


def load_wine() -> Dataset:
    """Return the wines: 13 chemical measurements in very different units, three growers.

    Source: the UCI data set *Wine* (M. Forina and others, 1988), as scikit-learn ships it.

    Returns
    -------
    Dataset
        X of shape (178, 13), labels 0, 1, 2 (59, 71 and 48 wines).

    Examples
    --------
    >>> load_wine().X.max(axis=0).round(1).tolist()[-3:]
    [1.7, 4.0, 1680.0]
    """
    bunch = _bunch("wine")
    return Dataset(
        X=bunch.data,
        y=bunch.target,
        feature_names=tuple(bunch.feature_names),
        class_names=tuple(bunch.target_names.tolist()),
        description="A row is the chemical analysis of a wine. Which of three growers made it?",
        source="UCI, Wine (Forina and others, PARVUS, 1988)",
        licence=_LICENCE,
    )


def _bunch(name: str) -> Any:
    """Ask scikit-learn, imported only now: that takes a second, which no other data set needs."""
    import sklearn.datasets

    return getattr(sklearn.datasets, f"load_{name}")()
