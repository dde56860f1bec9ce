"""A distribution outside the package, which worker processes find too: executors, and the guide's backend."""

from collections.abc import Iterator

import pytest

from nbjudge.course import extensions
from tests.nbjudge import distributions, documented

MODULE = """
from tests.nbjudge.faulty_executors import Broken, Forgetful, NeverStarts, NoProtection
from tests.nbjudge.plain_executor import PlainExecutor
"""
BACKEND = documented.example("class InTurn")
POINTS = {
    extensions.EXECUTORS: {
        "plain": "PlainExecutor",
        "broken": "Broken",
        "forgetful": "Forgetful",
        "never-starts": "NeverStarts",
        "no-protection": "NoProtection",
    },
    extensions.BACKENDS: {"in-turn": "InTurn"},
}


@pytest.fixture(scope="session", autouse=True)
def _distribution(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("distribution")
        patch.syspath_prepend(distributions.write(folder, BACKEND + MODULE, POINTS, "for_tests"))
        yield
