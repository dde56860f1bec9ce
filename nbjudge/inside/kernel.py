"""The main loop of a student's job: runs its cells, one by one, and forks for the test cells.

Operations: `execute` runs a cell, sends its outputs and then `done`; `fork` serves one test cell in a copy of
the state that was reached, and then sends `joined`; `serve` does so without a copy, and ends; `keep` makes a
copy that serves a test cell while this process goes on, until it is told to `join` it; `share` makes one that
serves test cells, one after the other; `serve_each` does so without a copy, and ends; `bind` sets names that
a test cell bound. Every answer repeats the nonce of its question. Between cells the event loop goes on, and
with it what cells left to it.
"""

import asyncio
import contextlib
import os
import random
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from nbjudge.inside import calls, frames, shell, values
from nbjudge.inside.outlet import Outlet

Serve = Callable[[socket.socket, Any], object]  # with a shell, until the connection is closed
_TRIES, _PAUSE = 15, 0.05  # seconds; together less than the worker waits
_outlet = Outlet()
_kernels: list[Any] = []


def warm(texts: Sequence[str]) -> None:
    """In the zygote: make the kernel, and run every part of it once, so that jobs find it warm."""
    values.install()
    kernel = shell.make(_outlet.put)
    shell.warm(kernel)
    _kernels.append(kernel)


def serve(control: int, introductions: int | None = None) -> None:
    """Serve the worker until it closes the control socket; test cells are connected by `introductions`."""
    kernel = _kernels[0]
    loop = shell.begin_loop(kernel)  # not in the zygote: its descriptors would be shared by all jobs
    connection = socket.socket(fileno=control)
    _outlet.open(connection)
    for stream in (sys.stdout, sys.stderr):
        stream.adopt()  # type: ignore[union-attr]
    sys.path.insert(0, "")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    main = Main(kernel, connection, introductions)
    while True:
        with contextlib.suppress(RuntimeError):  # a cell stopped the loop
            loop.run_until_complete(main.serve())
            return


class Main:
    """The loop itself."""

    def __init__(self, kernel: Any, connection: socket.socket, introductions: int | None) -> None:
        """Begin; nothing is read yet."""
        self.kernel = kernel
        self.connection = connection
        self.introductions = introductions
        self.kept: dict[str, tuple[int, int]] = {}  # by the nonce: a copy, and what tells of its end

    async def serve(self) -> None:
        """Answer until the worker is gone."""
        with contextlib.suppress(frames.ChannelClosedError):
            while True:
                await _readable(self.connection)
                request = frames.receive(self.connection)
                answer = await getattr(self, "_do_" + request["op"])(request)
                if answer is not None:
                    frames.send(self.connection, answer | {"nonce": request["nonce"]})

    async def _do_execute(self, request: dict[str, Any]) -> dict[str, Any]:
        """Run one cell; whatever ends it, its own `KeyboardInterrupt` included, ends in the answer."""
        _outlet.begin(request["nonce"], request["bytes"], request["displays"])
        done: dict[str, Any] = {"op": "done", "status": "error"}
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            reply = await shell.execute(self.kernel, request["source"])
            names = ("status", "ename", "evalue", "traceback", "execution_count")
            done |= {name: reply.get(name) for name in names}
        except BaseException as error:
            done |= {"ename": type(error).__name__, "evalue": str(error), "traceback": []}
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        return done | {"cut": _outlet.cut}

    async def _do_bind(self, request: dict[str, object]) -> None:
        """Set names that a test cell bound and that later cells read."""
        with contextlib.suppress(Exception):  # what it cannot build, a later cell will miss by name
            calls.bind(self.kernel.shell, request)

    async def _do_kill(self, request: dict[str, object]) -> None:
        """Do nothing: the fork that was meant ended by itself while the worker asked for it."""

    async def _do_fork(self, request: dict[str, object]) -> dict[str, Any]:
        """Serve one test cell in a copy of this process; pass on the worker's interrupt and kill."""
        return self._joined(*self._copy())

    async def _do_keep(self, request: dict[str, Any]) -> dict[str, Any]:
        """Make a copy that serves a test cell, and go on."""
        self.kept[request["nonce"]] = self._copy()
        return {"op": "kept"}

    async def _do_share(self, request: dict[str, str]) -> dict[str, Any]:
        """Make a copy that serves all test cells that are introduced to it, and go on."""
        self.kept[request["nonce"]] = self._copy(calls.serve_each)
        return {"op": "kept"}

    async def _do_join(self, request: dict[str, Any]) -> dict[str, Any]:
        """Wait for the end of such a copy."""
        return self._joined(*self.kept.pop(request["copy"]))

    def _copy(self, serve: Serve = calls.serve) -> tuple[int, int]:
        """Make a copy that serves test cells; give its number, and a pipe that is closed with it.

        A job may not open a process's descriptor. The connection is received here, for who has none yet
        could take another one's.
        """
        channel = frames.receive_socket(self._introductions())
        ended, alive = os.pipe()
        drawn = random.getstate()
        pid = _fork()
        if pid == 0:
            random.setstate(drawn)  # it goes on where this process stands
            os.close(ended)
            self._serve(channel, serve)
        os.close(alive)
        channel.close()
        return pid, ended

    def _joined(self, pid: int, ended: int) -> dict[str, Any]:
        try:
            return {"op": "joined", "status": self._join(pid, ended)}
        finally:
            os.close(ended)

    def _introductions(self) -> socket.socket:
        """Give a connection of one's own to where connections come from."""
        assert self.introductions is not None
        return socket.socket(fileno=os.dup(self.introductions))

    async def _do_serve(self, request: dict[str, object]) -> None:
        """Serve the last test cell: nobody needs this state afterwards, so it needs no copy."""
        self._serve(frames.receive_socket(self._introductions()), calls.serve)

    async def _do_serve_each(self, request: dict[str, object]) -> None:
        """Serve all test cells that are introduced: nothing else will be run here."""
        self._serve(frames.receive_socket(self._introductions()), calls.serve_each)

    def _serve(self, channel: socket.socket, serve: Serve) -> NoReturn:
        """Serve test cells, and end."""
        try:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            self.connection.close()
            assert self.introductions is not None
            os.close(self.introductions)
            serve(channel, self.kernel.shell)
        finally:
            os._exit(0)

    def _join(self, pid: int, ended: int) -> int:
        """Wait for the copy's end; the pipe is only a sign of it: others may hold it, or close it early."""
        sources: list[Any] = [self.connection, ended]
        while True:
            ready = select.select(sources, [], [], 0.02 if ended in sources else 0.001)[0]
            if self.connection in ready:
                request = frames.receive(self.connection)
                number = {"interrupt": signal.SIGINT, "kill": signal.SIGKILL}.get(request["op"])
                if number:
                    os.kill(pid, number)
            if ended in ready:
                sources.remove(ended)
            over, status = os.waitpid(pid, os.WNOHANG)
            if over:
                return status


def _fork() -> int:
    """Fork, if need be in a moment: without namespaces another job's fork bomb takes from the same limit."""
    for _ in range(_TRIES):
        with contextlib.suppress(BlockingIOError):
            return os.fork()
        time.sleep(_PAUSE)
    return os.fork()


async def _readable(connection: socket.socket) -> None:
    """Wait for the next request, and let tasks that cells left behind go on until then."""
    loop = asyncio.get_running_loop()
    came = loop.create_future()

    def note() -> None:
        if not came.done():
            came.set_result(None)

    loop.add_reader(connection, note)
    try:
        await came
    finally:
        loop.remove_reader(connection)
