"""Migrations of the house's file, in the order of their numbers."""
