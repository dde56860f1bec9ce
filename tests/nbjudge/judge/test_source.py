"""What a cell's text says of its names."""

import pytest

from nbjudge.judge import source


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("x = y = 1", {"x", "y"}),
        ("a, (b, *c) = f()", {"a", "b", "c"}),
        ("def f(x):\n    z = 1\n    return x", {"f"}),
        ("class A:\n    y = 1", {"A"}),
        ("for i in range(3):\n    with open('f') as g:\n        pass", {"i", "g"}),
        ("def f():\n    global h\n    h = 1", {"f", "h"}),
        ("[w := j for j in range(3)]", {"w"}),
        ("try:\n    pass\nexcept E as e:\n    pass", {"e"}),
        ("x += 1\nx.y = 2\nx[0] = 3", {"x"}),
        ("match v:\n    case [p, *q]:\n        pass\n    case {'k': 1, **r}:\n        pass", {"p", "q", "r"}),
        ("%matplotlib inline\nx = 1", {"x"}),
        ("import numpy as np", set()),
        ("not python at all", set()),
    ],
)
def test_names_that_a_cell_binds(text: str, bound: set[str]) -> None:
    assert source.names_of(text).bound == bound


def test_imports_reads_and_touches() -> None:
    found = source.names_of(
        "import numpy as np, os.path\nfrom math import sqrt as root\ndef f(x):\n    return x + FACTOR\n"
        "records.append(1)\ntable['k'][0] = 2\nrandom.shuffle(deck)"
    )
    assert found.imported == {"np", "os", "root"}
    assert {"FACTOR", "records", "random"} <= found.read
    assert "x" not in found.read
    assert {"records", "table", "deck"} <= found.touched


def test_the_last_definition_is_the_one_that_counts() -> None:
    texts = [
        "def f():\n    return 1",
        "x = 1\n\n@decorated\ndef f():\n    return 2\n",
        "class A:\n    def g(self): pass",
    ]
    assert source.definition_of(texts, "f") == ("@decorated\ndef f():\n    return 2\n", 3)
    assert source.definition_of(texts, "A.g") == ("    def g(self): pass", 2)
    assert source.definition_of(texts, "h") is None


def test_what_a_decorator_gives_is_not_what_is_written() -> None:
    assert source.is_assigned(["@sorted_by\ndef f():\n    pass"], "f")
    assert not source.is_assigned(["@sorted_by\ndef g():\n    pass\ndef f():\n    pass"], "f")


def test_magics_that_may_bind_names_are_told_from_those_that_cannot() -> None:
    assert source.reaches("%matplotlib inline\n%timeit f(1)") == frozenset()
    assert source.reaches("%run -i other.py\nframe.f_locals") == {"%run", "f_locals"}


def test_words_count_however_their_letters_are_written() -> None:
    assert source.reaches("ｇlobals()['f'] = g") == {"globals"}
    assert source.reaches("shell.run_line_mａgic('run', 'g.py')") == {"%run"}
