"""Scoring of a duplicate match: SMP, IMP and VP tables, and the match protocol (rulings 1 to 4)."""
