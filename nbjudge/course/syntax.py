"""The parts of a syntax tree, in the order of `ast.walk` and in half its time.

A notebook's cells are read again for every submission; most of what that took was going through trees. Left
out are the contexts of names (`ast.Load` and its like), which each part has as its own attribute.
"""

import ast

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


class _Fields(dict[type, tuple[str, ...]]):
    """What may hold a part, by the kind of node; a constant's value never does."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        names = () if kind is ast.Constant else tuple(name for name in kind._fields if name not in _NO_NODES)
        self[kind] = names
        return names


_fields = _Fields()
