"""What stands in the student's process for objects of the test that stay in the judge, or cannot be copied.

A double has the methods of the test's own class, and asks the test whatever it is asked. A pool of threads is
another pool of threads. Left out: what the test lets be asked (`judge.doubles`).
"""

from collections.abc import Callable, Iterable

POOLS = {  # how many threads they have
    "multiprocessing.pool:ThreadPool": "_processes",
    "concurrent.futures.thread:ThreadPoolExecutor": "_max_workers",
}


def double(name: str, methods: Iterable[str], ask: Callable[..., object]) -> object:
    """Return an object with these methods; `ask` is told what is done with it, and the name."""

    def method(called: str) -> Callable[..., object]:
        def stand_in(_self: object, /, *args: object, **keywords: object) -> object:
            return ask("call", called, *args, **keywords)

        stand_in.__name__ = stand_in.__qualname__ = called
        return stand_in

    def read(_self: object, wanted: str) -> object:
        if wanted.startswith("_"):  # nobody but Python asks for those
            raise AttributeError(wanted)
        return ask("get", wanted)

    body: dict[str, object] = {called: method(called) for called in methods}
    body |= {"__getattr__": read, "__setattr__": lambda _self, wanted, value: ask("set", wanted, value)}
    return type(name, (), body)()
