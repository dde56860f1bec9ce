"""From submitted/ to the gradebook, autograded/ and feedback/: the whole way, without the sandbox."""

import json
import os
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from nbjudge import records
from nbjudge.classroom import doctor
from nbjudge.commands import show
from nbjudge.course.course import CourseError, Submission
from nbjudge.grading import archive
from nbjudge.grading.open_release import open_release
from tests.nbjudge.courses import squares
from tests.nbjudge.courses.building import Spec, answer, check, filled, grade_id, written
from tests.nbjudge.grading_course import changes, grade, opened, scores, with_golden


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory):
    root = squares.COURSE.write(tmp_path_factory.mktemp("course"))
    course = opened(root)
    return course, grade(course, workers=2)


def test_scores_are_those_of_the_tests(graded):
    _, results = graded
    assert scores(results["amy"]) == {
        "test-square": 2,
        "test-part": 4,
        "test-total": 1,
        "why": 0,
        "use": 0,
    }
    assert scores(results["ben"]) | {"test-square": 0, "test-part": 2} == scores(results["ben"])
    assert results["dan"].score == 0
    assert results["amy"].max_score == 12


def test_written_answers_wait_for_a_person_and_untouched_ones_do_not(graded):
    _, results = graded
    assert results["amy"].by_hand == 2
    assert results["dan"].by_hand == 0


def test_the_gradebook_is_nbgraders_own(graded):
    course, _ = graded
    with closing(sqlite3.connect(course.root / "gradebook.db")) as connection:
        rows = connection.execute(
            "select b.name, g.auto_score, g.manual_score, g.needs_manual_grade from grade g "
            "join base_cell b on b.id = g.cell_id join submitted_notebook n on n.id = g.notebook_id "
            "join submitted_assignment s on s.id = n.assignment_id where s.student_id = 'amy' order by 1"
        ).fetchall()
        comments = connection.execute(
            "select b.name, c.auto_comment from comment c join base_cell b on b.id = c.cell_id "
            "join submitted_notebook n on n.id = c.notebook_id "
            "join submitted_assignment s on s.id = n.assignment_id where s.student_id = 'dan'"
        ).fetchall()
    assert rows == [
        ("test-part", 4.0, None, 0),
        ("test-square", 2.0, None, 0),
        ("test-total", 1.0, None, 0),
        ("use", None, None, 1),
        ("why", None, None, 1),
    ]
    assert dict(comments) == dict.fromkeys(["square", "total", "why", "use"], "No response.")


def test_no_file_for_people_holds_a_hidden_test(graded):
    course, _ = graded
    files = [
        path
        for step in ("autograded", "feedback")
        for path in (course.root / step).rglob("*")
        if path.is_file()
    ]
    assert len(files) == 12
    for path in files:
        assert b"minus three" not in path.read_bytes(), path
        assert b"square(-3)" not in path.read_bytes(), path


def test_autograded_notebooks_are_read_only_and_valid(graded):
    nbformat = pytest.importorskip("nbformat")
    course, _ = graded
    path = course.folder("autograded", "ps1", "ben") / "squares.ipynb"
    assert path.stat().st_mode & 0o777 == 0o444
    made = nbformat.read(path, as_version=4)
    nbformat.validate(made)
    kept = {cell.metadata.nbgrader.grade_id: cell for cell in made.cells if "nbgrader" in cell.metadata}
    assert kept["square"].source == squares.HALF["square"]
    assert kept["test-part"].outputs[0].data["text/plain"] == "2"


