"""Notes behind a fold: folded, chosen by topic, refused when they are not understood."""

import pytest

from selfcheck.authoring import build, folds

NOTE = "> [!fold lecture-4 lecture-5] Mind the slide\n> One line.\n>\n> $$x < y$$"


def test_a_note_by_hand():
    assert folds.folded(f"Before.\n\n{NOTE}\n\nAfter.") == (
        "Before.\n\n<details><summary>Mind the slide</summary>\n\n"
        "One line.\n\n$$x < y$$\n\n</details>\n\nAfter."
    )


def test_a_title_cannot_break_out_of_its_fold():
    assert "<summary>1 &lt; 2 &amp; more</summary>" in folds.folded("> [!fold] 1 < 2 & more\n> Text.")


@pytest.mark.parametrize(
    ("topics", "there"), [(None, True), (["lecture-5"], True), (["lecture-1"], False), ([], False)]
)
def test_a_note_stays_if_one_of_its_topics_was_chosen(topics, there):
    assert ("One line." in folds.folded(NOTE, topics)) is there


def test_a_note_without_topics_is_for_everybody():
    assert "Text." in folds.folded("> [!fold] Answer\n> Text.", [])


def test_other_quotations_stay_as_they_are():
    assert folds.folded("> Somebody said so.\n\nText.") == "> Somebody said so.\n\nText."


def test_a_fold_without_a_title_is_refused():
    with pytest.raises(ValueError, match="A fold begins"):
        folds.folded("> [!fold lecture-4]\n> Text.")


def test_a_course_chooses_in_its_project_file(tmp_path):
    source = tmp_path / "texts" / "unit.py"
    source.parent.mkdir()
    source.write_text(
        "# %% [markdown]\n# Text.\n\n# %% [markdown]\n" + "# " + NOTE.replace("\n", "\n# ") + "\n"
    )
    assert len(build.read(source).cells) == 2
    (tmp_path / "pyproject.toml").write_text('[tool.selfcheck]\ntopics = ["lecture-1"]\n')
    assert [cell.source for cell in build.read(source).cells] == ["Text."]
