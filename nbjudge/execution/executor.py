"""Runs one notebook of one submission: the student's cells in a sandbox, the tests in the judge.

    given cell    runs in both: its names are the judge's own, whatever the student does to them
    answer cell   runs in the student's process; the course's version says which names are the student's
    test cell     runs in the judge, which asks a fork of the student's process, made for this cell
    in-student    a test cell that must look inside: runs in such a fork itself, and is marked as weaker

One cell at a time, each with a deadline. A process that dies is started again without the cell that killed
it.
"""

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Self

from nbjudge.execution.notebook_run import NotebookRun
from nbjudge.sandbox import protection
from nbjudge.sandbox.level import Level, sentence
from nbjudge.sandbox.server import Sandbox
from nbjudge.tasks import NotebookResult, NotebookTask

_STUDENT = "nbjudge.inside.kernel:serve"
_JUDGE = "nbjudge.judge.process:serve"
_PRELOAD = ("numpy",)


class Executor:
    """Keeps the fork servers of the student's side and of the judge warm, and runs notebooks through them.

    `visible` are folders that both sides may read (a course's package); `judge_visible` only the judge (the
    reference). `preload` are modules to load beforehand, `judge_preload` those for the judge where these are
    others; a `module:function` is for the judge alone, which calls the function. `texts` are the course's own
    cells, which the judge can read before it meets them; `kept` is what such functions returned before.
    Without a `level` the best is taken that this machine gives; none is refused unless `unsafe`.
    """

    def __init__(
        self,
        *,
        level: Level | None = None,
        unsafe: bool = False,
        visible: Sequence[Path | str] = (),
        judge_visible: Sequence[Path | str] = (),
        preload: Sequence[str] = (),
        judge_preload: Sequence[str] | None = None,
        texts: Sequence[str] = (),
        kept: Mapping[str, bytes] | None = None,
    ) -> None:
        """Say what the sandboxes are like; each is started when it is first needed."""
        self._choice = protection.choose(level, unsafe)
        self._visible = tuple(visible)
        self._preload = _preload(name for name in preload if ":" not in name)
        self._judge = Sandbox(
            _JUDGE,
            visible=(*visible, *judge_visible),
            preload=_preload(preload if judge_preload is None else judge_preload),
            texts=texts,
            kept=kept,
            level=self._choice.level,
            launcher=self._choice.launcher,
        )
        self._students: dict[tuple[str, ...], Sandbox] = {}

    @property
    def level(self) -> Level:
        """Return the level of protection that was reached."""
        return self._judge.level

    @property
    def protection(self) -> str:
        """Return the level in words."""
        return sentence(self.level)

    @property
    def made(self) -> Mapping[str, bytes]:
        """What functions of `judge_preload` have returned that is new, by their names."""
        return self._judge.made

    def run(self, task: NotebookTask) -> NotebookResult:
        """Run one notebook; once more, if a process was lost on the way.

        Unless it surely ended itself, for that it does again. The servers are started anew, since it may be
        one of them that is on its way out.
        """
        result, lost = self._run_once(task)
        if lost:
            self.close()
            result, _ = self._run_once(task)
        return result

    def _run_once(self, task: NotebookTask) -> tuple[NotebookResult, bool]:
        student = self._student_sandbox(task.hide)
        self.begin(task.hide)  # both at the same time, if they are not there yet
        run = NotebookRun(task, student, self._judge)
        try:
            return run.result(), run.lost
        finally:
            run.close()

    def _student_sandbox(self, hide: tuple[str, ...]) -> Sandbox:
        """Return the fork server that hides these modules; one is kept for each set that occurs."""
        if hide not in self._students:
            self._students[hide] = Sandbox(
                _STUDENT,
                visible=self._visible,
                preload=self._preload,
                hide=hide,
                level=self._choice.level,
                launcher=self._choice.launcher,
            )
        return self._students[hide]

    def close(self) -> None:
        """End all servers."""
        with contextlib.ExitStack() as stack:
            for sandbox in (self._judge, *self._students.values()):
                stack.callback(sandbox.close)

    def begin(self, hide: tuple[str, ...]) -> None:
        """Begin to start the servers for notebooks that hide these modules, and go on meanwhile."""
        for server in (self._judge, self._student_sandbox(hide)):
            server.begin()

    def __enter__(self) -> Self:
        """Return the executor itself."""
        return self

    def __exit__(self, *error: object) -> None:
        """End all servers."""
        self.close()


def _preload(modules: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*_PRELOAD, *modules)))
