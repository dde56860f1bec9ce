"""Turns the outputs of a cell into HTML, the best kind of each display first; all of it made harmless."""

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nbjudge.course.hidden_tests import plain
from nbjudge.course.notebook_json import Output
from nbjudge.pages.feedback import texts
from nbjudge.pages.feedback.clean import PICTURES, harmless_html, harmless_outputs, is_drawing, joined


@dataclass(frozen=True)
class Shown:
    """One output: its HTML, and the class of its box with a space before it."""

    body: str
    style: str = ""


def shown(outputs: Sequence[Output], styled: bool = False) -> list[Shown]:
    """Give the boxes for the outputs of a cell; two pieces of one stream are one box.

    A test's displays are the course's own, and may be `styled`.
    """
    boxes: list[Shown] = []
    for output in harmless_outputs(outputs, styled):
        box = _box(output, styled)
        if (
            boxes
            and output["output_type"] == "stream"
            and boxes[-1].style == box.style in (" stdout", " stderr")
        ):
            boxes[-1] = Shown(
                boxes[-1].body.removesuffix("</pre>") + box.body.removeprefix("<pre>"), box.style
            )
        elif box.body:
            boxes.append(box)
    return boxes


def _box(output: Output, styled: bool) -> Shown:
    kind = output["output_type"]
    if kind == "stream":
        return Shown(_pre(output["text"]), f" {output['name']}") if output["text"].strip() else Shown("")
    if kind == "error":
        return Shown(_pre("\n".join(output["traceback"]) or output["ename"]), " error")
    return _display(output["data"], styled)


def _display(data: Mapping[str, object], styled: bool) -> Shown:
    for kind in PICTURES:
        if kind in data:
            content = html.escape(joined(data[kind]).strip())
            return Shown(
                f'<img alt="a picture that the cell drew" src="data:{kind};base64,{content}">', " picture"
            )
    if "text/html" in data:
        text = joined(data["text/html"])
        if is_drawing(text):
            return Shown(text, " picture")
        return Shown(_reachable(harmless_html(text, styled)), " panel" if styled else "")
    for kind in ("text/markdown", "text/latex"):
        if kind in data:
            return Shown(texts.markdown(joined(data[kind])))
    return Shown(_pre(joined(data.get("text/plain", ""))))


def _reachable(html_text: str) -> str:
    """Let the keyboard reach what scrolls.

    >>> _reachable('<div style="overflow-x:auto">')
    '<div tabindex="0" style="overflow-x:auto">'
    """
    return re.sub(r'<div (style="[^"]*overflow-x:auto[^"]*")>', r'<div tabindex="0" \1>', html_text)


def _pre(text: str) -> str:
    return f"<pre>{html.escape(plain(text).rstrip())}</pre>"
