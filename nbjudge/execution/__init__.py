"""One notebook through both processes: the student's cells in the sandbox, the tests in the judge."""
