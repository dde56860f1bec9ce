"""Several submissions at once with otter: `python otter_together.py ARCHIVE RESULTS AT_ONCE SUBMISSION...`.

`otter grade` starts a container for each submission, so many at once. Where there are none, this is the
nearest to it: what runs inside such a container, `otter.api.grade_submission`, called by so many processes,
which import otter once. It is run by otter's own environment.
"""

import contextlib
import io
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path


def graded(archive: str, submission: str) -> dict[str, float]:
    """Return the points of each question."""
    from otter.api import grade_submission  # type: ignore[import-not-found]

    with contextlib.redirect_stdout(io.StringIO()):
        results = grade_submission(submission, archive)
    return {name: test.score for name, test in results.results.items()}


def main() -> None:
    """Grade all, and write the points beside the names of the files."""
    archive, results, at_once, *submissions = sys.argv[1:]
    with ProcessPoolExecutor(int(at_once)) as pool:
        points = list(pool.map(partial(graded, archive), submissions))
    Path(results).write_text(json.dumps(dict(zip(submissions, points, strict=True))))


if __name__ == "__main__":
    main()
