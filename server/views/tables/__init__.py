"""A table's position and score, in words."""
