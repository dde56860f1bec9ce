"""A student's folder: what is there stays; what is newer comes beside it, whatever happens on the way."""

import json

import pytest

from mlcore import course_folder
from mlcore.course_folder import LIST, Delivery, deliver

FIRST = {"START_HERE.ipynb": "hello", "01_knn/01_knn.ipynb": "write learn"}


def course_of(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode())
    return folder


def read(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes().decode()
        for path in folder.rglob("*")
        if path.is_file() and path.name != LIST
    }


@pytest.fixture
def course(tmp_path):
    return course_of(tmp_path / "course", FIRST)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "Übungen von Zoë" / "ml course"


def test_the_first_time_everything_is_copied_and_the_second_time_nothing(course, folder):
    assert deliver(course, folder) == Delivery(("01_knn/01_knn.ipynb", "START_HERE.ipynb"), (), ())
    assert read(folder) == FIRST
    assert deliver(course, folder) == Delivery((), (), ())


def test_work_stays_as_it_is_as_long_as_the_course_does(course, folder):
    deliver(course, folder)
    (folder / "01_knn/01_knn.ipynb").write_text("my work")
    assert deliver(course, folder) == Delivery((), (), ())
    assert read(folder) == FIRST | {"01_knn/01_knn.ipynb": "my work"}


def test_an_update_renews_what_is_untouched_and_lies_beside_what_is_not(course, folder):
    deliver(course, folder)
    (folder / "01_knn/01_knn.ipynb").write_text("my work")
    course_of(course, {"START_HERE.ipynb": "hello, you", "01_knn/01_knn.ipynb": "write learn well"})
    assert deliver(course, folder) == Delivery((), ("START_HERE.ipynb",), ("updates/01_knn/01_knn.ipynb",))
    assert read(folder) == {
        "START_HERE.ipynb": "hello, you",
        "01_knn/01_knn.ipynb": "my work",
        "updates/01_knn/01_knn.ipynb": "write learn well",
    }
    assert deliver(course, folder) == Delivery((), (), ())


def test_the_next_update_renews_the_one_beside_unless_that_is_worked_on_too(course, folder):
    deliver(course, folder)
    (folder / "01_knn/01_knn.ipynb").write_text("my work")
    for text in ("second", "third"):
        course_of(course, {"01_knn/01_knn.ipynb": text})
        deliver(course, folder)
    assert read(folder)["updates/01_knn/01_knn.ipynb"] == "third"
    (folder / "updates/01_knn/01_knn.ipynb").write_text("my work, moved")
    assert deliver(course, folder) == Delivery((), (), ())
    course_of(course, {"01_knn/01_knn.ipynb": "fourth"})
    assert deliver(course, folder).beside == ("updates-2/01_knn/01_knn.ipynb",)
    assert read(folder)["01_knn/01_knn.ipynb"] == "my work"
    assert read(folder)["updates/01_knn/01_knn.ipynb"] == "my work, moved"


def test_what_was_removed_or_renamed_comes_anew(course, folder):
    deliver(course, folder)
    (folder / "01_knn/01_knn.ipynb").rename(folder / "01_knn/old.ipynb")
    assert deliver(course, folder).new == ("01_knn/01_knn.ipynb",)
    assert (folder / "01_knn/old.ipynb").exists()


def test_an_update_that_was_removed_does_not_come_again(course, folder):
    deliver(course, folder)
    (folder / "01_knn/01_knn.ipynb").write_text("my work")
    course_of(course, {"01_knn/01_knn.ipynb": "newer"})
    deliver(course, folder)
    (folder / "updates/01_knn/01_knn.ipynb").unlink()
    assert deliver(course, folder) == Delivery((), (), ())


@pytest.mark.parametrize("found", ["", "{", "[1]", '"x"', "null"])
def test_without_its_list_or_with_a_damaged_one_everything_counts_as_work(course, folder, found):
    deliver(course, folder)
    (folder / LIST).write_text(found)
    course_of(course, {"01_knn/01_knn.ipynb": "newer"})
    assert deliver(course, folder).beside == ("updates/01_knn/01_knn.ipynb",)
    assert read(folder)["01_knn/01_knn.ipynb"] == "write learn"


def test_line_ends_are_no_work(course, folder):
    """A copy that a program has saved with Windows' line ends is still the one that was delivered."""
    course_of(course, {"01_knn/01_knn.ipynb": "write\nlearn\n"})
    deliver(course, folder)
    (folder / "01_knn/01_knn.ipynb").write_bytes(b"write\r\nlearn\r\n")
    assert deliver(course, folder) == Delivery((), (), ())
    course_of(course, {"01_knn/01_knn.ipynb": "newer"})
    assert deliver(course, folder).renewed == ("01_knn/01_knn.ipynb",)


def test_paths_in_the_list_have_slashes_on_every_system(course, folder):
    deliver(course, folder)
    assert set(json.loads((folder / LIST).read_text(encoding="utf-8"))) == set(FIRST)


def test_a_full_disk_halfway_keeps_what_was_there_and_the_next_run_does_the_rest(course, folder, monkeypatch):
    deliver(course, folder)
    (folder / "01_knn/01_knn.ipynb").write_text("my work")
    course_of(course, {"START_HERE.ipynb": "hello, you", "01_knn/01_knn.ipynb": "newer"})
    replace = course_folder.os.replace

    def full(part, path):
        if path.name == "START_HERE.ipynb":
            raise OSError(28, "No space left on device")
        replace(part, path)

    monkeypatch.setattr(course_folder.os, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        deliver(course, folder)
    assert read(folder) == FIRST | {"01_knn/01_knn.ipynb": "my work", "updates/01_knn/01_knn.ipynb": "newer"}
    monkeypatch.undo()
    assert deliver(course, folder) == Delivery((), ("START_HERE.ipynb",), ())


def test_hidden_files_and_caches_of_the_course_are_not_copied(course, folder):
    course_of(course, {".ipynb_checkpoints/x.ipynb": "x", "__pycache__/x.pyc": "x"})
    deliver(course, folder)
    assert read(folder) == FIRST


def test_the_course_itself_is_refused_as_a_folder(course):
    with pytest.raises(ValueError, match=r"holds the course itself\. Choose a folder of your own"):
        deliver(course, course)
    with pytest.raises(ValueError, match="of your own"):
        deliver(course, course / "01_knn")
    assert read(course) == FIRST


def test_every_path_of_this_course_can_be_made_on_every_system():
    """Windows knows 260 characters, no colon, no difference between a and A, and names that are devices."""
    names = list(course_folder._names(course_folder.source()))
    assert "START_HERE.ipynb" in names
    assert len({name.lower() for name in names}) == len(names)
    for name in names:
        assert len(name) <= 100
        assert not set(name) & set('<>:"\\|?*')
        assert name.isascii()
