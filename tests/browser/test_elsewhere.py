"""The panel of a check outside of JupyterLab: in frames styled as those of VS Code and of Colab.

Neither of the two runs here. Their frames are imitated, as far as they set colours, fonts and tables: VS Code
colours by variables of its own and puts no background behind an output, Colab has a dark page by attribute.
"""

import numpy as np
import pytest

from .conftest import UNFOLD, chromium

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="run `make browser`")
pytestmark = [
    pytest.mark.skipif(chromium() is None, reason="no Chromium: apt install chromium, or CHROMIUM=/path"),
    pytest.mark.filterwarnings("default"),
]
VSCODE = """<html style="--words: {words}; --code: {code}"><style>
  body {{ margin: 0; padding: 0 8px; background: {page}; color: var(--words); font: 13px sans-serif; }}
  code {{ color: var(--words); background: var(--code); padding: 1px 3px; border-radius: 4px; }}
  table, thead, tr, th, td {{ border: none; border-collapse: collapse; text-align: right; }}
  th, td {{ padding: 4px 8px; }}
  tr:nth-child(even) {{ background-color: rgba(130, 130, 130, 0.08); }}
</style><body class="vscode-dark">{panels}</body></html>"""
COLAB = """<html theme="dark"><style>
  body {{ margin: 0; background: {page}; color: {words}; font: 14px Roboto, sans-serif; }}
  .output_subarea {{ padding: 8px; overflow-x: auto; }}
  table {{ border-collapse: collapse; font-size: 14px; }}
</style><body><div class="output_subarea">{panels}</div></body></html>"""
FRAMES = {
    "vscode-light": (VSCODE, {"page": "#ffffff", "words": "#3b3b3b", "code": "#0000001f"}),
    "vscode-dark": (VSCODE, {"page": "#1f1f1f", "words": "#cccccc", "code": "#3c3c3c"}),
    "colab-light": (COLAB, {"page": "#ffffff", "words": "#1f1f1f"}),
    "colab-dark": (COLAB, {"page": "#383838", "words": "#e3e3e3"}),
}


@pytest.fixture(scope="module")
def panels():
    """A wrong answer, a right one, and a task that nobody has written."""
    from mlcore.exercises import check, start

    def predict(model, Q):
        distances = [[model["metric"](q, x) for x in model["X"]] for q in Q]
        return np.asarray(model["y"])[np.argmin(distances, axis=1)]

    def share(votes, label):
        return votes.count(label) / len(votes) if votes else 0

    def predict_one(x, model):
        raise NotImplementedError()

    reports = [
        check("knn.predict", predict),
        start.check("start.share", share),
        check("knn.predict_one", predict_one),
    ]
    return "".join(report._repr_html_() for report in reports)


@pytest.mark.parametrize("width", [820, 400])
@pytest.mark.parametrize("name", FRAMES)
def test_a_panel_is_read_by_anybody_elsewhere_too(browser, panels, keep, name, width):
    frame, colours = FRAMES[name]
    context = browser.new_context(viewport={"width": width, "height": 700})
    try:
        page = context.new_page()
        page.set_content(frame.format(panels=panels, **colours))
        page.evaluate(UNFOLD)
        keep(page, f"elsewhere-{name}-{width}", whole=True)
        assert page.get_by_role("group", name="Check of predict", exact=True).is_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        inside = "[role=group]"
        found = axe.Axe().run(page, context=inside).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
    finally:
        context.close()
