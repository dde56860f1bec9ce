"""The first check after a start is not kept waiting: nothing is loaded that takes a second."""

import subprocess
import sys

FIRST = """
import sys
from mlcore.exercises import UNITS, check
for unit in UNITS.values():
    for exercise in unit.exercises:
        assert check(f"{unit.name}.{exercise.name}", exercise.reference) == exercise.points
print(sorted({"sklearn", "pandas", "matplotlib", "scipy.stats"} & set(sys.modules)))
"""


def test_no_check_of_a_right_answer_loads_a_library_that_takes_long():
    done = subprocess.run([sys.executable, "-c", FIRST], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
