"""Tags in a release the cells that no mark depends on, so that stock nbgrader leaves them out as well.

A step of `nbgrader generate_assignment`, before the solutions go. The tag is nbclient's own: `nbgrader
autograde` and the Validate button heed it, JupyterLab runs such a cell like any other.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

from nbconvert.preprocessors import Preprocessor

from nbjudge.course import course as courses
from nbjudge.course.release import ReleaseCell, ReleaseNotebook
from nbjudge.grading.solution import without_marks

SKIPPED = "skip-execution"


class TagIllustrations(Preprocessor):
    """Adds the tag, where the course leaves such cells out."""

    enabled = True

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Tag the cells of a source notebook."""
        options = courses.from_config(self.config, Path.cwd()).options
        if options.leave_out_illustrations:
            cells = [ReleaseCell.from_notebook(cell, index) for index, cell in enumerate(nb.cells)]
            solved = [replace(cell, reference=cell.source) if cell.solution else cell for cell in cells]
            found = without_marks(ReleaseNotebook("", tuple(solved), {}), options.own_packages)
            for cell, released in zip(nb.cells, cells, strict=True):
                if (
                    released.id in found and SKIPPED not in released.tags
                ):  # a command may read its steps twice
                    cell.metadata["tags"] = [*released.tags, SKIPPED]
        return nb, resources
