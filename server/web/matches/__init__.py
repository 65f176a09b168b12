"""Matches over HTTP: set up, lined up, recorded, signed."""
