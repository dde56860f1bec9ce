"""What nbgrader needs to know of this course, on the command line as in the formgrader."""

c = get_config()  # noqa: F821  (nbgrader provides it)

c.CourseDirectory.course_id = "mlcore"
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "notebooks"
c.CourseDirectory.ignore = [".ipynb_checkpoints", "__pycache__", "*.pyc", "*.py", "demos"]
