"""An executor without any protection, for tests of the course side: it runs every cell in one namespace."""

import ast
import contextlib
import io
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from nbjudge.tasks import Cell, CellResult, NotebookResult, NotebookTask


class PlainExecutor:
    """Takes and ignores what the real one takes."""

    protection = ""  # and says nothing of it

    def __init__(self, **options: Any) -> None:
        self.options = options

    def __enter__(self) -> "PlainExecutor":
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def run(self, task: NotebookTask) -> NotebookResult:
        counter = os.environ.get("PLAIN_EXECUTOR_COUNTER")
        if counter:
            with open(counter, "a") as file:
                file.write(f"{task.student_id}/{task.name}\n")
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            for name, content in task.files.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            os.chdir(folder)
            try:
                names: dict[str, Any] = {"__name__": "__main__"}
                cells = tuple(run(cell, names) for cell in task.cells)
            finally:
                os.chdir(before)
        places = frozenset(f"{cell.id}:f" for cell in task.cells if cell.kind == "test")
        return NotebookResult(task.name, cells, places=places if task.golden is None else frozenset())


def run(cell: Cell, names: dict[str, Any]) -> CellResult:
    if cell.kind == "text" or not cell.source.strip():
        return CellResult(cell.id, "ok", score=0.0 if cell.kind == "test" else None)
    if "KILL THE WORKER" in cell.source:
        os._exit(9)
    if "WAIT A MOMENT" in cell.source:
        time.sleep(0.3)
    printed = io.StringIO()
    outputs: list[dict[str, Any]] = []
    value, error = None, None
    with contextlib.redirect_stdout(printed):
        try:
            value = evaluate(cell.source, names)
        except BaseException as raised:
            error = raised
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": printed.getvalue()})
    if error is not None:
        line = next((f.lineno for f in frames(error) if f.filename == "<cell>"), 0)
        told = [f"Cell In[1], line {line}", f"{type(error).__name__}: {error}"]
        outputs.append(
            {"output_type": "error", "ename": type(error).__name__, "evalue": str(error), "traceback": told}
        )
    elif value is not None:
        data = {"text/plain": repr(value)}
        outputs.append({"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": 1})
    status = "error" if error is not None else "ok"
    if cell.kind != "test":
        return CellResult(cell.id, status, tuple(outputs))
    partial = isinstance(value, (int, float)) and value is not None
    score = 0.0 if error is not None else min(float(value), cell.points) if partial else cell.points
    reason = f"{type(error).__name__}: {error}" if error is not None else ""
    return CellResult(cell.id, status, tuple(outputs), score, reason)


def frames(error: BaseException) -> list[Any]:
    import traceback

    return list(traceback.extract_tb(error.__traceback__))[::-1]


def evaluate(source: str, names: dict[str, Any]) -> Any:
    lines = ["pass" if line.startswith(("%", "!")) else line for line in source.split("\n")]
    tree = ast.parse("\n".join(lines))
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), names)
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)


if sys.platform == "win32":  # the tests of the grader need fork
    raise ImportError("not on Windows")
