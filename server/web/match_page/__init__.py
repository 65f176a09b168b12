"""The page of a match: the public's, and that of those who run it."""
