"""Switches the grader on in any nbgrader course, by two lines in its nbgrader_config.py:

    from nbjudge.drop_in import configure
    configure(c)

`nbgrader autograde`, the formgrader's button and `generate_feedback` then run through the steps in `steps`,
`generate_assignment` through the one in `tags`, `zip_collect` through the one in `collect`; all else of
nbgrader stays as it is. Nothing is imported here, for this runs whenever a configuration is read.
"""

from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

_STEPS = "nbjudge.drop_in.steps."
_TEMPLATES = Path(__file__).parents[1] / "pages" / "feedback" / "templates"


def configure(config: Any) -> None:
    """Put the grader's steps in the places of nbgrader's; what the course set besides stays."""
    config.Autograde.exporter_class = f"{_STEPS}Reader"
    config.Autograde.sanitize_preprocessors = [f"{_STEPS}Rebuild"]
    config.Autograde.autograde_preprocessors = [f"{_STEPS}Save"]
    config.GenerateAssignment.preprocessors.insert(0, "nbjudge.drop_in.tags.TagIllustrations")
    config.GenerateFeedback.preprocessors = [f"{_STEPS}AddMarks"]
    config.ZipCollectApp.collector_plugin = "nbjudge.drop_in.collect.Download"
    config.HTMLExporter.extra_template_basedirs = [str(_TEMPLATES), str(_nbgraders_templates())]
    config.HTMLExporter.filters = {"nbjudge_feedback": "nbjudge.pages.feedback.page.render"}


def _nbgraders_templates() -> Path:
    """Find nbgrader's own templates without importing it."""
    spec = PathFinder.find_spec("nbgrader")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("nbgrader is not installed: pip install 'nbgrader>=0.9.6,<0.10'")
    return Path(spec.origin).parent / "server_extensions" / "formgrader" / "templates"
