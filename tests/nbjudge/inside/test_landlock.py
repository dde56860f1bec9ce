import os

import pytest

from nbjudge.inside import landlock

available = pytest.mark.skipif(not landlock.version(), reason="this kernel does not offer Landlock")


def test_a_folder_is_allowed_as_a_whole_if_nothing_is_left_out(tmp_path):
    assert landlock.without(tmp_path, []) == [str(tmp_path)]


def test_what_is_left_out_leaves_its_neighbours(tmp_path):
    for name in ("a/one.py", "a/two.py", "b/three.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    kept = landlock.without(tmp_path, [tmp_path / "a" / "one.py"])
    assert kept == [str(tmp_path / "a" / "two.py"), str(tmp_path / "b")]
    assert landlock.without(tmp_path, [tmp_path]) == []


@available
def test_only_what_is_allowed_can_be_read_and_written(tmp_path):
    for name in ("open", "closed", "mine"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text(name)
    pid = os.fork()
    if pid == 0:
        os._exit(_what_can_be_done(tmp_path))
    assert os.WEXITSTATUS(os.waitpid(pid, 0)[1]) == 0


def _what_can_be_done(folder):
    """0 if the rules hold, or the number of the first that does not."""
    try:
        landlock.restrict(landlock.make([str(folder / "open")], [str(folder / "mine")]))
        if (folder / "open" / "file").read_text() != "open":
            return 1
        (folder / "mine" / "new").write_text("x")
        (folder / "mine" / "file").unlink()
    except OSError:
        return 2
    attempts = [
        lambda: (folder / "closed" / "file").read_text(),
        lambda: (folder / "open" / "new").write_text("x"),
        lambda: (folder / "open" / "file").unlink(),
        lambda: list((folder / "closed").iterdir()),
        lambda: (folder / "mine" / "link").hardlink_to(folder / "closed" / "file"),
    ]
    for number, attempt in enumerate(attempts, 3):
        try:
            attempt()
        except OSError:
            continue
        return number
    return 0
