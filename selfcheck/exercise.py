"""An exercise as data: what is asked, the right answer, the inputs it is tried on, and the mistakes we know.

    Case           one input, and how it is put to a function
    Family         inputs of one kind that earn their points together
    Misconception  a wrong answer with a name, and the question that leads out of it
    Exercise       all of it: from it come the check, the hidden draws, the hint and the proof of strength

Nothing here runs a student's function; `check` does.
"""

import importlib
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from selfcheck.compare import Comparison, close

Answer = Callable[..., Any]
Change = Callable[[Any], Any]  # of an argument or a result, whatever it is
Kind = Literal["example", "trap", "property", "random"]


def plainly(answer: Answer, *arguments: object, **keywords: object) -> Any:
    """Call an answer with the arguments of a case: the usual way of putting it to a function."""
    return answer(*arguments, **keywords)


@dataclass(frozen=True)
class Case:
    """One input. A property is a case too: its `ask` calls the answer several times, returns what must agree.

    `ask(answer, *arguments, **keywords)` is put to the reference and to the student's function alike. When
    the reference raises, the case asks for that error (any of its built-in base classes will do, never bare
    Exception).
    """

    name: str
    arguments: tuple[Any, ...] = ()
    keywords: Mapping[str, Any] = field(default_factory=dict)
    ask: Callable[..., Any] = plainly
    shown: str = ""  # how the panel prints the call, where the arguments alone do not say it
    compare: Comparison | None = None  # instead of the exercise's, for this case
    question: str = ""  # instead of the family's, where this case has one of its own


@dataclass(frozen=True)
class Family:
    """Inputs of one kind, from small to large. They earn their points together, or not at all."""

    name: str
    kind: Kind
    points: float
    cases: tuple[Case, ...] | Callable[[np.random.Generator], Iterable[Case]]
    question: str = ""  # said when the family fails and no known mistake explains it

    def draw(self, rng: np.random.Generator) -> tuple[Case, ...]:
        """Return the cases; those of a random family depend on the generator only."""
        return tuple(self.cases(rng)) if callable(self.cases) else self.cases


@dataclass(frozen=True)
class Misconception:
    """A mistake that students make: a wrong function, its name, and the question to ask oneself.

    `catalogue` says where the list of mistakes has it. `equals` names others of the same exercise
    that no input of this exercise can tell apart, with the reason in the function's comment.
    """

    slug: str
    hint: str
    answer: Answer
    catalogue: str = ""
    equals: tuple[str, ...] = ()


def wrong(catalogue: str = "", *, equals: tuple[str, ...] = ()) -> Callable[[Answer], Misconception]:
    """Make a misconception of a function: its name is the slug, its docstring is the hint.

    >>> @wrong("0.1-M1")
    ... def mean_of_the_rows(joint, event):
    ...     '''Do the shares of separate groups add up, or do you average them?'''
    ...     return 0.0
    >>> mean_of_the_rows.slug
    'mean-of-the-rows'
    """

    def named(answer: Answer) -> Misconception:
        hint = re.sub(r"\s+", " ", inspect.getdoc(answer) or "").strip()
        if not hint:
            raise ValueError(f"The misconception {answer.__name__} needs a hint: write it as the docstring.")
        return Misconception(answer.__name__.strip("_").replace("_", "-"), hint, answer, catalogue, equals)

    return named


