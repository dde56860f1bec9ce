"""The penguins of the Palmer Archipelago: numbers, categories, and real gaps.

Left out on purpose: filling the gaps. They are NaN, and naive Bayes leaves their factors out.
"""

import csv
from dataclasses import dataclass
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from mlcore._checks import FloatArray
from mlcore.datasets.dataset import Dataset

_MEASUREMENTS = ("bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g")
_CATEGORIES = {"island": ("Biscoe", "Dream", "Torgersen"), "sex": ("female", "male")}
_MISSING = "NA"


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Penguins(Dataset):
    """The measurements in X, and beside them the two columns of categories; else a ``Dataset``.

    Parameters
    ----------
    X : ndarray of shape (n, 4)
        The measurements; NaN where missing.
    y : ndarray of shape (n,)
        The species.
    feature_names, class_names, description, source, licence, domains, groups, test_rows : see Dataset
        As of every data set; ``domains`` belongs to the categories.
    X_categories : ndarray of shape (n, 2)
        Codes of the categories, NaN where missing: a code v means ``domains[j][v]``.
    category_names : tuple of str
        The names of these columns: island, sex.
    year : ndarray of shape (n,)
        The year of each row.
    """

    X_categories: FloatArray
    category_names: tuple[str, ...] = tuple(_CATEGORIES)
    year: NDArray[np.int64]


def load_penguins() -> Penguins:
    """Return 344 penguins of three species: four measurements, island and sex; what is missing is NaN.

    Length and depth of the bill and length of the flipper are in millimetres, the mass in grams. Two penguins
    were not measured, eleven have no sex recorded. Labels: Adelie (152), Chinstrap (68), Gentoo (124).

    Source: K. B. Gorman, T. D. Williams, W. R. Fraser, PLoS ONE 9(3), 2014, e90081, and Palmer Station LTER;
    table of A. M. Horst, A. P. Hill, K. B. Gorman in the package palmerpenguins. Licence of the data: CC0.

    Returns
    -------
    Penguins
        X of shape (344, 4), X_categories of shape (344, 2).

    Examples
    --------
    >>> penguins = load_penguins()
    >>> penguins
    Penguins(n=344, d=4, classes=Adelie, Chinstrap, Gentoo)
    >>> int(np.isnan(penguins.X).any(axis=1).sum()), int(np.isnan(penguins.X_categories[:, 1]).sum())
    (2, 11)
    """
    text = (files("mlcore.datasets") / "data" / "penguins.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    species = [row["species"] for row in rows]
    return Penguins(
        X=np.array([[_number(row[name]) for name in _MEASUREMENTS] for row in rows]),
        y=np.array(species),
        feature_names=_MEASUREMENTS,
        class_names=tuple(sorted(set(species))),
        description="A row is a penguin: its measurements, its island, its sex. Which species?",
        source="Gorman, Williams, Fraser, PLoS ONE 9(3), 2014, e90081; the package palmerpenguins 0.1.6",
        licence="CC0 1.0",
        domains=tuple(_CATEGORIES.values()),
        X_categories=np.array([[_code(row[j], values) for j, values in _CATEGORIES.items()] for row in rows]),
        year=np.array([int(row["year"]) for row in rows], dtype=np.int64),
    )


def _number(cell: str) -> float:
    return np.nan if cell == _MISSING else float(cell)


def _code(cell: str, values: tuple[str, ...]) -> float:
    return np.nan if cell == _MISSING else float(values.index(cell))
