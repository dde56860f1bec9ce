"""Many submissions at once: workers, one writer, and the doctor that looks a course over first."""
