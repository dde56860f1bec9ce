"""The sandbox as its owner sees it: a warmed fork server that starts jobs, one at a time."""

import contextlib
import os
import select
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from autograder.inside import frames, messages
from autograder.sandbox.job import Job
from autograder.sandbox.levels import Level
from autograder.tasks import Limits

_SECONDS_TO_WARM = 60.0
_SECONDS_TO_END = 10.0


class SandboxError(Exception):
    """The sandbox could not be started, or does not give the protection that was asked for."""


class Sandbox:
    """A place where code that nobody trusts can run.

    `entry` names the function that a job runs, `module:function`; it is called with the numbers of the control socket
    (3) and of the descriptors that were given to `start` (4, 5, …). If its module has a function `warm`, the zygote
    calls it once. `preload` are modules that are imported once as well. `visible` are files and folders that the job
    may read, at their own places, beside Python and its packages. `hide` are modules that it must not have.
    """

    def __init__(
        self,
        entry: str = "autograder.inside.kernel:serve",
        *,
        level: Level | None = None,
        unsafe: bool = False,
        preload: Sequence[str] = ("numpy", "matplotlib", "matplotlib.pyplot"),
        visible: Sequence[Path | str] = (),
        hide: Sequence[str] = (),
        limits: Limits | None = None,
        python: str = sys.executable,
    ) -> None:
        self.entry = entry
        self.preload = tuple(preload)
        self.visible = tuple(Path(path) for path in visible)
        self.hide = tuple(hide)
        self.limits = limits or Limits()
        self.python = python
        self.level = Level.NONE if unsafe else level
        self.notes: tuple[str, ...] = ()
        self._process: subprocess.Popen[bytes] | None = None
        self._supervisor: socket.socket | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._job: Job | None = None

    def open(self) -> "Sandbox":
        """Start the zygote; `start` does so by itself, but then the first job waits for it."""
        if self._supervisor is not None:
            return self
        self._folder = tempfile.TemporaryDirectory(prefix="sandbox-")
        ours, theirs = socket.socketpair()
        code = self._code(Path(self._folder.name))
        program = f"import sys; sys.path.insert(0, {str(code)!r}); from autograder.inside.zygote import main; main({theirs.fileno()})"
        self._process = subprocess.Popen(
            [self.python, "-I", "-B", "-c", program],
            pass_fds=[theirs.fileno()],
            env=self._environment(),
            stdin=subprocess.DEVNULL,
        )
        theirs.close()
        self._supervisor = ours
        plan = {
            "entry": self.entry,
            "preload": self.preload,
            "hide": self.hide,
            "path": [],
        }
        try:
            messages.send(ours, plan)
            answer = self._answer(_SECONDS_TO_WARM)
        except messages.Closed:
            answer = None
        if answer is None or answer["op"] != "ready":
            self.close()
            raise SandboxError((answer or {}).get("trace") or "the zygote ended before it was ready")
        self.notes = tuple(answer["notes"])
        return self

    def start(
        self,
        files: Mapping[str, bytes] | None = None,
        fds: Sequence[int] = (),
        environment: Mapping[str, str] | None = None,
        limits: Limits | None = None,
    ) -> Job:
        """Start a job in a folder of its own that holds these files; the given descriptors become its 4, 5, …."""
        if self._job is not None:
            raise RuntimeError("one job at a time: wait for the last one first")
        for attempt in (1, 2):
            try:
                return self._start(files or {}, fds, environment or {}, limits or self.limits)
            except messages.Closed:  # the zygote died since the last job
                self.close()
                if attempt == 2:
                    raise SandboxError("the zygote dies before it can start a job") from None
        raise AssertionError

    def _start(
        self, files: Mapping[str, bytes], fds: Sequence[int], environment: Mapping[str, str], limits: Limits
    ) -> Job:
        self.open()
        assert self._supervisor is not None
        control, theirs = socket.socketpair()
        output, output_end = os.pipe()
        error, error_end = os.pipe()
        request = {"op": "start", "environment": dict(environment), "limits": vars(limits)}
        try:
            messages.send(self._supervisor, request, [theirs.fileno(), output_end, error_end, *fds])
            answer, watch = messages.receive(self._supervisor)
        except messages.Closed:
            control.close()
            os.close(output)
            os.close(error)
            raise
        finally:
            theirs.close()
            os.close(output_end)
            os.close(error_end)
        if answer["op"] != "started":
            raise SandboxError(answer["reason"])
        os.set_blocking(output, False)
        os.set_blocking(error, False)
        job = Job(
            control,
            output,
            error,
            answer["pid"],
            watch[0] if watch else None,
            self._finish,
            self._request_kill,
        )
        self._job = job
        self._give_files(job, files)
        return job

    def _give_files(self, job: Job, files: Mapping[str, bytes]) -> None:
        try:
            for name, content in files.items():
                frames.send(job.control, {"op": "file", "name": name, "content": content})
            frames.send(job.control, {"op": "begin"})
        except ConnectionError:
            job.kill("it ended before it had its files")

    def _answer(self, timeout: float | None) -> dict[str, Any] | None:
        assert self._supervisor is not None
        if not select.select([self._supervisor], [], [], timeout)[0]:
            return None
        return messages.receive(self._supervisor)[0]

    def _finish(self, timeout: float | None) -> dict[str, Any] | None:
        try:
            answer = self._answer(timeout)
        except messages.Closed:
            answer = None
            self._job = None
            self.close()
            return None
        if answer is None:
            raise TimeoutError("the job goes on")
        self._job = None
        return answer

    def _request_kill(self) -> None:
        assert self._supervisor is not None
        with contextlib.suppress(messages.Closed):
            messages.send(self._supervisor, {"op": "kill"})

    def _code(self, folder: Path) -> Path:
        """Make a folder to import from that holds what the entry needs of the grader, and nothing else."""
        package = Path(__file__).resolve().parents[1]
        if not self.entry.startswith("autograder.inside."):
            return package.parent
        code = folder / "code"
        (code / "autograder").mkdir(parents=True)
        (code / "autograder" / "__init__.py").touch()
        (code / "autograder" / "inside").symlink_to(package / "inside")
        return code

    def _environment(self) -> dict[str, str]:
        return {
            "PATH": f"{Path(self.python).parent}:/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "MPLBACKEND": "module://matplotlib_inline.backend_inline",
            "OPENBLAS_NUM_THREADS": "1",
            "OMP_NUM_THREADS": "1",
            "MKL_NUM_THREADS": "1",
            "HOME": str(self._folder.name if self._folder else "/"),
        }

    def close(self) -> None:
        """End the job that runs, if one does, and the zygote."""
        job, self._job = self._job, None
        if job is not None:
            job.kill("the sandbox was closed")
        if self._supervisor is not None:
            self._supervisor.close()
            self._supervisor = None
        if self._process is not None:
            try:
                self._process.wait(_SECONDS_TO_END)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def __enter__(self) -> "Sandbox":
        return self.open()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
