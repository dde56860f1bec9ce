"""What others wrote, fit to be shown: names of students and files may hold anything."""


def printable(text: str) -> str:
    """Make a text that others wrote fit for a terminal: no escape codes, no line breaks, no half characters.

    >>> printable("amy\\x1b[2J\\nroot")
    'amy?[2J?root'
    """
    text = text.encode("utf-8", "replace").decode()
    return "".join(letter if letter.isprintable() else "?" for letter in text)
