"""From a folder to a record: the door to a release, the steps, and the rule for "unchanged"."""
