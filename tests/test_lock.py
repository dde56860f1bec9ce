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
