"""The command `mlcore`, also as `python -m mlcore`: open the course, and how far is a unit?"""

import argparse
import os
import sys
from importlib.util import find_spec
from pathlib import Path

import mlcore
from mlcore.course_folder import Delivery, deliver, source
from mlcore.progress import progress, table

DEFAULT = Path("~/mlcore-course")
FIRST = "START_HERE.ipynb"
SETTINGS = Path(__file__).parent / "lab_settings"  # no window that asks about Jupyter's news


def main(arguments: list[str] | None = None) -> int:
    """Run what was asked for and return the exit code: 0 all is well, 1 it cannot be done, 2 wrong words."""
    options = _parser().parse_args(arguments)
    if options.command == "progress":
        return _progress(options.notebook.expanduser())
    folder: Path = options.folder.expanduser()
    try:
        delivery = deliver(source(), folder)
    except (OSError, ValueError) as error:
        print(f"mlcore: {error}", file=sys.stderr)
        return 1
    print(in_words(delivery, folder))
    if options.copy_only:
        return 0
    if find_spec("jupyterlab") is None:
        print(
            'mlcore: JupyterLab is missing here. Get it by: pip install "mlcore[lab]". Or open the folder '
            "with VS Code or any Jupyter whose kernel is this Python.",
            file=sys.stderr,
        )
        return 1
    return _open(folder, browser=not options.no_browser)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="mlcore", description="A course on k-nearest neighbours and naive Bayes."
    )
    parser.add_argument("--version", action="version", version=f"mlcore {mlcore.__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    lab = commands.add_parser(
        "lab",
        help="copy the notebooks into a folder of your own, and open them",
        description="Copy the notebooks into a folder of your own, and open them in JupyterLab. Run it as "
        "often as you like: your work is never overwritten; newer notebooks come to lie beside it.",
    )
    lab.add_argument(
        "folder", nargs="?", type=Path, default=DEFAULT, metavar="FOLDER", help=f"without: {DEFAULT}"
    )
    lab.add_argument("--no-browser", action="store_true", help="print the address, open no browser")
    lab.add_argument("--copy-only", action="store_true", help="copy the notebooks, open nothing")
    far = commands.add_parser(
        "progress",
        help="run a unit from top to bottom and list its tasks: done, begun, untouched",
        description="Run a unit from top to bottom, without changing it, and list its tasks.",
    )
    far.add_argument(
        "notebook", type=Path, metavar="NOTEBOOK", help=f"a file, or the name of a unit in {DEFAULT}: 01_knn"
    )
    return parser


def _progress(notebook: Path) -> int:
    """Print how far a unit is."""
    if not notebook.suffix and not notebook.is_file():
        notebook = DEFAULT.expanduser() / notebook.name / f"{notebook.name}.ipynb"
    missing = [name for name in ("nbclient", "nbformat", "ipykernel") if find_spec(name) is None]
    if missing:
        print(f'mlcore: {" and ".join(missing)} missing here: pip install "mlcore[lab]"', file=sys.stderr)
        return 1
    try:
        print(table(progress(notebook)))
    except (OSError, ValueError) as error:  # no such file, or no notebook
        print(f"mlcore: {notebook}: {error}", file=sys.stderr)
        return 1
    return 0


def in_words(delivery: Delivery, folder: Path) -> str:
    """Say what came of a delivery, for people."""
    lines = [f"The course is in {folder.absolute()}."]
    if delivery.new:
        lines.append(f"New: {_many(len(delivery.new))}.")
    if delivery.renewed:
        lines.append(f"Renewed, as you had not changed them: {', '.join(delivery.renewed)}.")
    if delivery.beside:
        lines.append(
            f"There are newer versions of what you have worked on, beside it: {', '.join(delivery.beside)}."
        )
    return "\n".join(lines)


def _many(files: int) -> str:
    return f"{files} notebook{'' if files == 1 else 's'}"


def _open(folder: Path, browser: bool) -> int:
    """Run JupyterLab on a folder until it is stopped."""
    from jupyterlab.labapp import main as lab

    print("To stop it: Ctrl+C in this window.", flush=True)
    arguments = [f"--notebook-dir={folder.absolute()}", f"--LabApp.default_url=/lab/tree/{FIRST}"]
    arguments += [] if browser else ["--no-browser"]
    arguments += ["--allow-root"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
    paths = [str(SETTINGS), *filter(None, [os.environ.get("JUPYTER_CONFIG_PATH")])]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(paths)
    lab(arguments)
    return 0


def run() -> None:
    """Run the command line of this process."""
    # A console of Windows may not know every letter of a folder's name.
    if sys.stdout is not None and hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    sys.exit(main())


if __name__ == "__main__":
    run()
