"""What a student reads under a task: points, what is right already, the smallest failing case, a question.

    text    the report in plain text
    html    the report as a small panel, for light and dark themes: it takes the page's own text colour, and
            colours only lines, for no colour is read well on white and on black

In a graded run nothing is shown of the cases that were drawn anew: their names, the points and the hint only.
"""

import html as markup
import math
import re

from selfcheck import regions, values
from selfcheck.compare import DIFFER, Difference
from selfcheck.exercise import Case, Exercise, plainly
from selfcheck.report import Report
from selfcheck.trial import FamilyResult, Trial

COPIED = 1500  # characters of an input that somebody may want to copy
SHORT = 100  # characters of a call that can be read within a sentence
GREEN, AMBER, RED, GREY = "#2e9e5b", "#b8790f", "#d1495b", "#808080"
SIDE = regions.SIDE * regions.SCALE  # of a picture, in pixels
BOX = "flex:1 1 auto;min-width:min(14em,100%);max-width:100%;overflow-x:auto"


def text(report: Report) -> str:
    """Return the report in plain text."""
    lines = [_headline(report)]
    if report.untouched:
        return "\n".join([*lines, *_needed(report), f"Not written yet: {report.exercise.contract}"])
    for result in _right_first(report):
        earned = "passed" if result.passed else "FAILED"
        lines.append(f"  {earned}  {result.family.name} ({result.points:g} of {result.family.points:g})")
    lines += _needed(report)
    if report.failure is not None:
        result, trial = report.failure
        lines.append(_where(report, result, trial))
        trial = report.small or trial
        if report.tells(result) and trial.difference is not None:
            lines.append(f"  call      {call_as_code(report.exercise, trial.case)}")
            lines.append(f"  expected  {_expected(trial)}")
            lines.append(f"  got       {_got(trial)}")
            if trial.difference.path or trial.difference.why != DIFFER:
                lines.append(f"  {_why(trial.difference)}")
    lines += [*_hints(report), *_notes(report)]
    return "\n".join(lines)


def html(report: Report) -> str:
    """Return the report as HTML. Inline styles only: stricter viewers let nothing else through."""
    colour = GREEN if report.points == report.exercise.points else AMBER if report.points else RED
    parts = [f"<b>{markup.escape(_headline(report))}</b>"]
    if report.untouched:
        parts += [_line(markup.escape(line)) for line in _needed(report)]
        parts.append(_line(f"Not written yet: <code>{markup.escape(report.exercise.contract)}</code>"))
        colour = GREY
    else:
        parts.append(_line(_marks(report)))
        parts += [_line(markup.escape(line)) for line in _needed(report)]
        if report.failure is not None:
            parts += _failure(report, *report.failure)
        parts += [
            _line(f"<b>{markup.escape(start)}</b> {_prose(rest)}")
            for start, _, rest in (line.partition("  ") for line in _hints(report))
        ]
        parts += _on_demand(report)
        parts += [
            f'<div style="{values.MONO};opacity:.8;margin-top:.4em">{markup.escape(line)}</div>'
            for line in _notes(report)
        ]
    style = f"border-left:5px solid {colour};padding:.3em .9em;margin:.3em 0;line-height:1.5;max-width:60em"
    name = markup.escape(f"Check of {report.exercise.name}")
    return f'<div role="group" aria-label="{name}" style="{style}">{"".join(parts)}</div>'


def failure(report: Report) -> dict[str, str] | None:
    """Give the smallest failing case in words, as a grader reads it; None where it may not be shown."""
    if report.failure is None or not report.tells(report.failure[0]):
        return None
    result, trial = report.failure
    told = {"family": result.family.name, "case": "", "call": "", "expected": "", "got": ""}
    if report.untouched or trial.difference is None:
        return told | {"why": "It is not written yet."}
    call = call_as_code(report.exercise, trial.case)
    value = trial.got is not None and trial.got.status == "value"
    return told | {
        "case": trial.case.name,
        "call": call if len(call) <= SHORT else "",
        "expected": _expected(trial),
        "got": _got(trial) if value else "",
        "why": _why(trial.difference) if trial.difference.path or trial.difference.why != DIFFER else "",
    }


