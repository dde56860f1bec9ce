"""An answer out of an exercise's module, as source that runs in a notebook's cell on its own.

The right and the wrong answers of an exercise use helpers, constants and other answers of their modules.
In a cell there is nothing of that. So whatever an answer uses comes along: functions as helpers above it,
constants as their values, libraries as imports. What the notebook itself offers is used from there.
Annotations stay behind, and docstrings, which are hints.
"""

import ast
import builtins
import inspect
import keyword
import textwrap
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from selfcheck.exercise import Answer, Misconception

BUILTINS = frozenset(vars(builtins))


class NotPortable(Exception):
    """An answer uses something that cannot be written into a cell."""


@dataclass(frozen=True)
class Notebook:
    """What a cell may use without saying where it comes from: the notebook's names, and what they are."""

    names: Mapping[str, Any]
    tasks: frozenset[str]  # names that students define: nothing else may be called so
    package: str  # the course's exercises: what they write themselves comes along

    def name_of(self, thing: object) -> str | None:
        """Give the name by which the notebook has a thing."""
        return next((name for name, value in self.names.items() if value is thing), None)


@dataclass
class Program:
    """What a cell is made of, in its order."""

    imports: list[ast.stmt] = field(default_factory=list)
    constants: list[ast.stmt] = field(default_factory=list)
    helpers: list[ast.FunctionDef] = field(default_factory=list)
    answer: ast.FunctionDef | None = None

    @property
    def functions(self) -> list[ast.FunctionDef]:
        """The functions, the answer last."""
        return [*self.helpers, *([self.answer] if self.answer else [])]


def standalone(answer: Answer, name: str, notebook: Notebook) -> Program:
    """Give the program that defines an answer under the name of its task."""
    inner = answer.func if isinstance(answer, partial) else answer
    if not _within(inner, notebook.package):
        raise NotPortable(f"{name}: {getattr(inner, '__module__', '?')} is not of the exercises")
    program = _Writer(notebook, name).written(answer, name)
    for function in program.functions:
        ast.fix_missing_locations(function)
    return program


def _within(thing: object, package: str) -> bool:
    return f"{getattr(thing, '__module__', '') or ''}.".startswith(f"{package}.")


class _Writer:
    """Writes one program; knows what it has written already."""

    def __init__(self, notebook: Notebook, name: str) -> None:
        self.notebook, self.name = notebook, name
        self.program = Program()
        self.written_as: dict[int, str] = {}
        self.taken = {name, *notebook.names, *notebook.tasks, *BUILTINS, *keyword.kwlist}

    def written(self, answer: Answer, name: str) -> Program:
        self.program.answer = self._function(answer, name)
        return self.program

    def _function(self, answer: object, name: str) -> ast.FunctionDef:
        given: dict[str, Any] = {}
        if isinstance(answer, partial):
            if answer.keywords:
                raise NotPortable(f"{name}: a partial with keywords")
            first = list(inspect.signature(answer.func).parameters)
            given = dict(zip(first, answer.args, strict=False))
            answer = answer.func
        if type(answer) is not types.FunctionType:
            raise NotPortable(f"{name}: {type(answer).__name__} has no source")
        definition = _definition(answer)
        definition.args.args = [arg for arg in definition.args.args if arg.arg not in given]
        definition.name = name
        self.taken |= _variables(answer.__globals__)  # a helper of such a name would be hidden by it
        outside = inspect.getclosurevars(answer)
        space = {**answer.__globals__, **outside.nonlocals, **given}
        return _Resolver(self, space, bound_in(definition) - set(given)).visit(definition)  # type: ignore[no-any-return]

    def reference(self, thing: object, wanted: str) -> str:
        """Give the name by which a cell has a thing; write what is needed for that."""
        if isinstance(thing, Misconception):
            thing = thing.answer
        if id(thing) in self.written_as:
            return self.written_as[id(thing)]
        known = self.notebook.name_of(thing)
        if known is not None and known != self.name:
            return known
        name = self._new_name(wanted, thing)
        self.written_as[id(thing)] = name
        self._write(thing, name)
        return name

    def _write(self, thing: object, name: str) -> None:
        home, package = str(getattr(thing, "__module__", "") or ""), self.notebook.package
        if isinstance(thing, types.ModuleType):
            if thing.__name__.partition(".")[0] in (package.partition(".")[0], "selfcheck"):
                raise NotPortable(f"{name}: {thing.__name__} belongs to the course")
            self._import(ast.Import([ast.alias(thing.__name__, None if thing.__name__ == name else name)]))
        elif isinstance(thing, partial) or (type(thing) is types.FunctionType and _within(thing, package)):
            helper = self._function(thing, name)
            self.program.helpers.append(helper)
        elif callable(thing) and home and hasattr(thing, "__qualname__"):
            if home.partition(".")[0] in (package.partition(".")[0], "selfcheck"):
                raise NotPortable(f"{name}: {home}.{thing.__qualname__} belongs to the course")
            alias = ast.alias(thing.__qualname__, None if thing.__qualname__ == name else name)
            self._import(ast.ImportFrom(home, [alias], 0))
        else:
            value = ast.parse(self._literal(thing, name), mode="eval").body
            self.program.constants.append(ast.Assign([ast.Name(name, ast.Store())], value, lineno=0))

    def _import(self, statement: ast.stmt) -> None:
        self.program.imports.append(statement)

    def _literal(self, value: object, name: str) -> str:
        if isinstance(value, np.ndarray):
            return f"{self.reference(np, 'np')}.array({value.tolist()!r})"
        if (isinstance(value, float) and value != value) or value in (float("inf"), float("-inf")):
            return f"float({str(value)!r})"
        if isinstance(value, dict):
            parts = (
                f"{self._literal(key, name)}: {self._literal(item, name)}" for key, item in value.items()
            )
            return "{" + ", ".join(parts) + "}"
        if type(value) is types.FunctionType:
            return self.reference(value, value.__name__)
        text = repr(value)
        try:
            ast.literal_eval(text)
        except (ValueError, SyntaxError):
            raise NotPortable(f"{name}: a {type(value).__name__} cannot be written down") from None
        return text

    def _new_name(self, wanted: str, thing: object) -> str:
        if isinstance(thing, types.ModuleType) or not callable(thing):
            plain = wanted
        else:
            plain = wanted.strip("_") or "helper"
        for candidate in (plain, f"my_{plain}", f"{plain}_helper", *(f"{plain}{i}" for i in range(2, 99))):
            if candidate not in self.taken:
                self.taken.add(candidate)
                return candidate
        raise NotPortable(f"no name is left for {wanted}")


