"""What nbgrader's Validate says of a task that has not all its points: the truth, in the words of the check.

Of points alone it says "Partial credit; passed some but not all of the tests", also where nothing is written:
it has words for errors only. It runs a copy of the notebook and keeps no points, so an error costs nothing.
"""

import os
import textwrap

WIDTH = 80  # characters of a line: nbgrader's command line cuts longer ones


class NotAllPoints(AssertionError):
    """What a check says of a task, as an error; shown alone, without a traceback."""

    def _render_traceback_(self) -> list[str]:
        return [
            part
            for line in str(self).splitlines()
            for part in textwrap.wrap(line, WIDTH, subsequent_indent="    ", break_on_hyphens=False)
        ]


def is_validated() -> bool:
    """Return whether nbgrader runs the notebook for Validate."""
    return bool(os.environ.get("NBGRADER_VALIDATING")) and "NBJUDGE" not in os.environ
