"""What people see: the graded notebook, the student's page, the page of summary."""
