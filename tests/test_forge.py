"""What a forge reads: files that parse, commands that exist, the version that is released."""

import json
import re
from pathlib import Path

import pytest
import yaml

import mlcore

ROOT = Path(__file__).parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted(
    set((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")) - {ROOT / ".github/ISSUE_TEMPLATE/config.yml"}
)


def read(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_runs_nothing_but_make(path):
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    commands = [step["run"] for step in steps if "run" in step]
    assert commands
    assert [command for command in commands if not command.startswith("make ")] == []


def test_the_workflow_tries_each_python_that_is_promised():
    pythons = read(ROOT / ".github" / "workflows" / "tests.yml")["jobs"]["test"]["strategy"]["matrix"][
        "python"
    ]
    project = (ROOT / "pyproject.toml").read_text()
    assert pythons == re.findall(r'"Programming Language :: Python :: (3\.\d+)"', project)
    assert f'requires-python = ">={pythons[0]}"' in project


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_a_form_has_what_a_forge_asks_for(path):
    form = read(path)
    assert {"name", "description", "body"} <= set(form)
    fields = [field["id"] for field in form["body"]]
    assert len(set(fields)) == len(fields) > 0
    assert all(field["attributes"]["label"] for field in form["body"])


def test_other_files_parse():
    assert json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text())["name"] == "mlcore"
    assert read(ROOT / ".github" / "ISSUE_TEMPLATE" / "config.yml")["contact_links"]
    assert read(ROOT / ".pre-commit-config.yaml")["repos"]


def test_the_citation_is_of_this_version():
    citation = read(ROOT / "CITATION.cff")
    assert citation["cff-version"] == "1.2.0"
    assert citation["version"] == mlcore.__version__
    assert {"message", "title", "authors", "license"} <= set(citation)
