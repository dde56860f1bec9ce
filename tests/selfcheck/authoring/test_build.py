"""Notebooks from text: the same bytes each time, and nothing in them that belongs to one machine."""

import io

import numpy as np
import pytest
from nbclient.exceptions import CellExecutionError
from PIL import Image

from selfcheck.authoring import build

SOURCE = """# %% [markdown]
# # A question
#
# What is $1 + 1$?

# %%
1 + 1

# %%
print("once")

# %%
print("once")

# %% tags=["nbval-ignore-output"]
print(object())

# %%
import matplotlib.pyplot as plt

_ = plt.plot([0, 1])
"""


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "question.py"
    path.write_text(SOURCE)
    return path


def test_building_twice_gives_the_same_bytes(source, tmp_path):
    first = build.build(source, tmp_path / "a").read_bytes()
    assert build.build(source, tmp_path / "b").read_bytes() == first


def test_cells_run_in_order_and_keep_what_they_print(source, tmp_path):
    notebook = build.clean(build.execute(build.read(source), tmp_path))
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == [1, 2, 3, 4, 5]
    assert code[0].outputs[0].data["text/plain"] == "2"
    assert code[1].outputs[0].text == "once\n"
    assert code[3].outputs == []  # an address in memory, told to be ignored
    assert set(code[4].outputs[0].data) == {"text/plain", "image/png"}


def test_a_picture_is_kept_in_few_colours_and_not_wider_than_a_page():
    rng = np.random.default_rng(0)
    noise = Image.fromarray(rng.integers(0, 255, (60, 2048, 4), dtype=np.uint8), "RGBA")
    raw = io.BytesIO()
    noise.save(raw, "PNG")
    small = build.small_picture(raw.getvalue())
    with Image.open(io.BytesIO(small)) as image:
        assert image.size == (1024, 30)
        assert len(image.getcolors()) <= 64
    assert small == build.small_picture(raw.getvalue())


def test_what_is_transparent_becomes_white():
    raw = io.BytesIO()
    Image.new("RGBA", (2, 2), (0, 0, 0, 0)).save(raw, "PNG")
    with Image.open(io.BytesIO(build.small_picture(raw.getvalue()))) as image:
        assert image.convert("RGB").getcolors() == [(4, (255, 255, 255))]


def test_equal_cells_get_different_ids_that_follow_from_their_text(source):
    ids = [cell.id for cell in build.read(source).cells]
    assert len(set(ids)) == len(ids)
    assert ids[3] == f"{ids[2]}-2"
    assert ids == [cell.id for cell in build.read(source).cells]


def test_a_failing_cell_ends_the_build_and_writes_nothing(source, tmp_path):
    source.write_text("# %%\n1 / 0\n")
    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        build.build(source, tmp_path / "a")
    assert list((tmp_path / "a").iterdir()) == []


def test_printed_text_is_in_one_piece_however_slowly_it_comes(source, tmp_path):
    source.write_text(
        "# %%\nimport time\n\nfor i in range(3):\n    print(i, flush=True)\n    time.sleep(0.3)\n"
    )
    notebook = build.clean(build.execute(build.read(source), tmp_path))
    assert [output.text for output in notebook.cells[0].outputs] == ["0\n1\n2\n"]


def test_a_raw_cell_is_refused(source):
    source.write_text("# %% [raw]\n# text\n")
    with pytest.raises(ValueError, match="must be code or markdown; got raw"):
        build.read(source)
