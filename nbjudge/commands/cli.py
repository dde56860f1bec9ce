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

import click

from nbjudge.classroom.interrupt import heeded
from nbjudge.course.course import Course, CourseError

PATH = click.Path(path_type=Path)
INCOMPLETE, WRONG, UNPROTECTED, UNSOUND, INTERRUPTED = 1, 2, 3, 4, 130

assignment = click.argument("assignment", default="")
course = click.option(
    "--course", "-c", type=PATH, default=Path(), help="The course's folder.", show_default="here"
)
workers = click.option("--workers", "-w", type=click.IntRange(0), default=0, help="At once; 0: one per core.")
cluster = click.option(
    "--cluster", default="", help="On the workers of a Dask cluster: its scheduler's address."
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
people = click.option("--people", type=PATH, help="Who each student is to the LMS: a CSV file.")
unsafe = click.option("--unsafe", is_flag=True, help="Run without protection: only code that you trust.")


@click.group()
def app() -> None:
    """Grade the notebooks of an nbgrader course: sandboxed, in parallel, with reasons."""


@app.command()
@assignment
@course
@click.option("--student", "-s", multiple=True, help="Only this one. Repeatable.")
@workers
@click.option("--force", "-f", is_flag=True, help="Run everything again.")
@click.option("--preview", is_flag=True, help="Only say which marks would change, and why.")
@cluster
@as_json
@unsafe
def grade(
    assignment: str,
    course: Path,
    student: tuple[str, ...],
    workers: int,
    force: bool,
    preview: bool,
    cluster: str,
    as_json: bool,
    unsafe: bool,
) -> None:
    """Grade an assignment, or all: from submitted/ to the gradebook, autograded/ and feedback/."""
    from nbjudge.sandbox import protection

    if not (unsafe or cluster):
        protection.begin()  # it is tried while the rest is being loaded
    from nbjudge.classroom.alone import alone
    from nbjudge.commands.ahead import ahead
    from nbjudge.commands.request import Request, with_submissions
    from nbjudge.grading.unchanged import held

    with _errors(as_json), heeded():
        opened = _on(cluster, _open(course, unsafe))
        request = Request(assignment, student, workers, force, as_json)
        if not assignment:
            with_submissions(opened)  # a folder that is no course stays as it is
        with held(), alone(opened), ahead(opened, request) if not preview else nullcontext():
            from nbjudge.commands import grade as command  # the workers get ready meanwhile
            from nbjudge.commands import preview as previewing

            complete = previewing.run(opened, request) if preview else command.run(opened, request)
    if not complete:
        raise click.exceptions.Exit(INCOMPLETE)


@app.command()
@assignment
@course
@workers
@cluster
@unsafe
def watch(assignment: str, course: Path, workers: int, cluster: str, unsafe: bool) -> None:
    """Grade what arrives, in submitted/ or in nbgrader's exchange, until Ctrl-C."""
    from nbjudge.commands import watch as command

    with _errors(False):
        command.run(_on(cluster, _open(course, unsafe)), assignment, workers)


@app.command()
@click.argument("course", type=PATH, default=Path())
@click.option("--assignment", "-a", default="", help="Only this one.")
@as_json
@unsafe
def doctor(course: Path, assignment: str, as_json: bool, unsafe: bool) -> None:
    """Say what protection this machine gives, and run the course's own solutions through their tests.

    COURSE is the course's folder; else the one you are in.
    """
    from nbjudge.commands import doctor as command

    with _errors(as_json), heeded():
        healthy = command.run(_open(course, unsafe), assignment, as_json)
    if not healthy:
        raise click.exceptions.Exit(UNSOUND)


@app.command()
@click.argument("student")
@click.argument("assignment")
@course
@as_json
def show(student: str, assignment: str, course: Path, as_json: bool) -> None:
    """Show one student's result, cell by cell."""
    from nbjudge.commands import show as command

    with _errors(as_json):
        command.run(_open(course, False), student, assignment, as_json)


@app.command()
@assignment
@course
@as_json
def similar(assignment: str, course: Path, as_json: bool) -> None:
    """Say whose answers agree beyond what the tasks force, and show them side by side.

    All assignments are taken together if none is named.
    """
    from nbjudge.commands import similar as command

    with _errors(as_json):
        command.run(_open(course, False), assignment, as_json)


@app.command()
@assignment
@course
@click.option("--format", "form", default="csv", show_default=True, help="Which exporter makes the text.")
@click.option("--to", "target", type=PATH, help="The file to write.", show_default="standard output")
@people
def export(assignment: str, course: Path, form: str, target: Path | None, people: Path | None) -> None:
    """Give the marks of everybody who has handed something in, for a spreadsheet or an LMS."""
    from nbjudge.commands import export as command

    with _errors(False):
        command.run(_open(course, False), assignment, form, target, people)


@app.command()
@click.option(
    "--to",
    "target",
    type=PATH,
    required=True,
    help="The folder, or with --download the file, to write.",
)
@assignment
@course
@click.option(
    "--download", type=PATH, help="The archive of submissions as an LMS gave it: pack for its upload."
)
@people
def feedback(target: Path, assignment: str, course: Path, download: Path | None, people: Path | None) -> None:
    """Pack the students' pages: an archive for each student, or one that an LMS takes back."""
    from nbjudge.commands import feedback as command

    with _errors(False):
        complete = command.run(_open(course, False), assignment, target, download, people)
    if not complete:
        raise click.exceptions.Exit(INCOMPLETE)


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
            click.echo(f"nbjudge: {error}", err=True)
        raise click.exceptions.Exit(error.exit_code) from None
    except BrokenPipeError:  # whoever read the result has seen enough of it; the work itself is done
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise click.exceptions.Exit(0) from None
    except OSError as error:
        click.echo(
            f"nbjudge: {error}. What was finished is kept; run this again once that is fixed.", err=True
        )
        raise click.exceptions.Exit(WRONG) from None
    except KeyboardInterrupt:
        click.echo("\nInterrupted. What was finished is kept; the next run does the rest.", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None


def _print_json(data: object) -> None:
    sys.stdout.write(json.dumps(data, indent=1) + "\n")


def main() -> None:
    """Run the command line."""
    gc.set_threshold(50_000)  # what a command loads is no garbage: to look for some takes a tenth as long
    try:
        app()
    finally:
        gc.freeze()  # else Python's end looks through all that was loaded, for a tenth of a second
