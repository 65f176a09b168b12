"""Tournaments of teams: entries, stages, draws, rounds, standings, qualification."""
