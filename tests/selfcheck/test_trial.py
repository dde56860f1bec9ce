"""Cases are put to answers; the reference's mistakes end everything, the student's are said in a sentence."""

from dataclasses import replace

import numpy as np
import pytest

from selfcheck.attempt import Outcome
from selfcheck.exercise import Case, Exercise, Family
from selfcheck.trial import PRACTICE, Sheet, sheets

from .examples import TOTAL


def exercise(reference, *cases, contract="f(xs, y) -> float", seconds=0.2):
    return Exercise("f", contract, reference, (Family("by hand", "example", 1, cases),), (), seconds=seconds)


def why(reference, answer, *arguments):
    sheet = Sheet(exercise(reference, Case("the case", arguments)))
    (result,) = sheet.try_out(answer)
    difference = result.trials[0].difference
    assert result.passed == (difference is None)
    return difference and difference.why


def raising(error):
    def answer(*_):
        raise error

    return answer


def test_the_same_seed_draws_the_same_cases():
    one, same, other = (Sheet(TOTAL, seed).cases[-1].arguments for seed in ("a", "a", "b"))
    assert one == same != other


def test_another_draw_shares_all_that_is_not_drawn():
    """The reference is asked for what is drawn, and for nothing else; so are the known mistakes."""
    asked = []

    def counted(xs):
        asked.append(tuple(xs))
        return sum(xs)

    mistake = replace(TOTAL.misconceptions[0], answer=lambda xs: asked.append(tuple(xs)) or 0.0)
    first = Sheet(replace(TOTAL, reference=counted, misconceptions=(mistake,)), "practice")
    for place in range(len(first.cases)):
        first.outcome_of_wrong(mistake, place)
    asked.clear()
    other = first.redrawn("anna")
    drawn = [case.arguments for case in other.cases if case.name == "drawn"]
    assert {tuple(np.round(xs, 9)) for xs in asked} == {tuple(np.round(xs, 9)) for (xs,) in drawn}
    assert not {repr(case.arguments) for case in first.cases} & {repr(one) for one in drawn}
    assert [case.name for case in first.cases] == [case.name for case in other.cases]
    assert other.expected[0] is first.expected[0]
    asked.clear()
    for place in range(len(other.cases)):
        other.outcome_of_wrong(mistake, place)
    assert asked == [tuple(xs) for (xs,) in drawn]


def tied(rng):
    """Cases of which every second has a tie: who is right may take either number."""
    one = int(rng.integers(100))
    return [Case("drawn", ([one, one + int(rng.integers(2)), 1000],))]


def first_of_least(xs):
    return xs.index(min(xs))


def last_of_least(xs):
    return max(place for place, x in enumerate(xs) if x == min(xs))


LEAST = Exercise(
    "least",
    "least(xs) -> int",
    first_of_least,
    (
        Family("by hand", "example", 1, (Case("three", ([3, 1, 2],)),)),
        Family("drawn", "random", 1, tied),
    ),
    (),
    right=(last_of_least,),
)
UNFAIR = next(
    seed
    for seed in map(str, range(99))
    if len(set(Sheet(LEAST, PRACTICE).redrawn(seed).families[1][1][0].arguments[0])) < 3
)


def test_who_fails_has_failed_on_a_fair_draw():
    always_last = Sheet(LEAST, PRACTICE).redrawn(UNFAIR).try_out(lambda xs: 2)
    drawn = always_last[1].trials[0]
    assert len(set(drawn.case.arguments[0])) == 3
    assert not drawn.passed


def test_who_is_right_in_another_way_passes_though_the_first_draw_was_not_fair():
    sheet = Sheet(LEAST, PRACTICE).redrawn(UNFAIR)
    assert not sheet.trial(last_of_least, sheet.families[1][1][0]).passed
    assert all(result.passed for result in sheet.try_out(last_of_least))


def test_who_passes_is_not_kept_waiting_for_the_other_right_answers():
    asked = []

    def other(xs):
        asked.append(xs)
        return last_of_least(xs)

    practice = Sheet(replace(LEAST, right=(other,)), PRACTICE)
    asked.clear()
    assert all(result.passed for result in practice.redrawn(UNFAIR).try_out(first_of_least))
    assert asked == []


def test_what_is_not_written_needs_no_fair_draw():
    asked = []

    def unwritten(xs):
        raise NotImplementedError

    sheet = Sheet(replace(LEAST, right=(lambda xs: asked.append(xs) or last_of_least(xs),))).redrawn(UNFAIR)
    asked.clear()
    results = sheet.try_out(unwritten)
    assert asked == []
    assert not any(trial.passed for result in results for trial in result.trials)


def test_a_settled_sheet_stays_as_it_is():
    sheet = Sheet(LEAST, PRACTICE).redrawn(UNFAIR)
    assert sheet.settle()
    cases = sheet.cases
    assert not sheet.settle()
    assert sheet.cases is cases
    (eager,) = sheets(LEAST, [UNFAIR])
    assert [repr(case.arguments) for case in eager.cases] == [repr(case.arguments) for case in cases]


def test_of_several_draws_the_one_for_practice_comes_first():
    practice, anna = sheets(TOTAL, ["practice", "anna"])
    assert practice.probing
    assert practice.probing is anna.probing
    (alone,) = sheets(TOTAL, ["anna"])
    assert [repr(case.arguments) for case in alone.cases] == [repr(case.arguments) for case in anna.cases]


def test_cases_are_put_until_one_fails():
    asked = []
    failure = Sheet(TOTAL).first_failure(lambda xs: asked.append(xs) or sum(xs[:2]))
    assert (failure.case.name, len(asked)) == ("three", 2)
    assert Sheet(TOTAL).first_failure(sum) is None


