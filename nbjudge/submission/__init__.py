"""What anybody may have written: read with bounds, aligned with the release, rebuilt into tasks."""
