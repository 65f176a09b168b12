"""The log of a match, in words."""
