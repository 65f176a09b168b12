"""Persons: who they are, what is asked about them, and how each is named to whom (ruling 33)."""
