"""The parts of a tree are those that Python's own walk finds, in the same order."""

import ast
from pathlib import Path

import pytest

from nbjudge.course.syntax import parts

EVERYTHING = '''
@decorated(by=1)
async def f(a, /, b: int = 2, *c, d=3, **e) -> "text":
    """Text."""
    global g
    async with a as (b, c), d: await e
    async for x, *y in z: yield x
    return [i async for i in j if k], {l: m for l in n}, {*o}, (p := q)
class C(B, metaclass=M):
    x: int = 1
    def method(self): nonlocal_ = lambda *a, b=2: (yield)
try: raise A from B
except* (C, D) as error: del x[1:2, ...], x.y
else: pass
finally: x @= -y ** ~z
match point:
    case {"a": [1, *rest], **others} | Point(x=0) as p if p > 1 < 2: import a.b as c
    case _: from ..d import e
print(f"{a!r:>{b}}", not 1 if 2 else b"3", sep="")
while True: assert x, y; break
'''
FILES = sorted(Path(__file__).parents[3].glob("nbjudge/*/*.py"))


def theirs(tree):
    return [part for part in ast.walk(tree) if not isinstance(part, ast.expr_context)]


def test_a_text_with_every_kind_of_statement():
    tree = ast.parse(EVERYTHING)
    assert parts(tree) == theirs(tree)


def test_a_type_has_a_node_for_a_name():
    alias = getattr(ast, "TypeAlias", None)
    if alias is None:
        pytest.skip("Python 3.12 has type aliases")
    tree = ast.parse("type Row[T: int] = list[T]")
    assert parts(tree) == theirs(tree)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_the_graders_own_files(file):
    tree = ast.parse(file.read_text(encoding="utf-8"))
    assert parts(tree) == theirs(tree)


def test_what_is_closed_is_named_but_not_entered():
    tree = ast.parse("def f(x): return x\ny = 1")
    assert [type(part).__name__ for part in parts(tree, (ast.FunctionDef,))] == [
        *("Module", "FunctionDef", "Assign", "Name", "Constant"),
    ]


def test_a_deep_tree_needs_no_deep_stack():
    tree = ast.Constant(1)
    for _ in range(20_000):
        tree = ast.UnaryOp(ast.USub(), tree)
    assert len(parts(tree)) == 40_001
