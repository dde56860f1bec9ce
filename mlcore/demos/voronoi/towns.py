"""Places on the lectures' map, and the points that have three nearest towns at once."""

from itertools import combinations

import numpy as np

from mlcore._checks import FloatArray

KM_PER_DEGREE = 111.2  # as in load_towns
PLACES = {  # degrees north and east, and the former province
    "Tolmezzo": (46.40, 13.02, "Udine"),
    "Sacile": (45.95, 12.50, "Pordenone"),
    "Monfalcone": (45.80, 13.53, "Gorizia"),
    "Muggia": (45.60, 13.77, "Trieste"),
    "Latisana": (45.78, 13.00, "Udine"),
    "Grado": (45.68, 13.40, "Gorizia"),
}


def circumcentre(a: FloatArray, b: FloatArray, c: FloatArray) -> FloatArray:
    """Return the point as far from a as from b and c: 2(b − a)ᵀq = ‖b‖² − ‖a‖², and the same with c.

    >>> circumcentre(np.array([0, 0]), np.array([4, 0]), np.array([0, 2])).tolist()
    [2.0, 1.0]
    """
    system = 2 * np.array([b - a, c - a])
    return np.linalg.solve(system, [b @ b - a @ a, c @ c - a @ a])


def meeting_points(towns: FloatArray) -> FloatArray:
    """Return the points that have three nearest towns at once, shape (c, 2): no town lies nearer."""
    corners = []
    for triple in combinations(towns, 3):
        centre = circumcentre(*triple)
        radius = np.linalg.norm(triple[0] - centre)
        if (np.linalg.norm(towns - centre, axis=1) > radius * (1 - 1e-9)).all():
            corners.append(centre)
    return np.array(corners)


def on_the_map() -> FloatArray:
    """Return the places in kilometres east and north, shape (s, 2)."""
    degrees = np.array([(north, east) for north, east, _ in PLACES.values()])
    shrunk = np.cos(np.radians(46))  # a degree of longitude is shorter than one of latitude
    return np.column_stack(((degrees[:, 1] - 13) * shrunk, degrees[:, 0] - 46)) * KM_PER_DEGREE
