"""From text to notebooks: percent-format sources become executed notebooks, the same bytes on every run.

    read     source text -> notebook, each cell with an id that follows from its text
    execute  run every cell in order, in the folder where the notebook will live
    clean    keep what is the same on every run: pictures in few colours and of bounded size, no addresses

Nobody edits an .ipynb by hand: edit the source and run the build again.
Cells to be graded say so in their header: see `roles`. Notes behind a fold: see `folds`.
A cell that draws says in its header what the picture shows, for those who do not see it: # %% alt="Two ..."
What students get of them: see `release`.
"""

import base64
import hashlib
import io
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode
from PIL import Image

from selfcheck.authoring import folds, roles
from selfcheck.report import MIME

IGNORED = "nbval-ignore-output"
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
KEPT = {"tags", "alt", "nbgrader", "deletable", "editable"}
NOT_KEPT = ("image/jpeg", MIME)  # what only a grader reads, and pictures that would not stay sharp
PICTURE = "image/png"
COLOURS, WIDEST = 64, 1024  # of a picture: a third of the bytes, and nobody sees it
WIDGET = "application/vnd.jupyter.widget-view+json"


def read(source: Path) -> NotebookNode:
    """Return the notebook of a percent-format text, not yet run."""
    parsed = jupytext.read(source, fmt="py:percent")
    notebook = nbformat.v4.new_notebook(metadata={"kernelspec": KERNEL, "language_info": {"name": "python"}})
    topics = folds.chosen(source)
    cells = [_cell(cell, topics) for cell in parsed.cells]
    notebook.cells = [cell for cell in cells if cell.source]  # a cell may have been one note that is left out
    roles.check_all(notebook.cells)
    seen: dict[str, int] = {}
    for cell in notebook.cells:
        if "nbgrader" in cell.metadata:
            cell.id = cell.metadata.nbgrader.grade_id
            continue
        name = hashlib.sha256(f"{cell.cell_type}\n{cell.source}".encode()).hexdigest()[:8]
        seen[name] = seen.get(name, 0) + 1
        cell.id = name if seen[name] == 1 else f"{name}-{seen[name]}"
    return notebook


def _cell(parsed: NotebookNode, topics: list[str] | None = None) -> NotebookNode:
    """Return a cell with its text, tags and role, and nothing else that a converter may have added."""
    if parsed.cell_type == "markdown":
        cell = nbformat.v4.new_markdown_cell(folds.folded(parsed.source, topics))
    elif parsed.cell_type == "code":
        told = {key: parsed.metadata[key] for key in ("tags", "alt") if parsed.metadata.get(key)}
        cell = nbformat.v4.new_code_cell(parsed.source, metadata=told)
    else:
        raise ValueError(f"A cell must be code or markdown; got {parsed.cell_type}: {parsed.source[:60]!r}")
    roles.assign(cell, parsed.metadata)
    return cell


def load(path: Path) -> NotebookNode:
    """Return a notebook from its file."""
    notebook: NotebookNode = nbformat.read(path, as_version=4)
    return notebook


def execute(notebook: NotebookNode, folder: Path, timeout: int = 120) -> NotebookNode:
    """Return the notebook with every cell run in order; an error ends the build and says where."""
    client = NotebookClient(
        notebook, timeout=timeout, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
    )
    executed: NotebookNode = client.execute()
    return executed


def clean(notebook: NotebookNode) -> NotebookNode:
    """Return the notebook with only what every machine would print alike."""
    notebook.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        tags = cell.metadata.get("tags", [])
        for key in set(cell.metadata) - KEPT:
            del cell.metadata[key]
        outputs = [] if IGNORED in tags else cell.outputs
        outputs = [_small(output) for output in outputs if WIDGET not in output.get("data", {})]
        cell.outputs = _in_one_piece(outputs)
    return notebook


def _in_one_piece(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """Return outputs with printed text put together: how a kernel cuts it depends on the clock."""
    joined: list[NotebookNode] = []
    for output in outputs:
        last = joined[-1] if joined else {}
        if output.output_type == "stream" == last.get("output_type") and output.name == last.get("name"):
            joined[-1].text += output.text
        else:
            joined.append(output)
    return joined


def _small(output: NotebookNode) -> NotebookNode:
    """Return an output with its picture made small, and without what is not kept."""
    data = output.get("data", {})
    for kind in NOT_KEPT:
        data.pop(kind, None)
    if PICTURE in data:
        data[PICTURE] = (
            base64.b64encode(small_picture(base64.b64decode(data[PICTURE]))).decode("ascii") + "\n"
        )
    return output


def small_picture(png: bytes) -> bytes:
    """Return a picture in few colours, not wider than a page: the same bytes for the same picture."""
    with Image.open(io.BytesIO(png)) as image:
        plain = Image.new("RGB", image.size, "white")
        plain.paste(image, mask=image.getchannel("A") if "A" in image.getbands() else None)
    if plain.width > WIDEST:
        height = round(plain.height * WIDEST / plain.width)
        plain = plain.resize((WIDEST, height), Image.Resampling.LANCZOS)
    made = io.BytesIO()
    plain.quantize(COLOURS, dither=Image.Dither.NONE).save(made, "PNG", optimize=True)
    return made.getvalue()


def text(notebook: NotebookNode) -> str:
    """Return the file's text; the notebook must be valid."""
    nbformat.validate(notebook)
    return nbformat.writes(notebook) + "\n"


def build(source: Path, folder: Path) -> Path:
    """Build one notebook into a folder and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{source.stem}.ipynb"
    target.write_text(text(clean(execute(read(source), folder))), encoding="utf-8")
    return target
