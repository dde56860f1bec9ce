"""What a check makes of inputs is of the kinds that a task's families have: no right answer is surprised."""

from collections.abc import Mapping

import numpy as np
import pytest

from mlcore.exercises import UNITS
from selfcheck.trial import Sheet

TASKS = [(unit, exercise) for unit in UNITS.values() for exercise in unit.exercises]
SAME_CALLS = "one call after the other"  # its arguments are whole calls
AS_SHOWN = "lists, as the task shows them"


def kind(value):
    """Say what a value is made of: containers, and what is in them; a number is a number.

    >>> kind([np.zeros((2, 2)), np.ones(3)])[0]
    'list'
    """
    if isinstance(value, np.ndarray):
        return f"array of {value.ndim} axes"
    if isinstance(value, Mapping):
        return "dict", frozenset(map(kind, value.values()))
    if isinstance(value, (list, tuple)):
        return type(value).__name__, frozenset(map(kind, value))
    if isinstance(value, (str, bool, int, float, np.number)):
        return "label or number"
    return type(value).__name__


@pytest.mark.parametrize(("unit", "exercise"), TASKS, ids=lambda one: one.name)
def test_what_is_made_for_a_task_is_of_the_kinds_that_its_families_have(unit, exercise):
    sheet = Sheet(exercise)
    made = {id(case) for case in sheet.probing}
    known = {}
    for case in sheet.cases:
        if id(case) not in made:
            for place, value in [*enumerate(case.arguments), *case.keywords.items()]:
                known.setdefault(place, set()).add(kind(value))
    for case in sheet.probing:
        if case.name.startswith((SAME_CALLS, AS_SHOWN)):
            continue
        for place, value in enumerate(case.arguments):
            assert place not in known or kind(value) in known[place], (case.name, place)
