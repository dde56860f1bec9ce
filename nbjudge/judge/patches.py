"""Libraries that a test changes: for itself, since the student's code runs in another process with its own.

`np.mean = forbidden` before a call of an answer says nothing of the answer, and the course's solution does
not notice. So the doctor does. Left out: settings (`pd.options.mode.copy_on_write = True`), streams, and
`input`, which is carried over.
"""

import ast
from collections.abc import Iterator, Set

from nbjudge.course import syntax
from nbjudge.judge import source

_PATCHING = frozenset(["patch", "patch.object", "patch.dict", "setattr", "delattr"])
_CARRIED = frozenset(["builtins.input", "sys.stdout", "sys.stderr", "sys.stdin"])


def patched(text: str, modules: Set[str]) -> list[str]:
    """Name what a cell changes of the modules that go by these names.

    >>> patched("np.mean = None or forbidden; np.random.seed(1); x.y = f", {"np"})
    ['np.mean']
    >>> patched("with patch('numpy.sort') as sort, patch.object(np, 'mean'): f(x)", {"np"})
    ['numpy.sort', 'np.mean']
    """
    parts = syntax.parts(source.parse(text) or ast.Module([], []))
    names = dict.fromkeys(name for part in parts for name in _patched(part, modules))
    return [name for name in names if name not in _CARRIED]


def _patched(part: ast.AST, modules: Set[str]) -> Iterator[str]:
    if isinstance(part, (ast.Assign, ast.Delete)):
        is_setting = isinstance(getattr(part, "value", None), ast.Constant)
        for target in [] if is_setting else part.targets:
            if isinstance(target, ast.Attribute) and _root(target) in modules:
                yield ast.unparse(target)
    elif isinstance(part, ast.Call) and part.args and _called(part.func) in _PATCHING:
        names = [ast.unparse(part.args[0])] if _root(part.args[0]) in modules else []
        names += [a.value for a in part.args[:2] if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        if names and (names[0].partition(".")[0] in modules or "." in names[0]):
            yield ".".join(names)


def _called(function: ast.expr) -> str:
    """Return the end of the name by which something is called."""
    parts = ast.unparse(function).split(".")
    return ".".join(parts[-2:] if parts[-2:-1] == ["patch"] else parts[-1:])


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
