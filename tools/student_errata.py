"""Write the errata that students get, `notebooks/errata.md`: the notes in the units lead there.

It is docs/errata.md without what only a teacher's copy has: the tests, and other pages.
"""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE, COPY = ROOT / "docs" / "errata.md", ROOT / "notebooks" / "errata.md"


def for_students(text: str) -> str:
    """Return the page without tests, and without links that lead out of it.

    >>> for_students("See [E01](#e01) and [notation](notation.md).\\n- **Check:** [`test`](../t.py)\\n")
    'See [E01](#e01) and notation.\\n'
    """
    text = re.sub(r"^- \*\*Check:\*\*.*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"Every entry names one test.*?```\n.*?```\n\n", "", text, flags=re.DOTALL)
    return re.sub(r"\[([^\]\[]*)\]\((?!#)[^)\s]+\)", r"\1", text)


if __name__ == "__main__":
    COPY.write_text(for_students(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(COPY.relative_to(ROOT))
