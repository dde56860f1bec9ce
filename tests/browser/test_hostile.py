# ruff: noqa: E501 - markup is written as it is handed in
"""Hostile submissions, graded and then looked at by a person: nothing runs, and nothing is fetched.

The graded notebook is opened in JupyterLab and in the formgrader, and the student's page in the browser.
Around the three hangs a trap for whatever a page does that nobody asked for: a request to another machine, a
dialog, a window, a title that JupyterLab does not give. `make browser` runs this; elsewhere it is skipped.
"""

import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from tests.nbjudge.attacks import catalogue_machine, catalogue_numbers, catalogue_outliving, classroom
from tests.nbjudge.attacks.attack import Attack

from .conftest import chromium

pytest.importorskip("playwright.sync_api", reason="playwright is missing: run `make browser`")
pytest.importorskip("jupyterlab", reason="JupyterLab is missing: run `make browser`")
pytest.importorskip("nbgrader", reason="nbgrader is missing: run `make browser`")

pytestmark = [
    pytest.mark.skipif(chromium() is None, reason="no Chromium: apt install chromium, or CHROMIUM=/path"),
    pytest.mark.filterwarnings("default"),
]

RUN, ASK = "document.title=1", "http://e.example"
MARKUP = {
    "script": f"<script>{RUN}</script><script src='{ASK}/a.js'></script>",
    "handlers": f"<img src=x onerror='{RUN}'><details open ontoggle='{RUN}'><summary>a</summary></details>"
    f"<input autofocus onfocus='{RUN}'><svg onload='{RUN}'><animate onbegin='{RUN}' attributeName=x dur=1s /></svg>",
    "resources": f"<img src='{ASK}/a.png'><img srcset='{ASK}/b.png 1x'><picture><source srcset='{ASK}/c.png'>"
    f"<img></picture><video autoplay poster='{ASK}/d.png' src='{ASK}/d.mp4'></video><audio autoplay "
    f"src='{ASK}/e.mp3'></audio><link rel=stylesheet href='{ASK}/f.css'><link rel=prefetch href='{ASK}/g'>"
    f"<object data='{ASK}/h'></object><embed src='{ASK}/i'><iframe src='{ASK}/j'></iframe>"
    f"<table background='{ASK}/k.png'><tr><td>a</td></tr></table><body background='{ASK}/l.png'>",
    "styles": f"<style>@import url({ASK}/a.css); * {{background: url({ASK}/b.png)}}</style>"
    f"<p style='background:url({ASK}/c.png)'>a</p><p style=\"content:url('{ASK}/d.png')\">a</p>",
    "drawing": f"<svg><image href='{ASK}/a.png' width=9 height=9 /><use href='{ASK}/b.svg#x' />"
    f"<foreignObject><img src='{ASK}/c.png' onerror='{RUN}'></foreignObject><script>{RUN}</script></svg>",
    "page": f"<base href='{ASK}/'><meta http-equiv=refresh content='0;url={ASK}/a'><img src='b.png'>",
    "frame": f"<iframe srcdoc='<script>parent.{RUN}; top.{RUN}</script><img src={ASK}/a.png>'></iframe>",
    "nested": f"<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src={ASK}/a.png "
    f"onerror={RUN}&gt;'></table></mtext></math><noscript><p title='</noscript><img src={ASK}/b.png>'>",
    "commands": "<button data-commandlinker-command='notebook:run-all-cells' "
    "data-commandlinker-args='{}'>all</button><a href='#' "
    "data-commandlinker-command='terminal:create-new'>a</a>",
}
MARKDOWN = (
    *MARKUP.values(),
    f"![a]({ASK}/a.png) ![b][far] ![c](//e.example/c.png 'c') [![d]({ASK}/d.png)]({ASK}/d)\n\n[far]: {ASK}/b.png",
    f"![a](<{ASK}/a.png>) ![b]( {ASK}/b.png) ![c](\\{ASK}/c.png) !&#91;d](&#104;ttp://e.example/d.png)",
    f"[a](javascript:{RUN}) <javascript:{RUN}> [b](data:text/html,<script>top.{RUN}</script>)",
    f"```mermaid\ngraph TD\n A[\"<img src='{ASK}/a.png' onerror='{RUN}'>\"]-->B\n click A \"javascript:{RUN}\"\n"
    f" style A fill:url({ASK}/b.png)\n```\n\n```mermaid\n%%{{init: {{'securityLevel': 'loose', 'themeCSS': "
    f"'@import url({ASK}/c.css)'}}}}%%\ngraph TD\n A-->B\n```",
    f"$\\href{{javascript:{RUN}}}{{a}} \\require{{html}} \\style{{background:url({ASK}/a.png)}}{{b}} "
    f"\\class{{c}}{{\\includegraphics{{{ASK}/d.png}}}}$\n\n$$\\unicode{{60}}\\text{{<img src={ASK}/e.png>}}$$",
)
FAR = {
    "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
    "data": {"url": f"{ASK}/a.json"},
    "mark": "bar",
}
DISPLAYS = {
    "application/javascript": RUN,
    "application/vnd.vegalite.v5+json": FAR,
    "application/vnd.vega.v5+json": {"data": [{"name": "a", "url": f"{ASK}/b.json"}], "marks": []},
    "application/geo+json": {"type": "Point", "coordinates": [0, 0]},
    "application/vnd.plotly.v1+json": {"data": [{"type": "image", "source": f"{ASK}/c.png"}], "layout": {}},
    "application/vnd.jupyter.widget-view+json": {
        "model_id": "a" * 32,
        "version_major": 2,
        "version_minor": 0,
    },
    "application/vnd.nbjudge.check+json": {"format": 1, "findings": [{"hint": MARKUP["handlers"]}]},
    "text/vnd.mermaid": f"graph TD\n A[\"<img src='{ASK}/d.png'>\"]-->B",
    "image/svg+xml": f"<svg xmlns='http://www.w3.org/2000/svg' onload='{RUN}'><image href='{ASK}/e.png'/></svg>",
    "text/latex": f"$\\href{{javascript:{RUN}}}{{a}}$",
}
SHOWS = "from IPython.display import display\n"
LEAVES = "import pathlib\npathlib.Path(__file__).with_name('ran').write_text('ran')\n"


