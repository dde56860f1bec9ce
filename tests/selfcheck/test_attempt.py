"""Whatever a function does, one outcome comes of it, quietly and in time."""

import contextlib
import sys
import threading
import time
import warnings
import weakref

import numpy as np
import pytest

from selfcheck.attempt import KEPT, _is_leaving, call


def once(function, *arguments, **keywords):
    return function(*arguments, **keywords)


def outcome(function, *arguments, seconds=0.2, **keywords):
    return call(once, function, arguments, keywords, seconds)


def for_ever(*_):
    while True:
        pass


def for_ever_whatever_happens(*_):
    while True:
        try:
            time.sleep(0.001)
        except Exception:
            continue


def stubborn(*_):
    for _ in range(3):
        try:
            for_ever()
        except:  # noqa: E722
            continue


@pytest.mark.parametrize("function", [for_ever, for_ever_whatever_happens, stubborn, time.sleep])
def test_a_loop_without_end_is_ended(function):
    start = time.monotonic()
    assert outcome(function, 60).status in ("timeout", "value" if function is stubborn else "timeout")
    assert time.monotonic() - start < 5


def test_in_a_thread_as_well():
    found = []
    thread = threading.Thread(target=lambda: found.append(outcome(for_ever)))
    thread.start()
    thread.join(5)
    assert found[0].status == "timeout"


def test_the_bell_rings_in_no_callback_where_nobody_would_hear_it():
    """Python prints what is raised there, and goes on."""
    dictionary = weakref.WeakKeyDictionary()

    class Key:
        pass

    def forgets():
        while True:
            dictionary[Key()] = 1  # at once forgotten, by a callback

    with pytest.MonkeyPatch.context() as patch:
        unheard = []
        patch.setattr(sys, "unraisablehook", unheard.append)
        assert all(outcome(forgets, seconds=0.01).status == "timeout" for _ in range(60))
    assert unheard == []


def test_the_bell_is_not_heard_in_a_callback_of_any_library():
    def busy(_):
        end = time.perf_counter() + 0.0005
        while time.perf_counter() < end:
            pass

    class Key:
        pass

    def forgets():
        while True:
            gone = weakref.ref(Key(), busy)
            busy(gone)

    with pytest.MonkeyPatch.context() as patch:
        unheard = []
        patch.setattr(sys, "unraisablehook", unheard.append)
        assert all(outcome(forgets, seconds=0.01).status == "timeout" for _ in range(20))
    assert unheard == []


def test_what_else_cannot_be_raised_is_still_told():
    class Key:
        def __del__(self):
            raise ValueError("mine")

    with pytest.MonkeyPatch.context() as patch:
        unheard = []
        patch.setattr(sys, "unraisablehook", lambda about: unheard.append(about.exc_type))
        outcome(lambda: Key() and None)
    assert unheard == [ValueError]


def test_the_alarm_is_off_afterwards():
    outcome(for_ever)
    outcome(abs, 1)
    time.sleep(0.3)


def test_in_the_judge_the_other_side_keeps_the_time(monkeypatch):
    monkeypatch.setenv("NBJUDGE", "1")

    def late():
        time.sleep(0.3)
        raise TimeoutError("out of time")

    assert outcome(late).status == "timeout"
    assert outcome(time.sleep, 0.3).status == "value"  # no alarm of our own


def test_errors_are_kept_with_their_line():
    def divide(x):
        return 1 / x

    found = outcome(divide, 0)
    assert found.status == "error"
    assert isinstance(found.error, ZeroDivisionError)
    assert found.line.endswith("return 1 / x")


@pytest.mark.parametrize(
    "leave", [lambda: sys.exit(), lambda: exit(3), lambda: (_ for _ in ()).throw(GeneratorExit)]
)
def test_leaving_the_program_is_an_error_like_others(leave):
    assert outcome(leave).status == "error"


def test_the_stop_button_still_stops():
    def stop():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        outcome(stop)


def test_recursion_without_end():
    def again(x):
        return again(x)

    assert isinstance(outcome(again, 1, seconds=5).error, RecursionError)


def test_what_a_case_cannot_work_with_is_not_an_error_of_the_function():
    found = call(lambda f: f()["prior"], lambda: None)
    assert found.status == "unusable"
    assert isinstance(found.error, TypeError)


def test_nothing_is_printed_and_the_first_of_it_is_kept(capfd):
    def chatty():
        print("hello")
        print("oops", file=sys.stderr)
        warnings.warn("careful", stacklevel=1)
        np.log(np.zeros(1))
        return 1

    found = outcome(chatty)
    assert capfd.readouterr() == ("", "")
    assert found.value == 1
    assert found.printed == "hello\noops\n"
    assert found.warned == ("UserWarning: careful", "RuntimeWarning: divide by zero encountered in log")


def test_a_flood_is_cut(capfd):
    def flood():
        for _ in range(100_000):
            print("x" * 100)

    found = outcome(flood, seconds=5)
    assert capfd.readouterr() == ("", "")
    assert found.status == "value"
    assert len(found.printed) < KEPT + 10


def test_changed_arguments_are_seen_and_the_originals_safe():
    def sort(xs, table, k=0, rng=None):
        xs.sort()
        table["new"] = 1
        rng.normal()
        return xs

    xs, table, rng = [2, 1], {"old": 0}, np.random.default_rng(0)
    found = outcome(sort, xs, table, rng=rng)
    assert found.changed == (0, 1)
    assert (xs, table) == ([2, 1], {"old": 0})
    assert rng.bit_generator.state == np.random.default_rng(0).bit_generator.state


@pytest.mark.parametrize(
    ("value", "change"),
    [
        (np.zeros(3), lambda x: x.__setitem__(0, 1)),
        (np.zeros((2, 2)), lambda x: x.resize((4,), refcheck=False)),
        (np.array(["a", None], dtype=object), lambda x: x.__setitem__(0, "b")),
        ({1}, lambda x: x.add(2)),
        (([1],), lambda x: x[0].append(2)),
        ({"X": np.zeros(2)}, lambda x: x["X"].fill(1)),
    ],
)
def test_every_kind_of_change(value, change):
    assert outcome(change, value).changed == (0,)
    assert outcome(lambda x: None, value).changed == ()


def test_nan_is_not_a_change():
    assert outcome(lambda x: None, [float("nan"), np.array([np.nan])]).changed == ()


def test_the_bell_is_not_heard_on_the_way_out_of_the_block():
    """What is raised there would leave it ringing, in the middle of whatever comes next."""
    seen = []

    @contextlib.contextmanager
    def block():
        yield
        seen.append(sys._getframe(1))

    with block():
        seen.append(sys._getframe())
    inside, on_the_way_out = seen
    assert (_is_leaving(inside), _is_leaving(on_the_way_out)) == (False, True)


def test_a_function_that_takes_just_its_time_leaves_no_bell_behind():
    def busy(seconds):
        end = time.process_time() + seconds
        while time.process_time() < end:
            pass

    for number in range(60):
        call(once, busy, (0.0008 + 0.00001 * number,), {}, 0.001)
        assert sum(range(100)) == 4950
