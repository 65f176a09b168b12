"""Tournaments and matches in files: archives, match files, ledgers checked, records restored."""
