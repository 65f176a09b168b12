"""The results of a match, in words."""
