"""The command line for authors: `selfcheck build`, `release`, `strength`, `survivors`, `probes`, `simulate`.

Where a course keeps its units and texts stands once, in the `pyproject.toml` of the folder or above it:

    [tool.selfcheck]
    units = "mlcore.exercises"    # the package with UNITS
    texts = "solutions"           # the folder with the notebooks' texts
    release = "notebooks"         # the folder with the students' notebooks

Exit codes: 0 all is well; 1 a check is too weak, or something cannot be built; 2 the command is wrong.
"""

import importlib
import json
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer

from selfcheck.authoring import probes as kinds
from selfcheck.authoring import strength as proof
from selfcheck.authoring import survivors as hunt
from selfcheck.authoring.reasons import reasons as written
from selfcheck.exercise import Unit

WEAK, WRONG = 1, 2

app = typer.Typer(
    help="Build a course's notebooks from text, and prove that its checks are strong.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
Names = Annotated[list[str] | None, typer.Argument(help="Units, or tasks as unit.task; all if none.")]
Package = Annotated[str, typer.Option("--units", help="The package with UNITS; else as pyproject.toml says.")]
Texts = Annotated[Path | None, typer.Option("--texts", help="The folder with the notebooks' texts.")]


@dataclass(frozen=True)
class Course:
    """Where a course keeps what its authors write."""

    package: str
    texts: Path
    release: Path

    @property
    def units(self) -> Mapping[str, Unit]:
        """The units of the package."""
        units: Mapping[str, Unit] = importlib.import_module(self.package).UNITS
        return units

    def named(self, names: list[str]) -> list[str]:
        """Check the names of units and tasks; give all units if there are none."""
        units = self.units
        for name in names:
            unit, _, task = name.partition(".")
            if unit not in units:
                raise _Wrong(f"There is no unit {unit}; there are {', '.join(units)}.")
            if task and task not in (known := [exercise.name for exercise in units[unit].exercises]):
                raise _Wrong(f"The unit {unit} has no task {task}; it has {', '.join(known)}.")
        return names or list(units)


class _Wrong(Exception):
    """The command is wrong; the text says how."""


@app.command()
def build(
    texts: Annotated[list[Path], typer.Argument(help="Percent-format Python files.")],
    to: Annotated[
        Path | None, typer.Option(help="The notebooks' folder; else beside each text: NAME/NAME.ipynb.")
    ] = None,
) -> None:
    """Build and run the notebooks of texts."""
    from nbclient.exceptions import CellExecutionError

    from selfcheck.authoring.build import build as build_one

    for text in texts:
        try:
            print(build_one(text, to or text.with_suffix("")), flush=True)
        except CellExecutionError as error:
            sys.exit(f"{text}: a cell failed.\n{error}")
        except (ValueError, KeyError) as error:
            sys.exit(f"{text}: {error.args[0]}")


@app.command()
def release(
    solutions: Annotated[list[Path], typer.Argument(help="Built notebooks: solutions/NAME/NAME.ipynb.")],
    to: Annotated[Path, typer.Option(help="The folder with the students' notebooks.")],
) -> None:
    """Make the students' notebooks of built ones; refuse what would give something away.

    What nbgrader_config.py in this folder sets for nbgrader's steps holds.
    """
    from selfcheck.authoring import student_release

    course = student_release.settings(Path.cwd())
    for solution in solutions:
        try:
            path = student_release.release(solution, to, course)
            student_release.verify(path, solution)
        except ValueError as error:
            sys.exit(str(error))
        print(path, flush=True)


@app.command()
def strength(
    names: Names = None,
    units: Package = "",
    texts: Texts = None,
    mutants: Annotated[bool, typer.Option(help="Try small changes of the model solutions, too.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Prove that the checks find every known mistake and name it, and notice small changes."""
    with _errors():
        course = _course(units, texts)
        chosen = course.named(names or [])
        tasks = [name for name in chosen if "." in name]
        weak = [fault for name in tasks for fault in _task(course, name, quiet=as_json)]
        rows = list(
            proof.report(
                [course.units[name] for name in chosen if "." not in name], course.texts if mutants else None
            )
        )
    reasons = {row.unit: written(f"{course.package}.{row.unit}", "survivors.toml") for row in rows}
    open_ends = [
        f"{row.unit}.{task}: {name}" for row in rows for task, name in row.unexplained(reasons[row.unit])
    ]
    if as_json:
        data = {"units": [asdict(row) for row in rows], "faults": weak, "unexplained": open_ends}
        print(json.dumps(data, indent=1))
    elif rows:
        print(proof.render(rows))
        for row in rows:
            for task, mutant in row.unnoticed:
                why = reasons[row.unit].get(task, {}).get(mutant, "No reason is given: add a case.")
                print(f"\n{row.unit}.{task}: {mutant}\n    {why}")
    if weak or open_ends or any(row.faults for row in rows):
        raise typer.Exit(WEAK)


def _task(course: Course, name: str, quiet: bool) -> list[str]:
    """Try the answers to one task, and say what came of it; give the faults."""
    unit, _, task = name.partition(".")
    findings = list(proof.try_units([course.units[unit]], task))
    faults = [
        f"{finding.exercise}: {finding.answer} {finding.fault}" for finding in findings if finding.fault
    ]
    if not quiet:
        slowest = max((finding.seconds for finding in findings), default=0.0)
        summary = f"{len(findings)} answers tried, {len(faults)} faults; slowest check {slowest:.2f} s"
        print("\n\n".join([*faults, f"{name}: {summary}"]))
    return faults


@app.command()
def survivors(names: Names = None, units: Package = "", texts: Texts = None) -> None:
    """List the small changes of model solutions that no check notices, as lines for survivors.toml."""
    with _errors():
        course = _course(units, texts)
        chosen = course.named([name.partition(".")[0] for name in names or []])
    for name in chosen:
        unit = course.units[name]
        surveys = hunt.try_out(unit, course.texts / f"{unit.notebook}.py")
        reasons = written(f"{course.package}.{name}", "survivors.toml")
        tried = sum(len(survey.made) for survey in surveys)
        survived = sum(len(survey.survivors) for survey in surveys)
        print(f"# {name}: {tried} mutants, {survived} survivors, {sum(map(len, reasons.values()))} explained")
        for survey in surveys:
            for line in _entries(survey, reasons.get(survey.exercise, {})):
                print(line)


@app.command()
def simulate(
    names: Annotated[list[str] | None, typer.Argument(help="Units; all if none.")] = None,
    to: Annotated[
        Path, typer.Option(help="The folder of the class: submitted/ and key.json are made.")
    ] = Path(),
    students: Annotated[int, typer.Option(min=1, help="How many.")] = 24,
    seed: Annotated[int, typer.Option(min=0, help="The same seed makes the same class.")] = 1,
    units: Package = "",
    releases: Annotated[
        Path | None, typer.Option("--release", help="The folder with the students' notebooks.")
    ] = None,
) -> None:
    """Make up a class: submissions as students write them, and a key that says what each deserves."""
    from selfcheck.authoring.simulation import classroom

    with _errors():
        course = _course(units, None, releases)
        chosen = course.named([name.partition(".")[0] for name in names or []])
        try:
            made = classroom.simulate(course.package, chosen, course.release, students, seed)
            classroom.write(made, to)
        except (OSError, ValueError) as error:
            raise _Wrong(str(error)) from error
    print(f"{students} students in {to / classroom.SUBMITTED}; what they deserve is in {to / classroom.KEY}.")


@app.command()
def probes(names: Names = None, units: Package = "", texts: Texts = None) -> None:
    """Spoil the right answers in every known way, and show which kinds of mistakes which task notices."""
    with _errors():
        course = _course(units, texts)
        chosen = course.named([name.partition(".")[0] for name in names or []])
    reasons = {name: written(f"{course.package}.{name}", "probes.toml") for name in chosen}
    print(kinds.render([course.units[name] for name in chosen], reasons))
    open_ends = [end for name in chosen for end in kinds.open_ends(course.units[name], reasons[name])]
    if open_ends:
        print("\n" + "\n".join(open_ends))
        raise typer.Exit(WEAK)


def _entries(survey: hunt.Survey, reasons: Mapping[str, str]) -> Iterator[str]:
    unknown = [mutant for mutant in survey.survivors if mutant not in reasons]
    if unknown:
        yield f"[{survey.exercise}]"
    for mutant in unknown:
        yield f'{json.dumps(mutant, ensure_ascii=False)} = "why this is right as well, or add a case"'


def _course(package: str, texts: Path | None, release: Path | None = None) -> Course:
    """Say where the units, texts and releases are: as the command line says, else as pyproject.toml does."""
    for folder in (Path.cwd(), *Path.cwd().parents):
        file = folder / "pyproject.toml"
        settings = tomllib.loads(file.read_text(encoding="utf-8")).get("tool", {}) if file.is_file() else {}
        if given := settings.get("selfcheck"):
            texts, release = (
                texts or folder / given["texts"],
                release or folder / given.get("release", "release"),
            )
            return Course(package or given["units"], texts, release)
    if not package:
        raise _Wrong(
            "Which exercises? Name their package with --units my_course.exercises, or in pyproject.toml: "
            '[tool.selfcheck], units = "my_course.exercises", texts = "solutions".'
        )
    return Course(package, texts or Path("solutions"), release or Path("release"))


@contextmanager
def _errors() -> Iterator[None]:
    """Turn a wrong command into a sentence and an exit code."""
    try:
        yield
    except (_Wrong, ModuleNotFoundError) as error:
        typer.echo(f"selfcheck: {error}", err=True)
        raise typer.Exit(WRONG) from None
