"""A bar with rate and time left, on a terminal only; lines that fit it."""

import os
import shutil
import sys
import textwrap
from types import TracebackType
from typing import TYPE_CHECKING

from nbjudge.course.printable import printable

if TYPE_CHECKING:
    from rich.progress import Progress as Shown
    from rich.progress import ProgressColumn


class Progress:
    """Counts submissions; says nothing in a pipe."""

    def __init__(self, title: str, total: int, quiet: bool = False) -> None:
        """Say of what, and how many there are."""
        self.title, self.total = title, total
        self._shown: Shown | None = None
        unable = os.environ.get("TERM", "") in ("dumb", "unknown")  # such a terminal cannot take a line back
        self._quiet = quiet or unable or not sys.stderr.isatty()

    def __enter__(self) -> "Progress":
        """Show the bar."""
        if not self._quiet:
            from rich import progress
            from rich.console import Console

            console = Console(stderr=True)
            wide = console.width >= 60
            more = [
                progress.BarColumn(bar_width=None),
                _rate(),
                progress.TimeRemainingColumn(compact=True),
            ]
            columns = [progress.TextColumn("{task.description}"), progress.MofNCompleteColumn()]
            self._shown = progress.Progress(
                *columns, *(more if wide else []), console=console, transient=True
            )
            self._shown.start()
            self._shown.add_task(printable(self.title), total=self.total)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the bar away."""
        if self._shown is not None:
            self._shown.stop()

    def say(self, text: str) -> None:
        """Say what is going on."""
        if self._shown is not None:
            self._shown.update(self._shown.task_ids[0], description=printable(text))

    def step(self) -> None:
        """Count one submission."""
        if self._shown is not None:
            self._shown.advance(self._shown.task_ids[0])


def _rate() -> "ProgressColumn":
    from rich.progress import ProgressColumn, Task  # a tenth of a second, on a terminal only
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:.1f}/s" if task.speed else "")

    return Rate()


def fitted(line: str) -> str:
    """Break a line between its words where the terminal is narrower; a pipe gets it whole."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
    if not width or len(line) <= width:
        return line
    return textwrap.fill(
        line, width, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )
