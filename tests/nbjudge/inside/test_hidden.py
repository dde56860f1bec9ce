import sys

import pytest

from nbjudge.inside import hidden


@pytest.fixture
def course(monkeypatch):
    """A course whose checks are hidden."""
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    before = set(sys.modules)
    hidden.hide(["course.checks", "forbidden"])
    yield
    for name in set(sys.modules) - before:
        del sys.modules[name]


def run(source):
    names = {}
    exec(source, names)
    return names


def test_given_cells_run_on(course):
    names = run(
        "import forbidden.part as part\n"
        "from forbidden import check, wanted\n"
        "check('task', lambda x: x)\n"
        "with check.time() as seconds: pass\n"
        "cases = [case for case in wanted.cases]\n"
        "first = wanted['first']"
    )
    assert names["cases"] == []
    assert "not available" in repr(names["first"])


def test_a_decorated_function_stays_itself(course):
    names = run("from forbidden import checked\n@checked\ndef f(x): return x + 1\nresult = f(2)")
    assert names["result"] == 3


def test_a_class_can_be_derived(course):
    names = run("from forbidden import Base\nclass Mine(Base):\n    value = 4\nresult = Mine().value")
    assert names["result"] == 4


def test_other_modules_are_not_touched(course):
    with pytest.raises(ModuleNotFoundError):
        run("import forbidden_too")
