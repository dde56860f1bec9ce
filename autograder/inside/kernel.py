"""The main loop of a student's job: ipykernel's own kernel, without its sockets.

The kernel, its shell, display hook and publisher are ipykernel's; only the session, by which they would send messages
over ZeroMQ, is ours and sends frames to the worker. So outputs are made by the same code as in a student's Jupyter.

Operations: `execute` runs a cell, sends its outputs and then `done`; `fork` serves one test cell in a copy of the
state that was reached, and then sends `joined`. Every answer repeats the nonce of its question.
"""

import asyncio
import contextlib
import logging
import os
import select
import signal
import socket
import sys
import threading
import types
from typing import Any

from autograder.inside import frames
from autograder.inside.outlet import Outlet
from autograder.inside.streams import Stream

_SENT = {"stream", "display_data", "update_display_data", "execute_result", "error", "clear_output"}
_state: dict[str, Any] = {}


def warm() -> None:
    """Make the kernel and run every part of it once, so that jobs find it warm; leave no trace of that."""
    _without_debugger()
    from ipykernel.ipkernel import IPythonKernel
    from IPython.core.history import HistoryManager
    from jupyter_client.session import Session

    HistoryManager.enabled = False  # it would start a thread, and nothing would read the file

    class Wire(Session):
        """Gives the kernel's messages to the worker."""

        def send(self, stream: Any, msg_or_type: Any, content: Any = None, *rest: Any, **options: Any) -> Any:
            message = msg_or_type if isinstance(msg_or_type, dict) else self.msg(msg_or_type, content)
            if message["msg_type"] in _SENT:
                outlet = _state["outlet"]
                outlet.put(message["msg_type"], message["content"])
            return message

        def msg(self, msg_type: str, content: Any = None, *rest: Any, **options: Any) -> Any:
            return {
                "header": {"msg_id": ""},
                "msg_type": msg_type,
                "parent_header": {},
                "content": content or {},
            }

    _state["outlet"] = Outlet(None)
    log = logging.getLogger("autograder.kernel")
    log.setLevel(logging.CRITICAL)
    kernel = IPythonKernel(session=Wire(key=b"", debug=False), user_ns={}, log=log)
    here = types.SimpleNamespace(parent_thread=threading.current_thread())
    kernel.shell_channel_thread = here
    _state["kernel"] = kernel
    _replace_streams()
    _warm_up(kernel)


def _without_debugger() -> None:
    """Keep the debugger out: its threads would not survive the fork."""
    stub: Any = types.ModuleType("ipykernel.debugger")
    stub._is_debugpy_available = False
    stub.Debugger = object
    sys.modules["ipykernel.debugger"] = stub


def _replace_streams() -> None:
    def publish(name: str, text: str) -> None:
        _state["outlet"].put("stream", {"name": name, "text": text})

    sys.stdout = Stream("stdout", 1, publish)  # type: ignore[assignment]
    sys.stderr = Stream("stderr", 2, publish)  # type: ignore[assignment]


def _warm_up(kernel: Any) -> None:
    """Run what cells usually use, then put everything back."""
    shell = kernel.shell
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    for source in _WARMING:
        loop.run_until_complete(_execute(kernel, source))
    asyncio.set_event_loop(None)
    loop.close()
    shell.reset(new_session=True)
    shell.execution_count = 1
    shell.displayhook.flush()
    for name in ("last_type", "last_value", "last_traceback", "last_exc"):
        if hasattr(sys, name):
            delattr(sys, name)


_WARMING = (
    "1 + 1",
    "print('warm')",
    "raise ValueError('warm')",
    "async def f():\n    return 1\nawait f()",
    "import matplotlib.pyplot as plt\nfigure, axes = plt.subplots()\naxes.plot([1, 2], [1, 2])\nplt.show()\nplt.close('all')",
    "import numpy as np\nnp.array([1.5])",
)


