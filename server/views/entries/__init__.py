"""Entries."""
