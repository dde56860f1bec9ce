"""No kind of mistake passes: every probe that applies to a task is noticed, or a reason says why not."""

import pytest

from mlcore.exercises import UNITS
from selfcheck.authoring import probes


@pytest.mark.parametrize("name", UNITS)
def test_every_kind_of_mistake_is_noticed_or_explained(name):
    """`selfcheck probes` shows the table: add an input, or the reason to probes.toml."""
    reasons = probes.explained(f"mlcore.exercises.{name}")
    assert list(probes.open_ends(UNITS[name], reasons)) == []
