"""Where the staff's pages lie. Each assignment has a folder: no name of one is that of another page.

summary/index.html                 all assignments beside each other
summary/similar.html               similar work in all of them together
summary/ASSIGNMENT/report.html     the class report, with report.csv and report.json
summary/ASSIGNMENT/similar.html    similar work, with similar.json for the report
"""

from pathlib import Path

from nbjudge.course.course import Course


def staff(course: Course) -> Path:
    """Give the folder of all these pages."""
    return course.root / "summary"


def report(course: Course, assignment: str) -> Path:
    """Give the place of a class report."""
    return staff(course) / assignment / "report.html"


def similar(course: Course, assignment: str = "") -> Path:
    """Give the place of the page on similar work."""
    return staff(course) / assignment / "similar.html"
