"""Arrays, a file of data, numpy's own comparisons, partial credit, and a function that warns."""

from tests.nbjudge.courses.building import Spec, answer, check, code, locked, solved, text, written

CELLS = [
    text("# Arrays"),
    code("import warnings\n\nimport numpy as np"),
    locked("load", 'heights = np.loadtxt("heights.txt")'),
    answer(
        "standardise",
        "def standardise(x):\n    ### BEGIN SOLUTION\n    return (x - x.mean()) / x.std()\n"
        "    ### END SOLUTION",
    ),
    check(
        "test-standardise",
        3,
        "z = standardise(heights)\n"
        "np.testing.assert_allclose(z.mean(), 0, atol=1e-12)\n"
        "### BEGIN HIDDEN TESTS\n"
        "np.testing.assert_allclose(standardise(np.array([1.0, 3.0])), [-1, 1])\n"
        "### END HIDDEN TESTS",
    ),
    answer("colsums", "### BEGIN SOLUTION\ndef colsums(m):\n    return m.sum(axis=0)\n### END SOLUTION"),
    check(
        "test-colsums",
        4,
        "m = np.arange(6).reshape(2, 3)\nscore = 0\n"
        "if np.array_equal(colsums(m), [3, 5, 7]):\n    score += 2\n"
        "if colsums(np.ones((4, 2))).shape == (2,):\n    score += 2\n"
        "score",
    ),
    answer(
        "careful",
        "def careful(x):\n    ### BEGIN SOLUTION\n    if (x < 0).any():\n"
        "        warnings.warn('negative', stacklevel=1)\n    return np.sqrt(np.abs(x))\n"
        "    ### END SOLUTION",
    ),
    check("test-careful", 1, "assert careful(np.array([4.0])) == 2"),
    check("test-warns", 2, "assert careful(np.array([-9.0]))[0] == 3"),
    written("explain", 2),
    check(
        "test-type",
        1,
        "z = standardise(heights)\nassert isinstance(z, np.ndarray)\nassert z.dtype == float",
    ),
]
RIGHT = solved(CELLS)
CLASS = {
    "right": {"arrays": RIGHT},
    "nothing": {"arrays": {}},
    "half": {
        "arrays": {
            **RIGHT,
            "standardise": "def standardise(x):\n    return x - x.mean()",
            "colsums": "def colsums(m):\n    return m.sum(axis=1)",
            "explain": "It has mean 0.",
        }
    },
    "lists": {
        "arrays": {
            **RIGHT,
            "standardise": "def standardise(x):\n    return list((x - x.mean()) / x.std())",
            "colsums": "colsums = lambda m: [sum(column) for column in zip(*m)]",
        }
    },
    "broken": {
        "arrays": {**RIGHT, "standardise": "def standardise(x)\n    return x", "careful": "careful = 3"}
    },
    "silent": {"arrays": {**RIGHT, "careful": "def careful(x):\n    return np.sqrt(np.abs(x))"}},
}
COURSE = Spec({"arrays": CELLS}, CLASS, {"heights.txt": b"1.5\n1.6\n1.8\n1.7\n"})

# Where the score is not nbgrader's, and why: by student and cell.
STDERR = "nbgrader gives nothing for a cell that writes to stderr, be it a warning that is meant"
DIFFERENCES = {(name, "test-warns"): STDERR for name in ("right", "half", "lists")}
