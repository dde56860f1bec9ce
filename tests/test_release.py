"""What students open: made of the present solutions, with nothing of them left, and no point for nothing."""

from pathlib import Path

import pytest

from selfcheck.authoring import student_release

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
    assert student_release.release(solution, tmp_path).read_bytes() == released(solution).read_bytes()


@pytest.mark.parametrize("solution", SOLUTIONS, ids=lambda path: path.stem)
def test_it_gives_nothing_away_and_no_points_for_nothing(solution):
    student_release.verify(released(solution), solution)
