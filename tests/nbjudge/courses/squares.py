"""One notebook with a function, hidden tests, partial credit, code and text that a person marks."""

from tests.nbjudge.courses.building import (
    Spec,
    answer,
    check,
    code,
    free_code,
    locked,
    solved,
    text,
    written,
)

CELLS = [
    text("# Squares\nWrite `square` and say why it works: $x^2 = x \\cdot x$."),
    code("import math"),
    locked("given", "LIMIT = 10"),
    answer(
        "square",
        "def square(x):\n    ### BEGIN SOLUTION\n    return x * x\n    ### END SOLUTION",
    ),
    check(
        "test-square",
        2,
        "assert square(2) == 4, 'the square of 2 is 4'\n"
        "### BEGIN HIDDEN TESTS\nassert square(-3) == 9, 'the square of minus three'\n### END HIDDEN TESTS",
    ),
    check("test-part", 4, "right = sum(square(k) == k * k for k in range(-2, 2))\nright"),
    answer(
        "total",
        "total = 0\n### BEGIN SOLUTION\ntotal = sum(square(k) for k in range(LIMIT))\n### END SOLUTION",
    ),
    check("test-total", 1, "assert total == 285"),
    written("why", 3),
    free_code("use", 2, "square(math.pi)"),
]
RIGHT = solved(CELLS)
HALF = {**RIGHT, "square": "def square(x):\n    return abs(x) * x", "why": "Because.", "use": "1 + 1"}
WRONG = {**RIGHT, "square": "def square(x):\n    return x + x", "total": "total = 1"}
CLASS = {
    "amy": {"squares": RIGHT},
    "ben": {"squares": HALF},
    "cem": {"squares": WRONG},
    "dan": {"squares": {}},
}
COURSE = Spec({"squares": CELLS}, CLASS)
