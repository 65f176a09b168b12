"""The log of a match."""
