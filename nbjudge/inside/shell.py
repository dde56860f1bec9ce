"""ipykernel's own kernel and shell, without ZeroMQ: the session, by which they send messages, is ours.

So outputs are made by the same code as in a student's Jupyter: displays, results, tracebacks, magics,
figures. It is made once, in the zygote, and warmed: each part is run once, and no trace of that is left for
the jobs to find.
"""

import asyncio
import gc
import logging
import sys
import threading
import types
from collections.abc import Callable
from typing import Any

from nbjudge.inside import cells, plain, tracebacks
from nbjudge.inside.murmur import murmur2
from nbjudge.inside.streams import Stream

Publish = Callable[[str, dict[str, Any]], None]

_SHOWN = {"stream", "display_data", "update_display_data", "execute_result", "error", "clear_output"}
_CELLS = "/tmp/ipykernel_1"  # the folder of cells in tracebacks: without a number that is another each time
_WARMING = (
    "1 + 1",
    "print('warm')",
    "raise ValueError('warm')",
    "async def warm():\n    return 1\nawait warm()",
    "import numpy as np\nnp.array([1.5])",
)
_WARMING_FIGURES = (  # where the course draws: a library that no notebook needs makes every fork dearer
    "import matplotlib.pyplot as plt\nfigure, axes = plt.subplots()\naxes.plot([1, 2], [1, 2])\n"
    "axes.scatter([1, 2], [1, 2], c=[1, 2])\naxes.contourf([[1, 2], [2, 3]], alpha=0.5)\n"
    "axes.set_title('warm')\nplt.show()",
    "plt.close('all')",
)


def make(publish: Publish) -> Any:
    """Make the kernel; every output that it shows is given to `publish`, by its kind and content."""
    _without_debugger()
    from ipykernel import compiler, ipkernel
    from ipykernel.ipkernel import IPythonKernel
    from IPython.core.history import HistoryManager

    names: Any = compiler
    names.get_tmp_directory = lambda: _CELLS
    names.murmur2_x86 = murmur2
    accepts = "_accepts_parameters"
    vars(ipkernel)[accepts] = _remembered(vars(ipkernel)[accepts])
    manager: Any = HistoryManager
    manager.enabled = False  # it would start a thread, and nothing would read the file
    log = logging.getLogger("nbjudge.kernel")
    log.setLevel(logging.CRITICAL)
    kernel_class: Any = IPythonKernel
    kernel = kernel_class(session=_session(publish), user_ns={}, log=log)
    _application(kernel)
    tracebacks.know_cells(kernel.shell)
    tracebacks.format_once(kernel.shell)
    tracebacks.keep_colours()
    plain.skip_transformations(kernel.shell)
    kernel.shell_channel_thread = types.SimpleNamespace(parent_thread=threading.current_thread())
    sys.stdout = Stream("stdout", 1, publish)
    sys.stderr = Stream("stderr", 2, publish)
    return kernel


def _remembered(accepts: Callable[..., dict[str, bool]]) -> Callable[..., dict[str, bool]]:
    """Let the kernel ask once, and not before each cell, which parameters a method of its shell has."""
    known: dict[object, dict[str, bool]] = {}

    def remembered(method: object, names: list[str]) -> dict[str, bool]:
        key = getattr(method, "__func__", method), *names
        if key not in known:
            known[key] = accepts(method, names)
        return known[key]

    return remembered


def _without_debugger() -> None:
    """Keep the debugger out: its threads would not survive the fork."""
    stub: Any = types.ModuleType("ipykernel.debugger")
    stub._is_debugpy_available = False
    stub.Debugger = object
    sys.modules["ipykernel.debugger"] = stub


def _application(kernel: object) -> None:
    """Be the application that magics ask for its kernel, as `%matplotlib` does."""
    from traitlets.config import Application

    application: Any = Application.instance()
    application.kernel = kernel


def _session(publish: Publish) -> Any:
    from jupyter_client.session import Session

    class Wire(Session):
        """Gives the kernel's messages away instead of sending them."""

        def send(self, stream: Any, msg_or_type: Any, content: Any = None, *rest: Any, **options: Any) -> Any:
            message = msg_or_type if isinstance(msg_or_type, dict) else self.msg(msg_or_type, content)
            if message["msg_type"] in _SHOWN:
                publish(message["msg_type"], cells.plain(message["content"]))  # pictures are bytes
            return message

        def msg(self, msg_type: str, content: object = None, *rest: object, **options: object) -> Any:
            head = {"header": {"msg_id": ""}, "parent_header": {}}
            return {**head, "msg_type": msg_type, "content": content or {}}

    return Wire(key=b"")


async def execute(kernel: Any, source: str) -> dict[str, Any]:
    """Run one cell as the kernel would for a front end that has no input; give the content of its reply."""
    kernel.set_parent([], {"header": {"msg_id": "cell"}, "metadata": {}, "content": {}}, "shell")
    reply: dict[str, Any] = await kernel.do_execute(
        source, False, True, None, False, cell_meta={}, cell_id=None
    )
    sys.stdout.flush()
    sys.stderr.flush()
    return reply


def begin_loop(kernel: Any) -> asyncio.AbstractEventLoop:
    """Make the event loop that cells will find running."""
    from tornado.ioloop import IOLoop

    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    kernel.io_loop = IOLoop.current()
    kernel.io_loop.add_callback = loop.call_soon_threadsafe  # wakes a loop that waits, as an interrupt must
    return loop


def warm(kernel: Any) -> None:
    """Run what cells usually use, then put everything back."""
    loop = begin_loop(kernel)
    figures = _WARMING_FIGURES if "matplotlib.pyplot" in sys.modules else ()
    for source in (*_WARMING, *figures):
        loop.run_until_complete(execute(kernel, source))
    asyncio.set_event_loop(None)
    loop.close()
    gc.freeze()  # the reset looks for garbage
    kernel.shell.reset(new_session=True)
    kernel.shell.execution_count = 1
    for name in ("last_type", "last_value", "last_traceback", "last_exc"):
        if hasattr(sys, name):
            delattr(sys, name)
