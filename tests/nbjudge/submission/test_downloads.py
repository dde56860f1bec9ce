"""The names of a download are read as Canvas, Moodle and Brightspace write them; nobody is guessed."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbjudge.submission.downloads import Handed, newest, read, student_of

CANVAS = [
    "oneiljamie_4711_90210_knn.ipynb",
    "smithjohn_LATE_4712_90211_knn-2.ipynb",  # late, and handed in for the third time
    "smithjohn_4713_90212_01_knn.ipynb",  # another of the same name, with an underscore in the file's name
    "LATE_anon_a7Xw2_90213_knn.ipynb",  # marked anonymously
]
MOODLE = [
    "Jamie ONeil_4711_assignsubmission_file_/knn.ipynb",  # a comma and quotes are not kept in names
    "Jean-Luc van der Berg_4712_assignsubmission_file/sub/knn.ipynb",  # from Moodle 4.1 on
    "Participant_4713_assignsubmission_file_01_knn.ipynb",  # without folders, marked blind
]
BRIGHTSPACE = [
    "4711-55 - Jamie O'Neil - Sep 24, 2024 926 PM/knn.ipynb",
    "4712-55 - Mary-Ann Smith - Dec 5, 2024 1149 AM - knn.ipynb",
    "4713-55 - N0123456 - Ann - Lee - 5 December, 2024 1149 - 01_knn.ipynb",
]


@pytest.mark.parametrize("places", [CANVAS, MOODLE, BRIGHTSPACE])
def test_each_file_is_found_with_its_student(places):
    found, unread = read(places, ["knn", "01_knn"])
    assert unread == []
    assert [one.number for one in found] == ["4711", "4712", "4713", "a7Xw2"][: len(places)]
    files = {"01_knn.ipynb" if "01_" in place else "knn.ipynb" for place in places}
    assert {one.file for one in found} == files


def test_what_an_upload_has_to_begin_with_is_what_the_lms_had_put_there():
    places = [CANVAS[1], MOODLE[0], MOODLE[2], BRIGHTSPACE[0], BRIGHTSPACE[1]]
    assert [read([place], ["knn", "01_knn"])[0][0].before for place in places] == [
        "smithjohn_LATE_4712_90211_",
        "Jamie ONeil_4711_assignsubmission_file_/",
        "Participant_4713_assignsubmission_file_",
        "4711-55 - Jamie O'Neil - Sep 24, 2024 926 PM/",
        "4712-55 - Mary-Ann Smith - Dec 5, 2024 1149 AM - ",
    ]


def test_brightspace_says_when():
    moments = [one.moment for one in read(BRIGHTSPACE)[0]]
    assert moments == [
        datetime(2024, 9, 24, 21, 26),
        datetime(2024, 12, 5, 11, 49),
        datetime(2024, 12, 5, 11, 49),
    ]


def test_a_name_that_can_be_read_in_two_ways_is_decided_by_the_release_or_not_at_all():
    forged = "x_4711_4712_90211_knn.ipynb"  # by 4712, who is called x_4711
    assert [one.number for one in read([forged], ["knn"])[0]] == ["4712"]
    assert read(["x_4711_4712_90211_mine.ipynb"], ["knn"]) == ([], ["x_4711_4712_90211_mine.ipynb"])


@given(st.text(min_size=1, max_size=40))
def test_no_name_of_a_file_makes_it_another_students(name):
    """What a student chose comes last: whatever it is, the number before it is the student's own."""
    own = name.replace("/", "").replace("\x00", "").strip(".") or "f"
    for before in ("Jo_12_assignsubmission_file_/", "12-3 - Jo - Sep 24, 2024 926 PM/", "jo_12_34_"):
        found, _ = read([before + own + ".ipynb"])
        assert {one.number for one in found} <= {"12"}


@pytest.mark.parametrize(
    "name", ["anon_.._12_x.ipynb", ".._1_assignsubmission_file_/x.ipynb", "jo_../x_1_2.ipynb"]
)
def test_no_name_leads_out_of_the_folder_of_a_student(name):
    assert all(one.number.isalnum() for one in read([name])[0])


def test_folders_inside_belong_to_the_student_before_them():
    place = f"{MOODLE[0].rpartition('/')[0]}/Other_99_assignsubmission_file_/knn.ipynb"
    assert read([place])[0][0].number == "4711"


def test_what_says_of_nobody_is_named():
    found, unread = read(
        [*CANVAS, "index.html", "__MACOSX/x", ".DS_Store", "Default group_assignsubmission_file_/a"]
    )
    assert len(found) == len(CANVAS)
    assert unread == ["index.html", "Default group_assignsubmission_file_/a"]


def test_of_two_files_of_one_name_the_newer_is_kept():
    places = ["jo_12_340_knn-1.ipynb", "jo_12_99_knn.ipynb", "al_13_98_knn.ipynb"]
    assert sorted(newest(read(places, ["knn"])[0])) == ["al_13_98_knn.ipynb", "jo_12_340_knn-1.ipynb"]
    assert newest([]) == {}


PEOPLE = {
    "jamie": {
        "Student": 'O\'Neil, "Jamie"',
        "ID": "4711",
        "Identifier": "Participant 4711",
        "User ID": "4711",
    },
    "john1": {"Student": "Smith, John", "ID": "4712"},
    "john2": {"Student": "Smith, John", "ID": ""},
    "mary": {
        "Student": "Jones, Mary",
        "First Name": "Mary",
        "Last Name": "Jones",
        "Full name": "Mary_Ann: Jones",
    },
}


@pytest.mark.parametrize(
    ("lms", "number", "name", "student"),
    [
        ("Canvas", "4711", "anything", "jamie"),
        ("Canvas", "4712", "smithjohn", "john1"),
        ("Canvas", "5000", "smithjohn", "5000"),  # one of two of that name, and the number is nobody's
        ("Canvas", "5000", "jonesmary", "mary"),
        ("Moodle", "4711", "x", "jamie"),
        ("Moodle", "1", "Mary Ann Jones", "mary"),
        ("Brightspace", "1", "Mary Jones", "mary"),
        ("Brightspace", "1", "", "1"),
    ],
)
def test_who_a_student_is_says_the_file_of_people(lms, number, name, student):
    assert student_of(Handed("", lms, number, name, "", ""), PEOPLE) == student
    assert student_of(Handed("", lms, number, name, "", ""), {}) == number
