import os

from nbjudge.inside.emptying import empty


def test_folders_a_mile_deep_are_removed(tmp_path):
    place = os.open(tmp_path, os.O_RDONLY)
    for _ in range(1200):
        os.mkdir("d", dir_fd=place)
        deeper = os.open("d", os.O_RDONLY, dir_fd=place)
        os.close(place)
        place = deeper
    os.close(place)
    empty(str(tmp_path))
    assert os.listdir(tmp_path) == []


def test_closed_folders_links_and_files_are_removed(tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").touch()
    inside = tmp_path / "inside"
    (inside / "closed" / "deeper").mkdir(parents=True)
    (inside / "closed" / "file").touch()
    (inside / "link").symlink_to(outside)
    (inside / "closed" / "link").symlink_to(outside)
    (inside / "closed" / "deeper").chmod(0)
    (inside / "closed").chmod(0)
    empty(str(inside))
    assert os.listdir(inside) == []
    assert (outside / "kept").exists()
