"""All attacks hand in to one class, which is graded once as root and once as an ordinary user.

The second time without the cells that no mark depends on; `pytest -m whole` tries the lower levels, too.

For each of them: no more points than the same answers get without the trick, and what is due all the same;
for everybody else: nothing changed. The class is graded to its end, nothing is left running, nothing is
written outside.
"""

import hashlib
import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import zipfile
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from nbjudge.course import course as courses
from nbjudge.pages import archives, student_index

from . import (
    catalogue_beside,
    catalogue_hidden,
    catalogue_machine,
    catalogue_numbers,
    catalogue_outliving,
    catalogue_reading,
    catalogue_verdict,
    classroom,
)
from .attack import ANSWERS

ATTACKS = {
    attack.id: attack
    for catalogue in (
        catalogue_verdict,
        catalogue_reading,
        catalogue_machine,
        catalogue_hidden,
        catalogue_outliving,
        catalogue_numbers,
        catalogue_beside,
    )
    for attack in catalogue.ATTACKS
}
DUE = {"wrong": 0.0, "right": 10.0}
ORDINARY = 61235  # a user that nobody is
BARE = Path(__file__).parents[3] / "tools" / "bare.py"
LESS_ALREADY = 77  # what bare.py says where nothing can be taken away
AS_ORDINARY = ["--user", str(ORDINARY)]
SITUATIONS = {"this user": []}  # what tools/bare.py takes away
LOWER_LEVELS = {}
if os.geteuid() == 0:
    SITUATIONS = {"root": [], "ordinary user": AS_ORDINARY}
    LOWER_LEVELS = {
        "root, level 2": ["--no-unshare"],
        "ordinary user, level 3b": ["--mask-proc", *AS_ORDINARY],
        "root, level 1": ["--no-bwrap"],
        "ordinary user, level 1": ["--no-bwrap", *AS_ORDINARY],
    }


def classes():
    """One class for each situation, graded once: all its tests go to one worker."""
    for name in (*SITUATIONS, *LOWER_LEVELS):
        marks = [pytest.mark.xdist_group(f"attacks as {name}")]
        yield pytest.param(name, marks=[*marks, pytest.mark.whole] if name in LOWER_LEVELS else marks)


@pytest.fixture(scope="module", params=classes())
def graded(request):
    """The class after it was graded in that situation, with everything that the tests look at."""
    scratch = Path(tempfile.mkdtemp(prefix="attacks-"))  # readable for another user, unlike pytest's own
    scratch.chmod(0o755)
    root, canary = scratch / "course", scratch / "canary"
    classroom.lay_out(root, ATTACKS.values(), canary, leave_out=request.param != "root")
    (scratch / "tmp").mkdir()
    (scratch / "tmp").chmod(0o1777)
    before, objects = hashes(root), shared_objects()
    done = grade(root, {**SITUATIONS, **LOWER_LEVELS}[request.param])
    if done.returncode == LESS_ALREADY:
        shutil.rmtree(scratch, ignore_errors=True)
        pytest.skip(f"{request.param}: {done.stderr.strip()}")
    deadline = time.monotonic() + 5
    while left := still_running(root):
        if time.monotonic() > deadline:
            break
        time.sleep(0.1)
    yield {
        "done": done,
        "scores": scores(root),
        "before": before,
        "after": hashes(root),
        "left": left,
        "files left": sorted(path.name for path in (scratch / "tmp").iterdir()),
        "objects left": shared_objects() - objects,
        "canary": canary.read_text() if canary.exists() else "",
        "root": root,
        "situation": request.param,
    }
    shutil.rmtree(scratch, ignore_errors=True)


def grade(root, taken_away):
    """Grade the class; an ordinary user gets the course for their own."""
    command = [sys.executable, "-m", "nbjudge", "grade", classroom.ASSIGNMENT]
    command += ["--course", str(root), "--workers", "1"]  # the classes of two situations run side by side
    if "--user" in taken_away:
        for path in [root, *root.rglob("*")]:
            os.chown(path, ORDINARY, ORDINARY, follow_symlinks=False)
        root.parent.chmod(0o777)
    if taken_away:
        command = [sys.executable, str(BARE), *taken_away, *command]
    environment = {**os.environ, "HOME": str(root), "COURSE_SECRET_TOKEN": str(root)}
    environment["TMPDIR"] = str(root.parent / "tmp")
    return subprocess.run(
        command, capture_output=True, text=True, timeout=900, env=environment, check=False, cwd=root
    )


def scores(root):
    """Return every student's total."""
    with closing(sqlite3.connect(root / "gradebook.db")) as gradebook:
        return dict(
            gradebook.execute(
                "select a.student_id, coalesce(sum(coalesce(g.manual_score, g.auto_score)), 0) "
                "from submitted_assignment a left join submitted_notebook n on n.assignment_id = a.id "
                "left join grade g on g.notebook_id = n.id group by 1"
            ).fetchall()
        )


def hashes(root):
    """Return a hash of every regular file that the course and its students own."""
    return {
        str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest()
        for folder in ("source", "release", "submitted")
        for path in sorted((root / folder).rglob("*"))
        if not path.is_symlink() and path.is_file() and path.stat().st_size < 100_000_000
    }


def shared_objects():
    """Return the machine's memory, queues and semaphores of System V, by their kind and number.

    Memory whose maker is still at work is a database's, say, that somebody started meanwhile.
    """
    found = set()
    for kind in ("shm", "msg", "sem"):
        place = Path("/proc/sysvipc", kind)
        head, *lines = place.read_text().splitlines() if place.exists() else [""]
        rows = [dict(zip(head.split(), line.split(), strict=False)) for line in lines]
        kept = (row for row in rows if not psutil.pid_exists(int(row.get("cpid", -1))))
        found |= {(kind, list(row.values())[1]) for row in kept}
    return found


