"""What the grader says of a class that was made up, held against the sealed key of that class."""
