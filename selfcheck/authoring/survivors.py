"""Which small changes of the model solutions does no check notice? Each of them needs a reason, or a case.

    try_out    the text of a notebook and its unit -> for each task the number of mutants, and who survived

A survivor is a hole in the check, unless the changed function is right as well; then a reason says why.
"""

import ast
import multiprocessing
import os
import resource
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from selfcheck.authoring import build
from selfcheck.authoring.mutants import mutants
from selfcheck.authoring.roles import BEGIN_SOLUTION, END_SOLUTION
from selfcheck.exercise import Answer, Exercise, Unit
from selfcheck.trial import Sheet, sheets

SECONDS = 0.5  # for one case of a mutant: a right answer needs milliseconds
MEMORY = 4 << 30
SEEDS = ("practice", "graded")


@dataclass(frozen=True)
class Survey:
    """One task: the mutants that were made, and those that earned full marks."""

    exercise: str
    made: tuple[str, ...]
    survivors: tuple[str, ...]


def try_out(unit: Unit, source: Path, workers: int = 2) -> list[Survey]:
    """Change every solution of a notebook in small ways, and put each change to its check."""
    cells = _cells(source)
    names = _names(cells, source)
    tasks = [(exercise, cells[exercise.name], names) for exercise in unit.exercises if exercise.name in cells]
    context = multiprocessing.get_context("fork")
    _work.extend(tasks)
    try:
        if workers == 1:
            return list(map(_survey, range(len(tasks))))
        with context.Pool(workers, _limit_memory) as pool:
            return pool.map(_survey, range(len(tasks)), chunksize=1)
    finally:
        _work.clear()


_work: list[tuple[Exercise, str, dict[str, Any]]] = []  # inherited by the workers: functions cannot be sent


def _limit_memory() -> None:
    os.environ["OMP_NUM_THREADS"] = "1"
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, hard))


def _survey(place: int) -> Survey:
    exercise, source, names = _work[place]
    drawn = sheets(exercise, SEEDS)
    if not _passes(drawn, _function(source, exercise.name, names)):
        raise ValueError(f"{exercise.name}: the solution of the notebook does not earn full marks.")
    lines = [line.strip() for line in source.splitlines()]
    first, last = lines.index(BEGIN_SOLUTION) + 1, len(lines) - lines[::-1].index(END_SOLUTION)
    made, survivors = [], []
    for mutant in mutants(source, first, last):
        made.append(mutant.name)
        try:
            changed = _function(mutant.source, exercise.name, names)
        except Exception:  # it does not even define the function
            continue
        if _passes(drawn, changed):
            survivors.append(mutant.name)
    return Survey(exercise.name, tuple(made), tuple(survivors))


def _passes(drawn: list[Sheet], function: Callable[..., object]) -> bool:
    for sheet in drawn:
        for case, expected in zip(sheet.cases, sheet.expected, strict=True):
            if sheet.difference(case, expected, sheet.outcome(function, case, SECONDS)) is not None:
                return False
    return True


def _function(source: str, name: str, names: dict[str, Any]) -> Answer:
    space = dict(names)
    exec(compile(source, "<mutant>", "exec"), space)
    function: Answer = space[name]
    return function


def _cells(source: Path) -> dict[str, str]:
    """Return the source of each task's cell, by the name of the task."""
    found = {}
    for cell in build.read(source).cells:
        role = cell.metadata.get("nbgrader")
        if role and role["solution"] and not role["grade"]:
            found[role["grade_id"]] = cell.source
    return found


def _names(cells: dict[str, str], source: Path) -> dict[str, Any]:
    """Return the names that solutions may use: the notebook's imports and constants, and earlier tasks."""
    names: dict[str, Any] = {"__name__": "__main__"}
    solutions = set(cells.values())
    for cell in build.read(source).cells:
        if cell.cell_type != "code":
            continue
        if cell.source in solutions:
            exec(cell.source, names)
            continue
        for statement in ast.parse(cell.source).body:
            if isinstance(statement, (ast.Import, ast.ImportFrom, ast.FunctionDef)) or _is_constant(
                statement
            ):
                exec(compile(ast.Module([statement], []), str(source), "exec"), names)
    return names


def _is_constant(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.Assign):
        return False
    try:
        ast.literal_eval(statement.value)
    except ValueError:
        return False
    return True


def unexplained(surveys: list[Survey], reasons: dict[str, dict[str, str]]) -> Iterator[str]:
    """Go through survivors without a reason, and reasons for changes that are no longer made.

    A reason for a change that a check notices after all may stay: the order of a set may decide that.
    """
    for survey in surveys:
        known = reasons.get(survey.exercise, {})
        for name in survey.survivors:
            if name not in known:
                yield f"{survey.exercise}: no check notices {name!r}"
        for name in known:
            if name not in survey.made:
                yield f"{survey.exercise}: {name!r} is explained, but that line is no longer there"
