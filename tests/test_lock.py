"""uv.lock holds every direct dependency within its bounds, and nothing of the machine that made it."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
TEXT = (ROOT / "uv.lock").read_text()
PACKAGES = tomllib.loads(TEXT)["package"]
EXTRAS = {"": PROJECT["dependencies"], **PROJECT["optional-dependencies"]}
WANTED = sorted({one for names in EXTRAS.values() for one in names if not one.startswith("mlcore[")})


@pytest.mark.parametrize("wanted", WANTED)
def test_a_dependency_is_locked_within_its_bounds(wanted):
    """If this fails, run `make lock`."""
    requirement = Requirement(wanted)
    versions = [
        entry["version"] for entry in PACKAGES if entry["name"] == canonicalize_name(requirement.name)
    ]
    assert versions
    assert [version for version in versions if version not in requirement.specifier] == []


def test_the_lock_is_of_these_bounds():
    (own,) = [entry for entry in PACKAGES if entry["name"] == "mlcore"]
    locked = {
        (one["name"], one["specifier"]) for one in own["metadata"]["requires-dist"] if "specifier" in one
    }
    bounds = {(canonicalize_name(r.name), r.specifier) for r in map(Requirement, WANTED)}
    assert {(name, Requirement(name + bound).specifier) for name, bound in locked} == bounds


def test_it_holds_nothing_of_the_machine_that_made_it():
    assert set(re.findall(r"https?://([^/\"]+)", TEXT)) == {"files.pythonhosted.org", "pypi.org"}
    assert "file:" not in TEXT
    assert set(re.findall(r"(?:path|directory|editable) = \"([^\"]+)\"", TEXT)) == {"."}


def test_every_archive_has_its_hash():
    archives = re.findall(r"\{ url = .*\}", TEXT)
    assert archives
    assert [archive for archive in archives if ' hash = "sha256:' not in archive] == []


def needed_by_students():
    """The names of all packages that `mlcore[lab]` brings, on any system."""
    entries = {}
    for entry in PACKAGES:
        entries.setdefault(entry["name"], []).append(entry)
    (own,) = entries["mlcore"]
    wanted = [*own["dependencies"], *own["optional-dependencies"]["lab"]]
    seen = set()
    while wanted:
        name = wanted.pop()["name"]
        if name not in seen:
            seen.add(name)
            for entry in entries[name]:
                wanted += entry.get("dependencies", [])
    return sorted(seen - {"mlcore"})


# Unix only: terminals, and what macOS needs to show a window. pywinpty is Windows' own.
ONE_SYSTEM = {"appnope", "pexpect", "ptyprocess", "pywinpty"}


@pytest.mark.parametrize("name", needed_by_students())
def test_what_a_student_needs_is_pure_python_or_ready_made_for_every_system(name):
    """From the index's own list of archives: nobody has to have a compiler."""
    wheels = [
        wheel["url"].rsplit("/", 1)[1]
        for entry in PACKAGES
        if entry["name"] == name
        for wheel in entry.get("wheels", ())
    ]
    assert wheels, f"{name} comes as source only"
    pure = any(wheel.endswith("-none-any.whl") for wheel in wheels)
    for system in (r"win_amd64", r"macosx_\d+_\d+_(arm64|universal2)", r"manylinux\w*_x86_64"):
        ready = any(
            re.search(system, wheel) and re.search(r"-(cp31[1-3]|cp3\d+-abi3|py3)-", wheel)
            for wheel in wheels
        )
        assert pure or ready or name in ONE_SYSTEM, f"{name} is not there for {system}: {wheels}"


def test_a_student_gets_no_tools_of_teachers():
    names = set(needed_by_students())
    assert {"jupyterlab", "ipywidgets", "sympy", "matplotlib"} <= names
    assert not names & {"nbgrader", "sqlalchemy", "pytest", "mypy", "ruff", "jupytext", "hypothesis"}
