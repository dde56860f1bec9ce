"""Answers written without looking at the checks: they test whether those know what they were not told."""
