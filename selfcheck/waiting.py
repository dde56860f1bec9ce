"""A given cell that waits for a task not written yet says so in one line, in the place of a traceback.

    install   let the notebook's kernel do so; the cell still counts as failed, for nbgrader too

Names that such a cell would have made are missing further down: that is said in one line as well. Every other
NotImplementedError and NameError is shown as always.
"""

import ast
import sys
from types import TracebackType
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
    else:
        task = _task(names, trace)
        line = f"this cell needs {task}, which is not written yet."
    if task:
        waited_for.update(dict.fromkeys(_made(names["In"][-1]), task))
    return line if task else ""


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
