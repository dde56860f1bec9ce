"""Put an answer to every case of an exercise, and keep what came of it beside what was expected.

    Sheet         the cases of one draw, with the outcomes of the reference and of the wrong answers
    Trial         one case: expected, got, and where they first differ
    FamilyResult  the trials of one family: passed together, or not

Nothing here decides what to say to a student; `diagnosis` and `panel` do.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from selfcheck import again, between, corners, kept
from selfcheck.attempt import Outcome, call
from selfcheck.compare import Difference, close, kind
from selfcheck.exercise import Answer, Case, Exercise, Family, Misconception
from selfcheck.steadiness import is_steady

_SAME = close()
PRACTICE = "practice"  # the draw that everybody knows: what finds whole kinds is made of its cases
MOST_DRAWS = 30  # of a family, until all that was drawn can be marked
MOST_TIMEOUTS = 2  # after so many the function is not called again
SHORTER = 0.2  # of the time, for who ran out of it before: a loop without an end is not waited for twice


@dataclass(frozen=True)
class Trial:
    """One case: the answer passed if there is no difference."""

    case: Case
    expected: Outcome
    got: Outcome | None  # None: not tried, because the function ran out of time before
    difference: Difference | None

    @property
    def passed(self) -> bool:
        """Whether the answer did what was asked."""
        return self.difference is None


@dataclass(frozen=True)
class FamilyResult:
    """The trials of one family."""

    family: Family
    trials: tuple[Trial, ...]

    @property
    def passed(self) -> bool:
        """Whether all trials passed, and so the points are earned."""
        return all(trial.passed for trial in self.trials)

    @property
    def points(self) -> float:
        """What was earned."""
        return self.family.points if self.passed else 0.0


def is_late(trial: Trial) -> bool:
    """Return whether the time was up."""
    return trial.got is not None and trial.got.status == "timeout"


def results_of(trial: Trial) -> list[tuple[Any, Any]]:
    """Return what was expected and given, if a value was asked for and came; of several calls each alone."""
    if trial.got is None or not trial.got.status == trial.expected.status == "value":
        return []
    if trial.case.ask is again.one_after_the_other:
        return [
            (expected, got)
            for expected, got in zip(trial.expected.value, trial.got.value, strict=True)
            if agree(_SAME, expected, got) is not None
        ]
    return [(trial.expected.value, trial.got.value)]


def sheets(exercise: Exercise, seeds: Iterable[str]) -> list["Sheet"]:
    """Return the sheets of several draws, as checks make them: all follow from the one for practice."""
    practice = Sheet(exercise, PRACTICE)
    found = [practice if seed == PRACTICE else practice.redrawn(seed) for seed in seeds]
    for sheet in found:
        sheet.settle()
    return found


class Sheet:
    """The cases of one draw of an exercise. What was asked once of the reference is not asked again.

    A draw is fair if everybody who is right passes. It matters only to those who fail: so it is asked when
    somebody does, and if the draw was not fair, another one counts.
    """

    def __init__(
        self, exercise: Exercise, seed: str = "", first: "Sheet | None" = None, written: bytes = b""
    ) -> None:
        """Draw the cases and run the reference on them; its mistakes end everything.

        What does not hang on the draw is taken from the first sheet, where there is one: see `redrawn`. What
        a sheet of the same seed has `written` need not be made again.
        """
        self.exercise = exercise
        self.first = first
        self._seed = seed
        ranked = exercise.compared
        places = (place for place, name in enumerate(exercise.arguments) if name in ranked)
        self._compared: set[int | str] = {*ranked, *places}
        self._drawn: dict[int, tuple[Case, Outcome]] = {}  # by its id, a drawn case and what is right
        if written:
            draws = [*zip(kept.draws_in(written), exercise.families, strict=True)]
            self._draws = [(number, self._draw(family, number)) for number, family in draws]
        else:
            draw = self._fair_draw if first is None else self._usable_draw
            self._draws = [draw(family) for family in exercise.families]
        self._settled = first is None
        made = kept.from_bytes(exercise, self._by_family, written) if written else None
        probing = made.cases if made else first.probing if first is not None else self._probes()
        self.probing: tuple[Case, ...] = probing
        self._arrange(made.expected if made else ())

    def _arrange(self, expected: tuple[Outcome, ...] = ()) -> None:
        """Put the cases of the draws in a row, with what is right."""
        self.families = self._ending_with(self.probing)
        self.cases = tuple(case for _, cases in self.families for case in cases)
        self.places = {id(case): place for place, case in enumerate(self.cases)}
        self.expected = expected or tuple(map(self._expected, self.cases))
        self._wrong: dict[tuple[str, int], Outcome] = {}

    @property
    def _by_family(self) -> kept.Families:
        pairs = zip(self.exercise.families, self._draws, strict=True)
        return [(family, cases) for family, (_, cases) in pairs]

    def to_bytes(self) -> bytes:
        """Write what another process would take long to make."""
        draws = tuple(number for number, _ in self._draws)
        return kept.to_bytes(self.exercise, self._by_family, draws, kept.Made(self.probing, self.expected))

    def redrawn(self, seed: str) -> "Sheet":
        """Return the sheet of another draw: all that does not hang on it is the same, and not asked again."""
        return Sheet(self.exercise, seed, self)

    def settle(self) -> bool:
        """Take fair draws only; say whether that has changed any case."""
        if self._settled:
            return False
        self._settled = True
        changed = False
        for place, (family, (number, cases)) in enumerate(
            zip(self.exercise.families, self._draws, strict=True)
        ):
            if callable(family.cases) and not number and not self._is_fair_draw(cases):
                self._draws[place] = self._fair_draw(family, 1)
                changed = True
        if changed:
            self._arrange()
        return changed

    def _draw(self, family: Family, number: int) -> tuple[Case, ...]:
        """Return the cases of a family; those that are drawn are of the draw of this number."""
        if not callable(family.cases):
            return family.draw(np.random.default_rng(0))
        name = f"{self._seed}/{self.exercise.name}/{family.name}" + (f"/{number}" if number else "")
        return family.draw(np.random.default_rng(list(hashlib.sha256(name.encode()).digest())))

    def _fair_draw(self, family: Family, number: int = 0) -> tuple[int, tuple[Case, ...]]:
        """Return the first fair draw of a family from this one on, and its cases; or else the last."""
        cases = self._draw(family, number)
        while callable(family.cases) and not self._is_fair_draw(cases) and number < MOST_DRAWS - 1:
            number += 1
            cases = self._draw(family, number)
        return number, cases

    def _usable_draw(self, family: Family) -> tuple[int, tuple[Case, ...]]:
        """Return the first draw of a family if the reference gives values there; else the first fair one.

        An error that rounding trips must not be what is asked for.
        """
        cases = self._draw(family, 0)
        if not callable(family.cases) or all(self._right_drawn(case).status == "value" for case in cases):
            return 0, cases
        return self._fair_draw(family)

    def _is_fair_draw(self, cases: Iterable[Case]) -> bool:
        return all(self.is_fair(case, self._right_drawn(case)) for case in cases)

    def _right_drawn(self, case: Case) -> Outcome:
        if id(case) not in self._drawn:
            self._drawn[id(case)] = case, self._right(case)
        return self._drawn[id(case)][1]

    def _expected(self, case: Case) -> Outcome:
        """Return what the reference gives in a case."""
        if self.first is not None and (place := self.first.places.get(id(case))) is not None:
            return self.first.expected[place]
        expected = self._right_drawn(case) if id(case) in self._drawn else self._right(case)
        if expected.status not in ("value", "error") or isinstance(expected.error, NotImplementedError):
            raise RuntimeError(
                f"{self.exercise.name}, {case.name!r}: the reference gave no value."
            ) from expected.error
        return expected

    def _probes(self) -> tuple[Case, ...]:
        """Make the cases that find whole kinds of mistakes out of the others."""
        usable = [
            again.Usable(case, found.value, place)
            for place, (_, cases) in enumerate(self._by_family)
            for case in filter(again.repeatable, cases)
            if (found := self._right(case)).status == "value" and not found.changed
        ]
        compare = self.exercise.compare
        return (
            *corners.cases(
                self.exercise.arguments,
                self.exercise.lists,
                usable,
                self._right,
                self.agreed,
                lambda case, one, other: agree(compare, one, other) is None,
            ),
            *between.cases(usable, self._right, self.agreed),
            *again.cases(usable, compare, self._right, self.agreed),
        )

    def _ending_with(self, probing: tuple[Case, ...]) -> kept.Families:
        """Let the last family that is drawn, or else the last one, end with what finds whole kinds."""
        drawn = [i for i, (family, _) in enumerate(self._by_family) if family.kind == "random"]
        last = (drawn or [len(self._by_family) - 1])[-1]
        return [
            (family, (*cases, *probing) if place == last else cases)
            for place, (family, cases) in enumerate(self._by_family)
        ]

    def _right(self, case: Case) -> Outcome:
        return self.outcome(self.exercise.reference, case)

    def agreed(self, case: Case, value: object) -> bool:
        """Return whether all right answers give this value: then the input is one that the task means."""
        if self.exercise.valid is not None and not self.exercise.valid(*case.arguments, **case.keywords):
            return False
        return _all_known(value) and self.is_fair(case, Outcome("value", value))

    def is_fair(self, case: Case, expected: Outcome) -> bool:
        """Return whether all right answers pass a case, and would if a computer rounded otherwise."""
        others = (self.outcome(right, case, self.exercise.seconds) for right in self.exercise.right)
        if any(self.difference(case, expected, other) is not None for other in others):
            return False
        return expected.status != "value" or is_steady(case, expected, self._right, self._compared)

    def outcome(self, answer: Answer, case: Case, seconds: float | None = None) -> Outcome:
        """Return what comes of putting a case to an answer."""
        return call(case.ask, answer, case.arguments, case.keywords, seconds)

    def outcome_of_wrong(self, wrong: Misconception, place: int) -> Outcome:
        """Return what the wrong answer gives in a case."""
        case = self.cases[place]
        if self.first is not None and (there := self.first.places.get(id(case))) is not None:
            return self.first.outcome_of_wrong(wrong, there)
        key = (wrong.slug, place)
        if key not in self._wrong:
            self._wrong[key] = self.outcome(wrong.answer, case, self.exercise.seconds)
        return self._wrong[key]

    def try_out(self, answer: Answer, known: Iterable[Trial] = ()) -> tuple[FamilyResult, ...]:
        """Put every case to an answer, but for those of which its trial is known; fair ones, where it fails.

        Who says in the first case of every family that the function is not written is not asked again.
        """
        tried = {id(trial.case): trial for trial in known if trial.got is not None}
        said = self._unwritten(answer, tried)
        tried |= {id(trial.case): trial for trial in said}
        results = self._tried(answer, tried)
        unwritten = len(said) > len(self.cases)  # then it has all of them, and what said so
        if unwritten or all(result.passed for result in results) or not self.settle():
            return results
        so_far = (trial for result in results for trial in result.trials)
        return self.try_out(answer, [*tried.values(), *so_far])

    def _tried(self, answer: Answer, tried: Mapping[int, Trial]) -> tuple[FamilyResult, ...]:
        timeouts = 0
        results = []
        for family, cases in self.families:
            trials = []
            ran_out = False
            for case in cases:
                trial = tried.get(id(case))
                if trial is None and not ran_out and timeouts < MOST_TIMEOUTS:
                    trial = self.trial(answer, case, SHORTER if timeouts else 1.0)
                elif trial is None:
                    trial = self._judged(case, None)
                ran_out = ran_out or is_late(trial)
                timeouts += is_late(trial)
                trials.append(trial)
            results.append(FamilyResult(family, tuple(trials)))
        return tuple(results)

    def _unwritten(self, answer: Answer, tried: Mapping[int, Trial]) -> list[Trial]:
        """Return what the first case of each family tells, and of the others too if nothing is written."""
        said: list[Trial] = []
        for first in (cases[0] for _, cases in self.families if cases):
            trial = tried.get(id(first)) or self.trial(answer, first)
            said.append(trial)
            if trial.got is None or not isinstance(trial.got.error, NotImplementedError):
                return said
        return [*(self._judged(case, said[-1].got) for case in self.cases), *said]

    def first_failure(self, answer: Answer) -> Trial | None:
        """Put the cases to an answer until one fails."""
        trials = (self.trial(answer, case) for case in self.cases)
        return next((trial for trial in trials if not trial.passed), None)

    def trial(self, answer: Answer, case: Case, share: float = 1.0) -> Trial:
        """Put one case of this sheet to an answer; it has this share of the time that the task allows."""
        return self._judged(case, self.outcome(answer, case, share * self.exercise.seconds))

    def _judged(self, case: Case, got: Outcome | None) -> Trial:
        expected = self.expected[self.places[id(case)]]
        return Trial(case, expected, got, self.difference(case, expected, got))

    def difference(self, case: Case, expected: Outcome, got: Outcome | None) -> Difference | None:
        """Return where an outcome first differs from the expected one."""
        shown = expected.error if expected.status == "error" else expected.value
        if got is None:
            return Difference("", shown, None, "not tried, as the function ran out of time before")
        if got.status == "timeout":
            limit = f"{self.exercise.seconds:g} s"
            return Difference("", shown, None, f"no answer within {limit}: is there a loop that never ends?")
        if expected.status == "error":
            return _differ_errors(expected.error, got)
        if got.status == "error":
            return Difference("", shown, got.error, raised(got))
        if got.status == "unusable":
            why = f"the result is not what the task asks for ({_name(got.error)}: {first_line(got.error)})"
            return Difference("", shown, got.error, why)
        if not set(got.changed) <= set(expected.changed):
            names = ", ".join(self.argument(place) for place in got.changed)
            why = f"the function changed what it was given ({names}): work on a copy"
            return Difference("", shown, got.value, why)
        return agree(case.compare or self.exercise.compare, shown, got.value)

    def argument(self, place: int | str) -> str:
        """Return the name of an argument, by its place in a call."""
        names = self.exercise.arguments
        if isinstance(place, str):
            return place
        return names[place] if place < len(names) else f"argument {place + 1}"


def _all_known(value: object) -> bool:
    """Return whether no number among the values is nan."""
    if isinstance(value, Mapping):
        return all(map(_all_known, value.values()))
    if isinstance(value, (list, tuple)):
        return all(map(_all_known, value))
    array = np.asarray(value)
    return not (array.dtype.kind == "f" and bool(np.isnan(array).any()))


def agree(
    compare: Callable[[Any, Any], Difference | None], expected: object, got: object
) -> Difference | None:
    """Compare, and take a value that cannot be compared for a difference."""
    try:
        return compare(expected, got)
    except Exception as error:
        why = f"{kind(got)} came back, which cannot be compared ({_name(error)})"
        return Difference("", expected, got, why)


def same_outcome(sheet: Sheet, case: Case, one: Outcome, other: Outcome) -> bool:
    """Return whether two answers did the same in a case: equal values, or errors of the same type."""
    if one.status != other.status:
        return False
    if one.status == "value":
        compare = case.compare or sheet.exercise.compare
        return (set(one.changed) == set(other.changed)) and agree(compare, one.value, other.value) is None
    return one.status == "timeout" or type(one.error) is type(other.error)


def raised(got: Outcome) -> str:
    """Return a sentence on an error of the student's function."""
    if isinstance(got.error, NotImplementedError):
        return "the function is not written yet"
    if isinstance(got.error, RecursionError):
        return f"the function calls itself without end (RecursionError{_at(got)})"
    if isinstance(got.error, SystemExit):
        return "the function ends the program (exit or sys.exit): return a value instead"
    if isinstance(got.error, MemoryError):
        return f"the function asks for more memory than there is (MemoryError{_at(got)})"
    if ended_process(got):
        return "the function ended Python itself: it crashed, or called something like os._exit"
    return f"the function raised {_name(got.error)}: {first_line(got.error)}{_at(got)}"


