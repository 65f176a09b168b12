"""Tournaments in play: their decisions, their matches' outcomes, and how final these are."""
