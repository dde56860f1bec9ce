"""Small changes to a right answer: whatever a student may mistype, a check should notice.

    mutants  the source of a cell and the lines that may be changed -> Mutants, each with one change

The operators are ours: libraries for mutation (mutmut, cosmic-ray) rewrite packages on disk and run whole
test suites, know nothing of numpy, and bring a dozen packages; here a mutant is one function, run in place.
Left out: changes of messages, of containers (list, tuple and array stand for each other), and of whatever
only makes a call fail at once.
"""

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass

SWAPPED_OPERATORS: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt,),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt,),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div, ast.Add),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Div,),
    ast.Pow: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}
SWAPPED_NAMES = {
    one: other
    for pair in (
        ("min", "max"),
        ("argmin", "argmax"),
        ("any", "all"),
        ("zeros", "ones"),
        ("sum", "mean"),
        ("sum", "prod"),
        ("mean", "median"),
        ("var", "std"),
        ("log", "exp"),
        ("floor", "ceil"),
        ("minimum", "maximum"),
    )
    for one, other in (pair, pair[::-1])
}
CONTAINERS = ("array", "asarray", "list", "tuple", "float", "int")  # int: it wraps counts that numpy made


@dataclass(frozen=True)
class Mutant:
    """A changed cell. `name` says where and what: it stays the same as long as that line does."""

    name: str
    source: str


def mutants(source: str, first: int, last: int) -> Iterator[Mutant]:
    """Change one thing in the lines from first to last, in every way we know.

    >>> [mutant.name for mutant in mutants("def f(a, b):\\n    return a < b", 2, 2)]
    ['return a < b | a < b -> a <= b', 'return a < b | a < b -> a > b']
    """
    tree = ast.parse(source)
    lines = source.splitlines()
    unchanged = ast.unparse(tree)
    seen = {unchanged}
    names: dict[str, int] = {}
    spared = {id(inner) for node in ast.walk(tree) if _says_nothing(node) for inner in ast.walk(node)}
    for place, node in enumerate(ast.walk(tree)):
        if id(node) in spared or not first <= getattr(node, "lineno", 0) <= last:
            continue
        for changed in _changes(node):
            mutated = copy.deepcopy(tree)
            _replace(mutated, place, changed)
            text = ast.unparse(ast.fix_missing_locations(mutated))
            if text in seen:
                continue
            seen.add(text)
            shown = "removed" if isinstance(changed, ast.Pass) else _short(changed)
            name = f"{lines[node.lineno - 1].strip()} | {_short(node)} -> {shown}"  # type: ignore[attr-defined]
            names[name] = names.get(name, 0) + 1
            yield Mutant(name if names[name] == 1 else f"{name} ({names[name]})", text)


def _says_nothing(node: ast.AST) -> bool:
    """Return whether a part is a message, or only a second guard: `zip(strict=True)`."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.keyword) and node.arg == "strict")


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 60 else text[:57] + "..."


def _replace(tree: ast.AST, place: int, changed: ast.AST) -> None:
    """Put another node in the place of one, counted in the order of ast.walk."""
    target = next(node for number, node in enumerate(ast.walk(tree)) if number == place)
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is target:
                setattr(parent, name, changed)
                return
            if isinstance(value, list) and any(inner is target for inner in value):
                value[:] = [changed if inner is target else inner for inner in value]
                return


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    """Go through what a node may become."""
    yield from _other_operators(node)
    yield from _other_numbers(node)
    yield from _other_calls(node)
    yield from _less(node)


def _with(node: ast.AST, **fields: object) -> ast.AST:
    changed = copy.deepcopy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _other_operators(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            for other in SWAPPED_OPERATORS.get(type(operator), ()):
                yield _with(node, ops=[*node.ops[:place], other(), *node.ops[place + 1 :]])
    if isinstance(node, (ast.BinOp, ast.BoolOp, ast.AugAssign)):
        for other in SWAPPED_OPERATORS.get(type(node.op), ()):
            yield _with(node, op=other())
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub, ast.Invert)):
        yield node.operand


def _other_numbers(node: ast.AST) -> Iterator[ast.AST]:
    if not isinstance(node, ast.Constant):
        return
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, (int, float)):
        yield ast.Constant(node.value + 1)
        if node.value > 0:
            yield ast.Constant(node.value - 1)


def _other_calls(node: ast.AST) -> Iterator[ast.AST]:
    if not isinstance(node, ast.Call):
        return
    function = node.func
    if isinstance(function, ast.Name) and function.id in SWAPPED_NAMES:
        yield _with(node, func=ast.Name(SWAPPED_NAMES[function.id], ast.Load()))
    if isinstance(function, ast.Attribute) and function.attr in SWAPPED_NAMES:
        yield _with(node, func=_with(function, attr=SWAPPED_NAMES[function.attr]))
    called = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    inside = node.args[0] if len(node.args) == 1 else None
    if (
        inside is not None
        and called not in CONTAINERS
        and not isinstance(inside, (ast.GeneratorExp, ast.Starred))
    ):
        yield inside
    for place, keyword in enumerate(node.keywords):
        if keyword.arg != "strict":
            yield _with(node, keywords=[*node.keywords[:place], *node.keywords[place + 1 :]])


def _less(node: ast.AST) -> Iterator[ast.AST]:
    """Leave out a part: one side of an operation, a bound, a condition, a statement."""
    if isinstance(node, ast.BinOp):
        yield node.left
        yield node.right
    if isinstance(node, ast.BoolOp):
        for place in range(len(node.values)):
            rest = [*node.values[:place], *node.values[place + 1 :]]
            yield rest[0] if len(rest) == 1 else _with(node, values=rest)
    if isinstance(node, ast.Slice):
        for bound in ("lower", "upper", "step"):
            if getattr(node, bound) is not None:
                yield _with(node, **{bound: None})
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        for place, loop in enumerate(node.generators):
            if loop.ifs:
                without = _with(loop, ifs=[])
                yield _with(
                    node, generators=[*node.generators[:place], without, *node.generators[place + 1 :]]
                )
    if isinstance(node, ast.IfExp):
        yield node.body
        yield node.orelse
    if isinstance(node, ast.If):
        yield _with(node, test=ast.Constant(True))
        yield _with(node, test=ast.Constant(False))
    if isinstance(node, (ast.AugAssign, ast.Raise, ast.Break, ast.Continue)):
        yield ast.Pass()
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield ast.Pass()
