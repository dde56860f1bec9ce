"""How a zygote is started: the command, its environment, and the plan that it is sent.

What decides results beside the code is pinned here, the same for every zygote: the order of sets of texts
(Python's hash seed), addresses and with them `id()` where the kernel lets us, locale, time zone, threads.
"""

import base64
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from nbjudge.inside import landlock, system
from nbjudge.inside.confine import HOME
from nbjudge.sandbox import bubblewrap, interpreter
from nbjudge.sandbox.level import Jobs, Launcher, View

_PACKAGE = Path(__file__).resolve().parents[1]
_SYSTEM = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/alternatives",
    "/etc/fonts",
)
PINNED = {  # a record says under which it was made
    "PYTHONHASHSEED": "0",  # one for all: a server is started once, for many students
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "JOBLIB_MULTIPROCESSING": "0",  # it would say, with a path, where semaphores are refused
}
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")


@dataclass(frozen=True)
class Purpose:
    """What a sandbox is for, as its owner said it."""

    entry: str
    preload: tuple[str, ...]
    visible: tuple[Path, ...]
    hide: tuple[str, ...]
    python: str
    disk_bytes: int
    texts: tuple[str, ...] = ()
    kept: tuple[tuple[str, bytes], ...] = ()  # what functions to preload returned before, by their names


@dataclass(frozen=True)
class Zygote:
    """A zygote that has just been started."""

    process: subprocess.Popen[bytes]
    plan: dict[str, object]  # to be sent to it
    said: IO[bytes]  # the file, without a name, with what it and bubblewrap print


def zygote(
    purpose: Purpose, jobs: Jobs, launcher: Launcher, folder: Path | None, user: int | None, control: int
) -> Zygote:
    """Start a zygote that talks on the descriptor `control`.

    `folder` is one for all that is the zygote's and its jobs', where the launcher gives them none.
    """
    shown = _show(purpose)
    plan = _plan(purpose, jobs, user, shown)
    limits = user, purpose.disk_bytes
    with contextlib.ExitStack() as stack:
        kept = [control]
        if folder is None:
            code, environment = "/code", _environment(shown, "/tmp", "/matplotlib")
            written = {place: _in_memory(text, stack) for place, text in _texts(purpose, shown, user).items()}
            view = View(shown.roots, shown.masked, environment, *limits, None, _moved(shown), written)
            kept += written.values()
            if jobs is Jobs.NO_PROC and user is None:
                plan["proc"] = proc = os.open("/proc", os.O_PATH | os.O_DIRECTORY)
                stack.callback(os.close, proc)
                kept.append(proc)
        else:
            code, fonts = _copy(shown, folder)
            view = View(shown.roots, shown.masked, _environment(shown, str(folder), fonts), *limits, folder)
            plan["scratch"] = str(folder)
            if jobs is Jobs.LANDLOCK:
                plan |= _landlocked(shown, Path(code), Path(fonts))
        start = f"import sys; sys.path.insert(0, {code!r}); from nbjudge.inside import zygote"
        python = [purpose.python, "-P", "-s", "-B", "-c", f"{start}; zygote.main({control})"]
        process, said = _start([*launcher.command(view), *python], kept, view.environment)
    return Zygote(process, plan, said)


def _start(
    command: Sequence[str], kept: Sequence[int], environment: Mapping[str, str]
) -> tuple[subprocess.Popen[bytes], IO[bytes]]:
    """Start a program and a file for what it prints; none stays open where the program cannot be started."""
    with contextlib.ExitStack() as stack:
        said = stack.enter_context(tempfile.TemporaryFile())
        with system.same_addresses():
            process = subprocess.Popen(
                command,
                pass_fds=kept,
                env=environment,  # all of it is ours, so Python need not ignore it: it has the hash seed
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=said,
                start_new_session=True,  # a Ctrl-C is for the supervisor
            )
        stack.pop_all()  # it is the sandbox's to close
    return process, said


def _in_memory(text: str, stack: contextlib.ExitStack) -> int:
    """Give a descriptor from which bubblewrap reads a file that is nowhere."""
    descriptor = os.memfd_create("nbjudge")
    stack.callback(os.close, descriptor)
    os.write(descriptor, text.encode())
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


@dataclass(frozen=True)
class _Shown:
    """What a zygote and its jobs may read."""

    python: interpreter.Interpreter
    roots: list[Path]  # at their own places
    masked: list[Path]  # but for these
    needed: Path  # the grader's part
    fonts: list[Path]  # matplotlib's lists


