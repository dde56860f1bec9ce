"""Small changes of a student's function, one at a time: what somebody may have mistyped or left out.

    edits   the tree of a function -> Edits, each changes one thing in the tree and can take it back
    Edit    where, of which kind, and the two ways to go

The tree is changed in place and restored: a copy for each of some hundred changes would take too long. No
change makes a number grow without bound: `**` is never put where it was not.
"""

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

Change = tuple[str, ast.AST]  # the kind, and what stands there instead


@dataclass(frozen=True)
class Edit:
    """One change: `kind` says of what sort, `line` where; `more` are the same change in further places."""

    kind: str
    line: int
    holder: Any  # the node, or the list in it, that holds the changed one
    place: Any  # the field, or the number in the list
    instead: Any
    more: tuple["Edit", ...] = ()

    @property
    def several(self) -> bool:
        """Whether more lines than one are changed."""
        return any(other.line != self.line for other in self.more)

    @contextmanager
    def made(self) -> Iterator[None]:
        """Change the tree, and change it back."""
        every = (self, *self.more)
        before = [edit._get() for edit in every]
        for edit in every:
            edit._set(edit.instead)
        try:
            yield
        finally:
            for edit, node in zip(every, before, strict=True):
                edit._set(node)

    def _get(self) -> Any:
        return (
            self.holder[self.place]
            if isinstance(self.holder, list)
            else getattr(self.holder, str(self.place))
        )

    def _set(self, value: object) -> None:
        if isinstance(self.holder, list):
            self.holder[self.place] = value
        else:
            setattr(self.holder, str(self.place), value)


def edits(function: ast.FunctionDef) -> Iterator[Edit]:
    """Go through the changes, the likeliest kinds first."""
    found = [*_in_statements(function), *_in_expressions(function)]
    found.sort(key=lambda edit: ORDER.index(edit.kind))
    likely = [edit for edit in found if ORDER.index(edit.kind) < ORDER.index("factor")]
    yield from likely
    yield from _everywhere(function)
    yield from _repeated(likely)
    yield from found[len(likely) :]


def _repeated(found: list[Edit]) -> Iterator[Edit]:
    """Make one change wherever the same words are written: who slips there slips each time."""
    alike: dict[tuple[str, str, str], list[Edit]] = {}
    written: dict[int, str] = {}  # each node is read once

    def words(node: Any) -> str:
        if id(node) not in written:
            written[id(node)] = ast.dump(node)
        return written[id(node)]

    for edit in found:
        node = edit._get()
        if isinstance(node, ast.expr) and (edit.kind == "missing" or not isinstance(node, PLAIN)):
            alike.setdefault((edit.kind, words(node), ast.dump(edit.instead)), []).append(edit)
    for same in alike.values():
        if 1 < len(same) <= MOST_REPEATED:
            yield replace(same[0], more=tuple(same[1:]))


def _everywhere(function: ast.FunctionDef) -> Iterator[Edit]:
    """Change every axis at once, or every narrow type."""
    given = [inner for inner in ast.walk(function) if isinstance(inner, ast.keyword) and inner.arg == "axis"]
    for axis in (0, 1, -1, None):
        instead = ast.Constant(axis)
        changes = [
            Edit("axis", one.value.lineno, one, "value", ast.copy_location(instead, one.value))
            for one in given
        ]
        if len(changes) > 1:
            yield replace(changes[0], more=tuple(changes[1:]))
    narrow = [
        edit
        for edit in _in_expressions(function)
        if edit.kind == "type" and isinstance(edit.instead, ast.Name)
    ]
    if len(narrow) > 1:
        yield replace(narrow[0], more=tuple(narrow[1:]))


MOST_REPEATED = 4
PLAIN = (ast.Constant, ast.Name)
NUMPY = "_numpy"  # under this name a changed function finds it, whatever the student imports
ORDER = (
    "axis", "type", "rounding", "return", "branch", "compare", "order", "calculate", "count", "number",
    "call", "argument", "test", "place", "lost", "loop", "extra", "missing", "name", "factor",
)  # fmt: skip


# ------------------------------------------------------------------ expressions


