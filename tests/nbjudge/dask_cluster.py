"""A Dask cluster for tests: scheduler and workers as processes that are killed and started again."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

PYTHONPATH = "PYTHONPATH"


class DaskCluster:
    """One scheduler on a port of its own, and named workers with one thread each.

    `inside` says for each process before which words it is to run: in a network namespace of its own.
    """

    def __init__(self, folder: Path, host: str = "127.0.0.1", **environment: str) -> None:
        self.folder, self.host = folder, host
        self.port = free_port()
        self.inside: dict[str, Sequence[str]] = {}
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.commands: dict[str, tuple[list[str], dict[str, str]]] = {}
        path = os.pathsep.join(entry for entry in sys.path if entry)
        self.environment = {**os.environ, PYTHONPATH: path, **environment}
        self.protocol = "tcp"
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def address(self) -> str:
        return f"{self.protocol}://{self.host}:{self.port}"

    def start_scheduler(self) -> None:
        words = ["--host", self.host, "--port", str(self.port), "--protocol", self.protocol]
        self._start("scheduler", "dask_scheduler", [*words, "--no-dashboard", "--no-show"])

    def start_worker(self, name: str, *words: str, **environment: str) -> None:
        more = ["--nthreads", "1", "--no-dashboard", "--local-directory", str(self.folder), *words]
        nanny = [] if "--nanny" in words else ["--no-nanny"]
        self._start(name, "dask_worker", [self.address, *more, *nanny], environment)

    def _start(
        self, name: str, module: str, words: Sequence[str], environment: Mapping[str, str] | None = None
    ) -> None:
        command = [*self.inside.get(name, ()), sys.executable, "-m", f"distributed.cli.{module}", *words]
        self.commands[name] = command, {**self.environment, **(environment or {})}
        self.start_again(name)

    def start_again(self, name: str) -> None:
        command, environment = self.commands[name]
        with (self.folder / f"{name}.txt").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                command, env=environment, stdout=log, stderr=log, start_new_session=True
            )

    def mend(self) -> None:
        """Start again whatever has ended, as a batch system does."""
        for name in self.commands:
            if name not in self.processes or self.processes[name].poll() is not None:
                self.start_again(name)

    def kill(self, name: str) -> None:
        """End a process and what it has started, as a machine does that loses its power."""
        process = self.processes.pop(name)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def signal(self, name: str, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.processes[name].pid, number)

    def close(self) -> None:
        for name in list(self.processes):
            self.kill(name)

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.txt").read_text(errors="replace")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_listening(cluster: DaskCluster, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            socket.create_connection((cluster.host, cluster.port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(cluster.log("scheduler"))