def program_files(folder):
    """Beside the notebook: files by the names that a kernel, its server or a shell looks for where it starts."""
    names = "ipykernel_launcher IPython ipykernel zmq debugpy psutil random sitecustomize usercustomize jedi"
    for name in names.split():
        (folder / f"{name}.py").write_text(LEAVES)
    (folder / "comm").mkdir()
    (folder / "comm" / "__init__.py").write_text(LEAVES)
    for name in (
        "ipython_config.py",
        "jupyter_server_config.py",
        "nbgrader_config.py",
        "ipython_kernel_config.py",
    ):
        (folder / name).write_text(LEAVES.replace("__file__", repr(str(folder / name))))


def carried_out(notebook):
    """The same markup in cells, in attachments, and in the outputs and metadata that were handed in."""
    notebook["metadata"] |= {"trusted": True, "title": MARKUP["script"]}
    for cell in notebook["cells"]:
        cell["metadata"]["trusted"] = True
        if cell["cell_type"] == "code":
            data = {"text/html": "".join(MARKUP.values()), **DISPLAYS}
            cell["outputs"] = [{"output_type": "display_data", "data": data, "metadata": {"isolated": True}}]
    svg = {"a.svg": {"image/svg+xml": DISPLAYS["image/svg+xml"]}}
    for number, text in enumerate((*MARKDOWN, "![a](attachment:a.svg)")):
        cell = {"cell_type": "markdown", "metadata": {"trusted": True}, "id": f"note{number}", "source": text}
        notebook["cells"].append({**cell, "attachments": svg} if "attachment:" in text else cell)
    raw = {"cell_type": "raw", "metadata": {"format": "text/html", "raw_mimetype": "text/html"}, "id": "raw"}
    notebook["cells"].append({**raw, "source": "".join(MARKUP.values())})
    return notebook


