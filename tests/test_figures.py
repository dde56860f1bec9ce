"""The gallery of the lectures' figures: all eighteen are there, each made by the demonstration named."""

import re
from pathlib import Path

import nbformat

from mlcore import demos

DOCS = Path(__file__).parent.parent / "docs"
PAGE = (DOCS / "figures.md").read_text()
SHOWN = re.findall(r"!\[[^\]]+\]\(figures/([a-z0-9-]+)\.png\)", PAGE)
MISSING_IN_THE_LECTURES = {
    *("map", "knn-two-k", "error-k", "knn-circle", "accuracy-prior", "nb-graph", "digits", "gen-disc"),
    *("joint-wealth", "heights", "spam-arrows", "unbalanced", "shots", "effect-n", "cnn", "pr-roc"),
    *("voronoi", "kernels"),
}


def test_all_eighteen_come_first_and_every_picture_of_the_demonstrations_is_shown_once():
    assert len(MISSING_IN_THE_LECTURES) == 18
    assert set(SHOWN[:18]) == MISSING_IN_THE_LECTURES
    assert sorted(SHOWN) == sorted(figure for name in demos.names() for figure in demos.load(name).figures)


def test_each_lies_there_and_is_made_by_a_demonstration_of_its_section():
    for section in re.split(r"\n##+ ", PAGE)[1:]:
        makers = re.findall(r"`([a-z0-9_]+)`", section)
        made = {figure for name in makers for figure in demos.load(name).figures}
        shown = re.findall(r"\(figures/([a-z0-9-]+)\.png\)", section)
        assert set(shown) <= made
        assert all((DOCS / "figures" / f"{name}.png").is_file() for name in shown)


def test_page_and_notebooks_say_the_same_of_a_picture_to_those_who_do_not_see_it():
    notebooks = DOCS.parent / "notebooks" / "demos"
    words = {
        name: {cell.metadata.alt for cell in nbformat.read(path, 4).cells if "alt" in cell.metadata}
        for name in demos.names()
        for path in [notebooks / f"{name}.ipynb"]
    }
    said = {figure: alt for alt, figure in re.findall(r"!\[([^\]]+)\]\(figures/([a-z0-9-]+)\.png\)", PAGE)}
    for name in demos.names():
        assert {said[figure] for figure in demos.load(name).figures} <= words[name], name
    assert len(set(said.values())) == len(said)
