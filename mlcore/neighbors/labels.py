"""The labels of the examples, as a neighbours classifier keeps them: classes, and a code for each example."""

import warnings

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.exceptions import DataConversionWarning
from sklearn.utils import Tags
from sklearn.utils.multiclass import check_classification_targets

from mlcore._checks import Array, IntArray
from mlcore.neighbors.base import NeighborsBase


class Labelled(ClassifierMixin, NeighborsBase):
    """A neighbours classifier whose examples have labels, in one column or several."""

    def _learn_labels(self, y: Array) -> None:
        """Set the classes of each output, and which of them each example has."""
        tables = [np.unique(column, return_inverse=True) for column in self._read_labels(y).T]
        self._classes: list[Array] = [classes for classes, _ in tables]
        self._codes: IntArray = np.stack([codes for _, codes in tables], axis=1).astype(np.intp)  # (n, o)
        self.classes_ = self._classes if self.outputs_2d_ else self._classes[0]

    def _read_labels(self, y: Array) -> Array:
        """Return labels as a table with one column per output."""
        self.outputs_2d_ = y.ndim == 2 and y.shape[1] > 1
        if y.ndim == 2 and not self.outputs_2d_:
            warnings.warn(
                "A column-vector y was passed when a 1d array was expected. Please change the shape of y to "
                "(n_samples,), for example using ravel().",
                DataConversionWarning,
                stacklevel=4,
            )
        table = y.reshape(len(y), -1)
        if y.dtype.kind not in "biuUS":  # these are labels
            check_classification_targets(table)
        return table

    @property
    def _y(self) -> IntArray:
        """The labels as positions in ``classes_``."""
        return self._codes if self.outputs_2d_ else self._codes[:, 0]

    def __sklearn_tags__(self) -> Tags:
        """Return what scikit-learn may expect of this estimator."""
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_label = True
        return tags
