"""This course with a class that was made up: `make grade` writes its submissions here, and grades them.

The units, their release and their golden records are the course's own; only what a class makes is here.
"""

from pathlib import Path

c = get_config()  # noqa: F821  (nbgrader provides it)

HERE = Path(__file__).resolve().parent
COURSE = HERE.parent.parent
load_subconfig("nbgrader_config.py", path=str(COURSE))  # noqa: F821

c.CourseDirectory.root = str(HERE)
c.CourseDirectory.course_id = "made-up"
c.CourseDirectory.source_directory = "../../solutions"
c.CourseDirectory.release_directory = "../../notebooks"
c.NbJudge.golden_directory = str(COURSE / "golden")
c.NbJudge.visible = [str(COURSE / "mlcore")]
c.NbJudge.judge_visible = [str(COURSE / "selfcheck")]
