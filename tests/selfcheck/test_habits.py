"""What failing cases have in common is said; the parts of a result may have mistakes of their own."""

import numpy as np
import pytest

from selfcheck.compare import close
from selfcheck.diagnosis import diagnose
from selfcheck.exercise import Case, Exercise, Family, wrong
from selfcheck.trial import Sheet


def ranks(xs):
    if not xs:
        raise ValueError("nothing to rank")
    return [-np.inf if x < 0 else np.log1p(x) for x in sorted(xs)]


CASES = tuple(Case(f"{xs}", (xs,)) for xs in ([3, 1, 2], [5.5, 4], [9, 7, -8], [], [0.5, 0.25, 4, 3]))


@wrong()
def everything_doubled(xs):
    """Twice?"""
    return [2 * x for x in ranks(xs)]


RANKS = Exercise("ranks", "ranks(xs)", ranks, (Family("all", "example", 1, CASES),), (everything_doubled,))
SHEET = Sheet(RANKS, "a")


def said(answer):
    found = diagnose(SHEET, SHEET.try_out(answer))
    return found.remark if found else ""


def breaks_at_minus(xs):
    return ranks(xs) if min(xs, default=0) >= 0 else [][0]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (lambda xs: ranks(xs) if xs else [], "All that is missing is a ValueError"),
        (lambda xs: ranks(xs) if xs else {}["no"], "wrong is the kind of error"),
        (breaks_at_minus, "right wherever your function gives one. Line"),
        (lambda xs: [x if np.isfinite(x) else np.nan for x in ranks(xs)], "they are nan"),
        (lambda xs: [max(x, -99.0) for x in ranks(xs)], "Where the task asks for an infinity"),
        (lambda xs: [x * (1 + 1e-7 * n) for n, x in enumerate(ranks(xs))], "almost right"),
        (lambda xs: sorted(ranks(xs), key=lambda x: (x * 7) % 1), "in another order"),
        (lambda xs: [(), {}, [[1], 2]][len(xs) % 3], ""),
    ],
)
def test_what_failing_cases_have_in_common(answer, sentence):
    assert (sentence in said(answer)) if sentence else said(answer) == ""


def test_writing_into_what_was_given():
    def sorts_in_place(xs):
        xs.sort()
        return ranks(xs)

    assert "writes into what it was given" in said(sorts_in_place)


def test_a_slip_is_named_although_the_function_also_breaks_off():
    def both(xs):
        return everything_doubled.answer(xs) if min(xs) >= 0 else [][0]

    found = diagnose(SHEET, SHEET.try_out(both))
    assert (found.misconceptions, found.sure) == ((everything_doubled,), False)


def model(xs):
    return {"mean": sum(xs) / len(xs), "size": len(xs), "largest": max(xs)}


@wrong()
def mean_as_sum(xs):
    """Divided?"""
    return {**model(xs), "mean": sum(xs)}


@wrong()
def size_less_one(xs):
    """All of them?"""
    return {**model(xs), "size": len(xs) - 1}


MODEL = Exercise(
    "model",
    "model(xs)",
    model,
    (Family("all", "example", 1, tuple(Case(f"{xs}", (xs,)) for xs in ([1, 2, 6], [2, 5], [7, 3, 1, 1]))),),
    (mean_as_sum, size_less_one),
    compare=close(),
)


def test_two_wrong_parts_have_two_mistakes():
    sheet = Sheet(MODEL, "a")
    found = diagnose(sheet, sheet.try_out(lambda xs: {**model(xs), "mean": sum(xs), "size": len(xs) - 1}))
    assert (set(found.misconceptions), found.sure) == ({mean_as_sum, size_less_one}, False)
    found = diagnose(sheet, sheet.try_out(lambda xs: {**model(xs), "largest": len(xs) ** 3 - min(xs)}))
    assert found.misconceptions == ()
    assert found.remark == "All is right but for 'largest'."


def both_parts(xs):
    return {"sum": sum(xs), "table": {x: x * x for x in xs}, "number": len(xs)}


BOTH = Exercise(
    "both",
    "both(xs)",
    both_parts,
    (Family("all", "example", 1, tuple(Case(str(xs), (xs,)) for xs in ([3, 1], [5, 4, 2], [7.5, 0.5]))),),
    (),
)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (lambda xs: {"sum": sum(xs), "number": len(xs)}, "right as far as it goes; 'table' is missing."),
        (
            lambda xs: {**both_parts(xs), "table": {xs[0]: xs[0] ** 2}},
            "right as far as it goes; keys of 'table', such as 1, are missing.",
        ),
        (lambda xs: {"sum": 0, "number": len(xs)}, ""),
    ],
)
def test_parts_that_are_missing_are_told_if_the_others_are_right(answer, sentence):
    sheet = Sheet(BOTH, "a")
    found = diagnose(sheet, sheet.try_out(answer))
    assert sentence in (found.remark if found else "")
    assert bool(sentence) or "as far as it goes" not in (found.remark if found else "")


