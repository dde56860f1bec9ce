"""A given cell that waits for a task not written yet says so in one line, in the place of a traceback.

    install   let the notebook's kernel do so; the cell still counts as failed, for nbgrader too
    older     the name of a task -> a sentence, if the cell where it was written last could not be read
    keep      what a check found of an answer: where a cell fails that uses a wrong one, the task to mend
              first is named, and of the traceback the notebook's own lines are left

Names that such a cell would have made are missing further down: that is said in one line as well, and so is a
task that a check asks for and nobody has run since the kernel was started. All other errors are shown as
always.
"""

import ast
import difflib
import linecache
import re
import sys
import traceback
from collections.abc import Iterator
from types import CodeType, FunctionType, TracebackType
from typing import Any

Names = dict[str, Any]  # what a notebook has defined
BOLD, PLAIN = "\x1b[1m", "\x1b[0m"

waited_for: dict[str, str] = {}  # a name that a waiting cell would have made -> the task that it waits for
_wrong: dict[str, object] = {}  # a task -> the answer in which its last check found a mistake


def keep(task: str, answer: object, right: bool) -> None:
    """Keep what a check found of an answer."""
    if right:
        _wrong.pop(task, None)
    else:
        _wrong[task] = answer


def install() -> None:
    """Begin, if this is a notebook, and nobody else has asked for these errors."""
    shell: Any = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if getattr(shell, "kernel", None) is not None and not shell.custom_exceptions:
        shell.set_custom_exc((Exception,), _show)


def _show(
    shell: Any,
    kind: type[BaseException],
    error: BaseException,
    trace: TracebackType,
    tb_offset: int | None = None,
) -> list[str]:
    lines = _instead(shell.user_ns, error, trace)
    if not lines:
        shell.showtraceback((kind, error, trace), tb_offset=tb_offset, running_compiled_code=True)
        return []
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")  # else an empty picture would follow
    lines[0] = f"{BOLD}Not yet:{PLAIN} {lines[0]}"
    shell._showtraceback(kind, error, lines)
    return lines


def _instead(names: Names, error: BaseException, trace: TracebackType) -> list[str]:
    """Return what is shown in the place of the traceback; nothing where that is of use."""
    line = _line(names, error, trace) if isinstance(error, (NotImplementedError, NameError)) else ""
    return [line] if line else _wrong_answer(names, error, trace)


def _line(names: Names, error: BaseException, trace: TracebackType) -> str:
    """Return what the cell waits for; nothing if it does not wait."""
    if isinstance(error, NameError):
        task = waited_for.get(error.name or "", "")
        line = f"{error.name} is made in a cell above that waits for {task}. Run that cell first."
        if not task:
            return _not_run(names, error, trace)
    else:
        task = _task(names, trace)
        line = f"this cell needs {task}, which is not written yet."
    if task:
        waited_for.update(dict.fromkeys(_made(names["In"][-1]), task))
    return line if task else ""


def _not_run(names: Names, error: NameError, trace: TracebackType) -> str:
    """Say that a task which a check asks for does not exist; nothing about any other name."""
    while trace.tb_next is not None:
        trace = trace.tb_next
    name = error.name or ""
    if trace.tb_frame.f_globals is not names or not re.search(rf"check\(.*\b{name}\s*\)", names["In"][-1]):
        return ""
    if older(name):
        return f"there is no {name}. {older(name)}"
    functions = [other for other, value in names.items() if isinstance(value, FunctionType)]
    near = difflib.get_close_matches(name, functions, 1, 0.7)
    renamed = f" There is a function {near[0]}: is it meant to be {name}?" if near else ""
    return f"there is no {name} yet. Run the cell that makes it; after a restart, all cells above.{renamed}"


def older(name: str) -> str:
    """Say so if the cell where a function was written last has a syntax error, and so was not taken."""
    shell: Any = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    cells = [cell for cell in getattr(shell, "user_ns", {}).get("In", ()) if f"def {name}(" in cell]
    if not cells:
        return ""
    try:
        ast.parse(cells[-1])
    except SyntaxError as error:
        return f"The last cell with {name} has a syntax error in line {error.lineno}: it was not taken."
    return ""


def _task(names: Names, trace: TracebackType) -> str:
    """Return the function of the notebook that raised the error."""
    while trace.tb_next is not None:
        trace = trace.tb_next
    frame = trace.tb_frame
    return frame.f_code.co_name if frame.f_globals is names and frame.f_code.co_name in names else ""


def _wrong_answer(names: Names, error: BaseException, trace: TracebackType) -> list[str]:
    """Name the answer to mend first, and the notebook's own lines on the way to the error."""
    frames = [(frame, line) for frame, line in traceback.walk_tb(trace) if frame.f_globals is names]
    used = [name for frame, _ in reversed(frames) for name in _used(frame.f_code, names, set())]
    task = next((name for name in used if name in _wrong and _wrong[name] is names.get(name)), "")
    if not task:
        return []
    waited_for.update(dict.fromkeys(_made(names["In"][-1]), task))
    first = f"this cell uses {task}, and {task} is not right yet. Mend it first, then run this cell again."
    said = [line.rstrip() for line in traceback.format_exception_only(error)]
    return [first, *(_place(frame.f_code, line) for frame, line in frames), *said]


def _place(code: CodeType, line: int) -> str:
    where = "this cell" if code.co_name == "<module>" else code.co_name.strip("<>")
    return f"  line {line} of {where}: {linecache.getline(code.co_filename, line).strip()}"


def _used(code: CodeType, names: Names, seen: set[str]) -> Iterator[str]:
    """Yield the functions of the notebook that some code uses, and its own name: helpers first."""
    for name in code.co_names:
        function = names.get(name)
        if isinstance(function, FunctionType) and name not in seen:
            seen.add(name)
            yield from _used(function.__code__, names, seen)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _used(inner, names, seen)
    yield code.co_name


def _made(source: str) -> set[str]:
    """Return the names that a cell gives a value."""
    nodes = list(ast.walk(ast.parse(source)))
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
