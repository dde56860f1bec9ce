"""Build the wheel and use it in empty environments: ``make wheel``.

    alone       the reference: every module imports, the data load
    [grader]    every command of docs/grading.md, on the example course, on nbgrader's own and on the units

This finds what an editable install hides: a file that the wheel leaves out, a dependency nobody declared.
Left out on purpose: what the commands answer, which the tests ask; here they have to run.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent

TRIAL = """
import importlib, pkgutil
import mlcore
for module in pkgutil.walk_packages(mlcore.__path__, "mlcore.", onerror=lambda name: None):
    if not module.name.startswith("mlcore.demos"):
        importlib.import_module(module.name)
try:
    import mlcore.demos
except ImportError as error:
    assert "pip install 'mlcore[demos]'" in str(error)
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
autograder --help
autograder doctor
autograder grade
autograder grade measuring --student ada --student grace
autograder grade --workers 1
autograder grade measuring --force
autograder grade measuring --json
autograder show grace measuring
python -m autograder show ada measuring --json
nbgrader autograde measuring --force
nbgrader generate_feedback measuring --force
nbgrader export
"""
QUICKSTART = """
nbgrader generate_assignment ps1
autograder doctor
HAND IN
autograder grade ps1
autograder show bitdiddle ps1
nbgrader autograde ps1 --force
nbgrader generate_feedback ps1 --force
nbgrader export
"""
UNITS = """
autograder strength bayes_rule
"""
SWITCHED_ON = "\nfrom autograder.drop_in import configure\nconfigure(c)\n"
UNPROTECTED = 3  # what `autograder doctor` ends with where submissions would run with all rights


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
        print(
            f"{wheel.name}, {wheel.stat().st_size / 1e6:.1f} MB: alone, every module imports, the data load."
        )
        start = time.perf_counter()
        programs = install(here / "grader", f"{wheel}[grader]", by_uv)
        size = sum(path.lstat().st_size for path in programs.parent.rglob("*")) / 1e6
        print(f"With [grader]: {size:.0f} MB, installed in {time.perf_counter() - start:.0f} s.")
        try_guide(here, programs)


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
    """Run the commands of the guide in three courses."""
    example = shutil.copytree(ROOT / "examples" / "course", folder / "example", ignore=results)
    unsafe = unprotected(programs, example)
    run_all(commands(EXAMPLE), programs, example, unsafe)
    run_all([["nbgrader", "quickstart", "course101"]], programs, folder)
    quickstart = folder / "course101"
    with (quickstart / "nbgrader_config.py").open("a") as config:
        config.write(SWITCHED_ON)
    before, after = QUICKSTART.split("HAND IN")
    run_all(commands(before), programs, quickstart, unsafe)
    shutil.copytree(quickstart / "release" / "ps1", quickstart / "submitted" / "bitdiddle" / "ps1")
    run_all(commands(after), programs, quickstart, unsafe)
    units = folder / "units"
    shutil.copytree(ROOT / "solutions", units / "solutions", ignore=shutil.ignore_patterns("*.ipynb"))
    shutil.copy(ROOT / "nbgrader_config.py", units)
    run_all(commands(UNITS), programs, units)


def results(folder: str, names: list[str]) -> set[str]:
    """Name what a run of the grader has left beside a course; where it was copied from keeps it."""
    made = {"autograded", "feedback", "summary", ".autograder", "gradebook.db"}
    return {name for name in names if name in made} if Path(folder).name == "course" else set()


def unprotected(programs: Path, course: Path) -> bool:
    """Ask whether this machine gives no protection; then the commands are tried without."""
    doctor = [programs / "autograder", "doctor", course]
    code = subprocess.run(doctor, capture_output=True, check=False).returncode
    if code == UNPROTECTED:
        print("This machine gives no protection: `autograder doctor` says why. Tried with --unsafe.")
    return code == UNPROTECTED


def commands(text: str) -> list[list[str]]:
    """Split lines into words.

    >>> commands("autograder grade ps1")
    [['autograder', 'grade', 'ps1']]
    """
    return [line.split() for line in text.splitlines() if line]


def run_all(lines: Sequence[Sequence[str]], programs: Path, folder: Path, unsafe: bool = False) -> None:
    """Run commands in a folder as after `. bin/activate`; their words are shown only if they fail."""
    if unsafe:
        with (folder / "nbgrader_config.py").open("a") as config:
            config.write("\nc.Autograder.unsafe = True\n")
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
