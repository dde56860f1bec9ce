"""The first task, in START_HERE: none of the course's units, worth no points in it.

In that notebook: `from mlcore.exercises.start import check`.
"""

from mlcore.exercises.start import share
from selfcheck.check import Checker
from selfcheck.exercise import Unit

UNIT = Unit("start", "START_HERE", (share.EXERCISE,))
check = Checker([UNIT]).check