def _in_expressions(function: ast.FunctionDef) -> Iterator[Edit]:
    names = _names(function)
    for holder in ast.walk(function):
        if isinstance(holder, (ast.JoinedStr, ast.Raise)):
            continue
        for place, value in ast.iter_fields(holder):
            if holder is function and place != "body":
                continue
            several = value if isinstance(value, list) else [value]
            for number, node in enumerate(several):
                if not isinstance(node, ast.expr):
                    continue
                for found, instead in _changes(node, holder, names):
                    counts = found in ("calculate", "extra") and _is_of_range(holder)
                    kind = "count" if counts else found
                    within, at = (value, number) if isinstance(value, list) else (holder, place)
                    yield Edit(kind, node.lineno, within, at, ast.copy_location(instead, node))


def _is_of_range(holder: ast.AST) -> bool:
    """Return whether a change in it changes where a loop or a slice begins or ends."""
    return isinstance(holder, ast.Slice) or (
        isinstance(holder, ast.Call) and getattr(holder.func, "id", "") == "range"
    )


def _changes(node: ast.expr, holder: ast.AST, names: list[str]) -> Iterator[Change]:
    for changes in (_compared, _calculated, _called, _with_axis, _of_type, _indexed, _conditions):
        yield from changes(node)
    yield from _counted(
        node, "count" if isinstance(holder, (ast.Slice, ast.Subscript, ast.Compare)) else "number"
    )
    yield from _steps_more(node, holder)
    yield from _with_names(node, holder, names)
    if node is getattr(holder, "iter", None):
        yield from _gone_through(holder, names)
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names:
        yield from (("name", ast.Name(name, ast.Load())) for name in names if name != node.id)


def _like(node: Any, **fields: Any) -> Any:
    """Return the same node with other fields; the inner nodes are shared."""
    made = type(node)(**{**dict(ast.iter_fields(node)), **fields})
    return ast.copy_location(made, node)


TINY = 0.01
COMPARISONS: tuple[type[ast.cmpop], ...] = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def _compared(node: ast.expr) -> Iterator[Change]:
    if not isinstance(node, ast.Compare) or len(node.ops) > 2:
        return
    for place, number in enumerate(node.comparators):
        if isinstance(number, ast.Constant) and isinstance(number.value, float) and 0 < number.value < TINY:
            zero = [*node.comparators[:place], ast.Constant(0), *node.comparators[place + 1 :]]
            yield "number", _like(node, ops=[ast.Eq()] * len(node.ops), comparators=zero)
    for place, operator in enumerate(node.ops):
        others: tuple[type[ast.cmpop], ...] = ()
        if isinstance(operator, COMPARISONS):
            others = (*(other for other in COMPARISONS if not isinstance(operator, other)),)
        elif isinstance(operator, (ast.Eq, ast.NotEq)):
            others = (ast.NotEq,) if isinstance(operator, ast.Eq) else (ast.Eq,)
        elif isinstance(operator, (ast.In, ast.NotIn)):
            others = (ast.NotIn,) if isinstance(operator, ast.In) else (ast.In,)
        for other in others:
            yield "compare", _like(node, ops=[*node.ops[:place], other(), *node.ops[place + 1 :]])


OPERATORS: tuple[type[ast.operator], ...] = (ast.Add, ast.Sub, ast.Mult, ast.Div)
TURNED: tuple[type[ast.operator], ...] = (ast.Sub, ast.Div, ast.Pow, ast.MatMult)


def _calculated(node: ast.expr) -> Iterator[Change]:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Not, ast.Invert)):
        yield "calculate" if isinstance(node.op, ast.USub) else "test", node.operand
    if not isinstance(node, ast.BinOp):
        return
    for other in OPERATORS if not isinstance(node.op, (ast.Mod, ast.MatMult, ast.FloorDiv)) else ():
        if not isinstance(node.op, other):
            yield "calculate", _like(node, op=other())
    if isinstance(node.op, TURNED):
        yield "calculate", _like(node, left=node.right, right=node.left)
    if isinstance(node.op, (ast.BitAnd, ast.BitOr)):
        yield "test", _like(node, op=ast.BitOr() if isinstance(node.op, ast.BitAnd) else ast.BitAnd())
    if isinstance(node.op, ast.MatMult):
        yield "axis", _like(node, right=ast.Attribute(node.right, "T", ast.Load()))
    yield from _bracketed(node)
    for side, other_side in (("left", node.left), ("right", node.right)):
        if not isinstance(other_side, ast.Constant):
            column = ast.Subscript(other_side, _column(), ast.Load())
            yield "axis", _like(node, **{side: column})
    yield "extra", node.left
    yield "extra", node.right


