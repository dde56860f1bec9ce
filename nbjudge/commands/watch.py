"""`nbjudge watch`: a service that grades what arrives, until it is ended."""

import contextlib
import signal
import time
from types import FrameType

from nbjudge.classroom import run as runs
from nbjudge.classroom.alone import alone
from nbjudge.classroom.run import Graded
from nbjudge.classroom.watching import Collected, Resting, Seen, Stopped, Watch
from nbjudge.commands.grade import remark_on
from nbjudge.commands.journal import Journal
from nbjudge.course.course import Course, CourseError
from nbjudge.grading.open_release import open_release
from nbjudge.pages import overview, student_index, summary

REPORT = 300.0  # seconds between two reports on the class


def run(course: Course, assignment: str, workers: int) -> None:
    """Watch one assignment or all, until a signal ends it."""
    if assignment:
        course.expect(assignment)
    names = [assignment] if assignment else []
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C
    with alone(course), Journal(course, to_terminal=True) as journal:
        with contextlib.suppress(KeyboardInterrupt), Watch(course, names, workers) as watch:
            _end_by_signal(watch)
            journal.say(f"watching {assignment or 'all assignments'} of {course.root}")
            _Service(course, watch, journal).go()
        journal.say("ended; what was finished is kept, the next watch does the rest")


def _end_by_signal(watch: Watch) -> None:
    """End in good order at the first signal, at once at the second."""

    def end(number: int, frame: FrameType | None) -> None:
        watch.end()
        for one in (signal.SIGINT, signal.SIGTERM):
            signal.signal(one, signal.default_int_handler)

    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, end)


class _Service:
    """Tells what happens, and has the reports made when there is time for it."""

    def __init__(self, course: Course, watch: Watch, journal: Journal) -> None:
        self.course, self.watch, self.journal = course, watch, journal
        self._new: set[str] = set()  # assignments with results that no report has yet
        self._reported = -REPORT

    def go(self) -> None:
        for name, seen in self.watch.events():
            self._tell(name, seen)
            self.journal.numbers(self.watch.waiting)

    def _tell(self, name: str, seen: Seen) -> None:
        match seen:
            case Graded():
                self.journal.graded(name, seen)
                if not seen.reused:
                    self._new.add(name)
            case Collected(student, problem):
                said = problem or f"{student}: taken from the exchange"
                self.journal.say(said, name, student=student)
            case Stopped(reason):
                self.journal.say(f"cannot be graded now: {reason}", name)
            case runs.Protected(level):
                self.journal.protected(level)
            case runs.Changed(sentence):
                self.journal.say(f"since it was last graded: {sentence}", name)
            case Resting() if self._new and time.monotonic() > self._reported + REPORT:
                self._report()

    def _report(self) -> None:
        """Bring the pages about the class up to date; students' own lists of marks after all deadlines."""
        try:
            for name in self._new:
                release = open_release(self.course, name)
                sections = summary.sections_of(self.course)
                summary.write(self.course, release, sections, remark_on(self.course, release))
            overview.write(self.course)
            if not self.watch.is_before_a_deadline():
                student_index.write_all(self.course)
            self._new.clear()
        except (CourseError, OSError) as error:
            self.journal.say(f"the reports could not be made: {error}")
        self._reported = time.monotonic()
