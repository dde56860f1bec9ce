"""The students: each one's score, and what to note about it."""

from nbjudge.course.release import Release
from nbjudge.marks import Marks
from nbjudge.pages.feedback.page import points
from nbjudge.pages.sections import ClassOfMarks, Notes, beside


def section(release: Release, marks: ClassOfMarks, notes: Notes) -> str:
    """Make the section."""
    students = [
        {
            "student": name,
            "score": sum(notebook.score for notebook in student.values()),
            "remark": _remark(student, len(notes.get(name, ()))),
        }
        for name, student in sorted(marks.items())
    ]
    return beside(__file__).render(students=students)


def waiting(marks: Marks) -> int:
    """Count the answers of a submission that a person has to mark."""
    return sum(1 for notebook in marks.values() for cell in notebook.cells.values() if cell.by_hand)


def _remark(marks: Marks, notes: int) -> str:
    remarks = []
    if count := waiting(marks):
        remarks.append(f"{count} by hand")
    if late := sum(notebook.late_penalty for notebook in marks.values()):
        remarks.append(f"late: -{points(late)}")
    if notes:
        remarks.append(f"{notes} note{'s' if notes > 1 else ''}")
    return ", ".join(remarks)
