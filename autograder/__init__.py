"""The grader. It knows nothing of this course: `mlcore` may import it, it never imports `mlcore`."""
