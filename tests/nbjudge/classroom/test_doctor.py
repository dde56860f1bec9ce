"""What the doctor says of tests that the course's own solution passes."""

from types import SimpleNamespace

from nbjudge.classroom import doctor
from nbjudge.tasks import IN_STUDENT


def cell(kind, source, *tags):
    return SimpleNamespace(id=f"{kind}-{len(source)}", kind=kind, source=source, reference="", tags=tags)


def test_a_test_that_changes_a_library_is_named():
    forbids = "np.mean = forbidden\nassert mean([1, 3]) == 2"
    cells = [
        cell("given", "import numpy as np"),
        cell("answer", "np.median = None or mean"),
        cell("test", forbids),
        cell("test", forbids + "\n", IN_STUDENT),
        cell("test", "assert np.mean([1, 3]) == 2"),
    ]
    release = SimpleNamespace(notebooks=[SimpleNamespace(name="n", cells=cells)])
    (said,) = doctor._patches(release)
    assert said.startswith(f"n/test-{len(forbids)}: changes np.mean for the test alone")
