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

import click

from selfcheck.authoring import probes as kinds
from selfcheck.authoring import strength as proof
from selfcheck.authoring import survivors as hunt
from selfcheck.authoring.reasons import reasons as written
from selfcheck.exercise import Unit

WEAK, WRONG = 1, 2

PATH = click.Path(path_type=Path)
names = click.argument("names", nargs=-1)
units = click.option("--units", default="", help="The package with UNITS; else as pyproject.toml says.")
texts = click.option("--texts", type=PATH, help="The folder with the notebooks' texts.")


@click.group()
def app() -> None:
    """Build a course's notebooks from text, and prove that its checks are strong."""


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
@click.argument("texts", type=PATH, nargs=-1, required=True)
@click.option("--to", type=PATH, help="The notebooks' folder; else beside each text: NAME/NAME.ipynb.")
def build(texts: tuple[Path, ...], to: Path | None) -> None:
    """Build and run the notebooks of texts: Python files in the percent format."""
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
@click.argument("solutions", type=PATH, nargs=-1, required=True)
@click.option("--to", type=PATH, required=True, help="The folder with the students' notebooks.")
def release(solutions: tuple[Path, ...], to: Path) -> None:
    """Make the students' notebooks of built ones; refuse what would give something away.

    SOLUTIONS are built notebooks: solutions/NAME/NAME.ipynb.
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
@names
@units
@texts
@click.option("--mutants/--no-mutants", default=True, help="Try small changes of the model solutions, too.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def strength(names: tuple[str, ...], units: str, texts: Path | None, mutants: bool, as_json: bool) -> None:
    """Prove that the checks find every known mistake and name it, and notice small changes.

    NAMES are units, or tasks as unit.task; all if there are none.
    """
    with _errors():
        course = _course(units, texts)
        chosen = course.named([*names])
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
        raise click.exceptions.Exit(WEAK)


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
@names
@units
@texts
def survivors(names: tuple[str, ...], units: str, texts: Path | None) -> None:
    """List the small changes of model solutions that no check notices, as lines for survivors.toml."""
    with _errors():
        course = _course(units, texts)
        chosen = course.named([name.partition(".")[0] for name in names])
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
@names
@click.option(
    "--to", type=PATH, default=Path(), help="The folder of the class: submitted/ and key.json are made."
)
@click.option("--students", type=click.IntRange(1), default=24, show_default=True, help="How many.")
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="The same seed makes the same class.",
)
@units
@click.option("--release", "releases", type=PATH, help="The folder with the students' notebooks.")
def simulate(
    names: tuple[str, ...], to: Path, students: int, seed: int, units: str, releases: Path | None
) -> None:
    """Make up a class: submissions as students write them, and a key that says what each deserves."""
    from selfcheck.authoring.simulation import classroom

    with _errors():
        course = _course(units, None, releases)
        chosen = course.named([name.partition(".")[0] for name in names])
        try:
            made = classroom.simulate(course.package, chosen, course.release, students, seed)
            classroom.write(made, to)
        except (OSError, ValueError) as error:
            raise _Wrong(str(error)) from error
    print(f"{students} students in {to / classroom.SUBMITTED}; what they deserve is in {to / classroom.KEY}.")


@app.command()
@names
@units
@texts
def probes(names: tuple[str, ...], units: str, texts: Path | None) -> None:
    """Spoil the right answers in every known way, and show which kinds of mistakes which task notices."""
    with _errors():
        course = _course(units, texts)
        chosen = course.named([name.partition(".")[0] for name in names])
    reasons = {name: written(f"{course.package}.{name}", "probes.toml") for name in chosen}
    print(kinds.render([course.units[name] for name in chosen], reasons))
    open_ends = [end for name in chosen for end in kinds.open_ends(course.units[name], reasons[name])]
    if open_ends:
        print("\n" + "\n".join(open_ends))
        raise click.exceptions.Exit(WEAK)


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
        click.echo(f"selfcheck: {error}", err=True)
        raise click.exceptions.Exit(WRONG) from None
