"""The grader's benchmark: the same class graded by stock nbgrader, by otter-grader and by nbjudge."""
