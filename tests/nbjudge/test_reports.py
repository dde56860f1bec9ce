"""What a check says is read from its display, whoever wrote the check, and its shape never trusted."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from nbjudge import reports

SAID = {
    "format": 1,
    "exercise": "sums.total",
    "points": 1,
    "total": 3.5,
    "families": [
        {"name": "by hand", "points": 1, "total": 1},
        {"name": "nothing", "points": 0, "total": 2.5},
    ],
    "findings": [{"misconception": "mean-instead", "hint": "Is it the sum, or the mean?", "sure": True}],
}


def display(data: object) -> dict[str, object]:
    return {"output_type": "execute_result", "data": {"text/plain": "1", reports.MIME: data}}


def test_a_report_is_read_from_what_the_cell_displays():
    found = reports.in_outputs([{"output_type": "stream", "name": "stdout", "text": "hello"}, display(SAID)])
    assert found == reports.CheckReport(
        "sums.total",
        1.0,
        3.5,
        (reports.Family("by hand", 1.0, 1.0), reports.Family("nothing", 0.0, 2.5)),
        (reports.Finding("mean-instead", "Is it the sum, or the mean?", True),),
    )
    assert reports.from_json({**found.to_json(), "format": 1}) == found


def test_the_last_of_several_counts():
    assert reports.in_outputs([display(SAID), display({**SAID, "points": 2})]).points == 2
    assert reports.in_outputs([display(SAID), display("nonsense")]).points == 1


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"points": "1"},
        {"points": True},
        {"points": float("nan")},
        {"total": float("inf")},
        {"total": 10**400},
        {"exercise": 3},
        {"families": [3]},
        {"families": None},
        {"findings": [{"hint": "x"}]},
        {"findings": {"a": 1}},
    ],
)
def test_what_is_not_a_report_is_passed_over(change):
    assert reports.in_outputs([display({**SAID, **change})]) is None


def test_a_flood_is_cut():
    long = {"misconception": "x" * 10**6, "hint": "", "sure": 1}
    found = reports.from_json({**SAID, "findings": [long] * 10**4})
    assert len(found.findings) == reports.MOST_ENTRIES
    assert len(found.findings[0].misconception) == reports.MOST_TEXT
    assert found.findings[0].sure is False


JSON = some.recursive(
    some.none() | some.booleans() | some.floats() | some.integers() | some.text(max_size=5),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.sampled_from(sorted(SAID)), inner),
    max_leaves=8,
)


@given(JSON)
def test_nothing_that_json_can_hold_does_any_harm(data):
    reports.in_outputs([display(data), {"data": data}, {"output_type": "error"}])


def checked(*families):
    names = ("by hand", "traps", "drawn")
    listed = [
        {"name": name, "points": points, "total": total, "hidden": hidden}
        for name, (points, total, hidden) in zip(names, families, strict=False)
    ]
    said = {"format": 1, "exercise": "a.f", "points": 0, "total": 1, "families": listed, "findings": []}
    return reports.from_json(said)


@pytest.mark.parametrize(
    ("families", "is_noted"),
    [
        ([(1, 1, False), (2, 2, False), (0, 0.5, True)], True),
        ([(1, 1, False), (1, 2, False), (0, 0.5, True)], False),  # a mistake that shows elsewhere too
        ([(1, 1, False), (2, 2, False), (0.5, 0.5, True)], False),
        ([(0, 1, False), (0, 2, False), (0, 0.5, True)], False),
        ([(1, 1, False), (2, 2, False)], False),  # nothing was drawn
        ([(0, 0.5, True)], False),
    ],
)
def test_who_is_right_only_where_students_can_see_it(families, is_noted):
    assert checked(*families).is_right_where_shown_only == is_noted
