"""Migrations of the closed seats' file, in the order of their numbers."""
