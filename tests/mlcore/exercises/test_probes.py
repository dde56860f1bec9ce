"""No kind of mistake passes: every probe that applies to a task is noticed, or a reason says why not."""

import pytest

from mlcore.exercises import UNITS
from selfcheck.authoring import probes
from selfcheck.authoring.reasons import reasons


@pytest.mark.parametrize("name", UNITS)
def test_every_kind_of_mistake_is_noticed_or_explained(name):
    """`selfcheck probes` shows the table: add an input, or the reason to probes.toml."""
    why = reasons(f"mlcore.exercises.{name}", "probes.toml")
    assert list(probes.open_ends(UNITS[name], why)) == []
