"""What happens to a cluster while it works, drawn from a seed: killed, stopped, cut off, back again."""

import random
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from tests.nbjudge.dask_cluster import DaskCluster

Disturbance = Callable[[DaskCluster, str], Callable[[], None]]  # what to do, and what undoes it


def killed(cluster: DaskCluster, name: str) -> Callable[[], None]:
    if name in cluster.processes:
        cluster.kill(name)
    return lambda: None  # mended as whatever has ended is


def stopped(cluster: DaskCluster, name: str) -> Callable[[], None]:
    if name in cluster.processes:
        cluster.signal(name, signal.SIGSTOP)
    return lambda: cluster.signal(name, signal.SIGCONT) if name in cluster.processes else None


PLAIN: Mapping[str, Disturbance] = {"killed": killed, "stopped": stopped}


@contextmanager
def disturbed(
    cluster: DaskCluster, seed: int, kinds: Mapping[str, Disturbance] = PLAIN
) -> Iterator[threading.Event]:
    """Disturb a cluster in the background once the event that this gives is set; whatever ends is mended."""
    luck, over, begin = random.Random(seed), threading.Event(), threading.Event()

    def disturb() -> None:
        begin.wait()
        for _ in range(luck.randint(1, 4) if kinds else 0):
            if over.wait(luck.uniform(0.1, 1.0)):
                return
            name = luck.choice(sorted(cluster.commands))
            undo = kinds[luck.choice(sorted(kinds))](cluster, name)
            over.wait(luck.uniform(0.2, 3.0))
            undo()
            cluster.mend()

    def mend() -> None:
        while not over.wait(0.5):
            if not thread.is_alive():
                cluster.mend()

    thread, mender = threading.Thread(target=disturb), threading.Thread(target=mend)
    thread.start()
    mender.start()
    try:
        yield begin
    finally:
        over.set()
        begin.set()
        thread.join()
        mender.join()
