"""Persons: entered, renamed, merged, and shown to the public."""