def _bracketed(node: ast.BinOp) -> Iterator[Change]:
    """Give a o b p c the brackets a o (b p c), however deep b is, and the other way round."""

    def taken_in(left: ast.expr) -> Iterator[ast.expr]:
        if isinstance(left, ast.BinOp):
            yield _like(left, right=_like(node, left=left.right))
            yield from (_like(left, right=inner) for inner in taken_in(left.right))

    yield from (("order", changed) for changed in taken_in(node.left))
    if isinstance(node.right, ast.BinOp):
        yield "order", _like(node.right, left=_like(node, right=node.right.left))


def _column() -> ast.expr:
    return ast.Tuple([ast.Slice(), ast.Constant(None)], ast.Load())


def _counted(node: ast.expr, kind: str) -> Iterator[Change]:
    if isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield "argument", ast.Constant(not node.value)
        elif isinstance(node.value, int):
            yield from ((kind, ast.Constant(node.value + step)) for step in (1, -1))
            if node.value > 0:
                yield "calculate", ast.UnaryOp(ast.USub(), ast.Constant(node.value))
        elif isinstance(node.value, float):
            yield from (("number", ast.Constant(other)) for other in (0.0, 1.0, -1.0, 0.5, 2.0))
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "range" and node.args:
        for step in (1, -1):
            yield "count", _like(node, args=[*node.args[:-1], _plus(node.args[-1], step)])
        if len(node.args) == 1:
            yield "count", _like(node, args=[ast.Constant(1), node.args[0]])


def _plus(node: ast.expr, step: int) -> ast.expr:
    return ast.copy_location(ast.BinOp(node, ast.Add(), ast.Constant(step)), node)


INSTEAD = {
    one: tuple(name for name in group if name != one)
    for group in (
        ("argmin", "argmax"),
        ("minimum", "maximum"),
        ("any", "all"),
        ("zeros", "ones"),
        ("floor", "ceil"),
        ("append", "extend"),
        ("intersection", "union"),
        ("Counter", "set"),
    )
    for one in group
} | {
    "min": ("max", "sum"),
    "max": ("min", "sum"),
    "sum": ("mean", "prod", "max", "len"),
    "mean": ("sum", "median"),
    "median": ("mean",),
    "prod": ("sum",),
    "var": ("std",),
    "std": ("var",),
    "log": ("exp", "log1p"),
    "log2": ("log",),
    "log10": ("log",),
    "exp": ("log",),
    "dot": ("outer",),
    "argpartition": ("argsort",),
}
HARMLESS = ("array", "asarray", "list", "tuple", "float", "dict", "print")


def _called(node: ast.expr) -> Iterator[Change]:
    if not isinstance(node, ast.Call):
        return
    function = node.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    for other in INSTEAD.get(name, ()):
        if isinstance(function, ast.Attribute):
            yield "call", _like(node, func=_like(function, attr=other))
        else:
            yield "call", _like(node, func=ast.Name(other, ast.Load()))
    if 1 < len(node.args) <= MOST_ARGUMENTS:
        yield from (("argument", _like(node, args=args)) for args in _two_exchanged(node.args))
    if node.args and name not in HARMLESS and not isinstance(node.args[0], (ast.GeneratorExp, ast.Starred)):
        yield "extra", node.args[0]
    if isinstance(function, ast.Attribute) and not isinstance(function.value, ast.Name):
        yield "extra", function.value
    for place, keyword in enumerate(node.keywords):
        if keyword.arg not in ("strict", "axis", "keepdims"):
            yield "argument", _like(node, keywords=[*node.keywords[:place], *node.keywords[place + 1 :]])


REDUCING = {
    "sum", "mean", "max", "min", "prod", "std", "var", "median", "argmax", "argmin", "any", "all", "argsort",
    "sort", "cumsum", "count_nonzero", "norm", "take", "unique", "concatenate", "stack", "delete",
}  # fmt: skip