def running(prior, xs):
    return [np.log(prior) + x for x in xs]


RUNNING = Exercise(
    "running",
    "running(prior, xs) -> list",
    running,
    (
        Family(
            "all",
            "example",
            1,
            tuple(Case(f"{xs}", (0.5, xs)) for xs in ([1.5, 2.5, 4.0], [3.25, 0.5], [2.0, 5.5, 1.0, 7.5])),
        ),
    ),
    (),
)


def test_what_is_left_over_from_the_first_round_is_told_by_the_later_entries():
    def sums_go_on(prior, xs):
        total, results = np.log(prior), []
        for x in xs:
            total = total + x
            results.append(total)
        return results

    sheet = Sheet(RUNNING, "a")
    found = diagnose(sheet, sheet.try_out(sums_go_on))
    assert "left over from the first round" in found.remark
    other = diagnose(sheet, sheet.try_out(lambda prior, xs: [*running(prior, xs)[:-1], 0.0]))
    assert other is None or "left over" not in other.remark


PAIR = Exercise(
    "both",
    "both(xs) -> the least, and all in order",
    lambda xs: (min(xs), sorted(xs)),
    (Family("all", "example", 1, tuple(Case(f"{xs}", (xs,)) for xs in ([3, 1, 2], [5, 4], [9, 7, 8]))),),
    (),
)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (sorted, "You return number 2 of the results alone, and it is right."),
        (lambda xs: min(xs), "number 2 of the results is missing"),  # the first, where several are wanted
    ],
)
def test_one_of_several_results_alone_is_told(answer, sentence):
    sheet = Sheet(PAIR, "a")
    assert sentence in diagnose(sheet, sheet.try_out(answer)).remark


def test_rows_that_are_one_list_are_told():
    def table(n):
        return [[i + j for j in range(n)] for i in range(n)]

    def one_row_n_times(n):
        rows = [[0] * n] * n
        for i in range(n):
            for j in range(n):
                rows[i][j] = i + j
        return rows

    cases = tuple(Case(f"{n}", (n,)) for n in (2, 3, 4))
    sheet = Sheet(Exercise("table", "table(n)", table, (Family("all", "example", 1, cases),), ()), "a")
    assert "one and the same list" in diagnose(sheet, sheet.try_out(one_row_n_times)).remark
    own = diagnose(sheet, sheet.try_out(lambda n: [[0] * n for _ in range(n)]))
    assert own is None or "one and the same" not in own.remark


def test_what_is_not_written_yet_in_one_branch_is_said_to_be_so():
    def half(xs):
        if min(xs, default=0) < 0:
            raise NotImplementedError
        return ranks(xs)

    assert "it is not written yet" in said(half)


def test_rows_of_a_table_in_another_order_are_said_to_be_so():
    def table(n):
        return np.arange(2.0 * n).reshape(n, 2)

    cases = tuple(Case(str(n), (n,)) for n in (2, 3, 4))
    task = Exercise("table", "table(n)", table, (Family("all", "example", 1, cases),), ())
    sheet = Sheet(task, "a")
    turned = diagnose(sheet, sheet.try_out(lambda n: np.roll(table(n), 1, axis=0) if n > 2 else table(n)))
    assert turned.remark.startswith("You return the right ones, but in another order.")


def test_the_right_proportion_and_the_wrong_size():
    def shares(xs):
        return np.asarray(xs) / np.sum(xs)

    cases = tuple(Case(str(xs), (xs,)) for xs in ([1.0, 2.0], [3.0, 4.0, 8.0], [5.0, 0.0, 1.0, 1.0]))
    task = Exercise("shares", "shares(xs)", shares, (Family("all", "example", 1, cases),), ())
    sheet = Sheet(task, "a")
    by_number = diagnose(sheet, sheet.try_out(lambda xs: np.asarray(xs) / len(xs)))
    assert by_number.remark.startswith("Your numbers stand in the right proportion")


def table(xs):
    """Return a count, a sum, both together, and a mean: results with names."""
    return {"count": len(xs), "sum": sum(xs), "least": min(xs), "lists": [np.outer(xs, [1, 2])]}


TABLES = Sheet(
    Exercise(
        "table",
        "table(xs)",
        table,
        (
            Family(
                "all",
                "example",
                1,
                tuple(Case(f"{xs}", (xs,)) for xs in ([3, 1, 2], [5, 4], [9, 7, 8, 1], [2, 30], [4, 4, 4])),
            ),
        ),
        (),
    ),
    "a",
)


def said_of_table(change):
    found = diagnose(TABLES, TABLES.try_out(lambda xs: {**table(xs), **change(table(xs))}))
    return found.remark if found else ""


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda t: {"count": t["sum"], "sum": t["count"]}, "You exchange 'count' and 'sum'."),
        (lambda t: {"least": 7}, "There, your value is 7 each time."),
        (lambda t: {"lists": [t["lists"][0].T]}, "with rows and columns swapped"),
        (lambda t: {"lists": 3}, "There stands a single thing"),
    ],
)
def test_what_is_wrong_with_a_part_is_said(change, sentence):
    assert sentence in said_of_table(change)