def still_running(root):
    """Return what runs on behalf of this class: known by its environment, or by the length of its sleep."""
    found = []
    for process in psutil.process_iter():
        try:
            mine = process.environ().get("COURSE_SECRET_TOKEN") == str(root)
            line = " ".join(process.cmdline())
        except psutil.Error:
            continue
        if (mine or classroom.nap(root) in line) and process.status() != "zombie":
            found.append(line)
    return found


def test_the_class_is_graded_to_its_end(graded):
    assert "Traceback" not in graded["done"].stderr, graded["done"].stderr[-3000:]
    missing = {f"x-{name}" for name in ATTACKS} - set(graded["scores"])
    assert not missing


def test_the_class_is_graded_at_the_level_that_the_situation_leaves(graded):
    level = graded["situation"].partition(", level ")[2]
    assert f"Protection level {level}" in graded["done"].stdout


@pytest.mark.parametrize("name", ATTACKS)
def test_the_trick_gains_nothing_and_costs_nobody(graded, name):
    attack, score = ATTACKS[name], graded["scores"].get(f"x-{name}", 0.0)
    assert attack.at_least <= score <= DUE[attack.base], attack.what


@pytest.mark.parametrize("twin", "amz")
def test_honest_students_keep_their_scores(graded, twin):
    due = {**DUE, "untouched": 0.0}
    assert {name: graded["scores"][f"{twin}-honest-{name}"] for name in (*ANSWERS, "untouched")} == due


def test_nobody_s_files_are_changed(graded):
    assert graded["after"] == graded["before"]


def test_nothing_is_left_running(graded):
    assert graded["left"] == []


def test_no_file_and_no_shared_object_is_left(graded):
    assert graded["files left"] == []
    assert graded["objects left"] == set()


def test_nothing_outside_was_reached(graded):
    assert graded["canary"] == ""
    assert not list(Path("/tmp").glob("left"))
    assert not list(Path("/dev/shm").glob("left"))
    assert not list(Path(sys.prefix).rglob("evil*"))


def test_the_gradebook_has_no_trigger(graded):
    with closing(sqlite3.connect(graded["root"] / "gradebook.db")) as gradebook:
        assert gradebook.execute("select name from sqlite_master where type = 'trigger'").fetchall() == []


def test_no_page_runs_what_a_student_wrote(graded):
    """No script, handler, foreign resource or covering style of an attacker's is in a feedback page."""
    pages = list((graded["root"] / "feedback").rglob("*.html"))
    assert len(pages) >= len(ATTACKS) / 2
    for page in pages:
        text = page.read_text(errors="replace").lower()
        for trace in (
            "onerror=",
            "onload=",
            "javascript:",
            "e.example",
            "<iframe",
            "<form",
            "position:fixed;inset",
        ):
            assert trace not in _without_quoted(text), (page, trace)
        assert "document.title=" not in "".join(_scripts(text)), page


def _without_quoted(text):
    """Return the page without what it shows as text: escaped markup is no markup."""
    return re.sub(r"<pre.*?</pre>", "", text, flags=re.DOTALL)


def _scripts(text):
    return re.findall(r"<script.*?</script>", text, flags=re.DOTALL)


def test_no_page_tells_hidden_tests(graded):
    for page in (graded["root"] / "feedback").rglob("*.html"):
        text = re.sub(r"<[^>]*>", "", page.read_text(errors="replace"))
        assert f"assert square({classroom.SECRET})" not in text, page
    for notebook in (graded["root"] / "autograded").rglob("*.ipynb"):
        cells = json.loads(notebook.read_text())["cells"]
        marked = [c for c in cells if c["metadata"].get("nbgrader", {}).get("grade")]
        assert not any(f"square({classroom.SECRET})" in json.dumps(cell) for cell in marked), notebook


def test_no_byte_that_a_student_gets_tells_it(graded):
    """Pages, what lies beside them as JSON, the time of the hand-in, the index, and archives of all of it."""
    told = (str(classroom.SECRET).encode(), str(classroom.SECRET**2).encode())
    course = courses.read(graded["root"])
    student_index.write_all(course)
    files = {path: path.read_bytes() for path in (graded["root"] / "feedback").rglob("*") if path.is_file()}
    kinds = {path.suffix for path in files}
    for student in archives.students(course):
        with zipfile.ZipFile(io.BytesIO(archives.of_student(course, student))) as archive:
            files |= {f"{student}.zip/{name}": archive.read(name) for name in archive.namelist()}
    assert kinds == {".html", ".json", ".txt"}
    assert len(files) > 4 * len(ATTACKS)
    assert [str(name) for name, content in files.items() if any(number in content for number in told)] == []


def test_no_page_tells_what_a_hidden_test_hands_over(graded):
    """The number itself, and its square, are on no page and in no graded notebook, whoever kept them."""
    told = (str(classroom.SECRET), str(classroom.SECRET**2))
    pages = [
        *(graded["root"] / "feedback").rglob("*.html"),
        *(graded["root"] / "autograded").rglob("*.ipynb"),
    ]
    assert len(pages) > len(ATTACKS)
    found = {
        page.parents[1].name
        for page in pages
        for number in told
        if number in page.read_text(errors="replace")
    }
    assert found == set()
