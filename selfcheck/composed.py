"""Two mistakes, of which one is known and the other is a kind: in what comes in, or in what goes out.

    composed   the trials -> a known mistake, and a sentence on what is done besides; or nothing

The known mistake is put to inputs that are spoilt as `kinds` spoils them, and its values are compared with
the student's as `relations` compares them with the expected ones. What both give together must be what the
student's function gives in every single case, so that chance is no explanation.
"""

from collections.abc import Sequence

from selfcheck.budget import Budget
from selfcheck.exercise import Misconception, plainly
from selfcheck.kinds import spoilers
from selfcheck.relations import relation
from selfcheck.trial import Sheet, Trial, same_outcome

SECONDS = 0.06  # coming in; and half of it going out
LEAST = 3  # cases that fail: one or two are soon explained by somebody who may try a thousand pairs
SECOND = "There is a second slip, too: "
BUT = "but for the one above, "


def composed(
    sheet: Sheet, trials: Sequence[Trial], failing: Sequence[int]
) -> tuple[Misconception, str] | None:
    """Return the known mistake, and what is done besides."""
    if len(failing) < LEAST:
        return None
    return _going_out(sheet, trials) or _coming_in(sheet, trials, failing)


def _going_out(sheet: Sheet, trials: Sequence[Trial]) -> tuple[Misconception, str] | None:
    """Return the mistake whose values stand in one relation to the student's."""
    asked = [place for place, trial in enumerate(trials) if trial.case.ask is plainly]
    asked = [place for place in asked if trials[place].expected.status == "value"]
    got = [trials[place].got for place in asked]
    if len(asked) < LEAST or any(one is None or one.status != "value" or one.changed for one in got):
        return None
    budget = Budget(SECONDS / 2)
    for mistake in sheet.exercise.misconceptions:
        if budget.spent:
            break
        theirs = [sheet.outcome_of_wrong(mistake, place) for place in asked]
        if all(one.status == "value" for one in theirs):
            pairs = [
                (one.value, mine.value) for one, mine in zip(theirs, got, strict=True) if mine is not None
            ]
            if said := relation(pairs):
                said = said.replace("the expected ones", "those of the one above")
                return mistake, SECOND + _lower(said.replace("The expected values", "those of the one above"))
    return None


def _coming_in(
    sheet: Sheet, trials: Sequence[Trial], failing: Sequence[int]
) -> tuple[Misconception, str] | None:
    """Return the mistake that gives the student's results where an argument is spoilt besides."""
    plain_first = sorted(failing, key=lambda place: trials[place].case.ask is not plainly)
    places = [*plain_first, *(place for place in range(len(trials)) if place not in set(failing))]
    budget = Budget(SECONDS)
    for spoil, sentence in spoilers(sheet, trials[places[0]]):
        for mistake in sheet.exercise.misconceptions:
            if budget.spent:
                return None
            answer = spoil(mistake.answer)
            if all(_same(sheet, trials[place], answer) for place in places):
                return mistake, SECOND + BUT + _lower(sentence)
    return None


def _same(sheet: Sheet, trial: Trial, answer: object) -> bool:
    got = trial.got
    outcome = sheet.outcome(answer, trial.case, sheet.exercise.seconds)  # type: ignore[arg-type]
    return got is not None and same_outcome(sheet, trial.case, outcome, got)


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
