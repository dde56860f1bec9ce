"""Build the site: ``make docs``. It is built without a network, warnings are errors, and every link is tried.

    pages       docs/*.md as they are; links out of docs/ lead to copies of the files
    figures     each beside its SVG, which is drawn now and says in words what it shows
    units       as they are read: stubs, with the solutions behind a fold, and the pictures
    demos       as they are in notebooks/demos
    reference   a page for each room of mlcore, from its docstrings
    concepts    which task is about which concept

`--edition students` leaves solutions and possible answers out.
"""

import argparse
import importlib
import inspect
import pkgutil
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote, urlsplit

import nbformat
from nbformat import NotebookNode

import mlcore
from mlcore.demos import ORDER, QUESTIONS
from mlcore.exercises import UNITS

ROOT = Path(__file__).parent.parent
TOP = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
LEFT_OUT = {"course_folder", "demos", "exercises", "installed", "progress"}
ANSWERS = ("solutions", "mlcore/exercises", "tests/mlcore/exercises")
FIGURE = re.compile(r"!\[([^\]]+)\]\(figures/([a-z0-9-]+)\.png\)")
NOT_OURS = "BaseEstimator, ClassifierMixin, RegressorMixin, tuple, float, dict"
FAMILIES = {
    "bayes": "Bayes' rule",
    "bern": "Bernoulli naive Bayes",
    "bow": "Bags of words",
    "cat": "Categorical naive Bayes",
    "cnn": "Condensed nearest neighbours",
    "dbg": "Finding mistakes",
    "demo": "Seen in a picture",
    "dist": "Distributions and distances",
    "dt": "Decisions",
    "ev": "Evaluation",
    "ex": "Worked examples of the lectures",
    "fig": "Figures",
    "frame": "Learning, in general",
    "gauss": "Gaussian naive Bayes",
    "gd": "Generative models",
    "hp": "Choosing k and other hyperparameters",
    "ind": "Independence",
    "joint": "Joint tables",
    "knn": "Nearest neighbours",
    "lin": "Linear form",
    "map": "Maximum a posteriori",
    "mle": "Maximum likelihood",
    "mult": "Multinomial naive Bayes",
    "nb": "Naive Bayes",
    "pr": "Practice",
    "prob": "Probability",
    "smooth": "Smoothing",
    "text": "Text",
    "ub": "Unbalanced classes",
    "vec": "Vectors",
    "w": "Weights of neighbours",
    "zero": "Smoothing",
}


