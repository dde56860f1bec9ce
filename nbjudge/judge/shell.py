"""The interpreter of test cells: an IPython shell whose globals are the judge's namespace.

In: magics, the last expression's value, outputs as a notebook shows them; given cells, statement by
statement.
Left out: whose a name is (`names`) and what a result is worth (`scores`).
"""

import ast
import builtins
import sys
import types
from collections.abc import Set
from dataclasses import dataclass
from typing import Any

from IPython.core.history import HistoryManager
from IPython.core.interactiveshell import InteractiveShell

from nbjudge.course import hidden_tests
from nbjudge.inside import cells, plain, tracebacks
from nbjudge.judge import adapters, beside, made_code, names, slices, source

_WARMING = ("1 + 1", "print('warm')", "def warm():\n    assert 1 == 2\nwarm()", "del warm")
_PACKAGE = __file__.rpartition("judge")[0]


@dataclass
class Ran:
    """What came of a test cell."""

    outputs: cells.Outputs
    value: Any
    error: BaseException | None


class JudgeShell(InteractiveShell):
    """IPython, with the namespace of the judge in the place of a module's."""

    depth = 0  # of cells that cells run

    def run_cell(self, raw_cell: str, *args: Any, **options: Any) -> Any:
        """Run a cell; one that another cell runs must be the course's own text."""
        if self.depth:
            made_code.check(raw_cell)
        else:  # a part of a test stands alone when it is run: what is hidden, for one
            made_code.know(self.transform_cell(raw_cell))  # type: ignore[no-untyped-call]
        self.depth += 1
        try:
            return super().run_cell(raw_cell, *args, **options)  # type: ignore[no-untyped-call]
        finally:
            self.depth -= 1

    @property
    def user_global_ns(self) -> object:
        """Return the globals of cells: the same object as the locals, as in a module."""
        return self.user_ns

    def init_history(self) -> None:
        """Keep no history: it would start a thread, and nobody would read it."""
        HistoryManager.enabled = False  # type: ignore[assignment]
        super().init_history()  # type: ignore[no-untyped-call]

    def showtraceback(self, exc_tuple: Any = None, *args: Any, **options: Any) -> None:
        """Show an error without the frames of the judge, which a student cannot do anything about."""
        kind, error, trace = self._get_exc_info(exc_tuple)  # type: ignore[no-untyped-call]
        super().showtraceback((kind, error, _without_judge(trace)), *args, **options)

    def init_virtualenv(self) -> None:
        """Leave sys.path as it is."""

    def init_io(self) -> None:
        """Leave the streams as they are."""

    def enable_gui(self, _gui: object = None) -> None:
        """Wait for no window: there is none, whatever `%matplotlib` asks for."""


def make_shell() -> JudgeShell:
    """Return a shell; it takes some milliseconds, which a fork server can spend beforehand."""
    shell: Any = JudgeShell(user_ns={}, colors="NoColor")  # type: ignore[no-untyped-call]
    tracebacks.know_cells(shell)
    plain.skip_transformations(shell)
    for text in _WARMING:
        cells.run(shell, text, cells.Outputs())
    for name in ("last_type", "last_value", "last_traceback", "last_exc"):
        if hasattr(sys, name):
            delattr(sys, name)
    assert isinstance(shell, JudgeShell)
    shell.user_ns_hidden.clear()
    return shell


class Interpreter:
    """Runs given cells and test cells of one notebook in the judge's namespace."""

    def __init__(self, shell: JudgeShell, namespace: names.TestGlobals) -> None:
        """Put the namespace into the shell."""
        self.shell = shell
        self.names = namespace
        self.words: frozenset[str] = frozenset()  # that tests speak of
        helpers = dict(shell.user_ns)
        shell.user_ns = namespace
        for name, value in helpers.items():
            dict.__setitem__(namespace, name, value)
        self.builtins = dict(vars(builtins))
        dict.__setitem__(namespace, "__builtins__", self.builtins)
        dict.__setitem__(namespace, "__name__", "__main__")
        shell.user_module = sys.modules["__main__"]

    def run_test(self, text: str, outputs: cells.Outputs) -> Ran:
        """Run a test cell; what it raises, an interrupt included, is in the result.

        What stands before the first hidden line shows what it shows in the student's notebook, and is sealed.
        """
        self.builtins.update(adapters.for_test(self.names, text))
        before, rest = hidden_tests.halves(text)
        if before:
            result = cells.run(self.shell, before, outputs)
            outputs.seal()
            if error := result.error_before_exec or result.error_in_exec:
                return Ran(outputs, None, error)
        result = cells.run(self.shell, rest, outputs)
        return Ran(outputs, result.result, result.error_before_exec or result.error_in_exec)

    def run_given(self, text: str) -> list[str]:
        """Run what can be run of a given cell here; return why statements were left to the student."""
        statements, left = slices.statements_of(text), []
        if statements is None:
            return ["a given cell is no Python"]
        outputs = cells.Outputs(most_bytes=0)
        before = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = cells.TextTo(outputs, "stdout"), cells.TextTo(outputs, "stderr")
        try:
            for statement in statements:
                reason = self._run_statement(statement)
                if reason:
                    left.append(reason)
        finally:
            sys.stdout, sys.stderr = before
        return left

    def run_imports(self, text: str) -> None:
        """Run the imports of a solution cell: what the course imports is the judge's own."""
        for statement in source.imports_of(text):
            with beside.hidden():
                problem = self._quietly(statement)
            if problem is None:
                self.names.given |= self.names.written
                self.names.students -= self.names.written
            else:
                self.names.students |= source.bound_by(statement)

    def _run_statement(self, statement: slices.Statement) -> str:
        """Run one statement; if it cannot be, or makes what cannot live here, its names are the student's."""
        if not statement.matters(self.words):
            return ""
        problem = self._quietly(statement.node)
        if problem is not None:
            touched = statement.filled & self.names.given
            data = {
                name
                for name in touched
                if not callable(value := dict.get(self.names, name))
                and not isinstance(value, types.ModuleType)
            }
            bound = statement.bound | data | (self.names.written & self.names.mine())
            asks = isinstance(problem, names.AsksForStudent)  # then what it makes is made of an answer
            self._leave(bound, courses=not asks)
            return "" if asks else f"{type(problem).__name__}: {problem}"
        for name in list(self.names.written):
            if not dict.__contains__(self.names, name):
                continue
            given = {key: dict.get(self.names, key) for key in self.names.given}
            if names.keepable(dict.__getitem__(self.names, name), given):
                self.names.given.add(name)
                self.names.students.discard(name)
                self.names.left.discard(name)
            else:
                self._leave({name}, courses=True)
        return ""

    def _leave(self, bound: Set[str], courses: bool) -> None:
        self.names.students |= bound
        self.names.left = self.names.left | bound if courses else self.names.left - bound
        self.names.given -= bound
        for name in bound:
            dict.pop(self.names, name, None)

    def _quietly(self, statement: ast.stmt) -> BaseException | None:
        self.names.written.clear()
        code = compile(ast.Module([statement], []), "<given cell>", "exec")
        try:
            exec(code, self.names)
        except KeyboardInterrupt:
            raise
        except BaseException as problem:
            return problem
        return None


def _without_judge(trace: types.TracebackType | None) -> types.TracebackType | None:
    """Return a traceback without the frames of this package; of what is left, nothing changes."""
    if trace is None:
        return None
    rest = _without_judge(trace.tb_next)
    if trace.tb_frame.f_code.co_filename.startswith(_PACKAGE):
        return rest
    return types.TracebackType(rest, trace.tb_frame, trace.tb_lasti, trace.tb_lineno)
