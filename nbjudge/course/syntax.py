"""The parts of a syntax tree, in the order of `ast.walk` and in half its time.

A notebook's cells are read again for every submission; most of what that took was going through trees. Left
out are the contexts of names (`ast.Load` and its like), which each part has as its own attribute.
"""

import ast

MOST_LEVELS = 100  # `ast.unparse` takes about three hundred, and where it is called from counts as well
_NO_NODES = frozenset(
    ("ctx", "id", "attr", "arg", "module", "asname", "level", "kind", "conversion", "type_comment")
)


def parts(tree: ast.AST, closed: tuple[type[ast.AST], ...] = ()) -> list[ast.AST]:
    """List a tree and what is in it, each level before the next, but for what is within the `closed` kinds.

    >>> [type(part).__name__ for part in parts(ast.parse("x = f(1)"))]
    ['Module', 'Assign', 'Name', 'Call', 'Name', 'Constant']
    >>> [type(part).__name__ for part in parts(ast.parse("x = f(1)"), (ast.Call,))]
    ['Module', 'Assign', 'Name', 'Call']
    """
    found = [tree]
    for node in found:
        if isinstance(node, closed):
            continue
        for name in _fields[type(node)]:
            value = getattr(node, name, None)
            if value.__class__ is list:
                found += [part for part in value if isinstance(part, ast.AST)]
            elif isinstance(value, ast.AST):
                found.append(value)
    return found


def is_deep(tree: ast.AST) -> bool:
    """Whether a tree has more levels than functions that go down by calling themselves can take.

    >>> is_deep(ast.parse("x = 1 + 2")), is_deep(ast.parse("x = 1" + " + 1" * 200))
    (False, True)
    """
    level = [tree]
    for _ in range(MOST_LEVELS):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return False
    return True


class _Fields(dict[type, tuple[str, ...]]):
    """What may hold a part, by the kind of node; a constant's value never does."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        names = () if kind is ast.Constant else tuple(name for name in kind._fields if name not in _NO_NODES)
        self[kind] = names
        return names


_fields = _Fields()
