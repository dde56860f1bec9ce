"""A given cell that waits for a task not written yet says so in one line, in the place of a traceback.

    install   let the notebook's kernel do so; the cell still counts as failed, for nbgrader too
    older     the name of a task -> a sentence, if the cell where it was written last could not be read

Names that such a cell would have made are missing further down: that is said in one line as well, and so is a
task that a check asks for and nobody has run since the kernel was started. All other errors of these
kinds are shown as always.
"""

import ast
import difflib
import re
import sys
from types import FunctionType, TracebackType
from typing import Any

BOLD, PLAIN = "\x1b[1m", "\x1b[0m"

waited_for: dict[str, str] = {}  # a name that a waiting cell would have made -> the task that it waits for


def install() -> None:
    """Begin, if this is a notebook, and nobody else has asked for these errors."""
    shell: Any = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if getattr(shell, "kernel", None) is not None and not shell.custom_exceptions:
        shell.set_custom_exc((NotImplementedError, NameError), _show)


def _show(
    shell: Any,
    kind: type[BaseException],
    error: BaseException,
    trace: TracebackType,
    tb_offset: int | None = None,
) -> list[str]:
    line = _line(shell.user_ns, error, trace)
    if line:
        if "matplotlib.pyplot" in sys.modules:
            sys.modules["matplotlib.pyplot"].close("all")  # else an empty picture would follow
        lines = [f"{BOLD}Not yet:{PLAIN} {line}"]
    else:
        lines = shell.InteractiveTB.structured_traceback(kind, error, trace, tb_offset=tb_offset)
    shell._showtraceback(kind, error, lines)
    return lines


def _line(names: dict[str, Any], error: BaseException, trace: TracebackType) -> str:
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


def _not_run(names: dict[str, Any], error: NameError, trace: TracebackType) -> str:
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


def _task(names: dict[str, Any], trace: TracebackType) -> str:
    """Return the function of the notebook that raised the error."""
    while trace.tb_next is not None:
        trace = trace.tb_next
    frame = trace.tb_frame
    return frame.f_code.co_name if frame.f_globals is names and frame.f_code.co_name in names else ""


def _made(source: str) -> set[str]:
    """Return the names that a cell gives a value."""
    nodes = list(ast.walk(ast.parse(source)))
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
