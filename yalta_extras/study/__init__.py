"""A study of how fair the scoring is: simulated games, counted in several ways (ADR 50)."""
