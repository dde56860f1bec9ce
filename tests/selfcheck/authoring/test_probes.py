import numpy as np

from selfcheck.authoring import probes
from selfcheck.exercise import Case, Exercise, Family, Unit


def share(y, positive):
    return float(np.mean(np.asarray(y) == positive))


def unit(*cases):
    task = Exercise(
        "share", "share(y, positive) -> float", share, (Family("by hand", "example", 1, cases),), ()
    )
    return Unit("shares", "00_shares", (task,))


STRONG = unit(Case("three", (np.array([1, 1, 0]), 1)), Case("none", (np.array([0, 0, 1, 0]), 2)))
WEAK = unit(Case("three", (np.array([1, 1, 0]), 1)))


def status(course, probe):
    return next(found.status for found in probes.survey(course["share"]) if found.probe == probe)


def test_a_probe_is_noticed_a_hole_or_has_nothing_to_spoil():
    assert status(STRONG, "first result kept") == "noticed"
    assert status(WEAK, "empty class") == "hole"
    assert status(STRONG, "empty class") == "noticed"
    assert status(STRONG, "one container") == "nothing to spoil"


def test_a_hole_wants_a_reason_and_a_reason_wants_a_hole():
    holes = list(probes.open_ends(WEAK, {}))
    assert "shares.share: no input notices 'empty class'" in holes
    assert "shares.share: no input notices 'empty class'" not in list(
        probes.open_ends(WEAK, {"share": {"empty class": "why"}})
    )
    stale = list(probes.open_ends(STRONG, {"share": {"empty class": "why"}}))
    assert "shares.share: 'empty class' has a reason, but is noticed" in stale


def test_the_table_shows_every_probe_and_the_reasons():
    table = probes.render([WEAK], {"shares": {"share": {"empty class": "Nobody asks."}}})
    assert "| shares.share |" in table
    assert "- shares.share, empty class: Nobody asks." in table