@dataclass(frozen=True)
class Exercise:
    """One task: a function to write, and everything that is known about right and wrong answers to it."""

    name: str  # as in the notebook: event_prob
    contract: str  # event_prob(joint, event) -> float
    reference: Answer
    families: tuple[Family, ...]
    misconceptions: tuple[Misconception, ...]
    right: tuple[Answer, ...] = ()  # other right answers: loops, vectorised, other containers
    compare: Comparison = field(default_factory=close)
    concepts: tuple[str, ...] = ()
    regions: Callable[[Answer], Callable[[Any], Any]] | None = None  # answer -> f(points (m, 2)) -> labels
    # Of the processor, for one case. A first call may import a library; broken off, that stays broken.
    seconds: float = 2.0
    uses: tuple[str, ...] = ()  # earlier functions of the unit that this one may call
    lists: tuple[str, ...] = ()  # arguments that the task's text shows as lists; they come as arrays, too
    compared: tuple[str, ...] = ()  # arguments whose numbers are ranked only: equal ones tie for everybody
    read: str = ""  # the section of the notebook that the task stands in
    valid: Callable[..., bool] | None = None  # what arguments must fulfil that no right answer looks at

    def __post_init__(self) -> None:
        """Refuse what would only show up in front of a class."""
        kinds = [family.kind for family in self.families]
        if not kinds or kinds[0] != "example":
            raise ValueError(f"{self.name}: the first family must be the worked example; got {kinds[:1]}.")
        for what, names in (
            ("family", [family.name for family in self.families]),
            ("misconception", [wrong.slug for wrong in self.misconceptions]),
        ):
            twice = sorted({name for name in names if names.count(name) > 1})
            if twice:
                raise ValueError(f"{self.name}: the {what} {twice[0]!r} appears twice.")

    @property
    def arguments(self) -> tuple[str, ...]:
        """The names of the arguments, as the contract has them.

        >>> example = Family("by hand", "example", 1, ())
        >>> Exercise("f", "f(joint: dict[tuple, float], *, k=1) -> float", abs, (example,), ()).arguments
        ('joint', 'k')
        """
        inside = re.sub(
            r"\[[^][]*\]|\([^()]*\)", "", self.contract.partition("(")[2].rpartition("->")[0] or ")"
        )
        parts = inside.rpartition(")")[0].split(",")
        return tuple(found[0] for part in parts if (found := re.match(r"\w+", part.strip(" *"))))

    @property
    def points(self) -> float:
        """What the exercise is worth."""
        return sum(family.points for family in self.families)


@dataclass(frozen=True)
class Unit:
    """The exercises of one notebook, in its order."""

    name: str  # bayes_rule
    notebook: str  # 00_bayes_rule
    exercises: tuple[Exercise, ...]

    def __post_init__(self) -> None:
        """Refuse a name used twice, and a task that uses one that comes after it."""
        names = [exercise.name for exercise in self.exercises]
        for place, exercise in enumerate(self.exercises):
            if exercise.name in names[:place]:
                raise ValueError(f"{self.name}: the exercise {exercise.name!r} appears twice.")
            for used in exercise.uses:
                if used not in names[:place]:
                    raise ValueError(
                        f"{self.name}: {exercise.name} uses {used!r}, which is no earlier exercise."
                    )

    @property
    def points(self) -> float:
        """What the unit's functions are worth together."""
        return sum(exercise.points for exercise in self.exercises)

    def __getitem__(self, name: str) -> Exercise:
        """Return an exercise by its name."""
        for exercise in self.exercises:
            if exercise.name == name:
                return exercise
        known = ", ".join(exercise.name for exercise in self.exercises)
        raise KeyError(f"The unit {self.name} has no exercise {name!r}; it has {known}.")


class Units(Mapping[str, Unit]):
    """The units of a course, each imported when it is first asked for: `package.unit` holds it as UNIT."""

    def __init__(self, package: str, names: Iterable[str]) -> None:
        """Keep where the units are; nothing is imported."""
        self._package = package
        self._names = tuple(names)

    def __getitem__(self, name: str) -> Unit:
        """Import a unit and return it."""
        if name not in self._names:
            raise KeyError(f"There is no unit {name!r}; there are {', '.join(self._names)}.")
        unit: Unit = importlib.import_module(f"{self._package}.{name}").UNIT
        if unit.name != name:
            raise ValueError(f"{self._package}.{name} holds the unit {unit.name!r}: the names must agree.")
        return unit

    def __iter__(self) -> Iterator[str]:
        """Go through the names, in the order of the course."""
        return iter(self._names)

    def __len__(self) -> int:
        """Return how many units there are."""
        return len(self._names)
