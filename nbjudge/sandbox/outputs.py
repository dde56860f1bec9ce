"""What a cell showed, as nbformat wants it, from messages that nobody can trust.

A message of the wrong shape ends the conversation; text that could not be written to a file is made writable.
Consecutive text of one stream is one output; `clear_output` and updates of a display act as in a Jupyter
front end.
"""

import re
from typing import Any

_MIME = re.compile(
    r"[a-z0-9][a-z0-9!#$&^_.+-]{0,80}/[a-zA-Z0-9][a-zA-Z0-9!#$&^_.+-]{0,120}(;[ ]?[a-z]+=[\w.-]+)?"
)
_MOST_PARTS = 64  # representations of one display
_MOST_LEVELS = 40  # of nesting in JSON that is shown as such

Output = dict[str, Any]


class BadOutput(Exception):
    """A message that ipykernel would not send."""


class Outputs:
    """The outputs of one cell; displays of earlier cells may be updated by it."""

    def __init__(self, displays: dict[str, list[Output]] | None = None) -> None:
        """Begin with nothing shown; `displays` are those of all cells by their names."""
        self.made: list[Output] = []
        self._displays = {} if displays is None else displays
        self._clear_next = False

    def add(self, kind: object, content: object) -> None:
        """Take one message of the kernel."""
        if not isinstance(content, dict):
            raise BadOutput("an output without content")
        if kind == "clear_output":
            self._clear(content)
        elif kind == "update_display_data":
            self._update(content)
        elif kind in ("stream", "display_data", "execute_result", "error"):
            self._append(getattr(self, f"_{kind}")(content), content)
        else:
            raise BadOutput("an output of unknown kind")

    def add_text(self, name: str, text: str) -> None:
        """Take text that came through a pipe."""
        self._append(self._stream({"name": name, "text": text}), {})

    def _append(self, output: Output, content: dict[str, object]) -> None:
        if self._clear_next:
            self._clear({})
        last = self.made[-1] if self.made else {}
        if output["output_type"] == "stream" == last.get("output_type") and output["name"] == last["name"]:
            last["text"] += output["text"]
            return
        self.made.append(output)
        transient = content.get("transient")
        name = transient.get("display_id") if isinstance(transient, dict) else None
        if isinstance(name, str) and len(self._displays) < 10_000:
            self._displays.setdefault(name, []).append(output)

    def _clear(self, content: dict[str, object]) -> None:
        self._clear_next = bool(content.get("wait"))
        if not self._clear_next:
            self.made.clear()

    def _update(self, content: dict[str, object]) -> None:
        new = self._display_data(content)
        transient = content.get("transient")
        name = transient.get("display_id") if isinstance(transient, dict) else None
        for output in self._displays.get(name, []) if isinstance(name, str) else []:
            output["data"], output["metadata"] = new["data"], new["metadata"]

    def _stream(self, content: dict[str, object]) -> Output:
        if content.get("name") not in ("stdout", "stderr"):
            raise BadOutput("a stream of unknown name")
        return {"output_type": "stream", "name": content["name"], "text": text(content.get("text"))}

    def _display_data(self, content: dict[str, object]) -> Output:
        bundle = {"data": _bundle(content.get("data")), "metadata": _plain(content.get("metadata") or {})}
        return {"output_type": "display_data"} | bundle

    def _execute_result(self, content: dict[str, object]) -> Output:
        count = content.get("execution_count")
        if type(count) is not int or not 0 <= count < 1 << 31:
            raise BadOutput("a result without a number")
        return self._display_data(content) | {"output_type": "execute_result", "execution_count": count}

    def _error(self, content: dict[str, object]) -> Output:
        lines = content.get("traceback")
        if not isinstance(lines, list):
            raise BadOutput("an error without a traceback")
        names = {"ename": text(content.get("ename")), "evalue": text(content.get("evalue"))}
        return {"output_type": "error", **names, "traceback": [text(line) for line in lines]}


def text(value: object) -> str:
    """Give the text with what UTF-8 cannot hold replaced."""
    if not isinstance(value, str):
        raise BadOutput("something else where text should be")
    return value.encode("utf-8", "replace").decode("utf-8")


def _bundle(data: object) -> dict[str, Any]:
    if not isinstance(data, dict) or len(data) > _MOST_PARTS:
        raise BadOutput("a display without data")
    made = {}
    for mime, value in data.items():
        if not _MIME.fullmatch(mime):
            raise BadOutput("a display of a kind that has no such name")
        is_json = mime == "application/json" or mime.endswith("+json")
        made[mime] = _plain(value) if is_json else text("".join(value) if _is_lines(value) else value)
    return made


def _is_lines(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(line, str) for line in value)


def _plain(value: object, level: int = 0) -> Any:
    if level > _MOST_LEVELS:
        raise BadOutput("data nested too deeply")
    if isinstance(value, str):
        return text(value)
    if isinstance(value, dict):
        return {text(key): _plain(part, level + 1) for key, part in value.items()}
    if isinstance(value, list):
        return [_plain(part, level + 1) for part in value]
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return None
    return value
