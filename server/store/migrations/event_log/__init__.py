"""Migrations of the event log's file, in the order of their numbers."""