def test_all_families_and_all_points():
    results = Sheet(TOTAL).try_out(sum)
    assert [(result.family.name, result.points) for result in results] == [
        ("by hand", 1),
        ("nothing", 0.5),
        ("drawn anew", 2),
    ]


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (NotImplementedError(), "the function is not written yet"),
        (ZeroDivisionError("division by zero"), "the function raised ZeroDivisionError: division by zero"),
        (SystemExit(), "the function ends the program (exit or sys.exit): return a value instead"),
        (KeyError("prior"), "the function raised KeyError: 'prior'"),
        (MemoryError(), "the function asks for more memory than there is (MemoryError"),
        (RecursionError(), "the function calls itself without end (RecursionError"),
        (TimeoutError(), "no answer within 0.2 s: is there a loop that never ends?"),
    ],
)
def test_an_error_in_a_sentence(error, sentence):
    assert why(lambda x: 1.0, raising(error), 0).startswith(sentence)


def test_a_wrong_number_of_arguments():
    assert "takes 1 positional argument but 2 were given" in why(lambda x, y: 1, lambda x: 1, 0, 0)


def test_changed_arguments_are_named():
    assert why(sum, lambda xs: (sum(xs), xs.clear())[0], [1, 2]) == (
        "the function changed what it was given (xs): work on a copy"
    )


def test_a_reference_may_change_its_arguments():
    def shuffle(xs, rng):
        rng.shuffle(xs)
        return xs

    assert why(shuffle, shuffle, [1, 2, 3], np.random.default_rng(1)) is None


def test_where_the_reference_raises_the_error_is_asked_for():
    reference = raising(ValueError("impossible"))
    assert why(reference, raising(ValueError("other words")), 0) is None
    assert why(reference, raising(UnicodeError("a kind of ValueError")), 0) is None
    assert why(reference, lambda x: 3.0, 0) == (
        "the error ValueError was expected here; instead: the number 3.0"
    )
    assert "instead: the function raised TypeError" in why(reference, raising(TypeError("no")), 0)
    assert "not written yet" in why(reference, raising(NotImplementedError()), 0)


def test_a_base_class_of_the_error_will_do_but_not_the_one_of_all():
    assert why(raising(KeyError("k")), raising(LookupError("k")), 0) is None
    assert why(raising(KeyError("k")), raising(Exception("k")), 0) is not None


def test_a_result_that_a_property_cannot_work_with():
    case = Case("sums to one", ([1, 2],), ask=lambda answer, xs: sum(answer(xs)["prior"]))
    sheet = Sheet(exercise(lambda xs: {"prior": [0.5, 0.5]}, case))
    (result,) = sheet.try_out(lambda xs: 1.0)
    assert result.trials[0].difference.why.startswith("the result is not what the task asks for (TypeError:")


def test_after_two_timeouts_the_function_is_left_alone():
    families = tuple(
        Family(f"family {i}", "trap" if i else "example", 1, (Case("a", (1,)), Case("b", (2,))))
        for i in range(5)
    )
    sheet = Sheet(Exercise("f", "f(x)", abs, families, (), seconds=0.05))
    calls = []

    def slow(x):
        calls.append(x)
        while True:
            pass

    results = sheet.try_out(slow)
    assert calls == [1, 1]
    assert not any(trial.passed for result in results for trial in result.trials)
    assert results[4].trials[0].difference.why == "not tried, as the function ran out of time before"


def test_who_ran_out_of_time_is_waited_for_a_fifth_as_long(monkeypatch):
    family, allowed = Family("by hand", "example", 1, (Case("a", (1,)),)), []
    other = replace(family, name="again", cases=(Case("b", (1,)),))
    sheet = Sheet(Exercise("f", "f(x)", abs, (family, other), (), seconds=0.5))

    def never(self, answer, case, seconds=None):
        allowed.append(seconds)
        return Outcome("timeout")

    monkeypatch.setattr(Sheet, "outcome", never)
    sheet.try_out(abs)
    assert allowed == [0.5, 0.1]


@pytest.mark.parametrize("reference", [raising(NotImplementedError()), lambda x: [][0]["prior"]])
def test_a_reference_that_fails_is_told_from_one_that_refuses(reference):
    case = Case("the case", (1,), ask=lambda answer, x: answer(x) + {})
    with pytest.raises(RuntimeError, match="f, 'the case': the reference gave no value"):
        Sheet(exercise(reference if reference.__name__ == "answer" else abs, case))


def test_a_value_that_cannot_be_compared():
    class Strange:
        def __eq__(self, other):
            raise RuntimeError("no")

        __hash__ = None

    assert why(lambda x: [1], lambda x: Strange(), 0) is not None


def test_an_answer_that_is_not_written_is_asked_once_for_each_family():
    asked = []

    def unwritten(xs):
        asked.append(xs)
        raise NotImplementedError

    results = Sheet(TOTAL).try_out(unwritten)
    assert len(asked) == len(results) < sum(len(result.trials) for result in results)
    told = {trial.difference.why for result in results for trial in result.trials}
    assert told == {"the function is not written yet"}
    assert not any(result.passed for result in results)


def test_an_answer_that_is_half_written_is_asked_everything():
    """What is written may stand behind a family whose first case is not."""

    def half(xs):
        if not len(xs):
            raise NotImplementedError
        return sum(xs)

    def family(name, *lengths):
        return Family(name, "example", 1, tuple(Case(f"of {n}", ([0.5] * n,)) for n in lengths))

    families = (family("empty", 0), family("from none on", 0, 1), family("from one on", 1, 2))
    results = Sheet(replace(TOTAL, families=families)).try_out(half)
    passed = [[trial.passed for trial in result.trials] for result in results]
    assert passed[:2] == [[False], [False, True]]
    assert passed[2] == [True] * len(passed[2])
