"""A match's results on one sheet."""
