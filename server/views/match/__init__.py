"""A match."""
