"""The page with all results of a match."""