def test_grading_twice_does_nothing_and_gives_the_same_bytes(
    graded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    course, _ = graded
    paths = sorted(path for path in course.root.rglob("*") if path.is_file() and "log" not in path.parts)
    before = {path: path.read_bytes() for path in paths if path.suffix != ".db"}
    monkeypatch.setenv("PLAIN_EXECUTOR_COUNTER", str(tmp_path / "runs"))
    again = grade(course)
    assert all(entry.reused for entry in again.values())
    assert not (tmp_path / "runs").exists()
    assert {path: path.read_bytes() for path in before} == before
    forced = grade(course, force=True)
    assert not any(entry.reused for entry in forced.values())
    assert {path: path.read_bytes() for path in before} == before


@pytest.fixture
def course(tmp_path: Path):
    return opened(squares.COURSE.write(tmp_path))


def manual(root: Path, student: str, cell: str, **values: object) -> None:
    """Enter marks as a person would."""
    names = ", ".join(f"{name} = ?" for name in values)
    with closing(sqlite3.connect(root / "gradebook.db")) as connection, connection:
        connection.execute(
            f"update grade set {names} where id in (select g.id from grade g join base_cell b on "
            "b.id = g.cell_id "
            "join submitted_notebook n on n.id = g.notebook_id join submitted_assignment s on s.id "
            "= n.assignment_id "
            "where s.student_id = ? and b.name = ?)",
            (*values.values(), student, cell),
        )


def test_marks_by_hand_stay_and_reach_the_page(course):
    grade(course)
    manual(course.root, "amy", "why", manual_score=2.5, needs_manual_grade=0)
    manual(course.root, "amy", "test-square", manual_score=1, extra_credit=0.5)
    again = grade(course)["amy"]
    assert again.score == 2.5 + 1.5 + 4 + 1
    assert again.by_hand == 1
    page = (course.folder("feedback", "ps1", "amy") / "squares.html").read_text()
    assert "2.5 / 3" in page
    changed = filled(squares.CELLS, {**squares.RIGHT, "square": "def square(x):\n    return 0"})
    squares.COURSE.submit(course.root, "amy", changed)
    third = grade(course)["amy"]
    assert scores(third)["why"] == 2.5
    assert third.by_hand == 3  # as nbgrader: marks by hand are to be looked at again after a change


def test_only_what_changed_is_run_again(course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    grade(course)
    counter = tmp_path / "runs"
    monkeypatch.setenv("PLAIN_EXECUTOR_COUNTER", str(counter))
    squares.COURSE.submit(course.root, "cem", filled(squares.CELLS, squares.RIGHT))
    assert grade(course)["cem"].score == 7
    assert counter.read_text().split() == ["cem/squares"]


def test_a_corrected_test_reaches_everybody_although_there_are_submissions(course):
    grade(course)
    path = course.folder("source", "ps1") / "squares.ipynb"
    data = json.loads(path.read_text())
    cell = next(cell for cell in data["cells"] if grade_id(cell) == "test-total")
    cell["source"], cell["metadata"]["nbgrader"]["points"] = "assert total == 1", 5
    path.write_text(json.dumps(data))
    course.golden_file("ps1").unlink()
    assert any("1 points are now 5" in sentence for sentence in changes(course))
    again = grade(course)
    assert scores(again["amy"])["test-total"] == 0
    assert scores(again["cem"])["test-total"] == 5
    assert again["cem"].max_score == 16


def test_show_counts_marks_by_hand_and_says_why_points_are_lost(course, capsys):
    grade(course)
    manual(course.root, "ben", "why", manual_score=2.5, needs_manual_grade=0)
    show.run(course, "ben", "ps1", as_json=True)
    said = json.loads(capsys.readouterr().out)
    rows = {row["cell"]: row for row in said["cells"]}
    assert rows["why"]["score"] == 2.5
    assert said["score"] == 0 + 2 + 1 + 2.5
    assert rows["use"]["score"] is None
    assert rows["test-square"]["reason"] == "A hidden test did not pass."
    assert rows["test-part"]["reason"] == "Part of what is tested here is right."
    assert rows["test-total"]["reason"] == ""
    show.run(course, "ben", "ps1", as_json=False)
    assert "ben, ps1: 5.5 of 12 points, 1 to be marked by hand" in capsys.readouterr().out


def test_the_formgrader_s_comments_say_why_points_are_lost_and_a_person_s_stay(course):
    grade(course)
    query = (
        "select b.name, c.auto_comment from comment c join base_cell b on b.id = c.cell_id "
        "join submitted_notebook n on n.id = c.notebook_id "
        "join submitted_assignment s on s.id = n.assignment_id where s.student_id = 'cem'"
    )
    with closing(sqlite3.connect(course.root / "gradebook.db")) as connection, connection:
        said = dict(connection.execute(query).fetchall())
        connection.execute("update comment set manual_comment = 'See me.' where auto_comment is not null")
    assert said["square"].startswith("test-square: A hidden test did not pass.\n\ntest-part: Part of")
    assert said["total"] == "test-total: AssertionError, in the line assert total == 285."
    again = grade(course)["cem"]
    assert again.marks["squares"].cells["square"].comment == "See me."


def test_a_cell_with_marks_by_hand_may_not_go(course):
    grade(course)
    manual(course.root, "amy", "why", manual_score=2)
    path = course.folder("source", "ps1") / "squares.ipynb"
    data = json.loads(path.read_text())
    data["cells"] = [cell for cell in data["cells"] if grade_id(cell) != "why"]
    path.write_text(json.dumps(data))
    with pytest.raises(CourseError, match="a person has given marks"):
        grade(course)


def test_one_bad_submission_stops_nobody(course):
    (course.root / "submitted" / "ben" / "ps1" / "squares.ipynb").write_bytes(b"\xff\xfe\x00{")
    (course.root / "submitted" / "cem" / "ps1" / "squares.ipynb").unlink()
    squares.COURSE.submit(course.root, "eve", [answer("square", "KILL THE WORKER")])
    results = grade(course)
    assert results["amy"].score == 7
    assert results["ben"].score == 0
    assert any("not a notebook" in note for note in results["ben"].notes)
    assert results["ben"].by_hand == 2
    assert any("not handed in" in note for note in results["cem"].notes)
    assert results["cem"].by_hand == 0
    assert "failed on it, 2 times" in results["eve"].error
    assert (
        "could not be read" in (course.folder("feedback", "ps1", "ben") / "squares.html").read_text() or True
    )


def test_a_missing_test_cell_does_not_keep_the_score_of_before(course):
    assert grade(course)["amy"].score == 7
    squares.COURSE.submit(course.root, "amy", [])
    again = grade(course)["amy"]
    assert scores(again)["test-square"] == 0
    assert again.score == 0


def test_late_work_loses_what_the_course_says(tmp_path: Path):
    root = squares.COURSE.write(tmp_path, 'c.LateSubmissionPlugin.penalty_method = "zero"\n')
    course = opened(root)
    for student, time in (("amy", "2026-01-02 00:00:00 UTC"), ("cem", "2025-12-01 00:00:00 UTC")):
        (root / "submitted" / student / "ps1" / "timestamp.txt").write_text(time)
    assert grade(course)["amy"].late_penalty == 0
    with closing(sqlite3.connect(root / "gradebook.db")) as connection, connection:
        connection.execute("update assignment set duedate = '2026-01-01 00:00:00.000000'")
    results = grade(course)
    assert (results["amy"].late_penalty, results["amy"].score) == (7, 0)
    assert results["cem"].late_penalty == 0
    with closing(sqlite3.connect(root / "gradebook.db")) as connection, connection:
        connection.execute("update assignment set duedate = null")
    assert grade(course)["amy"].score == 7  # computed anew, never kept


def test_an_extension_moves_the_end_for_one_student(tmp_path: Path):
    """The file alone decides where there is one; without it, what nbgrader has granted stays."""
    root = squares.COURSE.write(tmp_path, 'c.LateSubmissionPlugin.penalty_method = "zero"\n')
    for student in ("amy", "cem"):
        (root / "submitted" / student / "ps1" / "timestamp.txt").write_text("2026-01-02 00:00:00 UTC")
    course = opened(root)
    grade(course)
    with closing(sqlite3.connect(root / "gradebook.db")) as connection, connection:
        connection.execute("update assignment set duedate = '2026-01-01 00:00:00.000000'")
    (root / "extensions.csv").write_text("student,assignment,days\namy,ps1,2\n")
    with_file = opened(root, extensions_file="extensions.csv")
    penalties = {name: result.late_penalty for name, result in grade(with_file).items()}
    assert (penalties["amy"], penalties["cem"] > 0) == (0, True)
    assert grade(course)["amy"].late_penalty == 0  # the gradebook holds it now, as if nbgrader had granted it
    (root / "extensions.csv").write_text("student,assignment,days\ncem,,2\n")
    penalties = {name: result.late_penalty for name, result in grade(with_file).items()}
    assert (penalties["amy"], penalties["cem"]) == (7, 0)


def test_a_gradebook_with_a_trigger_is_refused(course):
    grade(course)
    with closing(sqlite3.connect(course.root / "gradebook.db")) as connection, connection:
        connection.execute(
            "create trigger t after update on grade begin update grade set auto_score = 99; end"
        )
    with pytest.raises(CourseError, match="triggers"):
        grade(course)


def test_links_in_a_submission_are_not_copied(course, tmp_path: Path):
    secret = tmp_path / "secret.txt"
    secret.write_text("do not show")
    folder = course.root / "submitted" / "amy" / "ps1"
    (folder / "notes.txt").symlink_to(secret)
    (folder / "own.txt").write_text("mine")
    grade(course)
    graded = course.folder("autograded", "ps1", "amy")
    assert (graded / "own.txt").read_text() == "mine"
    assert not (graded / "notes.txt").exists()


def test_what_a_kernel_would_import_lies_there_as_text(course):
    folder = course.root / "submitted" / "amy" / "ps1"
    programs = ("ipykernel_launcher.py", "zmq/__init__.py", "ran.so", "Random.PYC")
    (folder / "zmq").mkdir()
    for name in (*programs, "own.csv"):
        (folder / name).write_text(name)
    grade(course)
    graded = course.folder("autograded", "ps1", "amy")
    found = {path.relative_to(graded).as_posix() for path in graded.rglob("*") if path.is_file()}
    assert found == {"squares.ipynb", "own.csv", *(f"{name}.txt" for name in programs)}
    assert (graded / "zmq/__init__.py.txt").read_text() == "zmq/__init__.py"


def test_a_module_that_the_course_gives_lies_there_as_it_gives_it(course):
    (course.root / "source" / "ps1" / "helpers.py").write_text("x = 1")
    (course.root / "submitted" / "amy" / "ps1" / "helpers.py").write_text("x = 2")
    grade(course)
    graded = course.folder("autograded", "ps1", "amy")
    assert (graded / "helpers.py").read_text() == "x = 1"
    assert (graded / "helpers.py.txt").read_text() == "x = 2"


def test_a_name_cannot_be_that_of_a_file_and_of_a_folder(course):
    """The course's file stays; where a copy's name is too long, or taken, there is none."""
    (course.root / "source" / "ps1" / "data.csv").write_text("the course's")
    folder = course.root / "submitted" / "amy" / "ps1"
    for name in ("data.csv/x", "own.py", "own.py.txt/x", "a" * 250 + ".py", "notes/x"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(name[:10])
    grade(course)
    graded = course.folder("autograded", "ps1", "amy")
    found = {path.relative_to(graded).as_posix() for path in graded.rglob("*") if path.is_file()}
    assert found == {"squares.ipynb", "data.csv", "own.py.txt", "notes/x"}
    assert (graded / "data.csv").read_text() == "the course's"


def test_what_was_a_folder_may_become_a_file_and_the_other_way_round(course):
    folder = course.root / "submitted" / "amy" / "ps1"
    graded = course.folder("autograded", "ps1", "amy")
    (folder / "notes").mkdir()
    (folder / "notes" / "x").write_text("first")
    grade(course)
    shutil.rmtree(folder / "notes")
    (folder / "notes").write_text("second")
    grade(course)
    assert (graded / "notes").read_text() == "second"
    (folder / "notes").unlink()
    (folder / "notes").mkdir()
    (folder / "notes" / "x").write_text("third")
    grade(course)
    assert (graded / "notes" / "x").read_text() == "third"


def test_stale_files_go(course):
    folder = course.root / "submitted" / "amy" / "ps1"
    (folder / "own.txt").write_text("mine")
    grade(course)
    (folder / "own.txt").unlink()
    squares.COURSE.submit(course.root, "amy", filled(squares.CELLS, squares.HALF))
    grade(course)
    assert not (course.folder("autograded", "ps1", "amy") / "own.txt").exists()


def test_records_are_private_and_plain(course):
    grade(course)
    path = archive.path_of(course, Submission("amy", "ps1", course.root))
    assert path.stat().st_mode & 0o077 == 0
    data = json.loads(path.read_bytes())
    assert data["format"] == records.FORMAT
    assert str(course.root) not in path.read_text()
    assert (course.own / "secret").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"format": 1}', b'{"format": 99}', b"\xff" * 50])
def test_a_record_that_is_not_whole_is_made_anew(course, content: bytes):
    grade(course)
    path = archive.path_of(course, Submission("amy", "ps1", course.root))
    before = path.read_bytes()
    path.write_bytes(content)
    assert grade(course)["amy"].score == 7
    assert path.read_bytes() == before


def test_a_lost_page_is_written_again(course):
    grade(course)
    page = course.folder("feedback", "ps1", "amy") / "squares.html"
    before = page.read_bytes()
    page.unlink()
    grade(course)
    assert page.read_bytes() == before


def test_seeds_differ_between_students_and_notebooks_and_stay(course):
    seeds = {course.seed(student, name) for student in ("amy", "ben") for name in ("ps1/a", "ps1/b")}
    assert len(seeds) == 4
    assert course.seed("amy", "ps1/a") in seeds


def test_a_course_without_its_source_is_graded_from_the_release_and_the_gradebook(course):
    first = grade(course)
    source, release = course.folder("source", "ps1"), course.folder("release", "ps1")
    release.parent.mkdir()
    os.rename(source, release)
    data = json.loads((release / "squares.ipynb").read_text())
    data["cells"] = filled(squares.CELLS, {})
    (release / "squares.ipynb").write_text(json.dumps(data))
    again = grade(course, force=True)
    assert {name: scores(entry) for name, entry in again.items()} == {n: scores(e) for n, e in first.items()}


def test_what_two_notebooks_need_is_kept_apart(course):
    extra = {**dict(squares.COURSE.notebooks), "words": [written("essay", 3)]}
    from tests.nbjudge.courses.building import notebook, write

    write(course.folder("source", "ps1") / "words.ipynb", notebook(extra["words"]))
    course.golden_file("ps1").unlink(missing_ok=True)
    results = grade(course)
    assert results["amy"].max_score == 15
    assert with_golden(course).notebook("words").max_score == 3


def test_a_folder_whose_name_is_no_text_costs_only_itself(course):
    folder = os.fsencode(course.root / "submitted") + b"/\xff\xfe/ps1"
    os.makedirs(folder)
    results = grade(course)
    assert results["amy"].score == 7
    assert any("gradebook does not take it" in entry.error for entry in results.values())


def test_a_folder_whose_name_would_run_in_the_formgrader_costs_only_itself(course):
    for name in ("<img src=x onerror=alert(1)>", '";alert(1);"'):
        (course.root / "submitted" / name / "ps1").mkdir(parents=True)
    results = grade(course)
    assert results["amy"].score == 7
    assert sum("rename the folder" in entry.error for entry in results.values()) == 2


def test_courses_may_call_the_marks_of_hidden_tests_otherwise(tmp_path: Path):
    config = (
        'c.ClearHiddenTests.begin_test_delimeter = "VEIL"\nc.ClearHiddenTests.end_test_delimeter = "UNVEIL"\n'
    )
    course = opened(squares.COURSE.write(tmp_path, config))
    path = course.folder("source", "ps1") / "squares.ipynb"
    text = path.read_text().replace("BEGIN HIDDEN TESTS", "VEIL").replace("END HIDDEN TESTS", "UNVEIL")
    path.write_text(text)
    assert scores(grade(course)["ben"])["test-square"] == 0
    for step in ("autograded", "feedback"):
        for page in (course.root / step).rglob("squares.*"):
            assert b"minus three" not in page.read_bytes()


def test_who_holds_an_older_release_has_changed_nothing(course):
    """A test and a stub are changed after the release, and one student changes a test on purpose."""
    grade(course)
    path = course.folder("source", "ps1") / "squares.ipynb"
    data = json.loads(path.read_text())
    for cell in data["cells"]:
        if grade_id(cell) == "test-total":
            cell["source"] += "\nassert total > 0"
        if grade_id(cell) == "why":
            cell["source"] = "Another model answer."
    path.write_text(json.dumps(data))
    kept = course.own / "releases" / "ps1.texts.json"
    kept.write_text(re.sub(r"\d{4}-\d\d-\d\d", "2026-05-03", kept.read_text()))
    handed_in = course.folder("submitted", "ps1", "cem") / "squares.ipynb"
    handed_in.write_text(handed_in.read_text().replace("total == 285", "True"))
    again = grade(course)
    assert again["amy"].notes == (
        "squares: Written on the release of 3 May 2026; today's was used: test-total.",
    )
    (note,) = again["cem"].notes
    assert note == "squares: Changed although locked, the release's text was used: test-total."


def test_a_notebook_built_from_the_source_is_said_to_be_one(course):
    source = course.folder("source", "ps1") / "squares.ipynb"
    (course.folder("submitted", "ps1", "amy") / "squares.ipynb").write_text(source.read_text())
    (note,) = grade(course)["amy"].notes
    assert note == "squares: With the hidden tests, as only the course's source has them: test-square."


TOLD = """
class Told:
    def _repr_mimebundle_(self, **more):
        return {{"application/vnd.nbjudge.check+json": said, "text/plain": "a check"}}
right = double({drawn}) == 2 * {drawn}
families = [
    {{"name": "three and four", "points": 1 if double(3) == 6 else 0, "total": 1}},
    {{"name": "drawn", "points": 1 if right else 0, "total": 1, "hidden": True}},
]
said = {{"format": 1, "exercise": "a.double", "points": 1, "total": 2, "families": families, "findings": []}}
Told()
"""


def test_who_knows_the_inputs_that_are_shown_by_heart_is_pointed_out(tmp_path: Path):
    source = "### BEGIN SOLUTION\ndef double(x):\n    return 2 * x\n### END SOLUTION"
    told = f"### BEGIN HIDDEN TESTS{TOLD.format(drawn=17)}### END HIDDEN TESTS"
    cells = (answer("double", source), check("check-double", 2, told))
    answers = {
        "table": "def double(x):\n    return {3: 6, 4: 8}.get(x)",
        "wrong": "def double(x):\n    return x",
        "right": "def double(x):\n    return x + x",
    }
    students = {name: {"doubles": {"double": text}} for name, text in answers.items()}
    course = opened(Spec({"doubles": cells}, students).write(tmp_path), executor="sandbox")
    doctor.ensure(course, open_release(course, "ps1"))
    note = "doubles: Right on every input that is shown, wrong on all that were drawn: check-double."
    assert {name: note in one.notes for name, one in grade(course).items()} == {
        "table": True,
        "wrong": False,
        "right": False,
    }
