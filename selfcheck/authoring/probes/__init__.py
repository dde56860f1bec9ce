"""Probes: kinds of mistakes that no check may let pass, each made of the task's own right answer.

    PROBES   the kinds; each spoils a right answer in one way, whatever the task (one module for each subject)
    survey   a task -> how each probe fares: noticed, without effect, or a hole
    render   the table of tasks and probes

A known mistake is one wrong function. A probe is a kind: "reckons in single precision" spoils the right
answer of every task that takes or gives numbers. Where a probe changes nothing that may be asked (the task
takes no numbers, or its text excludes such an input), a reason stands in probes.toml beside the tasks.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from selfcheck.authoring.probes import inputs, kept, labels, numbers
from selfcheck.authoring.probes.probe import Probe
from selfcheck.exercise import Exercise, Unit, plainly
from selfcheck.trial import sheets

SEEDS = ("practice", "graded")
PROBES: tuple[Probe, ...] = (*numbers.PROBES, *labels.PROBES, *kept.PROBES, *inputs.PROBES)


@dataclass(frozen=True)
class Treatment:
    """How a task treats a probe: "noticed", "nothing to spoil" or "hole"."""

    task: str
    probe: str
    status: str


def survey(exercise: Exercise) -> Iterator[Treatment]:
    """Put every probe to a task."""
    drawn = sheets(exercise, SEEDS)
    calls = [
        ((*case.arguments, *case.keywords.values()), expected.value)
        for case, expected in zip(drawn[0].cases, drawn[0].expected, strict=True)
        if case.ask is plainly and case not in drawn[0].probing
    ]
    for probe in PROBES:
        if not any(probe.touches(exercise, values, result) for values, result in calls):
            yield Treatment(exercise.name, probe.name, "nothing to spoil")
            continue
        noticed = all(
            any(not result.passed for result in sheet.try_out(probe.spoil(exercise))) for sheet in drawn
        )
        yield Treatment(exercise.name, probe.name, "noticed" if noticed else "hole")


def open_ends(unit: Unit, reasons: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """Go through holes without a reason, and reasons where there is no hole."""
    for exercise in unit.exercises:
        for found in survey(exercise):
            reason = reasons.get(exercise.name, {}).get(found.probe)
            if found.status == "hole" and reason is None:
                yield f"{unit.name}.{exercise.name}: no input notices {found.probe!r}"
            if found.status != "hole" and reason is not None:
                yield f"{unit.name}.{exercise.name}: {found.probe!r} has a reason, but is {found.status}"


def render(units: Sequence[Unit], reasons: Mapping[str, Mapping[str, Mapping[str, str]]]) -> str:
    """Return the table as Markdown: + noticed, . nothing to spoil, r a reason is given, ! a hole."""
    names = [probe.name for probe in PROBES]
    lines = ["| task | " + " | ".join(names) + " |", "|---|" + ":-:|" * len(names)]
    why = []
    for unit in units:
        for exercise in unit.exercises:
            signs = []
            for found in survey(exercise):
                reason = reasons.get(unit.name, {}).get(exercise.name, {}).get(found.probe, "")
                sign = {"noticed": "+", "nothing to spoil": ".", "hole": "r" if reason else "!"}[found.status]
                signs.append(sign)
                if sign == "r":
                    why.append(f"- {unit.name}.{exercise.name}, {found.probe}: {reason}")
            lines.append(f"| {unit.name}.{exercise.name} | " + " | ".join(signs) + " |")
    legend = [f"- *{probe.name}*: {probe.what}" for probe in PROBES]
    return "\n".join([*lines, "", *legend, "", *why]).strip()
