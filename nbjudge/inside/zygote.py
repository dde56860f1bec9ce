"""The fork server: a Python that has loaded and warmed everything, from which every job is forked.

It reads what the supervisor says and nothing else: no byte from a job ever reaches it. It forks one job at a
time, waits for its end, sees to it that nothing of the job stays behind, and says what the job used. If the
supervisor goes away, so do the job and the zygote. What a job may do is decided in `confine`; how it begins,
in `job`.
"""

import base64
import contextlib
import gc
import importlib
import os
import select
import shutil
import signal
import socket
import sys
import traceback
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

from nbjudge.inside import chance, confine, hidden, job, messages, pages


def main(descriptor: int) -> None:
    """Warm up, say so, and fork jobs until the supervisor goes away."""
    supervisor = socket.socket(fileno=descriptor)
    plan, _ = messages.receive(supervisor)
    try:
        _serve(supervisor, plan)
    finally:
        if plan["scratch"]:  # the supervisor may have been killed, and cannot remove it then
            shutil.rmtree(plan["scratch"], ignore_errors=True)


def _serve(supervisor: socket.socket, plan: dict[str, Any]) -> None:
    gc.disable()  # what is loaded stays; to look through it again and again is a tenth of the start
    try:
        entry, made = _warm(plan)
        place = confine.enter(plan)
    except Exception as error:
        reason = "".join(traceback.format_exception_only(error)).strip()
        messages.send(supervisor, {"op": "failed", "reason": reason, "trace": traceback.format_exc()})
        return
    gc.freeze()  # a job that collects garbage must not copy these pages
    gc.enable()
    joined = False
    with contextlib.suppress(messages.Closed):
        messages.send(
            supervisor,
            {"op": "ready", "kept": {name: base64.b64encode(data).decode() for name, data in made.items()}},
        )
        while True:
            request, files = messages.receive(supervisor)
            _run(supervisor, place, request, files, entry)
            if not joined:  # after the first job, for which somebody may be waiting
                pages.join()
                joined = True
    confine.end_children()


def _warm(plan: dict[str, Any]) -> tuple[Callable[..., None], dict[str, bytes]]:
    """Import what jobs will need, and what the entry needs, as it would be needed; give what may be kept."""
    made = {}
    hidden.hide(plan["hide"])
    shared = os.environ.get("MPLCONFIGDIR", "")
    if any(name.startswith("matplotlib") for name in plan["preload"]):
        job.find_fonts()
    for name in plan["preload"]:
        if hidden.covers(plan["hide"], name):  # its classes would be modules, which cannot be called
            continue
        if data := _load(name, plan["texts"], base64.b64decode(plan["kept"].get(name, ""))):
            made[name] = data
    module_name, _, function = plan["entry"].partition(":")
    module = importlib.import_module(module_name)
    if hasattr(module, "warm"):
        module.warm(plan["texts"])
    os.environ["MPLCONFIGDIR"] = shared
    chance.warm()
    os.cpu_count = lambda: 1  # for every job, whatever its worker may use
    entry: Callable[..., None] = getattr(module, function)
    return entry, made


def _load(name: str, texts: Sequence[str], kept: bytes) -> bytes:
    """Import a module; of `module:function`, call the function as well, with the texts of the cells to come.

    So that it does what it would do in a graded run, it finds `NBJUDGE` in the environment as there. One that
    takes two arguments is given what it returned the last time, and what it returns now is kept.
    """
    module_name, _, function = name.partition(":")
    try:
        module = importlib.import_module(module_name)
    except ImportError:  # a course that does without it
        return b""
    if not function:
        return b""
    prepare = getattr(module, function)
    keeps = isinstance(prepare, FunctionType) and prepare.__code__.co_argcount > 1
    os.environ["NBJUDGE"] = "1"
    try:
        made = prepare(texts, kept) if keeps else prepare(texts)
    finally:
        del os.environ["NBJUDGE"]
    return bytes(made) if keeps and made != kept else b""


def _run(
    supervisor: socket.socket,
    place: confine.Place,
    request: dict[str, Any],
    files: list[int],
    entry: Callable[..., None],
) -> None:
    """Fork one job, and wait until it and all that it started are gone."""
    try:
        pid = place.fork()
        if pid == 0:
            job.begin(place, request, files, entry)  # never returns
    except OSError as error:
        messages.send(supervisor, {"op": "refused", "reason": f"no process could be started: {error}"})
        return
    finally:
        for descriptor in files:
            os.close(descriptor)
    watch = _descriptor_of(pid)
    messages.send(supervisor, {"op": "started", "pid": pid}, [watch] if watch is not None else [])
    lost = _wait_for_end(supervisor, pid, watch)
    _, status, used = os.wait4(pid, 0)
    place.clean(pid)
    if watch is not None:
        os.close(watch)
    if lost:
        raise messages.Closed("the supervisor is gone")
    seconds = used.ru_utime + used.ru_stime
    unit = 1 if sys.platform == "darwin" else 1024
    end = {"op": "ended", "status": status, "seconds": seconds, "most_memory": used.ru_maxrss * unit}
    messages.send(supervisor, end)


def _descriptor_of(pid: int) -> int | None:
    """Give a descriptor by which the process, and never another of its number, can be watched and killed."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):  # another system, an old kernel, or a container that refuses
        return None


def _wait_for_end(supervisor: socket.socket, pid: int, watch: int | None) -> bool:
    """Wait for the job's end; say whether the supervisor went away first, or asked for the kill."""
    while True:
        sources: list[Any] = [supervisor] if watch is None else [supervisor, watch]
        ready, _, _ = select.select(sources, [], [], 0.01 if watch is None else None)
        if supervisor in ready:
            lost = not _asks_for_kill(supervisor)
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            if lost:
                return True
        if watch in ready or (watch is None and _has_ended(pid)):
            return False


def _asks_for_kill(supervisor: socket.socket) -> bool:
    try:
        messages.receive(supervisor)
    except messages.Closed:
        return False
    return True


def _has_ended(pid: int) -> bool:
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