def ended_process(got: Outcome) -> bool:
    """Return whether a function that lives in another process brought that to its end."""
    return getattr(got.error, "process_ended", False) is True


def _differ_errors(expected: BaseException | None, got: Outcome) -> Difference | None:
    """Any built-in base of the expected error will do, but for the one that all have in common."""
    fitting = tuple(
        base for base in type(expected).__mro__ if issubclass(base, Exception) and base is not Exception
    )
    if got.status == "error" and isinstance(got.error, fitting or Exception):
        return None
    if got.status == "value" and isinstance(got.value, BaseException):
        came = f"a {_name(got.value)} came back as a value, it was not raised"
    elif got.status == "value":
        came = kind(got.value)
    else:
        came = raised(got) if got.status == "error" else f"{_name(got.error)}"
    return Difference(
        "",
        expected,
        got.value if got.status == "value" else got.error,
        f"the error {_name(expected)} was expected here; instead: {came}",
    )


def _at(got: Outcome) -> str:
    return f" ({got.line})" if got.line else ""


def _name(error: BaseException | None) -> str:
    return type(error).__name__


def first_line(error: BaseException | None) -> str:
    """Return the first line of an error's message, which may itself fail to be printed."""
    try:
        lines = str(error).strip().splitlines()
    except Exception:
        return ""
    return lines[0][:200] if lines else "(no message)"
