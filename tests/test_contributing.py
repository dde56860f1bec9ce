"""What CONTRIBUTING promises: its example is a task whose check is strong, its table says where things go.

For the table a copy of the repository gets a new thing of every row (`toys`), and then runs what the row
says will find it.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from selfcheck.authoring.strength import try_exercise
from tests import toys

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
COPIED = ("mlcore", "selfcheck", "nbjudge", "tests", "benchmarks", "tools", "docs")


def rows() -> list[str]:
    """Name the rows of the table: what is new in each."""
    section = PAGE.partition("## Where does a new X go?")[2].partition("\n## ")[0]
    cells = [line.split("|")[1].strip() for line in section.splitlines() if line.startswith("|")]
    return [cell for cell in cells if cell != "new" and not cell.startswith("---")]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("with_toys")
    ignored = shutil.ignore_patterns("__pycache__", "figures", "wrong_answers")
    for name in COPIED:
        shutil.copytree(ROOT / name, root / name, ignore=ignored)
    shutil.copytree(ROOT / "solutions", root / "solutions", ignore=shutil.ignore_patterns("*.ipynb"))
    shutil.copy(ROOT / "pyproject.toml", root)
    for toy in toys.TOYS:
        toy.add(root)
    toys.install(root)
    return root


def test_every_row_of_the_table_has_its_toy():
    assert rows() == [toy.row for toy in toys.TOYS]


@pytest.mark.xdist_group("toys")
@pytest.mark.parametrize("toy", toys.TOYS, ids=lambda toy: toy.row)
def test_a_new_thing_is_found_by_what_its_row_says(copy: Path, toy: toys.Toy):
    done = subprocess.run(
        [sys.executable, *toy.command],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert re.search(toy.says, done.stdout + done.stderr, re.DOTALL | re.MULTILINE), done.stdout + done.stderr


def test_the_files_that_the_tables_name_exist():
    section = PAGE.partition("## Where does a new X go?")[2].partition("\n## Add a task")[0]
    named = re.findall(r"`((?:mlcore|selfcheck|nbjudge|tests|benchmarks)/[\w/.]*)`", section)
    assert len(named) > 30
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_example_is_a_strong_task():
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    names = {}
    exec(code, names)
    findings = list(try_exercise("decisions", names["EXERCISE"]))
    assert len(findings) == 6
    assert [finding.fault for finding in findings if finding.fault] == []
    assert f"points={names['EXERCISE'].points}" in PAGE
