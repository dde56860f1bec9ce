"""What nbgrader needs to know of this course, on the command line as in the formgrader.

The first lines switch the sandboxed grader on; without them this is a plain nbgrader course.
"""

import pkgutil
from pathlib import Path

from nbjudge.drop_in import configure

c = get_config()  # noqa: F821  (nbgrader provides it)
configure(c)

c.CourseDirectory.course_id = "mlcore"
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "notebooks"
c.CourseDirectory.ignore = [".ipynb_checkpoints", "__pycache__", "*.pyc", "*.py", "demos", "start"]

# A student's process has the data and the pictures. The answers are for the tests alone, which run elsewhere.
GIVEN = {"_checks", "_given", "datasets", "installed", "plotting"}
REFERENCE = Path(__file__).parent / "mlcore"
c.NbJudge.leave_out_illustrations = True  # pictures earn no points, and take most of the time
c.NbJudge.preload = ["mlcore.exercises:prepare"]  # the practice cases of all checks, made once
c.NbJudge.visible = ["mlcore"]
c.NbJudge.judge_visible = ["selfcheck"]
c.NbJudge.hide = [
    *(
        f"mlcore.{module.name}"
        for module in pkgutil.iter_modules([str(REFERENCE)])
        if module.name not in GIVEN
    ),
    "sklearn.metrics",
    "sklearn.naive_bayes",
    "sklearn.neighbors",
]
