"""What a cell shows: an IPython shell's outputs, collected in the notebook format and bounded.

Used where a cell is run for its outputs in this very process: the judge's test cells, and those test cells
that must look inside the student's process. The student's own cells go through `kernel`.
"""

import base64
import io
import sys
import traceback
from collections.abc import Mapping
from typing import Any

_HERE = __file__.rpartition("cells")[0]
_LONGEST_TRACEBACK = 20_000  # characters of a line of it


class Outputs:
    """Outputs of one cell in their order; what comes after the limits is counted only."""

    def __init__(self, most_bytes: int = 1 << 20, most_displays: int = 500) -> None:
        """Begin without outputs."""
        self.most_bytes = most_bytes
        self.most_displays = most_displays
        self.list: list[dict[str, Any]] = []
        self.cut = False
        self.sealed = 0  # how many came before the first hidden line
        self._bytes = self._displays = 0

    def stream(self, name: str, text: str) -> None:
        """Add text of stdout or stderr; texts that follow each other are one output."""
        text = plain(text)
        if not self._room(len(text), 0):
            text = text[: max(0, self.most_bytes - self._bytes + len(text))]
        if not text:
            return
        if len(self.list) > self.sealed and self.list[-1].get("name") == name:
            self.list[-1]["text"] += text
        else:
            self.list.append({"output_type": "stream", "name": name, "text": text})

    def display(self, data: Mapping[str, object], metadata: Mapping[str, object] | None = None) -> None:
        """Add what `display` was given."""
        self._bundle({"output_type": "display_data"}, data, metadata)

    def result(self, data: Mapping[str, object], metadata: Mapping[str, object] | None = None) -> None:
        """Add the value of the last expression."""
        self._bundle({"output_type": "execute_result", "execution_count": None}, data, metadata)

    def error(self, error: BaseException, lines: list[str]) -> None:
        """Add the error that ended the cell."""
        lines = [plain(line[:_LONGEST_TRACEBACK]) for line in lines]
        name, message = type(error).__name__, plain(text_of(error))
        self.list.append({"output_type": "error", "ename": name, "evalue": message, "traceback": lines})

    def clear(self) -> None:
        """Forget what was shown, as `clear_output` asks."""
        self.list.clear()
        self.sealed = 0
        self._bytes = self._displays = 0

    def seal(self) -> None:
        """Keep what came so far apart from what comes; a result so far was not the cell's last expression."""
        self.sealed = len(self.list)
        for output in self.list:
            if output["output_type"] == "execute_result":
                output["output_type"] = "display_data"
                del output["execution_count"]

    def _bundle(
        self, output: dict[str, object], data: Mapping[str, object], metadata: Mapping[str, object] | None
    ) -> None:
        shown = plain(dict(data))
        if self._room(sum(len(str(part)) for part in shown.values()), 1):
            self.list.append({**output, "data": shown, "metadata": plain(dict(metadata or {}))})

    def _room(self, size: int, displays: int) -> bool:
        self._bytes += size
        self._displays += displays
        room = self._bytes <= self.most_bytes and self._displays <= self.most_displays
        self.cut = self.cut or not room
        return room


class TextTo(io.TextIOBase):
    """A text stream whose text goes to the outputs."""

    def __init__(self, outputs: Outputs, name: str) -> None:
        """Stand for stdout or stderr."""
        self.outputs = outputs
        self._name = name

    @property
    def name(self) -> str:
        """Return what any file has: a name."""
        return f"<{self._name}>"

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """Return in which encoding the text would be written."""
        return "utf-8"

    def writable(self) -> bool:
        """Return that text can be written."""
        return True

    def isatty(self) -> bool:
        """Return that nobody sits at the other end."""
        return False

    def write(self, text: str) -> int:
        """Add the text to the outputs."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self.outputs.stream(self._name, text)
        return len(text)


def run(shell: Any, source: str, outputs: Outputs) -> Any:
    """Run a cell in an IPython shell, collect what it shows; return the shell's ExecutionResult."""
    direct(shell, outputs)
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = TextTo(outputs, "stdout"), TextTo(outputs, "stderr")
    try:
        return shell.run_cell(source, store_history=False)
    finally:
        sys.stdout, sys.stderr = before


def direct(shell: Any, outputs: Outputs) -> None:
    """Send what the shell displays to these outputs."""
    hook, publisher = shell.displayhook, shell.display_pub
    hook.start_displayhook = hook.write_output_prompt = hook.finish_displayhook = lambda: None
    hook.write_format_data = lambda data, metadata=None: outputs.result(data, metadata)
    publisher.publish = lambda data, metadata=None, **rest: outputs.display(data, metadata)
    publisher.clear_output = lambda wait=False: outputs.clear()

    def show(kind: Any, error: BaseException, lines: Any) -> None:
        outputs.error(error, [lines] if isinstance(lines, str) else list(lines))

    shell._showtraceback = show


def plain(value: object) -> Any:
    """Return outputs with nothing in them but what JSON and UTF-8 can hold."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {plain(str(key)): plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return value if value is None or type(value) in (bool, int, float) else plain(str(value))


def text_of(error: BaseException, longest: int = 2000) -> str:
    """Return an error's message, whatever its class makes of that."""
    try:
        text = str(error)
    except BaseException as problem:
        return f"<the message cannot be shown: {type(problem).__name__}>"
    return text if len(text) <= longest else text[:longest] + " …"


def last_lines(error: BaseException, count: int = 12) -> str:
    """Return the end of an error's traceback as text, without the frames of this package."""
    try:
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename.startswith(_HERE):
            trace = trace.tb_next
        shown = traceback.TracebackException(type(error), error, trace, limit=-4)
        lines = "".join(shown.format(chain=False)).splitlines(keepends=True)
        return "".join(lines[-count:])[-4000:]
    except BaseException:
        return f"{type(error).__name__}: {text_of(error)}\n"
