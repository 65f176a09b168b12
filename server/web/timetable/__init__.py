"""A tournament's hours: planned, announced, and boards for matches that wait."""
