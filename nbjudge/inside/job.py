"""How a job begins: its descriptors, its environment, its files, and then the entry that it is for."""

import contextlib
import fcntl
import os
import signal
import socket
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from nbjudge.inside import chance, confine, frames, messages

CONTROL = 3  # the job's end of the control socket; the descriptors that it was given follow


def begin(
    place: confine.Place, request: dict[str, object], files: list[int], entry: Callable[..., None]
) -> NoReturn:
    """Become the job: never returns to the zygote's loop."""
    status = messages.NOT_BEGUN
    try:
        os.dup2(files[1], 1)
        os.dup2(files[2], 2)  # so that it can be heard from now on
        place.confine(request)  # while it still has the descriptors that this takes
        count = _arrange(files)
        _environment(request)
        control = socket.socket(fileno=CONTROL)
        _receive_files(control)
        control.detach()
        status = 1
        entry(*range(CONTROL, count))
        status = 0
    except BaseException:  # whatever it is, it must not go back into the zygote's loop
        with contextlib.suppress(BaseException):
            traceback.print_exc(file=sys.__stderr__)
    finally:
        os._exit(status)


def _arrange(files: Sequence[int]) -> int:
    """Put control, standard output and error, and the given descriptors in their places; close all others."""
    control, output, error, *given = [_beyond(descriptor, 64) for descriptor in files]
    nothing = _beyond(os.open(os.devnull, os.O_RDWR), 64)
    for number, descriptor in enumerate([nothing, output, error, control, *given]):
        os.dup2(descriptor, number)  # makes it inheritable, as 0, 1 and 2 must be
        if number >= CONTROL:
            os.set_inheritable(number, False)
    count = 4 + len(given)
    os.closerange(
        count, max(os.sysconf("SC_OPEN_MAX"), 256) if os.sysconf("SC_OPEN_MAX") < 1 << 20 else 1 << 16
    )
    return count


def _beyond(descriptor: int, number: int) -> int:
    return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, number)


def _environment(request: dict[str, Any]) -> None:
    """Set what the job's environment differs in, and what it will draw at random."""
    for name in (signal.SIGTERM, signal.SIGPIPE):
        signal.signal(name, signal.SIG_DFL if name == signal.SIGTERM else signal.SIG_IGN)
    os.environ.update(request["environment"])
    find_fonts()
    chance.pin(request["seed"])


def find_fonts() -> None:
    """Give matplotlib, if it is yet to be imported, a folder of one's own that leads to the fonts.

    It would say on the standard error that it cannot write to ours, and look for the fonts anew.
    """
    shared = os.environ.get("MPLCONFIGDIR", "")
    if "matplotlib" in sys.modules or not shared or _can_write(shared):
        return
    own = os.path.join(os.environ["TMPDIR"], ".matplotlib")
    with contextlib.suppress(OSError):
        os.mkdir(own)
        for name in os.listdir(shared):
            os.symlink(os.path.join(shared, name), os.path.join(own, name))
        os.environ["MPLCONFIGDIR"] = own


def _can_write(folder: str) -> bool:
    """Try it: the modes of files do not tell what Landlock refuses."""
    trial = os.path.join(folder, f".{os.getpid()}")
    try:
        os.mkdir(trial)
        os.rmdir(trial)
    except OSError:
        return False
    return True


def _receive_files(control: socket.socket) -> None:
    """Write the files that come as frames into the working directory, which is the job's own."""
    while True:
        message = frames.receive(control)
        if message["op"] == "begin":
            return
        folder = os.path.dirname(message["name"])
        if folder:
            os.makedirs(folder, exist_ok=True)
        with open(message["name"], "wb") as file:
            file.write(message["content"])
