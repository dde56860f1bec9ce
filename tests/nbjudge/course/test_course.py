"""Where a course's folders may lie: side by side, elsewhere, behind a link; whose work is found."""

import pytest

from nbjudge.course import course as courses


def made(folder, *names):
    for name in names:
        (folder / name).mkdir(parents=True)
    return folder


@pytest.fixture
def elsewhere(tmp_path):
    made(tmp_path / "material", "source/ps1", "source/ps2", "source/drafts")
    made(tmp_path / "handed in", "amy/ps1", "bob/ps1", "bob/ps2", ".trash/ps1")
    return tmp_path


def course(root, *lines):
    root.mkdir()
    settings = ["c = get_config()", 'c.CourseDirectory.ignore = ["drafts"]', *lines]
    (root / "nbgrader_config.py").write_text("\n".join(settings))
    return courses.read(root)


@pytest.mark.parametrize("place", ["../{0}", "{1}/{0}"])
def test_folders_may_lie_outside_of_the_course(elsewhere, place):
    source, submitted = (place.format(name, elsewhere) for name in ("material/source", "handed in"))
    found = course(
        elsewhere / "course",
        f"c.CourseDirectory.source_directory = {source!r}",
        f"c.CourseDirectory.submitted_directory = {submitted!r}",
    )
    assert found.assignments() == ["ps1", "ps2"]
    assert [entry.student for entry in found.submissions("ps1")] == ["amy", "bob"]
    assert found.submissions("ps1")[0].folder.samefile(found.folder("submitted", "ps1", "amy"))


def test_the_staff_may_put_a_link_and_a_student_may_not(elsewhere):
    found = course(elsewhere / "course")
    (found.root / "submitted").symlink_to(elsewhere / "handed in")
    (elsewhere / "handed in" / "eve").symlink_to(elsewhere / "handed in" / "amy")
    assert [entry.student for entry in found.submissions("ps1")] == ["amy", "bob"]


def test_another_structure_is_read_part_by_part(elsewhere):
    made(elsewhere / "course", "hw/submitted-amy/ps1", "hw/submitted-bob/ps2", "hw/source-./ps1")
    structure = 'c.CourseDirectory.directory_structure = "hw/{nbgrader_step}-{student_id}/{assignment_id}"'
    (elsewhere / "course" / "nbgrader_config.py").write_text(f"c = get_config()\n{structure}\n")
    found = courses.read(elsewhere / "course")
    assert [entry.student for entry in found.submissions("ps1")] == ["amy"]
