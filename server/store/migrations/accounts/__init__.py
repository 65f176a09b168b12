"""Migrations of the accounts file, in the order of their numbers."""
