"""What must hold of every demonstration: it confirms, it repeats itself, its pictures have named axes."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from mlcore import demos
from mlcore.demos.__main__ import main
from mlcore.demos.frame import Slide

TEXTS = Path(__file__).parents[3] / "solutions"


@pytest.mark.parametrize("name", demos.names())
def test_it_confirms_says_the_same_on_each_run_and_its_pictures_have_named_axes(
    name, tmp_path, capsys, monkeypatch
):
    said, drawn = [], []
    for _ in range(2):
        assert main([name, "--to", str(tmp_path)]) == 0
        said.append(capsys.readouterr().out)
        monkeypatch.setattr(demos.frame, "save", lambda figure, path: drawn.append(figure))
    assert said[0] == said[1]
    assert demos.load(name).question in said[0]
    assert {path.stem for path in tmp_path.iterdir()} == set(demos.load(name).figures)
    assert len(drawn) == len(demos.load(name).figures)
    for figure in drawn:
        assert isinstance(figure, Slide)
        assert list(unnamed_axes(figure)) == []


def unnamed_axes(figure):
    """Name the plots of which an axis with numbers has no name."""
    for ax in figure.axes:
        if ax.axison and ax.get_label() != "<colorbar>" and (ax.lines or ax.collections or ax.patches):
            shown = [axis.label.get_text() for axis in (ax.xaxis, ax.yaxis) if axis.get_ticklabels()]
            if not all(shown):
                yield ax.get_title()


def test_every_demonstration_is_registered_with_its_question():
    found = {path.stem for path in Path(demos.__file__).parent.glob("[!_]*")} - {"frame"}
    loaded = [demos.load(name) for name in found]
    assert {demo.name: demo.question for demo in loaded} == demos.QUESTIONS
    assert list(demos.QUESTIONS) == demos.names()


def test_figures_do_not_share_a_name():
    loaded = [demos.load(name) for name in demos.names()]
    figures = [figure for demo in loaded for figure in demo.figures]
    assert len(set(figures)) == len(figures)


def test_without_a_name_the_demonstrations_are_listed(capsys):
    assert main([]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == demos.names()


def test_listing_imports_none_of_them():
    listing = "import sys; from mlcore.demos.__main__ import main; main([]); print(*sys.modules)"
    modules = subprocess.check_output([sys.executable, "-c", listing], text=True).splitlines()[-1].split()
    assert {f"mlcore.demos.{name}" for name in demos.names()}.isdisjoint(modules)


def test_a_misspelt_name_gets_a_suggestion(capsys):
    assert main(["base_rate"]) == 2
    assert "did you mean base_rates" in capsys.readouterr().err


def test_a_refused_claim_ends_with_its_sentence(monkeypatch, capsys, tmp_path):
    from mlcore.demos import base_rates

    wrong = demos.Demo(**{**vars(base_rates.DEMO), "confirm": lambda _: demos.frame.claim(False, "It fell.")})
    monkeypatch.setattr(base_rates, "DEMO", wrong)
    assert main(["base_rates", "--to", str(tmp_path)]) == 1
    assert "refused. It fell." in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_named(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["base_rates", "--to", str(tmp_path / "file")]) == 1
    assert f"cannot be saved in {tmp_path / 'file'}" in capsys.readouterr().err


def test_the_order_names_every_demonstration_once_and_texts_lead_along_it():
    order = [(unit, name) for unit, belonging in demos.ORDER.items() for name in belonging]
    assert sorted(name for _, name in order) == demos.names()
    for place, (unit, name) in enumerate(order):
        line = (TEXTS / "demos" / f"{name}.py").read_text(encoding="utf-8").splitlines()[3]
        assert line.startswith(f"# *{place + 1} of {len(order)}. ")
        assert f"(../{unit}/{unit}.ipynb)" in line
        around = [order[other][1] for other in (place - 1, place + 1) if 0 <= other < len(order)]
        assert re.findall(r"\((\w+)\.ipynb\)", line) == around


@pytest.mark.parametrize("unit", demos.ORDER)
def test_a_unit_and_the_first_notebook_lead_to_its_demonstrations(unit):
    links = re.findall(r"/notebooks/demos/(\w+)\.ipynb\)", (TEXTS / f"{unit}.py").read_text(encoding="utf-8"))
    assert tuple(links) == demos.ORDER[unit]
    start = (TEXTS / "start" / "START_HERE.py").read_text(encoding="utf-8")
    assert all(f"(demos/{name}.ipynb)" in start for name in links)
    assert f"({unit}/{unit}.ipynb)" in start


def test_a_picture_is_saved_as_svg_with_the_same_bytes_each_time(tmp_path):
    for folder in ("one", "other"):
        assert main(["base_rates", "--svg", "--to", str(tmp_path / folder)]) == 0
    (one,), (other,) = ((tmp_path / folder).iterdir() for folder in ("one", "other"))
    assert one.suffix == ".svg"
    assert one.read_bytes() == other.read_bytes()
