"""The sandbox as its owner sees it: a warmed fork server that starts jobs, one at a time."""

import base64
import contextlib
import os
import select
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from nbjudge.inside import frames, messages
from nbjudge.sandbox import launch, scratch, users
from nbjudge.sandbox.job import Job
from nbjudge.sandbox.level import Launcher, Level, protects, sentence
from nbjudge.sandbox.watch import Watch
from nbjudge.tasks import Limits

_SECONDS_TO_WARM = 60.0
_SECONDS_TO_END = 5.0
_MOST_SAID = 4000  # characters of what a zygote says when it fails


class SandboxError(Exception):
    """The sandbox could not be started, or does not give the protection that was asked for."""


class NotStarted(SandboxError):
    """The server for a level does not start."""

    def __init__(self, level: Level, reason: str) -> None:
        """Keep what the machine said."""
        super().__init__(f"the server for level {sentence(level)} does not start: {reason}")
        self.reason = reason


class Sandbox:
    """A place where code that nobody trusts can run.

    `entry` names the function that a job runs, `module:function`; it is called with the numbers of the
    control socket (3) and of the descriptors that were given to `start` (4, 5, …). If its module has a
    function `warm`, the zygote calls it once, with the `texts` of cells that jobs are going to meet.
    `preload` are modules that are imported once as well; of `module:function` the function is called, with
    these texts and, if it takes two arguments, with what was `kept` of what it returned before; afterwards
    `made` has what it returned, if that is something new. `visible` are files and folders that the job may
    read, at their own places, beside Python and its packages. `hide` are modules that it must not have: their
    files are not there, and importing one gives a module in which every name does nothing.

    `level` is the protection that it gives, or it does not start; `launcher` is what starts it;
    `protection.choose` finds both on this machine.
    """

    def __init__(
        self,
        entry: str = "nbjudge.inside.kernel:serve",
        *,
        level: Level,
        launcher: Launcher | None = None,
        preload: Sequence[str] = ("numpy", "matplotlib", "matplotlib.pyplot"),
        visible: Sequence[Path | str] = (),
        hide: Sequence[str] = (),
        limits: Limits | None = None,
        python: str = sys.executable,
        texts: Sequence[str] = (),
        kept: Mapping[str, bytes] | None = None,
    ) -> None:
        """Say what the sandbox is for; nothing is started yet."""
        self.limits = limits or Limits()
        self.level = level
        self.launcher = launcher or level.launchers()[0]
        paths = tuple(Path(path).absolute() for path in visible)
        disk = self.limits.disk_bytes
        self.user: int | None = None  # who the jobs are, if they are not the user who started them
        known = tuple((kept or {}).items())
        self.made: Mapping[str, bytes] = {}
        self._purpose = launch.Purpose(
            entry, tuple(preload), paths, tuple(hide), python, disk, tuple(texts), known
        )
        self._process: subprocess.Popen[bytes] | None = None
        self._supervisor: socket.socket | None = None
        self._said: IO[bytes] | None = None  # what the zygote prints, which matters until it is ready
        self._job: Job | None = None
        self._watch = Watch()
        self._owned = contextlib.ExitStack()  # what ends with the zygote

    @property
    def visible(self) -> tuple[Path, ...]:
        """Return which files and folders the jobs may read beside Python's own."""
        return self._purpose.visible

    def open(self) -> "Sandbox":
        """Start the zygote, if it is not there; `start` does so by itself, but then the first job waits."""
        self.begin()
        if self._said is not None:
            self._wait_until_ready()
        return self

    def begin(self) -> None:
        """Begin to start the zygote, and go on meanwhile: `open` waits for it."""
        if self._supervisor is not None:
            return
        folder = None if self.level.jobs.have_own_files else Path(self._owned.enter_context(scratch.folder()))
        if users.needed() and protects(self.level):
            self.user, hold = users.take()
            self._owned.callback(hold.close)
        self._supervisor, theirs = socket.socketpair()
        try:
            with theirs:
                how = self.level.jobs, self.launcher
                started = launch.zygote(self._purpose, *how, folder, self.user, theirs.fileno())
        except BaseException:
            self.close()
            raise
        self._process, self._said = started.process, started.said
        self._owned.callback(started.said.close)
        with contextlib.suppress(messages.Closed):  # nor will it answer then
            messages.send(self._supervisor, started.plan)

    def _wait_until_ready(self) -> None:
        answer: dict[str, Any] | None = None
        with contextlib.suppress(messages.Closed):
            answer = self._answer(_SECONDS_TO_WARM)
        if answer is None or answer["op"] != "ready":
            reason = (answer or {}).get("reason") or self._last_words() or "it ended before it was ready"
            self.close()
            raise NotStarted(self.level, reason)
        self.made = {name: base64.b64decode(data) for name, data in answer["kept"].items()}
        self._said = None

    def start(
        self,
        files: Mapping[str, bytes] | None = None,
        fds: Sequence[int] = (),
        environment: Mapping[str, str] | None = None,
        limits: Limits | None = None,
        seed: str | None = None,
    ) -> Job:
        """Start a job in a folder of its own with these files; the given descriptors become its 4, 5, ….

        What it draws at random follows from the seed; without one it is different each time.
        """
        if self._job is not None:
            raise RuntimeError("one job at a time: wait for the last one first")
        request: dict[str, object] = {
            "op": "start",
            "environment": dict(environment or {}),
            "limits": vars(limits or self.limits),
            "seed": seed,
        }
        for last in (False, True):
            try:
                job = self._fork(request, fds)
                break
            except messages.Closed:  # the zygote died since the last job
                self.close()
                if last:
                    raise SandboxError("the server dies before it can start a job") from None
        self._job = job
        self._watch.begin(job, (limits or self.limits).memory_bytes, self._is_lost)
        _give_files(job, files or {})
        return job

    def _fork(self, request: dict[str, object], fds: Sequence[int]) -> Job:
        self.open()
        assert self._supervisor is not None
        control, theirs = socket.socketpair()
        output, output_end = os.pipe()
        error, error_end = os.pipe()
        try:
            messages.send(self._supervisor, request, [theirs.fileno(), output_end, error_end, *fds])
            answer, watch = messages.receive(self._supervisor)
            if answer["op"] != "started":
                raise SandboxError(answer["reason"])
        except BaseException:
            control.close()
            os.close(output)
            os.close(error)
            raise
        finally:
            theirs.close()
            os.close(output_end)
            os.close(error_end)
        os.set_blocking(output, False)
        os.set_blocking(error, False)
        ends = (self._finish, self._request_kill, not self.level.jobs.have_own_files)
        return Job(control, output, error, answer["pid"], watch[0] if watch else None, *ends)

    def _answer(self, timeout: float | None) -> dict[str, Any] | None:
        assert self._supervisor is not None
        if not select.select([self._supervisor], [], [], timeout)[0]:
            return None
        return messages.receive(self._supervisor)[0]

    def _finish(self, timeout: float | None) -> dict[str, Any] | None:
        """Wait for what the zygote says at the end of the job; None if it died itself."""
        if self._supervisor is None:
            return None
        try:
            answer = self._answer(timeout)
        except messages.Closed:
            self.close()
            return None
        if answer is None:
            raise TimeoutError("the job goes on")
        self._watch.end()
        self._job = None
        return answer

    def _is_lost(self) -> bool:
        """Say whether the zygote died, so that nobody but the supervisor can end the job."""
        process = self._process
        return process is not None and process.poll() is not None

    def _request_kill(self) -> None:
        if self._supervisor is not None:
            with contextlib.suppress(messages.Closed):
                messages.send(self._supervisor, {"op": "kill"})

    def _last_words(self) -> str:
        """Give what a zygote that ended said; bubblewrap explains itself there."""
        assert self._process is not None
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_SECONDS_TO_END)
        assert self._said is not None
        self._said.seek(0)
        return self._said.read(_MOST_SAID).decode(errors="replace").strip()

    def close(self) -> None:
        """End the job that runs, if one does, and the zygote."""
        self._watch.close()
        if self._job is not None:
            self._job.kill("the sandbox was closed")
            self._job = None
        if self._supervisor is not None:
            self._supervisor.close()
            self._supervisor = self._said = None
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_SECONDS_TO_END)
            self._process.kill()
            self._process.wait()
            self._process = None
        self._owned.close()

    def __enter__(self) -> "Sandbox":
        """Start the zygote."""
        return self.open()

    def __exit__(self, *error: object) -> None:
        """End it."""
        self.close()


def _give_files(job: Job, files: Mapping[str, bytes]) -> None:
    try:
        for name, content in files.items():
            frames.send(job.control, {"op": "file", "name": name, "content": content})
        frames.send(job.control, {"op": "begin"})
    except ConnectionError:
        job.kill("it ended before it had its files")
