"""How a zygote is started at each level: the command, its environment, and the plan that it is sent."""

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbjudge.inside import landlock
from nbjudge.inside.confine import HOME
from nbjudge.sandbox import bubblewrap, interpreter
from nbjudge.sandbox.levels import Level

SAID = "said"  # the file with what a zygote and bubblewrap print
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
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")


@dataclass(frozen=True)
class Wanted:
    """What a sandbox is for, as its owner said it."""

    entry: str
    preload: tuple[str, ...]
    visible: tuple[Path, ...]
    hide: tuple[str, ...]
    python: str
    disk_bytes: int
    texts: tuple[str, ...] = ()
    bubblewrap: str = ""  # the program, where the level needs one


def zygote(
    wanted: Wanted, level: Level, folder: Path, user: int | None, control: int
) -> tuple[subprocess.Popen[bytes], dict[str, Any]]:
    """Start a zygote that talks on the descriptor `control`; give its process, and the plan to send it."""
    inside = level.needs_bubblewrap
    shown = _show(wanted, folder, linked=not inside)
    plan = _plan(wanted, level, folder, user, shown)
    environment = _environment(shown, "/tmp" if inside else str(folder))
    words: list[str] = []
    beside = [control]
    if inside:
        needed = f"/code/{shown.needed.relative_to(_PACKAGE.parent)}"
        moved = {shown.fonts: "/matplotlib", shown.code: "/code", shown.needed: needed}
        environment["MPLCONFIGDIR"] = "/matplotlib"
        places = (folder, shown.roots, moved, shown.masked)
        words = bubblewrap.command(wanted.bubblewrap, level, *places, environment, wanted.disk_bytes, user)
        if level is Level.NO_PROC and user is None:
            plan["proc"] = os.open("/proc", os.O_PATH | os.O_DIRECTORY)
            beside.append(plan["proc"])
    code = "/code" if inside else str(shown.code)
    start = f"from nbjudge.inside import zygote; zygote.main({control})"
    with contextlib.ExitStack() as stack:
        said = stack.enter_context(open(folder / SAID, "wb"))
        for descriptor in beside[1:]:
            stack.callback(os.close, descriptor)
        process = subprocess.Popen(
            [*words, wanted.python, "-I", "-B", "-c", f"import sys; sys.path.insert(0, {code!r}); {start}"],
            pass_fds=beside,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=said,
            start_new_session=True,  # a Ctrl-C is for the supervisor
        )
    return process, plan


@dataclass(frozen=True)
class _Shown:
    """What a zygote and its jobs may read."""

    python: interpreter.Interpreter
    roots: list[Path]  # at their own places
    masked: list[Path]  # but for these
    code: Path  # the grader's part, to import from
    needed: Path  # where that leads to
    fonts: Path


def _show(wanted: Wanted, folder: Path, linked: bool) -> _Shown:
    python = interpreter.describe(wanted.python)
    roots = [*python.folders, *(path.resolve() for path in wanted.visible), *wanted.visible]
    code, needed = _code(wanted.entry, folder, linked)
    return _Shown(python, roots, _masked(wanted, python, roots), code, needed, _fonts(folder, wanted))


def _plan(wanted: Wanted, level: Level, folder: Path, user: int | None, shown: _Shown) -> dict[str, Any]:
    plan: dict[str, Any] = {
        "entry": wanted.entry,
        "preload": wanted.preload,
        "hide": wanted.hide,
        "texts": wanted.texts,
        "level": level.name,
        "user": user,
        "proc": None,
        "scratch": str(folder),
        "supervisor": os.getpid(),
        "visible": [str(root) for root in shown.roots],
    }
    if level is Level.LANDLOCK:
        places = [
            *interpreter.distinct([*shown.roots, *map(Path, _SYSTEM)]),
            shown.needed,
            shown.code,
            shown.fonts,
        ]
        plan["readable"] = [part for place in places for part in landlock.without(place, shown.masked)]
        plan["devices"] = _DEVICES
    return plan


def _masked(wanted: Wanted, python: interpreter.Interpreter, roots: Sequence[Path]) -> list[Path]:
    """Find the files of hidden modules, wherever Python could find them."""
    if not wanted.hide:
        return []
    path = [*python.path, *map(str, roots), *(str(root.parent) for root in roots)]
    return sorted({file for module in wanted.hide for file in interpreter.files_of(module, path)})


def _code(entry: str, folder: Path, linked: bool) -> tuple[Path, Path]:
    """Make a folder to import from, with what the entry needs of the grader; give it and what it leads to."""
    code = folder / "code"
    alone = entry.startswith("nbjudge.inside.")
    needed = _PACKAGE / "inside" if alone else _PACKAGE
    place = code / needed.relative_to(_PACKAGE.parent)
    place.parent.mkdir(parents=True)
    if alone:
        (place.parent / "__init__.py").touch()
    if linked:
        place.symlink_to(needed)
    else:
        place.mkdir()
    return code, needed


def _fonts(folder: Path, wanted: Wanted) -> Path:
    """Give matplotlib its list of fonts, which takes seconds to make, where the jobs cannot change it."""
    place = folder / "matplotlib"
    place.mkdir()
    lists = _font_lists()
    if not lists and any(name.startswith("matplotlib") for name in wanted.preload):
        subprocess.run(
            [wanted.python, "-c", "import matplotlib.font_manager"], check=False, capture_output=True
        )
        lists = _font_lists()
    for file in lists:
        with contextlib.suppress(OSError):
            shutil.copy(file, place)
    return place


def _font_lists() -> list[Path]:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "matplotlib"
    places = [Path(given) for name in ("MPLCONFIGDIR",) if (given := os.environ.get(name))]
    places += [cache, Path.home() / ".matplotlib"]
    return next((found for place in places if (found := sorted(place.glob("fontlist-*.json")))), [])


def _environment(shown: _Shown, temporary: str) -> dict[str, str]:
    """Give the whole environment of a job: nothing of the supervisor's."""
    return {
        "PATH": f"{Path(shown.python.executable).parent}:/usr/local/bin:/usr/bin:/bin",
        "HOME": HOME if temporary == "/tmp" else temporary,
        "TMPDIR": temporary,
        "USER": "student",
        "LANG": "C.UTF-8",
        "TZ": os.environ.get("TZ", ""),
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        "MPLCONFIGDIR": str(shown.fonts),
        "IPYTHONDIR": f"{temporary}/.ipython",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
    } | ({} if sys.platform == "linux" else {"OBJC_DISABLE_INITIALIZE_FORK_SAFETY": "YES"})