def main() -> None:
    """Put together, build, try the links."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edition", choices=("teachers", "students"), default="teachers")
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "site")
    options = parser.parse_args()
    source = options.to.with_name(f"{options.to.name}-source")
    shutil.rmtree(source, ignore_errors=True)
    put_together(source, solutions=options.edition == "teachers")
    draw(source)
    shutil.rmtree(options.to, ignore_errors=True)
    command = ["-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", "-d", f"{source}-trees"]
    subprocess.run([sys.executable, *command, source, options.to], check=True)
    broken = sorted(set(broken_links(options.to)))
    if broken:
        sys.exit("Links that lead nowhere:\n" + "\n".join(broken))
    pages = len(list(options.to.rglob("*.html")))
    size = sum(path.stat().st_size for path in options.to.rglob("*") if path.is_file()) / 1e6
    print(f"{pages} pages, {size:.0f} MB, every link leads somewhere: {options.to / 'index.html'}")


def put_together(source: Path, solutions: bool) -> None:
    """Write everything that Sphinx reads."""
    shutil.copytree(ROOT / "docs" / "site", source)
    shutil.copytree(ROOT / "docs" / "figures", source / "figures")
    for picture in ("rooms.svg", "panel.png"):
        shutil.copy(ROOT / "docs" / picture, source)
    for page in [*(ROOT / "docs").glob("*.md"), *(ROOT / name for name in TOP)]:
        (source / page.name).write_text(with_links(page, source, solutions), encoding="utf-8")
    for name in ("units", "demos", "reference"):
        (source / name).mkdir()
    for unit in sorted((ROOT / "solutions").glob("*/[0-9]*.ipynb")):
        write(unit_page(unit, solutions), source / "units" / unit.name)
        shutil.copy(ROOT / "notebooks" / unit.stem / unit.name, source / "files" / unit.name)
    for demo in sorted((ROOT / "notebooks" / "demos").glob("*.ipynb")):
        write(with_download(among_units(nbformat.read(demo, 4)), demo.name), source / "demos" / demo.name)
        shutil.copy(demo, source / "files" / demo.name)
    for room in rooms():
        page = "\n".join(room_page(room))
        (source / "reference" / f"{room.__name__}.md").write_text(page, encoding="utf-8")
    (source / "concepts.md").write_text("\n".join(concepts_page()) + "\n", encoding="utf-8")
    (source / "demos.md").write_text("\n".join(demos_page()) + "\n", encoding="utf-8")


def draw(source: Path) -> None:
    """Draw the figures as SVG, with their words inside, and link to each below its picture."""
    page = source / "figures.md"
    text = page.read_text(encoding="utf-8")
    files = source / "files"
    command = [sys.executable, "-m", "mlcore.demos", "all", "--svg", "--to", files]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    for words, name in FIGURE.findall(text):
        path = files / f"{name}.svg"
        path.write_text(described(path.read_text(encoding="utf-8"), words), encoding="utf-8")
    page.write_text(FIGURE.sub(r"\g<0>\n[\g<2> as SVG](files/\g<2>.svg)\n", text), encoding="utf-8")


def described(svg: str, words: str) -> str:
    """Return a drawing that says what it shows, wherever it is put.

    >>> described('<svg width="1"><g/></svg>', "A < B")
    '<svg role="img" width="1"><title>A &lt; B</title><g/></svg>'
    """
    return re.sub(
        r"<svg\b([^>]*)>", lambda tag: f'<svg role="img"{tag[1]}><title>{escape(words)}</title>', svg, count=1
    )


def with_links(page: Path, source: Path, solutions: bool) -> str:
    """Return a page whose links stay within the site: other pages, else copies of the files.

    Without solutions no file comes along that holds answers.
    """
    files = source / "files"
    files.mkdir(exist_ok=True)
    text = page.read_text(encoding="utf-8")

    def led(found: re.Match[str]) -> str:
        path, hash_, anchor = found[2].partition("#")
        target = (page.parent / path).resolve()
        if not path or ":" in path or (page.parent.name == "docs" and ".." not in path):
            return found[0]
        if target.suffix == ".md" and target.parent in (ROOT, ROOT / "docs"):
            return f"{found[1]}({target.name}{hash_}{anchor})"
        answers = any(target.is_relative_to(ROOT / folder) for folder in ANSWERS)
        if target.is_file() and (solutions or not answers):
            flat = target.relative_to(ROOT).as_posix().replace("/", "-")
            shutil.copy(target, files / flat)
            return f"{found[1]}(files/{flat})"
        return found[1].removeprefix("!").strip("[]")  # the name says enough

    return re.sub(r"(!?\[[^\]\[]*\])\(([^)\s]+)\)", led, text)


def among_units(notebook: NotebookNode) -> NotebookNode:
    """Return a demonstration whose links lead to the units of the site, which are in one folder."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = re.sub(r"\(\.\./(\w+)/\1\.ipynb\)", r"(../units/\1.ipynb)", cell.source)
    return notebook


def write(notebook: NotebookNode, path: Path) -> None:
    """Write a notebook, with the words for its pictures where MyST-NB looks for them."""
    for cell in notebook.cells:
        if "alt" in cell.metadata:
            cell.metadata["mystnb"] = cell.metadata.get("mystnb", {}) | {"image": {"alt": cell.metadata.alt}}
    nbformat.write(notebook, path)


def with_download(notebook: NotebookNode, name: str) -> NotebookNode:
    """Say under the title where the notebook itself is."""
    first = notebook.cells[0]
    title, _, rest = first.source.partition("\n")
    first.source = f"{title}\n\n{{download}}`Download this notebook <../files/{name}>`\n{rest}"
    return notebook


def unit_page(path: Path, solutions: bool) -> NotebookNode:
    """Return a unit as it is read: what students get, then what we write there, folded."""
    notebook = nbformat.read(path, 4)
    released = {cell.id: cell for cell in nbformat.read(ROOT / "notebooks" / path.stem / path.name, 4).cells}
    cells = []
    for cell in notebook.cells:
        role = cell.metadata.get("nbgrader", {})
        stub = released[cell.id]
        if cell.cell_type == "markdown" and role.get("grade"):
            cells.append(nbformat.v4.new_markdown_cell("*Your answer, in words.*"))
            if solutions:
                cells.append(folded_answer(cell.source))
        elif role.get("solution"):
            cells.append(nbformat.v4.new_code_cell(stub.source))
            if solutions:
                cells.append(folded_code(cell))
        else:
            cell.source = stub.source
            cells.append(cell)
    notebook.cells = cells
    return with_download(notebook, path.name)


