"""Queries of results, and cases."""
