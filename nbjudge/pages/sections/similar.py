"""Similar work: the pairs that `nbjudge similar` has found, with a link to them side by side."""

from nbjudge.pages.sections import TheClass
from nbjudge.pages.templates import beside

PAGE = "similar.html"  # beside the report


def section(of: TheClass) -> str:
    """Make the section; it names the command where nobody has looked yet."""
    if of.similar is None and len(of.marks) < 2:
        return ""
    notebook = of.release.notebooks[0].name
    return beside(__file__).render(of=of, found=of.similar, page=PAGE, notebook=notebook)
