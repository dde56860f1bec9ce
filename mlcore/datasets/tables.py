"""The small tables of the lectures, as printed there, and two made for working by hand.

Left out on purpose: every number that is computed from them. That is the course.
"""

from math import cos, radians

import numpy as np

from mlcore._checks import FloatArray
from mlcore.datasets.dataset import Dataset

_LICENCE = "facts and made-up numbers; no rights are claimed"

_TENNIS = """\
Sunny     Hot   High    Weak    No
Sunny     Hot   High    Strong  No
Overcast  Hot   High    Weak    Yes
Rain      Mild  High    Weak    Yes
Rain      Cool  Normal  Weak    Yes
Rain      Cool  Normal  Strong  No
Overcast  Cool  Normal  Strong  Yes
Sunny     Mild  High    Weak    No
Sunny     Cool  Normal  Weak    Yes
Rain      Mild  Normal  Weak    Yes
Sunny     Mild  Normal  Strong  Yes
Overcast  Mild  High    Strong  Yes
Overcast  Hot   Normal  Weak    Yes
Rain      Mild  High    Strong  No"""

_TENNIS_DOMAINS = (
    ("Sunny", "Overcast", "Rain"),
    ("Hot", "Mild", "Cool"),
    ("High", "Normal"),
    ("Weak", "Strong"),
)

_TOWNS = {  # degrees north and east, rounded: chief towns of the provinces of Friuli-Venezia Giulia
    "Gorizia": (45.94, 13.62),
    "Pordenone": (45.96, 12.66),
    "Trieste": (45.65, 13.77),
    "Udine": (46.06, 13.24),
}
_KM_PER_DEGREE = 111.2


def load_play_tennis(codes: bool = False) -> Dataset:
    """Return fourteen days and whether tennis was played: outlook, temperature, humidity, wind.

    Source: J. R. Quinlan, Induction of decision trees, 1986, the table behind the counts that the lectures
    print.

    Parameters
    ----------
    codes : bool, default=False
        Whole numbers in place of words: code v of column j means ``domains[j][v]``.

    Returns
    -------
    Dataset
        X of shape (14, 4), labels "No" (5 days) and "Yes" (9).

    Examples
    --------
    >>> X, y = load_play_tennis()
    >>> X[0].tolist(), str(y[0])
    (['Sunny', 'Hot', 'High', 'Weak'], 'No')
    >>> load_play_tennis(codes=True).X[0].tolist()
    [0, 0, 0, 0]
    """
    rows = np.array([line.split() for line in _TENNIS.splitlines()])  # (14, 5)
    words = rows[:, :4].copy()
    coded = [[values.index(v) for v, values in zip(row, _TENNIS_DOMAINS, strict=True)] for row in words]
    return Dataset(
        X=np.array(coded) if codes else words,
        y=rows[:, 4].copy(),
        feature_names=("outlook", "temperature", "humidity", "wind"),
        class_names=("No", "Yes"),
        description="A row is a day's weather. Was tennis played?",
        source="J. R. Quinlan, Induction of decision trees, Machine Learning 1, 1986",
        licence=_LICENCE,
        domains=_TENNIS_DOMAINS,
    )


def load_ten_by_two() -> Dataset:
    """Return ten examples of two yes-no features.

    Source: worked example of the lectures (CPSC 340).

    Returns
    -------
    Dataset
        X of shape (10, 2), labels 1 (six) and 0 (four).

    Examples
    --------
    >>> X, y = load_ten_by_two()
    >>> X[y == 1].sum(axis=0).tolist()
    [3, 4]
    """
    return Dataset(
        X=np.array([[0, 1], [1, 1], [0, 0], [1, 1], [1, 1], [0, 0], [1, 0], [1, 0], [1, 1], [1, 0]]),
        y=np.array([1, 1, 1, 1, 1, 1, 0, 0, 0, 0]),
        feature_names=("x1", "x2"),
        class_names=("0", "1"),
        description="A row is an example with two features that are on or off. Which class?",
        source="worked example of the lectures (CPSC 340)",
        licence=_LICENCE,
    )


