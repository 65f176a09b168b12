"""Persons: entered, renamed, merged, and what the public knows of them."""