def _headline(report: Report) -> str:
    total = report.exercise.points
    return f"{report.exercise.name}: {report.points:g} of {total:g} point{'' if total == 1 else 's'}"


def _line(inside: str) -> str:
    return f'<div style="margin-top:.4em">{inside}</div>'


def _prose(sentence: str) -> str:
    """Return a sentence in which `code` stands between backticks, and a *stressed word* between stars."""
    shown = re.sub(r"`([^`]+)`", r"<code>\1</code>", markup.escape(sentence))
    return re.sub(r"(?<![\w*])\*(\w[\w ]*)\*(?![\w*])", r"<em>\1</em>", shown)


def _right_first(report: Report) -> list[FamilyResult]:
    return sorted(report.results, key=lambda result: not result.passed)


def _marks(report: Report) -> str:
    """The families in a row; full marks need no more than ticks."""
    if report.failure is None:
        return " · ".join(f"✓ {markup.escape(result.family.name)}" for result in report.results)
    return " ".join(_mark(result) for result in _right_first(report))


def _mark(result: FamilyResult) -> str:
    """A family: a tick or a cross, its name, and how many points it gave. The sign says it without colour."""
    sign, colour, said = ("✓", GREEN, "passed") if result.passed else ("✗", RED, "failed")
    name = markup.escape(result.family.name)
    return (
        f'<span style="display:inline-block;margin-right:1.1em">'
        f'<b role="img" aria-label="{said}" style="border-bottom:3px solid {colour}">{sign}</b> {name} '
        f'<span style="opacity:.75">{result.points:g}/{result.family.points:g}</span></span>'
    )


def _failure(report: Report, result: FamilyResult, trial: Trial) -> list[str]:
    parts = [_line(markup.escape(_where(report, result, trial)))]
    trial = report.small or trial
    difference = trial.difference
    if not report.tells(result) or difference is None or trial.got is None:
        return parts
    parts.append(_input(report.exercise, trial.case))
    if trial.got.status == "value":
        path = values.steps(difference.path)
        if trial.expected.status == "value":
            exact = _look_alike(difference)
            expected = values.table(trial.expected.value, path, exact)
            got = values.table(trial.got.value, path, exact)
        else:
            expected, got = _code(_expected(trial)), values.table(trial.got.value)
        parts.append(_beside(expected, got))
    if difference.path or difference.why != DIFFER:
        parts.append(_line(markup.escape(_why(difference))))
    if report.picture:
        parts += [_line("What is predicted where, with another model:"), _regions(report.picture)]
    return parts


def _beside(expected: str, got: str) -> str:
    boxes = "".join(
        f'<div style="{BOX}"><span style="opacity:.75">{title}</span><br>{inside}</div>'
        for title, inside in (("expected", expected), ("got", got))
    )
    return f'<div style="display:flex;flex-wrap:wrap;gap:.4em 2em;margin-top:.4em">{boxes}</div>'


def _regions(picture: regions.Picture) -> str:
    """Show both grids with a legend; whoever cannot see them is told how much of the plane each class has."""
    left, right, low, high = picture.extent
    sides = []
    for grid in (picture.expected, picture.got):
        parts = ", ".join(
            f"{name}: {share:.0%}" for name, share in zip(picture.classes, grid.shares, strict=True)
        )
        about = markup.escape(f"Share of each class in the plane: {parts}")
        source = f"data:image/png;base64,{grid.png}"
        sides.append(
            f'<img src="{source}" alt="{about}" width="{SIDE}" height="{SIDE}" style="max-width:100%">'
        )
    colours = zip(picture.classes, regions.COLOURS, strict=False)
    legend = "".join(
        f'<span style="background:{colour};padding:0 .6em;margin-right:.4em"></span>'
        f'<span style="margin-right:1em">class {markup.escape(name)}</span>'
        for name, colour in colours
    )
    axes = f"first feature from {left:.3g} to {right:.3g}, second, upwards, from {low:.3g} to {high:.3g}"
    return _beside(*sides) + _line(f'{legend}<span style="opacity:.75">{axes}</span>')


