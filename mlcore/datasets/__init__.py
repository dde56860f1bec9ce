"""The data of the course, each by one line and without a network (MNIST apart).

    from mlcore.datasets import load_digits

    digits = load_digits()                              # a Dataset: digits.X, digits.y, digits.source, ...
    X, y = load_digits()                                # the same, unpacked
    X_train, X_test, y_train, y_test = load_digits().split()

``dataset`` says what a Dataset is, ``tables`` holds the small tables of the lectures, ``classics`` those that
scikit-learn ships, ``penguins`` and ``mails`` the two that come with this package, ``mnist`` the large one.
Where the two came from, and on which terms, is written in ``data/README.md``.
"""

from mlcore.datasets.classics import load_digits, load_iris, load_wine
from mlcore.datasets.dataset import Dataset
from mlcore.datasets.mails import load_mails
from mlcore.datasets.mnist import load_mnist
from mlcore.datasets.penguins import Penguins, load_penguins
from mlcore.datasets.tables import (
    load_gaussian_table,
    load_knn_table,
    load_multinomial_table,
    load_play_tennis,
    load_spam_table,
    load_temperatures,
    load_ten_by_two,
    load_towns,
    load_two_coins,
    load_wealth_joint,
    load_xor,
)

__all__ = [
    "Dataset",
    "Penguins",
    "load_digits",
    "load_gaussian_table",
    "load_iris",
    "load_knn_table",
    "load_mails",
    "load_mnist",
    "load_multinomial_table",
    "load_penguins",
    "load_play_tennis",
    "load_spam_table",
    "load_temperatures",
    "load_ten_by_two",
    "load_towns",
    "load_two_coins",
    "load_wealth_joint",
    "load_wine",
    "load_xor",
]
