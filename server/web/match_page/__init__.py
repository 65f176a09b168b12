"""The page of a match: the public's, and that of the hall's staff and players."""
