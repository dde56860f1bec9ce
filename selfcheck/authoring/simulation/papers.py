"""A student's notebook as a file: the release with answers in it, and what people leave lying about.

Paper     the cells of a released notebook, to be written in
names_in  what a released notebook defines before anybody writes into it
"""

import ast
import copy
import json
import re
from pathlib import Path
from typing import Any

Cell = dict[str, Any]


class Paper:
    """One copy of a released notebook."""

    def __init__(self, content: Cell) -> None:
        """Take a notebook; it stays as it is."""
        self.content = copy.deepcopy(content)
        for cell in self.cells:
            cell["source"] = source_of(cell)

    @classmethod
    def read(cls, path: Path) -> "Paper":
        """Read a released notebook."""
        return cls(json.loads(path.read_text(encoding="utf-8")))

    @property
    def cells(self) -> list[Cell]:
        """The cells, in their order."""
        cells: list[Cell] = self.content["cells"]
        return cells

    def place(self, grade_id: str) -> int:
        """Say where the cell of a task or check is; the last, if it was copied."""
        places = [at for at, cell in enumerate(self.cells) if marks(cell).get("grade_id") == grade_id]
        if not places:
            raise ValueError(f"The notebook has no cell {grade_id}.")
        return places[-1]

    def cell(self, grade_id: str) -> Cell:
        """Give the cell of a task or check."""
        return self.cells[self.place(grade_id)]

    @property
    def stubs(self) -> dict[str, str]:
        """The cells to write functions in, by their task."""
        return {
            marks(cell)["grade_id"]: cell["source"]
            for cell in self.cells
            if cell["cell_type"] == "code" and marks(cell).get("solution") and not marks(cell).get("grade")
        }

    @property
    def written(self) -> list[str]:
        """The cells for answers in words."""
        return [
            marks(cell)["grade_id"]
            for cell in self.cells
            if cell["cell_type"] == "markdown" and marks(cell).get("solution") and marks(cell).get("grade")
        ]

    def write(self, grade_id: str, text: str) -> None:
        """Write into a cell."""
        self.cell(grade_id)["source"] = text

    def copy_before(self, grade_id: str, text: str) -> None:
        """Leave an earlier try in a copy of the cell, as copying and pasting makes it."""
        place = self.place(grade_id)
        tried = copy.deepcopy(self.cells[place])
        tried["source"] = text
        tried["id"] = f"{tried.get('id', grade_id)}-copy"[:64]
        self.cells.insert(place, tried)

    def scratch_after(self, grade_id: str, text: str) -> None:
        """Leave a cell of one's own behind another."""
        own: Cell = {
            "cell_type": "code",
            "execution_count": None,
            "metadata": {},
            "outputs": [],
            "source": text,
        }
        own["id"] = f"scratch-{grade_id}"[:64]
        self.cells.insert(self.place(grade_id) + 1, own)

    def to_bytes(self) -> bytes:
        """Write the file, the same bytes for the same paper; what was run has a number."""
        count = 0
        for cell in self.cells:
            if cell["cell_type"] == "code":
                count += 1
                cell["execution_count"] = count
        return (json.dumps(self.content, indent=1, ensure_ascii=False) + "\n").encode()


def marks(cell: Cell) -> dict[str, Any]:
    """Give what nbgrader says of a cell."""
    found: dict[str, Any] = cell["metadata"].get("nbgrader", {})
    return found


def source_of(cell: Cell) -> str:
    """Give the text of a cell, which may be kept line by line."""
    source = cell["source"]
    return source if isinstance(source, str) else "".join(source)


def names_in(paper: Paper) -> dict[str, Any]:
    """Give the imports, functions and constants of the cells that nobody writes in."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in paper.cells:
        if cell["cell_type"] != "code" or marks(cell).get("solution") or marks(cell).get("grade"):
            continue
        for statement in ast.parse(cell["source"]).body:
            if isinstance(statement, (ast.Import, ast.ImportFrom, ast.FunctionDef)):
                exec(compile(ast.Module([statement], []), "<given>", "exec"), names)
    return names


def example_in(stub: str) -> str:
    """Give the call that a docstring shows, where it shows one: `f(1) is 2`, `f(1) -> 2`.

    >>> example_in('def f(x):\\n    "Double.\\\\n\\\\n    f(1) is 2"')
    'f(1)'
    """
    function = next((node for node in ast.parse(stub).body if isinstance(node, ast.FunctionDef)), None)
    said = ast.get_docstring(function) or "" if function else ""
    for line in said.splitlines()[::-1]:
        call = re.split(r" is | -> | gives ", line.strip())[0]
        if function and call.startswith(f"{function.name}("):
            try:
                ast.parse(call, mode="eval")
            except SyntaxError:
                continue
            return call
    return ""
