"""Replays of finished games: a visitor takes a player's place in the closed room (ADR 42).

The visitor gets the same dice, and plays against a simulated player.
"""