def _input(exercise: Exercise, case: Case) -> str:
    """The input in full: as one line of code if that is short, else argument by argument.

    What a case says of itself may leave the values out ("the ten rows"): then they are there to be unfolded.
    """
    line = call_as_code(exercise, case)
    if len(line) <= 80 and not case.shown:
        return f'<div style="margin-top:.4em">{_code(line)}</div>'
    rows = "".join(
        f'<tr style="background:none">'
        f'<td style="vertical-align:top;text-align:left;padding:.1em .6em .1em 0;background:none">'
        f'<span style="font-family:monospace;white-space:nowrap">{markup.escape(name)} =</span></td>'
        f'<td style="text-align:left;padding:.1em 0;background:none">{values.table(value)}</td></tr>'
        for name, value in _named(exercise, case)
    )
    shown = f'<div style="overflow-x:auto"><table role="presentation" style="margin:0">{rows}</table></div>'
    if case.shown:
        unfolded = f'<details style="opacity:.85"><summary>with these inputs</summary>{shown}</details>'
        shown = _code(line) + (unfolded if rows else "")
    elif len(line) <= COPIED and not line.endswith(" ...)"):
        shown += f'<details style="opacity:.85"><summary>the same as code</summary>{_code(line)}</details>'
    return f'<div style="margin-top:.4em">{shown}</div>'


def _named(exercise: Exercise, case: Case) -> list[tuple[str, object]]:
    names = exercise.arguments if case.ask is plainly else ()
    positional = [
        (names[place] if place < len(names) else f"input {place + 1}", value)
        for place, value in enumerate(case.arguments)
    ]
    return [*positional, *case.keywords.items()]


def call_as_code(exercise: Exercise, case: Case) -> str:
    """The case as code; what is asked in another way than by one call shows its inputs only."""
    if case.shown:
        return case.shown
    whole = all(
        len(values.code(value, COPIED)) <= COPIED for value in (*case.arguments, *case.keywords.values())
    )
    most = COPIED if whole else values.MOST_TEXT  # what is cut cannot be copied: then little is enough
    inputs = [values.code(value, most) for value in case.arguments]
    inputs += [f"{name}={values.code(value, most)}" for name, value in case.keywords.items()]
    return f"{exercise.name}({', '.join(inputs)})" if case.ask is plainly else ", ".join(inputs)


def _code(line: str) -> str:
    return f'<span style="{values.MONO}">{markup.escape(line)}</span>'


def _expected(trial: Trial) -> str:
    expected = trial.expected
    return type(expected.error).__name__ if expected.status == "error" else values.code(expected.value)


def _got(trial: Trial) -> str:
    if trial.got is None or trial.got.status == "timeout":
        return "no answer"
    return values.code(trial.got.value) if trial.got.status == "value" else type(trial.got.error).__name__


def _why(difference: Difference) -> str:
    """Where it differs, in a sentence; two numbers that differ are named."""
    why = difference.why
    if why == DIFFER and difference.path:
        exact = _look_alike(difference)
        expected, got = (values.number(value, exact) for value in (difference.expected, difference.got))
        why = f"{expected} was expected, got {got}"
    place = f"At {difference.path}: " if difference.path else ""
    why = place + why
    return why[0].upper() + why[1:] + ("" if why.endswith("?") else ".")


