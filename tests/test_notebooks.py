"""What must hold of every built notebook: it is its source's, it was run from top to bottom, it is small."""

from pathlib import Path

import nbformat
import pytest

from autograder import build

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "solutions" / "demos").glob("*.py"))
BUILT = ROOT / "notebooks" / "demos"


def test_each_source_has_its_notebook_and_each_notebook_its_source():
    assert [path.stem for path in SOURCES] == sorted(path.stem for path in BUILT.glob("*.ipynb"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_it_is_built_from_the_present_text(source):
    """If this fails, run `make notebooks`."""
    built = nbformat.read(BUILT / f"{source.stem}.ipynb", as_version=4)
    wanted = build.read(source)
    assert built.metadata == wanted.metadata
    kept = [(cell.id, cell.cell_type, cell.source, cell.metadata) for cell in built.cells]
    assert kept == [(cell.id, cell.cell_type, cell.source, cell.metadata) for cell in wanted.cells]


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_it_was_run_in_order_and_keeps_no_pixels(source):
    path = BUILT / f"{source.stem}.ipynb"
    code = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert path.stat().st_size <= 30_000
