"""Students get tasks, not answers: what nbgrader makes of a built notebook, and what is refused."""

import nbformat
import pytest

from selfcheck.authoring import build, student_release

from .test_roles import COURSE, SOURCE


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("solutions")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        patch.setenv("PYTHONPATH", str(folder))
        (folder / "a_small_course.py").write_text(COURSE)
        (folder / "00_sums.py").write_text(SOURCE)
        path = build.build(folder / "00_sums.py", folder / "00_sums")
        (folder / "00_sums" / "points.csv").write_text("1,2")
        (folder / "00_sums" / "secret.py").write_text("answer = 42")
        yield path


@pytest.fixture(scope="module")
def released(built, tmp_path_factory):
    return student_release.release(built, tmp_path_factory.mktemp("notebooks"))


def test_the_solution_ran_and_earned_full_marks(built):
    cells = {cell.id: cell for cell in build.load(built).cells}
    assert cells["check-total"].outputs[0].data["text/plain"] == "4"


def test_students_get_stubs_and_locked_checks(released):
    cells = {cell.id: cell for cell in build.load(released).cells}
    assert cells["total"].source == (
        'def total(xs):\n    """Return the sum."""\n    # YOUR CODE HERE\n    raise NotImplementedError()'
    )
    assert cells["check-total"].source == 'check("sums.total", total)'
    assert cells["check-total"].metadata.editable is False
    assert cells["why-zero"].source == "YOUR ANSWER HERE"
    assert all(not cell.get("outputs") for cell in cells.values())


def test_data_goes_along_and_sources_do_not(released):
    assert sorted(file.name for file in released.parent.iterdir()) == ["00_sums.ipynb", "points.csv"]


def test_releasing_twice_gives_the_same_bytes(built, released, tmp_path):
    assert student_release.release(built, tmp_path).read_bytes() == released.read_bytes()


def test_the_release_is_in_order(built, released):
    student_release.verify(released, built)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda cells: cells["total"].update(source="return long_way_round"), "still has the line"),
        (
            lambda cells: cells["check-total"].update(source="x\n### BEGIN HIDDEN TESTS"),
            "holds '### BEGIN HIDDEN",
        ),
        (
            lambda cells: cells["why-zero"].update(
                source="So that adding a number to nothing gives the number."
            ),
            "why-zero still has the line",
        ),
        (lambda cells: cells["check-total"].update(source="1 + 1"), "check-total gives 2 points for nothing"),
        (lambda cells: cells["check-total"].update(source="pass"), "check-total gives 4 points for nothing"),
    ],
)
def test_a_leak_or_a_gift_is_refused(built, released, tmp_path, change, sentence):
    notebook = build.load(released)
    change({cell.id: cell for cell in notebook.cells})
    path = tmp_path / "00_sums.ipynb"
    nbformat.write(notebook, path)
    with pytest.raises(ValueError, match=sentence):
        student_release.verify(path, built)


def test_a_source_beside_the_notebook_is_refused(built, released, tmp_path):
    path = tmp_path / "00_sums.ipynb"
    path.write_bytes(released.read_bytes())
    (tmp_path / "00_sums.py").write_text(SOURCE)
    with pytest.raises(ValueError, match=r"00_sums.py lies beside the notebook"):
        student_release.verify(path, built)
