"""Templates of pages: each lies beside its module, has its name, and escapes whatever is filled in."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from nbjudge.course.printable import printable

if TYPE_CHECKING:
    from jinja2 import Template


@cache
def beside(module: str) -> "Template":
    """Read the template of a module; `points` and `printable` are its filters.

    Once: to compile it takes longer than to fill it in, and a class has a page for each student.
    """
    from jinja2 import Environment  # a tenth of a second, when there is a page to be made

    environment = Environment(autoescape=True, trim_blocks=True)
    environment.filters.update(points=points, printable=printable)
    return environment.from_string(Path(module).with_suffix(".html.j2").read_text(encoding="utf-8"))


def points(value: float) -> str:
    """Write points as people do.

    >>> points(2.0), points(0.5), points(1 / 3)
    ('2', '0.5', '0.33')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")