def _with_axis(node: ast.expr) -> Iterator[Change]:
    """Sum over another axis, or keep it."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return
    if node.func.attr not in REDUCING:
        if node.func.attr in ("T", "transpose"):
            yield "axis", node.func.value
        return
    of_module = isinstance(node.func.value, ast.Name) and node.func.value.id in ("np", "numpy")
    given = {keyword.arg: keyword.value for keyword in node.keywords}
    args = node.args if "axis" in given else node.args[: 1 if of_module else 0]
    rest = [keyword for keyword in node.keywords if keyword.arg not in ("axis", "keepdims")]
    for axis in (None, 0, 1, -1, 2):
        for kept in (False, True):
            keywords = list(rest)
            if axis is not None:
                keywords.append(ast.keyword("axis", ast.Constant(axis)))
            if kept:
                keywords.append(ast.keyword("keepdims", ast.Constant(True)))
            if kept and node.func.attr in ("argsort", "sort", "cumsum", "take", "unique", "delete"):
                continue
            yield "axis", _like(node, args=args, keywords=keywords)


MAKING = ("zeros_like", "ones_like", "full_like", "empty_like", "asarray", "array")
NARROW = {"int", "int8", "int16", "int32", "uint8", "uint16", "uint32", "float16", "float32"}


def _of_type(node: ast.expr) -> Iterator[Change]:
    named = isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load)
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "") if named else ""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        name, named = node.value, True
    if named and name in NARROW:
        yield "type", ast.Name("float", ast.Load())
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv):
        yield "type", _like(node, op=ast.Div())
    if isinstance(node, ast.Call):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called in ("round", "around", "round_", "floor", "int", "rint", "trunc"):
            whole = isinstance(node.func, ast.Attribute) and not isinstance(node.func.value, ast.Name)
            kind = "type" if called == "int" else "rounding"
            yield kind, node.func.value if whole else node.args[0] if node.args else node  # type: ignore[attr-defined]
        if called in ("prod", "sum", "cumprod", "cumsum") and all(
            one.arg != "dtype" for one in node.keywords
        ):
            exact = ast.keyword("dtype", ast.Name("object", ast.Load()))
            yield "type", _like(node, keywords=[*node.keywords, exact])
        untyped = len(node.args) == 1 and all(keyword.arg != "dtype" for keyword in node.keywords)
        if untyped and called in MAKING:
            wide = ast.keyword("dtype", ast.Name("float", ast.Load()))
            yield "type", _like(node, keywords=[*node.keywords, wide])


def _indexed(node: ast.expr) -> Iterator[Change]:
    if isinstance(node, ast.Attribute) and node.attr == "T":
        yield "axis", node.value
    if not isinstance(node, ast.Subscript) or not isinstance(node.ctx, ast.Load):
        return
    inside = node.slice
    if isinstance(inside, ast.Tuple) and len(inside.elts) == 2:
        yield "axis", _like(node, slice=_like(inside, elts=inside.elts[::-1]))
    if isinstance(inside, ast.Slice):
        for bound in ("lower", "upper", "step"):
            value = getattr(inside, bound)
            if value is not None:
                yield "count", _like(node, slice=_like(inside, **{bound: None}))
                if bound != "step" and not isinstance(value, ast.Constant):
                    for step in (1, -1):
                        yield "count", _like(node, slice=_like(inside, **{bound: _plus(value, step)}))
        if inside.lower is None:
            yield "count", _like(node, slice=_like(inside, lower=ast.Constant(1)))
    elif not isinstance(inside, (ast.Constant, ast.Tuple)):
        for step in (1, -1):
            yield "count", _like(node, slice=_plus(inside, step))


def _conditions(node: ast.expr) -> Iterator[Change]:
    if isinstance(node, ast.BoolOp):
        yield "test", _like(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
        for place in range(len(node.values)):
            rest = [*node.values[:place], *node.values[place + 1 :]]
            yield "test", rest[0] if len(rest) == 1 else _like(node, values=rest)
    if isinstance(node, ast.IfExp):
        yield "branch", node.body
        yield "branch", node.orelse
        yield "test", _like(node, body=node.orelse, orelse=node.body)
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
        for place, loop in enumerate(node.generators):
            if loop.ifs:
                bare = _like(loop, ifs=[])
                yield (
                    "test",
                    _like(node, generators=[*node.generators[:place], bare, *node.generators[place + 1 :]]),
                )


def _steps_more(node: ast.expr, holder: ast.AST) -> Iterator[Change]:
    """Do one step more with what is returned, with a difference, with a part of a product or a sum."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
        yield "missing", _call("abs", node)
    named = isinstance(node, (ast.Name, ast.Subscript)) and isinstance(node.ctx, ast.Load)
    if named and isinstance(holder, (ast.BinOp, ast.Assign)):
        yield "missing", ast.BinOp(ast.Constant(1), ast.Sub(), node)
        for name in ("log", "sqrt", "square"):
            step = ast.Attribute(ast.Name(NUMPY, ast.Load()), name, ast.Load())
            yield "missing", ast.Call(step, [node], [])
    if isinstance(holder, ast.BinOp) and not isinstance(holder.op, (ast.Pow, ast.Mod)):
        if not isinstance(node, ast.Constant):
            yield from (("factor", ast.BinOp(ast.Constant(times), ast.Mult(), node)) for times in (2, 0.5))
        if isinstance(node, (ast.Call, ast.BinOp)):
            yield "factor", ast.BinOp(node, ast.Pow(), ast.Constant(2))
    if isinstance(holder, ast.Return):
        yield "missing", ast.BinOp(ast.Constant(1), ast.Sub(), node)
        yield "missing", ast.UnaryOp(ast.USub(), node)
        yield from (("missing", _plus(node, step)) for step in (1, -1))
        for name in ("sorted", "list", "abs", "float"):
            yield "missing", _call(name, node)
        yield "missing", ast.BinOp(node, ast.Pow(), ast.Constant(0.5))
        yield (
            "missing",
            ast.Subscript(node, ast.Slice(step=ast.UnaryOp(ast.USub(), ast.Constant(1))), ast.Load()),
        )
        if isinstance(node, ast.Tuple) and 1 < len(node.elts) <= MOST_ARGUMENTS:
            yield from (("argument", _like(node, elts=elts)) for elts in _two_exchanged(node.elts))


