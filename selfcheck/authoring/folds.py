"""Notes behind a fold: what not everybody needs is one line until it is unfolded.

    > [!fold lecture-4] Mind the slide (lecture 4)
    > The rate is printed without brackets.

A block quote that begins like that becomes an HTML fold with the rest of the first line as its title. The
words after `fold` are topics; a note without topics is for everybody. A course that names its topics in
`pyproject.toml` leaves the notes on other topics out:

    [tool.selfcheck]
    topics = ["lecture-4"]
"""

import html
import re
import tomllib
from collections.abc import Collection
from pathlib import Path

OPENING = re.compile(r"> \[!fold((?: [\w-]+)*)\] (\S.*)")


def folded(text: str, topics: Collection[str] | None = None) -> str:
    """Return a Markdown text with its notes folded; of those that name topics only the ones that were chosen.

    >>> print(folded("Before.\\n\\n> [!fold] Why?\\n> Because.\\n\\nAfter."))
    Before.
    <BLANKLINE>
    <details><summary>Why?</summary>
    <BLANKLINE>
    Because.
    <BLANKLINE>
    </details>
    <BLANKLINE>
    After.
    >>> folded("> [!fold lecture-1] Slides\\n> Text.", topics=["lecture-4"])
    ''
    """
    lines, made, place = text.split("\n"), list[str](), 0
    while place < len(lines):
        opening = OPENING.fullmatch(lines[place])
        if opening is None:
            if lines[place].startswith("> [!fold"):
                raise ValueError(f"A fold begins '> [!fold topics] Title'; got {lines[place]!r}.")
            made.append(lines[place])
            place += 1
            continue
        place += 1
        inside = []
        while place < len(lines) and lines[place].startswith(">"):
            inside.append(lines[place].removeprefix(">").removeprefix(" "))
            place += 1
        named = opening[1].split()
        if topics is None or not named or set(named) & set(topics):
            made += [f"<details><summary>{html.escape(opening[2], quote=False)}</summary>", "", *inside]
            made += ["", "</details>"]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(made)).strip("\n")


def chosen(source: Path) -> list[str] | None:
    """Return the topics of the course that a text belongs to; None if it does not choose."""
    for folder in source.resolve().parents:
        project = folder / "pyproject.toml"
        if project.is_file():
            settings = tomllib.loads(project.read_text(encoding="utf-8")).get("tool", {}).get("selfcheck", {})
            topics: list[str] | None = settings.get("topics")
            return topics
    return None
