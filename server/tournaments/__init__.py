"""Tournaments at work: what they decide, how their matches stand, how final it is."""
