"""Calls for the director, and holds."""