ATTACKS = [
    *(
        attack
        for catalogue in (catalogue_machine, catalogue_numbers, catalogue_outliving)
        for attack in catalogue.ATTACKS
        if re.fullmatch(r"E42.?|W[146].?|U1[89]|U2[0-36].?|F3b", attack.id)
    ),
    Attack("html", "markup in outputs", early=tuple(
        f"from IPython.display import HTML, display\ndisplay(HTML({text!r}))" for text in MARKUP.values()
    )),
    Attack("markdown", "Markdown in outputs", early=tuple(
        f"from IPython.display import Markdown, display\ndisplay(Markdown({text!r}))" for text in MARKDOWN
    )),
    Attack("displays", "displays of every kind", early=tuple(
        f"{SHOWS}display({ {kind: content, **extra}!r}, raw=True)"
        for kind, content in DISPLAYS.items() for extra in ({}, {"text/plain": "a"})
    )),
    Attack("said", "markup in an error, its name, a name of a function and of a class", early=(
        f"raise type({MARKUP['handlers']!r}, (Exception,), {{}})({MARKUP['script']!r})",
        f"type({MARKUP['script']!r}, (), {{}})",
        f"def f(): pass\nf.__qualname__ = {MARKUP['handlers']!r}\nprint(f, {MARKUP['resources']!r})\nf",
    )),
    Attack("cells", "markup in cells of all kinds", notebook=carried_out),
    Attack("files", "modules by the names that a kernel imports", files=program_files),
]  # fmt: skip
TRAP = """
window.caught = [];
const given = Object.getOwnPropertyDescriptor(Document.prototype, "title");
Object.defineProperty(document, "title", {
  get() { return given.get.call(this) },
  set(text) { window.caught.push(String(text)); given.set.call(this, text) },
});
"""
NOT_GIVEN = {"1", "pwned"}
NBGRADERS_OWN = "https://cdnjs.cloudflare.com/ajax/libs/mathjax/"  # the formgrader's page asks for it itself


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """The attackers' course with those who aim at people, graded."""
    root = tmp_path_factory.mktemp("hostile")
    classroom.lay_out(root / "course", ATTACKS, root / "canary")
    command = [
        sys.executable,
        "-m",
        "nbjudge",
        "grade",
        classroom.ASSIGNMENT,
        "--course",
        str(root / "course"),
    ]
    environment = os.environ | {"PATH": f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert "Traceback" not in done.stderr, done.stderr
    return root / "course"


@pytest.fixture(scope="module")
def address(course, port, staff_lab):
    with staff_lab(course, port) as address:
        yield address


class Watched:
    """A window, and what happened in it that nobody asked for."""

    def __init__(self, browser):
        self.context = browser.new_context(viewport={"width": 1300, "height": 6000})
        self.context.add_init_script(TRAP)
        self.happened = []
        self.context.on("request", lambda one: self.asked(one.url))
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.page.on("popup", lambda one: self.happened.append(f"a window: {one.url}"))
        self.page.on("dialog", lambda one: (self.happened.append(f"a dialog: {one.message}"), one.dismiss()))

    def asked(self, url):
        near = re.match(r"(http|ws)://127\.0\.0\.1:|data:|blob:|file:|about:|attachment:", url)
        if not near and not url.startswith(NBGRADERS_OWN):
            self.happened.append(f"a request: {url}")

    def end(self):
        """Give what has happened, after all that was begun had time to happen."""
        self.page.wait_for_timeout(1000)
        for frame in self.page.frames:
            titles = frame.evaluate("window.caught || []")
            self.happened += [f"a script: {title}" for title in titles if title in NOT_GIVEN]
        self.happened += [
            f"a link: {link}"
            for link in self.page.evaluate("[...document.links].map(link => link.href)")
            if re.match(r"\s*(javascript|vbscript):", link)  # browsers go to no `data:` by a link
        ]
        self.context.close()
        return self.happened


def notebook_of(course, student):
    with closing(sqlite3.connect(course / "gradebook.db")) as gradebook:
        ((number,),) = gradebook.execute(
            "select n.id from submitted_notebook n join submitted_assignment a on n.assignment_id = a.id "
            "where a.student_id = ?",
            (student,),
        ).fetchall()
    return number


def in_the_formgrader(watched, course, address, student):
    watched.page.goto(f"{address}/formgrader?token=secret")
    watched.page.goto(f"{address}/formgrader/submissions/{notebook_of(course, student)}/?index=0")
    watched.page.locator("body .score").first.wait_for()


def on_the_student_s_page(watched, course, address, student):
    watched.page.goto((course / "feedback" / student / "ps1" / "p.html").as_uri())


def in_the_lab(watched, course, address, student):
    page = watched.page
    page.goto(f"{address}/lab/tree/autograded/{student}/ps1/p.ipynb?reset&token=secret")
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
    page.get_by_text(re.compile(r"\| (Idle|No Kernel)")).first.wait_for()
    for _ in range(20):  # what is not in sight is not drawn
        page.locator(".jp-WindowedPanel-outer").first.evaluate("part => part.scrollBy(0, 2000)")
        page.wait_for_timeout(100)


PLACES = {"formgrader": in_the_formgrader, "student": on_the_student_s_page, "lab": in_the_lab}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", [attack.id for attack in ATTACKS])
def test_nothing_runs_and_nothing_is_fetched(browser, course, address, keep, name, place):
    watched = Watched(browser)
    PLACES[place](watched, course, address, f"x-{name}")
    keep(watched.page, f"hostile-{place}-{name}")
    assert watched.end() == []
    assert not list(course.rglob("ran"))


def test_no_cell_of_a_graded_notebook_was_run_by_looking(course, address):
    """JupyterLab starts a kernel for a notebook, which has been asked nothing."""
    for notebook in sorted((course / "autograded").rglob("*.ipynb")):
        cells = json.loads(notebook.read_text())["cells"]
        assert not any(cell.get("execution_count") for cell in cells), notebook


@pytest.mark.parametrize("name", MARKUP)
def test_the_trap_closes_on_the_same_markup_as_it_was_written(browser, tmp_path, name):
    page = tmp_path / "page.html"
    page.write_text(f"<!doctype html><body>{MARKUP[name]}</body>")
    watched = Watched(browser)
    watched.page.goto(page.as_uri(), wait_until="commit")
    assert bool(watched.end()) == (name != "commands"), name  # JupyterLab's own: nothing to a browser
