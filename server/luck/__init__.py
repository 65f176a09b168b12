"""Luck and forks of a match that is over, beside its result and never in it (ADR 49)."""
