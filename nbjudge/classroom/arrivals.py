"""What has arrived: the submissions of one assignment that are due to be graded, by looking at their folders.

Looking works on every file system, network ones included, and takes a twenty-fifth of a millisecond for each
submission; so the next look comes the later, the longer the last one took. A folder is due when two looks
have found it the same: what is still being copied is left alone. Nothing is kept on the disk for it: after a
restart all folders are due once, and a worker says of each that nothing has changed.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from nbjudge.classroom.states import state_of
from nbjudge.course.course import Course, Submission
from nbjudge.grading import archive

LOOKING, SELDOM = 1.0, 30.0  # seconds between two looks, at least and at most
SHARE = 0.05  # of the time that may be spent on looking


@dataclass
class _Known:
    """One submission, as it was when it was looked at and when it was graded."""

    state: tuple[str, bool] = ("", False)
    graded: tuple[str, bool] | None = None
    since: float = 0.0  # when it was last handed to the grader
    queued: bool = False


class Arrivals(Iterator[Submission]):
    """Gives what is due, oldest first; who has no more now may have some later."""

    def __init__(self, course: Course, assignment: str, only_open: Callable[[Submission], bool]) -> None:
        """Say of what; when `only_open` changes for a submission, it is due again: its page says more."""
        self.course, self.assignment = course, assignment
        self.looked = 0.0  # when, by the clock
        self._only_open = only_open
        self._pause = course.options.watch_pause_seconds
        self._known: dict[str, _Known] = {}
        self._due: deque[Submission] = deque()
        self._next = 0.0

    def __len__(self) -> int:
        """Say how many are due."""
        return len(self._due)

    def __next__(self) -> Submission:
        """Give the next one; StopIteration as long as there is none."""
        self.look()
        if not self._due:
            raise StopIteration
        submission = self._due.popleft()
        known = self._known[submission.student]
        known.queued, known.graded, known.since = False, self._now(submission), time.time()
        return submission

    def look(self) -> None:
        """Look at all folders, if it is time."""
        if time.monotonic() < self._next:
            return
        started = time.monotonic()
        found = self.course.submissions(self.assignment)
        new = [one for one in found if self._is_due(one)]
        self._due.extend(sorted(new, key=self._has_result))
        for student in self._known.keys() - {one.student for one in found}:
            del self._known[student]
        ended = time.monotonic()
        self.looked, self._next = time.time(), ended + min(max(LOOKING, (ended - started) / SHARE), SELDOM)

    def _now(self, submission: Submission) -> tuple[str, bool]:
        return state_of(submission.folder), self._only_open(submission)

    def _is_due(self, submission: Submission) -> bool:
        known = self._known.get(submission.student)
        if known is None:
            known = self._known[submission.student] = _Known(since=self._last_result(submission))
        before, known.state = known.state, self._now(submission)
        waited = time.time() - known.since >= self._pause
        if known.queued or not waited or known.state != before or known.state == known.graded:
            return False
        known.queued = True
        return True

    def _last_result(self, submission: Submission) -> float:
        """Say when a submission was last graded, also by a process that has ended since."""
        try:
            return os.stat(archive.path_of(self.course, submission)).st_mtime
        except OSError:
            return 0.0

    def _has_result(self, submission: Submission) -> bool:
        return archive.path_of(self.course, submission).exists()
