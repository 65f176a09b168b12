"""Tournaments and matches in files: archives, match files, checked ledgers, restored records."""
