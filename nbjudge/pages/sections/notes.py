"""The notes to staff, student by student; no section where there are none."""

from nbjudge.course.release import Release
from nbjudge.pages.sections import ClassOfMarks, Notes, beside


def section(release: Release, marks: ClassOfMarks, notes: Notes) -> str:
    """Make the section."""
    pairs = [(student, note) for student, every in sorted(notes.items()) for note in every]
    return beside(__file__).render(notes=pairs) if pairs else ""
