"""Tournaments in play: their decisions, the outcomes of their matches, and how final these are."""
