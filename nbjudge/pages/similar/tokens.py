"""An answer as what is left when names, comments and layout are taken away.

    normalised    source -> tokens; a name of one's own is only a name
    fingerprints  tokens -> every run of a few of them, whatever the names are, and where it stands

Pygments reads what Python cannot: an answer that does not compile is compared as well.
"""

import keyword
from collections.abc import Collection, Sequence
from dataclasses import dataclass

RUN = 9  # tokens: shorter runs are idioms that everybody uses
NAME = "\0name"
TEXT = "\0text"


@dataclass(frozen=True)
class Token:
    """One token: what it is compared by, what was written, and on which line (from 0)."""

    kind: str
    written: str
    line: int


def normalised(source: str, given: Collection[str] = ()) -> list[Token]:
    """Read an answer; names and texts that the course gave, keywords and attributes stay as they are.

    >>> [token.kind for token in normalised("total = 0  # sum", ())] == [NAME, "=", "0"]
    True
    """
    from pygments import token as kinds  # a tenth of a second, when somebody asks
    from pygments.lexers.python import PythonLexer

    tokens: list[Token] = []
    line, before, in_text = 0, "", False
    for kind, text in PythonLexer(stripnl=False).get_tokens(source):
        here, line = line, line + text.count("\n")
        if kind in kinds.Comment or kind in kinds.String.Doc or not text.strip():
            continue
        if kind in kinds.String:
            if in_text:  # the pieces of one text
                last = tokens.pop()
                here, text = last.line, last.written + text
            tokens.append(Token(text if text in given else TEXT, text, here))
        elif kind in kinds.Name and kind not in kinds.Name.Builtin and not keyword.iskeyword(text):
            kept = text in given or before == "."
            tokens.append(Token(text if kept else NAME, text, here))
        else:
            tokens.append(Token(text.strip(), text, here))
        before, in_text = text, kind in kinds.String
    return tokens


def fingerprints(tokens: Sequence[Token], run: int = RUN) -> dict[tuple[str, ...], list[int]]:
    """Give every run of tokens with the places where it begins; an own name is told by its first place in it.

    >>> one, other = (fingerprints(normalised(text), 3) for text in ("a + b", "x + y"))
    >>> one == other
    True
    """
    found: dict[tuple[str, ...], list[int]] = {}
    for start in range(len(tokens) - run + 1):
        names: dict[str, str] = {}
        parts = []
        for token in tokens[start : start + run]:
            if token.kind == NAME:
                parts.append(names.setdefault(token.written, f"{NAME}{len(names)}"))
            else:
                parts.append(token.kind)
        found.setdefault(tuple(parts), []).append(start)
    return found