def folded_code(cell: NotebookNode) -> NotebookNode:
    """Return a cell with a solution behind a fold."""
    source = "\n".join(line for line in cell.source.splitlines() if "### " not in line)
    prompts = {"code_prompt_show": "Show a solution", "code_prompt_hide": "Hide the solution"}
    return nbformat.v4.new_code_cell(source, metadata={"tags": ["hide-input"], "mystnb": prompts})


def folded_answer(text: str) -> NotebookNode:
    """Return a possible answer behind a fold."""
    return nbformat.v4.new_markdown_cell(
        f'<details class="answer"><summary>A possible answer</summary>\n\n{text}\n\n</details>'
    )


def rooms() -> Iterator[ModuleType]:
    """Go through the modules that users import from."""
    for module in sorted(pkgutil.iter_modules(mlcore.__path__), key=lambda found: found.name):
        if not module.name.startswith("_") and module.name not in LEFT_OUT:
            yield importlib.import_module(f"mlcore.{module.name}")


def room_page(room: ModuleType) -> Iterator[str]:
    """Go through the lines of a room's page in the reference."""
    names = getattr(room, "__all__", None) or [
        name for name, thing in vars(room).items() if getattr(thing, "__module__", "") == room.__name__
    ]
    yield f"# {room.__name__}\n"
    yield f"```{{eval-rst}}\n.. automodule:: {room.__name__}\n   :no-members:\n```\n"
    for name in sorted((name for name in names if not name.startswith("_")), key=str.lower):
        thing = getattr(room, name)
        if getattr(thing, "__module__", "") in {other.__name__ for other in rooms()} - {room.__name__}:
            yield f"`{name}` is described in [{thing.__module__}]({thing.__module__}.md).\n"
        elif inspect.isclass(thing):
            yield f"## {name}\n\n```{{eval-rst}}\n.. autoclass:: {room.__name__}.{name}"
            yield f"   :members:\n   :inherited-members: {NOT_OURS}\n```\n"
        elif inspect.isfunction(thing):
            yield f"## {name}\n\n```{{eval-rst}}\n.. autofunction:: {room.__name__}.{name}\n```\n"


def concepts_page() -> Iterator[str]:
    """Go through the lines of the index of concepts."""
    tasks: dict[str, list[str]] = {}
    for unit in UNITS.values():
        for exercise in unit.exercises:
            for concept in exercise.concepts:
                link = f"[{unit.notebook[1]} `{exercise.name}`](units/{unit.notebook}.ipynb)"
                tasks.setdefault(concept, []).append(link)
    yield "# Index of concepts\n"
    yield "Which task is about what. The number is that of its unit, to which the link leads.\n"
    title = ""
    by_title = sorted(tasks, key=lambda concept: (FAMILIES[concept.partition("-")[0]], concept))
    for concept in by_title:
        family, _, words = concept.partition("-")
        if FAMILIES[family] != title:
            title = FAMILIES[family]
            yield f"\n## {title}\n\n| concept | tasks |\n|---|---|"
        yield f"| {words.replace('-', ' ')} | {', '.join(dict.fromkeys(tasks[concept]))} |"


def demos_page() -> Iterator[str]:
    """Go through the lines of the list of demonstrations, in the order of the course."""
    yield "# Demonstrations\n"
    yield "What the lectures claim, computed, confirmed by a second route, and drawn.\n"
    yield "| question | | to |\n|---|---|---|"
    for unit, names in ORDER.items():
        link = f"[unit {int(unit[:2])}](units/{unit}.ipynb)"
        yield from (f"| {QUESTIONS[name]} | [{name}](demos/{name}.ipynb) | {link} |" for name in names)
    yield ""
    yield "```{toctree}\n:hidden:\n"
    yield from (f"demos/{name}" for names in ORDER.values() for name in names)
    yield "```"


class Links(HTMLParser):
    """What a page links to, and the names that can be linked to."""

    def __init__(self) -> None:
        """Begin with nothing."""
        super().__init__()
        self.targets: list[str] = []
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take a tag's links and names."""
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.targets.append(value)
            elif name in ("id", "name") and value:
                self.names.add(value)


def broken_links(site: Path) -> Iterator[str]:
    """Go through the links that lead nowhere, and those that leave the site for a script or a picture."""
    pages = {}
    for path in site.rglob("*.html"):
        if "_static" in path.parts:
            continue  # a template of the theme's
        pages[path] = Links()
        pages[path].feed(path.read_text(encoding="utf-8"))
    for path, page in pages.items():
        for target in page.targets:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc or target.startswith("//"):
                continue
            file = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            names = pages[file].names if file in pages else {unquote(parts.fragment)}
            if not file.exists() or (parts.fragment and unquote(parts.fragment) not in names):
                yield f"{path.relative_to(site)}: {target}"


if __name__ == "__main__":
    main()
