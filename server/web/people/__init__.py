"""Persons: the operators' pages and API, and the public pages of players."""
