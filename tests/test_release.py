"""What students open: made of the present solutions, with nothing of them left, and no point for nothing."""

from pathlib import Path

import pytest

from nbjudge.drop_in.tags import SKIPPED
from selfcheck.authoring import build, student_release

ROOT = Path(__file__).parent.parent
SOLUTIONS = sorted((ROOT / "solutions").glob("*/*.ipynb"))


def released(solution):
    return ROOT / "notebooks" / solution.stem / solution.name


def test_each_unit_is_released_and_nothing_else():
    folders = {path.name for path in (ROOT / "notebooks").iterdir() if path.is_dir()} - {"demos"}
    assert folders == {solution.stem for solution in SOLUTIONS}
    assert SOLUTIONS


@pytest.mark.parametrize("solution", SOLUTIONS, ids=lambda path: path.stem)
def test_it_is_made_of_the_present_solution(solution, tmp_path):
    """If this fails, run `make notebooks`."""
    course = student_release.settings(ROOT)
    made = student_release.release(solution, tmp_path, course, students=ROOT / "notebooks")
    assert made.read_bytes() == released(solution).read_bytes()


@pytest.mark.parametrize("solution", SOLUTIONS, ids=lambda path: path.stem)
def test_stock_nbgrader_leaves_out_what_no_mark_depends_on(solution):
    """Answers, tests and what these need are run; a solution is compared by nbval with all its cells."""
    skipped = {
        cell.id for cell in build.load(released(solution)).cells if SKIPPED in cell.metadata.get("tags", [])
    }
    given = {
        cell.id
        for cell in build.load(solution).cells
        if cell.cell_type == "code" and not cell.metadata.get("nbgrader", {}).get("grade_id")
    }
    assert skipped < given
    assert len(skipped) >= len(given) - 1  # all but the imports
    assert SKIPPED not in solution.read_text(encoding="utf-8")


@pytest.mark.parametrize("solution", SOLUTIONS, ids=lambda path: path.stem)
def test_it_gives_nothing_away_and_no_points_for_nothing(solution):
    student_release.verify(released(solution), solution)
