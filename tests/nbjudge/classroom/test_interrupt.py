"""A Ctrl-C that Python loses on its way is met again; one that nobody asked for is not."""

import signal
from collections.abc import Callable

import pytest

from nbjudge.classroom.interrupt import check, heeded

LOST = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


class Collected:
    """An object in whose end something happens."""

    def __init__(self, at_its_end: Callable[[], None]) -> None:
        self.at_its_end = at_its_end

    def __del__(self) -> None:
        self.at_its_end()


def struck_while_an_object_ends() -> None:
    held = Collected(lambda: signal.raise_signal(signal.SIGINT))
    del held  # Python prints the exception, and goes on here


@LOST
def test_one_that_strikes_where_python_loses_it_is_raised_at_the_next_look():
    with heeded():
        struck_while_an_object_ends()
        with pytest.raises(KeyboardInterrupt):
            check()


def test_one_that_is_not_lost_is_raised_at_once():
    with heeded(), pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


@LOST
def test_afterwards_everything_is_as_it_was():
    before = signal.getsignal(signal.SIGINT)
    with heeded():
        check()
        struck_while_an_object_ends()
    check()
    assert signal.getsignal(signal.SIGINT) is before
