"""What the gradebook says of an answer by itself: why the tests behind it gave less than all points.

nbgrader has comments for answers only, so the formgrader shows there what a test has to say. Its feedback
reads them as Markdown with HTML in it, and the message of an error may be a student's own words: neither a
tag nor a link of theirs gets through.
"""

import re

from nbjudge.records import NotebookRecord

_TAG = re.compile(r"<(?=[A-Za-z/!?])")


def why_lost(notebook: NotebookRecord) -> dict[str, str]:
    """Give a comment for each answer that lost points."""
    said: dict[str, str] = {}
    for test, answers in notebook.tests():
        if test.lost and answers:
            answer, sentence = answers[-1].id, f"{test.id}: {harmless(test.lost)}"
            said[answer] = f"{said[answer]}\n\n{sentence}" if answer in said else sentence
    return said


def harmless(text: str) -> str:
    """Return text in which Markdown finds neither a tag nor a link; a backslash before them changes nothing.

    >>> harmless("1 < 2, <b>not bold</b>")
    '1 < 2, &lt;b>not bold&lt;/b>'
    """
    return _TAG.sub("&lt;", text).replace("](", "]&#40;")
