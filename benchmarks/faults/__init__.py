"""Matches played through faults, compared with the same matches played without any."""