class _Resolver(ast.NodeTransformer):
    """Replaces what a function takes from its module by what the cell has of it."""

    def __init__(self, writer: _Writer, space: Mapping[str, object], bound: set[str]) -> None:
        self.writer, self.space, self.bound = writer, space, bound

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        found, thing, name = self._followed(node)
        if not found:
            return self.generic_visit(node)
        if _is_part_of_library(node, self.space, self.writer.notebook.package):
            return self.generic_visit(node)
        return ast.Name(self.writer.reference(thing, name), ast.Load())

    def _followed(self, node: ast.expr) -> tuple[bool, Any, str]:
        """Follow module.name.name to what it is, as long as it lies in the course."""
        if isinstance(node, ast.Name) and node.id not in self.bound and node.id in self.space:
            return True, self.space[node.id], node.id
        if isinstance(node, ast.Attribute):
            found, thing, _ = self._followed(node.value)
            if found and isinstance(thing, (types.ModuleType, types.SimpleNamespace, Misconception)):
                return True, getattr(thing, node.attr), node.attr
        return False, None, ""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if not isinstance(node.ctx, ast.Load) or node.id in self.bound:
            return node
        if node.id in self.space:
            thing = self.space[node.id]
            if isinstance(thing, Misconception):
                raise NotPortable(f"{node.id} is used as a whole")
            return ast.Name(self.writer.reference(thing, node.id), ast.Load())
        if node.id in BUILTINS:
            return node
        raise NotPortable(f"{node.id} is not known")


def _is_part_of_library(node: ast.Attribute, space: Mapping[str, object], package: str) -> bool:
    """Whether `np.sum` and the like: a module of a library, named in front."""
    base: ast.expr = node
    while isinstance(base, ast.Attribute):
        base = base.value
    module = space.get(base.id) if isinstance(base, ast.Name) else None
    return isinstance(module, types.ModuleType) and not f"{module.__name__}.".startswith(f"{package}.")


def _variables(module: Mapping[str, object]) -> set[str]:
    functions = [value.answer if isinstance(value, Misconception) else value for value in module.values()]
    codes = [value.__code__ for value in functions if type(value) is types.FunctionType]
    found: set[str] = set()
    while codes:
        code = codes.pop()
        found.update(code.co_varnames, code.co_cellvars)
        codes += [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]
    return found


def _definition(function: Callable[..., object]) -> ast.FunctionDef:
    try:
        text = textwrap.dedent(inspect.getsource(function))
        statement = ast.parse(text).body[0]
    except (OSError, TypeError, SyntaxError) as error:
        raise NotPortable(f"{function.__name__} has no source") from error
    if not isinstance(statement, ast.FunctionDef):
        raise NotPortable(f"{function.__name__} is no def")
    plain: ast.FunctionDef = _Plain().visit(statement)
    return plain


class _Plain(ast.NodeTransformer):
    """Takes away what students do not write: decorators, annotations, and docstrings, which are hints."""

    def visit(self, node: ast.AST) -> Any:
        self.generic_visit(node)
        match node:
            case ast.arg():
                return ast.arg(node.arg)
            case ast.FunctionDef():
                node.decorator_list, node.returns = [], None
                if ast.get_docstring(node) is not None:
                    node.body = node.body[1:] or [ast.Pass()]
            case ast.AnnAssign(target=target, value=value):
                return value and ast.Assign([target], value)
        return node


def bound_in(function: ast.AST) -> set[str]:
    """Name everything that a function binds: arguments, variables, what is imported or defined in it."""
    names: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            names.add(node.name)
        elif isinstance(node, ast.alias):
            names.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.FunctionDef) and node is not function:
            names.add(node.name)
    return names
