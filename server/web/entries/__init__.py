"""The page and API of a tournament's entries."""
