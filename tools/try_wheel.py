"""Build the wheel and use it in empty environments: ``make wheel``.

    alone       the reference: every module but those that draw imports, the data load; a student gets the
                notebooks
    [grader]    every command of docs/grading.md, on the example course and on nbgrader's own
    [authoring] the proof of strength, on a unit

This finds what an editable install hides: a file that the wheel leaves out, a dependency nobody declared.
Left out on purpose: what the commands answer, which the tests ask; here they have to run.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent

TRIAL = """
import importlib, importlib.util, pkgutil
import mlcore
for module in pkgutil.walk_packages(mlcore.__path__, "mlcore.", onerror=lambda name: None):
    if not module.name.startswith(("mlcore.demos", "mlcore.plotting", "mlcore.__main__")):
        importlib.import_module(module.name)
assert importlib.util.find_spec("matplotlib") is None, "The reference alone brings matplotlib."
for package, extra in (("mlcore.demos", "demos"), ("mlcore.plotting", "plot")):
    try:
        importlib.import_module(package)
    except ImportError as error:
        assert f"pip install 'mlcore[{extra}]'" in str(error), error
    else:
        raise SystemExit(f"{package} was imported without what it draws with.")
from mlcore.datasets import load_digits, load_mails, load_penguins, load_play_tennis
from mlcore.naive_bayes import CategoricalNB, MultinomialNB
from mlcore.neighbors import KNeighborsClassifier
tennis = load_play_tennis(codes=True)
assert CategoricalNB(alpha=0).fit(tennis.X, tennis.y).score(tennis.X, tennis.y) == 13 / 14
assert len(load_penguins().y) == 344
digits = load_digits()
assert KNeighborsClassifier(1).fit(digits.X, digits.y).score(digits.X, digits.y) == 1
mail = load_mails()
print("mail, training accuracy:", round(MultinomialNB().fit(mail.X, mail.y).score(mail.X, mail.y), 3))
"""

# The commands of docs/grading.md by the course in which they run; a test compares the two.
EXAMPLE = """
nbjudge --help
nbjudge doctor
nbjudge grade
nbjudge grade measuring --student ada --student grace
nbjudge grade --workers 1
nbjudge grade measuring --force
nbjudge grade measuring --json
nbjudge show grace measuring
python -m nbjudge show ada measuring --json
nbgrader autograde measuring --force
nbgrader generate_feedback measuring --force
nbjudge similar
nbjudge feedback --to archives
nbjudge export
nbgrader export
"""
WATCH = """
nbjudge watch
"""
QUICKSTART = """
nbgrader generate_assignment ps1
nbjudge doctor
HAND IN
nbjudge grade ps1
nbjudge show bitdiddle ps1
nbgrader autograde ps1 --force
nbgrader generate_feedback ps1 --force
nbgrader export
"""
UNITS = """
selfcheck strength bayes_rule --units mlcore.exercises --texts solutions
"""
SWITCHED_ON = "\nfrom nbjudge.drop_in import configure\nconfigure(c)\n"
UNPROTECTED = 3  # what `nbjudge doctor` ends with where submissions would run with all rights


def main() -> None:
    """Build, install, try; any step that fails ends the run with its message."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--uv", action="store_true", help="build and install by uv instead of pip")
    by_uv = parser.parse_args().uv
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        here.chmod(0o755)  # a job is another user
        wheel = build(here, by_uv)
        alone = install(here / "alone", str(wheel), by_uv)
        run(alone / "python", "-I", "-W", "error", "-c", TRIAL, cwd=here)
        run(alone / "mlcore", "lab", here / "a student's folder", "--copy-only", cwd=here)
        print(
            f"{wheel.name}, {wheel.stat().st_size / 1e6:.1f} MB: alone, the data load, and every module "
            "imports that does not draw."
        )
        start = time.perf_counter()
        programs = install(here / "grader", f"{wheel}[grader]", by_uv)
        size = sum(path.lstat().st_size for path in programs.parent.rglob("*")) / 1e6
        print(f"With [grader]: {size:.0f} MB, installed in {time.perf_counter() - start:.0f} s.")
        try_guide(here, programs)
        try_units(here, install(here / "authoring", f"{wheel}[authoring]", by_uv))


def build(folder: Path, by_uv: bool) -> Path:
    """Return the wheel, made in a folder."""
    by_pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT]
    run(*(["uv", "build", "--quiet", "--wheel", "--out-dir", folder, ROOT] if by_uv else by_pip))
    return next(folder.glob("mlcore-*.whl"))


