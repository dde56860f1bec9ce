"""Two executors for one assignment: most notebooks need few libraries, and some need all that it imports.

Where cells are left out that no mark depends on, their libraries are not loaded: each of them makes every
fork dearer. But where an answer may read any name, all cells are run, and to load the libraries anew in both
processes, each time one of them ends, takes longer than all the rest. So from the second such notebook on,
another executor runs them, which has loaded everything.
"""

from collections.abc import Callable, Container
from contextlib import AbstractContextManager, ExitStack, suppress
from functools import cached_property, lru_cache

from nbjudge.execution.preload import Preload, imported
from nbjudge.grading.steps import Executor
from nbjudge.sandbox.server import SandboxError
from nbjudge.tasks import NotebookResult, NotebookTask

_FROM = 2  # such notebooks on: the first may be the only one


class Executors:
    """Runs each notebook by the one of the two that has loaded what it imports."""

    def __init__(
        self,
        usual: Executor,
        loaded: Preload,
        known: Container[str],
        find: Callable[[], Preload],
        make: Callable[[Preload], AbstractContextManager[Executor]],
    ) -> None:
        """Take the usual executor, which has `loaded` this, and how to make one that has loaded everything.

        What that is takes a while to `find`, and is none but modules of packages that are `known`.
        """
        self.usual = usual
        self._loaded, self._known = frozenset(loaded.student), known
        self._find, self._make = find, make
        self._met = 0  # notebooks that import some of the rest
        self._other: Executor | None = None
        self._stack = ExitStack()

    @property
    def protection(self) -> str:
        """The level of protection, of either."""
        return self.usual.protection

    def run(self, task: NotebookTask) -> NotebookResult:
        """Run one notebook."""
        return self._one_for(task).run(task)

    def _one_for(self, task: NotebookTask) -> Executor:
        further = [name for name in _imports(task) - self._loaded if name.partition(".")[0] in self._known]
        if not further or frozenset(self._every.student).isdisjoint(further):
            return self.usual
        self._met += 1
        if self._other is None and self._met >= _FROM:
            self._other = self.usual  # where there is no room for another, or less protection
            with suppress(SandboxError):
                made = self._stack.enter_context(self._make(self._every))
                self._other = made if made.protection == self.usual.protection else self.usual
        return self._other or self.usual

    @cached_property
    def _every(self) -> Preload:
        return self._find()

    def __enter__(self) -> "Executors":
        """Return the pair itself; the usual one is its owner's to open."""
        return self

    def __exit__(self, *error: object) -> None:
        """End the other one."""
        self._stack.close()


def _imports(task: NotebookTask) -> frozenset[str]:
    run = (cell for cell in task.cells if cell.kind not in ("text", "test") and cell.id not in task.left_out)
    return frozenset[str]().union(*(_imported(cell.source) for cell in run if "import" in cell.source))


@lru_cache(maxsize=512)
def _imported(source: str) -> frozenset[str]:
    return frozenset(imported(source))
