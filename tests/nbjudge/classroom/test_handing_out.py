"""Who of a cluster gets which order: nobody waits for the next, and nobody is left with two at the end."""

import queue
import threading
from collections import Counter
from pathlib import Path

import pytest

from nbjudge.classroom.backend import Means
from nbjudge.classroom.cluster import Cluster
from nbjudge.classroom.host import WARMING, Reply
from nbjudge.classroom.link import Link, Outcome

SLOW = 0.2  # seconds


class Workers(Link):
    """Two workers without a scheduler: one takes its time, the other answers at once."""

    def __init__(self) -> None:
        self.outcomes: queue.SimpleQueue[Outcome] = queue.SimpleQueue()
        self.renewed = 1
        self.given: Counter[str] = Counter()
        self.holding = 0  # orders that the slow one has
        self.most = 0

    def members(self) -> dict[str, int]:
        return {"slow": 1, "quick": 1}

    def send(self, ticket: int, worker: str, key: str, order: bytes, patience: float) -> None:
        outcome = Outcome(ticket, Reply(order, protection="3: namespaces"))
        if key == WARMING:
            self.outcomes.put(outcome)
            return
        self.given[worker] += 1
        if worker == "quick":
            self.outcomes.put(outcome)
            return
        self.holding += 1
        self.most = max(self.most, self.holding)
        threading.Timer(SLOW * self.holding, self.answer, [outcome]).start()

    def answer(self, outcome: Outcome) -> None:
        self.holding -= 1
        self.outcomes.put(outcome)

    def drop(self, ticket: int) -> None:
        pass


@pytest.fixture
def cluster() -> Cluster:
    """Two workers that are ready."""
    made = Cluster(Means(2, Path(), "tcp://127.0.0.1:1"))
    made._link = Workers()
    answered(made, 3)
    made._link.given.clear()
    return made


def answered(cluster: Cluster, orders: int) -> list[str]:
    for number in range(orders):
        cluster.submit(str(number), b"", 60.0)
    return sorted(answer.key for answer in cluster.answers())


def test_the_last_orders_go_to_who_is_free(cluster: Cluster):
    """At two each the slow one would still be at its second when the quick one is long done."""
    assert answered(cluster, 4) == ["0", "1", "2", "3"]
    assert cluster.link.given == {"slow": 1, "quick": 3}


def test_as_long_as_there_are_many_a_worker_has_its_next_order_before_it_needs_it(cluster: Cluster):
    assert len(answered(cluster, 8)) == 8
    assert cluster.link.most == 2
