"""What nbgrader needs to know on a student's server: which course, and where it is exchanged."""

c = get_config()  # noqa: F821  (nbgrader provides it)

c.CourseDirectory.course_id = "mlcore"  # as in the course's own nbgrader_config.py
c.Exchange.root = "/srv/nbgrader/exchange"
