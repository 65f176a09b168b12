"""A match's log in words."""