def load_spam_table() -> Dataset:
    """Return three e-mails and which of six words each contains.

    Source: the visible rows of a table of the lectures (CPSC 340).

    Returns
    -------
    Dataset
        X of shape (3, 6), labels 1 (spam, two) and 0 (not spam, one).

    Examples
    --------
    >>> load_spam_table().feature_names
    ('$', 'Hi', 'CPSC', '340', 'Vicodin', 'Offer')
    """
    return Dataset(
        X=np.array([[1, 1, 0, 0, 1, 0], [0, 0, 0, 0, 1, 1], [0, 1, 1, 1, 0, 0]]),
        y=np.array([1, 1, 0]),
        feature_names=("$", "Hi", "CPSC", "340", "Vicodin", "Offer"),
        class_names=("not spam", "spam"),
        description="A row tells which words an e-mail contains. Is it spam?",
        source="table of the lectures (CPSC 340)",
        licence=_LICENCE,
    )


def load_knn_table() -> Dataset:
    """Return five points of the plane.

    Source: the visible rows of a table of the lectures (CPSC 340). All coordinates are dyadic, so that equal
    distances are equal in the computer too.

    Returns
    -------
    Dataset
        X of shape (5, 2), labels "+" (three) and "o" (two).

    Examples
    --------
    >>> X, y = load_knn_table()
    >>> X.tolist(), "".join(y)
    ([[1.0, 3.0], [2.0, 3.0], [3.0, 2.0], [2.5, 1.0], [3.5, 1.0]], 'o++o+')
    """
    return Dataset(
        X=np.array([[1, 3], [2, 3], [3, 2], [2.5, 1], [3.5, 1]]),
        y=np.array(["o", "+", "+", "o", "+"]),
        feature_names=("F1", "F2"),
        class_names=("+", "o"),
        description="A row is a point of the plane. Which mark does it carry?",
        source="table of the lectures (CPSC 340)",
        licence=_LICENCE,
    )


def load_temperatures() -> FloatArray:
    """Return the temperatures (°F) of the nine days on which tennis was played.

    Source: the numeric variant of the play-tennis table, behind the lectures' Gaussian example.

    Returns
    -------
    ndarray of shape (9,)
        The temperatures.

    Examples
    --------
    >>> float(load_temperatures().mean())
    73.0
    """
    return np.array([83.0, 70, 68, 64, 69, 75, 75, 72, 81])


def load_wealth_joint() -> dict[tuple[str, str, str], float]:
    """Return the joint table of gender, hours worked per week, and wealth: eight probabilities.

    Source: the table of A. W. Moore's tutorials that the lectures show as a picture.
    The printed probabilities sum to 0.9999991.

    Returns
    -------
    dict from (gender, hours, wealth) to float
        The joint table.

    Examples
    --------
    >>> round(load_wealth_joint()["M", "<40.5", "poor"], 2)
    0.33
    """
    return {
        ("F", "<40.5", "poor"): 0.253122,
        ("F", "<40.5", "rich"): 0.0245895,
        ("F", ">=40.5", "poor"): 0.0421768,
        ("F", ">=40.5", "rich"): 0.0116293,
        ("M", "<40.5", "poor"): 0.331313,
        ("M", "<40.5", "rich"): 0.0971295,
        ("M", ">=40.5", "poor"): 0.134106,
        ("M", ">=40.5", "rich"): 0.105933,
    }


def load_two_coins() -> dict[tuple[str, str, str], float]:
    """Return the joint table of coin, first toss, second toss: eight probabilities.

    One coin is fair, the other has two heads; one is picked blindly and tossed twice. The tosses depend on
    each other, but not once the coin is known. Source: example of the lectures.

    Returns
    -------
    dict from (coin, first, second) to float
        The joint table.

    Examples
    --------
    >>> joint = load_two_coins()
    >>> sum(p for (coin, first, second), p in joint.items() if first == "head")
    0.75
    """
    p_head = {"fair": 0.5, "two-headed": 1.0}
    sides = ("head", "tail")
    return {
        (coin, first, second): 0.5 * (p if first == "head" else 1 - p) * (p if second == "head" else 1 - p)
        for coin, p in p_head.items()
        for first in sides
        for second in sides
    }