def _two_exchanged(things: list[ast.expr]) -> Iterator[list[ast.expr]]:
    """Exchange two of several things, each pair once.

    >>> three = [ast.Constant(number) for number in (1, 2, 3)]
    >>> [[one.value for one in changed] for changed in _two_exchanged(three)]
    [[2, 1, 3], [3, 2, 1], [1, 3, 2]]
    """
    for one, other in combinations(range(len(things)), 2):
        changed = list(things)
        changed[one], changed[other] = changed[other], changed[one]
        yield changed


def _with_names(node: ast.expr, holder: ast.AST, names: list[str]) -> Iterator[Change]:
    """Let a name take part that does not: a factor, a term, a divisor; or a length in place of a number."""
    if isinstance(node, ast.Constant) and type(node.value) is int and isinstance(holder, ast.BinOp):
        for name in names:
            yield "factor", ast.Name(name, ast.Load())
            yield "factor", _call("len", ast.Name(name, ast.Load()))
    part = isinstance(holder, (ast.BinOp, ast.Return)) and not isinstance(node, (ast.Constant, ast.Tuple))
    if not part or isinstance(getattr(holder, "op", None), (ast.Pow, ast.Mod)):
        return
    for operator in (ast.Mult, ast.Add, ast.Sub, ast.Div):
        for name in names:
            yield "factor", ast.copy_location(ast.BinOp(node, operator(), ast.Name(name, ast.Load())), node)


def _gone_through(holder: ast.AST, names: list[str]) -> Iterator[Change]:
    """Let a loop go through something else, or in another order."""
    if isinstance(holder, (ast.For, ast.comprehension)):
        node = holder.iter
        yield from (("loop", ast.Name(name, ast.Load())) for name in names)
        yield "loop", _call("sorted", node)
        yield "loop", _call("reversed", _call("list", node))


def _call(name: str, node: ast.expr) -> ast.expr:
    return ast.copy_location(ast.Call(ast.Name(name, ast.Load()), [node], []), node)


