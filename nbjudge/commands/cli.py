"""The command line: `nbjudge grade`, `watch`, `doctor`, `show`, `similar`, `export`, `feedback`.

What a command needs is imported when it runs, so that `--help` answers at once. Results go to standard
output, as a table or as JSON; progress and what staff should know go to standard error, progress only to a
terminal.

Exit codes: 0 all went well; 1 some submission has no result, or a checkup found something; 2 the course or
the command is wrong and nothing was graded; 3 no protection; 4 the course's own solution loses points; 130
interrupted.
"""

import gc
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from nbjudge.classroom.interrupt import heeded
from nbjudge.course.course import Course, CourseError

INCOMPLETE, WRONG, UNPROTECTED, UNSOUND, INTERRUPTED = 1, 2, 3, 4, 130

app = typer.Typer(
    help="Grade the notebooks of an nbgrader course: sandboxed, in parallel, with reasons.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
Assignment = Annotated[str, typer.Argument(help="Which one; all if none is named.", show_default=False)]
CourseFolder = Annotated[
    Path, typer.Option("--course", "-c", help="The course's folder.", show_default="here")
]
Workers = Annotated[int, typer.Option("--workers", "-w", min=0, help="At once; 0: one per core.")]
Cluster = Annotated[
    str, typer.Option("--cluster", help="On the workers of a Dask cluster: its scheduler's address.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
People = Annotated[Path | None, typer.Option("--people", help="Who each student is to the LMS: a CSV file.")]
Unsafe = Annotated[bool, typer.Option("--unsafe", help="Run without protection: only code that you trust.")]


@app.command()
def grade(
    assignment: Assignment = "",
    course: CourseFolder = Path(),
    student: Annotated[
        list[str] | None, typer.Option("--student", "-s", help="Only this one. Repeatable.")
    ] = None,
    workers: Workers = 0,
    force: Annotated[bool, typer.Option("--force", "-f", help="Run everything again.")] = False,
    preview: Annotated[
        bool, typer.Option("--preview", help="Only say which marks would change, and why.")
    ] = False,
    cluster: Cluster = "",
    as_json: AsJson = False,
    unsafe: Unsafe = False,
) -> None:
    """Grade an assignment: from submitted/ to the gradebook, autograded/ and feedback/."""
    from nbjudge.sandbox import protection

    if not (unsafe or cluster):
        protection.begin()  # it is tried while the rest is being loaded
    from nbjudge.classroom.alone import alone
    from nbjudge.commands.ahead import ahead
    from nbjudge.commands.request import Request, with_submissions

    with _errors(as_json), heeded():
        opened = _on(cluster, _open(course, unsafe))
        request = Request(assignment, tuple(student or ()), workers, force, as_json)
        if not assignment:
            with_submissions(opened)  # a folder that is no course stays as it is
        with alone(opened), ahead(opened, request) if not preview else nullcontext():
            from nbjudge.commands import grade as command  # the workers get ready meanwhile
            from nbjudge.commands import preview as previewing

            complete = previewing.run(opened, request) if preview else command.run(opened, request)
    if not complete:
        raise typer.Exit(INCOMPLETE)


@app.command()
def watch(
    assignment: Assignment = "",
    course: CourseFolder = Path(),
    workers: Workers = 0,
    cluster: Cluster = "",
    unsafe: Unsafe = False,
) -> None:
    """Grade what arrives, in submitted/ or in nbgrader's exchange, until Ctrl-C."""
    from nbjudge.commands import watch as command

    with _errors(False):
        command.run(_on(cluster, _open(course, unsafe)), assignment, workers)


@app.command()
def doctor(
    course: Annotated[Path, typer.Argument(help="The course's folder.", show_default="here")] = Path(),
    assignment: Annotated[str, typer.Option("--assignment", "-a", help="Only this one.")] = "",
    as_json: AsJson = False,
    unsafe: Unsafe = False,
) -> None:
    """Say what protection this machine gives, and run the course's own solutions through their tests."""
    from nbjudge.commands import doctor as command

    with _errors(as_json), heeded():
        healthy = command.run(_open(course, unsafe), assignment, as_json)
    if not healthy:
        raise typer.Exit(UNSOUND)


@app.command()
def show(
    student: Annotated[str, typer.Argument(help="Whose.")],
    assignment: Annotated[str, typer.Argument(help="Which.")],
    course: CourseFolder = Path(),
    as_json: AsJson = False,
) -> None:
    """Show one student's result, cell by cell."""
    from nbjudge.commands import show as command

    with _errors(as_json):
        command.run(_open(course, False), student, assignment, as_json)


@app.command()
def similar(
    assignment: Annotated[
        str, typer.Argument(help="Which one; all together if none is named.", show_default=False)
    ] = "",
    course: CourseFolder = Path(),
    as_json: AsJson = False,
) -> None:
    """Say whose answers agree beyond what the tasks force, and show them side by side."""
    from nbjudge.commands import similar as command

    with _errors(as_json):
        command.run(_open(course, False), assignment, as_json)


@app.command()
def export(
    assignment: Assignment = "",
    course: CourseFolder = Path(),
    form: Annotated[str, typer.Option("--format", help="Which exporter makes the text.")] = "csv",
    target: Annotated[
        Path | None, typer.Option("--to", help="The file to write.", show_default="standard output")
    ] = None,
    people: People = None,
) -> None:
    """Give the marks of everybody who has handed something in, for a spreadsheet or an LMS."""
    from nbjudge.commands import export as command

    with _errors(False):
        command.run(_open(course, False), assignment, form, target, people)


@app.command()
def feedback(
    target: Annotated[Path, typer.Option("--to", help="The folder, or with --download the file, to write.")],
    assignment: Assignment = "",
    course: CourseFolder = Path(),
    download: Annotated[
        Path | None,
        typer.Option("--download", help="The archive of submissions as an LMS gave it: pack for its upload."),
    ] = None,
    people: People = None,
) -> None:
    """Pack the students' pages: an archive for each student, or one that an LMS takes back."""
    from nbjudge.commands import feedback as command

    with _errors(False):
        complete = command.run(_open(course, False), assignment, target, download, people)
    if not complete:
        raise typer.Exit(INCOMPLETE)


def _open(folder: Path, unsafe: bool) -> Course:
    from nbjudge.course import course as courses

    opened = courses.read(folder)
    return replace(opened, options=replace(opened.options, unsafe=opened.options.unsafe or unsafe))


def _on(cluster: str, opened: Course) -> Course:
    """Have a cluster do the work, if one is named."""
    if not cluster:
        return opened
    return replace(opened, options=replace(opened.options, backend="dask", cluster=cluster))


@contextmanager
def _errors(as_json: bool) -> Iterator[None]:
    """Turn what stops a command into a sentence and an exit code."""
    try:
        yield
    except CourseError as error:
        if as_json:
            _print_json({"error": str(error), "exit": error.exit_code})
        else:
            typer.echo(f"nbjudge: {error}", err=True)
        raise typer.Exit(error.exit_code) from None
    except BrokenPipeError:  # whoever read the result has seen enough of it; the work itself is done
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(0) from None
    except OSError as error:
        typer.echo(
            f"nbjudge: {error}. What was finished is kept; run this again once that is fixed.", err=True
        )
        raise typer.Exit(WRONG) from None
    except KeyboardInterrupt:
        typer.echo("\nInterrupted. What was finished is kept; the next run does the rest.", err=True)
        raise typer.Exit(INTERRUPTED) from None


def _print_json(data: object) -> None:
    sys.stdout.write(json.dumps(data, indent=1) + "\n")


def main() -> None:
    """Run the command line."""
    try:
        app()
    finally:
        gc.freeze()  # else Python's end looks through all that was loaded, for a tenth of a second