def shares(scores):
    powers = np.exp(np.asarray(scores) - max(scores))
    return powers / powers.sum()


SHARES = Sheet(
    Exercise(
        "shares",
        "shares(scores)",
        shares,
        (
            Family(
                "all",
                "example",
                1,
                tuple(Case(f"{s}", (s,)) for s in ([0, 1], [2, 0, 1], [-1, 3], [4, 5, 2])),
            ),
        ),
        (),
    ),
    "a",
)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (lambda scores: shares([s * np.log(10) for s in scores]), "powers of 10"),
        (lambda scores: shares([s * 3 for s in scores]), "to the power 3"),
        (lambda scores: shares(scores) / len(scores), "stand in the right proportion"),
        (lambda scores: dict(enumerate(shares(scores))), "You return a dictionary."),
    ],
)
def test_shares_that_are_stretched_or_not_divided_are_told_apart(answer, sentence):
    found = diagnose(SHARES, SHARES.try_out(answer))
    assert sentence in found.remark


def added(model, xs):
    """The model of a count and a sum, with more numbers in it."""
    return {"count": model["count"] + len(xs), "sum": model["sum"] + sum(xs)}


def test_what_still_is_as_it_came_in_is_said():
    cases = tuple(
        Case(f"{xs}", ({"count": 2, "sum": 5}, xs)) for xs in ([3, 1, 2], [5, 4], [9, 7, 8, 1], [2, 30])
    )
    sheet = Sheet(
        Exercise("added", "added(model, xs)", added, (Family("all", "example", 1, cases),), ()), "a"
    )
    found = diagnose(sheet, sheet.try_out(lambda model, xs: {**added(model, xs), "sum": model["sum"]}))
    assert found.remark.startswith("All is right but for 'sum': that is still what came in.")


def test_a_number_in_the_place_of_a_word_is_said():
    cases = tuple(Case(f"{xs}", (xs,)) for xs in ([3, 1], [1, 4], [2, 7]))
    exercise = Exercise(
        "larger",
        "larger(xs)",
        lambda xs: "first" if xs[0] > xs[1] else "second",
        (Family("all", "example", 1, cases),),
        (),
    )
    sheet = Sheet(exercise, "a")
    found = diagnose(sheet, sheet.try_out(lambda xs: max(xs) * 1.5))
    assert found.remark.startswith("A label was asked for, and a number comes back.")


def counts(xs):
    return sum(x > 0 for x in xs), sum(x < 0 for x in xs), sum(x == 0 for x in xs)


def test_a_count_that_holds_another_one_too_is_said():
    cases = tuple(
        Case(f"{xs}", (xs,)) for xs in ([3, -1, 2], [5, 4, -1, 0], [9, -7, 8, 1, -3], [2, 3, 1, -1])
    )
    sheet = Sheet(Exercise("counts", "counts(xs)", counts, (Family("all", "example", 1, cases),), ()), "a")
    found = diagnose(sheet, sheet.try_out(lambda xs: (counts(xs)[0], sum(x != 0 for x in xs), counts(xs)[2])))
    assert "It is what number 1 and number 2 of the results should be together." in found.remark


def test_shares_that_are_equal_wherever_they_are_wrong_are_seen():
    def shares(xs):
        powers = np.exp(np.asarray(xs) - max(xs))
        return powers / powers.sum()

    def underflows(xs):
        powers = np.exp(np.asarray(xs)) + 1e-300
        return powers / powers.sum()

    cases = tuple(Case(f"{xs}", (xs,)) for xs in ([-800.0, -801.0], [1.0, 2.0], [-2000.0, -1999.0, -1998.0]))
    sheet = Sheet(Exercise("shares", "shares(xs)", shares, (Family("all", "example", 1, cases),), ()), "a")
    found = diagnose(sheet, sheet.try_out(underflows))
    assert found.remark.startswith("Wherever your shares are wrong they are all equal.")


def test_a_finite_number_for_an_infinity_is_said_before_a_known_mistake_is_guessed():
    def logs(xs):
        with np.errstate(divide="ignore"):
            return np.log(np.asarray(xs))

    cases = tuple(Case(f"{xs}", (xs,)) for xs in ([0.0, 1.0], [2.0, 3.0], [0.5, 0.0, 4.0]))
    sheet = Sheet(Exercise("logs", "logs(xs)", logs, (Family("all", "example", 1, cases),), ()), "a")
    found = diagnose(sheet, sheet.try_out(lambda xs: np.log(np.maximum(xs, 1e-12))))
    assert found.remark.startswith("Where the task asks for an infinity your value is finite")