def _look_alike(difference: Difference) -> bool:
    """Return whether two numbers that differ would be shown as the same one: 1.0 and 1 are that."""
    one, other = difference.expected, difference.got
    if not all(isinstance(value, float) and math.isfinite(value) for value in (one, other)):
        return False
    return float(values.number(one)) == float(values.number(other))


def _where(report: Report, result: FamilyResult, trial: Trial) -> str:
    if not report.tells(result):
        return f"It fails in: {result.family.name}."
    if report.small is not None:
        return f"It fails in: {trial.case.name}. Made smaller, it still fails:"
    return f"The smallest case that fails: {trial.case.name}"


def _needed(report: Report) -> list[str]:
    lines = [f"{report.older} This is about an older {report.exercise.name}."] if report.older else []
    if report.needed:
        names = " and ".join(report.needed)
        lines.append(f"With a right {names} this passes, so the points are yours. Mend {names} first.")
    return lines


def _hints(report: Report) -> list[str]:
    """What to ask oneself: the start of the line and the rest are two spaces apart."""
    if report.failure is None or report.untouched:
        return []
    found = report.diagnosis
    if found is not None and found.remark:
        hints = [wrong.hint for wrong in found.misconceptions]
        return [f"Look:  {' '.join([*hints, found.remark])}"]
    if found is not None:
        start = (
            "Ask yourself:"
            if found.sure
            else "Perhaps:"
            if len(found.misconceptions) == 1
            else "Perhaps both:"
        )
        return [f"{start}  {' '.join(wrong.hint for wrong in found.misconceptions)}"]
    return [f"Ask yourself:  {report.question}"] if report.question else []


def _on_demand(report: Report) -> list[str]:
    """Two further hints, to be unfolded by whoever wants them: an input that is right, and where to read."""
    if report.failure is None or not report.tells(report.failure[0]):
        return []
    beside = report.beside or _right_elsewhere(report)
    if beside is not None:
        case = f"{_input(report.exercise, beside.case)}<div>{_code(_got(beside))}</div>"
        second = f"Here your function is right:{case}What is different in the case above?"
    else:
        second = (
            "No case is right yet. Work out the example in the task's text on paper, line by line, and print "
            "in your function what stands on each line: which is the first that differs?"
        )
    section = report.exercise.read
    read = f"Section “{markup.escape(section)}”, down to the task: " if section else ""
    third = f"{read}lay your code beside the worked example, and say of each line which step it does."
    return [_unfolded("A second hint", second), _unfolded("Where to read", third[0].upper() + third[1:])]


def _right_elsewhere(report: Report) -> Trial | None:
    """Return the shortest call that is right already, of those that may be shown."""
    right = [
        trial
        for result in report.results
        if report.tells(result)
        for trial in result.trials
        if trial.passed and trial.expected.status == "value" and trial.case.ask is plainly
    ]
    return min(right, key=lambda trial: len(call_as_code(report.exercise, trial.case)), default=None)


def _unfolded(title: str, inside: str) -> str:
    shown = f'<div style="margin-left:1em">{inside}</div>'
    return f'<details style="margin-top:.4em"><summary>{title}</summary>{shown}</details>'


def _notes(report: Report) -> list[str]:
    """What was noticed on the way: warnings, and what the function printed in the case that is shown."""
    outcomes = [
        trial.got
        for result in report.results
        if report.tells(result)
        for trial in result.trials
        if trial.got is not None
    ]
    warned = list(dict.fromkeys(warning for outcome in outcomes for warning in outcome.warned))
    lines = [f"Your function caused a warning: {warning}" for warning in warned[:3]]
    shown = (
        (report.small or report.failure[1]).got
        if report.failure and report.tells(report.failure[0])
        else None
    )
    printed = shown.printed if shown is not None else next((o.printed for o in outcomes if o.printed), "")
    if printed.strip():
        kept = printed.strip().splitlines()
        more = " ..." if len(kept) > 8 else ""
        lines.append("Your function printed: " + "\n".join(line[:200] for line in kept[:8]) + more)
    return lines
