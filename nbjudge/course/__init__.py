"""A course on disk: its files, options and release, as plain data; nothing is run here."""
