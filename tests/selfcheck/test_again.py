import numpy as np
import pytest

from selfcheck import again
from selfcheck.exercise import Case, Exercise, Family
from selfcheck.trial import Sheet


def scaled(xs, factor):
    return [factor * x for x in xs]


SCALED = Exercise(
    "scaled",
    "scaled(xs, factor) -> list",
    scaled,
    (
        Family("by hand", "example", 1, (Case("two", ([1.0, 2.0], 3)), Case("two more", ([5.0, 7.0], 2)))),
        Family("drawn", "random", 1, lambda rng: [Case("three", (rng.normal(size=3).tolist(), 2))]),
    ),
    (),
    right=(lambda xs, factor: np.array(xs) * factor,),
)


def passes(answer):
    return [result.passed for result in Sheet(SCALED, "a").try_out(answer)]


def test_the_last_drawn_family_ends_with_one_call_after_the_other():
    (case,) = [case for case in Sheet(SCALED).families[-1][1] if case.name == again.NAME]
    first, *others = case.arguments
    assert first == (([1.0, 2.0], 3), {})
    assert others[-1] == first
    assert all(call[0][0] == first[0][0] or call[0][1] == first[0][1] for call in others[:-2])


def test_an_answer_that_keeps_nothing_passes():
    assert passes(lambda xs, factor: tuple(factor * x for x in xs)) == [True, True]


def kept_by_length(xs, factor, kept={}):  # noqa: B006
    return kept.setdefault(len(xs), scaled(xs, factor))


def kept_by_object(xs, factor, kept={}):  # noqa: B006
    result, _ = kept.setdefault((id(xs), factor), (scaled(xs, factor), xs))
    return result


def one_list_for_all(xs, factor, results=[]):  # noqa: B006
    results[:] = scaled(xs, factor)
    return results


@pytest.mark.parametrize("answer", [kept_by_length, kept_by_object, one_list_for_all])
def test_what_is_kept_from_call_to_call_is_found_out(answer):
    assert not all(passes(answer))


def test_where_no_two_results_differ_nothing_is_asked_again():
    constant = Exercise(
        "one", "one(x)", lambda x: 1, (Family("a", "example", 1, (Case("b", (2,)), Case("c", (3,)))),), ()
    )
    assert [case.name for case in Sheet(constant).cases] == ["b", "c"]