def install(environment: Path, what: str, by_uv: bool) -> Path:
    """Make an environment, install something into it, and return the folder of its programs."""
    python = environment / "bin" / "python"
    if by_uv:
        run("uv", "venv", "--quiet", "--python", sys.executable, environment)
        run("uv", "pip", "install", "--quiet", "--compile-bytecode", "--python", python, what)
    else:
        run(sys.executable, "-m", "venv", environment)
        run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", what)
    return python.parent


def try_guide(folder: Path, programs: Path) -> None:
    """Run the commands of the guide in two courses."""
    example = shutil.copytree(ROOT / "examples" / "course", folder / "example", ignore=results)
    unsafe = unprotected(programs, example)
    run_all(commands(EXAMPLE), programs, example, unsafe)
    try_service(programs, example)
    run_all([["nbgrader", "quickstart", "course101"]], programs, folder)
    quickstart = folder / "course101"
    with (quickstart / "nbgrader_config.py").open("a") as config:
        config.write(SWITCHED_ON)
    before, after = QUICKSTART.split("HAND IN")
    run_all(commands(before), programs, quickstart, unsafe)
    shutil.copytree(quickstart / "release" / "ps1", quickstart / "submitted" / "bitdiddle" / "ps1")
    run_all(commands(after), programs, quickstart, unsafe)


def try_service(programs: Path, course: Path) -> None:
    """Run what goes on until it is told to end, and tell it so once it is at work."""
    (line,) = commands(WATCH)
    start = time.perf_counter()
    command = [programs / line[0], *line[1:]]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=course, stdout=pipe, stderr=subprocess.STDOUT, text=True) as service:
        assert service.stdout is not None
        first = service.stdout.readline()
        service.send_signal(signal.SIGINT)
        rest, _ = service.communicate(timeout=60)
    if service.returncode or "watching" not in first:
        raise SystemExit(f"{' '.join(line)}: exit {service.returncode}\n{first}{rest}")
    print(f"{time.perf_counter() - start:6.1f} s  {' '.join(line)}", flush=True)


def try_units(folder: Path, programs: Path) -> None:
    """Prove a unit's strength where nothing but its text lies."""
    texts = shutil.ignore_patterns("*.ipynb")
    shutil.copytree(ROOT / "solutions", folder / "units" / "solutions", ignore=texts)
    run_all(commands(UNITS), programs, folder / "units")


def results(folder: str, names: list[str]) -> set[str]:
    """Name what a run of the grader has left beside a course; where it was copied from keeps it."""
    made = {"autograded", "feedback", "summary", ".nbjudge", "gradebook.db"}
    return {name for name in names if name in made} if Path(folder).name == "course" else set()


def unprotected(programs: Path, course: Path) -> bool:
    """Ask whether this machine gives no protection; then the commands are tried without."""
    doctor = [programs / "nbjudge", "doctor", course]
    code = subprocess.run(doctor, capture_output=True, check=False).returncode
    if code == UNPROTECTED:
        print("This machine gives no protection: `nbjudge doctor` says why. Tried with --unsafe.")
    return code == UNPROTECTED


def commands(text: str) -> list[list[str]]:
    """Split lines into words.

    >>> commands("nbjudge grade ps1")
    [['nbjudge', 'grade', 'ps1']]
    """
    return [line.split() for line in text.splitlines() if line]


def run_all(lines: Sequence[Sequence[str]], programs: Path, folder: Path, unsafe: bool = False) -> None:
    """Run commands in a folder as after `. bin/activate`; their words are shown only if they fail."""
    if unsafe:
        with (folder / "nbgrader_config.py").open("a") as config:
            config.write("\nc.NbJudge.unsafe = True\n")
    environment = os.environ | {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    for line in lines:
        start = time.perf_counter()
        done = subprocess.run(
            [programs / line[0], *line[1:]], cwd=folder, env=environment, capture_output=True, text=True
        )
        if done.returncode:
            raise SystemExit(f"{' '.join(line)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
        print(f"{time.perf_counter() - start:6.1f} s  {' '.join(line)}", flush=True)


def run(*command: object, cwd: Path | None = None) -> None:
    """Run a command; a failure ends everything."""
    subprocess.run([str(part) for part in command], check=True, cwd=cwd)


if __name__ == "__main__":
    main()
