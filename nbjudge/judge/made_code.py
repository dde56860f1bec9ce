"""Text that becomes code here: never one in which a student's process may have had a hand.

A test can run such a text without meaning to, by what it hands it to: doctest, timeit, a query of pandas, a
type hint, `compile`, a pickle. So Python's own doors are guarded, for whoever comes through them. Once a
student's process has given any text, only these pass: what the course wrote, what libraries make up for
themselves, and trees that are only looked at. In: the guards. Left out: the `eval` and `exec` that a test
itself writes, which may run elsewhere (`adapters`).
"""

import __future__

import ast
import builtins
import pickle
import re
import sys
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

_MAKERS = frozenset(  # they write code of names that they have looked at, or load it from files
    [
        *("importlib", "_frozen_importlib", "_frozen_importlib_external", "zipimport", "nbjudge"),
        *("collections", "dataclasses", "unittest", "attr", "decorator"),
        *("numpy", "scipy", "sklearn", "networkx", "matplotlib", "sympy"),
    ]
)
_READERS = ("sympy.parsing",)  # those of them that read texts of anybody
_QUERIES = "pandas.core.computation"
_OF_QUERIES = re.compile(r"\s+|`|_|BACKTICK_QUOTED_STRING")
_OF_TIMEIT = re.compile(r"\bpass\b|_stmt\(\)|_setup\(\)")
_INHERITED = 0
for _feature in __future__.all_feature_names:
    _INHERITED |= getattr(__future__, _feature).compiler_flag
_compile, _eval, _exec = builtins.compile, builtins.eval, builtins.exec
_loads, _load = pickle.loads, pickle.load
_nobody: Callable[[], bool] = lambda: False  # noqa: E731 - replaced with each test cell
_suspect = [_nobody]
_shown: list[str] = []  # texts of given cells and of tests, squeezed
_written: list[str] = []  # of the course's solution


def guard() -> None:
    """Guard the doors of this process."""
    vars(builtins).update(compile=_guarded_compile, eval=_guarded(_eval), exec=_guarded(_exec))
    vars(pickle).update(loads=_refusing(_loads), load=_refusing(_load))
    sys.addaudithook(_refuse_classes)


def know(text: str, solution: bool = False) -> None:
    """Take note of a text of the course."""
    (_written if solution else _shown).append(_squeezed(text))


def watch(suspect: Callable[[], bool]) -> None:
    """From now on ask this whether a student's process has given any text."""
    _suspect[:] = [suspect]


def check(text: object, solution: bool = False) -> None:
    """Raise TypeError if a text that is about to be run may be a student's."""
    if not _suspect[0]():
        return
    if isinstance(text, (str, bytes)):
        squeezed = _squeezed(text if isinstance(text, str) else text.decode("utf-8", "replace"))
        if any(squeezed in known for known in (*_shown, *(_written if solution else ()))):
            return
    raise TypeError(
        "text that the student's code may have written would become code of the test here. "
        "If it has to run, give the cell the tag in-student."
    )


def _squeezed(text: str) -> str:
    """Return a text as pandas, too, has it when it runs a query."""
    text = text.replace("__pd_eval_local_", "@").replace("&", "and").replace("|", "or")
    return _OF_QUERIES.sub("", text)


def _check(source: object, frame: FrameType) -> None:
    module = str(frame.f_globals.get("__name__"))
    root = module.partition(".")[0]
    if (root in _MAKERS and not module.startswith(_READERS)) or not _suspect[0]() or _imports(frame):
        return
    if isinstance(source, ast.AST) and root in ("IPython", "codeop"):  # as cells are run
        return
    if root == "timeit":  # which puts what it was given into a text of its own
        given = [frame.f_locals.get(name) for name in ("stmt", "setup")]
        source = _OF_TIMEIT.sub("", "\n".join(text for text in given if type(text) is str))
    check(source, solution=root == "doctest")


def _imports(frame: FrameType | None) -> bool:
    """Return whether this happens while a module is loaded, for which nobody but its file decides."""
    while frame is not None:
        if frame.f_code.co_name == "_find_and_load" and "importlib" in str(frame.f_globals.get("__name__")):
            return True
        frame = frame.f_back
    return False


def _guarded_compile(
    source: Any,
    filename: Any,
    mode: str,
    flags: int = 0,
    dont_inherit: bool = False,
    optimize: int = -1,
    **rest: Any,
) -> Any:
    """Compile; see the module's text."""
    frame = sys._getframe(1)
    looks = flags & ast.PyCF_ONLY_AST
    outer = frame.f_back if frame.f_globals.get("__name__") == "ast" else frame
    if outer is not None and (not looks or str(outer.f_globals.get("__name__")).startswith(_QUERIES)):
        _check(source, frame)
    if not dont_inherit:
        flags |= frame.f_code.co_flags & _INHERITED
    return _compile(source, filename, mode, flags, True, optimize, **rest)


def _guarded(real: Callable[..., Any]) -> Callable[..., Any]:
    def run(source: object, globals: object = None, locals: object = None, /, **rest: object) -> Any:
        frame = sys._getframe(1)
        if not isinstance(source, CodeType):
            _check(source, frame)
        if globals is None:
            globals, locals = frame.f_globals, frame.f_locals if locals is None else locals
        return real(source, globals, globals if locals is None else locals, **rest)

    run.__name__ = run.__qualname__ = real.__name__
    return run


def _refuse_classes(event: str, _arguments: object) -> None:
    """Let no other reader of pickles either find what it could call, as pandas' and joblib's own would."""
    if event == "pickle.find_class":
        check(None)


def _refusing(real: Callable[..., Any]) -> Callable[..., Any]:
    def load(*arguments: object, **options: object) -> Any:
        check(None)
        return real(*arguments, **options)

    load.__name__ = load.__qualname__ = real.__name__
    return load
