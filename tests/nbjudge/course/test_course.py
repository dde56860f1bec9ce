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


def test_of_students_who_are_not_asked_for_no_folder_is_opened(tmp_path, monkeypatch):
    """In a class of 100,000 that would take three seconds."""
    found = course(tmp_path / "course")
    names = (f"submitted/{name}/ps1" for name in ("amy", "a.b", "axb", "bob"))
    made(found.root, *names, "submitted/cem/ps2")
    opened = []
    folders = courses._folders
    monkeypatch.setattr(courses, "_folders", lambda folder: opened.append(folder.name) or folders(folder))
    asked = found.submissions("ps1", ["bob", "a.b", "cem", "nobody"])
    assert [entry.student for entry in asked] == ["a.b", "bob"]
    assert sorted(opened) == ["a.b", "bob", "cem", "submitted"]


@pytest.mark.parametrize(("count", "more"), [(0, True), (3, True), (4, False)])
def test_a_class_is_counted_no_further_than_asked(tmp_path, monkeypatch, count, more):
    found = course(tmp_path / "course")
    made(found.root, *(f"submitted/{name}/ps1" for name in "abcd"))
    opened = []
    folders = courses._folders
    monkeypatch.setattr(courses, "_folders", lambda folder: opened.append(folder.name) or folders(folder))
    assert found.has_more_than(count, "ps1") == more
    assert len(opened) == 1 + min(count + 1, 4)
