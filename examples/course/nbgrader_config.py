"""A small course with a class: two lines switch the grader on, the rest is nbgrader's own."""

from nbjudge.drop_in import configure

c = get_config()  # noqa: F821  (nbgrader provides it)
configure(c)

c.CourseDirectory.course_id = "example"
c.LateSubmissionPlugin.penalty_method = "none"
c.NbJudge.cell_seconds = 3.0  # one of the class loops for ever