async def _execute(kernel: Any, source: str) -> dict[str, Any]:
    parent = {"header": {"msg_id": "cell"}, "metadata": {}, "content": {}}
    kernel.set_parent([], parent, "shell")
    reply: dict[str, Any] = await kernel.do_execute(
        source, False, True, None, False, cell_meta={}, cell_id=None
    )
    sys.stdout.flush()
    sys.stderr.flush()
    return reply


def serve(control: int, calls: int | None = None) -> None:
    """Serve the worker until it closes the control socket."""
    connection = socket.socket(fileno=control)
    _state["outlet"] = Outlet(connection)
    for stream in (sys.stdout, sys.stderr):
        stream.adopt()  # type: ignore[attr-defined]
    sys.path.insert(0, "")
    loop = asyncio.new_event_loop()  # not in the zygote: its descriptors would be shared by all jobs
    asyncio.set_event_loop(loop)
    while True:
        with contextlib.suppress(RuntimeError):  # a cell stopped the loop
            loop.run_until_complete(_serve(connection, calls))
            return


async def _serve(connection: socket.socket, calls: int | None) -> None:
    kernel = _state["kernel"]
    while True:
        await _readable(connection)
        try:
            request = frames.receive(connection)
        except frames.ChannelClosedError:
            return
        if request["op"] == "execute":
            frames.send(connection, await _cell(kernel, request))
        elif request["op"] == "fork":
            frames.send(connection, _fork(kernel, connection, calls, request))
        elif request["op"] == "bind":
            _bind(kernel, request)


async def _readable(connection: socket.socket) -> None:
    """Let tasks that cells left behind go on until the next request."""
    loop = asyncio.get_running_loop()
    came = loop.create_future()
    loop.add_reader(connection, lambda: came.done() or came.set_result(None))
    try:
        await came
    finally:
        loop.remove_reader(connection)


async def _cell(kernel: Any, request: dict[str, Any]) -> dict[str, Any]:
    """Run one cell; what ends it, a cell's own `KeyboardInterrupt` included, ends in its outputs."""
    outlet = _state["outlet"]
    outlet.begin(request["nonce"])
    done = {"op": "done", "nonce": request["nonce"], "status": "error"}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        reply = await _execute(kernel, request["source"])
        done |= {key: reply.get(key) for key in ("status", "ename", "evalue", "traceback", "execution_count")}
    except BaseException as error:
        done |= {"ename": type(error).__name__, "evalue": str(error), "traceback": []}
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return done | {"cut": outlet.cut}


def _fork(
    kernel: Any, connection: socket.socket, calls: int | None, request: dict[str, Any]
) -> dict[str, Any]:
    """Serve one test cell in a copy of this process; on its way pass on the worker's interrupt and kill."""
    from autograder.inside.calls import serve as serve_calls

    ended, alive = os.pipe()  # closed with the copy: pidfd_open is refused in a job
    pid = os.fork()
    if pid == 0:
        try:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            connection.close()
            os.close(ended)
            serve_calls(socket.socket(fileno=calls), kernel.shell)
        finally:
            os._exit(0)
    os.close(alive)
    try:
        status = _join(pid, connection, ended)
    finally:
        os.close(ended)
    return {"op": "joined", "nonce": request["nonce"], "status": status}


def _bind(kernel: Any, request: dict[str, Any]) -> None:
    """Set names that a test cell bound and that later cells read."""
    from autograder.inside.calls import bind

    with contextlib.suppress(Exception):  # what it cannot build, a later cell will miss by name
        bind(kernel.shell, request)


def _join(pid: int, connection: socket.socket, ended: int) -> int:
    """Wait for the copy's end, of which the pipe only tells: others may hold it, or it may be closed too early."""
    sources: list[Any] = [connection, ended]
    while True:
        ready = select.select(sources, [], [], 0.02 if ended in sources else 0.001)[0]
        if connection in ready:
            try:
                request = frames.receive(connection)
            except frames.ChannelClosedError:
                os._exit(0)
            number = {"interrupt": signal.SIGINT, "kill": signal.SIGKILL}.get(request["op"])
            if number:
                os.kill(pid, number)
        if ended in ready:
            sources.remove(ended)
        over, status = os.waitpid(pid, os.WNOHANG)
        if over:
            return status
