"""The database server that tests of the gradebook share."""

from collections.abc import Iterator

import pytest

from tests.nbjudge import postgresql
from tests.nbjudge.postgresql import Server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with postgresql.running() as started:
        yield started