def _names(function: ast.FunctionDef) -> list[str]:
    """Return the names that have a value in the function: arguments, and what is assigned."""
    given = [argument.arg for argument in (*function.args.args, *function.args.kwonlyargs)]
    made = [n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    names = list(dict.fromkeys([*given, *made]))
    return names if len(names) <= MOST_NAMES else []


MOST_NAMES = 12
MOST_ARGUMENTS = 4


# ------------------------------------------------------------------ statements


def _in_statements(function: ast.FunctionDef) -> Iterator[Edit]:
    for holder in ast.walk(function):
        for field in ("body", "orelse"):
            block = getattr(holder, field, None)
            if isinstance(block, list):
                for place, statement in enumerate(block):
                    for kind, instead in _rewritten(statement):
                        ast.copy_location(instead, statement)
                        yield Edit(kind, statement.lineno, block, place, instead)
                if block and isinstance(block[0], ast.stmt):
                    yield from _moved(holder, field, block, function)


def _rewritten(statement: ast.stmt) -> Iterator[Change]:
    if isinstance(statement, (ast.Return, ast.Break, ast.Continue)):
        yield "return", ast.Pass()
    if isinstance(statement, ast.AugAssign):
        for other in OPERATORS:
            if not isinstance(statement.op, other):
                yield "calculate", _like(statement, op=other())
        target = _like(statement.target, ctx=ast.Store())
        yield "calculate", ast.Assign([target], statement.value)
        yield "extra", ast.Pass()
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], (ast.Name, ast.Subscript)):
        if isinstance(statement.targets[0], ast.Subscript):
            yield "extra", ast.Pass()
        for operator in () if isinstance(statement.value, ast.Constant) else (ast.Add(), ast.Mult()):
            yield "calculate", ast.AugAssign(statement.targets[0], operator, statement.value)
    if isinstance(statement, ast.If):
        yield "test", _like(statement, test=ast.UnaryOp(ast.Not(), statement.test))
        for value in (True, False):
            yield "branch", _like(statement, test=ast.Constant(value))
    if isinstance(statement, ast.If) and statement.orelse:
        yield "test", _like(statement, body=statement.orelse, orelse=statement.body)
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        call = statement.value
        held = call.func.value if isinstance(call.func, ast.Attribute) else None
        for about in (held, *call.args[:1]):
            if isinstance(about, ast.Name):
                yield "lost", ast.Assign([ast.Name(about.id, ast.Store())], call)
    if isinstance(statement, ast.Expr) and not isinstance(statement.value, ast.Constant):
        yield "return", ast.Return(statement.value)
        yield "extra", ast.Pass()


def _moved(holder: ast.AST, field: str, block: list[Any], function: ast.FunctionDef) -> Iterator[Edit]:
    """Let a statement run once more or less often: out of a loop, into it, after it."""
    for place, statement in enumerate(block):
        if not isinstance(statement, (ast.For, ast.While)):
            continue
        body = statement.body
        first, last = body[0], body[-1]
        if isinstance(first, ast.Assign) and len(body) > 1:
            after = _like(statement, body=body[1:])
            yield Edit(
                "place", first.lineno, holder, field, [*block[:place], first, after, *block[place + 1 :]]
            )
        if len(body) > 1 or isinstance(last, ast.If):
            after = _like(statement, body=body[:-1] or [ast.copy_location(ast.Pass(), last)])
            kind = "return" if isinstance(last, ast.Return) else "place"
            yield Edit(kind, last.lineno, holder, field, [*block[:place], after, last, *block[place + 1 :]])
        for before in range(place):
            if isinstance(block[before], ast.Assign):
                inner = _like(statement, body=[block[before], *body])
                rest = [*block[:before], *block[before + 1 : place], inner, *block[place + 1 :]]
                yield Edit("place", block[before].lineno, holder, field, rest)
        if place + 1 < len(block):
            after = block[place + 1]
            if not isinstance(after, ast.Return):
                inner = _like(statement, body=[*body, after])
                rest = [*block[:place], inner, *block[place + 2 :]]
                yield Edit("place", after.lineno, holder, field, rest)
    if (
        holder is function
        and isinstance(block[-1], ast.Assign)
        and isinstance(block[-1].targets[0], ast.Name)
    ):
        back = ast.Return(ast.Name(block[-1].targets[0].id, ast.Load()))
        yield Edit("return", block[-1].lineno, holder, field, [*block, ast.copy_location(back, block[-1])])
