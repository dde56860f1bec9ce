"""`nbjudge similar`: whose answers agree beyond what the tasks force, in the terminal and as a page."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from nbjudge.commands.grade import remark_on
from nbjudge.commands.terminal import fitted
from nbjudge.course.course import Course, CourseError
from nbjudge.course.files import write_text
from nbjudge.course.printable import printable
from nbjudge.grading.open_release import open_release
from nbjudge.pages import staff_pages, summary
from nbjudge.pages.similar.agreement import Answer, Pair, Task, pairs
from nbjudge.pages.similar.page import render
from nbjudge.pages.similar.work import answers_of, tasks_of

MOST_PAIRS = 12  # in the terminal
CAUTION = "This proves nothing: read both side by side, and talk to both, before you decide anything."


def run(course: Course, assignment: str, as_json: bool) -> None:
    """Compare the work of everybody who was graded; write the page, and say what is on it."""
    answers, tasks = _work(course, assignment)
    found = pairs(answers, tasks)
    title = assignment or "all assignments"
    page = staff_pages.similar(course, assignment)
    write_text(page, render(title, found, answers, tasks))
    compared = len({answer.student for answer in answers})
    data = {"assignment": assignment, "compared": compared, "pairs": [_data(pair) for pair in found]}
    write_text(page.with_suffix(".json"), json.dumps(data, indent=1))
    if assignment and staff_pages.report(course, assignment).exists():
        release = open_release(course, assignment)
        summary.write(course, release, summary.sections_of(course), remark_on(course, release))
    if as_json:
        data["page"] = str(page)
        sys.stdout.write(json.dumps(data, indent=1) + "\n")
    else:
        sys.stdout.write("".join(f"{fitted(line)}\n" for line in _lines(title, found, page)))


def _work(course: Course, assignment: str) -> tuple[list[Answer], list[Task]]:
    if assignment:
        course.expect(assignment)
    answers, tasks = list[Answer](), list[Task]()
    for name in [assignment] if assignment else course.assignments():
        if course.has_more_than(0, name):
            release = open_release(course, name)
            answers += answers_of(course, release)
            tasks += tasks_of(release)
    if not answers:
        raise CourseError(f"Nothing to compare was graded yet: run nbjudge grade {assignment}".rstrip() + ".")
    return answers, tasks


def _data(pair: Pair) -> dict[str, object]:
    return {
        "students": list(pair.students),
        "bits": round(pair.bits, 1),
        "share": round(pair.share, 3),
        "tasks": [
            {
                "task": shared.task,
                "bits": round(shared.bits, 1),
                "mistakes": [name for name, _ in shared.mistakes],
            }
            for shared in pair.tasks
        ],
    }


def _lines(title: str, found: Sequence[Pair], page: Path) -> Iterator[str]:
    yield f"{title}: {len(found)} pair{'' if len(found) == 1 else 's'} agree beyond what the tasks force."
    for pair in found[:MOST_PAIRS]:
        mistakes = sum(len(shared.mistakes) for shared in pair.tasks)
        both = f", {mistakes} mistake{'' if mistakes == 1 else 's'} in common" if mistakes else ""
        one, other = map(printable, pair.students)
        yield (
            f"  {one} and {other}: {pair.bits:.0f} bits in {len(pair.tasks)} tasks, "
            f"{pair.share:.0%} of the smaller work{both}"
        )
    if len(found) > MOST_PAIRS:
        yield f"  … and {len(found) - MOST_PAIRS} more, all in --json."
    if found:
        yield CAUTION
    yield f"Side by side  {page}"
