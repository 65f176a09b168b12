"""Queries of results, and the case book."""
