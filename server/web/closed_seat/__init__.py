"""Finished games played once more from the closed room's seat."""