def load_xor() -> Dataset:
    """Return all images of two pixels; the class is "A" if they are equal, "B" if not.

    Source: example of the lectures of what naive Bayes cannot learn.

    Returns
    -------
    Dataset
        X of shape (4, 2), labels "A" and "B".

    Examples
    --------
    >>> X, y = load_xor()
    >>> X.tolist(), y.tolist()
    ([[0, 0], [0, 1], [1, 0], [1, 1]], ['A', 'B', 'B', 'A'])
    """
    return Dataset(
        X=np.array([[0, 0], [0, 1], [1, 0], [1, 1]]),
        y=np.array(["A", "B", "B", "A"]),
        feature_names=("p1", "p2"),
        class_names=("A", "B"),
        description="A row is an image of two pixels. Are they equal (A) or not (B)?",
        source="example of the lectures",
        licence=_LICENCE,
    )


def load_multinomial_table() -> Dataset:
    """Return five documents as counts of four words.

    Source: made for this course, small enough for a pencil.

    Returns
    -------
    Dataset
        X of shape (5, 4), labels 0 (three) and 1 (two).

    Examples
    --------
    >>> X, y = load_multinomial_table()
    >>> X[y == 0].sum(axis=0).tolist(), X[y == 1].sum(axis=0).tolist()
    ([6, 1, 1, 0], [0, 1, 3, 4])
    """
    return Dataset(
        X=np.array([[2, 1, 0, 0], [1, 0, 1, 0], [0, 1, 2, 1], [0, 0, 1, 3], [3, 0, 0, 0]]),
        y=np.array([0, 0, 1, 1, 0]),
        feature_names=("w1", "w2", "w3", "w4"),
        class_names=("0", "1"),
        description="A row counts the words of a document. Which class?",
        source="made for this course",
        licence=_LICENCE,
    )


def load_gaussian_table() -> Dataset:
    """Return seven examples of two numbers on different scales.

    Source: made for this course, small enough for a pencil.

    Returns
    -------
    Dataset
        X of shape (7, 2), labels 0 (three) and 1 (four).

    Examples
    --------
    >>> X, y = load_gaussian_table()
    >>> X[y == 0].mean(axis=0).tolist(), X[y == 1].mean(axis=0).tolist()
    ([2.0, 12.0], [7.5, 33.0])
    """
    return Dataset(
        X=np.array([[1.0, 10], [2, 14], [3, 12], [6, 30], [8, 33], [7, 39], [9, 30]]),
        y=np.array([0, 0, 0, 1, 1, 1, 1]),
        feature_names=("x1", "x2"),
        class_names=("0", "1"),
        description="A row is a pair of numbers. Which class?",
        source="made for this course",
        licence=_LICENCE,
    )


def load_towns() -> Dataset:
    """Return the chief towns of the four provinces of Friuli-Venezia Giulia, to guess a province by.

    Source: the lectures' map; coordinates are public facts, rounded to a hundredth of a degree.

    Returns
    -------
    Dataset
        X of shape (4, 2): kilometres east and north of 46° N, 13° E, on a flat map; labels are the towns'
        names.

    Examples
    --------
    >>> X, y = load_towns()
    >>> dict(zip(y.tolist(), X.round().tolist()))["Trieste"]
    [59.0, -39.0]
    """
    east = [(longitude - 13) * _KM_PER_DEGREE * cos(radians(46)) for _, longitude in _TOWNS.values()]
    north = [(latitude - 46) * _KM_PER_DEGREE for latitude, _ in _TOWNS.values()]
    return Dataset(
        X=np.column_stack([east, north]),
        y=np.array(list(_TOWNS)),
        feature_names=("km east", "km north"),
        class_names=tuple(_TOWNS),
        description="A row is a town on the map. Whose province is it?",
        source="the lectures' map; rounded coordinates",
        licence=_LICENCE,
    )
