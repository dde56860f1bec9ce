"""MNIST in full: the one data set that needs a network, once.

Left out on purpose: a copy in this package, for its size and for its unclear terms.
"""

import warnings
from http.client import HTTPException
from importlib.util import find_spec

import numpy as np

from mlcore.datasets.dataset import Dataset

_N_TRAIN = 60_000


def load_mnist() -> Dataset:
    """Return 70 000 handwritten digits of 28 × 28 pixels, each a whole number from 0 to 255.

    ``split`` is the original one: the first 60 000 rows are for training.

    Source: OpenML, data set 554 (*mnist_784*), by scikit-learn's ``fetch_openml``, which keeps a copy in its
    data folder: the network is needed the first time. Y. LeCun, C. Cortes, C. Burges; OpenML states the
    licence "Public".

    Without network and copy: an ``OSError`` that says so. ``load_digits`` never needs one.

    Returns
    -------
    Dataset
        X of shape (70000, 784), labels 0 to 9.
    """
    from sklearn.datasets import fetch_openml  # not before: no small data set needs it

    parser = "pandas" if find_spec("pandas") else "liac-arff"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of each retry; if all fail, the error below says it once
            X, y = fetch_openml(data_id=554, return_X_y=True, as_frame=False, parser=parser)
    except (OSError, HTTPException) as error:  # URLError and time-outs are kinds of OSError
        raise OSError(
            f"MNIST is fetched from OpenML the first time, and that failed: {error}. "
            "Try again with a network, or use load_digits(): 1797 digits of 8 × 8 pixels, always there."
        ) from error
    return Dataset(
        X=X,
        y=y.astype(np.int64),
        feature_names=tuple(f"pixel_{row}_{column}" for row in range(28) for column in range(28)),
        class_names=tuple("0123456789"),
        description="A row is the image of a handwritten digit, 28 × 28 pixels from 0 to 255. Which digit?",
        source="OpenML 554, mnist_784 (LeCun, Cortes, Burges)",
        licence="Public, as OpenML states it",
        test_rows=np.arange(len(y)) >= _N_TRAIN,
    )
