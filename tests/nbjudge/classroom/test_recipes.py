"""The files to copy in docs/scaling.md: what they start is there, and what they start grades a class."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.nbjudge.courses import squares
from tests.nbjudge.dask_cluster import DaskCluster
from tests.nbjudge.environments import ROOT
from tests.nbjudge.grading_course import grade, opened

DASK = [sys.executable, "-m", "dask"]
PAGE = (ROOT / "docs" / "scaling.md").read_text()
POD = {
    "DASK_WORKER_NAME": "grading-default-worker-1"
}  # what dask-kubernetes tells a worker, beside the scheduler


def manifest() -> dict[str, Any]:
    (text,) = re.findall(r"```yaml\n(# grading\.yaml.*?)```", PAGE, re.DOTALL)
    return yaml.safe_load(text)["spec"]


def arguments(role: str) -> list[str]:
    (container,) = manifest()[role]["spec"]["containers"]
    return [re.sub(r"\$\((\w+)\)", lambda name: POD[name[1]], word) for word in container["args"]]


def commands() -> list[list[str]]:
    """Every command of Dask's that the page tells, in a terminal or in a pod."""
    lines = re.findall(r"^dask .*$", PAGE, re.MULTILINE) + re.findall(
        r"`(dask (?:scheduler|worker) .*?)`", PAGE
    )
    return [*map(shlex.split, lines), arguments("scheduler"), arguments("worker")]


@pytest.mark.parametrize("name", ["scheduler", "worker"])
def test_dask_has_every_command_and_option_that_is_told(name):
    """`dask-worker` was one until distributed 2026; a pod that calls it never starts."""
    told = [words for words in commands() if words[:2] == ["dask", name]]
    assert len(told) >= 3
    module = f"distributed.cli.dask_{name}"
    help_ = subprocess.run(
        [sys.executable, "-m", module, "--help"], capture_output=True, text=True, check=True
    )
    options = {word for words in told for word in words if word.startswith("--")}
    assert [option for option in sorted(options) if option not in help_.stdout] == []
    assert [words for words in commands() if words[0] != "dask"] == []


def test_amounts_are_texts_as_the_operator_wants_them():
    """The schema of dask-kubernetes 2026.3 refuses a number where Kubernetes itself takes one."""
    resources = manifest()["worker"]["spec"]["containers"][0]["resources"]
    amounts = [amount for part in resources.values() for amount in part.values()]
    assert len(amounts) == 3
    assert [amount for amount in amounts if not isinstance(amount, str)] == []


def test_what_runs_in_the_pods_grades_a_class(tmp_path: Path):
    """As a kubelet starts them, but for the port, which is a pod's own there."""
    pods = DaskCluster(tmp_path / "dask")
    with_port = ["--host", pods.host, "--port", str(pods.port), "--no-dashboard"]
    environment = {**pods.environment, **POD, "DASK_SCHEDULER_ADDRESS": pods.address}
    pods.commands["scheduler"] = [*DASK, *arguments("scheduler")[1:], *with_port], environment
    pods.commands["worker"] = [*DASK, *arguments("worker")[1:]], environment
    course = squares.COURSE.write(tmp_path / "course")
    try:
        for name in pods.commands:
            pods.start_again(name)
        found = grade(opened(course, backend="dask", cluster=pods.address))
    finally:
        pods.close()
    assert {student: one.error for student, one in found.items()} == dict.fromkeys(squares.CLASS, "")
