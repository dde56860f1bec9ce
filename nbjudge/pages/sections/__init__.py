"""The sections of the page of summary, each found by its name in the group `nbjudge.report_sections`.

A section is a function of the release, the marks by student and the notes by student that gives HTML, or an
empty text where it has nothing to say. It is shown as it is, so whoever writes one escapes what students
wrote; the templates beside the modules here escape everything.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from nbjudge.course.printable import printable
from nbjudge.course.release import Release
from nbjudge.marks import Marks
from nbjudge.pages.feedback.page import points

if TYPE_CHECKING:
    from jinja2 import Template

ClassOfMarks = Mapping[str, Marks]  # by student
Notes = Mapping[str, Sequence[str]]  # by student
Section = Callable[[Release, ClassOfMarks, Notes], str]


def template(path: Path) -> "Template":
    """Read a template that escapes whatever is filled in; `points` and `printable` are its filters."""
    from jinja2 import Environment  # a tenth of a second, when there is a page to be made

    environment = Environment(autoescape=True, trim_blocks=True)
    environment.filters |= {"points": points, "printable": printable}
    return environment.from_string(path.read_text(encoding="utf-8"))


def beside(module: str) -> "Template":
    """Read the template that lies beside a module and has its name."""
    return template(Path(module).with_suffix(".html.j2"))