def _show(purpose: Purpose) -> _Shown:
    python = interpreter.describe(purpose.python)
    roots = [*python.folders, *(path.resolve() for path in purpose.visible), *purpose.visible]
    alone = purpose.entry.startswith("nbjudge.inside.")
    needed = _PACKAGE / "inside" if alone else _PACKAGE
    return _Shown(python, roots, _masked(purpose, python, roots), needed, _fonts(purpose))


def _moved(shown: _Shown) -> dict[Path, str]:
    """Say what bubblewrap shows at another place."""
    fonts = {file: f"/matplotlib/{file.name}" for file in shown.fonts}
    return {**fonts, shown.needed: f"/code/{shown.needed.relative_to(_PACKAGE.parent)}"}


def _texts(purpose: Purpose, shown: _Shown, user: int | None) -> dict[str, str]:
    """Give the files that bubblewrap writes itself."""
    alone = {"/code/nbjudge/__init__.py": ""} if shown.needed != _PACKAGE else {}
    return bubblewrap.accounts(1000 if user is None else user) | alone


def _plan(purpose: Purpose, jobs: Jobs, user: int | None, shown: _Shown) -> dict[str, object]:
    return {
        "entry": purpose.entry,
        "preload": purpose.preload,
        "hide": purpose.hide,
        "texts": purpose.texts,
        "kept": {name: base64.b64encode(data).decode() for name, data in purpose.kept},
        "jobs": jobs.value,
        "user": user,
        "proc": None,
        "scratch": "",
        "supervisor": os.getpid(),
        "visible": [str(root) for root in shown.roots],
    }


def _landlocked(shown: _Shown, code: Path, fonts: Path) -> dict[str, object]:
    """Say what Landlock lets jobs read, and which devices they may write to."""
    places = [*interpreter.distinct([*shown.roots, *map(Path, _SYSTEM)]), shown.needed, code, fonts]
    readable = [part for place in places for part in landlock.without(place, shown.masked)]
    return {"readable": readable, "devices": _DEVICES}


def _masked(purpose: Purpose, python: interpreter.Interpreter, roots: Sequence[Path]) -> list[Path]:
    """Find the files of hidden modules, wherever Python could find them."""
    if not purpose.hide:
        return []
    path = [*python.path, *map(str, roots), *(str(root.parent) for root in roots)]
    return sorted({file for module in purpose.hide for file in interpreter.files_of(module, path)})


def _copy(shown: _Shown, folder: Path) -> tuple[str, str]:
    """Make a folder to import the grader's part from, and one with the fonts, that jobs cannot change."""
    code, fonts = folder / "code", folder / "matplotlib"
    place = code / shown.needed.relative_to(_PACKAGE.parent)
    place.parent.mkdir(parents=True)
    if shown.needed != _PACKAGE:
        (place.parent / "__init__.py").touch()
    place.symlink_to(shown.needed)
    fonts.mkdir()
    for file in shown.fonts:
        with contextlib.suppress(OSError):
            shutil.copy(file, fonts)
    return str(code), str(fonts)


def _fonts(purpose: Purpose) -> list[Path]:
    """Find matplotlib's list of fonts, which takes seconds to make."""
    lists = _font_lists()
    if not lists and any(name.startswith("matplotlib") for name in purpose.preload):
        subprocess.run(
            [purpose.python, "-c", "import matplotlib.font_manager"], check=False, capture_output=True
        )
        lists = _font_lists()
    return lists


def _font_lists() -> list[Path]:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "matplotlib"
    places = [Path(given) for name in ("MPLCONFIGDIR",) if (given := os.environ.get(name))]
    places += [cache, Path.home() / ".matplotlib"]
    return next((found for place in places if (found := sorted(place.glob("fontlist-*.json")))), [])


def _environment(shown: _Shown, temporary: str, fonts: str) -> dict[str, str]:
    """Give the whole environment of a job: nothing of the supervisor's."""
    return (
        PINNED
        | {
            "PATH": f"{Path(shown.python.executable).parent}:/usr/local/bin:/usr/bin:/bin",
            "HOME": HOME if temporary == "/tmp" else temporary,
            "TMPDIR": temporary,
            "USER": "student",
            "MPLBACKEND": "module://matplotlib_inline.backend_inline",
            "MPLCONFIGDIR": fonts,
            "IPYTHONDIR": f"{temporary}/.ipython",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        | ({} if sys.platform == "linux" else {"OBJC_DISABLE_INITIALIZE_FORK_SAFETY": "YES"})
    )
