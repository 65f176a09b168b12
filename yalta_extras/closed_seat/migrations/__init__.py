"""Migrations of the database file with the visitors' replays, in the order of their numbers."""
