"""Machines with addresses of their own, made of network namespaces: cut off, slowed, and back again."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from itertools import count

from tests.nbjudge import disturbances
from tests.nbjudge.dask_cluster import DaskCluster

_NUMBERS = count(1)


class Network:
    """A bridge with an address for this machine, and a namespace with one for each of the others."""

    def __init__(self, mark: str) -> None:
        self.mark = mark
        number = os.getpid() % 250
        self.subnet = f"10.77.{number}"
        self.host = f"{self.subnet}.1"
        self.names: list[str] = []

    def make(self) -> None:
        run("ip", "link", "add", self._bridge, "type", "bridge")
        run("ip", "address", "add", f"{self.host}/24", "dev", self._bridge)
        run("ip", "link", "set", self._bridge, "up")

    def add(self, name: str) -> list[str]:
        """Make a machine; give the words before which a command runs there."""
        space, here, there = self._space(name), self.cable(name), f"{self.mark}i{len(self.names)}"
        self.names.append(name)
        run("ip", "netns", "add", space)
        run("ip", "link", "add", here, "type", "veth", "peer", "name", there)
        run("ip", "link", "set", there, "netns", space)
        run("ip", "link", "set", here, "master", self._bridge, "up")
        inside = ["ip", "netns", "exec", space]
        run(*inside, "ip", "address", "add", f"{self.address(name)}/24", "dev", there)
        run(*inside, "ip", "link", "set", there, "up")
        run(*inside, "ip", "link", "set", "lo", "up")
        return inside

    def address(self, name: str) -> str:
        return f"{self.subnet}.{2 + self.names.index(name)}"

    def cable(self, name: str) -> str:
        number = self.names.index(name) if name in self.names else len(self.names)
        return f"{self.mark}o{number}"

    @property
    def _bridge(self) -> str:
        return f"{self.mark}b"

    def _space(self, name: str) -> str:
        return f"{self.mark}-{name}"

    def remove(self) -> None:
        for name in self.names:
            with suppress(subprocess.CalledProcessError):
                run("ip", "link", "delete", self.cable(name))
            with suppress(subprocess.CalledProcessError):
                run("ip", "netns", "delete", self._space(name))
        with suppress(subprocess.CalledProcessError):
            run("ip", "link", "delete", self._bridge)


def run(*words: str) -> None:
    subprocess.run(words, check=True, capture_output=True)


@contextmanager
def network() -> Iterator[Network]:
    made = Network(f"nj{os.getpid() % 1000}x{next(_NUMBERS)}")  # the kernel takes its time to forget a name
    try:
        made.make()
        yield made
    finally:
        made.remove()


@cache
def refused() -> str:
    """Say why no such network can be made here; empty if it can."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        return "network namespaces need root and the program ip"
    try:
        with network() as made:
            made.add("probe")
    except (OSError, subprocess.CalledProcessError) as error:
        return f"this machine makes no network namespaces: {error}"
    return ""


def disturbances_of(network: Network) -> Mapping[str, disturbances.Disturbance]:
    """Give what may happen to a machine: also to its cable."""

    def cut_off(cluster: DaskCluster, name: str) -> Callable[[], None]:
        if name not in network.names:
            return disturbances.stopped(cluster, name)
        run("ip", "link", "set", network.cable(name), "down")
        return lambda: run("ip", "link", "set", network.cable(name), "up")

    def slowed(cluster: DaskCluster, name: str) -> Callable[[], None]:
        """A line that lets little through, where the kernel can make one."""
        cable = network.cable(name) if name in network.names else ""
        limit = ["rate", "256kbit", "burst", "16kb", "latency", "400ms"]
        try:
            run("tc", "qdisc", "add", "dev", cable, "root", "tbf", *limit)
        except (OSError, subprocess.CalledProcessError):
            return disturbances.stopped(cluster, name)
        return lambda: run("tc", "qdisc", "delete", "dev", cable, "root")

    return {**disturbances.PLAIN, "cut off": cut_off, "slowed": slowed}
