"""The examples of the guide to extensions, for tests that run them: what is printed there works."""

import re

from tests.nbjudge.environments import ROOT


def example(words: str) -> str:
    """Give the one piece of Python in the guide in which these words stand."""
    pages = sorted((ROOT / "docs").glob("extending*.md"))
    pieces = [
        piece for page in pages for piece in re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)
    ]
    (piece,) = (piece for piece in pieces if words in piece)
    return str(piece)
